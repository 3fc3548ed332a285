//! Bearing off, exactly: once the sides have passed each other and are at home, every position can be solved.
//!
//! - **One-sided**: for each of the 54,264 ways in which up to fifteen checkers lie in the home board, how many rolls it
//!   takes to bear off all of them, playing for the fewest on average, and how likely each number is.
//! - **Two-sided**: for both sides with up to six checkers each, what best play brings, without the cube and with it,
//!   whoever owns it. Nobody can lose a gammon there.
//!
//! Both tables are built when they are first asked for, which takes a second or two.

use std::sync::LazyLock;

use super::{BAR, CENTRED, Position, Rules, Stage, count};
use crate::endgame::Arrangements;

/// The points of the home board.
const HOME: usize = 6;
const CHECKERS: usize = 15;
/// The most checkers of a side in the two-sided table.
const FEW: usize = 6;
/// The most rolls that bearing off ever takes here: a pair of checkers leaves with two rolls at worst, and a bit.
const MOST_ROLLS: usize = 32;

/// The checkers on each point of the home board.
type Home = [u8; HOME];

/// The 21 rolls, the larger die first, with how many of 36 they are.
fn rolls() -> impl Iterator<Item = ([u8; 2], f64)> {
    (1..=6).flat_map(|large| {
        (1..=large).map(move |small| ([large, small], if large == small { 1.0 } else { 2.0 }))
    })
}

/// Numbers the ways in which checkers can lie in the home board.
struct Numbers(Arrangements);

impl Numbers {
    fn new(most: usize) -> Numbers {
        Numbers(Arrangements::new(HOME, most, u32::MAX))
    }

    fn of(&self, home: &Home) -> usize {
        let mut sum = 0;
        let mut number = 0;
        for (point, checkers) in home.iter().enumerate() {
            sum += usize::from(*checkers);
            number += self.0.part(point, sum) as usize;
        }
        number
    }

    /// All of them, fewer pips first, with their numbers.
    fn all(&self) -> Vec<(Home, usize)> {
        let mut found = vec![[0; HOME]];
        for point in 0..HOME {
            let before = std::mem::take(&mut found);
            for home in before {
                let left = self.0.most() - home.iter().map(|n| usize::from(*n)).sum::<usize>();
                for checkers in 0..=left {
                    let mut home = home;
                    home[point] = checkers as u8;
                    found.push(home);
                }
            }
        }
        found.sort_by_key(pips);
        found
            .into_iter()
            .map(|home| (home, self.of(&home)))
            .collect()
    }
}

fn pips(home: &Home) -> usize {
    let points = home.iter().enumerate();
    points
        .map(|(point, checkers)| (point + 1) * usize::from(*checkers))
        .sum()
}

/// Shows every position that the dice lead to, played in this order; some of them several times. Where equal dice follow
/// each other, it is enough to play from the higher points first.
fn play(home: &Home, dice: &[u8], from: usize, visit: &mut impl FnMut(&Home)) {
    let highest = home.iter().rposition(|checkers| *checkers > 0);
    let (Some((die, rest)), Some(highest)) = (dice.split_first(), highest) else {
        return visit(home);
    };
    let die = usize::from(*die);
    for point in 0..=highest.min(from) {
        if home[point] == 0 || point + 1 < die && point != highest {
            continue;
        }
        let mut after = *home;
        after[point] -= 1;
        if point + 1 > die {
            after[point - die] += 1;
        }
        let from = if rest.first() == dice.first() {
            point
        } else {
            HOME
        };
        play(&after, rest, from, visit);
    }
}

/// Shows every position that a roll leads to; some of them several times.
fn follow(home: &Home, [large, small]: [u8; 2], mut visit: impl FnMut(&Home)) {
    if large == small {
        play(home, &[large; 4], HOME, &mut visit);
    } else {
        play(home, &[large, small], HOME, &mut visit);
        play(home, &[small, large], HOME, &mut visit);
    }
}

/// How long one side takes.
struct OneSided {
    numbers: Numbers,
    /// The mean number of rolls.
    rolls: Vec<f64>,
    /// By position: the chance that the last checker leaves with roll 0, 1, 2, …
    chances: Vec<[f32; MOST_ROLLS]>,
}

static ONE_SIDED: LazyLock<OneSided> = LazyLock::new(|| {
    let numbers = Numbers::new(CHECKERS);
    let all = numbers.all();
    let mut rolls_left = vec![0.0_f64; all.len()];
    let mut chances = vec![[0.0_f32; MOST_ROLLS]; all.len()];
    chances[numbers.of(&[0; HOME])][0] = 1.0;
    for (home, number) in all.iter().skip(1) {
        let mut mean = 1.0;
        let mut sums = [0.0_f64; MOST_ROLLS];
        for (roll, weight) in rolls() {
            let (mut best, mut fewest) = (0, f64::INFINITY);
            follow(home, roll, |home| {
                let number = numbers.of(home);
                if rolls_left[number] < fewest {
                    (best, fewest) = (number, rolls_left[number]);
                }
            });
            let probability = weight / 36.0;
            mean += probability * rolls_left[best];
            for later in 1..MOST_ROLLS {
                sums[later] += probability * f64::from(chances[best][later - 1]);
            }
        }
        rolls_left[*number] = mean;
        chances[*number] = sums.map(|sum| sum as f32);
    }
    OneSided {
        numbers,
        rolls: rolls_left,
        chances,
    }
});

/// What best play brings the side on roll, in points of the cube as it lies.
#[derive(Clone, Copy, Default)]
struct Equities {
    /// Nobody will ever double.
    cubeless: f64,
    /// The side on roll owns the cube, nobody does, the other side does.
    own: f64,
    centred: f64,
    other: f64,
}

/// How the race of two sides with few checkers ends.
struct TwoSided {
    numbers: Numbers,
    count: usize,
    /// By the number of the side on roll, then that of the other.
    equities: Vec<Equities>,
}

static TWO_SIDED: LazyLock<TwoSided> = LazyLock::new(|| {
    let numbers = Numbers::new(FEW);
    let all = numbers.all();
    let count = all.len();
    // By position and roll.
    let mut follows: Vec<Vec<(f64, Vec<usize>)>> = vec![Vec::new(); count];
    for (home, number) in &all {
        follows[*number] = rolls()
            .map(|(roll, weight)| {
                let mut next = Vec::new();
                follow(home, roll, |home| next.push(numbers.of(home)));
                next.sort_unstable();
                next.dedup();
                (weight / 36.0, next)
            })
            .collect();
    }
    let off = numbers.of(&[0; HOME]);
    let mut equities = vec![Equities::default(); count * count];
    // Every roll takes pips away, so pairs with fewer pips are known before.
    let mut by_pips = vec![Vec::new(); 2 * HOME * FEW + 1];
    for (one, first) in &all {
        for (other, second) in &all {
            if *first != off && *second != off {
                by_pips[pips(one) + pips(other)].push((*first, *second));
            }
        }
    }
    for (first, second) in by_pips.into_iter().flatten() {
        // In the order of the fields, as long as nobody doubles now.
        let mut sums = [0.0_f64; 4];
        for (probability, next) in &follows[first] {
            let mut best = [f64::NEG_INFINITY; 4];
            for &next in next {
                let brings = if next == off {
                    [1.0; 4]
                } else {
                    let there = equities[second * count + next];
                    // What the one owns, the other does not.
                    [there.cubeless, there.other, there.centred, there.own].map(|equity| -equity)
                };
                for (best, brings) in best.iter_mut().zip(brings) {
                    *best = best.max(brings);
                }
            }
            for (sum, best) in sums.iter_mut().zip(best) {
                *sum += probability * best;
            }
        }
        let [cubeless, own, centred, other] = sums;
        // Whoever takes a double owns the cube at twice its value; whoever drops it has lost what it was.
        let doubled = (2.0 * other).min(1.0);
        equities[first * count + second] = Equities {
            cubeless,
            own: own.max(doubled),
            centred: centred.max(doubled),
            other,
        };
    }
    TwoSided {
        numbers,
        count,
        equities,
    }
});

/// The checkers of a side, if all that are left are in its home board.
fn home(side: u128) -> Option<Home> {
    let inside = (1 << (4 * (HOME + 1))) - 1;
    if side & !inside != 0 {
        return None;
    }
    debug_assert!(count(side, BAR) == 0);
    Some(std::array::from_fn(|point| count(side, point as u8 + 1)))
}

/// The mean number of rolls until a side at home has borne off everything.
pub fn mean_rolls(home: [u8; 6]) -> f64 {
    let table = &*ONE_SIDED;
    table.rolls[table.numbers.of(&home)]
}

/// The chance that a side at home bears off its last checker with this roll, playing for the fewest rolls on average.
pub fn chance_of_rolls(home: [u8; 6], rolls: usize) -> f64 {
    let table = &*ONE_SIDED;
    let chances = &table.chances[table.numbers.of(&home)];
    chances.get(rolls).map_or(0.0, |chance| f64::from(*chance))
}

/// The chance that the side on roll wins the race of two sides at home, if both play for the fewest rolls.
pub(super) fn chance_in_race(own: u128, other: u128) -> Option<f64> {
    let table = &*ONE_SIDED;
    let [own, other] =
        [home(own)?, home(other)?].map(|home| &table.chances[table.numbers.of(&home)]);
    let (mut wins, mut still) = (0.0, 1.0);
    for roll in 0..MOST_ROLLS {
        // The other side has rolled once less.
        wins += f64::from(own[roll]) * still;
        still -= f64::from(other[roll]);
    }
    Some(wins)
}

impl Rules {
    /// What a position is worth to white under best play, if the table has it: points are money, both sides are at home
    /// with few checkers left, and the dice are not yet rolled.
    pub(super) fn bear_off(&self, position: &Position) -> Option<f64> {
        // The table knows no largest cube, which is far away while it was turned once at most.
        if self.length > 0
            || position.cube > 1
            || !matches!(position.stage, Stage::Choose | Stage::Roll)
        {
            return None;
        }
        let (own, other) = position.facing();
        let few = |side: u128| count(side, 0) as usize + FEW >= CHECKERS;
        if !few(own) || !few(other) {
            return None;
        }
        let (own, other) = (home(own)?, home(other)?);
        let table = &*TWO_SIDED;
        let numbers = [own, other].map(|home| table.numbers.of(&home));
        let equities = &table.equities[numbers[0] * table.count + numbers[1]];
        let equity = match (self.cube, position.stage) {
            (false, _) => equities.cubeless,
            // A player who could double and rolls instead is not in the table.
            (true, Stage::Roll) if position.owner != 1 - position.player => return None,
            (true, _) if position.owner == CENTRED => equities.centred,
            (true, _) if position.owner == position.player => equities.own,
            (true, _) => equities.other,
        };
        let points = equity * f64::from(1_u32 << position.cube);
        Some(if position.player == 0 {
            points
        } else {
            -points
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BuiltIn, Notation, Options};

    const ONE_SIDED_ROWS: &str = include_str!("../../../tests/backgammon_one_sided.csv");
    const TWO_SIDED_ROWS: &str = include_str!("../../../tests/backgammon_bearoff.csv");

    #[test]
    fn one_side_takes_as_many_rolls_as_others_have_computed() {
        let rows = ONE_SIDED_ROWS.lines().filter(|line| !line.starts_with('#'));
        for row in rows {
            let fields: Vec<&str> = row.split(',').collect();
            let home: Vec<u8> = fields[..6].iter().map(|n| n.parse().unwrap()).collect();
            let home: Home = home.try_into().unwrap();
            let mean: f64 = fields[7].parse().unwrap();
            assert!((mean_rolls(home) - mean).abs() < 1e-9, "{row}");
            for (index, chance) in fields[9].split_whitespace().enumerate() {
                let chance: f64 = chance.parse().unwrap();
                assert!(
                    (chance_of_rolls(home, index + 1) - chance).abs() < 1e-6,
                    "{row}"
                );
            }
        }
        assert_eq!(Numbers::new(CHECKERS).all().len(), 54_264);
    }

    #[test]
    fn the_table_holds_what_others_have_computed() {
        for row in TWO_SIDED_ROWS.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = row.split(',').collect();
            let [_, _, option, text, expected] = fields[..] else {
                panic!("a row has five fields: {row}");
            };
            let given = option
                .split_once('=')
                .map(|(name, value)| (name.into(), value.into()));
            let options = Options::new(given.into_iter().collect(), Rules::OPTIONS).unwrap();
            let rules = Rules::with_options(&options).unwrap();
            let found = rules.bear_off(&rules.parse(text).unwrap()).unwrap();
            assert!(
                (found - expected.parse::<f64>().unwrap()).abs() < 1e-6,
                "{row}: {found}"
            );
        }
    }

    #[test]
    fn six_checkers_each_are_worth_what_others_have_computed() {
        // The chance to win without a cube, then the equities when the side on roll owns it, nobody, the other side.
        // Computed by an independent program.
        let table = &*TWO_SIDED;
        for (home, right) in [
            ([1; 6], [0.70057162, 0.70226512, 0.70226512, 0.35113256]),
            (
                [0, 0, 0, 2, 2, 2],
                [0.65421392, 0.53704289, 0.47745708, 0.23188516],
            ),
        ] {
            let number = table.numbers.of(&home);
            let found = table.equities[number * table.count + number];
            let win = (1.0 + found.cubeless) / 2.0;
            let found = [win, found.own, found.centred, found.other];
            for (found, right) in found.into_iter().zip(right) {
                assert!(
                    (found - right).abs() < 1e-8,
                    "{home:?}: {found}, not {right}"
                );
            }
        }
    }

    #[test]
    fn a_play_that_keeps_all_checkers_may_be_best() {
        // Pairs of position and roll in which a checker could leave, but the fewest rolls on average are expected when
        // none does: 3,825, counted in the forum of bgonline.org in 2013.
        let table = &*ONE_SIDED;
        let checkers = |home: &Home| home.iter().sum::<u8>();
        let mut counted = 0;
        for (home, _) in table.numbers.all() {
            for (roll, _) in rolls().filter(|([large, small], _)| large != small) {
                let mut next = Vec::new();
                follow(&home, roll, |home| next.push(*home));
                let mean = |home: &Home| table.rolls[table.numbers.of(home)];
                let best = next.iter().map(mean).fold(f64::INFINITY, f64::min);
                let stays = |after: &&Home| checkers(after) == checkers(&home);
                let leaves = next.iter().any(|after| checkers(after) < checkers(&home));
                let best_leaving = next
                    .iter()
                    .filter(|after| !stays(after))
                    .map(mean)
                    .fold(f64::INFINITY, f64::min);
                counted += usize::from(leaves && best < best_leaving - 1e-12);
            }
        }
        assert_eq!(counted, 3_825);
    }
}
