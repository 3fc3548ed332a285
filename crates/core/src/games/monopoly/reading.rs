//! Reads positions of monopoly and refuses those from which the game cannot go on.

use super::notation::{CARDS, PHASES};
use super::*;

/// More money than anyone can have, so that sums stay in bounds.
const TOO_RICH: u32 = 100_000_000;

/// The words after the phase, `key=value`, taken out one by one.
struct Words<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Words<'a> {
    fn new(words: &[&'a str]) -> Result<Words<'a>, String> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                format!(
                    "\"{word}\" is no word of a position: those after the fourth are like bid=110"
                )
            })?;
            if pairs.iter().any(|(other, _)| *other == key) {
                return Err(format!("\"{key}\" is said twice"));
            }
            pairs.push((key, value));
        }
        Ok(Words(pairs))
    }

    fn take(&mut self, key: &str) -> Option<&'a str> {
        let index = self.0.iter().position(|(other, _)| *other == key)?;
        Some(self.0.swap_remove(index).1)
    }

    fn need(&mut self, key: &str) -> Result<&'a str, String> {
        self.take(key)
            .ok_or_else(|| format!("\"{key}=\" is missing"))
    }
}

/// A number without sign or leading zeros.
fn number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number < TOO_RICH && number.to_string() == text).then_some(number)
}

fn sum_of_money(text: &str) -> Result<u32, String> {
    number(text)
        .ok_or_else(|| format!("\"{text}\" is no sum of money: it is a number from 0 to 99999999"))
}

fn lot_named(text: &str) -> Result<u8, String> {
    number(text)
        .and_then(|square| u8::try_from(square).ok())
        .and_then(lot_at)
        .ok_or_else(|| format!("\"{text}\" is no lot: it is the number of its square"))
}

fn lots_named(text: &str) -> Result<u32, String> {
    let mut lots = 0;
    for name in text.split('.') {
        let lot = 1 << lot_named(name)?;
        if lots & lot != 0 {
            return Err(format!("\"{text}\" names a lot twice"));
        }
        lots |= lot;
    }
    Ok(lots)
}

impl Rules {
    pub(super) fn read(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [players, player, doubles, phase, rest @ ..] = &words[..] else {
            return Err(format!(
                "a position is at least four words (players, whose turn, doubles, phase), not {}",
                words.len()
            ));
        };
        let mut position = Position {
            cash: [0; SEATS],
            ..self.start()
        };
        self.read_players(players, &mut position)?;
        self.check_buildings(&position)?;
        position.player = self.player_named(player)?;
        position.doubles = match *doubles {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => {
                return Err(format!(
                    "\"{doubles}\" doubles in a turn cannot be: it is 0 to 2"
                ));
            }
        };
        let words_of_phases: Vec<&str> = PHASES.iter().map(|(_, word)| *word).collect();
        let known = PHASES.iter().find(|(_, word)| word == phase);
        position.phase = known
            .ok_or_else(|| {
                format!(
                    "\"{phase}\" is no phase: there are {}",
                    words_of_phases.join(", ")
                )
            })?
            .0;
        let mut words = Words::new(rest)?;
        self.read_end(&mut words, &mut position)?;
        self.read_rest(&mut words, &mut position)?;
        match position.phase {
            Phase::Auction => self.read_auction(&mut words, &mut position)?,
            Phase::Raise => self.read_debt(&mut words, &mut position)?,
            Phase::Offer | Phase::Answer => self.read_deal(&mut words, &mut position)?,
            _ => {}
        }
        if let Some((key, value)) = words.0.first() {
            return Err(format!(
                "\"{key}={value}\" has no meaning in phase \"{phase}\""
            ));
        }
        self.check_phase(&position)?;
        Ok(position)
    }

    fn player_named(&self, text: &str) -> Result<u8, String> {
        let letters = &LETTERS[..usize::from(self.seats)];
        let found = letters.iter().position(|letter| *letter == text);
        found
            .map(|player| player as u8)
            .ok_or_else(|| format!("\"{text}\" is no player: it is {}", letters.join(" or ")))
    }

    /// One who is not out.
    fn alive_named(&self, text: &str, position: &Position) -> Result<u8, String> {
        let player = self.player_named(text)?;
        if position.is_out(player) {
            return Err(format!("{} is out", PLAYERS[usize::from(player)]));
        }
        Ok(player)
    }

    /// Some who are not out, as bits.
    fn all_named(&self, text: &str, position: &Position) -> Result<u8, String> {
        let mut players = 0;
        for letter in text.chars() {
            let player = 1 << self.alive_named(letter.encode_utf8(&mut [0; 4]), position)?;
            if players & player != 0 {
                return Err(format!("\"{text}\" names a player twice"));
            }
            players |= player;
        }
        Ok(players)
    }

    fn read_players(&self, text: &str, position: &mut Position) -> Result<(), String> {
        let players: Vec<&str> = text.split('/').collect();
        if players.len() != usize::from(self.seats) {
            return Err(format!(
                "there are {} seats, not {}",
                self.seats,
                players.len()
            ));
        }
        for (player, &text) in players.iter().enumerate() {
            if text == "out" {
                position.out |= 1 << player;
            } else {
                self.read_player(text, player, position)?;
            }
        }
        if self.alive(position).next().is_none() {
            return Err("somebody must be left".into());
        }
        Ok(())
    }

    fn read_player(
        &self,
        text: &str,
        player: usize,
        position: &mut Position,
    ) -> Result<(), String> {
        let (text, cards) = text
            .split_once('+')
            .map_or((text, None), |(text, cards)| (text, Some(cards)));
        let (text, lots) = text
            .split_once(':')
            .map_or((text, None), |(text, lots)| (text, Some(lots)));
        let (cash, place) = text.split_once('@').ok_or_else(|| {
            format!("\"{text}\" is no player: it is cash@place, such as 1500@0, or out")
        })?;
        position.cash[player] = sum_of_money(cash)?;
        (position.place[player], position.tries[player]) = match place {
            "jail" => (JAIL, 0),
            "jail1" => (JAIL, 1),
            "jail2" => (JAIL, 2),
            _ => {
                let square = number(place).filter(|place| *place < SQUARES.into() && *place != 30);
                let square = square.ok_or_else(|| {
                    format!("\"{place}\" is no place: it is 0 to 39 but 30, jail, jail1 or jail2")
                })?;
                (square as u8, 0)
            }
        };
        for name in lots.into_iter().flat_map(|lots| lots.split('.')) {
            let digits = name.trim_end_matches(|letter: char| !letter.is_ascii_digit());
            let (digits, level) = match &name[digits.len()..] {
                "" => match name.split_once('h') {
                    None => (name, 0),
                    Some((digits, houses)) => match houses {
                        "1" => (digits, 1),
                        "2" => (digits, 2),
                        "3" => (digits, 3),
                        "4" => (digits, 4),
                        _ => return Err(format!("\"{name}\" has no 1 to 4 houses")),
                    },
                },
                "H" => (digits, HOTEL),
                "m" => (digits, MORTGAGED),
                _ => {
                    return Err(format!(
                        "\"{name}\" is no lot: it is a square, such as 24, 24h3, 24H or 24m"
                    ));
                }
            };
            let lot = usize::from(lot_named(digits)?);
            if position.owner[lot] != NONE {
                return Err(format!("{} is owned twice", LOTS[lot].name));
            }
            position.owner[lot] = player as u8;
            position.level[lot] = level;
        }
        for letter in cards.into_iter().flat_map(str::chars) {
            let card = CARDS.iter().position(|card| *card == letter);
            let card = card.ok_or_else(|| {
                format!("\"{letter}\" is no card: it is c from chance or x from the chest")
            })?;
            if position.cards[card] != NONE {
                return Err(format!("the card \"{letter}\" is held twice"));
            }
            position.cards[card] = player as u8;
        }
        Ok(())
    }

    /// Buildings stand evenly on complete groups without mortgages, and the bank had them.
    fn check_buildings(&self, position: &Position) -> Result<(), String> {
        for (name, _, group) in &GROUPS {
            let levels: Vec<u8> = group.iter().map(|&lot| position.level_of(lot)).collect();
            let built = || levels.iter().filter(|level| (1..=HOTEL).contains(*level));
            let Some(highest) = built().max() else {
                continue;
            };
            let owner = position.owner_of(group[0]);
            if *name == "railroads" || *name == "utilities" {
                return Err(format!("nobody builds on {name}"));
            }
            if group.iter().any(|&lot| position.owner_of(lot) != owner) {
                return Err(format!(
                    "only a complete group is built on, but {name} is not"
                ));
            }
            if levels.contains(&MORTGAGED) {
                return Err(format!("{name} cannot be mortgaged and built on"));
            }
            if levels.iter().any(|level| level + 1 < *highest) {
                return Err(format!("{name} is not built evenly"));
            }
        }
        let houses: u32 = position
            .level
            .iter()
            .filter(|level| **level < HOTEL)
            .map(|&level| u32::from(level))
            .sum();
        let hotels = position.level.iter().filter(|level| **level == HOTEL);
        let hotels = hotels.count() as u32;
        if houses > HOUSES {
            return Err(format!("there are {HOUSES} houses, not {houses}"));
        }
        if hotels > HOTELS {
            return Err(format!("there are {HOTELS} hotels, not {hotels}"));
        }
        Ok(())
    }

    /// The turns played, and whether that and the players left fit the phase.
    fn read_end(&self, words: &mut Words<'_>, position: &mut Position) -> Result<(), String> {
        if let Some(turn) = words.take("turn") {
            position.turn = number(turn)
                .filter(|turn| (1..=self.turns).contains(turn))
                .ok_or_else(|| match self.turns {
                    0 => "turns are counted only with the option turns".into(),
                    turns => format!("\"{turn}\" is no turn: it is 1 to {turns}"),
                })?;
        }
        let is_over =
            self.alive(position).count() == 1 || self.turns > 0 && position.turn == self.turns;
        if is_over != (position.phase == Phase::Over) {
            return Err(
                "the game is over when one player is left or the turns are, and only then".into(),
            );
        }
        Ok(())
    }

    /// What is to be done later.
    fn read_rest(&self, words: &mut Words<'_>, position: &mut Position) -> Result<(), String> {
        let player = position.player;
        let interrupted = matches!(
            position.phase,
            Phase::Auction | Phase::Raise | Phase::Receive
        );
        if interrupted {
            for (key, is_chairman) in [("birthday", false), ("chairman", true)] {
                if let Some(others) = words.take(key) {
                    if position.owing != 0 {
                        return Err("it cannot be birthday and chairman at once".into());
                    }
                    position.owing = self.all_named(others, position)?;
                    position.is_chairman = is_chairman;
                    if position.owing == 0 || position.owing >> player & 1 == 1 {
                        return Err(format!("\"{key}=\" names some of the other players"));
                    }
                }
            }
        }
        let mut is_so = |key: &str| match words.take(key) {
            None => Ok(false),
            Some("yes") => Ok(true),
            Some(other) => Err(format!("\"{key}={other}\" is not \"{key}=yes\"")),
        };
        if interrupted || position.phase == Phase::Manage {
            position.traded = is_so("traded")?;
        }
        let is_late = matches!(position.phase, Phase::Manage | Phase::Offer | Phase::Answer);
        if is_late || position.traded {
            position.spent = is_so("spent")?;
        }
        if matches!(position.phase, Phase::Raise | Phase::Receive) {
            if let Some(lots) = words.take("received") {
                position.received = lots_named(lots)?;
            }
            let mortgaged = |lot| position.level_of(lot) == MORTGAGED;
            if !bits(position.received).all(mortgaged) {
                return Err("only mortgaged lots are received".into());
            }
            if position.received == 0 && position.phase == Phase::Receive {
                return Err("\"received=\" is missing".into());
            }
        }
        if position.phase == Phase::Auction {
            if let Some(lots) = words.take("sale") {
                position.sale = lots_named(lots)?;
            }
            if bits(position.sale).any(|lot| position.owner_of(lot) != NONE) {
                return Err("only lots of the bank are for sale".into());
            }
        }
        Ok(())
    }

    fn read_auction(&self, words: &mut Words<'_>, position: &mut Position) -> Result<(), String> {
        let lot = lot_named(words.need("lot")?)?;
        let bid = sum_of_money(words.need("bid")?)?;
        let bidder = self.alive_named(words.need("next")?, position)?;
        let inside = self.all_named(words.need("in")?, position)?;
        let leader = match words.take("lead") {
            Some(leader) => self.alive_named(leader, position)?,
            None => NONE,
        };
        if position.owner_of(lot) != NONE || position.sale >> lot & 1 == 1 {
            return Err("the lot under the hammer is the bank's and not for sale later".into());
        }
        if (leader == NONE) != (bid == 0) || (1..RAISES[0]).contains(&bid) {
            return Err("there is a leader as soon as somebody has bid at least 10".into());
        }
        if inside >> bidder & 1 == 0 || leader != NONE && inside >> leader & 1 == 0 {
            return Err("who leads and who bids next are in the auction".into());
        }
        if leader == bidder {
            return Err("who leads does not bid next".into());
        }
        for player in bits(inside.into()) {
            let least = if player == leader { 0 } else { RAISES[0] };
            if position.cash_of(player) < bid + least {
                return Err(format!(
                    "{} has not enough cash for this auction",
                    PLAYERS[usize::from(player)]
                ));
            }
        }
        position.auction = Auction {
            lot,
            bid,
            leader,
            bidder,
            inside,
        };
        Ok(())
    }

    fn read_debt(&self, words: &mut Words<'_>, position: &mut Position) -> Result<(), String> {
        let amount = sum_of_money(words.need("debt")?)?;
        let debtor = self.alive_named(words.need("from")?, position)?;
        let creditor = match words.take("to") {
            Some(creditor) => self.alive_named(creditor, position)?,
            None => NONE,
        };
        if debtor == creditor {
            return Err("nobody owes money to herself".into());
        }
        if position.cash_of(debtor) >= amount || self.raisable(position, debtor) < amount {
            return Err(
                "who raises money has not enough cash, but enough to sell and to mortgage".into(),
            );
        }
        position.debt = Debt {
            amount,
            debtor,
            creditor,
        };
        if let Some(steps) = words.take("steps") {
            let player = usize::from(position.player);
            let steps = number(steps).filter(|steps| (3..=11).contains(steps));
            let owes = (amount, debtor, creditor) == (FINE, position.player, NONE);
            let waits = position.place[player] == JAIL && position.tries[player] == 2;
            position.steps = match steps {
                Some(steps) if owes && waits => steps as u8,
                _ => {
                    return Err(
                        "3 to 11 steps are left only to whoever owes the fine on jail2".into(),
                    );
                }
            };
        }
        Ok(())
    }

    fn read_deal(&self, words: &mut Words<'_>, position: &mut Position) -> Result<(), String> {
        let partner = self.alive_named(words.need("with")?, position)?;
        let mut lots = [NONE; 2];
        for (lot, (key, owner)) in lots
            .iter_mut()
            .zip([("give", position.player), ("take", partner)])
        {
            if let Some(name) = words.take(key) {
                *lot = lot_named(name)?;
                if position.owner_of(*lot) != owner || position.is_built(*lot) {
                    return Err(format!(
                        "\"{key}={name}\" is no lot of {} in a group without buildings",
                        PLAYERS[usize::from(owner)]
                    ));
                }
            }
        }
        let mut deal = Deal {
            partner,
            give: lots[0],
            take: lots[1],
            top: 0,
        };
        let tops: Vec<i16> = SUMS
            .into_iter()
            .filter(|&top| self.is_payable(position, &Deal { top, ..deal }))
            .collect();
        if partner == position.player || lots == [NONE; 2] || tops.is_empty() {
            return Err("a trade is with another player, about a lot, and can be paid".into());
        }
        if position.phase == Phase::Answer {
            let amount = |sum: &str| i16::try_from(number(sum)?).ok().filter(|sum| *sum > 0);
            let top = match (words.take("add"), words.take("ask")) {
                (None, None) => Some(0),
                (Some(sum), None) => amount(sum),
                (None, Some(sum)) => amount(sum).map(|sum| -sum),
                _ => None,
            };
            deal.top = top
                .filter(|top| tops.contains(top))
                .ok_or("the sum on top is none, or one that could be named")?;
        }
        position.deal = deal;
        Ok(())
    }

    /// The place of the player and the doubles fit the phase.
    fn check_phase(&self, position: &Position) -> Result<(), String> {
        let player = position.player;
        let name = PLAYERS[usize::from(player)];
        let place = position.place_of(player);
        let lot = lot_at(place);
        let owner = lot.map(|lot| position.owner_of(lot));
        let interrupted = matches!(
            position.phase,
            Phase::Auction | Phase::Raise | Phase::Receive
        );
        if position.is_out(player) {
            let is_done = position.doubles == 0 && position.owing == 0 && !position.traded;
            if !interrupted || !is_done {
                return Err(format!("{name} is out and has nothing to play"));
            }
        }
        let is_late = matches!(
            position.phase,
            Phase::Manage | Phase::Offer | Phase::Answer | Phase::Over
        );
        if position.doubles > 0 && (place == JAIL || is_late || position.traded) {
            return Err("there are no doubles in jail nor at the end of a turn".into());
        }
        if position.traded && position.owing != 0 {
            return Err("a card is done with before trades".into());
        }
        match position.phase {
            Phase::Jail if place != JAIL => Err(format!("{name} is not in jail")),
            Phase::Draw if !matches!(square(place), Square::Chance | Square::Chest) => {
                Err(format!("{name} stands on no square with cards"))
            }
            Phase::Buy if owner != Some(NONE) => {
                Err(format!("{name} stands on no lot of the bank"))
            }
            Phase::Throw => {
                let is_due = lot.is_some_and(|lot| {
                    LOTS[usize::from(lot)].group == UTILITIES
                        && ![player, NONE].contains(&position.owner_of(lot))
                        && position.level_of(lot) != MORTGAGED
                });
                if is_due {
                    Ok(())
                } else {
                    Err(format!("{name} owes no rent for a utility"))
                }
            }
            _ => Ok(()),
        }
    }
}
