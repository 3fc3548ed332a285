//! Positions and moves as text.
//!
//! ```text
//! -,-,9,-,-,- -,-,-,-,0,-,0 +0 1255? 2      upper and lower boxes, extra yahtzees; the dice, of which one is about to be
//!                                           rolled, and the rolls left; where two play, one card / the other comes first
//! ```

use std::borrow::Cow;

use super::dice::rolls;
use super::*;
use crate::game::Notation;

impl<C: Card> Notation for Rules<C> {
    fn text(&self, position: &Position) -> String {
        let cards: Vec<String> = position.cards[..self.players]
            .iter()
            .map(card_text::<C>)
            .collect();
        let cards = cards.join(" / ");
        if position.is_over() {
            return cards;
        }
        format!("{cards} {:?<5} {}", position.dice.text(), position.rolls)
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let each = 2 + usize::from(C::MORE.is_some());
        // A card, and for each further one a stroke and that card.
        let cards = self.players * (each + 1) - 1;
        if ![cards, cards + 2].contains(&words.len()) {
            return Err(self.shape());
        }
        let (words, dice) = words.split_at(cards);
        let mut position = self.start();
        for (player, words) in words.chunks(each + 1).enumerate() {
            if words.get(each).is_some_and(|stroke| *stroke != "/") {
                return Err(self.shape());
            }
            self.read_card(&words[..each], &mut position.cards[player])?;
        }
        position.player = self.next(&position)?;
        match (position.is_over(), dice) {
            (true, []) => {}
            (false, [dice, rolls]) => {
                position.dice = read_dice(dice)?;
                position.rolls = read_rolls(rolls, position.dice)?;
            }
            (true, _) => return Err("no dice follow when every box is filled".into()),
            (false, _) => return Err("dice and rolls left must follow while a box is open".into()),
        }
        Ok(position)
    }

    fn move_text(&self, _position: &Position, action: &Move) -> String {
        match action {
            Move::Roll(dice) => dice.text(),
            Move::Keep(Dice::NONE) => "keep -".into(),
            Move::Keep(dice) => format!("keep {}", dice.text()),
            Move::Score(number) => C::BOXES[usize::from(*number)].name.into(),
        }
    }

    fn move_help(&self) -> Cow<'static, str> {
        "it is an open box that the rules allow, such as full-house, or dice to keep from low to high, such as \
         keep 335, or for a roll the dice rolled"
            .into()
    }
}

fn card_text<C: Card>(card: &Scores) -> String {
    let scores: Vec<String> = card.boxes[..C::BOXES.len()]
        .iter()
        .map(|score| match *score {
            OPEN => "-".to_string(),
            score => score.to_string(),
        })
        .collect();
    let (upper, lower) = scores.split_at(LOWER);
    let boxes = format!("{} {}", upper.join(","), lower.join(","));
    match C::MORE {
        Some(_) => format!("{boxes} +{}", card.extra),
        None => boxes,
    }
}

impl<C: Card> Rules<C> {
    /// What a position looks like, as a clause.
    fn shape(&self) -> String {
        let lower = C::BOXES.len() - LOWER;
        let more = C::MORE.map_or_else(String::new, |more| format!(", {more}"));
        let each = if self.players > 1 {
            ", for each player"
        } else {
            ""
        };
        format!(
            "it is {LOWER} upper and {lower} lower boxes{more}{each}, dice and rolls left, as in \"{}\"",
            self.text(&self.start())
        )
    }

    fn read_card(&self, words: &[&str], card: &mut Scores) -> Result<(), String> {
        self.read_boxes(words[0], 0..LOWER, card)?;
        self.read_boxes(words[1], LOWER..C::BOXES.len(), card)?;
        if let (Some(more), Some(word)) = (C::MORE, words.get(2)) {
            card.extra = self.read_extra(word, more, card)?;
        }
        Ok(())
    }

    fn read_boxes(
        &self,
        text: &str,
        boxes: std::ops::Range<usize>,
        card: &mut Scores,
    ) -> Result<(), String> {
        let fields: Vec<&str> = text.split(',').collect();
        if fields.len() != boxes.len() {
            let part = if boxes.start == 0 { "upper" } else { "lower" };
            return Err(format!(
                "there are {} {part} boxes, not {}",
                boxes.len(),
                fields.len()
            ));
        }
        for (number, field) in boxes.zip(fields) {
            if field == "-" {
                continue;
            }
            card.boxes[number] = field
                .parse()
                .ok()
                .filter(|score| self.is_score(number, *score))
                .ok_or_else(|| format!("\"{field}\" is no score for {}", C::BOXES[number].name))?;
            card.open &= !(1 << number);
        }
        Ok(())
    }

    /// Can this box hold this score?
    fn is_score(&self, number: usize, score: u8) -> bool {
        let all = (1 << C::BOXES.len()) - 1;
        rolls(5)
            .iter()
            .any(|(dice, _)| self.card.points(all, *dice, number) == score)
    }

    fn read_extra(&self, text: &str, more: &str, card: &Scores) -> Result<u8, String> {
        let extra = text
            .strip_prefix('+')
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| format!("\"{text}\" is no number of {more}, such as +0"))?;
        let most = if self.is_again(card) {
            filled::<C>(card) as u8 - 1
        } else {
            0
        };
        if extra > most {
            return Err(format!(
                "there are at most {most} {more} on this card, not {extra}"
            ));
        }
        Ok(extra)
    }

    /// Whose turn it is: that of the player with fewer boxes filled.
    fn next(&self, position: &Position) -> Result<u8, String> {
        if self.players == 1 {
            return Ok(0);
        }
        let [first, second] = [0, 1].map(|player| filled::<C>(&position.cards[player]));
        match first.checked_sub(second) {
            Some(0) => Ok(0),
            Some(1) => Ok(1),
            _ => Err(format!(
                "players take turns, so {first} and {second} filled boxes cannot be"
            )),
        }
    }
}

/// The number of boxes filled.
fn filled<C: Card>(card: &Scores) -> usize {
    C::BOXES.len() - card.open.count_ones() as usize
}

pub(super) fn read_dice(text: &str) -> Result<Dice, String> {
    if text.chars().count() != 5 {
        return Err(format!(
            "\"{text}\" is not five dice, with ? for one to be rolled"
        ));
    }
    let mut dice = Dice::NONE;
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
