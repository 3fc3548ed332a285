//! The bets of craps: what decides them, and what they pay.

use super::{CHIP, Rules};

/// The numbers that can be the point.
pub(super) const NUMBERS: [u8; 6] = [4, 5, 6, 8, 9, 10];

/// Something to bet on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bet {
    /// On the come-out 7 and 11 win, 2, 3 and 12 lose; then the point before a 7 wins.
    Pass,
    /// More on the point, at its true odds.
    PassOdds,
    /// The other way round, but 12 on the come-out wins nothing.
    DontPass,
    /// More against the point.
    DontOdds,
    /// Like pass, with the next roll for its come-out.
    Come,
    /// Like don't pass, with the next roll for its come-out.
    DontCome,
    /// A come bet that has this number for its point.
    ComeAt(u8),
    /// More on this number.
    ComeOdds(u8),
    /// A don't come bet against this number.
    DontComeAt(u8),
    /// More against this number.
    DontComeOdds(u8),
    /// This number before a 7, at the house's odds.
    Place(u8),
    /// This number before a 7, at its true odds for a commission.
    Buy(u8),
    /// A 7 before this number, at its true odds for a commission.
    Lay(u8),
    /// 6 or 8 before a 7, at even money.
    Big(u8),
    /// A double before a 7 and before this number in another way.
    Hard(u8),
    /// 2, 3, 4, 9, 10, 11 or 12 next.
    Field,
    /// 7 next.
    AnySeven,
    /// 2, 3 or 12 next.
    AnyCraps,
    /// 11 next.
    Yo,
    /// 3 next.
    AceDeuce,
    /// 2 next.
    Aces,
    /// 12 next.
    Boxcars,
}

/// What a roll does to a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Stays,
    Loses,
    /// It is given back.
    Returned,
    /// It is given back with so many parts of a chip for each chip.
    Wins(u32),
    /// It goes on as this bet.
    Moves(Bet),
}

/// All bets, in the order of the table.
pub(super) const BETS: [Bet; 61] = {
    let mut bets = [Bet::Pass; 61];
    (bets[1], bets[2], bets[3]) = (Bet::PassOdds, Bet::DontPass, Bet::DontOdds);
    (bets[4], bets[5]) = (Bet::Come, Bet::DontCome);
    let mut column = 0;
    while column < 6 {
        let number = NUMBERS[column];
        bets[6 + column] = Bet::ComeAt(number);
        bets[12 + column] = Bet::ComeOdds(number);
        bets[18 + column] = Bet::DontComeAt(number);
        bets[24 + column] = Bet::DontComeOdds(number);
        bets[30 + column] = Bet::Place(number);
        bets[36 + column] = Bet::Buy(number);
        bets[42 + column] = Bet::Lay(number);
        column += 1;
    }
    (bets[48], bets[49]) = (Bet::Big(6), Bet::Big(8));
    (bets[50], bets[51]) = (Bet::Hard(4), Bet::Hard(6));
    (bets[52], bets[53]) = (Bet::Hard(8), Bet::Hard(10));
    (bets[54], bets[55], bets[56]) = (Bet::Field, Bet::AnySeven, Bet::AnyCraps);
    (bets[57], bets[58]) = (Bet::Yo, Bet::AceDeuce);
    (bets[59], bets[60]) = (Bet::Aces, Bet::Boxcars);
    bets
};

/// The place of a number among those that can be the point.
fn column(number: u8) -> usize {
    let column = NUMBERS.iter().position(|point| *point == number);
    column.expect("bets are on numbers that can be the point")
}

/// In how many ways of 36 two dice show this total.
pub(super) fn ways(total: u8) -> u32 {
    6 - u32::from(total.abs_diff(7))
}

/// What a chip on this number before a 7 wins at true odds, in parts of a chip: 2, 3/2 or 6/5.
pub(super) fn taking(number: u8) -> u32 {
    CHIP * 6 / ways(number)
}

/// What a chip against this number wins at true odds, in parts of a chip: 1/2, 2/3 or 5/6.
pub(super) fn laying(number: u8) -> u32 {
    CHIP * ways(number) / 6
}

impl Bet {
    /// Its place in [`BETS`].
    pub(super) fn index(self) -> usize {
        match self {
            Bet::Pass => 0,
            Bet::PassOdds => 1,
            Bet::DontPass => 2,
            Bet::DontOdds => 3,
            Bet::Come => 4,
            Bet::DontCome => 5,
            Bet::ComeAt(number) => 6 + column(number),
            Bet::ComeOdds(number) => 12 + column(number),
            Bet::DontComeAt(number) => 18 + column(number),
            Bet::DontComeOdds(number) => 24 + column(number),
            Bet::Place(number) => 30 + column(number),
            Bet::Buy(number) => 36 + column(number),
            Bet::Lay(number) => 42 + column(number),
            Bet::Big(number) => 48 + usize::from(number == 8),
            Bet::Hard(number) => 50 + usize::from(number - 4) / 2,
            Bet::Field => 54,
            Bet::AnySeven => 55,
            Bet::AnyCraps => 56,
            Bet::Yo => 57,
            Bet::AceDeuce => 58,
            Bet::Aces => 59,
            Bet::Boxcars => 60,
        }
    }

    /// What it is called.
    pub(super) fn name(self) -> String {
        let (word, number) = match self {
            Bet::Pass => ("pass", None),
            Bet::PassOdds => ("odds", None),
            Bet::DontPass => ("dont-pass", None),
            Bet::DontOdds => ("lay-odds", None),
            Bet::Come => ("come", None),
            Bet::DontCome => ("dont-come", None),
            Bet::ComeAt(number) => ("come", Some(number)),
            Bet::ComeOdds(number) => ("come-odds", Some(number)),
            Bet::DontComeAt(number) => ("dont-come", Some(number)),
            Bet::DontComeOdds(number) => ("lay-odds", Some(number)),
            Bet::Place(number) => ("place", Some(number)),
            Bet::Buy(number) => ("buy", Some(number)),
            Bet::Lay(number) => ("lay", Some(number)),
            Bet::Big(number) => ("big", Some(number)),
            Bet::Hard(number) => ("hard", Some(number)),
            Bet::Field => ("field", None),
            Bet::AnySeven => ("any-seven", None),
            Bet::AnyCraps => ("any-craps", None),
            Bet::Yo => ("yo", None),
            Bet::AceDeuce => ("ace-deuce", None),
            Bet::Aces => ("aces", None),
            Bet::Boxcars => ("boxcars", None),
        };
        number.map_or_else(|| word.into(), |number| format!("{word}{number}"))
    }

    /// The number that it is on or against.
    pub(super) fn number(self) -> Option<u8> {
        match self {
            Bet::ComeAt(number)
            | Bet::ComeOdds(number)
            | Bet::DontComeAt(number)
            | Bet::DontComeOdds(number)
            | Bet::Place(number)
            | Bet::Buy(number)
            | Bet::Lay(number)
            | Bet::Big(number)
            | Bet::Hard(number) => Some(number),
            _ => None,
        }
    }

    /// The bet behind which these odds are.
    pub(super) fn belongs_to(self) -> Option<Bet> {
        match self {
            Bet::PassOdds => Some(Bet::Pass),
            Bet::DontOdds => Some(Bet::DontPass),
            Bet::ComeOdds(number) => Some(Bet::ComeAt(number)),
            Bet::DontComeOdds(number) => Some(Bet::DontComeAt(number)),
            _ => None,
        }
    }

    /// 5 % of what is bought, or of what laying wins, in parts of a chip for each chip.
    pub(super) fn commission(self) -> u32 {
        match self {
            Bet::Buy(_) => CHIP / 20,
            Bet::Lay(number) => laying(number) / 20,
            _ => 0,
        }
    }
}

/// A total that wins before another that loses.
fn race(total: u8, wins: u8, loses: u8, pays: u32) -> Fate {
    match total {
        _ if total == wins => Fate::Wins(pays),
        _ if total == loses => Fate::Loses,
        _ => Fate::Stays,
    }
}

/// A single roll.
fn next(wins: bool, pays: u32) -> Fate {
    if wins {
        Fate::Wins(pays * CHIP)
    } else {
        Fate::Loses
    }
}

impl Rules {
    /// What a place bet, a hardway or the field pays, in parts of a chip.
    fn place_pays(number: u8) -> u32 {
        match number {
            4 | 10 => CHIP * 9 / 5,
            5 | 9 => CHIP * 7 / 5,
            _ => CHIP * 7 / 6,
        }
    }

    fn hard_pays(number: u8) -> u32 {
        CHIP * if matches!(number, 4 | 10) { 7 } else { 9 }
    }

    fn field_pays(&self, total: u8) -> u32 {
        match total {
            2 => 2,
            12 => self.field,
            _ => 1,
        }
    }

    /// What this roll does to a bet; the point is 0 on the come-out.
    pub(super) fn fate(&self, bet: Bet, point: u8, dice: (u8, u8)) -> Fate {
        let total = dice.0 + dice.1;
        let come_out = point == 0;
        let off = come_out && !self.always_working;
        match bet {
            Bet::Pass if come_out => match total {
                7 | 11 => Fate::Wins(CHIP),
                2 | 3 | 12 => Fate::Loses,
                _ => Fate::Stays,
            },
            Bet::Come => match total {
                7 | 11 => Fate::Wins(CHIP),
                2 | 3 | 12 => Fate::Loses,
                number => Fate::Moves(Bet::ComeAt(number)),
            },
            Bet::DontPass if come_out => match total {
                7 | 11 => Fate::Loses,
                2 | 3 => Fate::Wins(CHIP),
                12 => Fate::Returned,
                _ => Fate::Stays,
            },
            Bet::DontCome => match total {
                7 | 11 => Fate::Loses,
                2 | 3 => Fate::Wins(CHIP),
                12 => Fate::Returned,
                number => Fate::Moves(Bet::DontComeAt(number)),
            },
            Bet::Pass => race(total, point, 7, CHIP),
            Bet::PassOdds => race(total, point, 7, taking(point)),
            Bet::DontPass => race(total, 7, point, CHIP),
            Bet::DontOdds => race(total, 7, point, laying(point)),
            Bet::ComeAt(number) => race(total, number, 7, CHIP),
            Bet::ComeOdds(number) if off && (total == number || total == 7) => Fate::Returned,
            Bet::ComeOdds(number) => race(total, number, 7, taking(number)),
            Bet::DontComeAt(number) => race(total, 7, number, CHIP),
            Bet::DontComeOdds(number) => race(total, 7, number, laying(number)),
            Bet::Place(_) | Bet::Buy(_) | Bet::Hard(_) if off => Fate::Stays,
            Bet::Place(number) => race(total, number, 7, Self::place_pays(number)),
            Bet::Buy(number) => race(total, number, 7, taking(number)),
            Bet::Lay(number) => race(total, 7, number, laying(number)),
            Bet::Big(number) => race(total, number, 7, CHIP),
            Bet::Hard(number) if total == number && dice.0 != dice.1 => Fate::Loses,
            Bet::Hard(number) => race(total, number, 7, Self::hard_pays(number)),
            Bet::Field => next(!(5..=8).contains(&total), self.field_pays(total)),
            Bet::AnySeven => next(total == 7, 4),
            Bet::AnyCraps => next(matches!(total, 2 | 3 | 12), 7),
            Bet::Yo => next(total == 11, 15),
            Bet::AceDeuce => next(total == 3, 15),
            Bet::Aces => next(total == 2, 30),
            Bet::Boxcars => next(total == 12, 30),
        }
    }

    /// What a chip on this bet wins or loses on average from here until the bet is decided, in chips; a commission that was
    /// paid with the bet still counts as the player's.
    pub(super) fn expectation(&self, bet: Bet, point: u8) -> f64 {
        // Of the rolls that decide, so many win.
        let race = |number: u8, against: bool, pays: u32| {
            let (yes, no) = (f64::from(ways(number)), 6.0);
            let (wins, loses) = if against { (no, yes) } else { (yes, no) };
            (wins * f64::from(pays) / f64::from(CHIP) - loses) / (yes + no)
        };
        let commission = |share: f64| {
            let paid = if self.always_commission { 1.0 } else { share };
            paid * f64::from(bet.commission()) / f64::from(CHIP)
        };
        let seven = |number: u8| 6.0 / (6.0 + f64::from(ways(number)));
        match bet {
            Bet::Pass if point == 0 => -7.0 / 495.0,
            Bet::DontPass if point == 0 => -3.0 / 220.0,
            Bet::Come => -7.0 / 495.0,
            Bet::DontCome => -3.0 / 220.0,
            Bet::Pass => race(point, false, CHIP),
            Bet::DontPass => race(point, true, CHIP),
            Bet::ComeAt(number) | Bet::Big(number) => race(number, false, CHIP),
            Bet::DontComeAt(number) => race(number, true, CHIP),
            Bet::Place(number) => race(number, false, Self::place_pays(number)),
            Bet::PassOdds | Bet::DontOdds | Bet::ComeOdds(_) | Bet::DontComeOdds(_) => 0.0,
            Bet::Buy(number) => -commission(1.0 - seven(number)),
            Bet::Lay(number) => -commission(seven(number)),
            Bet::Hard(4 | 10) | Bet::AnyCraps | Bet::Yo | Bet::AceDeuce => -1.0 / 9.0,
            Bet::Hard(_) => -1.0 / 11.0,
            Bet::Field => f64::from(self.field) / 36.0 - 4.0 / 36.0,
            Bet::AnySeven => -1.0 / 6.0,
            Bet::Aces | Bet::Boxcars => -5.0 / 36.0,
        }
    }
}
