//! Games with five dice and a score card: what yahtzee and yatzy share, which is all but the card.
//!
//! A turn rolls five dice, then up to twice keeps some and rolls the others, then scores in an open box. Upper boxes, one for
//! each face, that sum to 63 or more bring a bonus. When every box is filled, one player alone has got what the boxes and
//! bonuses sum to; of two players, who take turns, the one with more has won.

mod dice;
mod notation;
mod picture;
mod table;
#[cfg(test)]
pub(super) mod testing;

use std::fmt::Debug;
use std::sync::OnceLock;

pub use self::dice::Dice;
use self::table::State;
pub use self::table::Table;
use crate::game::{
    BuiltIn, Evaluate, Facts, Feature, Game, Hints, OptionFact, Options, Sum, Turn, Unit,
};

/// The first of the lower boxes; before it stand those of the six faces.
pub(super) const LOWER: usize = 6;
const MOST_BOXES: usize = 15;
/// The upper total that brings the bonus.
const GOAL: u16 = 63;
const PLAYERS: [&str; 2] = ["first", "second"];
/// The score of an open box.
const OPEN: u8 = u8::MAX;

/// A box of a score card.
#[derive(Clone, Copy, Debug)]
pub struct ScoreBox {
    /// What people type.
    pub name: &'static str,
    /// What is printed on the card.
    pub label: &'static str,
    /// About what it brings on average in good play.
    pub typical: f64,
}

/// A score card: its boxes and what dice score in them.
pub trait Card: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// As [`BuiltIn::NAME`], and so on.
    const NAME: &'static str;
    /// Other names.
    const ALIASES: &'static [&'static str] = &[];
    /// One sentence.
    const SUMMARY: &'static str;
    /// A link.
    const RULES: &'static str;
    /// The options, [`PLAYERS_OPTION`] among them.
    const OPTIONS: &'static [OptionFact];
    /// The boxes in their order, the six upper ones first.
    const BOXES: &'static [ScoreBox];
    /// The number of the box for five equal dice.
    const FIVE: usize;
    /// What five equal dice are called when there are more of them.
    const MORE: Option<&'static str>;
    /// The points for 63 in the upper boxes.
    const BONUS: u16;

    /// The card with these options.
    ///
    /// # Errors
    /// A clause when a value is wrong.
    fn with_options(options: &Options) -> Result<Self, String>;

    /// Where the values of all cards of this kind are kept.
    fn cell(&self) -> &'static OnceLock<Table>;

    /// What a card brings at most in its boxes, with the upper bonus.
    fn most(&self) -> u16;

    /// The variance of what one turn brings, under best play: how much may still change until the end.
    fn variance(&self) -> f64;

    /// What five equal dice bring on top, every time, once their own box was filled with points.
    fn again(&self) -> u16 {
        0
    }

    /// May all five dice be scored in this open box? A bit for each open box.
    fn allows(&self, _open: u16, _dice: Dice, _number: usize) -> bool {
        true
    }

    /// What all five dice score in this box, without bonuses.
    fn points(&self, open: u16, dice: Dice, number: usize) -> u8;
}

/// The number of players.
pub(super) const PLAYERS_OPTION: OptionFact = OptionFact {
    name: "players",
    default: "1",
    meaning: "1, who plays for points, or 2, who play to have more",
};

/// What a player does, or a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance: what the dice that were not kept show.
    Roll(Dice),
    /// Keeps these dice and rolls the others.
    Keep(Dice),
    /// Scores in the box of this number.
    Score(u8),
}

/// What a player has scored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Scores {
    boxes: [u8; MOST_BOXES],
    /// How often five equal dice brought points on top.
    extra: u8,
    /// A bit for each open box.
    open: u16,
}

/// The score cards and the dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Filled from the start where nobody plays.
    cards: [Scores; 2],
    player: u8,
    /// All five after a roll, otherwise those kept.
    dice: Dice,
    /// Rolls left in this turn: 3 before the first.
    rolls: u8,
}

/// A game with this card for so many players.
#[derive(Clone, Copy, Debug)]
pub struct Rules<C> {
    card: C,
    players: usize,
}

impl<C: Card> Default for Rules<C> {
    fn default() -> Rules<C> {
        Rules::alone(C::default())
    }
}

impl Scores {
    /// Nothing to fill.
    const NONE: Scores = Scores {
        boxes: [OPEN; MOST_BOXES],
        extra: 0,
        open: 0,
    };

    #[inline]
    fn is_open(&self, number: usize) -> bool {
        self.open >> number & 1 == 1
    }

    fn sum(boxes: &[u8]) -> u16 {
        let filled = boxes.iter().filter(|score| **score != OPEN);
        filled.map(|score| u16::from(*score)).sum()
    }

    fn upper(&self) -> u16 {
        Scores::sum(&self.boxes[..LOWER])
    }
}

impl Position {
    #[inline]
    fn player(&self) -> usize {
        usize::from(self.player)
    }

    /// The card of the player whose turn it is.
    #[inline]
    fn card(&self) -> &Scores {
        &self.cards[self.player()]
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.cards[0].open | self.cards[1].open == 0
    }
}

impl<C: Card> Rules<C> {
    /// The game for one player.
    pub(super) const fn alone(card: C) -> Rules<C> {
        Rules { card, players: 1 }
    }

    /// Points with all bonuses.
    fn total(&self, card: &Scores) -> u16 {
        let bonus = u16::from(card.upper() >= GOAL) * C::BONUS;
        Scores::sum(&card.boxes) + bonus + u16::from(card.extra) * self.card.again()
    }

    /// What the dice would score in this box.
    fn points(&self, position: &Position, number: usize) -> u8 {
        let open = position.card().open;
        self.card.points(open, position.dice, number)
    }

    /// The boxes in which the dice may be scored.
    #[inline]
    fn boxes(&self, position: &Position) -> impl Iterator<Item = usize> {
        let (open, dice) = (position.card().open, position.dice);
        (0..C::BOXES.len())
            .filter(move |number| open >> number & 1 == 1)
            .filter(move |number| self.card.allows(open, dice, *number))
    }

    /// Do five equal dice bring points on top?
    fn is_again(&self, card: &Scores) -> bool {
        let five = card.boxes[C::FIVE];
        self.card.again() > 0 && five != OPEN && five > 0
    }

    fn table(&self) -> &'static Table {
        self.card.cell().get_or_init(|| Table::make(&self.card))
    }

    /// What a player gets on average who plays for points.
    fn expected(&self, position: &Position, player: usize) -> f64 {
        let card = &position.cards[player];
        let state = State {
            open: card.open,
            upper: card.upper(),
            again: self.is_again(card),
        };
        let to_come = if player != position.player() || position.rolls == 3 || card.open == 0 {
            self.table().before(state)
        } else {
            let turn = self.table().turn(&self.card, state);
            turn.with(position.dice, position.rolls)
        };
        f64::from(self.total(card)) + to_come
    }
}

impl<C: Card> Game for Rules<C> {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        let longest = Some((self.players * C::BOXES.len() * 6) as u32);
        if self.players == 2 {
            return Facts {
                chance: true,
                longest,
                ..Facts::duel(C::NAME, PLAYERS[0], PLAYERS[1])
            };
        }
        let others = C::BOXES.len() as u16 - 1;
        let highest = self.card.most() + others * self.card.again();
        Facts {
            name: C::NAME.into(),
            players: vec!["player".into()],
            sum: Sum::General,
            chance: true,
            hidden: false,
            unit: Unit::Counted("points".into()),
            measure: None,
            utilities: (LOWEST, f64::from(highest)),
            longest,
        }
    }

    fn start(&self) -> Position {
        let mut position = Position {
            cards: [Scores::NONE; 2],
            player: 0,
            dice: Dice::NONE,
            rolls: 3,
        };
        for card in &mut position.cards[..self.players] {
            card.open = (1 << C::BOXES.len()) - 1;
        }
        position
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_over() {
            Turn::Over
        } else if position.dice.len() == 5 {
            Turn::Player(position.player())
        } else {
            Turn::Chance
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        out.extend(self.boxes(position).map(|number| Move::Score(number as u8)));
        if position.rolls > 0 {
            position.dice.choices(|dice| {
                // Keeping all five is scoring now.
                if dice != position.dice {
                    out.push(Move::Keep(dice));
                }
            });
        }
    }

    fn chances(&self, position: &Position, out: &mut Vec<(Move, f64)>) {
        let rolls = dice::rolls(5 - position.dice.len().min(5)).iter();
        out.extend(rolls.map(|(dice, probability)| (Move::Roll(*dice), *probability)));
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        match action {
            Move::Roll(dice) => {
                position.dice = position.dice.and(*dice);
                position.rolls -= 1;
            }
            Move::Keep(dice) => position.dice = *dice,
            Move::Score(number) => {
                let number = usize::from(*number);
                let points = self.points(position, number);
                let five = position.dice.equal(5).is_some();
                let extra = five && self.is_again(position.card());
                let card = &mut position.cards[usize::from(position.player)];
                card.extra += u8::from(extra);
                card.boxes[number] = points;
                card.open &= !(1 << number);
                position.dice = Dice::NONE;
                position.rolls = 3;
                position.player = (position.player + 1) % self.players as u8;
            }
        }
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        let own = f64::from(self.total(&position.cards[player]));
        if self.players == 1 {
            return own;
        }
        let other = f64::from(self.total(&position.cards[1 - player]));
        if own == other {
            0.0
        } else {
            (own - other).signum()
        }
    }
}

/// Chance alone brings five points at least.
const LOWEST: f64 = 5.0;

/// How far the upper boxes are ahead of three of each face: 0 when the bonus is out of sight or won, 1 when it is as
/// good as won.
fn upper_bonus_in_sight(card: &Scores) -> f64 {
    let upper = card.upper();
    let filled = (0..LOWER).filter(|number| !card.is_open(*number));
    let (count, par) = filled.fold((0, 0), |(count, par), number| {
        (count + 1, par + 3 * (number as i32 + 1))
    });
    if count == LOWER || upper >= GOAL {
        return 0.0;
    }
    (0.5 + f64::from(i32::from(upper) - par) / 12.0).clamp(0.0, 1.0)
}

impl<C: Card> Rules<C> {
    /// What the best box for the dice brings above the typical score of that box; 0 for less, if there are rolls left.
    fn best_box(&self, position: &Position) -> f64 {
        if position.dice.len() < 5 {
            return 0.0;
        }
        let gain =
            |number: usize| f64::from(self.points(position, number)) - C::BOXES[number].typical;
        let best = self
            .boxes(position)
            .map(gain)
            .fold(f64::NEG_INFINITY, f64::max);
        if position.rolls > 0 {
            best.max(0.0)
        } else {
            best
        }
    }

    /// The first player's chance to win minus the chance to lose, if both play for points: what is still to come spreads
    /// as in a normal distribution.
    fn chance(&self, position: &Position) -> f64 {
        let ahead = self.expected(position, 0) - self.expected(position, 1);
        let turns: u32 = position
            .cards
            .iter()
            .map(|card| card.open.count_ones())
            .sum();
        let spread = (f64::from(turns) * self.card.variance()).sqrt();
        let deviations = ahead / spread.max(1.0);
        // The error function of this divided by √2, nearly.
        (0.797_885 * deviations * (1.0 + 0.044_715 * deviations * deviations)).tanh()
    }
}

impl<C: Card> Evaluate for Rules<C> {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        if self.players == 2 {
            let first = self.chance(position);
            return vec![Feature {
                name: "chance to win more than to lose, by expected points",
                weight: 1.0,
                amount: if player == 0 { first } else { -first },
            }];
        }
        let card = position.card();
        let open = C::BOXES
            .iter()
            .enumerate()
            .filter(|(number, _)| card.is_open(*number));
        vec![
            Feature {
                name: "points above the lowest total",
                weight: 1.0,
                amount: f64::from(self.total(card)) - LOWEST,
            },
            Feature {
                name: "typical scores of the open boxes",
                weight: 1.0,
                amount: open.map(|(_, score_box)| score_box.typical).sum(),
            },
            Feature {
                name: "upper bonus in sight",
                weight: f64::from(C::BONUS),
                amount: upper_bonus_in_sight(card),
            },
            Feature {
                name: "best box above its typical score",
                weight: 1.0,
                amount: self.best_box(position),
            },
        ]
    }
}

impl<C: Card> Hints for Rules<C> {
    /// One player alone: what best play brings on average.
    fn solved(&self, position: &Position) -> Option<f64> {
        (self.players == 1).then(|| self.expected(position, 0))
    }
}

impl<C: Card> BuiltIn for Rules<C> {
    const NAME: &'static str = C::NAME;
    const ALIASES: &'static [&'static str] = C::ALIASES;
    const SUMMARY: &'static str = C::SUMMARY;
    const RULES: &'static str = C::RULES;
    const OPTIONS: &'static [OptionFact] = C::OPTIONS;

    fn with_options(options: &Options) -> Result<Rules<C>, String> {
        Ok(Rules {
            card: C::with_options(options)?,
            players: options.number("players", 1, 1..=2)?,
        })
    }
}
