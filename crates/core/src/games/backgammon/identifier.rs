//! The two IDs of GNU Backgammon that tell a position: <https://www.gnu.org/software/gnubg/manual/html_node/Technical-Notes.html>.
//!
//! The position ID is 80 bits as 14 letters of base64, bytes filled from the lowest bit: for the points 1 to 24 and the bar,
//! first of the side that is not on roll, then of the other, a 1 for each checker and a 0 behind them. The match ID is 72 bits
//! as 12 letters; [`FIELDS`] has its fields from the lowest bit.

use super::*;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const POSITION_BYTES: usize = 10;
const MATCH_BYTES: usize = 9;

/// The fields of the match ID and their lengths in bits; what follows them is whether the Jacoby rule holds.
const FIELDS: [u32; 12] = [4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15];
const LAST_FIELD: u32 = 15;

/// What a match ID says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MatchState {
    pub(super) cube: u8,
    /// The number of a side, or 3 for nobody.
    pub(super) owner: u8,
    pub(super) player: u8,
    pub(super) crawford: bool,
    /// 0 before the first roll, 1 while the game goes on, 2 when it is over, 3 when it was resigned, 4 when a double was dropped.
    pub(super) state: u8,
    /// Who has to decide something.
    pub(super) turn: u8,
    pub(super) doubled: bool,
    pub(super) resigned: u8,
    pub(super) dice: [u8; 2],
    pub(super) length: u16,
    pub(super) score: [u16; 2],
    pub(super) jacoby: bool,
}

impl MatchState {
    /// White is to roll, and points are money.
    pub(super) const PLAIN: MatchState = MatchState {
        cube: 0,
        owner: 3,
        player: 0,
        crawford: false,
        state: 1,
        turn: 0,
        doubled: false,
        resigned: 0,
        dice: [0; 2],
        length: 0,
        score: [0; 2],
        jacoby: false,
    };

    /// The match ID.
    pub(super) fn text(&self) -> String {
        let values = [
            self.cube.into(),
            self.owner.into(),
            self.player.into(),
            self.crawford.into(),
            self.state.into(),
            self.turn.into(),
            self.doubled.into(),
            self.resigned.into(),
            self.dice[0].into(),
            self.dice[1].into(),
            self.length,
            self.score[0],
        ];
        let (mut bits, mut at) = (0_u128, 0);
        for (value, length) in values.into_iter().zip(FIELDS) {
            bits |= u128::from(value) << at;
            at += length;
        }
        bits |= u128::from(self.score[1]) << at;
        bits |= u128::from(self.jacoby) << (at + LAST_FIELD);
        letters(bits, MATCH_BYTES)
    }

    /// Reads a match ID; what it says need not make sense.
    pub(super) fn parse(text: &str) -> Result<MatchState, String> {
        let bits = bits(text, MATCH_BYTES, "match")?;
        let mut at = 0;
        let mut next = |length: u32| {
            let value = bits >> at & ((1 << length) - 1);
            at += length;
            value as u16
        };
        let values = FIELDS.map(&mut next);
        let [
            cube,
            owner,
            player,
            crawford,
            state,
            turn,
            doubled,
            resigned,
            one,
            other,
            length,
            white,
        ] = values;
        let small = |value: u16| value as u8;
        Ok(MatchState {
            cube: small(cube),
            owner: small(owner),
            player: small(player),
            crawford: crawford == 1,
            state: small(state),
            turn: small(turn),
            doubled: doubled == 1,
            resigned: small(resigned),
            dice: [small(one), small(other)],
            length,
            score: [white, next(LAST_FIELD)],
            jacoby: next(1) == 1,
        })
    }
}

/// The position ID of two sides.
pub(super) fn position_id(on_roll: u128, other: u128) -> String {
    let (mut bits, mut at) = (0_u128, 0);
    for side in [other, on_roll] {
        for point in 1..=BAR {
            let checkers = count(side, point);
            bits |= ((1 << checkers) - 1) << at;
            at += u32::from(checkers) + 1;
        }
    }
    letters(bits, POSITION_BYTES)
}

/// The side on roll and the other side of a position ID, or a clause that says why no board can look like that.
pub(super) fn parse_position_id(text: &str) -> Result<(u128, u128), String> {
    let bits = bits(text, POSITION_BYTES, "position")?;
    let mut at = 0;
    let mut sides = [0; 2];
    for (side, name) in sides
        .iter_mut()
        .zip(["the side not on roll", "the side on roll"])
    {
        let mut all = 0;
        for point in 1..=BAR {
            let checkers = (bits >> at).trailing_ones();
            at += checkers + 1;
            all += checkers;
            if all > CHECKERS {
                return Err(format!("{name} has more than {CHECKERS} checkers"));
            }
            *side |= u128::from(checkers) << (4 * point);
        }
        *side |= u128::from(CHECKERS - all);
    }
    if bits >> at != 0 {
        return Err("the position ID goes on behind the last checker".into());
    }
    let [other, on_roll] = sides;
    let shared = plays::occupied(on_roll) & plays::turned(plays::occupied(other));
    if shared != 0 {
        return Err(format!(
            "both sides are on the {}-point of the side on roll",
            shared.trailing_zeros() / 4
        ));
    }
    Ok((on_roll, other))
}

/// So many bytes of a number, the lowest first, in base64 without padding.
fn letters(bits: u128, bytes: usize) -> String {
    let bytes = &bits.to_le_bytes()[..bytes];
    bytes
        .chunks(3)
        .flat_map(|chunk| {
            let mut word = [0; 4];
            word[1..=chunk.len()].copy_from_slice(chunk);
            let word = u32::from_be_bytes(word);
            (0..=chunk.len()).map(move |letter| LETTERS[(word >> (18 - 6 * letter)) as usize & 63])
        })
        .map(char::from)
        .collect()
}

/// The number that [`letters`] writes.
fn bits(text: &str, bytes: usize, name: &str) -> Result<u128, String> {
    let length = (8 * bytes).div_ceil(6);
    if text.chars().count() != length {
        return Err(format!(
            "a {name} ID has {length} letters, not {}",
            text.chars().count()
        ));
    }
    let (mut number, mut word, mut held, mut filled) = (0_u128, 0_u32, 0, 0);
    for letter in text.chars() {
        let Some(value) = LETTERS
            .iter()
            .position(|&other| char::from(other) == letter)
        else {
            return Err(format!(
                "\"{}\" is no letter of a {name} ID: they are A to Z, a to z, 0 to 9, + and /",
                letter.escape_default()
            ));
        };
        (word, held) = (word << 6 | value as u32, held + 6);
        if held >= 8 && filled < bytes {
            held -= 8;
            number |= u128::from(word >> held) << (8 * filled);
            (word, filled) = (word & ((1 << held) - 1), filled + 1);
        }
    }
    if word == 0 {
        Ok(number)
    } else {
        Err(format!("the last letter of the {name} ID says too much"))
    }
}
