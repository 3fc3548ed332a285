//! The weights of evaluations: every game of the board has them in a file, shows them and lets them be changed.

use zermelo_core::any::{AnyGame, AnyPosition};
use zermelo_core::control::Random;
use zermelo_core::game::Turn;
use zermelo_core::games::{GAMES, find};

/// A row with another number, the feature that it belongs to, and what one of it is worth then.
const CHANGES: &[(&str, &str, &str, f64)] = &[
    ("tic-tac-toe", "open-rows 50", "open rows", 0.05),
    ("connect-four", "possible-fours 9", "possible fours", 0.009),
    ("checkers", "men 150", "men", 0.075),
    (
        "othello",
        "last-move 250 250 250 250 250 250",
        "last move",
        2.5,
    ),
    ("nine-mens-morris", "mills 40 # more", "mills", 0.04),
    (
        "kalah",
        "seeds-in-the-houses 50",
        "seeds in the houses",
        0.5,
    ),
    ("awari", "captured-seeds 500", "captured seeds", 0.02),
    (
        "qubic",
        "open-lines-with-two-stones 7",
        "open lines with two stones",
        0.007,
    ),
];

fn game(name: &str, weights: &str) -> Result<AnyGame, String> {
    find(name)?.make(vec![("weights".into(), weights.into())])
}

/// Positions of random games.
fn positions(game: &AnyGame) -> Vec<AnyPosition> {
    let (mut random, mut found) = (Random::new(5), Vec::new());
    for _ in 0..30 {
        let mut position = game.start();
        while position.turn() != Turn::Over {
            found.push(position.clone());
            let moves = position.action_texts();
            position = position.play(&moves[random.below(moves.len())]).unwrap();
        }
    }
    found
}

#[test]
fn a_changed_row_changes_its_feature_and_the_evaluation_with_it() {
    for &(name, row, feature, weight) in CHANGES {
        let (standard, changed) = (game(name, "standard").unwrap(), game(name, row).unwrap());
        let (low, high) = standard.facts().utilities;
        let mut moved = 0;
        for position in positions(&standard) {
            let other = changed.parse(&position.text()).unwrap();
            let (before, after) = (position.features(0), other.features(0));
            let mut sum = 0.0;
            for (old, new) in before.iter().zip(&after) {
                assert_eq!((old.name, old.amount), (new.name, new.amount), "{name}");
                let expected = if old.name == feature {
                    weight
                } else {
                    old.weight
                };
                assert!((new.weight - expected).abs() < 1e-12, "{name}: {new:?}");
                sum += new.weight * new.amount;
            }
            assert_eq!(before.len(), after.len());
            let value = other.evaluate(0);
            assert!(
                (value - sum.clamp(low, high)).abs() < 1e-5,
                "{name}: {value}, {sum}"
            );
            moved += usize::from(value != position.evaluate(0));
        }
        assert!(moved > 20, "{name}: {row} changed {moved} positions");
    }
}

#[test]
fn evaluations_stay_within_the_utilities_whatever_the_weights() {
    for (name, row) in [
        ("tic-tac-toe", "open-rows 1000"),
        ("connect-four", "possible-fours -1000"),
        ("checkers", "men 5000"),
        ("othello", "moves 5000 5000 5000 5000 5000 5000"),
        ("nine-mens-morris", "men 1000"),
        ("kalah", "seeds-in-the-houses -100"),
        ("awari", "houses-with-seeds 5000"),
        ("qubic", "open-lines-with-one-stone 1000"),
    ] {
        let game = game(name, row).unwrap();
        let (low, high) = game.facts().utilities;
        for position in positions(&game) {
            let value = position.evaluate(0);
            assert!((low..=high).contains(&value), "{name}: {value}");
        }
    }
}

#[test]
fn a_row_that_is_not_there_is_refused_in_a_sentence() {
    for &(name, row, feature, _) in CHANGES {
        let error = |text: &str| game(name, text).err().unwrap();
        assert_eq!(
            error("temple 1"),
            format!("{name}: option weights: there is no row \"temple\"")
        );
        let row = row.split(' ').next().unwrap();
        assert_eq!(row, feature.replace(' ', "-"));
        assert_eq!(
            error(&format!("{row} 1 2 3")),
            format!(
                "{name}: option weights: the row {row} has 3 numbers instead of {}",
                if name == "othello" { 6 } else { 1 }
            )
        );
        let error = error(&format!(
            "{row} x{}",
            if name == "othello" { " 1 1 1 1 1" } else { "" }
        ));
        let start = format!("{name}: option weights: the row {row} has \"x\": numbers go from ");
        assert!(error.starts_with(&start), "{error}");
    }
}

#[test]
fn every_game_of_two_without_chance_that_has_features_has_weights() {
    for entry in GAMES {
        let game = entry.make(Vec::new()).unwrap();
        let facts = game.facts();
        let features = game.start().features(0);
        if facts.chance || facts.players.len() != 2 || features.is_empty() {
            continue;
        }
        let options: Vec<_> = entry.options.iter().map(|option| option.name).collect();
        assert!(options.contains(&"weights"), "{}: {options:?}", entry.name);
        let changed = CHANGES.iter().any(|(name, ..)| *name == entry.name);
        assert!(changed || entry.name == "chess", "{}", entry.name);
    }
}
