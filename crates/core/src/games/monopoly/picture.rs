//! The board of monopoly as a picture: the squares around, what everyone has in the middle.

use super::*;

/// How deep the squares are, and how wide along the side; corners are as deep as wide.
const DEEP: f64 = 2.0;
const WIDE: f64 = 1.5;
const SIZE: f64 = 2.0 * DEEP + 9.0 * WIDE;
/// How thick the bar in the colour of the group is.
const BAR: f64 = 0.4;

/// What can be done with a lot once it is clicked.
const LOT_MOVES: [&str; 6] = ["build", "sell", "mortgage", "lift", "keep", "trade"];

/// A square's middle, size and side: 0 the bottom one, then clockwise; corners belong to the side that begins with them.
struct Cell {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    side: u8,
}

impl Cell {
    fn of(place: u8) -> Cell {
        let (side, step) = (place / 10, f64::from(place % 10));
        let corner = place % 10 == 0;
        // Along the side, from its first corner.
        let along = if corner {
            DEEP / 2.0
        } else {
            DEEP + (step - 0.5) * WIDE
        };
        let (near, far) = (DEEP / 2.0, SIZE - DEEP / 2.0);
        let (x, y) = match side {
            0 => (SIZE - along, far),
            1 => (near, SIZE - along),
            2 => (along, near),
            _ => (far, along),
        };
        let (width, height) = match (corner, side % 2) {
            (true, _) => (DEEP, DEEP),
            (_, 0) => (WIDE, DEEP),
            _ => (DEEP, WIDE),
        };
        Cell {
            x,
            y,
            width,
            height,
            side,
        }
    }

    fn shape(&self) -> Shape {
        Shape::new(Form::Square, self.x, self.y).size(self.width, self.height)
    }

    /// The bar along the inner edge.
    fn bar(&self) -> Shape {
        let inwards = (DEEP - BAR) / 2.0;
        let bar = |x, y, width, height| Shape::new(Form::Square, x, y).size(width, height);
        match self.side {
            0 => bar(self.x, self.y - inwards, WIDE, BAR),
            1 => bar(self.x + inwards, self.y, BAR, WIDE),
            2 => bar(self.x, self.y + inwards, WIDE, BAR),
            _ => bar(self.x - inwards, self.y, BAR, WIDE),
        }
    }

    /// Writing in one of the rows beside the bar: two rows for the name, one for tokens, one for the owner.
    fn row(&self, form: Form, row: usize) -> Shape {
        let down = match self.side {
            0 => [0.62, 0.95, 1.36, 1.78][row],
            2 => [1.05, 1.38, 0.63, 0.22][row],
            _ => [0.3, 0.75, 1.0, 1.3][row],
        };
        let (x, width) = match self.side {
            1 => (self.x - BAR / 2.0, DEEP - BAR),
            3 => (self.x + BAR / 2.0, DEEP - BAR),
            _ => (self.x, WIDE),
        };
        Shape::new(form, x, self.y - self.height / 2.0 + down).size(width, 0.46)
    }
}

/// What is written on a square that is no lot.
fn sign(place: u8) -> [&'static str; 2] {
    match place {
        GO => ["Go", "+ $200"],
        VISITING => ["", "visiting"],
        20 => ["Free", "Parking"],
        30 => ["Go to", "Jail"],
        4 => ["Income", "Tax"],
        38 => ["Luxury", "Tax"],
        2 | 17 | 33 => ["Chest", "☰"],
        _ => ["Chance", "?"],
    }
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(SIZE, SIZE);
        let middle = SIZE / 2.0;
        picture.add(
            Shape::new(Form::Square, middle, middle)
                .size(SIZE, SIZE)
                .fill(Paint::Board),
        );
        for place in 0..SQUARES {
            match lot_at(place) {
                Some(lot) => self.draw_lot(position, lot, &mut picture),
                None => self.draw_square(place, &mut picture),
            }
        }
        self.draw_tokens(position, &mut picture);
        self.draw_players(position, &mut picture);
        self.draw_decision(position, &mut picture);
        picture
    }

    /// The lot; then what is done with it; then, in a trade, the lot wanted or the partner.
    fn tally(&self, position: &Position, player: usize) -> String {
        let player = player as u8;
        match position.is_out(player) {
            true => "bankrupt".into(),
            false => format!("${}", position.cash_of(player)),
        }
    }

    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        let name = |lot: u8| LOTS[usize::from(lot)].name.to_owned();
        match *action {
            Move::Buy => lot_at(position.place_of(position.player))
                .map(name)
                .into_iter()
                .collect(),
            Move::Build(lot) => vec![name(lot), "build".into()],
            Move::Sell(lot) => vec![name(lot), "sell".into()],
            Move::Mortgage(lot) => vec![name(lot), "mortgage".into()],
            Move::Lift(lot) => vec![name(lot), "lift".into()],
            Move::Keep(lot) => vec![name(lot), "keep".into()],
            Move::Trade {
                give: NONE, take, ..
            } => vec![name(take), "trade".into()],
            Move::Trade {
                partner,
                give,
                take,
            } => {
                let wanted = match take {
                    NONE => PLAYERS[usize::from(partner)].into(),
                    _ => name(take),
                };
                vec![name(give), "trade".into(), wanted]
            }
            _ => Vec::new(),
        }
    }
}

impl Rules {
    fn draw_square(&self, place: u8, picture: &mut Picture) {
        let cell = Cell::of(place);
        let lines = sign(place);
        let title = match place {
            GO => "Go, collect $200".into(),
            VISITING => "just visiting".into(),
            2 | 17 | 33 => "Community Chest".into(),
            7 | 22 | 36 => "Chance".into(),
            4 => "Income Tax, pay $200".into(),
            38 => "Luxury Tax, pay $100".into(),
            _ => lines.join(" "),
        };
        picture.add(
            cell.shape()
                .fill(Paint::Light)
                .title(format!("{place}, {title}")),
        );
        if place == VISITING {
            picture.add(
                Shape::new(Form::Square, cell.x + 0.25, cell.y - 0.25)
                    .size(1.5, 1.5)
                    .fill(Paint::Dark)
                    .title("jail"),
            );
            picture.add(
                Shape::new(Form::Label, cell.x + 0.25, cell.y - 0.72)
                    .size(1.4, 0.46)
                    .text("Jail", Paint::Ink),
            );
        }
        for (row, line) in lines.into_iter().enumerate() {
            if place % 10 == 0 {
                // Corners have no bar: the name stands at the edge, so that tokens have the middle.
                let down = if place == VISITING {
                    0.84
                } else {
                    [-0.62, 0.62][row]
                };
                picture.add(
                    Shape::new(Form::Label, cell.x, cell.y + down)
                        .size(1.8, if row == 1 && place < 20 { 0.36 } else { 0.6 })
                        .text(line, Paint::Ink),
                );
            } else {
                let is_name = line.len() > 1 && line != "☰";
                let ink = if is_name { Paint::Ink } else { Paint::Faint };
                picture.add(cell.row(Form::Square, row).text(line, ink));
            }
        }
        if let Square::Tax(amount) = square(place) {
            picture.add(
                cell.row(Form::Square, 3)
                    .text(format!("${amount}"), Paint::Faint),
            );
        }
    }

    fn draw_lot(&self, position: &Position, index: u8, picture: &mut Picture) {
        let lot = &LOTS[usize::from(index)];
        let cell = Cell::of(lot.square);
        let (owner, level) = (position.owner_of(index), position.level_of(index));
        let held = match owner {
            NONE => format!("for ${}", lot.price),
            _ => format!("owned by {}", PLAYERS[usize::from(owner)]),
        };
        let built = match level {
            0 => "",
            1 => ", 1 house",
            2 => ", 2 houses",
            3 => ", 3 houses",
            4 => ", 4 houses",
            HOTEL => ", hotel",
            _ => ", mortgaged",
        };
        let is_mortgaged = level == MORTGAGED;
        picture.add(
            cell.shape()
                .fill(if is_mortgaged {
                    Paint::Dark
                } else {
                    Paint::Light
                })
                .site(lot.name)
                .title(format!(
                    "{}, {}, {held}{built}",
                    lot.square,
                    lot.name.replace('-', " ")
                )),
        );
        if lot.group < RAILROADS {
            picture.add(cell.bar().fill(Paint::Hue(lot.group)));
        }
        for (row, line) in lot.sign.into_iter().enumerate() {
            if !line.is_empty() {
                picture.add(cell.row(Form::Square, row).text(line, Paint::Ink));
            }
        }
        if owner == NONE {
            let price = format!("${}", lot.price);
            picture.add(cell.row(Form::Square, 3).text(price, Paint::Faint));
        } else {
            let name = PLAYERS[usize::from(owner)];
            let strip = cell.row(Form::Pit, 3);
            let width = strip.width - 0.2;
            let text = if is_mortgaged {
                format!("m:{name}")
            } else {
                name.into()
            };
            picture.add(
                strip
                    .size(width, 0.36)
                    .fill(Paint::Player(owner.into()))
                    .text(text, Paint::Ink),
            );
        }
        self.draw_buildings(&cell, level, picture);
    }

    /// Houses or the hotel, in a row on the bar.
    fn draw_buildings(&self, cell: &Cell, level: u8, picture: &mut Picture) {
        let bar = cell.bar();
        let count = match level {
            MORTGAGED => 0,
            HOTEL => 1,
            houses => houses,
        };
        for number in 0..count {
            let along = (f64::from(number) - f64::from(count - 1) / 2.0) * 0.34;
            let (right, down) = if bar.width > bar.height {
                (along, 0.0)
            } else {
                (0.0, along)
            };
            let (width, text) = if level == HOTEL {
                (0.36, "H")
            } else {
                (0.28, "⌂")
            };
            picture.add(
                Shape::new(Form::Square, bar.x + right, bar.y + down)
                    .size(width, 0.3)
                    .fill(Paint::White)
                    .text(text, Paint::Black),
            );
        }
    }

    fn draw_tokens(&self, position: &Position, picture: &mut Picture) {
        for player in self.alive(position) {
            let place = position.place_of(player);
            let there = |other: &u8| position.place_of(*other) == place;
            let count = self.alive(position).filter(there).count();
            let before = self.alive(position).filter(there);
            let before = before.filter(|other| *other < player).count();
            let (x, y) = match place {
                JAIL => {
                    let cell = Cell::of(VISITING);
                    (cell.x + 0.25, cell.y - 0.15)
                }
                VISITING => {
                    let cell = Cell::of(VISITING);
                    (cell.x - 0.74, cell.y - 0.1)
                }
                _ if place % 10 == 0 => {
                    let cell = Cell::of(place);
                    (cell.x, cell.y)
                }
                _ => {
                    let row = Cell::of(place).row(Form::Disc, 2);
                    (row.x, row.y)
                }
            };
            let step = (1.0 / count as f64).min(0.44);
            let along = (before as f64 - (count - 1) as f64 / 2.0) * step;
            // Visitors stand in a column beside the jail.
            let (x, y) = match place {
                VISITING => (x, y + along),
                _ => (x + along, y),
            };
            let name = PLAYERS[usize::from(player)];
            let place = match place {
                JAIL => "in jail".into(),
                _ => format!("on {place}"),
            };
            picture.add(
                Shape::new(Form::Disc, x, y)
                    .size(0.5, 0.5)
                    .fill(Paint::Light),
            );
            picture.add(
                Shape::new(Form::Disc, x, y)
                    .size(0.42, 0.42)
                    .fill(Paint::Player(player.into()))
                    .title(format!("{name} {place}")),
            );
        }
    }

    /// In the middle, a row for everyone: token, name, cash, holdings.
    fn draw_players(&self, position: &Position, picture: &mut Picture) {
        let middle = SIZE / 2.0;
        for player in 0..self.seats {
            let name = PLAYERS[usize::from(player)];
            let y = 3.2 + 1.1 * f64::from(player);
            let is_out = position.is_out(player);
            let lots = position.lots_of(player).count();
            let cards = position.cards.iter().filter(|card| **card == player);
            let mut has = match (is_out, lots) {
                (true, _) => "bankrupt".into(),
                (_, 1) => "1 lot".into(),
                _ => format!("{lots} lots"),
            };
            match cards.count() {
                0 => {}
                1 => has += " + 1 card",
                _ => has += " + 2 cards",
            }
            let acts = self.turn(position) != Turn::Over && position.actor() == player;
            picture.add(
                Shape::new(Form::Pit, middle, y)
                    .size(12.0, 0.96)
                    .fill(if acts { Paint::Mark } else { Paint::Light })
                    .site(name)
                    .title(format!("{name}: ${}, {has}", position.cash_of(player))),
            );
            picture.add(
                Shape::new(Form::Disc, middle - 5.3, y)
                    .size(0.6, 0.6)
                    .fill(Paint::Player(player.into())),
            );
            let cash = format!("${}", position.cash_of(player));
            for (x, width, text, ink) in [
                (-3.8, 2.0, name, Paint::Ink),
                (
                    -1.0,
                    2.6,
                    if is_out { "" } else { cash.as_str() },
                    Paint::Ink,
                ),
                (3.2, 4.6, has.as_str(), Paint::Faint),
            ] {
                if !text.is_empty() {
                    picture.add(
                        Shape::new(Form::Label, middle + x, y)
                            .size(width, 0.76)
                            .text(text, ink),
                    );
                }
            }
        }
    }

    /// Below the players: what is to be decided, the bank's stock, and what can be done with a lot.
    fn draw_decision(&self, position: &Position, picture: &mut Picture) {
        let middle = SIZE / 2.0;
        let (houses, hotels) = position.stock();
        let mut line = |y: f64, height: f64, text: String, ink: Paint| {
            picture.add(
                Shape::new(Form::Label, middle, y)
                    .size(12.6, height)
                    .text(text, ink),
            );
        };
        line(10.6, 0.9, self.sentence(position), Paint::Ink);
        line(
            11.5,
            0.7,
            format!("the bank has {houses} houses and {hotels} hotels"),
            Paint::Faint,
        );
        if matches!(position.phase, Phase::Roll | Phase::Throw) {
            for x in [middle - 0.7, middle + 0.7] {
                picture.add(
                    Shape::new(Form::Die, x, 13.2)
                        .size(1.1, 1.1)
                        .fill(Paint::Light)
                        .title("die, not rolled yet"),
                );
            }
        }
        let actions = self.actions(position);
        let mut x = middle - 5.25;
        for word in LOT_MOVES {
            let is_legal = |action: &Move| {
                self.sites(position, action)
                    .get(1)
                    .is_some_and(|site| site == word)
            };
            if actions.iter().any(is_legal) {
                picture.add(
                    Shape::new(Form::Pit, x, 13.2)
                        .size(1.9, 0.8)
                        .fill(Paint::Light)
                        .site(word)
                        .title(word),
                );
                // A label, so that all words are written in one size.
                picture.add(
                    Shape::new(Form::Label, x, 13.2)
                        .size(1.8, 0.44)
                        .text(word, Paint::Ink),
                );
                x += 2.1;
            }
        }
    }

    /// What is to be decided, in words.
    fn sentence(&self, position: &Position) -> String {
        let name = |player: u8| match player {
            NONE => "the bank",
            _ => PLAYERS[usize::from(player)],
        };
        let lot_name = |lot: u8| match lot {
            NONE => "cash".to_owned(),
            _ => LOTS[usize::from(lot)].name.replace('-', " "),
        };
        let player = name(position.player);
        let (auction, debt, deal) = (position.auction, position.debt, position.deal);
        match position.phase {
            Phase::Jail => format!("{player} is in jail"),
            Phase::Roll if position.doubles > 0 => format!("{player} rolls again"),
            Phase::Roll => format!("{player} rolls"),
            Phase::Draw => format!("{player} draws a card"),
            Phase::Throw => format!("{player} rolls for the rent"),
            Phase::Buy => {
                let lot = lot_at(position.place_of(position.player)).unwrap_or_default();
                let price = LOTS[usize::from(lot)].price;
                format!("{player}: buy {} for ${price}?", lot_name(lot))
            }
            Phase::Auction => {
                let leads = match auction.leader {
                    NONE => "no bid yet".into(),
                    leader => format!("{} leads with ${}", name(leader), auction.bid),
                };
                format!(
                    "{} bids for {}, {leads}",
                    name(auction.bidder),
                    lot_name(auction.lot)
                )
            }
            Phase::Raise => format!(
                "{} owes {} ${}",
                name(debt.debtor),
                name(debt.creditor),
                debt.amount
            ),
            Phase::Receive => format!(
                "{} gets {}, mortgaged",
                name(position.actor()),
                lot_name(position.received.trailing_zeros() as u8)
            ),
            Phase::Manage => format!("{player} builds or trades"),
            Phase::Offer => format!(
                "{player} offers {} {} for {}",
                name(deal.partner),
                lot_name(deal.give),
                lot_name(deal.take)
            ),
            Phase::Answer => {
                let top = match deal.top {
                    0 => String::new(),
                    top if top > 0 => format!(" and ${top}"),
                    top => format!(", asks ${}", -top),
                };
                let given = match deal.give {
                    NONE => format!("${}", deal.top),
                    lot => lot_name(lot),
                };
                let top = if deal.give == NONE {
                    String::new()
                } else {
                    top
                };
                format!(
                    "{player} offers {} {given} for {}{top}",
                    name(deal.partner),
                    lot_name(deal.take)
                )
            }
            Phase::Over => {
                let winners: Vec<&str> = (0..self.seats)
                    .filter(|&player| self.utility(position, player.into()) > 0.0)
                    .map(name)
                    .collect();
                match winners[..] {
                    [winner] => format!("{winner} has won"),
                    _ => format!("{} share the win", winners.join(" and ")),
                }
            }
        }
    }
}
