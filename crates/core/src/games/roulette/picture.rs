//! The table of roulette as a picture: numbers, outside bets, chips, and a dot wherever an inside bet can be made.

use super::layout::is_red;
use super::notation::halves;
use super::*;

/// Where the top of the layout lies.
const TOP: f64 = 0.3;
/// How wide a number is drawn: dots and chips between two numbers must leave them legible.
const STRETCH: f64 = 1.25;
/// The column of a zero, before it is stretched.
const ZERO_WIDTH: f64 = 1.2;

impl Rules {
    fn left(&self) -> f64 {
        let columns = if self.wheel == Wheel::Triple {
            2.0
        } else {
            1.0
        };
        0.25 + STRETCH * ZERO_WIDTH * columns
    }
}

/// How a spot is called on the cloth, or what kind of bet it is.
fn words(spot: &Spot) -> String {
    let pays = format!("pays {} to 1", spot.pays);
    let kind = match (spot.numbers.count_ones(), spot.name.as_str()) {
        (1, name) => format!("{name} straight up"),
        (2, name) => format!("split {name}"),
        (3, name) => format!("street {name}"),
        (4, name) => format!("corner {name}"),
        (5, name) => format!("top line {name}"),
        (6, name) => format!("six line {name}"),
        (_, name) => name.into(),
    };
    format!("{kind}, {pays}")
}

/// The cell of a spot that has one: size, colour, writing and its colour.
fn cell(rules: &Rules, spot: &Spot) -> Option<((f64, f64), Paint, String, Paint)> {
    let name = spot.name.as_str();
    if spot.is_straight() {
        let pocket = spot.pockets().next()?;
        let size = match (rules.wheel, pocket) {
            (_, 1..=36) => (1.0, 1.0),
            (Wheel::European, _) => (ZERO_WIDTH, 3.0),
            (_, 38) => (ZERO_WIDTH, 3.0),
            _ => (ZERO_WIDTH, 1.5),
        };
        let (fill, ink) = match pocket {
            1..=36 if is_red(pocket) => (Paint::Player(0), Paint::Ink),
            1..=36 => (Paint::Black, Paint::White),
            _ => (Paint::Player(2), Paint::Ink),
        };
        return Some((size, fill, name.into(), ink));
    }
    let (size, fill, text, ink) = match name {
        "red" => ((2.0, 1.0), Paint::Player(0), "red", Paint::Ink),
        "black" => ((2.0, 1.0), Paint::Black, "black", Paint::White),
        "odd" => ((2.0, 1.0), Paint::Light, "odd", Paint::Ink),
        "even" => ((2.0, 1.0), Paint::Light, "even", Paint::Ink),
        "low" => ((2.0, 1.0), Paint::Light, "1 to 18", Paint::Ink),
        "high" => ((2.0, 1.0), Paint::Light, "19 to 36", Paint::Ink),
        "dozen1" => ((4.0, 1.0), Paint::Light, "1st 12", Paint::Ink),
        "dozen2" => ((4.0, 1.0), Paint::Light, "2nd 12", Paint::Ink),
        "dozen3" => ((4.0, 1.0), Paint::Light, "3rd 12", Paint::Ink),
        "column1" | "column2" | "column3" => ((1.2, 1.0), Paint::Light, "2:1", Paint::Ink),
        _ => return None,
    };
    Some((size, fill, text.into(), ink))
}

/// How far from the middle of its cell a chip lies, so that what is written there can be read.
fn beside(rules: &Rules, spot: &Spot) -> f64 {
    cell(rules, spot).map_or(0.0, |((width, _), ..)| STRETCH * width / 2.0 - 0.38)
}

fn chips_title(count: u32, place: &str) -> String {
    let chips = if count == 1 { "chip" } else { "chips" };
    format!("{count} {chips} {place}")
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let left = self.left();
        let (width, height) = (left + STRETCH * 13.2 + 0.3, 6.7);
        let mut picture = Picture::new(width, height);
        picture.add(
            Shape::new(Form::Square, width / 2.0, height / 2.0)
                .size(width, height)
                .fill(Paint::Board),
        );
        let at = |form: Form, spot: &Spot| {
            Shape::new(form, left + STRETCH * spot.place.0, TOP + spot.place.1)
        };
        let spots = &self.layout().spots;
        for spot in spots {
            if let Some(((width, height), fill, text, ink)) = cell(self, spot) {
                picture.add(
                    at(Form::Square, spot)
                        .size(STRETCH * width, height)
                        .fill(fill)
                        .text(text, ink)
                        .title(words(spot))
                        .site(spot.name.clone()),
                );
            }
        }
        for spot in spots.iter().filter(|spot| cell(self, spot).is_none()) {
            picture.add(
                at(Form::Disc, spot)
                    .size(0.2, 0.2)
                    .fill(Paint::Mark)
                    .title(words(spot))
                    .site(spot.name.clone()),
            );
        }
        for (number, spot) in spots.iter().enumerate() {
            let on_spot = |chip: &u8| usize::from(*chip) == number;
            let count = position.on_layout().filter(on_spot).count() as u32;
            if count > 0 {
                let mut chip = at(Form::Disc, spot);
                if !spot.is_straight() {
                    chip.x += beside(self, spot);
                }
                picture.add(
                    chip.size(0.62, 0.62)
                        .fill(Paint::Player(1))
                        .text(count.to_string(), Paint::Ink)
                        .title(chips_title(count, &format!("on {}", spot.name))),
                );
            }
        }
        for (count, spot) in position
            .prison
            .into_iter()
            .zip(&spots[self.layout().evens()..])
        {
            if count > 0 {
                let mut chip = at(Form::Disc, spot);
                chip.x -= beside(self, spot);
                let title = format!("of {} in prison", spot.name);
                picture.add(
                    chip.size(0.62, 0.62)
                        .fill(Paint::Player(3))
                        .text(count.to_string(), Paint::Ink)
                        .title(chips_title(count.into(), &title)),
                );
            }
        }
        self.state(position, &mut picture);
        picture
    }

    fn tally(&self, position: &Position, _player: usize) -> String {
        format!("{} in hand", halves(position.hand))
    }

    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match action {
            Move::Pocket(_) => Vec::new(),
            _ => vec![self.move_text(position, action)],
        }
    }
}

impl Rules {
    /// The chips in hand, the spins left, and what to click.
    fn state(&self, position: &Position, picture: &mut Picture) {
        let y = 6.0;
        let left = self.left();
        let label = |x: f64, width: f64, text: String, ink: Paint| {
            Shape::new(Form::Label, x, y)
                .size(width, 0.6)
                .text(text, ink)
        };
        picture.add(
            Shape::new(Form::Disc, left + 0.4, y)
                .size(0.7, 0.7)
                .fill(Paint::Player(1))
                .title(format!("{} chips in hand", halves(position.hand))),
        );
        let hand = format!("{} in hand", halves(position.hand));
        picture.add(label(left + 2.1, 2.6, hand, Paint::Ink));
        let spins = match position.spins {
            1 => "1 spin left".to_string(),
            spins => format!("{spins} spins left"),
        };
        picture.add(label(left + 4.8, 2.6, spins, Paint::Faint));
        match self.turn(position) {
            Turn::Over => {
                let gain = self.utility(position, 0);
                let text = match gain {
                    gain if gain > 0.0 => format!("the end: {gain} won"),
                    gain if gain < 0.0 => format!("the end: {} lost", -gain),
                    _ => "the end: nothing won or lost".into(),
                };
                picture.add(label(left + 12.0, 5.4, text, Paint::Ink));
            }
            Turn::Chance => {
                let text = "no more bets: the ball rolls".to_string();
                picture.add(label(left + 12.0, 5.4, text, Paint::Ink));
            }
            Turn::Player(_) => {
                let word = if position.is_clear() { "leave" } else { "spin" };
                let title = match word {
                    "leave" => "leave with the chips in hand",
                    _ => "no more bets: spin the wheel",
                };
                picture.add(
                    Shape::new(Form::Pit, left + 12.0, y)
                        .size(2.4, 0.9)
                        .fill(Paint::Mark)
                        .text(word, Paint::Ink)
                        .title(title)
                        .site(word),
                );
            }
        }
    }
}
