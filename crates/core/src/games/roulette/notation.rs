//! Positions and moves of roulette as text.

use super::layout::order;
use super::*;

/// Other words for spots.
const WORDS: [(&str, &str); 20] = [
    ("1-18", "low"),
    ("manque", "low"),
    ("19-36", "high"),
    ("passe", "high"),
    ("rouge", "red"),
    ("noir", "black"),
    ("impair", "odd"),
    ("pair", "even"),
    ("1st12", "dozen1"),
    ("2nd12", "dozen2"),
    ("3rd12", "dozen3"),
    ("1-12", "dozen1"),
    ("13-24", "dozen2"),
    ("25-36", "dozen3"),
    ("dozen-1", "dozen1"),
    ("dozen-2", "dozen2"),
    ("dozen-3", "dozen3"),
    ("column-1", "column1"),
    ("column-2", "column2"),
    ("column-3", "column3"),
];

/// The usual name of a spot: in small letters, its numbers in their order.
fn usual(text: &str) -> String {
    let text = text.trim().to_lowercase().replace(' ', "-");
    if let Some((_, name)) = WORDS.iter().find(|(word, _)| *word == text) {
        return (*name).into();
    }
    let pocket = |name: &str| POCKETS.iter().position(|pocket| *pocket == name);
    let numbers: Option<Vec<usize>> = text.split('-').map(pocket).collect();
    match numbers {
        Some(mut numbers) => {
            numbers.sort_by_key(|number| order(*number as u8));
            let names: Vec<&str> = numbers.into_iter().map(|number| POCKETS[number]).collect();
            names.join("-")
        }
        None => text,
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let mut words = vec![halves(position.hand), position.spins.to_string()];
        words.extend(
            position
                .on_layout()
                .map(|spot| self.spot(spot).name.clone()),
        );
        if position.prisoners() > 0 {
            words.push("prison".into());
            let evens = &self.layout().spots[self.layout().evens()..];
            for (count, spot) in position.prison.into_iter().zip(evens) {
                words.extend((0..count).map(|_| spot.name.clone()));
            }
        }
        match position.phase {
            Phase::Betting => {}
            Phase::Spinning => words.push("spinning".into()),
            Phase::Left => words.push("left".into()),
        }
        words.join(" ")
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let mut position = self.start();
        position.phase = match words.last() {
            Some(&"spinning") => Phase::Spinning,
            Some(&"left") => Phase::Left,
            _ => Phase::Betting,
        };
        if position.phase != Phase::Betting {
            words.pop();
        }
        let [hand, spins, spots @ ..] = words.as_slice() else {
            return Err(
                "it is the chips in hand, the spins left and the spots with chips, as in \"8 10 red 17-20\""
                    .into(),
            );
        };
        position.hand = self.read_hand(hand)?;
        position.spins = spins
            .parse()
            .ok()
            .filter(|spins| *spins <= self.spins)
            .ok_or_else(|| format!("\"{spins}\" is no number of spins from 0 to {}", self.spins))?;
        let mut parts = spots.splitn(2, |word| *word == "prison");
        let (free, prison) = (parts.next().unwrap_or_default(), parts.next());
        self.read_chips(free, &mut position)?;
        if let Some(prison) = prison {
            self.read_prison(prison, &mut position)?;
        }
        self.check(&position)?;
        Ok(position)
    }

    fn move_text(&self, _position: &Position, action: &Move) -> String {
        match action {
            Move::Bet(spot) => self.spot(*spot).name.clone(),
            Move::Spin => "spin".into(),
            Move::Leave => "leave".into(),
            Move::Pocket(pocket) => POCKETS[usize::from(*pocket)].into(),
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let name = usual(text);
        let meant = match (position.phase, name.as_str()) {
            (_, "spin") => Move::Spin,
            (_, "leave") => Move::Leave,
            (Phase::Spinning, name) => {
                let pocket = POCKETS.iter().position(|pocket| *pocket == name)?;
                Move::Pocket(pocket as u8)
            }
            (_, name) => Move::Bet(self.layout().find(name)?),
        };
        self.actions(position).contains(&meant).then_some(meant)
    }

    fn move_help(&self) -> Cow<'static, str> {
        let last = POCKETS[usize::from(*self.wheel.zeros().last().unwrap_or(&0))];
        format!(
            "a chip is put on a spot such as 17, 17-20, 1-2-3, 1-2-4-5, dozen1, column3 or red, then comes spin, and \
             leave while no chip lies there; the ball falls into {last}{} to 36",
            if last == "0" { "" } else { " or 0" }
        )
        .into()
    }
}

/// Chips from half chips: 7 or 7.5.
pub(super) fn halves(hand: u32) -> String {
    let half = if hand % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", hand / 2)
}

impl Rules {
    fn read_hand(&self, text: &str) -> Result<u32, String> {
        let (whole, half) = match text.strip_suffix(".5") {
            Some(whole) => (whole, 1),
            None => (text, 0),
        };
        let hand = whole
            .parse::<u32>()
            .ok()
            .filter(|chips| *chips <= 1_000_000 && !whole.starts_with('+'))
            .map(|chips| 2 * chips)
            .ok_or_else(|| {
                format!("\"{text}\" is no number of chips in hand, such as 10 or 9.5")
            })?;
        if half == 1 && self.zero != Zero::Partage {
            return Err("there are half chips only with the option zero=partage".into());
        }
        Ok(hand + half)
    }

    fn read_chips(&self, names: &[&str], position: &mut Position) -> Result<(), String> {
        if names.len() > usize::from(self.bets) {
            let (most, count) = (self.bets, names.len());
            return Err(format!(
                "at most {most} chips lie on the layout at a time, not {count}"
            ));
        }
        for name in names {
            let spot = self
                .layout()
                .find(&usual(name))
                .ok_or_else(|| format!("\"{name}\" is no spot of this layout"))?;
            position.put(spot);
        }
        Ok(())
    }

    fn read_prison(&self, names: &[&str], position: &mut Position) -> Result<(), String> {
        if self.zero != Zero::Prison {
            return Err("there is a prison only with the option zero=prison".into());
        }
        if names.is_empty() || names.len() > usize::from(self.bets) {
            return Err(format!("from 1 to {} chips are in prison", self.bets));
        }
        for name in names {
            let spot = self.layout().find(&usual(name)).map(usize::from);
            let place = spot.and_then(|spot| spot.checked_sub(self.layout().evens()));
            let place = place.ok_or_else(|| {
                format!("only chips at even money go to prison, and \"{name}\" is none")
            })?;
            position.prison[place] += 1;
        }
        Ok(())
    }

    /// Can it have come to this?
    fn check(&self, position: &Position) -> Result<(), String> {
        let spun = u32::from(self.spins - position.spins);
        let most = 2 * self.chips + 70 * u32::from(self.bets) * spun;
        if position.total() > most {
            return Err(format!(
                "after {spun} spins nobody has more than {} chips",
                halves(most)
            ));
        }
        if spun == 0 && position.total() < 2 * self.chips {
            return Err(format!(
                "before the first spin the player still has all {} chips",
                self.chips
            ));
        }
        if spun == 0 && position.prisoners() > 0 {
            return Err("no chip is in prison before the first spin".into());
        }
        if position.spins == 0 && position.chips[0] != NONE {
            return Err("no spin is left for the chips on the layout".into());
        }
        match (position.phase, position.is_clear()) {
            (Phase::Spinning, true) => Err("the wheel spins for no chip".into()),
            (Phase::Left, false) => Err("nobody leaves while chips are at stake".into()),
            _ => Ok(()),
        }
    }
}
