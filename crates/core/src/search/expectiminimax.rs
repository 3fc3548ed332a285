//! Expectiminimax: minimax with averages where chance decides; for one player, expectimax.
//!
//! Textbook twin: `zermelo/textbook/expectiminimax.py`.

use super::{Judge, Lines, Pass, Passes};
use crate::control::Meter;
use crate::game::{Evaluate, Game, Turn};
use crate::history::History;
use crate::score::{Kind, Score};

pub(super) struct Search<'a, G: Game> {
    rules: &'a G,
    root: &'a G::Position,
    judge: Judge,
    meter: Meter<'a>,
    history: History,
    /// The moves of all nodes on the current line, one after the other; so the events of chance.
    moves: Vec<G::Move>,
    chances: Vec<(G::Move, f64)>,
    lines: Lines<G::Move>,
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
        let (moves, chances) = (Vec::new(), Vec::new());
        Search {
            history,
            rules,
            root,
            judge,
            meter,
            moves,
            chances,
            lines: Lines::new(),
            horizon: false,
        }
    }

    /// The expected score of a position under best play, looking `depth` plies ahead; meaningless once the meter has
    /// stopped.
    fn score(&mut self, position: &G::Position, depth: u32, ply: u32) -> Score {
        if self.meter.must_stop() {
            return Score::of(0.0);
        }
        let turn = self.history.turn(self.rules, position);
        if turn == Turn::Over {
            let utility = self.history.utility(self.rules, position, 0);
            return self.judge.over(utility, ply);
        }
        if depth == 0 {
            self.horizon = true;
            return self.judge.horizon(self.rules, position);
        }
        match turn {
            Turn::Player(0) => self.best::<true>(position, depth, ply),
            Turn::Player(_) => self.best::<false>(position, depth, ply),
            Turn::Chance | Turn::Over => self.mean(position, depth, ply),
        }
    }

    #[inline(always)]
    fn best<const MAX: bool>(&mut self, position: &G::Position, depth: u32, ply: u32) -> Score {
        let (first, line) = (self.moves.len(), self.lines.begin(ply));
        self.rules.moves(position, &mut self.moves);
        let mut best = if MAX { Score::LOWEST } else { Score::HIGHEST };
        for index in first..self.moves.len() {
            let action = self.moves[index].clone();
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            let child_line = self.lines.top();
            self.history.enter(self.rules, &child);
            let score = self.score(&child, depth - 1, ply + 1);
            self.history.leave(self.rules);
            if self.meter.stopped().is_some() {
                self.lines.forget(child_line);
                break;
            }
            if if MAX { score > best } else { score < best } {
                best = score;
                self.lines.keep(line, child_line, action);
            } else {
                self.lines.forget(child_line);
            }
        }
        self.moves.truncate(first);
        best
    }

    /// The mean of the children's scores. No line leads past it: what follows depends on what happens.
    fn mean(&mut self, position: &G::Position, depth: u32, ply: u32) -> Score {
        let (first, line) = (self.chances.len(), self.lines.begin(ply));
        self.rules.chances(position, &mut self.chances);
        let mut mean = 0.0;
        for index in first..self.chances.len() {
            let (event, probability) = self.chances[index].clone();
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &event);
            self.history.enter(self.rules, &child);
            mean += probability * self.score(&child, depth - 1, ply + 1).number();
            self.history.leave(self.rules);
            self.lines.forget(line);
            if self.meter.stopped().is_some() {
                break;
            }
        }
        self.chances.truncate(first);
        Score::of(mean)
    }
}

impl<G: Game + Evaluate> Passes for Search<'_, G> {
    type Move = G::Move;

    fn pass(&mut self, depth: u32) -> Pass<G::Move> {
        self.horizon = false;
        let score = self.score(self.root, depth, 0);
        let broken = self.meter.stopped().is_some();
        let line = self.lines.take();
        let value = match (broken, line.is_empty()) {
            (false, _) => self.judge.value(score, self.horizon),
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
