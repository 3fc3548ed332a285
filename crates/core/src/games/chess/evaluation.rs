//! What a position is worth before its end: material, where the pieces stand, what they can do, pawns, kings and threats.
//!
//! Every term counts how often each of its weights applies (see `weights.txt`). The sum of those for the middlegame and
//! that for the endgame are mixed as the pieces left say; an endgame that is hard to win counts less. Material and squares
//! are kept up to date by the moves, everything else is counted anew.

use super::attacks::{KING, KNIGHT, Square, bit, squares};
use super::generation;
use super::weights::{self, Pair, ROWS, Table, seen};
use super::{
    BISHOPS, DARK_SQUARES, KINGS, KNIGHTS, Move, PAWNS, Position, QUEENS, RANKS, ROOKS, Rules,
};
use crate::game::{Evaluate, Feature, fitting};

/// What a hundredth of a pawn is worth: a pawn is a twenty-fifth of a win.
pub(super) const HUNDREDTH: f64 = 0.0004;
/// Beyond this utility more counts less and less, so that the sum stays within a win and a loss.
const PLENTY: f64 = 0.8;
/// How much can still be added to that.
const REST: f64 = 0.19;
/// The phase with all pieces on the board: 4 for a queen, 2 for a rook, 1 for a knight or bishop.
const FULL_PHASE: i32 = 24;
/// The scale of an endgame that counts in full.
const FULL_SCALE: i32 = 64;
/// What pieces count in telling how hard an endgame is to win.
const PLAIN_WORTH: [u32; 5] = [1, 3, 3, 5, 9];
/// How dangerous it is to have a piece of each kind near the king.
const DANGER: [i32; 5] = [0, 2, 2, 3, 4];
const FILE: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE << 7;

/// The files around a king on each file.
const FLANKS: [u64; 8] = {
    let left = FILE | FILE << 1 | FILE << 2;
    let middle = FILE << 2 | FILE << 3 | FILE << 4 | FILE << 5;
    let right = FILE << 5 | FILE << 6 | FILE << 7;
    [
        left,
        left,
        left | FILE << 3,
        middle,
        middle,
        right | FILE << 4,
        right,
        right,
    ]
};

/// Who counts terms.
trait Tally {
    /// A weight applies this often for a side.
    fn add<const US: usize>(&mut self, weight: usize, times: i32);
}

/// Adds the weights up, for white.
struct Adder<'a> {
    weights: &'a [Pair; weights::COUNT],
    sum: i64,
}

impl Tally for Adder<'_> {
    #[inline(always)]
    fn add<const US: usize>(&mut self, weight: usize, times: i32) {
        let worth = self.weights[weight].0 * i64::from(times);
        self.sum += if US == 0 { worth } else { -worth };
    }
}

/// Remembers how often each weight applies, for white.
struct Lister([i32; weights::COUNT]);

impl Tally for Lister {
    fn add<const US: usize>(&mut self, weight: usize, times: i32) {
        self.0[weight] += if US == 0 { times } else { -times };
    }
}

/// What both sides attack.
#[derive(Default)]
struct Maps {
    /// By each kind of piece.
    kinds: [[u64; 6]; 2],
    /// By any piece.
    all: [u64; 2],
    /// By any piece but the king.
    guards: [u64; 2],
    /// By two pieces or more.
    twice: [u64; 2],
    /// Pieces near the other king, how dangerous they are, and how many squares around it they attack.
    attackers: [i32; 2],
    danger: [i32; 2],
    near: [i32; 2],
}

/// One step forward.
#[inline(always)]
fn up<const US: usize>(set: u64) -> u64 {
    if US == 0 { set << 8 } else { set >> 8 }
}

/// One step back.
#[inline(always)]
fn down<const US: usize>(set: u64) -> u64 {
    if US == 0 { set >> 8 } else { set << 8 }
}

/// These squares and all before them.
#[inline(always)]
fn forward<const US: usize>(mut set: u64) -> u64 {
    if US == 0 {
        set |= set << 8;
        set |= set << 16;
        set | set << 32
    } else {
        set |= set >> 8;
        set |= set >> 16;
        set | set >> 32
    }
}

/// These squares and all behind them.
#[inline(always)]
fn backward<const US: usize>(set: u64) -> u64 {
    if US == 0 {
        forward::<1>(set)
    } else {
        forward::<0>(set)
    }
}

/// The squares to the left and to the right.
#[inline(always)]
fn beside(set: u64) -> u64 {
    (set & !FILE) >> 1 | (set & !FILE_H) << 1
}

/// The rank from 0 to 7 as the side sees it.
#[inline(always)]
fn rank_of<const US: usize>(square: Square) -> usize {
    seen(US, square) / 8
}

/// What turns the files round for a king on the left wing.
#[inline(always)]
fn wing(king: Square) -> usize {
    if king % 8 < 4 { 7 } else { 0 }
}

/// The steps of a king from one square to another.
#[inline(always)]
fn distance(one: Square, other: Square) -> usize {
    let files = (one % 8).abs_diff(other % 8);
    usize::from(files.max((one / 8).abs_diff(other / 8)))
}

#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl Table {
    /// Material and squares of all pieces, for white.
    pub(super) fn sum(&self, position: &Position) -> Pair {
        let mut sum = 0;
        for side in 0..2 {
            for kind in PAWNS..=KINGS {
                for square in squares(position.of(side, kind)) {
                    sum += self.pieces[side][kind][usize::from(square)].0;
                }
            }
        }
        Pair(sum)
    }
}

impl Rules {
    /// Counts all terms but material and squares.
    #[inline(always)]
    fn count_terms<T: Tally>(&self, position: &Position, tally: &mut T) {
        let mut maps = Maps::default();
        for side in 0..2 {
            let pawns = position.of(side, PAWNS);
            let ahead = if side == 0 { pawns << 8 } else { pawns >> 8 };
            maps.kinds[side][PAWNS] = beside(ahead);
            maps.kinds[side][KINGS] = KING[usize::from(position.king(side))];
            let (left, right) = ((ahead & !FILE) >> 1, (ahead & !FILE_H) << 1);
            maps.all[side] = maps.kinds[side][PAWNS] | maps.kinds[side][KINGS];
            maps.twice[side] = left & right | maps.kinds[side][PAWNS] & maps.kinds[side][KINGS];
        }
        self.pieces::<0, T>(position, &mut maps, tally);
        self.pieces::<1, T>(position, &mut maps, tally);
        for side in 0..2 {
            maps.guards[side] = maps.kinds[side][..KINGS]
                .iter()
                .fold(0, |all, set| all | set);
        }
        pawns::<0, T>(position, &maps, tally);
        pawns::<1, T>(position, &maps, tally);
        self.king::<0, T>(position, &maps, tally);
        self.king::<1, T>(position, &maps, tally);
        threats::<0, T>(position, &maps, tally);
        threats::<1, T>(position, &maps, tally);
        drive::<0, T>(position, tally);
        drive::<1, T>(position, tally);
        if position.mover() == 0 {
            tally.add::<0>(weights::TEMPO, 1);
        } else {
            tally.add::<1>(weights::TEMPO, 1);
        }
    }

    /// What knights, bishops, rooks and queens can do.
    #[inline(always)]
    fn pieces<const US: usize, T: Tally>(
        &self,
        position: &Position,
        maps: &mut Maps,
        tally: &mut T,
    ) {
        let them = 1 - US;
        let (own, occupied) = (position.sides[US], position.occupied());
        let pawns = position.of(US, PAWNS);
        let their_pawns = position.of(them, PAWNS);
        let area = !own & !maps.kinds[them][PAWNS];
        let ring = maps.kinds[them][KINGS];
        let zone = ring | up::<US>(ring) | down::<US>(ring);
        let note = |maps: &mut Maps, kind: usize, reached: u64| {
            maps.kinds[US][kind] |= reached;
            maps.twice[US] |= maps.all[US] & reached;
            maps.all[US] |= reached;
            if reached & zone != 0 {
                let near = count(reached & ring);
                maps.attackers[US] += 1;
                maps.danger[US] += DANGER[kind] + near;
                maps.near[US] += near;
            }
            count(reached & area) as usize
        };
        // Squares as the side sees them, turned so that a king stands on the right wing.
        let other_king = position.king(them);
        let by_own = wing(position.king(US));
        let by_other = wing(other_king);
        for square in squares(pawns) {
            let at = seen(US, square);
            tally.add::<US>(weights::OWN_KING_PAWNS + (at ^ by_own), 1);
            tally.add::<US>(weights::THEIR_KING_PAWNS + (at ^ by_other), 1);
        }
        for square in squares(position.of(US, KNIGHTS)) {
            tally.add::<US>(weights::KNIGHT_NEAR + distance(square, other_king), 1);
            let at = seen(US, square) ^ by_other;
            tally.add::<US>(weights::THEIR_KING_KNIGHTS + at, 1);
            let moves = note(maps, KNIGHTS, KNIGHT[usize::from(square)]);
            tally.add::<US>(weights::KNIGHT_MOBILITY + moves, 1);
        }
        let bishops = position.of(US, BISHOPS);
        for square in squares(bishops) {
            tally.add::<US>(weights::BISHOP_NEAR + distance(square, other_king), 1);
            let at = seen(US, square) ^ by_other;
            tally.add::<US>(weights::THEIR_KING_BISHOPS + at, 1);
            let moves = note(maps, BISHOPS, self.attacks.bishop(square, occupied));
            tally.add::<US>(weights::BISHOP_MOBILITY + moves, 1);
            let same = if bit(square) & DARK_SQUARES != 0 {
                DARK_SQUARES
            } else {
                !DARK_SQUARES
            };
            tally.add::<US>(weights::BISHOP_PAWNS, count(pawns & same));
        }
        if bishops & (bishops.wrapping_sub(1)) != 0 {
            tally.add::<US>(weights::BISHOP_PAIR, 1);
        }
        for square in squares(position.of(US, ROOKS)) {
            tally.add::<US>(weights::ROOK_NEAR + distance(square, other_king), 1);
            let at = seen(US, square) ^ by_other;
            tally.add::<US>(weights::THEIR_KING_ROOKS + at, 1);
            let moves = note(maps, ROOKS, self.attacks.rook(square, occupied));
            tally.add::<US>(weights::ROOK_MOBILITY + moves, 1);
            let file = FILE << (square % 8);
            if pawns & file == 0 {
                let open = usize::from(their_pawns & file == 0);
                tally.add::<US>(weights::ROOK_FILES + open, 1);
            }
            if rank_of::<US>(square) == 6 {
                tally.add::<US>(weights::ROOK_SEVENTH, 1);
            }
        }
        for square in squares(position.of(US, QUEENS)) {
            tally.add::<US>(weights::QUEEN_NEAR + distance(square, other_king), 1);
            let at = seen(US, square) ^ by_other;
            tally.add::<US>(weights::THEIR_KING_QUEENS + at, 1);
            let reached =
                self.attacks.rook(square, occupied) | self.attacks.bishop(square, occupied);
            let moves = note(maps, QUEENS, reached);
            tally.add::<US>(weights::QUEEN_MOBILITY + moves, 1);
        }
        let king = position.king(US);
        let many = count(pawns) - 4;
        let knights = position.of(US, KNIGHTS);
        tally.add::<US>(weights::KNIGHT_PAWNS, many * count(knights));
        tally.add::<US>(weights::ROOK_PAWNS, many * count(position.of(US, ROOKS)));
        tally.add::<US>(weights::BISHOPS_PAWNS, many * count(bishops));
        tally.add::<US>(weights::QUEENS_PAWNS, many * count(position.of(US, QUEENS)));
        let far = |set: u64| squares(set).map(|at| distance(at, king) as i32).sum();
        tally.add::<US>(weights::KING_PIECES, far(knights));
        tally.add::<US>(weights::KING_PIECES + 1, far(bishops));
        let behind = down::<US>(position.kinds[PAWNS]) & (knights | bishops);
        tally.add::<US>(weights::BEHIND_PAWNS, count(behind));
        let camp = if US == 0 {
            0x3C3C_3C00
        } else {
            0x003C_3C3C_u64 << 32
        };
        tally.add::<US>(weights::SPACE, count(camp & area & !pawns));
        // A piece that a pawn protects and no pawn can drive away.
        let driven = backward::<US>(beside(down::<US>(their_pawns)));
        let ranks = if US == 0 {
            0xFFFF_FF00_0000
        } else {
            0xFF_FFFF_0000
        };
        let outposts = maps.kinds[US][PAWNS] & !driven & ranks;
        tally.add::<US>(
            weights::OUTPOSTS,
            count(outposts & position.of(US, KNIGHTS)),
        );
        tally.add::<US>(weights::OUTPOSTS + 1, count(outposts & bishops));
    }

    /// How safe the king is: pawns before it, pawns coming, and what the other side's pieces can do to it.
    #[inline(always)]
    fn king<const US: usize, T: Tally>(&self, position: &Position, maps: &Maps, tally: &mut T) {
        let them = 1 - US;
        let king = position.king(US);
        let before = forward::<US>(0xFF << (king & 56));
        let middle = (king % 8).clamp(1, 6);
        for file in middle - 1..=middle + 1 {
            let own = position.of(US, PAWNS) & FILE << file & before;
            let other = position.of(them, PAWNS) & FILE << file & before;
            tally.add::<US>(weights::SHELTER + nearest::<US>(own), 1);
            tally.add::<US>(weights::STORM + nearest::<US>(other), 1);
            let blocked = other & up::<US>(own);
            if blocked != 0 {
                tally.add::<US>(weights::STORM_BLOCKED + nearest::<US>(blocked), 1);
            }
        }
        let flank = FLANKS[usize::from(king % 8)] & if US == 0 { !0 >> 24 } else { !0 << 24 };
        tally.add::<US>(weights::KING_FLANK, count(flank & maps.all[them]));
        tally.add::<US>(weights::KING_FLANK + 1, count(flank & maps.all[US]));
        let rights = (position.castling & RANKS[US]).count_ones() as usize;
        if rights > 0 {
            tally.add::<US>(weights::CASTLING + rights - 1, 1);
        }
        // Pieces that may not leave their place for the king's sake.
        let theirs = position.sides[them];
        let queens = position.kinds[QUEENS];
        let snipers = theirs
            & (self.attacks.rook(king, theirs) & (position.kinds[ROOKS] | queens)
                | self.attacks.bishop(king, theirs) & (position.kinds[BISHOPS] | queens));
        for sniper in squares(snipers) {
            let between = self.attacks.between(king, sniper) & position.sides[US];
            if between != 0 && between & (between - 1) == 0 {
                tally.add::<US>(weights::PINNED, 1);
            }
        }
        if maps.attackers[them] == 0 {
            return;
        }
        let occupied = position.occupied();
        let ring = maps.kinds[US][KINGS];
        let weak = ring & maps.all[them] & !maps.guards[US];
        let safe = !position.sides[them] & !maps.all[US];
        let lines = self.attacks.rook(king, occupied) & safe;
        let diagonals = self.attacks.bishop(king, occupied) & safe;
        let leaps = KNIGHT[usize::from(king)] & safe;
        let reached = &maps.kinds[them];
        let checks = [
            (leaps & reached[KNIGHTS], 3),
            (diagonals & reached[BISHOPS], 2),
            (lines & reached[ROOKS], 4),
            ((lines | diagonals) & reached[QUEENS], 3),
        ];
        let mut danger = maps.danger[them] + maps.attackers[them] + 2 * count(weak);
        for (index, (set, worth)) in checks.into_iter().enumerate() {
            danger += if set != 0 { worth } else { 0 };
            if US == 0 {
                tally.add::<1>(weights::CHECKS + index, count(set));
            } else {
                tally.add::<0>(weights::CHECKS + index, count(set));
            }
        }
        let thin = ring & maps.all[them] & !maps.twice[US];
        for (index, times) in [
            maps.near[them],
            count(thin),
            count(ring & maps.kinds[them][PAWNS]),
        ]
        .into_iter()
        .enumerate()
        {
            if US == 0 {
                tally.add::<1>(weights::RING + index, times);
            } else {
                tally.add::<0>(weights::RING + index, times);
            }
        }
        if position.of(them, QUEENS) == 0 {
            danger /= 2;
        }
        let index = danger.clamp(0, 39) as usize;
        if US == 0 {
            tally.add::<1>(weights::DANGER + index, 1);
        } else {
            tally.add::<0>(weights::DANGER + index, 1);
        }
    }
}

/// The rank of the pawn nearest to the own first rank, as the side sees it; 0 when there is none.
#[inline(always)]
fn nearest<const US: usize>(pawns: u64) -> usize {
    if pawns == 0 {
        0
    } else if US == 0 {
        pawns.trailing_zeros() as usize / 8
    } else {
        pawns.leading_zeros() as usize / 8
    }
}

/// How the pawns stand.
#[inline(always)]
fn pawns<const US: usize, T: Tally>(position: &Position, maps: &Maps, tally: &mut T) {
    let them = 1 - US;
    let own = position.of(US, PAWNS);
    let other = position.of(them, PAWNS);
    let attacked = maps.kinds[US][PAWNS];
    let ahead = forward::<US>(up::<US>(own));
    tally.add::<US>(weights::DOUBLED, count(own & ahead));
    let isolated = own & !beside(forward::<US>(own) | backward::<US>(own));
    tally.add::<US>(weights::ISOLATED, count(isolated));
    // One that cannot step forward safely, and has no pawn to help it.
    let helped = forward::<US>(attacked);
    let stuck = down::<US>(up::<US>(own) & maps.kinds[them][PAWNS] & !helped);
    tally.add::<US>(weights::BACKWARD, count(stuck & own & !isolated));
    let opposed = backward::<US>(down::<US>(other));
    let bare = (stuck | isolated) & own & !opposed;
    if position.of(them, ROOKS) | position.of(them, QUEENS) != 0 {
        tally.add::<US>(weights::OPEN_WEAK, count(bare));
    }
    for square in squares(own & beside(own)) {
        tally.add::<US>(weights::PHALANX + rank_of::<US>(square), 1);
    }
    for square in squares(own & (attacked | beside(own))) {
        tally.add::<US>(weights::CONNECTED + rank_of::<US>(square), 1);
    }
    let barred = backward::<US>(down::<US>(other));
    let behind = backward::<US>(down::<US>(own));
    let passed = own & !barred & !beside(barred) & !behind;
    if passed == 0 {
        return;
    }
    let rooks = position.of(US, ROOKS);
    let kings = [position.king(US), position.king(them)];
    let alone = position.sides[them] & !other & !position.kinds[KINGS] == 0;
    for square in squares(passed) {
        let rank = rank_of::<US>(square);
        let next = up::<US>(bit(square));
        tally.add::<US>(weights::PASSED + rank, 1);
        if next & position.occupied() != 0 {
            tally.add::<US>(weights::PASSED_BLOCKED + rank, 1);
        } else if next & maps.all[them] == 0 {
            tally.add::<US>(weights::PASSED_SAFE + rank, 1);
        }
        let way = forward::<US>(next);
        if way & (position.occupied() | maps.all[them]) == 0 {
            tally.add::<US>(weights::PASSED_FREE + rank, 1);
        }
        if rank >= 3 {
            let to = if US == 0 { square + 8 } else { square - 8 };
            let own_king = distance(kings[0], to);
            let their_king = distance(kings[1], to);
            tally.add::<US>(weights::PASSED_OWN_KING + own_king, 1);
            tally.add::<US>(weights::PASSED_THEIR_KING + their_king, 1);
        }
        if alone && way & position.occupied() == 0 {
            // The other king, which may be to move, comes too late to the square.
            let last = square % 8 + if US == 0 { 56 } else { 0 };
            let steps = 7 - rank.max(2) + usize::from(position.mover() != US);
            if steps < distance(kings[1], last) {
                tally.add::<US>(weights::UNSTOPPABLE, 1);
            }
        }
        if backward::<US>(bit(square)) & rooks != 0 {
            tally.add::<US>(weights::ROOK_BEHIND, 1);
        }
    }
}

/// What could be captured next.
#[inline(always)]
fn threats<const US: usize, T: Tally>(position: &Position, maps: &Maps, tally: &mut T) {
    let them = 1 - US;
    let reached = &maps.kinds[US];
    let guarded = maps.kinds[them][PAWNS];
    let targets = position.sides[them] & !position.kinds[KINGS];
    let pieces = targets & !position.kinds[PAWNS];
    if reached[PAWNS] & pieces != 0 {
        for kind in KNIGHTS..=QUEENS {
            let set = reached[PAWNS] & position.of(them, kind);
            tally.add::<US>(weights::PAWN_THREATS + kind - 1, count(set));
        }
    }
    let heavy = position.kinds[ROOKS] | position.kinds[QUEENS];
    let by_minors = (reached[KNIGHTS] | reached[BISHOPS]) & targets & (!guarded | heavy);
    for square in squares(by_minors) {
        tally.add::<US>(weights::MINOR_THREATS + position.kind_on(square), 1);
    }
    let by_rooks = reached[ROOKS] & targets & (!guarded | position.kinds[QUEENS]);
    for square in squares(by_rooks) {
        tally.add::<US>(weights::ROOK_THREATS + position.kind_on(square), 1);
    }
    let by_king = reached[KINGS] & targets & !maps.all[them];
    tally.add::<US>(weights::KING_THREATS, count(by_king));
    let contested = maps.all[them] & !guarded & maps.all[US];
    tally.add::<US>(weights::RESTRICTED, count(contested));
    let hanging = targets & maps.all[US] & !maps.all[them];
    tally.add::<US>(weights::HANGING, count(hanging));
    // Protected, but neither by a pawn nor as often as attacked.
    let strong = guarded | maps.twice[them] & !maps.twice[US];
    let weak = targets & maps.all[US] & maps.all[them] & !strong;
    tally.add::<US>(weights::WEAK, count(weak & pieces));
    tally.add::<US>(weights::WEAK + 1, count(weak & position.kinds[PAWNS]));
    let steps = up::<US>(position.of(US, PAWNS)) & !position.occupied();
    let safe = steps & !guarded & (maps.all[US] | !maps.all[them]);
    let pushes = beside(up::<US>(safe)) & pieces & !reached[PAWNS];
    tally.add::<US>(weights::PUSH_THREATS, count(pushes));
}

/// Against a bare king: drive it to the edge (with bishop and knight to a corner of the bishop's colour) and come near.
#[inline(always)]
fn drive<const US: usize, T: Tally>(position: &Position, tally: &mut T) {
    let them = 1 - US;
    if position.sides[them] & (position.sides[them] - 1) != 0 {
        return;
    }
    let (king, other) = (position.king(US), position.king(them));
    let (file, rank) = (i32::from(other % 8), i32::from(other / 8));
    let own = position.sides[US] & !position.kinds[KINGS];
    let bishops = position.of(US, BISHOPS);
    let heavy = position.kinds[PAWNS] | position.kinds[ROOKS] | position.kinds[QUEENS];
    let edge = if own & heavy == 0 && count(bishops) == 1 && count(own) == 2 {
        // The sum and the difference of file and rank tell how far it is to the corners of each colour. They are
        // worth more than the edge, which is left to get there.
        if bishops & DARK_SQUARES != 0 {
            2 * (file + rank - 7).abs()
        } else {
            2 * (file - rank).abs()
        }
    } else {
        (2 * file - 7).abs() / 2 + (2 * rank - 7).abs() / 2
    };
    tally.add::<US>(weights::DRIVE, edge);
    tally.add::<US>(weights::DRIVE + 1, 7 - distance(king, other) as i32);
}

/// How much of the game's pieces is left.
#[inline(always)]
fn phase(position: &Position) -> i32 {
    let kinds = &position.kinds;
    let phase =
        count(kinds[KNIGHTS] | kinds[BISHOPS]) + 2 * count(kinds[ROOKS]) + 4 * count(kinds[QUEENS]);
    phase.min(FULL_PHASE)
}

/// How much of an advantage in the endgame counts, in sixty-fourths: less when it is hard to win for this side.
#[inline(always)]
fn scale(position: &Position, side: usize) -> i32 {
    let pawns = position.of(side, PAWNS);
    let bishops = position.kinds[BISHOPS];
    let opposite = count(position.of(0, BISHOPS)) == 1
        && count(position.of(1, BISHOPS)) == 1
        && bishops & DARK_SQUARES != 0
        && bishops & !DARK_SQUARES != 0;
    let few = count(pawns);
    if few > 3 && !opposite {
        return FULL_SCALE;
    }
    let worth = |side: usize| -> u32 {
        (KNIGHTS..=QUEENS)
            .map(|kind| PLAIN_WORTH[kind] * position.of(side, kind).count_ones())
            .sum()
    };
    let (own, other) = (worth(side), worth(1 - side));
    if few == 0 {
        // A lone piece, or two knights, cannot mate; less than a rook more seldom wins.
        let knights = own == 6 && count(position.of(side, KNIGHTS)) == 2;
        if own <= 3 || knights && other == 0 {
            return 0;
        }
        if own < other + 5 && !(own == 6 && other == 0) {
            return 8;
        }
        return FULL_SCALE;
    }
    if opposite {
        let only = own == 3 && other == 3;
        return if only { 20 + 4 * few } else { 40 + 3 * few }.min(FULL_SCALE);
    }
    if own == 3 && bishops & position.sides[side] != 0 && is_wrong_bishop(position, side) {
        return 0;
    }
    // Few pawns are soon exchanged.
    if own > 0 && own < other + 5 {
        return (40 + 8 * few).min(FULL_SCALE);
    }
    FULL_SCALE
}

/// Are the pawns all on one edge, with the other king before them on squares that the bishop cannot reach?
fn is_wrong_bishop(position: &Position, side: usize) -> bool {
    let pawns = position.of(side, PAWNS);
    let file = if pawns & !FILE == 0 {
        0
    } else if pawns & !FILE_H == 0 {
        7
    } else {
        return false;
    };
    let corner: Square = file + if side == 0 { 56 } else { 0 };
    let bishop_is_dark = position.of(side, BISHOPS) & DARK_SQUARES != 0;
    let corner_is_dark = bit(corner) & DARK_SQUARES != 0;
    bishop_is_dark != corner_is_dark && distance(position.king(1 - side), corner) <= 1
}

/// How the sums for middlegame and endgame are mixed.
#[derive(Clone, Copy)]
struct Mix {
    middle: f64,
    end: f64,
}

impl Mix {
    /// `end` is the sum for the endgame, for white, which says who must win it.
    #[inline(always)]
    fn of(position: &Position, end: i32) -> (Mix, f64) {
        let phase = f64::from(phase(position));
        let scale = scale(position, usize::from(end < 0));
        let mix = Mix {
            middle: phase / f64::from(FULL_PHASE),
            end: 1.0 - phase / f64::from(FULL_PHASE),
        };
        (mix, f64::from(scale) / f64::from(FULL_SCALE))
    }
}

/// Keeps a utility within a win and a loss.
#[inline(always)]
fn within(utility: f64) -> f64 {
    let more = utility.abs() - PLENTY;
    if more <= 0.0 {
        return utility;
    }
    (PLENTY + REST * more / (REST + more)).copysign(utility)
}

impl Rules {
    /// How often each weight applies, for white, in the order of [`Rules::weight_rows`]: less than once when the pieces
    /// left say so. The evaluation in hundredths of a pawn is the sum of weights times counts, unless it is so high that
    /// it is cut.
    pub fn weight_counts(&self, position: &Position) -> Vec<f64> {
        let lister = self.listed(position);
        let (mix, scale) = Mix::of(position, self.end_of(&lister));
        let mut counts = Vec::with_capacity(2 * weights::COUNT);
        let mut first = 0;
        for (_, length) in ROWS {
            for part in [mix.middle, mix.end * scale] {
                let times = &lister.0[first..first + length];
                counts.extend(times.iter().map(|n| part * f64::from(*n)));
            }
            first += length;
        }
        counts
    }

    fn listed(&self, position: &Position) -> Lister {
        let mut lister = Lister([0; weights::COUNT]);
        for kind in PAWNS..=KINGS {
            for square in squares(position.of(0, kind)) {
                lister.add::<0>(weights::SQUARES + 64 * kind + seen(0, square), 1);
            }
            for square in squares(position.of(1, kind)) {
                lister.add::<1>(weights::SQUARES + 64 * kind + seen(1, square), 1);
            }
            if kind < KINGS {
                lister.add::<0>(weights::MATERIAL + kind, count(position.of(0, kind)));
                lister.add::<1>(weights::MATERIAL + kind, count(position.of(1, kind)));
            }
        }
        self.count_terms(position, &mut lister);
        lister
    }

    fn end_of(&self, lister: &Lister) -> i32 {
        let worths = self.weights.weights.iter().map(|pair| pair.end());
        worths.zip(lister.0).map(|(worth, n)| worth * n).sum()
    }

    /// The evaluation for white.
    #[inline]
    fn judge(&self, position: &Position) -> f64 {
        let mut adder = Adder {
            weights: &self.weights.weights,
            sum: position.sum.0,
        };
        self.count_terms(position, &mut adder);
        let sum = Pair(adder.sum);
        let (mix, scale) = Mix::of(position, sum.end());
        let hundredths =
            mix.middle * f64::from(sum.middle()) + mix.end * scale * f64::from(sum.end());
        fitting(within(HUNDREDTH * hundredths))
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let lister = self.listed(position);
        let (mix, scale) = Mix::of(position, self.end_of(&lister));
        let sign = if player == 0 { 1.0 } else { -1.0 };
        let (mut features, mut first, mut sum, mut full) = (Vec::new(), 0, 0.0, 0.0);
        for (name, length) in ROWS {
            let (mut amount, mut scaled) = (0.0, 0.0);
            for index in first..first + length {
                let worth = self.weights.weights[index];
                let times = f64::from(lister.0[index]);
                let middle = mix.middle * times * f64::from(worth.middle());
                let end = mix.end * times * f64::from(worth.end());
                amount += middle + end;
                scaled += middle + scale * end;
            }
            features.push(feature(name, sign * amount));
            (sum, full) = (sum + scaled, full + amount);
            first += length;
        }
        let kept = within(HUNDREDTH * sum) / HUNDREDTH;
        features.push(feature("drawish-endgame", sign * (sum - full)));
        features.push(feature("more-than-enough", sign * (kept - sum)));
        features
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let white = self.judge(position);
        if player == 0 { white } else { -white }
    }

    #[inline]
    fn noisy_moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.generate_noisy(position, &mut generation::Lister(out));
    }
}

/// So many hundredths of a pawn.
fn feature(name: &'static str, amount: f64) -> Feature {
    Feature {
        name,
        weight: HUNDREDTH,
        amount,
    }
}
