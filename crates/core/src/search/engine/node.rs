//! One thread's search: principal variation search (Marsland & Campbell 1982), fail-soft, with a table.
//!
//! Scores inside are from the view of the player to move: those of the first player, turned round for the second. Turns
//! need not alternate: a child is looked at with its window turned round only when another player is to move there.

mod beyond;
mod chance;
mod crowd;
mod memory;
mod order;
mod root;

use std::sync::LazyLock;

use self::chance::{Outcome, Place};
use self::crowd::{LOOK_EVERY, Question};
use self::order::{PROMISING, REMEMBERED, REPLY, STEP, UNPROMISING};
use super::crew::Busy;
use super::experience::{self, Before, Experience, Trace};
use super::selective::Selective;
use super::table::{Bound, Entry, Table};
use crate::control::{DEEPEST, Meter, Random, mix};
use crate::game::{Hints, Outlook, Turn};
use crate::history::History;
use crate::score::Score;
use crate::search::{Judge, Lines};

/// Where so many plies are left in the lines seen so far, the table is asked about all moves before any is looked at.
const FAR: u32 = 9;

/// With so many plies to go, it is worth while to know what other threads are looking at.
const LONG: i32 = 3;

// The margins of reductions, futility, delta and singularity below, what is left out for poor experience, what is learned
// from a second look and the window of a pass were changed together in chess: with 20,000 nodes a move, +25 Elo
// (0 to +50, 500 games). Before, each was on or off at random in 970 pairs of games with 10,000 nodes a move, always the
// other way for the opponent; the Elo of single ones are from there, give or take 13.

/// Quiet moves are left out close to the horizon when experience with them is below this, for each ply left: +12 Elo.
const POOR: i32 = -4_000;

/// By depth and place in the order: how many plies late moves lose. With 0.75 instead of 0.6: +8 Elo; with moves from the
/// second on instead of the third: −15.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|place| {
            let product = (depth.max(1) as f64).ln() * (place.max(1) as f64).ln();
            (0.75 + product / 2.2) as u8
        })
    })
});

/// How many plies a move at this place in the order loses.
#[inline(always)]
pub(super) fn reduction(depth: i32, place: usize) -> i32 {
    i32::from(REDUCTIONS[(depth as usize).min(63)][place.min(63)])
}

/// What a position is worth to the player to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) score: Score,
    /// Is it certain, whatever lies beyond the horizon?
    pub(super) solid: bool,
}

impl Found {
    fn turned(self) -> Found {
        Found {
            score: -self.score,
            ..self
        }
    }

    /// In the view of a player who plays for the one who asks, or against her.
    fn seen(self, asks: bool) -> Found {
        if asks { self } else { self.turned() }
    }
}

/// What is the same for all threads and passes of a search.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) judge: Judge,
    pub(super) selective: Selective,
    /// A small advantage in the game's unit: a pawn.
    pub(super) stake: f64,
    /// Estimates are whole multiples of this, a power of 2 that is small beside the stake: then equally good positions are
    /// often equal, and a score fits into the table as it is. It took a ninth off the nodes of chess to depth 12.
    pub(super) grain: f64,
    /// Added to every key, so that searches that may not share findings do not.
    pub(super) salt: u64,
    /// Noise on evaluations: its standard deviation, and a seed.
    pub(super) noise: (f64, u64),
    /// Added to the evaluation for the player to move, to make odd and even depths agree.
    pub(super) bias: f64,
    /// What is cut off at chance nodes: nothing, what bounds alone show (1), or what a probe shows too (2).
    pub(super) star: u8,
    /// Does chance take part, or is it no duel?
    pub(super) stochastic: bool,
}

/// One thread's search.
pub(super) struct Worker<'a, G: Hints> {
    pub(super) rules: &'a G,
    pub(super) plan: Plan,
    pub(super) meter: Meter<'a>,
    pub(super) history: History,
    pub(super) lines: Lines<G::Move>,
    table: &'a Table,
    /// What the other threads are looking at, if there are others.
    busy: Option<&'a Busy>,
    /// Moves put off on the current path, and their places in the order.
    put_off: Vec<(usize, usize)>,
    /// Nodes until the next look at what other threads have found meanwhile.
    next_look: u32,
    /// The ply whose node another thread has answered: everything below it unwinds. 0 is the root.
    outdone: Option<u32>,
    /// The number of the question of the root that is looked at.
    pub(super) question: usize,
    /// How many positions come before those of the search.
    past: usize,
    /// Are there options that make it selective?
    choosy: bool,
    /// May it use what shows only beyond the horizon? Not if it shall find what minimax finds at the same depth.
    pub(super) informed: bool,
    /// Do positions come back, so that the path matters to an exact search?
    winding: bool,
    /// The moves of all nodes on the current path, and their order, one after the other.
    moves: Vec<G::Move>,
    order: Vec<i32>,
    /// The same for what chance can bring.
    chances: Vec<(G::Move, f64)>,
    outcomes: Vec<Outcome>,
    /// Children of the node whose moves the table is asked about: move, player, key.
    children: Vec<(usize, usize, u64)>,
    /// By ply.
    path: Vec<Step>,
    pub(super) experience: Experience,
    random: Random,
    /// The ply below which the null move is not tried: verification.
    no_skip_before: u32,
    /// That of the pass at hand.
    pub(super) depth: u32,
}

/// What is known on the path at one ply.
#[derive(Clone, Copy)]
struct Step {
    /// The evaluation for the first player, if it was asked for.
    evaluation: Option<f64>,
    /// The move made here.
    made: Trace,
    /// Is a move expected to be too good, so that the others need not be looked at? By what was expected before.
    cut: bool,
    /// Moves to leave out: the one whose singularity is tested.
    excluded: Option<u16>,
    killers: [u16; 2],
    /// How implausible the path is: doublings of the place in the order.
    doubt: u32,
    /// Is this a ply beyond the horizon already, because the one before was not stable?
    stretched: bool,
    /// What is asked here, while other threads may answer it.
    question: Option<Question>,
}

const NO_STEP: Step = Step {
    evaluation: None,
    made: Trace::NONE,
    cut: false,
    excluded: None,
    killers: [Entry::NO_SLOT; 2],
    doubt: 0,
    stretched: false,
    question: None,
};

impl<'a, G: Hints> Worker<'a, G> {
    /// With other threads busy at the same, or without.
    pub(super) fn new(
        rules: &'a G,
        plan: Plan,
        meter: Meter<'a>,
        history: History,
        table: &'a Table,
        busy: Option<&'a Busy>,
        seed: u64,
    ) -> Self {
        let selective = plan.selective.any();
        Worker {
            rules,
            plan,
            meter,
            past: history.len(),
            history,
            lines: Lines::new(),
            table,
            busy,
            put_off: Vec::new(),
            next_look: LOOK_EVERY,
            outdone: None,
            question: 0,
            choosy: selective,
            informed: false,
            winding: !selective && rules.repetitions().is_some(),
            moves: Vec::new(),
            order: Vec::new(),
            chances: Vec::new(),
            outcomes: Vec::new(),
            children: Vec::new(),
            path: vec![NO_STEP; 64],
            experience: table
                .experience(selective)
                .unwrap_or_else(|| Experience::new(plan.judge.players, selective)),
            random: Random::new(seed),
            no_skip_before: 0,
            depth: 0,
        }
    }

    /// Leaves what was learned to the next search.
    pub(super) fn retire(&mut self) {
        if self.choosy {
            let fresh = Experience::new(0, false);
            self.table
                .keep_experience(std::mem::replace(&mut self.experience, fresh));
        }
    }

    /// Looks at a child in the view of `player`, who moved there: the promise is that of [`Worker::node`].
    #[inline(always)]
    fn look(
        &mut self,
        child: &G::Position,
        (player, next): (usize, usize),
        ply: u32,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Option<Found> {
        if self.meter.must_stop() {
            return None;
        }
        let (low, high) = if player == next {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        let found = if self.busy.is_none() {
            self.node(child, next, ply, depth, low, high)
        } else {
            self.look_in_crowd(child, next, ply, depth, low, high)
        };
        found.map(|found| found.seen(player == next))
    }

    /// Notes what was chosen at a ply, by its slot.
    #[inline(always)]
    fn step(&mut self, ply: u32, slot: u16) {
        if self.path.len() < ply as usize + 2 {
            self.path.resize(ply as usize + 64, NO_STEP);
        }
        self.path[ply as usize].made.slot = slot;
    }

    /// What a finished game is worth to a player.
    #[inline(always)]
    fn end(&self, position: &G::Position, player: usize, ply: u32) -> Found {
        let utility = self.history.utility(self.rules, position, 0);
        let score = self.plan.judge.over(utility, ply);
        Found {
            score: if player == 0 { score } else { -score },
            solid: true,
        }
    }

    /// Bounds the score s of an unfinished position. The result r keeps this promise:
    ///
    /// - α < r < β: r = s, and the line is best play;
    /// - r ≤ α: s ≤ r, and there is no line;
    /// - r ≥ β: s ≥ r, and there is no line.
    ///
    /// Without selectivity, s is the score of minimax to this depth or, when informed, a better one. None once the meter
    /// has stopped.
    #[inline(never)]
    fn node(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        mut depth: i32,
        mut alpha: Score,
        beta: Score,
    ) -> Option<Found> {
        let Plan {
            judge, selective, ..
        } = self.plan;
        let open = alpha.above() < beta;
        if self.path.len() < ply as usize + 4 {
            self.path.resize(ply as usize + 64, NO_STEP);
        }
        let excluded = self.path[ply as usize].excluded;

        // 1. A path that comes back to where it was.
        if selective.repetition && self.history.is_recent(ply) {
            let utility = self.rules.repeated_utility(position, 0);
            let score = judge.over(utility, ply);
            return Some(Found {
                score: if player == 0 { score } else { -score },
                solid: false,
            });
        }

        // 2. The horizon, which a check moves away, but not for ever: where draws are not claimed, checks and single good
        // moves went on to the deepest ply there is.
        let urgent = self.choosy && self.rules.is_urgent(position);
        if urgent && selective.checks && excluded.is_none() && ply < 2 * self.depth.max(8) {
            depth += 1;
        }
        if depth <= 0 || ply >= DEEPEST {
            return self.horizon(position, player, ply, alpha, beta, urgent);
        }

        // 3. What shows at first sight: nobody wins sooner than with the next move.
        let lasting = !self.rules.is_brief(position);
        let (mut key, mut symmetry, mut entry) = (0, 0, None);
        if lasting {
            (key, symmetry) = self.key(position);
            self.table.prefetch(key);
        }
        if judge.by_result {
            let (high, low) = (Score::win_in(ply + 1), -Score::win_in(ply + 2));
            if high <= alpha || low >= beta {
                let score = if high <= alpha { high } else { low };
                return Some(Found { score, solid: true });
            }
        }
        if self.informed
            && !open
            && excluded.is_none()
            && let Some(score) = self.at_sight(position, player, ply, alpha, beta)
        {
            return Some(Found { score, solid: true });
        }

        // 4. What is known from before.
        if lasting {
            entry = self.table.probe(key);
        }
        if let Some(entry) = &entry
            && !open
            && excluded.is_none()
            && self.reaches(entry, depth)
        {
            let score = self.score_here(entry.score, position, player, ply);
            if entry.cuts(score, alpha, beta) {
                return Some(Found {
                    score,
                    solid: entry.solid,
                });
            }
        }
        let remembered = entry.map_or(Entry::NO_SLOT, |entry| entry.slot);
        let asked = depth;

        // 5. What is not worth looking at, if one dares.
        let mut evaluation = None;
        let mut improving = false;
        if self.choosy {
            evaluation = (!urgent).then(|| self.estimate(position, player, ply));
            self.path[ply as usize].evaluation = evaluation.map(|own| turned(own, player));
            if let (Some(own), Some(before)) = (evaluation, ply.checked_sub(2)) {
                let before = self.path[before as usize].evaluation;
                improving = before.is_none_or(|before| own > turned(before, player));
            }
            self.surprise(player, ply, evaluation);
            // The table may know better.
            if let (Some(own), Some(entry)) = (&mut evaluation, &entry) {
                let score = self.score_here(entry.score, position, player, ply);
                let better = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => score.number() > *own,
                    Bound::Upper => score.number() < *own,
                };
                if better && !(judge.by_result && score.is_decided()) {
                    *own = score.number();
                }
            }
            let known = entry.map(|entry| self.score_here(entry.score, position, player, ply));
            if !open
                && excluded.is_none()
                && let Some(own) = evaluation
                && let Some(cut) = self.dare(
                    position,
                    player,
                    ply,
                    depth,
                    (alpha, beta),
                    own,
                    improving,
                    known,
                )
            {
                return cut;
            }
            // Nothing is known about a deep position: better find out with less.
            if selective.late_moves && remembered == Entry::NO_SLOT && depth >= 4 {
                depth -= 1;
            }
        }
        let cut = self.path[ply as usize].cut;

        // 6. Is the remembered move the only good one?
        let (mut extended, mut extension) = (Entry::NO_SLOT, 0);
        if selective.singular
            && depth >= 6
            && excluded.is_none()
            && let Some(entry) = &entry
            && entry.slot != Entry::NO_SLOT
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= depth - 3
        {
            let score = self.score_here(entry.score, position, player, ply);
            if !(judge.by_result && score.is_decided()) {
                let stake = self.plan.stake;
                let limit = Score::of(score.number() - stake * f64::from(depth) / 64.0);
                self.path[ply as usize].excluded = Some(entry.slot);
                let without =
                    self.node(position, player, ply, (depth - 1) / 2, limit, limit.above());
                self.path[ply as usize].excluded = None;
                self.path[ply as usize].cut = cut;
                let without = without?.score;
                extended = entry.slot;
                if without <= limit {
                    let alone = !open && without.number() < limit.number() - 0.2 * stake;
                    extension =
                        i32::from(ply < 4 * self.depth) + i32::from(alone && ply < 2 * self.depth);
                } else if !open && limit >= beta {
                    // Two moves are too good: one of them will be.
                    return Some(Found {
                        score: limit,
                        solid: false,
                    });
                } else if score >= beta {
                    extension = -1;
                }
            }
        }

        // 7. The moves, best first; where a remembered one may do, the others are not even listed before it is looked at. In
        // chess, 3 % more nodes a second.
        let first = self.moves.len();
        // A selective search asks only where it saves much: this, remembered evaluations and the table beyond the horizon
        // together made 1.11 million nodes of chess a second of processor time from 0.84.
        let far = depth > if self.choosy { 7 } else { 2 };
        let mut listed = true;
        if self.choosy
            && !far
            && symmetry == 0
            && excluded.is_none()
            && remembered != Entry::NO_SLOT
            && let Some(action) = self.rules.recall(position, remembered)
        {
            self.moves.push(action);
            self.order.push(REMEMBERED);
            listed = false;
        } else {
            self.list_best_first(position, player, ply, depth, remembered, symmetry);
        }
        let mut last = self.moves.len();
        if !open && lasting && excluded.is_none() && self.lines.deepest() >= ply + FAR && far {
            if let Some(found) = self.known_cut(position, player, ply, depth, beta, first) {
                self.moves.truncate(first);
                self.order.truncate(first);
                return Some(found);
            }
        }
        self.path[ply as usize + 2].killers = [Entry::NO_SLOT; 2];
        let line = self.lines.begin(ply);
        let floor = alpha;
        let mut best = Score::LOWEST;
        let mut best_slot = Entry::NO_SLOT;
        let mut best_quiet = true;
        let mut solid = true;
        let mut quiet_before = 0;
        let mut looked = 0_usize;
        let crowd = self
            .busy
            .filter(|_| lasting && excluded.is_none() && depth >= LONG);
        if crowd.is_some() && self.is_outdone(ply) {
            return None;
        }
        if crowd.is_some() && !open {
            self.path[ply as usize].question = Some(Question {
                key,
                depth: asked,
                alpha,
                beta,
                settled: turned(self.rules.settled(position), player),
            });
        }
        let first_put_off = self.put_off.len();
        let (mut next, mut taken_up) = (first, first_put_off);
        loop {
            if next == last && !listed {
                self.moves.truncate(first);
                self.order.truncate(first);
                self.list_best_first(position, player, ply, depth, remembered, symmetry);
                last = self.moves.len();
                self.pick(first, last);
                listed = true;
            }
            let fresh = next < last;
            let (index, place) = if fresh {
                self.pick(next, last);
                next += 1;
                (next - 1, looked + self.put_off.len() - first_put_off)
            } else if let Some(put_off) = self.put_off.get(taken_up) {
                taken_up += 1;
                *put_off
            } else {
                break;
            };
            let action = self.moves[index].clone();
            let rank = self.order[index];
            let slot = self.rules.slot(&action);
            if excluded.is_some_and(|excluded| excluded == self.seen(&action, slot, symmetry)) {
                continue;
            }
            let quiet = if rank >= REMEMBERED {
                self.rules.promise(position, &action) == 0
            } else {
                -STEP < rank && rank < PROMISING
            };
            let safe =
                looked > 0 && !(judge.by_result && best.is_decided() && best < Score::of(0.0));

            // 8. Late moves without promise are left out close to the horizon, unless they threaten.
            let mut reduction = reduction(depth, place);
            if self.choosy && safe && !urgent && fresh {
                let stake = self.plan.stake;
                let few = (3 + depth * depth) / if improving { 1 } else { 2 };
                let late = selective.move_count && quiet && depth <= 8 && quiet_before >= few;
                let futile = selective.futility
                    && quiet
                    && depth <= 6
                    && rank < REPLY
                    && evaluation.is_some_and(|own| {
                        Score::of(own + stake * (0.9 + 0.6 * f64::from(depth))) <= alpha
                    });
                let losing = selective.futility && {
                    let nearly = (depth - reduction).max(0);
                    if quiet {
                        depth <= 8
                            && !late
                            && !futile
                            && rank < PROMISING
                            && !self.rules.keeps(
                                position,
                                &action,
                                -0.25 * stake * f64::from(nearly * nearly),
                            )
                    } else {
                        rank < UNPROMISING / 2
                            && depth <= 6
                            && !self
                                .rules
                                .keeps(position, &action, -0.8 * stake * f64::from(depth))
                    }
                };
                let poor = selective.move_count
                    && quiet
                    && depth <= 6
                    && -STEP < rank
                    && rank < POOR * depth;
                if (late || futile || losing || poor) && !self.rules.threatens(position, &action) {
                    solid = false;
                    continue;
                }
            }
            if selective.random_subset
                && safe
                && fresh
                && looked >= 2
                && self.random.bits() & 1 == 1
            {
                solid = false;
                continue;
            }
            if self.choosy && selective.plausible && safe {
                let doubt =
                    self.path[ply as usize].doubt + u32::BITS - (looked as u32).leading_zeros();
                if doubt > 12 {
                    solid = false;
                    continue;
                }
                self.path[ply as usize + 1].doubt = doubt;
            }
            quiet_before += i32::from(quiet && fresh);

            // 9. What another thread is looking at is put off until the rest is done: it may be known by then.
            let mut mark = 0;
            if let Some(busy) = crowd
                && looked > 0
            {
                mark = key ^ mix(u64::from(slot) + 1);
                if fresh && busy.has(mark) {
                    self.put_off.push((index, place));
                    continue;
                }
                busy.begin(mark);
            }

            // 10. The child.
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            if self.choosy {
                self.table.prefetch(self.key(&child).0);
            }
            let theme = self.rules.theme(position, &action);
            let made = Trace {
                player,
                slot,
                theme,
                quiet,
            };
            self.path[ply as usize].made = made;
            let child_line = self.lines.top();
            self.history.enter(self.rules, &child);
            let found = match self.history.turn(self.rules, &child) {
                Turn::Player(next) => {
                    let players = (player, next);
                    let mut further = depth - 1;
                    if extension != 0 && self.seen(&action, slot, symmetry) == extended {
                        further += extension;
                    }
                    self.path[ply as usize + 1].cut = !open && !cut;
                    if looked == 0 {
                        self.look(&child, players, ply + 1, further, alpha, beta)?
                    } else {
                        // A null window asks only whether the move is better; late quiet moves are asked less deeply.
                        if selective.late_moves
                            && depth >= 3
                            && place >= 2
                            && (quiet || rank < 0)
                            && !urgent
                        {
                            reduction -= i32::from(open) + i32::from(rank >= REPLY && quiet);
                            reduction += i32::from(!improving) + 2 * i32::from(cut);
                            if quiet && rank < REPLY {
                                reduction -= (2 * rank / experience::MOST).clamp(-2, 2);
                            }
                            reduction = reduction.clamp(0, further - 1);
                        } else {
                            reduction = 0;
                        }
                        self.path[ply as usize + 1].cut = true;
                        let above = alpha.above();
                        let mut found =
                            self.look(&child, players, ply + 1, further - reduction, alpha, above)?;
                        if reduction > 0 && found.score > alpha {
                            self.path[ply as usize + 1].cut = !cut;
                            // Hardly better than the best so far: a ply less will do (+6 Elo).
                            let nearly = best.number() + 0.08 * self.plan.stake;
                            let less = i32::from(found.score.number() < nearly);
                            further -= less;
                            if reduction > less {
                                found =
                                    self.look(&child, players, ply + 1, further, alpha, above)?;
                            }
                            if quiet {
                                self.looked_again(made, ply, depth, found.score > alpha);
                            }
                        }
                        if open && found.score > alpha && found.score < beta {
                            self.path[ply as usize + 1].cut = false;
                            found = self.look(&child, players, ply + 1, further, alpha, beta)?;
                        }
                        found
                    }
                }
                Turn::Over | Turn::Chance => {
                    if self.meter.must_stop() {
                        return None;
                    }
                    let mut found = self.end(&child, player, ply + 1);
                    found.solid &= !self.choosy || self.rules.turn(&child) == Turn::Over;
                    found
                }
            };
            self.history.leave(self.rules);
            looked += 1;
            if let Some(busy) = crowd
                && mark != 0
            {
                busy.end(mark);
            }

            // 11. Better than the moves before it?
            if found.score <= best {
                self.lines.forget(child_line);
                solid &= found.solid;
                continue;
            }
            best = found.score;
            if best <= alpha {
                self.lines.forget(child_line);
                solid &= found.solid;
                continue;
            }
            best_slot = self.seen(&action, slot, symmetry);
            best_quiet = quiet;
            if best >= beta {
                // The refutation alone says that the score is no lower.
                solid = found.solid;
                self.lines.forget(line);
                if quiet && excluded.is_none() {
                    self.learn(position, player, ply, depth, first, index);
                }
                break;
            }
            solid &= found.solid;
            alpha = best;
            self.lines.keep(line, child_line, action);
        }
        self.moves.truncate(first);
        self.order.truncate(first);
        self.put_off.truncate(first_put_off);
        self.path[ply as usize].question = None;
        if looked == 0 {
            // Only the excluded move was there.
            return Some(Found {
                score: floor,
                solid: false,
            });
        }

        // 12. To be remembered.
        if lasting && excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > floor {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let score = self.score_kept(best, position, player, ply);
            self.remember(key, score, bound, depth, solid, best_slot);
            if self.choosy
                && best_quiet
                && !urgent
                && let Some(own) = self.path[ply as usize].evaluation
            {
                self.correct(position, player, depth, turned(own, player), (best, bound));
            }
        }
        Some(Found { score: best, solid })
    }

    /// The moves before the position at this ply: the last, the one before it, and the one of the same player before that.
    #[inline(always)]
    fn before(&self, ply: u32) -> Before {
        let made = |back: u32| {
            let ply = ply.checked_sub(back);
            ply.map_or(Trace::NONE, |ply| self.path[ply as usize].made)
        };
        [made(1), made(2), made(4)]
    }

    /// A bound that shows at first sight, however far ahead, and is outside the window.
    #[inline(always)]
    fn at_sight(
        &self,
        position: &G::Position,
        player: usize,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let judge = &self.plan.judge;
        let window = judge.window(alpha, beta, player);
        let Outlook { least, most } = self.rules.outlook(position, window);
        let low = judge.reach(least.0, ply + least.1, player);
        if low >= beta {
            return Some(low);
        }
        let high = judge.reach(most.0, ply + most.1, player);
        (high <= alpha).then_some(high)
    }
}

/// A number of the first player as one of this player, and back.
#[inline(always)]
fn turned(number: f64, player: usize) -> f64 {
    if player == 0 { number } else { -number }
}
