//! Minimax: every line is followed to its end or to the depth limit.
//!
//! Sound and complete on finite games; b^m nodes, memory for one line. Textbook twin: `zermelo/textbook/minimax.py`.

use super::{Judge, Lines, Pass, Passes};
use crate::control::Meter;
use crate::game::{Evaluate, Game, Turn};
use crate::score::{Kind, Score};

pub(super) struct Search<'a, G: Game> {
    rules: &'a G,
    root: &'a G::Position,
    judge: Judge,
    meter: Meter<'a>,
    /// The moves of all nodes on the current line, one after the other.
    moves: Vec<G::Move>,
    lines: Lines<G::Move>,
    horizon: bool,
}

impl<'a, G: Game + Evaluate> Search<'a, G> {
    pub(super) fn new(rules: &'a G, root: &'a G::Position, judge: Judge, meter: Meter<'a>) -> Self {
        Search {
            rules,
            root,
            judge,
            meter,
            moves: Vec::new(),
            lines: Lines::new(),
            horizon: false,
        }
    }

    /// The minimax score of a position, looking `depth` plies ahead; meaningless once the meter has stopped.
    fn score(&mut self, position: &G::Position, depth: u32, ply: u32) -> Score {
        if self.meter.must_stop() {
            return Score::of(0.0);
        }
        self.lines.clear(ply);
        let player = match self.rules.turn(position) {
            Turn::Player(player) => player,
            Turn::Over | Turn::Chance => return self.judge.over(self.rules, position, ply),
        };
        if depth == 0 {
            self.horizon = true;
            return self.judge.horizon(self.rules, position);
        }
        if player == 0 {
            self.best::<true>(position, depth, ply)
        } else {
            self.best::<false>(position, depth, ply)
        }
    }

    /// The greatest score of the children for MAX, the least for MIN; the first of equals.
    #[inline(always)]
    fn best<const MAX: bool>(&mut self, position: &G::Position, depth: u32, ply: u32) -> Score {
        let first = self.moves.len();
        self.rules.moves(position, &mut self.moves);
        let mut best = if MAX { Score::LOWEST } else { Score::HIGHEST };
        for index in first..self.moves.len() {
            let action = self.moves[index].clone();
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            let score = self.score(&child, depth - 1, ply + 1);
            if self.meter.stopped().is_some() {
                break;
            }
            if if MAX { score > best } else { score < best } {
                best = score;
                self.lines.extend(ply, &action);
            }
        }
        self.moves.truncate(first);
        best
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
