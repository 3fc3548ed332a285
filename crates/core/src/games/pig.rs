//! Pig: roll as often as you dare, but a 1 loses what the turn has brought.
//!
//! Rules: <https://en.wikipedia.org/wiki/Pig_(dice_game)>; T. W. Neller & C. G. M. Presser, "Optimal play of the dice game
//! Pig", The UMAP Journal 25 (2004). In turn, players roll a die until they hold or roll a 1. A 1 ends the turn and brings
//! nothing; whoever holds adds what was rolled to the score. The first with 100 points wins. A player rolls at least once.
//!
//! A position is the two scores, the turn's points so far, and whether the die is being rolled:
//!
//! ```text
//! 37 52 +14 first         the first player has rolled 14 points so far and decides
//! 37 52 +14 first rolls   the die is in the air
//! ```

use std::borrow::Cow;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Turn,
    fitting,
};
use crate::picture::{Form, Paint, Picture, Shape, counted};

const PLAYERS: [&str; 2] = ["first", "second"];
/// What a point is worth to the evaluation, as a share of the goal.
const LEAD: f64 = 0.8;

/// What a player does, or what the die shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Roll the die.
    Roll,
    /// Keep what the turn has brought.
    Hold,
    /// The die shows this.
    Die(u8),
}

/// The scores, and the turn so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    scores: [u16; 2],
    /// The points of this turn.
    turn: u16,
    player: u8,
    /// Is the die in the air?
    rolling: bool,
}

/// Up to how many points?
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    goal: u16,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { goal: 100 }
    }
}

impl Position {
    fn player(&self) -> usize {
        usize::from(self.player)
    }

    fn next(&mut self) {
        (self.player, self.turn) = (1 - self.player, 0);
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        Facts {
            chance: true,
            ..Facts::duel(Self::NAME, PLAYERS[0], PLAYERS[1])
        }
    }

    fn start(&self) -> Position {
        Position {
            scores: [0, 0],
            turn: 0,
            player: 0,
            rolling: false,
        }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.scores.iter().any(|score| *score >= self.goal) {
            Turn::Over
        } else if position.rolling {
            Turn::Chance
        } else {
            Turn::Player(position.player())
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        out.push(Move::Roll);
        if position.turn > 0 {
            out.push(Move::Hold);
        }
    }

    fn chances(&self, _position: &Position, out: &mut Vec<(Move, f64)>) {
        out.extend((1..=6).map(|points| (Move::Die(points), 1.0 / 6.0)));
    }

    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        match action {
            Move::Roll => position.rolling = true,
            Move::Hold => {
                position.scores[position.player()] += position.turn;
                position.next();
            }
            Move::Die(points) => {
                position.rolling = false;
                if *points == 1 {
                    position.next();
                } else {
                    // What is beyond the goal makes no difference.
                    let left = self.goal - position.scores[position.player()];
                    position.turn = (position.turn + u16::from(*points)).min(left);
                }
            }
        }
    }

    fn utility(&self, position: &Position, player: usize) -> f64 {
        if position.scores[player] >= self.goal {
            1.0
        } else {
            -1.0
        }
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let sign = if player == 0 { 1.0 } else { -1.0 };
        let lead = f64::from(position.scores[0]) - f64::from(position.scores[1]);
        // Half of what the turn has brought may be lost again.
        let turn = f64::from(position.turn) * [0.5, -0.5][position.player()];
        let point = LEAD / f64::from(self.goal);
        let feature = |name, amount| Feature {
            name,
            weight: point,
            amount: sign * amount,
        };
        vec![
            feature("lead", lead),
            feature("half of the turn", turn),
            feature("the move", [2.0, -2.0][position.player()]),
        ]
    }

    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let sum: f64 = self
            .features(position, 0)
            .iter()
            .map(|feature| feature.weight * feature.amount)
            .sum();
        let sum = fitting(sum.clamp(-1.0, 1.0));
        if player == 0 { sum } else { -sum }
    }
}

impl Hints for Rules {}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let [first, second] = position.scores;
        let (turn, player) = (position.turn, PLAYERS[position.player()]);
        let rolls = if position.rolling { " rolls" } else { "" };
        format!("{first} {second} +{turn} {player}{rolls}")
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (words, rolling) = match words.split_last() {
            Some((&"rolls", words)) => (words, true),
            _ => (&words[..], false),
        };
        let [first, second, turn, player] = words[..] else {
            return Err(
                "it is two scores, the turn's points and the player, as in \"37 52 +14 first\""
                    .into(),
            );
        };
        let number = |text: &str| {
            let digits = text.parse::<u16>().ok().filter(|_| !text.starts_with('+'));
            digits
                .filter(|number| *number <= self.goal)
                .ok_or_else(|| format!("\"{text}\" is no number of points from 0 to {}", self.goal))
        };
        let scores = [number(first)?, number(second)?];
        let turn = number(turn.strip_prefix('+').unwrap_or(turn))?;
        let player = PLAYERS
            .iter()
            .position(|name| *name == player)
            .ok_or_else(|| format!("\"{player}\" is neither first nor second"))?;
        let reached = scores.map(|score| score >= self.goal);
        let over = reached.contains(&true);
        if reached == [true, true] {
            return Err("only one player can have reached the goal".into());
        }
        if over && (rolling || turn > 0 || reached[player]) {
            return Err("the game is over, and the turn has passed to the loser".into());
        }
        if !over && turn > self.goal - scores[player] {
            return Err(format!("a turn of {turn} points goes beyond {}", self.goal));
        }
        if turn == 1 && !over && turn != self.goal - scores[player] {
            return Err("no turn brings 1 point".into());
        }
        Ok(Position {
            scores,
            turn,
            player: player as u8,
            rolling,
        })
    }

    fn move_text(&self, _position: &Position, action: &Move) -> String {
        match action {
            Move::Roll => "roll".into(),
            Move::Hold => "hold".into(),
            Move::Die(points) => points.to_string(),
        }
    }

    fn move_help(&self) -> Cow<'static, str> {
        "players roll or hold; the die shows 1 to 6".into()
    }
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(7.0, 4.4);
        let turn = self.turn(position);
        picture.add(
            Shape::new(Form::Square, 3.5, 2.2)
                .size(7.0, 4.4)
                .fill(Paint::Board),
        );
        for (player, name) in PLAYERS.into_iter().enumerate() {
            let x = [1.4, 5.6][player];
            let acting = turn != Turn::Over && position.player() == player;
            picture.add(
                Shape::new(Form::Pit, x, 0.6)
                    .size(2.0, 0.6)
                    .fill(if acting { Paint::Mark } else { Paint::None })
                    .text(
                        format!("{}{name}", if acting { "▶ " } else { "" }),
                        Paint::Ink,
                    )
                    .title(format!("{name}{}", if acting { ", to act" } else { "" })),
            );
            picture.add(
                Shape::new(Form::Disc, x, 1.9)
                    .size(1.5, 1.5)
                    .fill(Paint::Player(player))
                    .text(position.scores[player].to_string(), Paint::Ink)
                    .title(format!("{name} has {} points", position.scores[player])),
            );
        }
        let label = |y: f64, text: String| {
            Shape::new(Form::Label, 3.5, y)
                .size(2.4, 0.5)
                .text(text, Paint::Ink)
        };
        picture.add(label(1.5, format!("turn +{}", position.turn)));
        picture.add(label(2.2, format!("goal {}", self.goal)));
        match turn {
            Turn::Over => {
                let winner = PLAYERS[usize::from(self.utility(position, 0) < 0.0)];
                picture.add(label(3.6, format!("{winner} wins")));
            }
            Turn::Chance => picture.add(label(3.6, "the die is rolling".into())),
            Turn::Player(_) => {
                let mut moves = Vec::new();
                self.moves(position, &mut moves);
                for action in moves {
                    let word = self.move_text(position, &action);
                    let x = if action == Move::Roll { 2.6 } else { 4.4 };
                    picture.add(
                        Shape::new(Form::Pit, x, 3.6)
                            .size(1.5, 0.7)
                            .fill(Paint::Light)
                            .text(word.clone(), Paint::Ink)
                            .title(word.clone())
                            .site(word),
                    );
                }
            }
        }
        picture
    }

    fn tally(&self, position: &Position, player: usize) -> String {
        counted(u32::from(position.scores[player]), "point", "points")
    }

    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match action {
            Move::Die(_) => Vec::new(),
            _ => vec![self.move_text(position, action)],
        }
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "pig";
    const SUMMARY: &'static str =
        "Roll as often as you dare: a 1 loses what the turn has brought; the first with 100 wins.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Pig_(dice_game)";
    const OPTIONS: &'static [OptionFact] = &[OptionFact {
        name: "goal",
        default: "100",
        meaning: "the points that win, 2 to 1000",
    }];

    fn with_options(options: &Options) -> Result<Rules, String> {
        Ok(Rules {
            goal: options.number("goal", 100, 2..=1000)? as u16,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_one_loses_the_turn_and_holding_keeps_it() {
        let rules = Rules::default();
        let mut position = rules.parse("37 52 +14 first").unwrap();
        rules.play_unchecked(&mut position, &Move::Hold);
        assert_eq!(rules.text(&position), "51 52 +0 second");
        rules.play_unchecked(&mut position, &Move::Roll);
        rules.play_unchecked(&mut position, &Move::Die(6));
        assert_eq!(rules.text(&position), "51 52 +6 second");
        rules.play_unchecked(&mut position, &Move::Roll);
        rules.play_unchecked(&mut position, &Move::Die(1));
        assert_eq!(rules.text(&position), "51 52 +0 first");
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let rules = Rules::default();
        for (text, reason) in [
            (
                "1 2",
                "it is two scores, the turn's points and the player, as in \"37 52 +14 first\"",
            ),
            (
                "0 101 +0 first",
                "\"101\" is no number of points from 0 to 100",
            ),
            ("95 0 +6 first", "a turn of 6 points goes beyond 100"),
            (
                "100 0 +0 first",
                "the game is over, and the turn has passed to the loser",
            ),
            ("0 0 +1 first", "no turn brings 1 point"),
            ("0 0 +0 third", "\"third\" is neither first nor second"),
        ] {
            assert_eq!(rules.parse(text).unwrap_err(), reason, "{text}");
        }
        assert!(rules.parse("100 7 +0 second").is_ok());
    }
}
