//! Kuhn poker: three cards, two players, one bet. The smallest poker with everything of poker in it.
//!
//! Rules: <https://en.wikipedia.org/wiki/Kuhn_poker>; H. W. Kuhn, "A simplified two-person poker", 1950. Both players put
//! one chip into the pot and get one of the cards J, Q, K. In turn they pass or bet one more chip: a pass before a bet is
//! a check, after a bet a fold; a bet after a bet is a call. The higher card takes the pot, unless somebody folded.
//!
//! ```text
//!   1 ┬ pass 2 ┬ pass 4                   the higher card wins 1     what was done is a binary number: a leading 1,
//!     │        └ bet  5 ┬ pass 10         the second wins 1          then 0 for each pass and 1 for each bet
//!     │                 └ bet  11         the higher card wins 2
//!     └ bet  3 ┬ pass 6                   the first wins 1
//!              └ bet  7                   the higher card wins 2
//! ```

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Game, Hidden, Hints, Notation, Options, Turn, Unit,
};
use crate::picture::{Form, Paint, Picture, Shape};

const CARDS: [&str; 3] = ["J", "Q", "K"];
const PLAYERS: [&str; 2] = ["first", "second"];

/// The cards of the first and the second player, by rank.
type Deal = [u8; 2];

const DEALS: [Deal; 6] = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];

/// What a player does, or the deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance deals both cards at once.
    Deal(Deal),
    /// Check or fold.
    Pass,
    /// Bet or call.
    Bet,
}

/// The cards and what was done with them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    deal: Option<Deal>,
    /// The number drawn above.
    done: u8,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// This player takes the pot unseen.
    Fold(usize),
    /// The higher card takes the pot, to which each player has added this many chips after the ante.
    Showdown(u8),
}

/// Kuhn poker has no options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Position {
    fn end(&self) -> Option<End> {
        match self.done {
            4 => Some(End::Showdown(0)),
            6 => Some(End::Fold(0)),
            10 => Some(End::Fold(1)),
            7 | 11 => Some(End::Showdown(1)),
            _ => None,
        }
    }

    /// Passes and bets so far.
    fn plies(&self) -> u32 {
        self.done.ilog2()
    }

    /// The player to act, while there is one.
    fn player(&self) -> usize {
        self.plies() as usize % 2
    }

    /// `pb` for a pass and a bet.
    fn letters(&self) -> String {
        (0..self.plies())
            .rev()
            .map(|ply| if self.done >> ply & 1 == 1 { 'b' } else { 'p' })
            .collect()
    }

    /// Chips that each player has put into the pot.
    fn stakes(&self) -> [u8; 2] {
        let mut stakes = [1, 1];
        for ply in 0..self.plies() {
            let player = (self.plies() - 1 - ply) as usize % 2;
            stakes[player] += self.done >> ply & 1;
        }
        stakes
    }

    /// Does this player see that player's card?
    fn sees(&self, player: usize, owner: usize) -> bool {
        player == owner || matches!(self.end(), Some(End::Showdown(_)))
    }

    /// Cards and actions as text, such as `KQ pb`.
    fn with_cards(&self, cards: String) -> String {
        match self.done {
            1 => cards,
            _ => format!("{cards} {}", self.letters()),
        }
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        Facts {
            chance: true,
            hidden: true,
            unit: Unit::Counted("chips".into()),
            utilities: (-2.0, 2.0),
            longest: Some(4),
            ..Facts::duel(Self::NAME, PLAYERS[0], PLAYERS[1])
        }
    }

    fn start(&self) -> Position {
        Position {
            deal: None,
            done: 1,
        }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.deal.is_none() {
            Turn::Chance
        } else if position.end().is_some() {
            Turn::Over
        } else {
            Turn::Player(position.player())
        }
    }

    fn moves(&self, _position: &Position, out: &mut Vec<Move>) {
        out.extend([Move::Pass, Move::Bet]);
    }

    fn chances(&self, _position: &Position, out: &mut Vec<(Move, f64)>) {
        out.extend(DEALS.map(|deal| (Move::Deal(deal), 1.0 / 6.0)));
    }

    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        match action {
            Move::Deal(deal) => position.deal = Some(*deal),
            Move::Pass => position.done <<= 1,
            Move::Bet => position.done = position.done << 1 | 1,
        }
    }

    fn utility(&self, position: &Position, player: usize) -> f64 {
        let (winner, chips) = match (position.end(), position.deal) {
            (Some(End::Fold(winner)), _) => (winner, 1.0),
            (Some(End::Showdown(bets)), Some([first, second])) => {
                (usize::from(first < second), 1.0 + f64::from(bets))
            }
            _ => return 0.0,
        };
        if winner == player { chips } else { -chips }
    }

    fn hidden(&self) -> Option<&dyn Hidden<Self>> {
        Some(self)
    }
}

impl Hidden<Rules> for Rules {
    /// The own card and what was done, such as `K pb`; after a showdown both cards, such as `KQ pp`.
    fn observation(&self, position: &Position, player: usize) -> String {
        let Some(deal) = position.deal else {
            return "-".into();
        };
        let seen = (0..2)
            .filter(|owner| position.sees(player, *owner))
            .map(|owner| CARDS[usize::from(deal[owner])])
            .collect();
        position.with_cards(seen)
    }

    fn worlds(&self, position: &Position, player: usize, out: &mut Vec<(Position, f64)>) {
        let Some(deal) = position.deal else {
            return out.push((*position, 1.0));
        };
        let possible = DEALS.iter().filter(|other| {
            (0..2).all(|owner| !position.sees(player, owner) || other[owner] == deal[owner])
        });
        let probability = 1.0 / possible.clone().count() as f64;
        out.extend(possible.map(|deal| {
            let deal = Some(*deal);
            (Position { deal, ..*position }, probability)
        }));
    }
}

fn deal_text(deal: Deal) -> String {
    deal.map(|card| CARDS[usize::from(card)]).concat()
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        match position.deal {
            None => "-".into(),
            Some(deal) => position.with_cards(deal_text(deal)),
        }
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let mut words = text.split_whitespace();
        let cards = words.next().unwrap_or_default();
        let letters = words.next().unwrap_or_default();
        if cards.is_empty() || words.next().is_some() {
            return Err("it is both cards and what was done, as in \"KQ pb\", or \"-\"".into());
        }
        let deal = DEALS.into_iter().find(|deal| deal_text(*deal) == cards);
        if deal.is_none() && cards != "-" {
            return Err(format!(
                "\"{cards}\" is not two different cards of J, Q and K"
            ));
        }
        let mut position = Position { deal, done: 1 };
        for letter in letters.chars() {
            match self.turn(&position) {
                Turn::Chance => return Err("nothing can be done before the deal".into()),
                Turn::Over => return Err(format!("nothing follows after {}", position.letters())),
                Turn::Player(_) => {}
            }
            let action = match letter {
                'p' => Move::Pass,
                'b' => Move::Bet,
                other => return Err(format!("\"{other}\" is neither p, a pass, nor b, a bet")),
            };
            self.play_unchecked(&mut position, &action);
        }
        Ok(position)
    }

    fn move_text(&self, _position: &Position, action: &Move) -> String {
        match action {
            Move::Deal(deal) => deal_text(*deal),
            Move::Pass => "pass".into(),
            Move::Bet => "bet".into(),
        }
    }

    fn move_help(&self) -> Cow<'static, str> {
        "players pass or bet; a deal is two of J, Q and K".into()
    }
}

/// No search that looks ahead applies while cards are hidden, so an unfinished game has no estimate but an even one.
impl Evaluate for Rules {}

impl Hints for Rules {}

impl Draw for Rules {
    fn picture(&self, position: &Position, viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(7.0, 4.6);
        let turn = self.turn(position);
        picture.add(
            Shape::new(Form::Square, 3.5, 2.3)
                .size(7.0, 4.6)
                .fill(Paint::Board),
        );
        let stakes = position.stakes();
        for (player, name) in PLAYERS.into_iter().enumerate() {
            let x = [1.2, 5.8][player];
            let card = position
                .deal
                .filter(|_| viewer.is_none_or(|viewer| position.sees(viewer, player)))
                .map(|deal| CARDS[usize::from(deal[player])]);
            let acting = turn == Turn::Player(player);
            picture.add(
                Shape::new(Form::Pit, x, 0.5)
                    .size(1.9, 0.6)
                    .fill(if acting { Paint::Mark } else { Paint::None })
                    .text(
                        format!("{}{name}", if acting { "▶ " } else { "" }),
                        Paint::Ink,
                    )
                    .title(format!("{name}{}", if acting { ", to act" } else { "" })),
            );
            if position.deal.is_some() {
                picture.add(
                    Shape::new(Form::Card, x, 1.9)
                        .size(1.2, 1.7)
                        .fill(Paint::Light)
                        .text(card.unwrap_or_default(), Paint::Ink)
                        .title(format!("{name}'s card, {}", card.unwrap_or("face down"))),
                );
            }
            picture.add(
                Shape::new(Form::Disc, [2.7, 4.3][player], 2.2)
                    .size(0.8, 0.8)
                    .fill(Paint::Player(player))
                    .text(stakes[player].to_string(), Paint::Ink)
                    .title(format!("{name} has put in {}", stakes[player])),
            );
        }
        let label = |y: f64, text: String, ink: Paint| {
            Shape::new(Form::Label, 3.5, y)
                .size(2.4, 0.5)
                .text(text, ink)
        };
        picture.add(label(
            1.3,
            format!("pot {}", stakes[0] + stakes[1]),
            Paint::Ink,
        ));
        match turn {
            Turn::Chance => picture.add(label(3.8, "to be dealt".into(), Paint::Ink)),
            Turn::Over => {
                let chips = self.utility(position, 0);
                let winner = PLAYERS[usize::from(chips < 0.0)];
                let text = format!("{winner} wins {}", chips.abs());
                picture.add(label(3.8, text, Paint::Ink));
            }
            Turn::Player(_) => {
                // Before a bet they are check and bet, after it fold and call.
                let facing = position.done & 1 == 1 && position.plies() > 0;
                let words = [["check", "bet"], ["fold", "call"]][usize::from(facing)];
                for (x, site, word) in [(2.3, "pass", words[0]), (4.7, "bet", words[1])] {
                    picture.add(
                        Shape::new(Form::Pit, x, 3.8)
                            .size(1.8, 0.8)
                            .fill(Paint::Light)
                            .text(site, Paint::Ink)
                            .title(format!("{site}: {word}"))
                            .site(site),
                    );
                }
            }
        }
        picture
    }

    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match action {
            Move::Deal(_) => Vec::new(),
            _ => vec![self.move_text(position, action)],
        }
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "kuhn-poker";
    const ALIASES: &'static [&'static str] = &["kuhn"];
    const SUMMARY: &'static str = "Poker with three cards and one bet; the cards are hidden.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Kuhn_poker";

    fn with_options(_options: &Options) -> Result<Rules, String> {
        Ok(Rules)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::control::{Control, Limits};
    use crate::history::History;
    use crate::search::{Method, Request, search};

    /// Visits every position below this one.
    fn visit(position: Position, found: &mut impl FnMut(&Position)) {
        found(&position);
        for action in Rules.actions(&position) {
            visit(Rules.play(position, action).unwrap(), found);
        }
    }

    /// What the first player expects when everyone bets with the probability that `bets` gives for an observation.
    fn expectation(position: Position, bets: &dyn Fn(&str) -> f64) -> f64 {
        let after = |action| expectation(Rules.play(position, action).unwrap(), bets);
        match Rules.turn(&position) {
            Turn::Over => Rules.utility(&position, 0),
            Turn::Chance => {
                let mut chances = Vec::new();
                Rules.chances(&position, &mut chances);
                chances.into_iter().map(|(deal, p)| p * after(deal)).sum()
            }
            Turn::Player(player) => {
                let bet = bets(&Rules.observation(&position, player));
                bet * after(Move::Bet) + (1.0 - bet) * after(Move::Pass)
            }
        }
    }

    #[test]
    fn each_player_has_six_information_sets() {
        let mut sets = [BTreeSet::new(), BTreeSet::new()];
        visit(Rules.start(), &mut |position| {
            if let Turn::Player(player) = Rules.turn(position) {
                sets[player].insert(Rules.observation(position, player));
            }
        });
        let [first, second] = sets.map(|set| set.into_iter().collect::<Vec<_>>());
        assert_eq!(first, ["J", "J pb", "K", "K pb", "Q", "Q pb"]);
        assert_eq!(second, ["J b", "J p", "K b", "K p", "Q b", "Q p"]);
    }

    #[test]
    fn the_equilibria_of_kuhn_1950_are_worth_minus_an_eighteenth() {
        for a in [0.0, 0.1, 0.25, 1.0 / 3.0] {
            let bets = |seen: &str| match seen {
                "J" => a,
                "K" => 3.0 * a,
                "Q pb" => a + 1.0 / 3.0,
                "J p" | "Q b" => 1.0 / 3.0,
                "K pb" | "K p" | "K b" => 1.0,
                "Q" | "J pb" | "Q p" | "J b" => 0.0,
                other => panic!("{other} is no information set"),
            };
            let value = expectation(Rules.start(), &bets);
            assert!((value + 1.0 / 18.0).abs() < 1e-12, "a = {a}: {value}");
        }
    }

    #[test]
    fn random_play_is_worth_on_average_what_it_is_worth_exactly() {
        let exact = expectation(Rules.start(), &|_| 0.5);
        assert!((exact - 0.125).abs() < 1e-12, "{exact}");
        let games = 100_000_u32;
        let (mut sum, mut squares) = (0.0, 0.0);
        for seed in 0..games {
            let request = Request {
                method: Some(Method::Random),
                seed: u64::from(seed),
                ..Request::default()
            };
            let control = Control::new(Limits::default());
            let report = search(
                &Rules,
                &Rules.start(),
                &History::default(),
                &request,
                &control,
            )
            .unwrap();
            sum += report.value.utility;
            squares += report.value.utility.powi(2);
        }
        let mean = sum / f64::from(games);
        let error = ((squares / f64::from(games) - mean * mean) / f64::from(games)).sqrt();
        assert!(
            (mean - exact).abs() < 5.0 * error,
            "{mean} ± {error}, but exactly {exact}"
        );
    }

    #[test]
    fn searches_that_look_into_cards_are_refused() {
        let control = Control::new(Limits::default());
        for method in Method::ALL {
            let request = Request {
                method: Some(method),
                ..Request::default()
            };
            let answer = search(
                &Rules,
                &Rules.start(),
                &History::default(),
                &request,
                &control,
            );
            if method == Method::Random {
                assert!(answer.is_ok());
                continue;
            }
            let error = answer.unwrap_err();
            let word = method.word();
            assert!(
                error.starts_with(&format!(
                    "{word} does not apply to kuhn-poker: it has hidden information"
                )),
                "{error}"
            );
        }
    }

    #[test]
    fn the_pot_goes_to_the_higher_card_or_to_who_did_not_fold() {
        for (text, chips) in [
            ("KQ pp", 1.0),
            ("JQ pp", -1.0),
            ("JK bp", 1.0),
            ("KJ pbp", -1.0),
            ("QJ bb", 2.0),
            ("QK bb", -2.0),
            ("KQ pbb", 2.0),
            ("JQ pbb", -2.0),
        ] {
            let position = Rules.parse(text).unwrap();
            assert_eq!(Rules.turn(&position), Turn::Over, "{text}");
            assert_eq!(Rules.utility(&position, 0), chips, "{text}");
            assert_eq!(Rules.utility(&position, 1), -chips, "{text}");
        }
    }

    #[test]
    fn a_showdown_shows_both_cards_and_a_fold_does_not() {
        let seen = |text| Rules.observation(&Rules.parse(text).unwrap(), 1);
        assert_eq!(seen("KQ bb"), "KQ bb");
        assert_eq!(seen("KQ bp"), "Q bp");
        assert_eq!(seen("KQ"), "Q");
        assert_eq!(seen("-"), "-");
    }

    #[test]
    fn only_who_may_see_a_card_is_shown_it() {
        let faces = |text: &str, viewer| -> Vec<String> {
            let picture = Rules.picture(&Rules.parse(text).unwrap(), viewer);
            let cards = picture.shapes.into_iter().filter(|s| s.form == Form::Card);
            cards.map(|shape| shape.text).collect()
        };
        assert_eq!(faces("KQ pb", None), ["K", "Q"]);
        assert_eq!(faces("KQ pb", Some(0)), ["K", ""]);
        assert_eq!(faces("KQ pb", Some(1)), ["", "Q"]);
        assert_eq!(faces("KQ bb", Some(1)), ["K", "Q"]);
        assert_eq!(faces("KQ bp", Some(1)), ["", "Q"]);
    }

    #[test]
    fn the_pot_holds_the_antes_and_the_bets() {
        let stakes = |text| Rules.parse(text).unwrap().stakes();
        assert_eq!(stakes("KQ"), [1, 1]);
        assert_eq!(stakes("KQ b"), [2, 1]);
        assert_eq!(stakes("KQ pb"), [1, 2]);
        assert_eq!(stakes("KQ pbb"), [2, 2]);
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        let refusal = |text| Rules.parse(text).unwrap_err();
        assert!(refusal("").starts_with("it is both cards and what was done"));
        assert!(refusal("KQ p b").starts_with("it is both cards and what was done"));
        assert_eq!(
            refusal("KK"),
            "\"KK\" is not two different cards of J, Q and K"
        );
        assert_eq!(refusal("- p"), "nothing can be done before the deal");
        assert_eq!(refusal("KQ ppb"), "nothing follows after pp");
        assert_eq!(refusal("KQ pc"), "\"c\" is neither p, a pass, nor b, a bet");
    }
}
