//! Positions and moves of nine men's morris as text.
//!
//! A position is the points from a7 to g1, row by row, the side to move, the men in hand of white and of black, and the
//! plies since a man was placed or removed: `..w/.../.../....../.../.../b.. w 8 8 0`. A move is `d2`, `d2-d3`, or with the
//! man that a mill removes `d2xa7` and `d2-d3xa7`.

use std::borrow::Cow;

use super::*;

/// The points by their bits.
pub(super) const NAMES: [&str; POINTS as usize] = [
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", // the outer square
    "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", // the middle one
    "c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4", // the inner one
];

/// The bits of the points by row, from the seventh down.
const ROWS: [&[u8]; 7] = [
    &[0, 1, 2],
    &[8, 9, 10],
    &[16, 17, 18],
    &[7, 15, 23, 19, 11, 3],
    &[22, 21, 20],
    &[14, 13, 12],
    &[6, 5, 4],
];

impl Position {
    /// Who stands on a point.
    pub(super) fn owner(&self, point: u8) -> Option<usize> {
        self.men.iter().position(|men| men >> point & 1 == 1)
    }
}

impl Rules {
    /// What is wrong with a position that can be read, as a clause.
    fn fault(&self, position: &Position) -> Option<String> {
        for (side, name) in SIDES.iter().enumerate() {
            let left = position.left(side);
            if left > u32::from(MEN) {
                return Some(format!("{name} has {left} men, but there are nine"));
            }
        }
        let (mover, waiting) = (usize::from(position.side), usize::from(1 - position.side));
        let [white, black] = position.hands;
        if (white, black) != (0, 0) && white + position.side != black {
            return Some(format!(
                "white begins and they alternate, so {} is not to move with {white} and {black} men in hand",
                SIDES[mover]
            ));
        }
        if position.left(waiting) < 3 {
            return Some(format!(
                "{} has moved with fewer than three men",
                SIDES[waiting]
            ));
        }
        let limit = self.limit.max(1);
        if position.clock > limit {
            return Some(format!("the plies without a mill are at most {limit}"));
        }
        if position.clock > 0 && (white, black) != (0, 0) {
            return Some("plies without a mill count only when all men are placed".into());
        }
        None
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let letter = |point: &u8| match position.owner(*point) {
            None => '.',
            Some(0) => 'w',
            Some(_) => 'b',
        };
        let rows = ROWS.map(|row| row.iter().map(letter).collect::<String>());
        format!(
            "{} {} {} {} {}",
            rows.join("/"),
            ["w", "b"][usize::from(position.side)],
            position.hands[0],
            position.hands[1],
            position.clock
        )
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[board, side, white, black, clock] = words.as_slice() else {
            return Err(format!(
                "it is seven rows, the side to move, the men in hand of white and black and the plies without a mill, \
                 as in \"{}\"",
                self.text(&self.start())
            ));
        };
        let rows: Vec<&str> = board.split('/').collect();
        let fits = |(row, points): (&&str, &&[u8])| row.chars().count() == points.len();
        if rows.len() != ROWS.len() || !rows.iter().zip(&ROWS).all(fits) {
            return Err("the rows have 3, 3, 3, 6, 3, 3 and 3 points, separated by /".into());
        }
        let mut position = self.start();
        let points = ROWS.iter().flat_map(|row| row.iter());
        for (letter, point) in rows.iter().flat_map(|row| row.chars()).zip(points) {
            match letter {
                '.' => {}
                'w' => position.men[0] |= 1 << point,
                'b' => position.men[1] |= 1 << point,
                other => return Err(format!("\"{other}\" is neither w, b nor .")),
            }
        }
        position.side = match side {
            "w" => 0,
            "b" => 1,
            other => return Err(format!("\"{other}\" is neither w nor b")),
        };
        for (hand, word) in position.hands.iter_mut().zip([white, black]) {
            *hand = word
                .parse()
                .ok()
                .filter(|men| *men <= MEN)
                .ok_or_else(|| format!("\"{word}\" is no number of men in hand"))?;
        }
        position.clock = clock
            .parse()
            .map_err(|_| format!("\"{clock}\" is no number of plies without a mill"))?;
        self.fault(&position).map_or(Ok(position), Err)
    }

    fn move_text(&self, _position: &Position, action: &Move) -> String {
        let point = |point: u8| NAMES[usize::from(point)];
        let mut text = String::with_capacity(8);
        if action.from != NOWHERE {
            text.push_str(point(action.from));
            text.push('-');
        }
        text.push_str(point(action.to));
        if action.removed != NOWHERE {
            text.push('x');
            text.push_str(point(action.removed));
        }
        text
    }

    /// Capitals and moves without the dash are understood too.
    fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let wanted = text.to_ascii_lowercase().replace('-', "");
        self.actions(position)
            .into_iter()
            .find(|action| self.move_text(position, action).replace('-', "") == wanted)
    }

    fn move_help(&self) -> Cow<'static, str> {
        "a man is placed as in d2 and moved as in d2-d3; with the man that a mill removes, d2xa7 or d2-d3xa7".into()
    }
}
