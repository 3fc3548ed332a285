//! Nine men's morris, mills or merels: three in a row takes a man; who is left with two, or cannot move, loses.
//!
//! Rules: <https://en.wikipedia.org/wiki/Nine_men%27s_morris>. White begins.
//!
//! - *Placing*: while a player has men in hand, a turn puts one of them on an empty point.
//! - *Moving*: afterwards a turn moves a man along a line to the next point, if that is empty; *flying*: a player with
//!   three men left moves one to any empty point.
//! - A turn that makes a row of three own men on a line, a *mill*, takes one man of the opponent off the board for good.
//!   It must be one that stands in no mill, unless all of them do. Two mills made at once, which only placing can do,
//!   take one man all the same (<https://www.yucata.de/en/Rules/Morris>, and OpenSpiel). The removal is part of the move.
//! - A player with fewer than three men, those in hand included, has lost; so has one who cannot move.
//! - Draws: a position that occurs for the third time; and 50 moves of each side without a mill, as
//!   <https://www.henked.de/spiele/muehle/muehle.htm> and Sanmill have it (option `quiet_moves`; 0 plays without it).
//!   Whoever is lost has lost even if the count is full.
//!
//! ```text
//!   7  0-----------1-----------2     points are named by column and row, like those of chess; the
//!      |           |           |     number is the bit in a player's set. Each square is eight bits
//!   6  |   8-------9------10   |     clockwise, the outer one first: corners are even, the middles of
//!      |   |       |       |   |     sides odd. A step along a square turns its byte by one bit; a step
//!   5  |   |  16--17--18   |   |     to the next square shifts an odd bit by eight
//!      |   |   |       |   |   |
//!   4  7--15--23      19--11---3
//!      |   |   |       |   |   |
//!   3  |   |  22--21--20   |   |
//!      |   |       |       |   |
//!   2  |  14------13------12   |
//!      |           |           |
//!   1  6-----------5-----------4
//!
//!      a   b   c   d   e   f   g
//! ```

mod notation;
mod picture;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::control::mix;
use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Symmetry,
    Turn, Visitor,
};
use crate::games::weights::{OPTION, Weights, parts};

const MEN: u8 = 9;
const POINTS: u8 = 24;
const SIDES: [&str; 2] = ["white", "black"];
/// With so many men still in hand, tables keep positions that are alike but for a symmetry as one.
const SEEN_ALIKE: u8 = 6;

/// All points.
const BOARD: u32 = 0xFF_FFFF;
/// The corners of the squares.
const CORNERS: u32 = 0x55_5555;
/// The middles of their sides, where squares are joined.
const MIDDLES: u32 = 0xAA_AAAA;

/// No point: a man that comes from the hand, or a move that removes none.
const NOWHERE: u8 = POINTS;

/// A man goes somewhere, and perhaps one of the opponent leaves the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The point it leaves, or [`NOWHERE`].
    from: u8,
    to: u8,
    /// The point whose man is removed, or [`NOWHERE`].
    removed: u8,
}

/// Who stands where, and what is still to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The points of white and of black.
    men: [u32; 2],
    /// Their men in hand.
    hands: [u8; 2],
    /// The side to move.
    side: u8,
    /// Plies since a man was placed or removed, as far as the rules count them.
    clock: u8,
}

/// Every man one point clockwise on its square.
#[inline(always)]
const fn clockwise(men: u32) -> u32 {
    (men << 1 & 0xFE_FEFE) | (men >> 7 & 0x01_0101)
}

/// Every man one point counter-clockwise on its square.
#[inline(always)]
const fn counter_clockwise(men: u32) -> u32 {
    (men >> 1 & 0x7F_7F7F) | (men << 7 & 0x80_8080)
}

/// Where two men of a set have a third point in a row with them, by the kind of row: middles between two corners, corners
/// after two men clockwise, corners before them, middles between the squares.
#[inline(always)]
const fn pairs(men: u32) -> [u32; 4] {
    let (before, after) = (clockwise(men), counter_clockwise(men));
    let across = (men << 8 | men >> 16) & (men << 16 | men >> 8);
    [
        before & after & MIDDLES,
        before & clockwise(before) & CORNERS,
        after & counter_clockwise(after) & CORNERS,
        across & MIDDLES,
    ]
}

/// The points that would make a mill with men of this set.
#[inline(always)]
const fn closing(men: u32) -> u32 {
    let [side, after, before, across] = pairs(men);
    side | after | before | across
}

/// The mills of a set: the middle points of those along squares, and the points of those across.
#[inline(always)]
const fn mills(men: u32) -> (u32, u32) {
    let [side, _, _, across] = pairs(men);
    (men & side, men & across)
}

/// The men of a set that stand in mills.
#[inline(always)]
const fn in_mills(men: u32) -> u32 {
    let (along, across) = mills(men);
    along | clockwise(along) | counter_clockwise(along) | across
}

/// Men one step further in each direction: clockwise, counter-clockwise, inwards, outwards. Some fall off the board.
#[inline(always)]
const fn steps(men: u32) -> [u32; 4] {
    let joined = men & MIDDLES;
    [
        clockwise(men),
        counter_clockwise(men),
        joined << 8 & BOARD,
        joined >> 8,
    ]
}

/// The points that would make a mill when a man comes there by each of [`steps`]. The mill must not contain the point that
/// the man comes from, so only one row is left for each direction, or two.
#[inline(always)]
const fn closing_by_step(men: u32) -> [u32; 4] {
    let [side, after, before, across] = pairs(men);
    [before | across, after | across, side, side]
}

/// The points next to a set.
#[inline(always)]
const fn neighbours(men: u32) -> u32 {
    let [clockwise, counter_clockwise, inwards, outwards] = steps(men);
    clockwise | counter_clockwise | inwards | outwards
}

/// The numbers of the bits that are set, from the lowest.
#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Position {
    /// The men on the board of the side to move, and of the other.
    #[inline(always)]
    fn own_and_other(&self) -> (u32, u32) {
        let side = usize::from(self.side & 1);
        (self.men[side], self.men[1 - side])
    }

    #[inline(always)]
    fn in_hand(&self) -> u8 {
        self.hands[usize::from(self.side & 1)]
    }

    #[inline(always)]
    fn empty(&self) -> u32 {
        BOARD & !(self.men[0] | self.men[1])
    }

    /// Men that a side has left, on the board and in hand.
    #[inline(always)]
    fn left(&self, side: usize) -> u32 {
        self.men[side].count_ones() + u32::from(self.hands[side])
    }

    /// Has the side to move lost?
    #[inline(always)]
    fn is_lost(&self) -> bool {
        let (own, _) = self.own_and_other();
        if self.in_hand() > 0 {
            return self.left(usize::from(self.side & 1)) < 3;
        }
        match own.count_ones() {
            0..=2 => true,
            3 => false,
            _ => neighbours(own) & self.empty() == 0,
        }
    }

    /// The men that a mill may take; none when there are none.
    #[inline(always)]
    fn removable(&self) -> u32 {
        let (_, other) = self.own_and_other();
        match other & !in_mills(other) {
            0 => other,
            open => open,
        }
    }

    /// Shows every legal move until the visitor has seen enough.
    #[inline(always)]
    fn each_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let ((own, _), empty, removable) = (self.own_and_other(), self.empty(), self.removable());
        let mut to_each = |from, targets, closing| {
            for to in bits(targets) {
                if closing >> to & 1 == 0 || removable == 0 {
                    let removed = NOWHERE;
                    visit(Move { from, to, removed })?;
                } else {
                    for removed in bits(removable) {
                        visit(Move { from, to, removed })?;
                    }
                }
            }
            ControlFlow::Continue(())
        };
        if self.in_hand() > 0 {
            return to_each(NOWHERE, empty, closing(own));
        }
        let flies = own.count_ones() <= 3;
        for from in bits(own) {
            let man = 1 << from;
            let targets = if flies {
                empty
            } else {
                neighbours(man) & empty
            };
            to_each(from, targets, closing(own & !man))?;
        }
        ControlFlow::Continue(())
    }

    /// The number of moves and how many of them make a mill, before its removals are told apart. Sets of men move at
    /// once: perft counts morris three times as fast as by listing.
    #[inline(always)]
    fn count_targets(&self) -> (u32, u32) {
        let ((own, _), empty) = (self.own_and_other(), self.empty());
        if self.in_hand() > 0 {
            return (empty.count_ones(), (closing(own) & empty).count_ones());
        }
        if own.count_ones() <= 3 {
            let closing = bits(own).map(|from| (closing(own & !(1 << from)) & empty).count_ones());
            return (own.count_ones() * empty.count_ones(), closing.sum());
        }
        let mut moves = 0;
        let mut mills = 0;
        for (targets, closing) in steps(own).into_iter().zip(closing_by_step(own)) {
            moves += (targets & empty).count_ones();
            mills += (targets & empty & closing).count_ones();
        }
        (moves, mills)
    }
}

/// Nine men's morris with these options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Plies without a placing or a mill that make a draw; 0 for never.
    limit: u8,
    /// What one of each feature is worth.
    weights: [f64; 5],
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        // Thirteen men can be removed before one side has two, each after as many plies as the limit allows.
        let longest = 18 + 13 * u32::from(self.limit);
        Facts {
            longest: (self.limit > 0).then_some(longest),
            ..Facts::duel(Self::NAME, SIDES[0], SIDES[1])
        }
    }

    fn start(&self) -> Position {
        Position {
            men: [0; 2],
            hands: [MEN; 2],
            side: 0,
            clock: 0,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_lost() || self.limit > 0 && position.clock >= self.limit {
            Turn::Over
        } else {
            Turn::Player(usize::from(position.side))
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let _ = position.each_move(|action| {
            out.push(action);
            ControlFlow::Continue(())
        });
    }

    #[inline(always)]
    fn each_move(&self, position: &Position, visitor: &mut impl Visitor<Move>) {
        let _ = position.each_move(|action| visitor.visit(action));
    }

    #[inline]
    fn count_moves(&self, position: &Position, _buffer: &mut Vec<Move>) -> u64 {
        if self.turn(position) == Turn::Over {
            return 0;
        }
        let (moves, mills) = position.count_targets();
        let removable = position.removable().count_ones().max(1);
        u64::from(moves + mills * (removable - 1))
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        let side = usize::from(position.side & 1);
        position.clock = (position.clock + 1).min(self.limit.max(1));
        if action.from == NOWHERE {
            position.hands[side] -= 1;
            position.clock = 0;
        } else {
            position.men[side] &= !(1 << action.from);
        }
        position.men[side] |= 1 << action.to;
        if action.removed != NOWHERE {
            position.men[1 - side] &= !(1 << action.removed);
            position.clock = 0;
        }
        position.side ^= 1;
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        match (position.is_lost(), usize::from(position.side) == player) {
            (false, _) => 0.0,
            (true, true) => -1.0,
            (true, false) => 1.0,
        }
    }

    fn repetitions(&self) -> Option<u32> {
        Some(3)
    }

    #[inline]
    fn is_irreversible(&self, position: &Position) -> bool {
        position.clock == 0
    }

    /// Everything but the clock fits into one word.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.men.map(u64::from);
        let hands = position.hands[0] << 4 | position.hands[1];
        mix(white | black << 24 | u64::from(hands) << 48 | u64::from(position.side) << 56)
    }

    fn symmetry(&self) -> Option<&dyn Symmetry<Rules>> {
        Some(self)
    }
}

/// A set of points seen another way: bits 0 and 1 of the number are quarter turns, bit 2 a reflection, and bit 3 turns the
/// board inside out, which keeps all its lines.
#[inline]
const fn seen(mut men: u32, symmetry: usize) -> u32 {
    if symmetry & 8 != 0 {
        men = men & 0x00_FF00 | men << 16 & 0xFF_0000 | men >> 16;
    }
    if symmetry & 4 != 0 {
        // Reversing all bits also swaps the outer square with the inner one.
        let reversed = men.reverse_bits() >> 8;
        men = clockwise(reversed & 0x00_FF00 | reversed << 16 & 0xFF_0000 | reversed >> 16);
    }
    let mut quarter = symmetry & 3;
    while quarter > 0 {
        men = clockwise(clockwise(men));
        quarter -= 1;
    }
    men
}

impl Symmetry<Rules> for Rules {
    fn count(&self) -> usize {
        16
    }

    fn position(&self, position: &Position, symmetry: usize) -> Position {
        Position {
            men: position.men.map(|men| seen(men, symmetry)),
            ..*position
        }
    }

    fn action(&self, action: &Move, symmetry: usize) -> Move {
        let point = |point: u8| match point {
            NOWHERE => NOWHERE,
            _ => seen(1 << point, symmetry).trailing_zeros() as u8,
        };
        Move {
            from: point(action.from),
            to: point(action.to),
            removed: point(action.removed),
        }
    }
}

/// What features are worth.
static WEIGHTS: Weights<5> = Weights::new(
    [
        "men",
        "mills",
        "rows of two with the third point empty",
        "free neighbouring points",
        "men that cannot move",
    ],
    include_str!("weights.txt"),
    -1_000..=1_000,
);

impl Position {
    /// How much of each feature a side has.
    #[inline]
    fn amounts(&self, side: usize) -> [u32; 5] {
        let (men, empty) = (self.men[side], self.empty());
        let (along, across) = mills(men);
        [
            self.left(side),
            along.count_ones() + (across & 0xFF).count_ones(),
            pairs(men)
                .iter()
                .map(|points| (points & empty).count_ones())
                .sum(),
            steps(men)
                .iter()
                .map(|points| (points & empty).count_ones())
                .sum(),
            (men & !neighbours(empty)).count_ones(),
        ]
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let [own, other] = [player, 1 - player].map(|side| position.amounts(side).map(f64::from));
        let amounts = std::array::from_fn(|index| own[index] - other[index]);
        WEIGHTS.features(self.weights, amounts)
    }

    /// Moves that make a mill.
    fn noisy_moves(&self, position: &Position, out: &mut Vec<Move>) {
        let _ = position.each_move(|action| {
            if action.removed != NOWHERE {
                out.push(action);
            }
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let [own, other] = [player, 1 - player].map(|side| position.amounts(side));
        let mut sum = 0.0;
        for (index, weight) in self.weights.into_iter().enumerate() {
            sum += weight * (f64::from(own[index]) - f64::from(other[index]));
        }
        sum.clamp(-1.0, 1.0)
    }
}

impl Position {
    /// The empty points where a side could make a mill with its next turn.
    #[inline]
    fn threats(&self, side: usize) -> u32 {
        let (men, empty) = (self.men[side], self.empty());
        if self.hands[side] > 0 || men.count_ones() <= 3 {
            return closing(men) & empty;
        }
        let by_step = steps(men).into_iter().zip(closing_by_step(men));
        by_step.fold(0, |found, (targets, closing)| found | targets & closing) & empty
    }
}

impl Hints for Rules {
    /// Mills first, best of all those that take a man out of the opponent's rows of two, then points where the opponent
    /// would make one.
    #[inline]
    fn promise(&self, position: &Position, action: &Move) -> i32 {
        let other = 1 - usize::from(position.side & 1);
        if action.removed != NOWHERE {
            let left = position.men[other] & !(1 << action.removed);
            let rows = pairs(left).map(|points| (points & position.empty()).count_ones() as i32);
            return 100 - rows.iter().sum::<i32>();
        }
        i32::from(position.threats(other) >> action.to & 1 == 1)
    }

    /// In the opening, positions turned or reflected are kept as one.
    #[inline]
    fn table_key(&self, position: &Position) -> (u64, usize) {
        if position.hands[0] + position.hands[1] < SEEN_ALIKE {
            return (self.key(position), 0);
        }
        let code = |symmetry| {
            let [white, black] = position.men.map(|men| u64::from(seen(men, symmetry)));
            (white | black << 24, symmetry)
        };
        let (men, symmetry) = (0..16).map(code).min().expect("sixteen symmetries");
        let hands = position.hands[0] << 4 | position.hands[1];
        let rest = u64::from(hands) << 48 | u64::from(position.side) << 56;
        (mix(men | rest), symmetry)
    }

    /// Quiet moves have the lowest numbers.
    #[inline]
    fn slot(&self, action: &Move) -> u16 {
        let places = u16::from(POINTS) + 1;
        let removed = (u16::from(action.removed) + 1) % places;
        (removed * places + u16::from(action.from)) * places + u16::from(action.to)
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "nine-mens-morris";
    const ALIASES: &'static [&'static str] = &["morris", "mills", "merels"];
    const SUMMARY: &'static str =
        "Three men in a row take one of the opponent's; who has two left or cannot move loses.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Nine_men%27s_morris";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "quiet_moves",
            default: "50",
            meaning: "moves of each side without a mill that make a draw, up to 120; 0: never",
        },
        OPTION,
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let moves = options.number("quiet_moves", 50, 0..=120)?;
        let [numbers] = WEIGHTS.chosen(options)?;
        Ok(Rules {
            limit: 2 * moves as u8,
            weights: parts(numbers, 1_000),
        })
    }
}
