//! Whatever text comes in: every game reads it or refuses it in one line, and never panics.

mod reading;

use proptest::prelude::*;
use proptest::sample::Index;

use reading::{check_move, check_position, check_tree};
use zermelo_core::any::{AnyGame, AnyPosition};
use zermelo_core::control::Random;
use zermelo_core::games::GAMES;

/// Signs that occur in the notations, so that mutations come close to them.
const SIGNS: &str = "0123456789 ,/+-?.:=()<>|abcdefghBWHKQJprsnwxyo";

fn every_game() -> impl Iterator<Item = AnyGame> {
    GAMES.iter().map(|game| game.make(Vec::new()).unwrap())
}

/// The position some random plies after the start.
fn random_position(game: &AnyGame, seed: u64, plies: usize) -> AnyPosition {
    let mut random = Random::new(seed);
    let mut position = game.start();
    for _ in 0..plies {
        let actions = position.action_texts();
        if actions.is_empty() {
            break;
        }
        position = position
            .play(&actions[random.below(actions.len())])
            .unwrap();
    }
    position
}

/// One change to a text.
#[derive(Clone, Debug)]
enum Change {
    Insert(Index, char),
    Replace(Index, char),
    Delete(Index),
    /// A stretch is written twice.
    Double(Index, Index),
    /// The text ends here.
    Cut(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let sign = prop_oneof![
        8 => any::<Index>().prop_map(|at| SIGNS.as_bytes()[at.index(SIGNS.len())].into()),
        1 => any::<char>(),
    ];
    let at = any::<Index>;
    prop_oneof![
        (at(), sign.clone()).prop_map(|(at, sign)| Change::Insert(at, sign)),
        (at(), sign).prop_map(|(at, sign)| Change::Replace(at, sign)),
        at().prop_map(Change::Delete),
        (at(), at()).prop_map(|(from, to)| Change::Double(from, to)),
        at().prop_map(Change::Cut),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for change in changes {
        let size = letters.len();
        match change {
            Change::Insert(at, sign) => letters.insert(at.index(size + 1), *sign),
            _ if size == 0 => {}
            Change::Replace(at, sign) => letters[at.index(size)] = *sign,
            Change::Delete(at) => drop(letters.remove(at.index(size))),
            Change::Double(from, to) => {
                let (from, to) = (from.index(size), to.index(size));
                let stretch = letters[from.min(to)..from.max(to)].to_vec();
                letters.splice(from.min(to)..from.min(to), stretch);
            }
            Change::Cut(at) => letters.truncate(at.index(size)),
        }
    }
    letters.into_iter().collect()
}

fn settings() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn any_text_is_a_position_or_refused(text in any::<String>(), near in "[0-9a-zKQJ/,+?<>() -]{0,40}") {
        for game in every_game() {
            check_position(&game, &text);
            check_position(&game, &near);
        }
    }

    #[test]
    fn a_changed_position_is_a_position_or_refused(
        seed in any::<u64>(),
        plies in 0_usize..60,
        changes in prop::collection::vec(change(), 0..4),
    ) {
        for game in every_game() {
            let text = random_position(&game, seed, plies).text();
            check_position(&game, &changed(&text, &changes));
        }
    }

    #[test]
    fn any_text_is_a_move_or_refused(
        seed in any::<u64>(),
        plies in 0_usize..60,
        text in any::<String>(),
        at in any::<Index>(),
        changes in prop::collection::vec(change(), 0..3),
    ) {
        for game in every_game() {
            let position = random_position(&game, seed, plies);
            check_move(&position, &text);
            let actions = position.action_texts();
            if !actions.is_empty() {
                check_move(&position, &changed(&actions[at.index(actions.len())], &changes));
            }
        }
    }

    #[test]
    fn any_text_is_a_tree_or_refused(
        text in any::<String>(),
        near in "([0-9() <>:=,.-]|max|min|chance|p[0-9]){0,40}",
        changes in prop::collection::vec(change(), 0..5),
    ) {
        check_tree(&text);
        check_tree(&near);
        check_tree(&changed("(a=(3 -8.5) chance(0.5:(2 4), 1/2:x=min(14 5)) p1(2))", &changes));
        check_tree(&changed("((<1 2 3> p2(<4 5 6> <7 8 9>)) chance(1:<0 0 0>))", &changes));
    }
}

// Ten thousand valid and ten thousand invalid position texts of every game, made by mutation with a fixed seed: the valid
// ones read back to the same text, the others are read too (and then read back) or refused in one line.

const ENOUGH: usize = 10_000;

/// Plays random games for ever: each call goes one ply on.
struct Walk {
    game: AnyGame,
    position: AnyPosition,
}

impl Walk {
    fn next(&mut self, random: &mut Random) -> String {
        let actions = self.position.action_texts();
        self.position = if actions.is_empty() {
            self.game.start()
        } else {
            let action = &actions[random.below(actions.len())];
            self.position.play(action).expect("it was listed")
        };
        self.position.text()
    }
}

/// The text after one to three small changes; most signs come from the text itself, so that it stays close to its kind.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let size = letters.len();
        let (at, other) = (random.below(size + 1), random.below(size + 1));
        let sign = match random.below(4) {
            0 => char::from(b' ' + random.below(95) as u8),
            _ if size > 0 => letters[random.below(size)],
            _ => '0',
        };
        let (low, high) = (at.min(other), at.max(other));
        match random.below(6) {
            0 => letters.insert(at, sign),
            1 if at < size => letters[at] = sign,
            2 if at < size => drop(letters.remove(at)),
            3 if high < size => letters.swap(low, high),
            4 => {
                let stretch = letters[low..high].to_vec();
                letters.splice(low..low, stretch);
            }
            _ => drop(letters.drain(low..high)),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn ten_thousand_valid_and_as_many_invalid_positions_of_every_game_are_read_or_refused() {
    for entry in GAMES {
        let game = entry.make(Vec::new()).unwrap();
        let mut random = Random::new(4);
        let mut walk = Walk {
            position: game.start(),
            game: game.clone(),
        };
        let (mut valid, mut invalid) = (0, 0);
        for _ in 0..20 * ENOUGH {
            let text = walk.next(&mut random);
            if valid < ENOUGH {
                let read = game
                    .parse(&text)
                    .unwrap_or_else(|error| panic!("{}: {text:?} is refused: {error}", entry.name));
                assert_eq!(read.text(), text, "{}", entry.name);
                valid += 1;
            }
            let changed = mutated(&text, &mut random);
            check_position(&game, &changed);
            invalid += usize::from(game.parse(&changed).is_err());
            if valid >= ENOUGH && invalid >= ENOUGH {
                break;
            }
        }
        assert!(
            valid >= ENOUGH && invalid >= ENOUGH,
            "{}: {valid} valid and {invalid} invalid texts",
            entry.name
        );
    }
}
