//! What the threads of one search share: what each is looking at, and what the first to be done has found.
//!
//! All threads ask the same questions of the root, one after the other (a depth, a window). The first to answer one answers
//! it for all, so they go on together: it never matters which of them is slow.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// How many moves are told apart; a power of 2, much more than all threads look at together.
const MOVES: usize = 1 << 12;

/// Answers of one search, each to be asked for by its number.
pub(super) struct Crew<A> {
    pub(super) busy: Busy,
    answers: Mutex<Vec<Arc<A>>>,
}

impl<A> Crew<A> {
    pub(super) fn new() -> Crew<A> {
        Crew {
            busy: Busy {
                marks: (0..MOVES).map(|_| AtomicU64::new(0)).collect(),
                answered: AtomicUsize::new(0),
            },
            answers: Mutex::new(Vec::new()),
        }
    }

    /// The answer to a question by the first thread that had one, which may be this one; none if there is none yet. Questions
    /// are answered in their order.
    pub(super) fn agree(&self, question: usize, own: Option<A>) -> Option<Arc<A>> {
        let mut answers = self
            .answers
            .lock()
            .expect("no one panics while holding the answers");
        if question == answers.len() {
            answers.push(Arc::new(own?));
            self.busy.answered.store(answers.len(), Relaxed);
        }
        answers.get(question).cloned()
    }
}

/// Marks of the moves that some thread is looking at, and how many questions are answered. A mark that is lost, or stands
/// for two, costs time and nothing else.
pub(super) struct Busy {
    marks: Box<[AtomicU64]>,
    answered: AtomicUsize,
}

impl Busy {
    /// Is there an answer to this question of the root?
    #[inline(always)]
    pub(super) fn is_answered(&self, question: usize) -> bool {
        self.answered.load(Relaxed) > question
    }

    #[inline(always)]
    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.marks[mark as usize % MOVES]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_counts_for_all_and_questions_come_in_their_order() {
        let crew = Crew::new();
        assert_eq!(crew.agree(0, None), None);
        assert!(!crew.busy.is_answered(0));
        assert_eq!(crew.agree(0, Some("first")).as_deref(), Some(&"first"));
        assert_eq!(crew.agree(1, Some("second")).as_deref(), Some(&"second"));
        // One that comes late takes what is there, with an answer of its own or without.
        assert_eq!(crew.agree(0, Some("late")).as_deref(), Some(&"first"));
        assert_eq!(crew.agree(1, None).as_deref(), Some(&"second"));
        assert!(crew.busy.is_answered(1) && !crew.busy.is_answered(2));
    }
}
