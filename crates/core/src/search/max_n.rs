//! Max^n (Luckhardt & Irani 1986): any number of players, each choosing what is best for itself, with or without chance.
//!
//! Between moves that are equally good for the one who chooses, the first is taken. Where another of them would mean
//! something else to another player, the value rests on that choice, and is no longer called proved. Textbook twin: `zermelo/textbook/max_n.py`.

use super::{Judge, Lines, Pass, Passes};
use crate::control::Meter;
use crate::game::{Evaluate, Game, Turn};
use crate::history::History;
use crate::score::{Kind, Value};

/// Utilities are kept in arrays of this size, so that no node allocates.
pub(super) const MOST_PLAYERS: usize = 8;

type Utilities = [f64; MOST_PLAYERS];

pub(super) struct Search<'a, G: Game> {
    rules: &'a G,
    root: &'a G::Position,
    judge: Judge,
    meter: Meter<'a>,
    history: History,
    moves: Vec<G::Move>,
    chances: Vec<(G::Move, f64)>,
    lines: Lines<G::Move>,
    horizon: bool,
    /// Did a choice between equals matter to somebody else?
    arbitrary: bool,
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
            arbitrary: false,
        }
    }

    fn each_player(&self, utility: impl Fn(usize) -> f64) -> Utilities {
        std::array::from_fn(|player| {
            if player < self.judge.players {
                utility(player)
            } else {
                0.0
            }
        })
    }

    /// What a position is worth to each player, looking `depth` plies ahead; meaningless once the meter has stopped.
    fn utilities(&mut self, position: &G::Position, depth: u32, ply: u32) -> Utilities {
        if self.meter.must_stop() {
            return [0.0; MOST_PLAYERS];
        }
        let turn = self.history.turn(self.rules, position);
        if turn == Turn::Over {
            return self.each_player(|player| self.history.utility(self.rules, position, player));
        }
        if depth == 0 {
            self.horizon = true;
            return if self.judge.evaluation {
                self.each_player(|player| self.rules.evaluate(position, player))
            } else {
                [self.judge.share; MOST_PLAYERS]
            };
        }
        match turn {
            Turn::Player(player) => self.best(position, player, depth, ply),
            Turn::Chance | Turn::Over => self.mean(position, depth, ply),
        }
    }

    fn best(&mut self, position: &G::Position, player: usize, depth: u32, ply: u32) -> Utilities {
        let (first, line) = (self.moves.len(), self.lines.begin(ply));
        self.rules.moves(position, &mut self.moves);
        let mut best = [f64::NEG_INFINITY; MOST_PLAYERS];
        for index in first..self.moves.len() {
            let action = self.moves[index].clone();
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            let child_line = self.lines.top();
            self.history.enter(self.rules, &child);
            let utilities = self.utilities(&child, depth - 1, ply + 1);
            self.history.leave(self.rules);
            if self.meter.stopped().is_some() {
                self.lines.forget(child_line);
                break;
            }
            if utilities[player] > best[player] {
                best = utilities;
                self.lines.keep(line, child_line, action);
            } else {
                self.arbitrary |=
                    !self.judge.duel && utilities[player] == best[player] && utilities != best;
                self.lines.forget(child_line);
            }
        }
        self.moves.truncate(first);
        best
    }

    fn mean(&mut self, position: &G::Position, depth: u32, ply: u32) -> Utilities {
        let (first, line) = (self.chances.len(), self.lines.begin(ply));
        self.rules.chances(position, &mut self.chances);
        let mut mean = [0.0; MOST_PLAYERS];
        for index in first..self.chances.len() {
            let (event, probability) = self.chances[index].clone();
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &event);
            self.history.enter(self.rules, &child);
            let utilities = self.utilities(&child, depth - 1, ply + 1);
            self.history.leave(self.rules);
            self.lines.forget(line);
            for (sum, utility) in mean.iter_mut().zip(utilities) {
                *sum += probability * utility;
            }
            if self.meter.stopped().is_some() {
                break;
            }
        }
        self.chances.truncate(first);
        mean
    }
}

impl<G: Game + Evaluate> Passes for Search<'_, G> {
    type Move = G::Move;

    fn pass(&mut self, depth: u32) -> Pass<G::Move> {
        (self.horizon, self.arbitrary) = (false, false);
        let utilities = self.utilities(self.root, depth, 0);
        let broken = self.meter.stopped().is_some();
        let line = self.lines.take();
        let player = self.judge.player;
        let kind = match (broken, self.horizon || self.arbitrary) {
            (false, false) => Kind::Proved,
            (true, false) => Kind::Lower,
            (_, true) => Kind::Estimate,
        };
        let value = if broken && line.is_empty() {
            Value {
                kind: Kind::Estimate,
                utility: self.rules.evaluate(self.root, player),
                plies: None,
                player,
            }
        } else {
            Value {
                kind,
                utility: utilities[player],
                plies: None,
                player,
            }
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
