//! The rules of awari in their corners, and once more seed by seed.

use super::*;
use crate::conformance::{self, Effort};
use crate::control::Random;
use crate::history::History;

fn rules(options: &[(&str, &str)]) -> Rules {
    let given = options
        .iter()
        .map(|(name, value)| ((*name).into(), (*value).into()))
        .collect();
    Rules::with_options(&Options::new(given, Rules::OPTIONS).unwrap()).unwrap()
}

fn every_rules() -> impl Iterator<Item = Rules> {
    ["nothing", "forbidden", "forfeit"]
        .into_iter()
        .flat_map(|slam| ["result", "seeds"].map(|score| (slam, score)))
        .flat_map(|(slam, score)| {
            ["own", "split"]
                .map(|cycle| rules(&[("grand_slam", slam), ("score", score), ("cycle", cycle)]))
        })
}

/// The position after these moves, with the rules' defaults unless said otherwise.
fn after(rules: Rules, text: &str, moves: &str) -> String {
    let mut position = rules.parse(text).unwrap();
    for name in moves.split_whitespace() {
        let house = rules
            .read_move(&position, name)
            .unwrap_or_else(|| panic!("{name} in {}", rules.text(&position)));
        rules.play_unchecked(&mut position, &house);
    }
    rules.text(&position)
}

fn legal(rules: Rules, text: &str) -> String {
    let position = rules.parse(text).unwrap();
    let moves = rules.actions(&position);
    let names = moves.iter().map(|house| rules.move_text(&position, house));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn sowing_goes_around_and_leaves_out_where_it_began() {
    let awari = rules(&[]);
    let start = "4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 south";
    assert_eq!(
        after(awari, start, "C"),
        "4,4,0,5,5,5 0 / 5,4,4,4,4,4 0 north"
    );
    assert_eq!(
        after(awari, start, "C f"),
        "5,5,1,6,5,5 0 / 5,4,4,4,4,0 0 south"
    );
    assert_eq!(
        after(awari, "0,0,0,0,12,0 0 / 0,0,0,0,0,0 0 south", "E"),
        "1,1,1,1,0,2 0 / 1,1,1,1,1,1 0 north",
        "the twelfth seed falls beside the house they came from"
    );
    assert_eq!(
        after(awari, "24,0,0,0,0,0 0 / 5,0,0,0,0,0 0 south", "A"),
        "0,3,3,2,2,2 0 / 7,2,2,2,2,2 0 north",
        "two laps leave the house empty twice"
    );
}

#[test]
fn twos_and_threes_are_captured_backwards_until_the_chain_breaks() {
    let awari = rules(&[]);
    assert_eq!(
        after(awari, "0,0,0,0,0,5 0 / 1,3,2,1,2,4 0 south", "F"),
        "0,0,0,0,0,0 8 / 2,4,0,0,0,4 0 north"
    );
    assert_eq!(
        after(awari, "0,0,0,0,0,2 0 / 3,0,2,2,0,0 0 south", "F"),
        "0,0,0,0,0,0 0 / 4,1,2,2,0,0 0 north",
        "one seed is no capture, and nor are houses further on"
    );
    assert_eq!(
        after(awari, "0,0,0,2,1,0 0 / 4,0,0,0,0,0 0 south", "D"),
        "0,0,0,0,2,1 0 / 4,0,0,0,0,0 0 north",
        "nothing is captured on the own side"
    );
    assert_eq!(
        after(awari, "2,1,5,0,0,0 3 / 0,0,0,4,2,2 5 north", "f"),
        "0,0,5,0,0,0 3 / 0,0,0,4,2,0 10 south",
        "the chain ends where the row does"
    );
}

#[test]
fn a_grand_slam_is_what_the_option_says() {
    let text = "3,0,0,0,0,2 10 / 1,2,0,0,0,0 12 south";
    assert_eq!(
        after(rules(&[]), text, "F"),
        "3,0,0,0,0,0 10 / 2,3,0,0,0,0 12 north",
        "it captures nothing"
    );
    let forbidden = rules(&[("grand_slam", "forbidden")]);
    assert_eq!(legal(forbidden, text), "A");
    let only = "0,0,0,0,1,2 10 / 1,2,0,0,0,0 12 south";
    assert_eq!(legal(forbidden, only), "E");
    let only = "0,0,0,0,0,2 10 / 1,2,0,0,0,0 12 south";
    assert_eq!(legal(forbidden, only), "F", "there is no other move");
    assert_eq!(
        after(forbidden, only, "F"),
        "0,0,0,0,0,0 15 / 0,0,0,0,0,0 12 north"
    );
    assert_eq!(
        after(rules(&[("grand_slam", "forfeit")]), text, "F"),
        "0,0,0,0,0,0 15 / 0,0,0,0,0,0 15 north",
        "what remains goes to the other side"
    );
}

#[test]
fn an_opponent_without_seeds_is_fed() {
    let text = "0,4,3,3,0,1 0 / 0,0,0,0,0,0 0 south";
    assert_eq!(legal(rules(&[]), text), "D F");
    let text = "7,0,0,0,0,0 0 / 0,0,0,0,0,0 0 south";
    assert_eq!(legal(rules(&[]), text), "A");
}

#[test]
fn who_cannot_feed_keeps_what_is_left() {
    let awari = rules(&[("score", "seeds")]);
    for (text, lead) in [
        ("5,0,3,0,0,0 10 / 0,0,0,0,0,0 12 south", 6.0),
        ("0,0,0,0,0,0 10 / 0,0,0,0,0,1 12 south", -3.0),
        ("0,0,0,0,0,0 10 / 0,2,0,0,0,0 12 north", -4.0),
    ] {
        let position = awari.parse(text).unwrap();
        assert_eq!(awari.turn(&position), Turn::Over, "{text}");
        assert_eq!(awari.utility(&position, 0), lead, "{text}");
        assert_eq!(awari.utility(&position, 1), -lead, "{text}");
    }
}

#[test]
fn twenty_five_seeds_decide_unless_every_seed_counts() {
    let text = "2,0,0,0,0,3 25 / 0,5,0,0,0,0 13 north";
    let awari = rules(&[]);
    let position = awari.parse(text).unwrap();
    assert_eq!(awari.turn(&position), Turn::Over);
    assert_eq!(
        [0, 1].map(|player| awari.utility(&position, player)),
        [1.0, -1.0]
    );
    let seeds = rules(&[("score", "seeds")]);
    assert_eq!(seeds.turn(&position), Turn::Player(1));
    let draw = awari
        .parse("0,0,0,0,0,0 24 / 0,0,0,0,0,0 24 south")
        .unwrap();
    assert_eq!(awari.turn(&draw), Turn::Over);
    assert_eq!(awari.utility(&draw, 0), 0.0);
}

#[test]
fn a_position_that_comes_back_ends_the_game() {
    let text = "1,1,0,0,0,0 20 / 1,0,0,0,0,0 20 south";
    let moves = "B a A b C c D d E e F f";
    for (options, lead) in [
        (&[("score", "seeds")][..], 1.0),
        (&[][..], 1.0),
        (&[("score", "seeds"), ("cycle", "split")][..], 0.0),
        (&[("cycle", "split")][..], 0.0),
    ] {
        let awari = rules(options);
        let mut position = awari.parse(text).unwrap();
        let mut history = History::new(&awari, &position);
        for name in moves.split_whitespace() {
            assert_ne!(history.turn(&awari, &position), Turn::Over, "{name}");
            let house = awari.read_move(&position, name).unwrap();
            awari.play_unchecked(&mut position, &house);
            history = history.after(&awari, &position);
        }
        assert_eq!(awari.text(&position), text);
        assert_eq!(history.turn(&awari, &position), Turn::Over);
        assert_eq!(history.utility(&awari, &position, 0), lead, "{options:?}");
    }
}

#[test]
fn nothing_from_before_a_capture_can_come_back() {
    let awari = rules(&[]);
    let mut position = awari.parse("0,0,0,0,1,1 0 / 1,4,0,0,0,0 0 south").unwrap();
    awari.play_unchecked(&mut position, &4);
    assert!(!awari.is_irreversible(&position));
    let mut position = awari.parse("0,0,0,0,1,1 0 / 1,4,0,0,0,0 0 south").unwrap();
    awari.play_unchecked(&mut position, &5);
    assert!(awari.is_irreversible(&position));
}

#[test]
fn captures_are_noisy_but_a_grand_slam_that_captures_nothing_is_not() {
    let noisy = |rules: Rules, text| {
        let position = rules.parse(text).unwrap();
        let mut noisy = Vec::new();
        rules.noisy_moves(&position, &mut noisy);
        noisy
    };
    let text = "0,0,0,3,1,2 10 / 1,2,0,0,0,0 12 south";
    assert_eq!(noisy(rules(&[]), text), [3]);
    assert_eq!(noisy(rules(&[("grand_slam", "forfeit")]), text), [3, 5]);
    assert_eq!(noisy(rules(&[("grand_slam", "forbidden")]), text), [3]);
}

#[test]
fn a_move_is_read_in_every_spelling() {
    let awari = rules(&[]);
    let start = awari.start();
    for spelling in ["C", "c", "3"] {
        assert_eq!(awari.read_move(&start, spelling), Some(2), "{spelling}");
    }
    for wrong in ["G", "g", "0", "7", "", "CC", "é", "@"] {
        assert_eq!(awari.read_move(&start, wrong), None, "{wrong}");
    }
}

/// The rules once more, seed by seed: the houses of both sides in a circle, the mover's first.
struct Plain {
    houses: [u8; 2 * HOUSES],
    stores: [u8; 2],
}

impl Plain {
    fn of(position: &Position) -> Plain {
        let rows = [position.own, position.other].map(u64::to_le_bytes);
        let mut houses = [0; 2 * HOUSES];
        houses[..HOUSES].copy_from_slice(&rows[0][..HOUSES]);
        houses[HOUSES..].copy_from_slice(&rows[1][..HOUSES]);
        Plain {
            houses,
            stores: rows.map(|row| row[HOUSES]),
        }
    }

    /// Sows and lists the houses that a capture would empty.
    fn sow(&mut self, house: usize) -> Vec<usize> {
        let mut place = house;
        for _ in 0..std::mem::take(&mut self.houses[house]) {
            place = (place + 1) % 12;
            if place == house {
                place = (place + 1) % 12;
            }
            self.houses[place] += 1;
        }
        (HOUSES..=place)
            .rev()
            .take_while(|place| matches!(self.houses[*place], 2 | 3))
            .collect()
    }

    fn is_slam(&self, captured: &[usize]) -> bool {
        let mut rest = (HOUSES..12).filter(|place| !captured.contains(place));
        !captured.is_empty() && rest.all(|place| self.houses[place] == 0)
    }

    fn legal(&self, rules: &Rules) -> Vec<u8> {
        let starved = self.houses[HOUSES..].iter().all(|seeds| *seeds == 0);
        let mut legal: Vec<u8> = (0..6)
            .filter(|house| {
                let seeds = self.houses[usize::from(*house)];
                seeds > 0 && (!starved || seeds + house >= 6)
            })
            .collect();
        if rules.grand_slam == GrandSlam::Forbidden {
            let others = legal.iter().copied().filter(|house| {
                let mut sown = Plain { ..*self };
                let captured = sown.sow(usize::from(*house));
                !sown.is_slam(&captured)
            });
            let others: Vec<u8> = others.collect();
            if !others.is_empty() {
                legal = others;
            }
        }
        legal
    }

    fn play(&mut self, rules: &Rules, house: u8) {
        let mut captured = self.sow(usize::from(house));
        if self.is_slam(&captured) {
            match rules.grand_slam {
                GrandSlam::Nothing => captured.clear(),
                GrandSlam::Forbidden => {}
                GrandSlam::Forfeit => {
                    let rest: u8 = self.houses[..HOUSES].iter().sum();
                    self.houses[..HOUSES].fill(0);
                    self.stores[1] += rest;
                }
            }
        }
        for place in captured {
            self.stores[0] += std::mem::take(&mut self.houses[place]);
        }
        self.houses.rotate_left(HOUSES);
        self.stores.swap(0, 1);
    }
}

#[test]
fn rows_of_bytes_play_as_houses_one_by_one() {
    let mut random = Random::new(1);
    let mut slams = 0;
    for awari in every_rules() {
        for _ in 0..5_000 {
            // Few seeds on the other side, so that grand slams and starvation are common.
            let mut position = awari.start();
            (position.own, position.other) = (0, 0);
            for _ in 0..random.below(49) {
                position.own += 1 << (8 * random.below(7));
            }
            for _ in 0..random.below(8).min(48 - seeds_of(position.own)) {
                position.other += 1 << (8 * random.below(7));
            }
            let plain = Plain::of(&position);
            let movable = plain.legal(&awari);
            let mut moves = Vec::new();
            awari.moves(&position, &mut moves);
            assert_eq!(moves, movable, "{}", awari.text(&position));
            for house in moves {
                let (mut position, mut plain) = (position, Plain { ..plain });
                let text = awari.text(&position);
                awari.play_unchecked(&mut position, &house);
                plain.play(&awari, house);
                let result = Plain::of(&position);
                assert_eq!(result.houses, plain.houses, "{house} in {text}");
                assert_eq!(result.stores, plain.stores, "{house} in {text}");
                slams += usize::from(position.own & ROW == 0);
            }
        }
    }
    assert!(slams > 100, "only {slams} moves left nothing");
}

fn seeds_of(row: u64) -> usize {
    (seeds_in_store(row) + seeds_in_houses(row)) as usize
}

#[test]
fn every_option_passes_the_conformance_battery() {
    for rules in every_rules() {
        let effort = Effort {
            positions: 500,
            games: 10,
            seed: 1,
        };
        if let Err(fault) = conformance::check(&rules, effort) {
            panic!("{rules:?}: {fault}");
        }
    }
}

#[test]
fn captures_promise_what_they_bring() {
    let text = "0,0,0,0,1,3 0 / 1,2,2,0,0,1 0 south";
    let promises = |rules: Rules| {
        let position = rules.parse(text).unwrap();
        let promise = |house| rules.promise(&position, house);
        rules
            .actions(&position)
            .iter()
            .map(promise)
            .collect::<Vec<_>>()
    };
    assert_eq!(promises(rules(&[])), [0, 8], "two, three and three seeds");
    let slam = "0,0,0,0,1,2 0 / 1,2,0,0,0,0 0 south";
    for (option, promise) in [("nothing", 0), ("forfeit", 0), ("forbidden", 5)] {
        let rules = rules(&[("grand_slam", option)]);
        assert_eq!(rules.promise(&rules.parse(slam).unwrap(), &5), promise);
    }
}

#[test]
fn who_cannot_catch_up_cannot_win() {
    let outlook = |options: &[(&str, &str)], text| {
        let rules = rules(options);
        let Outlook { least, most } = rules.outlook(&rules.parse(text).unwrap(), (-1.0, 1.0));
        (least.0, most.0)
    };
    let (open, ahead) = (
        "1,0,0,0,0,3 20 / 1,1,0,0,0,0 22 south",
        "0,0,0,0,0,3 20 / 1,0,0,0,0,0 24 south",
    );
    let (lowest, highest) = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(outlook(&[], open), (lowest, highest));
    assert_eq!(
        outlook(&[], ahead),
        (lowest, 0.0),
        "with all four seeds it is a draw"
    );
    let ahead = ahead.replace("south", "north");
    assert_eq!(outlook(&[], &ahead), (0.0, highest));
    assert_eq!(outlook(&[("score", "seeds")], open), (-8.0, 4.0));
}
