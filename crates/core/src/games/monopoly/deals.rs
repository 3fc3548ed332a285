//! What is done with lots in monopoly: buying, building, selling, mortgaging, trading.

use super::*;

impl Position {
    /// Do buildings stand anywhere in the group of a lot?
    pub(super) fn is_built(&self, lot: u8) -> bool {
        GROUPS[LOTS[usize::from(lot)].group]
            .2
            .iter()
            .any(|&lot| (1..=HOTEL).contains(&self.level_of(lot)))
    }

    fn levels<'a>(&'a self, group: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
        group.iter().map(|&lot| self.level_of(lot))
    }
}

impl Rules {
    /// All the cash that a player could have after selling and mortgaging everything.
    pub(super) fn raisable(&self, position: &Position, player: u8) -> u32 {
        let lots = position.lots_of(player).map(|index| {
            let lot = &LOTS[usize::from(index)];
            match position.level_of(index) {
                MORTGAGED => 0,
                level => lot.mortgage() + u32::from(level) * lot.house() / 2,
            }
        });
        position.cash_of(player) + lots.sum::<u32>()
    }

    /// Appends what the player on a lot of the bank can do.
    pub(super) fn purchases(&self, position: &Position, out: &mut Vec<Move>) {
        let player = position.player;
        let Some(lot) = lot_at(position.place_of(player)) else {
            return;
        };
        let price = LOTS[usize::from(lot)].price;
        let is_rich = position.cash_of(player) >= price;
        if is_rich {
            out.push(Move::Buy);
        }
        out.push(Move::Auction);
        if !is_rich && self.raisable(position, player) >= price {
            self.raising(position, player, out);
        }
    }

    /// Appends the lots on which the player can build and those whose mortgage she can lift.
    pub(super) fn improvements(&self, position: &Position, out: &mut Vec<Move>) {
        let player = position.player;
        let cash = position.cash_of(player);
        let (houses, hotels) = position.stock();
        for (_, house, group) in &GROUPS[..RAILROADS] {
            let is_complete = group.iter().all(|&lot| position.owner_of(lot) == player);
            let least = position.levels(group).min().unwrap_or_default();
            let is_mortgaged = position.levels(group).any(|level| level == MORTGAGED);
            let in_stock = if least < 4 { houses > 0 } else { hotels > 0 };
            if is_complete && !is_mortgaged && least < HOTEL && in_stock && cash >= *house {
                let lowest = group.iter().filter(|lot| position.level_of(**lot) == least);
                out.extend(lowest.map(|&lot| Move::Build(lot)));
            }
        }
        for index in position.lots_of(player) {
            let lot = &LOTS[usize::from(index)];
            let is_mortgaged = position.level_of(index) == MORTGAGED;
            if is_mortgaged && cash >= lot.mortgage() + lot.interest() {
                out.push(Move::Lift(index));
            }
        }
    }

    /// Appends what a player can sell to the bank or mortgage: something, as long as there is any building or any lot
    /// without a mortgage.
    pub(super) fn raising(&self, position: &Position, player: u8, out: &mut Vec<Move>) {
        let (houses, _) = position.stock();
        for index in position.lots_of(player) {
            let group = GROUPS[LOTS[usize::from(index)].group].2;
            match position.level_of(index) {
                0 if !position.is_built(index) => out.push(Move::Mortgage(index)),
                level @ 1..=HOTEL => {
                    let is_highest = position.levels(group).all(|other| other <= level);
                    if is_highest && (level < HOTEL || houses >= 4) {
                        out.push(Move::Sell(index));
                    }
                }
                _ => {}
            }
        }
        for (number, (_, _, group)) in GROUPS[..RAILROADS].iter().enumerate() {
            let has_hotel = position.levels(group).any(|level| level == HOTEL);
            if houses < 4 && has_hotel && position.owner_of(group[0]) == player {
                out.push(Move::Raze(number as u8));
            }
        }
    }

    pub(super) fn build(&self, position: &mut Position, lot: u8) {
        let owner = position.owner_of(lot);
        position.cash[usize::from(owner)] -= LOTS[usize::from(lot)].house();
        position.level[usize::from(lot)] += 1;
    }

    /// Sells or mortgages.
    pub(super) fn raise(&self, position: &mut Position, action: &Move) {
        match *action {
            Move::Sell(lot) => {
                position.level[usize::from(lot)] -= 1;
                let owner = position.owner_of(lot);
                position.cash[usize::from(owner)] += LOTS[usize::from(lot)].house() / 2;
            }
            Move::Raze(group) => {
                let (_, house, lots) = GROUPS[usize::from(group)];
                let owner = position.owner_of(lots[0]);
                for &lot in lots {
                    let level = std::mem::take(&mut position.level[usize::from(lot)]);
                    position.cash[usize::from(owner)] += u32::from(level) * house / 2;
                }
            }
            Move::Mortgage(lot) => {
                position.level[usize::from(lot)] = MORTGAGED;
                let owner = position.owner_of(lot);
                position.cash[usize::from(owner)] += LOTS[usize::from(lot)].mortgage();
            }
            _ => {}
        }
    }

    pub(super) fn lift(&self, position: &mut Position, lot: u8) {
        let deed = &LOTS[usize::from(lot)];
        let owner = position.owner_of(lot);
        position.cash[usize::from(owner)] -= deed.mortgage() + deed.interest();
        position.level[usize::from(lot)] = 0;
    }

    /// Appends the trades that the player can name: those for which some sum on top can be paid.
    pub(super) fn trades(&self, position: &Position, out: &mut Vec<Move>) {
        let player = position.player;
        let offered = |owner| {
            let lots = position.lots_of(owner);
            std::iter::once(NONE).chain(lots.filter(move |&lot| !position.is_built(lot)))
        };
        for partner in self.alive(position).filter(|other| *other != player) {
            for give in offered(player) {
                for take in offered(partner) {
                    let deal = |top| Deal {
                        partner,
                        give,
                        take,
                        top,
                    };
                    if (give, take) != (NONE, NONE)
                        && SUMS
                            .into_iter()
                            .any(|top| self.is_payable(position, &deal(top)))
                    {
                        out.push(Move::Trade {
                            partner,
                            give,
                            take,
                        });
                    }
                }
            }
        }
    }

    /// Can both sides pay what the trade costs them, the interest on a mortgaged lot that they get included, and does
    /// nobody get something for nothing?
    pub(super) fn is_payable(&self, position: &Position, deal: &Deal) -> bool {
        let interest = |lot: u8| match lot {
            NONE => 0,
            _ if position.level_of(lot) == MORTGAGED => {
                i64::from(LOTS[usize::from(lot)].interest())
            }
            _ => 0,
        };
        let top = i64::from(deal.top);
        let mine = i64::from(position.cash_of(position.player)) - top;
        let theirs = i64::from(position.cash_of(deal.partner)) + top;
        (deal.give != NONE || top > 0)
            && (deal.take != NONE || top < 0)
            && mine >= interest(deal.take)
            && theirs >= interest(deal.give)
    }

    /// Carries out the trade on the table.
    pub(super) fn exchange(&self, position: &mut Position) {
        let Deal {
            partner,
            give,
            take,
            top,
        } = position.deal;
        let player = position.player;
        let cash = |player: u8, change: i16| {
            position
                .cash_of(player)
                .saturating_add_signed(change.into())
        };
        let (mine, theirs) = (cash(player, -top), cash(partner, top));
        position.cash[usize::from(player)] = mine;
        position.cash[usize::from(partner)] = theirs;
        for (lot, owner) in [(give, partner), (take, player)] {
            if lot != NONE {
                position.owner[usize::from(lot)] = owner;
                if position.level_of(lot) == MORTGAGED {
                    position.received |= 1 << lot;
                }
            }
        }
    }
}
