//! Which plays a roll allows: every legal way to use the dice, each resulting position once.
//!
//! Everything is seen by the player to move. A side is a row of four-bit counts in one number, a set of points has the
//! lowest bit of each count: a shift by four is a step of one pip, so that one die is tried for all points at once.
//!
//! No list of results is kept to find plays that lead to the same position. For doubles every order of the same steps is
//! one play, written from the highest point down, and different steps have different results. For two different dice the
//! ways to repeat a position are few, and each is asked for (see [`Roll::pairs`]); `tests.rs` compares with a plain search
//! that keeps all results.

use super::{BAR, Play};

/// The lowest bit of every count.
const LOW: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
/// The points 1 to 24 and the bar.
const BOARD: u128 = LOW & ((1 << 104) - 1) & !0xF;
/// The points 1 to 24.
const POINTS: u128 = BOARD & ((1 << 100) - 1);
/// The points 1 to 6.
const HOME: u128 = BOARD & ((1 << 28) - 1);
const ON_BAR: u128 = 1 << 100;

/// The points with at least one checker.
#[inline(always)]
pub(super) fn occupied(side: u128) -> u128 {
    (side | side >> 1 | side >> 2 | side >> 3) & BOARD
}

/// The points with at least two checkers.
#[inline(always)]
pub(super) fn made(side: u128) -> u128 {
    (side >> 1 | side >> 2 | side >> 3) & BOARD
}

/// A set of points seen from the other side.
#[inline(always)]
pub(super) fn turned(points: u128) -> u128 {
    (points & POINTS).reverse_bits() >> 27
}

/// The point of the only or the highest member.
#[inline(always)]
fn highest(points: u128) -> u32 {
    (127 - points.leading_zeros()) / 4
}

#[inline(always)]
fn bit(point: u32) -> u128 {
    1 << (4 * point)
}

/// Calls a function with the points of a set, the highest first, until it says that this is enough.
#[inline(always)]
fn any(mut points: u128, mut found: impl FnMut(u32) -> bool) -> bool {
    while points != 0 {
        let point = highest(points);
        points ^= bit(point);
        if found(point) {
            return true;
        }
    }
    false
}

/// What a roll meets.
pub(super) struct Roll {
    own: u128,
    /// Where the other side has two checkers or more.
    blocked: u128,
    /// Where it has a single one.
    blots: u128,
}

impl Roll {
    #[inline(always)]
    pub(super) fn new(own: u128, other: u128) -> Roll {
        let made = made(other);
        Roll {
            own,
            blocked: turned(made),
            blots: turned(occupied(other) & !made),
        }
    }

    /// Shows every play with these dice, the larger one first, to `found`; the empty one if there is no other.
    #[inline(always)]
    pub(super) fn plays(&self, [large, small]: [u8; 2], mut found: impl FnMut(Play)) {
        let (large, small) = (u32::from(large), u32::from(small));
        if large == small {
            let steps = self.longest(self.own, large, BOARD, 4);
            self.doubles(self.own, large, BOARD, Play::default(), steps, &mut found);
        } else if let Some(last) = self.last_checker(large, small) {
            found(Play::default().then(last, large));
        } else if self.is_pair(large, small) || self.is_pair(small, large) {
            self.pairs(large, small, &mut found);
        } else {
            let (mut die, mut sources) = (large, self.sources(self.own, large));
            if sources == 0 {
                (die, sources) = (small, self.sources(self.own, small));
            }
            if sources == 0 {
                found(Play::default());
            }
            any(sources, |from| {
                found(Play::default().then(from, die));
                false
            });
        }
    }

    /// Where a checker may start with this die.
    #[inline(always)]
    fn sources(&self, own: u128, die: u32) -> u128 {
        let occupied = occupied(own);
        if occupied & ON_BAR != 0 {
            return ON_BAR & !(self.blocked << (4 * die));
        }
        // Points above the die, from which the checker lands on another point.
        let mut sources = occupied & !(self.blocked << (4 * die)) & BOARD << (4 * die);
        if occupied & !HOME == 0 {
            sources |= occupied & bit(die);
            if occupied != 0 && highest(occupied) < die {
                sources = bit(highest(occupied));
            }
        }
        sources
    }

    #[inline(always)]
    fn after(&self, own: u128, from: u32, die: u32) -> u128 {
        own - bit(from) + bit(from.saturating_sub(die))
    }

    /// The most steps, up to `left`, that one number allows from points within `limit`.
    fn longest(&self, own: u128, die: u32, limit: u128, left: u32) -> u32 {
        let mut longest = 0;
        if left > 0 {
            any(self.sources(own, die) & limit, |from| {
                let below = limit & (bit(from + 1) - 1);
                let steps = 1 + self.longest(self.after(own, from, die), die, below, left - 1);
                longest = longest.max(steps);
                longest == left
            });
        }
        longest
    }

    /// All ways to make exactly so many steps from the highest point down.
    fn doubles(
        &self,
        own: u128,
        die: u32,
        limit: u128,
        play: Play,
        left: u32,
        found: &mut impl FnMut(Play),
    ) {
        if left == 0 {
            return found(play);
        }
        any(self.sources(own, die) & limit, |from| {
            let below = limit & (bit(from + 1) - 1);
            let own = self.after(own, from, die);
            self.doubles(own, die, below, play.then(from, die), left - 1, found);
            false
        });
    }

    /// The point of the only checker left, if it can be borne off at once: using the smaller die before makes no difference,
    /// unless it hits.
    #[inline(always)]
    fn last_checker(&self, large: u32, small: u32) -> Option<u32> {
        (self.own & 0xF == 14)
            .then(|| highest(occupied(self.own)))
            .filter(|&point| {
                point <= large && (point <= small || self.blots & bit(point - small) == 0)
            })
    }

    /// Can both dice be used, this one first?
    #[inline(always)]
    fn is_pair(&self, first: u32, second: u32) -> bool {
        any(self.sources(self.own, first), |from| {
            self.sources(self.after(self.own, from, first), second) != 0
        })
    }

    /// Is it legal to move from `one` by the first die, then from `other` by the second?
    #[inline(always)]
    fn is_legal(&self, (one, first): (u32, u32), (other, second): (u32, u32)) -> bool {
        self.sources(self.own, first) & bit(one) != 0
            && self.sources(self.after(self.own, one, first), second) & bit(other) != 0
    }

    /// All ways to use both of two different dice.
    ///
    /// With the larger die first, a position comes up twice only when the second checker takes the place that the first one
    /// left, as if one checker had moved by both. With the smaller die first, it comes up again when the same two steps can
    /// be made the other way round; when one checker moves by both, and can in the other order, hitting nothing on the way
    /// in either; and when two checkers are borne off that could be with each other's die.
    #[inline(always)]
    fn pairs(&self, large: u32, small: u32, found: &mut impl FnMut(Play)) {
        let is_blot = |point: u32| self.blots & bit(point) != 0;
        any(self.sources(self.own, large), |one| {
            let own = self.after(self.own, one, large);
            any(self.sources(own, small), |other| {
                let refills = other == one + small
                    && other > large
                    && !is_blot(other - large)
                    && self.is_legal((other, large), (other - large, small));
                if !refills {
                    found(Play::default().then(one, large).then(other, small));
                }
                false
            })
        });
        any(self.sources(self.own, small), |one| {
            let own = self.after(self.own, one, small);
            any(self.sources(own, large), |other| {
                let repeats = self.is_legal((other, large), (one, small))
                    || other + small == one
                        && one > large
                        && !is_blot(other)
                        && !is_blot(one - large)
                        && self.is_legal((one, large), (one - large, small))
                    || one <= small
                        && other <= large
                        && self.is_legal((one, large), (other, small));
                if !repeats {
                    found(Play::default().then(one, small).then(other, large));
                }
                false
            })
        });
    }
}

/// The sides after a play.
#[inline(always)]
pub(super) fn played(own: u128, other: u128, play: &Play) -> (u128, u128) {
    let (mut own, mut other) = (own, other);
    for (from, to) in play.steps() {
        own = own - bit(from) + bit(to);
        // Only a single checker can be there, because the step is legal.
        if to > 0 && other >> (4 * (u32::from(BAR) - to)) & 0xF != 0 {
            other = other - bit(u32::from(BAR) - to) + bit(u32::from(BAR));
        }
    }
    (own, other)
}
