//! The engine against plain minimax, which it must equal whenever it is exact, and against known values.

use zermelo_core::any::AnyPosition;
use zermelo_core::control::{Control, Limits, Random};
use zermelo_core::game::Turn;
use zermelo_core::games::{GAMES, find};
use zermelo_core::score::{Kind, Value};
use zermelo_core::search::engine::selective::Selective;
use zermelo_core::search::{Method, Request};

fn value(position: &AnyPosition, request: &Request, depth: Option<u32>) -> Value {
    let control = Control::new(Limits {
        depth,
        memory: Some(1 << 20),
        ..Limits::default()
    });
    position.search(request, &control).unwrap().value
}

fn by(method: Method, threads: usize) -> Request {
    Request {
        method: Some(method),
        threads,
        ..Request::default()
    }
}

/// A position after up to `plies` random plies, not over.
fn random_position(start: &AnyPosition, plies: usize, random: &mut Random) -> AnyPosition {
    let mut position = start.clone();
    for _ in 0..random.below(plies + 1) {
        let moves = position.action_texts();
        let next = position.play(&moves[random.below(moves.len())]).unwrap();
        if next.turn() == Turn::Over {
            break;
        }
        position = next;
    }
    position
}

#[test]
fn exact_search_equals_plain_search_in_every_game() {
    for entry in GAMES {
        let game = entry.make(Vec::new()).unwrap();
        let facts = game.facts();
        let methods = Method::for_game(&facts);
        if !methods.contains(&Method::Engine) || !facts.is_duel() {
            continue;
        }
        let plain = if facts.chance {
            Method::Expectiminimax
        } else {
            Method::Minimax
        };
        let mut random = Random::new(7);
        let mut compared = 0;
        for _ in 0..12 {
            let position = random_position(&game.start(), 60, &mut random);
            let width = position.actions().len() as u64;
            for depth in 1..=12 {
                // The plain search must stay feasible; behind a decision of many moves chance may have many events.
                if width.max(if facts.chance { 20 } else { 2 }).pow(depth) > 10_000 {
                    break;
                }
                let plain = value(&position, &by(plain, 1), Some(depth));
                for variant in [1, 2, 3] {
                    // With dice everything is cut off that can be, only what bounds show, or nothing.
                    let request = Request {
                        star: if facts.chance { 3 - variant as u8 } else { 2 },
                        ..by(Method::Engine, variant.min(2))
                    };
                    let found = value(&position, &request, Some(depth));
                    let text = position.text();
                    let close = if facts.chance { 1e-9 } else { 0.0 };
                    assert!(
                        (found.utility - plain.utility).abs() <= close
                            && found.plies == plain.plies,
                        "{} {text} at depth {depth}, variant {variant}: {found:?}, not {plain:?}",
                        entry.name
                    );
                    assert!(
                        plain.kind != Kind::Proved || found.kind == Kind::Proved,
                        "{} {text} {depth}",
                        entry.name
                    );
                }
                compared += 1;
            }
        }
        assert!(compared >= 12, "{}: {compared}", entry.name);
    }
}

/// A random tree in the notation of the game `tree`.
fn random_tree(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(8) == 0 {
        return (random.below(41) as i64 - 20).to_string();
    }
    // Turns need not alternate.
    let player = ["", "max", "min"][random.below(3)];
    let children: Vec<_> = (0..1 + random.below(4))
        .map(|_| random_tree(random, depth - 1))
        .collect();
    format!("{player}({})", children.join(" "))
}

#[test]
fn exact_search_equals_minimax_on_random_trees() {
    let entry = find("tree").unwrap();
    let mut random = Random::new(11);
    for index in 0..10_000 {
        let text = format!(
            "({} {})",
            random_tree(&mut random, 5),
            random_tree(&mut random, 4)
        );
        let tree = vec![("tree".to_owned(), text.clone())];
        let start = entry.make(tree).unwrap().start();
        let depth = (index % 3 == 0).then_some(1 + index / 3 % 6);
        let plain = value(&start, &by(Method::Minimax, 1), depth);
        let threads = 1 + index as usize % 2;
        let found = value(&start, &by(Method::Engine, threads), depth);
        assert_eq!(found.utility, plain.utility, "{text} {depth:?}");
    }
}

#[test]
fn every_switch_leaves_the_end_of_a_small_game_right() {
    // Tic-tac-toe to its end: whatever is left out close to the horizon, nothing may be claimed that is wrong.
    let game = find("tic-tac-toe").unwrap().make(Vec::new()).unwrap();
    let mut random = Random::new(3);
    for (name, _) in Selective::NAMES {
        let selective = Selective::parse(name).unwrap();
        for _ in 0..30 {
            let position = random_position(&game.start(), 7, &mut random);
            let request = Request {
                selective,
                ..by(Method::Engine, 1)
            };
            let found = value(&position, &request, Some(9));
            let plain = value(&position, &by(Method::Minimax, 1), None);
            if found.kind == Kind::Proved {
                assert_eq!(found.utility, plain.utility, "{name} {}", position.text());
            }
        }
    }
}

#[test]
fn threads_that_outdo_each_other_find_what_one_finds() {
    // Deep enough for a thread to be busy with what another has answered meanwhile.
    let depths = [
        ("chess", 6),
        ("othello", 11),
        ("connect-four", 22),
        ("kalah", 14),
        ("checkers", 13),
        ("nine-mens-morris", 7),
        ("backgammon", 3),
    ];
    let mut random = Random::new(5);
    for (name, depth) in depths {
        let game = find(name).unwrap().make(Vec::new()).unwrap();
        for threads in [2, 3, 5] {
            let position = random_position(&game.start(), 30, &mut random);
            let alone = value(&position, &by(Method::Engine, 1), Some(depth));
            let found = value(&position, &by(Method::Engine, threads), Some(depth));
            let told = (found.plies, found.kind);
            let right = (alone.plies, alone.kind);
            // Averages differ in their last digits with the order in which they are taken.
            assert!(
                told == right && (found.utility - alone.utility).abs() <= 1e-9,
                "{name} {}: {found:?}, not {alone:?}",
                position.text()
            );
        }
    }
}
