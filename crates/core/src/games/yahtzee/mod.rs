//! Yahtzee for one player: thirteen turns of up to three rolls, each turn scored in a box of its own.
//!
//! Rules: <https://www.hasbro.com/common/instruct/Yahtzee.pdf>. A turn rolls five dice, then up to twice keeps some and
//! rolls the others, then scores in an open box. Upper boxes that sum to 63 or more bring 35 points. Five equal dice once
//! the yahtzee box holds 50 bring 100 points more. The option `joker` says where five equal dice go once the yahtzee box
//! is filled, with 50 or with 0:
//!
//! | `joker` | boxes | full house and straights count in full |
//! |---|---|---|
//! | forced | the matching upper box; if that is filled any open lower box; if there is none any open upper box, for 0 | always |
//! | free | any open box | when the matching upper box is filled |
//! | none | any open box, and there are no 100 points | never |
//!
//! ```text
//!   face    6    5    4    3    2    1        some dice are one number with four bits for each face, so that
//!   bits  23–20 …    …    …    …   3–0        putting dice together is addition: 0x200101 is 1366
//! ```

mod notation;
mod picture;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Sum, Turn,
    Unit,
};
use crate::picture::{Form, Paint, Picture, Shape};

const BOXES: usize = 13;
/// The first of the lower boxes.
const LOWER: usize = 6;
const THREE: usize = 6;
const FOUR: usize = 7;
const FULL_HOUSE: usize = 8;
const SMALL: usize = 9;
const LARGE: usize = 10;
const CHANCE: usize = 11;
const YAHTZEE: usize = 12;

const NAMES: [&str; BOXES] = [
    "aces",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three-of-a-kind",
    "four-of-a-kind",
    "full-house",
    "small-straight",
    "large-straight",
    "chance",
    "yahtzee",
];

/// The score of an open box.
const OPEN: u8 = u8::MAX;
const UPPER_GOAL: u16 = 63;
const UPPER_BONUS: u16 = 35;
const YAHTZEE_BONUS: u16 = 100;
/// Chance alone brings five points at least.
const LOWEST: f64 = 5.0;
const WITHOUT_BONUSES: f64 = 375.0;

/// About what each box brings on average in good play; three of a face for the upper boxes of high faces and less for the
/// low ones, which are the first to be given up.
const TYPICAL: [f64; BOXES] = [
    2.0, 5.0, 8.5, 12.0, 15.5, 19.0, 21.5, 13.0, 22.5, 29.5, 32.5, 22.0, 17.0,
];

/// Some dice, up to five, as drawn above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dice(u32);

/// What the player does, or a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance: what the dice that were not kept show.
    Roll(Dice),
    /// Keeps these dice and rolls the others.
    Keep(Dice),
    /// Scores in the box of this number.
    Score(u8),
}

/// The score card and the dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    scores: [u8; BOXES],
    /// How often 100 points were won.
    extra: u8,
    /// All five after a roll, otherwise those kept.
    dice: Dice,
    /// Rolls left in this turn: 3 before the first.
    rolls: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Joker {
    Forced,
    Free,
    None,
}

/// Yahtzee with this option.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    joker: Joker,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            joker: Joker::Forced,
        }
    }
}

impl Dice {
    #[inline]
    fn count(self, face: u32) -> u32 {
        self.0 >> (4 * (face - 1)) & 15
    }

    #[inline]
    fn of(face: u32, count: u32) -> Dice {
        Dice(count << (4 * (face - 1)))
    }

    #[inline]
    fn and(self, other: Dice) -> Dice {
        Dice(self.0 + other.0)
    }

    #[inline]
    fn len(self) -> u32 {
        // The product gathers the sum of all digits in the digit above the sixth.
        (self.0.wrapping_mul(0x11_1111) >> 20) & 15
    }

    fn sum(self) -> u32 {
        (1..=6).map(|face| face * self.count(face)).sum()
    }

    /// The largest number of equal dice.
    fn most(self) -> u32 {
        (1..=6).map(|face| self.count(face)).max().unwrap_or(0)
    }

    /// The face that all five dice show, if they do.
    #[inline]
    fn five(self) -> Option<u32> {
        (1..=6).find(|face| self == Dice::of(*face, 5))
    }

    /// Are there this many faces in a row?
    fn has_run(self, length: u32) -> bool {
        let faces = (1..=6)
            .filter(|face| self.count(*face) > 0)
            .fold(0_u32, |faces, face| faces | 1 << face);
        let run = (1_u32 << length) - 1;
        (1..=7 - length).any(|first| faces >> first & run == run)
    }

    /// Faces from low to high.
    fn faces(self) -> impl Iterator<Item = u32> {
        (1..=6).flat_map(move |face| (0..self.count(face)).map(move |_| face))
    }

    /// Calls `found` with every choice of these dice, none first, all last.
    fn choices(self, mut found: impl FnMut(Dice)) {
        // Counts up, each digit to the number of dice with its face.
        let mut chosen = 0_u32;
        loop {
            found(Dice(chosen));
            let mut face = 0;
            loop {
                if face == 24 {
                    return;
                }
                if chosen >> face & 15 < self.0 >> face & 15 {
                    chosen += 1 << face;
                    break;
                }
                chosen &= !(15 << face);
                face += 4;
            }
        }
    }

    fn text(self) -> String {
        self.faces().map(|face| face.to_string()).collect()
    }
}

/// What `n` dice can show, with probabilities: `ROLLS[n]`.
static ROLLS: LazyLock<[Vec<(Move, f64)>; 6]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let number = number as u32;
        let mut rolls = Vec::new();
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        Dice(0x55_5555).choices(|dice| {
            if dice.faces().count() as u32 == number {
                let orders = factorial(number)
                    / (1..=6)
                        .map(|face| factorial(dice.count(face)))
                        .product::<f64>();
                rolls.push((Move::Roll(dice), orders / 6_f64.powi(number as i32)));
            }
        });
        rolls.sort_by_key(|(roll, _)| match roll {
            Move::Roll(dice) => dice.text(),
            _ => String::new(),
        });
        rolls
    })
});

impl Position {
    #[inline]
    fn is_open(&self, number: usize) -> bool {
        self.scores[number] == OPEN
    }

    fn upper(&self) -> u16 {
        self.scores[..LOWER]
            .iter()
            .filter(|score| **score != OPEN)
            .map(|score| u16::from(*score))
            .sum()
    }

    fn total(&self) -> u16 {
        let boxes: u16 = self
            .scores
            .iter()
            .filter(|score| **score != OPEN)
            .map(|score| u16::from(*score))
            .sum();
        let bonus = if self.upper() >= UPPER_GOAL {
            UPPER_BONUS
        } else {
            0
        };
        boxes + bonus + u16::from(self.extra) * YAHTZEE_BONUS
    }

    #[inline]
    fn is_over(&self) -> bool {
        !self.scores.contains(&OPEN)
    }

    /// The face of five equal dice that come when the yahtzee box is filled.
    #[inline]
    fn later_yahtzee(&self) -> Option<usize> {
        if self.is_open(YAHTZEE) {
            None
        } else {
            self.dice.five().map(|face| face as usize)
        }
    }
}

impl Rules {
    /// May these dice, all five, be scored in this open box?
    fn allows(&self, position: &Position, number: usize) -> bool {
        match (self.joker, position.later_yahtzee()) {
            (Joker::Forced, Some(face)) => {
                if position.is_open(face - 1) {
                    number == face - 1
                } else {
                    number >= LOWER || (LOWER..BOXES).all(|lower| !position.is_open(lower))
                }
            }
            _ => true,
        }
    }

    /// What these dice, all five, score in this box, without the bonuses.
    fn points(&self, position: &Position, number: usize) -> u8 {
        let dice = position.dice;
        let joker = position.later_yahtzee().is_some_and(|face| {
            self.joker == Joker::Forced || self.joker == Joker::Free && !position.is_open(face - 1)
        });
        let fixed = |holds: bool, points: u32| if holds || joker { points } else { 0 };
        let points = match number {
            THREE if dice.most() >= 3 => dice.sum(),
            FOUR if dice.most() >= 4 => dice.sum(),
            THREE | FOUR => 0,
            FULL_HOUSE => fixed(
                dice.most() == 3 && (1..=6).any(|face| dice.count(face) == 2),
                25,
            ),
            SMALL => fixed(dice.has_run(4), 30),
            LARGE => fixed(dice.has_run(5), 40),
            CHANCE => dice.sum(),
            YAHTZEE => fixed(dice.most() == 5, 50),
            upper => (upper as u32 + 1) * dice.count(upper as u32 + 1),
        };
        points as u8
    }

    /// The boxes in which the dice may be scored.
    #[inline]
    fn boxes(&self, position: &Position) -> impl Iterator<Item = usize> {
        (0..BOXES).filter(|number| position.is_open(*number) && self.allows(position, *number))
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        let highest = match self.joker {
            Joker::None => WITHOUT_BONUSES,
            _ => WITHOUT_BONUSES + 12.0 * f64::from(YAHTZEE_BONUS),
        };
        Facts {
            name: Self::NAME.into(),
            players: vec!["player".into()],
            sum: Sum::General,
            chance: true,
            hidden: false,
            unit: Unit::Counted("points".into()),
            utilities: (LOWEST, highest),
            longest: Some(13 * 6),
        }
    }

    fn start(&self) -> Position {
        Position {
            scores: [OPEN; BOXES],
            extra: 0,
            dice: Dice(0),
            rolls: 3,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_over() {
            Turn::Over
        } else if position.dice.len() == 5 {
            Turn::Player(0)
        } else {
            Turn::Chance
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        out.extend(self.boxes(position).map(|number| Move::Score(number as u8)));
        if position.rolls > 0 {
            position.dice.choices(|dice| {
                // Keeping all five is scoring now.
                if dice != position.dice {
                    out.push(Move::Keep(dice));
                }
            });
        }
    }

    fn chances(&self, position: &Position, out: &mut Vec<(Move, f64)>) {
        out.extend_from_slice(&ROLLS[5 - position.dice.len().min(5) as usize]);
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        match action {
            Move::Roll(dice) => {
                position.dice = position.dice.and(*dice);
                position.rolls -= 1;
            }
            Move::Keep(dice) => position.dice = *dice,
            Move::Score(number) => {
                let number = usize::from(*number);
                let points = self.points(position, number);
                let extra = self.joker != Joker::None
                    && position.scores[YAHTZEE] == 50
                    && position.dice.five().is_some();
                position.extra += u8::from(extra);
                position.scores[number] = points;
                position.dice = Dice(0);
                position.rolls = 3;
            }
        }
    }

    #[inline]
    fn utility(&self, position: &Position, _player: usize) -> f64 {
        f64::from(position.total())
    }
}

/// How far the upper boxes are ahead of three of each face: 0 when the bonus is out of sight or won, 1 when it is as
/// good as won.
fn upper_bonus_in_sight(position: &Position) -> f64 {
    let upper = position.upper();
    let filled = (0..LOWER).filter(|number| !position.is_open(*number));
    let (count, par) = filled.fold((0, 0), |(count, par), number| {
        (count + 1, par + 3 * (number as i32 + 1))
    });
    if count == LOWER || upper >= UPPER_GOAL {
        return 0.0;
    }
    (0.5 + f64::from(i32::from(upper) - par) / 12.0).clamp(0.0, 1.0)
}

impl Rules {
    /// What the best box for the dice brings above the typical score of that box; 0 for less, if there are rolls left.
    fn best_box(&self, position: &Position) -> f64 {
        if position.dice.len() < 5 {
            return 0.0;
        }
        let gain = |number: usize| f64::from(self.points(position, number)) - TYPICAL[number];
        let best = self
            .boxes(position)
            .map(gain)
            .fold(f64::NEG_INFINITY, f64::max);
        if position.rolls > 0 {
            best.max(0.0)
        } else {
            best
        }
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, _player: usize) -> Vec<Feature> {
        let open = (0..BOXES).filter(|number| position.is_open(*number));
        vec![
            Feature {
                name: "points above the lowest total",
                weight: 1.0,
                amount: f64::from(position.total()) - LOWEST,
            },
            Feature {
                name: "typical scores of the open boxes",
                weight: 1.0,
                amount: open.map(|number| TYPICAL[number]).sum(),
            },
            Feature {
                name: "upper bonus in sight",
                weight: f64::from(UPPER_BONUS),
                amount: upper_bonus_in_sight(position),
            },
            Feature {
                name: "best box above its typical score",
                weight: 1.0,
                amount: self.best_box(position),
            },
        ]
    }
}

impl Hints for Rules {}

impl BuiltIn for Rules {
    const NAME: &'static str = "yahtzee";
    const ALIASES: &'static [&'static str] = &["yatzee"];
    const SUMMARY: &'static str = "Thirteen turns of three rolls with five dice; one player.";
    const RULES: &'static str = "https://www.hasbro.com/common/instruct/Yahtzee.pdf";
    const OPTIONS: &'static [OptionFact] = &[OptionFact {
        name: "joker",
        default: "forced",
        meaning: "five equal dice once the yahtzee box is filled: forced (into the matching upper box), free or none",
    }];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let joker = match options.choice("joker", &["forced", "free", "none"])? {
            0 => Joker::Forced,
            1 => Joker::Free,
            _ => Joker::None,
        };
        Ok(Rules { joker })
    }
}
