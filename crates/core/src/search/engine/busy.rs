//! What the threads of one search are looking at, so that they look at different moves.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many moves are told apart; a power of 2, much more than all threads look at together.
const MOVES: usize = 1 << 12;

/// Marks of the moves that some thread is looking at. A mark that is lost, or stands for two, costs time and nothing else.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(super) fn new() -> Busy {
        Busy((0..MOVES).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.0[mark as usize % MOVES]
    }

    /// Is a thread looking at this move?
    #[inline(always)]
    pub(super) fn has(&self, mark: u64) -> bool {
        self.place(mark).load(Relaxed) == mark
    }

    /// A thread begins to look at this move.
    #[inline(always)]
    pub(super) fn begin(&self, mark: u64) {
        self.place(mark).store(mark, Relaxed);
    }

    /// A thread is done with this move.
    #[inline(always)]
    pub(super) fn end(&self, mark: u64) {
        if self.has(mark) {
            self.place(mark).store(0, Relaxed);
        }
    }
}
