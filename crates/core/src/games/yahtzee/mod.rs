//! Yahtzee: thirteen turns of up to three rolls, each turn scored in a box of its own.
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

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use super::five_dice::{self, Card, Dice, LOWER, PLAYERS_OPTION, ScoreBox, Table};
use crate::game::{OptionFact, Options};

/// Yahtzee with its options.
pub type Rules = five_dice::Rules<ScoreCard>;

const THREE: usize = 6;
const FOUR: usize = 7;
const FULL_HOUSE: usize = 8;
const SMALL: usize = 9;
const LARGE: usize = 10;
const CHANCE: usize = 11;
const YAHTZEE: usize = 12;

/// Three of a face for the upper boxes of high faces and less for the low ones, which are the first to be given up.
const BOXES: [ScoreBox; 13] = [
    score_box("aces", "aces", 2.0),
    score_box("twos", "twos", 5.0),
    score_box("threes", "threes", 8.5),
    score_box("fours", "fours", 12.0),
    score_box("fives", "fives", 15.5),
    score_box("sixes", "sixes", 19.0),
    score_box("three-of-a-kind", "3 of a kind", 21.5),
    score_box("four-of-a-kind", "4 of a kind", 13.0),
    score_box("full-house", "full house", 22.5),
    score_box("small-straight", "sm. straight", 29.5),
    score_box("large-straight", "lg. straight", 32.5),
    score_box("chance", "chance", 22.0),
    score_box("yahtzee", "yahtzee", 17.0),
];

const fn score_box(name: &'static str, label: &'static str, typical: f64) -> ScoreBox {
    ScoreBox {
        name,
        label,
        typical,
    }
}

/// Where five equal dice go once their box is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Joker {
    #[default]
    Forced,
    Free,
    None,
}

/// The score card with its option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScoreCard {
    joker: Joker,
}

/// The face of five equal dice that come when the yahtzee box is filled.
#[inline]
fn later_yahtzee(open: u16, dice: Dice) -> Option<usize> {
    if open >> YAHTZEE & 1 == 1 {
        None
    } else {
        dice.equal(5).map(|face| face as usize)
    }
}

impl Card for ScoreCard {
    const NAME: &'static str = "yahtzee";
    const ALIASES: &'static [&'static str] = &["yatzee"];
    const SUMMARY: &'static str =
        "Thirteen turns of three rolls with five dice, for points or against another.";
    const RULES: &'static str = "https://www.hasbro.com/common/instruct/Yahtzee.pdf";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "joker",
            default: "forced",
            meaning: "five equal dice once the yahtzee box is filled: forced (into the matching upper box), free or none",
        },
        PLAYERS_OPTION,
    ];
    const BOXES: &'static [ScoreBox] = &BOXES;
    const FIVE: usize = YAHTZEE;
    const MORE: Option<&'static str> = Some("extra yahtzees");
    const BONUS: u16 = 35;

    fn with_options(options: &Options) -> Result<ScoreCard, String> {
        let joker = match options.choice("joker", &["forced", "free", "none"])? {
            0 => Joker::Forced,
            1 => Joker::Free,
            _ => Joker::None,
        };
        Ok(ScoreCard { joker })
    }

    fn cell(&self) -> &'static OnceLock<Table> {
        static CELLS: [OnceLock<Table>; 3] = [const { OnceLock::new() }; 3];
        &CELLS[self.joker as usize]
    }

    fn most(&self) -> u16 {
        375
    }

    fn variance(&self) -> f64 {
        if self.joker == Joker::None {
            122.0
        } else {
            267.0
        }
    }

    fn again(&self) -> u16 {
        if self.joker == Joker::None { 0 } else { 100 }
    }

    fn allows(&self, open: u16, dice: Dice, number: usize) -> bool {
        match (self.joker, later_yahtzee(open, dice)) {
            (Joker::Forced, Some(face)) if open >> (face - 1) & 1 == 1 => number == face - 1,
            (Joker::Forced, Some(_)) => number >= LOWER || open >> LOWER == 0,
            _ => true,
        }
    }

    fn points(&self, open: u16, dice: Dice, number: usize) -> u8 {
        let joker = later_yahtzee(open, dice).is_some_and(|face| match self.joker {
            Joker::Forced => true,
            Joker::Free => open >> (face - 1) & 1 == 0,
            Joker::None => false,
        });
        let fixed = |holds: bool, points: u32| if holds || joker { points } else { 0 };
        let points = match number {
            THREE if dice.equal(3).is_some() => dice.sum(),
            FOUR if dice.equal(4).is_some() => dice.sum(),
            THREE | FOUR => 0,
            FULL_HOUSE => fixed(dice.is_full_house(), 25),
            SMALL => fixed((1..=3).any(|first| dice.has_run(first, 4)), 30),
            LARGE => fixed((1..=2).any(|first| dice.has_run(first, 5)), 40),
            CHANCE => dice.sum(),
            YAHTZEE => fixed(dice.equal(5).is_some(), 50),
            upper => (upper as u32 + 1) * dice.count(upper as u32 + 1),
        };
        points as u8
    }
}
