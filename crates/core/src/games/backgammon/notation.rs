//! Positions and moves of backgammon as text.

use super::identifier::{MatchState, parse_position_id, position_id};
use super::*;
use crate::game::quoted;

/// How people write that nothing can be moved.
const NOTHING: [&str; 6] = ["cannot move", "can't move", "no move", "pass", "dance", "-"];

impl Notation for Rules {
    /// The position ID and the match ID of GNU Backgammon, `4HPwATDgc/ABMA:MAEAAAAAAAAA`; then `roll` when the player could
    /// have doubled but rolls.
    fn text(&self, position: &Position) -> String {
        let (own, other) = position.facing();
        let state = MatchState {
            cube: position.cube,
            owner: if position.owner == CENTRED {
                3
            } else {
                position.owner
            },
            player: position.player,
            crawford: position.crawford,
            state: match position.stage {
                Stage::Opening => 0,
                Stage::Over => 2,
                Stage::Dropped => 4,
                _ => 1,
            },
            turn: if position.stage == Stage::Offered {
                1 - position.player
            } else {
                position.player
            },
            doubled: position.stage == Stage::Offered,
            resigned: 0,
            dice: position.dice,
            length: self.length.into(),
            score: position.score.map(u16::from),
            jacoby: self.jacoby && self.length == 0,
        };
        let rolls = position.stage == Stage::Roll && self.may_double(position);
        format!(
            "{}:{}{}",
            position_id(own, other),
            state.text(),
            if rolls { " roll" } else { "" }
        )
    }

    /// Both IDs, or the position ID alone: then white is to roll at the score that the match begins with.
    fn parse(&self, text: &str) -> Result<Position, String> {
        let mut words = text.split_whitespace();
        let (Some(ids), rolls, None) = (words.next(), words.next(), words.next()) else {
            return Err(
                "a position is a position ID and a match ID with a colon between, then roll or nothing".into(),
            );
        };
        if let Some(word) = rolls.filter(|word| *word != "roll") {
            return Err(format!("{} is not roll", quoted(word)));
        }
        let (board, state) = match ids.split_once(':') {
            Some((board, state)) => (board, MatchState::parse(state)?),
            None => (
                ids,
                MatchState {
                    length: self.length.into(),
                    score: self.score.map(u16::from),
                    crawford: self.start().crawford,
                    ..MatchState::PLAIN
                },
            ),
        };
        let (own, other) = parse_position_id(board)?;
        let mut position = self.parse_state(&state)?;
        let player = usize::from(position.player);
        (position.sides[player], position.sides[1 - player]) = (own, other);
        self.check_stage(&position)?;
        match (rolls, position.stage) {
            (None, Stage::Roll) if self.may_double(&position) => position.stage = Stage::Choose,
            (Some(_), Stage::Roll) if self.may_double(&position) => {}
            (Some(_), _) => {
                return Err("roll is said only where the player could double instead".into());
            }
            (None, _) => {}
        }
        Ok(position)
    }

    fn move_text(&self, position: &Position, action: &Move) -> String {
        match action {
            Move::Roll(one, other) => format!("{one}{other}"),
            Move::Play(play) => play_text(position, play),
            Move::Stay => "roll".into(),
            Move::Double => "double".into(),
            Move::Take => "take".into(),
            Move::Drop => "drop".into(),
        }
    }

    /// Plays may be written in any order, with or without the points touched on the way, with or without stars at hits:
    /// whatever tells them from the other plays.
    fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let text = text.trim().to_lowercase();
        let wanted = match (position.stage, text.as_str()) {
            (Stage::Opening | Stage::Roll, text) => return self.read_roll(position, text),
            (Stage::Choose, "roll" | "no double" | "stay") => Move::Stay,
            (Stage::Choose, "double" | "doubles" | "redouble") => Move::Double,
            (Stage::Offered, "take" | "takes" | "accept") => Move::Take,
            (Stage::Offered, "drop" | "drops" | "pass" | "reject") => Move::Drop,
            (Stage::Move, text) => return read_play(position, text, &self.actions(position)),
            _ => return None,
        };
        Some(wanted)
    }

    fn move_help(&self) -> Cow<'static, str> {
        "a play is the points that checkers leave and reach, by the player's own count, such as \"13/7 8/7\", \"bar/22*\", \
         \"6/off(2)\" or \"cannot move\"; a roll is two numbers, such as \"31\"; about the cube it is \"roll\" or \"double\", \
         \"take\" or \"drop\""
            .into()
    }
}

impl Rules {
    /// What a match ID says about a game by these rules, but for the checkers.
    fn parse_state(&self, state: &MatchState) -> Result<Position, String> {
        let length = u16::from(self.length);
        if state.length != length {
            let kind = |length: u16| match length {
                0 => "for money".to_owned(),
                length => format!("of a match to {length}"),
            };
            return Err(format!(
                "the match ID is {}, but these rules are {}",
                kind(state.length),
                kind(length)
            ));
        }
        // A session for money may have a score, but it does not matter.
        let score = if length == 0 { [0; 2] } else { state.score };
        if let Some(points) = score.iter().find(|points| **points >= length.max(1)) {
            return Err(format!(
                "a side has {points} points, but the match is to {length}"
            ));
        }
        let score = score.map(|points| points as u8);
        if state.crawford && !(self.crawford && self.is_last_point(score)) {
            return Err(
                "the match ID has a Crawford game where the rules or the score have none".into(),
            );
        }
        let owner = match state.owner {
            3 => CENTRED,
            owner @ (0 | 1) => owner,
            _ => return Err("the cube is white's, black's or nobody's".into()),
        };
        if !self.cube && (state.cube > 0 || owner != CENTRED || state.doubled) {
            return Err("there is no cube: option cube=on brings it in".into());
        }
        if (state.cube == 0) != (owner == CENTRED) || state.cube > LARGEST_CUBE {
            return Err(format!(
                "the cube is at 1 in the middle, or somebody's at 2 to {}",
                1 << LARGEST_CUBE
            ));
        }
        if state.crawford && state.cube > 0 {
            return Err("nobody can have doubled in the Crawford game".into());
        }
        if state.resigned != 0 || state.state == 3 {
            return Err("positions with a resignation are not known here".into());
        }
        let [one, other] = state.dice;
        if (one == 0) != (other == 0) || one > 6 || other > 6 {
            return Err(format!(
                "the dice are {one} and {other}: both are 1 to 6, or 0 before the roll"
            ));
        }
        let stage = match (state.state, state.doubled, one) {
            (1, true, 0) => Stage::Offered,
            (1, false, 0) => Stage::Roll,
            (1, false, _) => Stage::Move,
            (0, false, 0) => Stage::Opening,
            (2, false, _) => Stage::Over,
            (4, _, 0) if self.cube => Stage::Dropped,
            (0..=4, ..) => {
                return Err("a double is offered before the roll, and dropped with a cube".into());
            }
            _ => return Err(format!("there is no game state {}", state.state)),
        };
        if (state.turn != state.player) != (stage == Stage::Offered)
            && !matches!(stage, Stage::Opening | Stage::Over | Stage::Dropped)
        {
            return Err("who is on roll decides, but for a double that is offered".into());
        }
        let ended = matches!(stage, Stage::Over | Stage::Dropped);
        Ok(Position {
            sides: [START; 2],
            dice: if ended {
                [0; 2]
            } else {
                [one.max(other), one.min(other)]
            },
            // Nobody is on roll before the first one.
            player: if stage == Stage::Opening {
                0
            } else {
                state.player
            },
            stage,
            cube: state.cube,
            owner,
            score,
            crawford: state.crawford,
        })
    }

    /// Do the checkers and what happens next fit?
    fn check_stage(&self, position: &Position) -> Result<(), String> {
        let (own, other) = position.facing();
        let all_off = u128::from(CHECKERS);
        if other == all_off {
            return Err("the side not on roll has no checkers left".into());
        }
        if (own == all_off) != (position.stage == Stage::Over) {
            return Err(
                "a game is over exactly when the side on roll has borne off its checkers".into(),
            );
        }
        match position.stage {
            Stage::Opening if position.sides != [START; 2] || position.cube > 0 => {
                Err("before the first roll everything is in its place".into())
            }
            Stage::Offered | Stage::Dropped if !self.may_double(position) => {
                Err("the side on roll may not double".into())
            }
            Stage::Over | Stage::Dropped if self.length > 0 => {
                let before = position.score[usize::from(position.player)];
                if u16::from(before) + self.points(position) < u16::from(self.length) {
                    Err(
                        "the game is over but not the match: it goes on with the next opening"
                            .into(),
                    )
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }

    fn read_roll(&self, position: &Position, text: &str) -> Option<Move> {
        let digits: Vec<u8> = text
            .trim_end_matches(':')
            .bytes()
            .filter(|byte| !matches!(byte, b'-' | b' '))
            .map(|byte| byte.wrapping_sub(b'0'))
            .collect();
        let [one, other] = digits[..] else {
            return None;
        };
        let opening = position.stage == Stage::Opening;
        if !(1..=6).contains(&one) || !(1..=6).contains(&other) || opening && one == other {
            return None;
        }
        Some(if opening {
            Move::Roll(one, other)
        } else {
            Move::Roll(one.max(other), one.min(other))
        })
    }
}

fn place_text(place: u32) -> String {
    match place {
        0 => "off".into(),
        25 => "bar".into(),
        point => point.to_string(),
    }
}

/// The points where the other side has a single checker, by the player's count.
fn blots(position: &Position) -> u128 {
    let (_, other) = position.facing();
    plays::turned(plays::occupied(other) & !plays::made(other))
}

/// The ways of checkers in a play, from the highest point down: where each starts, where it hits on the way, where it stops;
/// and at which of those places it hits.
pub(super) fn ways(position: &Position, play: &Play) -> Vec<Vec<(u32, bool)>> {
    let mut steps: Vec<(u32, u32)> = play.steps().collect();
    steps.sort_by(|one, other| other.cmp(one));
    let mut blots = blots(position);
    let mut ways: Vec<Vec<(u32, bool)>> = Vec::new();
    while !steps.is_empty() {
        let (from, mut to) = steps.remove(0);
        let mut way = vec![(from, false)];
        loop {
            let hits = to > 0 && blots >> (4 * to) & 1 == 1;
            blots &= !(u128::from(hits) << (4 * to));
            way.push((to, hits));
            let Some(next) = steps.iter().position(|(from, _)| *from == to) else {
                break;
            };
            to = steps.remove(next).1;
        }
        // Points passed without a hit are not mentioned.
        let last = way.len() - 1;
        let mut place = 0;
        way.retain(|(_, hits)| {
            place += 1;
            *hits || place == 1 || place == last + 1
        });
        ways.push(way);
    }
    ways
}

fn play_text(position: &Position, play: &Play) -> String {
    let ways = ways(position, play);
    if ways.is_empty() {
        return NOTHING[0].into();
    }
    let mut texts: Vec<(String, Vec<u32>, u32)> = Vec::new();
    for way in ways {
        let places: Vec<u32> = way.iter().map(|(place, _)| *place).collect();
        // The second checker to land on a point hits nothing there, but goes the same way.
        if let Some((_, _, times)) = texts.iter_mut().find(|(_, same, _)| *same == places) {
            *times += 1;
            continue;
        }
        let words: Vec<String> = way
            .iter()
            .map(|(place, hits)| place_text(*place) + if *hits { "*" } else { "" })
            .collect();
        texts.push((words.join("/"), places, 1));
    }
    let texts: Vec<String> = texts
        .into_iter()
        .map(|(text, _, times)| match times {
            1 => text,
            times => format!("{text}({times})"),
        })
        .collect();
    texts.join(" ")
}

/// What a play's text says: where checkers leave and arrive.
struct Said {
    /// The difference it makes to the player's own checkers, by place.
    change: [i8; 26],
    /// Where it says that checkers land, as a set of points.
    landings: u128,
    /// Where it says that they hit.
    hits: u128,
}

fn read_said(text: &str) -> Option<Said> {
    let mut said = Said {
        change: [0; 26],
        landings: 0,
        hits: 0,
    };
    for word in text.split([' ', '\t']).filter(|word| !word.is_empty()) {
        let (way, times) = match word.strip_suffix(')') {
            None => (word, 1),
            Some(word) => {
                let (way, times) = word.split_once('(')?;
                (
                    way,
                    times.parse().ok().filter(|times| (1..=4).contains(times))?,
                )
            }
        };
        let places: Vec<&str> = way.split('/').collect();
        if !(2..=5).contains(&places.len()) {
            return None;
        }
        for (index, place) in places.iter().enumerate() {
            let name = place.trim_end_matches('*');
            let number: usize = match name {
                "bar" | "b" => 25,
                "off" | "o" => 0,
                name if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                    name.parse().ok().filter(|number| *number <= 25)?
                }
                _ => return None,
            };
            if index == 0 {
                said.change[number] -= times;
            } else {
                said.landings |= 1 << (4 * number);
                said.hits |= u128::from(name.len() < place.len()) << (4 * number);
            }
            if index + 1 == places.len() {
                said.change[number] += times;
            }
        }
    }
    Some(said)
}

/// The legal play that a text means.
fn read_play(position: &Position, text: &str, plays: &[Move]) -> Option<Move> {
    let text = text.replace(',', " ");
    let (own, other) = position.facing();
    let nothing = Move::Play(Play::default());
    if NOTHING.contains(&text.trim()) {
        return plays.contains(&nothing).then_some(nothing);
    }
    let said = read_said(&text)?;
    if said.change == [0; 26] {
        return None;
    }
    let blots = blots(position);
    let expected = said.landings & blots;
    if said.hits & !expected != 0 {
        return None;
    }
    // What each play that moves the checkers so hits.
    let mut fitting = Vec::new();
    for action in plays {
        let Move::Play(play) = action else { continue };
        let (after, hit) = plays::played(own, other, play);
        let moves_so = (0..=BAR).all(|place| {
            count(after, place) as i8 - count(own, place) as i8 == said.change[usize::from(place)]
        });
        if moves_so {
            let left = plays::turned(plays::occupied(hit));
            fitting.push((*action, blots & !left));
        }
    }
    if let Some((action, _)) = fitting.iter().find(|(_, hits)| *hits == expected) {
        return Some(*action);
    }
    fitting.retain(|(_, hits)| hits & expected == expected);
    match fitting[..] {
        [(action, _)] => Some(action),
        _ => None,
    }
}
