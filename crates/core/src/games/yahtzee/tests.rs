//! Boxes, bonuses, jokers and exact values.

use std::collections::HashMap;

use super::notation::read_dice;
use super::*;
use crate::conformance::{self, Effort};
use crate::control::{Control, Limits};
use crate::history::History;
use crate::score::Kind;
use crate::search::{Method, Request, search};

const FORCED: Rules = Rules {
    joker: Joker::Forced,
};
const FREE: Rules = Rules { joker: Joker::Free };
const NONE: Rules = Rules { joker: Joker::None };

/// The boxes offered for the dice and what each would score.
fn offers(rules: Rules, text: &str) -> Vec<(&'static str, u8)> {
    let position = rules.parse(text).unwrap();
    rules
        .boxes(&position)
        .map(|number| (NAMES[number], rules.points(&position, number)))
        .collect()
}

fn play(rules: Rules, position: Position, words: &str) -> Position {
    let actions = rules.actions(&position);
    let wanted = |action: &&Move| rules.move_text(&position, action) == words;
    let action = actions.iter().find(wanted);
    let mut position = position;
    rules.play_unchecked(
        &mut position,
        action.unwrap_or_else(|| panic!("\"{words}\" is not offered")),
    );
    position
}

/// The expected total under best play, with every position computed once.
fn expected(rules: &Rules, position: Position, known: &mut HashMap<Position, f64>) -> f64 {
    if let Some(value) = known.get(&position) {
        return *value;
    }
    let value = match rules.turn(&position) {
        Turn::Over => rules.utility(&position, 0),
        Turn::Chance => {
            let mut chances = Vec::new();
            rules.chances(&position, &mut chances);
            let mut mean = 0.0;
            for (roll, probability) in chances {
                let child = rules.play(position, roll).unwrap();
                mean += probability * expected(rules, child, known);
            }
            mean
        }
        Turn::Player(_) => rules
            .actions(&position)
            .into_iter()
            .map(|action| {
                let mut child = position;
                rules.play_unchecked(&mut child, &action);
                expected(rules, child, known)
            })
            .fold(0.0, f64::max),
    };
    known.insert(position, value);
    value
}

/// The position before the first roll with this box open and nothing in the others, but 5 in chance.
fn one_box_left(name: &str) -> Position {
    let mut position = NONE.start();
    for (number, score) in position.scores.iter_mut().enumerate() {
        *score = match NAMES[number] {
            open if open == name => OPEN,
            "chance" => 5,
            _ => 0,
        };
    }
    position
}

#[test]
fn hands_score_what_the_rules_say_in_each_box() {
    // Aces to sixes, three, four of a kind, full house, straights, chance, yahtzee.
    for (dice, points) in [
        ("11111", [5, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0, 5, 50]),
        ("66666", [0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 30, 50]),
        ("22233", [0, 6, 6, 0, 0, 0, 12, 0, 25, 0, 0, 12, 0]),
        ("22333", [0, 4, 9, 0, 0, 0, 13, 0, 25, 0, 0, 13, 0]),
        ("44445", [0, 0, 0, 16, 5, 0, 21, 21, 0, 0, 0, 21, 0]),
        ("12345", [1, 2, 3, 4, 5, 0, 0, 0, 0, 30, 40, 15, 0]),
        ("23456", [0, 2, 3, 4, 5, 6, 0, 0, 0, 30, 40, 20, 0]),
        ("12346", [1, 2, 3, 4, 0, 6, 0, 0, 0, 30, 0, 16, 0]),
        ("13456", [1, 0, 3, 4, 5, 6, 0, 0, 0, 30, 0, 19, 0]),
        ("23345", [0, 2, 6, 4, 5, 0, 0, 0, 0, 30, 0, 17, 0]),
        ("12356", [1, 2, 3, 0, 5, 6, 0, 0, 0, 0, 0, 17, 0]),
        ("12456", [1, 2, 0, 4, 5, 6, 0, 0, 0, 0, 0, 18, 0]),
        ("11223", [2, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0]),
        ("33356", [0, 0, 9, 0, 5, 6, 20, 0, 0, 0, 0, 20, 0]),
    ] {
        let text = format!("-,-,-,-,-,- -,-,-,-,-,-,- +0 {dice} 0");
        let position = FORCED.parse(&text).unwrap();
        let scored: Vec<u8> = (0..BOXES)
            .map(|number| FORCED.points(&position, number))
            .collect();
        assert_eq!(scored, points, "{dice}");
    }
}

#[test]
fn a_forced_joker_must_use_the_matching_upper_box_then_a_lower_then_any() {
    let matching_open = "-,-,-,-,-,- -,-,-,-,-,-,50 +0 44444 0";
    assert_eq!(offers(FORCED, matching_open), [("fours", 20)]);
    let after_a_zero = "-,-,-,-,-,- -,-,-,-,-,-,0 +0 44444 0";
    assert_eq!(offers(FORCED, after_a_zero), [("fours", 20)]);
    let matching_filled = "-,-,-,12,-,- -,20,-,-,-,-,50 +0 44444 0";
    assert_eq!(
        offers(FORCED, matching_filled),
        [
            ("three-of-a-kind", 20),
            ("full-house", 25),
            ("small-straight", 30),
            ("large-straight", 40),
            ("chance", 20)
        ]
    );
    let lower_filled = "-,-,9,12,15,18 20,20,25,30,40,20,50 +0 44444 0";
    assert_eq!(offers(FORCED, lower_filled), [("aces", 0), ("twos", 0)]);
}

#[test]
fn a_free_joker_counts_in_full_once_the_matching_upper_box_is_filled() {
    let open = "-,-,9,-,15,18 20,20,-,30,-,20,50 +0 44444 0";
    assert_eq!(
        offers(FREE, open),
        [
            ("aces", 0),
            ("twos", 0),
            ("fours", 20),
            ("full-house", 0),
            ("large-straight", 0)
        ]
    );
    let filled = "-,-,9,12,15,18 20,20,-,30,-,20,50 +0 44444 0";
    assert_eq!(
        offers(FREE, filled),
        [
            ("aces", 0),
            ("twos", 0),
            ("full-house", 25),
            ("large-straight", 40)
        ]
    );
    assert_eq!(
        offers(NONE, filled),
        [
            ("aces", 0),
            ("twos", 0),
            ("full-house", 0),
            ("large-straight", 0)
        ]
    );
}

#[test]
fn the_first_yahtzee_is_scored_where_the_player_likes() {
    let text = "-,-,9,12,15,18 20,20,-,30,40,20,- +0 44444 0";
    assert_eq!(
        offers(FORCED, text),
        [("aces", 0), ("twos", 0), ("full-house", 0), ("yahtzee", 50)]
    );
}

#[test]
fn an_extra_yahtzee_brings_100_points_only_after_a_50() {
    for (rules, yahtzee, gain) in [
        (FORCED, 50, 120),
        (FORCED, 0, 20),
        (FREE, 50, 120),
        (NONE, 50, 20),
    ] {
        let text = format!("-,-,-,-,-,- -,-,-,-,-,-,{yahtzee} +0 44444 0");
        let before = rules.parse(&text).unwrap();
        let after = play(rules, before, "fours");
        assert_eq!(after.total() - before.total(), gain, "{rules:?} {yahtzee}");
    }
}

#[test]
fn upper_boxes_bring_35_points_from_63_on() {
    let total = |text| FORCED.parse(text).unwrap().total();
    assert_eq!(total("3,6,9,12,15,12 -,-,-,-,-,-,- +0 ????? 3"), 57);
    assert_eq!(total("3,6,9,12,15,18 -,-,-,-,-,-,- +0 ????? 3"), 63 + 35);
    assert_eq!(total("2,8,9,12,15,18 -,-,-,-,-,-,- +0 ????? 3"), 64 + 35);
}

#[test]
fn thirteen_yahtzees_score_1575() {
    let turns = [
        ("66666", "yahtzee"),
        ("11111", "aces"),
        ("22222", "twos"),
        ("33333", "threes"),
        ("44444", "fours"),
        ("55555", "fives"),
        ("66666", "sixes"),
        ("66666", "three-of-a-kind"),
        ("66666", "four-of-a-kind"),
        ("66666", "full-house"),
        ("66666", "small-straight"),
        ("66666", "large-straight"),
        ("66666", "chance"),
    ];
    let mut position = FORCED.start();
    for (roll, name) in turns {
        position = play(FORCED, position, roll);
        position = play(FORCED, position, name);
    }
    assert_eq!(FORCED.turn(&position), Turn::Over);
    assert_eq!(FORCED.utility(&position, 0), 1575.0);
    assert_eq!(FORCED.facts().utilities, (5.0, 1575.0));
}

#[test]
fn five_dice_roll_in_252_ways_and_keep_in_462() {
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|number: usize| ROLLS[number].len()),
        [1, 6, 21, 56, 126, 252]
    );
    let position = FORCED
        .parse("-,-,-,-,-,- -,-,-,-,-,-,- +0 12335 2")
        .unwrap();
    let keeps = FORCED.actions(&position).len() - BOXES;
    assert_eq!(keeps, 2 * 2 * 3 * 2 - 1, "all choices but all five");
}

/// One box left and no bonus rules: the expected score of that box, computed by dynamic programming elsewhere.
const ONE_BOX: [(&str, f64); 9] = [
    ("aces", 2.10648148),
    ("sixes", 12.63888889),
    ("three-of-a-kind", 15.19466129),
    ("four-of-a-kind", 5.61126343),
    ("full-house", 9.07207196),
    ("small-straight", 18.46326939),
    ("large-straight", 10.44380067),
    ("yahtzee", 2.30143213),
    ("chance", 23.33333333),
];

#[test]
fn one_box_left_is_worth_what_it_is_known_to_be_worth() {
    for (name, value) in ONE_BOX {
        let position = one_box_left(name);
        let so_far = f64::from(position.total());
        let score = expected(&NONE, position, &mut HashMap::new()) - so_far;
        assert!((score - value).abs() < 1e-8, "{name}: {score}");
    }
}

#[test]
fn expectiminimax_finds_the_same_values_as_the_table_of_positions() {
    for (name, _) in ONE_BOX {
        for first in ["1????", "3456?", "13346", "66666"] {
            let mut position = one_box_left(name);
            position.dice = read_dice(first).unwrap();
            position.rolls = 2;
            let request = Request {
                method: Some(Method::Expectiminimax),
                ..Request::default()
            };
            let control = Control::new(Limits::default());
            let report = search(&NONE, &position, &History::default(), &request, &control).unwrap();
            let value = expected(&NONE, position, &mut HashMap::new());
            assert_eq!(report.value.kind, Kind::Proved);
            assert!(
                (report.value.utility - value).abs() < 1e-9,
                "{name} {first}: {} instead of {value}",
                report.value.utility
            );
        }
    }
}

#[test]
#[ignore = "visits every line of a turn"]
fn expectiminimax_solves_a_whole_turn() {
    let position = one_box_left("yahtzee");
    let request = Request {
        method: Some(Method::Expectiminimax),
        ..Request::default()
    };
    let control = Control::new(Limits::default());
    let report = search(&NONE, &position, &History::default(), &request, &control).unwrap();
    let score = report.value.utility - f64::from(position.total());
    assert!((score - 2.30143213).abs() < 1e-8, "{score}");
}

/// The expected total of a whole game under best play. A table holds the points still to come by open boxes, by
/// whether the yahtzee box holds 50, and by upper points up to 63; what dice score and where they may go is asked
/// of the rules.
fn whole_game(rules: Rules) -> f64 {
    let mut keeps: Vec<Dice> = Vec::new();
    Dice(0x55_5555).choices(|dice| {
        if dice.faces().count() <= 5 {
            keeps.push(dice);
        }
    });
    keeps.sort_by_key(|dice| std::cmp::Reverse(dice.len()));
    let index: HashMap<Dice, usize> = keeps.iter().copied().zip(0..).collect();
    let one_more: Vec<[usize; 6]> = keeps[252..]
        .iter()
        .map(|dice| [1, 2, 3, 4, 5, 6].map(|face| index[&dice.and(Dice::of(face, 1))]))
        .collect();
    let below: Vec<Vec<usize>> = keeps[..252]
        .iter()
        .map(|dice| {
            let mut parts = Vec::new();
            dice.choices(|part| parts.push(index[&part]));
            parts
        })
        .collect();
    let place = |open: usize, fifty: usize, upper: usize| (open * 2 + fifty) * 64 + upper;
    let mut to_come = vec![0.0_f64; (1 << BOXES) * 2 * 64];
    let mut options: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); 252];
    for open in 1..1 << BOXES {
        for fifty in 0..2 {
            if fifty == 1 && open >> YAHTZEE & 1 == 1 {
                continue;
            }
            let mut position = rules.start();
            for number in (0..BOXES).filter(|number| open >> number & 1 == 0) {
                position.scores[number] = 0;
            }
            if fifty == 1 {
                position.scores[YAHTZEE] = 50;
            }
            for (dice, options) in keeps.iter().zip(&mut options) {
                options.clear();
                position.dice = *dice;
                options.extend(rules.boxes(&position).map(|number| {
                    let mut after = position;
                    rules.play_unchecked(&mut after, &Move::Score(number as u8));
                    (
                        number,
                        usize::from(after.scores[number]),
                        usize::from(after.extra),
                    )
                }));
            }
            for upper in 0..64 {
                let mut value = vec![0.0_f64; keeps.len()];
                for (value, options) in value.iter_mut().zip(&options) {
                    for (number, points, extra) in options {
                        let reached = upper + if *number < LOWER { *points } else { 0 };
                        let bonus = upper < 63 && reached >= 63;
                        let fifty = fifty | usize::from(*number == YAHTZEE && *points == 50);
                        let rest = to_come[place(open ^ 1 << number, fifty, reached.min(63))];
                        let gain = points + 100 * extra + 35 * usize::from(bonus);
                        *value = value.max(gain as f64 + rest);
                    }
                }
                for _ in 0..2 {
                    average(&mut value, &one_more);
                    let best = |parts: &Vec<usize>| {
                        parts.iter().map(|part| value[*part]).fold(0.0, f64::max)
                    };
                    let after: Vec<f64> = below.iter().map(best).collect();
                    value[..252].copy_from_slice(&after);
                }
                average(&mut value, &one_more);
                to_come[place(open, fifty, upper)] = *value.last().unwrap();
            }
        }
    }
    to_come[place((1 << BOXES) - 1, 0, 0)]
}

/// Fills in the values of fewer than five dice from those with one die more.
fn average(value: &mut [f64], one_more: &[[usize; 6]]) {
    for (kept, more) in one_more.iter().enumerate() {
        value[252 + kept] = more.iter().map(|dice| value[*dice]).sum::<f64>() / 6.0;
    }
}

#[test]
#[ignore = "fills a table of half a million entries three times"]
fn the_whole_game_is_worth_what_it_is_known_to_be_worth() {
    // Verhoeff 1999 for the second; the others computed elsewhere.
    for (rules, value) in [
        (FORCED, 254.5877287345),
        (FREE, 254.589609482),
        (NONE, 245.8707745141),
    ] {
        let found = whole_game(rules);
        assert!((found - value).abs() < 1e-8, "{rules:?}: {found}");
    }
}

#[test]
fn every_option_passes_the_conformance_battery() {
    for rules in [FREE, NONE] {
        let effort = Effort {
            positions: 300,
            games: 10,
            seed: 1,
        };
        if let Err(fault) = conformance::check(&rules, effort) {
            panic!("{rules:?}: {fault}");
        }
    }
    // Late in the game most branches of the rules meet: yahtzees with few boxes left.
    let position = FORCED
        .parse("-,2,9,12,15,18 20,20,-,30,40,20,50 +1 111?? 1")
        .unwrap();
    assert_eq!(
        FORCED.text(&position),
        "-,2,9,12,15,18 20,20,-,30,40,20,50 +1 111?? 1"
    );
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let refusal = |text| FORCED.parse(text).unwrap_err();
    assert_eq!(
        refusal(""),
        "it is six upper and seven lower boxes, extra yahtzees, dice and rolls left, \
         as in \"-,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3\""
    );
    assert_eq!(
        refusal("-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3"),
        "there are 6 upper boxes, not 5"
    );
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,-,- +0 ????? 3"),
        "there are 7 lower boxes, not 8"
    );
    for (number, wrong) in [
        "6", "5", "18", "3", "7", "31", "4", "31", "20", "15", "30", "4", "100",
    ]
    .into_iter()
    .enumerate()
    {
        let mut boxes = vec!["-"; BOXES];
        boxes[number] = wrong;
        let (upper, lower) = boxes.split_at(LOWER);
        let text = format!("{} {} +0 ????? 3", upper.join(","), lower.join(","));
        let expected = format!("\"{wrong}\" is no score for {}", NAMES[number]);
        assert_eq!(FORCED.parse(&text).unwrap_err(), expected);
    }
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- 0 ????? 3"),
        "\"0\" is no number of extra yahtzees, such as +0"
    );
    assert_eq!(
        refusal("1,-,-,-,-,- -,-,-,-,-,-,50 +2 ????? 3"),
        "there are at most 1 extra yahtzees on this card, not 2"
    );
    assert_eq!(
        NONE.parse("1,-,-,-,-,- -,-,-,-,-,-,50 +1 ????? 3")
            .unwrap_err(),
        "there are at most 0 extra yahtzees on this card, not 1"
    );
    assert_eq!(
        refusal("1,2,3,4,5,6 0,0,0,0,0,5,0 +0 ????? 3"),
        "no dice follow when every box is filled"
    );
    assert_eq!(
        refusal("1,2,3,4,5,6 0,0,0,0,0,5,- +0"),
        "dice and rolls left must follow while a box is open"
    );
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 1234 1"),
        "\"1234\" is not five dice, with ? for one to be rolled"
    );
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 12347 1"),
        "\"7\" is neither a die, 1 to 6, nor ?"
    );
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 12345 4"),
        "\"4\" is no number of rolls left, 0 to 3"
    );
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 1???? 3"),
        "there are no dice yet when three rolls are left"
    );
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 1234? 0"),
        "no roll is left for the dice that are missing"
    );
}
