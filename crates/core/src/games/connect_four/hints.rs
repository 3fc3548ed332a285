//! What shows in a position of connect-four without looking ahead.
//!
//! Who moves second in an even world has a simple way to play, the *follow-up*: answer every stone with one on top of it.
//! Let M be the player to move and F the other one, and number the rows from 1. In a column with even room, whose next
//! square lies in an odd row, M then gets the odd rows and F the even ones. Two columns with odd room, whose next squares
//! lie in an even row, are a *pair*: as soon as M takes the next square of one, F takes that of the other; from then on
//! both have even room. So M gets the empty squares of odd rows and one next square of each pair, and F the rest.
//!
//! - When no four fits into that and M's stones, M cannot win. What lies above a square that F gets and wins on does not
//!   count: M never comes there.
//! - When moreover a four fits into F's stones and what F gets besides the pairs, F wins in the end.
//! - With an odd number of columns of odd room, one stays without a partner. Let F have a winning square in an odd row
//!   of it, above the next one. F follows up there too, and so gets that square when M comes near it; M, who has no
//!   other move in the end, must. Until then M gets the even rows below that square. When no four fits into that, F
//!   wins. If the column of that square has even room, its next square is one more to be paired; then its room is odd.
//! - With one such column and no winning square, M may take the last square of that column, and F must move elsewhere.
//!   But the odd rows of that column are F's: when no four fits into the rest, M cannot win.

use super::*;
use crate::control::mix;
use crate::game::{Hints, Outlook};

/// The lowest square of every column.
const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;
/// All squares.
const BOARD: u64 = BOTTOM * 0b11_1111;
/// The rows 1, 3 and 5.
const ODD_ROWS: u64 = BOTTOM * 0b1_0101;
/// The rows 2, 4 and 6.
const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

const ROW_2: u64 = BOTTOM << 1;
const ROW_4: u64 = BOTTOM << 3;
const FROM_ROW_3: u64 = BOTTOM * 0b11_1100;

/// The empty squares that would make four with these stones.
#[inline(always)]
fn winning(stones: u64, all: u64) -> u64 {
    let mut found = stones << 1 & stones << 2 & stones << 3;
    for step in [6, 7, 8] {
        let below = stones << step & stones << (2 * step);
        let above = stones >> step & stones >> (2 * step);
        found |= below & (stones << (3 * step) | stones >> step);
        found |= above & (stones >> (3 * step) | stones << step);
    }
    found & BOARD & !all
}

/// What the player who follows up reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FollowUp {
    /// Nothing is known.
    Fails,
    /// The other player does not win.
    Holds,
    /// A win, at most this many plies away.
    Wins(u32),
}

impl Position {
    /// Where the next stones can go.
    #[inline(always)]
    fn next(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The moves after which the opponent does not win at once, as squares, when there is no win at once.
    #[inline(always)]
    fn safe(&self) -> u64 {
        let next = self.next();
        let threats = winning(self.own ^ self.all, self.all);
        let parries = threats & next;
        let sensible = match parries {
            0 => next,
            _ if parries & (parries - 1) == 0 => parries,
            _ => 0,
        };
        sensible & !(threats >> 1)
    }

    /// The position after a stone on this square.
    #[inline(always)]
    fn with(&self, square: u64) -> Position {
        Position {
            own: self.own ^ self.all,
            all: self.all | square,
            ply: self.ply + 1,
            ..*self
        }
    }

    /// What the opponent reaches by following up.
    #[inline(always)]
    fn follow_up(&self) -> FollowUp {
        let empty = BOARD & !self.all;
        let other = self.own ^ self.all;
        let next = self.next();
        let odd = next & EVEN_ROWS;
        let left = SQUARES - self.ply;
        let threats = winning(other, self.all);
        // What F gets wins where it makes four; M never comes above it.
        let sure = empty & EVEN_ROWS & !odd;
        let mine = self.own | empty & ODD_ROWS & !above(threats & sure);
        if left % 2 == 0 {
            if !is_kept_apart(mine, odd) {
                return FollowUp::Fails;
            }
            let theirs = other | sure;
            if !has_four(theirs) {
                return FollowUp::Holds;
            }
            // The line is complete when the last of its columns is filled so far; what lies above may stay empty.
            let unused = match () {
                _ if has_four(theirs & (other | ROW_2)) => 4,
                _ if has_four(theirs & (other | ROW_2 | ROW_4)) => 2,
                _ => 0,
            };
            return FollowUp::Wins(left - unused);
        }
        let mut hits = threats & ODD_ROWS & !next;
        while hits != 0 {
            let hit = hits & hits.wrapping_neg();
            let column = column_of(hit);
            hits &= !column;
            let pairs = odd ^ next & column;
            let mine = mine & !(column & empty) | empty & EVEN_ROWS & column & (hit - 1);
            if is_kept_apart(mine, pairs) {
                return FollowUp::Wins(left - (column & !(hit | (hit - 1))).count_ones());
            }
        }
        if odd & (odd - 1) == 0 && !has_four(self.own | empty & !(column_of(odd) & ODD_ROWS)) {
            return FollowUp::Holds;
        }
        FollowUp::Fails
    }
}

/// The squares above these, which are not in the lowest row.
#[inline(always)]
fn above(squares: u64) -> u64 {
    let next = squares << 1 & BOARD;
    let two = next | next << 1 & BOARD;
    two | two << 2 & FROM_ROW_3
}

/// The column of a square.
#[inline(always)]
fn column_of(square: u64) -> u64 {
    0b11_1111 << (square.trailing_zeros() / 7 * 7)
}

/// Is there no four in `mine` with one of each pair, for some way to pair these squares? There is an even number.
#[inline(always)]
fn is_kept_apart(mine: u64, pairs: u64) -> bool {
    if has_four(mine) {
        return false;
    }
    if !has_four(mine | pairs) {
        return true;
    }
    let mut squares = [0; 4];
    let mut rest = pairs;
    let mut count = 0;
    while rest != 0 {
        if count == 4 {
            return false;
        }
        squares[count] = rest & rest.wrapping_neg();
        if has_four(mine | squares[count]) {
            return false;
        }
        rest &= rest - 1;
        count += 1;
    }
    if count == 2 {
        return true;
    }
    let [a, b, c, d] = squares;
    [(a, b, c, d), (a, c, b, d), (a, d, b, c)]
        .into_iter()
        .any(|(a, b, c, d)| {
            [a | c, a | d, b | c, b | d]
                .into_iter()
                .all(|choice| !has_four(mine | choice))
        })
}

/// With so few squares left the table does not help.
const BRIEF: u32 = 6;

impl Hints for Rules {
    #[inline]
    fn candidates(&self, position: &Position, out: &mut Vec<u8>) {
        let wins = winning(position.own, position.all) & position.next();
        let safe = if wins != 0 { wins } else { position.safe() };
        if safe == 0 {
            return self.moves(position, out);
        }
        for column in [3, 2, 4, 1, 5, 0, 6] {
            if safe >> (column * 7) & 0b11_1111 != 0 {
                out.push(column);
            }
        }
    }

    #[inline]
    fn promise(&self, position: &Position, column: &u8) -> i32 {
        // First what makes most winning squares, then what many fours pass through.
        let square = position.next() & column_of(1 << (column * 7));
        let threats = winning(position.own | square, position.all | square);
        let lines = LINES[0][square.trailing_zeros() as usize % 64];
        16 * threats.count_ones() as i32 + 2 * lines
    }

    #[inline]
    fn outlook(&self, position: &Position, _window: (f64, f64)) -> Outlook {
        let left = SQUARES - position.ply;
        if winning(position.own, position.all) & position.next() != 0 {
            return Outlook::certain(1.0, 1);
        }
        if position.safe() == 0 && left >= 2 {
            return Outlook::certain(-1.0, 2);
        }
        if left <= 2 {
            return Outlook::certain(0.0, left);
        }
        let mut outlook = Outlook {
            least: if left < 4 { (0.0, left) } else { (-1.0, 4) },
            most: (1.0, 3),
        };
        let empty = BOARD & !position.all;
        if !has_four(position.own ^ position.all | empty) {
            outlook.least = (0.0, left);
        }
        if !has_four(position.own | empty) {
            outlook.most = (0.0, left);
        }
        match position.follow_up() {
            FollowUp::Fails => {}
            FollowUp::Holds => outlook.most = (0.0, left),
            FollowUp::Wins(plies) => {
                outlook.most = (-1.0, plies);
                return outlook;
            }
        }
        // The player to move can follow up as well, after a first move.
        let mut moves = position.safe();
        while moves != 0 {
            let square = moves & moves.wrapping_neg();
            moves ^= square;
            match position.with(square).follow_up() {
                FollowUp::Fails => {}
                FollowUp::Holds if outlook.least.0 >= 0.0 => {}
                FollowUp::Holds => outlook.least = (0.0, left),
                FollowUp::Wins(plies) => {
                    if outlook.least.0 < 1.0 || plies + 1 < outlook.least.1 {
                        outlook.least = (1.0, plies + 1);
                    }
                }
            }
        }
        outlook
    }

    #[inline(always)]
    fn is_brief(&self, position: &Position) -> bool {
        SQUARES - position.ply <= BRIEF
    }

    #[inline]
    fn table_key(&self, position: &Position) -> (u64, usize) {
        // One bit above the highest stone of each column tells the heights.
        let key = position.own + position.all + BOTTOM;
        let image = mirrored(key);
        if image < key {
            (mix(image), 1)
        } else {
            (mix(key), 0)
        }
    }

    #[inline]
    fn slot(&self, column: &u8) -> u16 {
        u16::from(*column)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::control::Random;

    fn rules() -> Rules {
        Rules::default()
    }

    /// A position after random moves, seldom careless ones, with this many squares left; none if the game is over before.
    fn random_position(random: &mut Random, left: u32) -> Option<Position> {
        let mut position = rules().start();
        while position.ply < SQUARES - left {
            let mut moves = Vec::new();
            if random.below(16) == 0 {
                rules().moves(&position, &mut moves);
            } else {
                rules().candidates(&position, &mut moves);
            }
            rules().play_unchecked(&mut position, &moves[random.below(moves.len())]);
            if rules().turn(&position) == Turn::Over {
                return None;
            }
        }
        Some(position)
    }

    /// Won positions are worth 100 less the plies to the end, lost ones as much below 0.
    fn towards_end(value: i32) -> i32 {
        value - value.signum()
    }

    /// The value by plain minimax.
    fn value(position: &Position, known: &mut HashMap<(u64, u64), i32>) -> i32 {
        if rules().turn(position) == Turn::Over {
            return if position.is_won() { -100 } else { 0 };
        }
        if let Some(value) = known.get(&(position.own, position.all)) {
            return *value;
        }
        let best = rules()
            .actions(position)
            .iter()
            .map(|column| value_after(position, column, known))
            .max()
            .expect("somebody is to move");
        known.insert((position.own, position.all), best);
        best
    }

    fn value_after(position: &Position, column: &u8, known: &mut HashMap<(u64, u64), i32>) -> i32 {
        let mut after = *position;
        rules().play_unchecked(&mut after, column);
        towards_end(-value(&after, known))
    }

    /// What a side of an outlook says, in the numbers of [`value`].
    fn number((utility, plies): (f64, u32)) -> i32 {
        utility as i32 * (100 - plies as i32)
    }

    #[test]
    fn hints_agree_with_plain_minimax() {
        let mut random = Random::new(4);
        let mut sharp = [0; 6];
        for (left, games) in [
            (4, 2000),
            (7, 5000),
            (8, 5000),
            (11, 2000),
            (12, 2000),
            (15, 100),
            (16, 100),
        ] {
            for _ in 0..games {
                let Some(position) = random_position(&mut random, left) else {
                    continue;
                };
                let known = &mut HashMap::new();
                let text = rules().text(&position);
                let value = value(&position, known);
                let outlook = rules().outlook(&position, (-2.0, 2.0));
                let (least, most) = (number(outlook.least), number(outlook.most));
                assert!(
                    least <= value && value <= most,
                    "{text}: {outlook:?}, but {value}"
                );
                let mut candidates = Vec::new();
                rules().candidates(&position, &mut candidates);
                let best = candidates
                    .iter()
                    .map(|column| value_after(&position, column, known))
                    .max();
                assert_eq!(best, Some(value), "{text}: {candidates:?}");
                for (index, seen) in [
                    outlook.least.0 == 1.0 && least < 99,
                    outlook.most.0 == -1.0 && most > -98,
                    outlook.least.0 == 0.0,
                    outlook.most.0 == 0.0,
                    least == 99,
                    most == -98,
                ]
                .into_iter()
                .enumerate()
                {
                    sharp[index] += u32::from(seen);
                }
            }
        }
        assert!(sharp.iter().all(|count| *count > 20), "{sharp:?}");
    }

    #[test]
    fn a_table_knows_a_position_and_its_mirror_image_only() {
        let mut random = Random::new(5);
        let mut seen = HashMap::new();
        for left in (1..42).cycle().take(20_000) {
            let Some(position) = random_position(&mut random, left) else {
                continue;
            };
            let image = rules()
                .symmetry()
                .expect("there is one")
                .position(&position, 1);
            let (key, symmetry) = rules().table_key(&position);
            assert_eq!(rules().table_key(&image).0, key);
            let stored = if symmetry == 0 { position } else { image };
            assert_eq!(*seen.entry(key).or_insert(stored), stored);
        }
    }
}
