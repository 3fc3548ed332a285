//! Games with chance, and games that are no duel: expectiminimax within a window.
//!
//! A player's node is cut as in alpha-beta. At a chance node, what is known about some outcomes, and the least and the most
//! that the others can be worth, bound the mean: Star1 (Ballard 1983). One reply to each outcome, looked at before any is
//! searched in full, narrows those bounds: Star2.
//!
//! Scores are from the view of the player who asks. Where there are more than two players, or where one's gain is not the
//! other's loss, all others are taken to play against her ("paranoid", Sturtevant & Korf 2000): she gets that much for
//! certain, and maybe more.

use super::beyond::noise;
use super::order::REMEMBERED;
use super::{Found, Worker, turned};
use crate::control::DEEPEST;
use crate::game::{Hints, Turn};
use crate::score::Score;
use crate::search::engine::table::{Bound, Entry, narrow};

/// Behind the remembered move: the reply that was best when the same happened the last time.
const REPLY: i32 = REMEMBERED / 2;
/// From this depth on, the order of moves is worth an evaluation of each.
const WORTH_EVALUATING: u32 = 3;

/// One of the things that chance can bring, and what is known about its worth.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    /// Where it stands among the chances.
    index: usize,
    probability: f64,
    least: f64,
    most: f64,
    /// Is that certain, whatever lies deeper?
    solid: bool,
    /// A reply, by slot, of which the worth is known.
    reply: Option<(u16, Found)>,
}

/// Where a node is and what is asked about it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Place {
    fn below(self, (alpha, beta): (f64, f64)) -> Place {
        Place {
            depth: self.depth - 1,
            ply: self.ply + 1,
            alpha,
            beta,
        }
    }
}

impl<G: Hints> Worker<'_, G> {
    /// The least and the most that the player who asks can get.
    fn extremes(&self) -> (f64, f64) {
        let judge = &self.plan.judge;
        let (least, most) = judge.bounds;
        match (judge.player, judge.duel) {
            (0, _) => (least, most),
            (_, true) => (-most, -least),
            (_, false) => (least - 2.0 * judge.share, most - 2.0 * judge.share),
        }
    }

    /// What is worth so much to each player, as a score of the one who asks.
    #[inline(always)]
    fn worth(&self, utility: impl Fn(usize) -> f64) -> f64 {
        let judge = &self.plan.judge;
        if judge.duel {
            turned(utility(0), judge.player)
        } else if judge.player == 0 {
            utility(0)
        } else {
            utility(judge.player) - 2.0 * judge.share
        }
    }

    /// Judges an unfinished position.
    #[inline(always)]
    fn opinion(&self, position: &G::Position) -> f64 {
        let judge = &self.plan.judge;
        let own = self.worth(|player| {
            if judge.evaluation {
                self.rules.evaluate(position, player)
            } else {
                judge.share
            }
        });
        if self.plan.noise.0 == 0.0 {
            return own;
        }
        let (least, most) = self.extremes();
        (own + noise(self.rules, position, self.plan.noise)).clamp(least, most)
    }

    /// Bounds the score s of a position. The result r keeps this promise:
    ///
    /// - α < r < β: r = s, and the line is best play up to where chance decides;
    /// - r ≤ α: s ≤ r, and there is no line;
    /// - r ≥ β: s ≥ r, and there is no line.
    ///
    /// s is the score of expectiminimax to this depth or, when informed, a better one. None once the meter has stopped, or another
    /// thread was sooner.
    pub(super) fn score(&mut self, position: &G::Position, place: Place) -> Option<Found> {
        if self.meter.must_stop() || self.is_behind() {
            return None;
        }
        let turn = self.history.turn(self.rules, position);
        // Noise is for playing less well than one could.
        if self.informed
            && turn != Turn::Over
            && self.plan.judge.duel
            && self.plan.noise.0 == 0.0
            && let Some(utility) = self.rules.solved(position)
        {
            return Some(Found {
                score: Score::of(self.worth(|_| utility)),
                solid: true,
            });
        }
        match turn {
            Turn::Over => {
                let own = self.worth(|player| self.history.utility(self.rules, position, player));
                Some(Found {
                    score: Score::of(own),
                    solid: true,
                })
            }
            _ if place.depth == 0 || place.ply >= DEEPEST => Some(Found {
                score: Score::of(self.opinion(position)),
                solid: false,
            }),
            Turn::Player(player) => self.decide(position, player, place, None),
            Turn::Chance => self.expect(position, place),
        }
    }

    /// What follows a move or an event.
    pub(super) fn child(
        &mut self,
        position: &G::Position,
        action: &G::Move,
        place: Place,
    ) -> Option<Found> {
        let mut child = position.clone();
        self.rules.play_unchecked(&mut child, action);
        self.step(place.ply - 1, self.rules.slot(action));
        self.history.enter(self.rules, &child);
        let found = self.score(&child, place);
        self.history.leave(self.rules);
        found
    }

    /// A player's node. What one of its moves is worth may be known already.
    fn decide(
        &mut self,
        position: &G::Position,
        player: usize,
        place: Place,
        known: Option<(u16, Found)>,
    ) -> Option<Found> {
        let asks = player == self.plan.judge.player;
        // From the mover's view: she plays for the one who asks, or against her.
        let (mut alpha, beta) = seen((place.alpha, place.beta), asks);
        let (key, entry) = self.recall(position, place.depth);
        if let Some(entry) = &entry
            && let Some(found) = self.recalled(entry, position, player, place.depth, (alpha, beta))
        {
            return Some(found.seen(asks));
        }
        let first = self.list(position, player, place, entry.map(|entry| entry.slot));
        let (last, line) = (self.moves.len(), self.lines.begin(place.ply));
        let floor = alpha;
        let mut best = Found {
            score: Score::LOWEST,
            solid: true,
        };
        let mut best_slot = Entry::NO_SLOT;
        for index in first..last {
            self.pick(index, last);
            let action = self.moves[index].clone();
            let slot = self.rules.slot(&action);
            let child_line = self.lines.top();
            let found = match known {
                Some((reply, found)) if reply == slot => found,
                _ => self.child(position, &action, place.below(seen((alpha, beta), asks)))?,
            };
            let found = found.seen(asks);
            let solid = best.solid & found.solid;
            if found.score <= best.score {
                self.lines.forget(child_line);
                best.solid = solid;
                continue;
            }
            best = Found { solid, ..found };
            let score = best.score.number();
            if score <= alpha {
                self.lines.forget(child_line);
                continue;
            }
            best_slot = slot;
            if score >= beta {
                // The one move alone says that the score is no lower.
                best.solid = found.solid;
                self.lines.forget(line);
                break;
            }
            alpha = score;
            self.lines.keep(line, child_line, action);
        }
        self.moves.truncate(first);
        self.order.truncate(first);
        if best_slot != Entry::NO_SLOT {
            let before = self.path[place.ply as usize - 1].made;
            self.experience.replied(player, before, best_slot);
        }
        let score = best.score.number();
        let bound = if score >= beta {
            Bound::Lower
        } else if score > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.note(key, position, player, best, bound, (place.depth, best_slot));
        Some(best.seen(asks))
    }

    /// A chance node.
    fn expect(&mut self, position: &G::Position, place: Place) -> Option<Found> {
        let (alpha, beta) = (place.alpha, place.beta);
        // Tables keep what it is worth to the first player.
        let owner = if self.plan.judge.duel {
            0
        } else {
            self.plan.judge.player
        };
        let asks = owner == self.plan.judge.player;
        let (key, entry) = self.recall(position, place.depth);
        if let Some(entry) = &entry
            && let Some(found) = self.recalled(
                entry,
                position,
                owner,
                place.depth,
                seen((alpha, beta), asks),
            )
        {
            return Some(found.seen(asks));
        }
        let line = self.lines.begin(place.ply);
        let (first_chance, first) = (self.chances.len(), self.outcomes.len());
        self.rules.chances(position, &mut self.chances);
        let (least, most) = self.extremes();
        for index in first_chance..self.chances.len() {
            self.outcomes.push(Outcome {
                index,
                probability: self.chances[index].1,
                least,
                most,
                solid: true,
                reply: None,
            });
        }
        let star = self.plan.star;
        if star > 0 {
            // The most probable first; equals stay in the order of the rules.
            self.outcomes[first..]
                .sort_by(|one, other| other.probability.total_cmp(&one.probability));
        }
        let mut cut = None;
        if star > 1 && place.depth >= 2 && (alpha > least || beta < most) {
            for number in first..self.outcomes.len() {
                self.probe(position, (first, number), place)?;
                cut = self.cut(first, place);
                if cut.is_some() {
                    break;
                }
            }
        }
        if cut.is_none() {
            for number in first..self.outcomes.len() {
                let Outcome { index, reply, .. } = self.outcomes[number];
                let window = if star > 0 {
                    self.share(first, number, place)
                } else {
                    (f64::NEG_INFINITY, f64::INFINITY)
                };
                let event = self.chances[index].0.clone();
                let found = self.outcome(position, &event, reply, place.below(window))?;
                self.lines.forget(line);
                let score = found.score.number();
                let outcome = &mut self.outcomes[number];
                outcome.solid = found.solid;
                if score > window.0 {
                    outcome.least = score;
                }
                if score < window.1 {
                    outcome.most = score;
                }
                if score <= window.0 || score >= window.1 {
                    let (low, high) = self.mean(first);
                    // Whatever rounding says.
                    cut = Some(if score <= window.0 {
                        (high.min(alpha), Bound::Upper)
                    } else {
                        (low.max(beta), Bound::Lower)
                    });
                    break;
                }
            }
        }
        // Summed up in the order of the rules, as plain expectiminimax does.
        self.outcomes[first..].sort_by_key(|outcome| outcome.index);
        let (score, bound) = cut.unwrap_or_else(|| (self.mean(first).0, Bound::Exact));
        let solid = self.outcomes[first..].iter().all(|outcome| outcome.solid);
        self.outcomes.truncate(first);
        self.chances.truncate(first_chance);
        let found = Found {
            score: Score::of(score),
            solid,
        };
        let bound = if asks { bound } else { bound.turned() };
        let depth = (place.depth, Entry::NO_SLOT);
        self.note(key, position, owner, found.seen(asks), bound, depth);
        Some(found)
    }

    /// What follows an event, one reply to which may be known.
    fn outcome(
        &mut self,
        position: &G::Position,
        event: &G::Move,
        reply: Option<(u16, Found)>,
        place: Place,
    ) -> Option<Found> {
        if reply.is_none() {
            return self.child(position, event, place);
        }
        let mut child = position.clone();
        self.rules.play_unchecked(&mut child, event);
        self.step(place.ply - 1, self.rules.slot(event));
        self.history.enter(self.rules, &child);
        let found = match self.history.turn(self.rules, &child) {
            Turn::Player(player) => self.decide(&child, player, place, reply),
            _ => self.score(&child, place),
        };
        self.history.leave(self.rules);
        found
    }

    /// Looks at one reply to an outcome: who replies gets at least as much.
    fn probe(
        &mut self,
        position: &G::Position,
        (first, number): (usize, usize),
        place: Place,
    ) -> Option<()> {
        let event = self.chances[self.outcomes[number].index].0.clone();
        let mut child = position.clone();
        self.rules.play_unchecked(&mut child, &event);
        let (least, most) = self.extremes();
        let window = self.share(first, number, place);
        self.step(place.ply, self.rules.slot(&event));
        self.history.enter(self.rules, &child);
        let here = place.below(window);
        if let Turn::Player(player) = self.history.turn(self.rules, &child) {
            let asks = player == self.plan.judge.player;
            if asks && place.beta < most || !asks && place.alpha > least {
                if self.meter.must_stop() {
                    return None;
                }
                let (_, entry) = self.recall(&child, here.depth);
                let top = self.list(&child, player, here, entry.map(|entry| entry.slot));
                self.pick(top, self.moves.len());
                let action = self.moves[top].clone();
                self.moves.truncate(top);
                self.order.truncate(top);
                let line = self.lines.top();
                let found = self.child(&child, &action, here.below(window))?;
                self.lines.forget(line);
                let score = found.score.number();
                let outcome = &mut self.outcomes[number];
                if asks && score > window.0 {
                    outcome.least = outcome.least.max(score);
                    outcome.solid = found.solid;
                } else if !asks && score < window.1 {
                    outcome.most = outcome.most.min(score);
                    outcome.solid = found.solid;
                }
                if window.0 < score && score < window.1 {
                    outcome.reply = Some((self.rules.slot(&action), found));
                }
            }
        }
        self.history.leave(self.rules);
        Some(())
    }

    /// The least and the most that the mean of the outcomes can be.
    fn mean(&self, first: usize) -> (f64, f64) {
        self.outcomes[first..]
            .iter()
            .fold((0.0, 0.0), |(least, most), outcome| {
                (
                    least + outcome.probability * outcome.least,
                    most + outcome.probability * outcome.most,
                )
            })
    }

    /// Is the mean outside the window already?
    fn cut(&self, first: usize, place: Place) -> Option<(f64, Bound)> {
        let (least, most) = self.mean(first);
        if most <= place.alpha {
            Some((most, Bound::Upper))
        } else if least >= place.beta {
            Some((least, Bound::Lower))
        } else {
            None
        }
    }

    /// The window in which the worth of one outcome matters to the mean.
    fn share(&self, first: usize, number: usize, place: Place) -> (f64, f64) {
        let Outcome {
            probability,
            least,
            most,
            ..
        } = self.outcomes[number];
        let mean = self.mean(first);
        let rest = (mean.0 - probability * least, mean.1 - probability * most);
        let alpha = (place.alpha - rest.1) / probability;
        let beta = (place.beta - rest.0) / probability;
        // Rounding may close a narrow window, but there must be room for a yes or no.
        if alpha.is_finite() {
            (alpha, beta.max(Score::of(alpha).above().number()))
        } else {
            (alpha, beta)
        }
    }

    /// Lists the moves of a player's node with their order; where the first one is.
    fn list(
        &mut self,
        position: &G::Position,
        player: usize,
        place: Place,
        remembered: Option<u16>,
    ) -> usize {
        let first = self.moves.len();
        self.rules.moves(position, &mut self.moves);
        let remembered = remembered.unwrap_or(Entry::NO_SLOT);
        let before = self.path[place.ply as usize - 1].made;
        let reply = self.experience.reply(player, before);
        let evaluate = place.depth >= WORTH_EVALUATING && self.plan.judge.evaluation;
        for index in first..self.moves.len() {
            let action = &self.moves[index];
            let slot = self.rules.slot(action);
            let rank = if slot == remembered {
                REMEMBERED
            } else if slot == reply {
                REPLY
            } else if evaluate {
                let mut child = position.clone();
                self.rules.play_unchecked(&mut child, action);
                if self.rules.turn(&child) == Turn::Over {
                    0
                } else {
                    let own = self.rules.evaluate(&child, player) / self.plan.stake;
                    (own * 1_000.0).clamp(-1e8, 1e8) as i32
                }
            } else {
                self.rules.promise(position, action)
            };
            self.order.push(rank);
        }
        first
    }

    /// The key of a position and what the table knows; nothing where the way to a position matters to its worth, or where
    /// asking costs as much as looking.
    fn recall(&self, position: &G::Position, depth: u32) -> (Option<u64>, Option<Entry>) {
        if depth < 2 || self.rules.repetitions().is_some() {
            return (None, None);
        }
        let key = self.key(position).0;
        (Some(key), self.table.probe(key))
    }

    /// What the table knows about a position, if it answers the question; `viewer` is the one whose score it keeps.
    fn recalled(
        &self,
        entry: &Entry,
        position: &G::Position,
        viewer: usize,
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> Option<Found> {
        let depth = depth.min(u32::from(Entry::DEEPEST)) as u8;
        if !(entry.depth == depth || entry.solid && entry.depth < depth) {
            return None;
        }
        let score = f64::from(entry.score) + turned(self.rules.settled(position), viewer);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        answers.then_some(Found {
            score: Score::of(score),
            solid: entry.solid,
        })
    }

    /// Keeps what was found.
    fn note(
        &self,
        key: Option<u64>,
        position: &G::Position,
        viewer: usize,
        found: Found,
        bound: Bound,
        (depth, slot): (u32, u16),
    ) {
        let Some(key) = key else { return };
        let score = found.score.number() - turned(self.rules.settled(position), viewer);
        let (score, bound) = narrow(score, bound);
        let entry = Entry {
            score,
            bound,
            depth: depth.min(u32::from(Entry::DEEPEST)) as u8,
            solid: found.solid,
            slot,
        };
        self.table.store(key, entry);
    }
}

/// A window in the view of who asks, and back.
fn seen((alpha, beta): (f64, f64), asks: bool) -> (f64, f64) {
    if asks { (alpha, beta) } else { (-beta, -alpha) }
}
