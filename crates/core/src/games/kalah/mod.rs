//! Kalah: sow seeds around the board and bring more of them home than the other side.
//!
//! Rules: <https://en.wikipedia.org/wiki/Kalah>. South begins. A player empties an own house and sows its seeds one by one
//! counter-clockwise, into the own store but not into the other one. A last seed in the own store gives another turn; a
//! last seed in an empty own house captures itself and what lies opposite, if anything does (option `empty_capture`: even
//! if nothing does). When a side has no seeds in its houses, whoever's turn it would be, the game is over and the other
//! side keeps what lies in its own houses. No position can come back: a move that puts nothing into a store only brings
//! seeds closer to it.
//!
//! ```text
//!                  north                     houses[side][0] is the leftmost house as that side sits,
//!         5    4    3    2    1    0         so that sowing always goes upwards; house i lies opposite
//!   [N]                               [S]    house HOUSES - 1 - i; houses that the option leaves out
//!         0    1    2    3    4    5         stay empty, so that a side without seeds is all zeros
//!                  south
//! ```

mod endgames;

use std::borrow::Cow;
use std::sync::Arc;

use self::endgames::Endgames;
use super::sowing::{self, Board, SIDES};
use crate::control::mix;
use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Outlook,
    Turn, Unit, fitting,
};
use crate::games::weights::{OPTION, Weights, parts};
use crate::picture::Picture;

/// The most houses a side can have.
const MOST_HOUSES: usize = 12;
/// The most seeds a house can begin with: all seeds together then fit into a byte.
const MOST_SEEDS: usize = 10;

/// What a seed in an own house is worth, compared with one in the store: no more, so that evaluations stay within the
/// utilities. The weight of the store is fixed, because tables take it for settled (see [`Hints::settled`]).
static WEIGHTS: Weights<1> = Weights::new(
    ["seeds in the houses"],
    include_str!("weights.txt"),
    -100..=100,
);

/// Where the seeds are and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    houses: [[u8; MOST_HOUSES]; 2],
    stores: [u8; 2],
    /// The side to move.
    side: u8,
}

/// Kalah with these options.
#[derive(Clone, Debug)]
pub struct Rules {
    houses: usize,
    seeds: usize,
    empty_capture: bool,
    weights: [f64; 1],
    /// What few seeds are worth, for searches to the end of the game.
    endgames: Option<Arc<Endgames>>,
}

impl Default for Rules {
    fn default() -> Rules {
        let [numbers] = WEIGHTS.standard();
        Rules {
            houses: 6,
            seeds: 4,
            empty_capture: false,
            weights: parts(numbers, 100),
            endgames: None,
        }
    }
}

impl Position {
    fn in_houses(&self, side: usize) -> f64 {
        self.houses[side]
            .iter()
            .map(|seeds| f64::from(*seeds))
            .sum()
    }

    fn in_store(&self, side: usize) -> f64 {
        f64::from(self.stores[side])
    }
}

/// The seeds of the first eight houses, a byte each.
#[inline(always)]
fn low(row: &[u8; MOST_HOUSES]) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|house| row[house]))
}

impl Rules {
    /// All seeds at the start; no position has more.
    fn total(&self) -> usize {
        2 * self.houses * self.seeds
    }

    fn board(&self, position: &Position) -> Board {
        Board {
            houses: position.houses.map(|row| row[..self.houses].to_vec()),
            stores: position.stores,
            side: usize::from(position.side),
        }
    }

    /// Sows the seeds of a house; where the last one fell in a house, by side and number, or `None` for the own store.
    #[inline]
    fn sow(&self, position: &mut Position, house: u8) -> Option<(usize, usize)> {
        let mover = usize::from(position.side);
        let (mut row, mut house) = (mover, usize::from(house));
        let mut seeds = std::mem::take(&mut position.houses[mover][house]);
        while seeds > 0 {
            house += 1;
            if house == self.houses {
                if row == mover {
                    position.stores[mover] += 1;
                    seeds -= 1;
                    if seeds == 0 {
                        return None;
                    }
                }
                (row, house) = (1 - row, 0);
            }
            position.houses[row][house] += 1;
            seeds -= 1;
        }
        Some((row, house))
    }

    /// Does a last seed in this house, which is sown already, capture?
    #[inline]
    fn captures(&self, position: &Position, row: usize, house: usize) -> bool {
        row == usize::from(position.side)
            && position.houses[row][house] == 1
            && (self.empty_capture || position.houses[1 - row][self.houses - 1 - house] > 0)
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = u8;

    fn facts(&self) -> Facts {
        let total = self.total() as f64;
        Facts {
            unit: Unit::Counted("seeds".into()),
            utilities: (-total, total),
            ..Facts::duel(Self::NAME, SIDES[0], SIDES[1])
        }
    }

    fn start(&self) -> Position {
        let mut row = [0; MOST_HOUSES];
        row[..self.houses].fill(self.seeds as u8);
        Position {
            houses: [row; 2],
            stores: [0; 2],
            side: 0,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.houses.contains(&[0; MOST_HOUSES]) {
            Turn::Over
        } else {
            Turn::Player(usize::from(position.side))
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        let row = &position.houses[usize::from(position.side)][..self.houses];
        out.extend((0..self.houses as u8).filter(|house| row[usize::from(*house)] > 0));
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, house: &u8) {
        let Some((row, house)) = self.sow(position, *house) else {
            return; // another turn
        };
        if self.captures(position, row, house) {
            let opposite = self.houses - 1 - house;
            let captured = std::mem::take(&mut position.houses[1 - row][opposite]);
            position.houses[row][house] = 0;
            position.stores[row] += 1 + captured;
        }
        position.side ^= 1;
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        let seeds = [0, 1].map(|side| position.in_store(side) + position.in_houses(side));
        seeds[player] - seeds[1 - player]
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let other = 1 - player;
        let in_houses = position.in_houses(player) - position.in_houses(other);
        let mut features = WEIGHTS.features(self.weights, [in_houses]);
        let in_store = Feature {
            name: "seeds in the store",
            weight: 1.0,
            amount: position.in_store(player) - position.in_store(other),
        };
        features.insert(0, in_store);
        features
    }

    /// Captures and other turns: both change the store by more than a quiet move, and at once.
    fn noisy_moves(&self, position: &Position, out: &mut Vec<u8>) {
        let first = out.len();
        self.moves(position, out);
        let mut kept = first;
        for index in first..out.len() {
            let mut sown = *position;
            let is_noisy = match self.sow(&mut sown, out[index]) {
                None => true,
                Some((row, house)) => self.captures(&sown, row, house),
            };
            if is_noisy {
                out[kept] = out[index];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let [house] = self.weights;
        let worth = |side| position.in_store(side) + house * position.in_houses(side);
        fitting(worth(player) - worth(1 - player))
    }
}

impl Hints for Rules {
    /// From right to left: what is near the store gets there first and makes room.
    #[inline]
    fn candidates(&self, position: &Position, out: &mut Vec<u8>) {
        let row = &position.houses[usize::from(position.side)][..self.houses];
        let houses = (0..self.houses as u8).rev();
        out.extend(houses.filter(|house| row[usize::from(*house)] > 0));
    }

    /// Other turns first, the rightmost of them before the rest, then captures, the largest first.
    #[inline]
    fn promise(&self, position: &Position, house: &u8) -> i32 {
        let mover = usize::from(position.side);
        let [row, other] = [&position.houses[mover], &position.houses[1 - mover]];
        let (house, lap) = (usize::from(*house), 2 * self.houses + 1);
        let seeds = usize::from(row[house]);
        let last = (house + seeds) % lap;
        if last == self.houses {
            return 1000 + house as i32;
        }
        // A last seed captures in a house that was empty before, or was emptied for a lap.
        let comes_home = last < self.houses && seeds <= lap;
        if !comes_home || last != house && row[last] != 0 {
            return 0;
        }
        let passed = house + seeds >= lap;
        let captured = usize::from(other[self.houses - 1 - last]) + usize::from(passed);
        match captured {
            0 => 0,
            _ => 10 * captured as i32 + house as i32,
        }
    }

    /// All that lies in the houses may still go to one side. Houses whose last seed falls in the store bring a seed each:
    /// played from right to left, none spoils another. What few seeds are worth is looked up, where there is a table.
    #[inline]
    fn outlook(&self, position: &Position, _window: (f64, f64)) -> Outlook {
        let mover = usize::from(position.side) % 2;
        let store = position.in_store(mover) - position.in_store(1 - mover);
        let open = position.in_houses(mover) + position.in_houses(1 - mover);
        if let Some(endgames) = &self.endgames
            && open <= endgames.most() as f64
        {
            let [own, other] = [mover, 1 - mover].map(|side| low(&position.houses[side]));
            if let Some(value) = endgames.value(own, other) {
                return Outlook::certain(store + f64::from(value), 0);
            }
        }
        let row = position.houses[mover][..self.houses].iter();
        let turns = row
            .enumerate()
            .filter(|(house, seeds)| house + usize::from(**seeds) == self.houses)
            .count();
        Outlook {
            least: (store - open + 2.0 * turns as f64, 0),
            most: (store + open, 0),
        }
    }

    /// The seeds in the mover's houses and in the other's: who that is does not matter for what comes, nor do the stores.
    #[inline]
    fn table_key(&self, position: &Position) -> (u64, usize) {
        let mover = usize::from(position.side) % 2;
        let mut key = 0x9E37_79B9_7F4A_7C15;
        for row in [&position.houses[mover], &position.houses[1 - mover]] {
            let (low, high) = row.split_at(8);
            let low = u64::from_le_bytes(low.try_into().expect("eight houses"));
            let high = u32::from_le_bytes(high.try_into().expect("four houses"));
            key = mix(key ^ low);
            if self.houses > 8 {
                key = mix(key.wrapping_add(u64::from(high)));
            }
        }
        (key, 0)
    }

    /// What is looked up need not be remembered.
    #[inline]
    fn is_brief(&self, position: &Position) -> bool {
        self.endgames.as_ref().is_some_and(|endgames| {
            position.in_houses(0) + position.in_houses(1) <= endgames.most() as f64
        })
    }

    /// With a table of endgames.
    fn equipped(&self) -> Option<Rules> {
        let endgames = Endgames::new(self.houses, self.total(), self.empty_capture)?;
        Some(Rules {
            endgames: Some(Arc::new(endgames)),
            ..*self
        })
    }

    #[inline]
    fn settled(&self, position: &Position) -> f64 {
        position.in_store(0) - position.in_store(1)
    }

    #[inline]
    fn slot(&self, house: &u8) -> u16 {
        u16::from(*house)
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        self.board(position).text()
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let board = Board::parse(text, &self.board(&self.start()))?;
        let mut position = Position {
            houses: [[0; MOST_HOUSES]; 2],
            stores: board.stores,
            side: board.side as u8,
        };
        for (row, houses) in position.houses.iter_mut().zip(&board.houses) {
            row[..self.houses].copy_from_slice(houses);
        }
        Ok(position)
    }

    fn move_text(&self, _position: &Position, house: &u8) -> String {
        (house + 1).to_string()
    }

    fn move_help(&self) -> Cow<'static, str> {
        format!(
            "houses are 1 to {} from the mover's left, and the house must not be empty",
            self.houses
        )
        .into()
    }
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let status = match self.turn(position) {
            Turn::Over => {
                let [south, north] =
                    [0, 1].map(|side| position.in_store(side) + position.in_houses(side));
                format!("over, {south} to {north}")
            }
            _ => format!("{} to move", SIDES[usize::from(position.side)]),
        };
        self.board(position)
            .picture(|_, house| (house + 1).to_string(), status)
    }

    fn tally(&self, position: &Position, player: usize) -> String {
        self.board(position).tally(player)
    }

    fn sites(&self, position: &Position, house: &u8) -> Vec<String> {
        vec![sowing::site(
            usize::from(position.side),
            usize::from(*house),
        )]
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "kalah";
    const ALIASES: &'static [&'static str] = &["kalaha"];
    const SUMMARY: &'static str =
        "Sow seeds around the board; more of them in the own store than in the other wins.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Kalah";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "houses",
            default: "6",
            meaning: "houses on each side, 1 to 12",
        },
        OptionFact {
            name: "seeds",
            default: "4",
            meaning: "seeds in each house at the start, 1 to 10",
        },
        OptionFact {
            name: "empty_capture",
            default: "off",
            meaning: "on: a last seed in an empty own house is captured even when nothing lies opposite; off",
        },
        OPTION,
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let default = Rules::default();
        let [numbers] = WEIGHTS.chosen(options)?;
        Ok(Rules {
            houses: options.number("houses", default.houses, 1..=MOST_HOUSES)?,
            seeds: options.number("seeds", default.seeds, 1..=MOST_SEEDS)?,
            empty_capture: options.choice("empty_capture", &["off", "on"])? == 1,
            weights: parts(numbers, 100),
            endgames: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::conformance::{self, Effort};

    const STANDARD: Rules = Rules {
        houses: 6,
        seeds: 4,
        empty_capture: false,
        weights: [0.25],
        endgames: None,
    };

    /// The position after these houses.
    fn after(rules: Rules, text: &str, houses: &[u8]) -> String {
        let mut position = rules.parse(text).unwrap();
        for house in houses {
            position = rules.play(position, house - 1).unwrap();
        }
        rules.text(&position)
    }

    #[test]
    fn sowing_goes_around_and_leaves_out_the_other_store() {
        let start = "4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 south";
        assert_eq!(
            after(STANDARD, start, &[5]),
            "4,4,4,4,0,5 1 / 5,5,4,4,4,4 0 north"
        );
        assert_eq!(
            after(STANDARD, "0,0,0,0,0,8 0 / 1,1,1,1,1,1 0 south", &[6]),
            "0,0,0,0,0,0 4 / 2,2,2,2,2,0 0 north",
            "the eighth seed lands in the first house and captures"
        );
        assert_eq!(
            after(STANDARD, "1,0,0,0,0,8 0 / 1,1,1,1,1,1 0 south", &[6]),
            "2,0,0,0,0,0 1 / 2,2,2,2,2,2 0 north"
        );
    }

    #[test]
    fn a_last_seed_in_the_own_store_gives_another_turn() {
        let start = "4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 south";
        assert_eq!(
            after(STANDARD, start, &[3]),
            "4,4,0,5,5,5 1 / 4,4,4,4,4,4 0 south"
        );
        assert_eq!(
            after(STANDARD, start, &[1, 3]),
            "0,5,5,5,5,4 0 / 4,4,0,5,5,5 1 north"
        );
    }

    #[test]
    fn thirteen_seeds_end_where_they_began_and_capture() {
        assert_eq!(
            after(STANDARD, "13,0,0,0,0,0 0 / 0,1,0,0,0,2 0 south", &[1]),
            "0,1,1,1,1,1 5 / 1,2,1,1,1,0 0 north"
        );
    }

    #[test]
    fn an_empty_house_opposite_decides_what_the_option_says() {
        let text = "1,0,0,0,0,1 0 / 1,0,0,0,0,1 0 south";
        assert_eq!(
            after(STANDARD, text, &[1]),
            "0,1,0,0,0,1 0 / 1,0,0,0,0,1 0 north"
        );
        let empty_capture = Rules {
            empty_capture: true,
            ..STANDARD
        };
        assert_eq!(
            after(empty_capture, text, &[1]),
            "0,0,0,0,0,1 1 / 1,0,0,0,0,1 0 north"
        );
    }

    #[test]
    fn the_game_ends_when_either_side_is_empty_and_the_other_keeps_its_seeds() {
        for (text, margin) in [
            ("0,0,0,0,0,0 20 / 0,0,3,0,0,1 24 south", -8.0),
            ("0,0,0,0,0,0 20 / 0,0,3,0,0,1 24 north", -8.0),
            ("0,0,2,0,0,0 25 / 0,0,0,0,0,0 21 south", 6.0),
        ] {
            let position = STANDARD.parse(text).unwrap();
            assert_eq!(STANDARD.turn(&position), Turn::Over, "{text}");
            assert_eq!(STANDARD.utility(&position, 0), margin, "{text}");
            assert_eq!(STANDARD.utility(&position, 1), -margin, "{text}");
        }
    }

    #[test]
    fn captures_and_other_turns_are_noisy() {
        let noisy = |rules: Rules, text| {
            let mut noisy = Vec::new();
            rules.noisy_moves(&rules.parse(text).unwrap(), &mut noisy);
            noisy.iter().map(|house| house + 1).collect::<Vec<u8>>()
        };
        let start = "4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 south";
        assert_eq!(noisy(STANDARD, start), [3], "another turn");
        let text = "1,0,0,1,0,2 0 / 0,1,0,3,0,1 0 south";
        assert_eq!(
            noisy(STANDARD, text),
            [4],
            "house 5 faces a seed, house 2 does not"
        );
        let empty_capture = Rules {
            empty_capture: true,
            ..STANDARD
        };
        assert_eq!(noisy(empty_capture, text), [1, 4]);
        let lap = "13,0,0,0,0,0 0 / 0,1,0,0,0,0 0 south";
        assert_eq!(
            noisy(STANDARD, lap),
            [1],
            "the last seed comes home and captures"
        );
    }

    /// The value for the first player by plain minimax.
    fn value(rules: &Rules, position: &Position, known: &mut HashMap<Position, f64>) -> f64 {
        let Turn::Player(player) = rules.turn(position) else {
            return rules.utility(position, 0);
        };
        if let Some(value) = known.get(position) {
            return *value;
        }
        let values = rules.actions(position).into_iter().map(|house| {
            let mut after = *position;
            rules.play_unchecked(&mut after, &house);
            value(rules, &after, known)
        });
        let values: Vec<f64> = values.collect();
        let best = match player {
            0 => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            _ => values.iter().copied().fold(f64::INFINITY, f64::min),
        };
        known.insert(*position, best);
        best
    }

    #[test]
    fn outlook_key_and_settled_part_agree_with_plain_minimax() {
        for (houses, seeds, empty_capture) in
            [(3, 2, false), (3, 2, true), (4, 1, false), (2, 4, true)]
        {
            let rules = Rules {
                houses,
                seeds,
                empty_capture,
                ..STANDARD
            };
            let mut known = HashMap::new();
            value(&rules, &rules.start(), &mut known);
            assert!(known.len() > 100);
            let equipped = rules.equipped().unwrap();
            let (mut rest, mut brief) = (HashMap::new(), 0);
            for (position, value) in &known {
                let sign = [1.0, -1.0][usize::from(position.side)];
                let outlook = rules.outlook(position, (-2.0, 2.0));
                let text = rules.text(position);
                let seen = (outlook.least.0..=outlook.most.0).contains(&(sign * value));
                assert!(seen, "{text}: {outlook:?}, but {value} for south");
                if equipped.is_brief(position) {
                    let certain = Outlook::certain(sign * value, 0);
                    let looked_up = equipped.outlook(position, (-2.0, 2.0));
                    assert_eq!(looked_up, certain, "{text}");
                    brief += 1;
                }
                let open = sign * (value - rules.settled(position));
                let mut rows = position.houses;
                rows.rotate_left(usize::from(position.side));
                let key = rules.table_key(position).0;
                let stored = *rest.entry(key).or_insert((rows, open));
                assert_eq!(stored, (rows, open), "{text}");
            }
            assert!(brief > 20);
        }
    }

    #[test]
    fn other_turns_and_captures_promise_most() {
        let promises = |rules: Rules, text| {
            let position = rules.parse(text).unwrap();
            let mut houses = Vec::new();
            rules.candidates(&position, &mut houses);
            let mut noisy = Vec::new();
            rules.noisy_moves(&position, &mut noisy);
            for house in &houses {
                let promise = rules.promise(&position, house);
                assert!(promise == 0 || noisy.contains(house), "{text}: {house}");
            }
            houses.sort_by_key(|house| -rules.promise(&position, house));
            houses.iter().map(|house| house + 1).collect::<Vec<u8>>()
        };
        let start = "4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 south";
        assert_eq!(promises(STANDARD, start), [3, 6, 5, 4, 2, 1]);
        let text = "1,0,0,1,0,1 0 / 0,1,0,3,0,1 0 south";
        assert_eq!(promises(STANDARD, text), [6, 4, 1]);
        let lap = "13,0,0,0,0,2 0 / 0,1,0,0,0,0 0 south";
        assert_eq!(promises(STANDARD, lap), [1, 6]);
    }

    #[test]
    fn every_size_passes_the_conformance_battery() {
        for (houses, seeds, empty_capture) in
            [(1, 1, false), (1, 10, true), (3, 2, true), (12, 10, false)]
        {
            let rules = Rules {
                houses,
                seeds,
                empty_capture,
                ..STANDARD
            };
            let effort = Effort {
                positions: 300,
                games: 10,
                seed: 1,
            };
            if let Err(fault) = conformance::check(&rules, effort) {
                panic!("{rules:?}: {fault}");
            }
        }
    }
}
