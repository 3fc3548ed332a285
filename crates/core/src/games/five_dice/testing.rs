//! What the tests of the cards share.

use std::collections::HashMap;

use super::*;
use crate::control::{Control, Limits, Random};
use crate::game::Notation;
use crate::history::History;
use crate::score::Kind;
use crate::search::{Method, Report, Request, search};

/// The boxes offered for the dice and what each would score.
pub(in crate::games) fn offers<C: Card>(rules: Rules<C>, text: &str) -> Vec<(&'static str, u8)> {
    let position = rules.parse(text).unwrap();
    rules
        .boxes(&position)
        .map(|number| (C::BOXES[number].name, rules.points(&position, number)))
        .collect()
}

/// What five dice score in each box of an empty card.
pub(in crate::games) fn points<C: Card>(rules: Rules<C>, dice: &str) -> Vec<u8> {
    let mut position = rules.start();
    position.dice = notation::read_dice(dice).unwrap();
    (0..C::BOXES.len())
        .map(|number| rules.points(&position, number))
        .collect()
}

/// The game for two.
pub(in crate::games) fn duel<C: Card>(card: C) -> Rules<C> {
    Rules { card, players: 2 }
}

/// In how many ways so many dice can fall.
pub(in crate::games) fn numbers_of_rolls(number: u32) -> usize {
    dice::rolls(number).len()
}

/// The most and the least that all boxes together bring are what the card and the facts say.
pub(in crate::games) fn check_most<C: Card>(rules: Rules<C>) {
    let by_roll: Vec<Vec<u8>> = dice::rolls(5)
        .iter()
        .map(|(dice, _)| points(rules, &dice.text()))
        .collect();
    let scores = |number: usize| by_roll.iter().map(move |points| u16::from(points[number]));
    let most: u16 = (0..C::BOXES.len())
        .map(|number| scores(number).max().unwrap())
        .sum();
    let least: u16 = (0..C::BOXES.len())
        .map(|number| scores(number).min().unwrap())
        .sum();
    assert_eq!(rules.card.most(), most + C::BONUS);
    assert_eq!(rules.facts().utilities.0, f64::from(least));
}

/// The points on the first card.
pub(in crate::games) fn total<C: Card>(rules: Rules<C>, position: &Position) -> u16 {
    rules.total(&position.cards[0])
}

pub(in crate::games) fn play<C: Card>(
    rules: Rules<C>,
    mut position: Position,
    words: &str,
) -> Position {
    let action = rules.read_move(&position, words);
    let action = action.unwrap_or_else(|| panic!("\"{words}\" is not offered"));
    rules.play_unchecked(&mut position, &action);
    position
}

/// The expected total under best play by the rules alone, with every position computed once.
pub(in crate::games) fn expected<C: Card>(
    rules: &Rules<C>,
    position: Position,
    known: &mut HashMap<Position, f64>,
) -> f64 {
    if let Some(value) = known.get(&position) {
        return *value;
    }
    let mut worth = |action: &Move| {
        let mut child = position;
        rules.play_unchecked(&mut child, action);
        expected(rules, child, known)
    };
    let value = match rules.turn(&position) {
        Turn::Over => rules.utility(&position, 0),
        Turn::Chance => {
            let mut chances = Vec::new();
            rules.chances(&position, &mut chances);
            let parts = chances.iter().map(|(roll, part)| part * worth(roll));
            parts.sum()
        }
        Turn::Player(_) => {
            let moves = rules.actions(&position);
            moves.iter().map(&mut worth).fold(0.0, f64::max)
        }
    };
    known.insert(position, value);
    value
}

/// Every position on the way through some random games, from the last few boxes on, is worth what the rules alone say.
pub(in crate::games) fn check_against_the_rules<C: Card>(rules: Rules<C>, games: u64, boxes: u32) {
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut position = rules.start();
        let mut known = HashMap::new();
        while rules.turn(&position) != Turn::Over {
            if position.card().open.count_ones() <= boxes {
                let value = expected(&rules, position, &mut known);
                let solved = rules.solved(&position).unwrap();
                let text = rules.text(&position);
                assert!((solved - value).abs() < 1e-9, "{text}: {solved}, {value}");
            }
            let actions = rules.actions(&position);
            rules.play_unchecked(&mut position, &actions[random.below(actions.len())]);
        }
    }
}

pub(in crate::games) fn found<C: Card>(
    rules: &Rules<C>,
    position: &Position,
    method: Method,
    limits: Limits,
) -> Report<Move> {
    let request = Request {
        method: Some(method),
        ..Request::default()
    };
    let history = History::new(rules, position);
    search(rules, position, &history, &request, &Control::new(limits)).unwrap()
}

/// The engine and the solver find the same proved value at once, and a move that is worth it.
pub(in crate::games) fn check_searches<C: Card>(rules: Rules<C>, text: &str) {
    let position = rules.parse(text).unwrap();
    let value = rules.solved(&position).unwrap();
    for method in [Method::Engine, Method::Dynamic] {
        let report = found(&rules, &position, method, Limits::default());
        assert_eq!(report.value.kind, Kind::Proved, "{method:?} {text}");
        assert!(
            (report.value.utility - value).abs() < 1e-9,
            "{method:?} {text}: {} instead of {value}",
            report.value.utility
        );
        assert_eq!(report.fraction, None, "{method:?} {text}");
        assert!(report.nodes < 1_000, "{method:?} {text}: {}", report.nodes);
        if rules.turn(&position) == Turn::Chance {
            assert!(report.line.is_empty(), "{method:?} {text}");
            continue;
        }
        let mut after = position;
        rules.play_unchecked(&mut after, &report.line[0]);
        let after = if rules.turn(&after) == Turn::Over {
            rules.utility(&after, 0)
        } else {
            rules.solved(&after).unwrap()
        };
        assert!((after - value).abs() < 1e-9, "{method:?} {text}: {after}");
    }
}

/// Mean and standard deviation of the totals of so many games in which every move is the best one.
pub(in crate::games) fn simulate<C: Card>(rules: Rules<C>, games: u32, seed: u64) -> (f64, f64) {
    let mut random = Random::new(seed);
    let (mut sum, mut squares) = (0.0, 0.0);
    let (mut chances, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..games {
        let mut position = rules.start();
        loop {
            let action = match rules.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    chances.clear();
                    rules.chances(&position, &mut chances);
                    chances[random.weighted(chances.iter().map(|(_, part)| *part))].0
                }
                Turn::Player(_) => {
                    moves.clear();
                    rules.moves(&position, &mut moves);
                    let worth = |action: Move| {
                        let mut child = position;
                        rules.play_unchecked(&mut child, &action);
                        (rules.solved(&child).unwrap(), action)
                    };
                    let worths = moves.iter().copied().map(worth);
                    let best = worths.max_by(|one, other| one.0.total_cmp(&other.0));
                    best.unwrap().1
                }
            };
            rules.play_unchecked(&mut position, &action);
        }
        let total = rules.utility(&position, 0);
        sum += total;
        squares += total * total;
    }
    let mean = sum / f64::from(games);
    (mean, (squares / f64::from(games) - mean * mean).sqrt())
}

/// The mean of a simulation is the expected value, within four standard errors.
pub(in crate::games) fn check_simulation<C: Card>(rules: Rules<C>, games: u32) {
    let (mean, deviation) = simulate(rules, games, 2026);
    let value = rules.solved(&rules.start()).unwrap();
    let error = deviation / f64::from(games).sqrt();
    assert!(
        (mean - value).abs() < 4.0 * error,
        "{mean} ± {error} instead of {value}"
    );
    // The spread of a turn is a constant of the evaluation.
    let variance = deviation * deviation / C::BOXES.len() as f64;
    assert!(
        (variance / rules.card.variance() - 1.0).abs() < 0.15,
        "a turn has variance {variance}"
    );
}
