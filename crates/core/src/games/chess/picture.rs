//! The board with its pieces; when a pawn can be promoted, the pieces to choose from stand beside it.

use super::attacks::{Square, bit};
use super::notation::name;
use super::{
    BISHOPS, CASTLING, KINGS, KNIGHTS, LETTERS, Move, NOTHING, PROMOTION, Position, QUEENS, ROOKS,
    Rules, SIDES, castled, castles_as_usual,
};
use crate::game::{Draw, Game, Turn};
use crate::picture::{Form, Paint, Picture, Shape};

const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const PAINTS: [Paint; 2] = [Paint::White, Paint::Black];
/// What every kind but the king is worth, and its sign.
const WORTH: [(i32, char); 5] = [(1, '♟'), (3, '♞'), (3, '♝'), (5, '♜'), (9, '♛')];

/// The square of a king in check has this hue.
const RED: usize = 4;
/// The left and lower margins, for the coordinates.
const MARGIN: f64 = 0.45;

fn site_of_promotion(kind: usize) -> String {
    format!("={}", LETTERS[kind].to_ascii_uppercase())
}

fn chessman(kind: usize, side: usize, x: f64, y: f64) -> Shape {
    let letter = String::from(LETTERS[kind].to_ascii_uppercase());
    Shape::new(Form::Chessman, x, y)
        .size(0.92, 0.92)
        .fill(PAINTS[side])
        .text(letter, Paint::Ink)
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut moves = Vec::new();
        let over = self.turn(position) == Turn::Over;
        if !over {
            self.moves(position, &mut moves);
        }
        let promotes = moves.iter().any(|action| action.special() == PROMOTION);
        let width = 8.0 + MARGIN + if promotes { 1.3 } else { 0.0 };
        let mut picture = Picture::new(width, 8.0 + 2.0 * MARGIN);
        for square in 0..64 {
            let (x, y) = centre(square);
            let light = (square / 8 + square % 8) % 2 == 1;
            let kind = position.kind_on(square);
            let side = usize::from(position.sides[1] & bit(square) != 0);
            let what = match kind {
                NOTHING => "empty".to_owned(),
                kind => format!("{} {}", SIDES[side], NAMES[kind]),
            };
            let checked = kind == KINGS && side == position.mover() && self.in_check(position);
            picture.add(
                Shape::new(Form::Square, x, y)
                    .fill(match (checked, light) {
                        (true, _) => Paint::Hue(RED),
                        (_, true) => Paint::Light,
                        _ => Paint::Dark,
                    })
                    .title(format!("{}, {what}", name(square)))
                    .site(name(square)),
            );
            if kind != NOTHING {
                picture.add(chessman(kind, side, x, y));
            }
        }
        for index in 0..8_u8 {
            let place = f64::from(index) + 0.5;
            let label = |x, y, text: char| {
                Shape::new(Form::Label, x, y)
                    .size(MARGIN, MARGIN)
                    .text(text, Paint::Faint)
            };
            let (file, rank) = (char::from(b'a' + index), char::from(b'8' - index));
            picture.add(label(MARGIN / 2.0, place, rank));
            picture.add(label(MARGIN + place, 8.0 + MARGIN / 2.0, file));
        }
        if promotes {
            for (index, kind) in [QUEENS, ROOKS, BISHOPS, KNIGHTS].into_iter().enumerate() {
                let (x, y) = (MARGIN + 8.75, 2.5 + index as f64);
                picture.add(
                    Shape::new(Form::Pit, x, y)
                        .size(0.98, 0.98)
                        .fill(Paint::Light)
                        .title(format!("promote to a {}", NAMES[kind]))
                        .site(site_of_promotion(kind)),
                );
                picture.add(chessman(kind, position.mover(), x, y));
            }
        }
        let status = if over {
            "over".to_owned()
        } else {
            let check = if self.in_check(position) {
                ", in check"
            } else {
                ""
            };
            format!("{} to move{check}", SIDES[position.mover()])
        };
        picture.add(
            Shape::new(Form::Label, MARGIN + 4.0, 8.0 + 1.5 * MARGIN)
                .size(8.0, MARGIN)
                .text(status, Paint::Ink),
        );
        picture
    }

    /// The pieces that a side has more than the other, and by how many pawns' worth it is ahead.
    fn tally(&self, position: &Position, player: usize) -> String {
        let (mut signs, mut ahead) = (String::new(), 0);
        for (kind, (worth, sign)) in WORTH.into_iter().enumerate().rev() {
            let [own, other] = [player, 1 - player]
                .map(|side| (position.kinds[kind] & position.sides[side]).count_ones() as i32);
            ahead += worth * (own - other);
            signs.extend((other..own).map(|_| sign));
        }
        match ahead {
            1.. => format!("{signs} +{ahead}").trim_start().into(),
            _ => signs,
        }
    }

    fn sites(&self, _position: &Position, action: &Move) -> Vec<String> {
        let (from, mut to) = (action.from(), action.to());
        if action.special() == CASTLING && castles_as_usual(from, to) {
            to = castled(usize::from(from / 8 == 7), from, to).0;
        }
        let mut sites = vec![name(from), name(to)];
        if action.special() == PROMOTION {
            sites.push(site_of_promotion(action.promoted()));
        }
        sites
    }
}

fn centre(square: Square) -> (f64, f64) {
    (
        MARGIN + f64::from(square % 8) + 0.5,
        7.5 - f64::from(square / 8),
    )
}
