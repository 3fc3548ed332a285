//! What lies on the edges, rows, diagonals and corners of the board, and what each such picture is worth (Buro 1997).
//!
//! Every place is read as a number in base three, one digit a square: 0 empty, 1 a disc of the player to move, 2 one of the
//! other. Places that a turn or a reflection of the board brings together have one shape and one table, and a picture and
//! its mirror image are worth the same.
//!
//! ```text
//!   edges                inner rows           diagonals            corners
//!   x x x x x x x x      · · · · · · · ·      x · · · · · · ·      x x x · · · · ·
//!   · x · · · · x ·      x x x x x x x x      · x · · · · · ·      x x x · · · · ·
//!   · · · · · · · ·      · · · · · · · ·      · · x · · · · ·      x x x · · · · ·
//!   · · · · · · · ·      · · · · · · · ·      · · · x · · · ·      · · · · · · · ·
//! ```

use std::ops::Range;
use std::sync::LazyLock;

use super::{Position, transposed};

/// The pictures are worth something else at the beginning, at the end, and at these numbers of empty squares in between;
/// from one to the next it goes evenly.
pub(super) const STAGES: usize = 6;
/// Empty squares from one stage to the next.
pub(super) const STEP: usize = 60 / (STAGES - 1);

/// What kinds of shapes there are, as people are told.
pub(super) const KINDS: usize = 4;

/// Each shape: its kind, and the squares of one of its places.
#[rustfmt::skip]
const SHAPES: [(usize, &[u8]); 10] = [
    (0, &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14]),
    (1, &[8, 9, 10, 11, 12, 13, 14, 15]),
    (1, &[16, 17, 18, 19, 20, 21, 22, 23]),
    (1, &[24, 25, 26, 27, 28, 29, 30, 31]),
    (2, &[0, 9, 18, 27, 36, 45, 54, 63]),
    (2, &[1, 10, 19, 28, 37, 46, 55]),
    (2, &[2, 11, 20, 29, 38, 47]),
    (2, &[3, 12, 21, 30, 39]),
    (2, &[4, 13, 22, 31]),
    (3, &[0, 1, 2, 8, 9, 10, 16, 17, 18]),
];

/// How many pictures there are, taking mirror images for one.
pub(super) const PICTURES: usize = 54_828;

/// The places of all shapes together.
pub(super) const PLACES: usize = 4 * 4 + 2 + 4 * 4 + 4;
/// Those of each kind.
const OF_KIND: [Range<usize>; KINDS] = [0..4, 4..16, 16..34, 34..PLACES];
/// Room for them in whole vectors of eight numbers.
const ROOM: usize = PLACES.next_multiple_of(8);

/// What pictures are worth, in tenths of a disc: shape after shape, without those whose mirror image comes first, a
/// byte for each stage. Written by `cargo run --release --example tune_othello`.
static FITTED: &[u8; PICTURES * STAGES] = include_bytes!("patterns.bin");
/// The parts of a disc in which they are told.
pub(super) const PARTS: f64 = 10.0;

/// The places and their tables.
#[derive(Debug)]
pub(super) struct Patterns {
    /// What the discs of a player on half a row add to the number at each place.
    digits: Box<[[[u16; ROOM]; 16]; 16]>,
    /// Where the table of each place begins.
    first: [usize; PLACES],
    /// What a picture is worth at a stage and at the next, side by side, for each stage but the last.
    worths: [Vec<[i8; 2]>; STAGES - 1],
    /// The place of a picture, or of its mirror image if that comes first, in the file.
    numbers: Vec<u32>,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(Patterns::new);

/// They are the same for all.
pub(super) fn patterns() -> &'static Patterns {
    &PATTERNS
}

impl Patterns {
    fn new() -> Patterns {
        let mut digits = Box::new([[[0; ROOM]; 16]; 16]);
        let mut first = [0; PLACES];
        let mut numbers: Vec<u32> = Vec::new();
        let (mut place, mut known) = (0, 0);
        for (kind, squares) in SHAPES {
            let (begin, mirror) = (numbers.len(), mirror(squares));
            for number in 0..3_u32.pow(squares.len() as u32) {
                let twin = mirrored(&mirror, number);
                if number <= twin {
                    numbers.push(known);
                    known += 1;
                } else {
                    numbers.push(numbers[begin + twin as usize]);
                }
            }
            let mut seen = Vec::new();
            for symmetry in 0..8 {
                let squares: Vec<u8> = squares.iter().map(|s| moved(*s, symmetry)).collect();
                let set = squares.iter().fold(0_u64, |set, square| set | 1 << square);
                if seen.contains(&set) {
                    continue;
                }
                seen.push(set);
                assert!(OF_KIND[kind].contains(&place), "kinds stand together");
                first[place] = begin;
                let mut digit: u16 = 1;
                for square in squares {
                    let (half, bit) = (usize::from(square / 4), square % 4);
                    for discs in (0..16).filter(|discs| discs >> bit & 1 == 1) {
                        digits[half][discs][place] += digit;
                    }
                    digit *= 3;
                }
                place += 1;
            }
        }
        assert_eq!(
            (place, known as usize),
            (PLACES, PICTURES),
            "as many as are counted"
        );
        let byte = |number: u32, stage: usize| FITTED[number as usize * STAGES + stage] as i8;
        let worths = std::array::from_fn(|stage| {
            let worth = |number: &u32| [byte(*number, stage), byte(*number, stage + 1)];
            numbers.iter().map(worth).collect()
        });
        Patterns {
            digits,
            first,
            worths,
            numbers,
        }
    }

    /// What each place holds, as its place in the tables.
    #[inline(always)]
    fn pictures(&self, own: u64, other: u64) -> [usize; PLACES] {
        let mut sum = [0_u16; ROOM];
        for half in 0..16 {
            let own = &self.digits[half][(own >> (4 * half)) as usize & 15];
            let other = &self.digits[half][(other >> (4 * half)) as usize & 15];
            for place in 0..ROOM {
                sum[place] += own[place] + 2 * other[place];
            }
        }
        std::array::from_fn(|place| self.first[place] + usize::from(sum[place]))
    }

    /// What the pictures of each kind are worth to the player to move, in discs.
    #[inline]
    pub(super) fn worth(&self, position: &Position) -> [f64; KINDS] {
        let pictures = self.pictures(position.own, position.other);
        let (stage, share) = stage(position);
        let worths = &self.worths[stage];
        OF_KIND.map(|places| {
            let (mut before, mut after) = (0, 0);
            for place in places {
                let [worth, next] = worths[pictures[place]];
                before += i32::from(worth);
                after += i32::from(next);
            }
            (f64::from(before) * (1.0 - share) + f64::from(after) * share) / PARTS
        })
    }

    /// The number in the file of what each place holds.
    pub(super) fn numbers(&self, position: &Position) -> [u32; PLACES] {
        self.pictures(position.own, position.other)
            .map(|picture| self.numbers[picture])
    }
}

/// The stage before a position, and how much of the way to the next is done.
#[inline(always)]
pub(super) fn stage(position: &Position) -> (usize, f64) {
    let filled = 60 - (position.own | position.other).count_zeros().min(60) as usize;
    let stage = (filled / STEP).min(STAGES - 2);
    (stage, (filled - stage * STEP) as f64 / STEP as f64)
}

/// Where a symmetry of the board brings a square.
fn moved(square: u8, symmetry: usize) -> u8 {
    let mut square = square;
    if symmetry & 1 != 0 {
        square = transposed(1 << square).trailing_zeros() as u8;
    }
    square ^ [0, 7, 56, 63][symmetry >> 1]
}

/// The places of a shape's digits in its mirror image: those that the symmetry gives them which leaves the shape where it is.
fn mirror(squares: &[u8]) -> Vec<u32> {
    (1..8)
        .map(|symmetry| {
            squares
                .iter()
                .map(|square| moved(*square, symmetry))
                .collect::<Vec<_>>()
        })
        .find(|there| there != squares && there.iter().all(|square| squares.contains(square)))
        .expect("every shape has a mirror image")
        .iter()
        .map(|there| {
            squares
                .iter()
                .position(|square| square == there)
                .expect("the same squares") as u32
        })
        .collect()
}

/// The number of a picture seen in the mirror.
fn mirrored(mirror: &[u32], mut number: u32) -> u32 {
    let mut twin = 0;
    for place in mirror {
        twin += number % 3 * 3_u32.pow(*place);
        number /= 3;
    }
    twin
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Random;

    /// A board of discs anywhere.
    fn board(random: &mut Random) -> Position {
        let (taken, own) = (random.bits() | random.bits(), random.bits());
        Position::new(taken & own, taken & !own, 0)
    }

    fn seen(position: &Position, symmetry: usize) -> Position {
        let squares = |discs: u64| {
            (0..64)
                .filter(|square| discs >> square & 1 == 1)
                .fold(0, |all, square| all | 1 << moved(square, symmetry))
        };
        Position::new(squares(position.own), squares(position.other), 0)
    }

    #[test]
    fn pictures_are_read_square_by_square() {
        let mut random = Random::new(1);
        for _ in 0..1_000 {
            let position = board(&mut random);
            let pictures = patterns().pictures(position.own, position.other);
            let (mut place, mut first) = (0, 0);
            for (kind, squares) in SHAPES {
                // The first place of a shape is the one that is listed.
                let digits = squares.iter().rev().fold(0, |number, square| {
                    let own = position.own >> square & 1;
                    number * 3 + own + 2 * (position.other >> square & 1)
                });
                assert_eq!(pictures[place], first + digits as usize, "{position:?}");
                let size = 3_usize.pow(squares.len() as u32);
                let of_shape = |picture: &&usize| (first..first + size).contains(*picture);
                let places = pictures.iter().filter(of_shape).count();
                assert!(OF_KIND[kind].contains(&place) && places > 1);
                (place, first) = (place + places, first + size);
            }
            assert_eq!(place, PLACES);
        }
    }

    #[test]
    fn all_eight_views_of_a_board_have_the_same_pictures() {
        let mut random = Random::new(2);
        for _ in 0..200 {
            let position = board(&mut random);
            let told = |position: &Position| {
                let mut numbers = patterns().numbers(position);
                numbers.sort_unstable();
                (numbers, patterns().worth(position))
            };
            for symmetry in 1..8 {
                let other = seen(&position, symmetry);
                assert_eq!(told(&position), told(&other), "{position:?} {symmetry}");
            }
        }
    }
}
