//! Where several threads search: what another has answered meanwhile is left.

use super::{Found, Worker};
use crate::game::Hints;
use crate::score::Score;

/// So many nodes pass between two looks at what other threads have found.
pub(super) const LOOK_EVERY: u32 = 128;

/// What a null window asks, in a form that the table can answer.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) key: u64,
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// What is settled already for the player to move.
    pub(super) settled: f64,
}

impl<G: Hints> Worker<'_, G> {
    /// The same as [`Worker::node`], where other threads may be sooner: then what they found is looked up.
    #[inline(never)]
    pub(super) fn look_in_crowd(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Option<Found> {
        let (moves, put_off) = (self.moves.len(), self.put_off.len());
        let (line, past, no_skip_before) =
            (self.lines.top(), self.history.len(), self.no_skip_before);
        loop {
            let found = self.node(position, player, ply, depth, alpha, beta);
            if found.is_some() || self.outdone != Some(ply) {
                return found;
            }
            self.outdone = None;
            self.moves.truncate(moves);
            self.order.truncate(moves);
            self.put_off.truncate(put_off);
            self.lines.forget(line);
            self.history.truncate(past);
            self.no_skip_before = no_skip_before;
            for step in &mut self.path[ply as usize..] {
                (step.question, step.excluded) = (None, None);
            }
            for step in &mut self.path[ply as usize + 1..] {
                step.stretched = false;
            }
        }
    }

    /// Now and then: has another thread answered what is asked on the path to this ply?
    #[inline(always)]
    pub(super) fn is_outdone(&mut self, ply: u32) -> bool {
        self.next_look -= 1;
        if self.next_look > 0 {
            return false;
        }
        self.next_look = LOOK_EVERY;
        self.outdone = (1..ply).find(|ply| self.is_answered(*ply));
        self.outdone.is_some()
    }

    /// Does the table, where other threads write too, answer what is asked at this ply?
    fn is_answered(&self, ply: u32) -> bool {
        let Some(question) = &self.path[ply as usize].question else {
            return false;
        };
        let Some(entry) = self.table.probe(question.key) else {
            return false;
        };
        let score = self.score_at(entry.score, question.settled, ply);
        self.reaches(&entry, question.depth) && entry.cuts(score, question.alpha, question.beta)
    }
}
