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

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Notation, OptionFact, Options, Sum, Turn, Unit,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl Notation for Rules {
    /// The places of everyone's pawns, the colour to play, what it plays and how many doublets in a row were rolled:
    /// `n.n.5a.5a/n.n.n.33 r 3-3 1`. The pawns of a blockade that stood when doublets were rolled have the same letter.
    fn text(&self, position: &Position) -> String {
        let mut text = String::new();
        for player in 0..usize::from(self.seats) {
            for pawn in 0..4 {
                text += if pawn > 0 {
                    "."
                } else if player > 0 {
                    "/"
                } else {
                    ""
                };
                text += &self.place_text(player, position.pawns[player][pawn]);
                if player == usize::from(position.player) {
                    text += ["", "a", "b"][usize::from(position.kin[pawn])];
                }
            }
        }
        let numbers: Vec<String> = position
            .numbers()
            .map(|number| number.to_string())
            .collect();
        let play = match self.turn(position) {
            Turn::Over => "over".into(),
            Turn::Chance => "roll".into(),
            Turn::Player(_) if position.doublets == 3 => "back".into(),
            Turn::Player(_) => numbers.join("-"),
        };
        format!(
            "{text} {} {play} {}",
            LETTERS[usize::from(position.player)],
            position.doublets
        )
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [pawns, colour, play, doublets] = words[..] else {
            return Err(format!(
                "a position is four words (pawns, colour, what it plays, doublets), not {}",
                words.len()
            ));
        };
        let seats = usize::from(self.seats);
        let mut position = self.start();
        position.player = LETTERS[..seats]
            .iter()
            .position(|letter| *letter == colour)
            .ok_or_else(|| {
                format!(
                    "\"{colour}\" is no colour: it is {}",
                    LETTERS[..seats].join(" or ")
                )
            })? as u8;
        position.doublets = match doublets {
            "0" | "1" | "2" | "3" => doublets.as_bytes()[0] - b'0',
            _ => {
                return Err(format!(
                    "\"{doublets}\" doublets in a row cannot be: it is 0 to 3"
                ));
            }
        };
        self.parse_pawns(pawns, &mut position)?;
        self.parse_play(play, &mut position)?;
        self.check_kin(&position)?;
        position.sort();
        Ok(position)
    }

    fn move_text(&self, position: &Position, action: &Move) -> String {
        match *action {
            Move::Roll(high, low) => format!("{high}-{low}"),
            Move::Enter => "enter".into(),
            Move::Advance { pawn, by } => format!("{}+{by}", self.pawn_name(position, pawn.into())),
            Move::Back => "back".into(),
            Move::Pass => "pass".into(),
        }
    }

    fn move_help(&self) -> Cow<'static, str> {
        "a move is a pawn's place and the number used, such as \"17+6\" or \"h2+3\", or \"enter\", \"back\" or \"pass\"; \
         a roll is two numbers, the higher first, such as \"6-4\""
            .into()
    }
}

impl Rules {
    fn place_text(&self, player: usize, place: u8) -> String {
        match place {
            NEST => "n".into(),
            HOME => "H".into(),
            ENTRY..=MOUTH => self.space(player, place).to_string(),
            _ => format!("h{}", place - MOUTH),
        }
    }

    /// What one of the player's pawns is called in moves: its place, and the letter of its blockade when pawns on that
    /// place differ in it.
    fn pawn_name(&self, position: &Position, pawn: usize) -> String {
        let place = position.own()[pawn];
        let name = self.place_text(position.player.into(), place);
        let differ =
            (0..4).any(|other| position.own()[other] == place && !position.alike(pawn, other));
        if differ {
            name + ["", "a", "b"][usize::from(position.kin[pawn])]
        } else {
            name
        }
    }

    fn parse_pawns(&self, text: &str, position: &mut Position) -> Result<(), String> {
        let groups: Vec<&str> = text.split('/').collect();
        if groups.len() != usize::from(self.seats) {
            return Err(format!(
                "there are {} seats, not {}",
                self.seats,
                groups.len()
            ));
        }
        let mut owners = [None; SPACES as usize + 1];
        for (player, group) in groups.iter().enumerate() {
            let colour = COLOURS[player];
            let names: Vec<&str> = group.split('.').collect();
            if names.len() != 4 {
                return Err(format!("{colour} has 4 pawns, not {}", names.len()));
            }
            for (pawn, name) in names.into_iter().enumerate() {
                let place = self.parse_place(player, name.trim_end_matches(['a', 'b']))?;
                let kin = match (place, name.as_bytes()) {
                    (_, [.., b'a' | b'b', b'a' | b'b']) | (NEST | HOME, [_, b'a' | b'b']) => {
                        return Err(format!("\"{name}\" cannot be in a blockade"));
                    }
                    (_, [.., b'a']) => 1,
                    (_, [.., b'b']) => 2,
                    _ => 0,
                };
                if player == usize::from(position.player) {
                    position.kin[pawn] = kin;
                } else if kin != 0 {
                    return Err(format!(
                        "{colour} is not to play, so \"{name}\" has no letter"
                    ));
                }
                position.pawns[player][pawn] = place;
                if (ENTRY..=MOUTH).contains(&place) {
                    let space = self.space(player, place);
                    let owner = owners[usize::from(space)].get_or_insert(player);
                    if *owner != player {
                        return Err(format!(
                            "{} and {colour} cannot both stand on {space}",
                            COLOURS[*owner]
                        ));
                    }
                }
            }
            let pawns = position.pawns[player];
            let crowded = |place: &&u8| pawns.iter().filter(|other| other == place).count() > 2;
            if let Some(&place) = pawns
                .iter()
                .filter(|place| (ENTRY..HOME).contains(*place))
                .find(crowded)
            {
                let place = self.place_text(player, place);
                return Err(format!("{colour} has more than 2 pawns on {place}"));
            }
            if player != usize::from(position.player) {
                position.pawns[player].sort_unstable();
            }
        }
        Ok(())
    }

    fn parse_place(&self, player: usize, name: &str) -> Result<u8, String> {
        let no_place = || format!("\"{name}\" is no place: it is n, 1 to 68, h1 to h7 or H");
        match name {
            "n" => return Ok(NEST),
            "H" => return Ok(HOME),
            _ => {}
        }
        let (digits, last) = name
            .strip_prefix('h')
            .map_or((name, SPACES), |digits| (digits, 7));
        let number: u8 = digits.parse().map_err(|_| no_place())?;
        if !(1..=last).contains(&number) || digits != number.to_string() {
            return Err(no_place());
        }
        if last == 7 {
            return Ok(MOUTH + number);
        }
        self.place(player, number)
            .ok_or_else(|| format!("{} never comes to {number}", COLOURS[player]))
    }

    fn parse_play(&self, play: &str, position: &mut Position) -> Result<(), String> {
        let seats = usize::from(self.seats);
        let winners: Vec<usize> = (0..seats)
            .filter(|&player| position.pawns[player] == [HOME; 4])
            .collect();
        match winners[..] {
            [] if play == "over" => {
                return Err("the game is over only when a colour has 4 pawns home".into());
            }
            [] => {}
            [winner] if play != "over" => {
                return Err(format!("{} has won, so it is \"over\"", COLOURS[winner]));
            }
            [winner] if winner == usize::from(position.player) && position.doublets == 0 => {
                return Ok(());
            }
            [winner] => {
                return Err(format!(
                    "{} has won, so it is \"{} over 0\"",
                    COLOURS[winner], LETTERS[winner]
                ));
            }
            _ => return Err("only one colour can have 4 pawns home".into()),
        }
        if (play == "back") != (position.doublets == 3) {
            return Err("after the third doublet, and only then, it is \"back\"".into());
        }
        if matches!(play, "back" | "roll") {
            return Ok(());
        }
        let mut dice = Vec::new();
        for number in play.split('-') {
            match number {
                "20" if position.twenties < 20 => position.twenties += 1,
                "10" if position.tens < 4 => position.tens += 1,
                "1" | "2" | "3" | "4" | "5" | "6" => dice.push(number.as_bytes()[0] - b'0'),
                _ => {
                    return Err(format!(
                        "\"{number}\" is nothing to play: it is roll, back, over or numbers (1 to 6, 20, 10) with - between"
                    ));
                }
            }
        }
        dice.sort_unstable_by(|one, other| other.cmp(one));
        let possible = match (position.doublets, &dice[..]) {
            (_, []) | (_, [_]) => true,
            (0, [high, low]) => high != low,
            (0, _) => false,
            (_, dice) => {
                let same = dice.iter().all(|die| *die == dice[0]);
                let opposite = dice
                    .iter()
                    .all(|die| *die == dice[0] || *die == 7 - dice[0]);
                let twice = dice
                    .iter()
                    .all(|die| dice.iter().filter(|other| *other == die).count() <= 2);
                twice && (same || opposite && !position.own().contains(&NEST))
            }
        };
        if !possible {
            return Err(format!(
                "\"{play}\" cannot be left of a roll with {} doublets and these pawns",
                position.doublets
            ));
        }
        position.dice[..dice.len()].copy_from_slice(&dice);
        Ok(())
    }

    /// Letters stand on pairs of pawns, and only while doublets are played.
    fn check_kin(&self, position: &Position) -> Result<(), String> {
        for kin in [1, 2] {
            let count = position.kin.iter().filter(|&&other| other == kin).count();
            if count != 0
                && (position.doublets == 0 || !position.is_rolled() || position.doublets == 3)
            {
                return Err("letters mark blockades only while doublets are played".into());
            }
            if count != 0 && count != 2 {
                return Err(format!("a blockade has 2 pawns, not {count}"));
            }
        }
        Ok(())
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

/// The middle of the picture; the board is 19 squares wide and high.
const MIDDLE: f64 = 9.5;

/// A point given for the player at the bottom, turned counterclockwise to another side.
fn turned((x, y): (f64, f64), side: u8) -> (f64, f64) {
    let (right, down) = (x - MIDDLE, y - MIDDLE);
    match side {
        0 => (x, y),
        1 => (MIDDLE + down, MIDDLE - right),
        2 => (MIDDLE - right, MIDDLE - down),
        _ => (MIDDLE - down, MIDDLE + right),
    }
}

/// The middle of a space: 17 to a side, from the mouth up the right column of the bottom arm and out along the next arm.
fn space_point(space: u8) -> (f64, f64) {
    let (side, step) = (space % SPACES / 17, space % 17);
    let point = match step {
        0 => (9.5, 18.5),
        1..=8 => (10.5, 19.5 - f64::from(step)),
        _ => (f64::from(step) + 2.5, 10.5),
    };
    turned(point, side)
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(19.0, 21.0);
        picture.add(
            Shape::new(Form::Square, MIDDLE, MIDDLE)
                .size(19.0, 19.0)
                .fill(Paint::Board),
        );
        self.draw_spaces(position, &mut picture);
        for player in 0..usize::from(self.seats) {
            self.draw_nest(position, player, &mut picture);
        }
        for player in 0..usize::from(self.seats) {
            for pawn in 0..4 {
                self.draw_pawn(position, player, pawn, &mut picture);
            }
        }
        self.draw_dice(position, &mut picture);
        picture
    }

    /// The pawn; then the die or bonus, when the pawn could use several.
    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match *action {
            Move::Roll(..) | Move::Pass => Vec::new(),
            Move::Enter => vec!["n".into()],
            Move::Back => position
                .foremost()
                .map(|pawn| self.pawn_name(position, pawn))
                .into_iter()
                .collect(),
            Move::Advance { pawn, by } => {
                let mut moves = Vec::new();
                self.moves(position, &mut moves);
                let same = |other: &&Move| matches!(other, Move::Advance { pawn: other, .. } if *other == pawn);
                let name = self.pawn_name(position, pawn.into());
                if moves.iter().filter(same).count() == 1 {
                    vec![name]
                } else {
                    vec![name, format!("+{by}")]
                }
            }
        }
    }
}

impl Rules {
    fn draw_spaces(&self, position: &Position, picture: &mut Picture) {
        let players = || 0..usize::from(self.seats);
        for space in 1..=SPACES {
            let (x, y) = space_point(space);
            let safe = matches!(space % 17, 0 | 5 | 12);
            let is_free = !players().any(|player| {
                self.place(player, space)
                    .is_some_and(|place| position.pawns[player].contains(&place))
            });
            let entry = players().find(|&player| self.space(player, ENTRY) == space);
            let kind = match entry {
                Some(player) => format!(", {} enters here", COLOURS[player]),
                None if safe => ", safe".into(),
                None => String::new(),
            };
            let square = Shape::new(Form::Square, x, y)
                .fill(if safe { Paint::Dark } else { Paint::Light })
                .title(format!("space {space}{kind}"));
            picture.add(match (is_free, entry, safe) {
                (false, _, _) => square,
                (true, Some(player), _) => square.text("◆", Paint::Player(player)),
                (true, None, true) => square.text("◇", Paint::Ink),
                (true, None, false) => square.text(space.to_string(), Paint::Faint),
            });
        }
        for side in 0..4 {
            let owner = players().find(|&player| self.side(player) == side);
            for step in 1..=7 {
                let (x, y) = turned((9.5, 18.5 - f64::from(step)), side);
                let is_free =
                    owner.is_none_or(|player| !position.pawns[player].contains(&(MOUTH + step)));
                let colour = owner.map_or("nobody", |player| COLOURS[player]);
                let square = Shape::new(Form::Square, x, y)
                    .fill(owner.map_or(Paint::Board, Paint::Player))
                    .title(format!("home path of {colour}, space {step}"));
                let named = is_free && owner.is_some();
                picture.add(if named {
                    square.text(format!("h{step}"), Paint::Ink)
                } else {
                    square
                });
            }
        }
        picture.add(
            Shape::new(Form::Square, MIDDLE, MIDDLE)
                .size(3.0, 3.0)
                .fill(Paint::Light)
                .title("home"),
        );
        picture.add(
            Shape::new(Form::Label, MIDDLE, MIDDLE)
                .size(1.6, 0.6)
                .text("home", Paint::Faint),
        );
    }

    fn draw_nest(&self, position: &Position, player: usize, picture: &mut Picture) {
        let side = self.side(player);
        let (x, y) = turned((15.0, 15.0), side);
        let colour = COLOURS[player];
        if player == usize::from(position.player) {
            picture.add(Shape::new(Form::Pit, x, y).size(6.6, 6.6).fill(Paint::Mark));
        }
        picture.add(
            Shape::new(Form::Pit, x, y)
                .size(6.0, 6.0)
                .fill(Paint::Player(player)),
        );
        picture.add(
            Shape::new(Form::Pit, x, y)
                .size(4.8, 4.8)
                .fill(Paint::Light)
                .title(format!("nest of {colour}")),
        );
        picture.add(
            Shape::new(Form::Label, x, y)
                .size(4.0, 0.7)
                .text(colour, Paint::Ink),
        );
    }

    fn draw_pawn(&self, position: &Position, player: usize, pawn: usize, picture: &mut Picture) {
        let pawns = position.pawns[player];
        let place = pawns[pawn];
        let side = self.side(player);
        let place_name = match place {
            NEST => "in the nest".into(),
            HOME => "home".into(),
            _ => format!("on {}", self.place_text(player, place)),
        };
        let column = pawn as f64;
        let ((x, y), size) = match place {
            NEST => {
                let (x, y) = turned((15.0, 15.0), side);
                let (right, down) = ([-1.2, 1.2][pawn % 2], [-1.2, 1.2][pawn / 2]);
                ((x + right, y + down), 1.2)
            }
            HOME => (
                turned((MIDDLE - 0.75 + 0.5 * column, MIDDLE + 1.1), side),
                0.46,
            ),
            _ => {
                let (x, y) = match place {
                    ENTRY..=MOUTH => space_point(self.space(player, place)),
                    _ => turned((9.5, 18.5 - f64::from(place - MOUTH)), side),
                };
                let before = pawn > 0 && pawns[pawn - 1] == place;
                let after = pawn < 3 && pawns[pawn + 1] == place;
                match (before, after) {
                    (false, false) => ((x, y), 0.8),
                    (false, true) => ((x - 0.25, y), 0.48),
                    (true, _) => ((x + 0.25, y), 0.48),
                }
            }
        };
        // A light ring keeps the pawn apart from a nest or home path of its own colour.
        picture.add(
            Shape::new(Form::Disc, x, y)
                .size(size, size)
                .fill(Paint::Light),
        );
        let disc = Shape::new(Form::Disc, x, y)
            .size(size * 0.84, size * 0.84)
            .fill(Paint::Player(player))
            .title(format!("{} pawn {place_name}", COLOURS[player]));
        let is_movable = player == usize::from(position.player) && place != HOME;
        picture.add(if is_movable {
            disc.site(self.pawn_name(position, pawn))
        } else {
            disc
        });
    }

    /// Below the board: who plays, the dice that are left, the bonuses.
    fn draw_dice(&self, position: &Position, picture: &mut Picture) {
        let colour = COLOURS[usize::from(position.player)];
        let turn = self.turn(position);
        let says = match turn {
            Turn::Over => format!("{colour} has won"),
            Turn::Chance => format!("{colour} rolls"),
            Turn::Player(_) if position.doublets == 3 => format!("{colour}: third doublet"),
            Turn::Player(_) => format!("{colour} plays"),
        };
        picture.add(
            Shape::new(Form::Label, 4.5, 20.1)
                .size(8.0, 0.9)
                .text(says, Paint::Ink),
        );
        let mut x = 10.0;
        if turn == Turn::Chance {
            for _ in 0..2 {
                picture.add(
                    Shape::new(Form::Die, x, 20.1)
                        .size(1.2, 1.2)
                        .fill(Paint::Light)
                        .title("die, not rolled yet"),
                );
                x += 1.5;
            }
        }
        for die in position.dice.into_iter().filter(|&die| die != 0) {
            picture.add(
                Shape::new(Form::Die, x, 20.1)
                    .size(1.2, 1.2)
                    .fill(Paint::Light)
                    .text(die.to_string(), Paint::Ink)
                    .site(format!("+{die}"))
                    .title(format!("die of {die}")),
            );
            x += 1.5;
        }
        for (left, bonus) in [
            (position.twenties, CAPTURE_BONUS),
            (position.tens, HOME_BONUS),
        ] {
            if left > 0 {
                let times = if left > 1 {
                    format!("{left}×{bonus}")
                } else {
                    format!("+{bonus}")
                };
                picture.add(
                    Shape::new(Form::Pit, x + 0.1, 20.1)
                        .size(1.4, 1.2)
                        .fill(Paint::Mark)
                        .text(times, Paint::Ink)
                        .site(format!("+{bonus}"))
                        .title(format!("bonus of {bonus}, {left} left")),
                );
                x += 1.6;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{Effort, check};

    const TWO: Rules = Rules { seats: 2 };

    fn read(text: &str) -> Position {
        TWO.parse(text).unwrap()
    }

    fn moves(text: &str) -> Vec<String> {
        let position = read(text);
        TWO.actions(&position)
            .iter()
            .map(|action| TWO.move_text(&position, action))
            .collect()
    }

    /// The position after these moves.
    fn after(text: &str, line: &[&str]) -> String {
        let mut position = read(text);
        for wanted in line {
            let action = TWO
                .actions(&position)
                .into_iter()
                .find(|action| TWO.move_text(&position, action) == *wanted);
            TWO.play_unchecked(
                &mut position,
                &action.unwrap_or_else(|| panic!("{wanted} is not legal")),
            );
        }
        TWO.text(&position)
    }

    #[test]
    fn a_five_must_bring_a_pawn_out() {
        assert_eq!(moves("n.n.n.20/n.n.n.n r 5-3 0"), ["enter"]);
        assert_eq!(moves("n.n.5.20/n.n.n.n r 3 0"), ["5+3", "20+3"]);
        assert_eq!(
            after("n.n.n.20/n.n.n.n r 3-2 0", &["enter"]),
            "n.n.5.20/n.n.n.n y roll 0"
        );
        assert_eq!(
            after("n.n.n.20/n.n.n.n r 5-5 1", &["enter", "enter"]),
            "n.5.5.20/n.n.n.n r roll 1"
        );
        assert_eq!(
            after("n.15.16.20/n.n.n.n r 5-5 1", &["enter", "5+5"]),
            "10.15.16.20/n.n.n.n r roll 1"
        );
    }

    #[test]
    fn a_five_that_cannot_enter_is_moved() {
        let blocked = "n.5.5.20/n.n.n.n r 5-3 0";
        assert_eq!(moves(blocked), ["5+5", "20+5", "5+3", "20+3"]);
        assert_eq!(
            after(blocked, &["5+3", "enter"]),
            "5.5.8.20/n.n.n.n y roll 0"
        );
        assert_eq!(
            moves("n.5.5.20/n.n.n.n r 4-1 0"),
            ["5+4", "20+4", "5+1", "20+1"]
        );
    }

    #[test]
    fn nobody_passes_or_joins_a_blockade() {
        assert_eq!(moves("n.n.n.20/n.n.25.25 r 6-4 0"), ["20+4"]);
        assert_eq!(moves("20.H.H.H/n.n.25.25 r 5-1 0"), ["20+1"]);
        assert_eq!(moves("20.25.25.H/n.n.n.n r 6-5 0"), ["25+6", "25+5"]);
        assert_eq!(moves("h1.h3.h3.H/n.n.n.n r 4-2 0"), ["h3+4", "h3+2"]);
        assert_eq!(moves("n.n.n.n/n.n.5.5 r 5-1 0"), ["pass"]);
    }

    #[test]
    fn a_capture_sends_back_and_earns_twenty_after_the_dice() {
        let line = ["20+3", "23+1", "24+20"];
        let start = "n.n.n.20/n.n.n.23 r 3-1 0";
        assert_eq!(after(start, &line[..1]), "n.n.n.23/n.n.n.n r 1-20 0");
        assert_eq!(moves("n.n.n.23/n.n.n.n r 1-20 0"), ["23+1"]);
        assert_eq!(after(start, &line), "n.n.n.44/n.n.n.n y roll 0");
        assert_eq!(
            after("n.n.20.24/n.n.n.44 r 20 0", &["24+20", "20+20"]),
            "n.n.40.44/n.n.n.n y roll 0"
        );
        assert_eq!(
            after("h1.H.H.H/n.n.n.n r 20 0", &["pass"]),
            "h1.H.H.H/n.n.n.n y roll 0"
        );
    }

    #[test]
    fn bonuses_come_when_no_die_can_be_moved() {
        assert_eq!(moves("n.n.28.h5/n.n.n.32 r 4-20 0"), ["28+4"]);
        assert_eq!(moves("n.n.28.h5/n.n.n.34 r 6-20 0"), ["28+20"]);
        assert_eq!(
            after("n.n.28.h5/n.n.n.34 r 6-20 0", &["28+20"]),
            "n.n.48.h5/n.n.n.34 y roll 0"
        );
        assert_eq!(
            after("n.n.n.h5/n.n.n.n r 6-20-10 0", &["pass"]),
            "n.n.n.h5/n.n.n.n y roll 0"
        );
    }

    #[test]
    fn home_is_reached_by_exact_count_and_earns_ten() {
        assert_eq!(moves("20.h3.H.H/n.n.n.n r 6-5 0"), ["20+6", "20+5", "h3+5"]);
        let home = after("20.h3.H.H/n.n.n.n r 6-5 0", &["h3+5"]);
        assert_eq!(home, "20.H.H.H/n.n.n.n r 6-10 0");
        assert_eq!(
            after(&home, &["20+6", "26+10"]),
            "36.H.H.H/n.n.n.n y roll 0"
        );
        assert_eq!(moves("66.H.H.H/n.n.n.n r 20-10 0"), ["66+10"]);
    }

    #[test]
    fn a_safe_space_is_shared_with_no_foe() {
        assert_eq!(moves("20.H.H.H/n.n.n.22 r 4-2 0"), ["20+4"]);
        assert_eq!(moves("20.H.H.H/n.n.n.23 r 4-3 0"), ["20+4", "20+3"]);
        assert_eq!(moves("20.22.H.H/n.n.n.n r 2 0"), ["20+2", "22+2"]);
    }

    #[test]
    fn only_entering_captures_on_a_safe_space() {
        assert_eq!(
            after("n.n.n.n/n.n.n.5 r 5-1 0", &["enter"]),
            "n.n.n.5/n.n.n.n r 1-20 0"
        );
    }

    #[test]
    fn the_third_doublet_sends_the_foremost_pawn_back() {
        let line = ["4-4", "back"];
        assert_eq!(
            after("n.20.h2.H/n.n.n.n r roll 2", &line[..1]),
            "n.20.h2.H/n.n.n.n r back 3"
        );
        assert_eq!(
            after("n.20.h2.H/n.n.n.n r roll 2", &line),
            "n.n.20.H/n.n.n.n y roll 0"
        );
        assert_eq!(
            after("n.n.n.H/n.n.n.n r roll 2", &["4-4", "pass"]),
            "n.n.n.H/n.n.n.n y roll 0"
        );
        assert_eq!(
            after("n.n.n.H/n.n.n.n r roll 2", &["4-3"]),
            "n.n.n.H/n.n.n.n r 4-3 0"
        );
    }

    #[test]
    fn doublets_count_fourteen_when_the_nest_is_empty() {
        assert_eq!(
            after("20.30.40.H/n.n.n.n r roll 0", &["1-1"]),
            "20.30.40.H/n.n.n.n r 6-6-1-1 1"
        );
        assert_eq!(
            after("n.30.40.H/n.n.n.n r roll 0", &["1-1"]),
            "n.30.40.H/n.n.n.n r 1-1 1"
        );
        let line = ["1-1", "20+6", "26+6", "32+1", "33+1"];
        assert_eq!(
            after("20.30.40.H/n.n.n.n r roll 1", &line),
            "30.34.40.H/n.n.n.n r roll 2"
        );
    }

    #[test]
    fn a_blockade_does_not_move_together_on_doublets() {
        let start = "20.20.H.H/n.n.n.n r roll 0";
        assert_eq!(after(start, &["3-3"]), "20a.20a.H.H/n.n.n.n r 4-4-3-3 1");
        assert_eq!(
            moves("20a.24a.H.H/n.n.n.n r 4-3-3 1"),
            ["24+4", "20+3", "24+3"]
        );
        assert_eq!(
            after(start, &["3-3", "20+4", "24+3", "20+4", "27+3"]),
            "24.30.H.H/n.n.n.n r roll 1"
        );
        assert_eq!(
            moves("20.24.H.H/n.n.n.n r 4-3-3 1"),
            ["20+4", "24+4", "20+3", "24+3"]
        );
        assert_eq!(
            moves("20a.23.23a.H/n.n.n.n r 4-3 1"),
            ["23+4", "23a+4", "23+3", "23a+3"]
        );
        assert_eq!(moves("20a.23.23a.H/n.n.n.n r 4 1"), ["23+4"]);
    }

    #[test]
    fn the_names_of_blockades_do_not_matter() {
        assert_eq!(
            read("20b.20b.30a.31a/n.n.n.n r 6 1"),
            read("31b.20a.30b.20a/n.n.n.n r 6 1")
        );
        assert_eq!(
            after("h7b.h7b.30a.32a/n.n.n.n r 6-1 1", &["h7+1"]),
            "30a.32a.h7.H/n.n.n.n r 6-10 1"
        );
    }

    #[test]
    fn who_cannot_move_passes() {
        assert_eq!(
            after("n.n.n.n/n.n.n.n r 6-4 0", &["pass"]),
            "n.n.n.n/n.n.n.n y roll 0"
        );
        assert_eq!(
            after("n.n.n.n/n.n.n.n r 6-6 1", &["pass"]),
            "n.n.n.n/n.n.n.n r roll 1"
        );
    }

    #[test]
    fn four_pawns_home_win_at_once() {
        let won = read(&after("h1.H.H.H/n.n.n.n r 6-1 1", &["h1+1", "h2+6"]));
        assert_eq!(TWO.text(&won), "H.H.H.H/n.n.n.n r over 0");
        assert_eq!(TWO.turn(&won), Turn::Over);
        assert_eq!([0, 1].map(|player| TWO.utility(&won, player)), [1.0, 0.0]);
    }

    #[test]
    fn two_sit_opposite_and_the_turn_passes_to_the_left() {
        let entries = |seats| -> Vec<u8> {
            (0..usize::from(seats))
                .map(|player| Rules { seats }.space(player, ENTRY))
                .collect()
        };
        assert_eq!(entries(2), [5, 39]);
        assert_eq!(entries(3), [5, 56, 39]);
        assert_eq!(entries(4), [5, 56, 39, 22]);
    }

    #[test]
    fn every_number_of_seats_passes_the_battery() {
        for seats in [2, 3] {
            let effort = Effort {
                positions: 500,
                games: 3,
                seed: 1,
            };
            let summary = check(&Rules { seats }, effort)
                .unwrap_or_else(|fault| panic!("{seats} seats: {fault}"));
            assert!(summary.finished > 0);
        }
    }

    #[test]
    fn estimates_sum_to_one_and_stay_between_0_and_1() {
        for text in [
            "n.n.n.n/n.n.n.n r roll 0",
            "n.n.n.n/h7.H.H.H r roll 0",
            "57.57.58.58/n.n.n.n r 6-20-20-10 0",
            "20.30.40.h1/19.22.33.H y 6-6-1 1",
        ] {
            let values = [0, 1].map(|player| TWO.evaluate(&read(text), player));
            assert!((values[0] + values[1] - 1.0).abs() < 1e-9, "{text}");
            assert!(
                values.iter().all(|value| 0.0 < *value && *value < 1.0),
                "{text}"
            );
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        for (text, reason) in [
            (
                "n.n.n.n/n.n.n.n r roll",
                "a position is four words (pawns, colour, what it plays, doublets), not 3",
            ),
            (
                "n.n.n.n/n.n.n.n g roll 0",
                "\"g\" is no colour: it is r or y",
            ),
            (
                "n.n.n.n/n.n.n.n r roll 4",
                "\"4\" doublets in a row cannot be: it is 0 to 3",
            ),
            ("n.n.n.n r roll 0", "there are 2 seats, not 1"),
            ("n.n.n/n.n.n.n r roll 0", "red has 4 pawns, not 3"),
            (
                "n.n.n.69/n.n.n.n r roll 0",
                "\"69\" is no place: it is n, 1 to 68, h1 to h7 or H",
            ),
            (
                "n.n.n.h8/n.n.n.n r roll 0",
                "\"h8\" is no place: it is n, 1 to 68, h1 to h7 or H",
            ),
            (
                "n.n.n.07/n.n.n.n r roll 0",
                "\"07\" is no place: it is n, 1 to 68, h1 to h7 or H",
            ),
            (
                "n.n.n.x/n.n.n.n r roll 0",
                "\"x\" is no place: it is n, 1 to 68, h1 to h7 or H",
            ),
            ("n.n.n.4/n.n.n.n r roll 0", "red never comes to 4"),
            ("n.9.9.9/n.n.n.n r roll 0", "red has more than 2 pawns on 9"),
            (
                "n.n.n.9/n.n.n.9 r roll 0",
                "red and yellow cannot both stand on 9",
            ),
            (
                "n.n.na.9a/n.n.n.n r 3-3 1",
                "\"na\" cannot be in a blockade",
            ),
            (
                "n.n.9ab.9a/n.n.n.n r 3-3 1",
                "\"9ab\" cannot be in a blockade",
            ),
            (
                "n.n.n.n/n.n.9a.9a r 3-3 1",
                "yellow is not to play, so \"9a\" has no letter",
            ),
            (
                "n.n.9a.9a/n.n.n.n r 3-2 0",
                "letters mark blockades only while doublets are played",
            ),
            (
                "n.n.9a.9a/n.n.n.n r roll 1",
                "letters mark blockades only while doublets are played",
            ),
            ("n.n.n.9a/n.n.n.n r 3-3 1", "a blockade has 2 pawns, not 1"),
            (
                "n.n.n.n/n.n.n.n r over 0",
                "the game is over only when a colour has 4 pawns home",
            ),
            ("H.H.H.H/n.n.n.n r roll 0", "red has won, so it is \"over\""),
            (
                "H.H.H.H/n.n.n.n y over 0",
                "red has won, so it is \"r over 0\"",
            ),
            (
                "H.H.H.H/H.H.H.H r over 0",
                "only one colour can have 4 pawns home",
            ),
            (
                "n.n.n.n/n.n.n.n r roll 3",
                "after the third doublet, and only then, it is \"back\"",
            ),
            (
                "n.n.n.n/n.n.n.n r back 2",
                "after the third doublet, and only then, it is \"back\"",
            ),
            (
                "n.n.n.n/n.n.n.n r 7-3 0",
                "\"7\" is nothing to play: it is roll, back, over or numbers (1 to 6, 20, 10) with - between",
            ),
            (
                "n.n.n.n/n.n.n.n r 3-3 0",
                "\"3-3\" cannot be left of a roll with 0 doublets and these pawns",
            ),
            (
                "n.n.n.n/n.n.n.n r 4-3 1",
                "\"4-3\" cannot be left of a roll with 1 doublets and these pawns",
            ),
            (
                "9.9.8.8/n.n.n.n r 4-4-4 1",
                "\"4-4-4\" cannot be left of a roll with 1 doublets and these pawns",
            ),
        ] {
            assert_eq!(TWO.parse(text), Err(reason.into()), "{text}");
        }
    }
}
