//! Tic-tac-toe, noughts and crosses: three in a row on a board of three by three.
//!
//! Rules: <https://en.wikipedia.org/wiki/Tic-tac-toe>. x begins; the first with three in a row wins; a full board is a
//! draw.
//!
//! ```text
//!   3 | 6 7 8        squares are named like those of chess, a1 to c3,
//!   2 | 3 4 5        and numbered by their bit in each player's set
//!   1 | 0 1 2
//!       a b c
//! ```

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Turn,
    Visitor,
};
use crate::games::weights::{OPTION, Weights, parts};
use crate::picture::{Form, Paint, Picture, Shape};

const FULL: u32 = 0b111_111_111;
const ROWS: [u32; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000, // rows
    0b001_001_001,
    0b010_010_010,
    0b100_100_100, // columns
    0b100_010_001,
    0b001_010_100, // diagonals
];

/// The board seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Stones of the player to move.
    own: u32,
    /// Stones of the player who moved last.
    other: u32,
    /// Stones on the board; even when x is to move.
    ply: u32,
}

/// Tic-tac-toe with its weights.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    weights: [f64; 1],
}

impl Default for Rules {
    fn default() -> Rules {
        let [numbers] = WEIGHTS.standard();
        Rules {
            weights: parts(numbers, 1_000),
        }
    }
}

/// Which sets of squares contain a row: one look instead of eight.
static HAS_ROW: [bool; 512] = {
    let mut has_row = [false; 512];
    let mut stones = 0;
    while stones < 512 {
        let mut row = 0;
        while row < ROWS.len() {
            has_row[stones] |= stones as u32 & ROWS[row] == ROWS[row];
            row += 1;
        }
        stones += 1;
    }
    has_row
};

#[inline]
fn has_row(stones: u32) -> bool {
    HAS_ROW[(stones & FULL) as usize]
}

impl Position {
    #[inline]
    fn player(&self) -> usize {
        self.ply as usize % 2
    }

    /// Has the player who moved last made a row?
    #[inline]
    fn is_won(&self) -> bool {
        has_row(self.other)
    }

    /// The stones of x and of o.
    fn stones(&self) -> [u32; 2] {
        if self.player() == 0 {
            [self.own, self.other]
        } else {
            [self.other, self.own]
        }
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = u8;

    fn facts(&self) -> Facts {
        Facts {
            longest: Some(9),
            ..Facts::duel(Self::NAME, "x", "o")
        }
    }

    fn start(&self) -> Position {
        Position {
            own: 0,
            other: 0,
            ply: 0,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_won() || position.ply == 9 {
            Turn::Over
        } else {
            Turn::Player(position.player())
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        let mut empty = FULL & !(position.own | position.other);
        while empty != 0 {
            out.push(empty.trailing_zeros() as u8);
            empty &= empty - 1;
        }
    }

    #[inline(always)]
    fn each_move(&self, position: &Position, visitor: &mut impl Visitor<u8>) {
        let mut empty = FULL & !(position.own | position.other);
        while empty != 0 && visitor.visit(empty.trailing_zeros() as u8).is_continue() {
            empty &= empty - 1;
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, square: &u8) {
        (position.own, position.other) = (position.other, position.own | 1 << square);
        position.ply += 1;
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        match (position.is_won(), position.player() == player) {
            (false, _) => 0.0,
            (true, true) => -1.0, // the opponent made the last move
            (true, false) => 1.0,
        }
    }
}

/// What one open row more than the opponent is worth.
static WEIGHTS: Weights<1> = Weights::new(
    ["open rows"],
    include_str!("tic_tac_toe/weights.txt"),
    -1_000..=1_000,
);

/// Rows without a stone of o minus rows without a stone of x.
fn open_rows(position: &Position) -> f64 {
    let open = |other: usize| {
        ROWS.iter()
            .filter(|row| position.stones()[other] & **row == 0)
            .count() as f64
    };
    open(1) - open(0)
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let amount = if player == 0 {
            open_rows(position)
        } else {
            -open_rows(position)
        };
        WEIGHTS.features(self.weights, [amount])
    }

    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let [weight] = self.weights;
        let rows = (open_rows(position) * weight).clamp(-1.0, 1.0);
        if player == 0 { rows } else { -rows }
    }
}

impl Hints for Rules {}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let rows: Vec<String> = [6, 3, 0]
            .map(|row| {
                (row..row + 3)
                    .map(|square| position.letter(square))
                    .collect()
            })
            .into();
        format!("{} {}", rows.join("/"), ["x", "o"][position.player()])
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let (board, side) = text
            .trim()
            .split_once(' ')
            .ok_or("it is three rows and the side to move, as in \".../.x./... o\"")?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 3) {
            return Err("there are three rows of three, separated by /".into());
        }
        let mut stones = [0, 0];
        for (square, letter) in rows.iter().rev().flat_map(|row| row.chars()).enumerate() {
            match letter {
                'x' => stones[0] |= 1 << square,
                'o' => stones[1] |= 1 << square,
                '.' => {}
                other => return Err(format!("\"{other}\" is neither x, o nor .")),
            }
        }
        let counts = stones.map(u32::count_ones);
        if counts[0] != counts[1] && counts[0] != counts[1] + 1 {
            return Err(format!(
                "x begins and they alternate, so {} x and {} o cannot be",
                counts[0], counts[1]
            ));
        }
        let ply = counts[0] + counts[1];
        let player = ply as usize % 2;
        if side != ["x", "o"][player] {
            return Err(format!(
                "\"{side}\" is not to move with {} x and {} o on the board",
                counts[0], counts[1]
            ));
        }
        if has_row(stones[player]) {
            return Err("the side to move has three in a row already".into());
        }
        Ok(Position {
            own: stones[player],
            other: stones[1 - player],
            ply,
        })
    }

    fn move_text(&self, _position: &Position, square: &u8) -> String {
        square_name(*square)
    }

    fn move_help(&self) -> Cow<'static, str> {
        "squares are a1 to c3".into()
    }
}

impl Position {
    fn letter(&self, square: u8) -> char {
        match self.stones().map(|stones| stones >> square & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        }
    }
}

fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 3), square / 3 + 1)
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(3.5, 3.5);
        let winning = ROWS.iter().find(|row| {
            position
                .stones()
                .iter()
                .any(|stones| stones & **row == **row)
        });
        for square in 0..9 {
            let (x, y) = (f64::from(square % 3) + 1.0, 2.5 - f64::from(square / 3));
            let name = square_name(square);
            let player = position
                .stones()
                .iter()
                .position(|stones| stones >> square & 1 == 1);
            let (mark, owner) =
                player.map_or(("", "empty"), |player| [("X", "x"), ("O", "o")][player]);
            let fill = if winning.is_some_and(|row| row >> square & 1 == 1) {
                Paint::Mark
            } else {
                Paint::Light
            };
            picture.add(
                Shape::new(Form::Square, x, y)
                    .fill(fill)
                    .text(mark, player.map_or(Paint::Ink, Paint::Player))
                    .title(format!("{name}, {owner}"))
                    .site(name),
            );
        }
        for line in 0..3_u8 {
            let place = f64::from(line);
            let letter = char::from(b'a' + line).to_string();
            picture.add(
                Shape::new(Form::Label, place + 1.0, 3.25)
                    .size(1.0, 0.5)
                    .text(letter, Paint::Faint),
            );
            picture.add(
                Shape::new(Form::Label, 0.25, 2.5 - place)
                    .size(0.5, 1.0)
                    .text((line + 1).to_string(), Paint::Faint),
            );
        }
        picture
    }

    fn sites(&self, _position: &Position, square: &u8) -> Vec<String> {
        vec![square_name(*square)]
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "tic-tac-toe";
    const ALIASES: &'static [&'static str] = &["noughts-and-crosses", "tictactoe"];
    const SUMMARY: &'static str = "Three in a row on a board of three by three.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Tic-tac-toe";
    const OPTIONS: &'static [OptionFact] = &[OPTION];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let [numbers] = WEIGHTS.chosen(options)?;
        Ok(Rules {
            weights: parts(numbers, 1_000),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        Rules::default()
    }

    fn refusal(text: &str) -> String {
        rules().parse(text).unwrap_err()
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        assert!(refusal("...").starts_with("it is three rows"));
        assert!(refusal("../... x").starts_with("there are three rows"));
        assert_eq!(refusal("..z/.../... x"), "\"z\" is neither x, o nor .");
        assert_eq!(
            refusal("..o/.../... x"),
            "x begins and they alternate, so 0 x and 1 o cannot be"
        );
        assert_eq!(
            refusal("..x/.../... x"),
            "\"x\" is not to move with 1 x and 0 o on the board"
        );
        assert_eq!(
            refusal("xxx/oo./o.. x"),
            "the side to move has three in a row already"
        );
    }

    #[test]
    fn three_in_a_row_ends_the_game() {
        let position = rules().parse("oo./xxx/... o").unwrap();
        assert_eq!(rules().turn(&position), Turn::Over);
        assert_eq!(
            [0, 1].map(|player| rules().utility(&position, player)),
            [1.0, -1.0]
        );
    }
}
