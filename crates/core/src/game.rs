//! The contract: everything a search may ask of a game, and everything a game promises in return.
//!
//! A game is two things: its *rules* (the type that implements [`Game`]; it holds the options, such as the number of
//! seats, and never changes) and its *positions* (small values). [`Game`] is all that a search over finished games needs.
//! What only some users need stands in traits of its own, so that every function names its needs as bounds:
//!
//! | trait | what it adds | who needs it |
//! |---|---|---|
//! | [`Evaluate`] | a number for unfinished games | depth-limited searches |
//! | [`Hints`] | where to look first, what shows without looking | the engine and the solver |
//! | [`Notation`] | positions and moves as text | people, files, protocols |
//! | [`Draw`] | pictures as data | page, notebook, terminal |
//! | [`Hidden`] | what each player sees; which worlds remain | games with hidden information |
//! | [`Symmetry`] | turns and reflections of the board | solvers, tables |
//! | [`BuiltIn`] | name and options | the list in `games/mod.rs` |

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, RangeInclusive};

use crate::control::mix;
pub use crate::hints::{Hints, Outlook};
use crate::picture::Picture;

/// How far apart two numbers may be that should be the same.
pub(crate) const NEARLY: f64 = 1e-9;

/// Who decides next. Turns need not alternate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This player (0, 1, …) chooses one of [`Game::moves`].
    Player(usize),
    /// One of [`Game::chances`] happens.
    Chance,
    /// Nobody: the game is over and [`Game::utility`] tells what it was worth.
    Over,
}

/// The rules of a finite game for any number of players, with or without chance.
///
/// A position passed to a method must come from the same rules. Calls that a promise excludes ("only when …") may give
/// any answer, but never undefined behaviour.
pub trait Game: Sized + Send + Sync + 'static {
    /// A situation in the game, complete but for [`Game::repetitions`]: two equal positions have the same future. Small,
    /// because searches copy it.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// What a player does or what chance brings.
    type Move: Clone + Eq + Hash + Debug + Send + Sync;

    /// What the game declares about itself; the same at every call.
    fn facts(&self) -> Facts;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Who decides in this position.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends every legal move, each once, at least one, in an order that is always the same.
    /// Only when the turn is a player's.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// Shows every legal move to a visitor, in the order of [`Game::moves`], until it has seen enough. Only when the turn
    /// is a player's. A game whose moves are quickly found one by one overrides this to go without the buffer. A search
    /// that tries moves in another order sorts [`Game::moves`] instead.
    #[inline(always)]
    fn each_move(&self, position: &Self::Position, visitor: &mut impl Visitor<Self::Move>) {
        let first = visitor.buffer().len();
        self.moves(position, visitor.buffer());
        for index in first..visitor.buffer().len() {
            let action = visitor.buffer()[index].clone();
            if visitor.visit(action).is_break() {
                break;
            }
        }
        visitor.buffer().truncate(first);
    }

    /// The number of legal moves; 0 when the game is over. Not when it is chance's turn. A game that counts its moves
    /// without listing them overrides this; otherwise they are listed above what `buffer` holds.
    #[inline(always)]
    fn count_moves(&self, position: &Self::Position, buffer: &mut Vec<Self::Move>) -> u64 {
        if self.turn(position) == Turn::Over {
            return 0;
        }
        let first = buffer.len();
        self.moves(position, buffer);
        let count = (buffer.len() - first) as u64;
        buffer.truncate(first);
        count
    }

    /// Appends everything that can happen, each once, with probabilities above 0 that sum to 1.
    /// Only when the turn is chance's.
    fn chances(&self, _position: &Self::Position, _out: &mut Vec<(Self::Move, f64)>) {}

    /// Carries out a move that [`Game::moves`] or [`Game::chances`] listed for this very position.
    fn play_unchecked(&self, position: &mut Self::Position, action: &Self::Move);

    /// What the finished game is worth to this player, within [`Facts::utilities`], summing as [`Facts::sum`] says.
    /// Only when the game is over.
    fn utility(&self, position: &Self::Position, player: usize) -> f64;

    /// How often a position must occur for the game to end there; `None` where it may come back for ever, or cannot.
    /// Positions with the same [`Game::key`] are the same. Rules know one position only: whoever plays or searches keeps
    /// the [`History`](crate::history::History) of those before it.
    fn repetitions(&self) -> Option<u32> {
        None
    }

    /// Can no position from before the last move come back? Only when [`Game::repetitions`] matter.
    fn is_irreversible(&self, _position: &Self::Position) -> bool {
        false
    }

    /// What a game that ends by repetition is worth to this player: a draw unless the rules say otherwise.
    fn repeated_utility(&self, _position: &Self::Position, _player: usize) -> f64 {
        0.0
    }

    /// A number that is equal for equal positions and almost surely different for positions with another future. It does
    /// not depend on how often a position occurred, nor on clocks that only say how long nothing has happened.
    fn key(&self, position: &Self::Position) -> u64 {
        let mut hasher = Mixer(0);
        position.hash(&mut hasher);
        hasher.finish()
    }

    /// What players see, when something is hidden from them; `None` says that everyone sees everything.
    fn hidden(&self) -> Option<&dyn Hidden<Self>> {
        None
    }

    /// The turns and reflections of the board that change nothing about the game; `None` when there are none.
    fn symmetry(&self) -> Option<&dyn Symmetry<Self>> {
        None
    }

    /// What went wrong inside rules that are not ours to trust, such as a user's Python. From then on they answer as if
    /// the game were over, so that whoever asks comes to an end; asking here makes them answer again.
    fn trouble(&self) -> Option<String> {
        None
    }

    /// Carries out a move if it is legal here; otherwise gives the position and the move back, untouched.
    ///
    /// # Errors
    /// When neither [`Game::moves`] nor [`Game::chances`] lists the move in this position.
    fn play(
        &self,
        mut position: Self::Position,
        action: Self::Move,
    ) -> Result<Self::Position, (Self::Position, Self::Move)> {
        if self.actions(&position).contains(&action) {
            self.play_unchecked(&mut position, &action);
            Ok(position)
        } else {
            Err((position, action))
        }
    }

    /// The legal moves or, when it is chance's turn, the possible events; nothing when the game is over.
    fn actions(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        match self.turn(position) {
            Turn::Player(_) => self.moves(position, &mut moves),
            Turn::Chance => {
                let mut chances = Vec::new();
                self.chances(position, &mut chances);
                moves.extend(chances.into_iter().map(|(event, _)| event));
            }
            Turn::Over => {}
        }
        moves
    }
}

/// Who looks at moves one by one: see [`Game::each_move`].
pub trait Visitor<M> {
    /// Looks at a move; `Break` when it has seen enough.
    fn visit(&mut self, action: M) -> ControlFlow<()>;

    /// Where moves can wait for their turn, above what is there already.
    fn buffer(&mut self) -> &mut Vec<M>;
}

/// A number for unfinished games: a weighted sum of named features.
pub trait Evaluate: Game {
    /// The features of an unfinished position from this player's view, for people to read; empty when the game has no
    /// opinion.
    fn features(&self, _position: &Self::Position, _player: usize) -> Vec<Feature> {
        Vec::new()
    }

    /// Appends the legal moves that are part of an exchange, such as captures, in the order of [`Game::moves`]: those that
    /// quiescence search goes on with. None where the idea does not apply. Only when the turn is a player's.
    fn noisy_moves(&self, _position: &Self::Position, _out: &mut Vec<Self::Move>) {}

    /// The estimated utility of an unfinished position for this player: the features' weighted sum, kept within
    /// [`Facts::utilities`]; those of two players with a constant sum have that sum. A game overrides it only to compute
    /// the same number faster. Built-in games give numbers that fit 32 bits (see [`fitting`]), as tables keep no more.
    fn evaluate(&self, position: &Self::Position, player: usize) -> f64 {
        let facts = self.facts();
        let sum: f64 = self
            .features(position, player)
            .iter()
            .map(|f| f.weight * f.amount)
            .sum();
        fitting((facts.share() + sum).clamp(facts.utilities.0, facts.utilities.1))
    }
}

/// The nearest number that fits 32 bits.
#[inline(always)]
pub fn fitting(number: f64) -> f64 {
    f64::from(number as f32)
}

/// Turns and reflections that change nothing about the game.
pub trait Symmetry<G: Game> {
    /// How many there are; number 0 changes nothing at all.
    fn count(&self) -> usize;

    /// The position seen that way.
    fn position(&self, position: &G::Position, symmetry: usize) -> G::Position;

    /// The move seen that way: it leads from the position seen that way to what follows, seen that way.
    fn action(&self, action: &G::Move, symmetry: usize) -> G::Move;
}

/// Positions and moves as text.
pub trait Notation: Game {
    /// The position in one line; [`Notation::parse`] reads it back.
    fn text(&self, position: &Self::Position) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// A clause that says what would be right, such as `rows have 7 columns`, when the text is not a position that these
    /// rules can go on from.
    fn parse(&self, text: &str) -> Result<Self::Position, String>;

    /// The move in one word or two; no two legal moves of a position read the same.
    fn move_text(&self, position: &Self::Position, action: &Self::Move) -> String;

    /// The move as programs write it among themselves, such as `e2e4`; people's notation unless there is another.
    fn move_code(&self, position: &Self::Position, action: &Self::Move) -> String {
        self.move_text(position, action)
    }

    /// The legal move or event that a text means, in people's notation, in that of programs, or in other spellings that
    /// are in use.
    fn read_move(&self, position: &Self::Position, text: &str) -> Option<Self::Move> {
        self.actions(position)
            .into_iter()
            .find(|action| self.move_text(position, action) == text)
    }

    /// What a move looks like, as a clause for error messages: `columns are 1 to 7`.
    fn move_help(&self) -> Cow<'static, str>;
}

/// Pictures as data.
pub trait Draw: Game {
    /// The position as this player sees it; `None` sees everything.
    fn picture(&self, position: &Self::Position, viewer: Option<usize>) -> Picture;

    /// The clickable shapes that, clicked in this order, make the move; empty when it is offered as a button only.
    fn sites(&self, _position: &Self::Position, _action: &Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// What a player has to show beside the board, in a few signs that everybody may see: pieces ahead, points, money;
    /// empty when nothing is counted.
    fn tally(&self, _position: &Self::Position, _player: usize) -> String {
        String::new()
    }
}

/// What players see in a game with hidden information.
pub trait Hidden<G: Game> {
    /// Everything this player has seen so far, own moves included (perfect recall), in one line.
    fn observation(&self, position: &G::Position, player: usize) -> String;

    /// Appends every position that this player cannot tell from the true one, with its probability given the deal alone
    /// (no conclusions from how the others played); they sum to 1 and the true position is among them.
    fn worlds(&self, position: &G::Position, player: usize, out: &mut Vec<(G::Position, f64)>);
}

/// A game in the list of `games/mod.rs`.
pub trait BuiltIn: Hints + Notation + Draw {
    /// The name that people type, in kebab-case.
    const NAME: &'static str;
    /// Other names it answers to.
    const ALIASES: &'static [&'static str] = &[];
    /// One sentence about the game.
    const SUMMARY: &'static str;
    /// Where the rules are written down.
    const RULES: &'static str;
    /// The options that [`BuiltIn::with_options`] reads.
    const OPTIONS: &'static [OptionFact] = &[];

    /// The rules with these options.
    ///
    /// # Errors
    /// The sentence of [`Options`] when a value is out of range.
    fn with_options(options: &Options) -> Result<Self, String>;
}

/// What a game declares about itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The name that people type.
    pub name: Cow<'static, str>,
    /// What the players are called, in the order of their numbers.
    pub players: Vec<Cow<'static, str>>,
    /// What the utilities of all players add up to.
    pub sum: Sum,
    /// Does [`Turn::Chance`] occur?
    pub chance: bool,
    /// Is anything hidden from a player?
    pub hidden: bool,
    /// What utilities count.
    pub unit: Unit,
    /// Where only the result counts: what estimates are told in, such as pawns, and how much utility one of it is.
    pub measure: Option<(Cow<'static, str>, f64)>,
    /// The lowest and the highest utility that a player can get.
    pub utilities: (f64, f64),
    /// No game lasts longer than this many plies, when that is known.
    pub longest: Option<u32>,
}

/// What the utilities of all players add up to at the end of every game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sum {
    /// Always this number. Every such game is equivalent to a zero-sum one: see [`Facts::share`].
    Constant(f64),
    /// Nothing in particular.
    General,
}

/// What utilities count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Who won: the utilities are 1, 0 and −1 only, so a win sooner is preferred to a win later.
    Result,
    /// Something countable: points, seeds, chips, the chance to win.
    Counted(Cow<'static, str>),
}

/// A named number that an evaluation is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// What it measures.
    pub name: &'static str,
    /// What one of it is worth, in the game's unit.
    pub weight: f64,
    /// How much of it there is, from the player's view.
    pub amount: f64,
}

impl Facts {
    /// The facts of a two-player game of win, draw and loss without chance or secrets: what most games start from.
    pub fn duel(name: &'static str, first: &'static str, second: &'static str) -> Facts {
        Facts {
            name: name.into(),
            players: vec![first.into(), second.into()],
            sum: Sum::Constant(0.0),
            chance: false,
            hidden: false,
            unit: Unit::Result,
            measure: None,
            utilities: (-1.0, 1.0),
            longest: None,
        }
    }

    /// An even share of a constant sum: subtracting it from every utility gives the equivalent zero-sum game, adding it
    /// leads back. It is also the value of knowing nothing.
    pub fn share(&self) -> f64 {
        match self.sum {
            Sum::Constant(sum) => sum / self.players.len() as f64,
            Sum::General => 0.0_f64.clamp(self.utilities.0, self.utilities.1),
        }
    }

    /// What is wrong with these facts, as a clause; searches rely on them to tell what is proved.
    pub fn fault(&self) -> Option<String> {
        let (low, high) = self.utilities;
        if self.players.is_empty() {
            return Some("there must be at least one player".into());
        }
        if self.players.iter().collect::<HashSet<_>>().len() != self.players.len() {
            return Some("two players have the same name".into());
        }
        if !(low.is_finite() && high.is_finite() && low <= high) {
            return Some(format!(
                "utilities go from {low} to {high}, but the first must not be above the second"
            ));
        }
        if self.unit == Unit::Result && self.utilities != (-1.0, 1.0) {
            return Some(format!(
                "a game of results has utilities from -1 to 1, not from {low} to {high}"
            ));
        }
        if let Some((name, worth)) = &self.measure {
            if self.unit != Unit::Result || !(0.0..=1.0).contains(worth) || *worth == 0.0 {
                return Some(format!(
                    "{name} measure estimates where only the result counts, and are worth between 0 and 1, not {worth}"
                ));
            }
        }
        match self.sum {
            Sum::Constant(sum) if !sum.is_finite() => Some(format!(
                "the sum of all utilities is {sum}, which is no number"
            )),
            _ => None,
        }
    }

    /// What is wrong with these utilities of a finished game, as a clause: one for each player.
    pub fn fault_of(&self, utilities: &[f64]) -> Option<String> {
        let (low, high) = self.utilities;
        for (utility, player) in utilities.iter().zip(&self.players) {
            if !(low..=high).contains(utility) {
                return Some(format!(
                    "the utility of {player} is {utility}, outside {low} to {high}"
                ));
            }
            if self.unit == Unit::Result && ![-1.0, 0.0, 1.0].contains(utility) {
                return Some(format!(
                    "the utility of {player} is {utility}, but a result is 1, 0 or -1"
                ));
            }
        }
        let total: f64 = utilities.iter().sum();
        match self.sum {
            Sum::Constant(sum) if (total - sum).abs() > NEARLY => Some(format!(
                "the utilities {utilities:?} sum to {total}, not to {sum}"
            )),
            _ => None,
        }
    }

    /// How a game with these utilities ended, in words: `red wins`, `draw`, `south wins: south 8, north -8 seeds`.
    pub fn outcome(&self, utilities: &[f64]) -> String {
        let best = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut winners = self
            .players
            .iter()
            .zip(utilities)
            .filter(|(_, utility)| **utility == best);
        let verdict = match (self.players.len(), winners.next(), winners.next()) {
            (1, ..) => "the end".to_owned(),
            (_, Some((winner, _)), None) => format!("{winner} wins"),
            _ => "draw".to_owned(),
        };
        let Unit::Counted(unit) = &self.unit else {
            return verdict;
        };
        let scores: Vec<_> = self
            .players
            .iter()
            .zip(utilities)
            .map(|(name, utility)| format!("{name} {utility}"))
            .collect();
        format!("{verdict}: {} {unit}", scores.join(", "))
    }

    /// Is one player's gain the other's loss (after [`Facts::share`] is taken off)? One player alone counts.
    pub fn is_duel(&self) -> bool {
        self.players.len() == 1 || self.players.len() == 2 && matches!(self.sum, Sum::Constant(_))
    }
}

/// An option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionFact {
    /// Its name.
    pub name: &'static str,
    /// Its value when nothing is said.
    pub default: &'static str,
    /// What it means and which values it takes.
    pub meaning: &'static str,
}

/// The options given to a game, as text, checked by the game that reads them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// Options from names and values; every name must be one of `known`.
    ///
    /// # Errors
    /// When a name is not known, in a clause that lists the known ones.
    pub fn new(given: Vec<(String, String)>, known: &[OptionFact]) -> Result<Options, String> {
        for (name, _) in &given {
            if !known.iter().any(|option| option.name == name) {
                let names: Vec<_> = known.iter().map(|option| option.name).collect();
                return Err(match names.as_slice() {
                    [] => format!("unknown option {}: there are none", quoted(name)),
                    _ => format!(
                        "unknown option {}: there are {}",
                        quoted(name),
                        names.join(", ")
                    ),
                });
            }
        }
        Ok(Options(given))
    }

    /// The value of an option as a whole number within `range`, or `default` when it was not given.
    ///
    /// # Errors
    /// When the value is something else.
    pub fn number(
        &self,
        name: &str,
        default: usize,
        range: RangeInclusive<usize>,
    ) -> Result<usize, String> {
        let Some(value) = self.value(name) else {
            return Ok(default);
        };
        value
            .parse()
            .ok()
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                format!(
                    "option {name} is \"{value}\": it must be a number from {} to {}",
                    range.start(),
                    range.end()
                )
            })
    }

    /// The value of an option as one of these words, by index; the first one when it was not given.
    ///
    /// # Errors
    /// When the value is something else.
    pub fn choice(&self, name: &str, words: &[&str]) -> Result<usize, String> {
        let Some(value) = self.value(name) else {
            return Ok(0);
        };
        words
            .iter()
            .position(|word| word.eq_ignore_ascii_case(value))
            .ok_or_else(|| {
                format!(
                    "option {name} is \"{value}\": it must be {}",
                    words.join(" or ")
                )
            })
    }

    /// The value of an option as it was given.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .rev()
            .find(|(given, _)| given == name)
            .map(|(_, value)| value.as_str())
    }
}

/// A sentence for people in one line: whatever the user gave, line breaks and the like are shown as escapes, and a long
/// quotation is cut.
pub fn one_line(sentence: &str) -> String {
    cut(sentence, 600)
}

/// What the user gave, in quotation marks: in one line and not too long.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(text, 100))
}

fn cut(text: &str, longest: usize) -> String {
    let escaped = text.chars().flat_map(|letter| {
        let plain = (!letter.is_control()).then_some(letter);
        plain.into_iter().chain(
            letter
                .escape_default()
                .take(if plain.is_some() { 0 } else { 10 }),
        )
    });
    let mut line: String = escaped.take(longest).collect();
    if line.chars().count() == longest {
        line.push('…');
    }
    line
}

/// A hasher that is the same on every machine and in every run, unlike the standard library's.
pub(crate) struct Mixer(pub(crate) u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(5) ^ word.wrapping_add(0x9E37_79B9_7F4A_7C15));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[OptionFact] = &[OptionFact {
        name: "seats",
        default: "4",
        meaning: "players, 2 to 4",
    }];

    fn given(value: &str) -> Options {
        Options::new(vec![("seats".into(), value.into())], KNOWN).unwrap()
    }

    #[test]
    fn an_unknown_option_is_refused_with_the_known_ones() {
        let error = Options::new(vec![("chairs".into(), "3".into())], KNOWN).unwrap_err();
        assert_eq!(error, "unknown option \"chairs\": there are seats");
        let error = Options::new(vec![("chairs".into(), "3".into())], &[]).unwrap_err();
        assert_eq!(error, "unknown option \"chairs\": there are none");
    }

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range() {
        assert_eq!(given("3").number("seats", 4, 2..=4), Ok(3));
        assert_eq!(Options::default().number("seats", 4, 2..=4), Ok(4));
        for wrong in ["5", "-1", "two", ""] {
            let error = given(wrong).number("seats", 4, 2..=4).unwrap_err();
            assert_eq!(
                error,
                format!("option seats is \"{wrong}\": it must be a number from 2 to 4")
            );
        }
    }

    #[test]
    fn a_word_outside_the_choice_is_refused_with_the_choice() {
        assert_eq!(given("OFF").choice("seats", &["on", "off"]), Ok(1));
        assert_eq!(Options::default().choice("seats", &["on", "off"]), Ok(0));
        let error = given("maybe").choice("seats", &["on", "off"]).unwrap_err();
        assert_eq!(error, "option seats is \"maybe\": it must be on or off");
    }

    #[test]
    fn a_sentence_stays_in_one_line_whatever_the_user_gave() {
        assert_eq!(
            one_line("bad position \"a\nb\": é is fine"),
            "bad position \"a\\nb\": é is fine"
        );
        assert_eq!(one_line(&"x".repeat(10_000)).chars().count(), 601);
        assert_eq!(quoted("a\tb"), "\"a\\tb\"");
        assert_eq!(quoted(&"x".repeat(10_000)).chars().count(), 103);
    }

    #[test]
    fn an_outcome_is_put_in_words() {
        let mut facts = Facts::duel("kalah", "south", "north");
        assert_eq!(facts.outcome(&[1.0, -1.0]), "south wins");
        assert_eq!(facts.outcome(&[0.0, 0.0]), "draw");
        facts.unit = Unit::Counted("seeds".into());
        assert_eq!(
            facts.outcome(&[-8.0, 8.0]),
            "north wins: south -8, north 8 seeds"
        );
        facts.players.pop();
        assert_eq!(facts.outcome(&[253.0]), "the end: south 253 seeds");
    }

    #[test]
    fn the_share_turns_a_constant_sum_into_zero() {
        let mut facts = Facts::duel("chess", "white", "black");
        (facts.sum, facts.utilities) = (Sum::Constant(1.0), (0.0, 1.0));
        assert_eq!(
            [1.0, 0.5, 0.0].map(|utility| utility - facts.share()),
            [0.5, 0.0, -0.5]
        );
        facts.players.push("grey".into());
        assert_eq!(facts.share(), 1.0 / 3.0);
        (facts.sum, facts.utilities) = (Sum::General, (5.0, 1575.0));
        assert_eq!(facts.share(), 5.0);
    }
}
