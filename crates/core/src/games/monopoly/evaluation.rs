//! What an unfinished game of monopoly is worth: everyone's share of the wealth, rents to come included.

use super::*;

/// What the evaluation looks at, each compared with the average of all players, and its worth in dollars.
///
/// Lots count at their price, mortgaged ones at what is left of it after lifting the mortgage. A part of a group counts as
/// the square of the part, so that the lot that completes it is worth the most: 1/9, 4/9 and 9/9 of the group's prices.
/// Rents are those of ten throws of each other player; the first $200 of cash count more, because who has less must soon
/// mortgage at half price.
const FEATURES: [(&str, f64); 7] = [
    ("still in the game", 100.0),
    ("cash", 1.0),
    ("cash at hand up to 200", 0.4),
    ("lots at their price", 1.0),
    ("groups at the square of their part", 0.8),
    ("buildings at their cost", 1.0),
    ("rents of ten throws of each other player", 1.0),
];

const THROWS: f64 = 10.0;
const AT_HAND: u32 = 200;

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

fn dollars(amounts: &[f64; 7]) -> f64 {
    FEATURES
        .iter()
        .zip(amounts)
        .map(|((_, weight), amount)| weight * amount)
        .sum()
}

impl Rules {
    /// What everyone has of each feature, as if debts were paid and the auction ended with the bid that leads.
    fn amounts(&self, position: &Position) -> [[f64; 7]; SEATS] {
        let mut settled = *position;
        let mut amounts = [[0.0; 7]; SEATS];
        let auction = position.auction;
        if position.phase == Phase::Auction && auction.leader != NONE {
            settled.owner[usize::from(auction.lot)] = auction.leader;
            amounts[usize::from(auction.leader)][1] -= f64::from(auction.bid);
        }
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
        for (number, (_, house, group)) in GROUPS.iter().enumerate() {
            let prices: u32 = group.iter().map(|lot| LOTS[usize::from(*lot)].price).sum();
            for &index in *group {
                let owner = settled.owner_of(index);
                if owner == NONE {
                    continue;
                }
                let lot = &LOTS[usize::from(index)];
                let owned = group.iter().filter(|lot| settled.owner_of(**lot) == owner);
                let part = owned.count() as f64 / group.len() as f64;
                let amounts = &mut amounts[usize::from(owner)];
                // Each lot of the part brings the same share of its square.
                if number < RAILROADS {
                    amounts[4] += part * f64::from(prices) / group.len() as f64;
                }
                let level = settled.level_of(index);
                if level == MORTGAGED {
                    amounts[3] += f64::from(lot.price) * 0.45;
                } else {
                    amounts[3] += f64::from(lot.price);
                    amounts[5] += f64::from(u32::from(level) * house);
                    let rent = f64::from(self.rent(&settled, index, 7));
                    amounts[6] += rent * LANDINGS[usize::from(index)] * THROWS * others;
                }
            }
        }
        amounts
    }
}
