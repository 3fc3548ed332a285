//! Othello, reversi: enclose the opponent's discs to turn them over; more discs at the end win.
//!
//! Rules: World Othello Federation, <https://www.worldothello.org/about/about-othello/othello-rules/official-rules/english>.
//! Black (dark) begins from four discs in the middle, black on e4 and d5. A disc is put on an empty square so that it
//! encloses, in one or more of the eight directions, a gapless row of the opponent's discs between itself and another own
//! disc; everything enclosed that way is turned over, and it must be at least one disc. Who can do that must; who cannot
//! passes, and passing is a move here (`pass`), the only one then. The game is over when neither can move, on a full board
//! or before. The result is the difference in discs, with squares that stayed empty counted for the winner, as federations
//! and programs count; equal numbers are a draw.
//!
//! A text may describe any board, even one that no game reaches, because the rules can go on from there.
//!
//! ```text
//!       a  b  c  d  e  f  g  h        squares are numbered by their bit in each side's set;
//!   1   0  1  2  3  4  5  6  7        row 1 is the top one, as players write it
//!   2   8  9 10 11 12 13 14 15
//!   3  16 17 18 19 20 21 22 23        right: +1    down: +8    diagonals: +7 and +9
//!   4  24 25 26 27 28 29 30 31
//!   5  32 33 34 35 36 37 38 39        the start: white on 27 and 36, black on 28 and 35
//!   6  40 41 42 43 44 45 46 47
//!   7  48 49 50 51 52 53 54 55        64 is the pass
//!   8  56 57 58 59 60 61 62 63
//! ```

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::control::mix;
use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Notation, Options, Symmetry, Turn, Unit, Visitor,
};
use crate::picture::{Form, Paint, Picture, Shape};

const SIDES: [&str; 2] = ["black", "white"];
const LETTERS: [char; 2] = ['X', 'O'];
/// The move of a player who has no other.
const PASS: u8 = 64;

/// Everything but the columns a and h, where rows and diagonals end.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;
const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;

/// The board seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Discs of the player to move.
    own: u64,
    /// Discs of the other one.
    other: u64,
    /// Where the player to move can put a disc. It follows from the discs; whoever asks for the turn, the moves or the
    /// mobility finds it here.
    open: u64,
    /// The player to move.
    side: u8,
}

/// Othello has no options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

/// Where a disc of `own` would enclose discs of `other`.
#[inline(always)]
fn open_squares(own: u64, other: u64) -> u64 {
    /// What is reached from `own` over discs in `between`, along one line in both directions. The later steps go two
    /// squares at once (parallel prefix), so that four steps pass six discs.
    #[inline(always)]
    fn along<const STEP: u32>(own: u64, between: u64) -> u64 {
        let mut up = between & own << STEP;
        let mut down = between & own >> STEP;
        up |= between & up << STEP;
        down |= between & down >> STEP;
        let pairs_up = between & between << STEP;
        let pairs_down = pairs_up >> STEP;
        for _ in 0..2 {
            up |= pairs_up & up << (2 * STEP);
            down |= pairs_down & down >> (2 * STEP);
        }
        up << STEP | down >> STEP
    }
    let inner = other & INNER;
    // To the right, adding a disc at the left end of a row of them carries over to the square behind it: counting ten
    // plies takes 73 ms instead of 77 ms.
    let right = inner.wrapping_add(inner & own << 1) & !inner;
    let mut left = inner & own >> 1;
    let pairs = inner & inner >> 1;
    left |= inner & left >> 1;
    left |= pairs & left >> 2;
    left |= pairs & left >> 2;
    let reached = right
        | left >> 1
        | along::<7>(own, inner)
        | along::<9>(own, inner)
        | along::<8>(own, other);
    reached & !(own | other)
}

/// The four rays from a square towards higher bits: right, down, down left, down right.
static RAYS: [[u64; 4]; 64] = {
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let steps = [(0, 1), (1, 0), (1, -1), (1, 1)];
        let mut direction = 0;
        while direction < 4 {
            let (down, right) = steps[direction];
            let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
            while row < 8 && 0 <= column && column < 8 {
                rays[square][direction] |= 1 << (row * 8 + column);
                (row, column) = (row + down, column + right);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// What a disc of `own` on this square turns over.
#[inline(always)]
fn turned(own: u64, other: u64, square: usize) -> u64 {
    /// On a ray towards higher bits the first square without a disc of `other` is the lowest bit; if it is an own disc,
    /// what lies below it on the ray is enclosed.
    #[inline(always)]
    fn on_ray(own: u64, not_other: u64, ray: u64) -> u64 {
        let ends = not_other & ray;
        let end = ends & ends.wrapping_neg() & own;
        end.wrapping_sub(u64::from(end != 0)) & ray
    }
    /// The same to the left, where the first square is the highest bit.
    #[inline(always)]
    fn on_left(own: u64, not_other: u64, ray: u64) -> u64 {
        let ends = not_other & ray;
        let end = 1 << (63 - (ends | 1).leading_zeros()) & own & ray;
        (end << 1).wrapping_neg() & ray
    }
    let not_other = !other;
    let [right, rest @ ..] = &RAYS[square % 64];
    let mut turned = on_ray(own, not_other, *right);
    // With the rows in reverse order, upwards is downwards; only the ray to the left has no counterpart.
    let left = (0xFF_u64 << (square & 56)) & ((1 << (square % 64)) - 1);
    turned |= on_left(own, not_other, left);
    let mut upwards = 0;
    let [_, reverse @ ..] = &RAYS[(square % 64) ^ 56];
    for (down, up) in rest.iter().zip(reverse) {
        turned |= on_ray(own, not_other, *down);
        upwards |= on_ray(own.swap_bytes(), not_other.swap_bytes(), *up);
    }
    turned | upwards.swap_bytes()
}

impl Position {
    #[inline(always)]
    fn new(own: u64, other: u64, side: u8) -> Position {
        Position {
            own,
            other,
            open: open_squares(own, other),
            side,
        }
    }

    #[inline]
    fn player(&self) -> usize {
        usize::from(self.side)
    }

    /// Can the opponent move, or could if it were their turn? Asked only when the player to move cannot.
    #[cold]
    #[inline(never)]
    fn opponent_moves(&self) -> bool {
        open_squares(self.other, self.own) != 0
    }

    /// The discs of black and of white.
    fn discs(&self) -> [u64; 2] {
        if self.side == 0 {
            [self.own, self.other]
        } else {
            [self.other, self.own]
        }
    }

    fn owner(&self, square: usize) -> Option<usize> {
        self.discs()
            .iter()
            .position(|discs| discs >> square & 1 == 1)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.own, self.other, self.side).hash(state);
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = u8;

    fn facts(&self) -> Facts {
        Facts {
            unit: Unit::Counted("discs".into()),
            utilities: (-64.0, 64.0),
            // Sixty discs are put; no two passes follow each other, and none comes last.
            longest: Some(120),
            ..Facts::duel(Self::NAME, SIDES[0], SIDES[1])
        }
    }

    fn start(&self) -> Position {
        Position::new(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.open != 0 || position.opponent_moves() {
            Turn::Player(position.player())
        } else {
            Turn::Over
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        let mut open = position.open;
        if open == 0 {
            out.push(PASS);
        }
        while open != 0 {
            out.push(open.trailing_zeros() as u8);
            open &= open - 1;
        }
    }

    #[inline(always)]
    fn each_move(&self, position: &Position, visitor: &mut impl Visitor<u8>) {
        let mut open = position.open;
        if open == 0 {
            let _ = visitor.visit(PASS);
        }
        while open != 0 && visitor.visit(open.trailing_zeros() as u8).is_continue() {
            open &= open - 1;
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position, _buffer: &mut Vec<u8>) -> u64 {
        match position.open {
            0 => u64::from(position.opponent_moves()),
            open => u64::from(open.count_ones()),
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, square: &u8) {
        let Position { own, other, .. } = *position;
        let (turned, disc) = match *square {
            PASS => (0, 0),
            square => (turned(own, other, usize::from(square)), 1 << (square % 64)),
        };
        *position = Position::new(other ^ turned, own | turned | disc, position.side ^ 1);
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        let [own, other] = [position.own, position.other].map(|discs| discs.count_ones() as i32);
        let empty = 64 - own - other;
        let margin = own - other + (own - other).signum() * empty;
        f64::from(if player == position.player() {
            margin
        } else {
            -margin
        })
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        const SIDE: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F];
        mix(position.own ^ mix(position.other ^ SIDE[position.player() % 2]))
    }

    fn symmetry(&self) -> Option<&dyn Symmetry<Rules>> {
        Some(self)
    }
}

/// The four turns of the board, and each of them reflected.
impl Symmetry<Rules> for Rules {
    fn count(&self) -> usize {
        8
    }

    fn position(&self, position: &Position, symmetry: usize) -> Position {
        let seen = |mut squares: u64| {
            if symmetry & 1 != 0 {
                squares = transposed(squares);
            }
            if symmetry & 2 != 0 {
                squares = squares.reverse_bits().swap_bytes();
            }
            if symmetry & 4 != 0 {
                squares = squares.swap_bytes();
            }
            squares
        };
        Position {
            own: seen(position.own),
            other: seen(position.other),
            open: seen(position.open),
            side: position.side,
        }
    }

    fn action(&self, square: &u8, symmetry: usize) -> u8 {
        if *square == PASS {
            return PASS;
        }
        let (mut row, mut column) = (square / 8, square % 8);
        if symmetry & 1 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            column = 7 - column;
        }
        if symmetry & 4 != 0 {
            row = 7 - row;
        }
        row * 8 + column
    }
}

/// The board mirrored at the diagonal from a1 to h8: blocks of four, of two and of one change places.
fn transposed(mut squares: u64) -> u64 {
    for (mask, shift) in [
        (0x0000_0000_F0F0_F0F0, 28),
        (0x0000_CCCC_0000_CCCC, 14),
        (0x00AA_00AA_00AA_00AA, 7),
    ] {
        let differ = (squares ^ squares >> shift) & mask;
        squares ^= differ ^ differ << shift;
    }
    squares
}

/// The features of the evaluation by name.
const FEATURES: [&str; 8] = [
    "discs",
    "moves",
    "possible moves later",
    "discs at the frontier",
    "corners",
    "stable discs on the edges",
    "discs beside empty corners",
    "last move",
];

/// What one of each feature is worth in discs, with this many squares still empty. Discs count little until the end,
/// because they turn; moves count most while there is time to run the opponent out of them.
#[inline]
fn weights(empty: u32) -> [f64; 8] {
    let late = 1.0 - f64::from(empty) / 60.0;
    [
        -0.3 + 0.9 * late,
        1.2 - 0.6 * late,
        0.4 - 0.2 * late,
        -0.3 + 0.2 * late,
        8.0,
        3.0,
        -2.5,
        if empty <= 16 { 1.5 } else { 0.0 },
    ]
}

/// The squares themselves and all their neighbours.
#[inline]
fn with_neighbours(squares: u64) -> u64 {
    let row = squares | (squares & !COLUMN_H) << 1 | (squares & !COLUMN_A) >> 1;
    row | row << 8 | row >> 8
}

/// How many discs on the four edges can never be turned because they reach from an own corner, or the edge is full; the
/// corners themselves are left out.
#[inline]
fn stable_on_edges(own: u64, other: u64) -> i32 {
    /// Discs of an edge joined to a disc in one of its corners, without the corners.
    static ANCHORED: [u8; 256] = {
        let mut anchored = [6; 256];
        let mut edge = 0_u8;
        while edge < 255 {
            let runs = edge.leading_ones() + edge.trailing_ones();
            anchored[edge as usize] = (runs - (edge & 1) as u32 - (edge >> 7) as u32) as u8;
            edge += 1;
        }
        anchored
    };
    /// The columns a and h as bytes: each bit is multiplied to its place in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    #[inline(always)]
    fn edges(discs: u64) -> [u8; 4] {
        [
            discs as u8,
            (discs >> 56) as u8,
            ((discs & COLUMN_A).wrapping_mul(GATHER) >> 56) as u8,
            ((discs >> 7 & COLUMN_A).wrapping_mul(GATHER) >> 56) as u8,
        ]
    }
    edges(own)
        .into_iter()
        .zip(edges(other))
        .map(|(own, other)| {
            if own | other == 0xFF {
                (own & 0x7E).count_ones() as i32
            } else {
                i32::from(ANCHORED[usize::from(own)])
            }
        })
        .sum()
}

/// Squares diagonally beside a corner and squares next to it on the edge, for each corner that is empty.
#[inline]
fn beside_empty_corners(empty: u64) -> (u64, u64) {
    const EDGES: u64 = 0xFF81_8181_8181_81FF;
    let corners = empty & CORNERS;
    let near = with_neighbours(corners) & !corners;
    (near & !EDGES, near & EDGES)
}

/// How much there is of each feature, from the view of the player to move.
#[inline]
fn amounts(position: &Position) -> [i32; 8] {
    let Position {
        own, other, open, ..
    } = *position;
    let empty = !(own | other);
    let count = |squares: u64| squares.count_ones() as i32;
    let difference = |own: u64, other: u64| count(own) - count(other);
    let frontier = with_neighbours(empty);
    let (diagonal, edge) = beside_empty_corners(empty);
    [
        difference(own, other),
        difference(open, open_squares(other, own)),
        difference(with_neighbours(other) & empty, with_neighbours(own) & empty),
        difference(own & frontier, other & frontier),
        difference(own & CORNERS, other & CORNERS),
        stable_on_edges(own, other) - stable_on_edges(other, own),
        // The diagonal neighbours are twice as bad.
        2 * difference(own & diagonal, other & diagonal) + difference(own & edge, other & edge),
        // With an odd number of empty squares and no pass, who is to move also moves last.
        if count(empty) % 2 == 1 { 1 } else { -1 },
    ]
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let sign = if player == position.player() { 1 } else { -1 };
        let empty = !(position.own | position.other);
        FEATURES
            .into_iter()
            .zip(weights(empty.count_ones()))
            .zip(amounts(position))
            .map(|((name, weight), amount)| Feature {
                name,
                weight,
                amount: f64::from(sign * amount),
            })
            .collect()
    }

    /// Whoever can take a corner settles what the evaluation says about it.
    fn noisy_moves(&self, position: &Position, out: &mut Vec<u8>) {
        let mut corners = position.open & CORNERS;
        while corners != 0 {
            out.push(corners.trailing_zeros() as u8);
            corners &= corners - 1;
        }
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let empty = !(position.own | position.other);
        let sum: f64 = weights(empty.count_ones())
            .into_iter()
            .zip(amounts(position))
            .map(|(weight, amount)| weight * f64::from(amount))
            .sum();
        let bounded = sum.clamp(-64.0, 64.0);
        if player == position.player() {
            bounded
        } else {
            -bounded
        }
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let mut text: String = (0..64)
            .map(|square| position.owner(square).map_or('-', |side| LETTERS[side]))
            .collect();
        text.push(' ');
        text.push(LETTERS[position.player()]);
        text
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        if text.trim().is_empty() || text.contains(|sign: char| sign.is_ascii_digit()) {
            self.parse_moves(text)
        } else {
            self.parse_board(text)
        }
    }

    fn move_text(&self, _position: &Position, square: &u8) -> String {
        match *square {
            PASS => "pass".into(),
            square => square_name(square),
        }
    }

    /// Also in capitals; a pass is written in many ways.
    fn read_move(&self, position: &Position, text: &str) -> Option<u8> {
        let text = text.to_ascii_lowercase();
        let action = match text.as_str() {
            "pass" | "pa" | "ps" | "--" | "@@" => PASS,
            name => read_square(name)?,
        };
        let legal = match action {
            PASS => position.open == 0 && position.opponent_moves(),
            square => position.open >> square & 1 == 1,
        };
        legal.then_some(action)
    }

    fn move_help(&self) -> Cow<'static, str> {
        "squares are a1 to h8, a disc must turn over another one, and who cannot do that has to pass".into()
    }
}

fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// The square of a name such as `f5`.
fn read_square(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'1') * 8 + column - b'a'),
        _ => None,
    }
}

/// The side that a letter or sign stands for.
fn side_of(sign: char) -> Option<usize> {
    match sign {
        'X' | 'x' | '*' | 'B' | 'b' | '●' => Some(0),
        'O' | 'o' | 'W' | 'w' | '○' => Some(1),
        _ => None,
    }
}

impl Rules {
    /// Reads 64 squares from a1 to h8, row by row, and the side to move; spaces may stand anywhere.
    fn parse_board(&self, text: &str) -> Result<Position, String> {
        let mut discs = [0_u64; 2];
        let mut signs = text.chars().filter(|sign| !sign.is_whitespace());
        for square in 0..64 {
            match signs.next() {
                None => return Err(format!("there are 64 squares, not {square}")),
                Some('-' | '.') => {}
                Some(sign) => match side_of(sign) {
                    Some(side) => discs[side] |= 1 << square,
                    None => return Err(format!("\"{sign}\" is neither X, O nor -")),
                },
            }
        }
        let side = signs
            .next()
            .ok_or("after the 64 squares comes the side to move, X or O")?;
        let side = side_of(side).ok_or_else(|| format!("\"{side}\" to move is neither X nor O"))?;
        if signs.next().is_some() {
            return Err("after the side to move there is nothing more".into());
        }
        Ok(Position::new(discs[side], discs[1 - side], side as u8))
    }

    /// Reads a transcript: the squares played since the start, such as `f5d6c3`, with passes left out.
    fn parse_moves(&self, text: &str) -> Result<Position, String> {
        let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
        let mut position = self.start();
        for (index, pair) in signs.chunks(2).enumerate() {
            let name: String = pair.iter().map(char::to_ascii_lowercase).collect();
            let number = index + 1;
            let square = read_square(&name).ok_or_else(|| {
                format!("\"{name}\" at move {number} is no square: squares are a1 to h8, as in \"f5d6c3\"")
            })?;
            if position.open == 0 {
                if !position.opponent_moves() {
                    return Err(format!("the game is over before move {number}"));
                }
                self.play_unchecked(&mut position, &PASS);
            }
            position = self
                .play(position, square)
                .map_err(|_| format!("move {number}, {name}, turns no disc over"))?;
        }
        Ok(position)
    }
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(9.0, 9.1);
        for square in 0..64_u8 {
            let (x, y) = (f64::from(square % 8) + 1.0, f64::from(square / 8) + 1.0);
            let name = square_name(square);
            let owner = position.owner(usize::from(square));
            picture.add(
                Shape::new(Form::Square, x, y)
                    .fill(Paint::Board)
                    .title(format!("{name}, empty"))
                    .site_if(owner.is_none(), &name),
            );
            if let Some(side) = owner {
                picture.add(
                    Shape::new(Form::Disc, x, y)
                        .size(0.84, 0.84)
                        .fill(Paint::Player(side))
                        .title(format!("{name}, {}", SIDES[side])),
                );
            }
        }
        picture
    }

    fn sites(&self, _position: &Position, square: &u8) -> Vec<String> {
        match *square {
            PASS => Vec::new(),
            square => vec![square_name(square)],
        }
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "othello";
    const ALIASES: &'static [&'static str] = &["reversi", "othello-8"];
    const SUMMARY: &'static str =
        "Enclose the opponent's discs to turn them over; more discs at the end win.";
    const RULES: &'static str =
        "https://www.worldothello.org/about/about-othello/othello-rules/official-rules/english";

    fn with_options(_options: &Options) -> Result<Rules, String> {
        Ok(Rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Random;

    fn refusal(text: &str) -> String {
        Rules.parse(text).unwrap_err()
    }

    /// A board whose first squares are these and the rest empty.
    fn board(first: &str, side: char) -> Position {
        Rules.parse(&format!("{first:-<64} {side}")).unwrap()
    }

    fn names(position: &Position) -> Vec<String> {
        Rules
            .actions(position)
            .iter()
            .map(|square| Rules.move_text(position, square))
            .collect()
    }

    fn played(position: &Position, name: &str) -> Position {
        let square = Rules.read_move(position, name).expect("a legal move");
        Rules.play(*position, square).unwrap()
    }

    /// What a disc turns over, found by walking square by square.
    fn walked(own: u64, other: u64, square: usize) -> u64 {
        let mut turned = 0;
        for (down, right) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
            let mut passed = 0;
            while (0..8).contains(&row) && (0..8).contains(&column) {
                let bit = 1_u64 << (row * 8 + column);
                if other & bit == 0 {
                    turned |= if own & bit != 0 { passed } else { 0 };
                    break;
                }
                passed |= bit;
                (row, column) = (row + down, column + right);
            }
        }
        turned
    }

    #[test]
    fn black_begins_with_four_moves_that_turn_one_disc_each() {
        let start = Rules.start();
        assert_eq!(names(&start), ["d3", "c4", "f5", "e6"]);
        assert_eq!(Rules.turn(&start), Turn::Player(0));
        assert_eq!(
            Rules.text(&played(&start, "f5")),
            "---------------------------OX------XXX-------------------------- O"
        );
    }

    #[test]
    fn discs_are_turned_as_walking_in_eight_directions_finds_them() {
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            // Mostly full boards have the long rows, mostly empty ones the short.
            let full = [random.bits(), random.bits(), random.bits()];
            let occupied =
                [full[0] | full[1] | full[2], full[0], full[0] & full[1]][random.below(3)];
            let own = occupied & random.bits();
            let other = occupied & !own;
            let mut open = 0;
            for square in (0..64).filter(|square| occupied >> square & 1 == 0) {
                let expected = walked(own, other, square);
                assert_eq!(
                    turned(own, other, square),
                    expected,
                    "{own:x} {other:x} {square}"
                );
                open |= u64::from(expected != 0) << square;
            }
            assert_eq!(open_squares(own, other), open, "{own:x} {other:x}");
        }
    }

    #[test]
    fn who_cannot_move_must_pass_and_nobody_else_may() {
        let position = board("XO", 'O');
        assert_eq!(names(&position), ["pass"]);
        let after = played(&position, "pass");
        assert_eq!(names(&after), ["c1"]);
        assert_eq!(Rules.read_move(&after, "pass"), None);
        assert_eq!(Rules.read_move(&Rules.start(), "pass"), None);
    }

    #[test]
    fn the_game_is_over_when_neither_can_move_and_empty_squares_go_to_the_winner() {
        let over = played(&board("XO", 'X'), "c1");
        assert_eq!(Rules.turn(&over), Turn::Over);
        assert_eq!(
            [0, 1].map(|player| Rules.utility(&over, player)),
            [64.0, -64.0]
        );
        let draw = board("X-O", 'X');
        assert_eq!(Rules.turn(&draw), Turn::Over);
        assert_eq!(
            [0, 1].map(|player| Rules.utility(&draw, player)),
            [0.0, 0.0]
        );
        let full = board(&("X".repeat(30) + &"O".repeat(34)), 'X');
        assert_eq!(Rules.turn(&full), Turn::Over);
        assert_eq!(
            [0, 1].map(|player| Rules.utility(&full, player)),
            [-4.0, 4.0]
        );
        assert_eq!(Rules.read_move(&full, "pass"), None);
    }

    #[test]
    fn the_shortest_game_takes_nine_moves() {
        // Black leaves no white disc: 13 to 0.
        let over = Rules.parse("e6f4e3f6g5d6e7f5c5").unwrap();
        assert_eq!(Rules.turn(&over), Turn::Over);
        assert_eq!(over.discs().map(u64::count_ones), [13, 0]);
        assert_eq!(Rules.utility(&over, 0), 64.0);
    }

    #[test]
    fn a_board_is_read_in_every_usual_spelling() {
        let start = Rules.text(&Rules.start());
        assert_eq!(
            start,
            "---------------------------OX------XO--------------------------- X"
        );
        let rows: String = start[..64]
            .as_bytes()
            .chunks(8)
            .map(|row| format!("{} ", std::str::from_utf8(row).unwrap()))
            .collect();
        for spelling in [
            start.replace('-', "."),
            start.to_lowercase(),
            start.replace('X', "*"),
            start.replace('X', "B").replace('O', "W"),
            start.replace('X', "●").replace('O', "○"),
            start.replace(' ', ""),
            format!("  {rows}x\n"),
            String::new(),
        ] {
            assert_eq!(Rules.parse(&spelling), Ok(Rules.start()), "{spelling}");
        }
    }

    #[test]
    fn a_transcript_leads_to_its_position_with_passes_implied() {
        let moves = ["f5", "d6", "c3", "d3", "c4"];
        let position = moves
            .iter()
            .fold(Rules.start(), |position, name| played(&position, name));
        assert_eq!(Rules.parse("f5d6c3d3c4"), Ok(position));
        assert_eq!(Rules.parse("F5 D6 C3 D3 C4"), Ok(position));
        assert_eq!(
            refusal("f5f"),
            "\"f\" at move 2 is no square: squares are a1 to h8, as in \"f5d6c3\""
        );
        assert_eq!(refusal("f5d7"), "move 2, d7, turns no disc over");
        assert_eq!(
            refusal("e6f4e3f6g5d6e7f5c5a1"),
            "the game is over before move 10"
        );
    }

    #[test]
    fn impossible_boards_are_refused_with_the_reason() {
        let start = Rules.text(&Rules.start());
        assert_eq!(
            refusal(&start[..64]),
            "after the 64 squares comes the side to move, X or O"
        );
        assert_eq!(refusal(&start[..63]), "there are 64 squares, not 63");
        assert_eq!(
            refusal(&start.replace('O', "z")),
            "\"z\" is neither X, O nor -"
        );
        assert_eq!(
            refusal(&start.replace(" X", " -")),
            "\"-\" to move is neither X nor O"
        );
        assert_eq!(
            refusal(&format!("{start}X")),
            "after the side to move there is nothing more"
        );
    }

    #[test]
    fn moves_are_read_in_capitals_and_passes_in_many_ways() {
        let start = Rules.start();
        assert_eq!(Rules.read_move(&start, "F5"), Rules.read_move(&start, "f5"));
        for wrong in ["f4", "i1", "a9", "f", "f55", "", "５f"] {
            assert_eq!(Rules.read_move(&start, wrong), None, "{wrong}");
        }
        for pass in ["pass", "PASS", "pa", "ps", "--"] {
            assert_eq!(
                Rules.read_move(&board("XO", 'O'), pass),
                Some(PASS),
                "{pass}"
            );
        }
    }

    #[test]
    fn eight_views_of_a_position_are_different() {
        let position = Rules.parse("f5d6c3d3c4").unwrap();
        let views: std::collections::HashSet<Position> = (0..8)
            .map(|symmetry| Symmetry::position(&Rules, &position, symmetry))
            .collect();
        assert_eq!(views.len(), 8);
    }

    #[test]
    fn the_key_knows_whose_turn_it_is() {
        for text in ["X-O", "XXO", ""] {
            assert_ne!(Rules.key(&board(text, 'X')), Rules.key(&board(text, 'O')));
        }
    }

    #[test]
    fn corners_are_noisy() {
        let mut noisy = Vec::new();
        Rules.noisy_moves(&board("-OX----O--------OX", 'X'), &mut noisy);
        assert_eq!(noisy, [0]);
    }

    #[test]
    fn stable_discs_reach_from_corners_or_fill_an_edge() {
        let count = |text: &str| {
            let position = board(text, 'X');
            stable_on_edges(position.own, position.other)
        };
        assert_eq!(count("XXX--XXX"), 4);
        assert_eq!(count("-XXXXXX-"), 0);
        assert_eq!(count("OXXXXXXO"), 6);
        assert_eq!(count("XXXXXXXX"), 6);
        assert_eq!(count("X-------X-------O-------X"), 1);
        assert_eq!(count(&"-------X".repeat(3)), 2);
    }
}
