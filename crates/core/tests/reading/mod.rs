//! What holds for whatever text is read: shared by `tests/parsers.rs` and the fuzz target.

use zermelo_core::any::{AnyGame, AnyPosition};
use zermelo_core::game::{Sum, Turn, one_line};
use zermelo_core::games::tree;

/// A text is refused in one line, or what it says is a position that reads back and can be asked everything.
pub fn check_position(game: &AnyGame, text: &str) {
    match game.parse(text) {
        Err(error) => check_error(&error, text),
        Ok(position) => {
            let written = position.text();
            match game.parse(&written) {
                Ok(read) => assert!(read == position, "{text:?} reads back as {written:?}"),
                Err(error) => panic!("{text:?} is written {written:?} and refused: {error}"),
            }
            check_accepted(&position);
        }
    }
}

/// A text is refused as a move in one line, or leads to a position that reads back.
pub fn check_move(position: &AnyPosition, text: &str) {
    match position.play(text) {
        Err(error) => check_error(&error, text),
        Ok(next) => check_position(&next.game(), &next.text()),
    }
}

/// A text is refused as a tree in one line, or makes a game that can be played.
pub fn check_tree(text: &str) {
    match tree::parse_tree(text) {
        Err(clause) => check_error(&one_line(&clause), text),
        Ok(rules) => {
            let game = AnyGame::new(rules);
            check_position(&game, &game.start().text());
        }
    }
}

/// One line, whatever was given.
fn check_error(error: &str, text: &str) {
    assert!(!error.is_empty(), "{text:?} is refused without a word");
    assert!(
        !error.contains(char::is_control),
        "{text:?} is refused in lines: {error}"
    );
}

/// Nothing that can be asked of the position panics, and the numbers keep their bounds.
fn check_accepted(position: &AnyPosition) {
    let facts = position.facts();
    let (low, high) = facts.utilities;
    let actions = position.actions();
    assert_eq!(
        actions.is_empty(),
        position.turn() == Turn::Over,
        "{}",
        position.text()
    );
    for viewer in (0..facts.players.len()).map(Some).chain([None]) {
        position.picture(viewer);
    }
    for player in 0..facts.players.len() {
        position.observation(player);
        assert!(!position.worlds(player).is_empty(), "{}", position.text());
        if position.turn() != Turn::Over {
            let value = position.evaluate(player);
            assert!(
                (low..=high).contains(&value),
                "{} is judged {value}",
                position.text()
            );
        }
    }
    if let Some(utilities) = position.utilities() {
        for utility in &utilities {
            assert!(
                (low..=high).contains(utility),
                "{} is worth {utilities:?}",
                position.text()
            );
        }
        if let Sum::Constant(sum) = facts.sum {
            let total: f64 = utilities.iter().sum();
            assert!(
                (total - sum).abs() <= 1e-9,
                "{} is worth {utilities:?}",
                position.text()
            );
        }
    }
    for action in actions.first().into_iter().chain(actions.last()) {
        let next = position.play(&action.text).expect("it was listed");
        next.actions();
    }
}
