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

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Notation, OptionFact, Options, Sum, Turn, Unit,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let scores = position.scores.map(|score| match score {
            OPEN => "-".to_string(),
            score => score.to_string(),
        });
        let (upper, lower) = scores.split_at(LOWER);
        let card = format!(
            "{} {} +{}",
            upper.join(","),
            lower.join(","),
            position.extra
        );
        if position.is_over() {
            return card;
        }
        format!("{card} {:?<5} {}", position.dice.text(), position.rolls)
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (upper, lower, extra, dice) = match words.as_slice() {
            [upper, lower, extra] => (upper, lower, extra, None),
            [upper, lower, extra, dice, rolls] => (upper, lower, extra, Some((dice, rolls))),
            _ => {
                return Err(format!(
                    "it is six upper and seven lower boxes, extra yahtzees, dice and rolls left, as in \"{}\"",
                    self.text(&self.start())
                ));
            }
        };
        let mut position = self.start();
        read_boxes(upper, 0, &mut position.scores[..LOWER])?;
        read_boxes(lower, LOWER, &mut position.scores[LOWER..])?;
        position.extra = self.read_extra(extra, &position)?;
        match (position.is_over(), dice) {
            (true, None) => {}
            (true, Some(_)) => return Err("no dice follow when every box is filled".into()),
            (false, None) => {
                return Err("dice and rolls left must follow while a box is open".into());
            }
            (false, Some((dice, rolls))) => {
                position.dice = read_dice(dice)?;
                position.rolls = read_rolls(rolls, position.dice)?;
            }
        }
        Ok(position)
    }

    fn move_text(&self, _position: &Position, action: &Move) -> String {
        match action {
            Move::Roll(dice) => dice.text(),
            Move::Keep(Dice(0)) => "keep -".into(),
            Move::Keep(dice) => format!("keep {}", dice.text()),
            Move::Score(number) => NAMES[usize::from(*number)].into(),
        }
    }

    fn move_help(&self) -> Cow<'static, str> {
        "it is an open box that the rules allow, such as full-house, or dice to keep from low to high, such as \
         keep 335, or for a roll the dice rolled"
            .into()
    }
}

/// Can this box hold this score?
fn is_score(number: usize, score: u8) -> bool {
    match number {
        THREE | FOUR => score == 0 || (5..=30).contains(&score),
        FULL_HOUSE => [0, 25].contains(&score),
        SMALL => [0, 30].contains(&score),
        LARGE => [0, 40].contains(&score),
        CHANCE => (5..=30).contains(&score),
        YAHTZEE => [0, 50].contains(&score),
        upper => {
            let face = upper as u8 + 1;
            score % face == 0 && score <= 5 * face
        }
    }
}

fn read_boxes(text: &str, first: usize, scores: &mut [u8]) -> Result<(), String> {
    let fields: Vec<&str> = text.split(',').collect();
    if fields.len() != scores.len() {
        let part = if first == 0 { "upper" } else { "lower" };
        return Err(format!(
            "there are {} {part} boxes, not {}",
            scores.len(),
            fields.len()
        ));
    }
    for (index, field) in fields.into_iter().enumerate() {
        if field == "-" {
            continue;
        }
        let number = first + index;
        scores[index] = field
            .parse()
            .ok()
            .filter(|score| is_score(number, *score))
            .ok_or_else(|| format!("\"{field}\" is no score for {}", NAMES[number]))?;
    }
    Ok(())
}

fn read_dice(text: &str) -> Result<Dice, String> {
    if text.chars().count() != 5 {
        return Err(format!(
            "\"{text}\" is not five dice, with ? for one to be rolled"
        ));
    }
    let mut dice = Dice(0);
    for letter in text.chars().filter(|letter| *letter != '?') {
        match letter.to_digit(10) {
            Some(face @ 1..=6) => dice = dice.and(Dice::of(face, 1)),
            _ => return Err(format!("\"{letter}\" is neither a die, 1 to 6, nor ?")),
        }
    }
    Ok(dice)
}

fn read_rolls(text: &str, dice: Dice) -> Result<u8, String> {
    let rolls = match text {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        "3" => 3,
        _ => return Err(format!("\"{text}\" is no number of rolls left, 0 to 3")),
    };
    match (rolls, dice.len()) {
        (3, 1..) => Err("there are no dice yet when three rolls are left".into()),
        (0, ..5) => Err("no roll is left for the dice that are missing".into()),
        _ => Ok(rolls),
    }
}

impl Rules {
    fn read_extra(&self, text: &str, position: &Position) -> Result<u8, String> {
        let extra = text
            .strip_prefix('+')
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| format!("\"{text}\" is no number of extra yahtzees, such as +0"))?;
        let others = (0..YAHTZEE).filter(|number| !position.is_open(*number));
        let most = if self.joker != Joker::None && position.scores[YAHTZEE] == 50 {
            others.count() as u8
        } else {
            0
        };
        if extra > most {
            return Err(format!(
                "there are at most {most} extra yahtzees on this card, not {extra}"
            ));
        }
        Ok(extra)
    }
}

/// What a box is called on the score card.
const LABELS: [&str; BOXES] = [
    "aces",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "3 of a kind",
    "4 of a kind",
    "full house",
    "sm. straight",
    "lg. straight",
    "chance",
    "yahtzee",
];

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(11.0, 8.2);
        let deciding = self.turn(position) == Turn::Player(0);
        if !position.is_over() {
            let faces: Vec<u32> = position.dice.faces().collect();
            for die in 0..5 {
                let face = faces.get(die).map(u32::to_string);
                let shown = face.clone().unwrap_or("to be rolled".into());
                picture.add(
                    Shape::new(Form::Die, 0.8 + 1.2 * die as f64, 0.8)
                        .fill(Paint::Light)
                        .text(face.unwrap_or_default(), Paint::Ink)
                        .title(format!("die {}, {shown}", die + 1))
                        .site(format!("die{}", die + 1)),
                );
            }
            if deciding && position.rolls > 0 {
                picture.add(
                    Shape::new(Form::Pit, 7.1, 0.8)
                        .size(1.5, 0.9)
                        .fill(Paint::Mark)
                        .text("roll", Paint::Ink)
                        .title("roll the dice that were not clicked")
                        .site("roll"),
                );
            }
            let left = match position.rolls {
                1 => "1 roll left".to_string(),
                rolls => format!("{rolls} rolls left"),
            };
            picture.add(label(9.4, 0.8, 2.8, left, Paint::Faint));
        }
        for (number, name) in LABELS.into_iter().enumerate() {
            let (x, row) = if number < LOWER {
                (0.2, number)
            } else {
                (5.6, number - LOWER)
            };
            let y = 2.0 + 0.75 * row as f64;
            let offered = deciding && self.boxes(position).any(|open| open == number);
            let (points, ink) = match position.scores[number] {
                OPEN if offered => (format!("({})", self.points(position, number)), Paint::Faint),
                OPEN => (String::new(), Paint::Faint),
                score => (score.to_string(), Paint::Ink),
            };
            let state = match (position.is_open(number), offered) {
                (false, _) => format!("scored {points}"),
                (true, true) => format!("open, would score {}", self.points(position, number)),
                (true, false) => "open".into(),
            };
            picture.add(label(x + 2.0, y, 3.2, name.into(), Paint::Ink));
            picture.add(
                Shape::new(Form::Square, x + 4.2, y)
                    .size(1.2, 0.7)
                    .fill(if position.is_open(number) {
                        Paint::Light
                    } else {
                        Paint::Board
                    })
                    .text(points, ink)
                    .title(format!("{}, {state}", NAMES[number]))
                    .site(NAMES[number]),
            );
        }
        let upper = format!("upper {} of {UPPER_GOAL}", position.upper());
        picture.add(label(2.8, 6.5, 5.0, upper, Paint::Faint));
        let extra = format!("extra yahtzees {}", position.extra);
        picture.add(label(2.8, 7.6, 5.0, extra, Paint::Faint));
        let total = format!("total {}", position.total());
        picture.add(label(8.3, 7.6, 5.0, total, Paint::Ink));
        picture
    }

    /// Dice to keep are clicked from the left, then the roll; of equal dice the leftmost.
    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match action {
            Move::Roll(_) => Vec::new(),
            Move::Score(number) => vec![NAMES[usize::from(*number)].into()],
            Move::Keep(dice) => {
                let mut rest = *dice;
                let mut sites = Vec::new();
                for (die, face) in position.dice.faces().enumerate() {
                    if rest.count(face) > 0 {
                        rest = Dice(rest.0 - Dice::of(face, 1).0);
                        sites.push(format!("die{}", die + 1));
                    }
                }
                sites.push("roll".into());
                sites
            }
        }
    }
}

fn label(x: f64, y: f64, width: f64, text: String, ink: Paint) -> Shape {
    Shape::new(Form::Label, x, y)
        .size(width, 0.5)
        .text(text, ink)
}

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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::conformance::{self, Effort};
    use crate::control::{Control, Limits};
    use crate::score::Kind;
    use crate::search::{Method, Request, search};

    const FORCED: Rules = Rules {
        joker: Joker::Forced,
    };
    const FREE: Rules = Rules { joker: Joker::Free };
    const NONE: Rules = Rules { joker: Joker::None };

    /// The boxes offered for the dice and what each would score.
    fn offers(rules: Rules, text: &str) -> Vec<(&'static str, u8)> {
        let position = rules.parse(text).unwrap();
        rules
            .boxes(&position)
            .map(|number| (NAMES[number], rules.points(&position, number)))
            .collect()
    }

    fn play(rules: Rules, position: Position, words: &str) -> Position {
        let actions = rules.actions(&position);
        let wanted = |action: &&Move| rules.move_text(&position, action) == words;
        let action = actions.iter().find(wanted);
        let mut position = position;
        rules.play_unchecked(
            &mut position,
            action.unwrap_or_else(|| panic!("\"{words}\" is not offered")),
        );
        position
    }

    /// The expected total under best play, with every position computed once.
    fn expected(rules: &Rules, position: Position, known: &mut HashMap<Position, f64>) -> f64 {
        if let Some(value) = known.get(&position) {
            return *value;
        }
        let value = match rules.turn(&position) {
            Turn::Over => rules.utility(&position, 0),
            Turn::Chance => {
                let mut chances = Vec::new();
                rules.chances(&position, &mut chances);
                let mut mean = 0.0;
                for (roll, probability) in chances {
                    let child = rules.play(position, roll).unwrap();
                    mean += probability * expected(rules, child, known);
                }
                mean
            }
            Turn::Player(_) => rules
                .actions(&position)
                .into_iter()
                .map(|action| {
                    let mut child = position;
                    rules.play_unchecked(&mut child, &action);
                    expected(rules, child, known)
                })
                .fold(0.0, f64::max),
        };
        known.insert(position, value);
        value
    }

    /// The position before the first roll with this box open and nothing in the others, but 5 in chance.
    fn one_box_left(name: &str) -> Position {
        let mut position = NONE.start();
        for (number, score) in position.scores.iter_mut().enumerate() {
            *score = match NAMES[number] {
                open if open == name => OPEN,
                "chance" => 5,
                _ => 0,
            };
        }
        position
    }

    #[test]
    fn hands_score_what_the_rules_say_in_each_box() {
        // Aces to sixes, three, four of a kind, full house, straights, chance, yahtzee.
        for (dice, points) in [
            ("11111", [5, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0, 5, 50]),
            ("66666", [0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 30, 50]),
            ("22233", [0, 6, 6, 0, 0, 0, 12, 0, 25, 0, 0, 12, 0]),
            ("22333", [0, 4, 9, 0, 0, 0, 13, 0, 25, 0, 0, 13, 0]),
            ("44445", [0, 0, 0, 16, 5, 0, 21, 21, 0, 0, 0, 21, 0]),
            ("12345", [1, 2, 3, 4, 5, 0, 0, 0, 0, 30, 40, 15, 0]),
            ("23456", [0, 2, 3, 4, 5, 6, 0, 0, 0, 30, 40, 20, 0]),
            ("12346", [1, 2, 3, 4, 0, 6, 0, 0, 0, 30, 0, 16, 0]),
            ("13456", [1, 0, 3, 4, 5, 6, 0, 0, 0, 30, 0, 19, 0]),
            ("23345", [0, 2, 6, 4, 5, 0, 0, 0, 0, 30, 0, 17, 0]),
            ("12356", [1, 2, 3, 0, 5, 6, 0, 0, 0, 0, 0, 17, 0]),
            ("12456", [1, 2, 0, 4, 5, 6, 0, 0, 0, 0, 0, 18, 0]),
            ("11223", [2, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0]),
            ("33356", [0, 0, 9, 0, 5, 6, 20, 0, 0, 0, 0, 20, 0]),
        ] {
            let text = format!("-,-,-,-,-,- -,-,-,-,-,-,- +0 {dice} 0");
            let position = FORCED.parse(&text).unwrap();
            let scored: Vec<u8> = (0..BOXES)
                .map(|number| FORCED.points(&position, number))
                .collect();
            assert_eq!(scored, points, "{dice}");
        }
    }

    #[test]
    fn a_forced_joker_must_use_the_matching_upper_box_then_a_lower_then_any() {
        let matching_open = "-,-,-,-,-,- -,-,-,-,-,-,50 +0 44444 0";
        assert_eq!(offers(FORCED, matching_open), [("fours", 20)]);
        let after_a_zero = "-,-,-,-,-,- -,-,-,-,-,-,0 +0 44444 0";
        assert_eq!(offers(FORCED, after_a_zero), [("fours", 20)]);
        let matching_filled = "-,-,-,12,-,- -,20,-,-,-,-,50 +0 44444 0";
        assert_eq!(
            offers(FORCED, matching_filled),
            [
                ("three-of-a-kind", 20),
                ("full-house", 25),
                ("small-straight", 30),
                ("large-straight", 40),
                ("chance", 20)
            ]
        );
        let lower_filled = "-,-,9,12,15,18 20,20,25,30,40,20,50 +0 44444 0";
        assert_eq!(offers(FORCED, lower_filled), [("aces", 0), ("twos", 0)]);
    }

    #[test]
    fn a_free_joker_counts_in_full_once_the_matching_upper_box_is_filled() {
        let open = "-,-,9,-,15,18 20,20,-,30,-,20,50 +0 44444 0";
        assert_eq!(
            offers(FREE, open),
            [
                ("aces", 0),
                ("twos", 0),
                ("fours", 20),
                ("full-house", 0),
                ("large-straight", 0)
            ]
        );
        let filled = "-,-,9,12,15,18 20,20,-,30,-,20,50 +0 44444 0";
        assert_eq!(
            offers(FREE, filled),
            [
                ("aces", 0),
                ("twos", 0),
                ("full-house", 25),
                ("large-straight", 40)
            ]
        );
        assert_eq!(
            offers(NONE, filled),
            [
                ("aces", 0),
                ("twos", 0),
                ("full-house", 0),
                ("large-straight", 0)
            ]
        );
    }

    #[test]
    fn the_first_yahtzee_is_scored_where_the_player_likes() {
        let text = "-,-,9,12,15,18 20,20,-,30,40,20,- +0 44444 0";
        assert_eq!(
            offers(FORCED, text),
            [("aces", 0), ("twos", 0), ("full-house", 0), ("yahtzee", 50)]
        );
    }

    #[test]
    fn an_extra_yahtzee_brings_100_points_only_after_a_50() {
        for (rules, yahtzee, gain) in [
            (FORCED, 50, 120),
            (FORCED, 0, 20),
            (FREE, 50, 120),
            (NONE, 50, 20),
        ] {
            let text = format!("-,-,-,-,-,- -,-,-,-,-,-,{yahtzee} +0 44444 0");
            let before = rules.parse(&text).unwrap();
            let after = play(rules, before, "fours");
            assert_eq!(after.total() - before.total(), gain, "{rules:?} {yahtzee}");
        }
    }

    #[test]
    fn upper_boxes_bring_35_points_from_63_on() {
        let total = |text| FORCED.parse(text).unwrap().total();
        assert_eq!(total("3,6,9,12,15,12 -,-,-,-,-,-,- +0 ????? 3"), 57);
        assert_eq!(total("3,6,9,12,15,18 -,-,-,-,-,-,- +0 ????? 3"), 63 + 35);
        assert_eq!(total("2,8,9,12,15,18 -,-,-,-,-,-,- +0 ????? 3"), 64 + 35);
    }

    #[test]
    fn thirteen_yahtzees_score_1575() {
        let turns = [
            ("66666", "yahtzee"),
            ("11111", "aces"),
            ("22222", "twos"),
            ("33333", "threes"),
            ("44444", "fours"),
            ("55555", "fives"),
            ("66666", "sixes"),
            ("66666", "three-of-a-kind"),
            ("66666", "four-of-a-kind"),
            ("66666", "full-house"),
            ("66666", "small-straight"),
            ("66666", "large-straight"),
            ("66666", "chance"),
        ];
        let mut position = FORCED.start();
        for (roll, name) in turns {
            position = play(FORCED, position, roll);
            position = play(FORCED, position, name);
        }
        assert_eq!(FORCED.turn(&position), Turn::Over);
        assert_eq!(FORCED.utility(&position, 0), 1575.0);
        assert_eq!(FORCED.facts().utilities, (5.0, 1575.0));
    }

    #[test]
    fn five_dice_roll_in_252_ways_and_keep_in_462() {
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|number: usize| ROLLS[number].len()),
            [1, 6, 21, 56, 126, 252]
        );
        let position = FORCED
            .parse("-,-,-,-,-,- -,-,-,-,-,-,- +0 12335 2")
            .unwrap();
        let keeps = FORCED.actions(&position).len() - BOXES;
        assert_eq!(keeps, 2 * 2 * 3 * 2 - 1, "all choices but all five");
    }

    /// One box left and no bonus rules: the expected score of that box, computed by dynamic programming elsewhere.
    const ONE_BOX: [(&str, f64); 9] = [
        ("aces", 2.10648148),
        ("sixes", 12.63888889),
        ("three-of-a-kind", 15.19466129),
        ("four-of-a-kind", 5.61126343),
        ("full-house", 9.07207196),
        ("small-straight", 18.46326939),
        ("large-straight", 10.44380067),
        ("yahtzee", 2.30143213),
        ("chance", 23.33333333),
    ];

    #[test]
    fn one_box_left_is_worth_what_it_is_known_to_be_worth() {
        for (name, value) in ONE_BOX {
            let position = one_box_left(name);
            let so_far = f64::from(position.total());
            let score = expected(&NONE, position, &mut HashMap::new()) - so_far;
            assert!((score - value).abs() < 1e-8, "{name}: {score}");
        }
    }

    #[test]
    fn expectiminimax_finds_the_same_values_as_the_table_of_positions() {
        for (name, _) in ONE_BOX {
            for first in ["1????", "3456?", "13346", "66666"] {
                let mut position = one_box_left(name);
                position.dice = read_dice(first).unwrap();
                position.rolls = 2;
                let request = Request {
                    method: Some(Method::Expectiminimax),
                    ..Request::default()
                };
                let control = Control::new(Limits::default());
                let report = search(&NONE, &position, &request, &control).unwrap();
                let value = expected(&NONE, position, &mut HashMap::new());
                assert_eq!(report.value.kind, Kind::Proved);
                assert!(
                    (report.value.utility - value).abs() < 1e-9,
                    "{name} {first}: {} instead of {value}",
                    report.value.utility
                );
            }
        }
    }

    #[test]
    #[ignore = "visits every line of a turn"]
    fn expectiminimax_solves_a_whole_turn() {
        let position = one_box_left("yahtzee");
        let request = Request {
            method: Some(Method::Expectiminimax),
            ..Request::default()
        };
        let control = Control::new(Limits::default());
        let report = search(&NONE, &position, &request, &control).unwrap();
        let score = report.value.utility - f64::from(position.total());
        assert!((score - 2.30143213).abs() < 1e-8, "{score}");
    }

    /// The expected total of a whole game under best play. A table holds the points still to come by open boxes, by
    /// whether the yahtzee box holds 50, and by upper points up to 63; what dice score and where they may go is asked
    /// of the rules.
    fn whole_game(rules: Rules) -> f64 {
        let mut keeps: Vec<Dice> = Vec::new();
        Dice(0x55_5555).choices(|dice| {
            if dice.faces().count() <= 5 {
                keeps.push(dice);
            }
        });
        keeps.sort_by_key(|dice| std::cmp::Reverse(dice.len()));
        let index: HashMap<Dice, usize> = keeps.iter().copied().zip(0..).collect();
        let one_more: Vec<[usize; 6]> = keeps[252..]
            .iter()
            .map(|dice| [1, 2, 3, 4, 5, 6].map(|face| index[&dice.and(Dice::of(face, 1))]))
            .collect();
        let below: Vec<Vec<usize>> = keeps[..252]
            .iter()
            .map(|dice| {
                let mut parts = Vec::new();
                dice.choices(|part| parts.push(index[&part]));
                parts
            })
            .collect();
        let place = |open: usize, fifty: usize, upper: usize| (open * 2 + fifty) * 64 + upper;
        let mut to_come = vec![0.0_f64; (1 << BOXES) * 2 * 64];
        let mut options: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); 252];
        for open in 1..1 << BOXES {
            for fifty in 0..2 {
                if fifty == 1 && open >> YAHTZEE & 1 == 1 {
                    continue;
                }
                let mut position = rules.start();
                for number in (0..BOXES).filter(|number| open >> number & 1 == 0) {
                    position.scores[number] = 0;
                }
                if fifty == 1 {
                    position.scores[YAHTZEE] = 50;
                }
                for (dice, options) in keeps.iter().zip(&mut options) {
                    options.clear();
                    position.dice = *dice;
                    options.extend(rules.boxes(&position).map(|number| {
                        let mut after = position;
                        rules.play_unchecked(&mut after, &Move::Score(number as u8));
                        (
                            number,
                            usize::from(after.scores[number]),
                            usize::from(after.extra),
                        )
                    }));
                }
                for upper in 0..64 {
                    let mut value = vec![0.0_f64; keeps.len()];
                    for (value, options) in value.iter_mut().zip(&options) {
                        for (number, points, extra) in options {
                            let reached = upper + if *number < LOWER { *points } else { 0 };
                            let bonus = upper < 63 && reached >= 63;
                            let fifty = fifty | usize::from(*number == YAHTZEE && *points == 50);
                            let rest = to_come[place(open ^ 1 << number, fifty, reached.min(63))];
                            let gain = points + 100 * extra + 35 * usize::from(bonus);
                            *value = value.max(gain as f64 + rest);
                        }
                    }
                    for _ in 0..2 {
                        average(&mut value, &one_more);
                        let best = |parts: &Vec<usize>| {
                            parts.iter().map(|part| value[*part]).fold(0.0, f64::max)
                        };
                        let after: Vec<f64> = below.iter().map(best).collect();
                        value[..252].copy_from_slice(&after);
                    }
                    average(&mut value, &one_more);
                    to_come[place(open, fifty, upper)] = *value.last().unwrap();
                }
            }
        }
        to_come[place((1 << BOXES) - 1, 0, 0)]
    }

    /// Fills in the values of fewer than five dice from those with one die more.
    fn average(value: &mut [f64], one_more: &[[usize; 6]]) {
        for (kept, more) in one_more.iter().enumerate() {
            value[252 + kept] = more.iter().map(|dice| value[*dice]).sum::<f64>() / 6.0;
        }
    }

    #[test]
    #[ignore = "fills a table of half a million entries three times"]
    fn the_whole_game_is_worth_what_it_is_known_to_be_worth() {
        // Verhoeff 1999 for the second; the others computed elsewhere.
        for (rules, value) in [
            (FORCED, 254.5877287345),
            (FREE, 254.589609482),
            (NONE, 245.8707745141),
        ] {
            let found = whole_game(rules);
            assert!((found - value).abs() < 1e-8, "{rules:?}: {found}");
        }
    }

    #[test]
    fn every_option_passes_the_conformance_battery() {
        for rules in [FREE, NONE] {
            let effort = Effort {
                positions: 300,
                games: 10,
                seed: 1,
            };
            if let Err(fault) = conformance::check(&rules, effort) {
                panic!("{rules:?}: {fault}");
            }
        }
        // Late in the game most branches of the rules meet: yahtzees with few boxes left.
        let position = FORCED
            .parse("-,2,9,12,15,18 20,20,-,30,40,20,50 +1 111?? 1")
            .unwrap();
        assert_eq!(
            FORCED.text(&position),
            "-,2,9,12,15,18 20,20,-,30,40,20,50 +1 111?? 1"
        );
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        let refusal = |text| FORCED.parse(text).unwrap_err();
        assert_eq!(
            refusal(""),
            "it is six upper and seven lower boxes, extra yahtzees, dice and rolls left, \
             as in \"-,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3\""
        );
        assert_eq!(
            refusal("-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3"),
            "there are 6 upper boxes, not 5"
        );
        assert_eq!(
            refusal("-,-,-,-,-,- -,-,-,-,-,-,-,- +0 ????? 3"),
            "there are 7 lower boxes, not 8"
        );
        for (number, wrong) in [
            "6", "5", "18", "3", "7", "31", "4", "31", "20", "15", "30", "4", "100",
        ]
        .into_iter()
        .enumerate()
        {
            let mut boxes = vec!["-"; BOXES];
            boxes[number] = wrong;
            let (upper, lower) = boxes.split_at(LOWER);
            let text = format!("{} {} +0 ????? 3", upper.join(","), lower.join(","));
            let expected = format!("\"{wrong}\" is no score for {}", NAMES[number]);
            assert_eq!(FORCED.parse(&text).unwrap_err(), expected);
        }
        assert_eq!(
            refusal("-,-,-,-,-,- -,-,-,-,-,-,- 0 ????? 3"),
            "\"0\" is no number of extra yahtzees, such as +0"
        );
        assert_eq!(
            refusal("1,-,-,-,-,- -,-,-,-,-,-,50 +2 ????? 3"),
            "there are at most 1 extra yahtzees on this card, not 2"
        );
        assert_eq!(
            NONE.parse("1,-,-,-,-,- -,-,-,-,-,-,50 +1 ????? 3")
                .unwrap_err(),
            "there are at most 0 extra yahtzees on this card, not 1"
        );
        assert_eq!(
            refusal("1,2,3,4,5,6 0,0,0,0,0,5,0 +0 ????? 3"),
            "no dice follow when every box is filled"
        );
        assert_eq!(
            refusal("1,2,3,4,5,6 0,0,0,0,0,5,- +0"),
            "dice and rolls left must follow while a box is open"
        );
        assert_eq!(
            refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 1234 1"),
            "\"1234\" is not five dice, with ? for one to be rolled"
        );
        assert_eq!(
            refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 12347 1"),
            "\"7\" is neither a die, 1 to 6, nor ?"
        );
        assert_eq!(
            refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 12345 4"),
            "\"4\" is no number of rolls left, 0 to 3"
        );
        assert_eq!(
            refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 1???? 3"),
            "there are no dice yet when three rolls are left"
        );
        assert_eq!(
            refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 1234? 0"),
            "no roll is left for the dice that are missing"
        );
    }
}
