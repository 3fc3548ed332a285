//! Awari, or oware in its proper form, abapa: sow seeds around the board and capture twos and threes on the other side.
//!
//! Rules: <https://en.wikipedia.org/wiki/Oware>, for tournaments the same at <https://msoworld.com/product/oware/>.
//!
//! - Four seeds lie in each of six houses on either side; south begins. A player empties an own house and sows its seeds
//!   one by one counter-clockwise into the houses, not into stores; the house it came from is left out, so that the
//!   twelfth seed falls into the house after it.
//! - A last seed that makes two or three in a house of the other side captures them, and those in the houses before it on
//!   that side as long as each holds two or three.
//! - A *grand slam*, a capture of everything the other side has, is legal but captures nothing, as in international
//!   competitions. Option `grand_slam=forbidden`: it is no legal move unless there is no other, and then it captures;
//!   so in awari as it was solved (Allis, van der Meulen & van den Herik 1991; Romein & Bal 2003). Option
//!   `grand_slam=forfeit`: it captures, and the other side gets all that remains (in Wikipedia's list of variations).
//! - A player whose opponent has no seeds must give some, if a move does. If none does, the game is over and the player to
//!   move captures what is left, all of it on the own side. A player to move who has no seeds at all ends the game likewise.
//! - The game is over as soon as a side has captured 25 seeds: it has won. With 24 each it is a draw. What is captured
//!   beyond that does not matter, so a game counts 1, 0 or −1. Option `score=seeds`: play goes on until a player cannot
//!   move, and what counts is how many seeds one side has more than the other. So do the databases of Romein & Bal.
//! - When a position comes back, the game has become an endless cycle: it is over and each side captures what lies in its
//!   own houses. People stop when both agree that it is one; here, as in OpenSpiel, the second time ends it. Option
//!   `cycle=split`: the seeds on the board are shared evenly, as in awari as it was solved.
//!
//! With `grand_slam=forbidden`, `score=seeds` and `cycle=split` it is, as far as their description of the rules goes, the
//! game that Romein & Bal solved: a draw ("Solving Awari with Parallel Retrograde Analysis", 2003).
//!
//! ```text
//!                  north                     a row is eight bytes: six houses from the leftmost as
//!         f    e    d    c    b    a         that side sits, so that sowing always goes upwards, then
//!   [N]                               [S]    the store in byte 6. `own` is the row of the side to move:
//!         A    B    C    D    E    F         a move adds one number to each row and swaps them
//!                  south
//! ```

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::control::mix;
use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Outlook,
    Turn, Unit, Visitor,
};
use crate::games::sowing::{self, Board, SIDES};
use crate::games::weights::{OPTION, Weights, parts};
use crate::picture::Picture;

#[cfg(test)]
mod tests;

const HOUSES: usize = 6;
const SEEDS: usize = 48;
/// More than half of the seeds.
const MOST_OF_THEM: u64 = 25;

/// The six bytes of the houses, each with this number.
const fn each(number: u64) -> u64 {
    0x0101_0101_0101 * number
}

/// All bits of the houses.
const ROW: u64 = each(0xFF);
/// The highest bit of each house: where comparisons leave their answer. Houses hold 48 seeds at most and never reach it.
const HIGH: u64 = each(0x80);
/// Where the store is.
const STORE: u32 = 48;

/// The houses of a row with at least this many seeds, as [`HIGH`] bits.
#[inline(always)]
fn at_least(row: u64, seeds: u64) -> u64 {
    ((row & ROW) + each(0x80 - seeds)) & HIGH
}

#[inline(always)]
fn seeds_in_houses(row: u64) -> u64 {
    // The product's byte 5 is the sum of all six, which is at most 48.
    ((row & ROW).wrapping_mul(0x0101_0101_0101) >> 40) & 0xFF
}

#[inline(always)]
fn seeds_in_store(row: u64) -> u64 {
    row >> STORE
}

/// What sowing a number of seeds from a house adds to the rows of the mover and of the opponent.
#[derive(Clone, Copy)]
struct Sowing {
    own: u64,
    other: u64,
    /// All houses of the opponent up to the last seed, when it fell there.
    reached: u64,
}

/// By house and number of seeds. Sowing is two additions instead of a loop over the seeds.
static SOWINGS: [[Sowing; SEEDS + 1]; HOUSES] = {
    let nothing = Sowing {
        own: 0,
        other: 0,
        reached: 0,
    };
    let mut sowings = [[nothing; SEEDS + 1]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut seeds = 1;
        while seeds <= SEEDS {
            let mut sowing = nothing;
            let (mut place, mut left) = (house, seeds);
            while left > 0 {
                place = (place + 1) % (2 * HOUSES);
                if place == house {
                    continue;
                }
                if place < HOUSES {
                    sowing.own += 1 << (8 * place);
                } else {
                    sowing.other += 1 << (8 * (place - HOUSES));
                }
                left -= 1;
            }
            if place >= HOUSES {
                sowing.reached = ROW >> (8 * (2 * HOUSES - 1 - place));
            }
            sowings[house][seeds] = sowing;
            seeds += 1;
        }
        house += 1;
    }
    sowings
};

/// The seeds seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// Houses and store of the side to move.
    own: u64,
    /// Houses and store of the other side.
    other: u64,
    /// The side to move.
    side: u8,
    /// Is there no move before this position that it could come back from, because the last one captured? That is about
    /// the past and not part of what makes positions equal.
    fresh: bool,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.own, self.other, self.side) == (other.own, other.other, other.side)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.own, self.other, self.side).hash(state);
    }
}

impl Position {
    /// The rows of south and of north.
    fn rows(&self) -> [u64; 2] {
        if self.side == 0 {
            [self.own, self.other]
        } else {
            [self.other, self.own]
        }
    }

    /// The rows of a player and of the opponent.
    #[inline]
    fn rows_for(&self, player: usize) -> [u64; 2] {
        if usize::from(self.side) == player {
            [self.own, self.other]
        } else {
            [self.other, self.own]
        }
    }

    /// The houses that may be sown, as [`HIGH`] bits, grand slams included.
    #[inline(always)]
    fn movable(&self) -> u64 {
        if self.other & ROW != 0 {
            at_least(self.own, 1)
        } else {
            // Only what reaches the other side: six seeds from the leftmost house, one from the rightmost.
            ((self.own & ROW) + 0x7F7E_7D7C_7B7A) & HIGH
        }
    }

    /// Both rows after sowing a house, before any capture, and the opponent's houses that would be captured.
    #[inline(always)]
    fn sown(&self, house: u8) -> (u64, u64, u64) {
        let shift = 8 * u32::from(house);
        let seeds = self.own >> shift & 0xFF;
        let sowing = &SOWINGS[usize::from(house)][seeds as usize];
        let own = (self.own & !(0xFF << shift)) + sowing.own;
        let other = self.other + sowing.other;
        // Captures go back from the last house while there are two or three: to the first that breaks the chain.
        let kept = (at_least(other, 4) | !at_least(other, 2)) & HIGH & sowing.reached;
        let unbroken = u64::MAX << (u64::BITS - kept.leading_zeros());
        (own, other, sowing.reached & unbroken)
    }
}

/// What a capture of everything the other side has does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GrandSlam {
    Nothing,
    Forbidden,
    Forfeit,
}

/// Awari with these options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    grand_slam: GrandSlam,
    /// Does every seed count, not just who has more?
    counts_seeds: bool,
    /// Are the seeds shared when a position comes back, instead of kept by the side they lie on?
    splits_cycles: bool,
    /// What one of each feature is worth in seeds.
    weights: [f64; 4],
}

impl Rules {
    /// The legal houses, as [`HIGH`] bits.
    #[inline(always)]
    fn legal(&self, position: &Position) -> u64 {
        let movable = position.movable();
        if self.grand_slam == GrandSlam::Forbidden {
            self.without_slams(position, movable)
        } else {
            movable
        }
    }

    /// The houses whose sowing leaves the opponent a seed, or all when there is none.
    fn without_slams(&self, position: &Position, movable: u64) -> u64 {
        let mut allowed = movable;
        for house in houses(movable) {
            let (_, other, captured) = position.sown(house);
            if captured != 0 && other & ROW & !captured == 0 {
                allowed &= !(0x80 << (8 * house));
            }
        }
        if allowed == 0 { movable } else { allowed }
    }

    /// Utility that belongs to a lead of so many seeds at the end.
    #[inline]
    fn worth(&self, lead: f64) -> f64 {
        if self.counts_seeds {
            lead
        } else if lead == 0.0 {
            0.0
        } else {
            lead.signum()
        }
    }

    fn board(&self, position: &Position) -> Board {
        let rows = position.rows();
        Board {
            houses: rows.map(|row| row.to_le_bytes()[..HOUSES].to_vec()),
            stores: rows.map(|row| seeds_in_store(row) as u8),
            side: usize::from(position.side),
        }
    }
}

/// The houses of a set of [`HIGH`] bits, from the left.
#[inline(always)]
fn houses(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let house = (set != 0).then(|| (set.trailing_zeros() / 8) as u8);
        set &= set.wrapping_sub(1);
        house
    })
}

impl Game for Rules {
    type Position = Position;
    type Move = u8;

    fn facts(&self) -> Facts {
        let duel = Facts::duel(Self::NAME, SIDES[0], SIDES[1]);
        if self.counts_seeds {
            Facts {
                unit: Unit::Counted("seeds".into()),
                utilities: (-(SEEDS as f64), SEEDS as f64),
                ..duel
            }
        } else {
            duel
        }
    }

    fn start(&self) -> Position {
        Position {
            own: each(4),
            other: each(4),
            side: 0,
            fresh: true,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        let most = seeds_in_store(position.own).max(seeds_in_store(position.other));
        let is_decided = most >= MOST_OF_THEM && !self.counts_seeds;
        if is_decided || position.movable() == 0 {
            Turn::Over
        } else {
            Turn::Player(usize::from(position.side))
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend(houses(self.legal(position)));
    }

    #[inline(always)]
    fn each_move(&self, position: &Position, visitor: &mut impl Visitor<u8>) {
        for house in houses(self.legal(position)) {
            if visitor.visit(house).is_break() {
                break;
            }
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position, _buffer: &mut Vec<u8>) -> u64 {
        match self.turn(position) {
            Turn::Over => 0,
            _ => u64::from(self.legal(position).count_ones()),
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, house: &u8) {
        let (mut own, mut other, mut captured) = position.sown(*house);
        if captured != 0 && other & ROW & !captured == 0 {
            match self.grand_slam {
                GrandSlam::Nothing => captured = 0,
                GrandSlam::Forbidden => {} // legal only when there is nothing else
                GrandSlam::Forfeit => {
                    other += seeds_in_houses(own) << STORE;
                    own &= !ROW;
                }
            }
        }
        own += seeds_in_houses(other & captured) << STORE;
        other &= !captured;
        *position = Position {
            own: other,
            other: own,
            side: position.side ^ 1,
            fresh: captured != 0,
        };
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        let [own, other] = position
            .rows_for(player)
            .map(|row| (seeds_in_store(row) + seeds_in_houses(row)) as f64);
        self.worth(own - other)
    }

    fn repetitions(&self) -> Option<u32> {
        Some(2)
    }

    #[inline]
    fn is_irreversible(&self, position: &Position) -> bool {
        position.fresh
    }

    #[inline]
    fn repeated_utility(&self, position: &Position, player: usize) -> f64 {
        if self.splits_cycles {
            let [own, other] = position
                .rows_for(player)
                .map(|row| seeds_in_store(row) as f64);
            self.worth(own - other)
        } else {
            self.utility(position, player)
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        mix(mix(position.own ^ u64::from(position.side) << 56) ^ position.other)
    }
}

/// What features are worth.
static WEIGHTS: Weights<4> = Weights::new(
    [
        "captured seeds",
        "houses with seeds",
        "houses with one or two seeds",
        "houses with twelve or more",
    ],
    include_str!("weights.txt"),
    -5_000..=5_000,
);

/// How much of each feature a row has.
#[inline(always)]
fn amounts(row: u64) -> [f64; 4] {
    let filled = at_least(row, 1);
    let vulnerable = filled & !at_least(row, 3);
    [
        seeds_in_store(row) as f64,
        f64::from(filled.count_ones()),
        f64::from(vulnerable.count_ones()),
        f64::from(at_least(row, 12).count_ones()),
    ]
}

impl Rules {
    /// What a seed is worth.
    #[inline]
    fn seed(&self) -> f64 {
        if self.counts_seeds {
            1.0
        } else {
            1.0 / MOST_OF_THEM as f64
        }
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let [own, other] = position.rows_for(player).map(amounts);
        let amounts = std::array::from_fn(|index| own[index] - other[index]);
        let weights = self.weights.map(|weight| weight * self.seed());
        WEIGHTS.features(weights, amounts)
    }

    /// Captures.
    fn noisy_moves(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend(houses(self.legal(position)).filter(|house| {
            let (_, other, captured) = position.sown(*house);
            let is_slam = other & ROW & !captured == 0;
            captured != 0 && !(is_slam && self.grand_slam == GrandSlam::Nothing)
        }));
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let worth = |row| {
            let worths = self.weights.into_iter().zip(amounts(row));
            worths.map(|(weight, amount)| weight * amount).sum::<f64>()
        };
        let [own, other] = position.rows_for(player).map(worth);
        let most = if self.counts_seeds { SEEDS as f64 } else { 1.0 };
        (self.seed() * (own - other)).clamp(-most, most)
    }
}

impl Hints for Rules {
    /// Captures first, the largest before the others.
    #[inline]
    fn promise(&self, position: &Position, house: &u8) -> i32 {
        let (_, other, captured) = position.sown(*house);
        let is_slam = other & ROW & !captured == 0;
        if is_slam && self.grand_slam != GrandSlam::Forbidden {
            return 0; // it captures nothing, or gives more than it takes
        }
        seeds_in_houses(other & captured) as i32
    }

    /// Whoever has fewer seeds than the other even with all that lie in the houses cannot win any more.
    #[inline]
    fn outlook(&self, position: &Position, _window: (f64, f64)) -> Outlook {
        let [own, other] = [position.own, position.other].map(|row| seeds_in_store(row) as f64);
        let open = (seeds_in_houses(position.own) + seeds_in_houses(position.other)) as f64;
        let mut outlook = Outlook::OPEN;
        if self.counts_seeds {
            outlook.least.0 = own - other - open;
            outlook.most.0 = own - other + open;
        } else {
            if own >= other + open {
                outlook.least.0 = 0.0;
            }
            if own + open <= other {
                outlook.most.0 = 0.0;
            }
        }
        outlook
    }

    #[inline]
    fn slot(&self, house: &u8) -> u16 {
        u16::from(*house)
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        self.board(position).text()
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let board = Board::parse(text, &self.board(&self.start()))?;
        let [south, north] = [0, 1].map(|side| {
            let mut bytes = [0; 8];
            bytes[..HOUSES].copy_from_slice(&board.houses[side]);
            bytes[HOUSES] = board.stores[side];
            u64::from_le_bytes(bytes)
        });
        let (own, other) = if board.side == 0 {
            (south, north)
        } else {
            (north, south)
        };
        Ok(Position {
            own,
            other,
            side: board.side as u8,
            fresh: true,
        })
    }

    /// Capitals are south's houses, small letters north's.
    fn move_text(&self, position: &Position, house: &u8) -> String {
        house_name(usize::from(position.side), usize::from(*house))
    }

    /// Letters of either size, and numbers from the left, are houses of the side to move.
    fn read_move(&self, position: &Position, text: &str) -> Option<u8> {
        let house = match text.as_bytes() {
            [letter @ b'1'..=b'6'] => letter - b'1',
            [letter] => letter.to_ascii_lowercase().checked_sub(b'a')?,
            _ => return None,
        };
        self.actions(position).contains(&house).then_some(house)
    }

    fn move_help(&self) -> Cow<'static, str> {
        "houses are A to F for south and a to f for north, each from its left; the house must not be empty, and an \
         opponent without seeds must get some"
            .into()
    }
}

fn house_name(side: usize, house: usize) -> String {
    let first = [b'A', b'a'][side];
    char::from(first + house as u8).to_string()
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let board = self.board(position);
        let status = match self.turn(position) {
            Turn::Over => {
                let [south, north] = position
                    .rows()
                    .map(|row| seeds_in_store(row) + seeds_in_houses(row));
                let decided = board
                    .stores
                    .iter()
                    .any(|store| *store >= MOST_OF_THEM as u8);
                if decided && !self.counts_seeds {
                    format!("over, {} to {} captured", board.stores[0], board.stores[1])
                } else {
                    format!("over, {south} to {north}")
                }
            }
            _ => format!("{} to move", SIDES[board.side]),
        };
        board.picture(house_name, status)
    }

    fn tally(&self, position: &Position, player: usize) -> String {
        self.board(position).tally(player)
    }

    fn sites(&self, position: &Position, house: &u8) -> Vec<String> {
        vec![sowing::site(
            usize::from(position.side),
            usize::from(*house),
        )]
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "awari";
    const ALIASES: &'static [&'static str] = &["oware", "wari"];
    const SUMMARY: &'static str =
        "Sow seeds around the board and capture twos and threes; more than half of the seeds wins.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Oware";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "grand_slam",
            default: "nothing",
            meaning: "a capture of all the opponent's seeds captures nothing; forbidden: no legal move unless there is \
                      no other; forfeit: the opponent gets all other seeds",
        },
        OptionFact {
            name: "score",
            default: "result",
            meaning: "the game is over at 25 and counts 1, 0 or -1; seeds: it is played out and every seed counts",
        },
        OptionFact {
            name: "cycle",
            default: "own",
            meaning: "when a position comes back, each side gets the seeds in its own houses; split: they share them",
        },
        OPTION,
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let slams = [GrandSlam::Nothing, GrandSlam::Forbidden, GrandSlam::Forfeit];
        let slam = options.choice("grand_slam", &["nothing", "forbidden", "forfeit"])?;
        let [numbers] = WEIGHTS.chosen(options)?;
        Ok(Rules {
            grand_slam: slams[slam],
            counts_seeds: options.choice("score", &["result", "seeds"])? == 1,
            splits_cycles: options.choice("cycle", &["own", "split"])? == 1,
            weights: parts(numbers, 1_000),
        })
    }
}
