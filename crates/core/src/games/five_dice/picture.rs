//! Dice and score cards as a picture.

use super::*;
use crate::game::Draw;
use crate::picture::{Form, Paint, Picture, Shape, counted};

/// From one row of the card to the next, and from one player's scores to the next.
const ROW: f64 = 0.75;
const COLUMN: f64 = 1.3;

impl<C: Card> Draw for Rules<C> {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let more = COLUMN * (self.players - 1) as f64;
        let top = if self.players > 1 { 2.5 } else { 2.0 };
        // Below the lower boxes.
        let bottom = top + ROW * (C::BOXES.len() - LOWER) as f64 + 0.35;
        let mut picture = Picture::new(11.0 + 2.0 * more, bottom + 0.6);
        let deciding = matches!(self.turn(position), Turn::Player(_));
        if !position.is_over() {
            self.draw_dice(position, deciding, &mut picture);
        }
        for (number, score_box) in C::BOXES.iter().enumerate() {
            let (x, row) = if number < LOWER {
                (0.2, number)
            } else {
                (5.6 + more, number - LOWER)
            };
            let y = top + ROW * row as f64;
            picture.add(label(x + 2.0, y, 3.2, score_box.label.into(), Paint::Ink));
            for (player, name) in PLAYERS.into_iter().enumerate().take(self.players) {
                let acting = player == position.player();
                let offered = deciding && acting && self.boxes(position).any(|open| open == number);
                let points = offered.then(|| self.points(position, number));
                let shape = self.draw_box(&position.cards[player], number, points);
                let shape = match self.players {
                    1 => shape,
                    _ => {
                        let title = format!("{name}: {}", shape.title);
                        shape.title(title)
                    }
                };
                let mut shape = shape.site_if(acting, score_box.name);
                (shape.x, shape.y) = (x + 4.2 + COLUMN * player as f64, y);
                picture.add(shape);
            }
        }
        for (player, name) in PLAYERS.into_iter().enumerate().take(self.players) {
            if self.players == 1 {
                continue;
            }
            let acting = !position.is_over() && player == position.player();
            for x in [0.2, 5.6 + more] {
                let ink = if acting { Paint::Ink } else { Paint::Faint };
                let x = x + 4.2 + COLUMN * player as f64;
                picture.add(label(x, top - 0.65, COLUMN, name.into(), ink));
            }
        }
        let each = |number: &dyn Fn(&Scores) -> u16| {
            let numbers = position.cards[..self.players].iter().map(number);
            let numbers: Vec<_> = numbers.map(|number| number.to_string()).collect();
            numbers.join(" and ")
        };
        let upper = format!("upper {} of {GOAL}", each(&Scores::upper));
        picture.add(label(2.8, top + ROW * 6.0, 5.0, upper, Paint::Faint));
        if let Some(more) = C::MORE {
            let extra = format!("{more} {}", each(&|card| u16::from(card.extra)));
            picture.add(label(2.8, bottom, 5.0, extra, Paint::Faint));
        }
        let total = format!("total {}", each(&|card| self.total(card)));
        picture.add(label(8.3 + more, bottom, 5.0, total, Paint::Ink));
        picture
    }

    /// Dice to keep are clicked from the left, then the roll; of equal dice the leftmost.
    fn tally(&self, position: &Position, player: usize) -> String {
        counted(
            u32::from(self.total(&position.cards[player])),
            "point",
            "points",
        )
    }

    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match action {
            Move::Roll(_) => Vec::new(),
            Move::Score(number) => vec![C::BOXES[usize::from(*number)].name.into()],
            Move::Keep(dice) => {
                let mut rest = *dice;
                let mut sites = Vec::new();
                for (die, face) in position.dice.faces().enumerate() {
                    if rest.count(face) > 0 {
                        rest = rest.without(Dice::of(face, 1));
                        sites.push(format!("die{}", die + 1));
                    }
                }
                sites.push("roll".into());
                sites
            }
        }
    }
}

impl<C: Card> Rules<C> {
    fn draw_dice(&self, position: &Position, deciding: bool, picture: &mut Picture) {
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

    /// A box of a card, with what it would score if that is offered; where it stands is for others to say.
    fn draw_box(&self, card: &Scores, number: usize, offered: Option<u8>) -> Shape {
        let (text, ink, state) = match (card.is_open(number), offered) {
            (false, _) => {
                let score = card.boxes[number];
                (score.to_string(), Paint::Ink, format!("scored {score}"))
            }
            (true, Some(points)) => {
                let state = format!("open, would score {points}");
                (format!("({points})"), Paint::Faint, state)
            }
            (true, None) => (String::new(), Paint::Faint, "open".into()),
        };
        Shape::new(Form::Square, 0.0, 0.0)
            .size(1.2, 0.7)
            .fill(if card.is_open(number) {
                Paint::Light
            } else {
                Paint::Board
            })
            .text(text, ink)
            .title(format!("{}, {state}", C::BOXES[number].name))
    }
}

fn label(x: f64, y: f64, width: f64, text: String, ink: Paint) -> Shape {
    Shape::new(Form::Label, x, y)
        .size(width, 0.5)
        .text(text, ink)
}
