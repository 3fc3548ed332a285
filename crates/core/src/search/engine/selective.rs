//! What an engine may do to see further that could make it wrong: everything here is off unless asked for.

use crate::game::quoted;

macro_rules! switches {
    ($($(#[doc = $meaning:literal])+ $name:ident: $word:literal,)*) => {
        /// The ways to look deeper where it matters and less deep elsewhere. With none of them a search is exact.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub struct Selective {
            $($(#[doc = $meaning])+ pub $name: bool,)*
        }

        impl Selective {
            /// None of them: an exact search.
            pub const NONE: Selective = Selective { $($name: false,)* };
            /// All that play needs: everything but what only experiments want.
            pub const PLAY: Selective = Selective { $($name: true,)* }.without_experiments();
            /// The names, with what each does.
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$(($word, concat!($($meaning),+)),)*];

            /// Is there any?
            pub fn any(self) -> bool {
                self != Selective::NONE
            }

            fn switch(&mut self, word: &str) -> Option<&mut bool> {
                match word {
                    $($word => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

switches! {
    /// Goes on with captures and the like until the position is quiet, before judging it.
    quiescence: "quiescence",
    /// In quiescence, leaves out what cannot win enough to matter.
    delta: "delta",
    /// Goes on for a ply where the evaluation differs from that before the last move: the other kind of quiet.
    stability: "stability",
    /// Looks a ply deeper when a threat such as a check must be answered.
    checks: "checks",
    /// Looks deeper at a move that is much better than all others, and less deep where two are too good anyway.
    singular: "singular",
    /// Gives the opponent a move for nothing: who is still too good then does not need to look further.
    null_move: "null-move",
    /// Confirms what the null move says by a search without it, when deep enough to be worth it.
    verification: "verification",
    /// Looks less deep at moves that come late in a good order, deeper again when one surprises.
    late_moves: "late-moves",
    /// Leaves out quiet moves that come very late, close to the horizon.
    move_count: "move-count",
    /// Close to the horizon, leaves out quiet moves when behind by much, and stops when ahead by much.
    futility: "futility",
    /// Far behind and close to the horizon, looks at captures and the like only.
    razoring: "razoring",
    /// Takes a capture or the like for good enough that a look less deep finds much better than needed.
    probable_cut: "probable-cut",
    /// Takes a position that comes back once within the search for one that comes back until the game ends.
    repetition: "repetition",
    /// Looks at a random half of the moves after the first two.
    random_subset: "random-subset",
    /// Stops where a path has become implausible: where many moves on it were far down in the order.
    plausible: "plausible",
}

impl Selective {
    const fn without_experiments(mut self) -> Selective {
        self.stability = false;
        self.random_subset = false;
        self.plausible = false;
        self
    }

    /// The switches with these names, separated by commas: `play` is [`Selective::PLAY`], a minus sign takes one away.
    ///
    /// # Errors
    /// One sentence that lists the names when there is another one among them.
    pub fn parse(text: &str) -> Result<Selective, String> {
        let mut selective = Selective::NONE;
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let (word, on) = match word.strip_prefix('-') {
                Some(word) => (word, false),
                None => (word, true),
            };
            if word == "play" && on {
                selective = Selective::PLAY;
            } else if let Some(switch) = selective.switch(word) {
                *switch = on;
            } else {
                let names: Vec<_> = Selective::NAMES.iter().map(|(name, _)| *name).collect();
                return Err(format!(
                    "unknown switch {}: there are play, {}",
                    quoted(word),
                    names.join(", ")
                ));
            }
        }
        Ok(selective)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_others_refused() {
        assert_eq!(Selective::parse(""), Ok(Selective::NONE));
        assert_eq!(Selective::parse("play"), Ok(Selective::PLAY));
        let read = Selective::parse("play, -null-move").unwrap();
        assert!(!read.null_move && read.late_moves);
        let error = Selective::parse("zugzwang").unwrap_err();
        assert!(error.starts_with("unknown switch \"zugzwang\": there are play, quiescence,"));
    }

    #[test]
    fn every_switch_has_its_own_name() {
        for (name, meaning) in Selective::NAMES {
            let mut read = Selective::parse(name).unwrap();
            assert!(read.any() && meaning.ends_with('.'), "{name}");
            *read.switch(name).unwrap() = false;
            assert!(!read.any(), "{name}");
        }
    }
}
