//! Minimax: every line is followed to its end or to the depth limit.
//!
//! Sound and complete on finite games; b^m nodes, memory for one line. Textbook twin: `zermelo/textbook/minimax.py`.

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
    pub(super) fn new(
        rules: &'a G,
        root: &'a G::Position,
        history: History,
        judge: Judge,
        meter: Meter<'a>,
    ) -> Self {
        Search {
            history,
            rules,
            root,
            judge,
            meter,
            moves: Vec::new(),
            lines: Lines::new(),
            unfinished: Score::LOWEST,
            depth: 0,
            horizon: false,
        }
    }

    /// The minimax score of a position, from the depth limit or the end of the game; none once the meter has stopped.
    ///
    /// Inlined, so that a leaf costs no call.
    #[inline(always)]
    fn score(&mut self, position: G::Position, ply: u32) -> Option<Score> {
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
        if ply == self.depth {
            self.horizon = true;
            return Some(self.judge.horizon(self.rules, &position));
        }
        if player == 0 {
            self.best::<true>(position, ply)
        } else {
            self.best::<false>(position, ply)
        }
    }

    /// The greatest score of the children for MAX, the least for MIN; the first of equals.
    fn best<const MAX: bool>(&mut self, position: G::Position, ply: u32) -> Option<Score> {
        let mut node = Node::<G, MAX> {
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
struct Node<'n, 's, G: Game, const MAX: bool> {
    search: &'n mut Search<'s, G>,
    position: &'n G::Position,
    ply: u32,
    best: Score,
    /// Where its line begins.
    line: usize,
    stopped: bool,
}

impl<G: Game + Evaluate, const MAX: bool> Visitor<G::Move> for Node<'_, '_, G, MAX> {
    #[inline(always)]
    fn visit(&mut self, action: G::Move) -> ControlFlow<()> {
        let search = &mut *self.search;
        let mut child = self.position.clone();
        search.rules.play_unchecked(&mut child, &action);
        let child_line = search.lines.top();
        search.history.enter(search.rules, &child);
        let score = search.score(child, self.ply + 1);
        search.history.leave(search.rules);
        let Some(score) = score else {
            search.lines.forget(child_line);
            search.unfinished = self.best;
            self.stopped = true;
            return ControlFlow::Break(());
        };
        if if MAX {
            score > self.best
        } else {
            score < self.best
        } {
            self.best = score;
            search.lines.keep(self.line, child_line, action);
        } else {
            search.lines.forget(child_line);
        }
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
        let score = self.score(self.root.clone(), 0);
        let broken = score.is_none();
        let score = score.unwrap_or(self.unfinished);
        let line = self.lines.take();
        let value = match (broken, line.is_empty()) {
            (false, _) => self.judge.value(score, self.horizon),
            // A line was completed, so the player to move can have at least this.
            (true, false) => self.judge.bound(score, Kind::Lower, self.horizon),
            (true, true) => self.judge.guess(self.rules, self.root),
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
