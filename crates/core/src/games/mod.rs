//! The list of games. A new game is one file here and one word in `games!`.

use crate::any::AnyGame;
use crate::game::{BuiltIn, OptionFact, Options, one_line, quoted};

mod five_dice;
mod sowing;
mod weights;

macro_rules! games {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Every built-in game, in the order of the list.
        pub static GAMES: &[Entry] = &[$(Entry::of::<$module::Rules>()),*];
    };
}

games! {
    tic_tac_toe,
    connect_four,
    chess,
    checkers,
    othello,
    nine_mens_morris,
    kalah,
    awari,
    qubic,
    backgammon,
    pig,
    yahtzee,
    yatzy,
    parcheesi,
    monopoly,
    roulette,
    craps,
    kuhn_poker,
    tree,
}

/// What the list knows about a game before it is made.
pub struct Entry {
    /// The name that people type.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// One sentence about it.
    pub summary: &'static str,
    /// Where its rules are written down.
    pub rules: &'static str,
    /// Its options.
    pub options: &'static [OptionFact],
    make: fn(&Options) -> Result<AnyGame, String>,
}

impl Entry {
    const fn of<G: BuiltIn>() -> Entry {
        Entry {
            name: G::NAME,
            aliases: G::ALIASES,
            summary: G::SUMMARY,
            rules: G::RULES,
            options: G::OPTIONS,
            make: |options| G::with_options(options).map(AnyGame::new),
        }
    }

    /// The game with these options.
    ///
    /// # Errors
    /// One sentence when an option is unknown or its value is wrong.
    pub fn make(&self, options: Vec<(String, String)>) -> Result<AnyGame, String> {
        Options::new(options, self.options)
            .and_then(|options| (self.make)(&options))
            .map_err(|clause| one_line(&format!("{}: {clause}", self.name)))
    }
}

/// Finds a game by its name or another name of it; capitals, spaces and underscores do not matter.
///
/// # Errors
/// One sentence that lists the games when there is none of that name.
pub fn find(name: &str) -> Result<&'static Entry, String> {
    let wanted = name.trim().to_lowercase().replace([' ', '_'], "-");
    GAMES
        .iter()
        .find(|game| game.name == wanted || game.aliases.contains(&wanted.as_str()))
        .ok_or_else(|| {
            let names: Vec<_> = GAMES.iter().map(|game| game.name).collect();
            format!(
                "unknown game {}: there are {}",
                quoted(name),
                names.join(", ")
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_any_of_its_names() {
        for name in [
            "connect-four",
            "Connect Four",
            "connect_four",
            "four-in-a-row",
        ] {
            assert_eq!(find(name).unwrap().name, "connect-four");
        }
    }

    #[test]
    fn an_unknown_game_is_refused_with_the_known_ones() {
        let error = find("checkres").err().unwrap();
        assert!(
            error.starts_with("unknown game \"checkres\": there are tic-tac-toe, connect-four"),
            "{error}"
        );
    }

    #[test]
    fn no_two_games_share_a_name() {
        let mut names: Vec<_> = GAMES
            .iter()
            .flat_map(|game| game.aliases.iter().chain([&game.name]))
            .collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
