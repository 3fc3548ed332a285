//! What every game in the list must show: the conformance battery, counts from elsewhere, and a game on record.
//!
//! `counts.csv` holds published or independently computed counts with their source; `playthroughs/` holds one seeded
//! random game each, written anew by `make record`.

use std::fmt::Write;
use std::path::PathBuf;

use zermelo_core::any::AnyPosition;
use zermelo_core::conformance::Effort;
use zermelo_core::control::{Control, Limits, Random};
use zermelo_core::games::{self, GAMES};
use zermelo_core::perft::Count;

const COUNTS: &str = include_str!("counts.csv");
const LONG_COUNTS: &str = include_str!("counts_long.csv");

/// The rows of counts.csv: game, options, position, depth, what, count, source.
fn counts(text: &'static str) -> impl Iterator<Item = [&'static str; 7]> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.splitn(7, ',').collect();
            fields
                .try_into()
                .unwrap_or_else(|_| panic!("counts.csv has a row without seven fields: {line}"))
        })
}

/// `houses=3;seeds=4` as pairs.
fn options(text: &str) -> Vec<(String, String)> {
    text.split(';')
        .filter_map(|option| option.split_once('='))
        .map(|(name, value)| (name.into(), value.into()))
        .collect()
}

fn default_start(name: &str) -> AnyPosition {
    games::find(name).unwrap().make(Vec::new()).unwrap().start()
}

#[test]
fn every_game_passes_the_conformance_battery() {
    for game in GAMES {
        let effort = Effort {
            positions: 3_000,
            games: 30,
            seed: 1,
        };
        // Random players of a game that can go on for ever need a limit to come to its end.
        let limited = game.options.iter().any(|option| option.name == "turns");
        let options = limited.then(|| ("turns".into(), "100".into()));
        let rules = game.make(options.into_iter().collect()).unwrap();
        match rules.check(effort) {
            Err(fault) => panic!("{}: {fault}", game.name),
            Ok(summary) => assert!(
                summary.finished > 0,
                "{}: no game came to its end",
                game.name
            ),
        }
    }
}

#[test]
fn every_game_has_the_name_it_is_listed_under() {
    for game in GAMES {
        assert_eq!(game.make(Vec::new()).unwrap().facts().name, game.name);
    }
}

#[test]
fn every_default_of_an_option_is_what_nothing_said_means() {
    for game in GAMES {
        let said = game
            .options
            .iter()
            .map(|option| (option.name.into(), option.default.into()))
            .collect();
        let (said, unsaid) = (game.make(said).unwrap(), game.make(Vec::new()).unwrap());
        assert_eq!(said.facts(), unsaid.facts(), "{}", game.name);
        assert!(said.start() == unsaid.start(), "{}", game.name);
    }
}

#[test]
fn every_count_from_elsewhere_is_matched() {
    match_counts(COUNTS);
}

#[test]
#[ignore = "takes a minute in release mode"]
fn every_large_count_from_elsewhere_is_matched() {
    match_counts(LONG_COUNTS);
}

fn match_counts(rows: &'static str) {
    for [game, with, text, depth, what, expected, _] in counts(rows) {
        let rules = games::find(game).unwrap().make(options(with)).unwrap();
        let position = if text.is_empty() {
            rules.start()
        } else {
            rules.parse(text).unwrap()
        };
        let control = Control::new(Limits::default());
        let count = position
            .perft(depth.parse().unwrap(), Count::find(what).unwrap(), &control)
            .unwrap();
        assert_eq!(
            count,
            Some(expected.parse().unwrap()),
            "{game} {with} {text} depth {depth} {what}"
        );
    }
}

#[test]
fn every_game_has_a_count_from_elsewhere() {
    for game in GAMES {
        assert!(
            counts(COUNTS).any(|row| row[0] == game.name),
            "counts.csv has no row for {}",
            game.name
        );
    }
}

#[test]
fn every_game_on_record_is_reproduced() {
    let record = std::env::var_os("ZERMELO_RECORD").is_some();
    for game in GAMES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join(format!("tests/playthroughs/{}.txt", game.name));
        let played = playthrough(default_start(game.name));
        if record {
            std::fs::write(&path, &played).unwrap();
        }
        let on_record = std::fs::read_to_string(&path).unwrap_or_else(|_| {
            panic!(
                "{} has no game on record: `make record` writes one",
                game.name
            )
        });
        assert_eq!(played, on_record, "{}", game.name);
    }
}

/// A random game of at most 300 plies, one line a ply: position, key, move; then the utilities.
fn playthrough(mut position: AnyPosition) -> String {
    let mut random = Random::new(2026);
    let mut text = String::new();
    for _ in 0..300 {
        let actions = position.action_texts();
        write!(text, "{} | {:016x}", position.text(), position.key()).unwrap();
        if actions.is_empty() {
            break;
        }
        let action = &actions[random.below(actions.len())];
        writeln!(text, " | {action} of {}", actions.len()).unwrap();
        position = position.play(action).unwrap();
    }
    writeln!(text, " | {:?}", position.utilities()).unwrap();
    text
}
