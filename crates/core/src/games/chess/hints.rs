//! What helps an engine to play chess: captures that pay first, the null move, and checks that must be answered.

use super::evaluation::HUNDREDTH;
use super::exchange::{WORTH, pays};
use super::{
    CASTLING, EN_PASSANT, KINGS, KNIGHTS, Move, NOTHING, PAWNS, PLAIN, PROMOTION, Position, QUEENS,
    Rules,
};
use crate::control::mix;
use crate::game::Hints;

/// Captures come before everything else.
const CAPTURE: i32 = 100_000;

/// The kind that a move captures.
#[inline(always)]
fn captured(position: &Position, action: Move) -> usize {
    match action.special() {
        PLAIN | PROMOTION => position.kind_on(action.to()),
        EN_PASSANT => PAWNS,
        _ => NOTHING,
    }
}

impl Hints for Rules {
    /// The most valuable victim first, by the least valuable attacker; below 0 if the exchange loses something, and for
    /// promotions to less than a queen.
    #[inline]
    fn promise(&self, position: &Position, action: &Move) -> i32 {
        let victim = captured(position, *action);
        let promotes = action.special() == PROMOTION;
        if victim == NOTHING && !promotes {
            return 0;
        }
        let mut promise = CAPTURE + 16 * WORTH[victim];
        if promotes {
            if action.promoted() != QUEENS {
                return WORTH[action.promoted()] - CAPTURE;
            }
            promise += 16 * (WORTH[QUEENS] - WORTH[PAWNS]);
            if victim != NOTHING || pays(self, position, *action, 0) {
                return promise;
            }
            return -WORTH[PAWNS];
        }
        let attacker = position.kind_on(action.from());
        // A king captures only what nobody protects.
        if WORTH[attacker] > WORTH[victim] && attacker != KINGS && !pays(self, position, *action, 0)
        {
            return WORTH[victim] - WORTH[attacker];
        }
        promise - WORTH[attacker].min(WORTH[QUEENS] + WORTH[PAWNS]) / 16
    }

    /// Material only: an engine knows how much the rest of an evaluation may change.
    #[inline]
    fn gain(&self, position: &Position, action: &Move) -> f64 {
        let worth = |kind: usize| {
            self.weights.weights[..QUEENS + 1]
                .get(kind)
                .map_or(0, |pair| pair.middle().max(pair.end()))
        };
        let mut gain = worth(captured(position, *action));
        if action.special() == PROMOTION {
            gain += worth(action.promoted()) - worth(PAWNS);
        }
        HUNDREDTH * f64::from(gain)
    }

    /// The move itself; its lower twelve bits say from where to where.
    #[inline(always)]
    fn slot(&self, action: &Move) -> u16 {
        action.0
    }

    /// The kind of piece and where it goes.
    #[inline(always)]
    fn theme(&self, position: &Position, action: &Move) -> u16 {
        (position.kind_on(action.from()) as u16) << 6 | u16::from(action.to())
    }

    /// The pawns.
    #[inline(always)]
    fn structure(&self, position: &Position) -> u64 {
        mix(position.of(0, PAWNS) ^ mix(position.of(1, PAWNS)))
    }

    #[inline]
    fn keeps(&self, position: &Position, action: &Move, least: f64) -> bool {
        let least = (least / HUNDREDTH) as i32;
        if action.special() == CASTLING {
            return least <= 0;
        }
        pays(self, position, *action, least)
    }

    #[inline]
    fn is_urgent(&self, position: &Position) -> bool {
        self.in_check(position)
    }

    /// Not with king and pawns alone, where having to move is often what loses.
    #[inline]
    fn skip(&self, position: &Position) -> Option<Position> {
        let pieces = position.kinds[KNIGHTS..KINGS]
            .iter()
            .fold(0, |all, set| all | set);
        if pieces & position.sides[position.mover()] == 0 || self.in_check(position) {
            return None;
        }
        let mut after = *position;
        after.forget_en_passant();
        after.clock = after.clock.saturating_add(1);
        after.pass();
        (!self.is_drawn(&after) && self.has_moves(&after)).then_some(after)
    }
}
