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

mod evaluation;
mod hints;
mod notation;
mod patterns;
mod picture;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

pub use self::evaluation::Makeup;
use self::evaluation::Worths;
use crate::control::mix;
use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Notation, OptionFact, Options, Symmetry, Turn,
    Unit, Visitor,
};
use crate::games::weights::OPTION;

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

/// Othello with its weights.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    worths: Worths,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            worths: Worths::standard(),
        }
    }
}

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

/// What a finished game is worth to `own`: empty squares count for the winner.
#[inline(always)]
fn margin(own: u64, other: u64) -> i32 {
    let [own, other] = [own, other].map(|discs| discs.count_ones() as i32);
    own - other + (own - other).signum() * (64 - own - other)
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
        let margin = margin(position.own, position.other);
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

impl BuiltIn for Rules {
    const NAME: &'static str = "othello";
    const ALIASES: &'static [&'static str] = &["reversi", "othello-8"];
    const SUMMARY: &'static str =
        "Enclose the opponent's discs to turn them over; more discs at the end win.";
    const RULES: &'static str =
        "https://www.worldothello.org/about/about-othello/othello-rules/official-rules/english";
    const OPTIONS: &'static [OptionFact] = &[OPTION];

    fn with_options(options: &Options) -> Result<Rules, String> {
        Ok(Rules {
            worths: Worths::chosen(options)?,
        })
    }
}
