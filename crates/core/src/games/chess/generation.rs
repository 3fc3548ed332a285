//! Legal moves: found without trying them out, and given away in bunches, so that they can be counted without a list.

use super::attacks::{KING, KNIGHT, PAWN, Square, bit, first, squares};
use super::{
    BISHOPS, CASTLING, EN_PASSANT, KINGS, KNIGHTS, Move, PAWNS, PLAIN, PROMOTION, Position, QUEENS,
    RANKS, ROOKS, Rules, WHITE, castled,
};

/// Who takes moves. Each method says whether it has enough.
pub(super) trait Sink {
    /// A piece may go to any of these squares.
    fn piece(&mut self, from: Square, targets: u64) -> bool;

    /// Pawns may come to these squares, each from so many squares before.
    fn pawns(&mut self, targets: u64, step: i8) -> bool;

    /// Pawns may be promoted on these squares.
    fn promotions(&mut self, targets: u64, step: i8) -> bool;

    /// One special move.
    fn special(&mut self, action: Move) -> bool;
}

/// Lists the moves.
pub(super) struct Lister<'a>(pub(super) &'a mut Vec<Move>);

impl Sink for Lister<'_> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: u64) -> bool {
        for to in squares(targets) {
            self.0.push(Move::new(from, to, PLAIN));
        }
        false
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, step: i8) -> bool {
        for to in squares(targets) {
            self.0
                .push(Move::new(to.wrapping_add_signed(-step), to, PLAIN));
        }
        false
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, step: i8) -> bool {
        for to in squares(targets) {
            for kind in [QUEENS, ROOKS, BISHOPS, KNIGHTS] {
                let from = to.wrapping_add_signed(-step);
                self.0.push(Move::promotion(from, to, kind));
            }
        }
        false
    }

    #[inline(always)]
    fn special(&mut self, action: Move) -> bool {
        self.0.push(action);
        false
    }
}

/// Counts the moves.
pub(super) struct Counter(pub(super) u64);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _from: Square, targets: u64) -> bool {
        self.0 += u64::from(targets.count_ones());
        false
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, _step: i8) -> bool {
        self.0 += u64::from(targets.count_ones());
        false
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, _step: i8) -> bool {
        self.0 += 4 * u64::from(targets.count_ones());
        false
    }

    #[inline(always)]
    fn special(&mut self, _action: Move) -> bool {
        self.0 += 1;
        false
    }
}

/// Asks only whether there is a move.
pub(super) struct Any(pub(super) bool);

impl Sink for Any {
    #[inline(always)]
    fn piece(&mut self, _from: Square, targets: u64) -> bool {
        self.0 |= targets != 0;
        self.0
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, _step: i8) -> bool {
        self.0 |= targets != 0;
        self.0
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, _step: i8) -> bool {
        self.0 |= targets != 0;
        self.0
    }

    #[inline(always)]
    fn special(&mut self, _action: Move) -> bool {
        self.0 = true;
        true
    }
}

/// Asks only whether this is a move; told only of moves from its square.
pub(super) struct Finder(pub(super) Move, pub(super) bool);

impl Finder {
    #[inline(always)]
    fn is_among(&mut self, targets: u64, special: bool) -> bool {
        self.1 |= special && targets & bit(self.0.to()) != 0;
        self.1
    }
}

impl Sink for Finder {
    #[inline(always)]
    fn piece(&mut self, _from: Square, targets: u64) -> bool {
        self.is_among(targets, self.0.0 >> 12 == 0)
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, _step: i8) -> bool {
        self.is_among(targets, self.0.0 >> 12 == 0)
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, _step: i8) -> bool {
        self.is_among(targets, self.0.special() == PROMOTION)
    }

    #[inline(always)]
    fn special(&mut self, action: Move) -> bool {
        self.1 |= action == self.0;
        self.1
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Rules {
    /// Gives all legal moves of a position to a sink, always in the same order, until it has enough.
    #[inline]
    pub(super) fn generate<S: Sink>(&self, position: &Position, sink: &mut S) {
        if position.mover() == WHITE {
            self.moves_of::<0, false, S>(position, !0, sink);
        } else {
            self.moves_of::<1, false, S>(position, !0, sink);
        }
    }

    /// Gives those of them that capture or promote, in the same order.
    #[inline]
    pub(super) fn generate_noisy<S: Sink>(&self, position: &Position, sink: &mut S) {
        if position.mover() == WHITE {
            self.moves_of::<0, true, S>(position, !0, sink);
        } else {
            self.moves_of::<1, true, S>(position, !0, sink);
        }
    }

    /// Is this a legal move?
    pub(super) fn is_legal(&self, position: &Position, action: Move) -> bool {
        let mut finder = Finder(action, false);
        let from = bit(action.from());
        if position.mover() == WHITE {
            self.moves_of::<0, false, Finder>(position, from, &mut finder);
        } else {
            self.moves_of::<1, false, Finder>(position, from, &mut finder);
        }
        finder.1
    }

    /// The moves of those of the own pieces that are among `movers`.
    #[inline(always)]
    fn moves_of<const US: usize, const NOISY: bool, S: Sink>(
        &self,
        position: &Position,
        movers: u64,
        sink: &mut S,
    ) {
        let them = 1 - US;
        let (own, other) = (position.sides[US], position.sides[them]);
        let occupied = own | other;
        let king = position.king(US);
        let wanted = if NOISY { other } else { !own };
        // 1. Who gives check, and which own pieces stand before a piece that would.
        let kinds = &position.kinds;
        let queens = kinds[QUEENS];
        let mut checkers = other
            & (PAWN[US][usize::from(king)] & kinds[PAWNS]
                | KNIGHT[usize::from(king)] & kinds[KNIGHTS]);
        let mut pinned = 0;
        let snipers = other
            & (self.attacks.rook(king, other) & (kinds[ROOKS] | queens)
                | self.attacks.bishop(king, other) & (kinds[BISHOPS] | queens));
        for sniper in squares(snipers) {
            let between = self.attacks.between(king, sniper) & own;
            if between == 0 {
                checkers |= bit(sniper);
            } else if between & (between - 1) == 0 {
                pinned |= between;
            }
        }
        // 2. Where a move must go: anywhere, or between the king and who gives check, or there.
        let mut allowed = !own;
        if checkers != 0 {
            if checkers & (checkers - 1) != 0 {
                if movers & bit(king) != 0 {
                    self.king_moves::<US, S>(position, king, occupied, wanted, sink);
                }
                return;
            }
            allowed = checkers | self.attacks.between(king, first(checkers));
        }
        // 3. Pawns.
        if self.pawn_moves::<US, NOISY, S>(position, king, movers, pinned, allowed, sink) {
            return;
        }
        let allowed = allowed & wanted;
        let own = own & movers;
        // 4. Pieces; a pinned one stays on its line, a pinned knight stays where it is.
        for from in squares(own & kinds[KNIGHTS] & !pinned) {
            if sink.piece(from, KNIGHT[usize::from(from)] & allowed) {
                return;
            }
        }
        for from in squares(own & (kinds[BISHOPS] | queens)) {
            let mut targets = self.attacks.bishop(from, occupied) & allowed;
            if pinned & bit(from) != 0 {
                targets &= self.attacks.line(king, from);
            }
            if sink.piece(from, targets) {
                return;
            }
        }
        for from in squares(own & (kinds[ROOKS] | queens)) {
            let mut targets = self.attacks.rook(from, occupied) & allowed;
            if pinned & bit(from) != 0 {
                targets &= self.attacks.line(king, from);
            }
            if sink.piece(from, targets) {
                return;
            }
        }
        // 5. The king.
        if movers & bit(king) == 0
            || self.king_moves::<US, S>(position, king, occupied, wanted, sink)
        {
            return;
        }
        if !NOISY && checkers == 0 && position.castling & RANKS[US] != 0 {
            self.castling_moves::<US, S>(position, king, occupied, pinned, sink);
        }
    }

    #[inline(always)]
    fn pawn_moves<const US: usize, const NOISY: bool, S: Sink>(
        &self,
        position: &Position,
        king: Square,
        movers: u64,
        pinned: u64,
        allowed: u64,
        sink: &mut S,
    ) -> bool {
        let up = |set: u64| if US == 0 { set << 8 } else { set >> 8 };
        let west = |set: u64| {
            let inner = set & !FILE_A;
            if US == 0 { inner << 7 } else { inner >> 9 }
        };
        let east = |set: u64| {
            let inner = set & !FILE_H;
            if US == 0 { inner << 9 } else { inner >> 7 }
        };
        let (step, step_west, step_east) = if US == 0 { (8, 7, 9) } else { (-8, -9, -7) };
        let (last, third) = if US == 0 {
            (0xFF << 56, 0xFF << 16)
        } else {
            (0xFF, 0xFF << 40)
        };
        let pawns = position.of(US, PAWNS) & movers;
        let other = position.sides[1 - US];
        let empty = !position.occupied();
        // A pinned pawn may advance on the king's file and capture along its line.
        let free = pawns & !pinned;
        let tied = pawns & pinned;
        let file = FILE_A << (king & 7);
        let once = up(free | tied & file) & empty;
        let twice = up(once & third) & empty & allowed;
        let once = once & allowed;
        let targets = other & allowed;
        let (mut takes_west, mut takes_east) = (west(free) & targets, east(free) & targets);
        for from in squares(tied) {
            let line = self.attacks.line(king, from) & targets;
            takes_west |= west(bit(from)) & line;
            takes_east |= east(bit(from)) & line;
        }
        if !NOISY && (sink.pawns(once & !last, step) || sink.pawns(twice, 2 * step))
            || sink.pawns(takes_west & !last, step_west)
            || sink.pawns(takes_east & !last, step_east)
        {
            return true;
        }
        if (once | takes_west | takes_east) & last != 0
            && (sink.promotions(once & last, step)
                || sink.promotions(takes_west & last, step_west)
                || sink.promotions(takes_east & last, step_east))
        {
            return true;
        }
        for from in squares(self.en_passant_pawns(position) & movers) {
            if sink.special(Move::new(from, position.en_passant, EN_PASSANT)) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn king_moves<const US: usize, S: Sink>(
        &self,
        position: &Position,
        king: Square,
        occupied: u64,
        wanted: u64,
        sink: &mut S,
    ) -> bool {
        let near = KING[usize::from(king)] & wanted;
        let without = occupied ^ position.of(US, KINGS);
        let mut safe = 0;
        for to in squares(near) {
            if self.attackers(position, to, without, 1 - US) == 0 {
                safe |= bit(to);
            }
        }
        sink.piece(king, safe)
    }

    #[inline(never)]
    fn castling_moves<const US: usize, S: Sink>(
        &self,
        position: &Position,
        king: Square,
        occupied: u64,
        pinned: u64,
        sink: &mut S,
    ) -> bool {
        for rook in squares(position.castling & RANKS[US]) {
            let (king_to, rook_to) = castled(US, king, rook);
            let way = self.attacks.between(king, king_to) | bit(king_to);
            let rook_way = self.attacks.between(rook, rook_to) | bit(rook_to);
            let others = occupied & !bit(king) & !bit(rook);
            // A rook that castles must not uncover its king, as it can in Chess960.
            if (way | rook_way) & others != 0 || pinned & bit(rook) != 0 {
                continue;
            }
            let attacked = squares(way & !bit(king))
                .any(|to| self.attackers(position, to, occupied ^ bit(king), 1 - US) != 0);
            if !attacked && sink.special(Move::new(king, rook, CASTLING)) {
                return true;
            }
        }
        false
    }
}
