//! Yatzy, the Scandinavian cousin of yahtzee: fifteen turns of up to three rolls, each scored in a box of its own.
//!
//! Rules: <https://en.wikipedia.org/wiki/Yatzy>. A turn rolls five dice, then up to twice keeps some and rolls the others, then
//! scores in any open box. Pairs, three and four of a kind score the dice that make them, a full house scores all five; the
//! small straight is 1 to 5, the large one 2 to 6, and they score their sum. Upper boxes that sum to 63 or more bring 50
//! points; there is nothing for a second yatzy. Where houses differ:
//!
//! | option | mixed | any |
//! |---|---|---|
//! | `full_house` | three of one face and two of another | five equal dice count, too |
//! | `two_pairs` | two of one face and two of another | four equal dice count, too |

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use super::five_dice::{self, Card, Dice, PLAYERS_OPTION, ScoreBox, Table};
use crate::game::{OptionFact, Options};

/// Yatzy with its options.
pub type Rules = five_dice::Rules<ScoreCard>;

const PAIR: usize = 6;
const TWO_PAIRS: usize = 7;
const THREE: usize = 8;
const FOUR: usize = 9;
const SMALL: usize = 10;
const LARGE: usize = 11;
const FULL_HOUSE: usize = 12;
const CHANCE: usize = 13;
const YATZY: usize = 14;

/// The averages of 20,000 games of best play, rounded to halves.
const BOXES: [ScoreBox; 15] = [
    score_box("ones", 2.0),
    score_box("twos", 5.5),
    score_box("threes", 9.5),
    score_box("fours", 13.0),
    score_box("fives", 16.0),
    score_box("sixes", 20.0),
    score_box("pair", 11.0),
    score_box("two-pairs", 19.5),
    score_box("three-of-a-kind", 15.5),
    score_box("four-of-a-kind", 14.0),
    score_box("small-straight", 4.0),
    score_box("large-straight", 10.0),
    score_box("full-house", 21.5),
    score_box("chance", 23.0),
    score_box("yatzy", 19.5),
];

const fn score_box(name: &'static str, typical: f64) -> ScoreBox {
    ScoreBox {
        name,
        label: name,
        typical,
    }
}

/// The score card with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScoreCard {
    /// Are five equal dice a full house?
    any_full_house: bool,
    /// Are four equal dice two pairs?
    any_two_pairs: bool,
}

impl Card for ScoreCard {
    const NAME: &'static str = "yatzy";
    const SUMMARY: &'static str = "Fifteen turns of three rolls with five dice, as in Scandinavia, for points or against another.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Yatzy";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "full_house",
            default: "mixed",
            meaning: "mixed (two different faces) or any (five equal dice, too)",
        },
        OptionFact {
            name: "two_pairs",
            default: "mixed",
            meaning: "mixed (two different faces) or any (four equal dice, too)",
        },
        PLAYERS_OPTION,
    ];
    const BOXES: &'static [ScoreBox] = &BOXES;
    const FIVE: usize = YATZY;
    const MORE: Option<&'static str> = None;
    const BONUS: u16 = 50;

    fn with_options(options: &Options) -> Result<ScoreCard, String> {
        let any = |name| Ok::<_, String>(options.choice(name, &["mixed", "any"])? == 1);
        Ok(ScoreCard {
            any_full_house: any("full_house")?,
            any_two_pairs: any("two_pairs")?,
        })
    }

    fn cell(&self) -> &'static OnceLock<Table> {
        static CELLS: [OnceLock<Table>; 4] = [const { OnceLock::new() }; 4];
        &CELLS[2 * usize::from(self.any_full_house) + usize::from(self.any_two_pairs)]
    }

    fn most(&self) -> u16 {
        374 + 2 * u16::from(self.any_full_house) + 2 * u16::from(self.any_two_pairs)
    }

    fn variance(&self) -> f64 {
        100.0
    }

    fn points(&self, _open: u16, dice: Dice, number: usize) -> u8 {
        let equal = |count: u32| dice.equal(count).map_or(0, |face| count * face);
        let points = match number {
            PAIR => equal(2),
            TWO_PAIRS => {
                let lower = (1..=6).find(|face| dice.count(*face) >= 2);
                match (lower, dice.equal(2)) {
                    (Some(low), Some(high)) if low < high => 2 * (low + high),
                    _ if self.any_two_pairs => equal(4),
                    _ => 0,
                }
            }
            THREE => equal(3),
            FOUR => equal(4),
            SMALL if dice.has_run(1, 5) => 15,
            LARGE if dice.has_run(2, 5) => 20,
            SMALL | LARGE => 0,
            FULL_HOUSE if dice.is_full_house() => dice.sum(),
            FULL_HOUSE if self.any_full_house => equal(5),
            FULL_HOUSE => 0,
            CHANCE => dice.sum(),
            YATZY if dice.equal(5).is_some() => 50,
            YATZY => 0,
            upper => (upper as u32 + 1) * dice.count(upper as u32 + 1),
        };
        points as u8
    }
}
