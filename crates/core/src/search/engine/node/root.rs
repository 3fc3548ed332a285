//! The first ply: what is asked of a thread's search from outside.

use super::{Entry, Found, Place, Trace, Worker, turned};
use crate::game::{Hints, Turn};
use crate::score::Score;

impl<G: Hints> Worker<'_, G> {
    /// Looks `depth` plies ahead from a position where chance decides.
    pub(in super::super) fn root_chance(
        &mut self,
        position: &G::Position,
        depth: u32,
    ) -> Option<Found> {
        let place = Place {
            depth,
            ply: 0,
            alpha: f64::NEG_INFINITY,
            beta: f64::INFINITY,
        };
        self.score(position, place)
    }

    /// Looks at one move of the root, within this window of the player to move, in her view.
    pub(in super::super) fn root_move(
        &mut self,
        position: &G::Position,
        player: usize,
        action: &G::Move,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Option<Found> {
        if self.plan.stochastic {
            let place = Place {
                depth: depth as u32 - 1,
                ply: 1,
                alpha: alpha.number(),
                beta: beta.number(),
            };
            return self.child(position, action, place);
        }
        if self.path[0].made.slot == Entry::NO_SLOT && self.choosy {
            self.path[0].evaluation = Some(turned(self.evaluate(position, player, 0), player));
        }
        let mut child = position.clone();
        self.rules.play_unchecked(&mut child, action);
        self.path[0].made = Trace {
            player,
            slot: self.rules.slot(action),
            theme: self.rules.theme(position, action),
            quiet: self.rules.promise(position, action) == 0,
        };
        self.path[1].cut = alpha.above() >= beta;
        self.history.enter(self.rules, &child);
        let found = match self.history.turn(self.rules, &child) {
            Turn::Player(next) => self.look(&child, (player, next), 1, depth - 1, alpha, beta),
            Turn::Over | Turn::Chance if self.meter.must_stop() => None,
            Turn::Over | Turn::Chance => Some(self.end(&child, player, 1)),
        };
        if found.is_some() {
            self.history.leave(self.rules);
        }
        found
    }
}
