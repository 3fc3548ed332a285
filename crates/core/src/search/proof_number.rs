//! Proof-number search: is it won, or at least not lost? Yes or no, and why.
//!
//! df-pn (Nagai 2002): depth-first, in bounded memory. Every position has two numbers: how many positions must at least be
//! settled to prove that the player of interest reaches the goal, and how many to disprove it. The search always goes
//! where the smaller number is smallest: into forced lines, however long.

use super::engine::table::{Bound, Entry, Table};
use super::{Judge, Line, Method, Report};
use crate::control::{Control, DEEPEST, Meter, Stopped, mix};
use crate::game::{Hints, NEARLY, Outlook, Turn};
use crate::history::History;
use crate::score::{Kind, Value};

/// More than any number that is counted.
const INFINITE: u32 = 1 << 24;

/// How many positions it takes at least to prove the goal, and to disprove it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const PROVED: Numbers = Numbers {
    proof: 0,
    disproof: INFINITE,
};
const DISPROVED: Numbers = Numbers {
    proof: INFINITE,
    disproof: 0,
};
const UNKNOWN: Numbers = Numbers {
    proof: 1,
    disproof: 1,
};

/// Who must get how much.
#[derive(Clone, Copy, Debug)]
struct Question {
    hero: usize,
    goal: f64,
}

struct Search<'a, G: Hints> {
    rules: &'a G,
    judge: Judge,
    meter: Meter<'a>,
    history: History,
    table: &'a Table,
    question: Question,
    /// Tells questions apart in the table.
    salt: u64,
    /// Did a game that ended by repetition count for the goal, or against it? Then a proof, or a disproof, depends on the
    /// way that led there.
    circular: [bool; 2],
    deepest: u32,
}

struct Child<G: Hints> {
    action: G::Move,
    position: G::Position,
    player: usize,
    numbers: Numbers,
}

/// Settles whether the position is won, drawn or lost, in a game for two without chance.
pub(super) fn search<G: Hints>(
    rules: &G,
    (position, history): (&G::Position, &History),
    judge: Judge,
    control: &Control,
    table: &Table,
) -> Report<G::Move> {
    table.serve(mix(history.trail()) | 1);
    let player = judge.player;
    let mut search = Search {
        rules,
        judge,
        meter: Meter::new(control),
        history: history.clone(),
        table,
        question: Question {
            hero: player,
            goal: 0.0,
        },
        salt: 0,
        circular: [false; 2],
        deepest: 0,
    };
    let (low, high) = judge.bounds;
    // In a game of results: a win? if not, a draw? Else: more than an even share? if not, as much?
    let goals = if judge.by_result {
        [1.0, 0.0]
    } else {
        [judge.share + NEARLY, judge.share]
    };
    let (mut line, mut least, mut most) = (Vec::new(), low, high);
    let mut stopped = Stopped::Finished;
    for goal in goals {
        search.question.goal = goal;
        search.salt = mix(goal.to_bits());
        search.circular = [false; 2];
        let Some((numbers, best)) = search.root(position, player) else {
            stopped = search.meter.stopped().unwrap_or(Stopped::Interrupted);
            break;
        };
        if numbers == PROVED && !search.circular[0] {
            least = if judge.by_result { goal } else { judge.share };
            line.extend(best);
            break;
        } else if numbers == DISPROVED && !search.circular[1] {
            most = if judge.by_result {
                goal - 1.0
            } else {
                judge.share
            };
        } else {
            stopped = Stopped::Depth;
            break;
        }
    }
    let value = Value {
        kind: if least == most {
            Kind::Proved
        } else if least > low {
            Kind::Lower
        } else if most < high {
            Kind::Upper
        } else {
            Kind::Estimate
        },
        utility: if least > low || least == most {
            least
        } else if most < high {
            most
        } else {
            judge.share
        },
        plies: None,
        player,
    };
    let depth = search.deepest;
    Report {
        method: Method::ProofNumber,
        lines: vec![Line {
            moves: line.clone(),
            value,
            depth,
        }],
        line,
        value,
        nodes: search.meter.nodes(),
        depth,
        deepest: depth,
        seconds: control.started.elapsed().as_secs_f64(),
        stopped,
    }
}

impl<G: Hints> Search<'_, G> {
    /// The numbers of the root, and the move that proves the goal.
    fn root(
        &mut self,
        position: &G::Position,
        player: usize,
    ) -> Option<(Numbers, Option<G::Move>)> {
        let numbers = self.expand(position, player, 0, INFINITE, INFINITE)?;
        let best = self
            .children(position, 0)
            .into_iter()
            .find(|child| child.numbers == PROVED)
            .map(|child| child.action);
        Some((numbers, best))
    }

    /// What is known about a position without looking further, and who is to move there.
    fn glance(&mut self, position: &G::Position, ply: u32) -> (Numbers, usize) {
        let Question { hero, goal } = self.question;
        let settled = |reached: bool| if reached { PROVED } else { DISPROVED };
        let player = match self.history.turn(self.rules, position) {
            Turn::Player(player) => player,
            Turn::Over | Turn::Chance => {
                let reached = self.history.utility(self.rules, position, hero) >= goal;
                if self.rules.turn(position) != Turn::Over {
                    self.circular[usize::from(!reached)] = true;
                }
                return (settled(reached), hero);
            }
        };
        if ply >= DEEPEST {
            self.circular[1] = true;
            return (DISPROVED, player);
        }
        let window = if player == hero {
            (goal - NEARLY, goal)
        } else {
            let share = 2.0 * self.judge.share - goal;
            (share, share + NEARLY)
        };
        let Outlook { least, most } = self.rules.outlook(position, window);
        let (least, most) = if player == hero {
            (least.0, most.0)
        } else {
            (
                2.0 * self.judge.share - most.0,
                2.0 * self.judge.share - least.0,
            )
        };
        if least >= goal || most < goal {
            return (settled(least >= goal), player);
        }
        let kept = self.table.probe(self.key(position));
        (kept.map_or(UNKNOWN, unpack), player)
    }

    fn key(&self, position: &G::Position) -> u64 {
        let settled = self.rules.settled(position).to_bits();
        let (key, _) = self.rules.table_key(position);
        key ^ mix(settled ^ self.salt)
    }

    fn children(&mut self, position: &G::Position, ply: u32) -> Vec<Child<G>> {
        let mut moves = Vec::new();
        self.rules.candidates(position, &mut moves);
        moves
            .into_iter()
            .map(|action| {
                let mut child = position.clone();
                self.rules.play_unchecked(&mut child, &action);
                self.history.enter(self.rules, &child);
                let (numbers, player) = self.glance(&child, ply + 1);
                self.history.leave(self.rules);
                Child {
                    action,
                    position: child,
                    player,
                    numbers,
                }
            })
            .collect()
    }

    /// Looks below an unfinished position until one of its numbers reaches its limit; None once the meter has stopped.
    fn expand(
        &mut self,
        position: &G::Position,
        player: usize,
        ply: u32,
        most_proof: u32,
        most_disproof: u32,
    ) -> Option<Numbers> {
        if self.meter.must_stop() {
            return None;
        }
        self.deepest = self.deepest.max(ply + 1);
        let choosing = player == self.question.hero;
        let mut children = self.children(position, ply);
        loop {
            // For the player of interest one good move is enough; the opponent's moves must all be answered.
            let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0_u64);
            for (index, child) in children.iter().enumerate() {
                let (own, other) = child.numbers.seen(choosing);
                if own < least {
                    (best, least, second) = (index, own, least);
                } else {
                    second = second.min(own);
                }
                sum += u64::from(other);
            }
            let sum = sum.min(u64::from(INFINITE - 1)) as u32;
            let limits = Numbers {
                proof: most_proof,
                disproof: most_disproof,
            };
            let (own, other) = limits.seen(choosing);
            let numbers = Numbers::of(choosing, least, sum);
            let numbers = match (least, sum) {
                (0, _) => Numbers::of(choosing, 0, INFINITE),
                (_, 0) => Numbers::of(choosing, INFINITE, 0),
                _ => numbers,
            };
            if least == 0 || sum == 0 || least >= own || sum >= other {
                self.table.store(self.key(position), pack(numbers));
                return Some(numbers);
            }
            let child = &children[best];
            let (_, below) = child.numbers.seen(choosing);
            // A quarter more than the second best, so that one does not jump back and forth between them.
            let limit = Numbers::of(
                choosing,
                own.min(second.saturating_add(1 + second / 4)),
                other.saturating_sub(sum) + below,
            );
            let (position, player) = (child.position.clone(), child.player);
            self.history.enter(self.rules, &position);
            let found = self.expand(&position, player, ply + 1, limit.proof, limit.disproof)?;
            self.history.leave(self.rules);
            children[best].numbers = found;
        }
    }
}

impl Numbers {
    /// The number that the player to move wants small, and the other.
    fn seen(self, choosing: bool) -> (u32, u32) {
        if choosing {
            (self.proof, self.disproof)
        } else {
            (self.disproof, self.proof)
        }
    }

    fn of(choosing: bool, own: u32, other: u32) -> Numbers {
        if choosing {
            Numbers {
                proof: own,
                disproof: other,
            }
        } else {
            Numbers {
                proof: other,
                disproof: own,
            }
        }
    }
}

/// The table keeps 24 bits of each number: one as a number that a 32-bit float holds exactly, the other beside it.
fn pack(numbers: Numbers) -> Entry {
    Entry {
        score: numbers.proof as f32,
        bound: Bound::Exact,
        // What took much to find out, and what is settled, is kept longest.
        depth: if numbers == PROVED || numbers == DISPROVED {
            u8::MAX
        } else {
            (numbers.disproof >> 16) as u8
        },
        solid: numbers == PROVED || numbers == DISPROVED,
        // The table takes the highest slot for none.
        slot: (numbers.disproof as u16).min(Entry::NO_SLOT - 1),
    }
}

fn unpack(entry: Entry) -> Numbers {
    let proof = entry.score as u32;
    if entry.solid {
        return if proof == 0 { PROVED } else { DISPROVED };
    }
    Numbers {
        proof,
        disproof: u32::from(entry.depth) << 16 | u32::from(entry.slot),
    }
}
