//! Monopoly: buy lots, build on them, and live from the rents of the others until they are bankrupt.
//!
//! Rules: Hasbro's American sheet and cards of 2008 and later (income tax $200, luxury tax $100, brown first group, a school
//! fee of $50), as retold in <https://en.wikipedia.org/wiki/Monopoly_(game)>. In short: throw two dice and go on; buy the lot
//! you stop on or have it auctioned; pay rent to the owner, twice as much on an empty lot of a complete group; build houses
//! evenly on complete groups, up to a hotel; mortgage lots for half their price; doubles throw again, three in a row go to
//! jail. Whoever cannot pay is out, and the last one left wins.
//!
//! Where the sheet is silent or asks for more than a short list of moves, it is done so here:
//!
//! - Ship begins, the others follow in the order car, hat, dog, boot, iron. The dice are thrown without asking, but in jail
//!   `roll` is one of the choices.
//! - Building, selling, mortgaging, lifting and trading are done at the end of one's own turn, before the next one throws.
//!   While somebody else plays, a player sells and mortgages only to pay a debt; whoever lacks the price of a lot may do so
//!   too before buying. Nobody does so in auctions, or to pay the fine before throwing in jail. Money is raised before it is
//!   spent: after building or lifting, nothing is sold or mortgaged any more in that turn.
//! - A trade is one lot or nothing for one lot or nothing and a round sum on top; there is one offer a turn at most. Cards
//!   that open the jail are not traded. Neither side may be left unable to pay for a mortgaged lot that it gets.
//! - Auctions go around from the player whose turn it is; a bid raises the last one by 10, 50 or 100, and who passes or
//!   cannot raise is out of it. A lot that nobody bids for stays with the bank.
//! - Houses and hotels go to whoever buys first: the auction for the last houses is left out. A hotel is sold for four
//!   houses and half a house's price; while the bank has fewer than four, all buildings of the group can be sold at once.
//! - Interest is rounded up to whole dollars, as on the deeds. Who gets a mortgaged lot lifts it or pays the interest.
//! - Railroads and groups count mortgaged lots of the owner too; a mortgaged lot itself brings nothing.
//! - On the third turn in jail the dice must be thrown or the card used; without doubles the fine is paid, if need be after
//!   raising money, and the token moves on.
//! - Every draw is uniform over the deck, from which only a card that somebody holds is missing: there is no memory of
//!   the order. Cards that ask the others for money, or pay them, do so one after the other to the left.
//! - Who cannot pay even by selling and mortgaging everything is bankrupt at once: buildings are sold for half, and all that
//!   is left goes to the creditor; lots that fall to the bank are auctioned one by one, free of mortgages.
//! - With the option `turns` the game ends after so many turns of all players together; the richest win and share: cash,
//!   printed prices, half of them for mortgaged lots, and buildings at their cost.
//!
//! ```text
//!  20 21 22 23 24 25 26 27 28 29 30      a token's place is the number of its square; 40 is in jail,
//!  19                            31      where 10 is just visiting
//!  18                            32
//!  ..                            ..      levels of a lot: 0 to 4 houses, 5 a hotel, 6 mortgaged
//!  11                            39
//!  10  9  8  7  6  5  4  3  2  1  0      owners: players 0 to 5, 255 the bank
//! ```

mod board;
mod deals;
mod evaluation;
mod notation;
mod picture;
mod reading;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod tests;
mod turns;

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Sum, Turn,
    Unit, fitting,
};
use crate::picture::{Form, Paint, Picture, Shape};

use board::{
    CHANCE, CHEST, Card, Effect, FINE, GO, GROUPS, HOTELS, HOUSES, JAIL, LANDINGS, LOTS, RAILROADS,
    SALARY, SQUARES, Square, UTILITIES, VISITING, lot_at, square,
};

const SEATS: usize = 6;
const PLAYERS: [&str; SEATS] = ["ship", "car", "hat", "dog", "boot", "iron"];
const LETTERS: [&str; SEATS] = ["s", "c", "h", "d", "b", "i"];
/// Where a player is meant, nobody or the bank; where a lot is meant, none.
const NONE: u8 = u8::MAX;
const HOTEL: u8 = 5;
const MORTGAGED: u8 = 6;
/// By how much a bid may raise the last one.
const RAISES: [u32; 3] = [10, 50, 100];
/// What may be paid on top of a trade, by the one who offers it or, below 0, to her.
const SUMS: [i16; 11] = [0, 10, 50, 100, 200, 500, -10, -50, -100, -200, -500];

/// What a player does or chance brings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The dice, the higher first.
    Roll(u8, u8),
    /// The card drawn, by its number in the deck.
    Draw(u8),
    /// Pay the fine and leave jail.
    Pay,
    /// Use the card and leave jail.
    UseCard,
    /// Throw for doubles in jail.
    Try,
    /// Buy the lot.
    Buy,
    /// Do not buy the lot: it is auctioned.
    Auction,
    /// Offer so much in an auction.
    Bid(u32),
    /// Leave the auction.
    Pass,
    /// Build a house, or a hotel after four.
    Build(u8),
    /// Sell a house or break down a hotel.
    Sell(u8),
    /// Sell all buildings of a group.
    Raze(u8),
    /// Mortgage a lot.
    Mortgage(u8),
    /// Lift the mortgage of a lot.
    Lift(u8),
    /// Leave the mortgage on a lot just received and pay the interest.
    Keep(u8),
    /// Name a trade.
    Trade {
        /// With whom.
        partner: u8,
        /// The lot given, 255 for none.
        give: u8,
        /// The lot wanted, 255 for none.
        take: u8,
    },
    /// Put a sum on top of the trade, or ask for one when it is below 0.
    Top(i16),
    /// Accept the trade.
    Accept,
    /// Refuse the trade.
    Refuse,
    /// End the turn.
    Done,
}

/// What is to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// The player is in jail and chooses how to leave.
    Jail,
    /// The dice are thrown.
    Roll,
    /// A card is drawn from the deck of the square.
    Draw,
    /// The dice are thrown for the rent of a utility.
    Throw,
    /// The player stands on a lot of the bank.
    Buy,
    /// The next bidder bids or passes.
    Auction,
    /// The debtor raises money.
    Raise,
    /// The owner of the first lot received lifts its mortgage or keeps it.
    Receive,
    /// The player builds, trades and so on.
    Manage,
    /// The player names the sum on top of a trade.
    Offer,
    /// The partner answers.
    Answer,
    Over,
}

/// A lot under the hammer; all zero when there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Auction {
    lot: u8,
    bid: u32,
    leader: u8,
    bidder: u8,
    /// Who is still in it, as bits: the leader and everyone who can raise.
    inside: u8,
}

/// What somebody owes; all zero when nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Debt {
    amount: u32,
    debtor: u8,
    creditor: u8,
}

/// A trade on the table; all zero when there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Deal {
    partner: u8,
    give: u8,
    take: u8,
    /// What the player pays on top; below 0 what she gets.
    top: i16,
}

/// Everything that stands on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    cash: [u32; SEATS],
    /// The square of each token; [`JAIL`] in jail.
    place: [u8; SEATS],
    /// How often each player in jail has thrown in vain.
    tries: [u8; SEATS],
    owner: [u8; 28],
    level: [u8; 28],
    /// Who holds the cards that open the jail: of the chance deck, of the community chest.
    cards: [u8; 2],
    /// Who is bankrupt, as bits.
    out: u8,
    /// Whose turn it is.
    player: u8,
    /// Doubles thrown in this turn; above 0 after a throw, the player throws again.
    doubles: u8,
    /// Has a trade been offered in this turn? Only in its last part, when the player manages.
    traded: bool,
    /// Has the player built or lifted a mortgage in this last part of the turn?
    spent: bool,
    phase: Phase,
    auction: Auction,
    debt: Debt,
    deal: Deal,
    /// Lots of the bank that are auctioned next, as bits.
    sale: u32,
    /// Mortgaged lots just received, as bits.
    received: u32,
    /// Who still has to pay the player for the birthday, or to be paid by the chairman, as bits.
    owing: u8,
    is_chairman: bool,
    /// How far the player moves after paying the fine for the third throw in vain.
    steps: u8,
    /// Turns played; stays 0 when there is no limit.
    turn: u32,
}

/// Monopoly for two to six players.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    seats: u8,
    /// After how many turns the game ends; 0 for never.
    turns: u32,
    cash: u32,
}

/// The players or lots in a set of bits, the lowest first.
fn bits(set: u32) -> impl Iterator<Item = u8> {
    (0..32_u8).filter(move |bit| set >> bit & 1 == 1)
}

impl Position {
    fn is_out(&self, player: u8) -> bool {
        self.out >> player & 1 == 1
    }

    fn cash_of(&self, player: u8) -> u32 {
        self.cash[usize::from(player)]
    }

    fn place_of(&self, player: u8) -> u8 {
        self.place[usize::from(player)]
    }

    fn owner_of(&self, lot: u8) -> u8 {
        self.owner[usize::from(lot)]
    }

    fn level_of(&self, lot: u8) -> u8 {
        self.level[usize::from(lot)]
    }

    /// The lots of a player or of the bank.
    fn lots_of(&self, owner: u8) -> impl Iterator<Item = u8> {
        (0..28).filter(move |&lot| self.owner_of(lot) == owner)
    }

    /// The houses and the hotels that the bank has left.
    fn stock(&self) -> (u32, u32) {
        let (mut houses, mut hotels) = (HOUSES, HOTELS);
        for level in self.level {
            match level {
                HOTEL => hotels = hotels.saturating_sub(1),
                MORTGAGED => {}
                _ => houses = houses.saturating_sub(level.into()),
            }
        }
        (houses, hotels)
    }

    /// Who decides when it is a player's turn.
    fn actor(&self) -> u8 {
        match self.phase {
            Phase::Auction => self.auction.bidder,
            Phase::Raise => self.debt.debtor,
            Phase::Receive => self.owner_of(self.received.trailing_zeros() as u8),
            Phase::Answer => self.deal.partner,
            _ => self.player,
        }
    }

    /// The cards of the square on which the player stands, and which of the two decks that is.
    fn deck(&self) -> (usize, &'static [Card]) {
        match square(self.place_of(self.player)) {
            Square::Chance => (0, &CHANCE),
            _ => (1, &CHEST),
        }
    }
}

impl Rules {
    /// The players who are not bankrupt.
    fn alive(&self, position: &Position) -> impl Iterator<Item = u8> {
        let out = position.out;
        (0..self.seats).filter(move |player| out >> player & 1 == 0)
    }

    /// The seats from the one after a player around to that player.
    fn around(&self, player: u8) -> impl Iterator<Item = u8> {
        let seats = self.seats;
        (1..=seats).map(move |step| (player + step) % seats)
    }

    /// What a player is worth when the turns are over.
    fn worth(&self, position: &Position, player: u8) -> u32 {
        let lots = position.lots_of(player).map(|index| {
            let lot = &LOTS[usize::from(index)];
            match position.level_of(index) {
                MORTGAGED => lot.price / 2,
                level => lot.price + u32::from(level) * lot.house(),
            }
        });
        position.cash_of(player) + lots.sum::<u32>()
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        Facts {
            name: Self::NAME.into(),
            players: PLAYERS[..usize::from(self.seats)]
                .iter()
                .map(|&player| player.into())
                .collect(),
            sum: Sum::Constant(1.0),
            chance: true,
            hidden: false,
            unit: Unit::Counted("wins".into()),
            measure: None,
            utilities: (0.0, 1.0),
            longest: None,
        }
    }

    fn start(&self) -> Position {
        let mut cash = [0; SEATS];
        cash[..usize::from(self.seats)].fill(self.cash);
        Position {
            cash,
            place: [GO; SEATS],
            tries: [0; SEATS],
            owner: [NONE; 28],
            level: [0; 28],
            cards: [NONE; 2],
            out: 0,
            player: 0,
            doubles: 0,
            traded: false,
            spent: false,
            phase: Phase::Roll,
            auction: Auction::default(),
            debt: Debt::default(),
            deal: Deal::default(),
            sale: 0,
            received: 0,
            owing: 0,
            is_chairman: false,
            steps: 0,
            turn: 0,
        }
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.phase {
            Phase::Over => Turn::Over,
            Phase::Roll | Phase::Draw | Phase::Throw => Turn::Chance,
            _ => Turn::Player(position.actor().into()),
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let player = position.player;
        match position.phase {
            Phase::Jail => {
                if position.cards.contains(&player) {
                    out.push(Move::UseCard);
                }
                let tries = position.tries[usize::from(player)];
                if tries < 2 && position.cash_of(player) >= FINE {
                    out.push(Move::Pay);
                }
                out.push(Move::Try);
            }
            Phase::Buy => self.purchases(position, out),
            Phase::Auction => {
                let cash = position.cash_of(position.auction.bidder);
                let bids = RAISES.map(|raise| position.auction.bid + raise);
                out.push(Move::Pass);
                out.extend(bids.into_iter().filter(|bid| *bid <= cash).map(Move::Bid));
            }
            Phase::Raise => self.raising(position, position.debt.debtor, out),
            Phase::Receive => {
                let index = position.received.trailing_zeros() as u8;
                let lot = &LOTS[usize::from(index)];
                out.push(Move::Keep(index));
                if position.cash_of(position.actor()) >= lot.mortgage() + lot.interest() {
                    out.push(Move::Lift(index));
                }
            }
            Phase::Manage => {
                out.push(Move::Done);
                self.improvements(position, out);
                if !position.spent {
                    self.raising(position, player, out);
                }
                if !position.traded {
                    self.trades(position, out);
                }
            }
            Phase::Offer => out.extend(
                SUMS.into_iter()
                    .filter(|&top| {
                        self.is_payable(
                            position,
                            &Deal {
                                top,
                                ..position.deal
                            },
                        )
                    })
                    .map(Move::Top),
            ),
            Phase::Answer => out.extend([Move::Accept, Move::Refuse]),
            Phase::Roll | Phase::Draw | Phase::Throw | Phase::Over => {}
        }
    }

    fn chances(&self, position: &Position, out: &mut Vec<(Move, f64)>) {
        if position.phase == Phase::Draw {
            let (deck, cards) = position.deck();
            let is_held = position.cards[deck] != NONE;
            let left = if is_held { 15.0 } else { 16.0 };
            for (number, &(_, count, effect)) in cards.iter().enumerate() {
                if !(is_held && effect == Effect::Free) {
                    out.push((Move::Draw(number as u8), f64::from(count) / left));
                }
            }
            return;
        }
        for high in 1..=6 {
            for low in 1..=high {
                let ways = if high == low { 1.0 } else { 2.0 };
                out.push((Move::Roll(high, low), ways / 36.0));
            }
        }
    }

    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        let player = position.player;
        match *action {
            Move::Roll(high, low) => self.roll(position, high, low),
            Move::Draw(card) => self.draw(position, card),
            Move::Pay => {
                position.cash[usize::from(player)] -= FINE;
                self.leave_jail(position);
                position.phase = Phase::Roll;
            }
            Move::UseCard => {
                if let Some(card) = position.cards.iter_mut().find(|card| **card == player) {
                    *card = NONE;
                }
                self.leave_jail(position);
                position.phase = Phase::Roll;
            }
            Move::Try => position.phase = Phase::Roll,
            Move::Buy => {
                if let Some(lot) = lot_at(position.place_of(player)) {
                    position.cash[usize::from(player)] -= LOTS[usize::from(lot)].price;
                    position.owner[usize::from(lot)] = player;
                }
                self.go_on(position);
            }
            Move::Auction => {
                position.sale = lot_at(position.place_of(player)).map_or(0, |lot| 1 << lot);
                self.go_on(position);
            }
            Move::Bid(bid) => {
                position.auction.bid = bid;
                position.auction.leader = position.auction.bidder;
                self.next_bidder(position);
            }
            Move::Pass => {
                position.auction.inside &= !(1 << position.auction.bidder);
                self.next_bidder(position);
            }
            Move::Build(lot) => {
                self.build(position, lot);
                position.spent = true;
            }
            Move::Sell(_) | Move::Raze(_) | Move::Mortgage(_) => {
                self.raise(position, action);
                if position.phase == Phase::Raise {
                    self.go_on(position);
                }
            }
            Move::Lift(lot) => {
                self.lift(position, lot);
                if position.phase == Phase::Receive {
                    position.received &= !(1 << lot);
                    self.go_on(position);
                } else {
                    position.spent = true;
                }
            }
            Move::Keep(lot) => {
                position.received &= !(1 << lot);
                position.debt = Debt {
                    amount: LOTS[usize::from(lot)].interest(),
                    debtor: position.owner_of(lot),
                    creditor: NONE,
                };
                self.go_on(position);
            }
            Move::Trade {
                partner,
                give,
                take,
            } => {
                position.deal = Deal {
                    partner,
                    give,
                    take,
                    top: 0,
                };
                position.phase = Phase::Offer;
            }
            Move::Top(top) => {
                position.deal.top = top;
                position.phase = Phase::Answer;
            }
            Move::Accept | Move::Refuse => {
                if *action == Move::Accept {
                    self.exchange(position);
                }
                position.deal = Deal::default();
                position.traded = true;
                self.go_on(position);
            }
            Move::Done => self.next_turn(position),
        }
    }

    fn utility(&self, position: &Position, player: usize) -> f64 {
        let player = player as u8;
        let richest = self
            .alive(position)
            .map(|player| self.worth(position, player))
            .max();
        let is_winner = |player: u8| Some(self.worth(position, player)) == richest;
        if position.is_out(player) || !is_winner(player) {
            return 0.0;
        }
        let winners = self.alive(position).filter(|&player| is_winner(player));
        1.0 / winners.count() as f64
    }
}

impl Hints for Rules {}

impl BuiltIn for Rules {
    const NAME: &'static str = "monopoly";
    const ALIASES: &'static [&'static str] = &["property-trading"];
    const SUMMARY: &'static str =
        "Buy lots, build houses and hotels, collect rents; whoever cannot pay is out.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Monopoly_(game)";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "seats",
            default: "2",
            meaning: "players, 2 to 6",
        },
        OptionFact {
            name: "turns",
            default: "0",
            meaning: "turns of all players together after which the richest wins, 0 for no end",
        },
        OptionFact {
            name: "cash",
            default: "1500",
            meaning: "dollars that each player begins with, 0 to 100000",
        },
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        Ok(Rules {
            seats: options.number("seats", 2, 2..=6)? as u8,
            turns: options.number("turns", 0, 0..=1_000_000)? as u32,
            cash: options.number("cash", 1500, 0..=100_000)? as u32,
        })
    }
}
