//! Threats in qubic: wins by force, what must be answered, and where to look first.
//!
//! A line with three stones of a player and its fourth cell empty is a threat: the opponent must take that cell. A player
//! who makes threat after threat leaves no choice until one stone makes two threats at once. Such a series is found without
//! looking at anything else, however long it is; O. Patashnik (1980) and V. Allis, "Searching for solutions in games and
//! artificial intelligence" (1994), proved the first player's win with it.

use super::{CELLS, LINE_CELLS, LINES_THROUGH, Position, Rules, SEEN, SYMMETRIES, cells};
use crate::control::mix;
use crate::game::{Game, Hints, Outlook};

/// Positions that a hunt for a series of threats looks at before it gives up.
const PATIENCE: u32 = 2_000;
/// Threats before the last move, at most, in one hunt after the other.
const DEPTHS: [u32; 5] = [1, 2, 4, 8, 32];
/// Places for positions in which a hunt found nothing.
const FAILURES: usize = 512;
/// Up to this many stones the table takes positions that are the same seen another way for one. It costs some
/// microseconds.
const SYMMETRIC: u8 = 12;

/// Moves of a series of threats and the answers to them in turn; the last move makes two threats at once.
#[derive(Clone, Copy)]
struct Series {
    cells: [u8; CELLS],
    length: usize,
}

impl Series {
    const NONE: Series = Series {
        cells: [0; CELLS],
        length: 0,
    };

    fn push(&mut self, cell: u8) {
        self.cells[self.length] = cell;
        self.length += 1;
    }

    /// From the first move to four in a row.
    fn plies(&self) -> u32 {
        self.length as u32 + 2
    }

    /// Does it win here too? The attacker is to move and nobody has a threat.
    fn wins(&self, position: &Position, attacker: usize) -> bool {
        let mut position = *position;
        let mut pairs = self.cells[..self.length].chunks(2);
        while let Some(pair) = pairs.next() {
            if position.empty() >> pair[0] & 1 == 0 {
                return false;
            }
            position.put(attacker, pair[0]);
            let threats = position.completing(attacker);
            if threats.count_ones() > 1 {
                return true;
            }
            if pair.len() < 2 || threats != 1 << pair[1] {
                return false;
            }
            position.put(1 - attacker, pair[1]);
            let counter = position.completing(1 - attacker);
            let next = pairs.clone().next().map_or(0, |next| 1 << next[0]);
            if counter != 0 && counter != next {
                return false;
            }
        }
        false
    }
}

/// A search for a series of threats that wins.
struct Hunt {
    attacker: usize,
    patience: u32,
    /// Threats that may be made before the last move, and how many of them are left.
    most: u32,
    depth: u32,
    /// Was a position left because of the depth?
    cut: bool,
    failures: [u64; FAILURES],
    series: Series,
}

impl Hunt {
    /// A series that wins for the attacker, who is to move while nobody has a threat.
    fn run(position: &Position, attacker: usize) -> Option<Series> {
        if position.open_lines(attacker)[1] == 0 {
            return None;
        }
        let mut hunt = Hunt {
            attacker,
            patience: PATIENCE,
            most: 0,
            depth: 0,
            cut: false,
            failures: [0; FAILURES],
            series: Series::NONE,
        };
        // Short series first: they leave the opponent less to try.
        for depth in DEPTHS {
            (hunt.most, hunt.depth, hunt.cut) = (depth, depth, false);
            if hunt.step(position) {
                return Some(hunt.series);
            }
            if !hunt.cut || hunt.patience == 0 {
                break;
            }
        }
        None
    }

    /// The attacker is to move and nobody has a threat.
    fn step(&mut self, position: &Position) -> bool {
        let empty = position.empty();
        let twos = position.open_lines(self.attacker)[1];
        // 1. A cell on two lines of two stones makes two threats.
        let (mut once, mut twice) = (0, 0);
        for line in bits(twos) {
            let free = LINE_CELLS[line] & empty;
            twice |= once & free;
            once |= free;
        }
        if twice != 0 {
            self.series.push(twice.trailing_zeros() as u8);
            return true;
        }
        // 2. Nothing new in another order of the same moves.
        if self.patience == 0 || self.depth == 0 {
            self.cut = true;
            return false;
        }
        self.patience -= 1;
        let key =
            mix(position.stones[0]
                ^ mix(position.stones[1] ^ u64::from(self.most << 8 | self.depth)))
                | 1;
        let place = key as usize / 2 % FAILURES;
        if self.failures[place] == key {
            return false;
        }
        // 3. A threat on each line, from either of its cells.
        let length = self.series.length;
        self.depth -= 1;
        for line in bits(twos) {
            let free = LINE_CELLS[line] & empty;
            let ends = [free.trailing_zeros() as u8, 63 - free.leading_zeros() as u8];
            for (cell, answer) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                let mut next = *position;
                next.put(self.attacker, cell);
                self.series.push(cell);
                if self.answered(&mut next, answer) {
                    return true;
                }
                self.series.length = length;
            }
        }
        self.depth += 1;
        self.failures[place] = key;
        false
    }

    /// The attacker has made one threat, which must be answered.
    fn answered(&mut self, position: &mut Position, mut answer: u8) -> bool {
        let (attacker, defender) = (self.attacker, 1 - self.attacker);
        loop {
            position.put(defender, answer);
            self.series.push(answer);
            let counter = position.completing(defender);
            if counter == 0 {
                return self.step(position);
            }
            // The answer is a threat itself: the series goes on only if meeting it is the next threat.
            if counter.count_ones() > 1 {
                return false;
            }
            let cell = counter.trailing_zeros() as u8;
            position.put(attacker, cell);
            self.series.push(cell);
            let threats = position.completing(attacker);
            match threats.count_ones() {
                0 => return false,
                1 => answer = threats.trailing_zeros() as u8,
                _ => return true,
            }
        }
    }
}

/// The numbers of the lines in a set.
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let line = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        line
    })
}

impl Position {
    /// The cells that complete a line of a player.
    #[inline(always)]
    fn completing(&self, player: usize) -> u64 {
        let threes = self.open_lines(player)[2];
        if threes == 0 {
            return 0;
        }
        self.empty() & bits(threes).fold(0, |ends, line| ends | LINE_CELLS[line])
    }

    /// Does a stone of the player on this cell threaten to complete a line?
    #[inline(always)]
    fn threatens(&self, player: usize, cell: u8) -> bool {
        self.open_lines(player)[1] & LINES_THROUGH[usize::from(cell % 64)] != 0
    }
}

impl Hints for Rules {
    /// Completes a line, or keeps the opponent from it.
    fn candidates(&self, position: &Position, out: &mut Vec<u8>) {
        let player = position.player();
        let ends = match position.completing(player) {
            0 => position.completing(1 - player),
            own => own,
        };
        match ends {
            0 => self.moves(position, out),
            _ => out.push(ends.trailing_zeros() as u8),
        }
    }

    /// Leaves out, besides, what a series of the opponent's threats refutes.
    fn contenders(&self, position: &Position, out: &mut Vec<u8>) {
        let player = position.player();
        if position.completing(player) | position.completing(1 - player) != 0 {
            return self.candidates(position, out);
        }
        let Some(series) = Hunt::run(position, 1 - player) else {
            return self.moves(position, out);
        };
        let after = |cell: u8| {
            let mut next = *position;
            next.put(player, cell);
            next
        };
        let forcing = cells(position.empty())
            .filter(|cell| position.threatens(player, *cell))
            .fold(0_u64, |set, cell| set | 1 << cell);
        let mut quiet = position.empty() & !forcing;
        let mut kept = forcing;
        let refute = |quiet: &mut u64, series: &Series| {
            for cell in cells(*quiet) {
                if series.wins(&after(cell), 1 - player) {
                    *quiet &= !(1 << cell);
                }
            }
        };
        refute(&mut quiet, &series);
        while quiet != 0 {
            let cell = quiet.trailing_zeros() as u8;
            match Hunt::run(&after(cell), 1 - player) {
                Some(series) => refute(&mut quiet, &series),
                None => kept |= 1 << cell,
            }
            quiet &= !(1 << cell);
        }
        if kept == 0 {
            kept = 1 << series.cells[0];
        }
        out.extend(cells(kept));
    }

    /// Threats first, then lines with stones of one player only, the more stones the better.
    fn promise(&self, position: &Position, cell: &u8) -> i32 {
        let player = position.player();
        let through = LINES_THROUGH[usize::from(*cell % 64)];
        let count = |lines: u128| (lines & through).count_ones() as i32;
        let [own_ones, own_twos, own_threes] = position.open_lines(player).map(count);
        let [ones, twos, threes] = position.open_lines(1 - player).map(count);
        let taken = position.ones.iter().chain(&position.twos);
        let untouched = count(!taken.fold(0, |all, lines| all | lines));
        1_000 * own_threes
            + 500 * threes
            + 30 * own_twos
            + 10 * own_ones
            + 12 * twos
            + 5 * ones
            + 2 * untouched
    }

    fn outlook(&self, position: &Position, _window: (f64, f64)) -> Outlook {
        let player = position.player();
        if position.completing(player) != 0 {
            return Outlook::certain(1.0, 1);
        }
        // While there is a threat to be met, there is no choice.
        let (mut position, mut mover, mut plies) = (*position, player, 0);
        let won = |winner: usize, plies: u32| {
            if winner == player {
                Outlook {
                    least: (1.0, plies),
                    most: (1.0, 3),
                }
            } else {
                Outlook {
                    least: (-1.0, 2),
                    most: (-1.0, plies),
                }
            }
        };
        loop {
            let threats = position.completing(1 - mover);
            match threats.count_ones() {
                0 => break,
                1 => {
                    position.put(mover, threats.trailing_zeros() as u8);
                    plies += 1;
                    mover = 1 - mover;
                }
                _ => return won(1 - mover, plies + 2),
            }
        }
        match Hunt::run(&position, mover) {
            Some(series) => won(mover, plies + series.plies()),
            None => Outlook {
                least: (-1.0, 4),
                most: (1.0, 3),
            },
        }
    }

    fn table_key(&self, position: &Position) -> (u64, usize) {
        if position.ply > SYMMETRIC {
            return (self.key(position), 0);
        }
        let image = |symmetry: usize| {
            position.stones.map(|stones| {
                cells(stones).fold(0_u64, |image, cell| {
                    image | 1 << SEEN[symmetry][usize::from(cell)]
                })
            })
        };
        let (stones, symmetry) = (0..SYMMETRIES)
            .map(|symmetry| (image(symmetry), symmetry))
            .min()
            .expect("there are symmetries");
        let seen = Position {
            stones,
            ..*position
        };
        (self.key(&seen), symmetry)
    }

    #[inline(always)]
    fn slot(&self, cell: &u8) -> u16 {
        u16::from(*cell)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::control::Random;
    use crate::game::{Symmetry, Turn};

    fn rules() -> Rules {
        Rules::default()
    }

    /// A position with this many stones, none of which completed a line, because both players rather keep the other
    /// from it; None when there was no other cell left.
    fn quiet_position(stones: usize, random: &mut Random) -> Option<Position> {
        let mut position = rules().start();
        for _ in 0..stones {
            let player = position.player();
            let own = position.completing(player);
            let urgent = position.completing(1 - player) & !own;
            let free: Vec<u8> = cells(match urgent {
                0 => position.empty() & !own,
                _ => urgent,
            })
            .collect();
            if free.is_empty() {
                return None;
            }
            rules().play_unchecked(&mut position, &free[random.below(free.len())]);
        }
        Some(position)
    }

    /// The utility for the player to move and the plies to the end, a win as soon and a loss as late as can be; draws end
    /// with the game.
    fn exact(position: &Position, known: &mut HashMap<Position, (i32, u32)>) -> (i32, u32) {
        if let Some(value) = known.get(position) {
            return *value;
        }
        let value = if rules().turn(position) == Turn::Over {
            (-i32::from(position.won), 0)
        } else {
            best(position, cells(position.empty()), known)
        };
        known.insert(*position, value);
        value
    }

    fn best(
        position: &Position,
        moves: impl Iterator<Item = u8>,
        known: &mut HashMap<Position, (i32, u32)>,
    ) -> (i32, u32) {
        moves
            .map(|cell| {
                let mut child = *position;
                rules().play_unchecked(&mut child, &cell);
                let (utility, plies) = exact(&child, known);
                (-utility, plies + 1)
            })
            .max_by_key(|(utility, plies)| (*utility, -utility * *plies as i32))
            .expect("there is a move")
    }

    #[test]
    fn hints_are_true_in_positions_that_are_searched_to_the_end() {
        let mut random = Random::new(7);
        let (mut wins, mut losses, mut draws) = (0, 0, 0);
        for _ in 0..40 {
            let Some(position) = quiet_position(53, &mut random) else {
                continue;
            };
            let mut known = HashMap::new();
            exact(&position, &mut known);
            for (position, (utility, plies)) in known.clone() {
                if rules().turn(&position) == Turn::Over || rules().key(&position) % 50 > 0 {
                    continue;
                }
                let Outlook { least, most } = rules().outlook(&position, (-1.0, 1.0));
                let text = format!("{position:?}: {utility} in {plies}, {least:?}, {most:?}");
                assert!(
                    least.0 <= f64::from(utility) && f64::from(utility) <= most.0,
                    "{text}"
                );
                if utility == 1 {
                    assert!(
                        most.1 <= plies && (least.0 < 1.0 || plies <= least.1),
                        "{text}"
                    );
                } else if utility == -1 {
                    assert!(
                        least.1 <= plies && (most.0 > -1.0 || plies <= most.1),
                        "{text}"
                    );
                }
                wins += u32::from(least.0 == 1.0 && plies > 3);
                losses += u32::from(most.0 == -1.0 && plies > 2);
                draws += u32::from(utility == 0);
                let mut moves = Vec::new();
                rules().candidates(&position, &mut moves);
                let found = best(&position, moves.drain(..), &mut known);
                assert_eq!(found, (utility, plies), "{text}");
                rules().contenders(&position, &mut moves);
                assert_eq!(
                    best(&position, moves.drain(..), &mut known).0,
                    utility,
                    "{text}"
                );
            }
        }
        assert!(
            wins > 5 && losses > 5 && draws > 5,
            "{wins} {losses} {draws}"
        );
    }

    #[test]
    fn positions_that_are_the_same_seen_another_way_have_one_key() {
        let mut random = Random::new(3);
        for stones in 0..=usize::from(SYMMETRIC) + 2 {
            let position = quiet_position(stones, &mut random).expect("the cube is not full");
            let (key, symmetry) = rules().table_key(&position);
            assert_eq!(rules().key(&rules().position(&position, symmetry)), key);
            if stones <= usize::from(SYMMETRIC) {
                let seen = rules().position(&position, random.below(SYMMETRIES));
                assert_eq!(rules().table_key(&seen).0, key);
            }
        }
    }

    #[test]
    fn a_series_of_threats_is_found_and_everything_else_is_left_out() {
        // Two lines of two through 1a1 and one more threat before it.
        let mut position = rules().start();
        for (player, names) in [(0, [1, 2, 4, 8]), (1, [21, 38, 59, 40])] {
            for cell in names {
                position.put(player, cell);
            }
        }
        position.ply = 8;
        let outlook = rules().outlook(&position, (-1.0, 1.0));
        assert_eq!((outlook.least, outlook.most), ((1.0, 3), (1.0, 3)));
        position.put(0, 63);
        position.ply = 9;
        let mut moves = Vec::new();
        rules().contenders(&position, &mut moves);
        assert!(moves.contains(&0) && moves.len() < 10, "{moves:?}");
    }
}
