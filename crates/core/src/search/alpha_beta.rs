//! Alpha-beta: the value of minimax without the lines that cannot matter.
//!
//! Fail-soft (Fishburn 1983). Textbook twin: `zermelo/textbook/alpha_beta.py`.

use std::ops::ControlFlow;

use super::{Judge, Lines, Pass, Passes};
use crate::control::Meter;
use crate::game::{Evaluate, Game, Turn, Visitor};
use crate::history::History;
use crate::score::{Kind, Score};

pub(super) struct Search<'a, G: Game> {
    rules: &'a G,
    root: &'a G::Position,
    judge: Judge,
    meter: Meter<'a>,
    history: History,
    /// α and β at the root, from the first player's view.
    window: (Score, Score),
    /// The moves of all nodes on the current line, one after the other.
    moves: Vec<G::Move>,
    lines: Lines<G::Move>,
    /// After a stop: the best score of the root's moves that were completed.
    unfinished: Score,
    /// Plies to look ahead in this pass.
    depth: u32,
    horizon: bool,
}

impl<'a, G: Game + Evaluate> Search<'a, G> {
    /// `window` is in utilities of the player to move.
    pub(super) fn new(
        rules: &'a G,
        root: &'a G::Position,
        history: History,
        judge: Judge,
        meter: Meter<'a>,
        window: Option<(f64, f64)>,
    ) -> Self {
        let window = match window {
            None => (Score::LOWEST, Score::HIGHEST),
            Some((low, high)) => {
                let ends = [low, high].map(|end| Score::of(judge.turned(end)));
                if judge.player == 0 {
                    (ends[0], ends[1])
                } else {
                    (ends[1], ends[0])
                }
            }
        };
        Search {
            history,
            rules,
            root,
            judge,
            meter,
            window,
            moves: Vec::new(),
            lines: Lines::new(),
            unfinished: Score::LOWEST,
            depth: 0,
            horizon: false,
        }
    }

    /// Bounds the minimax score s of a position, from the depth limit or the end of the game. The result r keeps this
    /// promise:
    ///
    /// - α < r < β: r = s, and the line is best play;
    /// - r ≤ α: s ≤ r, and there is no line;
    /// - r ≥ β: s ≥ r, and there is no line.
    ///
    /// None once the meter has stopped. LEAF says that the depth limit is reached. Inlined, so that a leaf costs no call.
    #[inline(always)]
    fn score<const LEAF: bool>(
        &mut self,
        position: G::Position,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if self.meter.must_stop() {
            return None;
        }
        let player = match self.history.turn(self.rules, &position) {
            Turn::Player(player) => player,
            Turn::Over | Turn::Chance => {
                let utility = self.history.utility(self.rules, &position, 0);
                return Some(self.judge.over(utility, ply));
            }
        };
        if LEAF {
            self.horizon = true;
            return Some(self.judge.horizon(self.rules, &position));
        }
        match (player == 0, ply + 1 == self.depth) {
            (true, false) => self.best::<true, false>(position, ply, alpha, beta),
            (false, false) => self.best::<false, false>(position, ply, alpha, beta),
            (true, true) => self.best::<true, true>(position, ply, alpha, beta),
            (false, true) => self.best::<false, true>(position, ply, alpha, beta),
        }
    }

    /// Looks at the children, which are all leaves where LAST says so: that copy of the code makes no calls, which
    /// saves 3 % on connect-four.
    fn best<const MAX: bool, const LAST: bool>(
        &mut self,
        position: G::Position,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let mut node = Node::<G, MAX, LAST> {
            alpha,
            beta,
            best: if MAX { Score::LOWEST } else { Score::HIGHEST },
            line: self.lines.begin(ply),
            stopped: false,
            position: &position,
            ply,
            search: self,
        };
        node.search.rules.each_move(&position, &mut node);
        (!node.stopped).then_some(node.best)
    }
}

/// An inner node while its moves are looked at.
struct Node<'n, 's, G: Game, const MAX: bool, const LAST: bool> {
    search: &'n mut Search<'s, G>,
    position: &'n G::Position,
    ply: u32,
    alpha: Score,
    beta: Score,
    best: Score,
    /// Where its line begins.
    line: usize,
    stopped: bool,
}

impl<G: Game + Evaluate, const MAX: bool, const LAST: bool> Visitor<G::Move>
    for Node<'_, '_, G, MAX, LAST>
{
    /// MAX raises α and stops at β (a β-cutoff); MIN lowers β and stops at α (an α-cutoff).
    #[inline(always)]
    fn visit(&mut self, action: G::Move) -> ControlFlow<()> {
        // 1. Search the child.
        let search = &mut *self.search;
        let mut child = self.position.clone();
        search.rules.play_unchecked(&mut child, &action);
        let child_line = search.lines.top();
        search.history.enter(search.rules, &child);
        let score = search.score::<LAST>(child, self.ply + 1, self.alpha, self.beta);
        search.history.leave(search.rules);
        let Some(score) = score else {
            search.lines.forget(child_line);
            search.unfinished = self.best;
            self.stopped = true;
            return ControlFlow::Break(());
        };
        // 2. No better than a move before it: then it is outside the window too, and has left no line.
        if if MAX {
            score <= self.best
        } else {
            score >= self.best
        } {
            return ControlFlow::Continue(());
        }
        self.best = score;
        // 3. So good that the opponent will not let it come to this.
        if if MAX {
            score >= self.beta
        } else {
            score <= self.alpha
        } {
            search.lines.forget(self.line);
            if self.ply == 0 {
                search.lines.keep(self.line, self.line, action);
            }
            return ControlFlow::Break(());
        }
        // 4. Inside the window: it becomes smaller and the line longer. The root has a line, if of one move, in any case.
        if MAX && score > self.alpha {
            self.alpha = score;
        } else if !MAX && score < self.beta {
            self.beta = score;
        } else if self.ply > 0 {
            return ControlFlow::Continue(());
        }
        search.lines.keep(self.line, child_line, action);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn buffer(&mut self) -> &mut Vec<G::Move> {
        &mut self.search.moves
    }
}

impl<G: Game + Evaluate> Passes for Search<'_, G> {
    type Move = G::Move;

    fn pass(&mut self, depth: u32) -> Pass<G::Move> {
        self.horizon = false;
        self.depth = depth;
        let (alpha, beta) = self.window;
        let score = self.score::<false>(self.root.clone(), 0, alpha, beta);
        let broken = score.is_none();
        let score = score.unwrap_or(self.unfinished);
        let line = self.lines.take();
        let (low, high) = (score <= alpha, score >= beta);
        let (fell_short, went_past) = if self.judge.player == 0 {
            (low, high)
        } else {
            (high, low)
        };
        let value = if broken && (line.is_empty() || fell_short) {
            self.judge.guess(self.rules, self.root)
        } else if broken || went_past {
            // Whatever is left unsearched, the player to move can have this much.
            self.judge.bound(score, Kind::Lower, self.horizon)
        } else if fell_short {
            self.judge.bound(score, Kind::Upper, self.horizon)
        } else {
            self.judge.value(score, self.horizon)
        };
        Pass {
            line,
            value,
            horizon: self.horizon,
            deepest: self.lines.deepest(),
            broken,
        }
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }

    fn spoiled(&self) -> bool {
        self.rules.trouble().is_some()
    }
}
