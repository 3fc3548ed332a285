//! What the table knows, as this search sees it.

use super::{Found, Worker, turned};
use crate::control::mix;
use crate::game::{Hints, Turn};
use crate::score::Score;
use crate::search::engine::table::{Bound, Entry, narrow};

impl<G: Hints> Worker<'_, G> {
    /// The key of a position in the table, and the symmetry under which it is seen there.
    #[inline(always)]
    pub(super) fn key(&self, position: &G::Position) -> (u64, usize) {
        let (key, symmetry) = self.rules.table_key(position);
        let key = key.wrapping_add(self.plan.salt);
        if self.winding {
            (key ^ mix(self.history.trail()), symmetry)
        } else {
            (key, symmetry)
        }
    }

    /// A move that leads to a position which is known to be good enough, or is seen to be (enhanced transposition cutoff,
    /// Schaeffer & Plaat 1996).
    pub(super) fn known_cut(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        depth: i32,
        beta: Score,
        first: usize,
    ) -> Option<Found> {
        let below = -(-beta).above();
        // Where to look, all at once: memory answers late, but many questions at a time.
        self.children.clear();
        for index in first..self.moves.len() {
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &self.moves[index]);
            self.history.enter(self.rules, &child);
            let mut seen = None;
            if let Turn::Player(next) = self.history.turn(self.rules, &child) {
                if !self.rules.is_brief(&child) {
                    let key = self.key(&child).0;
                    self.table.prefetch(key);
                    self.children.push((index, next, key));
                } else if self.informed {
                    seen = if next == player {
                        self.at_sight(&child, next, ply + 1, below, beta)
                    } else {
                        self.at_sight(&child, next, ply + 1, -beta, -below)
                            .map(|score| -score)
                    };
                }
            }
            self.history.leave(self.rules);
            if let Some(score) = seen
                && score >= beta
            {
                return Some(Found { score, solid: true });
            }
        }
        for number in 0..self.children.len() {
            let (index, next, key) = self.children[number];
            let known = self
                .table
                .probe(key)
                .filter(|entry| self.reaches(entry, depth - 1))
                .map(|entry| {
                    let mut child = position.clone();
                    self.rules.play_unchecked(&mut child, &self.moves[index]);
                    let score = self.score_here(entry.score, &child, next, ply + 1);
                    (score, entry, next)
                });
            let Some((score, entry, next)) = known else {
                continue;
            };
            let (score, bound) = if next == player {
                (score, entry.bound)
            } else {
                (-score, entry.bound.turned())
            };
            if bound != Bound::Upper && score >= beta {
                return Some(Found {
                    score,
                    solid: entry.solid,
                });
            }
        }
        None
    }

    /// Was what the table says found by looking far enough?
    #[inline(always)]
    pub(super) fn reaches(&self, entry: &Entry, depth: i32) -> bool {
        let depth = depth.min(i32::from(Entry::DEEPEST)) as u8;
        if self.choosy {
            entry.solid || entry.depth >= depth
        } else if self.informed {
            entry.solid || entry.depth >= depth && depth < Entry::DEEPEST
        } else {
            entry.depth == depth || entry.solid && entry.depth < depth
        }
    }

    /// A score from the table as one of this search.
    #[inline(always)]
    pub(super) fn score_here(
        &self,
        score: f32,
        position: &G::Position,
        player: usize,
        ply: u32,
    ) -> Score {
        self.score_at(score, turned(self.rules.settled(position), player), ply)
    }

    /// A score from the table as one of this search, where so much is settled for the player to move.
    #[inline(always)]
    pub(super) fn score_at(&self, score: f32, settled: f64, ply: u32) -> Score {
        let score = Score::of(f64::from(score));
        if self.plan.judge.by_result {
            score.seen_from_root(ply)
        } else {
            Score::of(score.number() + settled)
        }
    }

    /// A score of this search as the table keeps it.
    #[inline(always)]
    pub(super) fn score_kept(
        &self,
        score: Score,
        position: &G::Position,
        player: usize,
        ply: u32,
    ) -> f64 {
        if self.plan.judge.by_result {
            score.seen_from(ply).number()
        } else {
            score.number() - turned(self.rules.settled(position), player)
        }
    }

    /// Stores a finding; a score that does not fit is stored as the nearest bound that is true.
    #[inline(always)]
    pub(super) fn remember(
        &self,
        key: u64,
        score: f64,
        mut bound: Bound,
        depth: i32,
        mut solid: bool,
        slot: u16,
    ) {
        // A selective search proves wins and losses, but not that there is none sooner.
        if self.choosy && self.plan.judge.by_result && score.abs() > 1.0 {
            let side = if score > 0.0 {
                Bound::Lower
            } else {
                Bound::Upper
            };
            if bound == Bound::Exact {
                bound = side;
            }
            solid = bound == side;
        }
        let (score, bound) = narrow(score, bound);
        let entry = Entry {
            score,
            bound,
            depth: depth.min(i32::from(Entry::DEEPEST)) as u8,
            solid,
            slot,
        };
        self.table.store(key, entry);
    }

    /// The slot of a move as the table sees it.
    #[inline(always)]
    pub(super) fn seen(&self, action: &G::Move, slot: u16, symmetry: usize) -> u16 {
        if symmetry == 0 {
            return slot;
        }
        match self.rules.symmetry() {
            Some(symmetries) => self.rules.slot(&symmetries.action(action, symmetry)),
            None => slot,
        }
    }
}
