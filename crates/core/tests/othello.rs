//! Othello beside what others published: counts in their convention, different positions, the FFO endgame suite.

use std::collections::{BTreeSet, HashSet};

use zermelo_core::control::{Control, Limits};
use zermelo_core::game::{Game, Notation, Symmetry, Turn};
use zermelo_core::games::othello::{Position, Rules};
use zermelo_core::perft::{Count, perft};

const UNIQUE: &str = include_str!("othello_unique_positions.csv");
const SUITE: &str = include_str!("othello_ffo40_49.csv");

fn rules() -> Rules {
    Rules::default()
}

/// Lines of so many plies where a pass is a ply and a game that is over sooner counts once: A. Bik 2009, to 9 also counted
/// with OpenSpiel.
const PUBLISHED: [u64; 13] = [
    1,
    4,
    12,
    56,
    244,
    1_396,
    8_200,
    55_092,
    390_216,
    3_005_288,
    24_571_284,
    212_258_800,
    1_939_886_636,
];

/// Our lines have exactly the depth asked for, so the games that were over before are added.
fn check_published(depths: impl Iterator<Item = usize>) {
    let count = |depth: usize, what| {
        let control = Control::new(Limits::default());
        perft(&rules(), &rules().start(), depth as u32, what, &control)
            .unwrap()
            .unwrap()
    };
    for depth in depths {
        let lines = count(depth, Count::Leaves) + count(depth - 1, Count::Games);
        assert_eq!(lines, PUBLISHED[depth], "depth {depth}");
    }
}

#[test]
fn lines_and_games_that_were_over_before_are_the_published_counts() {
    check_published(1..=10);
}

#[test]
#[ignore = "takes half a minute in release mode"]
fn lines_and_games_that_were_over_before_are_the_published_counts_of_twelve_plies() {
    check_published(11..=12);
}

/// The rows of a file as numbers or texts, without the names of the columns.
fn rows(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    file.lines().skip(1).map(|line| line.split(',').collect())
}

/// A position in the one of its eight views that has the smallest key.
fn canonical(position: &Position) -> Position {
    (0..rules().count())
        .map(|number| Symmetry::position(&rules(), position, number))
        .min_by_key(|seen| rules().key(seen))
        .unwrap()
}

fn after(position: &Position, action: u8) -> Position {
    let mut after = *position;
    rules().play_unchecked(&mut after, &action);
    after
}

/// Positions right after a disc was put, by what the next player can do: those after a pass are not counted once more.
fn check_unique(rows_to_check: usize) {
    let mut level = HashSet::from([canonical(&rules().start())]);
    for (index, row) in rows(UNIQUE).take(rows_to_check).enumerate() {
        let mut next = HashSet::new();
        let (mut can_move, mut must_pass, mut over) = (0, 0, 0);
        for position in &level {
            let actions = rules().actions(position);
            let passes = rules().read_move(position, "pass").is_some();
            match rules().turn(position) {
                Turn::Over => over += 1,
                _ if passes => must_pass += 1,
                _ => can_move += 1,
            }
            if index + 1 == rows_to_check {
                continue;
            }
            let from = if passes {
                after(position, actions[0])
            } else {
                *position
            };
            next.extend(
                rules()
                    .actions(&from)
                    .into_iter()
                    .map(|action| canonical(&after(&from, action))),
            );
        }
        let counted = [level.len(), can_move, must_pass, over];
        assert_eq!(counted.map(|count| count.to_string()), row[1..], "{row:?}");
        level = next;
    }
}

#[test]
fn as_many_different_positions_as_published() {
    check_unique(9);
}

#[test]
#[ignore = "takes half a minute in release mode"]
fn as_many_different_positions_as_published_after_ten_discs() {
    check_unique(11);
}

#[test]
fn the_ffo_endgame_suite_is_read_as_it_is_meant() {
    assert_eq!(rows(SUITE).count(), 10);
    for row in rows(SUITE) {
        let [_, board, side, empty, best, best_moves, scores] = row[..] else {
            panic!("othello_ffo40_49.csv has a row without seven fields: {row:?}");
        };
        let text = format!("{board} {side}");
        let position = rules().parse(&text).unwrap();
        assert_eq!(rules().text(&position), text);
        assert_eq!(board.matches('-').count().to_string(), empty);
        let read = |name: &str| rules().read_move(&position, name).expect("a legal move");
        let scored: BTreeSet<u8> = scores
            .split(' ')
            .map(|score| read(score.split(':').next().unwrap()))
            .collect();
        let legal: BTreeSet<u8> = rules().actions(&position).into_iter().collect();
        assert_eq!(scored, legal, "{text}");
        for name in best_moves.split(' ') {
            read(name);
            let score = format!("{name}:{:+}", best.parse::<i32>().unwrap());
            assert!(scores.contains(&score), "{score} of {scores}");
        }
    }
}
