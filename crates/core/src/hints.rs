//! What games may tell an engine: hints, none of which changes a value.

use std::hash::{Hash, Hasher};

use crate::game::{Evaluate, Mixer};

/// What helps an engine: where to look first, and what shows without looking. Every hint has a default that costs nothing
/// and changes nothing; no hint may change the value of a position, only how soon it is found.
pub trait Hints: Evaluate {
    /// Appends legal moves, each once, one of which is as good as any legal move, in an order that is always the same. A
    /// game leaves out moves that lose at once where others do not, or keeps only the one that parries a threat.
    /// Only when the turn is a player's.
    #[inline(always)]
    fn candidates(&self, position: &Self::Position, out: &mut Vec<Self::Move>) {
        self.moves(position, out);
    }

    /// Appends legal moves, each once, one of which gets as high a utility as any legal move, if not as soon or as late, in
    /// an order that is always the same: those that matter when the question is who wins, not when.
    /// Only when the turn is a player's.
    #[inline(always)]
    fn contenders(&self, position: &Self::Position, out: &mut Vec<Self::Move>) {
        self.candidates(position, out);
    }

    /// How good a move looks before it is searched: above 0 for moves to be tried first (the best first), 0 for quiet
    /// moves, about which the engine's own experience decides, below 0 for those to be tried last. Quiescence search leaves
    /// out noisy moves below 0.
    #[inline(always)]
    fn promise(&self, _position: &Self::Position, _action: &Self::Move) -> i32 {
        0
    }

    /// The most that a noisy move can add to the evaluation of the player to move.
    fn gain(&self, _position: &Self::Position, _action: &Self::Move) -> f64 {
        f64::INFINITY
    }

    /// What the player to move can count on and hope for. Only when the turn is a player's. The window holds the utilities
    /// of interest to her: all that is asked is whether the value is at or below the first or at or above the second.
    #[inline(always)]
    fn outlook(&self, _position: &Self::Position, _window: (f64, f64)) -> Outlook {
        Outlook::OPEN
    }

    /// Is so little left of the game that looking at it is quicker than remembering it?
    #[inline(always)]
    fn is_brief(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The key under which tables keep the position, and the symmetry (see [`Symmetry`](crate::game::Symmetry); 0 for none) under which it is
    /// seen there. Positions with the same key have the same future for the player to move, whoever that is: the same
    /// utilities but for [`Hints::settled`].
    #[inline(always)]
    fn table_key(&self, position: &Self::Position) -> (u64, usize) {
        (self.key(position), 0)
    }

    /// The part of the first player's utility that can be told from the rest: it is the same however the game goes on, and
    /// [`Hints::table_key`] does not depend on it. Not in games of results.
    #[inline(always)]
    fn settled(&self, _position: &Self::Position) -> f64 {
        0.0
    }

    /// A number for the move, rarely the same for two moves of a position: tables remember moves by it.
    #[inline(always)]
    fn slot(&self, action: &Self::Move) -> u16 {
        let mut hasher = Mixer(0);
        action.hash(&mut hasher);
        hasher.finish() as u16
    }

    /// The legal move with this slot, if there is one and it is found without listing all moves. A search then looks at the
    /// move that its table remembers before it lists the others.
    fn recall(&self, _position: &Self::Position, _slot: u16) -> Option<Self::Move> {
        None
    }

    /// The same rules with all the knowledge that is worth its memory and its making when a search is to go on to the end of
    /// the game, such as tables of endgames. They differ in hints only. `None` when there is nothing to add.
    fn equipped(&self) -> Option<Self> {
        None
    }

    /// What an unfinished position is worth to the first player under best play, on average where chance takes part, if that
    /// can be told without looking ahead, such as from a table, which may be made when it is first asked for. Only in games
    /// for one player, or for two of whom one's gain is the other's loss. Solvers ask first, and so does the engine in games
    /// with chance, unless a depth limit says that it shall find what plain search finds.
    #[inline(always)]
    fn solved(&self, _position: &Self::Position) -> Option<f64> {
        None
    }

    /// A number for what a move does, such as which piece goes where: experience with what follows a move is kept by it. Best
    /// below 512.
    #[inline(always)]
    fn theme(&self, _position: &Self::Position, action: &Self::Move) -> u16 {
        self.slot(action)
    }

    /// A number for what lasts in a position, such as how the pawns stand: where evaluations are wrong they often are so in the
    /// same way. 0 says nothing.
    #[inline(always)]
    fn structure(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// Does a move gain at least this much of the evaluation (or lose at most so much, below 0), as far as shows without
    /// looking ahead, such as from the exchanges that it begins?
    #[inline(always)]
    fn keeps(&self, _position: &Self::Position, _action: &Self::Move, _least: f64) -> bool {
        true
    }

    /// Must the player to move answer a threat, such as a check? Then the position is not judged but searched further.
    #[inline(always)]
    fn is_urgent(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Does a move make a threat that must be answered: is [`Hints::is_urgent`] true of the position after it?
    #[inline(always)]
    fn threatens(&self, position: &Self::Position, action: &Self::Move) -> bool {
        let mut after = position.clone();
        self.play_unchecked(&mut after, action);
        self.is_urgent(&after)
    }

    /// The position after doing nothing, where that is next to never the best move: the null move. Only when the turn is a
    /// player's; the turn then is the other one's.
    #[inline(always)]
    fn skip(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// What the player to move can count on and hope for, seen without looking ahead. Both must be true, but need not say much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// The player gets at least this utility. In a game of results, a loss (−1) comes with the number of plies that it is
    /// away at least, a win (1) with the number that it is away at most.
    pub least: (f64, u32),
    /// The player gets at most this utility. In a game of results, a win comes with the number of plies that it is away
    /// at least, a loss with the number that it is away at most.
    pub most: (f64, u32),
}

impl Outlook {
    /// Anything may happen.
    pub const OPEN: Outlook = Outlook {
        least: (f64::NEG_INFINITY, 0),
        most: (f64::INFINITY, 0),
    };

    /// This will happen, after this many plies.
    pub fn certain(utility: f64, plies: u32) -> Outlook {
        Outlook {
            least: (utility, plies),
            most: (utility, plies),
        }
    }
}
