//! The order in which moves are tried, and what is learned about it.

use super::{Entry, Trace, Worker, turned};
use crate::game::{Hints, Turn};

/// What the order of moves is made of, from the first to the last; what [`Hints::promise`] says is kept within a step.
pub(super) const REMEMBERED: i32 = 1 << 30;
pub(super) const STEP: i32 = 1 << 24;
pub(super) const PROMISING: i32 = 4 * STEP;
const KILLER: i32 = 2 * STEP;
pub(super) const REPLY: i32 = STEP;
pub(super) const UNPROMISING: i32 = -2 * STEP;

impl<G: Hints> Worker<'_, G> {
    /// Appends the moves of a node, and gives every one its place in the order.
    pub(super) fn list_best_first(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        depth: i32,
        remembered: u16,
        symmetry: usize,
    ) {
        let first = self.moves.len();
        if self.informed || depth >= 2 {
            self.rules.candidates(position, &mut self.moves);
        } else {
            self.rules.moves(position, &mut self.moves);
        }
        let killers = self.path[ply as usize].killers;
        let before = self.before(ply);
        let reply = self.experience.reply(player, before[0]);
        let mut promising = false;
        for index in first..self.moves.len() {
            let action = &self.moves[index];
            let slot = self.rules.slot(action);
            let promise = self.rules.promise(position, action);
            promising |= promise != 0;
            let rank = if remembered != Entry::NO_SLOT
                && self.seen(action, slot, symmetry) == remembered
            {
                REMEMBERED
            } else if promise > 0 {
                PROMISING + promise.min(STEP)
            } else if promise < 0 {
                UNPROMISING + promise.max(-STEP)
            } else if slot == killers[0] {
                KILLER + 1
            } else if slot == killers[1] {
                KILLER
            } else if slot == reply {
                REPLY
            } else {
                let theme = self.rules.theme(position, action);
                let trace = Trace {
                    player,
                    slot,
                    theme,
                    quiet: true,
                };
                self.experience.of(trace, &before)
            };
            self.order.push(rank);
        }
        if !promising && depth >= 4 && remembered == Entry::NO_SLOT && self.plan.judge.evaluation {
            // Nothing better is known than how the children look.
            for index in first..self.moves.len() {
                let mut child = position.clone();
                self.rules.play_unchecked(&mut child, &self.moves[index]);
                if self.rules.turn(&child) != Turn::Over {
                    let gain = self.rules.evaluate(&child, player) / self.plan.stake;
                    self.order[index] += (gain * 1_000.0).clamp(-1e6, 1e6) as i32;
                }
            }
        }
    }

    /// Brings the best of the moves from `index` on to that place.
    #[inline(always)]
    pub(super) fn pick(&mut self, index: usize, last: usize) {
        // Without bounds to check: 9 % of all time of a search of chess went into this loop when it had them.
        let (mut best, mut highest) = (0, i32::MIN);
        for (place, rank) in self.order[index..last].iter().enumerate() {
            if *rank > highest {
                (best, highest) = (place, *rank);
            }
        }
        let best = index + best;
        if self.choosy {
            self.moves.swap(index, best);
            self.order.swap(index, best);
        } else if best != index {
            // Moved, not swapped: those of equal rank stay in the order of the rules.
            self.moves[index..=best].rotate_right(1);
            self.order[index..=best].rotate_right(1);
        }
    }

    /// Learns about the quiet move before from what it did to the evaluation. In chess, with 20,000 nodes a move: +11 Elo
    /// (−14 to +37, 400 games); an earlier form with 6,000 nodes: +60 (37 to 84, 700 games).
    #[inline(always)]
    pub(super) fn surprise(&mut self, player: usize, ply: u32, evaluation: Option<f64>) {
        if let (Some(own), Some(before)) = (evaluation, ply.checked_sub(1)) {
            let step = &self.path[before as usize];
            if step.made.quiet
                && self.path[ply as usize].excluded.is_none()
                && let Some(before) = step.evaluation
            {
                let gain = (turned(before, player) - own) / self.plan.stake;
                let bonus = (gain * 500.0).clamp(-600.0, 600.0) as i32;
                self.experience.lean(step.made, bonus);
            }
        }
    }

    /// Learns about a quiet move that was looked at again, because a look less deep found it good: was it? (+7 Elo.)
    pub(super) fn looked_again(&mut self, made: Trace, ply: u32, depth: i32, good: bool) {
        let bonus = bonus(depth) / 2;
        let before = self.before(ply);
        self.experience
            .learn(made, &before, if good { bonus } else { -bonus });
    }

    /// Remembers the quiet move that refuted the move before, and those that did not.
    pub(super) fn learn(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        depth: i32,
        first: usize,
        index: usize,
    ) {
        let before = self.before(ply);
        let bonus = if self.choosy {
            bonus(depth)
        } else {
            (16 * depth * depth).min(1_600)
        };
        for tried in first..=index {
            let action = &self.moves[tried];
            let trace = Trace {
                player,
                slot: self.rules.slot(action),
                theme: self.rules.theme(position, action),
                quiet: true,
            };
            if tried == index {
                let killers = &mut self.path[ply as usize].killers;
                if killers[0] != trace.slot {
                    *killers = [trace.slot, killers[0]];
                }
                self.experience.replied(player, before[0], trace.slot);
                self.experience.learn(trace, &before, bonus);
            } else if -STEP < self.order[tried] && self.order[tried] < PROMISING {
                self.experience.learn(trace, &before, -bonus);
            }
        }
    }
}

/// What a look so deep teaches a selective search about a quiet move.
fn bonus(depth: i32) -> i32 {
    (150 * depth - 50).min(2_000)
}
