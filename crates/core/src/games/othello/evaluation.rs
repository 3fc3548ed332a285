//! What an unfinished game of othello is worth.

use super::patterns::{KINDS, PARTS, PICTURES, STAGES, patterns, stage};
use super::*;
use crate::game::fitting;
use crate::games::weights::{Weights, parts};

/// What features are worth at each stage of the game; a picture is worth as much as is in its table for each hundred.
static WEIGHTS: Weights<FEATURES, STAGES> = Weights::new(
    [
        "moves",
        "discs at the frontier",
        "last move",
        "edges",
        "inner rows",
        "diagonals",
        "corners",
    ],
    include_str!("weights.txt"),
    -5_000..=5_000,
);

/// Those that are counted, and the kinds of pictures.
const FEATURES: usize = COUNTED + KINDS;
const COUNTED: usize = 3;

/// What features are worth in discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worths([[f64; FEATURES]; STAGES]);

impl Worths {
    pub(super) fn standard() -> Worths {
        Worths::of(WEIGHTS.standard())
    }

    pub(super) fn chosen(options: &Options) -> Result<Worths, String> {
        WEIGHTS.chosen(options).map(Worths::of)
    }

    fn of(numbers: [[i32; FEATURES]; STAGES]) -> Worths {
        Worths(numbers.map(|numbers| parts(numbers, 100)))
    }

    #[inline]
    fn at(&self, position: &Position) -> [f64; FEATURES] {
        let (stage, share) = stage(position);
        let (before, after) = (&self.0[stage], &self.0[stage + 1]);
        std::array::from_fn(|index| before[index] + (after[index] - before[index]) * share)
    }
}

/// The squares themselves and all their neighbours.
#[inline(always)]
pub(super) fn with_neighbours(squares: u64) -> u64 {
    let row = squares | (squares & !COLUMN_H) << 1 | (squares & !COLUMN_A) >> 1;
    row | row << 8 | row >> 8
}

/// How much there is of what is counted, from the view of the player to move.
#[inline]
fn counted(position: &Position) -> [i32; COUNTED] {
    let Position {
        own, other, open, ..
    } = *position;
    let empty = !(own | other);
    let difference = |own: u64, other: u64| own.count_ones() as i32 - other.count_ones() as i32;
    let frontier = with_neighbours(empty);
    [
        difference(open, open_squares(other, own)),
        difference(own & frontier, other & frontier),
        // With an odd number of empty squares and no pass, who is to move also moves last.
        if empty.count_ones() % 2 == 1 { 1 } else { -1 },
    ]
}

/// How much there is of each feature.
#[inline]
fn amounts(position: &Position) -> [f64; FEATURES] {
    let counted = counted(position);
    let pictures = patterns().worth(position);
    std::array::from_fn(|index| match index.checked_sub(COUNTED) {
        None => f64::from(counted[index]),
        Some(kind) => pictures[kind],
    })
}

/// What the evaluation of a position is made of, for those who fit it.
pub struct Makeup {
    /// The pictures on the board, by their numbers in the file.
    pub pictures: Vec<u32>,
    /// How much there is of what is counted.
    pub counted: Vec<f64>,
    /// The stage before, and how much of the way to the next is done.
    pub stage: (usize, f64),
}

impl Makeup {
    /// How many stages there are.
    pub const STAGES: usize = STAGES;
    /// How many pictures there are.
    pub const PICTURES: usize = PICTURES;
    /// The parts of a disc in which the file tells what they are worth.
    pub const PARTS: f32 = PARTS as f32;
}

impl Rules {
    /// What the evaluation of a position is made of, from the view of the player to move.
    pub fn makeup(&self, position: &Position) -> Makeup {
        Makeup {
            pictures: patterns().numbers(position).to_vec(),
            counted: counted(position).map(f64::from).to_vec(),
            stage: stage(position),
        }
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let sign = if player == position.player() {
            1.0
        } else {
            -1.0
        };
        let amounts = amounts(position).map(|amount| sign * amount);
        WEIGHTS.features(self.worths.at(position), amounts)
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
        let sum: f64 = (self.worths.at(position).into_iter())
            .zip(amounts(position))
            .map(|(weight, amount)| weight * amount)
            .sum();
        let bounded = fitting(sum.clamp(-64.0, 64.0));
        if player == position.player() {
            bounded
        } else {
            -bounded
        }
    }
}
