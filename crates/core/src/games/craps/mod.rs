//! Craps: two dice, a table full of bets, and a player who may bet between rolls.
//!
//! Rules: <https://en.wikipedia.org/wiki/Craps>; payoffs, odds and limits as on the usual American table, described at
//! <https://wizardofodds.com/games/craps/basics/>. The player comes with some chips and may make so many bets (option `bets`).
//! Between rolls bets are made and taken down; then the dice roll. With nothing on the table the player may leave. The utility
//! is the number of chips won or lost. Somebody else keeps rolling: no bet on the line is needed to see the dice, but some bet.
//!
//! Where tables differ:
//!
//! - Winners, pushes and losers all leave the table, so that every bet is decided once. (Dealers leave a winning place bet
//!   where it is until told otherwise, and a don't bet that is barred; here the player bets again.)
//! - Don't pass and don't come bar the 12. Line bets are made on the come-out only; there are no put bets.
//! - Pass and come stay once they have their point. Everything else may be taken down at any time (`down=no`: nothing may, so
//!   that each bet has the value that books tell). A bet is raised by taking it down and making it again; odds are bets, too.
//! - Odds behind the line: up to 1, 2 or 10 times the bet or 3, 4 and 5 times on 4 or 10, 5 or 9, 6 or 8 (option `odds`).
//!   Against the point as much may be laid as wins that much.
//! - On the come-out, place bets, buy bets, hardways and odds on come bets are off: the first three wait, the last are given
//!   back when their bet is decided (`working=always`: they are on). Lay bets, big 6, big 8 and don't bets are always on.
//! - Buying costs 5 % of the bet and laying 5 % of the possible win, paid with the bet and given back if it is taken down
//!   (`commission=win`: paid only by winners).
//! - The field pays 2 to 1 on 2, and 2 or 3 to 1 on 12 (option `field`). Hardways, any craps and the single numbers pay 7, 9,
//!   15 and 30 *to* 1.
//! - Nothing is rounded. Money is counted in hundred-and-twentieths of a chip, the least part with which 9 to 5, 7 to 6 and
//!   every commission come out even.
//!
//! ```text
//! 88+4/5 7 6 pass:5 odds:5 place8:1 rolling     in hand, bets left, the point (or off), what is on the table
//! ```

mod bets;
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
use bets::{BETS, Bet, Fate, NUMBERS};

/// Parts of a chip.
const CHIP: u32 = 120;
/// No bet pays more than this, to 1.
const HIGHEST: u32 = 30;

/// What the player does, or what the dice show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Makes a bet of so many chips.
    Make(Bet, u8),
    /// Takes a bet down; odds come down with the bet that they belong to.
    Down(Bet),
    /// No more bets: the dice roll.
    Roll,
    /// Takes the chips and goes.
    Leave,
    /// The dice, the higher one first.
    Dice(u8, u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    Betting,
    Rolling,
    Left,
}

/// The player's chips, in hand and on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// In parts of a chip.
    hand: u32,
    /// Bets that may still be made.
    left: u8,
    /// The number under the puck; 0 on the come-out.
    point: u8,
    phase: Phase,
    /// Whole chips, in the order of [`BETS`].
    table: [u8; BETS.len()],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Odds {
    /// So many times the bet.
    Times(u32),
    /// Three, four or five times the bet, as the point is harder or easier.
    ThreeFourFive,
}

/// Craps with these options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Chips to begin with.
    chips: u32,
    /// Bets that may be made.
    bets: u8,
    /// Chips on a bet, odds apart.
    limit: u8,
    odds: Odds,
    /// What the field pays on 12, to 1.
    field: u32,
    /// Is the commission paid with the bet, whether it wins or not?
    always_commission: bool,
    /// Are bets that usually wait for a point on during the come-out?
    always_working: bool,
    /// May bets be taken down?
    down: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            chips: 100,
            bets: 10,
            limit: 5,
            odds: Odds::ThreeFourFive,
            field: 2,
            always_commission: true,
            always_working: false,
            down: true,
        }
    }
}

impl Position {
    fn on(&self, bet: Bet) -> u8 {
        self.table[bet.index()]
    }

    /// The bets on the table.
    fn made(&self) -> impl DoubleEndedIterator<Item = (Bet, u8)> + '_ {
        BETS.into_iter()
            .zip(self.table)
            .filter(|(_, chips)| *chips > 0)
    }

    fn is_clear(&self) -> bool {
        self.table.iter().all(|chips| *chips == 0)
    }
}

impl Rules {
    /// What a bet costs, the commission included, in parts of a chip.
    fn cost(&self, bet: Bet, chips: u8) -> u32 {
        let commission = if self.always_commission {
            bet.commission()
        } else {
            0
        };
        u32::from(chips) * (CHIP + commission)
    }

    /// How many chips may be bet by the rules, whatever the player has; 0 when the bet is not offered now.
    fn most(&self, position: &Position, bet: Bet) -> u32 {
        if position.on(bet) > 0 {
            return 0;
        }
        let come_out = position.point == 0;
        match bet {
            Bet::Pass | Bet::DontPass if !come_out => 0,
            Bet::Come | Bet::DontCome if come_out => 0,
            Bet::PassOdds | Bet::DontOdds if come_out => 0,
            Bet::ComeAt(_) | Bet::DontComeAt(_) => 0,
            _ => self.most_on(position, bet),
        }
    }

    /// How many chips there can be on a bet at the most, given what else is on the table.
    fn most_on(&self, position: &Position, bet: Bet) -> u32 {
        let Some(flat) = bet.belongs_to() else {
            return self.limit.into();
        };
        let number = bet.number().unwrap_or(position.point);
        let times = match (self.odds, number) {
            (Odds::Times(times), _) => times,
            (_, 4 | 10) => 3,
            (_, 5 | 9) => 4,
            _ => 5,
        };
        let most = times * u32::from(position.on(flat));
        match bet {
            Bet::DontOdds | Bet::DontComeOdds(_) => most * CHIP / bets::laying(number),
            _ => most,
        }
    }

    fn may_take_down(&self, position: &Position, bet: Bet) -> bool {
        let contract = match bet {
            Bet::Pass => position.point != 0,
            Bet::ComeAt(_) => true,
            _ => false,
        };
        self.down && !contract
    }

    /// In hand and on the table, commissions included, in parts of a chip.
    fn total(&self, position: &Position) -> u32 {
        let table: u32 = position
            .made()
            .map(|(bet, chips)| self.cost(bet, chips))
            .sum();
        position.hand + table
    }

    fn take_down(&self, position: &mut Position, bet: Bet) {
        let chips = std::mem::take(&mut position.table[bet.index()]);
        position.hand += self.cost(bet, chips);
        for odds in BETS
            .into_iter()
            .filter(|odds| odds.belongs_to() == Some(bet))
        {
            self.take_down(position, odds);
        }
    }

    fn settle(&self, position: &mut Position, dice: (u8, u8)) {
        let total = dice.0 + dice.1;
        let before = *position;
        // From the end, so that the bet on a number is decided before another one moves there.
        for (bet, chips) in before.made().rev() {
            match self.fate(bet, before.point, dice) {
                Fate::Stays => continue,
                Fate::Loses => {}
                Fate::Returned => position.hand += u32::from(chips) * CHIP,
                Fate::Wins(pays) => {
                    let commission = if self.always_commission {
                        0
                    } else {
                        bet.commission()
                    };
                    position.hand += u32::from(chips) * (CHIP + pays - commission);
                }
                Fate::Moves(to) => position.table[to.index()] = chips,
            }
            position.table[bet.index()] = 0;
        }
        position.point = match position.point {
            0 if NUMBERS.contains(&total) => total,
            point if total == point || total == 7 => 0,
            point => point,
        };
        position.phase = Phase::Betting;
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        let highest = HIGHEST * u32::from(self.limit) * u32::from(self.bets);
        Facts {
            name: Self::NAME.into(),
            players: vec!["player".into()],
            sum: Sum::General,
            chance: true,
            hidden: false,
            unit: Unit::Counted("chips".into()),
            measure: None,
            utilities: (-f64::from(self.chips), f64::from(highest)),
            longest: None,
        }
    }

    fn start(&self) -> Position {
        Position {
            hand: CHIP * self.chips,
            left: self.bets,
            point: 0,
            phase: Phase::Betting,
            table: [0; BETS.len()],
        }
    }

    fn turn(&self, position: &Position) -> Turn {
        let can_bet = position.left > 0 && position.hand >= CHIP;
        match position.phase {
            Phase::Left => Turn::Over,
            Phase::Rolling => Turn::Chance,
            Phase::Betting if !can_bet && position.is_clear() => Turn::Over,
            Phase::Betting => Turn::Player(0),
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.is_clear() {
            out.push(Move::Leave);
        } else {
            out.push(Move::Roll);
            let down = position
                .made()
                .filter(|(bet, _)| self.may_take_down(position, *bet));
            out.extend(down.map(|(bet, _)| Move::Down(bet)));
        }
        if position.left == 0 {
            return;
        }
        for bet in BETS {
            let affordable = position.hand / self.cost(bet, 1);
            let most = self.most(position, bet).min(affordable);
            out.extend((1..=most).map(|chips| Move::Make(bet, chips as u8)));
        }
    }

    fn chances(&self, _position: &Position, out: &mut Vec<(Move, f64)>) {
        for high in 1..=6 {
            for low in 1..=high {
                let ways = if high == low { 1.0 } else { 2.0 };
                out.push((Move::Dice(high, low), ways / 36.0));
            }
        }
    }

    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        match *action {
            Move::Make(bet, chips) => {
                position.hand -= self.cost(bet, chips);
                position.left -= 1;
                position.table[bet.index()] = chips;
            }
            Move::Down(bet) => self.take_down(position, bet),
            Move::Roll => position.phase = Phase::Rolling,
            Move::Leave => position.phase = Phase::Left,
            Move::Dice(high, low) => self.settle(position, (high, low)),
        }
    }

    fn utility(&self, position: &Position, _player: usize) -> f64 {
        let won = i64::from(position.hand) - i64::from(CHIP * self.chips);
        won as f64 / f64::from(CHIP)
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, _player: usize) -> Vec<Feature> {
        let won = f64::from(self.total(position)) / f64::from(CHIP) - f64::from(self.chips);
        let bets = position
            .made()
            .map(|(bet, chips)| f64::from(chips) * self.expectation(bet, position.point))
            .sum();
        let feature = |name, amount| Feature {
            name,
            weight: 1.0,
            amount,
        };
        vec![
            feature("chips won so far", won),
            feature("what the bets bring on average", bets),
        ]
    }
}

impl Hints for Rules {}

impl BuiltIn for Rules {
    const NAME: &'static str = "craps";
    const SUMMARY: &'static str =
        "Two dice and a table full of bets for, against and beside the point; one player.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Craps";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "chips",
            default: "100",
            meaning: "the player's chips, 1 to 1000",
        },
        OptionFact {
            name: "bets",
            default: "10",
            meaning: "bets that may be made, odds included, 1 to 50",
        },
        OptionFact {
            name: "limit",
            default: "5",
            meaning: "chips on a bet, 1 to 10",
        },
        OptionFact {
            name: "odds",
            default: "3-4-5",
            meaning: "odds up to so many times the bet: 3-4-5, 1, 2 or 10",
        },
        OptionFact {
            name: "field",
            default: "2",
            meaning: "what the field pays on 12: 2 or 3 to 1",
        },
        OptionFact {
            name: "commission",
            default: "always",
            meaning: "who pays 5 % on buying and laying: always, or only who wins (win)",
        },
        OptionFact {
            name: "working",
            default: "point",
            meaning: "when place bets, buy bets, hardways and come odds are on: with a point or always",
        },
        OptionFact {
            name: "down",
            default: "yes",
            meaning: "whether bets may be taken down: yes or no",
        },
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let odds = match options.choice("odds", &["3-4-5", "1", "2", "10"])? {
            0 => Odds::ThreeFourFive,
            index => Odds::Times([1, 2, 10][index - 1]),
        };
        Ok(Rules {
            chips: options.number("chips", 100, 1..=1000)? as u32,
            bets: options.number("bets", 10, 1..=50)? as u8,
            limit: options.number("limit", 5, 1..=10)? as u8,
            odds,
            field: options.choice("field", &["2", "3"])? as u32 + 2,
            always_commission: options.choice("commission", &["always", "win"])? == 0,
            always_working: options.choice("working", &["point", "always"])? == 1,
            down: options.choice("down", &["yes", "no"])? == 0,
        })
    }
}
