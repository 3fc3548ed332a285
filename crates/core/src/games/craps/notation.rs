//! Positions and moves of craps as text.

use super::*;

/// An amount of money from parts of a chip: 7, 4/5 or 7+4/5.
pub(super) fn money(parts: u32) -> String {
    let (whole, rest) = (parts / CHIP, parts % CHIP);
    let divisor = (1..=CHIP)
        .rev()
        .find(|divisor| rest % divisor == 0 && CHIP % divisor == 0)
        .unwrap_or(1);
    let part = format!("{}/{}", rest / divisor, CHIP / divisor);
    match (whole, rest) {
        (_, 0) => whole.to_string(),
        (0, _) => part,
        _ => format!("{whole}+{part}"),
    }
}

fn digits(text: &str) -> Option<u32> {
    let plain = (1..=7).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// Reads an amount of money.
fn read_money(text: &str) -> Option<u32> {
    let (whole, part) = match text.split_once('+') {
        Some((whole, part)) => (digits(whole)?, Some(part)),
        None if text.contains('/') => (0, Some(text)),
        None => (digits(text)?, None),
    };
    let part = match part.map(|part| part.split_once('/')) {
        None => 0,
        Some(pair) => {
            let (above, below) = pair?;
            let (above, below) = (digits(above)?, digits(below)?);
            if above == 0 || above >= below || CHIP % below != 0 {
                return None;
            }
            above * (CHIP / below)
        }
    };
    (whole <= 1_000_000).then_some(whole * CHIP + part)
}

/// A name without what people leave out or write otherwise.
fn bare(text: &str) -> String {
    text.to_lowercase()
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}

fn find(name: &str) -> Option<Bet> {
    let name = bare(name);
    BETS.into_iter().find(|bet| bare(&bet.name()) == name)
}

/// Reads dice such as 6-1, 1-6 or 61.
fn read_dice(text: &str) -> Option<Move> {
    let faces: Vec<u8> = text
        .chars()
        .filter(|letter| !matches!(letter, '-' | ' '))
        .map(|letter| letter.to_digit(10).map(|face| face as u8))
        .collect::<Option<_>>()?;
    match faces[..] {
        [one, other] if (1..=6).contains(&one) && (1..=6).contains(&other) => {
            Some(Move::Dice(one.max(other), one.min(other)))
        }
        _ => None,
    }
}

/// Reads what a player does: a bet with its chips (one when nothing is said), or a word.
fn read_action(text: &str) -> Option<Move> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["roll"] => return Some(Move::Roll),
        ["leave"] => return Some(Move::Leave),
        ["take", "down", ..] => return find(&words[2..].concat()).map(Move::Down),
        ["down", ..] => return find(&words[1..].concat()).map(Move::Down),
        _ => {}
    }
    let (last, name) = words.split_last()?;
    let amount = digits(last).and_then(|chips| u8::try_from(chips).ok());
    match (find(&name.concat()), amount) {
        (Some(bet), Some(chips)) => Some(Move::Make(bet, chips)),
        _ => find(&words.concat()).map(|bet| Move::Make(bet, 1)),
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let point = match position.point {
            0 => "off".into(),
            point => point.to_string(),
        };
        let mut words = vec![money(position.hand), position.left.to_string(), point];
        words.extend(
            position
                .made()
                .map(|(bet, chips)| format!("{}:{chips}", bet.name())),
        );
        match position.phase {
            Phase::Betting => {}
            Phase::Rolling => words.push("rolling".into()),
            Phase::Left => words.push("left".into()),
        }
        words.join(" ")
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let mut position = self.start();
        position.phase = match words.last() {
            Some(&"rolling") => Phase::Rolling,
            Some(&"left") => Phase::Left,
            _ => Phase::Betting,
        };
        if position.phase != Phase::Betting {
            words.pop();
        }
        let [hand, left, point, bets @ ..] = words.as_slice() else {
            return Err(
                "it is the chips in hand, the bets left, the point or off, and the bets made, as in \
                 \"95 9 6 pass:5\""
                    .into(),
            );
        };
        position.hand = read_money(hand).ok_or_else(|| {
            format!("\"{hand}\" is no number of chips in hand, such as 95, 4/5 or 95+4/5")
        })?;
        position.left = digits(left)
            .filter(|left| *left <= self.bets.into())
            .ok_or_else(|| format!("\"{left}\" is no number of bets from 0 to {}", self.bets))?
            as u8;
        position.point = match *point {
            "off" => 0,
            point => digits(point)
                .and_then(|point| u8::try_from(point).ok())
                .filter(|point| NUMBERS.contains(point))
                .ok_or_else(|| {
                    format!("\"{point}\" is no point: it is off, 4, 5, 6, 8, 9 or 10")
                })?,
        };
        for word in bets {
            read_bet(word, &mut position)?;
        }
        self.check(&position)?;
        Ok(position)
    }

    fn move_text(&self, _position: &Position, action: &Move) -> String {
        match action {
            Move::Make(bet, chips) => format!("{} {chips}", bet.name()),
            Move::Down(bet) => format!("down {}", bet.name()),
            Move::Roll => "roll".into(),
            Move::Leave => "leave".into(),
            Move::Dice(high, low) => format!("{high}-{low}"),
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let text = text.trim().to_lowercase();
        let meant = match position.phase {
            Phase::Rolling => read_dice(&text),
            _ => read_action(&text),
        }?;
        self.actions(position).contains(&meant).then_some(meant)
    }

    fn move_help(&self) -> Cow<'static, str> {
        format!(
            "bets on offer are such as pass 5, odds 10, place6 1, lay4 1, hard8 1 or yo 1, up to {} chips but for odds; \
             then comes roll, down with the name of a bet, or leave; dice are such as 6-1",
            self.limit
        )
        .into()
    }
}

/// Reads a bet with its chips, such as `pass:5`.
fn read_bet(word: &str, position: &mut Position) -> Result<(), String> {
    let (name, chips) = word
        .split_once(':')
        .ok_or_else(|| format!("\"{word}\" is no bet with its chips, such as pass:5"))?;
    let bet = BETS
        .into_iter()
        .find(|bet| bet.name() == name)
        .ok_or_else(|| format!("there is no bet \"{name}\""))?;
    let chips = digits(chips)
        .and_then(|chips| u8::try_from(chips).ok())
        .filter(|chips| *chips > 0)
        .ok_or_else(|| format!("\"{chips}\" is no number of chips on {name}"))?;
    if position.on(bet) > 0 {
        return Err(format!("{name} is there twice"));
    }
    position.table[bet.index()] = chips;
    Ok(())
}

impl Rules {
    /// Can it have come to this?
    fn check(&self, position: &Position) -> Result<(), String> {
        for (bet, chips) in position.made() {
            let name = bet.name();
            let come_out = position.point == 0;
            match bet {
                Bet::Come | Bet::DontCome if come_out => {
                    return Err(format!("{name} is bet only when there is a point"));
                }
                Bet::PassOdds | Bet::DontOdds if come_out => {
                    return Err(format!("there are no {name} without a point"));
                }
                _ => {}
            }
            let most = self.most_on(position, bet);
            if u32::from(chips) > most {
                return Err(format!("there are at most {most} chips on {name}"));
            }
        }
        let table = position.made().count() as u32;
        let made = u32::from(self.bets - position.left);
        if table > made {
            return Err(format!(
                "{table} bets are on the table, but only {made} were made"
            ));
        }
        let start = CHIP * self.chips;
        let most = start + HIGHEST * CHIP * u32::from(self.limit) * (made - table);
        let total = self.total(position);
        if total > most {
            return Err(format!(
                "nobody has {} chips after so few bets",
                money(total)
            ));
        }
        if made == table && total < start {
            return Err(format!(
                "the player still has all {} chips while no bet is decided",
                self.chips
            ));
        }
        match (position.phase, position.is_clear()) {
            (Phase::Rolling, true) => Err("the dice roll for no bet".into()),
            (Phase::Left, false) => Err("nobody leaves while bets are on the table".into()),
            _ => Ok(()),
        }
    }
}
