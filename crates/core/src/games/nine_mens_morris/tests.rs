//! The rules of nine men's morris in their corners, once more point by point, and its published counts.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use super::notation::NAMES;
use super::*;
use crate::conformance::{self, Effort};
use crate::control::Random;
use crate::history::History;

static MORRIS: LazyLock<Rules> =
    LazyLock::new(|| Rules::with_options(&Options::default()).expect("no options"));

fn legal(text: &str) -> Vec<String> {
    let position = MORRIS.parse(text).unwrap();
    let moves = MORRIS.actions(&position);
    moves
        .iter()
        .map(|action| MORRIS.move_text(&position, action))
        .collect()
}

fn play(position: &Position, text: &str) -> Position {
    let action = MORRIS
        .read_move(position, text)
        .unwrap_or_else(|| panic!("{text} in {}", MORRIS.text(position)));
    let mut position = *position;
    MORRIS.play_unchecked(&mut position, &action);
    position
}

/// The position after these moves.
fn after(text: &str, moves: &str) -> String {
    let start = MORRIS.parse(text).unwrap();
    let played = moves
        .split_whitespace()
        .fold(start, |position, text| play(&position, text));
    MORRIS.text(&played)
}

const START: &str = ".../.../.../....../.../.../... w 9 9 0";

#[test]
fn men_are_placed_in_turn_until_the_hands_are_empty() {
    assert_eq!(legal(START).len(), 24);
    assert_eq!(
        after(START, "d2 g7 a1"),
        "..b/.../.../....../.../.w./w.. b 7 8 0"
    );
}

#[test]
fn a_mill_removes_a_man_that_stands_in_none() {
    let text = "w../.../.../wbbbbb/.../.../.b. w 3 3 0";
    let mills: Vec<String> = legal(text)
        .into_iter()
        .filter(|text| text.contains('x'))
        .collect();
    assert_eq!(
        mills,
        ["a1xd1", "a1xb4", "a1xc4"],
        "e4, f4 and g4 are a mill"
    );
}

#[test]
fn a_mill_removes_any_man_when_all_stand_in_mills() {
    let text = "w../.../.../w..bbb/.../.../... w 6 6 0";
    let mills = ["a1xg4", "a1xf4", "a1xe4"];
    for mill in mills {
        assert!(legal(text).contains(&mill.into()), "{mill}");
    }
    assert_eq!(
        after(text, "a1xf4"),
        "w../.../.../w..b.b/.../.../w.. b 5 6 0"
    );
}

#[test]
fn two_mills_at_once_remove_one_man() {
    let text = ".ww/.../.../w...../bbb/.../w.. w 5 5 0";
    let mills: Vec<String> = legal(text)
        .into_iter()
        .filter(|text| text.starts_with("a7"))
        .collect();
    assert_eq!(mills, ["a7xe3", "a7xd3", "a7xc3"]);
    assert_eq!(
        after(text, "a7xd3"),
        "www/.../.../w...../b.b/.../w.. b 4 5 0"
    );
}

#[test]
fn four_men_move_along_the_lines_and_three_fly() {
    let text = "w.w/.../.../....b./.b./.b./w.w b 0 0 7";
    let white = "w.w/.../.../....b./.b./.b./w.w w 0 0 7";
    assert_eq!(
        legal(white),
        [
            "a7-d7", "a7-a4", "g7-d7", "g7-g4", "g1-g4", "g1-d1", "a1-d1", "a1-a4"
        ]
    );
    let black = legal(text);
    let quiet = black.iter().filter(|text| !text.contains('x')).count();
    assert_eq!(quiet, 3 * 17 - 1, "but for the mill at d1");
    assert!(black.contains(&"f4-a4".into()));
    assert_eq!(after(text, "f4-a4").split(' ').next_back(), Some("8"));
}

#[test]
fn flying_into_a_row_is_a_mill() {
    let text = "w.w/.../.../....b./.b./.b./w.w b 0 0 7";
    assert!(legal(text).contains(&"f4-d1xa1".into()));
    assert!(!legal(text).contains(&"f4-d1".into()), "it must take a man");
}

#[test]
fn who_cannot_move_has_lost() {
    let text = "wbw/.../.../b....b/.../.../wbw w 0 0 3";
    let position = MORRIS.parse(text).unwrap();
    assert_eq!(MORRIS.turn(&position), Turn::Over);
    assert_eq!(
        [0, 1].map(|player| MORRIS.utility(&position, player)),
        [-1.0, 1.0]
    );
}

#[test]
fn who_has_fewer_than_three_men_has_lost_but_men_in_hand_count() {
    let text = "w../.../.../.w..../.b./.b./.b. w 0 0 0";
    let position = MORRIS.parse(text).unwrap();
    assert_eq!(MORRIS.turn(&position), Turn::Over);
    assert_eq!(MORRIS.utility(&position, 0), -1.0);
    let text = "w../.../.../.w..../.b./.b./.b. w 1 1 0";
    let position = MORRIS.parse(text).unwrap();
    assert_eq!(MORRIS.turn(&position), Turn::Player(0));
}

#[test]
fn fifty_moves_without_a_mill_are_a_draw_unless_the_side_to_move_has_lost() {
    let text = "w.w/.../.../....b./.b./.b./w.w w 0 0 99";
    let position = play(&MORRIS.parse(text).unwrap(), "a7-d7");
    assert_eq!(position.clock, 100);
    assert_eq!(MORRIS.turn(&position), Turn::Over);
    assert_eq!(MORRIS.utility(&position, 0), 0.0);
    let stuck = MORRIS
        .parse("wbw/.../.../b....b/.../.../wbw w 0 0 100")
        .unwrap();
    assert_eq!(MORRIS.utility(&stuck, 0), -1.0);
    let never = Rules {
        limit: 0,
        ..*MORRIS
    };
    let mut position = never
        .parse("w.w/.../.../....b./.b./.b./w.w w 0 0 1")
        .unwrap();
    for _ in 0..300 {
        let action = never.read_move(&position, "a7-d7");
        let action = action.or_else(|| never.read_move(&position, "d7-a7"));
        let action = action.or_else(|| never.read_move(&position, "f4-f6"));
        let action = action.or_else(|| never.read_move(&position, "f6-f4"));
        never.play_unchecked(&mut position, &action.unwrap());
        assert_ne!(never.turn(&position), Turn::Over);
    }
}

#[test]
fn a_position_that_occurs_for_the_third_time_is_a_draw() {
    let text = "w.w/.../.../....b./.b./.b./w.w w 0 0 0";
    let mut position = MORRIS.parse(text).unwrap();
    let mut history = History::new(&*MORRIS, &position);
    for round in 0..2 {
        for text in ["a7-d7", "f4-f6", "d7-a7", "f6-f4"] {
            assert_ne!(history.turn(&*MORRIS, &position), Turn::Over, "{round}");
            position = play(&position, text);
            history = history.after(&*MORRIS, &position);
        }
    }
    assert_eq!(position.clock, 8);
    assert_eq!(history.turn(&*MORRIS, &position), Turn::Over);
    assert_eq!(history.utility(&*MORRIS, &position, 0), 0.0);
    assert_eq!(
        MORRIS.key(&position),
        MORRIS.key(&MORRIS.parse(text).unwrap()),
        "the clock is not part of it"
    );
}

#[test]
fn placing_and_removing_cannot_be_undone() {
    let start = MORRIS.start();
    assert!(MORRIS.is_irreversible(&play(&start, "d2")));
    let text = "w.w/.../.../....b./.b./.b./w.w b 0 0 7";
    let position = MORRIS.parse(text).unwrap();
    assert!(!MORRIS.is_irreversible(&play(&position, "f4-a4")));
    assert!(MORRIS.is_irreversible(&play(&position, "f4-d1xa1")));
}

#[test]
fn mills_are_noisy() {
    let text = "w../.../.../wbbbbb/.../.../.b. w 3 3 0";
    let position = MORRIS.parse(text).unwrap();
    let mut noisy = Vec::new();
    MORRIS.noisy_moves(&position, &mut noisy);
    let texts: Vec<String> = noisy
        .iter()
        .map(|action| MORRIS.move_text(&position, action))
        .collect();
    assert_eq!(texts, ["a1xd1", "a1xb4", "a1xc4"]);
}

#[test]
fn a_move_is_read_in_every_spelling() {
    let text = "w.w/.../.../....b./.b./.b./w.w b 0 0 7";
    let position = MORRIS.parse(text).unwrap();
    for spelling in ["f4-d1xa1", "f4d1xa1", "F4-D1xA1", "F4-D1XA1"] {
        let action = MORRIS.read_move(&position, spelling).unwrap();
        assert_eq!(MORRIS.move_text(&position, &action), "f4-d1xa1");
    }
    for wrong in ["", "f4", "f4-d1", "f4-d1a1", "h9", "f4-é"] {
        assert_eq!(MORRIS.read_move(&position, wrong), None, "{wrong}");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let refusal = |text: &str| MORRIS.parse(text).unwrap_err();
    assert_eq!(
        refusal("w 9 9 0"),
        "it is seven rows, the side to move, the men in hand of white and black and the plies without a mill, \
         as in \".../.../.../....../.../.../... w 9 9 0\""
    );
    for board in [
        ".../.../.../.../.../.../...",
        ".../.../.../....../.../...",
        ".../.../.../......./.../.../..",
    ] {
        assert_eq!(
            refusal(&format!("{board} w 9 9 0")),
            "the rows have 3, 3, 3, 6, 3, 3 and 3 points, separated by /"
        );
    }
    assert_eq!(
        refusal("..W/.../.../....../.../.../... w 9 9 0"),
        "\"W\" is neither w, b nor ."
    );
    assert_eq!(
        refusal(".../.../.../....../.../.../... x 9 9 0"),
        "\"x\" is neither w nor b"
    );
    for hand in ["10", "-1", "nine"] {
        assert_eq!(
            refusal(&format!(".../.../.../....../.../.../... w {hand} 9 0")),
            format!("\"{hand}\" is no number of men in hand")
        );
    }
    assert_eq!(
        refusal(".../.../.../....../.../.../... w 9 9 256"),
        "\"256\" is no number of plies without a mill"
    );
    assert_eq!(
        refusal("w../.../.../....../.../.../... b 9 9 0"),
        "white has 10 men, but there are nine"
    );
    assert_eq!(
        refusal("w../.../.../....../.../.../... w 8 9 0"),
        "white begins and they alternate, so white is not to move with 8 and 9 men in hand"
    );
    assert_eq!(
        refusal("w../.../.../....../.../.../... b 8 8 0"),
        "white begins and they alternate, so black is not to move with 8 and 8 men in hand"
    );
    assert_eq!(
        refusal("www/.../.../....../.../.../b.. w 0 0 0"),
        "black has moved with fewer than three men"
    );
    assert_eq!(
        refusal("www/.../.../....../.../.../bbb w 0 0 101"),
        "the plies without a mill are at most 100"
    );
    assert_eq!(
        refusal("w../.../.../....../.../.../b.. w 8 8 3"),
        "plies without a mill count only when all men are placed"
    );
}

/// The lines of three by name, read off the board of the rules.
const LINES: [[&str; 3]; 16] = [
    ["a7", "d7", "g7"],
    ["b6", "d6", "f6"],
    ["c5", "d5", "e5"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c3", "d3", "e3"],
    ["b2", "d2", "f2"],
    ["a1", "d1", "g1"],
    ["a1", "a4", "a7"],
    ["b2", "b4", "b6"],
    ["c3", "c4", "c5"],
    ["d1", "d2", "d3"],
    ["d5", "d6", "d7"],
    ["e3", "e4", "e5"],
    ["f2", "f4", "f6"],
    ["g1", "g4", "g7"],
];

fn point(name: &str) -> u8 {
    NAMES.iter().position(|known| *known == name).unwrap() as u8
}

fn lines() -> [u32; 16] {
    LINES.map(|line| line.iter().map(|name| 1 << point(name)).sum())
}

#[test]
fn sixteen_symmetries_keep_every_line() {
    let known = BTreeSet::from(lines());
    let mut boards = BTreeSet::new();
    for symmetry in 0..16 {
        assert_eq!(known, lines().map(|line| seen(line, symmetry)).into());
        boards.insert(
            (0..POINTS)
                .map(|point| seen(1 << point, symmetry))
                .collect::<Vec<_>>(),
        );
        for men in [0x00_0001, 0x00_0002, 0x00_2000, 0x12_3456] {
            assert_eq!(
                seen(neighbours(men), symmetry),
                neighbours(seen(men, symmetry))
            );
        }
    }
    assert_eq!(boards.len(), 16, "no two are the same");
}

/// The moves once more, point by point and line by line.
fn plain_moves(position: &Position) -> Vec<Move> {
    let ((own, other), empty) = (position.own_and_other(), position.empty());
    let in_mill = |men: u32, point: u8| {
        lines()
            .iter()
            .any(|line| line >> point & 1 == 1 && men & line == *line)
    };
    let next = |from: u8, to: u8| {
        // Neighbours stand side by side in a line.
        LINES.iter().any(|line| {
            line.windows(2).any(|pair| {
                let pair = [point(pair[0]), point(pair[1])];
                pair == [from, to] || pair == [to, from]
            })
        })
    };
    let sources = if position.in_hand() > 0 {
        vec![NOWHERE]
    } else {
        (0..POINTS).filter(|point| own >> point & 1 == 1).collect()
    };
    let flies = own.count_ones() == 3;
    let mut moves = Vec::new();
    for from in sources {
        for to in (0..POINTS).filter(|point| empty >> point & 1 == 1) {
            if from != NOWHERE && !flies && !next(from, to) {
                continue;
            }
            let left = if from == NOWHERE {
                own
            } else {
                own & !(1 << from)
            };
            let mut removals = vec![NOWHERE];
            if in_mill(left | 1 << to, to) && other != 0 {
                removals = (0..POINTS)
                    .filter(|point| other >> point & 1 == 1)
                    .collect();
                if removals.iter().any(|point| !in_mill(other, *point)) {
                    removals.retain(|point| !in_mill(other, *point));
                }
            }
            moves.extend(
                removals
                    .into_iter()
                    .map(|removed| Move { from, to, removed }),
            );
        }
    }
    moves
}

#[test]
fn sets_of_men_move_as_men_one_by_one() {
    let mut random = Random::new(1);
    let mut mills = 0;
    for _ in 0..5_000 {
        let mut position = MORRIS.start();
        position.side = random.below(2) as u8;
        for side in 0..2 {
            position.hands[side] = 0;
            for _ in 0..random.below(10) {
                let point = random.below(24);
                if position.empty() >> point & 1 == 1 {
                    position.men[side] |= 1 << point;
                }
            }
        }
        if random.below(3) == 0 {
            position.hands = [4, 4 + position.side];
        }
        let expected = plain_moves(&position);
        let mut moves = Vec::new();
        MORRIS.moves(&position, &mut moves);
        if MORRIS.turn(&position) == Turn::Over {
            assert_eq!(MORRIS.count_moves(&position, &mut Vec::new()), 0);
            continue;
        }
        assert_eq!(moves, expected, "{}", MORRIS.text(&position));
        let counted = MORRIS.count_moves(&position, &mut Vec::new());
        assert_eq!(counted, moves.len() as u64, "{}", MORRIS.text(&position));
        mills += moves
            .iter()
            .filter(|action| action.removed != NOWHERE)
            .count();
    }
    assert!(mills > 3_000, "only {mills} mills");
}

/// Lines of so many plies when a removal is a ply of its own, as OpenSpiel and Sanmill count.
fn split_perft(position: &Position, plies: u32) -> u64 {
    match (plies, MORRIS.turn(position)) {
        (0, _) => return 1,
        (_, Turn::Over) => return 0,
        (1, _) => return u64::from(position.count_targets().0),
        _ => {}
    }
    let mut total = 0;
    let _ = position.each_move(|action| {
        let mut child = *position;
        MORRIS.play_unchecked(&mut child, &action);
        let spent = if action.removed == NOWHERE { 1 } else { 2 };
        total += split_perft(&child, plies - spent);
        ControlFlow::Continue(())
    });
    total
}

/// Counts of OpenSpiel to depth 6 and of Sanmill to depth 5.
#[test]
fn with_removals_as_plies_the_counts_are_those_of_others() {
    for (plies, leaves) in [(1, 24), (2, 552), (3, 12_144), (4, 255_024), (5, 5_100_480)] {
        assert_eq!(split_perft(&MORRIS.start(), plies), leaves, "{plies} plies");
    }
}

#[test]
#[ignore = "seconds in a release build"]
fn with_removals_as_plies_the_large_counts_are_those_of_others() {
    for (plies, leaves) in [(6, 96_223_680), (7, 1_720_800_000)] {
        assert_eq!(split_perft(&MORRIS.start(), plies), leaves, "{plies} plies");
    }
}

#[test]
fn every_option_passes_the_conformance_battery() {
    for limit in [0, 2, 240] {
        let effort = Effort {
            positions: 500,
            games: 10,
            seed: 1,
        };
        if let Err(fault) = conformance::check(&Rules { limit, ..*MORRIS }, effort) {
            panic!("{limit}: {fault}");
        }
    }
}

/// With three men each, 2,232,160 positions are won for the side to move, 455,648 lost and 4,112 drawn (computed by others
/// for databases of the endgame). Flying, mills and removals must be right for that, and draws are what is left.
#[test]
#[ignore = "half a minute in a release build"]
fn three_men_against_three_are_won_lost_and_drawn_as_known() {
    let sets: Vec<u32> = (0..=BOARD).filter(|men| men.count_ones() == 3).collect();
    let never = Rules {
        limit: 0,
        ..*MORRIS
    };
    let index: HashMap<u32, usize> = sets.iter().copied().zip(0..).collect();
    let place = |own: u32, other: u32| index[&own] * sets.len() + index[&other];
    // 1 won, 2 lost, 0 not known.
    let mut values = vec![0_u8; sets.len() * sets.len()];
    let mut open: Vec<(u32, u32)> = Vec::new();
    for &own in &sets {
        open.extend(
            sets.iter()
                .filter(|other| own & **other == 0)
                .map(|other| (own, *other)),
        );
    }
    let positions = open.len();
    loop {
        let before = open.len();
        open.retain(|&(own, other)| {
            let position = Position {
                men: [own, other],
                hands: [0, 0],
                side: 0,
                clock: 1,
            };
            let mut lost = true;
            for action in never.actions(&position) {
                let mut child = position;
                never.play_unchecked(&mut child, &action);
                let value = match never.turn(&child) {
                    Turn::Over => 2,
                    _ => values[place(child.men[1], child.men[0])],
                };
                if value == 2 {
                    values[place(own, other)] = 1;
                    return false;
                }
                lost &= value == 1;
            }
            if lost {
                values[place(own, other)] = 2;
            }
            !lost
        });
        if open.len() == before {
            break;
        }
    }
    let count = |value| values.iter().filter(|known| **known == value).count();
    assert_eq!(positions, 2_691_920);
    assert_eq!(
        [count(1), count(2), open.len()],
        [2_232_160, 455_648, 4_112]
    );
}

#[test]
fn images_of_an_opening_are_one_to_the_table_and_see_the_same_moves() {
    let rules = *MORRIS;
    let mut random = Random::new(5);
    for _ in 0..50 {
        let mut position = rules.start();
        for _ in 0..random.below(14) {
            let moves = rules.actions(&position);
            position = play_any(&rules, position, &moves, &mut random);
        }
        let alike = position.hands[0] + position.hands[1] >= SEEN_ALIKE;
        let (key, way) = rules.table_key(&position);
        let mut slots: Vec<_> = slots(&rules, &position, way);
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), rules.actions(&position).len());
        for symmetry in 1..16 {
            let image = Symmetry::position(&rules, &position, symmetry);
            let (image_key, way) = rules.table_key(&image);
            assert_eq!(image_key == key, alike || image == position);
            if alike {
                let mut seen = self::slots(&rules, &image, way);
                seen.sort_unstable();
                assert_eq!(seen, slots);
            }
        }
    }
}

fn play_any(
    rules: &Rules,
    mut position: Position,
    moves: &[Move],
    random: &mut Random,
) -> Position {
    rules.play_unchecked(&mut position, &moves[random.below(moves.len())]);
    position
}

/// The slots of all moves as the table sees them.
fn slots(rules: &Rules, position: &Position, way: usize) -> Vec<u16> {
    let moves = rules.actions(position).into_iter();
    moves
        .map(|action| rules.slot(&Symmetry::action(rules, &action, way)))
        .collect()
}

#[test]
fn mills_come_first_and_then_what_prevents_one() {
    // White can close a7-d7-g7 and must stop black on the bottom line.
    let mut position = MORRIS.start();
    position.men = [bits_of(&["a7", "d7"]), bits_of(&["a1", "d1"])];
    position.hands = [7, 7];
    let promise = |to, removed| {
        let action = Move {
            from: NOWHERE,
            to: point(to),
            removed,
        };
        MORRIS.promise(&position, &action)
    };
    assert!(promise("g7", point("a1")) > promise("g1", NOWHERE));
    assert!(promise("g1", NOWHERE) > promise("b4", NOWHERE));
    assert_eq!(promise("b4", NOWHERE), 0);
    // Later a man must be near: from g4 it is, from the middle square it is not.
    position.hands = [0, 0];
    for (man, threat) in [("g4", true), ("e4", false)] {
        position.men = [
            bits_of(&["a7", "d7", "b6", "b2"]),
            bits_of(&["a1", "d1", "d5", man]),
        ];
        assert_eq!(position.threats(1) >> point("g1") & 1 == 1, threat, "{man}");
    }
}

fn bits_of(points: &[&str]) -> u32 {
    points.iter().fold(0, |set, name| set | 1 << point(name))
}
