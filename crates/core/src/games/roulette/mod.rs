//! Roulette: chips on a layout of numbers, and a ball that falls into one of 37, 38 or 39 pockets.
//!
//! Rules: <https://en.wikipedia.org/wiki/Roulette>; payoffs as on every table: n numbers pay 36 ÷ n − 1 to 1, but the five
//! numbers of the top line 6 to 1. The player comes with some chips. Before each spin one chip after the other is put down,
//! each on any spot, several on one spot if you like; then the wheel spins. With nothing on the layout the player may leave.
//! The utility is the number of chips won or lost.
//!
//! Where rules differ:
//!
//! - A chip that was put down stays. (Tables let you take it back until the croupier says "no more bets"; whoever can do that
//!   has lost nothing yet, so no bet would have a value of its own.)
//! - Which spots there are follows from what touches on the drawn layout. With one zero there are 0-1, 0-2, 0-3, 0-1-2, 0-2-3
//!   and 0-1-2-3, with two 0-00, 0-1, 0-2, 00-2, 00-3, 0-1-2, 0-00-2, 00-2-3 and the top line, with three also 0-000, 00-000
//!   and 0-00-000, but no top line.
//! - What a zero does to red, black, odd, even, low and high is the option `zero`: it `loses`; half is given back (`partage`,
//!   called surrender where there are two zeros); or the chip waits in `prison`: if the next spin wins it is given back without
//!   gain, otherwise it is lost, to another zero, too. The spin that frees a prisoner takes place even after the last one.
//!
//! Money is counted in half chips, so that half a chip is a number, too.
//!
//! ```text
//! 9.5 8 17-20 red red prison low spinning     9.5 chips in hand, 8 spins left, one chip on 17 and 20, two on red, one in prison
//! ```

mod layout;
mod notation;
mod picture;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Sum, Turn,
    Unit,
};
use crate::picture::{Form, Paint, Picture, Shape};
use layout::{Layout, OUTSIDE_EVEN, POCKETS, Spot, Wheel};

/// As many chips may lie on the layout at a time, at most.
const MOST: usize = 12;
/// No chip.
const NONE: u8 = u8::MAX;

/// What the player does, or where the ball falls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Puts a chip on the spot of this number.
    Bet(u8),
    /// No more bets: the wheel spins.
    Spin,
    /// Takes the chips and goes.
    Leave,
    /// The ball falls into this pocket: 0 to 36, 37 for 00 and 38 for 000.
    Pocket(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    Betting,
    Spinning,
    Left,
}

/// The player's chips: in hand, on the layout and in prison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// In half chips.
    hand: u32,
    /// Spins left.
    spins: u8,
    phase: Phase,
    /// The spots under the chips on the layout, from low to high, then [`NONE`].
    chips: [u8; MOST],
    /// Chips in prison, in the order of [`OUTSIDE_EVEN`].
    prison: [u8; OUTSIDE_EVEN],
}

/// What a zero does to the bets at even money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Zero {
    Loses,
    Partage,
    Prison,
}

/// Roulette with these options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    wheel: Wheel,
    zero: Zero,
    /// Chips to begin with.
    chips: u32,
    spins: u8,
    /// Chips on the layout at a time.
    bets: u8,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            wheel: Wheel::European,
            zero: Zero::Loses,
            chips: 10,
            spins: 10,
            bets: 3,
        }
    }
}

impl Position {
    fn on_layout(&self) -> impl Iterator<Item = u8> + '_ {
        self.chips.iter().copied().take_while(|spot| *spot != NONE)
    }

    fn prisoners(&self) -> u32 {
        self.prison.iter().map(|count| u32::from(*count)).sum()
    }

    /// Is nothing on the layout or in prison?
    fn is_clear(&self) -> bool {
        self.chips[0] == NONE && self.prisoners() == 0
    }

    /// In hand, on the layout and in prison, in half chips.
    fn total(&self) -> u32 {
        self.hand + 2 * (self.on_layout().count() as u32 + self.prisoners())
    }

    fn put(&mut self, spot: u8) {
        self.chips[MOST - 1] = spot;
        self.chips.sort_unstable();
    }
}

impl Rules {
    fn layout(&self) -> &'static Layout {
        self.wheel.layout()
    }

    fn spot(&self, number: u8) -> &'static Spot {
        &self.layout().spots[usize::from(number)]
    }

    fn can_bet(&self, position: &Position) -> bool {
        position.spins > 0
            && position.hand >= 2
            && position.on_layout().count() < usize::from(self.bets)
    }

    /// What this spot brings on average, in chips.
    fn expectation(&self, spot: &Spot) -> f64 {
        let pockets = f64::from(self.layout().pockets);
        let wins = f64::from(spot.numbers.count_ones());
        let zeros = pockets - 36.0;
        let saved = match self.zero {
            Zero::Partage if spot.is_even() => zeros / 2.0,
            Zero::Prison if spot.is_even() => zeros * wins / pockets,
            _ => 0.0,
        };
        (wins * (f64::from(spot.pays) + 1.0) + saved) / pockets - 1.0
    }

    fn settle(&self, position: &mut Position, pocket: u8) {
        let (chips, prison) = (position.chips, position.prison);
        position.chips = [NONE; MOST];
        position.prison = [0; OUTSIDE_EVEN];
        position.spins = position.spins.saturating_sub(1);
        position.phase = Phase::Betting;
        let evens = self.layout().evens();
        for (count, spot) in prison.into_iter().zip(&self.layout().spots[evens..]) {
            if spot.has(pocket) {
                position.hand += 2 * u32::from(count);
            }
        }
        for number in chips.into_iter().take_while(|number| *number != NONE) {
            let spot = self.spot(number);
            if spot.has(pocket) {
                position.hand += 2 * (u32::from(spot.pays) + 1);
            } else if spot.is_even() && layout::is_zero(pocket) {
                match self.zero {
                    Zero::Loses => {}
                    Zero::Partage => position.hand += 1,
                    Zero::Prison => position.prison[usize::from(number) - evens] += 1,
                }
            }
        }
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        let (spins, bets) = (u32::from(self.spins), u32::from(self.bets));
        Facts {
            name: Self::NAME.into(),
            players: vec!["player".into()],
            sum: Sum::General,
            chance: true,
            hidden: false,
            unit: Unit::Counted("chips".into()),
            measure: None,
            utilities: (-f64::from(self.chips), f64::from(35 * bets * spins)),
            // The last spin may be one more, for a prisoner.
            longest: Some(spins * (bets + 2) + 3),
        }
    }

    fn start(&self) -> Position {
        Position {
            hand: 2 * self.chips,
            spins: self.spins,
            phase: Phase::Betting,
            chips: [NONE; MOST],
            prison: [0; OUTSIDE_EVEN],
        }
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.phase {
            Phase::Left => Turn::Over,
            Phase::Spinning => Turn::Chance,
            Phase::Betting if position.is_clear() && !self.can_bet(position) => Turn::Over,
            Phase::Betting => Turn::Player(0),
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        out.push(if position.is_clear() {
            Move::Leave
        } else {
            Move::Spin
        });
        if self.can_bet(position) {
            let spots = self.layout().spots.len() as u8;
            out.extend((0..spots).map(Move::Bet));
        }
    }

    fn chances(&self, _position: &Position, out: &mut Vec<(Move, f64)>) {
        let pockets = self.layout().pockets;
        let each = 1.0 / f64::from(pockets);
        out.extend((0..pockets).map(|pocket| (Move::Pocket(pocket), each)));
    }

    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        match *action {
            Move::Bet(spot) => {
                position.hand -= 2;
                position.put(spot);
            }
            Move::Spin => position.phase = Phase::Spinning,
            Move::Leave => position.phase = Phase::Left,
            Move::Pocket(pocket) => self.settle(position, pocket),
        }
    }

    fn utility(&self, position: &Position, _player: usize) -> f64 {
        f64::from(position.hand) / 2.0 - f64::from(self.chips)
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, _player: usize) -> Vec<Feature> {
        let layout = position
            .on_layout()
            .map(|number| self.expectation(self.spot(number)))
            .sum();
        let freed = 18.0 / f64::from(self.layout().pockets);
        let feature = |name, amount| Feature {
            name,
            weight: 1.0,
            amount,
        };
        vec![
            feature(
                "chips won so far",
                f64::from(position.total()) / 2.0 - f64::from(self.chips),
            ),
            feature("what the chips on the layout bring on average", layout),
            feature(
                "what prison costs on average",
                f64::from(position.prisoners()) * (freed - 1.0),
            ),
        ]
    }
}

impl Hints for Rules {}

impl BuiltIn for Rules {
    const NAME: &'static str = "roulette";
    const SUMMARY: &'static str = "Chips on numbers and colours, and a ball in a wheel with one, two or three zeros; one player.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Roulette";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "wheel",
            default: "european",
            meaning: "european (0), american (0 and 00) or triple (0, 00 and 000)",
        },
        OptionFact {
            name: "zero",
            default: "loses",
            meaning: "what a zero does to bets at even money: it loses, partage (half is given back) or prison",
        },
        OptionFact {
            name: "chips",
            default: "10",
            meaning: "the player's chips, 1 to 1000",
        },
        OptionFact {
            name: "spins",
            default: "10",
            meaning: "spins at most, 1 to 100",
        },
        OptionFact {
            name: "bets",
            default: "3",
            meaning: "chips on the layout at a time, 1 to 12",
        },
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let zeros = [Zero::Loses, Zero::Partage, Zero::Prison];
        Ok(Rules {
            wheel: Wheel::ALL[options.choice("wheel", &["european", "american", "triple"])?],
            zero: zeros[options.choice("zero", &["loses", "partage", "prison"])?],
            chips: options.number("chips", 10, 1..=1000)? as u32,
            spins: options.number("spins", 10, 1..=100)? as u8,
            bets: options.number("bets", 3, 1..=MOST)? as u8,
        })
    }
}
