//! Connect-four, four in a row: stones drop into seven columns of six.
//!
//! Rules: <https://en.wikipedia.org/wiki/Connect_Four>. Red begins; the first with four in a row, across, up or diagonal,
//! wins; a full board is a draw.
//!
//! ```text
//!    6 13 20 27 34 41 48     each column has seven bits: six squares from the bottom up and one that stays empty,
//!    5 12 19 26 33 40 47     so that rows of four never wrap from the top of one column to the bottom of the next
//!    4 11 18 25 32 39 46
//!    3 10 17 24 31 38 45     up: 1   across: 7   diagonals: 6 and 8
//!    2  9 16 23 30 37 44
//!    1  8 15 22 29 36 43
//!    0  7 14 21 28 35 42
//! ```

mod hints;

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Notation, OptionFact, Options, Symmetry, Turn,
    Visitor, fitting,
};
use crate::games::weights::{OPTION, Weights, parts};
use crate::picture::{Form, Paint, Picture, Shape};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
const SQUARES: u32 = 42;

/// How many possible fours pass through each square, by player and bit; less than none for yellow. 64 long, so that no
/// bit is out of range.
static LINES: [[i32; 64]; 2] = {
    let rising = [
        [3, 4, 5, 7, 5, 4, 3],
        [4, 6, 8, 10, 8, 6, 4],
        [5, 8, 11, 13, 11, 8, 5],
    ];
    let mut lines = [[0; 64]; 2];
    let mut column = 0;
    while column < COLUMNS {
        let mut row = 0;
        while row < ROWS {
            let count = rising[if row < 3 { row } else { 5 - row }][column];
            lines[0][column * 7 + row] = count;
            lines[1][column * 7 + row] = -count;
            row += 1;
        }
        column += 1;
    }
    lines
};

/// The columns of every set of columns, from left to right, and their number. Lists of eight are copied in one piece:
/// counting nine plies takes 72 ms, with a test for each column 120 ms.
static COLUMNS_OF: [([u8; 8], u8); 1 << COLUMNS] = {
    let mut lists = [([0; 8], 0); 1 << COLUMNS];
    let mut set = 0;
    while set < lists.len() {
        let (list, count) = &mut lists[set];
        let mut column = 0;
        while column < COLUMNS {
            if set >> column & 1 == 1 {
                list[*count as usize] = column as u8;
                *count += 1;
            }
            column += 1;
        }
        set += 1;
    }
    lists
};

/// What one possible four more than the opponent is worth.
static WEIGHTS: Weights<1> = Weights::new(
    ["possible fours"],
    include_str!("weights.txt"),
    -1_000..=1_000,
);

/// The board seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Stones of the player to move.
    own: u64,
    /// All stones.
    all: u64,
    /// Possible fours through red stones minus those through yellow stones.
    balance: i32,
    /// Stones on the board; even when red is to move.
    ply: u32,
}

/// Connect-four with its weights.
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

#[inline]
fn has_four(stones: u64) -> bool {
    let mut found = 0;
    for step in [1, 7, 6, 8] {
        let pairs = stones & stones >> step;
        found |= pairs & pairs >> (2 * step);
    }
    found != 0
}

impl Position {
    #[inline]
    fn player(&self) -> usize {
        self.ply as usize % 2
    }

    #[inline(always)]
    fn has_room(&self, column: u8) -> bool {
        self.all >> (column * 7 + 5) & 1 == 0
    }

    /// The columns with room as a set; bit 0 is the first column.
    #[inline]
    fn free_columns(&self) -> usize {
        const TOP: u64 = 1 << 5 | 1 << 12 | 1 << 19 | 1 << 26 | 1 << 33 | 1 << 40 | 1 << 47;
        // Multiplied by 2^(36 − 6c), bit 7c becomes bit 36 + c; no two of the other products meet, and none comes here.
        const GATHER: u64 = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30 | 1 << 36;
        ((!self.all & TOP) >> 5).wrapping_mul(GATHER) as usize >> 36 & 0x7F
    }

    /// Has the player who moved last made four?
    #[inline]
    fn is_won(&self) -> bool {
        has_four(self.own ^ self.all)
    }

    /// The stones of red and of yellow.
    fn stones(&self) -> [u64; 2] {
        let other = self.own ^ self.all;
        if self.player() == 0 {
            [self.own, other]
        } else {
            [other, self.own]
        }
    }

    fn owner(&self, bit: usize) -> Option<usize> {
        self.stones()
            .iter()
            .position(|stones| stones >> bit & 1 == 1)
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = u8;

    fn facts(&self) -> Facts {
        Facts {
            longest: Some(42),
            ..Facts::duel(Self::NAME, "red", "yellow")
        }
    }

    fn start(&self) -> Position {
        Position {
            own: 0,
            all: 0,
            balance: 0,
            ply: 0,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_won() || position.ply == SQUARES {
            Turn::Over
        } else {
            Turn::Player(position.player())
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        let (columns, count) = &COLUMNS_OF[position.free_columns()];
        let end = out.len() + usize::from(*count);
        out.extend_from_slice(columns);
        out.truncate(end);
    }

    #[inline(always)]
    fn each_move(&self, position: &Position, visitor: &mut impl Visitor<u8>) {
        // Written out seven times, each column has its own branches to predict and constants to shift by: alpha-beta to
        // depth 10 without evaluation takes 0.99 ms instead of 1.21 ms.
        macro_rules! visit_columns {
            ($($column:literal)*) => {$(
                if position.has_room($column) && visitor.visit($column).is_break() {
                    return;
                }
            )*};
        }
        visit_columns!(0 1 2 3 4 5 6);
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, column: &u8) {
        let with_stone = position.all | (position.all + (1 << (column * 7)));
        let square = (with_stone ^ position.all).trailing_zeros() as usize % 64;
        position.balance += LINES[position.player()][square];
        position.own ^= position.all;
        position.all = with_stone;
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

    fn symmetry(&self) -> Option<&dyn Symmetry<Rules>> {
        Some(self)
    }
}

/// The board and its mirror image.
impl Symmetry<Rules> for Rules {
    fn count(&self) -> usize {
        2
    }

    fn position(&self, position: &Position, symmetry: usize) -> Position {
        match symmetry {
            0 => *position,
            _ => Position {
                own: mirrored(position.own),
                all: mirrored(position.all),
                ..*position
            },
        }
    }

    fn action(&self, column: &u8, symmetry: usize) -> u8 {
        match symmetry {
            0 => *column,
            _ => 6 - column,
        }
    }
}

/// The columns in reverse order.
#[inline]
fn mirrored(squares: u64) -> u64 {
    const COLUMN: u64 = 0x7F;
    let turned = |three: u64| (three & COLUMN) << 14 | three & COLUMN << 7 | three >> 14 & COLUMN;
    turned(squares) << 28 | squares & COLUMN << 21 | turned(squares >> 28)
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let balance = f64::from(position.balance);
        let amount = if player == 0 { balance } else { -balance };
        WEIGHTS.features(self.weights, [amount])
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let [weight] = self.weights;
        let balance = fitting((f64::from(position.balance) * weight).clamp(-1.0, 1.0));
        if player == 0 { balance } else { -balance }
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in (0..ROWS).rev() {
            let mut empty = 0;
            for column in 0..COLUMNS {
                let owner = position.owner(column * 7 + row);
                if owner.is_some() && empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                match owner {
                    Some(player) => text.push(['r', 'y'][player]),
                    None => empty += 1,
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text + ["r", "y"][position.player()]
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let text = text.trim();
        if text.contains('/') {
            self.parse_board(text)
        } else {
            self.parse_columns(text)
        }
    }

    fn move_text(&self, _position: &Position, column: &u8) -> String {
        (column + 1).to_string()
    }

    fn move_help(&self) -> Cow<'static, str> {
        "columns are 1 to 7".into()
    }
}

impl Rules {
    /// Reads the columns played since the start, such as `4453`.
    fn parse_columns(&self, text: &str) -> Result<Position, String> {
        let mut position = self.start();
        for (index, letter) in text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .enumerate()
        {
            let column = match letter {
                '1'..='7' => letter as u8 - b'1',
                _ => {
                    return Err(format!(
                        "\"{letter}\" is no column: it is columns 1 to 7, as in \"4453\", or rows, as in \"7/7/7/7/7/3r3 y\""
                    ));
                }
            };
            if self.turn(&position) == Turn::Over {
                return Err(format!("the game is over before move {}", index + 1));
            }
            position = self
                .play(position, column)
                .map_err(|_| format!("column {letter} is full at move {}", index + 1))?;
        }
        Ok(position)
    }

    /// Reads rows from the top, such as `7/7/7/7/3y3/3r3 r`.
    fn parse_board(&self, text: &str) -> Result<Position, String> {
        let (board, side) = text
            .split_once(' ')
            .ok_or("after the rows comes the side to move, r or y")?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != ROWS {
            return Err(format!("there are 6 rows, not {}", rows.len()));
        }
        let mut stones = [0_u64; 2];
        for (row, letters) in rows.iter().rev().enumerate() {
            let mut column = 0;
            for letter in letters.chars() {
                match letter {
                    '1'..='7' => column += letter as usize - '0' as usize,
                    'r' | 'y' if column < COLUMNS => {
                        stones[usize::from(letter == 'y')] |= 1 << (column * 7 + row);
                        column += 1;
                    }
                    'r' | 'y' => return Err("rows have 7 columns".into()),
                    other => {
                        return Err(format!(
                            "\"{other}\" is neither r, y nor a number of empty squares"
                        ));
                    }
                }
            }
            if column != COLUMNS {
                return Err(format!("row \"{letters}\" has {column} columns, not 7"));
            }
        }
        let all = stones[0] | stones[1];
        if (0..COLUMNS).any(|column| {
            let stack = all >> (column * 7) & 0b11_1111;
            stack & (stack + 1) != 0
        }) {
            return Err("a stone hangs in the air".into());
        }
        let counts = stones.map(u64::count_ones);
        if counts[0] != counts[1] && counts[0] != counts[1] + 1 {
            return Err(format!(
                "red begins and they alternate, so {} red and {} yellow stones cannot be",
                counts[0], counts[1]
            ));
        }
        let ply = counts[0] + counts[1];
        let player = ply as usize % 2;
        if side.trim() != ["r", "y"][player] {
            return Err(format!(
                "\"{}\" is not to move with {} red and {} yellow stones",
                side.trim(),
                counts[0],
                counts[1]
            ));
        }
        if has_four(stones[player]) {
            return Err("the side to move has four in a row already".into());
        }
        let lines = |player: usize| {
            (0..49)
                .filter(|bit| stones[player] >> bit & 1 == 1)
                .map(|bit| LINES[player][bit])
                .sum::<i32>()
        };
        Ok(Position {
            own: stones[player],
            all,
            balance: lines(0) + lines(1),
            ply,
        })
    }
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut winning = 0_u64;
        for step in [1, 7, 6, 8] {
            let stones = position.own ^ position.all;
            let pairs = stones & stones >> step;
            let first = pairs & pairs >> (2 * step);
            winning |= first | first << step | first << (2 * step) | first << (3 * step);
        }
        let mut picture = Picture::new(7.0, 6.6);
        picture.add(
            Shape::new(Form::Square, 3.5, 3.0)
                .size(7.0, 6.0)
                .fill(Paint::Board),
        );
        for column in 0..COLUMNS {
            let name = (column + 1).to_string();
            let x = column as f64 + 0.5;
            for row in 0..ROWS {
                let bit = column * 7 + row;
                let owner = position.owner(bit);
                let stone = owner.map_or("empty", |player| ["red", "yellow"][player]);
                let star = if winning >> bit & 1 == 1 { "★" } else { "" };
                picture.add(
                    Shape::new(Form::Disc, x, 5.5 - row as f64)
                        .size(0.84, 0.84)
                        .fill(owner.map_or(Paint::Light, Paint::Player))
                        .text(star, Paint::Ink)
                        .title(format!("column {name}, row {}, {stone}", row + 1))
                        .site_if(owner.is_none(), &name),
                );
            }
            picture.add(
                Shape::new(Form::Label, x, 6.3)
                    .size(1.0, 0.5)
                    .text(name, Paint::Faint),
            );
        }
        picture
    }

    fn sites(&self, _position: &Position, column: &u8) -> Vec<String> {
        vec![(column + 1).to_string()]
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "connect-four";
    const ALIASES: &'static [&'static str] = &["four-in-a-row", "connect4"];
    const SUMMARY: &'static str = "Stones drop into seven columns of six; four in a row win.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Connect_Four";
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
    fn columns_and_rows_read_the_same_position() {
        assert_eq!(rules().parse("4453"), rules().parse("7/7/7/7/3y3/2yrr2 r"));
        assert_eq!(rules().parse(""), Ok(rules().start()));
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        assert!(refusal("448").starts_with("\"8\" is no column"));
        assert_eq!(refusal("1111111"), "column 1 is full at move 7");
        assert_eq!(refusal("12121213"), "the game is over before move 8");
        assert_eq!(
            refusal("7/7/7/7/7/7"),
            "after the rows comes the side to move, r or y"
        );
        assert_eq!(refusal("7/7/7/7/7 r"), "there are 6 rows, not 5");
        assert_eq!(
            refusal("7/7/7/7/7/8 r"),
            "\"8\" is neither r, y nor a number of empty squares"
        );
        assert_eq!(refusal("7/7/7/7/7/6 r"), "row \"6\" has 6 columns, not 7");
        assert_eq!(refusal("7/7/7/7/7/7r r"), "rows have 7 columns");
        assert_eq!(refusal("7/7/7/7/r6/7 y"), "a stone hangs in the air");
        assert_eq!(
            refusal("7/7/7/7/7/y6 r"),
            "red begins and they alternate, so 0 red and 1 yellow stones cannot be"
        );
        assert_eq!(
            refusal("7/7/7/7/7/r6 r"),
            "\"r\" is not to move with 1 red and 0 yellow stones"
        );
        assert_eq!(
            refusal("7/7/7/7/yyyy3/rrrr3 r"),
            "the side to move has four in a row already"
        );
    }

    #[test]
    fn fours_are_seen_in_every_direction_and_do_not_wrap() {
        for won in [
            "1212121",
            "1122334",
            "7/7/3r3/2ry3/1ryr3/ryyy2r y",
            "7/7/3r3/3yr2/3ryr1/r2yyyr y",
        ] {
            let position = rules().parse(won).unwrap();
            assert_eq!(rules().turn(&position), Turn::Over, "{won}");
            assert_eq!(rules().utility(&position, 0), 1.0, "{won}");
        }
        // The top three of column 1 and the lowest square of column 2 are four neighbouring bits but for the sentinel.
        let position = rules().parse("r6/r6/r6/y6/y6/yr5 y").unwrap();
        assert_eq!(rules().turn(&position), Turn::Player(1));
    }

    #[test]
    fn the_balance_counts_the_69_fours_through_their_squares() {
        assert_eq!(LINES[0].iter().sum::<i32>(), 4 * 69);
    }
}
