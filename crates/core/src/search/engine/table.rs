//! The transposition table: what is known about positions met before, in a fixed amount of memory, shared by all threads
//! without locks.
//!
//! An entry is two words. The first holds the findings, the second the whole key combined with the first (Hyatt & Mann
//! 2002): when two threads write at once and the words do not belong together, the key does not come out and the entry
//! counts as empty. Four entries share a line of the processor's cache.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;

use super::experience::Experience;
use crate::control::mix;
use crate::score::Score;

/// Which side of the true score a score is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// At most the true score.
    Lower = 1,
    /// At least the true score.
    Upper = 2,
    /// The true score.
    Exact = 3,
}

impl Bound {
    /// For the opposite of the score.
    pub(super) fn turned(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            Bound::Exact => Bound::Exact,
        }
    }
}

/// A score as the table keeps it: one that does not fit becomes the nearest bound that is true.
#[inline(always)]
pub(super) fn narrow(score: f64, mut bound: Bound) -> (f32, Bound) {
    let mut narrow = score as f32;
    if f64::from(narrow) != score {
        if bound == Bound::Exact {
            bound = Bound::Lower;
        }
        if bound == Bound::Lower && f64::from(narrow) > score {
            narrow = -above(-narrow);
        } else if bound == Bound::Upper && f64::from(narrow) < score {
            narrow = above(narrow);
        }
    }
    (narrow, bound)
}

/// The next number above.
fn above(number: f32) -> f32 {
    let bits = number.to_bits();
    f32::from_bits(if number == 0.0 {
        1
    } else if number > 0.0 {
        bits + 1
    } else {
        bits - 1
    })
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// From the view of the player to move, wins and losses counted from here.
    pub score: f32,
    /// The side of the true score that it is on.
    pub bound: Bound,
    /// How many plies were looked ahead, at most [`Entry::DEEPEST`].
    pub depth: u8,
    /// Is it certain, whatever lies deeper?
    pub solid: bool,
    /// The best move, by its slot.
    pub slot: u16,
}

impl Entry {
    /// Depths from here on are the same to the table.
    pub const DEEPEST: u8 = u8::MAX;
    /// No move.
    pub const NO_SLOT: u16 = u16::MAX;

    /// Does this score, as the search sees it, answer what a null window asks?
    #[inline(always)]
    pub(super) fn cuts(&self, score: Score, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }

    fn pack(self, age: u8) -> u64 {
        u64::from(self.score.to_bits())
            | u64::from(self.slot) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.solid) << 58
            | u64::from(age) << 59
    }

    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            score: f32::from_bits(word as u32),
            bound,
            depth: (word >> 48) as u8,
            solid: word >> 58 & 1 == 1,
            slot: (word >> 32) as u16,
        })
    }
}

/// A number that no search had before: for findings that are not for the next one, because they depend on the way.
pub(in crate::search) fn fresh() -> u64 {
    static SEARCHES: AtomicU64 = AtomicU64::new(1);
    mix(SEARCHES.fetch_add(1, Relaxed)) | 1
}

/// Searches that an age can tell apart.
const AGES: u8 = 32;
/// An entry that is one search older counts as this many plies shallower.
const AGE_PLIES: i32 = 8;
const PER_CLUSTER: usize = 4;
/// The owner of a new table.
const NOBODY: u64 = 0;

#[repr(C, align(64))]
struct Cluster([[AtomicU64; 2]; PER_CLUSTER]);

/// The table.
pub struct Table {
    memory: MmapMut,
    clusters: usize,
    /// The number of the present search.
    age: AtomicU8,
    /// Whose findings these are: see [`Table::serve`].
    owner: AtomicU64,
    /// What the last selective search learned about moves.
    experience: Mutex<Option<Experience>>,
}

impl Table {
    /// An empty table in this many bytes, rounded down to whole clusters but for the first.
    ///
    /// # Errors
    /// One sentence when there is not so much memory.
    pub fn new(bytes: usize) -> Result<Table, String> {
        let clusters = (bytes / size_of::<Cluster>()).max(1);
        let memory = MmapMut::map_anon(clusters * size_of::<Cluster>())
            .map_err(|_| format!("there is no memory for a table of {bytes} bytes"))?;
        // One look at a random place in a large table would else be two: one more for where its page is.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Table {
            memory,
            clusters,
            age: AtomicU8::new(0),
            owner: AtomicU64::new(NOBODY),
            experience: Mutex::new(None),
        })
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// What the last selective search learned about moves, to be taken by one thread of the next.
    pub(super) fn experience(&self, selective: bool) -> Option<Experience> {
        let mut kept = self.experience.lock().ok()?;
        if selective { kept.take() } else { None }
    }

    /// Leaves what a search learned about moves to the next.
    pub(super) fn keep_experience(&self, mut experience: Experience) {
        experience.age();
        if let Ok(mut kept) = self.experience.lock() {
            *kept = Some(experience);
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        drop(self.experience(true));
        for index in 0..self.clusters {
            for [findings, check] in &self.cluster(index).0 {
                findings.store(0, Relaxed);
                check.store(0, Relaxed);
            }
        }
    }

    /// Begins a search for this owner: what was found before counts less from now on, and what another owner found, by
    /// other rules or with other options, is forgotten.
    pub fn serve(&self, owner: u64) {
        let before = self.owner.swap(owner, Relaxed);
        if before != owner && before != NOBODY {
            self.clear();
        }
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, index: usize) -> &Cluster {
        debug_assert!(index < self.clusters);
        // SAFETY: the mapping is aligned to a page, has room for `clusters` of them, begins as zeros, and is only ever
        // used through atomics.
        unsafe { &*self.memory.as_ptr().cast::<Cluster>().add(index) }
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        // Multiplied by an odd number, the upper bits depend on all lower ones.
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(spread) * self.clusters as u128) >> 64) as usize
    }

    /// Asks for the position's line of the cache, to be there when it is looked at.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing and may be given any address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(
                std::ptr::from_ref(self.cluster(self.index(key))).cast::<i8>(),
            );
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for [findings, check] in &self.cluster(self.index(key)).0 {
            let word = findings.load(Relaxed);
            if check.load(Relaxed) ^ word == key {
                return Entry::unpack(word);
            }
        }
        None
    }

    /// Keeps what was found, in place of what is worth least.
    #[inline(always)]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(self.index(key));
        let mut worst = (i32::MAX, 0);
        for (index, [findings, check]) in cluster.0.iter().enumerate() {
            let word = findings.load(Relaxed);
            if check.load(Relaxed) ^ word == key
                && let Some(before) = Entry::unpack(word)
            {
                if entry.slot == Entry::NO_SLOT {
                    entry.slot = before.slot;
                }
                // What is certain is not given up for what is not.
                if before.solid && !entry.solid {
                    return;
                }
                worst = (0, index);
                break;
            }
            let worth = match Entry::unpack(word) {
                None => i32::MIN,
                Some(before) => {
                    let searches = i32::from((age + AGES - (word >> 59) as u8) % AGES);
                    i32::from(before.depth) - AGE_PLIES * searches
                }
            };
            if worth < worst.0 {
                worst = (worth, index);
            }
        }
        let [findings, check] = &cluster.0[worst.1];
        let word = entry.pack(age);
        findings.store(word, Relaxed);
        check.store(key ^ word, Relaxed);
    }

    /// How much of it is used by the present search, from 0 to 1: a sample.
    pub fn fullness(&self) -> f64 {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.min(256);
        let used = (0..sample)
            .flat_map(|index| &self.cluster(index).0)
            .filter(|[findings, _]| {
                let word = findings.load(Relaxed);
                Entry::unpack(word).is_some() && (word >> 59) as u8 == age
            })
            .count();
        used as f64 / (sample * PER_CLUSTER) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Random;

    fn entry(depth: u8, solid: bool) -> Entry {
        Entry {
            score: 0.25,
            bound: Bound::Lower,
            depth,
            solid,
            slot: 7,
        }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = Table::new(1 << 16).unwrap();
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            let key = random.bits();
            assert_eq!(table.probe(key), None);
            table.store(key, entry(3, false));
            assert_eq!(table.probe(key), Some(entry(3, false)));
        }
        table.clear();
        assert_eq!(table.fullness(), 0.0);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_and_old_ones_give_way() {
        let table = Table::new(64).unwrap();
        for key in 1..=4 {
            table.store(key, entry(10, false));
        }
        for key in 5..=100 {
            table.store(key, entry(2, false));
        }
        assert_eq!((1..=4).filter(|key| table.probe(*key).is_some()).count(), 3);
        for _ in 0..2 {
            table.serve(0);
        }
        for key in 101..=104 {
            table.store(key, entry(2, false));
        }
        assert!((101..=104).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn what_is_certain_stays_and_a_move_is_not_forgotten() {
        let table = Table::new(64).unwrap();
        table.store(9, entry(4, true));
        table.store(9, entry(20, false));
        assert_eq!(table.probe(9), Some(entry(4, true)));
        let without_move = Entry {
            slot: Entry::NO_SLOT,
            ..entry(5, true)
        };
        table.store(9, without_move);
        assert_eq!(table.probe(9), Some(entry(5, true)));
    }

    #[test]
    fn another_owner_begins_with_nothing() {
        let table = Table::new(1 << 12).unwrap();
        table.serve(1);
        table.store(9, entry(4, true));
        table.serve(1);
        assert!(table.probe(9).is_some());
        table.serve(2);
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn threads_that_write_at_once_never_mix_their_findings() {
        let table = Table::new(1 << 10).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut random = Random::new(thread);
                    for _ in 0..200_000 {
                        // Every key has one right entry.
                        let key = random.bits() % 4_096;
                        let right = Entry {
                            score: key as f32,
                            slot: key as u16,
                            ..entry(key as u8, false)
                        };
                        match table.probe(key) {
                            Some(found) => assert_eq!(found, right),
                            None => table.store(key, right),
                        }
                    }
                });
            }
        });
    }
}
