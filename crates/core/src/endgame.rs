//! Tables of endgames that fill themselves: what a position is worth once so few pieces are left that all ways to lie can
//! be numbered.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use memmap2::MmapMut;

/// The most heaps that are numbered together.
const MOST_HEAPS: usize = 24;
/// More than the most pieces that are numbered.
const PIECES: usize = 32;

/// Numbers the ways in which up to so many equal pieces can lie in a row of heaps: seeds in houses, men on points.
///
/// Pieces and the borders between heaps are a row of places; which of them are borders tells the way, and sets of places
/// are numbered by sums of binomial coefficients (Lehmer's combinatorial number system). Ways with fewer pieces come first.
pub(crate) struct Arrangements {
    /// By heap and number of pieces up to it, that heap included.
    parts: [[u32; PIECES]; MOST_HEAPS],
    most: usize,
    count: usize,
}

impl Arrangements {
    /// For so many heaps and as many pieces, up to `pieces`, as there are numbers for below `limit`.
    pub(crate) fn new(heaps: usize, pieces: usize, limit: u32) -> Arrangements {
        assert!((1..=MOST_HEAPS).contains(&heaps));
        let mut parts = [[0; PIECES]; MOST_HEAPS];
        // The number of ways for up to so many pieces in the heaps so far: one more heap sums them up.
        let mut ways = [1_u64; PIECES];
        for part in parts.iter_mut().take(heaps) {
            let mut sum = 0;
            for (pieces, ways) in ways.iter_mut().enumerate() {
                part[pieces] = u32::try_from(sum).unwrap_or(u32::MAX);
                sum += *ways;
                *ways = sum;
            }
        }
        let most = (0..PIECES.min(pieces + 1))
            .rev()
            .find(|pieces| ways[*pieces] <= u64::from(limit))
            .unwrap_or(0);
        Arrangements {
            parts,
            most,
            count: ways[most] as usize,
        }
    }

    /// The most pieces.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// How many ways there are; their numbers are those below.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// What a heap adds to the number of a way to lie: `sum` are the pieces in all heaps up to this one.
    #[inline(always)]
    pub(crate) fn part(&self, heap: usize, sum: usize) -> u32 {
        self.parts[heap][sum % PIECES]
    }
}

/// A small number for each position, found when it is first asked for. Threads share it without locks: those that find the
/// same number at once find it twice.
pub(crate) struct Memo {
    memory: MmapMut,
}

/// Added to a number before it is kept: 0 says that it is not known.
const KNOWN: u8 = 128;

impl Memo {
    /// Nothing is known; `None` when there is not so much memory.
    pub(crate) fn new(count: usize) -> Option<Memo> {
        let memory = MmapMut::map_anon(count.max(1)).ok()?;
        // As for the table of the engine: with large pages one look is one look.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Some(Memo { memory })
    }

    #[inline(always)]
    fn place(&self, index: usize) -> &AtomicU8 {
        assert!(index < self.memory.len());
        // SAFETY: the byte is within the mapping, which begins as zeros and is only ever used through atomics.
        unsafe { &*self.memory.as_ptr().add(index).cast::<AtomicU8>() }
    }

    /// What is known.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Option<i8> {
        match self.place(index).load(Relaxed) {
            0 => None,
            kept => Some(kept.wrapping_sub(KNOWN) as i8),
        }
    }

    /// Keeps a number above −128.
    #[inline(always)]
    pub(crate) fn set(&self, index: usize, number: i8) {
        self.place(index)
            .store((number as u8).wrapping_add(KNOWN), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_has_its_number() {
        let arrangements = Arrangements::new(4, 6, 1_000_000);
        assert_eq!((arrangements.most(), arrangements.count()), (6, 210));
        let mut seen = vec![false; arrangements.count()];
        for code in 0..7_usize.pow(4) {
            let heaps = [code % 7, code / 7 % 7, code / 49 % 7, code / 343];
            if heaps.iter().sum::<usize>() > 6 {
                continue;
            }
            let (mut sum, mut number) = (0, 0);
            for (heap, pieces) in heaps.into_iter().enumerate() {
                sum += pieces;
                number += arrangements.part(heap, sum) as usize;
            }
            assert!(!std::mem::replace(&mut seen[number], true), "{heaps:?}");
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn there_are_as_many_pieces_as_numbers_for_them() {
        let most = |limit| Arrangements::new(12, 48, limit).most();
        assert_eq!((most(1), most(13), most(2_704_156)), (0, 1, 12));
        assert_eq!(Arrangements::new(2, 48, u32::MAX).most(), PIECES - 1);
        assert_eq!(Arrangements::new(2, 5, u32::MAX).most(), 5);
    }

    #[test]
    fn what_is_kept_is_known() {
        let memo = Memo::new(256).unwrap();
        for number in -127..=127_i8 {
            let index = number as u8 as usize;
            assert_eq!(memo.get(index), None);
            memo.set(index, number);
            assert_eq!(memo.get(index), Some(number));
        }
    }
}
