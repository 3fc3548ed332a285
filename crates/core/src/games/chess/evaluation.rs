//! What a position is worth before its end: material, where the pieces stand, what they can do, pawns and kings.
//!
//! The weights are set by hand. A pawn is a twenty-fifth of a win: the sum stays within a win and a loss.

use super::attacks::{KING, KNIGHT, PAWN, Square, squares};
use super::generation::is_noisy;
use super::{BISHOPS, KINGS, KNIGHTS, Move, PAWNS, Position, QUEENS, ROOKS, Rules};
use crate::game::{Evaluate, Feature, Game, Hints};

const PAWN_WORTH: f64 = 0.04;
/// Pawn, knight, bishop, rook and queen, in pawns.
const MATERIAL: [f64; 5] = [1.0, 3.2, 3.3, 5.0, 9.0];
const FILE: u64 = 0x0101_0101_0101_0101;

/// The features in the order of [`Counts`]: the name, and what one of it is worth in pawns.
const FEATURES: [(&str, f64); 10] = [
    ("material", 1.0),
    ("bishop pair", 0.3),
    ("mobility", 0.03),
    ("centre", 0.06),
    ("development", 0.1),
    ("doubled pawns", -0.15),
    ("isolated pawns", -0.12),
    ("passed pawns", 0.12),
    ("rooks on open files", 0.2),
    ("king's shelter", 0.12),
];

/// How much of each feature a side has.
type Counts = [f64; FEATURES.len()];

impl Rules {
    fn counts(&self, position: &Position, side: usize) -> Counts {
        let (own, occupied) = (position.sides[side], position.occupied());
        let pawns = position.of(side, PAWNS);
        let their_pawns = position.of(1 - side, PAWNS);
        let count = |set: u64| f64::from(set.count_ones());
        let material = (PAWNS..KINGS)
            .map(|kind| MATERIAL[kind] * count(position.of(side, kind)))
            .sum();
        let bishops = position.of(side, BISHOPS);
        let pair = bishops.count_ones() >= 2;
        let guarded = squares(their_pawns)
            .map(|square| PAWN[1 - side][usize::from(square)])
            .fold(0, |guarded, set| guarded | set);
        let mut mobility = 0;
        for square in squares(own & !pawns & !position.kinds[KINGS]) {
            let reached = match position.kind_on(square) {
                KNIGHTS => KNIGHT[usize::from(square)],
                BISHOPS => self.attacks.bishop(square, occupied),
                ROOKS => self.attacks.rook(square, occupied),
                _ => {
                    // A queen's many squares count a third: it must not leave home for them.
                    let queen =
                        self.attacks.rook(square, occupied) | self.attacks.bishop(square, occupied);
                    mobility += (queen & !own & !guarded).count_ones() / 3;
                    0
                }
            };
            mobility += (reached & !own & !guarded).count_ones();
        }
        let centre = 0x0000_0018_1800_0000_u64;
        let wide_centre = 0x0000_3C3C_3C3C_0000_u64;
        let minor = own & (position.kinds[KNIGHTS] | position.kinds[BISHOPS]);
        let home = [0xFF, 0xFF << 56][side];
        let (mut doubled, mut isolated, mut passed, mut open) = (0, 0, 0.0, 0);
        for file in 0..8 {
            let here = FILE << file;
            let beside = neighbours(file);
            doubled += (pawns & here).count_ones().saturating_sub(1);
            if pawns & here != 0 && pawns & beside == 0 {
                isolated += (pawns & here).count_ones();
            }
            if pawns & here == 0 {
                let rooks = (position.of(side, ROOKS) & here).count_ones();
                open += if their_pawns & here == 0 { 2 } else { 1 } * rooks;
            }
        }
        for square in squares(pawns) {
            let rank = if side == 0 {
                square / 8
            } else {
                7 - square / 8
            };
            if their_pawns & ahead(square, side) == 0 {
                passed += f64::from(rank) * f64::from(rank) / 6.0;
            }
        }
        let king = position.king(side);
        let shelter = if position.of(1 - side, QUEENS) != 0 {
            count(KING[usize::from(king)] & pawns & ahead_of_king(king, side)).min(3.0)
        } else {
            // Without queens a king belongs in the middle.
            2.0 - (f64::from(king % 8) - 3.5).abs() / 2.0 - (f64::from(king / 8) - 3.5).abs() / 2.0
        };
        [
            material,
            f64::from(u8::from(pair)),
            f64::from(mobility),
            2.0 * count(own & centre & position.kinds[PAWNS]) + count(minor & wide_centre),
            count(minor & !home),
            f64::from(doubled),
            f64::from(isolated),
            passed,
            f64::from(open) / 2.0,
            shelter,
        ]
    }

    fn difference(&self, position: &Position, player: usize) -> Counts {
        let own = self.counts(position, player);
        let other = self.counts(position, 1 - player);
        std::array::from_fn(|feature| own[feature] - other[feature])
    }
}

/// The files beside a file.
fn neighbours(file: u8) -> u64 {
    let here = FILE << file;
    (here & !(FILE << 7)) << 1 | (here & !FILE) >> 1
}

/// The squares before a pawn on its own file and those beside, where a pawn of the other side could stop it.
fn ahead(square: Square, side: usize) -> u64 {
    let file = square % 8;
    let files = FILE << file | neighbours(file);
    let rank = square / 8;
    if side == 0 {
        if rank == 7 {
            0
        } else {
            files & (!0 << (8 * (rank + 1)))
        }
    } else {
        files & ((1_u64 << (8 * rank)) - 1)
    }
}

fn ahead_of_king(king: Square, side: usize) -> u64 {
    let row = 0xFF_u64 << (8 * (king / 8));
    if side == 0 { row << 8 } else { row >> 8 }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let amounts = self.difference(position, player);
        FEATURES
            .iter()
            .zip(amounts)
            .map(|((name, worth), amount)| Feature {
                name,
                weight: PAWN_WORTH * worth,
                amount,
            })
            .collect()
    }

    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let amounts = self.difference(position, player);
        let sum: f64 = FEATURES
            .iter()
            .zip(amounts)
            .map(|((_, worth), amount)| PAWN_WORTH * worth * amount)
            .sum();
        sum.clamp(-1.0, 1.0)
    }

    fn noisy_moves(&self, position: &Position, out: &mut Vec<Move>) {
        let first = out.len();
        self.moves(position, out);
        let mut kept = first;
        for index in first..out.len() {
            if is_noisy(position, out[index]) {
                out.swap(kept, index);
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

impl Hints for Rules {}
