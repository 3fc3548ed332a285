//! Proof-number search: is it won, or at least not lost? Yes or no, and why.
//!
//! df-pn (Nagai 2002): depth-first, in bounded memory. Every position has two numbers: how many positions must at least be
//! settled to prove that the player of interest reaches the goal, and how many to disprove it. The search always goes
//! where the smaller number is smallest: into forced lines, however long.

use std::collections::VecDeque;

use super::engine::table::{Bound, Entry, Table, fresh};
use super::{Judge, Line, Method, Report};
use crate::control::{Control, DEEPEST, Meter, Stopped, mix};
use crate::game::{Hints, NEARLY, Outlook, Turn};
use crate::history::History;
use crate::score::{Kind, Value};

/// More than any number that is counted.
const INFINITE: u32 = 1 << 24;

/// A question is first put aside after this many nodes.
const PATIENCE: u64 = 10_000;

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

/// Does this player get at least so much?
#[derive(Clone, Copy, Debug)]
struct Question {
    hero: usize,
    goal: f64,
}

impl Question {
    /// Does this player get more than an even share? In a game of results, a win. Both players' questions together settle
    /// who wins.
    fn of(hero: usize, judge: &Judge) -> Question {
        Question {
            hero,
            goal: if judge.by_result {
                1.0
            } else {
                judge.share + NEARLY
            },
        }
    }
}

struct Search<'a, G: Hints> {
    rules: &'a G,
    judge: Judge,
    meter: Meter<'a>,
    history: History,
    table: &'a Table,
    question: Question,
    /// The number of nodes at which this question is put aside.
    patience: u64,
    /// Did a game that ended by repetition count for the goal of a player, or against it? Then a proof, or a disproof,
    /// depends on the way that led there.
    circular: [[bool; 2]; 2],
    deepest: u32,
    /// Moves that are counted.
    moves: Vec<G::Move>,
}

struct Child<G: Hints> {
    action: G::Move,
    position: G::Position,
    key: Option<u64>,
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
    let player = judge.player;
    let mut search = Search::new(rules, judge, Meter::new(control), history.clone(), table);
    let (low, high) = judge.bounds;
    let (mut line, mut least, mut most) = (Vec::new(), low, high);
    let mut stopped = Stopped::Finished;
    // One player's question can take for ever where the other's is easy: they take turns, and longer ones each time.
    let mut open = VecDeque::from([player, 1 - player]);
    let mut patience = PATIENCE;
    while let Some(hero) = open.pop_front() {
        search.patience = if open.is_empty() {
            u64::MAX
        } else {
            search.meter.nodes() + patience
        };
        if hero != player {
            patience = patience.saturating_mul(4);
        }
        let question = Question::of(hero, &judge);
        let Some((numbers, best)) = search.ask(question, position) else {
            if let Some(reason) = search.meter.stopped() {
                stopped = reason;
                break;
            }
            open.push_back(hero);
            continue;
        };
        if search.circular[hero][usize::from(numbers != PROVED)] {
            stopped = Stopped::Depth;
            continue;
        }
        // More than a share is a win where only results count, less is a loss; who is not beaten has a share.
        match (numbers == PROVED, hero == player) {
            (true, true) => {
                least = if judge.by_result { 1.0 } else { judge.share };
                line = Vec::from_iter(best);
                break;
            }
            (true, false) => {
                most = if judge.by_result { -1.0 } else { judge.share };
                break;
            }
            (false, true) => most = judge.share,
            (false, false) => {
                least = judge.share;
                line = Vec::from_iter(best);
            }
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
    let lines = vec![Line {
        moves: line,
        value,
        depth,
    }];
    let spent = (search.meter.nodes(), depth);
    Report::new(Method::ProofNumber, lines, spent, control, stopped)
}

impl<'a, G: Hints> Search<'a, G> {
    /// Ready for questions about positions with this history.
    fn new(
        rules: &'a G,
        judge: Judge,
        meter: Meter<'a>,
        history: History,
        table: &'a Table,
    ) -> Search<'a, G> {
        // What depends on the way is not for the next search, which comes another way.
        table.serve(match rules.repetitions() {
            Some(_) => fresh(),
            None => 1,
        });
        Search {
            rules,
            judge,
            meter,
            history,
            table,
            question: Question::of(judge.player, &judge),
            patience: u64::MAX,
            circular: [[false; 2]; 2],
            deepest: 0,
            moves: Vec::new(),
        }
    }

    /// The answer, and a move with which the player to move gets what she wants, if there is one; None when the meter or the
    /// patience came to its end.
    fn ask(
        &mut self,
        question: Question,
        position: &G::Position,
    ) -> Option<(Numbers, Option<G::Move>)> {
        self.question = question;
        let Turn::Player(player) = self.rules.turn(position) else {
            return Some((self.end(position), None));
        };
        let wanted = if player == question.hero {
            PROVED
        } else {
            DISPROVED
        };
        // A position that was settled before needs no more than a look at what follows, unless the table has lost it.
        let best = match self.settling(position, player, wanted) {
            None => {
                let numbers = self.expand(position, player, 0, INFINITE, INFINITE)?;
                if numbers != wanted {
                    return Some((numbers, None));
                }
                self.settling(position, player, wanted)
            }
            best => best,
        };
        Some((wanted, best))
    }

    /// A move that settles a position so, as far as is known.
    fn settling(
        &mut self,
        position: &G::Position,
        player: usize,
        wanted: Numbers,
    ) -> Option<G::Move> {
        // 1. What shows at sight: the move that keeps to it.
        if let Some((numbers, plies)) = self.sight(position, player)
            && numbers == wanted
        {
            let mut moves = Vec::new();
            self.rules.candidates(position, &mut moves);
            moves.sort_by_cached_key(|action| -self.rules.promise(position, action));
            let mut best = None;
            for action in moves {
                let mut child = position.clone();
                self.rules.play_unchecked(&mut child, &action);
                self.history.enter(self.rules, &child);
                let seen = match self.history.turn(self.rules, &child) {
                    Turn::Player(player) => self.sight(&child, player),
                    Turn::Over | Turn::Chance => Some((self.end(&child), 0)),
                };
                self.history.leave(self.rules);
                match seen {
                    Some((numbers, left)) if numbers == wanted => {
                        if left < plies {
                            return Some(action);
                        }
                        best = best.or(Some(action));
                    }
                    _ => {}
                }
            }
            if best.is_some() {
                return best;
            }
        }
        // 2. What the table knows.
        self.children(position, 0)
            .into_iter()
            .find(|child| child.numbers == wanted)
            .map(|child| child.action)
    }

    /// The answer for a game that is over.
    fn end(&self, position: &G::Position) -> Numbers {
        let Question { hero, goal } = self.question;
        if self.history.utility(self.rules, position, hero) >= goal {
            PROVED
        } else {
            DISPROVED
        }
    }

    /// The answer that shows at first sight, and within how many plies.
    fn sight(&self, position: &G::Position, player: usize) -> Option<(Numbers, u32)> {
        let Question { hero, goal } = self.question;
        let mirrored = |(utility, plies)| (2.0 * self.judge.share - utility, plies);
        let window = if player == hero {
            (goal - NEARLY, goal)
        } else {
            let share = 2.0 * self.judge.share - goal;
            (share, share + NEARLY)
        };
        let Outlook { least, most } = self.rules.outlook(position, window);
        let (least, most): ((f64, u32), (f64, u32)) = if player == hero {
            (least, most)
        } else {
            (mirrored(most), mirrored(least))
        };
        if least.0 >= goal {
            Some((PROVED, least.1))
        } else if most.0 < goal {
            Some((DISPROVED, most.1))
        } else {
            None
        }
    }

    /// What is known about a position without looking further, and who is to move there.
    fn glance(&mut self, position: &G::Position, key: Option<u64>, ply: u32) -> (Numbers, usize) {
        let hero = self.question.hero;
        let player = match self.history.turn(self.rules, position) {
            Turn::Player(player) => player,
            Turn::Over | Turn::Chance => {
                let numbers = self.end(position);
                if self.rules.turn(position) != Turn::Over {
                    self.circular[hero][usize::from(numbers != PROVED)] = true;
                }
                return (numbers, hero);
            }
        };
        if ply >= DEEPEST {
            self.circular[hero][1] = true;
            return (DISPROVED, player);
        }
        // What was found out before is at hand; the game's own view may take long.
        if let Some(kept) = key.and_then(|key| self.table.probe(key)) {
            return (unpack(kept), player);
        }
        let numbers = match self.sight(position, player) {
            Some((numbers, _)) => numbers,
            None => {
                // Whoever has to answer all moves of the other has at least one position to settle for each.
                self.moves.clear();
                self.rules.contenders(position, &mut self.moves);
                Numbers::of(player == hero, 1, self.moves.len() as u32)
            }
        };
        self.keep(key, numbers);
        (numbers, player)
    }

    /// The key of an unfinished position in the light of the question. A game may give positions the same key that are the
    /// same but for who is to move and what is settled, so what counts is whether that is the hero, and what she needs yet.
    fn key(&self, position: &G::Position) -> Option<u64> {
        let Turn::Player(player) = self.rules.turn(position) else {
            return None;
        };
        let Question { hero, goal } = self.question;
        let settled = self.rules.settled(position);
        let need = if hero == 0 {
            goal - settled
        } else {
            goal + settled
        };
        let (key, _) = self.rules.table_key(position);
        Some(key ^ mix(need.to_bits() ^ u64::from(player == hero)))
    }

    fn keep(&self, key: Option<u64>, numbers: Numbers) {
        if let Some(key) = key {
            self.table.store(key, pack(numbers));
        }
    }

    fn children(&mut self, position: &G::Position, ply: u32) -> Vec<Child<G>> {
        let mut moves = Vec::new();
        self.rules.contenders(position, &mut moves);
        moves.sort_by_cached_key(|action| -self.rules.promise(position, action));
        let mut children: Vec<Child<G>> = Vec::with_capacity(moves.len());
        for action in moves {
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            let key = self.key(&child);
            // One of those that are the same seen another way is enough.
            if key.is_some() && children.iter().any(|before| before.key == key) {
                continue;
            }
            self.history.enter(self.rules, &child);
            let (numbers, player) = self.glance(&child, key, ply + 1);
            self.history.leave(self.rules);
            children.push(Child {
                action,
                position: child,
                key,
                player,
                numbers,
            });
        }
        children
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
        if self.meter.must_stop() || self.meter.nodes() > self.patience {
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
                self.keep(self.key(position), numbers);
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
            let found = self.expand(&position, player, ply + 1, limit.proof, limit.disproof);
            self.history.leave(self.rules);
            children[best].numbers = found?;
        }
    }
}

/// Proves, position after position, that a player gets at least as much as was claimed.
pub(crate) struct Prover<'a, G: Hints> {
    search: Search<'a, G>,
    question: Question,
    /// What the answer must be.
    wanted: Numbers,
}

impl<'a, G: Hints> Prover<'a, G> {
    /// For claims that this player gets at least this utility, in games where no position comes back.
    pub(crate) fn new(
        rules: &'a G,
        (player, utility): (usize, f64),
        control: &'a Control,
        table: &'a Table,
    ) -> Prover<'a, G> {
        let judge = Judge::new(&rules.facts(), player, true);
        let meter = Meter::new(control);
        let search = Search::new(rules, judge, meter, History::default(), table);
        // Whoever is sure of a share keeps the other from winning.
        let (question, wanted) = if (utility - judge.share).abs() <= NEARLY {
            (Question::of(1 - player, &judge), DISPROVED)
        } else {
            let (hero, goal) = (player, utility);
            (Question { hero, goal }, PROVED)
        };
        Prover {
            search,
            question,
            wanted,
        }
    }

    /// A move with which the player, who is to move, gets as much as was claimed; `None` inside when there is none, and
    /// outside when the search had to stop.
    pub(crate) fn best(&mut self, position: &G::Position) -> Option<Option<G::Move>> {
        let (numbers, best) = self.search.ask(self.question, position)?;
        Some(best.filter(|_| numbers == self.wanted))
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
