//! Bear-offs of backgammon under best play, with and without the cube: exactly what others have computed.

use std::collections::HashMap;

use zermelo_core::game::{BuiltIn, Game, Notation, Options, Turn};
use zermelo_core::games::backgammon::{Position, Rules};

const BEAROFF: &str = include_str!("backgammon_bearoff.csv");

/// The value of a position for white under best play: expectiminimax to the end, every position once.
fn value(rules: &Rules, position: &Position, known: &mut HashMap<Position, f64>) -> f64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let follow = |action, known: &mut HashMap<Position, f64>| {
        let mut child = *position;
        rules.play_unchecked(&mut child, action);
        value(rules, &child, known)
    };
    let found = match rules.turn(position) {
        Turn::Over => rules.utility(position, 0),
        Turn::Chance => {
            let mut chances = Vec::new();
            rules.chances(position, &mut chances);
            chances
                .iter()
                .map(|(event, probability)| probability * follow(event, known))
                .sum()
        }
        Turn::Player(player) => {
            let sign = [1.0, -1.0][player];
            let values = rules.actions(position);
            let values = values.iter().map(|action| sign * follow(action, known));
            sign * values.fold(f64::NEG_INFINITY, f64::max)
        }
    };
    known.insert(*position, found);
    found
}

#[test]
fn bear_offs_are_worth_what_others_have_computed() {
    let mut compared = 0;
    for line in BEAROFF.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, _, option, text, expected] = fields[..] else {
            panic!("a row has five fields: {line}");
        };
        let given = option
            .split_once('=')
            .map(|(name, value)| (name.into(), value.into()));
        let options = Options::new(given.into_iter().collect(), Rules::OPTIONS).unwrap();
        let rules = Rules::with_options(&options).unwrap();
        let position = rules.parse(text).unwrap();
        let found = value(&rules, &position, &mut HashMap::new());
        assert!(
            (found - expected.parse::<f64>().unwrap()).abs() < 1e-6,
            "{line}: {found}"
        );
        compared += 1;
    }
    assert_eq!(compared, 20);
}
