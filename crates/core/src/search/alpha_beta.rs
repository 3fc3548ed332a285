//! Alpha-beta: the value of minimax without the lines that cannot matter.
//!
//! Fail-soft (Fishburn 1983). Textbook twin: `zermelo/textbook/alpha_beta.py`.

use super::{Judge, Lines, Pass, Passes};
use crate::control::Meter;
use crate::game::{Evaluate, Game, Turn};
use crate::score::{Kind, Score};

pub(super) struct Search<'a, G: Game> {
    rules: &'a G,
    root: &'a G::Position,
    judge: Judge,
    meter: Meter<'a>,
    /// α and β at the root, from the first player's view.
    window: (Score, Score),
    /// The moves of all nodes on the current line, one after the other.
    moves: Vec<G::Move>,
    lines: Lines<G::Move>,
    horizon: bool,
}

impl<'a, G: Game + Evaluate> Search<'a, G> {
    /// `window` is in utilities of the player to move.
    pub(super) fn new(
        rules: &'a G,
        root: &'a G::Position,
        judge: Judge,
        meter: Meter<'a>,
        window: Option<(f64, f64)>,
    ) -> Self {
        let window = match window {
            None => (Score::LOWEST, Score::HIGHEST),
            Some((low, high)) => {
                let (low, high) = (Score::of(low - judge.share), Score::of(high - judge.share));
                if judge.player == 0 {
                    (low, high)
                } else {
                    (-high, -low)
                }
            }
        };
        Search {
            rules,
            root,
            judge,
            meter,
            window,
            moves: Vec::new(),
            lines: Lines::new(),
            horizon: false,
        }
    }

    /// Bounds the minimax score s of a position, looking `depth` plies ahead. The result r keeps this promise:
    ///
    /// - α < r < β: r = s, and the line is best play;
    /// - r ≤ α: s ≤ r;
    /// - r ≥ β: s ≥ r.
    ///
    /// Meaningless once the meter has stopped.
    fn score(
        &mut self,
        position: &G::Position,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
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
            self.best::<true>(position, depth, ply, alpha, beta)
        } else {
            self.best::<false>(position, depth, ply, alpha, beta)
        }
    }

    /// MAX raises α and stops at β (a β-cutoff); MIN lowers β and stops at α (an α-cutoff).
    #[inline(always)]
    fn best<const MAX: bool>(
        &mut self,
        position: &G::Position,
        depth: u32,
        ply: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        let first = self.moves.len();
        self.rules.moves(position, &mut self.moves);
        let mut best = if MAX { Score::LOWEST } else { Score::HIGHEST };
        for index in first..self.moves.len() {
            let action = self.moves[index].clone();
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            let score = self.score(&child, depth - 1, ply + 1, alpha, beta);
            if self.meter.stopped().is_some() {
                break;
            }
            if if MAX { score > best } else { score < best } {
                best = score;
                // Outside the window nobody reads the line, but for the move at the root.
                if ply == 0 || (alpha < score && score < beta) {
                    self.lines.extend(ply, &action);
                }
                if if MAX { score >= beta } else { score <= alpha } {
                    break;
                }
                if MAX {
                    alpha = alpha.max(score);
                } else {
                    beta = beta.min(score);
                }
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
        let (alpha, beta) = self.window;
        let score = self.score(self.root, depth, 0, alpha, beta);
        let broken = self.meter.stopped().is_some();
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
