//! The engine: one search that plays chess and solves connect-four.
//!
//! It deepens step by step. Without [`Selective`] options it is exact: to a depth limit it finds what
//! minimax finds there; without one it also uses what shows beyond the horizon, and once a position is settled down to the
//! end of the game it says so. Several threads make the same passes over one [`Table`]: what one has found the others need
//! not look for, and what one is looking at the others put off until they have nothing else to do (ABDADA, Weill 1996, in
//! the simple form of Kerrigan 2017).

mod crew;
mod experience;
mod node;
pub mod selective;
pub mod table;

use std::hash::{DefaultHasher, Hash, Hasher};

use self::crew::Crew;
use self::node::{Found, Plan, Worker};
use self::selective::Selective;
use self::table::Table;
use super::{Judge, Line, Method, News, Pass, Passes, Report, Request, deepen};
use crate::control::{Control, DEEPEST, Limits, Meter, Stopped, mix};
use crate::game::{Hints, Turn};
use crate::history::History;
use crate::score::{Kind, Score, Value};

/// The window around the last score in which the next pass looks first, in stakes. In chess, with 10,000 nodes a move, this is
/// 13 Elo better than twice as much (±13, 970 pairs of games).
const ASPIRATION: f64 = 0.2;
/// Without limits, passes of up to this many nodes prepare the one to the end of the game.
const PREPARATION: u64 = 20_000;
/// The stack of a thread: room for [`DEEPEST`] plies.
const STACK: usize = 16 << 20;

/// Searches an unfinished position of a game without secrets.
pub(super) fn search<G: Hints>(
    rules: &G,
    (position, history): (&G::Position, &History),
    judge: Judge,
    request: &Request,
    control: &Control,
    table: &Table,
    hear: &mut dyn FnMut(&News<G::Move>),
) -> Report<G::Move> {
    table.serve(owner(&judge, request));
    let equipped = is_endless(&control.limits, request.selective)
        .then(|| rules.equipped())
        .flatten();
    let rules = equipped.as_ref().unwrap_or(rules);
    let plan = plan(rules, judge, request);
    if rules.turn(position) == Turn::Chance {
        let meter = Meter::new(control);
        let history = history.clone();
        let mut worker = Worker::new(rules, plan, meter, history, table, None, mix(request.seed));
        worker.informed = request.selective.any() || control.limits.depth.is_none();
        return deepen(request, Method::Engine, control, Expected(worker, position));
    }
    let roots = roots(rules, position, request);
    if roots.is_empty() {
        // The rules failed.
        let value = Value {
            kind: Kind::Estimate,
            utility: judge.share,
            plies: None,
            player: judge.player,
        };
        let lines = vec![no_line(value)];
        return Report::new(Method::Engine, lines, (0, 0), control, Stopped::Interrupted);
    }
    // The first thread's limits are everyone's: the others run until it is done.
    let crew: Vec<Control> = (1..request.threads.max(1))
        .map(|_| Control::new(Limits::default()))
        .collect();
    let shared = (!crew.is_empty()).then(Crew::new);
    let driver = |thread: usize| Driver {
        worker: Worker::new(
            rules,
            plan,
            Meter::new(if thread == 0 {
                control
            } else {
                &crew[thread - 1]
            }),
            history.clone(),
            table,
            shared.as_ref().map(|shared| &shared.busy),
            mix(request.seed) ^ thread as u64,
        ),
        crew: shared.as_ref(),
        position,
        roots: roots.clone(),
        lines: request.lines.clamp(1, roots.len()),
        kept: Vec::new(),
        effort: 0,
        thread,
        limits: control.limits,
        control,
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..=crew.len())
            .filter_map(|thread| {
                let driver = &driver;
                // Without one more thread, the search goes on with those there are.
                std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || {
                        let mut driver = driver(thread);
                        driver.run(&mut |_| ());
                        driver.worker.meter.nodes()
                    })
                    .ok()
            })
            .collect();
        let mut driver = driver(0);
        let stopped = driver.run(&mut |driver| {
            let others: u64 = crew.iter().map(|control| control.progress().nodes).sum();
            hear(&News {
                depth: driver.kept[0].depth,
                deepest: driver.worker.lines.deepest(),
                nodes: driver.worker.meter.nodes() + others,
                seconds: control.started.elapsed().as_secs_f64(),
                full: table.fullness(),
                lines: &driver.kept,
            });
        });
        crew.iter().for_each(Control::stop);
        driver.worker.retire();
        let others: u64 = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or(0))
            .sum();
        driver.report(others, stopped)
    })
}

/// A position where chance decides: there is a value, but no move to find.
struct Expected<'a, G: Hints>(Worker<'a, G>, &'a G::Position);

impl<G: Hints> Passes for Expected<'_, G> {
    type Move = G::Move;

    fn pass(&mut self, depth: u32) -> Pass<G::Move> {
        let Expected(worker, position) = self;
        let judge = worker.plan.judge;
        let found = worker.root_chance(position, depth);
        let value = match found {
            Some(Found { score, solid }) if judge.player == 0 => judge.value(score, !solid),
            Some(Found { score, solid }) => judge.value(-score, !solid),
            None => judge.guess(worker.rules, position),
        };
        Pass {
            line: Vec::new(),
            value,
            horizon: found.is_none_or(|found| !found.solid),
            deepest: worker.lines.deepest(),
            broken: found.is_none(),
        }
    }

    fn meter(&self) -> &Meter<'_> {
        &self.0.meter
    }

    fn spoiled(&self) -> bool {
        self.0.rules.trouble().is_some()
    }
}

/// What is known when not even one ply was completed.
fn no_line<M>(value: Value) -> Line<M> {
    Line {
        moves: Vec::new(),
        value,
        depth: 0,
    }
}

/// Proves, position after position, that a player gets at least as much as was claimed.
pub(crate) struct Prover<'a, G: Hints> {
    rules: &'a G,
    request: Request,
    control: &'a Control,
    table: &'a Table,
    plan: Plan,
    goal: f64,
}

impl<'a, G: Hints> Prover<'a, G> {
    /// For claims that this player gets at least this utility.
    pub(crate) fn new(
        rules: &'a G,
        (player, goal): (usize, f64),
        control: &'a Control,
        table: &'a Table,
    ) -> Prover<'a, G> {
        let judge = Judge::new(&rules.facts(), player, true);
        let request = Request::default();
        table.serve(owner(&judge, &request));
        let plan = plan(rules, judge, &request);
        Prover {
            rules,
            request,
            control,
            table,
            plan,
            goal,
        }
    }

    /// A move with which the player, who is to move, gets as much as was claimed; `None` inside when there is none, and
    /// outside when the search had to stop.
    pub(crate) fn best(&mut self, position: &G::Position) -> Option<Option<G::Move>> {
        let judge = self.plan.judge;
        let beta = match judge.reach(self.goal, 0, judge.player) {
            // However long it takes.
            score if judge.by_result && score.number() > 1.0 => Score::of(1.0).above(),
            score if judge.by_result && score.number() < -1.0 => return Some(self.any(position)),
            score => score,
        };
        let mut driver = Driver {
            worker: Worker::new(
                self.rules,
                self.plan,
                Meter::new(self.control),
                History::new(self.rules, position),
                self.table,
                None,
                0,
            ),
            crew: None,
            position,
            roots: roots(self.rules, position, &self.request),
            lines: 1,
            kept: Vec::new(),
            effort: 0,
            thread: 0,
            limits: self.control.limits,
            control: self.control,
        };
        driver.worker.informed = true;
        let found = driver.sweep(0, DEEPEST, below(beta), beta)?;
        let reached = found.score >= beta && found.solid;
        Some(reached.then(|| driver.roots.swap_remove(0).action))
    }

    fn any(&self, position: &G::Position) -> Option<G::Move> {
        self.rules.actions(position).into_iter().next()
    }
}

/// Shall it go on to the end of the game?
fn is_endless(limits: &Limits, selective: Selective) -> bool {
    limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none() && !selective.any()
}

/// What is the same for all threads and passes.
fn plan<G: Hints>(rules: &G, judge: Judge, request: &Request) -> Plan {
    let stake = ((judge.bounds.1 - judge.bounds.0) / 50.0).max(f64::MIN_POSITIVE);
    Plan {
        judge,
        selective: request.selective,
        stake,
        grain: (stake / 256.0).log2().round().exp2(),
        salt: salt(rules, request),
        noise: (request.noise, mix(request.seed)),
        bias: request.bias,
        star: request.star,
        stochastic: rules.facts().chance || !judge.duel,
    }
}

/// Whose findings may be shared: those of searches that judge positions alike.
fn owner(judge: &Judge, request: &Request) -> u64 {
    let mut hasher = DefaultHasher::new();
    request.selective.hash(&mut hasher);
    judge.evaluation.hash(&mut hasher);
    request.bias.to_bits().hash(&mut hasher);
    if !judge.duel {
        // All others play against this one.
        judge.player.hash(&mut hasher);
    }
    if request.noise > 0.0 {
        (request.noise.to_bits(), request.seed).hash(&mut hasher);
    }
    hasher.finish()
}

/// Findings of an exact search that depend on the path are not for the next one, which comes another way.
fn salt<G: Hints>(rules: &G, request: &Request) -> u64 {
    if !request.selective.any() && rules.repetitions().is_some() {
        table::fresh()
    } else {
        0
    }
}

/// The moves to be looked at; when they are compared with each other, all that are legal and wanted.
fn roots<G: Hints>(rules: &G, position: &G::Position, request: &Request) -> Vec<RootMove<G::Move>> {
    let mut legal = Vec::new();
    rules.moves(position, &mut legal);
    if let Some(wanted) = &request.moves {
        let mut index = 0;
        legal.retain(|_| {
            index += 1;
            wanted.contains(&(index - 1))
        });
    }
    let mut roots: Vec<_> = legal
        .into_iter()
        .map(|action| RootMove {
            line: vec![action.clone()],
            promise: rules.promise(position, &action),
            action,
            score: Score::LOWEST,
            solid: false,
            depth: 0,
            effort: 0,
        })
        .collect();
    roots.sort_by_key(|root| -root.promise);
    roots
}

/// A move of the root and what is known about it.
#[derive(Clone)]
struct RootMove<M> {
    action: M,
    promise: i32,
    /// Best play, the move itself first.
    line: Vec<M>,
    /// From the view of the player to move.
    score: Score,
    solid: bool,
    /// The depth to which the score belongs.
    depth: u32,
    /// The nodes that it took to look at it last.
    effort: u64,
}

/// What one look at the moves of the root has found.
struct Answer<M> {
    found: Found,
    roots: Vec<RootMove<M>>,
    /// The deepest ply that was ever reached.
    deepest: u32,
    /// The nodes it took the thread that was done first.
    effort: u64,
}

/// One thread's passes, deeper and deeper.
struct Driver<'a, G: Hints> {
    worker: Worker<'a, G>,
    /// What the threads share, if there are several.
    crew: Option<&'a Crew<Answer<G::Move>>>,
    position: &'a G::Position,
    /// The best moves first, as many as lines are wanted.
    roots: Vec<RootMove<G::Move>>,
    lines: usize,
    /// What the last pass that was completed found, or a better move found since.
    kept: Vec<Line<G::Move>>,
    /// The nodes that this pass took so far.
    effort: u64,
    /// 0 is the one that counts.
    thread: usize,
    limits: Limits,
    control: &'a Control,
}

impl<G: Hints> Driver<'_, G> {
    /// Makes deeper and deeper passes until there is nothing more to find or to spend; tells of every one completed.
    fn run(&mut self, tell: &mut dyn FnMut(&Self)) -> Stopped {
        let judge = self.worker.plan.judge;
        let limits = self.limits;
        let endless =
            is_endless(&limits, self.worker.plan.selective) && !self.worker.plan.stochastic;
        self.worker.informed = self.worker.plan.selective.any() || limits.depth.is_none();
        let deepest = self.control.depth();
        let mut depth = 1;
        let (mut steady, mut last_score) = (0_u32, Score::LOWEST);
        loop {
            self.effort = 0;
            let favourite = self.roots[0].action.clone();
            for line in 0..self.lines {
                if !self.pass(line, depth) {
                    return self.broken(line, depth);
                }
            }
            if self.worker.rules.trouble().is_some() {
                return Stopped::Interrupted;
            }
            let shown = &mut self.roots[..self.lines];
            shown.sort_by_key(|root| std::cmp::Reverse(root.score));
            self.keep(depth);
            if self.thread == 0 {
                let nodes = self.worker.meter.nodes();
                self.control.report(|progress| {
                    progress.nodes = nodes;
                    progress.depth = depth;
                });
                tell(self);
            }
            // Is there anything left to find?
            let shown = &self.roots[..self.lines];
            if shown.iter().all(|root| root.solid) {
                return Stopped::Finished;
            }
            let decided = |root: &RootMove<G::Move>| {
                judge.by_result && (root.score.plies_to_end()).is_some_and(|plies| plies <= depth)
            };
            if shown.iter().all(decided) {
                return Stopped::Decided;
            }
            if depth >= deepest {
                return Stopped::Depth;
            }
            // Is there time left to find it? A favourite that stays the same needs less, a bad surprise more.
            let score = self.roots[0].score;
            steady = if favourite == self.roots[0].action {
                steady + 1
            } else {
                0
            };
            if let Some(soft) = limits.soft {
                if self.roots.len() == 1 {
                    return Stopped::Decided;
                }
                let fall = (last_score.number() - score.number()) / self.worker.plan.stake;
                let patience = (1.5 - 0.12 * f64::from(steady.min(7)))
                    + if fall.is_finite() {
                        fall.clamp(0.0, 1.0)
                    } else {
                        0.0
                    };
                if !self.control.is_waiting() && self.control.spent() >= soft.mul_f64(patience) {
                    return Stopped::Time;
                }
            }
            last_score = score;
            depth = if endless && self.effort > PREPARATION {
                deepest
            } else {
                depth + 1
            };
        }
    }

    /// Finds the best of the moves from `first` on, at this depth; false when it was broken off.
    fn pass(&mut self, first: usize, depth: u32) -> bool {
        if depth == DEEPEST && !self.worker.plan.stochastic {
            return self.prove(first).is_some();
        }
        let stake = self.worker.plan.stake;
        if self.worker.plan.selective.late_moves && first + 1 < self.roots.len() {
            // What took long to refute may turn out good.
            self.roots[first + 1..].sort_by_key(|root| std::cmp::Reverse(root.effort));
        }
        let guess = self.roots[first].score;
        let mut width = ASPIRATION * stake;
        let (mut alpha, mut beta) = (Score::LOWEST, Score::HIGHEST);
        if depth >= 5 && guess.number().is_finite() {
            alpha = Score::of(guess.number() - width);
            beta = Score::of(guess.number() + width);
        }
        loop {
            let Some(found) = self.sweep(first, depth, alpha, beta) else {
                return false;
            };
            width *= 3.0;
            let wide = width > 30.0 * stake;
            if found.score <= alpha {
                alpha = if wide {
                    Score::LOWEST
                } else {
                    Score::of(found.score.number() - width)
                };
            } else if found.score >= beta {
                beta = if wide {
                    Score::HIGHEST
                } else {
                    Score::of(found.score.number() + width)
                };
            } else {
                return true;
            }
        }
    }

    /// Finds the value at the end of the game by questions with the answers yes and no only (MTD(f), Plaat et al. 1996),
    /// then the line that goes with it.
    fn prove(&mut self, first: usize) -> Option<()> {
        let (mut low, mut high) = (Score::LOWEST, Score::HIGHEST);
        let mut guess = match self.roots[first].score {
            _ if self.worker.plan.judge.by_result => Score::of(0.0),
            score if score.number().is_finite() => Score::of(score.number().round()),
            _ => Score::of(0.0),
        };
        while low < high {
            let beta = if guess == low { guess.above() } else { guess };
            let found = self.sweep(first, DEEPEST, below(beta), beta)?;
            guess = found.score;
            if found.score < beta {
                high = found.score;
            } else {
                low = found.score;
            }
        }
        self.sweep(first, DEEPEST, below(low), low.above())?;
        Some(())
    }

    /// Looks once at the moves from `first` on, within a window; the best comes first. Of several threads, the first to be
    /// done has found it for all.
    fn sweep(&mut self, first: usize, depth: u32, alpha: Score, beta: Score) -> Option<Found> {
        let before = self.worker.meter.nodes();
        let found = self.look_at_all(first, depth, alpha, beta);
        let effort = self.worker.meter.nodes() - before;
        let Some(crew) = self.crew else {
            self.effort += effort;
            return found;
        };
        let own = found.map(|found| Answer {
            found,
            roots: self.roots.clone(),
            deepest: self.worker.lines.deepest(),
            effort,
        });
        let answer = crew.agree(self.worker.question, own)?;
        self.worker.go_on();
        self.worker.lines.reach(answer.deepest);
        self.roots.clone_from(&answer.roots);
        self.effort += answer.effort;
        Some(answer.found)
    }

    /// The same by this thread alone; none when it was broken off or another thread was sooner.
    fn look_at_all(
        &mut self,
        first: usize,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Option<Found> {
        let player = self.worker.plan.judge.player;
        let plies = depth as i32;
        self.worker.depth = depth;
        let late_moves = self.worker.plan.selective.late_moves;
        let mut best = Score::LOWEST;
        let mut solid = true;
        // What another thread is looking at is put off until the rest is done.
        let mut put_off = Vec::new();
        let mut fresh = first..self.roots.len();
        loop {
            let (index, is_fresh) = match fresh.next() {
                Some(index) => (index, true),
                None if put_off.is_empty() => break,
                None => (put_off.remove(0), false),
            };
            let action = self.roots[index].action.clone();
            if index > first && alpha > Score::LOWEST && !self.worker.take_up(&action, is_fresh) {
                put_off.push(index);
                continue;
            }
            let before = self.worker.meter.nodes();
            let mut look = |plies, alpha, beta| {
                self.worker
                    .root_move(self.position, player, &action, plies, alpha, beta)
            };
            let mut found;
            if index == first || alpha == Score::LOWEST {
                found = look(plies, alpha, beta)?;
            } else {
                let quiet = self.roots[index].promise <= 0;
                let reduction = if late_moves && quiet && !alpha.is_decided() {
                    (node::reduction(plies, index - first) - 1).clamp(0, plies - 1)
                } else {
                    0
                };
                found = look(plies - reduction, alpha, alpha.above())?;
                if reduction > 0 && found.score > alpha {
                    found = look(plies, alpha, alpha.above())?;
                }
                if alpha < found.score && found.score < beta && alpha.above() < beta {
                    found = look(plies, alpha, beta)?;
                }
            }
            self.worker.put_down(&action);
            self.roots[index].effort = self.worker.meter.nodes() - before;
            solid &= found.solid;
            let line = self.worker.lines.take();
            if found.score <= best {
                continue;
            }
            best = found.score;
            if best > alpha {
                let root = &mut self.roots[index];
                // A move that turned out better than was asked has no new line.
                if best < beta {
                    root.line = line;
                    root.line.insert(0, action);
                }
                (root.score, root.solid, root.depth) = (best, false, depth);
                self.roots[first..=index].rotate_right(1);
                for later in put_off.iter_mut().filter(|later| **later < index) {
                    *later += 1;
                }
                alpha = best;
                if best >= beta {
                    solid = found.solid;
                    break;
                }
            }
        }
        self.roots[first].solid = solid;
        Some(Found { score: best, solid })
    }

    /// The pass was broken off: a better move that it has found is taken all the same, and one that it has seen lose is
    /// not. What is left unsearched can only be better, so the value is a bound.
    fn broken(&mut self, line: usize, depth: u32) -> Stopped {
        let judge = self.worker.plan.judge;
        if self.worker.rules.trouble().is_none() && line == 0 && self.roots[0].depth == depth {
            let score = self.roots[0].score;
            if judge.by_result
                && score.is_decided()
                && score < Score::of(0.0)
                && self.roots.len() > 1
            {
                self.roots.rotate_left(1);
            }
            let first = &self.roots[0];
            let score = if judge.player == 0 {
                first.score
            } else {
                -first.score
            };
            let value = if first.score == Score::LOWEST {
                judge.guess(self.worker.rules, self.position)
            } else {
                judge.bound(score, Kind::Lower, true)
            };
            if (self.kept.first()).is_some_and(|kept| kept.moves.first() == Some(&first.action)) {
                return self.stopped();
            }
            let best = Line {
                moves: first.line.clone(),
                value,
                depth: self.kept.first().map_or(0, |line| line.depth),
            };
            match self.kept.first_mut() {
                Some(kept) => *kept = best,
                None => self.kept.push(best),
            }
        }
        self.stopped()
    }

    fn stopped(&self) -> Stopped {
        self.worker.meter.stopped().unwrap_or(Stopped::Interrupted)
    }

    /// Keeps what is known about the best moves.
    fn keep(&mut self, depth: u32) {
        let judge = self.worker.plan.judge;
        let deepest = self.worker.lines.deepest();
        self.kept = self.roots[..self.lines]
            .iter()
            .map(|root| {
                let score = if judge.player == 0 {
                    root.score
                } else {
                    -root.score
                };
                Line {
                    moves: root.line.clone(),
                    value: judge.value(score, !root.solid),
                    depth: depth.min(deepest.max(1)),
                }
            })
            .collect();
    }

    fn report(mut self, others: u64, stopped: Stopped) -> Report<G::Move> {
        let Worker {
            rules, meter, plan, ..
        } = &self.worker;
        let mut nodes = meter.nodes() + others;
        if self.kept.is_empty() {
            let value = plan.judge.guess(*rules, self.position);
            self.kept.push(no_line(value));
            if rules.trouble().is_some() {
                nodes = 0;
            }
        }
        let spent = (nodes, self.worker.lines.deepest());
        Report::new(Method::Engine, self.kept, spent, self.control, stopped)
    }
}

/// The greatest score below this one.
fn below(score: Score) -> Score {
    -(-score).above()
}
