//! Roll-outs: from every move, games are played on quickly; a move is worth their mean (Tesauro & Galperin 1996).
//!
//! Whoever moves in a trial takes the move after which the evaluation is best for her, with a little noise that breaks ties
//! and makes trials differ. A trial goes on to the end of the game or to the horizon, where the evaluation stands for what
//! would follow. All moves are tried with the same dice, so that luck does not tell them apart ("common random numbers"), and
//! a move that is clearly worse than the best one is tried no further. Textbook twin: `zermelo/textbook/roll_outs.py`.

use super::{Judge, Line, Method, Report, Sample};
use crate::control::{Control, Meter, Random, Stopped, mix, weighted};
use crate::game::{Evaluate, Turn};
use crate::history::History;
use crate::score::{Kind, Value};

/// The trials of the first round; every round doubles them.
const FIRST_ROUND: u64 = 16;
/// No move is tried more often: 36 × 36, as is usual in backgammon.
const MOST_TRIALS: u64 = 1_296;
/// After so many trials there is no need to go on with a move that alone is left.
const ENOUGH_TRIALS: u64 = 64;
/// A move is dropped when it is behind the best one by so many standard errors of the difference.
const CLEARLY: f64 = 2.5;
/// What the evaluation says about a move counts like so many trials, so that a handful of them does not choose by luck.
const OPINION: f64 = 4.0;
/// The noise on evaluations in trials, as a share of all there is to win.
const NOISE: f64 = 0.005;
/// The golden ratio: its multiples spread evenly over the numbers from 0 to 1.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// A move that may be the best.
struct Candidate<G: Evaluate> {
    /// None where chance is to move and the position itself is tried.
    action: Option<G::Move>,
    /// What follows it.
    position: G::Position,
    /// What the evaluation says about it.
    opinion: f64,
    sum: f64,
    squares: f64,
    /// What the trials of this round brought.
    round: Vec<f64>,
}

impl<G: Evaluate> Candidate<G> {
    fn take(&mut self, utility: f64) {
        self.sum += utility;
        self.squares += utility * utility;
        self.round.push(utility);
    }

    /// What it seems to be worth after so many trials.
    fn promise(&self, trials: u64) -> f64 {
        (OPINION * self.opinion + self.sum) / (OPINION + trials as f64)
    }

    /// Is another one clearly better? How much the difference varies is taken from this round, which is half of all trials.
    fn is_beaten(&self, best: &Candidate<G>, trials: u64) -> bool {
        let behind = (best.sum - self.sum) / trials as f64;
        let differences = best.round.iter().zip(&self.round).map(|(a, b)| a - b);
        let count = self.round.len() as f64;
        let mean = differences.clone().sum::<f64>() / count;
        let spread = differences.map(|d| (d - mean).powi(2)).sum::<f64>() / (count - 1.0);
        behind > CLEARLY * (spread / trials as f64).sqrt() + 1e-12
    }
}

struct Trials<'a, G: Evaluate> {
    rules: &'a G,
    judge: Judge,
    meter: Meter<'a>,
    history: History,
    seed: u64,
    /// Plies from the root to the horizon.
    horizon: u32,
    noise: f64,
    moves: Vec<G::Move>,
    chances: Vec<(G::Move, f64)>,
    deepest: u32,
}

/// Searches an unfinished position within the limits of nodes and time, up to [`MOST_TRIALS`] for each move.
pub(super) fn search<G: Evaluate>(
    rules: &G,
    (root, history): (&G::Position, &History),
    judge: Judge,
    seed: u64,
    control: &Control,
) -> Report<G::Move> {
    let mut run = Trials {
        rules,
        judge,
        meter: Meter::new(control),
        history: history.clone(),
        seed,
        horizon: control.depth(),
        noise: NOISE * (judge.bounds.1 - judge.bounds.0),
        moves: Vec::new(),
        chances: Vec::new(),
        deepest: 0,
    };
    let mut candidates = run.candidates(root);
    // Where chance is to move there is nothing to choose: the value alone is wanted.
    let chooses = candidates.iter().any(|one| one.action.is_some());
    let mut trials = 0;
    // Rules that fail spoil what is being looked at, but not what was found before.
    let mut spoiled = rules.trouble().is_some();
    if spoiled {
        candidates.clear();
    }
    // 1. Rounds of trials, until enough of them are made or the limits are used up.
    'rounds: while trials < MOST_TRIALS && !candidates.is_empty() {
        let until = (2 * trials).clamp(FIRST_ROUND, MOST_TRIALS);
        for candidate in &mut candidates {
            candidate.round.clear();
        }
        let mut found = Vec::with_capacity(candidates.len());
        while trials < until {
            // 2. One trial of every move with the same dice; it counts when all of them are done.
            found.clear();
            for candidate in &candidates {
                let ply = u32::from(candidate.action.is_some());
                let Some(utility) = run.trial(&candidate.position, ply, trials) else {
                    break 'rounds;
                };
                found.push(utility);
            }
            spoiled = rules.trouble().is_some();
            if spoiled {
                break 'rounds;
            }
            for (candidate, utility) in candidates.iter_mut().zip(&found) {
                candidate.take(*utility);
            }
            trials += 1;
        }
        // 3. What is clearly worse than the best one is dropped.
        let best = best_of(&candidates, trials);
        let beaten: Vec<bool> = candidates
            .iter()
            .map(|one| one.is_beaten(&candidates[best], trials))
            .collect();
        let mut beaten = beaten.into_iter();
        candidates.retain(|_| !beaten.next().expect("one for each"));
        if candidates.len() == 1 && trials >= ENOUGH_TRIALS && chooses {
            break;
        }
    }
    // 4. The best of those that are left.
    spoiled |= rules.trouble().is_some();
    let stopped = match run.meter.stopped() {
        _ if spoiled => Stopped::Interrupted,
        Some(stopped) => stopped,
        None => Stopped::Finished,
    };
    let nodes = if candidates.is_empty() {
        0
    } else {
        run.meter.nodes()
    };
    let (mut moves, mut utility, mut sample) = (Vec::new(), judge.share, None);
    if !candidates.is_empty() {
        let best = &candidates[best_of(&candidates, trials)];
        moves.extend(best.action.clone());
        utility = best.opinion;
        if trials > 0 {
            let count = trials as f64;
            // Adding 0.0 turns −0 into 0.
            utility = best.sum / count + 0.0;
            let spread = (best.squares - best.sum * best.sum / count).max(0.0) / (count - 1.0);
            sample = Some(Sample {
                trials,
                error: (trials > 1).then(|| (spread / count).sqrt()),
            });
        }
    }
    let line = Line {
        moves,
        value: Value {
            kind: Kind::Estimate,
            utility,
            plies: None,
            player: judge.player,
        },
        depth: run.deepest,
    };
    let spent = (nodes, run.deepest);
    let mut report = Report::new(Method::RollOuts, vec![line], spent, control, stopped);
    report.sample = sample;
    report
}

/// The first of those that seem to be worth most after so many trials of each.
fn best_of<G: Evaluate>(candidates: &[Candidate<G>], trials: u64) -> usize {
    let mut best = 0;
    for (index, one) in candidates.iter().enumerate() {
        if one.promise(trials) > candidates[best].promise(trials) {
            best = index;
        }
    }
    best
}

impl<G: Evaluate> Trials<'_, G> {
    /// The moves of the root with the opinions about them, or the root itself where chance decides. Fewer when it was
    /// stopped meanwhile.
    fn candidates(&mut self, root: &G::Position) -> Vec<Candidate<G>> {
        let rules = self.rules;
        let mut found = Vec::new();
        let mut actions = Vec::new();
        if self.history.turn(rules, root) == Turn::Chance {
            actions.push(None);
        } else {
            actions.extend(rules.actions(root).into_iter().map(Some));
        }
        for action in actions {
            // The first one is looked at whatever the limits: an answer is owed.
            if self.meter.must_stop() && !found.is_empty() {
                break;
            }
            let mut position = root.clone();
            if let Some(action) = &action {
                rules.play_unchecked(&mut position, action);
            }
            found.push(Candidate {
                opinion: self.opinion(&position, self.judge.player),
                action,
                position,
                sum: 0.0,
                squares: 0.0,
                round: Vec::new(),
            });
        }
        found
    }

    /// What a position that follows the one at hand seems to be worth to a player.
    fn opinion(&mut self, position: &G::Position, player: usize) -> f64 {
        self.history.enter(self.rules, position);
        let worth = if self.history.turn(self.rules, position) == Turn::Over {
            self.history.utility(self.rules, position, player)
        } else {
            self.horizon(position, player)
        };
        self.history.leave(self.rules);
        worth
    }

    /// What an unfinished position is taken to be worth to a player.
    fn horizon(&self, position: &G::Position, player: usize) -> f64 {
        if self.judge.evaluation {
            self.rules.evaluate(position, player)
        } else {
            self.judge.share
        }
    }

    /// Plays on from a position `ply` plies below the root: what that brings the player who asks. None when it was stopped.
    fn trial(&mut self, start: &G::Position, ply: u32, number: u64) -> Option<f64> {
        // Dice and noise come from two sources, so that the same dice fall whatever the players think about.
        let mut dice = Random::new(mix(self.seed ^ mix(2 * number)));
        let mut noise = Random::new(mix(self.seed ^ mix(2 * number + 1)));
        // The first dice of all trials are spread evenly over what chance may bring.
        let shift = Random::new(self.seed).unit();
        let mut first = Some((shift + number as f64 * GOLDEN).fract());
        let (mut position, mut ply, mut entered) = (start.clone(), ply, 0);
        if ply > 0 {
            self.history.enter(self.rules, &position);
            entered += 1;
        }
        let worth = loop {
            self.deepest = self.deepest.max(ply);
            let next = match self.history.turn(self.rules, &position) {
                Turn::Over => {
                    let player = self.judge.player;
                    break Some(self.history.utility(self.rules, &position, player));
                }
                _ if ply >= self.horizon => {
                    break Some(self.horizon(&position, self.judge.player));
                }
                Turn::Chance => {
                    let unit = first.take().unwrap_or_else(|| dice.unit());
                    self.event(&position, unit)
                }
                Turn::Player(player) => self.quick(&position, player, &mut noise),
            };
            let Some(next) = next else { break None };
            position = next;
            self.history.enter(self.rules, &position);
            (entered, ply) = (entered + 1, ply + 1);
        };
        for _ in 0..entered {
            self.history.leave(self.rules);
        }
        worth
    }

    /// What follows when chance brings the event at this place between 0 and 1. None when it was stopped.
    fn event(&mut self, position: &G::Position, unit: f64) -> Option<G::Position> {
        if self.meter.must_stop() {
            return None;
        }
        self.chances.clear();
        self.rules.chances(position, &mut self.chances);
        let parts = self.chances.iter().map(|(_, probability)| *probability);
        let (event, _) = self.chances.get(weighted(unit, parts))?;
        let mut child = position.clone();
        self.rules.play_unchecked(&mut child, event);
        Some(child)
    }

    /// What follows when a player takes the move that looks best, or any move where nothing is evaluated. None when it was
    /// stopped.
    fn quick(
        &mut self,
        position: &G::Position,
        player: usize,
        noise: &mut Random,
    ) -> Option<G::Position> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.rules.moves(position, &mut moves);
        if !self.judge.evaluation && moves.len() > 1 {
            let chosen = noise.below(moves.len());
            moves.swap(0, chosen);
            moves.truncate(1);
        }
        let mut best: Option<(f64, G::Position)> = None;
        for action in &moves {
            if self.meter.must_stop() {
                best = None;
                break;
            }
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, action);
            let looks = if moves.len() == 1 {
                0.0
            } else {
                self.opinion(&child, player) + self.noise * noise.unit()
            };
            if best.as_ref().is_none_or(|(most, _)| looks > *most) {
                best = Some((looks, child));
            }
        }
        self.moves = moves;
        best.map(|(_, child)| child)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::game::{Hints, Notation};
    use crate::games::{connect_four, pig, tic_tac_toe};
    use crate::search::{self, Request};

    /// The move that is found, and the report without its time.
    fn rolled<G: Hints + Notation>(
        rules: &G,
        text: &str,
        nodes: u64,
        seed: u64,
    ) -> (String, Report<G::Move>) {
        let position = rules.parse(text).unwrap();
        let history = History::new(rules, &position);
        let request = Request {
            method: Some(Method::RollOuts),
            seed,
            ..Request::default()
        };
        let control = Control::new(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        let mut found = search::search(rules, &position, &history, &request, &control).unwrap();
        found.seconds = 0.0;
        (rules.move_text(&position, &found.line[0]), found)
    }

    #[test]
    fn the_same_seed_and_nodes_give_the_same_report() {
        let text = "0 0 +15 first";
        let one = rolled(&pig::Rules::default(), text, 20_000, 7);
        assert_eq!(one, rolled(&pig::Rules::default(), text, 20_000, 7));
        assert_ne!(one, rolled(&pig::Rules::default(), text, 20_000, 8));
        assert_eq!((one.1.nodes, one.1.stopped), (20_000, Stopped::Nodes));
        let Sample { trials, error } = one.1.sample.unwrap();
        assert!(trials > 10 && error.unwrap() > 0.0);
    }

    #[test]
    fn wins_are_taken_and_threats_parried() {
        for (text, best) in [("xx./oo./... x", "c3"), ("xx./o../... o", "c3")] {
            let (found, report) = rolled(&tic_tac_toe::Rules::default(), text, 1_000_000, 1);
            assert_eq!((found.as_str(), report.value.kind), (best, Kind::Estimate));
        }
        let (found, report) = rolled(&connect_four::Rules::default(), "112233", 1_000_000, 1);
        assert_eq!((found.as_str(), report.value.utility), ("4", 1.0));
    }

    #[test]
    fn a_search_stopped_at_once_still_answers() {
        let (_, report) = rolled(&connect_four::Rules::default(), "4", 1, 1);
        assert_eq!((report.nodes, report.sample), (1, None));
    }
}
