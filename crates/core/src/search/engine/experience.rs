//! What was learned about moves: which quiet ones were best, by themselves and after the moves before them.

/// Moves are remembered under this many numbers.
const SLOTS: usize = 1 << 12;
/// What moves do, by [`Hints::theme`](crate::game::Hints::theme), is remembered under this many numbers.
const THEMES: usize = 1 << 9;
/// The most that experience of one kind counts.
pub(super) const MOST: i32 = 1 << 14;
/// How many structures of positions are told apart; a power of 2.
const STRUCTURES: usize = 1 << 14;
/// How many evaluations are remembered; a power of 2.
const EVALUATIONS: usize = 1 << 15;
/// No move.
const NO_SLOT: u16 = u16::MAX;

/// What a move is remembered by.
#[derive(Clone, Copy)]
pub(super) struct Trace {
    pub(super) player: usize,
    pub(super) slot: u16,
    pub(super) theme: u16,
    /// Is it one about which experience decides?
    pub(super) quiet: bool,
}

impl Trace {
    /// No move, such as the one before the first.
    pub(super) const NONE: Trace = Trace {
        player: 0,
        slot: NO_SLOT,
        theme: 0,
        quiet: false,
    };

    /// Its row in what is known about the moves that follow it.
    fn row(self) -> usize {
        self.player * THEMES + usize::from(self.theme) % THEMES
    }
}

/// Moves before: the opponent's, one's own before that, and one's own before that one (+10 Elo, see `node.rs`).
pub(super) type Before = [Trace; 3];

/// One thread's experience.
pub(super) struct Experience {
    /// By player and slot: how often a quiet move was the best one.
    alone: Vec<[i16; SLOTS]>,
    /// By what one of the moves before did, and what the move does.
    following: Vec<[i16; THEMES]>,
    /// By player and slot of the move before: the quiet reply that was best.
    replies: Vec<[u16; SLOTS]>,
    /// By player to move and [`Hints::structure`](crate::game::Hints::structure): by how much evaluations were too low.
    errors: Vec<f32>,
    /// Evaluations of positions for the first player, with their keys.
    evaluations: Vec<(u64, f32)>,
}

impl Experience {
    /// An exact search learns less, since less of it would help.
    pub(super) fn new(players: usize, selective: bool) -> Experience {
        let much = usize::from(selective);
        Experience {
            alone: vec![[0; SLOTS]; players],
            following: vec![[0; THEMES]; much * players * THEMES],
            replies: vec![[NO_SLOT; SLOTS]; players],
            errors: vec![0.0; much * players * STRUCTURES],
            evaluations: vec![(0, 0.0); much * EVALUATIONS],
        }
    }

    fn place(player: usize, structure: u64) -> usize {
        player * STRUCTURES + (structure as usize & (STRUCTURES - 1))
    }

    /// By how much evaluations of positions like this were too low for the player to move.
    #[inline(always)]
    pub(super) fn error(&self, player: usize, structure: u64) -> f64 {
        f64::from(self.errors[Experience::place(player, structure)])
    }

    /// An evaluation turned out too low by so much; the deeper one looked, the more it counts.
    pub(super) fn correct(&mut self, player: usize, structure: u64, error: f64, depth: i32) {
        let mean = &mut self.errors[Experience::place(player, structure)];
        let weight = f64::from(depth.min(15) + 1) / 256.0;
        *mean += ((error - f64::from(*mean)) * weight) as f32;
    }

    /// For the next search: what was learned about moves by themselves counts half.
    pub(super) fn age(&mut self) {
        for number in self.alone.iter_mut().flatten() {
            *number /= 2;
        }
    }

    /// The evaluation of the position with this key: from memory, or asked for now.
    #[inline(always)]
    pub(super) fn evaluation(&mut self, key: u64, evaluate: impl FnOnce() -> f64) -> f64 {
        if self.evaluations.is_empty() {
            return evaluate();
        }
        let known = &mut self.evaluations[key as usize & (EVALUATIONS - 1)];
        if known.0 != key {
            *known = (key, evaluate() as f32);
        }
        f64::from(known.1)
    }

    /// How good a quiet move was, at most four times [`MOST`].
    #[inline(always)]
    pub(super) fn of(&self, action: Trace, before: &Before) -> i32 {
        let theme = usize::from(action.theme) % THEMES;
        let mut sum = i32::from(self.alone[action.player][usize::from(action.slot) % SLOTS]);
        for trace in before {
            if trace.slot != NO_SLOT
                && let Some(row) = self.following.get(trace.row())
            {
                sum += i32::from(row[theme]);
            }
        }
        sum
    }

    /// The evaluation after a quiet move was better than before it, or worse if the bonus is negative.
    pub(super) fn lean(&mut self, action: Trace, bonus: i32) {
        let number = &mut self.alone[action.player][usize::from(action.slot) % SLOTS];
        let old = i32::from(*number);
        *number = (old + bonus - old * bonus.abs() / MOST) as i16;
    }

    /// The reply that was best after this move.
    #[inline(always)]
    pub(super) fn reply(&self, player: usize, before: Trace) -> u16 {
        self.replies[player][usize::from(before.slot) % SLOTS]
    }

    /// This move was the best reply.
    pub(super) fn replied(&mut self, player: usize, before: Trace, slot: u16) {
        self.replies[player][usize::from(before.slot) % SLOTS] = slot;
    }

    /// A quiet move turned out good, or bad if the bonus is negative. The nearer experience is to its most, the less it
    /// grows.
    pub(super) fn learn(&mut self, action: Trace, before: &Before, bonus: i32) {
        let change = |number: &mut i16| {
            let old = i32::from(*number);
            *number = (old + bonus - old * bonus.abs() / MOST) as i16;
        };
        change(&mut self.alone[action.player][usize::from(action.slot) % SLOTS]);
        for trace in before {
            if trace.slot != NO_SLOT
                && let Some(row) = self.following.get_mut(trace.row())
            {
                change(&mut row[usize::from(action.theme) % THEMES]);
            }
        }
    }
}
