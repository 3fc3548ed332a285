//! What shows in a position of othello without looking far: stable discs, the last squares, and where to look first.

use super::evaluation::with_neighbours;
use super::*;
use crate::game::{Hints, Outlook};

const EDGES: u64 = 0xFF81_8181_8181_81FF;
const ROWS_1_AND_8: u64 = 0xFF00_0000_0000_00FF;

/// With so few empty squares the rest is played out at once. In a plain null-window solver, FFO 40 and 41 then take 5.3 s
/// instead of 6.7 s with one square less.
const PLAYED_OUT: u32 = 6;
/// With fewer empty squares stable discs are not counted.
const STABLE_FROM: u32 = 7;
/// With fewer empty squares moves are not tried out to order them.
const TRIED_FROM: u32 = 7;

/// With fewer empty squares the positions after the moves are not judged to order them. Judged from here on, the endgames FFO
/// 45, 48 and 49 take 86 million nodes; without, and with an evaluation set by hand, they took 223.
const JUDGED_FROM: u32 = 14;

/// What squares promise before anything is known: corners, then edges and the middle, last what gives corners away.
#[rustfmt::skip]
static SQUARES: [i8; 64] = [
    18,  4, 16, 12, 12, 16,  4, 18,
     4,  2,  6,  8,  8,  6,  2,  4,
    16,  6, 14, 10, 10, 14,  6, 16,
    12,  8, 10,  0,  0, 10,  8, 12,
    12,  8, 10,  0,  0, 10,  8, 12,
    16,  6, 14, 10, 10, 14,  6, 16,
     4,  2,  6,  8,  8,  6,  2,  4,
    18,  4, 16, 12, 12, 16,  4, 18,
];

/// The quarters of the board.
static QUARTERS: [u64; 4] = {
    const QUARTER: u64 = 0x0F0F_0F0F;
    [QUARTER, QUARTER << 4, QUARTER << 32, QUARTER << 36]
};

/// Discs of `own` that can never be turned: in each of the four directions the line is full, or ends at the edge of the
/// board, or goes on with such a disc. Discs that need each other for it are not seen.
#[inline]
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let taken = own | other;
    // Lines are full when all squares are: each holds what it and those behind it are worth, one, two, four at a time.
    let mut rows = taken & taken >> 1;
    rows &= rows >> 2;
    rows = (rows & rows >> 4 & COLUMN_A) * 0xFF;
    let mut columns = taken & taken.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    #[inline(always)]
    fn diagonal<const STEP: u32>(taken: u64, near: [u64; 3], far: [u64; 3]) -> u64 {
        let (mut up, mut down) = (taken, taken);
        for (index, step) in [STEP, 2 * STEP, 4 * STEP].into_iter().enumerate() {
            up &= up << step | near[index];
            down &= down >> step | far[index];
        }
        up & down
    }
    // Squares one, two and four steps from whose place the board ends.
    const TOP: [u64; 3] = [0xFF, 0xFFFF, 0xFFFF_FFFF];
    const LEFT: [u64; 3] = [COLUMN_A, COLUMN_A * 0b11, COLUMN_A * 0b1111];
    const BOTTOM: [u64; 3] = [0xFF << 56, 0xFFFF << 48, 0xFFFF_FFFF << 32];
    const RIGHT: [u64; 3] = [
        COLUMN_A << 7,
        COLUMN_A * 0b1100_0000,
        COLUMN_A * 0b1111_0000,
    ];
    const fn either(one: [u64; 3], two: [u64; 3]) -> [u64; 3] {
        [one[0] | two[0], one[1] | two[1], one[2] | two[2]]
    }
    let falling = diagonal::<9>(taken, either(TOP, LEFT), either(BOTTOM, RIGHT)) | EDGES;
    let rising = diagonal::<7>(taken, either(TOP, RIGHT), either(BOTTOM, LEFT)) | EDGES;
    let rows = rows | COLUMN_A | COLUMN_H;
    let columns = columns | ROWS_1_AND_8;
    let mut found = 0_u64;
    loop {
        // What a shift brings from one side of the board to the other lands on edges, which are safe in that direction.
        let more = own
            & (rows | found << 1 | found >> 1)
            & (columns | found << 8 | found >> 8)
            & (falling | found << 9 | found >> 9)
            & (rising | found << 7 | found >> 7);
        if more == found {
            return found;
        }
        found = more;
    }
}

/// The margin for `own`, to move, with best play on these last empty squares.
fn played_out(own: u64, other: u64, empty: u64, least: i32, most: i32) -> i32 {
    let mut best = i32::MIN;
    let mut least = least;
    let near = with_neighbours(other) & empty;
    // Regions with an odd number of squares first: who moves there moves last there.
    let mut odd = 0;
    for quarter in QUARTERS {
        if (empty & quarter).count_ones() & 1 == 1 {
            odd |= quarter;
        }
    }
    let (mut squares, mut later) = (near & odd, near & !odd);
    loop {
        if squares == 0 {
            squares = std::mem::take(&mut later);
            if squares == 0 {
                break;
            }
        }
        let disc = squares & squares.wrapping_neg();
        squares ^= disc;
        let turned = turned(own, other, disc.trailing_zeros() as usize);
        if turned == 0 {
            continue;
        }
        let (own, other) = (own | turned | disc, other ^ turned);
        let margin = if empty == disc {
            2 * own.count_ones() as i32 - 64
        } else {
            -played_out(other, own, empty ^ disc, -most, -least)
        };
        if margin > best {
            best = margin;
            least = least.max(best);
            if least >= most {
                return best;
            }
        }
    }
    if best > i32::MIN {
        return best;
    }
    // A pass, if the other one can move; otherwise the end.
    let mut squares = with_neighbours(own) & empty;
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        if turned(other, own, square) != 0 {
            return -played_out(other, own, empty, -most, -least);
        }
    }
    margin(own, other)
}

/// With so few squares left the table does not help.
const BRIEF: u32 = 7;

impl Hints for Rules {
    /// The fewer answers the better. Near the end, the last move in a region decides, so regions with an odd number of
    /// empty squares come first.
    #[inline]
    fn promise(&self, position: &Position, square: &u8) -> i32 {
        if *square == PASS {
            return 1;
        }
        let square = usize::from(*square) % 64;
        let Position { own, other, .. } = *position;
        let empty = !(own | other);
        let left = empty.count_ones();
        let quarter = QUARTERS[square >> 5 << 1 | square >> 2 & 1];
        let odd = (empty & quarter).count_ones() as i32 & 1;
        let place = i32::from(SQUARES[square]);
        if left < TRIED_FROM {
            return 1 + place + 32 * odd;
        }
        let disc = 1 << square;
        let turned = turned(own, other, square);
        let (own, other) = (own | turned | disc, other ^ turned);
        let empty = empty ^ disc;
        let answers = open_squares(other, own);
        let count = |squares: u64| squares.count_ones() as i32;
        let near = count(with_neighbours(own) & empty);
        let parity = if left < 14 { 8 * odd } else { 0 };
        let value = if left < JUDGED_FROM {
            0
        } else {
            let child = Position {
                own: other,
                other: own,
                open: answers,
                side: 0,
            };
            (12.0 * self.evaluate(&child, 0)) as i32
        };
        let mobility = 32 * (count(answers) + count(answers & CORNERS)) + 6 * near;
        4096 - mobility - value + place + parity
    }

    #[inline]
    fn outlook(&self, position: &Position, (low, high): (f64, f64)) -> Outlook {
        let Position { own, other, .. } = *position;
        let empty = !(own | other);
        let left = empty.count_ones();
        let mut outlook = Outlook::OPEN;
        if left <= PLAYED_OUT {
            let (low, high) = (low.floor().max(-65.0) as i32, high.ceil().min(65.0) as i32);
            let margin = played_out(own, other, empty, low, high);
            if margin > low {
                outlook.least = (f64::from(margin), 0);
            }
            if margin < high {
                outlook.most = (f64::from(margin), 0);
            }
            return outlook;
        }
        if left >= STABLE_FROM {
            // No more than all discs can be stable, which is often not enough.
            let bound = |discs: u64| 64.0 - 2.0 * f64::from(discs.count_ones());
            if own & CORNERS != 0 && -bound(own) >= high {
                outlook.least = (-bound(stable(own, other)), 0);
            }
            if other & CORNERS != 0 && bound(other) <= low {
                outlook.most = (bound(stable(other, own)), 0);
            }
        }
        outlook
    }

    #[inline(always)]
    fn is_brief(&self, position: &Position) -> bool {
        (position.own | position.other).count_zeros() <= BRIEF
    }

    #[inline]
    fn slot(&self, square: &u8) -> u16 {
        u16::from(*square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Random;

    fn rules() -> Rules {
        Rules::default()
    }

    /// A position after random moves with at most this many squares empty; none if the game is over before.
    fn random_position(random: &mut Random, left: u32) -> Option<Position> {
        let mut position = rules().start();
        while (position.own | position.other).count_zeros() > left {
            let moves = rules().actions(&position);
            rules().play_unchecked(&mut position, &moves[random.below(moves.len().max(1))]);
            if rules().turn(&position) == Turn::Over {
                return None;
            }
        }
        Some(position)
    }

    /// The value for the player to move by plain minimax.
    fn value(position: &Position) -> f64 {
        if rules().turn(position) == Turn::Over {
            return rules().utility(position, position.player());
        }
        let after = |square: &u8| {
            let mut after = *position;
            rules().play_unchecked(&mut after, square);
            -value(&after)
        };
        let moves = rules().actions(position);
        moves.iter().map(after).fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn outlook_agrees_with_plain_minimax() {
        let mut random = Random::new(7);
        let mut sharp = 0;
        for (left, games) in [
            (1, 300),
            (2, 300),
            (3, 500),
            (4, 300),
            (5, 300),
            (7, 100),
            (8, 60),
        ] {
            for _ in 0..games {
                let Some(position) = random_position(&mut random, left) else {
                    continue;
                };
                let value = value(&position);
                for middle in [-40, -20, 0, 20, 40].map(f64::from) {
                    let outlook = rules().outlook(&position, (middle - 0.5, middle + 0.5));
                    assert!(
                        (outlook.least.0..=outlook.most.0).contains(&value),
                        "{}: {outlook:?}, but {value}",
                        rules().text(&position)
                    );
                    sharp += u32::from(left > PLAYED_OUT && outlook != Outlook::OPEN);
                }
            }
        }
        assert!(sharp > 20, "{sharp}");
    }

    #[test]
    fn stable_discs_are_never_turned() {
        let mut random = Random::new(8);
        let mut seen = 0;
        for _ in 0..2_000 {
            let mut position = rules().start();
            let mut kept = [0; 2];
            while rules().turn(&position) != Turn::Over {
                let moves = rules().actions(&position);
                rules().play_unchecked(&mut position, &moves[random.below(moves.len())]);
                let [black, white] = position.discs();
                assert_eq!(kept, [kept[0] & black, kept[1] & white]);
                kept = [stable(black, white), stable(white, black)];
                seen += kept[0].count_ones();
            }
        }
        assert!(seen > 100_000, "{seen}");
    }
}
