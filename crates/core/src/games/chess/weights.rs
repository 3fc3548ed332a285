//! The numbers of the evaluation: which terms there are, and what one of each is worth in the middlegame and in the endgame.

use std::sync::{Arc, LazyLock};

use super::attacks::Square;
use super::{BISHOPS, KINGS, KNIGHTS, PAWNS, QUEENS, ROOKS, Rules};
use crate::games::weights::{Rows, rows};

/// A worth in the middlegame and one in the endgame, in hundredths of a pawn, added in one go: the upper and the lower
/// half of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pair(pub(super) i64);

impl Pair {
    pub(super) const fn new(middle: i32, end: i32) -> Pair {
        Pair(((middle as i64) << 32) + end as i64)
    }

    #[inline(always)]
    pub(super) fn middle(self) -> i32 {
        // A negative lower half has borrowed from the upper one.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    #[inline(always)]
    pub(super) fn end(self) -> i32 {
        self.0 as i32
    }
}

rows! {
    MATERIAL "material" 5,
    SQUARES "pawn-squares" 64,
    KNIGHT_SQUARES "knight-squares" 64,
    BISHOP_SQUARES "bishop-squares" 64,
    ROOK_SQUARES "rook-squares" 64,
    QUEEN_SQUARES "queen-squares" 64,
    KING_SQUARES "king-squares" 64,
    KNIGHT_MOBILITY "knight-mobility" 9,
    BISHOP_MOBILITY "bishop-mobility" 14,
    ROOK_MOBILITY "rook-mobility" 15,
    QUEEN_MOBILITY "queen-mobility" 28,
    BISHOP_PAIR "bishop-pair" 1,
    BISHOP_PAWNS "pawns-in-bishops-way" 1,
    OUTPOSTS "outposts" 2,
    ROOK_FILES "rook-files" 2,
    ROOK_SEVENTH "rook-on-seventh" 1,
    ROOK_BEHIND "rook-behind-passed" 1,
    DOUBLED "doubled-pawns" 1,
    ISOLATED "isolated-pawns" 1,
    BACKWARD "backward-pawns" 1,
    CONNECTED "connected-pawns" 8,
    PASSED "passed-pawns" 8,
    PASSED_BLOCKED "passed-blocked" 8,
    PASSED_SAFE "passed-safe-step" 8,
    PASSED_OWN_KING "passed-own-king" 8,
    PASSED_THEIR_KING "passed-their-king" 8,
    SHELTER "king-shelter" 8,
    STORM "king-storm" 8,
    DANGER "king-danger" 40,
    PAWN_THREATS "threats-by-pawns" 4,
    MINOR_THREATS "threats-by-minors" 5,
    ROOK_THREATS "threats-by-rooks" 5,
    HANGING "hanging" 1,
    PUSH_THREATS "threats-by-pushes" 1,
    KING_THREATS "threats-by-king" 1,
    RESTRICTED "contested-squares" 1,
    SPACE "space" 1,
    KNIGHT_PAWNS "knights-with-pawns" 1,
    ROOK_PAWNS "rooks-with-pawns" 1,
    BEHIND_PAWNS "minors-behind-pawns" 1,
    KING_PIECES "minors-from-king" 2,
    KING_FLANK "king-flank" 2,
    CASTLING "castling-rights" 2,
    UNSTOPPABLE "unstoppable-pawns" 1,
    KNIGHT_NEAR "knights-from-their-king" 8,
    BISHOP_NEAR "bishops-from-their-king" 8,
    ROOK_NEAR "rooks-from-their-king" 8,
    QUEEN_NEAR "queens-from-their-king" 8,
    PHALANX "pawns-side-by-side" 8,
    OPEN_WEAK "weak-pawns-unopposed" 1,
    PASSED_FREE "passed-free-way" 8,
    STORM_BLOCKED "king-storm-blocked" 8,
    CHECKS "safe-checks" 4,
    RING "king-ring" 3,
    WEAK "weakly-protected" 2,
    PINNED "pinned" 1,
    BISHOPS_PAWNS "bishops-with-pawns" 1,
    QUEENS_PAWNS "queens-with-pawns" 1,
    OWN_KING_PAWNS "pawn-squares-by-own-king" 64,
    THEIR_KING_PAWNS "pawn-squares-by-their-king" 64,
    THEIR_KING_KNIGHTS "knight-squares-by-their-king" 64,
    THEIR_KING_BISHOPS "bishop-squares-by-their-king" 64,
    THEIR_KING_ROOKS "rook-squares-by-their-king" 64,
    THEIR_KING_QUEENS "queen-squares-by-their-king" 64,
    TEMPO "tempo" 1,
    DRIVE "drive-to-edge" 2,
}

const _: () = assert!(
    KNIGHT_SQUARES == SQUARES + 64 * KNIGHTS
        && BISHOP_SQUARES == SQUARES + 64 * BISHOPS
        && ROOK_SQUARES == SQUARES + 64 * ROOKS
        && QUEEN_SQUARES == SQUARES + 64 * QUEENS
        && KING_SQUARES == SQUARES + 64 * KINGS,
    "the squares of each kind follow each other"
);

/// All weights.
pub(super) struct Table {
    pub(super) weights: [Pair; COUNT],
    /// Material and square of each piece, for white: black's are taken off.
    pub(super) pieces: [[[Pair; 64]; 6]; 2],
}

/// The square as its side sees it: black's board is turned over.
#[inline(always)]
pub(super) fn seen(side: usize, square: Square) -> usize {
    usize::from(square) ^ (56 * side)
}

fn both_rows() -> Rows {
    let both = |(name, length): &(&str, usize)| {
        ["middle", "end"].map(|phase| (format!("{name}-{phase}"), *length))
    };
    Rows {
        rows: ROWS.iter().flat_map(both).collect(),
        range: -5_000..=5_000,
    }
}

impl Rules {
    /// The weights by name, as rows of `weights.txt`.
    pub fn weight_rows(&self) -> Vec<(String, Vec<i32>)> {
        let mut first = 0;
        let mut both = Vec::new();
        for (name, length) in ROWS {
            let pairs = &self.weights.weights[first..first + length];
            let middle = pairs.iter().map(|pair| pair.middle()).collect();
            let end = pairs.iter().map(|pair| pair.end()).collect();
            both.extend([
                (format!("{name}-middle"), middle),
                (format!("{name}-end"), end),
            ]);
            first += length;
        }
        both
    }
}

impl Table {
    /// The weights that come with the game.
    pub(super) fn standard() -> Arc<Table> {
        static STANDARD: LazyLock<Arc<Table>> =
            LazyLock::new(|| Arc::new(Table::changed("").expect("the file is tested")));
        STANDARD.clone()
    }

    /// The weights that come with the game, but for the rows that this text names.
    pub(super) fn changed(text: &str) -> Result<Table, String> {
        let rows = both_rows();
        let mut numbers = rows.read(include_str!("weights.txt"))?;
        rows.change(&mut numbers, text)?;
        let mut table = Table {
            weights: [Pair::default(); COUNT],
            pieces: [[[Pair::default(); 64]; 6]; 2],
        };
        let mut first = 0;
        for (_, length) in ROWS {
            let (middle, end) = numbers[2 * first..2 * (first + length)].split_at(*length);
            for index in 0..*length {
                table.weights[first + index] = Pair::new(middle[index], end[index]);
            }
            first += length;
        }
        for kind in PAWNS..=KINGS {
            for square in 0..64 {
                let mut worth = table.weights[SQUARES + 64 * kind + square].0;
                if kind < KINGS {
                    worth += table.weights[MATERIAL + kind].0;
                }
                table.pieces[0][kind][square] = Pair(worth);
                table.pieces[1][kind][square ^ 56] = Pair(-worth);
            }
        }
        Ok(table)
    }
}
