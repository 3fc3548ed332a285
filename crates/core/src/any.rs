//! The object-safe face of every game: what Python, the command line and the page hold in their hands.
//!
//! Types are erased once per call, never per node: [`AnyPosition::search`] runs the search compiled for its game.

use std::sync::Arc;

use crate::conformance::{self, Effort, Fault, Summary};
use crate::control::Control;
use crate::game::{Draw, Facts, Feature, Game, Hints, Notation, Turn, one_line, quoted};
use crate::history::History;
use crate::perft::{self, Count};
use crate::picture::Picture;
use crate::search::engine::table::Table;
use crate::search::{self, Line, Method, News, Report, Request};
use crate::solve::certificate::{self, Claim, Seen, Trouble};

/// A game that can do everything people need of one.
pub trait Complete: Hints + Notation + Draw {}
impl<G: Hints + Notation + Draw> Complete for G {}

/// A move or a chance event, as people see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    /// In the game's notation.
    pub text: String,
    /// How likely it is, for an event of chance.
    pub probability: Option<f64>,
    /// The shapes to click for it.
    pub sites: Vec<String>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// In the game's notation.
    pub text: String,
    /// As programs write it among themselves.
    pub code: String,
}

/// The rules of any game.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn ErasedGame>);

/// A position of any game; it knows its rules.
#[derive(Clone)]
pub struct AnyPosition(Box<dyn ErasedPosition>);

impl AnyGame {
    /// Forgets the type of the rules.
    pub fn new<G: Complete>(rules: G) -> AnyGame {
        AnyGame::shared(Arc::new(rules))
    }

    /// Forgets the type of rules that somebody else holds too.
    pub fn shared<G: Complete>(rules: Arc<G>) -> AnyGame {
        AnyGame(Arc::new(Shared(rules)))
    }

    /// What the game declares about itself.
    pub fn facts(&self) -> Facts {
        self.0.facts()
    }

    /// The position in which the game begins.
    pub fn start(&self) -> AnyPosition {
        self.0.start()
    }

    /// Reads a position.
    ///
    /// # Errors
    /// One sentence that names the game, the text and what would be right.
    pub fn parse(&self, text: &str) -> Result<AnyPosition, String> {
        self.0.parse(text)
    }

    /// Runs the conformance battery.
    ///
    /// # Errors
    /// The first broken promise.
    pub fn check(&self, effort: Effort) -> Result<Summary, Fault> {
        self.0.check(effort)
    }
}

impl AnyPosition {
    /// A position whose type is known.
    pub fn new<G: Complete>(rules: Arc<G>, position: G::Position) -> AnyPosition {
        let history = History::new(&*rules, &position);
        AnyPosition::with_history(rules, position, history)
    }

    fn with_history<G: Complete>(
        rules: Arc<G>,
        position: G::Position,
        history: History,
    ) -> AnyPosition {
        AnyPosition(Box::new(Bound {
            rules,
            position,
            history,
        }))
    }

    /// Its rules.
    pub fn game(&self) -> AnyGame {
        self.0.game()
    }

    /// What its game declares about itself.
    pub fn facts(&self) -> Facts {
        self.0.facts()
    }

    /// Who decides.
    pub fn turn(&self) -> Turn {
        self.0.turn()
    }

    /// The legal moves, or the events that chance may bring; nothing when the game is over.
    pub fn actions(&self) -> Vec<Action> {
        self.0.actions()
    }

    /// The texts of [`AnyPosition::actions`] alone, which is quicker.
    pub fn action_texts(&self) -> Vec<String> {
        self.0.action_texts()
    }

    /// The texts of [`AnyPosition::actions`] as programs write them.
    pub fn action_codes(&self) -> Vec<String> {
        self.0.action_codes()
    }

    /// The texts of the moves that are part of an exchange.
    pub fn noisy_texts(&self) -> Vec<String> {
        self.0.noisy_texts()
    }

    /// The position after a move or event given by its text.
    ///
    /// # Errors
    /// One sentence that names the move, the game, the position and what would be right.
    pub fn play(&self, text: &str) -> Result<AnyPosition, String> {
        self.0.play(text)
    }

    /// What the finished game is worth to each player; `None` while it goes on.
    pub fn utilities(&self) -> Option<Vec<f64>> {
        self.0.utilities()
    }

    /// How the finished game ended, in words; `None` while it goes on.
    pub fn outcome(&self) -> Option<String> {
        Some(self.facts().outcome(&self.utilities()?))
    }

    /// The estimated utility of a player.
    pub fn evaluate(&self, player: usize) -> f64 {
        self.0.evaluate(player)
    }

    /// What the evaluation of a player is made of.
    pub fn features(&self, player: usize) -> Vec<Feature> {
        self.0.features(player)
    }

    /// The position in one line.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// A number that is equal for equal positions.
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// The position as this player sees it; `None` sees everything.
    pub fn picture(&self, viewer: Option<usize>) -> Picture {
        self.0.picture(viewer)
    }

    /// What a player has to show beside the board.
    pub fn tally(&self, player: usize) -> String {
        self.0.tally(player)
    }

    /// Everything a player has seen: the text of the position when nothing is hidden.
    pub fn observation(&self, player: usize) -> String {
        self.0.observation(player)
    }

    /// The positions that a player cannot tell apart, with probabilities: this one alone when nothing is hidden.
    pub fn worlds(&self, player: usize) -> Vec<(AnyPosition, f64)> {
        self.0.worlds(player)
    }

    /// Searches the position.
    ///
    /// # Errors
    /// One sentence when the method does not apply or the game is over.
    pub fn search(&self, request: &Request, control: &Control) -> Result<Report<Played>, String> {
        self.search_with(request, control, None, &mut |_| ())
    }

    /// The same for the engine, which uses this table, or one of its own, and tells of every depth that it completed.
    ///
    /// # Errors
    /// As above, and when there is no memory for the table.
    pub fn search_with(
        &self,
        request: &Request,
        control: &Control,
        table: Option<&Table>,
        hear: &mut dyn FnMut(&News<Played>),
    ) -> Result<Report<Played>, String> {
        self.0.search(request, control, table, hear)
    }

    /// A strategy with which a player gets what is claimed here, found by this method.
    ///
    /// # Errors
    /// When the claim does not hold, or the work was stopped.
    pub fn certify(
        &self,
        claim: Claim,
        method: Method,
        control: &Control,
        table: &Table,
    ) -> Result<(Vec<u16>, Seen), Trouble> {
        self.0.certify(claim, method, control, table)
    }

    /// Checks such a strategy with the rules alone.
    ///
    /// # Errors
    /// When it does not keep what is claimed, or the work was stopped.
    pub fn verify(
        &self,
        claim: Claim,
        strategy: &[u16],
        control: &Control,
    ) -> Result<Seen, Trouble> {
        self.0.verify(claim, strategy, control)
    }

    /// Counts below the position; `None` when it was interrupted.
    ///
    /// # Errors
    /// One sentence when the depth or memory does not suffice.
    pub fn perft(
        &self,
        depth: u32,
        count: Count,
        control: &Control,
    ) -> Result<Option<u64>, String> {
        self.0.perft(depth, count, control)
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.key() == other.key() && self.facts() == other.facts() && self.text() == other.text()
    }
}

trait ErasedGame: Send + Sync {
    fn facts(&self) -> Facts;
    fn start(&self) -> AnyPosition;
    fn parse(&self, text: &str) -> Result<AnyPosition, String>;
    fn check(&self, effort: Effort) -> Result<Summary, Fault>;
}

trait ErasedPosition: Send + Sync {
    fn boxed(&self) -> Box<dyn ErasedPosition>;
    fn game(&self) -> AnyGame;
    fn facts(&self) -> Facts;
    fn turn(&self) -> Turn;
    fn actions(&self) -> Vec<Action>;
    fn action_texts(&self) -> Vec<String>;
    fn action_codes(&self) -> Vec<String>;
    fn noisy_texts(&self) -> Vec<String>;
    fn play(&self, text: &str) -> Result<AnyPosition, String>;
    fn utilities(&self) -> Option<Vec<f64>>;
    fn evaluate(&self, player: usize) -> f64;
    fn features(&self, player: usize) -> Vec<Feature>;
    fn text(&self) -> String;
    fn key(&self) -> u64;
    fn picture(&self, viewer: Option<usize>) -> Picture;
    fn tally(&self, player: usize) -> String;
    fn observation(&self, player: usize) -> String;
    fn worlds(&self, player: usize) -> Vec<(AnyPosition, f64)>;
    fn search(
        &self,
        request: &Request,
        control: &Control,
        table: Option<&Table>,
        hear: &mut dyn FnMut(&News<Played>),
    ) -> Result<Report<Played>, String>;
    fn certify(
        &self,
        claim: Claim,
        method: Method,
        control: &Control,
        table: &Table,
    ) -> Result<(Vec<u16>, Seen), Trouble>;
    fn verify(&self, claim: Claim, strategy: &[u16], control: &Control) -> Result<Seen, Trouble>;
    fn perft(&self, depth: u32, count: Count, control: &Control) -> Result<Option<u64>, String>;
}

impl Clone for Box<dyn ErasedPosition> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

struct Shared<G>(Arc<G>);

impl<G: Complete> ErasedGame for Shared<G> {
    fn facts(&self) -> Facts {
        self.0.facts()
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(self.0.clone(), self.0.start())
    }

    fn parse(&self, text: &str) -> Result<AnyPosition, String> {
        match self.0.parse(text) {
            Ok(position) => Ok(AnyPosition::new(self.0.clone(), position)),
            Err(clause) => {
                let (text, name) = (quoted(text), self.0.facts().name);
                Err(one_line(&format!(
                    "bad position {text} for {name}: {clause}"
                )))
            }
        }
    }

    fn check(&self, effort: Effort) -> Result<Summary, Fault> {
        conformance::check(&*self.0, effort)
    }
}

struct Bound<G: Game> {
    rules: Arc<G>,
    position: G::Position,
    /// The positions before it, as far as they matter.
    history: History,
}

impl<G: Complete> Bound<G> {
    /// The legal moves or events; nothing when the game is over.
    fn legal(&self) -> Vec<G::Move> {
        match self.turn() {
            Turn::Over => Vec::new(),
            _ => self.rules.actions(&self.position),
        }
    }

    fn at(&self, position: G::Position) -> AnyPosition {
        AnyPosition::new(self.rules.clone(), position)
    }

    /// The moves of a line, played one after the other, as people and as programs write them.
    fn played(&self, line: &[G::Move]) -> Vec<Played> {
        let mut position = self.position.clone();
        line.iter()
            .map(|action| {
                let played = Played {
                    text: self.rules.move_text(&position, action),
                    code: self.rules.move_code(&position, action),
                };
                self.rules.play_unchecked(&mut position, action);
                played
            })
            .collect()
    }

    fn line(&self, line: &Line<G::Move>) -> Line<Played> {
        Line {
            moves: self.played(&line.moves),
            value: line.value,
            depth: line.depth,
        }
    }
}

impl<G: Complete> ErasedPosition for Bound<G> {
    fn boxed(&self) -> Box<dyn ErasedPosition> {
        Box::new(Bound {
            rules: self.rules.clone(),
            position: self.position.clone(),
            history: self.history.clone(),
        })
    }

    fn game(&self) -> AnyGame {
        AnyGame::shared(self.rules.clone())
    }

    fn facts(&self) -> Facts {
        self.rules.facts()
    }

    fn turn(&self) -> Turn {
        self.history.turn(&*self.rules, &self.position)
    }

    fn actions(&self) -> Vec<Action> {
        let mut chances = Vec::new();
        if self.turn() == Turn::Chance {
            self.rules.chances(&self.position, &mut chances);
        }
        self.legal()
            .iter()
            .enumerate()
            .map(|(index, action)| Action {
                text: self.rules.move_text(&self.position, action),
                probability: chances.get(index).map(|(_, probability)| *probability),
                sites: self.rules.sites(&self.position, action),
            })
            .collect()
    }

    fn action_texts(&self) -> Vec<String> {
        self.legal()
            .iter()
            .map(|action| self.rules.move_text(&self.position, action))
            .collect()
    }

    fn action_codes(&self) -> Vec<String> {
        self.legal()
            .iter()
            .map(|action| self.rules.move_code(&self.position, action))
            .collect()
    }

    fn noisy_texts(&self) -> Vec<String> {
        let mut noisy = Vec::new();
        if let Turn::Player(_) = self.turn() {
            self.rules.noisy_moves(&self.position, &mut noisy);
        }
        noisy
            .iter()
            .map(|action| self.rules.move_text(&self.position, action))
            .collect()
    }

    fn play(&self, text: &str) -> Result<AnyPosition, String> {
        let wanted = text.trim();
        let found = match self.turn() {
            Turn::Over => None,
            _ => self.rules.read_move(&self.position, wanted),
        };
        match found {
            Some(action) => {
                let mut position = self.position.clone();
                self.rules.play_unchecked(&mut position, &action);
                let history = self.history.after(&*self.rules, &position);
                Ok(AnyPosition::with_history(
                    self.rules.clone(),
                    position,
                    history,
                ))
            }
            None => {
                let mut reason = match self.turn() {
                    Turn::Over => "the game is over".into(),
                    _ => self.rules.move_help(),
                };
                let legal = self.action_texts();
                if (1..=12).contains(&legal.len()) {
                    reason = format!("{reason}; here: {}", legal.join(", ")).into();
                }
                let (wanted, name) = (quoted(wanted), self.facts().name);
                let position = quoted(&self.text());
                Err(one_line(&format!(
                    "illegal move {wanted} in {name} {position}: {reason}"
                )))
            }
        }
    }

    fn utilities(&self) -> Option<Vec<f64>> {
        let players = self.facts().players.len();
        (self.turn() == Turn::Over).then(|| {
            (0..players)
                .map(|player| self.history.utility(&*self.rules, &self.position, player))
                .collect()
        })
    }

    fn evaluate(&self, player: usize) -> f64 {
        self.rules.evaluate(&self.position, player)
    }

    fn features(&self, player: usize) -> Vec<Feature> {
        self.rules.features(&self.position, player)
    }

    fn text(&self) -> String {
        self.rules.text(&self.position)
    }

    fn key(&self) -> u64 {
        self.rules.key(&self.position)
    }

    fn picture(&self, viewer: Option<usize>) -> Picture {
        self.rules.picture(&self.position, viewer)
    }

    fn tally(&self, player: usize) -> String {
        self.rules.tally(&self.position, player)
    }

    fn observation(&self, player: usize) -> String {
        match self.rules.hidden() {
            Some(hidden) => hidden.observation(&self.position, player),
            None => self.text(),
        }
    }

    fn worlds(&self, player: usize) -> Vec<(AnyPosition, f64)> {
        let mut worlds = Vec::new();
        match self.rules.hidden() {
            Some(hidden) => hidden.worlds(&self.position, player, &mut worlds),
            None => worlds.push((self.position.clone(), 1.0)),
        }
        worlds
            .into_iter()
            .map(|(world, probability)| (self.at(world), probability))
            .collect()
    }

    fn search(
        &self,
        request: &Request,
        control: &Control,
        table: Option<&Table>,
        hear: &mut dyn FnMut(&News<Played>),
    ) -> Result<Report<Played>, String> {
        let here = (&self.position, &self.history);
        let mut translate = |news: &News<G::Move>| {
            let lines: Vec<_> = news.lines.iter().map(|line| self.line(line)).collect();
            hear(&News {
                depth: news.depth,
                deepest: news.deepest,
                nodes: news.nodes,
                seconds: news.seconds,
                full: news.full,
                lines: &lines,
            });
        };
        let rules = &*self.rules;
        let report = search::search_with(rules, here, request, control, table, &mut translate)?;
        Ok(Report {
            line: self.played(&report.line),
            lines: report.lines.iter().map(|line| self.line(line)).collect(),
            method: report.method,
            value: report.value,
            nodes: report.nodes,
            depth: report.depth,
            deepest: report.deepest,
            seconds: report.seconds,
            stopped: report.stopped,
            fraction: report.fraction,
            sample: report.sample,
        })
    }

    fn certify(
        &self,
        claim: Claim,
        method: Method,
        control: &Control,
        table: &Table,
    ) -> Result<(Vec<u16>, Seen), Trouble> {
        certificate::write(&*self.rules, &self.position, claim, method, control, table)
    }

    fn verify(&self, claim: Claim, strategy: &[u16], control: &Control) -> Result<Seen, Trouble> {
        certificate::verify(&*self.rules, &self.position, claim, strategy, control)
    }

    fn perft(&self, depth: u32, count: Count, control: &Control) -> Result<Option<u64>, String> {
        perft::perft(&*self.rules, &self.position, depth, count, control)
    }
}
