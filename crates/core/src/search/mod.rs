//! Searches: which there are, which games each applies to, and what they all share.
//!
//! A search to a fixed depth is a *pass*; [`search`] makes one pass, or, against the clock, deeper and deeper ones.

mod alpha_beta;
mod dynamic;
pub mod engine;
mod expectiminimax;
mod max_n;
mod minimax;
pub(crate) mod proof_number;
mod random;
mod rollouts;

use self::engine::selective::Selective;
use self::engine::table::Table;
use crate::control::{Control, Meter, Stopped};
use crate::game::{Evaluate, Facts, Hints, Turn, Unit, quoted};
use crate::history::History;
use crate::score::{Kind, Score, Value};

/// The searches by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Alpha-beta with a table, a good order and, if asked for, selectivity: the same value much sooner. With chance,
    /// expectiminimax cut off by Star1 and Star2; with several opponents, against all of them.
    Engine,
    /// Every line to the end or the depth limit; two players or one, no chance.
    Minimax,
    /// The same value with most lines cut off.
    AlphaBeta,
    /// Won, drawn or lost? Forced lines first, however long; no distance.
    ProofNumber,
    /// Minimax with averages where chance decides.
    Expectiminimax,
    /// Every position that can come up, each solved once: exact averages even where play goes round in circles.
    Dynamic,
    /// Any number of players, each for itself, with or without chance.
    MaxN,
    /// The mean of many games that are played on quickly after each move; any number of players, with or without chance.
    RollOuts,
    /// A random move, and a random game as its sample.
    Random,
}

impl Method {
    /// All of them, the most specific first: a game is searched by the first that applies.
    pub const ALL: [Method; 9] = [
        Method::Engine,
        Method::AlphaBeta,
        Method::Minimax,
        Method::ProofNumber,
        Method::Expectiminimax,
        Method::Dynamic,
        Method::MaxN,
        Method::RollOuts,
        Method::Random,
    ];

    /// The name that people type.
    pub fn word(self) -> &'static str {
        match self {
            Method::Engine => "engine",
            Method::Minimax => "minimax",
            Method::AlphaBeta => "alpha-beta",
            Method::ProofNumber => "proof-number",
            Method::Expectiminimax => "expectiminimax",
            Method::Dynamic => "dynamic",
            Method::MaxN => "max-n",
            Method::RollOuts => "roll-outs",
            Method::Random => "random",
        }
    }

    /// The method of this name.
    ///
    /// # Errors
    /// One sentence that lists the methods when there is none of that name.
    pub fn find(name: &str) -> Result<Method, String> {
        Method::ALL
            .into_iter()
            .find(|method| method.word() == name)
            .ok_or_else(|| {
                format!(
                    "unknown method {}: there are {}",
                    quoted(name),
                    Method::ALL.map(Method::word).join(", ")
                )
            })
    }

    /// Why this method does not apply to a game, if it does not.
    fn objection(self, facts: &Facts) -> Option<&'static str> {
        match self {
            Method::Random => None,
            _ if facts.hidden => Some("it has hidden information"),
            Method::Engine | Method::RollOuts => None,
            Method::Minimax | Method::AlphaBeta | Method::ProofNumber if facts.chance => {
                Some("it has chance moves")
            }
            Method::Dynamic if !facts.chance => Some("nothing in it is left to chance"),
            Method::ProofNumber if facts.players.len() != 2 => Some("it is not for two players"),
            Method::MaxN if facts.players.len() > max_n::MOST_PLAYERS => {
                Some("it has more than 8 players")
            }
            Method::MaxN => None,
            _ if facts.players.len() > 2 => Some("it has more than two players"),
            _ if !facts.is_duel() => Some("one player's gain is not the other's loss"),
            _ => None,
        }
    }

    /// The methods that apply to a game, the most specific first. Where it is no duel, the engine takes everyone for an
    /// enemy: that is not the first choice.
    pub fn for_game(facts: &Facts) -> Vec<Method> {
        let mut fitting: Vec<Method> = Method::ALL
            .into_iter()
            .filter(|method| method.objection(facts).is_none())
            .collect();
        if !facts.is_duel() && fitting[..2] == [Method::Engine, Method::MaxN] {
            fitting.swap(0, 1);
        }
        fitting
    }
}

/// The bytes of the engine's table when nothing is said.
pub const MEMORY: usize = 64 << 20;

/// What is asked of a search besides its limits.
#[derive(Clone, Debug)]
pub struct Request {
    /// How to search; `None` chooses from what the game declares.
    pub method: Option<Method>,
    /// For alpha-beta: the utilities of interest to the player to move. A result inside is exact; at or below the
    /// first it is an upper bound, at or above the second a lower bound.
    pub window: Option<(f64, f64)>,
    /// Judge unfinished positions by the game's evaluation; otherwise all of them count as even.
    pub evaluation: bool,
    /// For random choices.
    pub seed: u64,
    /// With a node or time limit, go deeper step by step; otherwise a single pass spends them. The engine always does.
    pub deepen: bool,
    /// For the engine: how it may look deeper here and less deep there.
    pub selective: Selective,
    /// For the engine: how many of the best moves are wanted, each with its true value.
    pub lines: usize,
    /// For the engine: the moves to be looked at, as indices of [`moves`](crate::game::Game::moves); all when nothing is said.
    pub moves: Option<Vec<usize>>,
    /// For the engine: how many threads search together.
    pub threads: usize,
    /// For the engine: the standard deviation of noise on evaluations, in the game's unit.
    pub noise: f64,
    /// For the engine: what having the move is worth at the horizon, in the game's unit.
    pub bias: f64,
    /// For the engine: what it cuts off where chance decides: nothing (0), what bounds alone show (1: Star1), or what one
    /// reply to each outcome shows, too (2: Star2).
    pub star: u8,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            method: None,
            window: None,
            evaluation: true,
            seed: 0,
            deepen: true,
            selective: Selective::NONE,
            lines: 1,
            moves: None,
            threads: 1,
            noise: 0.0,
            bias: 0.0,
            star: 2,
        }
    }
}

/// What a search found and what it spent.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// How it searched.
    pub method: Method,
    /// Best play as far as it was worked out: it ends with the game, at the depth limit or where chance decides. Its
    /// first move is the best move.
    pub line: Vec<M>,
    /// What the position is worth to the player to move (to the first player, when chance is to move).
    pub value: Value,
    /// Positions visited, the first one included.
    pub nodes: u64,
    /// The depth of the answer: plies looked ahead, or down to the last end of the game if that came sooner.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub deepest: u32,
    /// The best moves, as many as were asked for; only one, the same as above, unless the engine searched.
    pub lines: Vec<Line<M>>,
    /// Wall-clock time.
    pub seconds: f64,
    /// Why it came to its end.
    pub stopped: Stopped,
    /// The value as a fraction, where it was worked out.
    pub fraction: Option<String>,
    /// How many samples the value rests on, where it is the mean of samples.
    pub sample: Option<Sample>,
}

/// What the mean of samples rests on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// How many there were.
    pub trials: u64,
    /// The standard error of the mean, in the game's unit; not of one sample alone.
    pub error: Option<f64>,
}

impl<M: Clone> Report<M> {
    /// The report of a search that ends now with these lines, the best first, and at least one.
    fn new(
        method: Method,
        lines: Vec<Line<M>>,
        (nodes, deepest): (u64, u32),
        control: &Control,
        stopped: Stopped,
    ) -> Report<M> {
        Report {
            method,
            line: lines[0].moves.clone(),
            value: lines[0].value,
            depth: lines[0].depth,
            lines,
            nodes,
            deepest,
            seconds: control.started.elapsed().as_secs_f64(),
            stopped,
            fraction: None,
            sample: None,
        }
    }
}

/// One of the best moves, and what follows.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// Best play that begins with it.
    pub moves: Vec<M>,
    /// What the position is worth to the player to move if it is played.
    pub value: Value,
    /// The depth of the answer.
    pub depth: u32,
}

/// How far a running search of the engine has come.
#[derive(Clone, Debug)]
pub struct News<'a, M> {
    /// The last depth that was completed.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub deepest: u32,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Wall-clock time so far.
    pub seconds: f64,
    /// How much of the table is used, from 0 to 1.
    pub full: f64,
    /// The best lines so far.
    pub lines: &'a [Line<M>],
}

/// Searches an unfinished position, whose history ends with itself.
///
/// With a node or time limit it deepens step by step and answers from the deepest pass it completed; otherwise it makes
/// a single pass to the depth limit, or to the end of the game.
///
/// # Errors
/// One sentence, before any work, when the method does not apply to the game, the window is not one, or the game is
/// over.
pub fn search<G: Hints>(
    rules: &G,
    position: &G::Position,
    history: &History,
    request: &Request,
    control: &Control,
) -> Result<Report<G::Move>, String> {
    search_with(
        rules,
        (position, history),
        request,
        control,
        None,
        &mut |_| (),
    )
}

/// The same for the engine, which uses this table, or one of its own, and tells of every depth that it completed.
///
/// # Errors
/// As above, and when there is no memory for the table.
pub fn search_with<G: Hints>(
    rules: &G,
    (position, history): (&G::Position, &History),
    request: &Request,
    control: &Control,
    table: Option<&Table>,
    hear: &mut dyn FnMut(&News<G::Move>),
) -> Result<Report<G::Move>, String> {
    let facts = rules.facts();
    let fitting = Method::for_game(&facts);
    let method = match request.method {
        Some(method) => method,
        None if request.window.is_some() && fitting.contains(&Method::AlphaBeta) => {
            Method::AlphaBeta
        }
        None => fitting[0],
    };
    if let Some(objection) = method.objection(&facts) {
        let words: Vec<_> = fitting.iter().map(|method| method.word()).collect();
        let (method, words) = (method.word(), words.join(", "));
        return Err(format!(
            "{method} does not apply to {}: {objection}; what applies: {words}",
            facts.name
        ));
    }
    if let Some((low, high)) = request.window {
        if method != Method::AlphaBeta {
            return Err(format!(
                "only alpha-beta takes a window, not {}",
                method.word()
            ));
        }
        // Also refuses NaN, which is not below anything.
        if low.partial_cmp(&high) != Some(std::cmp::Ordering::Less) {
            return Err(format!(
                "a window needs its first number below its second: {low} is not below {high}"
            ));
        }
    }
    if control.limits.depth == Some(0) {
        return Err("a search looks at least one ply ahead, not 0".into());
    }
    let turn = history.turn(rules, position);
    let player = match turn {
        Turn::Over => return Err("the game is over".into()),
        Turn::Player(player) => player,
        Turn::Chance => 0,
    };
    let judge = Judge::new(&facts, player, request.evaluation);
    let meter = Meter::new(control);
    if method != Method::Engine && request.is_for_engine() {
        return Err(format!(
            "only the engine takes lines, moves, threads, noise, bias, star and selectivity, not {}",
            method.word()
        ));
    }
    let own = match (table, method) {
        (None, Method::Engine | Method::ProofNumber) => {
            Some(Table::new(control.limits.memory.unwrap_or(MEMORY))?)
        }
        _ => None,
    };
    let table = || table.or(own.as_ref()).expect("made where it is needed");
    let here = (position, history);
    let mut report = match method {
        Method::ProofNumber => proof_number::search(rules, here, judge, control, table()),
        Method::Engine => {
            if request.moves.as_ref().is_some_and(Vec::is_empty) {
                return Err("there is no move to look at".into());
            }
            engine::search(rules, here, judge, request, control, table(), hear)
        }
        Method::Minimax => deepen(
            request,
            method,
            control,
            minimax::Search::new(rules, position, history.clone(), judge, meter),
        ),
        Method::AlphaBeta => deepen(
            request,
            method,
            control,
            alpha_beta::Search::new(
                rules,
                position,
                history.clone(),
                judge,
                meter,
                request.window,
            ),
        ),
        Method::Expectiminimax => deepen(
            request,
            method,
            control,
            expectiminimax::Search::new(rules, position, history.clone(), judge, meter),
        ),
        Method::Dynamic => dynamic::search(rules, position, judge, control)?,
        Method::MaxN => deepen(
            request,
            method,
            control,
            max_n::Search::new(rules, position, history.clone(), judge, meter),
        ),
        Method::RollOuts => rollouts::search(rules, here, judge, request.seed, control),
        Method::Random => random::play(
            rules,
            position,
            history.clone(),
            &judge,
            meter,
            request.seed,
            control,
        ),
    };
    // Stopped before any move was completed: an answer is owed all the same, unless the rules themselves failed.
    if report.line.is_empty() && report.nodes > 0 {
        report.line.extend(
            rules
                .actions(position)
                .into_iter()
                .take(usize::from(turn != Turn::Chance)),
        );
        report.lines[0].moves.clone_from(&report.line);
    }
    Ok(report)
}

impl Request {
    /// Does it ask for anything that only the engine can do?
    fn is_for_engine(&self) -> bool {
        self.selective.any()
            || self.lines != 1
            || self.moves.is_some()
            || self.threads > 1
            || self.noise != 0.0
            || self.bias != 0.0
            || self.star != 2
    }
}

/// A search that can look ahead to any depth.
trait Passes {
    type Move: Clone;

    /// Looks `depth` plies ahead.
    fn pass(&mut self, depth: u32) -> Pass<Self::Move>;

    /// Nodes and stop so far, over all passes.
    fn meter(&self) -> &Meter<'_>;

    /// Did the rules fail meanwhile, so that the pass is worth nothing?
    fn spoiled(&self) -> bool;
}

/// What one pass found.
struct Pass<M> {
    line: Vec<M>,
    value: Value,
    /// Did it judge an unfinished position?
    horizon: bool,
    /// The deepest ply it saw.
    deepest: u32,
    /// Did it end before its time? Then the line is the best of the moves completed, empty if none was.
    broken: bool,
}

impl<M> Pass<M> {
    /// What is known when even the first pass was spoiled.
    fn nothing() -> Pass<M> {
        let value = Value {
            kind: Kind::Estimate,
            utility: 0.0,
            plies: None,
            player: 0,
        };
        Pass {
            line: Vec::new(),
            value,
            horizon: true,
            deepest: 0,
            broken: true,
        }
    }
}

/// Makes one pass, or deeper and deeper ones until the limits are used up.
fn deepen<S: Passes>(
    request: &Request,
    method: Method,
    control: &Control,
    mut search: S,
) -> Report<S::Move> {
    let limited = control.limits.nodes.is_some() || control.limits.time.is_some();
    let endless = method == Method::Engine && control.limits.depth.is_none();
    let step_by_step = request.deepen && (limited || endless);
    let mut depth = if step_by_step {
        control.depth().min(1)
    } else {
        control.depth()
    };
    let mut best: Option<(Pass<S::Move>, u32)> = None;
    let stopped = loop {
        let pass = search.pass(depth);
        if search.spoiled() {
            break Stopped::Interrupted;
        }
        let (broken, horizon, kind) = (pass.broken, pass.horizon, pass.value.kind);
        if !broken || best.is_none() {
            best = Some((pass, depth));
        }
        let nodes = search.meter().nodes();
        control.report(|progress| {
            progress.nodes = nodes;
            progress.depth = best.as_ref().map_or(0, |(_, depth)| *depth);
        });
        if broken {
            break search.meter().stopped().expect("only a stop breaks a pass");
        } else if !horizon {
            break Stopped::Finished;
        } else if kind == Kind::Proved && step_by_step {
            break Stopped::Decided;
        } else if depth == control.depth() {
            break Stopped::Depth;
        }
        depth += 1;
    };
    let spoiled = best.is_none();
    let (pass, depth) = best.unwrap_or_else(|| (Pass::nothing(), 0));
    // A pass that was broken off has completed no depth at all.
    let depth = if pass.broken {
        0
    } else {
        depth.min(pass.deepest)
    };
    let nodes = if spoiled { 0 } else { search.meter().nodes() };
    let line = Line {
        moves: pass.line,
        value: pass.value,
        depth,
    };
    Report::new(method, vec![line], (nodes, pass.deepest), control, stopped)
}

/// Turns what a game says about a position into scores, and scores into values.
#[derive(Clone, Copy)]
struct Judge {
    /// What an unfinished game is worth to who has no opinion.
    share: f64,
    /// Do only wins, draws and losses count? Then the distance to them does too.
    by_result: bool,
    /// The lowest and highest utility.
    bounds: (f64, f64),
    evaluation: bool,
    /// The player whose value is wanted.
    player: usize,
    players: usize,
    /// Is one player's gain the other's loss?
    duel: bool,
}

impl Judge {
    fn new(facts: &Facts, player: usize, evaluation: bool) -> Judge {
        Judge {
            share: facts.share(),
            by_result: facts.unit == Unit::Result && facts.players.len() == 2 && !facts.chance,
            bounds: facts.utilities,
            evaluation,
            player,
            players: facts.players.len(),
            duel: facts.is_duel(),
        }
    }

    /// The score of a game that ended with this utility for the first player, `ply` plies from the root.
    #[inline(always)]
    fn over(&self, utility: f64, ply: u32) -> Score {
        if !self.by_result {
            Score::of(utility)
        } else if utility > 0.0 {
            Score::win_in(ply)
        } else if utility < 0.0 {
            -Score::win_in(ply)
        } else {
            Score::of(0.0)
        }
    }

    /// A utility of this player at this ply as a score from her view; infinite ones stay so.
    #[inline(always)]
    fn reach(&self, utility: f64, ply: u32, player: usize) -> Score {
        if utility.is_infinite() {
            Score::of(utility)
        } else if self.by_result {
            self.over(utility, ply)
        } else if player == 0 {
            Score::of(utility)
        } else {
            Score::of(utility - 2.0 * self.share)
        }
    }

    /// A window of scores from the view of this player, as utilities.
    #[inline(always)]
    fn window(&self, alpha: Score, beta: Score, player: usize) -> (f64, f64) {
        let share = if player == 0 { 0.0 } else { 2.0 * self.share };
        (alpha.number() + share, beta.number() + share)
    }

    /// The score of an unfinished position.
    #[inline(always)]
    fn horizon<G: Evaluate>(&self, rules: &G, position: &G::Position) -> Score {
        Score::of(if self.evaluation {
            rules.evaluate(position, 0)
        } else {
            self.share
        })
    }

    /// The value for the player who asks, of a score that is exact for the tree searched.
    fn value(&self, score: Score, horizon: bool) -> Value {
        if !self.duel {
            // The others need not play against her.
            return self.bound(score, Kind::Lower, horizon);
        }
        let plies = if self.by_result {
            score.plies_to_end()
        } else {
            None
        };
        let kind = if plies.is_some() || !horizon {
            Kind::Proved
        } else {
            Kind::Estimate
        };
        Value {
            kind,
            utility: self.utility(score),
            plies,
            player: self.player,
        }
    }

    /// The value for the player who asks, of a score that only bounds the true one from the side named by `kind`.
    fn bound(&self, score: Score, kind: Kind, horizon: bool) -> Value {
        let utility = self.utility(score);
        // Nothing is better than the best there is: a bound that reaches it is the value itself.
        let reached = match kind {
            Kind::Lower => utility >= self.bounds.1,
            _ => utility <= self.bounds.0,
        };
        let sure = !horizon || (self.by_result && score.plies_to_end().is_some());
        let kind = match (sure, reached) {
            (false, _) => Kind::Estimate,
            (true, true) => Kind::Proved,
            (true, false) => kind,
        };
        Value {
            kind,
            utility,
            plies: None,
            player: self.player,
        }
    }

    /// A score of the first player as a utility of the player who asks.
    fn utility(&self, score: Score) -> f64 {
        let number = if self.by_result {
            score.number().clamp(-1.0, 1.0)
        } else {
            score.number()
        };
        // Adding 0.0 turns −0 into 0.
        self.turned(number) + 0.0
    }

    /// A utility of the player who asks as one of the first player, and back: in a duel they add up to two shares.
    fn turned(&self, utility: f64) -> f64 {
        if self.player == 0 {
            utility
        } else {
            2.0 * self.share - utility
        }
    }

    /// When no move could be completed: the evaluation of the position itself.
    fn guess<G: Evaluate>(&self, rules: &G, position: &G::Position) -> Value {
        let utility = if self.duel || !self.evaluation {
            self.utility(self.horizon(rules, position))
        } else {
            rules.evaluate(position, self.player)
        };
        Value {
            kind: Kind::Estimate,
            utility,
            plies: None,
            player: self.player,
        }
    }
}

/// The best lines of all nodes on the current path, one after the other, each from its last move to its first, so that
/// no node allocates and a leaf has nothing to do: a node that is done leaves its line, maybe empty, on top.
struct Lines<M> {
    moves: Vec<M>,
    deepest: u32,
}

impl<M> Lines<M> {
    fn new() -> Lines<M> {
        Lines {
            moves: Vec::new(),
            deepest: 0,
        }
    }

    /// Begins the line of an inner node; the answer is where it begins.
    #[inline(always)]
    fn begin(&mut self, ply: u32) -> usize {
        self.deepest = self.deepest.max(ply + 1);
        self.moves.len()
    }

    /// Where the line of a child will begin.
    #[inline(always)]
    fn top(&self) -> usize {
        self.moves.len()
    }

    /// Forgets what a child left above `child`.
    #[inline(always)]
    fn forget(&mut self, child: usize) {
        self.moves.truncate(child);
    }

    /// What a child left above `child`, with the move to that child, takes the place of what the node at `node` had.
    #[inline(always)]
    fn keep(&mut self, node: usize, child: usize, action: M) {
        if node < child {
            self.replace(node, child);
        }
        self.moves.push(action);
    }

    /// Rare enough to be kept out of the loops.
    #[inline(never)]
    fn replace(&mut self, node: usize, child: usize) {
        self.moves.drain(node..child);
    }

    /// The deepest ply that was ever reached.
    fn deepest(&self) -> u32 {
        self.deepest
    }

    /// This ply was reached elsewhere.
    fn reach(&mut self, ply: u32) {
        self.deepest = self.deepest.max(ply);
    }

    /// The root's line, first move first.
    fn take(&mut self) -> Vec<M> {
        self.moves.reverse();
        std::mem::take(&mut self.moves)
    }
}
