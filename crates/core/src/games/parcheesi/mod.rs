//! Parcheesi: four pawns of each colour race around the cross and home, driven by two dice.
//!
//! Rules: the classic American sheet (Selchow & Righter, later Hasbro and Winning Moves, "Royal Edition"), as retold in
//! <https://en.wikipedia.org/wiki/Parcheesi>. In short: a five on a die or as the sum of both brings a pawn out of the
//! nest; each die is moved separately; two pawns of a colour on a space are a blockade that nobody passes; landing on a
//! single foe sends it back to its nest and earns a bonus of 20, reaching home by exact count one of 10; doublets give
//! another roll, and use the bottoms of the dice too when no pawn is in the nest; the third doublet in a row sends the
//! foremost pawn back. The first colour with four pawns home wins, and the game ends there.
//!
//! Where retellings of the sheet differ or are silent, it is done so here:
//!
//! - Red begins; the turn passes to the left (clockwise), while pawns run counterclockwise. Two players sit opposite.
//! - A pawn that can enter must: then `enter` is the only move. When the entry space is blockaded, the five (or both
//!   dice of the sum) is moved like any other number.
//! - A number that can be moved must be moved, in any order; the numbers that are left when none can be moved are
//!   forfeited. There is no duty to find the order that uses the most numbers, nor to move all fourteen or nothing.
//! - Bonuses are moved when no die can be moved any more, but before the next roll, each by one pawn, in any order. They
//!   may capture and go home, and then earn bonuses themselves. Entering onto a foe earns the bonus of 20 too.
//! - A foe alone on a safe space can be passed but not joined; only entering captures it, on one's own entry space.
//! - Blockades can stand on every space, safe or not, and on home paths. Nobody lands on one, so no space holds three.
//! - Two pawns that are a blockade when doublets are rolled may not meet on another space in the same roll.
//! - Whether bottoms count is decided when the dice fall: no pawn in the nest; pawns at home count as out.
//! - For the third doublet nothing is moved; the pawn nearest home goes back, even from the home path, never from home.
//! - Pawns always turn into their home path; there is no second lap.
//!
//! ```text
//!  spaces, numbered counterclockwise            places of a pawn, counted along its own way
//!
//!             35 34 33                            0        in the nest
//!             ..    ..                            1        its entry space: 5, 56, 39 or 22
//!    50 .. 43 42    26 25 .. 18                   2 – 63   on the track
//!    51 h1 ..   home    .. h1 17                  64       the mouth of its home path: 68, 51, 34 or 17
//!    52 .. 59 60     8  9 .. 16                   65 – 71  on its home path, h1 to h7
//!             ..    ..                            72       home
//!             67 68  1
//!
//!  safe: 5 12 17 22 29 34 39 46 51 56 63 68     red sits at the bottom, the next player to the left, and so on
//! ```

mod notation;
mod picture;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Sum, Turn,
    Unit,
};
use crate::picture::{Form, Paint, Picture, Shape};

const COLOURS: [&str; 4] = ["red", "yellow", "green", "blue"];
const LETTERS: [&str; 4] = ["r", "y", "g", "b"];
const SPACES: u8 = 68;
const NEST: u8 = 0;
const ENTRY: u8 = 1;
const MOUTH: u8 = 64;
const HOME: u8 = 72;
const CAPTURE_BONUS: u8 = 20;
const HOME_BONUS: u8 = 10;

/// The safe places, as bits; they are the same along every colour's way.
const SAFE: u128 = {
    let mut safe = 0;
    let mut place = ENTRY;
    while place <= MOUTH {
        if matches!((place + 4) % 17, 0 | 5 | 12) {
            safe |= 1 << place;
        }
        place += 1;
    }
    safe
};

/// What the evaluation looks at, each compared with the average of the other players, and its worth in pips.
///
/// A pawn in the nest waits for a five, which comes in 15 of 36 rolls: about two rolls of eight pips are lost, but other
/// pawns use some of them. A certain number is on one of two dice in 11 of 36 rolls, so that is what a pawn in reach of
/// a foe loses of its way.
const FEATURES: [(&str, f64); 5] = [
    ("pips of way made", 1.0),
    ("pips still to play", 1.0),
    ("pawns in the nest", -8.0),
    ("blockades on the track", 4.0),
    ("pips in reach of a foe", -11.0 / 36.0),
];

/// An even share of the wins is spread over this many pips: more than any lead, so that no estimate reaches 0 or 1.
const PIPS: f64 = 400.0;

/// What a player does or the dice bring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The dice, the higher first.
    Roll(u8, u8),
    /// A pawn leaves the nest for its entry space.
    Enter,
    /// A pawn goes forward by a die or a bonus.
    Advance {
        /// Its index among the player's pawns; the lowest one of those that are alike.
        pawn: u8,
        /// The number used.
        by: u8,
    },
    /// The pawn nearest home goes back to the nest for the third doublet.
    Back,
    /// Nothing can be moved: what is left is forfeited.
    Pass,
}

/// The pawns of everyone and what the player whose turn it is has left to play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The places of each player's pawns, rising.
    pawns: [[u8; 4]; 4],
    /// For the player's pawns: 1 and 2 name the two blockades that stood when doublets were rolled, 0 is neither.
    kin: [u8; 4],
    /// Dice not used yet, falling, then zeros.
    dice: [u8; 4],
    /// Bonuses of 20 not used yet.
    twenties: u8,
    /// Bonuses of 10 not used yet.
    tens: u8,
    /// Doublets in a row, this roll included; 0 when this roll is none.
    doublets: u8,
    /// Whose turn it is; who has won, when the game is over.
    player: u8,
}

/// Parcheesi for two to four players.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    seats: u8,
}

/// What stands on the way of the player to move, as bits by place.
struct Way {
    /// Two pawns of any colour.
    blockades: u128,
    /// A foe.
    foes: u128,
}

impl Position {
    #[inline]
    fn own(&self) -> &[u8; 4] {
        &self.pawns[usize::from(self.player)]
    }

    #[inline]
    fn is_won(&self) -> bool {
        *self.own() == [HOME; 4]
    }

    #[inline]
    fn is_rolled(&self) -> bool {
        self.dice[0] != 0 || self.twenties != 0 || self.tens != 0 || self.doublets == 3
    }

    /// Uses up one die of this number.
    fn take_die(&mut self, number: u8) {
        if let Some(used) = self.dice.iter().position(|&die| die == number) {
            self.dice.copy_within(used + 1.., used);
            self.dice[3] = 0;
        }
    }

    /// Brings the player's pawns into the one order and naming that equal positions share.
    fn sort(&mut self) {
        let player = usize::from(self.player);
        if self.kin == [0; 4] {
            self.pawns[player].sort_unstable();
            return;
        }
        let mut pairs = [0, 1, 2, 3].map(|pawn| (self.pawns[player][pawn], self.kin[pawn]));
        if let Some((_, gone)) = pairs.into_iter().find(|pair| pair.0 == HOME && pair.1 != 0) {
            pairs
                .iter_mut()
                .filter(|pair| pair.1 == gone)
                .for_each(|pair| pair.1 = 0);
        }
        let mut swapped = pairs.map(|(place, kin)| (place, [0, 2, 1][usize::from(kin)]));
        pairs.sort_unstable();
        swapped.sort_unstable();
        let pairs = pairs.min(swapped);
        self.pawns[player] = pairs.map(|(place, _)| place);
        self.kin = pairs.map(|(_, kin)| kin);
    }

    /// The nearest pawn to home that is on its way.
    fn foremost(&self) -> Option<usize> {
        self.own()
            .iter()
            .rposition(|place| (ENTRY..HOME).contains(place))
    }

    /// Do these two pawns of the player differ in nothing?
    #[inline]
    fn alike(&self, one: usize, other: usize) -> bool {
        self.own()[one] == self.own()[other] && self.kin[one] == self.kin[other]
    }

    /// The numbers left to play, the bonuses last.
    fn numbers(&self) -> impl Iterator<Item = u8> {
        let dice = self.dice.into_iter().filter(|&die| die != 0);
        dice.chain(std::iter::repeat_n(CAPTURE_BONUS, self.twenties.into()))
            .chain(std::iter::repeat_n(HOME_BONUS, self.tens.into()))
    }
}

impl Rules {
    /// The side of the board where a player sits, counted counterclockwise from the bottom.
    #[inline]
    fn side(&self, player: usize) -> u8 {
        if self.seats == 2 {
            player as u8 * 2
        } else {
            (4 - player as u8) % 4
        }
    }

    /// The number of the space at a place on the track.
    fn space(&self, player: usize, place: u8) -> u8 {
        (17 * self.side(player) + place + 3) % SPACES + 1
    }

    /// The place that a space is for a player, unless it is one of the four that the player never comes to.
    fn place(&self, player: usize, space: u8) -> Option<u8> {
        let place = (space + 2 * SPACES - 5 - 17 * self.side(player)) % SPACES + 1;
        (place <= MOUTH).then_some(place)
    }

    /// The place on a player's way where a foe at this place of its own way stands.
    #[inline]
    fn translate(&self, foe: usize, place: u8, player: usize) -> Option<u8> {
        if !(ENTRY..=MOUTH).contains(&place) {
            return None;
        }
        let turned = 17 * ((4 + self.side(foe) - self.side(player)) % 4);
        let place = (turned + place - 1) % SPACES + 1;
        (place <= MOUTH).then_some(place)
    }

    #[inline]
    fn way(&self, position: &Position) -> Way {
        let player = usize::from(position.player);
        let (mut occupied, mut blockades, mut foes) = (0_u128, 0, 0);
        for (owner, pawns) in position.pawns[..usize::from(self.seats)].iter().enumerate() {
            for &place in pawns {
                let bit = if owner == player {
                    u128::from((ENTRY..HOME).contains(&place)) << place
                } else {
                    self.translate(owner, place, player)
                        .map_or(0, |place| 1 << place)
                };
                blockades |= occupied & bit;
                occupied |= bit;
                if owner != player {
                    foes |= bit;
                }
            }
        }
        Way { blockades, foes }
    }

    /// Is there a pawn to enter, a five to do it with and room on the entry space?
    #[inline]
    fn may_enter(&self, position: &Position, way: &Way) -> bool {
        let five = position.dice.contains(&5) || position.dice[0] + position.dice[1] == 5;
        five && position.own()[0] == NEST && way.blockades >> ENTRY & 1 == 0
    }

    #[inline]
    fn may_advance(&self, position: &Position, way: &Way, pawn: usize, by: u8) -> bool {
        let from = position.own()[pawn];
        let to = from + by;
        if from == NEST || to > HOME {
            return false;
        }
        if way.blockades & ((2 << to) - (2 << from)) != 0 {
            return false;
        }
        let meets_kin =
            |other: usize| position.own()[other] == to && position.kin[other] == position.kin[pawn];
        to == HOME
            || way.foes & SAFE & (1 << to) == 0
                && (position.kin[pawn] == 0 || !(0..4).any(meets_kin))
    }

    /// Appends the moves of every different pawn by one number.
    #[inline]
    fn advances(&self, position: &Position, way: &Way, by: u8, out: &mut Vec<Move>) {
        let before = out.len();
        for pawn in 0..4 {
            if pawn > 0 && position.alike(pawn - 1, pawn)
                || !self.may_advance(position, way, pawn, by)
            {
                continue;
            }
            let action = Move::Advance {
                pawn: pawn as u8,
                by,
            };
            let shares = pawn > 0 && position.own()[pawn - 1] == position.own()[pawn];
            let repeats = shares
                && out[before..]
                    .last()
                    .is_some_and(|last| self.is_same(position, last, &action));
            if !repeats {
                out.push(action);
            }
        }
    }

    /// Do two moves lead to the same position? So it is for pawns on one space that were in different blockades, as soon
    /// as that does not matter any more.
    fn is_same(&self, position: &Position, one: &Move, other: &Move) -> bool {
        let after = |action| {
            let mut position = *position;
            self.play_unchecked(&mut position, action);
            position
        };
        after(one) == after(other)
    }

    /// Sends a foe on this place of the player's way back to its nest, if there is one, for the bonus.
    #[inline]
    fn capture(&self, position: &mut Position, place: u8) {
        let player = usize::from(position.player);
        for foe in (0..usize::from(self.seats)).filter(|&foe| foe != player) {
            for pawn in 0..4 {
                if self.translate(foe, position.pawns[foe][pawn], player) == Some(place) {
                    position.pawns[foe][pawn] = NEST;
                    position.pawns[foe].sort_unstable();
                    position.twenties += 1;
                    return;
                }
            }
        }
    }

    /// Goes on to the next roll when nothing is left to play.
    #[inline]
    fn go_on(&self, position: &mut Position) {
        if position.is_rolled() && position.doublets != 3 {
            return;
        }
        position.kin = [0; 4];
        if matches!(position.doublets, 0 | 3) {
            position.doublets = 0;
            position.player = (position.player + 1) % self.seats;
        }
    }

    fn roll(&self, position: &mut Position, high: u8, low: u8) {
        if high != low {
            position.doublets = 0;
            position.dice = [high, low, 0, 0];
            return;
        }
        position.doublets += 1;
        if position.doublets == 3 {
            return;
        }
        position.dice = [high, low, 0, 0];
        let own = *position.own();
        if own[0] != NEST {
            position.dice = [high, high, 7 - high, 7 - high];
            position.dice.sort_unstable_by(|one, other| other.cmp(one));
        }
        let mut name = 0;
        for pawn in 1..4 {
            if own[pawn] == own[pawn - 1] && (ENTRY..HOME).contains(&own[pawn]) {
                name += 1;
                (position.kin[pawn - 1], position.kin[pawn]) = (name, name);
            }
        }
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        Facts {
            name: Self::NAME.into(),
            players: COLOURS[..usize::from(self.seats)]
                .iter()
                .map(|&colour| colour.into())
                .collect(),
            sum: Sum::Constant(1.0),
            chance: true,
            hidden: false,
            unit: Unit::Counted("wins".into()),
            measure: None,
            utilities: (0.0, 1.0),
            longest: None,
        }
    }

    fn start(&self) -> Position {
        Position {
            pawns: [[NEST; 4]; 4],
            kin: [0; 4],
            dice: [0; 4],
            twenties: 0,
            tens: 0,
            doublets: 0,
            player: 0,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_won() {
            Turn::Over
        } else if position.is_rolled() {
            Turn::Player(position.player.into())
        } else {
            Turn::Chance
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.doublets == 3 {
            out.push(if position.foremost().is_some() {
                Move::Back
            } else {
                Move::Pass
            });
            return;
        }
        let way = self.way(position);
        if self.may_enter(position, &way) {
            out.push(Move::Enter);
            return;
        }
        let before = out.len();
        for (index, &die) in position.dice.iter().enumerate() {
            if die != 0 && (index == 0 || position.dice[index - 1] != die) {
                self.advances(position, &way, die, out);
            }
        }
        if out.len() == before {
            for (left, bonus) in [
                (position.twenties, CAPTURE_BONUS),
                (position.tens, HOME_BONUS),
            ] {
                if left > 0 {
                    self.advances(position, &way, bonus, out);
                }
            }
        }
        if out.len() == before {
            out.push(Move::Pass);
        }
    }

    fn chances(&self, _position: &Position, out: &mut Vec<(Move, f64)>) {
        for high in 1..=6 {
            for low in 1..=high {
                let ways = if high == low { 1.0 } else { 2.0 };
                out.push((Move::Roll(high, low), ways / 36.0));
            }
        }
    }

    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        let player = usize::from(position.player);
        match *action {
            Move::Roll(high, low) => return self.roll(position, high, low),
            Move::Enter => {
                if position.dice.contains(&5) {
                    position.take_die(5);
                } else {
                    position.dice = [0; 4];
                }
                position.pawns[player][0] = ENTRY;
                self.capture(position, ENTRY);
                position.sort();
            }
            Move::Advance { pawn, by } => {
                match by {
                    CAPTURE_BONUS => position.twenties -= 1,
                    HOME_BONUS => position.tens -= 1,
                    _ => position.take_die(by),
                }
                if by > 6 {
                    position.dice = [0; 4]; // no die could be moved
                }
                let place = &mut position.pawns[player][usize::from(pawn) % 4];
                *place += by;
                match *place {
                    HOME => position.tens += 1,
                    place => self.capture(position, place),
                }
                position.sort();
                if position.is_won() {
                    *position = Position {
                        pawns: position.pawns,
                        player: position.player,
                        ..self.start()
                    };
                    return;
                }
            }
            Move::Back => {
                if let Some(pawn) = position.foremost() {
                    position.pawns[player][pawn] = NEST;
                    position.sort();
                }
            }
            Move::Pass => {
                position.dice = [0; 4];
                (position.twenties, position.tens) = (0, 0);
            }
        }
        self.go_on(position);
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        f64::from(u8::from(usize::from(position.player) == player))
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let pip = 1.0 / f64::from(self.seats) / PIPS;
        FEATURES
            .iter()
            .zip(self.compared(position, player))
            .map(|(&(name, pips), amount)| Feature {
                name,
                weight: pips * pip,
                amount,
            })
            .collect()
    }

    /// Sums to 1 over the players, since every feature sums to 0.
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let share = 1.0 / f64::from(self.seats);
        let pips: f64 = FEATURES
            .iter()
            .zip(self.compared(position, player))
            .map(|((_, pips), amount)| pips * amount)
            .sum();
        (share + pips * share / PIPS).clamp(0.0, 1.0)
    }
}

impl Hints for Rules {}

impl Rules {
    /// A player's amount of each feature less the average of the others.
    fn compared(&self, position: &Position, player: usize) -> [f64; 5] {
        let mut compared = self.amounts(position, player);
        for other in (0..usize::from(self.seats)).filter(|&other| other != player) {
            for (amount, theirs) in compared.iter_mut().zip(self.amounts(position, other)) {
                *amount -= theirs / f64::from(self.seats - 1);
            }
        }
        compared
    }

    fn amounts(&self, position: &Position, player: usize) -> [f64; 5] {
        let pawns = position.pawns[player];
        let (mut way, mut nest, mut blockades, mut reach) = (0_u16, 0, 0, 0_u16);
        for (index, &place) in pawns.iter().enumerate() {
            way += u16::from(place);
            nest += u8::from(place == NEST);
            let together =
                index > 0 && pawns[index - 1] == place || index < 3 && pawns[index + 1] == place;
            if (ENTRY..=MOUTH).contains(&place) {
                blockades += u8::from(together); // counts both pawns
                if !together && SAFE >> place & 1 == 0 && self.in_reach(position, player, place) {
                    reach += u16::from(place);
                }
            }
        }
        let mine = usize::from(position.player) == player;
        let play: u16 = if mine {
            position.numbers().map(u16::from).sum()
        } else {
            0
        };
        [
            way.into(),
            play.into(),
            nest.into(),
            f64::from(blockades) / 2.0,
            reach.into(),
        ]
    }

    /// Could a foe land on this place of the player's way with one die, were nothing between?
    fn in_reach(&self, position: &Position, player: usize, place: u8) -> bool {
        let foes = (0..usize::from(self.seats)).filter(|&foe| foe != player);
        foes.filter_map(|foe| Some((foe, self.translate(player, place, foe)?)))
            .any(|(foe, target)| {
                position.pawns[foe]
                    .iter()
                    .any(|&from| from != NEST && from < target && target - from <= 6)
            })
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "parcheesi";
    const ALIASES: &'static [&'static str] = &["pachisi", "parchisi"];
    const SUMMARY: &'static str =
        "Two dice bring four pawns around the cross and home, past blockades and captures.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Parcheesi";
    const OPTIONS: &'static [OptionFact] = &[OptionFact {
        name: "seats",
        default: "4",
        meaning: "players, 2 to 4",
    }];

    fn with_options(options: &Options) -> Result<Rules, String> {
        Ok(Rules {
            seats: options.number("seats", 4, 2..=4)? as u8,
        })
    }
}
