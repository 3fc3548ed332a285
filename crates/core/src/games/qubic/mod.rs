//! Qubic, three-dimensional tic-tac-toe: four in a row in a cube of four by four by four.
//!
//! Rules: <https://en.wikipedia.org/wiki/3D_tic-tac-toe>. Red begins; they take turns to put a stone on an empty cell; the
//! first with four in a row wins, along an edge of the cube, a diagonal of a slice or a diagonal of the whole cube, 76 lines
//! in all; a full cube without such a line is a draw. O. Patashnik, "Qubic: 4×4×4 tic-tac-toe", Mathematics Magazine 53
//! (1980), proved that the first player wins.
//!
//! A cell is written level, column, row: `1a1`, `4d4`. Level 1 is the top one, row 1 the one at the back. Three digits in
//! the same order, `111` to `444`, are how "3-D tic-tac-toe" in D. Ahl's BASIC Computer Games (1978) has it; they are read
//! too.
//!
//! ```text
//!   level 1       a  b  c  d          cells are numbered by their bit in each player's set, in the order of the text
//!            1    0  1  2  3
//!            2    4  5  6  7          next column: +1    next row: +4    next level: +16
//!            3    8  9 10 11
//!            4   12 13 14 15          lines are numbered too: for each player, two words of 76 bits count the stones
//!   level 2  1   16 17 18 19          on all lines at once, one word has the ones and the other the twos (0, 1, 2, 3)
//!            …
//! ```

mod threats;

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::control::mix;
use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Notation, OptionFact, Options, Symmetry, Turn,
    Visitor,
};
use crate::games::weights::{OPTION, Weights, parts};
use crate::picture::{Form, Paint, Picture, Shape};

const CELLS: usize = 64;
const LINES: usize = 76;
const SYMMETRIES: usize = 192;
const PLAYERS: [&str; 2] = ["red", "yellow"];
const LETTERS: [char; 2] = ['r', 'y'];

/// The four cells of every line.
static LINE_CELLS: [u64; LINES] = {
    let mut lines = [0; LINES];
    let mut count = 0;
    let mut start = 0;
    while start < CELLS as i32 {
        // A step and its opposite make the same line, so one of each pair is left out: the first part that is not 0 is 1.
        let mut step = 14;
        while step < 27 {
            let steps = [step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1];
            let from = [start / 16, start / 4 % 4, start % 4];
            let mut cells = 0_u64;
            let mut along = 0;
            while along < 4 {
                let mut cell = 0;
                let mut axis = 0;
                while axis < 3 {
                    let place = from[axis] + along * steps[axis];
                    cell = if cell < 0 || place < 0 || place > 3 {
                        -1
                    } else {
                        cell * 4 + place
                    };
                    axis += 1;
                }
                if cell >= 0 {
                    cells |= 1 << cell;
                }
                along += 1;
            }
            if cells.count_ones() == 4 {
                lines[count] = cells;
                count += 1;
            }
            step += 1;
        }
        start += 1;
    }
    assert!(count == LINES);
    lines
};

/// The lines through every cell, as a set of their numbers.
static LINES_THROUGH: [u128; CELLS] = {
    let mut through = [0; CELLS];
    let mut line = 0;
    while line < LINES {
        let mut cell = 0;
        while cell < CELLS {
            if LINE_CELLS[line] >> cell & 1 == 1 {
                through[cell] |= 1 << line;
            }
            cell += 1;
        }
        line += 1;
    }
    through
};

/// The stones and what they make on the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// On how many lines, modulo four, the players have stones: the lower digit. A line has its number as bit.
    ones: [u128; 2],
    /// The upper digit.
    twos: [u128; 2],
    stones: [u64; 2],
    /// Stones in the cube; even when red is to move.
    ply: u8,
    /// Has the player who moved last made a line?
    won: bool,
}

/// Qubic with its weights.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    weights: [f64; 3],
}

impl Default for Rules {
    fn default() -> Rules {
        let [numbers] = WEIGHTS.standard();
        Rules {
            weights: parts(numbers, 1_000),
        }
    }
}

impl Position {
    #[inline(always)]
    fn player(&self) -> usize {
        usize::from(self.ply % 2)
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        !(self.stones[0] | self.stones[1])
    }

    /// One more stone of a player, counted on the lines through its cell; true when it is the fourth on one of them.
    #[inline(always)]
    fn put(&mut self, player: usize, cell: u8) -> bool {
        let through = LINES_THROUGH[usize::from(cell % 64)];
        let carried = self.ones[player] & through;
        let full = carried & self.twos[player] != 0;
        self.ones[player] ^= through;
        self.twos[player] ^= carried;
        self.stones[player] |= 1 << (cell % 64);
        full
    }

    /// The lines with one, two and three stones of a player and none of the opponent.
    #[inline(always)]
    fn open_lines(&self, player: usize) -> [u128; 3] {
        let (ones, twos) = (self.ones[player], self.twos[player]);
        let free = !(self.ones[1 - player] | self.twos[1 - player]);
        [ones & !twos & free, twos & !ones & free, ones & twos & free]
    }

    fn owner(&self, cell: u8) -> Option<usize> {
        self.stones
            .iter()
            .position(|stones| stones >> cell & 1 == 1)
    }
}

/// The cells of a set in ascending order.
fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// The cells of the lines that are full of these stones.
fn full_lines(stones: u64) -> impl Iterator<Item = u64> {
    LINE_CELLS
        .into_iter()
        .filter(move |line| stones & line == *line)
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = u8;

    fn facts(&self) -> Facts {
        Facts {
            longest: Some(CELLS as u32),
            ..Facts::duel(Self::NAME, PLAYERS[0], PLAYERS[1])
        }
    }

    fn start(&self) -> Position {
        Position {
            ones: [0; 2],
            twos: [0; 2],
            stones: [0; 2],
            ply: 0,
            won: false,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.won || usize::from(position.ply) == CELLS {
            Turn::Over
        } else {
            Turn::Player(position.player())
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend(cells(position.empty()));
    }

    #[inline(always)]
    fn each_move(&self, position: &Position, visitor: &mut impl Visitor<u8>) {
        let mut empty = position.empty();
        while empty != 0 && visitor.visit(empty.trailing_zeros() as u8).is_continue() {
            empty &= empty - 1;
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position, _buffer: &mut Vec<u8>) -> u64 {
        if position.won {
            0
        } else {
            CELLS as u64 - u64::from(position.ply)
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, cell: &u8) {
        position.won = position.put(position.player(), *cell);
        position.ply += 1;
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        match (position.won, position.player() == player) {
            (false, _) => 0.0,
            (true, true) => -1.0, // the opponent made the last move
            (true, false) => 1.0,
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        mix(position.stones[0] ^ mix(position.stones[1] ^ 0x9E37_79B9_7F4A_7C15))
    }

    fn symmetry(&self) -> Option<&dyn Symmetry<Rules>> {
        Some(self)
    }
}

/// Where each symmetry takes each cell.
///
/// The cube can be turned and reflected in 48 ways: six orders of the axes, and each axis one way or the other. Beyond
/// that, all three axes can be renumbered alike, in any way that keeps opposite slices opposite, because that takes rows
/// and diagonals to rows and diagonals: 0123 to 0213 (inner slices change places), 1032 (inside out), both, or neither.
/// R. Silver, "The group of automorphisms of the game of 3-dimensional ticktacktoe", American Mathematical Monthly 74
/// (1967), shows that these 192 are all.
static SEEN: [[u8; CELLS]; SYMMETRIES] = {
    const AXES: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    const NUMBERS: [[u8; 4]; 4] = [[0, 1, 2, 3], [0, 2, 1, 3], [1, 0, 3, 2], [1, 3, 0, 2]];
    let mut seen = [[0; CELLS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let (axes, turned, numbers) =
            (AXES[symmetry / 32], symmetry / 4 % 8, NUMBERS[symmetry % 4]);
        let mut cell = 0;
        while cell < CELLS {
            let from = [cell / 16, cell / 4 % 4, cell % 4];
            let mut to = 0;
            let mut axis = 0;
            while axis < 3 {
                let place = numbers[from[axes[axis]]];
                to = to * 4
                    + if turned >> axis & 1 == 1 {
                        3 - place
                    } else {
                        place
                    };
                axis += 1;
            }
            seen[symmetry][cell] = to;
            cell += 1;
        }
        symmetry += 1;
    }
    seen
};

/// The turns and reflections of the cube, and those that also exchange its slices.
impl Symmetry<Rules> for Rules {
    fn count(&self) -> usize {
        SYMMETRIES
    }

    fn position(&self, position: &Position, symmetry: usize) -> Position {
        let mut seen = self.start();
        for player in 0..2 {
            for cell in cells(position.stones[player]) {
                seen.put(player, self.action(&cell, symmetry));
            }
        }
        (seen.ply, seen.won) = (position.ply, position.won);
        seen
    }

    fn action(&self, cell: &u8, symmetry: usize) -> u8 {
        SEEN[symmetry][usize::from(*cell)]
    }
}

/// What one open line more than the opponent is worth.
static WEIGHTS: Weights<3> = Weights::new(
    [
        "open lines with one stone",
        "open lines with two stones",
        "open lines with three stones",
    ],
    include_str!("weights.txt"),
    -1_000..=1_000,
);

/// Open lines with one, two and three stones, those of red minus those of yellow.
#[inline(always)]
fn amounts(position: &Position) -> [i32; 3] {
    let [mine, theirs] = [0, 1].map(|player| position.open_lines(player));
    [0, 1, 2].map(|stones| mine[stones].count_ones() as i32 - theirs[stones].count_ones() as i32)
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let sign = if player == 0 { 1 } else { -1 };
        let amounts = amounts(position).map(|amount| f64::from(sign * amount));
        WEIGHTS.features(self.weights, amounts)
    }

    /// Cells that complete a line or keep the opponent from it.
    fn noisy_moves(&self, position: &Position, out: &mut Vec<u8>) {
        let mut threes = position.open_lines(0)[2] | position.open_lines(1)[2];
        let mut ends = 0;
        while threes != 0 {
            ends |= LINE_CELLS[threes.trailing_zeros() as usize];
            threes &= threes - 1;
        }
        out.extend(cells(ends & position.empty()));
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let sum: f64 = self
            .weights
            .into_iter()
            .zip(amounts(position))
            .map(|(weight, amount)| weight * f64::from(amount))
            .sum();
        let bounded = sum.clamp(-1.0, 1.0);
        if player == 0 { bounded } else { -bounded }
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let mut text = String::new();
        for cell in 0..CELLS as u8 {
            match cell % 16 {
                0 if cell > 0 => text.push('|'),
                4 | 8 | 12 => text.push('/'),
                _ => {}
            }
            text.push(position.owner(cell).map_or('.', |player| LETTERS[player]));
        }
        format!("{text} {}", LETTERS[position.player()])
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let mut signs = text
            .chars()
            .filter(|sign| !sign.is_whitespace() && !['/', '|'].contains(sign));
        let mut position = self.start();
        for cell in 0..CELLS as u8 {
            match signs.next() {
                None => return Err(format!("there are 64 cells, not {cell}")),
                Some('.' | '-') => {}
                Some(sign) => match side_of(sign) {
                    Some(player) => drop(position.put(player, cell)),
                    None => return Err(format!("\"{sign}\" is neither r, y nor .")),
                },
            }
        }
        let side = signs
            .next()
            .ok_or("after the 64 cells comes the side to move, r or y")?;
        if signs.next().is_some() {
            return Err("after the side to move there is nothing more".into());
        }
        let [red, yellow] = position.stones.map(u64::count_ones);
        if red != yellow && red != yellow + 1 {
            return Err(format!(
                "red begins and they alternate, so {red} red and {yellow} yellow stones cannot be"
            ));
        }
        position.ply = (red + yellow) as u8;
        let player = position.player();
        if side_of(side) != Some(player) {
            return Err(format!(
                "\"{side}\" is not to move with {red} red and {yellow} yellow stones"
            ));
        }
        if full_lines(position.stones[player]).next().is_some() {
            return Err("the side to move has four in a row already".into());
        }
        let last = full_lines(position.stones[1 - player]).reduce(|all, line| all & line);
        if last == Some(0) {
            return Err("no last stone can have made all these fours in a row".into());
        }
        position.won = last.is_some();
        Ok(position)
    }

    fn move_text(&self, _position: &Position, cell: &u8) -> String {
        cell_name(*cell)
    }

    fn move_code(&self, _position: &Position, cell: &u8) -> String {
        let [level, column, row] = places(*cell).map(|place| place + 1);
        format!("{level}{column}{row}")
    }

    fn read_move(&self, position: &Position, text: &str) -> Option<u8> {
        let [level @ b'1'..=b'4', column, row @ b'1'..=b'4'] = *text.as_bytes() else {
            return None;
        };
        let column = match column {
            b'1'..=b'4' => column - b'1',
            b'a'..=b'd' => column - b'a',
            b'A'..=b'D' => column - b'A',
            _ => return None,
        };
        let cell = (level - b'1') * 16 + (row - b'1') * 4 + column;
        let legal = self.turn(position) != Turn::Over && position.empty() >> cell & 1 == 1;
        legal.then_some(cell)
    }

    fn move_help(&self) -> Cow<'static, str> {
        "cells are level, column and row, 1a1 to 4d4, and the cell must be empty".into()
    }
}

/// Level, column and row from 0.
fn places(cell: u8) -> [u8; 3] {
    [cell / 16, cell % 4, cell / 4 % 4]
}

fn cell_name(cell: u8) -> String {
    let [level, column, row] = places(cell);
    format!("{}{}{}", level + 1, char::from(b'a' + column), row + 1)
}

/// The player that a letter stands for; the first and second of any tic-tac-toe are also x and o.
fn side_of(sign: char) -> Option<usize> {
    match sign {
        'r' | 'R' | 'x' | 'X' => Some(0),
        'y' | 'Y' | 'o' | 'O' => Some(1),
        _ => None,
    }
}

impl Draw for Rules {
    /// Four plates on top of each other, seen from the front and above.
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(7.4, 11.8);
        let label = |(x, y): (f64, f64), width: f64, text: String| {
            Shape::new(Form::Label, x, y)
                .size(width, 0.42)
                .text(text, Paint::Faint)
        };
        // Two posts hold the plates; where they stand, no stone can.
        for post in [[LEFT, FRONT], [RIGHT, BACK]] {
            let ends = [0.0, 3.0].map(|level| place(level, post[0], post[1]));
            picture.add(line_between(ends[0], ends[1], Paint::Board));
        }
        for level in 0..4_u8 {
            let at = |column: f64, row: f64| place(f64::from(level), column, row);
            for row in [BACK, FRONT] {
                picture.add(line_between(at(LEFT, row), at(RIGHT, row), Paint::Dark));
            }
            for column in [0.5, 1.5, 2.5] {
                picture.add(line_between(
                    at(column, BACK),
                    at(column, FRONT),
                    Paint::Board,
                ));
            }
            for column in [LEFT, RIGHT] {
                picture.add(line_between(
                    at(column, BACK),
                    at(column, FRONT),
                    Paint::Dark,
                ));
            }
            for line in 0..4_u8 {
                let letter = char::from(b'a' + line).to_string();
                picture.add(label(at(f64::from(line), 3.85), 0.5, letter));
                let number = (line + 1).to_string();
                picture.add(label(at(-0.75, f64::from(line)), 0.4, number));
            }
            let (_, y) = at(0.0, 0.0);
            picture.add(label((0.8, y), 1.6, format!("level {}", level + 1)));
        }
        let last = position.stones[1 - position.player()];
        let winning = full_lines(last).fold(0, |all, line| all | line);
        for line in full_lines(last) {
            let ends = [line.trailing_zeros(), 63 - line.leading_zeros()];
            let [from, to] = ends.map(|cell| centre(cell as u8));
            picture.add(line_between(from, to, Paint::Ink));
        }
        for cell in 0..CELLS as u8 {
            let (x, y) = centre(cell);
            let name = cell_name(cell);
            let owner = position.owner(cell);
            let stone = owner.map_or("empty", |player| PLAYERS[player]);
            let star = if winning >> cell & 1 == 1 { "★" } else { "" };
            picture.add(
                Shape::new(Form::Disc, x, y)
                    .size(0.45, 0.45)
                    .fill(owner.map_or(Paint::Light, Paint::Player))
                    .text(star, Paint::Ink)
                    .title(format!("{name}, {stone}"))
                    .site_if(owner.is_none(), &name),
            );
        }
        picture
    }

    fn sites(&self, _position: &Position, cell: &u8) -> Vec<String> {
        vec![cell_name(*cell)]
    }
}

/// Where the edges of a plate run, in columns and rows.
const LEFT: f64 = -1.0;
const RIGHT: f64 = 3.6;
const BACK: f64 = -0.9;
const FRONT: f64 = 4.3;

/// Where a place on a level lies in the picture: rows go down and a little to the left.
fn place(level: f64, column: f64, row: f64) -> (f64, f64) {
    (3.5 + column - 0.25 * row, 0.5 + 3.0 * level + 0.5 * row)
}

/// Where the middle of a cell lies in the picture.
fn centre(cell: u8) -> (f64, f64) {
    let [level, column, row] = places(cell).map(f64::from);
    place(level, column, row)
}

fn line_between(from: (f64, f64), to: (f64, f64), paint: Paint) -> Shape {
    Shape::new(Form::Line, (from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)
        .size(to.0 - from.0, to.1 - from.1)
        .fill(paint)
}

impl BuiltIn for Rules {
    const NAME: &'static str = "qubic";
    const ALIASES: &'static [&'static str] = &["tic-tac-toe-3d", "4x4x4"];
    const SUMMARY: &'static str = "Four in a row in a cube of four by four by four.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/3D_tic-tac-toe";
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
    use std::collections::HashSet;

    use super::*;

    fn rules() -> Rules {
        Rules::default()
    }

    fn refusal(text: &str) -> String {
        rules().parse(text).unwrap_err()
    }

    /// The text of a cube with these stones.
    fn cube(red: &[&str], yellow: &[&str], side: &str) -> String {
        let mut signs = ['.'; CELLS];
        for (names, sign) in [(red, 'r'), (yellow, 'y')] {
            for name in names {
                let cell = rules().read_move(&rules().start(), name).expect("a cell");
                signs[usize::from(cell)] = sign;
            }
        }
        format!("{} {side}", signs.iter().collect::<String>())
    }

    #[test]
    fn corners_and_the_eight_cells_inside_lie_on_seven_lines_and_the_others_on_four() {
        assert_eq!(LINE_CELLS.into_iter().collect::<HashSet<_>>().len(), 76);
        for cell in 0..64 {
            let outer = places(cell).map(|place| place == 0 || place == 3);
            let expected = if outer[0] == outer[1] && outer[1] == outer[2] {
                7
            } else {
                4
            };
            assert_eq!(
                LINES_THROUGH[usize::from(cell)].count_ones(),
                expected,
                "{cell}"
            );
        }
    }

    #[test]
    fn all_192_symmetries_are_different_and_take_lines_to_lines() {
        let lines: HashSet<u64> = LINE_CELLS.into_iter().collect();
        for seen in &SEEN {
            for line in &lines {
                let image =
                    cells(*line).fold(0, |image, cell| image | 1 << seen[usize::from(cell)]);
                assert!(lines.contains(&image));
            }
        }
        assert_eq!(SEEN.iter().collect::<HashSet<_>>().len(), 192);
        assert_eq!(SEEN[0].to_vec(), (0..64).collect::<Vec<u8>>());
    }

    #[test]
    fn symmetries_are_a_group() {
        let all: HashSet<[u8; CELLS]> = SEEN.into_iter().collect();
        for first in &SEEN {
            for second in &SEEN {
                assert!(all.contains(&first.map(|cell| second[usize::from(cell)])));
            }
        }
    }

    #[test]
    fn every_line_wins_and_no_three_stones_do() {
        for line in LINE_CELLS {
            let line: Vec<u8> = cells(line).collect();
            for last in &line {
                let mut position = rules().start();
                let others =
                    cells(position.empty() & !line.iter().fold(0, |set, cell| set | 1 << cell));
                // Yellow answers on every fifth cell, which never makes four in a row of the first three.
                for (stone, answer) in line
                    .iter()
                    .filter(|cell| *cell != last)
                    .zip(others.step_by(5))
                {
                    rules().play_unchecked(&mut position, stone);
                    rules().play_unchecked(&mut position, &answer);
                }
                assert_eq!(rules().turn(&position), Turn::Player(0));
                rules().play_unchecked(&mut position, last);
                assert_eq!(rules().turn(&position), Turn::Over);
                assert_eq!(
                    [0, 1].map(|player| rules().utility(&position, player)),
                    [1.0, -1.0]
                );
            }
        }
    }

    #[test]
    fn a_cell_is_read_by_letter_or_digit() {
        let start = rules().start();
        for name in ["2c4", "2C4", "234"] {
            assert_eq!(rules().read_move(&start, name), Some(16 + 12 + 2), "{name}");
        }
        assert_eq!(rules().move_text(&start, &30), "2c4");
        assert_eq!(rules().move_code(&start, &30), "234");
        for wrong in ["5a1", "1e1", "1a5", "0a1", "1a", "1a11", "a11", ""] {
            assert_eq!(rules().read_move(&start, wrong), None, "{wrong}");
        }
        let after = rules().play(start, 30).unwrap();
        assert_eq!(rules().read_move(&after, "2c4"), None);
    }

    #[test]
    fn separators_in_a_text_may_be_left_out() {
        let text = rules().text(&rules().play(rules().start(), 17).unwrap());
        assert_eq!(
            text,
            "..../..../..../....|.r../..../..../....|..../..../..../....|..../..../..../.... y"
        );
        let bare = text
            .replace(['/', '|', ' '], "")
            .replace('.', "-")
            .to_uppercase();
        assert_eq!(
            rules().parse(&bare.replace('R', "x").replace('Y', "o")),
            rules().parse(&text)
        );
        assert_eq!(rules().parse(&bare), rules().parse(&text));
    }

    #[test]
    fn impossible_cubes_are_refused_with_the_reason() {
        assert_eq!(refusal("r"), "there are 64 cells, not 1");
        assert_eq!(refusal("r.z"), "\"z\" is neither r, y nor .");
        let empty = ".".repeat(64);
        assert_eq!(
            refusal(&empty),
            "after the 64 cells comes the side to move, r or y"
        );
        assert_eq!(
            refusal(&format!("{empty} rr")),
            "after the side to move there is nothing more"
        );
        assert_eq!(
            refusal(&format!("{empty} y")),
            "\"y\" is not to move with 0 red and 0 yellow stones"
        );
        assert_eq!(
            refusal(&cube(&[], &["1a1"], "r")),
            "red begins and they alternate, so 0 red and 1 yellow stones cannot be"
        );
        let line = ["1a1", "1b1", "1c1", "1d1"];
        let apart = ["2a1", "2b2", "3c3", "4d4"];
        assert_eq!(
            refusal(&cube(&line, &apart, "r")),
            "the side to move has four in a row already"
        );
        let two = ["1a1", "1b1", "1c1", "1d1", "3a2", "3b2", "3c2", "3d2"];
        let seven = ["2a1", "2b1", "2c2", "2d3", "4a1", "4b2", "4c4"];
        assert_eq!(
            refusal(&cube(&two, &seven, "y")),
            "no last stone can have made all these fours in a row"
        );
    }

    #[test]
    fn one_stone_can_make_two_lines() {
        let cross = ["1a1", "1b1", "1c1", "1d1", "2a1", "3a1", "4a1"];
        let others = ["2b1", "2c1", "2d2", "3b3", "3c3", "4d2"];
        let position = rules().parse(&cube(&cross, &others, "y")).unwrap();
        assert_eq!(rules().turn(&position), Turn::Over);
        assert_eq!(rules().utility(&position, 0), 1.0);
    }

    #[test]
    fn completing_and_blocking_cells_are_noisy() {
        let text = cube(&["1a1", "1b1", "1c1"], &["4a1", "4a2", "4a4"], "r");
        let position = rules().parse(&text).unwrap();
        let mut noisy = Vec::new();
        rules().noisy_moves(&position, &mut noisy);
        let names: Vec<_> = noisy.into_iter().map(cell_name).collect();
        assert_eq!(names, ["1d1", "4a3"]);
    }

    #[test]
    fn no_number_of_open_lines_is_worth_a_win() {
        let most = rules().weights.into_iter().fold(0.0, f64::max);
        assert!(most * (LINES as f64) < 1.0);
    }
}
