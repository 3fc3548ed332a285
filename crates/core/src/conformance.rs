//! The battery that every game must pass, built in or written by a user: does it keep the promises of [`crate::game`]?
//!
//! Positions are visited breadth first from the start, then along random games, so the first fault found among the early
//! positions has the shortest line of play that shows it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::ops::ControlFlow;

use crate::control::Random;
use crate::game::{Draw, Evaluate, Facts, Game, NEARLY, Notation, Sum, Turn, Visitor};

/// The signs that a tally has at most.
const LONGEST_TALLY: usize = 40;

/// A broken promise and how to get there.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The moves from the start.
    pub line: Vec<String>,
    /// What is wrong, as a clause.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line.as_slice() {
            [] => write!(f, "at the start: {}", self.what),
            line => write!(f, "after {}: {}", line.join(", "), self.what),
        }
    }
}

/// What the battery looked at.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Positions checked.
    pub positions: u64,
    /// Random games played to their end or to 2,000 plies.
    pub games: u64,
    /// Positions in which the game was over.
    pub finished: u64,
}

/// How much to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Positions to visit breadth first.
    pub positions: usize,
    /// Random games to play after that.
    pub games: usize,
    /// For the random games.
    pub seed: u64,
}

/// Checks a game.
///
/// # Errors
/// The first broken promise.
pub fn check<G: Game + Evaluate + Notation + Draw>(
    rules: &G,
    effort: Effort,
) -> Result<Summary, Fault> {
    let facts = rules.facts();
    if let Some(what) = facts.fault() {
        let line = Vec::new();
        return Err(Fault { line, what });
    }
    let mut battery = Battery {
        rules,
        facts,
        keys: HashMap::new(),
        summary: Summary::default(),
    };

    let mut seen = HashSet::from([rules.start()]);
    let mut queue = VecDeque::from([(rules.start(), Vec::new())]);
    while let Some((position, line)) = queue.pop_front() {
        battery.position(&position, &line)?;
        for action in rules.actions(&position) {
            if seen.len() >= effort.positions {
                break;
            }
            let mut longer = line.clone();
            longer.push(rules.move_text(&position, &action));
            let mut child = position.clone();
            rules.play_unchecked(&mut child, &action);
            if seen.insert(child.clone()) {
                queue.push_back((child, longer));
            }
        }
    }
    for game in 0..effort.games {
        battery.random_game(effort.seed + game as u64)?;
    }
    Ok(battery.summary)
}

/// Remembers the moves it is shown.
struct Shown<M> {
    moves: Vec<M>,
    buffer: Vec<M>,
}

impl<M> Visitor<M> for Shown<M> {
    fn visit(&mut self, action: M) -> ControlFlow<()> {
        self.moves.push(action);
        ControlFlow::Continue(())
    }

    fn buffer(&mut self) -> &mut Vec<M> {
        &mut self.buffer
    }
}

fn has_control(text: &str) -> bool {
    text.contains(char::is_control)
}

struct Battery<'a, G: Game> {
    rules: &'a G,
    facts: Facts,
    /// One position for every key met, to find keys that collide.
    keys: HashMap<u64, G::Position>,
    summary: Summary,
}

impl<G: Game + Evaluate + Notation + Draw> Battery<'_, G> {
    fn position(&mut self, position: &G::Position, line: &[String]) -> Result<(), Fault> {
        let kept = self.promises(position);
        // Whatever else looks broken follows from the trouble.
        let kept = self.rules.trouble().map_or(kept, Err);
        kept.map_err(|what| Fault {
            line: line.to_vec(),
            what,
        })
    }

    fn promises(&mut self, position: &G::Position) -> Result<(), String> {
        self.summary.positions += 1;
        let rules = self.rules;
        let before = rules.text(position);
        let turn = rules.turn(position);
        match turn {
            Turn::Player(player) if player >= self.facts.players.len() => {
                return Err(format!(
                    "it is the turn of player {player}, but there are {}",
                    self.facts.players.len()
                ));
            }
            Turn::Chance if !self.facts.chance => {
                return Err("it is chance's turn, but the game declares no chance".into());
            }
            Turn::Player(_) => self.choices(position)?,
            Turn::Chance => self.chances(position)?,
            Turn::Over => self.over(position)?,
        }
        if turn != Turn::Over {
            self.evaluation(position)?;
        }
        self.notation(position)?;
        self.pictures(position)?;
        self.hidden(position)?;
        if rules.turn(position) != turn {
            return Err("asking whose turn it is a second time gives another answer".into());
        }
        if rules.text(position) != before {
            return Err(
                "playing a move or asking about the position changed the position itself".into(),
            );
        }
        let key = rules.key(position);
        match self.keys.get(&key) {
            Some(other) if !self.same_future(other, position) => {
                return Err(format!(
                    "another position, {}, has the same key",
                    rules.text(other)
                ));
            }
            Some(_) => {}
            None => drop(self.keys.insert(key, position.clone())),
        }
        Ok(())
    }

    /// Positions with the same key differ at most in clocks: the same turn, the same moves, the same judgement.
    fn same_future(&self, one: &G::Position, other: &G::Position) -> bool {
        one == other
            || (self.rules.turn(one) == self.rules.turn(other)
                && self.rules.actions(one) == self.rules.actions(other)
                && self.rules.evaluate(one, 0) == self.rules.evaluate(other, 0))
    }

    fn choices(&self, position: &G::Position) -> Result<(), String> {
        let (mut moves, mut again) = (Vec::new(), Vec::new());
        self.rules.moves(position, &mut moves);
        self.rules.moves(position, &mut again);
        if moves.is_empty() {
            return Err("a player is to move but has no legal move".into());
        }
        if moves != again {
            return Err("asking for the moves a second time gives another list".into());
        }
        let mut shown = Shown {
            moves: Vec::new(),
            buffer: Vec::new(),
        };
        self.rules.each_move(position, &mut shown);
        if moves != shown.moves {
            return Err("each_move() shows other moves than moves() lists".into());
        }
        let counted = self.rules.count_moves(position, &mut again);
        if counted != moves.len() as u64 || again != moves {
            return Err(format!(
                "count_moves() says {counted}, but there are {} moves",
                moves.len()
            ));
        }
        let mut noisy = Vec::new();
        self.rules.noisy_moves(position, &mut noisy);
        let mut rest = moves.iter();
        if !noisy.iter().all(|action| rest.any(|legal| legal == action)) {
            return Err("noisy_moves() lists what is no legal move, or in another order".into());
        }
        self.symmetries(position, &moves)?;
        self.playable(position, &moves)
    }

    /// Seen from another side, the same moves lead to the same positions.
    fn symmetries(&self, position: &G::Position, moves: &[G::Move]) -> Result<(), String> {
        let (rules, Some(symmetry)) = (self.rules, self.rules.symmetry()) else {
            return Ok(());
        };
        if symmetry.position(position, 0) != *position {
            return Err("symmetry 0 changes the position".into());
        }
        for number in 1..symmetry.count() {
            let seen = symmetry.position(position, number);
            if rules.turn(&seen) != rules.turn(position) {
                return Err(format!("symmetry {number} changes whose turn it is"));
            }
            if (rules.evaluate(&seen, 0) - rules.evaluate(position, 0)).abs() > NEARLY {
                return Err(format!("symmetry {number} changes the evaluation"));
            }
            let legal = rules.actions(&seen);
            if legal.len() != moves.len() {
                return Err(format!("symmetry {number} changes the number of moves"));
            }
            for action in moves {
                let (mut after, mut seen_after) = (position.clone(), seen.clone());
                let seen_action = symmetry.action(action, number);
                if !legal.contains(&seen_action) {
                    let text = rules.move_text(position, action);
                    return Err(format!("symmetry {number} makes \"{text}\" illegal"));
                }
                rules.play_unchecked(&mut after, action);
                rules.play_unchecked(&mut seen_after, &seen_action);
                if symmetry.position(&after, number) != seen_after {
                    let text = rules.move_text(position, action);
                    return Err(format!(
                        "symmetry {number} does not commute with \"{text}\""
                    ));
                }
            }
        }
        Ok(())
    }

    fn chances(&self, position: &G::Position) -> Result<(), String> {
        let (mut chances, mut again) = (Vec::new(), Vec::new());
        self.rules.chances(position, &mut chances);
        self.rules.chances(position, &mut again);
        if chances != again {
            return Err("asking for the chances a second time gives another list".into());
        }
        if let Some((event, probability)) = chances.iter().find(|(_, p)| !(*p > 0.0 && *p <= 1.0)) {
            return Err(format!(
                "\"{}\" has probability {probability}, which is not above 0 and at most 1",
                self.rules.move_text(position, event)
            ));
        }
        let sum: f64 = chances.iter().map(|(_, probability)| probability).sum();
        if (sum - 1.0).abs() > NEARLY {
            return Err(format!("the probabilities sum to {sum}, not to 1"));
        }
        self.playable(
            position,
            &chances
                .into_iter()
                .map(|(event, _)| event)
                .collect::<Vec<_>>(),
        )
    }

    /// Each move is listed once, reads differently from the others, and its text leads to what the move leads to.
    fn playable(&self, position: &G::Position, moves: &[G::Move]) -> Result<(), String> {
        let mut texts = HashSet::new();
        for (index, action) in moves.iter().enumerate() {
            let text = self.rules.move_text(position, action);
            if moves[..index].contains(action) {
                return Err(format!("the move \"{text}\" is listed twice"));
            }
            if text.trim() != text || text.is_empty() || text.contains([',']) || has_control(&text)
            {
                return Err(format!(
                    "the move text {text:?} is empty or has spaces around it, commas or line breaks"
                ));
            }
            if !texts.insert(text.clone()) {
                return Err(format!("two moves are both written \"{text}\""));
            }
            // Reading may look at every move: where there are many, some are tried.
            let tried = moves.len() <= 32 || index % 16 == 0;
            let spellings = [&text, &self.rules.move_code(position, action)];
            for spelling in spellings.into_iter().filter(|_| tried) {
                if self.rules.read_move(position, spelling).as_ref() != Some(action) {
                    return Err(format!(
                        "the move \"{spelling}\" is not read back as itself"
                    ));
                }
            }
            match self.rules.play(position.clone(), action.clone()) {
                Err(_) => return Err(format!("the listed move \"{text}\" is refused")),
                Ok(once) => {
                    let twice = self.rules.play(position.clone(), action.clone());
                    if twice.is_ok_and(|twice| twice != once) {
                        return Err(format!(
                            "playing \"{text}\" a second time leads somewhere else"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn over(&mut self, position: &G::Position) -> Result<(), String> {
        self.summary.finished += 1;
        let utilities: Vec<f64> = (0..self.facts.players.len())
            .map(|player| self.rules.utility(position, player))
            .collect();
        if (0..utilities.len())
            .any(|player| self.rules.utility(position, player) != utilities[player])
        {
            return Err("asking for the utilities a second time gives others".into());
        }
        self.facts.fault_of(&utilities).map_or(Ok(()), Err)
    }

    fn evaluation(&self, position: &G::Position) -> Result<(), String> {
        let (low, high) = self.facts.utilities;
        // Evaluations fit 32 bits: about seven digits.
        let close = 1e-6 * low.abs().max(high.abs()).max(1.0);
        for (player, name) in self.facts.players.iter().enumerate() {
            let value = self.rules.evaluate(position, player);
            if !(low..=high).contains(&value) {
                return Err(format!(
                    "the evaluation for {name} is {value}, outside {low} to {high}"
                ));
            }
            let features = self.rules.features(position, player);
            let sum: f64 = features
                .iter()
                .map(|feature| feature.weight * feature.amount)
                .sum();
            let expected = (self.facts.share() + sum).clamp(low, high);
            if !features.is_empty() && (value - expected).abs() > close {
                return Err(format!(
                    "the evaluation for {name} is {value}, but its features sum to {expected}"
                ));
            }
        }
        if let (2, Sum::Constant(sum)) = (self.facts.players.len(), self.facts.sum) {
            let both = [0, 1].map(|player| self.rules.evaluate(position, player));
            if (both[0] + both[1] - sum).abs() > close {
                return Err(format!(
                    "the evaluations {both:?} sum to {}, not to {sum}: one's gain is the other's loss",
                    both[0] + both[1]
                ));
            }
        }
        Ok(())
    }

    fn notation(&self, position: &G::Position) -> Result<(), String> {
        let text = self.rules.text(position);
        if has_control(&text) {
            return Err(format!(
                "the text {text:?} has more than one line or control characters"
            ));
        }
        match self.rules.parse(&text) {
            Ok(read) if read == *position && self.rules.key(&read) == self.rules.key(position) => {
                Ok(())
            }
            Ok(read) => Err(format!(
                "the text \"{text}\" is read back as \"{}\"",
                self.rules.text(&read)
            )),
            Err(error) => Err(format!("the text \"{text}\" cannot be read back: {error}")),
        }
    }

    /// Every site that a move names is drawn, no two moves have the same sites, and tallies are short.
    fn pictures(&self, position: &G::Position) -> Result<(), String> {
        for player in 0..self.facts.players.len() {
            let tally = self.rules.tally(position, player);
            if has_control(&tally) || tally.chars().count() > LONGEST_TALLY {
                return Err(format!(
                    "the tally {tally:?} has more than {LONGEST_TALLY} signs, or control characters"
                ));
            }
        }
        let picture = self.rules.picture(position, None);
        let drawn: HashSet<&str> = picture
            .shapes
            .iter()
            .filter_map(|shape| shape.site.as_deref())
            .collect();
        let mut ways = HashMap::new();
        for action in self.rules.actions(position) {
            let text = self.rules.move_text(position, &action);
            let sites = self.rules.sites(position, &action);
            if let Some(site) = sites.iter().find(|site| !drawn.contains(site.as_str())) {
                return Err(format!(
                    "the move \"{text}\" is made by clicking \"{site}\", which the picture lacks"
                ));
            }
            if sites.is_empty() {
                continue;
            }
            if let Some(other) = ways.insert(sites, text.clone()) {
                return Err(format!(
                    "the moves \"{other}\" and \"{text}\" are made by the same clicks"
                ));
            }
        }
        Ok(())
    }

    fn hidden(&self, position: &G::Position) -> Result<(), String> {
        let hidden = match (self.rules.hidden(), self.facts.hidden) {
            (Some(hidden), true) => hidden,
            (None, false) => return Ok(()),
            (None, true) => {
                return Err("it declares hidden information but shows no observations".into());
            }
            (Some(_), false) => {
                return Err("it has observations but declares no hidden information".into());
            }
        };
        for (player, name) in self.facts.players.iter().enumerate() {
            let seen = hidden.observation(position, player);
            let mut worlds = Vec::new();
            hidden.worlds(position, player, &mut worlds);
            let sum: f64 = worlds.iter().map(|(_, probability)| probability).sum();
            if (sum - 1.0).abs() > NEARLY {
                return Err(format!(
                    "the worlds of {name} have probabilities that sum to {sum}, not to 1"
                ));
            }
            if !worlds.iter().any(|(world, _)| world == position) {
                return Err(format!(
                    "the true position is not among the worlds of {name}"
                ));
            }
            let own_turn = self.rules.turn(position) == Turn::Player(player);
            let picture = self.rules.picture(position, Some(player));
            for (world, _) in &worlds {
                if hidden.observation(world, player) != seen {
                    return Err(format!(
                        "{name} could tell the world {} from the true one",
                        self.rules.text(world)
                    ));
                }
                if self.rules.picture(world, Some(player)) != picture {
                    return Err(format!(
                        "the picture for {name} shows that it is not the world {}",
                        self.rules.text(world)
                    ));
                }
                let tallies = |world| {
                    let players = 0..self.facts.players.len();
                    players.map(move |player| self.rules.tally(world, player))
                };
                if !tallies(world).eq(tallies(position)) {
                    return Err(format!(
                        "the tallies show {name} that it is not the world {}",
                        self.rules.text(world)
                    ));
                }
                if own_turn && self.rules.actions(world) != self.rules.actions(position) {
                    return Err(format!(
                        "{name} has other moves in the world {}",
                        self.rules.text(world)
                    ));
                }
            }
        }
        Ok(())
    }

    fn random_game(&mut self, seed: u64) -> Result<(), Fault> {
        let mut random = Random::new(seed);
        let mut position = self.rules.start();
        let mut line = Vec::new();
        self.summary.games += 1;
        for _ in 0..2_000 {
            self.position(&position, &line)?;
            let actions = self.rules.actions(&position);
            if actions.is_empty() {
                return Ok(());
            }
            if self
                .facts
                .longest
                .is_some_and(|longest| line.len() >= longest as usize)
            {
                let what = "the game goes on longer than its declared longest".to_string();
                return Err(Fault { line, what });
            }
            let action = &actions[random.below(actions.len())];
            line.push(self.rules.move_text(&position, action));
            self.rules.play_unchecked(&mut position, action);
        }
        Ok(())
    }
}
