//! What an unfinished game of monopoly is worth: everyone's share of the wealth, rents to come included.

use super::*;

/// What the evaluation looks at, each compared with the average of all players, and its worth in dollars.
///
/// Lots count at their price, mortgaged ones at less than half of it, so that mortgaging costs more than the first $200 of
/// cash are valued above the rest; they are, because who has less must soon sell at half price. A part of a group counts
/// as the square of the part, so that the lot that completes it is worth the most: 1/9, 4/9 and 9/9 of the group's prices.
/// Rents are those of ten throws of each other player. The next throw brings its player a salary now and then and lots of
/// the bank to buy, and costs rent; without that, searches would put off the end of their turn so that others throw beyond
/// the horizon.
const FEATURES: [(&str, f64); 8] = [
    ("still in the game", 100.0),
    ("cash", 1.0),
    ("cash at hand up to 200", 0.3),
    ("lots at their price", 1.0),
    ("groups at the square of their part", 0.8),
    ("buildings at their cost", 1.0),
    ("rents of ten throws of each other player", 1.0),
    ("what the next throw brings", 1.0),
];

type Amounts = [f64; 8];

const THROWS: f64 = 10.0;
const AT_HAND: u32 = 200;
/// What a mortgaged lot is worth, as a part of its price.
const PLEDGED: f64 = 0.3;
/// A throw is seven squares on average: how much of a salary it earns.
const EARNED: f64 = 7.0 / 40.0 * SALARY as f64;
/// How much more than its price a lot is worth to whoever can buy it, as a part of the price.
const BARGAIN: f64 = 0.3;
/// How much it means to lead an auction, as a part of what winning it would: others will bid too, so that an auction is no
/// cheap way to a lot.
const LEAD: f64 = 0.1;

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let amounts = self.amounts(position);
        let seats = f64::from(self.seats);
        let total: f64 = amounts.iter().map(dollars).sum();
        FEATURES
            .iter()
            .enumerate()
            .map(|(index, &(name, weight))| {
                let sum: f64 = amounts.iter().map(|amounts| amounts[index]).sum();
                Feature {
                    name,
                    weight: weight / total,
                    amount: amounts[player][index] - sum / seats,
                }
            })
            .collect()
    }

    /// A player's share of the wealth, which is what the features sum to.
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let amounts = self.amounts(position);
        let total: f64 = amounts.iter().map(dollars).sum();
        fitting((dollars(&amounts[player]) / total).clamp(0.0, 1.0))
    }
}

fn dollars(amounts: &Amounts) -> f64 {
    FEATURES
        .iter()
        .zip(amounts)
        .map(|((_, weight), amount)| weight * amount)
        .sum()
}

impl Rules {
    /// What everyone has of each feature; in an auction, a little as if it ended now.
    fn amounts(&self, position: &Position) -> [Amounts; SEATS] {
        let mut amounts = self.amounts_of(position);
        let auction = position.auction;
        if position.phase == Phase::Auction && auction.leader != NONE {
            let mut sold = *position;
            sold.cash[usize::from(auction.leader)] -= auction.bid;
            sold.owner[usize::from(auction.lot)] = auction.leader;
            for (amounts, sold) in amounts.iter_mut().zip(self.amounts_of(&sold)) {
                for (amount, sold) in amounts.iter_mut().zip(sold) {
                    *amount += LEAD * (sold - *amount);
                }
            }
        }
        amounts
    }

    /// What everyone has of each feature, as if debts were paid.
    fn amounts_of(&self, position: &Position) -> [Amounts; SEATS] {
        let mut amounts = [[0.0; 8]; SEATS];
        let debt = position.debt;
        if debt.amount > 0 {
            amounts[usize::from(debt.debtor)][1] -= f64::from(debt.amount);
            if debt.creditor != NONE {
                amounts[usize::from(debt.creditor)][1] += f64::from(debt.amount);
            }
        }
        let others = self.alive(position).count() as f64 - 1.0;
        for player in self.alive(position) {
            let amounts = &mut amounts[usize::from(player)];
            amounts[0] = 1.0;
            amounts[1] += f64::from(position.cash_of(player));
            amounts[2] = amounts[1].clamp(0.0, AT_HAND.into());
        }
        let thrower = self.next_thrower(position);
        let cash = position.cash_of(thrower);
        let mut throw = EARNED;
        for (number, (_, house, group)) in GROUPS.iter().enumerate() {
            let prices: u32 = group.iter().map(|lot| LOTS[usize::from(*lot)].price).sum();
            for &index in *group {
                let owner = position.owner_of(index);
                let lot = &LOTS[usize::from(index)];
                let landing = LANDINGS[usize::from(index)];
                if owner == NONE {
                    if cash >= lot.price {
                        throw += landing * BARGAIN * f64::from(lot.price);
                    }
                    continue;
                }
                let owned = group.iter().filter(|lot| position.owner_of(**lot) == owner);
                let part = owned.count() as f64 / group.len() as f64;
                let amounts = &mut amounts[usize::from(owner)];
                // Each lot of the part brings the same share of its square.
                if number < RAILROADS {
                    amounts[4] += part * f64::from(prices) / group.len() as f64;
                }
                let level = position.level_of(index);
                if level == MORTGAGED {
                    amounts[3] += f64::from(lot.price) * PLEDGED;
                } else {
                    amounts[3] += f64::from(lot.price);
                    amounts[5] += f64::from(u32::from(level) * house);
                    let rent = f64::from(self.rent(position, index, 7));
                    amounts[6] += rent * landing * THROWS * others;
                    if owner != thrower {
                        throw -= rent * landing;
                        amounts[7] += rent * landing;
                    }
                }
            }
        }
        // No more is lost than half of what is there, so that nobody's wealth falls below 0.
        amounts[usize::from(thrower)][7] += throw.max(-0.5 * (100.0 + f64::from(cash)));
        amounts
    }

    /// Who throws the dice next, when nobody goes to jail before.
    fn next_thrower(&self, position: &Position) -> u8 {
        let player = position.player;
        match position.phase {
            Phase::Jail | Phase::Roll => player,
            _ if position.doubles > 0 => player,
            _ => self
                .around(player)
                .find(|other| !position.is_out(*other))
                .unwrap_or(player),
        }
    }
}
