//! Tests of craps: what decides each bet, what may be done when, and what is refused.

use super::*;
use crate::conformance::{Effort, check};

/// The position after these moves and events, separated by commas, and its text.
fn played(rules: &Rules, from: &str, line: &str) -> (Position, String) {
    let mut position = rules.parse(from).unwrap();
    for word in line.split(',') {
        let action = rules
            .read_move(&position, word)
            .unwrap_or_else(|| panic!("{word} in {}", rules.text(&position)));
        rules.play_unchecked(&mut position, &action);
    }
    let text = rules.text(&position);
    (position, text)
}

fn lines(rules: &Rules, from: &str, cases: &[(&str, &str)]) {
    for (line, text) in cases {
        assert_eq!(played(rules, from, line).1, *text, "{from}: {line}");
    }
}

#[test]
fn every_bet_has_its_place_and_its_name() {
    for (index, bet) in BETS.into_iter().enumerate() {
        assert_eq!(bet.index(), index);
        assert!(BETS[..index].iter().all(|other| other.name() != bet.name()));
    }
}

#[test]
fn the_line_is_decided_on_the_come_out_or_by_the_point() {
    lines(
        &Rules::default(),
        "100 10 off",
        &[
            ("pass 5,roll,6-1", "105 9 off"),
            ("pass 5,roll,6-5", "105 9 off"),
            ("pass 5,roll,1-1", "95 9 off"),
            ("pass 5,roll,5-1", "95 9 6 pass:5"),
            ("pass 5,roll,5-1,roll,4-4", "95 9 6 pass:5"),
            ("pass 5,roll,5-1,roll,3-3", "105 9 off"),
            ("pass 5,roll,5-1,roll,4-3", "95 9 off"),
            ("don't pass 5,roll,6-1", "95 9 off"),
            ("don't pass 5,roll,6-6", "100 9 off"),
            ("don't pass 5,roll,2-1", "105 9 off"),
            ("don't pass 5,roll,2-2,roll,4-3", "105 9 off"),
            ("don't pass 5,roll,2-2,roll,3-1", "95 9 off"),
        ],
    );
}

#[test]
fn odds_pay_what_the_dice_say() {
    lines(
        &Rules::default(),
        "100 10 off",
        &[
            ("pass 1,roll,2-2,odds 3,roll,3-1", "107 8 off"),
            ("pass 1,roll,3-2,odds 4,roll,4-1", "107 8 off"),
            ("pass 1,roll,4-2,odds 5,roll,5-1", "107 8 off"),
            ("pass 1,roll,4-2,odds 5,roll,6-1", "94 8 off"),
            ("dont-pass 1,roll,2-2,lay-odds 6,roll,4-3", "104 8 off"),
            ("dont-pass 1,roll,3-2,lay-odds 6,roll,4-3", "105 8 off"),
            ("dont-pass 1,roll,4-2,lay-odds 6,roll,4-3", "106 8 off"),
            ("dont-pass 1,roll,4-2,lay-odds 1,roll,4-3", "101+5/6 8 off"),
        ],
    );
}

#[test]
fn odds_have_their_limit() {
    let most = |odds: Odds, from: &str, name: &str| {
        let rules = Rules {
            odds,
            ..Rules::default()
        };
        let position = rules.parse(from).unwrap();
        let of = |action: Move| match action {
            Move::Make(bet, chips) if bet.name() == name => Some(chips),
            _ => None,
        };
        rules.actions(&position).into_iter().filter_map(of).max()
    };
    for (odds, from, name, chips) in [
        (Odds::Times(1), "98 9 4 pass:2", "odds", 2),
        (Odds::Times(2), "98 9 4 pass:2", "odds", 4),
        (Odds::ThreeFourFive, "98 9 4 pass:2", "odds", 6),
        (Odds::ThreeFourFive, "98 9 9 pass:2", "odds", 8),
        (Odds::ThreeFourFive, "98 9 8 pass:2", "odds", 10),
        (Odds::Times(10), "98 9 4 pass:2", "odds", 20),
        (Odds::Times(1), "98 9 4 dont-pass:2", "lay-odds", 4),
        (Odds::Times(1), "98 9 5 dont-pass:2", "lay-odds", 3),
        (Odds::Times(1), "98 9 6 dont-pass:2", "lay-odds", 2),
        (Odds::ThreeFourFive, "98 9 4 come6:2", "come-odds6", 10),
        (Odds::ThreeFourFive, "98 9 4 dont-come6:2", "lay-odds6", 12),
    ] {
        assert_eq!(most(odds, from, name), Some(chips), "{from} {name}");
    }
    assert_eq!(most(Odds::Times(1), "98 9 off pass:2", "odds"), None);
}

#[test]
fn come_bets_move_to_their_number() {
    lines(
        &Rules::default(),
        "100 10 6",
        &[
            ("come 5,roll,6-1", "105 9 off"),
            ("come 5,roll,6-6", "95 9 6"),
            ("come 5,roll,2-2", "95 9 6 come4:5"),
            ("come 5,roll,2-2,come 3,roll,3-1", "102 8 6 come4:3"),
            ("come 5,roll,2-2,roll,6-1", "95 9 off"),
            ("don't come 5,roll,2-2", "95 9 6 dont-come4:5"),
            ("don't come 5,roll,6-6", "100 9 6"),
            ("don't come 5,roll,2-2,roll,6-1", "105 9 off"),
            (
                "don't come 5,roll,2-2,dont-come 2,roll,3-1",
                "93 8 6 dont-come4:2",
            ),
            // Odds on a come bet are off on the come-out: they are given back, whatever becomes of the bet.
            ("come 1,roll,2-2,come-odds4 3,roll,5-1,roll,3-1", "101 8 4"),
            ("come 1,roll,2-2,come-odds4 3,roll,5-1,roll,6-1", "99 8 off"),
            ("come 1,roll,2-2,come-odds4 3,roll,3-1", "107 8 6"),
        ],
    );
    let always = Rules {
        always_working: true,
        ..Rules::default()
    };
    lines(
        &always,
        "100 10 6",
        &[("come 1,roll,2-2,come-odds4 3,roll,5-1,roll,3-1", "107 8 4")],
    );
}

#[test]
fn numbers_are_placed_bought_and_laid() {
    let rules = Rules::default();
    lines(
        &rules,
        "100 10 8",
        &[
            ("place4 1,roll,3-1", "101+4/5 9 8"),
            ("place 9 5,roll,5-4", "107 9 8"),
            ("place6 1,roll,5-1", "101+1/6 9 8"),
            ("place6 1,roll,6-1", "99 9 off"),
            ("buy4 1,roll,3-1", "101+19/20 9 8"),
            ("buy4 1,roll,6-1", "98+19/20 9 off"),
            ("buy4 1,down buy4", "100 9 8"),
            ("lay4 1,roll,6-1", "100+19/40 9 off"),
            ("lay4 1,roll,3-1", "98+39/40 9 8"),
            ("lay5 1,roll,6-1", "100+19/30 9 off"),
            ("lay6 1,roll,6-1", "100+19/24 9 off"),
            ("big6 2,roll,5-1", "102 9 8"),
            ("big8 2,roll,6-1", "98 9 off"),
        ],
    );
    let win = Rules {
        always_commission: false,
        ..rules
    };
    lines(
        &win,
        "100 10 8",
        &[
            ("buy4 1,roll,3-1", "101+19/20 9 8"),
            ("buy4 1,roll,6-1", "99 9 off"),
            ("lay4 1,roll,6-1", "100+19/40 9 off"),
            ("lay4 1,roll,3-1", "99 9 8"),
        ],
    );
}

#[test]
fn some_bets_wait_for_a_point() {
    let rules = Rules::default();
    lines(
        &rules,
        "100 10 off",
        &[
            ("place6 1,roll,6-1", "99 9 off place6:1"),
            ("place6 1,roll,5-1", "99 9 6 place6:1"),
            ("buy6 1,roll,6-1", "98+19/20 9 off buy6:1"),
            ("hard6 1,roll,6-1", "99 9 off hard6:1"),
            ("lay6 1,roll,6-1", "100+19/24 9 off"),
            ("big6 1,roll,6-1", "99 9 off"),
        ],
    );
    let always = Rules {
        always_working: true,
        ..rules
    };
    lines(
        &always,
        "100 10 off",
        &[
            ("place6 1,roll,6-1", "99 9 off"),
            ("hard6 1,roll,3-3", "109 9 6"),
        ],
    );
}

#[test]
fn propositions_are_decided_by_one_roll_and_hardways_by_more() {
    let rules = Rules::default();
    lines(
        &rules,
        "100 10 8",
        &[
            ("hard4 1,roll,2-2", "107 9 8"),
            ("hard4 1,roll,3-1", "99 9 8"),
            ("hard6 1,roll,3-3", "109 9 8"),
            ("hard8 1,roll,6-2", "99 9 off"),
            ("hard10 1,roll,5-4", "99 9 8 hard10:1"),
            ("field 1,roll,1-1", "102 9 8"),
            ("field 1,roll,6-6", "102 9 8"),
            ("field 1,roll,5-4", "101 9 8"),
            ("field 1,roll,4-1", "99 9 8"),
            ("any seven,roll,4-3", "104 9 off"),
            ("any craps,roll,2-1", "107 9 8"),
            ("yo,roll,6-5", "115 9 8"),
            ("ace-deuce 1,roll,2-1", "115 9 8"),
            ("aces 1,roll,1-1", "130 9 8"),
            ("boxcars 1,roll,6-6", "130 9 8"),
            ("boxcars 1,roll,6-5", "99 9 8"),
        ],
    );
    let triple = Rules { field: 3, ..rules };
    lines(&triple, "100 10 8", &[("field 1,roll,6-6", "103 9 8")]);
}

#[test]
fn what_has_its_point_stays_and_the_rest_may_come_down() {
    let rules = Rules::default();
    let offers = |rules: &Rules, from: &str, text: &str| {
        let position = rules.parse(from).unwrap();
        rules.read_move(&position, text).is_some()
    };
    assert!(offers(&rules, "99 9 off pass:1", "down pass"));
    assert!(!offers(&rules, "99 9 6 pass:1", "down pass"));
    assert!(!offers(&rules, "99 9 6 come8:1", "down come8"));
    assert!(offers(&rules, "99 9 6 dont-pass:1", "down dont-pass"));
    assert!(offers(&rules, "99 9 6 place8:1", "take down place 8"));
    assert!(!offers(&rules, "99 9 6 place8:1", "leave"));
    assert!(!offers(&rules, "100 10 6", "roll"));
    assert!(!offers(&rules, "100 10 6", "pass 1"));
    assert!(!offers(&rules, "100 10 off", "come 1"));
    assert!(!offers(&rules, "99 9 6 place8:1", "place8 1"));
    lines(
        &rules,
        "97 8 6 dont-pass:1 lay-odds:2",
        &[
            ("down dont-pass", "100 8 6"),
            ("down lay-odds", "99 8 6 dont-pass:1"),
        ],
    );
    let fixed = Rules {
        down: false,
        ..rules
    };
    assert!(!offers(&fixed, "99 9 6 place8:1", "down place8"));
}

#[test]
fn the_session_ends_without_chips_or_bets() {
    let rules = Rules {
        chips: 1,
        bets: 2,
        ..Rules::default()
    };
    let (position, text) = played(&rules, "1 2 off", "yo 1,roll,1-1");
    assert_eq!(
        (rules.turn(&position), text.as_str()),
        (Turn::Over, "0 1 off")
    );
    assert_eq!(rules.utility(&position, 0), -1.0);
    let (position, text) = played(&rules, "1 2 off", "yo 1,roll,6-5,yo 1,roll,6-5");
    assert_eq!(
        (rules.turn(&position), text.as_str()),
        (Turn::Over, "31 0 off")
    );
    let (position, _) = played(&rules, "1 2 off", "leave");
    assert_eq!(rules.turn(&position), Turn::Over);
}

#[test]
fn bets_are_written_in_several_ways() {
    let rules = Rules::default();
    let position = rules.parse("100 10 6").unwrap();
    for (text, meant) in [
        ("place 8 3", Move::Make(Bet::Place(8), 3)),
        ("Place8", Move::Make(Bet::Place(8), 1)),
        ("place 8", Move::Make(Bet::Place(8), 1)),
        ("Don’t Come 2", Move::Make(Bet::DontCome, 2)),
        ("hard 10 1", Move::Make(Bet::Hard(10), 1)),
        ("come 5", Move::Make(Bet::Come, 5)),
    ] {
        assert_eq!(rules.read_move(&position, text), Some(meant), "{text}");
    }
    for text in [
        "come 6", "come -5", "come 0", "place7 1", "horn 4", "6-1", "", "down", "5",
    ] {
        assert_eq!(rules.read_move(&position, text), None, "{text}");
    }
    let rolling = rules.parse("99 9 6 come:1 rolling").unwrap();
    for text in ["6-1", "1-6", "61", "1 6"] {
        assert_eq!(rules.read_move(&rolling, text), Some(Move::Dice(6, 1)));
    }
    for text in ["7-1", "6-0", "6", "6-1-1", "roll", "12"] {
        let read = rules.read_move(&rolling, text);
        assert_eq!(read.is_some(), text == "12", "{text}");
    }
}

#[test]
fn money_is_read_and_written_to_the_last_part() {
    let rules = Rules::default();
    for text in ["100+1/120 9 off", "1/2 9 off", "99+5/6 9 off", "0 9 off"] {
        assert_eq!(rules.text(&rules.parse(text).unwrap()), text);
    }
    for text in [
        "-1", "+1", "1+", "1+1", "1+7/6", "1+1/7", "1+0/1", "1.5", "1e3", "99999999",
    ] {
        let error = rules.parse(&format!("{text} 9 off")).unwrap_err();
        assert_eq!(
            error,
            format!("\"{text}\" is no number of chips in hand, such as 95, 4/5 or 95+4/5")
        );
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let rules = Rules::default();
    for (text, reason) in [
        (
            "100 10",
            "it is the chips in hand, the bets left, the point or off, and the bets made, as in \"95 9 6 pass:5\"",
        ),
        ("100 11 off", "\"11\" is no number of bets from 0 to 10"),
        (
            "100 10 7",
            "\"7\" is no point: it is off, 4, 5, 6, 8, 9 or 10",
        ),
        (
            "95 9 6 pass",
            "\"pass\" is no bet with its chips, such as pass:5",
        ),
        ("95 9 6 horn:4", "there is no bet \"horn\""),
        ("95 9 6 pass:-5", "\"-5\" is no number of chips on pass"),
        ("90 8 6 pass:5 pass:5", "pass is there twice"),
        ("94 9 6 pass:6", "there are at most 5 chips on pass"),
        (
            "84 8 4 pass:5 odds:16",
            "there are at most 15 chips on odds",
        ),
        ("95 9 6 odds:5", "there are at most 0 chips on odds"),
        (
            "90 8 off pass:5 odds:5",
            "there are no odds without a point",
        ),
        ("95 9 off come:5", "come is bet only when there is a point"),
        (
            "95 10 6 pass:5",
            "1 bets are on the table, but only 0 were made",
        ),
        ("251 9 off", "nobody has 251 chips after so few bets"),
        (
            "99 10 off",
            "the player still has all 100 chips while no bet is decided",
        ),
        ("100 10 off rolling", "the dice roll for no bet"),
        (
            "95 9 off pass:5 left",
            "nobody leaves while bets are on the table",
        ),
    ] {
        assert_eq!(rules.parse(text).unwrap_err(), reason, "{text}");
    }
}

#[test]
fn every_option_passes_the_battery() {
    let plain = Rules::default();
    for rules in [
        Rules {
            odds: Odds::Times(10),
            limit: 10,
            chips: 1000,
            ..plain
        },
        Rules {
            always_commission: false,
            always_working: true,
            field: 3,
            ..plain
        },
        Rules {
            down: false,
            limit: 1,
            chips: 3,
            ..plain
        },
    ] {
        let effort = Effort {
            positions: 100,
            games: 3,
            seed: 5,
        };
        if let Err(fault) = check(&rules, effort) {
            panic!("{rules:?}: {fault}");
        }
    }
}
