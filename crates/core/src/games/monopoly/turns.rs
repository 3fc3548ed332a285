//! How a turn of monopoly goes on: dice, squares, cards, debts, bankruptcy and auctions.

use super::*;

impl Rules {
    pub(super) fn roll(&self, position: &mut Position, high: u8, low: u8) {
        let player = usize::from(position.player);
        let sum = high + low;
        if position.phase == Phase::Throw {
            let lot = lot_at(position.place[player]).unwrap_or_default();
            position.debt = Debt {
                amount: 10 * u32::from(sum),
                debtor: position.player,
                creditor: position.owner_of(lot),
            };
            return self.go_on(position);
        }
        if position.place[player] == JAIL {
            if high == low {
                self.leave_jail(position);
            } else if position.tries[player] < 2 {
                position.tries[player] += 1;
                return self.go_on(position);
            } else {
                position.steps = sum;
                position.debt = Debt {
                    amount: FINE,
                    debtor: position.player,
                    creditor: NONE,
                };
                return self.go_on(position);
            }
        } else if high == low {
            position.doubles += 1;
            if position.doubles == 3 {
                self.go_to_jail(position);
                return self.go_on(position);
            }
        } else {
            position.doubles = 0;
        }
        if !self.move_on(position, sum) {
            self.go_on(position);
        }
    }

    pub(super) fn leave_jail(&self, position: &mut Position) {
        let player = usize::from(position.player);
        (position.place[player], position.tries[player]) = (VISITING, 0);
    }

    fn go_to_jail(&self, position: &mut Position) {
        let player = usize::from(position.player);
        (position.place[player], position.tries[player]) = (JAIL, 0);
        position.doubles = 0;
    }

    /// Moves the player's token by the dice; tells whether something is to be decided on the square.
    fn move_on(&self, position: &mut Position, sum: u8) -> bool {
        let to = (position.place_of(position.player) + sum) % SQUARES;
        self.advance(position, to);
        self.arrive(position, 1, sum)
    }

    /// Moves the player's token forward to a square.
    fn advance(&self, position: &mut Position, to: u8) {
        let player = usize::from(position.player);
        if to < position.place[player] {
            position.cash[player] += SALARY;
        }
        position.place[player] = to;
    }

    /// What the square does: sets the phase when something is to be decided or drawn there, which is what it answers, or a
    /// debt. The rent of a railroad is taken so many times; that of utilities depends on the dice.
    fn arrive(&self, position: &mut Position, times: u32, sum: u8) -> bool {
        let player = position.player;
        match square(position.place_of(player)) {
            Square::Lot(lot) => {
                let owner = position.owner_of(lot);
                if owner == NONE {
                    position.phase = Phase::Buy;
                    return true;
                }
                if owner != player && position.level_of(lot) != MORTGAGED {
                    position.debt = Debt {
                        amount: times * self.rent(position, lot, sum),
                        debtor: player,
                        creditor: owner,
                    };
                }
            }
            Square::Chance | Square::Chest => {
                position.phase = Phase::Draw;
                return true;
            }
            Square::Tax(amount) => {
                position.debt = Debt {
                    amount,
                    debtor: player,
                    creditor: NONE,
                }
            }
            Square::GoToJail => self.go_to_jail(position),
            Square::Rest => {}
        }
        false
    }

    /// The rent of a lot that is not mortgaged, for whoever came there with these dice.
    pub(super) fn rent(&self, position: &Position, lot: u8, sum: u8) -> u32 {
        let (owner, deed) = (position.owner_of(lot), &LOTS[usize::from(lot)]);
        let group = GROUPS[deed.group].2;
        let owned = group
            .iter()
            .filter(|lot| position.owner_of(**lot) == owner)
            .count();
        match (deed.group, position.level_of(lot)) {
            (RAILROADS, _) => deed.rents[owned.saturating_sub(1)],
            (UTILITIES, _) => u32::from(sum) * if owned == 2 { 10 } else { 4 },
            (_, 0) if owned == group.len() => 2 * deed.rents[0],
            (_, level) => deed.rents[usize::from(level.min(HOTEL))],
        }
    }

    pub(super) fn draw(&self, position: &mut Position, card: u8) {
        let player = position.player;
        let index = usize::from(player);
        let place = position.place[index];
        let (deck, cards) = position.deck();
        let owed = |amount| Debt {
            amount,
            debtor: player,
            creditor: NONE,
        };
        let waits = match cards[usize::from(card)].2 {
            Effect::Advance(to) => {
                self.advance(position, to);
                self.arrive(position, 1, 0)
            }
            Effect::NearestRailroad => {
                self.advance(position, (place + 5) / 10 % 4 * 10 + 5);
                self.arrive(position, 2, 0)
            }
            Effect::NearestUtility => {
                self.advance(position, if (12..28).contains(&place) { 28 } else { 12 });
                let lot = lot_at(position.place[index]).unwrap_or_default();
                let is_due = ![player, NONE].contains(&position.owner_of(lot))
                    && position.level_of(lot) != MORTGAGED;
                if is_due {
                    position.phase = Phase::Throw;
                    true
                } else {
                    self.arrive(position, 1, 0)
                }
            }
            Effect::BackThree => {
                position.place[index] = place - 3;
                self.arrive(position, 1, 0)
            }
            Effect::GoToJail => {
                self.go_to_jail(position);
                false
            }
            Effect::Free => {
                position.cards[deck] = player;
                false
            }
            Effect::Collect(amount) => {
                position.cash[index] += amount;
                false
            }
            Effect::Pay(amount) => {
                position.debt = owed(amount);
                false
            }
            Effect::Repairs(house, hotel) => {
                let levels = position.lots_of(player).map(|lot| position.level_of(lot));
                let cost = levels.map(|level| match level {
                    HOTEL => hotel,
                    MORTGAGED => 0,
                    houses => u32::from(houses) * house,
                });
                position.debt = owed(cost.sum());
                false
            }
            effect @ (Effect::Chairman | Effect::Birthday) => {
                let others = self.alive(position).filter(|other| *other != player);
                position.owing = others.fold(0, |set, other| set | 1 << other);
                position.is_chairman = effect == Effect::Chairman;
                false
            }
        };
        if !waits {
            self.go_on(position);
        }
    }

    /// Goes on to what is to be decided next, when the square or card is done with, a debt arises or is paid, or something
    /// between has been settled.
    pub(super) fn go_on(&self, position: &mut Position) {
        loop {
            // 1. Debts come first.
            if position.debt.amount == 0 {
                position.debt = Debt::default();
            } else if !self.settle(position) {
                position.phase = Phase::Raise;
                return;
            }
            if self.alive(position).count() == 1 {
                return self.finish(position);
            }
            // 2. Then what a bankruptcy or a trade leaves to be done.
            if position.received != 0 {
                position.phase = Phase::Receive;
                return;
            }
            if position.sale != 0 {
                let lot = position.sale.trailing_zeros() as u8;
                position.sale &= position.sale - 1;
                if self.open_auction(position, lot) {
                    return;
                }
                continue;
            }
            let player = position.player;
            if position.is_out(player) {
                return self.next_turn(position);
            }
            // 3. Then the rest of a card, or of the third throw in jail.
            if let Some(other) = self
                .around(player)
                .find(|other| position.owing >> other & 1 == 1)
            {
                position.owing &= !(1 << other);
                let (debtor, creditor, amount) = if position.is_chairman {
                    (player, other, 50)
                } else {
                    (other, player, 10)
                };
                position.is_chairman &= position.owing != 0;
                position.debt = Debt {
                    amount,
                    debtor,
                    creditor,
                };
                continue;
            }
            if position.steps != 0 {
                let steps = std::mem::take(&mut position.steps);
                self.leave_jail(position);
                if self.move_on(position, steps) {
                    return;
                }
                continue;
            }
            // 4. Then another throw or the end of the turn.
            position.phase = if position.doubles > 0 {
                Phase::Roll
            } else {
                Phase::Manage
            };
            return;
        }
    }

    /// Pays the debt if there is cash enough or makes the debtor bankrupt if there cannot be; tells whether it is settled.
    fn settle(&self, position: &mut Position) -> bool {
        let Debt {
            amount,
            debtor,
            creditor,
        } = position.debt;
        if position.cash_of(debtor) >= amount {
            position.cash[usize::from(debtor)] -= amount;
            if creditor != NONE {
                position.cash[usize::from(creditor)] += amount;
            }
        } else if self.raisable(position, debtor) < amount {
            self.bankrupt(position, debtor, creditor);
        } else {
            return false;
        }
        position.debt = Debt::default();
        true
    }

    /// Gives all that a player has to the creditor, buildings sold for half; the bank will auction the lots.
    fn bankrupt(&self, position: &mut Position, debtor: u8, creditor: u8) {
        let index = usize::from(debtor);
        let mut left = std::mem::take(&mut position.cash[index]);
        for lot in 0..28_u8 {
            if position.owner_of(lot) != debtor {
                continue;
            }
            let level = position.level_of(lot);
            if level != MORTGAGED {
                left += u32::from(level) * LOTS[usize::from(lot)].house() / 2;
                position.level[usize::from(lot)] = 0;
            }
            position.owner[usize::from(lot)] = creditor;
            if creditor == NONE {
                position.level[usize::from(lot)] = 0;
                position.received &= !(1 << lot);
                position.sale |= 1 << lot;
            } else if level == MORTGAGED {
                position.received |= 1 << lot;
            }
        }
        if creditor != NONE {
            position.cash[usize::from(creditor)] += left;
        }
        for card in &mut position.cards {
            if *card == debtor {
                *card = creditor;
            }
        }
        position.out |= 1 << debtor;
        (position.place[index], position.tries[index]) = (GO, 0);
        position.owing &= !(1 << debtor);
        if debtor == position.player {
            (position.owing, position.steps, position.doubles) = (0, 0, 0);
            (position.traded, position.spent) = (false, false);
        }
        position.is_chairman &= position.owing != 0;
    }

    /// Passes the dice to the next player who is not out, unless the game is over.
    pub(super) fn next_turn(&self, position: &mut Position) {
        position.turn += u32::from(self.turns > 0);
        position.player = self
            .around(position.player)
            .find(|player| !position.is_out(*player))
            .unwrap_or_default();
        position.doubles = 0;
        (position.traded, position.spent) = (false, false);
        position.phase = if self.turns > 0 && position.turn >= self.turns {
            Phase::Over
        } else if position.place_of(position.player) == JAIL {
            Phase::Jail
        } else {
            Phase::Roll
        };
    }

    /// One player is left: what was still to be done does not matter any more.
    fn finish(&self, position: &mut Position) {
        let winner = self.alive(position).next().unwrap_or_default();
        *position = Position {
            cash: position.cash,
            place: position.place,
            tries: position.tries,
            owner: position.owner,
            level: position.level,
            cards: position.cards,
            out: position.out,
            turn: position.turn,
            player: winner,
            phase: Phase::Over,
            ..self.start()
        };
    }

    /// Puts a lot up for auction, unless nobody can bid.
    fn open_auction(&self, position: &mut Position, lot: u8) -> bool {
        let rich = |player: &u8| position.cash_of(*player) >= RAISES[0];
        let inside = self
            .alive(position)
            .filter(rich)
            .fold(0, |set, player| set | 1 << player);
        let before = (position.player + self.seats - 1) % self.seats;
        let Some(bidder) = self.around(before).find(|player| inside >> player & 1 == 1) else {
            return false;
        };
        position.auction = Auction {
            lot,
            bid: 0,
            leader: NONE,
            bidder,
            inside,
        };
        position.phase = Phase::Auction;
        true
    }

    /// Goes on with the auction after a bid or a pass: to the next bidder or, when there is none, to the sale.
    pub(super) fn next_bidder(&self, position: &mut Position) {
        let Auction {
            lot,
            bid,
            leader,
            bidder,
            inside,
        } = position.auction;
        let stays = |player: &u8| *player == leader || position.cash_of(*player) >= bid + RAISES[0];
        let inside = bits(inside.into())
            .filter(stays)
            .fold(0_u8, |set, player| set | 1 << player);
        position.auction.inside = inside;
        let next = self
            .around(bidder)
            .find(|player| *player != leader && inside >> player & 1 == 1);
        if let Some(next) = next {
            position.auction.bidder = next;
            return;
        }
        if leader != NONE {
            position.cash[usize::from(leader)] -= bid;
            position.owner[usize::from(lot)] = leader;
        }
        position.auction = Auction::default();
        self.go_on(position);
    }
}
