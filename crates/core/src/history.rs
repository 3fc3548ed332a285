//! The positions before this one, for rules that end a game when a position comes back too often.

use crate::control::mix;
use crate::game::{Game, Turn};

/// The keys of all positions from the beginning to the one at hand, as far back as any of them can come back.
///
/// Costs nothing in games without [`Game::repetitions`].
#[derive(Clone, Default, Debug)]
pub struct History {
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Is everything before it out of reach?
    fresh: bool,
    /// A number for all positions before it that are within reach, in whatever order.
    trail: u64,
}

impl History {
    /// The history of a game that begins here.
    pub fn new<G: Game>(rules: &G, position: &G::Position) -> History {
        let mut history = History::default();
        history.enter(rules, position);
        history
    }

    /// Goes on to a position.
    #[inline(always)]
    pub fn enter<G: Game>(&mut self, rules: &G, position: &G::Position) {
        if rules.repetitions().is_some() {
            let fresh = rules.is_irreversible(position);
            let trail = match self.steps.last() {
                Some(last) if !fresh => last.trail.wrapping_add(mix(last.key)),
                _ => 0,
            };
            self.steps.push(Step {
                key: rules.key(position),
                fresh,
                trail,
            });
        }
    }

    /// Goes back to the position before.
    #[inline(always)]
    pub fn leave<G: Game>(&mut self, rules: &G) {
        if rules.repetitions().is_some() {
            self.steps.pop();
        }
    }

    /// How many positions are remembered.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Goes back to when so many were remembered.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.steps.truncate(len);
    }

    /// The history after one more position, without what cannot come back.
    pub fn after<G: Game>(&self, rules: &G, position: &G::Position) -> History {
        let mut history = History::default();
        if rules.repetitions().is_some() && !rules.is_irreversible(position) {
            history.steps.clone_from(&self.steps);
        }
        history.enter(rules, position);
        history
    }

    /// How often the position at hand has occurred.
    pub fn occurrences(&self) -> u32 {
        let Some(last) = self.steps.last() else {
            return 1;
        };
        let mut count = 0;
        for step in self.steps.iter().rev() {
            count += u32::from(step.key == last.key);
            if step.fresh {
                break;
            }
        }
        count
    }

    /// Did the position at hand occur among the `plies` positions before it?
    pub fn is_recent(&self, plies: u32) -> bool {
        let Some(last) = self.steps.last() else {
            return false;
        };
        let mut reach = !last.fresh;
        for step in self.steps.iter().rev().skip(1).take(plies as usize) {
            if !reach || step.key == last.key {
                return reach;
            }
            reach = !step.fresh;
        }
        false
    }

    /// A number for the positions that could come back, but for the one at hand: with the same trail, the same position
    /// has the same future.
    #[inline(always)]
    pub fn trail(&self) -> u64 {
        self.steps.last().map_or(0, |last| last.trail)
    }

    /// Is the game over because the position at hand came back too often?
    #[inline(always)]
    pub fn is_repeated<G: Game>(&self, rules: &G) -> bool {
        match rules.repetitions() {
            Some(times) => self.occurrences() >= times,
            None => false,
        }
    }

    /// Who decides in the position at hand. A game that is over anyway is not over by repetition.
    #[inline(always)]
    pub fn turn<G: Game>(&self, rules: &G, position: &G::Position) -> Turn {
        match rules.turn(position) {
            Turn::Over => Turn::Over,
            _ if self.is_repeated(rules) => Turn::Over,
            turn => turn,
        }
    }

    /// What the finished game is worth to a player.
    #[inline(always)]
    pub fn utility<G: Game>(&self, rules: &G, position: &G::Position, player: usize) -> f64 {
        if rules.repetitions().is_some() && rules.turn(position) != Turn::Over {
            rules.repeated_utility(position, player)
        } else {
            rules.utility(position, player)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::chess;

    #[test]
    fn what_came_before_is_told_by_its_positions_and_not_by_their_order() {
        let rules = chess::Rules::default();
        let after = |moves: &str| {
            let mut position = rules.start();
            let mut history = History::new(&rules, &position);
            for text in moves.split(' ') {
                let action = rules.read_move(&position, text).unwrap();
                rules.play_unchecked(&mut position, &action);
                history.enter(&rules, &position);
            }
            history
        };
        // Out and home again with a knight: the start is back after four plies.
        let home = after("Nf3 Nf6 Ng1 Ng8");
        assert_eq!(home.occurrences(), 2);
        assert!(home.is_recent(4) && !home.is_recent(3));
        assert!(!after("Nf3 Nf6 Ng1").is_recent(3));
        // A pawn's move puts everything before it out of reach.
        let fresh = after("Nf3 Nf6 e3");
        assert_eq!((fresh.trail(), fresh.is_recent(3)), (0, false));
        // The same position on two ways through other positions.
        let (one, other) = (after("Nf3 Nf6 Nc3 Nc6"), after("Nc3 Nc6 Nf3 Nf6"));
        assert_ne!(one.trail(), other.trail());
        let (one, other) = (after("Nf3 Nf6 Ng1 Ng8 Nc3"), after("Nf3 Nf6 Ng1 Ng8 Nc3"));
        assert_eq!(one.trail(), other.trail());
    }
}
