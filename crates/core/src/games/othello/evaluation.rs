//! What an unfinished game of othello is worth.

use super::*;
use crate::game::fitting;
use crate::games::weights::{Weights, parts};

/// What features are worth when the board is empty and when it is full.
static WEIGHTS: Weights<7, 2> = Weights::new(
    [
        "discs",
        "moves",
        "discs at the frontier",
        "corners",
        "stable discs on the edges",
        "discs beside empty corners",
        "last move",
    ],
    include_str!("weights.txt"),
    -5_000..=5_000,
);

/// What features are worth in discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worths {
    early: [f64; 7],
    late: [f64; 7],
}

impl Worths {
    pub(super) fn standard() -> Worths {
        Worths::of(WEIGHTS.standard())
    }

    pub(super) fn chosen(options: &Options) -> Result<Worths, String> {
        WEIGHTS.chosen(options).map(Worths::of)
    }

    fn of([early, late]: [[i32; 7]; 2]) -> Worths {
        Worths {
            early: parts(early, 100),
            late: parts(late, 100),
        }
    }

    /// With this many squares still empty.
    #[inline]
    fn at(&self, empty: u32) -> [f64; 7] {
        let share = 1.0 - f64::from(empty) / 60.0;
        std::array::from_fn(|index| {
            self.early[index] + (self.late[index] - self.early[index]) * share
        })
    }
}

/// The squares themselves and all their neighbours.
#[inline(always)]
pub(super) fn with_neighbours(squares: u64) -> u64 {
    let row = squares | (squares & !COLUMN_H) << 1 | (squares & !COLUMN_A) >> 1;
    row | row << 8 | row >> 8
}

/// How many discs on the four edges can never be turned because they reach from an own corner, or the edge is full; the
/// corners themselves are left out.
#[inline]
pub(super) fn stable_on_edges(own: u64, other: u64) -> i32 {
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
fn amounts(position: &Position) -> [i32; 7] {
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
        let amounts = amounts(position).map(|amount| f64::from(sign * amount));
        WEIGHTS.features(self.worths.at(empty.count_ones()), amounts)
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
        let sum: f64 = self
            .worths
            .at(empty.count_ones())
            .into_iter()
            .zip(amounts(position))
            .map(|(weight, amount)| weight * f64::from(amount))
            .sum();
        let bounded = fitting(sum.clamp(-64.0, 64.0));
        if player == position.player() {
            bounded
        } else {
            -bounded
        }
    }
}
