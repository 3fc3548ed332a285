//! Values: what a search found, how sure it is, and from whose view.
//!
//! Inside a search a value is a [`Score`]: one number, always from the first player's view, that knows proved wins and
//! losses apart from everything else. Outside it is a [`Value`]: a utility in the game's own unit, for a named player,
//! marked as proved, a bound or an estimate.

use std::cmp::Ordering;
use std::ops::Neg;

/// Wins occupy `(1, 2]` and losses `[-2, -1)`, one step of this size per ply: exactly representable, so no rounding.
const PLY: f64 = 1.0 / 65_536.0;

/// A value inside a search, from the **first player's** view; never NaN, totally ordered.
///
/// In a game that is only won, drawn or lost, a win sooner is greater than a win later, and any proved win is greater
/// than any estimate:
///
/// ```text
/// loss in 0 < loss in 1 < …  < -1 ≤ estimates, draw = 0 ≤ 1 <  … win in 1 < win in 0
/// ```
///
/// ```
/// use zermelo_core::score::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(5) > Score::of(0.99));
/// assert!(-Score::win_in(5) > -Score::win_in(3), "the loser prefers to lose later");
/// ```
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Score(f64);

impl Score {
    /// Below every score: the empty maximum.
    pub const LOWEST: Score = Score(f64::NEG_INFINITY);
    /// Above every score: the empty minimum.
    pub const HIGHEST: Score = Score(f64::INFINITY);

    /// A utility or an evaluation of the first player. NaN, which no ordering could place, counts as 0.
    #[inline]
    pub fn of(utility: f64) -> Score {
        Score(if utility.is_nan() { 0.0 } else { utility })
    }

    /// A win for the first player that many plies from the root.
    #[inline]
    pub fn win_in(plies: u32) -> Score {
        Score(2.0 - f64::from(plies) * PLY)
    }

    /// If this is a proved win or loss: after how many plies.
    pub fn plies_to_end(self) -> Option<u32> {
        let size = self.0.abs();
        (1.0 < size && size <= 2.0).then(|| ((2.0 - size) / PLY).round() as u32)
    }

    /// The number itself.
    #[inline]
    pub fn number(self) -> f64 {
        self.0
    }

    /// The smallest score above this one: between the two there is room for a yes or no only. Not of an infinite score.
    #[inline]
    pub fn above(self) -> Score {
        let bits = self.0.to_bits();
        Score(f64::from_bits(if self.0 == 0.0 {
            1
        } else if self.0 > 0.0 {
            bits + 1
        } else {
            bits - 1
        }))
    }

    /// In a game of results: is this a proved win or loss?
    #[inline]
    pub fn is_decided(self) -> bool {
        self.0.abs() > 1.0
    }

    /// In a game of results, a proved win or loss that counts plies from the root, counted from `ply` plies below it.
    #[inline]
    pub fn seen_from(self, ply: u32) -> Score {
        self.moved(f64::from(ply) * PLY)
    }

    /// The opposite of [`Score::seen_from`].
    #[inline]
    pub fn seen_from_root(self, ply: u32) -> Score {
        self.moved(-f64::from(ply) * PLY)
    }

    #[inline]
    fn moved(self, step: f64) -> Score {
        if !self.is_decided() {
            self
        } else if self.0 > 0.0 {
            Score(self.0 + step)
        } else {
            Score(self.0 - step)
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Eq for Score {}

#[allow(clippy::derive_ord_xor_partial_ord)] // The derived partial order is total: a score is never NaN.
impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        self.partial_cmp(other).expect("a score is never NaN")
    }
}

/// What a reported utility is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Certain: best play by everyone gives exactly this.
    Proved,
    /// Certain that the true utility is at least this.
    Lower,
    /// Certain that the true utility is at most this.
    Upper,
    /// An opinion: it rests on evaluations of unfinished games, on samples, or on how a player chooses between moves that
    /// are equally good for it but not for others.
    Estimate,
}

impl Kind {
    /// The word used in JSON, Python and on the page.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Proved => "proved",
            Kind::Lower => "lower",
            Kind::Upper => "upper",
            Kind::Estimate => "estimate",
        }
    }
}

/// What a search found, in the game's own unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// How sure it is.
    pub kind: Kind,
    /// In the game's own unit.
    pub utility: f64,
    /// For a proved win or loss: how many plies until the game ends, with the winner hurrying and the loser resisting.
    pub plies: Option<u32>,
    /// The player (0, 1, …) whose utility it is.
    pub player: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_encoding() {
        for plies in [0, 1, 2, 41, 1_000, 60_000] {
            assert_eq!(Score::win_in(plies).plies_to_end(), Some(plies));
            assert_eq!((-Score::win_in(plies)).plies_to_end(), Some(plies));
        }
    }

    #[test]
    fn draws_estimates_and_infinities_have_no_distance() {
        for number in [0.0, 0.999, 1.0, -1.0, 2.5] {
            assert_eq!(Score::of(number).plies_to_end(), None);
        }
        assert_eq!(Score::HIGHEST.plies_to_end(), None);
    }

    #[test]
    fn the_order_is_total_from_lost_soon_to_won_soon() {
        let rising = [
            Score::LOWEST,
            -Score::win_in(1),
            -Score::win_in(9),
            Score::of(-1.0),
            Score::of(0.0),
            Score::of(1.0),
            Score::win_in(9),
            Score::win_in(1),
            Score::HIGHEST,
        ];
        assert!(rising.is_sorted());
    }

    #[test]
    fn nothing_lies_between_a_score_and_the_one_above() {
        for number in [-2.0, -1.0, -0.1, -0.0, 0.0, 5e-324, 1.0, 64.0] {
            let score = Score::of(number);
            assert!(score < score.above());
            let middle = Score::of((number + score.above().number()) / 2.0);
            assert!(middle == score || middle == score.above(), "{number}");
        }
    }

    #[test]
    fn distances_count_from_where_one_stands() {
        for score in [Score::win_in(9), -Score::win_in(9)] {
            assert_eq!(score.seen_from(4).plies_to_end(), Some(5));
            assert_eq!(score.seen_from(4).seen_from_root(4), score);
        }
        assert_eq!(Score::of(0.5).seen_from(4), Score::of(0.5));
    }

    #[test]
    fn nan_is_placed_in_the_middle() {
        assert_eq!(Score::of(f64::NAN), Score::of(0.0));
    }
}
