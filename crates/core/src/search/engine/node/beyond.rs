//! At the horizon and close to it: evaluation, quiescence, and what one dares to take for granted.

use super::{Found, Plan, Worker, noise, turned};
use crate::control::DEEPEST;
use crate::game::{Hints, Turn};
use crate::score::Score;

/// How many plies of captures and the like are looked at beyond the horizon.
const DEEPEST_QUIET: u32 = 64;
/// The slot of the null move.
const SKIPPED: u16 = u16::MAX - 1;

impl<G: Hints> Worker<'_, G> {
    /// The evaluation of an unfinished position for a player, with what is added to it.
    #[inline(always)]
    pub(super) fn evaluate(&self, position: &G::Position, player: usize, ply: u32) -> f64 {
        let Plan { judge, bias, .. } = &self.plan;
        let mut own = turned(judge.horizon(self.rules, position).number(), player);
        if *bias != 0.0 {
            own += bias;
        }
        if self.plan.noise.0 > 0.0 && ply > 0 {
            own += turned(noise(self.rules, position, self.plan.noise), player);
        }
        // An estimate is no proof, however high.
        if judge.by_result {
            own.clamp(-1.0, 1.0)
        } else {
            own
        }
    }

    /// Judges a position at the horizon, or beyond it where it is not quiet.
    pub(super) fn horizon(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        alpha: Score,
        beta: Score,
        urgent: bool,
    ) -> Option<Found> {
        let selective = self.plan.selective;
        if selective.quiescence && ply < DEEPEST {
            let score = self.settle(position, player, ply, alpha, beta, 0, urgent)?;
            return Some(Found {
                score,
                solid: false,
            });
        }
        let own = self.evaluate(position, player, ply);
        if selective.stability
            && ply + 2 < DEEPEST
            && let Some(before) = ply.checked_sub(1)
            && let Some(before) = self.path[before as usize].evaluation
            && !self.path[ply as usize].stretched
            && (own - turned(before, player)).abs() > 2.0 * self.plan.stake
        {
            self.path[ply as usize + 1].stretched = true;
            let found = self.node(position, player, ply, 1, alpha, beta);
            self.path[ply as usize + 1].stretched = false;
            return found;
        }
        Some(Found {
            score: Score::of(own),
            solid: false,
        })
    }

    /// Quiescence search: the player to move may leave it at the evaluation or go on with noisy moves.
    #[allow(clippy::too_many_arguments)] // what a node knows
    fn settle(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        mut alpha: Score,
        beta: Score,
        beyond: u32,
        urgent: bool,
    ) -> Option<Score> {
        let own = self.evaluate(position, player, ply);
        let mut best = if urgent && beyond < 4 {
            Score::LOWEST
        } else {
            Score::of(own)
        };
        if best >= beta || beyond >= DEEPEST_QUIET || ply >= DEEPEST {
            return Some(Score::of(own));
        }
        alpha = alpha.max(best);
        let first = self.moves.len();
        let all = best == Score::LOWEST;
        if all {
            self.rules.moves(position, &mut self.moves);
        } else {
            self.rules.noisy_moves(position, &mut self.moves);
        }
        for index in first..self.moves.len() {
            let promise = self.rules.promise(position, &self.moves[index]);
            self.order.push(promise);
        }
        self.lines.begin(ply);
        let last = self.moves.len();
        for index in first..last {
            self.pick(index, last);
            if !all && self.order[index] < 0 {
                break;
            }
            let action = self.moves[index].clone();
            if !all && self.plan.selective.delta {
                let most = own + self.rules.gain(position, &action) + 2.0 * self.plan.stake;
                if Score::of(most) <= alpha {
                    best = best.max(Score::of(most));
                    continue;
                }
            }
            if self.meter.must_stop() {
                return None;
            }
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            self.history.enter(self.rules, &child);
            let score = match self.history.turn(self.rules, &child) {
                Turn::Player(next) => {
                    let urgent = self.rules.is_urgent(&child);
                    if next == player {
                        self.settle(&child, next, ply + 1, alpha, beta, beyond + 1, urgent)?
                    } else {
                        -self.settle(&child, next, ply + 1, -beta, -alpha, beyond + 1, urgent)?
                    }
                }
                Turn::Over | Turn::Chance => self.end(&child, player, ply + 1).score,
            };
            self.history.leave(self.rules);
            if score > best {
                best = score;
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        self.moves.truncate(first);
        self.order.truncate(first);
        Some(best)
    }

    /// What one may take for granted close to the horizon, far ahead or far behind.
    #[allow(clippy::too_many_arguments)] // what a node knows
    pub(super) fn dare(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        depth: i32,
        alpha: Score,
        beta: Score,
        own: f64,
    ) -> Option<Option<Found>> {
        let Plan {
            judge,
            selective,
            stake,
            ..
        } = self.plan;
        if judge.by_result && (beta.is_decided() || alpha.is_decided()) {
            return None;
        }
        let guess = |score: Score| {
            Some(Some(Found {
                score,
                solid: false,
            }))
        };
        // So far ahead that no quiet answer matters.
        if selective.futility && depth <= 7 {
            let sure = own - stake * 0.8 * f64::from(depth);
            if Score::of(sure) >= beta {
                return guess(Score::of(sure));
            }
        }
        // So far behind that only captures and the like can help.
        if selective.razoring && selective.quiescence && depth <= 3 {
            let hope = own + stake * (2.0 + 1.5 * f64::from(depth));
            if Score::of(hope) <= alpha {
                match self.settle(position, player, ply, alpha, beta, 0, false) {
                    None => return Some(None),
                    Some(score) if score <= alpha => return guess(score),
                    Some(_) => {}
                }
            }
        }
        // So good that even another move of the opponent does not help.
        let before = ply
            .checked_sub(1)
            .map(|before| self.path[before as usize].slot);
        if selective.null_move
            && depth >= 3
            && ply >= self.no_skip_before
            && Score::of(own) >= beta
            && before != Some(SKIPPED)
            && let Some(child) = self.rules.skip(position)
            && let Turn::Player(next) = self.rules.turn(&child)
        {
            let ahead = ((own - beta.number()) / (4.0 * stake)).clamp(0.0, 3.0) as i32;
            let reduction = 3 + depth / 4 + ahead;
            self.path[ply as usize].slot = SKIPPED;
            self.history.enter(self.rules, &child);
            let below = -(-beta).above();
            let found = self.look(
                &child,
                (player, next),
                ply + 1,
                depth - 1 - reduction,
                below,
                beta,
            );
            self.history.leave(self.rules);
            let Some(found) = found else {
                return Some(None);
            };
            if found.score >= beta {
                // A win after a move for nothing proves no win.
                let score = if judge.by_result && found.score.is_decided() {
                    beta
                } else {
                    found.score
                };
                if !selective.verification || depth < 10 || self.no_skip_before > 0 {
                    return guess(score);
                }
                self.no_skip_before = ply + 3 * (depth - reduction).max(1) as u32 / 4;
                let checked = self.node(position, player, ply, depth - reduction, below, beta);
                self.no_skip_before = 0;
                match checked {
                    None => return Some(None),
                    Some(checked) if checked.score >= beta => return guess(score),
                    Some(_) => {}
                }
            }
        }
        None
    }
}
