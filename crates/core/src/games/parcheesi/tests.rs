//! The special rules of parcheesi, one by one.

use super::*;
use crate::conformance::{Effort, check};

const TWO: Rules = Rules { seats: 2 };

fn read(text: &str) -> Position {
    TWO.parse(text).unwrap()
}

fn moves(text: &str) -> Vec<String> {
    let position = read(text);
    TWO.actions(&position)
        .iter()
        .map(|action| TWO.move_text(&position, action))
        .collect()
}

/// The position after these moves.
fn after(text: &str, line: &[&str]) -> String {
    let mut position = read(text);
    for wanted in line {
        let action = TWO
            .actions(&position)
            .into_iter()
            .find(|action| TWO.move_text(&position, action) == *wanted);
        TWO.play_unchecked(
            &mut position,
            &action.unwrap_or_else(|| panic!("{wanted} is not legal")),
        );
    }
    TWO.text(&position)
}

#[test]
fn a_five_must_bring_a_pawn_out() {
    assert_eq!(moves("n.n.n.20/n.n.n.n r 5-3 0"), ["enter"]);
    assert_eq!(moves("n.n.5.20/n.n.n.n r 3 0"), ["5+3", "20+3"]);
    assert_eq!(
        after("n.n.n.20/n.n.n.n r 3-2 0", &["enter"]),
        "n.n.5.20/n.n.n.n y roll 0"
    );
    assert_eq!(
        after("n.n.n.20/n.n.n.n r 5-5 1", &["enter", "enter"]),
        "n.5.5.20/n.n.n.n r roll 1"
    );
    assert_eq!(
        after("n.15.16.20/n.n.n.n r 5-5 1", &["enter", "5+5"]),
        "10.15.16.20/n.n.n.n r roll 1"
    );
}

#[test]
fn a_five_that_cannot_enter_is_moved() {
    let blocked = "n.5.5.20/n.n.n.n r 5-3 0";
    assert_eq!(moves(blocked), ["5+5", "20+5", "5+3", "20+3"]);
    assert_eq!(
        after(blocked, &["5+3", "enter"]),
        "5.5.8.20/n.n.n.n y roll 0"
    );
    assert_eq!(
        moves("n.5.5.20/n.n.n.n r 4-1 0"),
        ["5+4", "20+4", "5+1", "20+1"]
    );
}

#[test]
fn nobody_passes_or_joins_a_blockade() {
    assert_eq!(moves("n.n.n.20/n.n.25.25 r 6-4 0"), ["20+4"]);
    assert_eq!(moves("20.H.H.H/n.n.25.25 r 5-1 0"), ["20+1"]);
    assert_eq!(moves("20.25.25.H/n.n.n.n r 6-5 0"), ["25+6", "25+5"]);
    assert_eq!(moves("h1.h3.h3.H/n.n.n.n r 4-2 0"), ["h3+4", "h3+2"]);
    assert_eq!(moves("n.n.n.n/n.n.5.5 r 5-1 0"), ["pass"]);
}

#[test]
fn a_capture_sends_back_and_earns_twenty_after_the_dice() {
    let line = ["20+3", "23+1", "24+20"];
    let start = "n.n.n.20/n.n.n.23 r 3-1 0";
    assert_eq!(after(start, &line[..1]), "n.n.n.23/n.n.n.n r 1-20 0");
    assert_eq!(moves("n.n.n.23/n.n.n.n r 1-20 0"), ["23+1"]);
    assert_eq!(after(start, &line), "n.n.n.44/n.n.n.n y roll 0");
    assert_eq!(
        after("n.n.20.24/n.n.n.44 r 20 0", &["24+20", "20+20"]),
        "n.n.40.44/n.n.n.n y roll 0"
    );
    assert_eq!(
        after("h1.H.H.H/n.n.n.n r 20 0", &["pass"]),
        "h1.H.H.H/n.n.n.n y roll 0"
    );
}

#[test]
fn bonuses_come_when_no_die_can_be_moved() {
    assert_eq!(moves("n.n.28.h5/n.n.n.32 r 4-20 0"), ["28+4"]);
    assert_eq!(moves("n.n.28.h5/n.n.n.34 r 6-20 0"), ["28+20"]);
    assert_eq!(
        after("n.n.28.h5/n.n.n.34 r 6-20 0", &["28+20"]),
        "n.n.48.h5/n.n.n.34 y roll 0"
    );
    assert_eq!(
        after("n.n.n.h5/n.n.n.n r 6-20-10 0", &["pass"]),
        "n.n.n.h5/n.n.n.n y roll 0"
    );
}

#[test]
fn home_is_reached_by_exact_count_and_earns_ten() {
    assert_eq!(moves("20.h3.H.H/n.n.n.n r 6-5 0"), ["20+6", "20+5", "h3+5"]);
    let home = after("20.h3.H.H/n.n.n.n r 6-5 0", &["h3+5"]);
    assert_eq!(home, "20.H.H.H/n.n.n.n r 6-10 0");
    assert_eq!(
        after(&home, &["20+6", "26+10"]),
        "36.H.H.H/n.n.n.n y roll 0"
    );
    assert_eq!(moves("66.H.H.H/n.n.n.n r 20-10 0"), ["66+10"]);
}

#[test]
fn a_safe_space_is_shared_with_no_foe() {
    assert_eq!(moves("20.H.H.H/n.n.n.22 r 4-2 0"), ["20+4"]);
    assert_eq!(moves("20.H.H.H/n.n.n.23 r 4-3 0"), ["20+4", "20+3"]);
    assert_eq!(moves("20.22.H.H/n.n.n.n r 2 0"), ["20+2", "22+2"]);
}

#[test]
fn only_entering_captures_on_a_safe_space() {
    assert_eq!(
        after("n.n.n.n/n.n.n.5 r 5-1 0", &["enter"]),
        "n.n.n.5/n.n.n.n r 1-20 0"
    );
}

#[test]
fn the_third_doublet_sends_the_foremost_pawn_back() {
    let line = ["4-4", "back"];
    assert_eq!(
        after("n.20.h2.H/n.n.n.n r roll 2", &line[..1]),
        "n.20.h2.H/n.n.n.n r back 3"
    );
    assert_eq!(
        after("n.20.h2.H/n.n.n.n r roll 2", &line),
        "n.n.20.H/n.n.n.n y roll 0"
    );
    assert_eq!(
        after("n.n.n.H/n.n.n.n r roll 2", &["4-4", "pass"]),
        "n.n.n.H/n.n.n.n y roll 0"
    );
    assert_eq!(
        after("n.n.n.H/n.n.n.n r roll 2", &["4-3"]),
        "n.n.n.H/n.n.n.n r 4-3 0"
    );
}

#[test]
fn doublets_count_fourteen_when_the_nest_is_empty() {
    assert_eq!(
        after("20.30.40.H/n.n.n.n r roll 0", &["1-1"]),
        "20.30.40.H/n.n.n.n r 6-6-1-1 1"
    );
    assert_eq!(
        after("n.30.40.H/n.n.n.n r roll 0", &["1-1"]),
        "n.30.40.H/n.n.n.n r 1-1 1"
    );
    let line = ["1-1", "20+6", "26+6", "32+1", "33+1"];
    assert_eq!(
        after("20.30.40.H/n.n.n.n r roll 1", &line),
        "30.34.40.H/n.n.n.n r roll 2"
    );
}

#[test]
fn a_blockade_does_not_move_together_on_doublets() {
    let start = "20.20.H.H/n.n.n.n r roll 0";
    assert_eq!(after(start, &["3-3"]), "20a.20a.H.H/n.n.n.n r 4-4-3-3 1");
    assert_eq!(
        moves("20a.24a.H.H/n.n.n.n r 4-3-3 1"),
        ["24+4", "20+3", "24+3"]
    );
    assert_eq!(
        after(start, &["3-3", "20+4", "24+3", "20+4", "27+3"]),
        "24.30.H.H/n.n.n.n r roll 1"
    );
    assert_eq!(
        moves("20.24.H.H/n.n.n.n r 4-3-3 1"),
        ["20+4", "24+4", "20+3", "24+3"]
    );
    assert_eq!(
        moves("20a.23.23a.H/n.n.n.n r 4-3 1"),
        ["23+4", "23a+4", "23+3", "23a+3"]
    );
    assert_eq!(moves("20a.23.23a.H/n.n.n.n r 4 1"), ["23+4"]);
}

#[test]
fn the_names_of_blockades_do_not_matter() {
    assert_eq!(
        read("20b.20b.30a.31a/n.n.n.n r 6 1"),
        read("31b.20a.30b.20a/n.n.n.n r 6 1")
    );
    assert_eq!(
        after("h7b.h7b.30a.32a/n.n.n.n r 6-1 1", &["h7+1"]),
        "30a.32a.h7.H/n.n.n.n r 6-10 1"
    );
}

#[test]
fn who_cannot_move_passes() {
    assert_eq!(
        after("n.n.n.n/n.n.n.n r 6-4 0", &["pass"]),
        "n.n.n.n/n.n.n.n y roll 0"
    );
    assert_eq!(
        after("n.n.n.n/n.n.n.n r 6-6 1", &["pass"]),
        "n.n.n.n/n.n.n.n r roll 1"
    );
}

#[test]
fn four_pawns_home_win_at_once() {
    let won = read(&after("h1.H.H.H/n.n.n.n r 6-1 1", &["h1+1", "h2+6"]));
    assert_eq!(TWO.text(&won), "H.H.H.H/n.n.n.n r over 0");
    assert_eq!(TWO.turn(&won), Turn::Over);
    assert_eq!([0, 1].map(|player| TWO.utility(&won, player)), [1.0, 0.0]);
}

#[test]
fn two_sit_opposite_and_the_turn_passes_to_the_left() {
    let entries = |seats| -> Vec<u8> {
        (0..usize::from(seats))
            .map(|player| Rules { seats }.space(player, ENTRY))
            .collect()
    };
    assert_eq!(entries(2), [5, 39]);
    assert_eq!(entries(3), [5, 56, 39]);
    assert_eq!(entries(4), [5, 56, 39, 22]);
}

#[test]
fn every_number_of_seats_passes_the_battery() {
    for seats in [2, 3] {
        let effort = Effort {
            positions: 500,
            games: 3,
            seed: 1,
        };
        let summary = check(&Rules { seats }, effort)
            .unwrap_or_else(|fault| panic!("{seats} seats: {fault}"));
        assert!(summary.finished > 0);
    }
}

#[test]
fn estimates_sum_to_one_and_stay_between_0_and_1() {
    for text in [
        "n.n.n.n/n.n.n.n r roll 0",
        "n.n.n.n/h7.H.H.H r roll 0",
        "57.57.58.58/n.n.n.n r 6-20-20-10 0",
        "20.30.40.h1/19.22.33.H y 6-6-1 1",
    ] {
        let values = [0, 1].map(|player| TWO.evaluate(&read(text), player));
        assert!((values[0] + values[1] - 1.0).abs() < 1e-9, "{text}");
        assert!(
            values.iter().all(|value| 0.0 < *value && *value < 1.0),
            "{text}"
        );
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (text, reason) in [
        (
            "n.n.n.n/n.n.n.n r roll",
            "a position is four words (pawns, colour, what it plays, doublets), not 3",
        ),
        (
            "n.n.n.n/n.n.n.n g roll 0",
            "\"g\" is no colour: it is r or y",
        ),
        (
            "n.n.n.n/n.n.n.n r roll 4",
            "\"4\" doublets in a row cannot be: it is 0 to 3",
        ),
        ("n.n.n.n r roll 0", "there are 2 seats, not 1"),
        ("n.n.n/n.n.n.n r roll 0", "red has 4 pawns, not 3"),
        (
            "n.n.n.69/n.n.n.n r roll 0",
            "\"69\" is no place: it is n, 1 to 68, h1 to h7 or H",
        ),
        (
            "n.n.n.h8/n.n.n.n r roll 0",
            "\"h8\" is no place: it is n, 1 to 68, h1 to h7 or H",
        ),
        (
            "n.n.n.07/n.n.n.n r roll 0",
            "\"07\" is no place: it is n, 1 to 68, h1 to h7 or H",
        ),
        (
            "n.n.n.x/n.n.n.n r roll 0",
            "\"x\" is no place: it is n, 1 to 68, h1 to h7 or H",
        ),
        ("n.n.n.4/n.n.n.n r roll 0", "red never comes to 4"),
        ("n.9.9.9/n.n.n.n r roll 0", "red has more than 2 pawns on 9"),
        (
            "n.n.n.9/n.n.n.9 r roll 0",
            "red and yellow cannot both stand on 9",
        ),
        (
            "n.n.na.9a/n.n.n.n r 3-3 1",
            "\"na\" cannot be in a blockade",
        ),
        (
            "n.n.9ab.9a/n.n.n.n r 3-3 1",
            "\"9ab\" cannot be in a blockade",
        ),
        (
            "n.n.n.n/n.n.9a.9a r 3-3 1",
            "yellow is not to play, so \"9a\" has no letter",
        ),
        (
            "n.n.9a.9a/n.n.n.n r 3-2 0",
            "letters mark blockades only while doublets are played",
        ),
        (
            "n.n.9a.9a/n.n.n.n r roll 1",
            "letters mark blockades only while doublets are played",
        ),
        ("n.n.n.9a/n.n.n.n r 3-3 1", "a blockade has 2 pawns, not 1"),
        (
            "n.n.n.n/n.n.n.n r over 0",
            "the game is over only when a colour has 4 pawns home",
        ),
        ("H.H.H.H/n.n.n.n r roll 0", "red has won, so it is \"over\""),
        (
            "H.H.H.H/n.n.n.n y over 0",
            "red has won, so it is \"r over 0\"",
        ),
        (
            "H.H.H.H/H.H.H.H r over 0",
            "only one colour can have 4 pawns home",
        ),
        (
            "n.n.n.n/n.n.n.n r roll 3",
            "after the third doublet, and only then, it is \"back\"",
        ),
        (
            "n.n.n.n/n.n.n.n r back 2",
            "after the third doublet, and only then, it is \"back\"",
        ),
        (
            "n.n.n.n/n.n.n.n r 7-3 0",
            "\"7\" is nothing to play: it is roll, back, over or numbers (1 to 6, 20, 10) with - between",
        ),
        (
            "n.n.n.n/n.n.n.n r 3-3 0",
            "\"3-3\" cannot be left of a roll with 0 doublets and these pawns",
        ),
        (
            "n.n.n.n/n.n.n.n r 4-3 1",
            "\"4-3\" cannot be left of a roll with 1 doublets and these pawns",
        ),
        (
            "9.9.8.8/n.n.n.n r 4-4-4 1",
            "\"4-4-4\" cannot be left of a roll with 1 doublets and these pawns",
        ),
    ] {
        assert_eq!(TWO.parse(text), Err(reason.into()), "{text}");
    }
}
