//! Tests of backgammon: plays, the end of games, texts, cube and match, evaluation.

use std::collections::BTreeSet;

use super::identifier::{MatchState, parse_position_id, position_id};
use super::*;
use crate::conformance::{Effort, check};
use crate::control::Random;

fn rules(options: &[(&str, &str)]) -> Rules {
    let given = options
        .iter()
        .map(|(name, value)| ((*name).into(), (*value).into()))
        .collect();
    Rules::with_options(&Options::new(given, Rules::OPTIONS).unwrap()).unwrap()
}

/// A side by its points and how many checkers stand there, 25 for the bar; the rest is borne off.
fn side(places: &[(u8, u8)]) -> u128 {
    let on_board: u8 = places.iter().map(|(_, checkers)| checkers).sum();
    places
        .iter()
        .map(|(point, checkers)| u128::from(*checkers) << (4 * point))
        .sum::<u128>()
        + u128::from(15 - on_board)
}

/// White to play a roll.
fn position(white: &[(u8, u8)], black: &[(u8, u8)], dice: [u8; 2]) -> Position {
    Position {
        sides: [side(white), side(black)],
        dice,
        stage: Stage::Move,
        ..rules(&[]).start()
    }
}

fn texts(position: &Position) -> Vec<String> {
    let rules = rules(&[]);
    rules
        .actions(position)
        .iter()
        .map(|action| rules.move_text(position, action))
        .collect()
}

fn played(rules: &Rules, position: &Position, text: &str) -> Position {
    let action = rules
        .read_move(position, text)
        .unwrap_or_else(|| panic!("{text} is no move in {}", rules.text(position)));
    rules.play(*position, action).unwrap()
}

/// The rules once more, as plainly as they can be said: every order of the dice, one step at a time, all results kept.
fn plain_results(own: u128, other: u128, [one, another]: [u8; 2]) -> BTreeSet<(u128, u128)> {
    fn steps(own: u128, other: u128, die: u8) -> Vec<(u128, u128)> {
        let mut results = Vec::new();
        let last = (1..=BAR).rev().find(|&point| count(own, point) > 0);
        for from in (1..=BAR).filter(|&from| count(own, from) > 0) {
            if count(own, BAR) > 0 && from != BAR {
                continue;
            }
            let to = from.saturating_sub(die);
            if to == 0 && (last > Some(6) || from < die && last != Some(from)) {
                continue;
            }
            let theirs = if to == 0 { 0 } else { count(other, BAR - to) };
            if theirs > 1 {
                continue;
            }
            let moved = own - (1 << (4 * from)) + (1 << (4 * to));
            let hit = if theirs == 1 {
                other - (1 << (4 * (BAR - to))) + (1 << 100)
            } else {
                other
            };
            results.push((moved, hit));
        }
        results
    }
    /// Results by the number of dice used.
    fn walk(own: u128, other: u128, dice: &[u8], used: usize, out: &mut Vec<(usize, u128, u128)>) {
        let next = match dice {
            [die, ..] => steps(own, other, *die),
            [] => Vec::new(),
        };
        if next.is_empty() {
            out.push((used, own, other));
        }
        for (own, other) in next {
            walk(own, other, &dice[1..], used + 1, out);
        }
    }
    let orders: Vec<Vec<u8>> = if one == another {
        vec![vec![one; 4]]
    } else {
        vec![vec![one, another], vec![another, one]]
    };
    let mut results = Vec::new();
    for order in &orders {
        walk(own, other, order, 0, &mut results);
    }
    let most = results.iter().map(|(used, ..)| *used).max().unwrap();
    let mut kept = results;
    if most == 1 && one != another {
        // The larger die if it can be used.
        let large: Vec<_> = steps(own, other, one.max(another));
        if !large.is_empty() {
            return large.into_iter().collect();
        }
    }
    kept.retain(|(used, ..)| *used == most);
    kept.into_iter()
        .map(|(_, own, other)| (own, other))
        .collect()
}

/// A board that no game need ever reach: few or many checkers anywhere, more often than not in somebody's home.
fn random_board(random: &mut Random) -> (u128, u128) {
    let mut counts = [[0_u8; 26]; 2];
    let reach = [25, 25, 12, 7][random.below(4)];
    for side in [0, 1] {
        for _ in 0..1 + random.below(15) {
            let point = 1 + random.below(if side == 0 { reach } else { 25 });
            let taken = (1..=24).contains(&point) && counts[1 - side][25 - point] > 0;
            if !taken {
                counts[side][point] += 1;
            }
        }
    }
    let sides = counts.map(|counts| {
        let places: Vec<(u8, u8)> = counts
            .iter()
            .enumerate()
            .map(|(point, n)| (point as u8, *n))
            .collect();
        side(&places)
    });
    (sides[0], sides[1])
}

#[test]
fn plays_are_those_of_a_plain_search_each_once() {
    let mut random = Random::new(7);
    let rules = rules(&[]);
    for _ in 0..4_000 {
        let (own, other) = random_board(&mut random);
        if own == 15 || other == 15 {
            continue;
        }
        let one = 1 + random.below(6) as u8;
        let another = 1 + random.below(6) as u8;
        let position = Position {
            sides: [own, other],
            dice: [one.max(another), one.min(another)],
            stage: Stage::Move,
            ..rules.start()
        };
        let moves = rules.actions(&position);
        let results: BTreeSet<_> = moves
            .iter()
            .map(|action| match action {
                Move::Play(play) => plays::played(own, other, play),
                _ => panic!("only plays are legal"),
            })
            .collect();
        let text = rules.text(&position);
        assert_eq!(results.len(), moves.len(), "{text} lists a position twice");
        assert_eq!(results, plain_results(own, other, position.dice), "{text}");
    }
}

#[test]
fn the_plays_of_every_first_roll_are_as_many_as_published() {
    let expected = [
        (11, 42),
        (21, 15),
        (22, 75),
        (31, 16),
        (32, 17),
        (33, 73),
        (41, 14),
        (42, 18),
        (43, 17),
        (44, 52),
        (51, 8),
        (52, 8),
        (53, 9),
        (54, 9),
        (55, 4),
        (61, 10),
        (62, 14),
        (63, 14),
        (64, 14),
        (65, 7),
        (66, 11),
    ];
    for (dice, plays) in expected {
        let places = [(6, 5), (8, 3), (13, 5), (24, 2)];
        let position = position(&places, &places, [dice / 10, dice % 10]);
        assert_eq!(texts(&position).len(), plays, "{dice}");
    }
}

#[test]
fn both_dice_are_used_if_any_order_allows_it() {
    // The 5 cannot be played first: its point is made.
    let blocked = position(&[(24, 1)], &[(6, 2)], [6, 5]);
    assert_eq!(texts(&blocked), ["24/13"]);
}

#[test]
fn the_larger_die_is_used_if_only_one_can_be() {
    // Either die alone moves to an open point, from which the other is blocked.
    let either = position(&[(24, 1)], &[(12, 2)], [6, 5]);
    assert_eq!(texts(&either), ["24/18"]);
    let only_small = position(&[(24, 1)], &[(12, 2), (7, 2)], [6, 5]);
    assert_eq!(texts(&only_small), ["24/19"]);
}

#[test]
fn a_closed_board_cannot_be_entered() {
    let closed: Vec<(u8, u8)> = (1..=6).map(|point| (point, 2)).collect();
    let danced = position(&[(25, 1), (6, 14)], &closed, [6, 5]);
    assert_eq!(texts(&danced), ["cannot move"]);
    let rules = rules(&[]);
    for text in ["cannot move", "Cannot Move", "pass", "no move"] {
        let after = played(&rules, &danced, text);
        assert_eq!((after.player, after.stage), (1, Stage::Roll));
        assert_eq!(after.sides, danced.sides);
    }
}

#[test]
fn bearing_off_needs_everyone_home_and_takes_the_highest_for_a_larger_die() {
    let outside = position(&[(7, 1), (2, 2)], &[(1, 15)], [6, 5]);
    assert_eq!(texts(&outside), ["7/1 2/off", "7/off"]);
    let low = position(&[(4, 2), (3, 1)], &[(1, 15)], [6, 5]);
    assert_eq!(texts(&low), ["4/off(2)"]);
    let exact = position(&[(6, 1), (3, 1), (1, 1)], &[(1, 15)], [3, 1]);
    assert_eq!(
        texts(&exact),
        ["6/2", "6/3 1/off", "6/5 3/off", "3/off 1/off"]
    );
    let last = position(&[(2, 1)], &[(1, 15)], [6, 1]);
    assert_eq!(texts(&last), ["2/off"]);
}

#[test]
fn a_finished_game_counts_once_twice_or_three_times() {
    let rules = rules(&[]);
    let cases: [(&[(u8, u8)], f64); 4] = [
        (&[(6, 14)], 1.0),
        (&[(6, 15)], 2.0),
        (&[(6, 14), (19, 1)], 3.0),
        (&[(6, 14), (25, 1)], 3.0),
    ];
    for (black, points) in cases {
        let last = position(&[(1, 1)], black, [6, 1]);
        let over = played(&rules, &last, "1/off");
        assert_eq!(rules.turn(&over), Turn::Over);
        assert_eq!(
            [0, 1].map(|player| rules.utility(&over, player)),
            [points, -points]
        );
    }
}

#[test]
fn the_higher_die_begins_the_game() {
    let rules = rules(&[]);
    let mut chances = Vec::new();
    rules.chances(&rules.start(), &mut chances);
    assert_eq!(chances.len(), 30);
    let white = played(&rules, &rules.start(), "31");
    let black = played(&rules, &rules.start(), "13");
    assert_eq!((white.player, white.dice), (0, [3, 1]));
    assert_eq!((black.player, black.dice), (1, [3, 1]));
    assert!(rules.read_move(&rules.start(), "33").is_none());
}

#[test]
fn plays_are_written_as_in_match_files() {
    let start = [(6, 5), (8, 3), (13, 5), (24, 2)];
    let doubles = position(&start, &start, [1, 1]);
    let all = texts(&doubles);
    for text in [
        "8/7(2) 6/5(2)",
        "24/22 6/5(2)",
        "24/23 6/5(3)",
        "8/5 6/5",
        "8/4",
    ] {
        assert!(all.contains(&text.to_owned()), "{text} is not in {all:?}");
    }
    let hits = position(&[(25, 2), (6, 13)], &[(3, 1), (1, 14)], [3, 3]);
    let expected = [
        "bar/22*/19 bar/19",
        "bar/22*/16 bar/22",
        "bar/22*/19 bar/22 6/3",
        "bar/22*(2) 6/3(2)",
    ];
    assert_eq!(texts(&hits), expected);
}

#[test]
fn any_order_and_spelling_of_a_play_is_read() {
    let rules = rules(&[]);
    let start = [(6, 5), (8, 3), (13, 5), (24, 2)];
    let spellings: [(&[&str], [u8; 2]); 3] = [
        (&["8/5 6/5", "6/5 8/5", "6/5, 8/5", " 8/5  6/5 "], [3, 1]),
        (
            &[
                "24/13",
                "24/18/13",
                "24/18 18/13",
                "18/13 24/18",
                "24/19/13",
            ],
            [6, 5],
        ),
        (
            &[
                "8/7(2) 6/5(2)",
                "8/7 8/7 6/5 6/5",
                "6/5(2) 8/7(2)",
                "8/7 6/5 8/7 6/5",
            ],
            [1, 1],
        ),
    ];
    for (texts, dice) in spellings {
        let position = position(&start, &start, dice);
        let first = rules.read_move(&position, texts[0]).unwrap();
        assert_eq!(rules.move_text(&position, &first), texts[0]);
        for text in texts {
            assert_eq!(rules.read_move(&position, text), Some(first), "{text}");
        }
    }
    let off = position(&[(25, 1), (6, 1)], &[(1, 15)], [6, 5]);
    for text in ["bar/14", "25/14", "BAR/14", "bar/19/14"] {
        assert!(rules.read_move(&off, text).is_some(), "{text}");
    }
    let off = position(&[(6, 1), (5, 1)], &[(1, 15)], [6, 5]);
    for text in ["6/off 5/off", "5/0 6/0", "6/Off 5/Off"] {
        assert!(rules.read_move(&off, text).is_some(), "{text}");
    }
}

#[test]
fn stars_and_points_on_the_way_tell_plays_apart() {
    let rules = rules(&[]);
    let both = position(&[(13, 1), (6, 2)], &[(14, 1), (1, 2)], [2, 1]);
    let hit = rules.read_move(&both, "13/11*/10").unwrap();
    let quiet = rules.read_move(&both, "13/10").unwrap();
    assert_ne!(hit, quiet);
    assert_eq!(rules.read_move(&both, "13/11/10"), Some(hit));
    assert_eq!(rules.read_move(&both, "13/12/10"), Some(quiet));
    assert_eq!(rules.read_move(&both, "13/10*"), None, "nobody is there");
    let ambiguous = position(&[(13, 1), (6, 2)], &[(14, 1), (13, 1), (1, 2)], [2, 1]);
    assert_eq!(
        rules.read_move(&ambiguous, "13/10"),
        None,
        "either way hits"
    );
    assert!(rules.read_move(&ambiguous, "13/12*/10").is_some());
}

#[test]
fn what_is_no_play_is_refused() {
    let rules = rules(&[]);
    let start = [(6, 5), (8, 3), (13, 5), (24, 2)];
    let position = position(&start, &start, [3, 1]);
    let wrong = [
        "",
        "8",
        "8/",
        "8/5",
        "8/5/",
        "/5",
        "8/5 6/5(2)",
        "8/5 6/5(0)",
        "8/5 6/5(x)",
        "8/5 6/5(",
        "8/5* 6/5",
        "26/22",
        "8/5 7/6",
        "24/20 20/24",
        "6/6",
        "cannot move",
        "pass",
        "31",
        "double",
        "999999999999999999999999/1",
        "8/+5 6/5",
    ];
    for text in wrong {
        assert_eq!(rules.read_move(&position, text), None, "{text}");
    }
}

#[test]
fn position_ids_are_those_of_gnu_backgammon() {
    assert_eq!(position_id(START, START), "4HPwATDgc/ABMA");
    // From the package gnubg-nn: the side not on roll has five checkers on its 5-point instead of its 6-point.
    let other = START - (5 << 24) + (5 << 20);
    assert_eq!(position_id(START, other), "8HHwATDgc/ABMA");
    assert_eq!(parse_position_id("8HHwATDgc/ABMA"), Ok((START, other)));
}

#[test]
fn match_ids_are_those_of_gnu_backgammon() {
    // The example of its manual: a match to 9 at 2-4, player 0 owns the cube at 2, player 1 has rolled 52.
    let state = MatchState {
        cube: 1,
        owner: 0,
        player: 1,
        turn: 1,
        dice: [5, 2],
        length: 9,
        score: [2, 4],
        ..MatchState::PLAIN
    };
    assert_eq!(state.text(), "QYkqASAAIAAA");
    assert_eq!(MatchState::parse("QYkqASAAIAAA"), Ok(state));
    let rules = rules(&[("match", "9"), ("cube", "on")]);
    let position = rules.parse("4HPwATDgc/ABMA:QYkqASAAIAAA").unwrap();
    assert_eq!(
        (
            position.player,
            position.dice,
            position.score,
            position.owner
        ),
        (1, [5, 2], [2, 4], 0)
    );
}

#[test]
fn a_position_id_alone_means_that_white_rolls() {
    for options in [
        &[][..],
        &[("match", "3"), ("score", "2-0")],
        &[("cube", "on")],
    ] {
        let rules = rules(options);
        let position = rules.parse("4HPwATDgc/ABMA").unwrap();
        let expected = if rules.cube {
            Stage::Choose
        } else {
            Stage::Roll
        };
        assert_eq!((position.player, position.stage), (0, expected));
        assert_eq!(position.score, rules.score);
        assert_eq!(rules.parse(&rules.text(&position)), Ok(position));
    }
}

#[test]
fn a_wrong_position_is_refused_with_a_reason() {
    let state = |change: fn(&mut MatchState)| {
        let mut state = MatchState::PLAIN;
        change(&mut state);
        format!("4HPwATDgc/ABMA:{}", state.text())
    };
    let sixteen = position_id(START + (1 << 4), START);
    let shared = position_id(START - (1 << 24) + (1 << 4), START);
    let gone = position_id(START, 15);
    let cases = [
        (
            String::new(),
            "a position is a position ID and a match ID with a colon between, then roll or nothing",
        ),
        (
            "4HPwATDgc/ABM".into(),
            "a position ID has 14 letters, not 13",
        ),
        (
            "4HPwATDgc/ABMA:cAgAAAAAAA".into(),
            "a match ID has 12 letters, not 10",
        ),
        (
            "4HPwATDgc/AB!A".into(),
            "\"!\" is no letter of a position ID: they are A to Z, a to z, 0 to 9, + and /",
        ),
        (
            "4HPwATDgc/ABMB".into(),
            "the last letter of the position ID says too much",
        ),
        (
            "//////////////".into(),
            "the last letter of the position ID says too much",
        ),
        (
            "/////////////w".into(),
            "the side not on roll has more than 15 checkers",
        ),
        (sixteen, "the side on roll has more than 15 checkers"),
        (shared, "both sides are on the 1-point of the side on roll"),
        (gone, "the side not on roll has no checkers left"),
        (
            "4HPwATDgc/ABMA:MAEAAAAAAAAA double".into(),
            "\"double\" is not roll",
        ),
        (
            "4HPwATDgc/ABMA:MAEAAAAAAAAA roll".into(),
            "roll is said only where the player could double instead",
        ),
        (
            state(|state| state.dice = [7, 1]),
            "the dice are 7 and 1: both are 1 to 6, or 0 before the roll",
        ),
        (
            state(|state| state.dice = [6, 0]),
            "the dice are 6 and 0: both are 1 to 6, or 0 before the roll",
        ),
        (
            state(|state| state.length = 7),
            "the match ID is of a match to 7, but these rules are for money",
        ),
        (
            state(|state| state.cube = 1),
            "there is no cube: option cube=on brings it in",
        ),
        (
            state(|state| state.resigned = 1),
            "positions with a resignation are not known here",
        ),
        (
            state(|state| state.crawford = true),
            "the match ID has a Crawford game where the rules or the score have none",
        ),
        (
            state(|state| state.owner = 2),
            "the cube is white's, black's or nobody's",
        ),
        (state(|state| state.state = 5), "there is no game state 5"),
        (
            state(|state| state.state = 4),
            "a double is offered before the roll, and dropped with a cube",
        ),
        (
            state(|state| state.turn = 1),
            "who is on roll decides, but for a double that is offered",
        ),
        (
            state(|state| state.state = 2),
            "a game is over exactly when the side on roll has borne off its checkers",
        ),
        (
            position_id(START - (1 << 24) + (1 << 20), START)
                + ":"
                + &rules(&[]).text(&rules(&[]).start())[15..],
            "before the first roll everything is in its place",
        ),
    ];
    for (text, reason) in cases {
        assert_eq!(rules(&[]).parse(&text), Err(reason.into()), "{text}");
    }
}

#[test]
fn every_kind_of_rules_passes_the_battery() {
    let kinds: [&[(&str, &str)]; 4] = [
        &[("cube", "on")],
        &[("cube", "true"), ("jacoby", "on")],
        &[("match", "3"), ("cube", "on")],
        &[
            ("match", "5"),
            ("score", "4-2"),
            ("crawford", "off"),
            ("cube", "on"),
        ],
    ];
    for options in kinds {
        let effort = Effort {
            positions: 400,
            games: 4,
            seed: 3,
        };
        let summary =
            check(&rules(options), effort).unwrap_or_else(|fault| panic!("{options:?}: {fault}"));
        assert!(summary.finished > 0, "{options:?}");
    }
}

#[test]
fn the_cube_is_offered_taken_and_dropped() {
    let rules = rules(&[("cube", "on")]);
    let opened = played(&rules, &rules.start(), "31");
    let choose = played(&rules, &opened, "8/5 6/5");
    assert_eq!(rules.turn(&choose), Turn::Player(1));
    let offered = played(&rules, &choose, "double");
    assert_eq!(rules.turn(&offered), Turn::Player(0));
    let dropped = played(&rules, &offered, "drop");
    assert_eq!(
        [0, 1].map(|player| rules.utility(&dropped, player)),
        [-1.0, 1.0]
    );
    let taken = played(&rules, &offered, "take");
    assert_eq!((taken.cube, taken.owner, taken.stage), (1, 0, Stage::Roll));
    // Black has given the cube away, so that only white may double next.
    let rolled = played(&rules, &taken, "66");
    let white = rules.play(rolled, rules.actions(&rolled)[0]).unwrap();
    assert_eq!(white.stage, Stage::Choose);
    let kept = played(&rules, &white, "roll");
    assert_eq!(kept.stage, Stage::Roll);
    assert!(rules.text(&kept).ends_with(" roll"));
}

#[test]
fn gammons_need_a_double_under_the_jacoby_rule() {
    let gammon = Position {
        cube: 0,
        ..position(&[(1, 1)], &[(6, 15)], [6, 1])
    };
    let doubled = Position {
        cube: 1,
        owner: 0,
        ..gammon
    };
    for (jacoby, position, points) in [
        ("off", gammon, 2.0),
        ("on", gammon, 1.0),
        ("on", doubled, 4.0),
    ] {
        let rules = rules(&[("cube", "on"), ("jacoby", jacoby)]);
        let over = played(&rules, &position, "1/off");
        assert_eq!(rules.utility(&over, 0), points);
    }
}

#[test]
fn a_match_goes_on_until_its_points_are_won() {
    let rules = rules(&[("match", "3"), ("cube", "on")]);
    let last = Position {
        score: [0, 1],
        ..position(&[(1, 1)], &[(6, 15)], [6, 1])
    };
    // A gammon: white has two of three points, so that the next game is the Crawford game.
    let next = played(&rules, &last, "1/off");
    assert_eq!(next, rules.opening([2, 1], true));
    let rolled = played(&rules, &next, "31");
    let black = rules.play(rolled, rules.actions(&rolled)[0]).unwrap();
    assert_eq!(black.stage, Stage::Roll, "nobody may double");
    // Black wins it, and may double in the game after.
    let won = Position {
        sides: [side(&[(6, 14)]), side(&[(1, 1)])],
        player: 1,
        ..last
    };
    let won = Position {
        score: [2, 1],
        crawford: true,
        ..won
    };
    let after = played(&rules, &won, "1/off");
    assert_eq!(after, rules.opening([2, 2], false));
    let over = played(
        &rules,
        &Position {
            score: [2, 2],
            ..last
        },
        "1/off",
    );
    assert_eq!(rules.turn(&over), Turn::Over);
    assert_eq!(
        [0, 1].map(|player| rules.utility(&over, player)),
        [1.0, -1.0]
    );
}

#[test]
fn a_wrong_option_is_refused_with_a_reason() {
    let cases = [
        (
            ("score", "3-0"),
            "option score is \"3-0\": it must be two numbers from 0 to 0, such as \"0-0\"",
        ),
        (
            ("match", "65"),
            "option match is \"65\": it must be a number from 0 to 64",
        ),
        (
            ("cube", "2"),
            "option cube is \"2\": it must be off or on or false or true",
        ),
        (
            ("weights", "pips"),
            "option weights: the row pips has 0 numbers instead of 1",
        ),
    ];
    for ((name, value), reason) in cases {
        let given = Options::new(vec![(name.into(), value.into())], Rules::OPTIONS).unwrap();
        assert_eq!(Rules::with_options(&given).err(), Some(reason.into()));
    }
}

/// What the evaluation prefers for the side that has just played one of these.
fn preferred(dice: [u8; 2]) -> String {
    let rules = rules(&[]);
    let start = [(6, 5), (8, 3), (13, 5), (24, 2)];
    let before = position(&start, &start, dice);
    let best = rules
        .actions(&before)
        .into_iter()
        .max_by(|one, other| {
            let value = |action: &Move| rules.evaluate(&rules.play(before, *action).unwrap(), 0);
            value(one).total_cmp(&value(other))
        })
        .unwrap();
    rules.move_text(&before, &best)
}

#[test]
fn the_evaluation_makes_the_points_that_everyone_makes() {
    for (dice, play) in [
        ([3, 1], "8/5 6/5"),
        ([4, 2], "8/4 6/4"),
        ([6, 1], "13/7 8/7"),
        ([1, 1], "8/7(2) 6/5(2)"),
    ] {
        assert_eq!(preferred(dice), play);
    }
}

#[test]
fn the_evaluation_knows_who_is_ahead() {
    let rules = rules(&[]);
    let race = |white: u8, black: u8| {
        let position = position(&[(white, 5), (1, 10)], &[(black, 5), (1, 10)], [0, 0]);
        rules.evaluate(
            &Position {
                stage: Stage::Roll,
                ..position
            },
            0,
        )
    };
    assert!(race(3, 6) > 0.3 && race(6, 3) < 0.0);
    assert!(race(4, 4) > 0.0, "being on roll is worth something");
    // Black is closed out with a checker on the bar.
    let closed: Vec<(u8, u8)> = (1..=6).map(|point| (point, 2)).chain([(8, 3)]).collect();
    let prime = Position {
        stage: Stage::Roll,
        ..position(&closed, &[(25, 1), (6, 14)], [0, 0])
    };
    assert!(rules.evaluate(&prime, 0) > 0.8);
}
