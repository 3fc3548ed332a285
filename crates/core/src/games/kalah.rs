//! Kalah: sow seeds around the board and bring more of them home than the other side.
//!
//! Rules: <https://en.wikipedia.org/wiki/Kalah>. South begins. A player empties an own house and sows its seeds one by one
//! counter-clockwise, into the own store but not into the other one. A last seed in the own store gives another turn; a
//! last seed in an empty own house captures itself and what lies opposite, if anything does (option `empty_capture`: even
//! if nothing does). When a side has no seeds in its houses, whoever's turn it would be, the game is over and the other
//! side keeps what lies in its own houses.
//!
//! ```text
//!                  north                     houses[side][0] is the leftmost house as that side sits,
//!         5    4    3    2    1    0         so that sowing always goes upwards; house i lies opposite
//!   [N]                               [S]    house HOUSES - 1 - i; houses that the option leaves out
//!         0    1    2    3    4    5         stay empty, so that a side without seeds is all zeros
//!                  south
//! ```

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Notation, OptionFact, Options, Turn, Unit,
};
use crate::picture::{Form, Paint, Picture, Shape};

/// The most houses a side can have.
const MOST_HOUSES: usize = 12;
/// The most seeds a house can begin with: all seeds together then fit into a byte.
const MOST_SEEDS: usize = 10;
const SIDES: [&str; 2] = ["south", "north"];

/// What a seed in an own house is worth, compared with one in the store.
const HOUSE_WEIGHT: f64 = 0.25;

/// Where the seeds are and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    houses: [[u8; MOST_HOUSES]; 2],
    stores: [u8; 2],
    /// The side to move.
    side: u8,
}

/// Kalah with these options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    houses: usize,
    seeds: usize,
    empty_capture: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            houses: 6,
            seeds: 4,
            empty_capture: false,
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

impl Rules {
    /// All seeds at the start; no position has more.
    fn total(&self) -> usize {
        2 * self.houses * self.seeds
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
        let mover = usize::from(position.side);
        let (mut row, mut house) = (mover, usize::from(*house));
        let mut seeds = std::mem::take(&mut position.houses[mover][house]);
        while seeds > 0 {
            house += 1;
            if house == self.houses {
                if row == mover {
                    position.stores[mover] += 1;
                    seeds -= 1;
                    if seeds == 0 {
                        return; // another turn
                    }
                }
                (row, house) = (1 - row, 0);
            }
            position.houses[row][house] += 1;
            seeds -= 1;
        }
        if row == mover && position.houses[row][house] == 1 {
            let opposite = self.houses - 1 - house;
            if self.empty_capture || position.houses[1 - row][opposite] > 0 {
                let captured = std::mem::take(&mut position.houses[1 - row][opposite]);
                position.houses[row][house] = 0;
                position.stores[mover] += 1 + captured;
            }
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
        vec![
            Feature {
                name: "seeds in the store",
                weight: 1.0,
                amount: position.in_store(player) - position.in_store(other),
            },
            Feature {
                name: "seeds in the houses",
                weight: HOUSE_WEIGHT,
                amount: position.in_houses(player) - position.in_houses(other),
            },
        ]
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let worth = |side| position.in_store(side) + HOUSE_WEIGHT * position.in_houses(side);
        worth(player) - worth(1 - player)
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let [south, north] = [0, 1].map(|side| {
            let houses: Vec<_> = position.houses[side][..self.houses]
                .iter()
                .map(u8::to_string)
                .collect();
            format!("{} {}", houses.join(","), position.stores[side])
        });
        format!("{south} / {north} {}", SIDES[usize::from(position.side)])
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[south, south_store, "/", north, north_store, side] = words.as_slice() else {
            return Err(format!(
                "it is south's houses and store, those of north and the side to move, as in \"{}\"",
                self.text(&self.start())
            ));
        };
        let mut position = Position {
            houses: [[0; MOST_HOUSES]; 2],
            stores: [0; 2],
            side: 0,
        };
        let mut total = 0;
        let mut seeds = |word: &str| {
            let seeds: u8 = word
                .parse()
                .map_err(|_| format!("\"{word}\" is no number of seeds"))?;
            total += usize::from(seeds);
            Ok::<u8, String>(seeds)
        };
        for (side, (row, store)) in [(south, south_store), (north, north_store)]
            .into_iter()
            .enumerate()
        {
            let counts: Vec<&str> = row.split(',').collect();
            if counts.len() != self.houses {
                return Err(format!(
                    "{} has {} houses, not {}",
                    SIDES[side],
                    self.houses,
                    counts.len()
                ));
            }
            for (house, count) in counts.into_iter().enumerate() {
                position.houses[side][house] = seeds(count)?;
            }
            position.stores[side] = seeds(store)?;
        }
        if total > self.total() {
            return Err(format!(
                "there are at most {} seeds, not {total}",
                self.total()
            ));
        }
        position.side = SIDES
            .iter()
            .position(|name| *name == side)
            .ok_or_else(|| format!("\"{side}\" is neither south nor north"))?
            as u8;
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

/// What a click on a house is called: `s1` is the leftmost house of south.
fn site(side: usize, house: usize) -> String {
    format!("{}{}", ["s", "n"][side], house + 1)
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let width = self.houses as f64 + 2.6;
        let mut picture = Picture::new(width, 4.2);
        picture.add(
            Shape::new(Form::Pit, width / 2.0, 1.8)
                .size(width, 2.6)
                .fill(Paint::Board),
        );
        for (side, name) in SIDES.into_iter().enumerate() {
            let x = [width - 0.65, 0.65][side];
            picture.add(
                Shape::new(Form::Pit, x, 1.8)
                    .size(0.9, 2.2)
                    .fill(Paint::Player(side))
                    .text(position.stores[side].to_string(), Paint::Ink)
                    .title(format!("{name}'s store, {}", position.stores[side])),
            );
            for house in 0..self.houses {
                let from_left = [house, self.houses - 1 - house][side];
                let x = from_left as f64 + 1.8;
                let seeds = position.houses[side][house];
                picture.add(
                    Shape::new(Form::Pit, x, [2.4, 1.2][side])
                        .size(0.88, 0.88)
                        .fill(Paint::Light)
                        .text(
                            seeds.to_string(),
                            if seeds > 0 { Paint::Ink } else { Paint::Faint },
                        )
                        .title(format!("{name}'s house {}, {seeds}", house + 1))
                        .site(site(side, house)),
                );
                picture.add(
                    Shape::new(Form::Label, x, [3.3, 0.25][side])
                        .size(0.9, 0.4)
                        .text((house + 1).to_string(), Paint::Faint),
                );
            }
        }
        let status = match self.turn(position) {
            Turn::Over => {
                let [south, north] =
                    [0, 1].map(|side| position.in_store(side) + position.in_houses(side));
                format!("over, {south} to {north}")
            }
            _ => format!("{} to move", SIDES[usize::from(position.side)]),
        };
        picture.add(
            Shape::new(Form::Label, width / 2.0, 3.85)
                .size(width, 0.5)
                .text(status, Paint::Ink),
        );
        picture
    }

    fn sites(&self, position: &Position, house: &u8) -> Vec<String> {
        vec![site(usize::from(position.side), usize::from(*house))]
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
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let default = Rules::default();
        Ok(Rules {
            houses: options.number("houses", default.houses, 1..=MOST_HOUSES)?,
            seeds: options.number("seeds", default.seeds, 1..=MOST_SEEDS)?,
            empty_capture: options.choice("empty_capture", &["off", "on"])? == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Effort};

    const STANDARD: Rules = Rules {
        houses: 6,
        seeds: 4,
        empty_capture: false,
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
    fn every_size_passes_the_conformance_battery() {
        for (houses, seeds, empty_capture) in
            [(1, 1, false), (1, 10, true), (3, 2, true), (12, 10, false)]
        {
            let rules = Rules {
                houses,
                seeds,
                empty_capture,
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

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        let refusal = |text| STANDARD.parse(text).unwrap_err();
        assert_eq!(
            refusal("4,4,4,4,4,4 0 4,4,4,4,4,4 0 south"),
            "it is south's houses and store, those of north and the side to move, \
             as in \"4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 south\""
        );
        assert_eq!(
            refusal("4,4,4,4,4 0 / 4,4,4,4,4,4 0 south"),
            "south has 6 houses, not 5"
        );
        assert_eq!(
            refusal("4,4,4,4,4,4 0 / 4,4,4,4,4,4,4 0 south"),
            "north has 6 houses, not 7"
        );
        assert_eq!(
            refusal("4,4,4,4,4,-4 0 / 4,4,4,4,4,4 0 south"),
            "\"-4\" is no number of seeds"
        );
        assert_eq!(
            refusal("4,4,4,4,4,4 256 / 4,4,4,4,4,4 0 south"),
            "\"256\" is no number of seeds"
        );
        assert_eq!(
            refusal("4,4,4,4,4,4 1 / 4,4,4,4,4,4 0 south"),
            "there are at most 48 seeds, not 49"
        );
        assert_eq!(
            refusal("4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 west"),
            "\"west\" is neither south nor north"
        );
    }
}
