//! The positions before this one, for rules that end a game when a position comes back too often.

use crate::game::{Game, Turn};

/// The keys of all positions from the beginning to the one at hand, as far back as any of them can come back.
///
/// Costs nothing in games without [`Game::repetitions`].
#[derive(Clone, Default, Debug)]
pub struct History {
    /// The key, and whether everything before it is out of reach.
    steps: Vec<(u64, bool)>,
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
            self.steps.push((rules.key(position), fresh));
        }
    }

    /// Goes back to the position before.
    #[inline(always)]
    pub fn leave<G: Game>(&mut self, rules: &G) {
        if rules.repetitions().is_some() {
            self.steps.pop();
        }
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
        let Some((key, _)) = self.steps.last() else {
            return 1;
        };
        let mut count = 0;
        for (before, fresh) in self.steps.iter().rev() {
            count += u32::from(before == key);
            if *fresh {
                break;
            }
        }
        count
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
