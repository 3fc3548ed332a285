//! What helps an engine to play chess: captures that pay first, the null move, and checks that must be answered.

use super::attacks::{KNIGHT, PAWN, bit};
use super::evaluation::HUNDREDTH;
use super::exchange::{WORTH, pays};
use super::{
    BISHOPS, CASTLING, EN_PASSANT, KINGS, KNIGHTS, Move, NOTHING, PAWNS, PLAIN, PROMOTION,
    Position, QUEENS, ROOKS, Rules,
};
use crate::control::mix;
use crate::game::{Game, Hints};

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

    #[inline]
    fn recall(&self, position: &Position, slot: u16) -> Option<Move> {
        let action = Move(slot);
        self.is_legal(position, action).then_some(action)
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

    /// Does it give check, by itself or by going out of the way?
    #[inline]
    fn threatens(&self, position: &Position, action: &Move) -> bool {
        let (from, to) = (action.from(), action.to());
        let mover = position.mover();
        let target = position.of(1 - mover, KINGS);
        let king = position.king(1 - mover);
        let kind = match action.special() {
            PLAIN => position.kind_on(from),
            PROMOTION => action.promoted(),
            _ => {
                let mut after = *position;
                self.play_unchecked(&mut after, action);
                return self.in_check(&after);
            }
        };
        let occupied = (position.occupied() ^ bit(from)) | bit(to);
        let reached = match kind {
            PAWNS => PAWN[mover][usize::from(to)],
            KNIGHTS => KNIGHT[usize::from(to)],
            BISHOPS => self.attacks.bishop(to, occupied),
            ROOKS => self.attacks.rook(to, occupied),
            QUEENS => self.attacks.bishop(to, occupied) | self.attacks.rook(to, occupied),
            _ => 0,
        };
        if reached & target != 0 {
            return true;
        }
        if self.attacks.line(king, from) == 0 {
            return false;
        }
        let own = position.sides[mover] & !bit(from);
        let kinds = &position.kinds;
        let bishops = own & (kinds[BISHOPS] | kinds[QUEENS]);
        let rooks = own & (kinds[ROOKS] | kinds[QUEENS]);
        self.attacks.bishop(king, occupied) & bishops != 0
            || self.attacks.rook(king, occupied) & rooks != 0
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
