//! Positions and moves of parcheesi as text.

use super::*;

impl Notation for Rules {
    /// The places of everyone's pawns, the colour to play, what it plays and how many doublets in a row were rolled:
    /// `n.n.5a.5a/n.n.n.33 r 3-3 1`. The pawns of a blockade that stood when doublets were rolled have the same letter.
    fn text(&self, position: &Position) -> String {
        let mut text = String::new();
        for player in 0..usize::from(self.seats) {
            for pawn in 0..4 {
                text += if pawn > 0 {
                    "."
                } else if player > 0 {
                    "/"
                } else {
                    ""
                };
                text += &self.place_text(player, position.pawns[player][pawn]);
                if player == usize::from(position.player) {
                    text += ["", "a", "b"][usize::from(position.kin[pawn])];
                }
            }
        }
        let numbers: Vec<String> = position
            .numbers()
            .map(|number| number.to_string())
            .collect();
        let play = match self.turn(position) {
            Turn::Over => "over".into(),
            Turn::Chance => "roll".into(),
            Turn::Player(_) if position.doublets == 3 => "back".into(),
            Turn::Player(_) => numbers.join("-"),
        };
        format!(
            "{text} {} {play} {}",
            LETTERS[usize::from(position.player)],
            position.doublets
        )
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [pawns, colour, play, doublets] = words[..] else {
            return Err(format!(
                "a position is four words (pawns, colour, what it plays, doublets), not {}",
                words.len()
            ));
        };
        let seats = usize::from(self.seats);
        let mut position = self.start();
        position.player = LETTERS[..seats]
            .iter()
            .position(|letter| *letter == colour)
            .ok_or_else(|| {
                format!(
                    "\"{colour}\" is no colour: it is {}",
                    LETTERS[..seats].join(" or ")
                )
            })? as u8;
        position.doublets = match doublets {
            "0" | "1" | "2" | "3" => doublets.as_bytes()[0] - b'0',
            _ => {
                return Err(format!(
                    "\"{doublets}\" doublets in a row cannot be: it is 0 to 3"
                ));
            }
        };
        self.parse_pawns(pawns, &mut position)?;
        self.parse_play(play, &mut position)?;
        self.check_kin(&position)?;
        position.sort();
        Ok(position)
    }

    fn move_text(&self, position: &Position, action: &Move) -> String {
        match *action {
            Move::Roll(high, low) => format!("{high}-{low}"),
            Move::Enter => "enter".into(),
            Move::Advance { pawn, by } => format!("{}+{by}", self.pawn_name(position, pawn.into())),
            Move::Back => "back".into(),
            Move::Pass => "pass".into(),
        }
    }

    fn move_help(&self) -> Cow<'static, str> {
        "a move is a pawn's place and the number used, such as \"17+6\" or \"h2+3\", or \"enter\", \"back\" or \"pass\"; \
         a roll is two numbers, the higher first, such as \"6-4\""
            .into()
    }
}

impl Rules {
    pub(super) fn place_text(&self, player: usize, place: u8) -> String {
        match place {
            NEST => "n".into(),
            HOME => "H".into(),
            ENTRY..=MOUTH => self.space(player, place).to_string(),
            _ => format!("h{}", place - MOUTH),
        }
    }

    /// What one of the player's pawns is called in moves: its place, and the letter of its blockade when pawns on that
    /// place differ in it.
    pub(super) fn pawn_name(&self, position: &Position, pawn: usize) -> String {
        let place = position.own()[pawn];
        let name = self.place_text(position.player.into(), place);
        let differ =
            (0..4).any(|other| position.own()[other] == place && !position.alike(pawn, other));
        if differ {
            name + ["", "a", "b"][usize::from(position.kin[pawn])]
        } else {
            name
        }
    }

    fn parse_pawns(&self, text: &str, position: &mut Position) -> Result<(), String> {
        let groups: Vec<&str> = text.split('/').collect();
        if groups.len() != usize::from(self.seats) {
            return Err(format!(
                "there are {} seats, not {}",
                self.seats,
                groups.len()
            ));
        }
        let mut owners = [None; SPACES as usize + 1];
        for (player, group) in groups.iter().enumerate() {
            let colour = COLOURS[player];
            let names: Vec<&str> = group.split('.').collect();
            if names.len() != 4 {
                return Err(format!("{colour} has 4 pawns, not {}", names.len()));
            }
            for (pawn, name) in names.into_iter().enumerate() {
                let place = self.parse_place(player, name.trim_end_matches(['a', 'b']))?;
                let kin = match (place, name.as_bytes()) {
                    (_, [.., b'a' | b'b', b'a' | b'b']) | (NEST | HOME, [_, b'a' | b'b']) => {
                        return Err(format!("\"{name}\" cannot be in a blockade"));
                    }
                    (_, [.., b'a']) => 1,
                    (_, [.., b'b']) => 2,
                    _ => 0,
                };
                if player == usize::from(position.player) {
                    position.kin[pawn] = kin;
                } else if kin != 0 {
                    return Err(format!(
                        "{colour} is not to play, so \"{name}\" has no letter"
                    ));
                }
                position.pawns[player][pawn] = place;
                if (ENTRY..=MOUTH).contains(&place) {
                    let space = self.space(player, place);
                    let owner = owners[usize::from(space)].get_or_insert(player);
                    if *owner != player {
                        return Err(format!(
                            "{} and {colour} cannot both stand on {space}",
                            COLOURS[*owner]
                        ));
                    }
                }
            }
            let pawns = position.pawns[player];
            let crowded = |place: &&u8| pawns.iter().filter(|other| other == place).count() > 2;
            if let Some(&place) = pawns
                .iter()
                .filter(|place| (ENTRY..HOME).contains(*place))
                .find(crowded)
            {
                let place = self.place_text(player, place);
                return Err(format!("{colour} has more than 2 pawns on {place}"));
            }
            if player != usize::from(position.player) {
                position.pawns[player].sort_unstable();
            }
        }
        Ok(())
    }

    fn parse_place(&self, player: usize, name: &str) -> Result<u8, String> {
        let no_place = || format!("\"{name}\" is no place: it is n, 1 to 68, h1 to h7 or H");
        match name {
            "n" => return Ok(NEST),
            "H" => return Ok(HOME),
            _ => {}
        }
        let (digits, last) = name
            .strip_prefix('h')
            .map_or((name, SPACES), |digits| (digits, 7));
        let number: u8 = digits.parse().map_err(|_| no_place())?;
        if !(1..=last).contains(&number) || digits != number.to_string() {
            return Err(no_place());
        }
        if last == 7 {
            return Ok(MOUTH + number);
        }
        self.place(player, number)
            .ok_or_else(|| format!("{} never comes to {number}", COLOURS[player]))
    }

    fn parse_play(&self, play: &str, position: &mut Position) -> Result<(), String> {
        let seats = usize::from(self.seats);
        let winners: Vec<usize> = (0..seats)
            .filter(|&player| position.pawns[player] == [HOME; 4])
            .collect();
        match winners[..] {
            [] if play == "over" => {
                return Err("the game is over only when a colour has 4 pawns home".into());
            }
            [] => {}
            [winner] if play != "over" => {
                return Err(format!("{} has won, so it is \"over\"", COLOURS[winner]));
            }
            [winner] if winner == usize::from(position.player) && position.doublets == 0 => {
                return Ok(());
            }
            [winner] => {
                return Err(format!(
                    "{} has won, so it is \"{} over 0\"",
                    COLOURS[winner], LETTERS[winner]
                ));
            }
            _ => return Err("only one colour can have 4 pawns home".into()),
        }
        if (play == "back") != (position.doublets == 3) {
            return Err("after the third doublet, and only then, it is \"back\"".into());
        }
        if matches!(play, "back" | "roll") {
            return Ok(());
        }
        let mut dice = Vec::new();
        for number in play.split('-') {
            match number {
                "20" if position.twenties < 20 => position.twenties += 1,
                "10" if position.tens < 4 => position.tens += 1,
                "1" | "2" | "3" | "4" | "5" | "6" => dice.push(number.as_bytes()[0] - b'0'),
                _ => {
                    return Err(format!(
                        "\"{number}\" is nothing to play: it is roll, back, over or numbers (1 to 6, 20, 10) with - between"
                    ));
                }
            }
        }
        dice.sort_unstable_by(|one, other| other.cmp(one));
        let possible = match (position.doublets, &dice[..]) {
            (_, []) | (_, [_]) => true,
            (0, [high, low]) => high != low,
            (0, _) => false,
            (_, dice) => {
                let same = dice.iter().all(|die| *die == dice[0]);
                let opposite = dice
                    .iter()
                    .all(|die| *die == dice[0] || *die == 7 - dice[0]);
                let twice = dice
                    .iter()
                    .all(|die| dice.iter().filter(|other| *other == die).count() <= 2);
                twice && (same || opposite && !position.own().contains(&NEST))
            }
        };
        if !possible {
            return Err(format!(
                "\"{play}\" cannot be left of a roll with {} doublets and these pawns",
                position.doublets
            ));
        }
        position.dice[..dice.len()].copy_from_slice(&dice);
        Ok(())
    }

    /// Letters stand on pairs of pawns, and only while doublets are played.
    fn check_kin(&self, position: &Position) -> Result<(), String> {
        for kin in [1, 2] {
            let count = position.kin.iter().filter(|&&other| other == kin).count();
            if count != 0
                && (position.doublets == 0 || !position.is_rolled() || position.doublets == 3)
            {
                return Err("letters mark blockades only while doublets are played".into());
            }
            if count != 0 && count != 2 {
                return Err(format!("a blockade has 2 pawns, not {count}"));
            }
        }
        Ok(())
    }
}
