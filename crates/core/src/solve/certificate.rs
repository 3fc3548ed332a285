//! Certificates: a weak solution that anyone can check with the rules alone.
//!
//! A [`Claim`] says that a player gets at least so much, whatever the other does. Its certificate is a strategy: one move
//! of that player for every position that can come up. It is a list of numbers without positions, because both who writes
//! it and who checks it walk through the game in the same order: from the root, depth first, the opponent's moves in the
//! order of the rules, every position once. Where a move ends the game as claimed, it is taken without being written. In
//! the first plies, positions that are the same by a symmetry of the rules count as one.

use std::collections::HashMap;

use crate::control::{Control, Meter};
use crate::game::{Game, Hints, NEARLY, Turn};
use crate::search::engine::table::Table;
use crate::search::{Method, engine, proof_number};

/// So many plies from the root, symmetries are used. The first ones save most: in qubic
/// after 1a1 2b1, 181,785 decisions do instead of 294,151.
const SYMMETRIC: usize = 8;

/// A player gets at least this much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    /// The player: 0, 1.
    pub player: usize,
    /// The utility that is claimed.
    pub utility: f64,
}

/// What a walk through a certificate saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Different positions.
    pub positions: u64,
    /// Positions in which the player of the claim decides, but for those where a move ends the game as claimed.
    pub decisions: u64,
    /// Ends of the game, and positions in which the player of the claim ends it.
    pub ends: u64,
}

/// Why there is no certificate, or why it is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The work was stopped.
    Stopped,
    /// The claim does not hold, in one sentence.
    Refuted(String),
}

fn refuted<T>(sentence: &str) -> Result<T, Trouble> {
    Err(Trouble::Refuted(sentence.into()))
}

/// Finds a strategy for a claim about this position: the places of the moves among those of the rules. The moves are found
/// by the method (the engine or proof-number search) that left what it knows in the table.
///
/// # Errors
/// When the claim does not hold, or the search was stopped.
pub fn write<G: Hints>(
    rules: &G,
    root: &G::Position,
    claim: Claim,
    method: Method,
    control: &Control,
    table: &Table,
) -> Result<(Vec<u16>, Seen), Trouble> {
    let share = (claim.player, claim.utility);
    let mut prover = match method {
        // Proof numbers depend on the way that led to a position where one can come back.
        Method::ProofNumber if rules.repetitions().is_none() => {
            Prover::ByNumbers(proof_number::Prover::new(rules, share, control, table))
        }
        _ => Prover::Engine(engine::Prover::new(rules, share, control, table)),
    };
    let mut strategy = Vec::new();
    let seen = walk(rules, root, claim, control, &mut |position, moves| {
        let found = match &mut prover {
            Prover::Engine(prover) => prover.best(position),
            Prover::ByNumbers(prover) => prover.best(position),
        };
        let Some(found) = found else {
            return Err(Trouble::Stopped);
        };
        let Some(place) = found.and_then(|best| moves.iter().position(|legal| *legal == best))
        else {
            return refuted("the claim does not hold");
        };
        let Ok(place) = u16::try_from(place) else {
            return refuted("there are more moves than a certificate can number");
        };
        strategy.push(place);
        Ok(place)
    })?;
    Ok((strategy, seen))
}

/// Who finds the moves.
enum Prover<'a, G: Hints> {
    Engine(engine::Prover<'a, G>),
    ByNumbers(proof_number::Prover<'a, G>),
}

/// Checks a strategy completely, with the rules alone.
///
/// # Errors
/// When it does not keep what is claimed, or the work was stopped.
pub fn verify<G: Game>(
    rules: &G,
    root: &G::Position,
    claim: Claim,
    strategy: &[u16],
    control: &Control,
) -> Result<Seen, Trouble> {
    let mut rest = strategy.iter();
    let seen = walk(rules, root, claim, control, &mut |_, _| match rest.next() {
        Some(place) => Ok(*place),
        None => refuted("the strategy is too short"),
    })?;
    if rest.next().is_some() {
        return refuted("the strategy is too long");
    }
    Ok(seen)
}

/// Asked for the place of the player's move among the legal ones.
type Choice<'a, G> =
    &'a mut dyn FnMut(&<G as Game>::Position, &[<G as Game>::Move]) -> Result<u16, Trouble>;

/// A position whose moves are being followed.
struct Step<G: Game> {
    position: G::Position,
    /// What follows and has not been looked at yet, the next one last.
    next: Vec<G::Position>,
}

/// Follows every line of the opponent against the chosen moves, every position once.
fn walk<G: Game>(
    rules: &G,
    root: &G::Position,
    claim: Claim,
    control: &Control,
    choose: Choice<G>,
) -> Result<Seen, Trouble> {
    let facts = rules.facts();
    if facts.chance || facts.hidden || facts.players.len() != 2 || claim.player > 1 {
        return refuted("certificates are for games of two players without chance and secrets");
    }
    let mut meter = Meter::new(control);
    let mut seen = Seen::default();
    // True while the position is on the path.
    let mut visited: HashMap<G::Position, bool> = HashMap::new();
    let mut path: Vec<Step<G>> = Vec::new();
    let mut arrived = Some(root.clone());
    let mut moves = Vec::new();
    while let Some(mut position) = arrived {
        if path.len() <= SYMMETRIC {
            position = standard(rules, position);
        }
        if meter.must_stop() {
            return Err(Trouble::Stopped);
        }
        match visited.get(&position) {
            Some(false) => {}
            Some(true) => {
                // Round in circles: the opponent can repeat this until the game ends so, or for ever.
                let enough = rules.repetitions().is_some()
                    && rules.repeated_utility(&position, claim.player) >= claim.utility - NEARLY;
                if !enough {
                    return refuted("the strategy can be led round in circles");
                }
            }
            None if ends_it(rules, &position, claim, &mut moves) => seen.ends += 1,
            None => {
                let mut next = Vec::new();
                let mut follow = |action: &G::Move| {
                    let mut child = position.clone();
                    rules.play_unchecked(&mut child, action);
                    next.push(child);
                };
                moves.clear();
                seen.positions += 1;
                match rules.turn(&position) {
                    Turn::Over | Turn::Chance => {
                        seen.ends += 1;
                        if rules.utility(&position, claim.player) < claim.utility - NEARLY {
                            return refuted("a line ends with less than was claimed");
                        }
                    }
                    Turn::Player(player) if player == claim.player => {
                        seen.decisions += 1;
                        rules.moves(&position, &mut moves);
                        let place = choose(&position, &moves)?;
                        match moves.get(usize::from(place)) {
                            Some(action) => follow(action),
                            None => return refuted("a move of the strategy does not exist"),
                        }
                    }
                    Turn::Player(_) => {
                        rules.moves(&position, &mut moves);
                        moves.iter().rev().for_each(follow);
                    }
                }
                visited.insert(position.clone(), true);
                path.push(Step { position, next });
            }
        }
        arrived = onward(&mut path, &mut visited);
    }
    Ok(seen)
}

/// Of all positions that are the same by a symmetry, always the same one.
fn standard<G: Game>(rules: &G, position: G::Position) -> G::Position {
    let Some(symmetry) = rules.symmetry() else {
        return position;
    };
    (0..symmetry.count())
        .map(|way| symmetry.position(&position, way))
        .min_by_key(|seen| rules.key(seen))
        .unwrap_or(position)
}

/// Has the player of the claim a move that ends the game as claimed? Such positions are many and need not be remembered.
fn ends_it<G: Game>(
    rules: &G,
    position: &G::Position,
    claim: Claim,
    moves: &mut Vec<G::Move>,
) -> bool {
    if rules.turn(position) != Turn::Player(claim.player) {
        return false;
    }
    moves.clear();
    rules.moves(position, moves);
    moves.iter().any(|action| {
        let mut child = position.clone();
        rules.play_unchecked(&mut child, action);
        rules.turn(&child) == Turn::Over
            && rules.utility(&child, claim.player) >= claim.utility - NEARLY
    })
}

/// The next position that has not been looked at; those that are done leave the path.
fn onward<G: Game>(
    path: &mut Vec<Step<G>>,
    visited: &mut HashMap<G::Position, bool>,
) -> Option<G::Position> {
    loop {
        if let Some(next) = path.last_mut()?.next.pop() {
            return Some(next);
        }
        if let Some(done) = path.pop() {
            visited.insert(done.position, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::game::Notation;
    use crate::games::{connect_four, tic_tac_toe};

    const METHODS: [Method; 2] = [Method::Engine, Method::ProofNumber];

    fn control() -> Control {
        Control::new(Limits::default())
    }

    #[test]
    fn a_draw_needs_two_strategies_and_both_are_checked() {
        let rules = tic_tac_toe::Rules::default();
        let table = Table::new(1 << 20).unwrap();
        for (player, method) in [0, 1]
            .into_iter()
            .flat_map(|player| METHODS.map(|method| (player, method)))
        {
            let claim = Claim {
                player,
                utility: 0.0,
            };
            let root = rules.start();
            let (strategy, seen) = write(&rules, &root, claim, method, &control(), &table).unwrap();
            assert_eq!(
                verify(&rules, &root, claim, &strategy, &control()),
                Ok(seen)
            );
            // A win is claimed in vain.
            let claim = Claim {
                player,
                utility: 1.0,
            };
            let refutation = refuted::<Seen>("the claim does not hold");
            let written =
                write(&rules, &root, claim, method, &control(), &table).map(|(_, seen)| seen);
            assert_eq!(written, refutation);
            assert!(verify(&rules, &root, claim, &strategy, &control()).is_err());
        }
    }

    #[test]
    fn every_changed_move_of_a_winning_strategy_is_noticed() {
        let rules = connect_four::Rules::default();
        let root = rules.parse("25743546436333137556672411").unwrap();
        let table = Table::new(1 << 20).unwrap();
        let claims = [0, 1].map(|player| Claim {
            player,
            utility: 1.0,
        });
        let (claim, strategy) = claims
            .into_iter()
            .find_map(|claim| {
                let written =
                    write(&rules, &root, claim, Method::Engine, &control(), &table).ok()?;
                Some((claim, written.0))
            })
            .expect("somebody wins");
        let seen = verify(&rules, &root, claim, &strategy, &control()).unwrap();
        assert_eq!(seen.decisions, strategy.len() as u64);
        let mut broken = 0;
        for index in 0..strategy.len() {
            let mut other = strategy.clone();
            other[index] = (other[index] + 1) % 7;
            broken += u32::from(verify(&rules, &root, claim, &other, &control()).is_err());
        }
        // Another move may win too, but then the positions after it are others, and the strategy does not fit them.
        assert!(broken > 0);
        assert!(verify(&rules, &root, claim, &strategy[1..], &control()).is_err());
    }
}
