//! Tests of roulette: the layouts, the payoffs, the prison, and what is refused.

use super::*;
use crate::conformance::{Effort, check};

fn rules(wheel: Wheel, zero: Zero) -> Rules {
    Rules {
        wheel,
        zero,
        ..Rules::default()
    }
}

/// The position after these moves and events, and its text.
fn played(rules: &Rules, line: &str) -> (Position, String) {
    let mut position = rules.start();
    for word in line.split_whitespace() {
        let action = rules
            .read_move(&position, word)
            .unwrap_or_else(|| panic!("{word} in {}", rules.text(&position)));
        rules.play_unchecked(&mut position, &action);
    }
    let text = rules.text(&position);
    (position, text)
}

#[test]
fn a_layout_has_the_spots_of_its_table() {
    // Straight up, splits, streets and trios, corners and first four, top line, six lines, outside.
    let counts = |wheel: Wheel| {
        [1, 2, 3, 4, 5, 6, 12, 18].map(|count| {
            let spots = wheel.layout().spots.iter();
            spots
                .filter(|spot| spot.numbers.count_ones() == count)
                .count()
        })
    };
    assert_eq!(counts(Wheel::European), [37, 60, 14, 23, 0, 11, 6, 6]);
    assert_eq!(counts(Wheel::American), [38, 62, 15, 22, 1, 11, 6, 6]);
    assert_eq!(counts(Wheel::Triple), [39, 64, 16, 22, 0, 11, 6, 6]);
}

#[test]
fn no_two_spots_share_their_numbers_name_or_place() {
    for wheel in Wheel::ALL {
        let spots = &wheel.layout().spots;
        for (index, spot) in spots.iter().enumerate() {
            for other in &spots[..index] {
                assert_ne!(spot.numbers, other.numbers, "{}", spot.name);
                assert_ne!(spot.name, other.name);
                assert_ne!(spot.place, other.place, "{} {}", spot.name, other.name);
            }
        }
    }
}

#[test]
fn every_number_is_red_or_black_odd_or_even_low_or_high() {
    let spots = &Wheel::European.layout().spots;
    for pair in spots[Wheel::European.layout().evens()..].chunks(2) {
        assert_eq!(pair[0].numbers & pair[1].numbers, 0);
        assert_eq!(pair[0].numbers | pair[1].numbers, 0x1F_FFFF_FFFE);
    }
}

#[test]
fn winners_are_paid_and_losers_taken() {
    let rules = Rules::default();
    for (line, text) in [
        ("17 spin 17", "45 9"),
        ("17 spin 18", "9 9"),
        ("20-17 spin 20", "27 9"),
        ("red red odd spin 1", "13 9"),
        ("red black spin 0", "8 9"),
        ("1-2-3 1-2-4-5 1-2-3-4-5-6 spin 2", "34 9"),
        ("dozen3 column3 19-36 spin 36", "15 9"),
        ("leave", "10 10 left"),
    ] {
        assert_eq!(played(&rules, line).1, text, "{line}");
    }
    let american = self::rules(Wheel::American, Zero::Loses);
    assert_eq!(played(&american, "0-00-1-2-3 spin 00").1, "16 9");
}

#[test]
fn a_zero_is_shared_or_sends_to_prison() {
    let shared = rules(Wheel::European, Zero::Partage);
    assert_eq!(played(&shared, "red 17 spin 0").1, "8.5 9");
    let prison = rules(Wheel::European, Zero::Prison);
    assert_eq!(played(&prison, "red 17 spin 0").1, "8 9 prison red");
    assert_eq!(played(&prison, "red spin 0 spin 1").1, "10 8");
    assert_eq!(played(&prison, "red spin 0 spin 2").1, "9 8");
    assert_eq!(played(&prison, "red spin 0 spin 0").1, "9 8");
    assert_eq!(played(&prison, "red spin 0 low spin 1").1, "11 8");
}

#[test]
fn a_prisoner_is_freed_even_after_the_last_spin() {
    let rules = Rules {
        spins: 1,
        ..rules(Wheel::European, Zero::Prison)
    };
    let (position, text) = played(&rules, "red spin 0");
    assert_eq!(text, "9 0 prison red");
    assert_eq!(rules.actions(&position), [Move::Spin]);
    let (position, text) = played(&rules, "red spin 0 spin 3");
    assert_eq!(text, "10 0");
    assert_eq!(rules.turn(&position), Turn::Over);
}

#[test]
fn the_game_ends_without_chips_or_spins() {
    let rules = Rules {
        chips: 1,
        spins: 2,
        ..Rules::default()
    };
    let (position, _) = played(&rules, "17 spin 16");
    assert_eq!(rules.turn(&position), Turn::Over);
    assert_eq!(rules.utility(&position, 0), -1.0);
    let (position, _) = played(&rules, "17 spin 17 16 spin 17");
    assert_eq!(rules.turn(&position), Turn::Over);
    assert_eq!(rules.utility(&position, 0), 34.0);
}

#[test]
fn spots_have_other_names_too() {
    let rules = Rules::default();
    for (word, name) in [
        ("manque", "low"),
        ("19-36", "high"),
        ("ROUGE", "red"),
        ("20-17", "17-20"),
        ("3-2-1-0", "0-1-2-3"),
        ("2nd12", "dozen2"),
    ] {
        let action = rules.read_move(&rules.start(), word).unwrap();
        assert_eq!(rules.move_text(&rules.start(), &action), name);
    }
    for word in ["17-21", "1-18-19", "00", "37", "", "spin", "17-17"] {
        assert_eq!(rules.read_move(&rules.start(), word), None, "{word}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let plain = Rules::default();
    for (text, reason) in [
        (
            "10",
            "it is the chips in hand, the spins left and the spots with chips, as in \"8 10 red 17-20\"",
        ),
        (
            "-5 10",
            "\"-5\" is no number of chips in hand, such as 10 or 9.5",
        ),
        ("10 11", "\"11\" is no number of spins from 0 to 10"),
        ("9 10 17-21", "\"17-21\" is no spot of this layout"),
        ("9 10 00", "\"00\" is no spot of this layout"),
        (
            "6 10 red red red red",
            "at most 3 chips lie on the layout at a time, not 4",
        ),
        (
            "9.5 9",
            "there are half chips only with the option zero=partage",
        ),
        (
            "9 9 prison red",
            "there is a prison only with the option zero=prison",
        ),
        ("10 10 red", "after 0 spins nobody has more than 10 chips"),
        (
            "9 10",
            "before the first spin the player still has all 10 chips",
        ),
        ("116 9", "after 1 spins nobody has more than 115 chips"),
        ("9 0 red", "no spin is left for the chips on the layout"),
        ("10 10 spinning", "the wheel spins for no chip"),
        ("9 10 red left", "nobody leaves while chips are at stake"),
    ] {
        assert_eq!(plain.parse(text).unwrap_err(), reason, "{text}");
    }
    let prison = rules(Wheel::European, Zero::Prison);
    for (text, reason) in [
        (
            "9 9 prison 17",
            "only chips at even money go to prison, and \"17\" is none",
        ),
        ("9 9 prison", "from 1 to 3 chips are in prison"),
        (
            "9 10 prison red",
            "no chip is in prison before the first spin",
        ),
    ] {
        assert_eq!(prison.parse(text).unwrap_err(), reason, "{text}");
    }
}

#[test]
fn every_wheel_and_every_zero_passes_the_battery() {
    for wheel in Wheel::ALL {
        for zero in [Zero::Loses, Zero::Partage, Zero::Prison] {
            let effort = Effort {
                positions: 200,
                games: 2,
                seed: 5,
            };
            if let Err(fault) = check(&rules(wheel, zero), effort) {
                panic!("{wheel:?} {zero:?}: {fault}");
            }
        }
    }
}
