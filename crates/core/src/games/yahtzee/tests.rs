//! Boxes, bonuses, jokers and exact values.

use std::collections::HashMap;

use super::*;
use crate::conformance::{self, Effort};
use crate::control::Limits;
use crate::game::{Evaluate, Game, Hints, Notation, Turn};
use crate::games::five_dice::testing::*;
use crate::score::Kind;
use crate::search::Method;

const FORCED: Rules = Rules::alone(ScoreCard {
    joker: Joker::Forced,
});
const FREE: Rules = Rules::alone(ScoreCard { joker: Joker::Free });
const NONE: Rules = Rules::alone(ScoreCard { joker: Joker::None });

#[test]
fn hands_score_what_the_rules_say_in_each_box() {
    // Aces to sixes, three, four of a kind, full house, straights, chance, yahtzee.
    for (dice, scored) in [
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
        assert_eq!(points(FORCED, dice), scored, "{dice}");
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
        assert_eq!(
            total(rules, &after) - total(rules, &before),
            gain,
            "{rules:?} {yahtzee}"
        );
    }
}

#[test]
fn upper_boxes_bring_35_points_from_63_on() {
    let total = |text| total(FORCED, &FORCED.parse(text).unwrap());
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
fn what_a_card_brings_at_most_is_what_its_boxes_do() {
    for rules in [FORCED, FREE, NONE] {
        check_most(rules);
    }
}

#[test]
fn five_dice_roll_in_252_ways_and_keep_in_462() {
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(numbers_of_rolls),
        [1, 6, 21, 56, 126, 252]
    );
    let position = FORCED
        .parse("-,-,-,-,-,- -,-,-,-,-,-,- +0 12335 2")
        .unwrap();
    let keeps = FORCED.actions(&position).len() - BOXES.len();
    assert_eq!(keeps, 2 * 2 * 3 * 2 - 1, "all choices but all five");
}

/// The text of a position with this box open and nothing in the others, but 5 in chance.
fn one_box_left(name: &str, dice: &str, rolls: u8) -> String {
    let scores = BOXES.map(|other| match other.name {
        open if open == name => "-",
        "chance" => "5",
        _ => "0",
    });
    let (upper, lower) = scores.split_at(LOWER);
    format!("{} {} +0 {dice} {rolls}", upper.join(","), lower.join(","))
}

#[test]
fn expectiminimax_finds_the_same_values_as_the_table_of_positions() {
    for ScoreBox { name, .. } in BOXES {
        for first in ["1????", "3456?", "13346", "66666"] {
            let position = NONE.parse(&one_box_left(name, first, 2)).unwrap();
            let report = found(&NONE, &position, Method::Expectiminimax, Limits::default());
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
    let position = NONE.parse(&one_box_left("yahtzee", "?????", 3)).unwrap();
    let report = found(&NONE, &position, Method::Expectiminimax, Limits::default());
    let score = report.value.utility - 5.0;
    assert!((score - 2.30143213).abs() < 1e-8, "{score}");
}

#[test]
fn the_last_boxes_are_worth_what_the_rules_alone_say() {
    for rules in [FORCED, FREE, NONE] {
        check_against_the_rules(rules, 3, 2);
    }
}

#[test]
fn a_joker_in_the_last_boxes_is_worth_what_the_rules_alone_say() {
    for text in [
        "-,2,9,12,15,18 20,20,-,30,40,20,50 +1 111?? 1",
        "3,6,-,12,15,18 20,20,25,30,-,20,50 +1 33333 2",
        "3,6,-,12,15,18 20,20,25,30,-,20,0 +0 33333 2",
        "-,-,9,12,15,18 20,20,25,30,40,20,50 +0 44444 0",
    ] {
        for rules in [FORCED, FREE] {
            let position = rules.parse(text).unwrap();
            let value = expected(&rules, position, &mut HashMap::new());
            let solved = rules.solved(&position).unwrap();
            assert!((solved - value).abs() < 1e-9, "{text}: {solved}, {value}");
        }
    }
}

#[test]
fn engine_and_solver_know_the_value_at_once() {
    for text in [
        "-,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3",
        "-,-,-,-,-,- -,-,-,-,-,-,- +0 11346 2",
        "-,-,9,-,-,- -,-,-,-,0,-,50 +0 33366 1",
        "-,-,9,-,-,- -,-,-,-,0,-,50 +0 33333 0",
        "1,2,3,4,5,- 20,20,25,30,40,20,50 +0 66??? 1",
        "1,2,3,4,5,- 20,20,25,30,40,20,50 +0 66612 0",
    ] {
        check_searches(FORCED, text);
    }
}

#[test]
fn a_depth_limit_finds_what_expectiminimax_finds() {
    let position = FORCED
        .parse("-,-,9,-,-,- -,-,-,-,0,-,50 +0 33366 1")
        .unwrap();
    for depth in 1..=2 {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let engine = found(&FORCED, &position, Method::Engine, limits);
        let plain = found(&FORCED, &position, Method::Expectiminimax, limits);
        assert_eq!(engine.value, plain.value, "{depth}");
        assert_eq!(engine.value.kind, Kind::Estimate, "{depth}");
    }
}

#[test]
fn best_play_gets_what_was_promised() {
    check_simulation(FORCED, 2_000);
}

#[test]
#[ignore = "plays 300,000 games"]
fn best_play_gets_what_was_promised_in_the_long_run() {
    for rules in [FORCED, FREE, NONE] {
        check_simulation(rules, 100_000);
    }
}

#[test]
fn every_option_passes_the_conformance_battery() {
    for rules in [FREE, NONE, duel(ScoreCard::default())] {
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
        "it is 6 upper and 7 lower boxes, extra yahtzees, dice and rolls left, \
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
        let mut boxes = vec!["-"; BOXES.len()];
        boxes[number] = wrong;
        let (upper, lower) = boxes.split_at(LOWER);
        let text = format!("{} {} +0 ????? 3", upper.join(","), lower.join(","));
        let expected = format!("\"{wrong}\" is no score for {}", BOXES[number].name);
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

#[test]
fn two_players_take_turns_and_the_one_with_more_wins() {
    let rules = duel(ScoreCard::default());
    let start = rules.start();
    assert_eq!(
        rules.text(&start),
        "-,-,-,-,-,- -,-,-,-,-,-,- +0 / -,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3"
    );
    let position = play(rules, play(rules, start, "11111"), "yahtzee");
    let text = "-,-,-,-,-,- -,-,-,-,-,-,50 +0 / -,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3";
    assert_eq!(rules.text(&position), text);
    assert_eq!(rules.parse(text).unwrap(), position);
    let position = play(rules, position, "12345");
    assert_eq!(rules.turn(&position), Turn::Player(1));
    for (first, second, utility) in [(5, 6, -1.0), (5, 5, 0.0), (6, 5, 1.0)] {
        let text =
            format!("0,0,0,0,0,24 0,0,0,0,0,{first},0 +0 / 0,0,0,0,0,24 0,0,0,0,0,{second},0 +0");
        let over = rules.parse(&text).unwrap();
        assert_eq!(rules.turn(&over), Turn::Over);
        assert_eq!(rules.utility(&over, 0), utility);
        assert_eq!(rules.utility(&over, 1), -utility);
    }
}

#[test]
fn of_two_players_the_one_who_can_expect_more_is_ahead() {
    let rules = duel(ScoreCard::default());
    let judged = |text: String| rules.evaluate(&rules.parse(&text).unwrap(), 0);
    // Both cards alike: the same chances, but for what the dice show.
    let even = "-,-,-,-,-,- -,-,-,-,-,-,- +0 / -,-,-,-,-,- -,-,-,-,-,-,- +0";
    assert_eq!(judged(format!("{even} ????? 3")), 0.0);
    assert!(judged(format!("{even} 66666 2")) > 0.3);
    assert!(judged(format!("{even} 11346 0")) < 0.0);
    // The last roll of the second player, who needs a yahtzee: nothing but five equal dice helps.
    let needs = "1,2,3,4,5,6 20,20,25,30,40,19,50 +0 / 1,2,3,4,5,6 20,20,25,30,40,20,- +0";
    let position = rules.parse(&format!("{needs} 6666? 1")).unwrap();
    let report = found(&rules, &position, Method::Engine, Limits::default());
    assert_eq!(report.value.kind, Kind::Proved);
    assert!((report.value.utility - (2.0 / 3.0)).abs() < 1e-9);
}

#[test]
fn impossible_positions_of_two_players_are_refused_with_the_reason() {
    let refusal = |text| duel(ScoreCard::default()).parse(text).unwrap_err();
    let shape = "it is 6 upper and 7 lower boxes, extra yahtzees, for each player, dice and rolls left, as in \
         \"-,-,-,-,-,- -,-,-,-,-,-,- +0 / -,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3\"";
    assert_eq!(refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3"), shape);
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 + -,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3"),
        shape
    );
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- +0 / 1,-,-,-,-,- -,-,-,-,-,-,- +0 ????? 3"),
        "players take turns, so 0 and 1 filled boxes cannot be"
    );
}
