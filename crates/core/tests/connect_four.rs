//! Connect-four positions whose columns have known scores: the engine solves them, and a hurried one claims nothing false.

use zermelo_core::any::AnyPosition;
use zermelo_core::control::{Control, Limits};
use zermelo_core::game::Turn;
use zermelo_core::games::find;
use zermelo_core::score::{Kind, Value};
use zermelo_core::search::engine::selective::Selective;
use zermelo_core::search::{Method, Request};

/// Computed with two independent solvers. A score is 22 minus the winner's stones at the end, negative when the player
/// who chose the column loses, 0 for a draw.
const COLUMNS: &str = include_str!("connect_four_columns.csv");

/// A position after the moves of a row and one more, with its score for the player who made that one.
struct Known {
    /// Where in the game and how hard: `L3` are late positions, `L1` early ones, `R1` easy and `R3` hard ones.
    set: &'static str,
    moves: String,
    score: i32,
}

impl Known {
    fn position(&self) -> AnyPosition {
        let game = find("connect-four").unwrap().make(Vec::new()).unwrap();
        game.parse(&self.moves).unwrap()
    }
}

fn known() -> Vec<Known> {
    let rows = COLUMNS.lines().filter(|line| !line.starts_with('#'));
    rows.flat_map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let columns = fields[2..].iter().enumerate();
        let scored = columns.filter(|(_, score)| !score.is_empty());
        scored
            .map(|(column, score)| Known {
                set: fields[0],
                moves: format!("{}{}", fields[1], column + 1),
                score: score.parse().unwrap(),
            })
            .collect::<Vec<_>>()
    })
    .collect()
}

/// The score of a value for the player who moved last.
fn score(value: &Value, stones: u32) -> i32 {
    let Some(plies) = value.plies else { return 0 };
    let size = 22 - (stones + plies).div_ceil(2) as i32;
    if value.utility > 0.0 { -size } else { size }
}

fn check_solved(wanted: impl Fn(&str) -> bool) {
    let mut checked = 0;
    for known in known().iter().filter(|known| wanted(known.set)) {
        let position = known.position();
        if position.turn() == Turn::Over {
            continue;
        }
        let control = Control::new(Limits {
            memory: Some(1 << 25),
            ..Limits::default()
        });
        let request = Request {
            method: Some(Method::Engine),
            ..Request::default()
        };
        let value = position.search(&request, &control).unwrap().value;
        let found = (value.kind, score(&value, known.moves.len() as u32));
        assert_eq!(found, (Kind::Proved, known.score), "{}", known.moves);
        checked += 1;
    }
    assert!(checked > 100);
}

#[test]
fn columns_of_late_positions_have_the_known_scores() {
    check_solved(|set| ["L3_R1", "L2_R1"].contains(&set));
}

#[test]
#[ignore = "takes minutes in release mode"]
fn columns_of_all_positions_have_the_known_scores() {
    check_solved(|_| true);
}

#[test]
fn a_search_in_a_hurry_claims_nothing_false() {
    let mut claims = 0;
    for (index, known) in known().iter().enumerate() {
        let position = known.position();
        if position.turn() == Turn::Over {
            continue;
        }
        let right = f64::from(-known.score.signum());
        // The switches of play, and now and then one of those that only experiments want.
        let mut selective = Selective::PLAY;
        match index % 4 {
            0 => selective.random_subset = true,
            1 => selective.plausible = true,
            2 => selective.stability = true,
            _ => {}
        }
        for (selective, nodes) in [
            (selective, 1_000),
            (selective, 20_000),
            (Selective::NONE, 2_000),
        ] {
            let control = Control::new(Limits {
                nodes: Some(nodes),
                memory: Some(1 << 18),
                ..Limits::default()
            });
            let request = Request {
                method: Some(Method::Engine),
                selective,
                ..Request::default()
            };
            let value = position.search(&request, &control).unwrap().value;
            let true_claim = match value.kind {
                Kind::Proved => value.utility == right,
                Kind::Lower => value.utility <= right,
                Kind::Upper => value.utility >= right,
                Kind::Estimate => continue,
            };
            assert!(true_claim, "{}: {value:?}, {nodes} nodes", known.moves);
            claims += 1;
        }
    }
    assert!(claims > 500, "{claims}");
}
