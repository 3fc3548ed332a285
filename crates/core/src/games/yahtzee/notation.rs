//! Positions and moves of yahtzee as text.

use super::*;

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

pub(super) fn read_dice(text: &str) -> Result<Dice, String> {
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
