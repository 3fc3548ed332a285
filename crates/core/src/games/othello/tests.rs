//! The rules and texts of othello, one by one.

use super::*;
use crate::control::Random;

fn rules() -> Rules {
    Rules::default()
}

fn refusal(text: &str) -> String {
    rules().parse(text).unwrap_err()
}

/// A board whose first squares are these and the rest empty.
fn board(first: &str, side: char) -> Position {
    rules().parse(&format!("{first:-<64} {side}")).unwrap()
}

fn names(position: &Position) -> Vec<String> {
    rules()
        .actions(position)
        .iter()
        .map(|square| rules().move_text(position, square))
        .collect()
}

fn played(position: &Position, name: &str) -> Position {
    let square = rules().read_move(position, name).expect("a legal move");
    rules().play(*position, square).unwrap()
}

/// What a disc turns over, found by walking square by square.
fn walked(own: u64, other: u64, square: usize) -> u64 {
    let mut turned = 0;
    for (down, right) in [
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, -1),
        (0, 1),
        (1, -1),
        (1, 0),
        (1, 1),
    ] {
        let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
        let mut passed = 0;
        while (0..8).contains(&row) && (0..8).contains(&column) {
            let bit = 1_u64 << (row * 8 + column);
            if other & bit == 0 {
                turned |= if own & bit != 0 { passed } else { 0 };
                break;
            }
            passed |= bit;
            (row, column) = (row + down, column + right);
        }
    }
    turned
}

#[test]
fn black_begins_with_four_moves_that_turn_one_disc_each() {
    let start = rules().start();
    assert_eq!(names(&start), ["d3", "c4", "f5", "e6"]);
    assert_eq!(rules().turn(&start), Turn::Player(0));
    assert_eq!(
        rules().text(&played(&start, "f5")),
        "---------------------------OX------XXX-------------------------- O"
    );
}

#[test]
fn discs_are_turned_as_walking_in_eight_directions_finds_them() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        // Mostly full boards have the long rows, mostly empty ones the short.
        let full = [random.bits(), random.bits(), random.bits()];
        let occupied = [full[0] | full[1] | full[2], full[0], full[0] & full[1]][random.below(3)];
        let own = occupied & random.bits();
        let other = occupied & !own;
        let mut open = 0;
        for square in (0..64).filter(|square| occupied >> square & 1 == 0) {
            let expected = walked(own, other, square);
            assert_eq!(
                turned(own, other, square),
                expected,
                "{own:x} {other:x} {square}"
            );
            open |= u64::from(expected != 0) << square;
        }
        assert_eq!(open_squares(own, other), open, "{own:x} {other:x}");
    }
}

#[test]
fn who_cannot_move_must_pass_and_nobody_else_may() {
    let position = board("XO", 'O');
    assert_eq!(names(&position), ["pass"]);
    let after = played(&position, "pass");
    assert_eq!(names(&after), ["c1"]);
    assert_eq!(rules().read_move(&after, "pass"), None);
    assert_eq!(rules().read_move(&rules().start(), "pass"), None);
}

#[test]
fn the_game_is_over_when_neither_can_move_and_empty_squares_go_to_the_winner() {
    let over = played(&board("XO", 'X'), "c1");
    assert_eq!(rules().turn(&over), Turn::Over);
    assert_eq!(
        [0, 1].map(|player| rules().utility(&over, player)),
        [64.0, -64.0]
    );
    let draw = board("X-O", 'X');
    assert_eq!(rules().turn(&draw), Turn::Over);
    assert_eq!(
        [0, 1].map(|player| rules().utility(&draw, player)),
        [0.0, 0.0]
    );
    let full = board(&("X".repeat(30) + &"O".repeat(34)), 'X');
    assert_eq!(rules().turn(&full), Turn::Over);
    assert_eq!(
        [0, 1].map(|player| rules().utility(&full, player)),
        [-4.0, 4.0]
    );
    assert_eq!(rules().read_move(&full, "pass"), None);
}

#[test]
fn the_shortest_game_takes_nine_moves() {
    // Black leaves no white disc: 13 to 0.
    let over = rules().parse("e6f4e3f6g5d6e7f5c5").unwrap();
    assert_eq!(rules().turn(&over), Turn::Over);
    assert_eq!(over.discs().map(u64::count_ones), [13, 0]);
    assert_eq!(rules().utility(&over, 0), 64.0);
}

#[test]
fn a_board_is_read_in_every_usual_spelling() {
    let start = rules().text(&rules().start());
    assert_eq!(
        start,
        "---------------------------OX------XO--------------------------- X"
    );
    let rows: String = start.as_bytes()[..64]
        .chunks(8)
        .map(|row| format!("{} ", std::str::from_utf8(row).unwrap()))
        .collect();
    for spelling in [
        start.replace('-', "."),
        start.to_lowercase(),
        start.replace('X', "*"),
        start.replace('X', "B").replace('O', "W"),
        start.replace('X', "●").replace('O', "○"),
        start.replace(' ', ""),
        format!("  {rows}x\n"),
        String::new(),
    ] {
        assert_eq!(rules().parse(&spelling), Ok(rules().start()), "{spelling}");
    }
}

#[test]
fn a_transcript_leads_to_its_position_with_passes_implied() {
    let moves = ["f5", "d6", "c3", "d3", "c4"];
    let position = moves
        .iter()
        .fold(rules().start(), |position, name| played(&position, name));
    assert_eq!(rules().parse("f5d6c3d3c4"), Ok(position));
    assert_eq!(rules().parse("F5 D6 C3 D3 C4"), Ok(position));
    assert_eq!(
        refusal("f5f"),
        "\"f\" at move 2 is no square: squares are a1 to h8, as in \"f5d6c3\""
    );
    assert_eq!(refusal("f5d7"), "move 2, d7, turns no disc over");
    assert_eq!(
        refusal("e6f4e3f6g5d6e7f5c5a1"),
        "the game is over before move 10"
    );
}

#[test]
fn impossible_boards_are_refused_with_the_reason() {
    let start = rules().text(&rules().start());
    assert_eq!(
        refusal(&start[..64]),
        "after the 64 squares comes the side to move, X or O"
    );
    assert_eq!(refusal(&start[..63]), "there are 64 squares, not 63");
    assert_eq!(
        refusal(&start.replace('O', "z")),
        "\"z\" is neither X, O nor -"
    );
    assert_eq!(
        refusal(&start.replace(" X", " -")),
        "\"-\" to move is neither X nor O"
    );
    assert_eq!(
        refusal(&format!("{start}X")),
        "after the side to move there is nothing more"
    );
}

#[test]
fn moves_are_read_in_capitals_and_passes_in_many_ways() {
    let start = rules().start();
    assert_eq!(
        rules().read_move(&start, "F5"),
        rules().read_move(&start, "f5")
    );
    for wrong in ["f4", "i1", "a9", "f", "f55", "", "５f"] {
        assert_eq!(rules().read_move(&start, wrong), None, "{wrong}");
    }
    for pass in ["pass", "PASS", "pa", "ps", "--"] {
        assert_eq!(
            rules().read_move(&board("XO", 'O'), pass),
            Some(PASS),
            "{pass}"
        );
    }
}

#[test]
fn eight_views_of_a_position_are_different() {
    let position = rules().parse("f5d6c3d3c4").unwrap();
    let views: std::collections::HashSet<Position> = (0..8)
        .map(|symmetry| Symmetry::position(&rules(), &position, symmetry))
        .collect();
    assert_eq!(views.len(), 8);
}

#[test]
fn the_key_knows_whose_turn_it_is() {
    for text in ["X-O", "XXO", ""] {
        assert_ne!(
            rules().key(&board(text, 'X')),
            rules().key(&board(text, 'O'))
        );
    }
}

#[test]
fn corners_are_noisy() {
    let mut noisy = Vec::new();
    rules().noisy_moves(&board("-OX----O--------OX", 'X'), &mut noisy);
    assert_eq!(noisy, [0]);
}
