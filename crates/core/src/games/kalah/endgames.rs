//! What the last seeds in the houses are worth: an endgame database that fills itself.
//!
//! No position of kalah comes back, so plain minimax finds the value of an arrangement from those of its successors; each is
//! looked at once, when it is first asked for.

use std::fmt;

use crate::endgame::{Arrangements, Memo};

/// A row is one word with a byte for each house.
const MOST_HOUSES: usize = 8;
/// Sowings are kept for fewer seeds than this.
const SEEDS: usize = 32;
/// At most so many arrangements, a byte each: 20 seeds in twice six houses.
const MOST: u32 = 226_000_000;
/// The part of all seeds that is worth a table; with more it takes longer to fill than it saves. With 14, 16 and 18 of its 36
/// seeds, kalah(6,3) takes 12.4, 9.3 and 14.6 s on one thread.
const PART: (usize, usize) = (4, 9);

/// How many values are found for one question: about a millisecond's worth.
const PATIENCE: u32 = 5_000;

/// What sowing adds to the rows of the mover and of the opponent and to the own store, and where the last seed falls: in a
/// house of the own row, in the store (as many houses as there are), or further on.
#[derive(Clone, Copy, Default)]
struct Sowing {
    own: u64,
    other: u64,
    home: i8,
    last: u8,
}

/// The values of all positions with few seeds in the houses, as far as they were asked for.
pub(super) struct Endgames {
    houses: usize,
    empty_capture: bool,
    sowings: Vec<[Sowing; SEEDS]>,
    arrangements: Arrangements,
    values: Memo,
}

impl fmt::Debug for Endgames {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Endgames({} seeds)", self.most())
    }
}

/// The sums of the first bytes of a word, one, two, … of them.
#[inline(always)]
fn sums(row: u64) -> u64 {
    row.wrapping_mul(0x0101_0101_0101_0101)
}

/// All seeds of a row.
#[inline(always)]
fn seeds(row: u64) -> i8 {
    (sums(row) >> 56) as i8
}

impl Endgames {
    /// Nothing is known yet; `None` when there are too many houses for a table to be of use.
    pub(super) fn new(houses: usize, total: usize, empty_capture: bool) -> Option<Endgames> {
        if houses > MOST_HOUSES {
            return None;
        }
        let arrangements = Arrangements::new(2 * houses, total * PART.0 / PART.1, MOST);
        let sowings = (0..houses).map(|house| {
            std::array::from_fn(|seeds| {
                let mut sowing = Sowing::default();
                let mut place = house;
                for _ in 0..seeds {
                    place = (place + 1) % (2 * houses + 1);
                    match place {
                        _ if place < houses => sowing.own += 1 << (8 * place),
                        _ if place == houses => sowing.home += 1,
                        _ => sowing.other += 1 << (8 * (place - houses - 1)),
                    }
                }
                sowing.last = place as u8;
                sowing
            })
        });
        Some(Endgames {
            houses,
            empty_capture,
            sowings: sowings.collect(),
            values: Memo::new(arrangements.count())?,
            arrangements,
        })
    }

    /// The most seeds in the houses.
    #[inline(always)]
    pub(super) fn most(&self) -> usize {
        self.arrangements.most()
    }

    #[inline(always)]
    fn number(&self, own: u64, other: u64) -> usize {
        let (own, other) = (sums(own), sums(other));
        let before = (own >> 56) as usize;
        let mut number = 0;
        for house in 0..self.houses {
            let sum = (own >> (8 * house)) as u8;
            number += self.arrangements.part(house, usize::from(sum));
            let sum = (other >> (8 * house)) as u8;
            number += (self.arrangements).part(self.houses + house, before + usize::from(sum));
        }
        number as usize
    }

    /// How many seeds more than the other side the mover gets of those in the houses; `None` when that takes so long to find
    /// out that somebody may want to stop it: what was found is kept, and the next question goes on from there.
    #[inline]
    pub(super) fn value(&self, own: u64, other: u64) -> Option<i8> {
        if own == 0 || other == 0 {
            return Some(seeds(own) - seeds(other));
        }
        let number = self.number(own, other);
        let mut patience = PATIENCE;
        (self.values.get(number)).or_else(|| self.find(own, other, number, &mut patience))
    }

    /// Finds a value that is not known. What is known about the moves is asked for all at once, as memory answers late.
    fn find(&self, own: u64, other: u64, number: usize, patience: &mut u32) -> Option<i8> {
        *patience = patience.checked_sub(1)?;
        let mut best = i8::MIN;
        let mut unknown = [(After::default(), 0); MOST_HOUSES];
        let mut count = 0;
        for house in 0..self.houses {
            if own >> (8 * house) & 0xFF == 0 {
                continue;
            }
            let after = self.after(own, other, house);
            if after.own == 0 || after.other == 0 {
                best = best.max(after.worth(seeds(after.own) - seeds(after.other)));
            } else {
                unknown[count] = (after, self.number(after.own, after.other));
                count += 1;
            }
        }
        let known = unknown.map(|(_, number)| self.values.get(number));
        for (index, (after, number)) in unknown[..count].iter().enumerate() {
            let value = match known[index] {
                Some(value) => value,
                None => self.find(after.own, after.other, *number, patience)?,
            };
            best = best.max(after.worth(value));
        }
        self.values.set(number, best);
        Some(best)
    }

    /// The position after a move.
    #[inline(always)]
    fn after(&self, own: u64, other: u64, house: usize) -> After {
        let sown = (own >> (8 * house)) as usize % SEEDS;
        let sowing = &self.sowings[house][sown];
        let mut own = (own & !(0xFF << (8 * house))) + sowing.own;
        let mut other = other + sowing.other;
        let mut home = sowing.home;
        let last = usize::from(sowing.last);
        if last == self.houses {
            return After {
                own,
                other,
                home,
                again: true,
            };
        }
        if last < self.houses && own >> (8 * last) & 0xFF == 1 {
            let opposite = 8 * (self.houses - 1 - last);
            let captured = (other >> opposite) as u8 as i8;
            if captured > 0 || self.empty_capture {
                home += 1 + captured;
                own &= !(0xFF << (8 * last));
                other &= !(0xFF << opposite);
            }
        }
        After {
            own: other,
            other: own,
            home,
            again: false,
        }
    }
}

/// A position after a move, the rows as the player to move there sees them, and what the move brought home.
#[derive(Clone, Copy, Default)]
struct After {
    own: u64,
    other: u64,
    home: i8,
    again: bool,
}

impl After {
    /// What the move is worth when this is what the position is worth to the player to move there.
    #[inline(always)]
    fn worth(&self, value: i8) -> i8 {
        self.home + if self.again { value } else { -value }
    }
}
