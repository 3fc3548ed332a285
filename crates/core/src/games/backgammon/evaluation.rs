//! What a position is worth before its end: the expected points of best play, estimated without looking ahead.
//!
//! While the sides can still meet, what counts is the race, the points made, what blocks the other side, and what can be
//! hit, by the exact number of rolls that hit. Once they have passed each other, it is the chance to win the race, from the
//! Thorp count or, when both are at home, from the table of bear-offs. The danger of a gammon is added in both. All of it is
//! counted for each side and compared; the numbers are in `weights.txt`.
//!
//! With the cube, what owning it is worth is added, as Janowski's model has it ("Take-points in money games", 1993): two
//! thirds of the way from a cube that nobody will turn to one that is turned exactly when it should be. In a match, points
//! become chances to win it by Janowski's formula: 0.85 for each point ahead, over the points that the trailer lacks and six.

use super::weights::*;
use super::*;
use crate::game::fitting;

/// What is compared, by name.
const NAMES: [&str; 12] = [
    "pips ahead",
    "on roll",
    "points made",
    "blocked in front",
    "stacked checkers",
    "deep checkers",
    "pips at risk",
    "blots at risk",
    "on the bar",
    "chance in the race",
    "danger of a gammon",
    "owning the cube",
];
/// Their places among the names.
const AHEAD: usize = 0;
const ROLLING: usize = 1;
const MADE: usize = 2;
const BLOCKED: usize = 3;
const STACKED: usize = 4;
const TOO_DEEP: usize = 5;
const LOST_PIPS: usize = 6;
const HIT: usize = 7;
const ENTERING: usize = 8;
const RACING: usize = 9;
const DANGER: usize = 10;
const CUBE: usize = 11;
/// Beyond this many points, more counts less and less.
const PLENTY: f64 = 3.0;
/// Half a roll: what being on roll is worth in the race, in pips.
const HALF_ROLL: f64 = 4.0;
/// How much a side's own blots count when it is on roll and can still cover them.
const COVERABLE: f64 = 0.3;
/// How well cubes are used, from never to perfectly.
const CUBE_EFFICIENCY: f64 = 2.0 / 3.0;

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let sign = if player == 0 { 1.0 } else { -1.0 };
        let (worths, scale) = self.worths(position);
        let mut features: Vec<Feature> = NAMES
            .iter()
            .zip(worths)
            .filter(|(_, worth)| *worth != 0.0)
            .map(|(name, worth)| Feature {
                name,
                weight: scale,
                amount: sign * worth,
            })
            .collect();
        if self.length > 0 {
            features.push(Feature {
                name: "points ahead in the match",
                weight: self.point_in_match(position),
                amount: sign * lead(position),
            });
        }
        features
    }

    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let (worths, scale) = self.worths(position);
        let mut value = scale * worths.iter().sum::<f64>();
        let mut most = 3.0 * f64::from(1_u16 << if self.cube { LARGEST_CUBE } else { 0 });
        if self.length > 0 {
            value += self.point_in_match(position) * lead(position);
            most = 1.0;
        }
        let value = fitting(value.clamp(-most, most));
        if player == 0 { value } else { -value }
    }
}

/// How many points white is ahead in the match.
fn lead(position: &Position) -> f64 {
    f64::from(position.score[0]) - f64::from(position.score[1])
}

/// One side of the board, laid out.
struct Side {
    /// Checkers by point; 25 is the bar.
    counts: [u8; 26],
    pips: f64,
}

impl Side {
    fn new(own: u128) -> Side {
        let mut counts = [0; 26];
        let mut pips = 0_u32;
        for (point, checkers) in counts.iter_mut().enumerate() {
            *checkers = count(own, point as u8);
            pips += point as u32 * u32::from(*checkers);
        }
        Side {
            counts,
            pips: pips.into(),
        }
    }

    /// The highest point with a checker.
    fn last(&self) -> usize {
        (0..26)
            .rev()
            .find(|&point| self.counts[point] > 0)
            .unwrap_or(0)
    }

    /// How many points of the home board are made.
    fn board(&self) -> usize {
        (1..=6).filter(|&point| self.counts[point] > 1).count()
    }

    /// The Thorp count: pips, and two for each checker, one for each on the 1-point, less one for each home point held.
    fn thorp(&self) -> f64 {
        let on_board: u8 = self.counts[1..].iter().sum();
        let home = self.counts[1..=6]
            .iter()
            .filter(|&&checkers| checkers > 0)
            .count();
        self.pips + f64::from(2 * on_board + self.counts[1]) - home as f64
    }

    /// How likely it is, if the other side wins, that nothing is borne off by then.
    fn gammon_danger(&self, their_pips: f64) -> f64 {
        if self.counts[0] > 0 {
            return 0.0;
        }
        let way: usize = (7..26)
            .map(|point| (point - 6) * usize::from(self.counts[point]))
            .sum();
        // Seven pips bear off a checker; the other side wastes about as many at its end.
        let behind = way as f64 - their_pips;
        1.0 / (1.0 + (-behind / 8.0).exp())
    }
}

impl Rules {
    /// What one point in this game is worth in the match, as a utility.
    fn point_in_match(&self, position: &Position) -> f64 {
        let trailing = position.score.into_iter().min().unwrap_or(0);
        2.0 * 0.85 / (f64::from(self.length - trailing) + 6.0)
    }

    /// What everything is worth to white in points of an undoubled game, and what such a point is worth.
    fn worths(&self, position: &Position) -> ([f64; 12], f64) {
        let mut worths = [0.0; 12];
        let mut scale = f64::from(1_u16 << position.cube);
        if self.length > 0 {
            scale *= self.point_in_match(position);
        }
        if position.stage == Stage::Opening {
            return (worths, scale);
        }
        let sides = position.sides.map(Side::new);
        let on_roll = usize::from(position.player);
        let sign = [1.0, -1.0][on_roll];
        let total: f64 = if sides[0].last() + sides[1].last() > usize::from(BAR) {
            worths[ROLLING] = sign * self.weights.at(TURN);
            worths[AHEAD] = (sides[1].pips - sides[0].pips) * self.weights.at(PIPS);
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                let exposed = if side == on_roll { COVERABLE } else { 1.0 };
                self.contact(&sides[side], &sides[1 - side], exposed, |index, worth| {
                    worths[index] += sign * worth;
                });
            }
            worths.iter().sum()
        } else {
            let (own, other) = position.facing();
            let chance = match bearoff::chance_in_race(own, other) {
                Some(chance) => sign * (2.0 * chance - 1.0),
                None => {
                    let [own, theirs] = [sides[0].thorp(), sides[1].thorp()];
                    let ahead = theirs - own + sign * HALF_ROLL;
                    // Who trails by 12 pips of 100 has the last take, about 22 % (the 8-9-12 rule), so that the spread is
                    // 1.42 √pips; the hyperbolic tangent stands for the normal curve.
                    (0.851 * ahead / (1.42 * (own + theirs).sqrt())).tanh()
                }
            };
            worths[RACING] = chance * self.weights.at(RACE);
            worths[RACING]
        };
        let danger = sides[0].gammon_danger(sides[1].pips) - sides[1].gammon_danger(sides[0].pips);
        worths[DANGER] = danger * self.weights.at(GAMMON);
        // Softly within what a game can bring.
        let total = total + worths[DANGER];
        let soft = 1.0 / (1.0 + (total / PLENTY).powi(2)).sqrt();
        for worth in &mut worths {
            *worth *= soft;
        }
        if self.cube && !position.crawford {
            worths[CUBE] = cube_worth(total * soft, position);
        }
        (worths, scale)
    }

    /// Counts for one side what matters while the sides can meet.
    fn contact(&self, us: &Side, them: &Side, exposed: f64, mut add: impl FnMut(usize, f64)) {
        let weights = &*self.weights;
        for point in 1..=24 {
            let checkers = us.counts[point];
            if checkers > 1 {
                add(MADE, weights.at(POINTS + point - 1));
            }
            if checkers > 3 {
                add(STACKED, weights.at(STACK) * f64::from(checkers - 3));
            }
        }
        let rear = 25 - them.last();
        let blocking = (rear + 1..=(rear + 6).min(24))
            .filter(|&point| us.counts[point] > 1)
            .count();
        add(BLOCKED, weights.at(PRIME + blocking));
        if us.last() > 6 {
            for point in 1..=2 {
                add(
                    TOO_DEEP,
                    weights.at(DEEP + point - 1) * f64::from(us.counts[point]),
                );
            }
        }
        let board = them.board();
        for point in (1..=24).filter(|&point| us.counts[point] == 1) {
            let hit = exposed * f64::from(shots(us, them, 25 - point).count_ones()) / 36.0;
            if hit > 0.0 {
                add(
                    LOST_PIPS,
                    weights.at(PIPS_AT_RISK) * hit * (25 - point) as f64,
                );
                add(HIT, weights.at(BLOTS_AT_RISK + board) * hit);
            }
        }
        add(
            ENTERING,
            weights.at(ON_BAR + board) * f64::from(us.counts[25]),
        );
    }
}

/// What the cube adds to an estimate for white that does without it, in points of an undoubled game.
fn cube_worth(plain: f64, position: &Position) -> f64 {
    // Who is this far ahead plays on for the gammon, or has to.
    if plain.abs() >= 1.0 {
        return 0.0;
    }
    let live = match position.owner {
        0 => 1.25 * plain + 0.25,
        1 => 1.25 * plain - 0.25,
        _ => plain / 0.6,
    };
    CUBE_EFFICIENCY * (live.clamp(-1.0, 1.0) - plain)
}

/// The rolls that have this number on a die, by number: bit 6a + b − 7 is the roll of a and b.
const DIRECT: [u64; 7] = {
    let mut rolls = [0; 7];
    let mut number = 1;
    while number <= 6 {
        let mut other = 1;
        while other <= 6 {
            rolls[number] |= roll(number, other) | roll(other, number);
            other += 1;
        }
        number += 1;
    }
    rolls
};

const fn roll(one: usize, other: usize) -> u64 {
    1 << (6 * one + other - 7)
}

/// The rolls with which `them` hits a single checker of `us` that stands on this point as they count.
fn shots(us: &Side, them: &Side, target: usize) -> u64 {
    let open = |point: usize| us.counts[25 - point] < 2;
    let mut rolls = 0;
    for from in target + 1..=25 {
        if them.counts[from] == 0 {
            continue;
        }
        let distance = from - target;
        if them.counts[25] > 0 && from < 25 {
            // One checker must enter first, with the other die.
            if them.counts[25] == 1 && distance <= 6 {
                for entry in (1..=6).filter(|&entry| open(25 - entry)) {
                    rolls |= roll(distance, entry) | roll(entry, distance);
                }
            }
            continue;
        }
        if distance <= 6 {
            rolls |= DIRECT[distance];
        }
        for one in 1..=6 {
            // Two different dice, over one point or the other between.
            let other = distance.wrapping_sub(one);
            if (1..=6).contains(&other) && other != one && (open(from - one) || open(target + one))
            {
                rolls |= roll(one, other) | roll(other, one);
            }
            let steps = distance / one;
            if distance % one == 0
                && (2..=4).contains(&steps)
                && (1..steps).all(|step| open(from - step * one))
            {
                rolls |= roll(one, one);
            }
        }
    }
    rolls
}
