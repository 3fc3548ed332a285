//! Positions and moves of monopoly as text; `reading.rs` reads positions.

use super::*;

pub(super) const PHASES: [(Phase, &str); 12] = [
    (Phase::Jail, "jail"),
    (Phase::Roll, "roll"),
    (Phase::Draw, "draw"),
    (Phase::Throw, "throw"),
    (Phase::Buy, "buy"),
    (Phase::Auction, "auction"),
    (Phase::Raise, "raise"),
    (Phase::Receive, "receive"),
    (Phase::Manage, "manage"),
    (Phase::Offer, "offer"),
    (Phase::Answer, "answer"),
    (Phase::Over, "over"),
];

/// The letters of the cards that open the jail: of the chance deck and of the community chest.
pub(super) const CARDS: [char; 2] = ['c', 'x'];

impl Phase {
    pub(super) fn word(self) -> &'static str {
        let found = PHASES.iter().find(|(phase, _)| *phase == self);
        found.map_or("over", |(_, word)| word)
    }
}

/// The name of a lot in moves, `cash` for none.
fn named(lot: u8) -> &'static str {
    LOTS.get(usize::from(lot)).map_or("cash", |lot| lot.name)
}

fn letters(players: u8) -> String {
    bits(players.into())
        .map(|player| LETTERS[usize::from(player)])
        .collect()
}

fn letter(player: u8) -> &'static str {
    LETTERS[usize::from(player)]
}

fn number_of(lot: u8) -> u8 {
    LOTS[usize::from(lot)].square
}

fn numbers(lots: u32) -> String {
    let numbers: Vec<String> = bits(lots).map(|lot| number_of(lot).to_string()).collect();
    numbers.join(".")
}

impl Notation for Rules {
    /// What everyone has, whose turn it is, the doubles thrown in it and what is to be decided:
    /// `1320@24:1h2.3h2.5m+c/1500@jail1/out s 0 buy`. A player has cash, a place, lots by their squares (`h2` two houses,
    /// `H` a hotel, `m` mortgaged) and cards that open the jail (`c` from chance, `x` from the chest). More words say what
    /// the decision is about: `auction lot=24 bid=110 lead=c next=h in=ch`.
    fn text(&self, position: &Position) -> String {
        let players: Vec<String> = (0..self.seats)
            .map(|player| self.player_text(position, player))
            .collect();
        let mut text = format!(
            "{} {} {} {}",
            players.join("/"),
            letter(position.player),
            position.doubles,
            position.phase.word()
        );
        let mut add = |key: &str, value: String| text += &format!(" {key}={value}");
        let (auction, debt, deal) = (position.auction, position.debt, position.deal);
        if position.phase == Phase::Auction {
            add("lot", number_of(auction.lot).to_string());
            add("bid", auction.bid.to_string());
            if auction.leader != NONE {
                add("lead", letter(auction.leader).into());
            }
            add("next", letter(auction.bidder).into());
            add("in", letters(auction.inside));
        }
        if debt.amount > 0 {
            add("debt", debt.amount.to_string());
            add("from", letter(debt.debtor).into());
            if debt.creditor != NONE {
                add("to", letter(debt.creditor).into());
            }
        }
        if matches!(position.phase, Phase::Offer | Phase::Answer) {
            add("with", letter(deal.partner).into());
            for (key, lot) in [("give", deal.give), ("take", deal.take)] {
                if lot != NONE {
                    add(key, number_of(lot).to_string());
                }
            }
            if deal.top != 0 {
                let key = if deal.top > 0 { "add" } else { "ask" };
                add(key, deal.top.abs().to_string());
            }
        }
        if position.received != 0 {
            add("received", numbers(position.received));
        }
        if position.sale != 0 {
            add("sale", numbers(position.sale));
        }
        if position.owing != 0 {
            let key = if position.is_chairman {
                "chairman"
            } else {
                "birthday"
            };
            add(key, letters(position.owing));
        }
        if position.steps != 0 {
            add("steps", position.steps.to_string());
        }
        for (key, is_so) in [("traded", position.traded), ("spent", position.spent)] {
            if is_so {
                add(key, "yes".into());
            }
        }
        if position.turn != 0 {
            add("turn", position.turn.to_string());
        }
        text
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        self.read(text)
    }

    fn move_text(&self, position: &Position, action: &Move) -> String {
        match *action {
            Move::Roll(high, low) => format!("{high}-{low}"),
            Move::Draw(card) => {
                let (_, cards) = position.deck();
                cards
                    .get(usize::from(card))
                    .map_or("", |card| card.0)
                    .into()
            }
            Move::Pay => "pay".into(),
            Move::UseCard => "card".into(),
            Move::Try => "roll".into(),
            Move::Buy => "buy".into(),
            Move::Auction => "auction".into(),
            Move::Bid(bid) => format!("bid {bid}"),
            Move::Pass => "pass".into(),
            Move::Build(lot) => format!("build {}", named(lot)),
            Move::Sell(lot) => format!("sell {}", named(lot)),
            Move::Raze(group) => format!("raze {}", GROUPS[usize::from(group)].0),
            Move::Mortgage(lot) => format!("mortgage {}", named(lot)),
            Move::Lift(lot) => format!("lift {}", named(lot)),
            Move::Keep(lot) => format!("keep {}", named(lot)),
            Move::Trade {
                partner,
                give,
                take,
            } => format!(
                "trade {} {} for {}",
                PLAYERS[usize::from(partner)],
                named(give),
                named(take)
            ),
            Move::Top(0) => "even".into(),
            Move::Top(sum) if sum > 0 => format!("add {sum}"),
            Move::Top(sum) => format!("ask {}", -sum),
            Move::Accept => "accept".into(),
            Move::Refuse => "refuse".into(),
            Move::Done => "done".into(),
        }
    }

    fn move_help(&self) -> Cow<'static, str> {
        "a move is a word such as \"buy\", \"pass\" or \"done\", a word and a lot such as \"build boardwalk\", a sum such as \
         \"bid 110\" or a trade such as \"trade car baltic for oriental\"; a roll is two numbers, the higher first, such as \
         \"6-4\"; a card is drawn by its name, such as \"dividend\""
            .into()
    }
}

impl Rules {
    fn player_text(&self, position: &Position, player: u8) -> String {
        if position.is_out(player) {
            return "out".into();
        }
        let place = match (
            position.place_of(player),
            position.tries[usize::from(player)],
        ) {
            (JAIL, 0) => "jail".into(),
            (JAIL, tries) => format!("jail{tries}"),
            (place, _) => place.to_string(),
        };
        let mut text = format!("{}@{place}", position.cash_of(player));
        for (index, lot) in position.lots_of(player).enumerate() {
            text += if index == 0 { ":" } else { "." };
            text += &number_of(lot).to_string();
            text += ["", "h1", "h2", "h3", "h4", "H", "m"][usize::from(position.level_of(lot))];
        }
        if position.cards.contains(&player) {
            text.push('+');
            let held = CARDS.iter().zip(position.cards);
            text.extend(held.filter(|held| held.1 == player).map(|held| held.0));
        }
        text
    }
}
