//! The board of nine men's morris as a picture.

use super::notation::NAMES;
use super::*;
use crate::picture::{Form, Paint, Picture, Shape};

/// The middle of the board; a column and a row are one unit wide.
const MIDDLE: (f64, f64) = (4.2, 4.3);
const PAINTS: [Paint; 2] = [Paint::White, Paint::Black];
/// Where the men in hand of each side lie: white sits below.
const HANDS: [f64; 2] = [8.75, 0.4];

/// Where a point is, from the left and from the top.
fn place(point: u8) -> (f64, f64) {
    let name = NAMES[usize::from(point)].as_bytes();
    let from_middle = |letter: u8, middle: u8| f64::from(letter) - f64::from(middle);
    (
        MIDDLE.0 + from_middle(name[0], b'd'),
        MIDDLE.1 - from_middle(name[1], b'4'),
    )
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(8.4, 9.9);
        picture.add(
            Shape::new(Form::Square, MIDDLE.0, MIDDLE.1)
                .size(7.0, 7.0)
                .fill(Paint::Board),
        );
        // An empty point is as large as a man to click on, but the lines run through it.
        for point in 0..POINTS {
            let (x, y) = place(point);
            if position.owner(point).is_none() {
                let name = NAMES[usize::from(point)];
                picture.add(
                    Shape::new(Form::Disc, x, y)
                        .size(0.78, 0.78)
                        .fill(Paint::Board)
                        .title(format!("{name}, empty"))
                        .site(name),
                );
            }
        }
        draw_lines(&mut picture);
        for point in 0..POINTS {
            let ((x, y), name) = (place(point), NAMES[usize::from(point)]);
            picture.add(match position.owner(point) {
                None => Shape::new(Form::Disc, x, y)
                    .size(0.26, 0.26)
                    .fill(Paint::Faint),
                Some(side) => Shape::new(Form::Disc, x, y)
                    .size(0.78, 0.78)
                    .fill(PAINTS[side])
                    .title(format!("{name}, {}", SIDES[side]))
                    .site(name),
            });
        }
        for side in 0..2 {
            draw_hand(position, side, &mut picture);
        }
        picture.add(
            Shape::new(Form::Label, MIDDLE.0, 9.55)
                .size(8.0, 0.5)
                .text(self.status(position), Paint::Ink),
        );
        picture
    }

    fn tally(&self, position: &Position, player: usize) -> String {
        match (position.left(player), position.hands[player]) {
            (left, 0) => format!("{left} men left"),
            (left, hand) => format!("{left} men, {hand} in hand"),
        }
    }

    /// Where the man comes from, unless from the hand; where it goes; the man that is removed.
    fn sites(&self, _position: &Position, action: &Move) -> Vec<String> {
        [action.from, action.to, action.removed]
            .into_iter()
            .filter(|point| *point != NOWHERE)
            .map(|point| NAMES[usize::from(point)].into())
            .collect()
    }
}

impl Rules {
    fn status(&self, position: &Position) -> String {
        let side = usize::from(position.side);
        let name = SIDES[side];
        if position.is_lost() {
            let reason = if position.left(side) < 3 {
                "fewer than three men"
            } else {
                "no move"
            };
            return format!("{} wins: {name} has {reason}", SIDES[1 - side]);
        }
        if self.turn(position) == Turn::Over {
            return format!("draw: {} moves without a mill", self.limit / 2);
        }
        let does = match (position.in_hand(), position.left(side)) {
            (0, 3) => "fly",
            (0, _) => "move",
            _ => "place",
        };
        format!("{name} to {does}")
    }
}

/// Three squares, joined at the middles of their sides, and the names of columns and rows.
fn draw_lines(picture: &mut Picture) {
    let (x, y) = MIDDLE;
    let mut line = |x: f64, y: f64, width: f64, height: f64| {
        picture.add(
            Shape::new(Form::Line, x, y)
                .size(width, height)
                .fill(Paint::Faint),
        );
    };
    for reach in [1.0, 2.0, 3.0] {
        for side in [-reach, reach] {
            line(x, y + side, 2.0 * reach, 0.0);
            line(x + side, y, 0.0, 2.0 * reach);
        }
    }
    for side in [-2.0, 2.0] {
        line(x + side, y, 2.0, 0.0);
        line(x, y + side, 0.0, 2.0);
    }
    for index in 0..7_u8 {
        let offset = f64::from(index) - 3.0;
        for (x, y, text) in [
            (x + offset, y + 3.75, char::from(b'a' + index)),
            (x - 3.8, y - offset, char::from(b'1' + index)),
        ] {
            picture.add(
                Shape::new(Form::Label, x, y)
                    .size(0.5, 0.5)
                    .text(text, Paint::Faint),
            );
        }
    }
}

/// The men that a side has still to place, in a tray.
fn draw_hand(position: &Position, side: usize, picture: &mut Picture) {
    let (name, men, y) = (SIDES[side], position.hands[side], HANDS[side]);
    picture.add(
        Shape::new(Form::Pit, 5.25, y)
            .size(4.7, 0.62)
            .fill(Paint::Board)
            .title(format!("{name} has {men} men in hand")),
    );
    for man in 0..men {
        picture.add(
            Shape::new(Form::Disc, 3.25 + 0.5 * f64::from(man), y)
                .size(0.44, 0.44)
                .fill(PAINTS[side]),
        );
    }
    picture.add(
        Shape::new(Form::Label, 1.4, y)
            .size(1.9, 0.45)
            .text(format!("{name}'s hand"), Paint::Faint),
    );
}
