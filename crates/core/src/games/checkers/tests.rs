//! Corner cases of the rules, of the notation and of the evaluation.

use std::sync::LazyLock;

use super::*;
use crate::any::{AnyGame, AnyPosition};
use crate::control::Random;

static RULES: LazyLock<Rules> = LazyLock::new(Rules::default);

fn at(text: &str) -> Position {
    RULES
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(text: &str) -> Vec<String> {
    let position = at(text);
    RULES
        .actions(&position)
        .iter()
        .map(|action| RULES.move_text(&position, action))
        .collect()
}

/// The texts of the positions after each of these moves.
fn after(text: &str, moves: &[&str]) -> String {
    let mut position = at(text);
    for text in moves {
        let action = RULES
            .read_move(&position, text)
            .unwrap_or_else(|| panic!("{text} in {}", RULES.text(&position)));
        RULES.play_unchecked(&mut position, &action);
    }
    RULES.text(&position)
}

fn outcome(text: &str) -> Option<[f64; 2]> {
    let position = at(text);
    (RULES.turn(&position) == Turn::Over)
        .then(|| [0, 1].map(|player| RULES.utility(&position, player)))
}

/// The same position with the board turned and the colours changed.
fn turned(position: &Position) -> Position {
    let turn = |set: u32| {
        each(set)
            .map(|bit| 1 << BITS[31 - usize::from(SQUARES[usize::from(bit)])])
            .sum()
    };
    Position {
        pieces: [turn(position.pieces[1]), turn(position.pieces[0])],
        kings: turn(position.kings),
        side: 1 - position.side,
        idle: position.idle,
    }
}

#[test]
fn the_drawing_shows_the_bits_of_the_squares() {
    let drawing = [
        29, 23, 17, 11, 4, 30, 24, 18, 5, 31, 25, 19, 12, 6, 0, 26, 13, 7, 1, 27, 20, 14, 8, 2, 21,
        15, 9, 3, 28, 22, 16, 10,
    ];
    assert_eq!(BITS, drawing);
}

#[test]
fn a_rotation_is_a_step_on_the_board_wherever_there_is_room() {
    for (square, bit) in BITS.into_iter().enumerate() {
        let (row, column) = place(square);
        for (direction, (down, right)) in STEPS.into_iter().enumerate() {
            let target = (row + down, column + right);
            let reached = (1_u32 << bit & ROOM[direction]).rotate_left(ROTATIONS[direction]);
            match (0..32).find(|&square| place(square) == target) {
                Some(square) => assert_eq!(reached, 1 << BITS[square]),
                None => assert_eq!(reached, 0),
            }
        }
    }
}

#[test]
fn black_begins_with_seven_moves() {
    let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(RULES.text(&RULES.start()), start);
    let mut moves = legal(start);
    moves.sort();
    assert_eq!(
        moves,
        ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]
    );
}

#[test]
fn men_move_forwards_only_and_kings_both_ways() {
    assert_eq!(legal("B:WK32:B14"), ["14-18", "14-17"]);
    assert_eq!(legal("W:W19:BK1"), ["19-15", "19-16"]);
    assert_eq!(legal("B:WK32:BK14"), ["14-18", "14-17", "14-9", "14-10"]);
}

#[test]
fn who_can_jump_must() {
    assert_eq!(legal("B:W18,28:B1,14"), ["14x23"]);
    assert_eq!(legal("B:W17,18,32:B1,14"), ["14x23", "14x21"]);
}

#[test]
fn any_jump_may_be_chosen_and_not_only_the_longest() {
    let mut moves = legal("B:W14,16,24:B10,11");
    moves.sort();
    assert_eq!(moves, ["10x17", "11x27"]);
}

#[test]
fn a_jump_goes_on_as_long_as_it_can() {
    assert_eq!(legal("B:W15,23,32:B11"), ["11x27"]);
    assert_eq!(after("B:W15,23,32:B11", &["11x27"]), "W:W32:B27");
}

#[test]
fn men_do_not_jump_backwards_but_kings_do() {
    assert_eq!(legal("B:W6,14:B9"), ["9x18"]);
    assert_eq!(legal("B:W6:BK9"), ["9x2"]);
}

#[test]
fn crowning_ends_the_jump() {
    // From 30 a king could go on over 26.
    let text = "B:W25,26,K4:B21";
    assert_eq!(legal(text), ["21x30"]);
    assert_eq!(after(text, &["21x30"]), "W:WK4,26:BK30");
    // A king that comes to the same square goes on.
    assert_eq!(legal("B:W25,26,K4:BK21"), ["21x23"]);
}

#[test]
fn both_ways_round_a_ring_are_moves_and_end_where_they_began() {
    let text = "B:W14,15,K6,K7:BK2";
    assert_eq!(legal(text), ["2x11x18x9x2", "2x9x18x11x2"]);
    // Shorter spellings do, because the outcome is the same.
    for way in ["2x11x18x9x2", "2x9x18x11x2", "2x18x2", "2x2"] {
        assert_eq!(after(text, &[way]), "W:W:BK2");
    }
}

#[test]
fn a_king_passes_through_the_square_it_left_and_jumps_no_piece_twice() {
    // The ring from 11 and back, then over 8 out of it.
    let text = "B:W8,14,15,K6,K7:BK11";
    let position = at(text);
    let codes: Vec<_> = RULES
        .actions(&position)
        .iter()
        .map(|action| RULES.move_code(&position, action))
        .collect();
    assert_eq!(codes, ["11x18x9x2x11x4", "11x2x9x18x11x4", "11x4"]);
}

#[test]
fn jumps_between_the_same_squares_that_take_other_pieces_are_written_in_full() {
    let text = "B:W6,7,14,15:B2";
    assert_eq!(legal(text), ["2x11x18", "2x9x18"]);
    assert_eq!(after(text, &["2x11x18"]), "W:W6,14:B18");
    assert_eq!(after(text, &["2x9x18"]), "W:W7,15:B18");
    assert_eq!(RULES.read_move(&at(text), "2x18"), None);
}

#[test]
fn moves_are_read_in_the_spellings_in_use_and_nothing_else() {
    let start = RULES.start();
    let meant = RULES.read_move(&start, "11-15");
    assert!(meant.is_some());
    for spelling in ["11x15", "11 15", "11:15", "11×15", "011-15"] {
        assert_eq!(RULES.read_move(&start, spelling), meant, "{spelling}");
    }
    for wrong in [
        "", "11", "11-", "-15", "11-12", "11-33", "0-1", "1-0", "11-15-18", "11–15", "11+15",
        "+11-15",
    ] {
        assert_eq!(RULES.read_move(&start, wrong), None, "{wrong}");
    }
    let jump = at("B:W15,23,32:B11");
    for spelling in ["11x27", "11x18x27", "11-27", "11-18-27"] {
        assert!(RULES.read_move(&jump, spelling).is_some(), "{spelling}");
    }
    for wrong in ["11x18", "11x16x27", "11x27x18", "11x18x18x27"] {
        assert_eq!(RULES.read_move(&jump, wrong), None, "{wrong}");
    }
}

#[test]
fn who_cannot_move_has_lost() {
    assert_eq!(outcome("B:WK32:B28"), Some([-1.0, 1.0]));
    assert_eq!(outcome("B:WK10:B"), Some([-1.0, 1.0]));
    assert_eq!(outcome("W:W:B1"), Some([1.0, -1.0]));
    assert_eq!(outcome("W:WK32:B28"), None);
}

#[test]
fn forty_moves_of_each_side_without_capture_or_advance_are_a_draw() {
    assert_eq!(outcome("B:WK32:BK1:H79"), None);
    assert_eq!(after("B:WK32:BK1:H79", &["1-6"]), "W:WK32:BK6:H80");
    assert_eq!(outcome("W:WK32:BK6:H80"), Some([0.0, 0.0]));
    // A man's move and a capture begin anew.
    assert_eq!(after("B:WK32:BK1,5:H79", &["5-9"]), "W:WK32:BK1,9");
    assert_eq!(after("B:WK6,K32:BK1:H79", &["1x10"]), "W:WK32:BK10");
}

#[test]
fn a_move_that_blocks_the_opponent_wins_even_after_forty_moves() {
    assert_eq!(after("B:W5:BK6:H79", &["6-1"]), "W:W5:BK1:H80");
    assert_eq!(outcome("W:W5:BK1:H80"), Some([1.0, -1.0]));
}

#[test]
fn the_third_time_a_position_occurs_the_game_is_drawn() {
    let mut position: AnyPosition = AnyGame::new(*RULES).parse("B:WK32:BK1").unwrap();
    for round in 0..2 {
        for text in ["1-5", "32-28", "5-1", "28-32"] {
            assert_eq!(position.utilities(), None, "{round} {text}");
            position = position.play(text).unwrap();
        }
    }
    assert_eq!(position.utilities(), Some(vec![0.0, 0.0]));
}

#[test]
fn a_draw_that_nobody_claims_ends_nothing() {
    let unclaimed = AnyGame::new(Rules {
        unclaimed: true,
        ..*RULES
    });
    let mut position = unclaimed.parse("B:WK32:BK1:H79").unwrap();
    for _ in 0..30 {
        for text in ["1-5", "32-28", "5-1", "28-32"] {
            position = position.play(text).unwrap();
        }
    }
    assert_eq!(position.text(), "B:WK32:BK1:H80");
    assert_eq!(position.utilities(), None);
}

#[test]
fn the_key_is_blind_to_the_idle_plies_until_they_end_the_game() {
    let key = |text| RULES.key(&at(text));
    assert_eq!(key("B:WK32:BK1"), key("B:WK32:BK1:H79"));
    assert_ne!(key("B:WK32:BK1"), key("B:WK32:BK1:H80"));
    assert_ne!(key("B:WK32:BK1"), key("W:WK32:BK1"));
    assert_ne!(key("B:WK27:BK1"), key("B:W27:BK1"));
}

#[test]
fn other_ways_to_write_a_position_are_read() {
    for (text, plain) in [
        ("b:w21-32:b1-12", RULES.text(&RULES.start())),
        ("B:B1,2,K5:W21,22,K30.", "B:W21,22,K30:B1,2,K5".into()),
        (" W : W 21 , k30 : B K 1 - 3 ", "W:W21,K30:BK1,K2,K3".into()),
        ("B:W21:BK1:H12:F30", "B:W21:BK1:H12".into()),
        ("B:W21:BK1:H0", "B:W21:BK1".into()),
    ] {
        assert_eq!(RULES.text(&at(text)), plain, "{text}");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let no_side = "the side to move, B or W, comes first, as in \"B:W21,22,K30:B1,2,K5\"";
    for (text, reason) in [
        ("", no_side),
        ("W21:B1", no_side),
        ("?:W21:B1", no_side),
        (
            "B:W33:B1",
            "\"33\" is no square: they are 1 to 32, kings with a K",
        ),
        (
            "B:W0:B1",
            "\"0\" is no square: they are 1 to 32, kings with a K",
        ),
        (
            "B:W21,:B1",
            "\"\" is no square: they are 1 to 32, kings with a K",
        ),
        (
            "B:WKK21:B1",
            "\"KK21\" is no square: they are 1 to 32, kings with a K",
        ),
        (
            "B:W+21:B1",
            "\"+21\" is no square: they are 1 to 32, kings with a K",
        ),
        ("B:W24-21:B1", "the range \"24-21\" goes down"),
        ("B:W21:B21", "two pieces stand on square 21"),
        ("B:W21,K21:B1", "two pieces stand on square 21"),
        ("B:W21:B30", "a black man on square 30 would be a king: K30"),
        ("B:W1-4:B30", "a white man on square 1 would be a king: K1"),
        ("B:W20-32:B1", "white has 13 pieces: 12 are the most"),
        ("B:W21:W22:B1", "white's pieces are given twice"),
        (
            "B:W21",
            "black's pieces are missing: a position is like \"B:W21,22,K30:B1,2,K5\"",
        ),
        ("B:W:B", "there are no pieces"),
        (
            "B:W21:B1:X",
            "\"X\" is neither the pieces of W or B nor a count: a position is like \"B:W21,22,K30:B1,2,K5\"",
        ),
        (
            "B:W21:B1:F",
            "\"F\" is neither the pieces of W or B nor a count: a position is like \"B:W21,22,K30:B1,2,K5\"",
        ),
        (
            "B:W21:B1:H81",
            "\"81\" is no number of plies without capture or advance: it is 0 to 80",
        ),
        (
            "B:W21:B1:H1:H1",
            "the plies without capture or advance are given twice",
        ),
    ] {
        assert_eq!(RULES.parse(text).unwrap_err(), reason, "{text}");
    }
}

#[test]
fn jumps_are_the_noisy_moves() {
    let noisy = |text| {
        let mut moves = Vec::new();
        RULES.noisy_moves(&at(text), &mut moves);
        moves.len()
    };
    assert_eq!(noisy("B:W18,27:B1,14"), 1);
    assert_eq!(noisy("B:W19,27:B1,14"), 0);
}

#[test]
fn both_colours_are_judged_alike_and_move_alike() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let mut position = RULES.start();
        for _ in 0..100 {
            let moves = RULES.actions(&position);
            if moves.is_empty() {
                break;
            }
            let seen = turned(&position);
            assert_eq!(RULES.actions(&seen).len(), moves.len());
            assert_eq!(RULES.evaluate(&seen, 1), RULES.evaluate(&position, 0));
            RULES.play_unchecked(&mut position, &moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn having_the_move_is_the_opposition() {
    let has_move = |text| {
        let features = RULES.features(&at(text), 0);
        features[7].amount
    };
    // Face to face with a row between them, whoever must move gives way.
    assert_eq!(has_move("B:WK18:BK10"), -1.0);
    assert_eq!(has_move("W:WK18:BK10"), 1.0);
}
