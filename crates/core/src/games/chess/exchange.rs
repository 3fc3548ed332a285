//! Static exchange evaluation: what comes of capturing on one square and capturing back, each side with its least piece.

use super::attacks::{Square, bit};
use super::{
    BISHOPS, CASTLING, EN_PASSANT, KINGS, Move, NOTHING, PAWNS, PROMOTION, Position, QUEENS, ROOKS,
    Rules,
};

/// What pieces count in an exchange, in hundredths of a pawn; the king more than all others together.
pub const WORTH: [i32; 7] = [100, 320, 330, 500, 900, 20_000, 0];

/// What the mover gains by a move, in hundredths of a pawn, if both sides go on capturing on that square as long as it
/// pays. Pins are not looked at; pieces behind other pieces are.
pub fn exchange(rules: &Rules, position: &Position, action: Move) -> i32 {
    let (from, to) = (action.from(), action.to());
    if action.special() == CASTLING {
        return 0;
    }
    let mut occupied = position.occupied() ^ bit(from);
    let mut on_square = position.kind_on(from);
    let mut gains = [0; 33];
    gains[0] = WORTH[position.kind_on(to)];
    if action.special() == EN_PASSANT {
        occupied ^= bit(to ^ 8);
        gains[0] = WORTH[PAWNS];
    } else if action.special() == PROMOTION {
        on_square = action.promoted();
        gains[0] += WORTH[on_square] - WORTH[PAWNS];
    }
    // 1. Forwards: each capture wins what stands there, and puts the capturing piece at stake.
    let mut side = 1 - position.mover();
    let mut depth = 0;
    while let Some((square, kind)) = least_attacker(rules, position, to, occupied, side) {
        // A king cannot capture what is protected.
        if kind == KINGS
            && least_attacker(rules, position, to, occupied ^ bit(square), 1 - side).is_some()
        {
            break;
        }
        depth += 1;
        gains[depth] = WORTH[on_square] - gains[depth - 1];
        on_square = kind;
        occupied ^= bit(square);
        side = 1 - side;
    }
    // 2. Backwards: nobody goes on when stopping is better.
    while depth > 0 {
        gains[depth - 1] = -i32::max(-gains[depth - 1], gains[depth]);
        depth -= 1;
    }
    gains[0]
}

/// Does a move gain at least so many hundredths of a pawn by exchanges: is [`exchange`] at least that? Only not castling. It
/// stops as soon as that is clear.
pub(super) fn pays(rules: &Rules, position: &Position, action: Move, least: i32) -> bool {
    let (from, to) = (action.from(), action.to());
    let mut occupied = (position.occupied() ^ bit(from)) | bit(to);
    let mut on_square = position.kind_on(from);
    let mut victim = WORTH[position.kind_on(to)];
    if action.special() == EN_PASSANT {
        occupied ^= bit(to ^ 8);
        victim = WORTH[PAWNS];
    } else if action.special() == PROMOTION {
        on_square = action.promoted();
        victim += WORTH[on_square] - WORTH[PAWNS];
    }
    // 1. What the other side is ahead by if it captures back and that is the end.
    if victim < least {
        return false;
    }
    let mut ahead = WORTH[on_square] - (victim - least);
    if ahead <= 0 {
        return true;
    }
    // 2. Each side in turn captures with its least piece; who cannot get ahead so stops, and the other side has won.
    let kinds = &position.kinds;
    let bishops = kinds[BISHOPS] | kinds[QUEENS];
    let rooks = kinds[ROOKS] | kinds[QUEENS];
    let mut attackers =
        rules.attackers(position, to, occupied, 0) | rules.attackers(position, to, occupied, 1);
    let mut side = position.mover();
    let mut mover_wins = true;
    loop {
        side = 1 - side;
        attackers &= occupied;
        let own = attackers & position.sides[side];
        if own == 0 {
            return mover_wins;
        }
        let kind = (PAWNS..KINGS)
            .find(|kind| own & kinds[*kind] != 0)
            .unwrap_or(KINGS);
        if kind == KINGS {
            // A king cannot capture what is protected.
            let protected = attackers & position.sides[1 - side] != 0;
            return mover_wins == protected;
        }
        mover_wins = !mover_wins;
        ahead = WORTH[kind] - ahead;
        if ahead < i32::from(mover_wins) {
            return mover_wins;
        }
        let set = own & kinds[kind];
        occupied ^= set & set.wrapping_neg();
        if matches!(kind, PAWNS | BISHOPS | QUEENS) {
            attackers |= rules.attacks.bishop(to, occupied) & bishops;
        }
        if matches!(kind, ROOKS | QUEENS) {
            attackers |= rules.attacks.rook(to, occupied) & rooks;
        }
    }
}

/// The piece of least worth by which a side can capture on a square.
fn least_attacker(
    rules: &Rules,
    position: &Position,
    square: Square,
    occupied: u64,
    side: usize,
) -> Option<(Square, usize)> {
    let attackers = rules.attackers(position, square, occupied, side) & occupied;
    (PAWNS..NOTHING).find_map(|kind| {
        let set = attackers & position.kinds[kind];
        (set != 0).then(|| (set.trailing_zeros() as Square, kind))
    })
}

const _: () = assert!(
    BISHOPS < ROOKS && ROOKS < QUEENS && QUEENS < KINGS,
    "kinds go by worth"
);
