//! How othello looks.

use super::notation::square_name;
use super::*;
use crate::picture::{Form, Paint, Picture, Shape, counted};

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(8.5, 9.1);
        let label = |x: f64, y: f64, width: f64, text: String, ink: Paint| {
            Shape::new(Form::Label, x, y)
                .size(width, 0.5)
                .text(text, ink)
        };
        for line in 0..8_u8 {
            let (place, letter) = (f64::from(line) + 1.0, char::from(b'a' + line));
            picture.add(label(place, 0.25, 0.5, letter.into(), Paint::Faint));
            picture.add(label(0.2, place, 0.4, (line + 1).to_string(), Paint::Faint));
        }
        for square in 0..64_u8 {
            let (x, y) = (f64::from(square % 8) + 1.0, f64::from(square / 8) + 1.0);
            let name = square_name(square);
            let field = Shape::new(Form::Square, x, y).fill(Paint::Dark);
            let Some(side) = position.owner(usize::from(square)) else {
                picture.add(field.title(format!("{name}, empty")).site(name));
                continue;
            };
            // Hidden by the disc, the dot makes a square that got a disc look new, unlike one whose disc was turned: only
            // the last move is marked twice.
            picture.add(field.text("•", Paint::Ink));
            picture.add(
                Shape::new(Form::Disc, x, y)
                    .size(0.84, 0.84)
                    .fill([Paint::Black, Paint::White][side])
                    .title(format!("{name}, {}", SIDES[side])),
            );
        }
        let [black, white] = position.discs().map(u64::count_ones);
        let score = format!("{} {black}, {} {white}", SIDES[0], SIDES[1]);
        picture.add(label(4.5, 8.85, 8.0, score, Paint::Ink));
        picture
    }

    fn tally(&self, position: &Position, player: usize) -> String {
        counted(position.discs()[player].count_ones(), "disc", "discs")
    }

    fn sites(&self, _position: &Position, square: &u8) -> Vec<String> {
        match *square {
            PASS => Vec::new(),
            square => vec![square_name(square)],
        }
    }
}
