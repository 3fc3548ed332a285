//! Where several threads search: what another is looking at is put off, and what it has answered is left.

use super::{Found, Worker};
use crate::control::mix;
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
            self.moves.truncate(moves);
            self.order.truncate(moves);
            self.put_off.truncate(put_off);
            self.lines.forget(line);
            self.history.truncate(past);
            self.no_skip_before = no_skip_before;
            self.unwound(ply);
        }
    }

    /// What was begun beyond this ply was left.
    fn unwound(&mut self, ply: u32) {
        self.outdone = None;
        for step in &mut self.path[ply as usize..] {
            (step.question, step.excluded) = (None, None);
        }
        for step in &mut self.path[ply as usize + 1..] {
            step.stretched = false;
        }
    }

    /// The question of the root is answered, by this thread or by another: the next one.
    pub(in super::super) fn go_on(&mut self) {
        self.question += 1;
        self.moves.clear();
        self.order.clear();
        self.put_off.clear();
        self.chances.clear();
        self.outcomes.clear();
        self.lines.forget(0);
        self.history.truncate(self.past);
        self.no_skip_before = 0;
        self.unwound(0);
    }

    /// Begins to look at a move of the root; not if it may be put off and another thread is looking at it.
    pub(in super::super) fn take_up(&self, action: &G::Move, may_wait: bool) -> bool {
        let Some(busy) = self.busy else {
            return true;
        };
        let mark = self.root_mark(action);
        if may_wait && busy.has(mark) {
            return false;
        }
        busy.begin(mark);
        true
    }

    /// A move of the root was looked at.
    pub(in super::super) fn put_down(&self, action: &G::Move) {
        if let Some(busy) = self.busy {
            busy.end(self.root_mark(action));
        }
    }

    /// One that is left behind when a question is answered must not stand for the next.
    fn root_mark(&self, action: &G::Move) -> u64 {
        mix(mix(self.question as u64) ^ u64::from(self.rules.slot(action)))
    }

    /// Has another thread answered the question of the root?
    #[inline(always)]
    pub(super) fn is_behind(&self) -> bool {
        self.busy
            .is_some_and(|busy| busy.is_answered(self.question))
    }

    /// Now and then: has another thread answered what is asked on the path to this ply?
    #[inline(always)]
    pub(super) fn is_outdone(&mut self, ply: u32) -> bool {
        self.next_look -= 1;
        if self.next_look > 0 {
            return false;
        }
        self.next_look = LOOK_EVERY;
        self.outdone = if self.is_behind() {
            Some(0)
        } else {
            (1..ply).find(|ply| self.is_answered(*ply))
        };
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
