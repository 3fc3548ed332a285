//! How often a token of monopoly rests on each square: the known frequencies, from the rules themselves.
//!
//! One token alone: nobody buys anything, money and cards are put back after every roll. What counts is where the token
//! rests after a roll and what follows from it, be it the first roll of a turn, one after doubles or one in jail.

use std::collections::HashMap;

use zermelo_core::control::Random;
use zermelo_core::game::{BuiltIn, Game, Notation, Options, Turn};
use zermelo_core::games::monopoly::{Move, Position, Rules};

const LANDING: &str = include_str!("monopoly_landing.csv");

/// In jail, where the other squares have their numbers.
const JAIL: usize = 40;

/// Before a roll: the place, the throws in vain in jail, the doubles thrown before in this turn.
type State = (usize, u8, u8);

fn rules() -> Rules {
    let options = vec![("seats".into(), "2".into())];
    Rules::with_options(&Options::new(options, Rules::OPTIONS).unwrap()).unwrap()
}

/// The published percentages of the 41 places under this policy.
fn published(leaves: bool) -> Vec<f64> {
    let rows = LANDING
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("square"));
    rows.map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        fields[if leaves { 2 } else { 3 }].parse().unwrap()
    })
    .collect()
}

/// The position of that state, with all cards in their decks and money enough.
fn position(rules: &Rules, (place, tries, doubles): State, leaves: bool) -> Position {
    let (place, phase) = match (place, tries) {
        (JAIL, 0) => ("jail".into(), "jail"),
        (JAIL, _) => (format!("jail{tries}"), "jail"),
        _ => (place.to_string(), "roll"),
    };
    let mut position = rules
        .parse(&format!("1500@{place}/1500@20 s {doubles} {phase}"))
        .unwrap();
    if phase == "jail" {
        let choice = if leaves { Move::Pay } else { Move::Try };
        rules.play_unchecked(&mut position, &choice);
    }
    position
}

/// The state at the beginning of the next roll, once the roll and all that follows from it is over.
fn next_state(rules: &Rules, position: &Position) -> Option<State> {
    let text = rules.text(position);
    let words: Vec<&str> = text.split(' ').collect();
    let (first, second) = words[0].split_once('/').unwrap();
    let place = first.split_once('@').unwrap().1;
    let place = place.split(['+', ':']).next().unwrap();
    let is_over = words[1] == "c" || words[3] == "roll";
    assert!(second.ends_with("@20"), "{text}");
    is_over.then(|| match place.strip_prefix("jail") {
        Some("") => (JAIL, 0, 0),
        Some(tries) => (JAIL, tries.parse().unwrap(), 0),
        None => (place.parse().unwrap(), 0, words[2].parse().unwrap()),
    })
}

/// What the only player does: buy nothing, bid nothing, manage nothing.
fn choice(rules: &Rules, position: &Position) -> Move {
    let actions = rules.actions(position);
    let wanted = [Move::Auction, Move::Pass, Move::Done];
    *wanted
        .iter()
        .find(|action| actions.contains(action))
        .expect("nothing else is to be decided")
}

/// Adds up where all that can follow leads, each with its probability.
fn follow(rules: &Rules, position: &Position, probability: f64, into: &mut HashMap<State, f64>) {
    match rules.turn(position) {
        Turn::Over => panic!("nobody loses"),
        Turn::Player(_) => {
            let mut next = *position;
            rules.play_unchecked(&mut next, &choice(rules, position));
            arrive(rules, &next, probability, into);
        }
        Turn::Chance => {
            let mut chances = Vec::new();
            rules.chances(position, &mut chances);
            for (event, chance) in chances {
                let mut next = *position;
                rules.play_unchecked(&mut next, &event);
                arrive(rules, &next, probability * chance, into);
            }
        }
    }
}

fn arrive(rules: &Rules, next: &Position, probability: f64, into: &mut HashMap<State, f64>) {
    match next_state(rules, next) {
        Some(state) => *into.entry(state).or_default() += probability,
        None => follow(rules, next, probability, into),
    }
}

/// The long-run frequencies of the places after a roll, by iterating the chain until it stands still.
fn frequencies(leaves: bool) -> Vec<f64> {
    let rules = rules();
    let mut chain: HashMap<State, HashMap<State, f64>> = HashMap::new();
    let mut waiting = vec![(0, 0, 0)];
    while let Some(state) = waiting.pop() {
        if chain.contains_key(&state) {
            continue;
        }
        let mut next = HashMap::new();
        follow(&rules, &position(&rules, state, leaves), 1.0, &mut next);
        waiting.extend(next.keys());
        chain.insert(state, next);
    }
    let mut now = HashMap::from([((0, 0, 0), 1.0)]);
    for _ in 0..2_000 {
        let mut then: HashMap<State, f64> = HashMap::new();
        for (state, weight) in &now {
            for (next, chance) in &chain[state] {
                *then.entry(*next).or_default() += weight * chance;
            }
        }
        now = then;
    }
    let mut percent = vec![0.0; 41];
    for ((place, _, _), weight) in now {
        percent[place] += 100.0 * weight;
    }
    percent
}

#[test]
fn landing_frequencies_are_the_published_ones_to_four_decimals() {
    for leaves in [true, false] {
        let expected = published(leaves);
        assert_eq!(expected.len(), 41);
        for (place, (found, expected)) in frequencies(leaves).iter().zip(expected).enumerate() {
            assert!(
                (found - expected).abs() < 0.000_051,
                "square {place}: {found:.5} %, published {expected} % (leaves: {leaves})"
            );
        }
    }
}

#[test]
#[ignore = "ten million rolls take a minute in release mode"]
fn ten_million_rolls_land_as_often_as_published() {
    const ROLLS: usize = 10_000_000;
    for leaves in [true, false] {
        let rules = rules();
        let mut random = Random::new(1);
        let mut counts = [0_u64; 41];
        let mut state = (0, 0, 0);
        let mut chances = Vec::new();
        // Reading the text of a position costs more than the roll: positions before a roll are made once.
        let mut before: HashMap<State, Position> = HashMap::new();
        for _ in 0..ROLLS {
            let mut now = *before
                .entry(state)
                .or_insert_with(|| position(&rules, state, leaves));
            state = loop {
                match rules.turn(&now) {
                    Turn::Chance => {
                        chances.clear();
                        rules.chances(&now, &mut chances);
                        let event = random.weighted(chances.iter().map(|(_, chance)| *chance));
                        rules.play_unchecked(&mut now, &chances[event].0);
                    }
                    _ => {
                        let action = choice(&rules, &now);
                        rules.play_unchecked(&mut now, &action);
                    }
                }
                if let Some(state) = next_state(&rules, &now) {
                    break state;
                }
            };
            counts[state.0] += 1;
        }
        let (mut worst, mut at) = (0.0_f64, 0);
        for (place, (count, percent)) in counts.iter().zip(published(leaves)).enumerate() {
            let share = percent / 100.0;
            let found = *count as f64 / ROLLS as f64;
            let error = (share.abs() * (1.0 - share) / ROLLS as f64).sqrt();
            let off = (found - share).abs() / error.max(1e-9);
            if off > worst {
                (worst, at) = (off, place);
            }
        }
        println!("leaves {leaves}: the largest deviation is {worst:.2} standard errors, on {at}");
        // Rolls that follow each other are not independent, which widens the error for jail above all.
        assert!(worst < 6.0, "square {at} is {worst:.2} standard errors off");
    }
}
