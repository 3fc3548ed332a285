//! At the horizon and close to it: evaluation, quiescence, and what one dares to take for granted.

use super::{Bound, Entry, Found, Plan, Trace, Worker, turned};
use crate::control::{DEEPEST, mix};
use crate::game::{Hints, Turn};
use crate::score::Score;

use super::order::REMEMBERED;

/// How many plies of captures and the like are looked at beyond the horizon.
const DEEPEST_QUIET: u32 = 64;
/// How much better than needed a noisy move must be to be taken for good enough, in stakes.
const SURPLUS: f64 = 1.7;
/// The slot of the null move.
const SKIPPED: u16 = u16::MAX - 1;

impl<G: Hints> Worker<'_, G> {
    /// The evaluation of an unfinished position for a player, with what is added to it.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &G::Position, player: usize, ply: u32) -> f64 {
        let Plan { judge, bias, .. } = &self.plan;
        let rules = self.rules;
        let own = self.experience.evaluation(rules.key(position), || {
            judge.horizon(rules, position).number()
        });
        let mut own = turned(own, player);
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

    /// The evaluation for a player in a selective search, with what was learned about positions like it.
    #[inline(always)]
    pub(super) fn estimate(&mut self, position: &G::Position, player: usize, ply: u32) -> f64 {
        let own = self.evaluate(position, player, ply);
        let structure = self.rules.structure(position);
        if structure == 0 {
            return own;
        }
        let own = own + self.experience.error(player, structure);
        let own = (own / self.plan.grain).round() * self.plan.grain;
        if self.plan.judge.by_result {
            own.clamp(-1.0, 1.0)
        } else {
            own
        }
    }

    /// Learns from what was found by looking further than the evaluation.
    pub(super) fn correct(
        &mut self,
        position: &G::Position,
        player: usize,
        depth: i32,
        estimate: f64,
        (found, bound): (Score, Bound),
    ) {
        let error = found.number() - estimate;
        let told = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0.0,
            Bound::Upper => error < 0.0,
        };
        let structure = self.rules.structure(position);
        if told && structure != 0 && !found.is_decided() {
            let most = 3.0 * self.plan.stake;
            let error = error.clamp(-most, most) + self.experience.error(player, structure);
            self.experience.correct(player, structure, error, depth);
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
        // 1. What is known from before.
        let floor = alpha;
        let lasting = !self.rules.is_brief(position);
        let (key, symmetry) = if lasting { self.key(position) } else { (0, 0) };
        let entry = if lasting { self.table.probe(key) } else { None };
        let known = entry.map(|entry| {
            let score = self.score_here(entry.score, position, player, ply);
            (score, entry.bound)
        });
        match known {
            Some((score, Bound::Lower)) if score >= beta => return Some(score),
            Some((score, Bound::Upper)) if score <= alpha => return Some(score),
            Some((score, Bound::Exact)) => return Some(score),
            _ => {}
        }
        // 2. It may be left as it is.
        let all = urgent && beyond < 4 && ply < DEEPEST;
        let mut own = 0.0;
        let mut best = Score::LOWEST;
        if !all {
            own = self.estimate(position, player, ply);
            best = Score::of(own);
            // The table may know better.
            match known {
                Some((score, Bound::Lower)) if score > best && !score.is_decided() => best = score,
                Some((score, Bound::Upper)) if score < best && !score.is_decided() => best = score,
                _ => {}
            }
            if best >= beta || beyond >= DEEPEST_QUIET || ply >= DEEPEST {
                return Some(best);
            }
        }
        // 3. Or noisy moves are made.
        alpha = alpha.max(best);
        let first = self.moves.len();
        if all {
            self.rules.moves(position, &mut self.moves);
        } else {
            self.rules.noisy_moves(position, &mut self.moves);
        }
        let remembered = entry.map_or(Entry::NO_SLOT, |entry| entry.slot);
        for index in first..self.moves.len() {
            let action = &self.moves[index];
            let mut promise = self.rules.promise(position, action);
            if remembered != Entry::NO_SLOT
                && promise >= 0
                && self.seen(action, self.rules.slot(action), symmetry) == remembered
            {
                promise = REMEMBERED;
            }
            self.order.push(promise);
        }
        let mut best_slot = Entry::NO_SLOT;
        self.lines.begin(ply);
        let last = self.moves.len();
        for index in first..last {
            self.pick(index, last);
            if !all && self.order[index] < 0 {
                break;
            }
            let action = self.moves[index].clone();
            if !all && self.plan.selective.delta {
                let most = own + self.rules.gain(position, &action) + 1.2 * self.plan.stake;
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
            self.table.prefetch(self.key(&child).0);
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
                if best > alpha {
                    best_slot = self.seen(&action, self.rules.slot(&action), symmetry);
                }
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        self.moves.truncate(first);
        self.order.truncate(first);
        // 4. To be remembered, but not in place of what was found by looking further.
        if lasting && entry.is_none_or(|entry| entry.depth == 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > floor {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let score = self.score_kept(best, position, player, ply);
            self.remember(key, score, bound, 0, false, best_slot);
        }
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
        (alpha, beta): (Score, Score),
        own: f64,
        improving: bool,
        known: Option<Score>,
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
            let sure = own - stake * 0.8 * f64::from(depth - i32::from(improving));
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
        let before = self.before(ply)[0].slot;
        if selective.null_move
            && depth >= 3
            && ply >= self.no_skip_before
            && Score::of(own) >= beta
            && before != SKIPPED
            && let Some(child) = self.rules.skip(position)
            && let Turn::Player(next) = self.rules.turn(&child)
        {
            let ahead = ((own - beta.number()) / (2.0 * stake)).clamp(0.0, 3.0) as i32;
            let reduction = 3 + depth / 4 + ahead;
            self.path[ply as usize].made = Trace {
                slot: SKIPPED,
                ..Trace::NONE
            };
            let cut = self.path[ply as usize].cut;
            self.path[ply as usize + 1].cut = !cut;
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
        // So good that a capture or the like is much too good even when looked at less deeply.
        let limit = Score::of(beta.number() + SURPLUS * stake);
        if selective.probable_cut
            && selective.quiescence
            && depth >= 5
            && !(judge.by_result && limit.is_decided())
            && known.is_none_or(|score| score >= limit)
        {
            return self.probable_cut(position, player, ply, depth, limit, own);
        }
        None
    }

    /// A noisy move that gets at least `limit`, first by noisy moves alone and then looked at four plies less deeply
    /// (ProbCut, Buro 1995): the score is then taken to be good enough by the surplus less.
    fn probable_cut(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        depth: i32,
        limit: Score,
        own: f64,
    ) -> Option<Option<Found>> {
        let Plan { judge, stake, .. } = self.plan;
        let below = -(-limit).above();
        let first = self.moves.len();
        self.rules.noisy_moves(position, &mut self.moves);
        for index in first..self.moves.len() {
            let promise = self.rules.promise(position, &self.moves[index]);
            self.order.push(promise);
        }
        let last = self.moves.len();
        let mut answer = None;
        for index in first..last {
            self.pick(index, last);
            if self.order[index] < 0 {
                break;
            }
            let action = self.moves[index].clone();
            if !self.rules.keeps(position, &action, limit.number() - own) {
                continue;
            }
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            self.table.prefetch(self.key(&child).0);
            self.path[ply as usize].made = Trace {
                player,
                slot: self.rules.slot(&action),
                theme: self.rules.theme(position, &action),
                quiet: false,
            };
            self.history.enter(self.rules, &child);
            if let Turn::Player(next) = self.history.turn(self.rules, &child) {
                if self.meter.must_stop() {
                    return Some(None);
                }
                let urgent = self.rules.is_urgent(&child);
                let quick = if next == player {
                    self.settle(&child, next, ply + 1, below, limit, 0, urgent)
                } else {
                    self.settle(&child, next, ply + 1, -limit, -below, 0, urgent)
                        .map(|score| -score)
                };
                let Some(mut score) = quick else {
                    return Some(None);
                };
                if score >= limit {
                    self.path[ply as usize + 1].cut = false;
                    let further = depth - 4;
                    match self.look(&child, (player, next), ply + 1, further, below, limit) {
                        None => return Some(None),
                        Some(found) => score = found.score,
                    }
                }
                if score >= limit && !(judge.by_result && score.is_decided()) {
                    answer = Some(Some(Found {
                        score: Score::of(score.number() - SURPLUS * stake),
                        solid: false,
                    }));
                }
            }
            self.history.leave(self.rules);
            if answer.is_some() {
                break;
            }
        }
        self.moves.truncate(first);
        self.order.truncate(first);
        answer
    }
}

/// Noise on the evaluation of a position, always the same: its standard deviation and a seed.
pub(super) fn noise<G: Hints>(rules: &G, position: &G::Position, (size, seed): (f64, u64)) -> f64 {
    // The sum of four uniform numbers is nearly normal.
    let bits = mix(rules.key(position) ^ seed);
    let sum: f64 = (0..4)
        .map(|part| f64::from((bits >> (16 * part)) as u16) / 65_536.0 - 0.5)
        .sum();
    sum * size * 3.0_f64.sqrt()
}
