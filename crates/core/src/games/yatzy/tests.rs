//! Boxes, house rules and exact values.

use super::*;
use crate::conformance::{self, Effort};
use crate::game::{Game, Notation, Turn};
use crate::games::five_dice::testing::*;

const STRICT: Rules = Rules::alone(ScoreCard {
    any_full_house: false,
    any_two_pairs: false,
});
const LENIENT: Rules = Rules::alone(ScoreCard {
    any_full_house: true,
    any_two_pairs: true,
});

#[test]
fn hands_score_what_the_rules_say_in_each_box() {
    // Ones to sixes, pair, two pairs, three, four of a kind, straights, full house, chance, yatzy.
    for (dice, scored) in [
        ("11111", [5, 0, 0, 0, 0, 0, 2, 0, 3, 4, 0, 0, 0, 5, 50]),
        ("66666", [0, 0, 0, 0, 0, 30, 12, 0, 18, 24, 0, 0, 0, 30, 50]),
        ("22233", [0, 6, 6, 0, 0, 0, 6, 10, 6, 0, 0, 0, 12, 12, 0]),
        ("22333", [0, 4, 9, 0, 0, 0, 6, 10, 9, 0, 0, 0, 13, 13, 0]),
        ("44445", [0, 0, 0, 16, 5, 0, 8, 0, 12, 16, 0, 0, 0, 21, 0]),
        ("12345", [1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 15, 0, 0, 15, 0]),
        ("23456", [0, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 20, 0, 20, 0]),
        ("12346", [1, 2, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 16, 0]),
        ("11223", [2, 4, 3, 0, 0, 0, 4, 6, 0, 0, 0, 0, 0, 9, 0]),
        ("11266", [2, 2, 0, 0, 0, 12, 12, 14, 0, 0, 0, 0, 0, 16, 0]),
        ("33356", [0, 0, 9, 0, 5, 6, 6, 0, 9, 0, 0, 0, 0, 20, 0]),
    ] {
        assert_eq!(points(STRICT, dice), scored, "{dice}");
    }
}

#[test]
fn equal_dice_may_count_as_full_house_and_as_two_pairs() {
    for (dice, two_pairs, full_house) in [("66666", 24, 30), ("44445", 16, 0), ("22233", 10, 12)] {
        let scored = points(LENIENT, dice);
        assert_eq!(
            (scored[TWO_PAIRS], scored[FULL_HOUSE]),
            (two_pairs, full_house),
            "{dice}"
        );
    }
}

#[test]
fn what_a_card_brings_at_most_is_what_its_boxes_do() {
    check_most(STRICT);
    check_most(LENIENT);
    assert_eq!(STRICT.facts().utilities, (5.0, 374.0));
}

#[test]
fn upper_boxes_bring_50_points_from_63_on() {
    let total = |text| total(STRICT, &STRICT.parse(text).unwrap());
    assert_eq!(total("3,6,9,12,15,12 -,-,-,-,-,-,-,-,- ????? 3"), 57);
    assert_eq!(total("3,6,9,12,15,18 -,-,-,-,-,-,-,-,- ????? 3"), 63 + 50);
}

#[test]
fn five_equal_dice_may_go_anywhere_and_bring_nothing_more() {
    let text = "-,-,-,-,-,18 -,-,-,-,-,-,-,20,50 66666 0";
    let offered = offers(STRICT, text);
    assert_eq!(offered.len(), 12);
    assert!(offered.contains(&("ones", 0)));
    assert!(offered.contains(&("four-of-a-kind", 24)));
    let before = STRICT.parse(text).unwrap();
    let after = play(STRICT, before, "four-of-a-kind");
    assert_eq!(total(STRICT, &after) - total(STRICT, &before), 24);
    assert_eq!(STRICT.turn(&after), Turn::Chance);
}

#[test]
fn the_last_boxes_are_worth_what_the_rules_alone_say() {
    check_against_the_rules(STRICT, 3, 2);
    check_against_the_rules(LENIENT, 2, 2);
}

#[test]
fn engine_and_solver_know_the_value_at_once() {
    for text in [
        "-,-,-,-,-,- -,-,-,-,-,-,-,-,- ????? 3",
        "-,-,-,-,-,- -,-,-,-,-,-,-,-,- 11346 2",
        "-,-,-,-,-,18 -,-,-,-,-,-,-,20,50 66661 1",
        "1,2,3,4,5,- 2,6,3,4,0,0,0,20,50 66612 0",
    ] {
        check_searches(STRICT, text);
    }
}

#[test]
fn best_play_gets_what_was_promised() {
    check_simulation(STRICT, 2_000);
}

#[test]
#[ignore = "plays 100,000 games"]
fn best_play_gets_what_was_promised_in_the_long_run() {
    check_simulation(STRICT, 100_000);
}

#[test]
fn every_option_passes_the_conformance_battery() {
    for rules in [LENIENT, duel(ScoreCard::default())] {
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
    let refusal = |text| STRICT.parse(text).unwrap_err();
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,-,-,- +0 ????? 3"),
        "it is 6 upper and 9 lower boxes, dice and rolls left, \
         as in \"-,-,-,-,-,- -,-,-,-,-,-,-,-,- ????? 3\""
    );
    assert_eq!(
        refusal("-,-,-,-,-,- -,-,-,-,-,-,- ????? 3"),
        "there are 9 lower boxes, not 7"
    );
    for (number, wrong) in [
        (PAIR, "5"),
        (PAIR, "14"),
        (TWO_PAIRS, "24"),
        (THREE, "4"),
        (FOUR, "28"),
        (SMALL, "30"),
        (LARGE, "15"),
        (FULL_HOUSE, "30"),
        (CHANCE, "4"),
        (YATZY, "5"),
    ] {
        let mut boxes = vec!["-"; BOXES.len()];
        boxes[number] = wrong;
        let (upper, lower) = boxes.split_at(6);
        let text = format!("{} {} ????? 3", upper.join(","), lower.join(","));
        let reason = format!("\"{wrong}\" is no score for {}", BOXES[number].name);
        assert_eq!(STRICT.parse(&text).unwrap_err(), reason);
    }
    assert!(
        LENIENT
            .parse("-,-,-,-,-,- -,24,-,-,-,-,30,-,- ????? 3")
            .is_ok()
    );
}

#[test]
fn wrong_options_are_refused_with_the_right_ones() {
    for (name, value, reason) in [
        (
            "full_house",
            "five",
            "yatzy: option full_house is \"five\": it must be mixed or any",
        ),
        (
            "two_pairs",
            "",
            "yatzy: option two_pairs is \"\": it must be mixed or any",
        ),
        (
            "players",
            "3",
            "yatzy: option players is \"3\": it must be a number from 1 to 2",
        ),
        (
            "joker",
            "free",
            "yatzy: unknown option \"joker\": there are full_house, two_pairs, players",
        ),
    ] {
        let yatzy = crate::games::find("yatzy").unwrap();
        let refused = yatzy.make(vec![(name.into(), value.into())]);
        assert_eq!(refused.err().unwrap(), reason);
    }
}
