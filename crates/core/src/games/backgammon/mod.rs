//! Backgammon: two armies of fifteen checkers race past each other and off the board, driven by two dice.
//!
//! Rules: the sheet of <https://bkgm.com/rules.html>; tournament rules for what concerns matches. In short: a checker moves
//! by the number of a die, onto a point without two checkers of the other side; a double is played four times. Landing on a
//! single checker hits it: it goes to the bar and must enter before its side moves anything else. Who has all checkers in
//! the home board bears them off. Both dice must be used if that is possible, in whichever order; if only one can be, the
//! larger if possible. The first to bear off all checkers wins: one point; two, a gammon, when the loser has borne off none;
//! three, a backgammon, when one of the loser's is besides still on the bar or in the winner's home board.
//!
//! How it is done here:
//!
//! - The game begins with one die each: the higher one begins, and plays both. Equal dice are rolled again, so that there
//!   are thirty openings. A text may also describe a position in which a side rolls both dice of its first turn.
//! - A move is a whole play. Plays that lead to the same position are one move.
//! - Points count as money (`match=0`), without the doubling cube unless `cube=on`. With it, who is to roll and may double
//!   chooses first: `roll` or `double`; then the other chooses `take` or `drop`. The cube goes up to 64. There are no
//!   beavers and no automatic doubles. With `jacoby=on` gammons count only after a double.
//! - With `match=5` the game is a whole match: a finished game is followed by the next opening roll until a side has five
//!   points; who wins the match gets 1. In the first game in which a side lacks only one point nobody may double, unless
//!   `crawford=off`.
//!
//! ```text
//!   13 14 15 16 17 18 |bar| 19 20 21 22 23 24      white's points: white moves from 24 to 1 and off,
//!    O           X    |   |  X              O      black the other way; black counts 24 where white counts 1
//!    O           X    |   |  X              O
//!    O           X    |   |  X                     a side is a number of four-bit counts by its own points:
//!    O                |   |  X                     bits 0–3    borne off
//!    O                |   |  X                     bits 4–7    on point 1
//!    X                |   |  O                     …
//!    X                |   |  O                     bits 96–99  on point 24
//!    X           O    |   |  O                     bits 100–   on the bar, as if on point 25
//!    X           O    |   |  O              X
//!    X           O    |   |  O              X      white's point p is black's point 25 − p
//!   12 11 10  9  8  7 |bar|  6  5  4  3  2  1
//! ```

pub mod bearoff;
mod evaluation;
mod identifier;
mod notation;
mod picture;
mod plays;
#[cfg(test)]
mod tests;
mod weights;

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Turn, Unit,
};
use crate::games::weights::{OPTION, chosen};
use plays::Roll;
use weights::Table;

const SIDES: [&str; 2] = ["white", "black"];
const CHECKERS: u32 = 15;
const BAR: u8 = 25;
/// The two-logarithm of the highest number on the cube.
const LARGEST_CUBE: u8 = 6;
/// Nobody owns the cube: it lies in the middle.
const CENTRED: u8 = 2;
/// The longest match.
const LONGEST_MATCH: usize = 64;

/// Both sides before the first roll.
const START: u128 = 5 << 24 | 3 << 32 | 5 << 52 | 2 << 96;

/// One to four steps of checkers, in the order they are made; or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Play {
    /// Where each step starts, by the player's own points, 25 for the bar; 0 for no step.
    from: [u8; 4],
    /// The die of each step.
    die: [u8; 4],
}

impl Play {
    /// The play with one more step.
    #[inline(always)]
    fn then(mut self, from: u32, die: u32) -> Play {
        let next = self.from.iter().position(|&from| from == 0).unwrap_or(3);
        (self.from[next], self.die[next]) = (from as u8, die as u8);
        self
    }

    /// Where each step starts and ends.
    #[inline(always)]
    fn steps(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let steps = self.from.into_iter().zip(self.die);
        steps
            .take_while(|(from, _)| *from != 0)
            .map(|(from, die)| (from.into(), from.saturating_sub(die).into()))
    }
}

/// What a player does or the dice bring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The dice, the larger first; in the opening white's first.
    Roll(u8, u8),
    /// Checkers are moved, as many as the dice allow.
    Play(Play),
    /// The cube stays as it is, and the dice are rolled.
    Stay,
    /// The cube is offered at twice its value.
    Double,
    /// The cube is taken.
    Take,
    /// The game is given up for the value of the cube before it was offered.
    Drop,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// Both roll one die.
    Opening,
    /// The player may double.
    Choose,
    /// The player rolls.
    Roll,
    /// The player moves.
    Move,
    /// The player has doubled; the other one takes or drops.
    Offered,
    /// The player has borne off everything, and there is no next game.
    Over,
    /// The player's double was dropped, and there is no next game.
    Dropped,
}

/// The checkers, the dice, the cube and the score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The checkers of each side, counted by its own points.
    sides: [u128; 2],
    /// The larger die first; zeros before the roll.
    dice: [u8; 2],
    /// Who rolls, has rolled or has doubled; who has won.
    player: u8,
    stage: Stage,
    /// The two-logarithm of the cube.
    cube: u8,
    /// Who alone may double, or [`CENTRED`].
    owner: u8,
    /// The points of each side in the match, before this game.
    score: [u8; 2],
    /// May nobody double in this game of a match?
    crawford: bool,
}

/// Backgammon for points or a match, with or without the cube.
#[derive(Clone)]
pub struct Rules {
    /// Is there a cube?
    cube: bool,
    /// Do gammons count only after a double, when points are money?
    jacoby: bool,
    /// Points that win the match; 0 when points are money.
    length: u8,
    /// Is there a game without doubles when a side lacks only one point?
    crawford: bool,
    /// The score to begin with.
    score: [u8; 2],
    weights: Arc<Table>,
}

/// How many checkers a side has on a point.
#[inline(always)]
fn count(side: u128, point: u8) -> u8 {
    (side >> (4 * point)) as u8 & 0xF
}

impl Position {
    /// The player's checkers, then the other side's.
    #[inline(always)]
    fn facing(&self) -> (u128, u128) {
        let player = usize::from(self.player);
        (self.sides[player], self.sides[1 - player])
    }

    /// How many times the stake the player with everything borne off wins: 1, 2 for a gammon, 3 for a backgammon.
    fn multiple(&self) -> u8 {
        let (_, loser) = self.facing();
        if count(loser, 0) > 0 {
            1
        } else if loser >> (4 * 19) == 0 {
            2
        } else {
            3
        }
    }
}

impl Rules {
    /// The points that the winner of a finished game gets.
    fn points(&self, position: &Position) -> u16 {
        let stake = 1 << position.cube;
        if position.stage == Stage::Dropped || self.jacoby && self.length == 0 && position.cube == 0
        {
            stake
        } else {
            stake * u16::from(position.multiple())
        }
    }

    /// The first position of a game at this score.
    fn opening(&self, score: [u8; 2], crawford: bool) -> Position {
        Position {
            sides: [START; 2],
            dice: [0; 2],
            player: 0,
            stage: Stage::Opening,
            cube: 0,
            owner: CENTRED,
            score,
            crawford,
        }
    }

    /// Does a side lack only one point?
    fn is_last_point(&self, score: [u8; 2]) -> bool {
        self.length > 0 && score.iter().any(|points| points + 1 == self.length)
    }

    fn may_double(&self, position: &Position) -> bool {
        self.cube
            && !position.crawford
            && position.cube < LARGEST_CUBE
            && (position.owner == CENTRED || position.owner == position.player)
    }

    /// The turn goes to the other side.
    #[inline(always)]
    fn pass_on(&self, position: &mut Position) {
        position.player = 1 - position.player;
        position.dice = [0; 2];
        position.stage = if self.may_double(position) {
            Stage::Choose
        } else {
            Stage::Roll
        };
    }

    /// The game is over, `stage` says how; in a match the next one may follow.
    fn finish(&self, position: &mut Position, stage: Stage) {
        (position.stage, position.dice) = (stage, [0; 2]);
        if self.length == 0 {
            return;
        }
        let mut score = position.score;
        let winner = usize::from(position.player);
        let points = u16::from(score[winner]) + self.points(position);
        if points >= u16::from(self.length) {
            return;
        }
        score[winner] = points as u8;
        // Once a side lacks one point, the game without doubles has been or is this one.
        let crawford =
            self.crawford && self.is_last_point(score) && !self.is_last_point(position.score);
        *position = self.opening(score, crawford);
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        let mut facts = Facts::duel(Self::NAME, SIDES[0], SIDES[1]);
        facts.chance = true;
        if self.length == 0 {
            let most = 3.0 * f64::from(1 << if self.cube { LARGEST_CUBE } else { 0 });
            facts.unit = Unit::Counted("points".into());
            facts.utilities = (-most, most);
        }
        facts
    }

    fn start(&self) -> Position {
        self.opening(self.score, self.crawford && self.is_last_point(self.score))
    }

    #[inline(always)]
    fn turn(&self, position: &Position) -> Turn {
        match position.stage {
            Stage::Opening | Stage::Roll => Turn::Chance,
            Stage::Choose | Stage::Move => Turn::Player(position.player.into()),
            Stage::Offered => Turn::Player(usize::from(1 - position.player)),
            Stage::Over | Stage::Dropped => Turn::Over,
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        match position.stage {
            Stage::Choose => out.extend([Move::Stay, Move::Double]),
            Stage::Offered => out.extend([Move::Take, Move::Drop]),
            _ => {
                let (own, other) = position.facing();
                Roll::new(own, other).plays(position.dice, |play| out.push(Move::Play(play)));
            }
        }
    }

    fn count_moves(&self, position: &Position, _buffer: &mut Vec<Move>) -> u64 {
        match position.stage {
            Stage::Over | Stage::Dropped => 0,
            Stage::Choose | Stage::Offered => 2,
            _ => {
                let (own, other) = position.facing();
                let mut count = 0;
                Roll::new(own, other).plays(position.dice, |_| count += 1);
                count
            }
        }
    }

    fn chances(&self, position: &Position, out: &mut Vec<(Move, f64)>) {
        for one in 1..=6 {
            if position.stage == Stage::Opening {
                let others = (1..=6).filter(|other| *other != one);
                out.extend(others.map(|other| (Move::Roll(one, other), 1.0 / 30.0)));
            } else {
                out.extend((1..one).map(|other| (Move::Roll(one, other), 2.0 / 36.0)));
                out.push((Move::Roll(one, one), 1.0 / 36.0));
            }
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        match action {
            Move::Roll(one, other) => {
                if position.stage == Stage::Opening {
                    position.player = u8::from(other > one);
                }
                position.dice = [*one.max(other), *one.min(other)];
                position.stage = Stage::Move;
            }
            Move::Play(play) => {
                let (own, other) = position.facing();
                let (own, other) = plays::played(own, other, play);
                let player = usize::from(position.player);
                (position.sides[player], position.sides[1 - player]) = (own, other);
                if own == u128::from(CHECKERS) {
                    self.finish(position, Stage::Over);
                } else {
                    self.pass_on(position);
                }
            }
            Move::Stay => position.stage = Stage::Roll,
            Move::Double => position.stage = Stage::Offered,
            Move::Take => {
                position.cube += 1;
                position.owner = 1 - position.player;
                position.stage = Stage::Roll;
            }
            Move::Drop => self.finish(position, Stage::Dropped),
        }
    }

    fn utility(&self, position: &Position, player: usize) -> f64 {
        let points = if self.length > 0 {
            1.0
        } else {
            f64::from(self.points(position))
        };
        if player == usize::from(position.player) {
            points
        } else {
            -points
        }
    }
}

impl Hints for Rules {
    /// Bear-offs with few checkers are looked up.
    fn solved(&self, position: &Position) -> Option<f64> {
        self.bear_off(position)
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "backgammon";
    const SUMMARY: &'static str =
        "Two dice bring fifteen checkers home and off the board, past blots and primes.";
    const RULES: &'static str = "https://bkgm.com/rules.html";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "cube",
            default: "off",
            meaning: "on: with the doubling cube",
        },
        OptionFact {
            name: "jacoby",
            default: "off",
            meaning: "on: gammons count only after a double, unless it is a match",
        },
        OptionFact {
            name: "match",
            default: "0",
            meaning: "points that win the match, 1 to 64; 0: points are money",
        },
        OptionFact {
            name: "score",
            default: "0-0",
            meaning: "points of white and black when the match begins",
        },
        OptionFact {
            name: "crawford",
            default: "on",
            meaning: "off: doubles are allowed even in the first game in which a side lacks one point",
        },
        OPTION,
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let switch =
            |name, words: [&str; 4]| Ok::<bool, String>(options.choice(name, &words)? % 2 == 1);
        let length = options.number("match", 0, 0..=LONGEST_MATCH)?;
        let changed = |text: &str| Table::changed(text).map(Arc::new);
        let weights = chosen(options, Table::standard, changed)?;
        Ok(Rules {
            cube: switch("cube", ["off", "on", "false", "true"])?,
            jacoby: switch("jacoby", ["off", "on", "false", "true"])?,
            length: length as u8,
            crawford: !switch("crawford", ["on", "off", "true", "false"])?,
            score: score(options.value("score").unwrap_or("0-0"), length)?,
            weights,
        })
    }
}

/// Reads a score such as `2-4` that does not end the match.
fn score(text: &str, length: usize) -> Result<[u8; 2], String> {
    let points = |word: &str| {
        let points: usize = word.trim().parse().ok()?;
        (points < length.max(1)).then_some(points as u8)
    };
    text.split_once('-')
        .and_then(|(white, black)| Some([points(white)?, points(black)?]))
        .ok_or_else(|| {
            let most = length.saturating_sub(1);
            format!(
                "option score is {}: it must be two numbers from 0 to {most}, such as \"0-{most}\"",
                crate::game::quoted(text)
            )
        })
}
