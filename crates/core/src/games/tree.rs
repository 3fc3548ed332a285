//! A game tree written out by hand: for lectures, exercises and counterexamples.
//!
//! Rules: <https://en.wikipedia.org/wiki/Extensive-form_game>. The option `tree` holds the whole game as text:
//!
//! ```text
//!   tree    = number | <number number …> | owner ( child … )       a leaf, a leaf for n players, an inner node
//!   owner   = nothing | max | min | p0 … p7 | chance               max is p0, min is p1
//!   child   = name = tree | tree                                   without a name: 1, 2, 3 …
//!           | probability : child                                  within chance( … ) only, such as 0.25: or 1/3:
//! ```
//!
//! Children are separated by spaces or commas. A plain number is the utility of max; min gets its negative. A node that
//! names no owner belongs to the player after the nearest player above it, the root to the first one: so
//! `((3 12 8) (2 4 6) (14 5 2))` is max above min.
//!
//! ```text
//!   nodes   3  12  8  ( )  2  4  6  ( )  14  5  2  ( )  ( )        children come before their parents, the root last;
//!           0   1  2   3   4  5  6   7    8  9 10   11   12        an inner node has a stretch of `edges`
//! ```

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Game, Notation, OptionFact, Options, Sum, Turn, Unit,
};
use crate::picture::{Form, Paint, Picture, Shape};

/// Slides of many a lecture; the value is 3.
const DEFAULT: &str = "((3 12 8) (2 4 6) (14 5 2))";
const MOST_NODES: usize = 1_000_000;
const DEEPEST: usize = 1_000;
const MOST_PLAYERS: usize = 8;
/// Beyond this, sums of utilities would lose their digits.
const LARGEST: f64 = 1e9;
/// How far apart two numbers may be that should be the same.
const NEARLY: f64 = 1e-9;

/// Who decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    Player(u8),
    Chance,
    /// The player after the nearest one above: only while reading.
    Next,
    /// Nobody: the utilities are at this place.
    Leaf(u32),
}

#[derive(Clone, Debug)]
struct Node {
    owner: Owner,
    parent: u32,
    /// The way here among the parent's edges.
    way: u32,
    edges: Range<u32>,
}

#[derive(Clone, Debug)]
struct Edge {
    child: u32,
    name: String,
    /// 1 below a player.
    probability: f64,
}

/// An explicit game tree. A position is the number of a node, a move the number of a child.
#[derive(Clone, Debug)]
pub struct Rules {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// As many numbers for each leaf as there are players.
    utilities: Vec<f64>,
    facts: Facts,
}

impl Rules {
    fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    fn edges(&self, node: u32) -> &[Edge] {
        let Range { start, end } = self.nodes[node as usize].edges;
        &self.edges[start as usize..end as usize]
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        self.edges(node).iter().map(|edge| edge.child)
    }
}

impl Game for Rules {
    type Position = u32;
    type Move = u32;

    fn facts(&self) -> Facts {
        self.facts.clone()
    }

    fn start(&self) -> u32 {
        self.root()
    }

    #[inline]
    fn turn(&self, node: &u32) -> Turn {
        match self.nodes[*node as usize].owner {
            Owner::Player(player) => Turn::Player(player.into()),
            Owner::Chance => Turn::Chance,
            Owner::Leaf(_) | Owner::Next => Turn::Over,
        }
    }

    #[inline]
    fn moves(&self, node: &u32, out: &mut Vec<u32>) {
        out.extend(0..self.edges(*node).len() as u32);
    }

    fn chances(&self, node: &u32, out: &mut Vec<(u32, f64)>) {
        out.extend((0..).zip(self.edges(*node).iter().map(|edge| edge.probability)));
    }

    #[inline]
    fn play_unchecked(&self, node: &mut u32, child: &u32) {
        *node = self.edges(*node)[*child as usize].child;
    }

    #[inline]
    fn utility(&self, node: &u32, player: usize) -> f64 {
        match self.nodes[*node as usize].owner {
            Owner::Leaf(place) => self.utilities[place as usize + player],
            _ => 0.0,
        }
    }
}

/// A tree says nothing about a node but what lies below it, so the estimate is an even share.
impl Evaluate for Rules {
    #[inline]
    fn evaluate(&self, _node: &u32, _player: usize) -> f64 {
        self.facts.share()
    }
}

impl Notation for Rules {
    /// The names from the root down to the node, such as `2/1`; `-` for the root.
    fn text(&self, node: &u32) -> String {
        let mut names = Vec::new();
        let mut node = *node;
        while node != self.root() {
            let Node { parent, way, .. } = self.nodes[node as usize];
            names.push(self.edges(parent)[way as usize].name.as_str());
            node = parent;
        }
        names.reverse();
        match names.as_slice() {
            [] => "-".into(),
            names => names.join("/"),
        }
    }

    fn parse(&self, text: &str) -> Result<u32, String> {
        let mut node = self.root();
        if text.trim() == "-" {
            return Ok(node);
        }
        for name in text.trim().split('/') {
            node = self
                .edges(node)
                .iter()
                .find(|edge| edge.name == name)
                .map(|edge| edge.child)
                .ok_or_else(|| {
                    format!(
                        "\"{name}\" is no child of {}: it is names from the root down, as in \"2/1\", or \"-\"",
                        self.text(&node)
                    )
                })?;
        }
        Ok(node)
    }

    fn move_text(&self, node: &u32, child: &u32) -> String {
        self.edges(*node)[*child as usize].name.clone()
    }

    fn move_help(&self) -> Cow<'static, str> {
        "moves are the names of the children, or 1, 2, 3 … where they have none".into()
    }
}

/// Reads a tree in the notation above.
///
/// ```
/// use zermelo_core::game::{Game, Turn};
/// use zermelo_core::games::tree::parse_tree;
/// let rules = parse_tree("chance(1/2:heads=(1 5) 1/2:tails=min(2 0))").unwrap();
/// assert_eq!(rules.turn(&rules.start()), Turn::Chance);
/// assert_eq!(parse_tree("(1 2").err().unwrap(), "1 bracket is not closed");
/// ```
///
/// # Errors
/// A clause that says what is wrong and where, counting characters from 1.
pub fn parse_tree(text: &str) -> Result<Rules, String> {
    let mut reader = Reader::new(text);
    reader.read()?;
    reader.finish()
}

/// An inner node whose bracket is still open.
struct Open {
    owner: Owner,
    /// Where it stands in its parent.
    name: String,
    probability: Option<f64>,
    edges: Vec<Edge>,
    /// The names given to children.
    names: HashSet<String>,
}

/// Reads a tree without recursion: the open brackets are a stack.
struct Reader<'a> {
    text: &'a str,
    /// Bytes read.
    at: usize,
    open: Vec<Open>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    utilities: Vec<f64>,
    /// How many utilities a leaf has, once there was one; 0 for plain numbers.
    width: Option<usize>,
    height: usize,
    /// The largest player that owns a node.
    last_player: u8,
    done: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            at: 0,
            open: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            utilities: Vec::new(),
            width: None,
            height: 0,
            last_player: 0,
            done: false,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The character number of a byte, counted from 1.
    fn place(&self, at: usize) -> usize {
        self.text[..at].chars().count() + 1
    }

    fn skip_space(&mut self) {
        let space = |letter: char| letter.is_whitespace() || letter == ',';
        self.at = self.text.len() - self.rest().trim_start_matches(space).len();
    }

    /// Takes this letter if it comes next.
    fn take(&mut self, letter: char) -> bool {
        let found = self.rest().starts_with(letter);
        if found {
            self.at += letter.len_utf8();
        }
        found
    }

    /// Takes everything up to a space or a sign of the notation.
    fn word(&mut self) -> &'a str {
        let ends = |letter: char| letter.is_whitespace() || ",()<>:=".contains(letter);
        let rest = self.rest();
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn read(&mut self) -> Result<(), String> {
        loop {
            self.skip_space();
            if self.rest().is_empty() {
                break;
            }
            if self.done {
                return Err(format!(
                    "the tree is complete before character {}",
                    self.place(self.at)
                ));
            }
            if self.take(')') {
                self.close()?;
            } else {
                self.child()?;
            }
        }
        match self.open.len() {
            0 if self.done => Ok(()),
            0 => Err(format!("the tree is empty: it is such as {DEFAULT}")),
            1 => Err("1 bracket is not closed".into()),
            open => Err(format!("{open} brackets are not closed")),
        }
    }

    /// Reads a leaf, or an inner node up to its opening bracket, with the probability and the name before it.
    fn child(&mut self) -> Result<(), String> {
        let start = self.at;
        let mut probability = None;
        let mut name = None;
        loop {
            let from = self.at;
            let word = self.word();
            if self.take(':') {
                if probability.is_some() || name.is_some() {
                    return Err(format!(
                        "\"{word}:\" at character {} stands where a tree must",
                        self.place(from)
                    ));
                }
                probability = Some(self.probability(word, from)?);
            } else if self.take('=') {
                if name.is_some() || !is_name(word) {
                    return Err(format!(
                        "\"{word}\" at character {} is no name: a name begins with a letter and has letters, digits, _ and -",
                        self.place(from)
                    ));
                }
                name = Some(word.to_string());
            } else {
                return self.tree(word, from, probability, name, start);
            }
            // Spaces may follow : and =, commas may not.
            self.at = self.text.len() - self.rest().trim_start().len();
        }
    }

    fn tree(
        &mut self,
        word: &str,
        from: usize,
        probability: Option<f64>,
        name: Option<String>,
        start: usize,
    ) -> Result<(), String> {
        // A name begins with a letter, so it never equals the number of a child without one.
        let name = match (self.open.last_mut(), name) {
            (None, None) => String::new(),
            (None, Some(name)) => return Err(format!("the root has no name, such as \"{name}\"")),
            (Some(parent), None) => (parent.edges.len() + 1).to_string(),
            (Some(parent), Some(name)) => {
                if !parent.names.insert(name.clone()) {
                    return Err(format!("two children of a node are called \"{name}\""));
                }
                name
            }
        };
        let in_chance = self
            .open
            .last()
            .is_some_and(|parent| parent.owner == Owner::Chance);
        if in_chance != probability.is_some() {
            let place = self.place(start);
            return Err(if in_chance {
                format!("the child of chance at character {place} has no probability, such as 0.5:")
            } else {
                format!("the probability at character {place} does not stand within chance( )")
            });
        }
        if self.take('(') {
            let owner = self.owner(word, from)?;
            if self.open.len() == DEEPEST {
                return Err(format!("brackets are more than {DEEPEST} deep"));
            }
            self.open.push(Open {
                owner,
                name,
                probability,
                edges: Vec::new(),
                names: HashSet::new(),
            });
            return Ok(());
        }
        let place = self.utilities.len() as u32;
        if word.is_empty() && self.take('<') {
            self.vector(from)?;
        } else {
            self.leaf_width(0)?;
            let utility = self.number(word, from)?;
            self.utilities.extend([utility, 0.0 - utility]);
        }
        self.add(Owner::Leaf(place), 0..0, name, probability)
    }

    /// Reads the utilities of a leaf up to the closing bracket.
    fn vector(&mut self, from: usize) -> Result<(), String> {
        let before = self.utilities.len();
        self.skip_space();
        while !self.take('>') {
            if self.rest().is_empty() {
                return Err(format!(
                    "the < at character {} is not closed",
                    self.place(from)
                ));
            }
            let from = self.at;
            let word = self.word();
            let utility = self.number(word, from)?;
            self.utilities.push(utility);
            self.skip_space();
        }
        match self.utilities.len() - before {
            count @ 1..=MOST_PLAYERS => self.leaf_width(count),
            count => Err(format!(
                "a vector has 1 to {MOST_PLAYERS} utilities, not {count}"
            )),
        }
    }

    /// All leaves are plain numbers, or all are vectors of one length.
    fn leaf_width(&mut self, width: usize) -> Result<(), String> {
        match *self.width.get_or_insert(width) {
            known if known == width => Ok(()),
            known if known == 0 || width == 0 => {
                Err("leaves are either all numbers or all vectors".into())
            }
            known => Err(format!(
                "all vectors have the same length, not {known} and {width}"
            )),
        }
    }

    fn number(&self, word: &str, from: usize) -> Result<f64, String> {
        if word.is_empty() {
            return Err(match self.rest().chars().next() {
                Some(letter) => {
                    format!("\"{letter}\" at character {} is no tree", self.place(from))
                }
                None => "the text ends where a tree must follow".into(),
            });
        }
        // Rust also reads "inf" and "nan" as numbers; they fail the comparison.
        word.parse()
            .ok()
            .filter(|number: &f64| number.abs() <= LARGEST)
            .map(|number| number + 0.0)
            .ok_or_else(|| {
                format!(
                    "\"{word}\" at character {} is no number from -1e9 to 1e9",
                    self.place(from)
                )
            })
    }

    fn probability(&self, word: &str, from: usize) -> Result<f64, String> {
        let value = match word.split_once('/') {
            Some((part, whole)) => part
                .parse()
                .and_then(|part: f64| whole.parse().map(|whole: f64| part / whole)),
            None => word.parse(),
        };
        value
            .ok()
            .filter(|number| 0.0 < *number && *number <= 1.0)
            .ok_or_else(|| {
                format!(
                    "\"{word}\" at character {} is no probability above 0 and at most 1",
                    self.place(from)
                )
            })
    }

    fn owner(&mut self, word: &str, from: usize) -> Result<Owner, String> {
        let player = match word {
            "" => return Ok(Owner::Next),
            "chance" => return Ok(Owner::Chance),
            "max" => 0,
            "min" => 1,
            _ => match word.strip_prefix('p').map(str::as_bytes) {
                Some([digit @ b'0'..=b'7']) => digit - b'0',
                _ => {
                    return Err(format!(
                        "\"{word}\" at character {} owns no node: owners are max, min, chance and p0 to p7",
                        self.place(from)
                    ));
                }
            },
        };
        self.last_player = self.last_player.max(player);
        Ok(Owner::Player(player))
    }

    fn close(&mut self) -> Result<(), String> {
        let Some(node) = self.open.pop() else {
            return Err(format!(
                "the bracket closed at character {} was never opened",
                self.place(self.at) - 1
            ));
        };
        if node.edges.is_empty() {
            return Err(format!(
                "the node closed at character {} has no children",
                self.place(self.at) - 1
            ));
        }
        if node.owner == Owner::Chance {
            let sum: f64 = node.edges.iter().map(|edge| edge.probability).sum();
            if (sum - 1.0).abs() > NEARLY {
                return Err(format!(
                    "the probabilities of the node closed at character {} sum to {sum}, not to 1",
                    self.place(self.at) - 1
                ));
            }
        }
        let first = self.edges.len() as u32;
        self.edges.extend(node.edges);
        let edges = first..self.edges.len() as u32;
        self.height = self.height.max(self.open.len() + 1);
        self.add(node.owner, edges, node.name, node.probability)
    }

    /// Adds a node whose children are known, and hangs it below the node that is open.
    fn add(
        &mut self,
        owner: Owner,
        edges: Range<u32>,
        name: String,
        probability: Option<f64>,
    ) -> Result<(), String> {
        if self.nodes.len() == MOST_NODES {
            return Err(format!("there are more than {MOST_NODES} nodes"));
        }
        let child = self.nodes.len() as u32;
        for way in edges.clone() {
            let node = &mut self.nodes[self.edges[way as usize].child as usize];
            (node.parent, node.way) = (child, way - edges.start);
        }
        self.nodes.push(Node {
            owner,
            parent: child,
            way: 0,
            edges,
        });
        match self.open.last_mut() {
            Some(parent) => parent.edges.push(Edge {
                child,
                name,
                probability: probability.unwrap_or(1.0),
            }),
            None => self.done = true,
        }
        Ok(())
    }

    /// Gives every node its player and works out the facts.
    fn finish(mut self) -> Result<Rules, String> {
        let width = self.width.unwrap_or(0);
        let players: Vec<Cow<'static, str>> = match width {
            0 => vec!["max".into(), "min".into()],
            _ => (0..width)
                .map(|player| format!("p{player}").into())
                .collect(),
        };
        let count = players.len();
        if usize::from(self.last_player) >= count {
            return Err(format!(
                "a node belongs to p{}, but the leaves have {count} {}",
                self.last_player,
                if count == 1 { "player" } else { "players" }
            ));
        }
        // Parents come after their children, so going down from the root meets every parent first.
        let mut next = vec![0_u8; self.nodes.len()];
        for index in (0..self.nodes.len()).rev() {
            let node = &mut self.nodes[index];
            if node.owner == Owner::Next {
                node.owner = Owner::Player(next[index]);
            }
            let below = match node.owner {
                Owner::Player(player) => (player + 1) % count as u8,
                _ => next[index],
            };
            for edge in &self.edges[node.edges.start as usize..node.edges.end as usize] {
                next[edge.child as usize] = below;
            }
        }
        let sums = || self.utilities.chunks(count).map(|leaf| leaf.iter().sum());
        let first: f64 = sums().next().unwrap_or(0.0);
        let constant = sums().all(|sum: f64| (sum - first).abs() <= NEARLY);
        let low = self.utilities.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self
            .utilities
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let facts = Facts {
            name: Rules::NAME.into(),
            players,
            sum: if constant {
                Sum::Constant(first)
            } else {
                Sum::General
            },
            chance: self.nodes.iter().any(|node| node.owner == Owner::Chance),
            hidden: false,
            unit: Unit::Counted("utility".into()),
            utilities: if low < high {
                (low, high)
            } else {
                (low - 1.0, high + 1.0)
            },
            longest: Some(self.height as u32),
        };
        Ok(Rules {
            nodes: self.nodes,
            edges: self.edges,
            utilities: self.utilities,
            facts,
        })
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
        && word
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_-".contains(letter))
}

/// The picture shows this many levels below the node, fewer if they would have more than so many ends.
const LEVELS: usize = 3;
const MOST_ENDS: usize = 40;

/// What is drawn: a node with its place, and its children as far as they are drawn.
struct Sketch<'a> {
    rules: &'a Rules,
    levels: usize,
    /// The width of one end.
    step: f64,
    /// Ends drawn so far.
    ends: usize,
    picture: Picture,
}

impl Rules {
    /// How many ends a drawing of so many levels has, counted no further than one too many.
    fn ends(&self, node: u32, levels: usize) -> usize {
        if levels == 0 || self.edges(node).is_empty() {
            return 1;
        }
        let mut ends = 0;
        for child in self.children(node) {
            ends += self.ends(child, levels - 1);
            if ends > MOST_ENDS {
                break;
            }
        }
        ends
    }

    /// What is written on a node.
    fn sign(&self, node: u32) -> String {
        match self.nodes[node as usize].owner {
            Owner::Chance => "○".into(),
            Owner::Player(player) if self.facts.players[0] == "max" => {
                ["▲", "▼"][usize::from(player)].into()
            }
            Owner::Player(player) => format!("p{player}"),
            Owner::Next => String::new(),
            Owner::Leaf(place) => {
                let place = place as usize;
                let count = self.facts.players.len();
                match &self.utilities[place..place + count] {
                    [first, _] if self.facts.players[0] == "max" => first.to_string(),
                    all => {
                        let words: Vec<_> = all.iter().map(f64::to_string).collect();
                        format!("<{}>", words.join(" "))
                    }
                }
            }
        }
    }

    /// The length of the longest writing at the ends.
    fn longest_sign(&self, node: u32, levels: usize) -> usize {
        if levels == 0 || self.edges(node).is_empty() {
            return self.sign(node).chars().count();
        }
        let names = self.edges(node).iter().take(MOST_ENDS);
        names
            .map(|edge| {
                let below = self.longest_sign(edge.child, levels - 1);
                below.max(self.branch(node, edge).chars().count())
            })
            .max()
            .unwrap_or(0)
    }

    /// What is written on an edge.
    fn branch(&self, node: u32, edge: &Edge) -> String {
        match self.nodes[node as usize].owner {
            Owner::Chance => format!("{} {:.3}", edge.name, edge.probability)
                .trim_end_matches('0')
                .trim_end_matches('.')
                .into(),
            _ => edge.name.clone(),
        }
    }
}

impl Sketch<'_> {
    /// Draws a node and what lies below it; returns where it is.
    fn draw(&mut self, node: u32, level: usize, site: Option<&str>) -> f64 {
        let rules = self.rules;
        let y = 1.5 + 2.0 * level as f64;
        let edges = rules.edges(node);
        let shown = if level == self.levels { &[] } else { edges };
        let mut places = Vec::new();
        for edge in shown.iter().take(MOST_ENDS) {
            let site = (level == 0).then_some(edge.name.as_str());
            places.push((self.draw(edge.child, level + 1, site), edge));
        }
        let x = match (places.first(), places.last()) {
            (Some((left, _)), Some((right, _))) => (left + right) / 2.0,
            _ => {
                self.ends += 1;
                (self.ends as f64 - 0.5) * self.step
            }
        };
        for (below, edge) in places {
            let line = Shape::new(Form::Line, (x + below) / 2.0, y + 1.0)
                .size(below - x, 2.0)
                .fill(Paint::Faint);
            self.picture.shapes.insert(0, line);
            // Names sit near the child, where lines lie apart, and outside of their line.
            let name = rules.branch(node, edge);
            let aside = 0.2 + 0.06 * name.chars().count() as f64;
            let aside = if below < x { -aside } else { aside };
            self.picture.add(
                Shape::new(Form::Label, x + 0.6 * (below - x) + aside, y + 1.2)
                    .size(self.step, 0.5)
                    .text(name, Paint::Ink),
            );
        }
        if shown.len() < edges.len() || shown.len() > MOST_ENDS {
            let place = if shown.is_empty() {
                (x, y + 0.75)
            } else {
                (self.picture.width - 0.4, y + 2.0)
            };
            self.picture.add(
                Shape::new(Form::Label, place.0, place.1)
                    .size(0.6, 0.5)
                    .text("…", Paint::Faint),
            );
        }
        let sign = rules.sign(node);
        let length = sign.chars().count() as f64;
        let (form, fill) = match rules.nodes[node as usize].owner {
            Owner::Player(player) => (Form::Disc, Paint::Player(player.into())),
            Owner::Chance => (Form::Disc, Paint::Light),
            _ => (Form::Square, Paint::Light),
        };
        let owner = match rules.turn(&node) {
            Turn::Player(player) => rules.facts.players[player].clone(),
            Turn::Chance => "chance".into(),
            Turn::Over => sign.clone().into(),
        };
        let mut shape = Shape::new(form, x, y)
            .size((0.25 * length + 0.5).max(0.9), 0.9)
            .fill(fill)
            .text(sign, Paint::Ink)
            .title(format!("{}, {owner}", rules.text(&node)));
        shape.site = site.map(String::from);
        self.picture.add(shape);
        x
    }
}

impl Draw for Rules {
    fn picture(&self, node: &u32, _viewer: Option<usize>) -> Picture {
        let levels = (1..=LEVELS)
            .rev()
            .find(|levels| self.ends(*node, *levels) <= MOST_ENDS)
            .unwrap_or(1);
        let ends = self.ends(*node, levels).min(MOST_ENDS);
        let step = (0.25 * self.longest_sign(*node, levels) as f64 + 0.75).max(1.25);
        let path = format!("at {}", self.text(node));
        let width = (step * ends as f64 + 0.5).max(0.25 * path.chars().count() as f64 + 0.5);
        let height = (0..=levels)
            .rev()
            .find(|level| self.reaches(*node, *level))
            .unwrap_or(0);
        let mut sketch = Sketch {
            rules: self,
            levels,
            step,
            ends: 0,
            picture: Picture::new(width, 2.5 + 2.0 * height as f64),
        };
        let x = sketch.draw(*node, 0, None);
        let mut picture = sketch.picture;
        let mark = Shape::new(Form::Square, x, 1.5)
            .size(1.2, 1.2)
            .fill(Paint::Mark);
        let lines = picture
            .shapes
            .iter()
            .filter(|shape| shape.form == Form::Line);
        let behind = lines.count();
        picture.shapes.insert(behind, mark.title("the position"));
        picture.add(
            Shape::new(Form::Label, width / 2.0, 0.4)
                .size(width, 0.5)
                .text(path, Paint::Ink),
        );
        picture
    }

    fn sites(&self, node: &u32, child: &u32) -> Vec<String> {
        // Of very many children only the first are drawn.
        match *child as usize {
            MOST_ENDS.. => Vec::new(),
            _ => vec![self.move_text(node, child)],
        }
    }
}

impl Rules {
    /// Is anything so many levels below the node, as far as it is drawn?
    fn reaches(&self, node: u32, levels: usize) -> bool {
        levels == 0
            || self
                .children(node)
                .take(MOST_ENDS)
                .any(|child| self.reaches(child, levels - 1))
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "tree";
    const ALIASES: &'static [&'static str] = &["explicit-tree"];
    const SUMMARY: &'static str = "A game tree written out by hand, for any number of players.";
    const RULES: &'static str = "https://en.wikipedia.org/wiki/Extensive-form_game";
    const OPTIONS: &'static [OptionFact] = &[OptionFact {
        name: "tree",
        default: DEFAULT,
        meaning: "the tree: (child child …) with leaves such as 3 or <1 2 3>; max(…), min(…), p0(…) to p7(…) or \
                  chance(0.5:3 0.5:8) name the owner, name=child a child",
    }];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let given = options.given().iter().rev();
        let text = given
            .filter(|(name, _)| name == "tree")
            .map(|(_, value)| value.as_str())
            .next()
            .unwrap_or(DEFAULT);
        parse_tree(text).map_err(|clause| format!("option tree: {clause}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Effort};
    use crate::control::{Control, Limits};
    use crate::search::{Method, Request, search};

    fn refusal(text: &str) -> String {
        parse_tree(text).err().unwrap()
    }

    fn value(text: &str, method: Method) -> f64 {
        let rules = parse_tree(text).unwrap();
        let request = Request {
            method: Some(method),
            ..Request::default()
        };
        let control = Control::new(Limits::default());
        let report = search(&rules, &rules.start(), &request, &control).unwrap();
        report.value.utility
    }

    #[test]
    fn trees_have_the_values_worked_out_by_hand() {
        for method in [Method::Minimax, Method::AlphaBeta] {
            assert_eq!(value(DEFAULT, method), 3.0);
            assert_eq!(
                value("min((1 9) (4 2))", method),
                -4.0,
                "for min, who moves"
            );
            assert_eq!(value("max(max(1 9) (4 2))", method), 9.0);
        }
        let text = "(chance(0.5:(3 5), 0.25:8, 1/4:-4) 2)";
        assert_eq!(value(text, Method::Expectiminimax), 2.5);
        // The first plays for itself: it goes where the second prefers the leaf that is better for the first.
        assert_eq!(
            value("((<1 2 3> <4 1 0>) (<2 5 5> <9 4 1>))", Method::MaxN),
            2.0
        );
    }

    #[test]
    fn unmarked_nodes_belong_to_the_player_after_the_nearest_above() {
        let turn = |text: &str, path: &str| {
            let rules = parse_tree(text).unwrap();
            rules.turn(&rules.parse(path).unwrap())
        };
        assert_eq!(turn("((1 (2 3)) 4)", "-"), Turn::Player(0));
        assert_eq!(turn("((1 (2 3)) 4)", "1"), Turn::Player(1));
        assert_eq!(turn("((1 (2 3)) 4)", "1/2"), Turn::Player(0));
        assert_eq!(turn("min((1 2) 3)", "1"), Turn::Player(0));
        assert_eq!(turn("(chance(1:(1 2)) 3)", "1/1"), Turn::Player(1));
        assert_eq!(turn("chance(1:(1 2))", "1"), Turn::Player(0));
        assert_eq!(turn("(((<1 2 3>)))", "1/1"), Turn::Player(2));
        assert_eq!(turn("p2((<1 2 3>))", "1"), Turn::Player(0));
        assert_eq!(turn("((<1>))", "1"), Turn::Player(0));
    }

    #[test]
    fn facts_follow_from_the_leaves() {
        let facts = |text| parse_tree(text).unwrap().facts();
        let plain = facts(DEFAULT);
        assert_eq!(plain.players, ["max", "min"]);
        assert_eq!(plain.sum, Sum::Constant(0.0));
        assert_eq!(plain.utilities, (-14.0, 14.0));
        assert_eq!(plain.longest, Some(2));
        assert!(!plain.chance);
        let shared = facts("(<0.1 0.9> <0.4 0.6>)");
        assert_eq!(shared.players, ["p0", "p1"]);
        assert_eq!(shared.sum, Sum::Constant(1.0));
        assert_eq!(shared.utilities, (0.1, 0.9));
        assert_eq!(facts("(<1 2 3> <1 2 4>)").sum, Sum::General);
        assert_eq!(facts("0").utilities, (-1.0, 1.0));
        assert_eq!(facts("0").longest, Some(0));
        assert!(facts("chance(1:2)").chance);
    }

    #[test]
    fn positions_are_paths_of_names() {
        let rules = parse_tree("(left=(a=1 2) right=chance(0.5:heads=3 0.5:4))").unwrap();
        for path in ["-", "left", "left/a", "left/2", "right/heads", "right/2"] {
            assert_eq!(rules.text(&rules.parse(path).unwrap()), path);
        }
        assert_eq!(
            rules.parse("left/b").unwrap_err(),
            "\"b\" is no child of left: it is names from the root down, as in \"2/1\", or \"-\""
        );
        assert!(
            rules
                .parse("")
                .unwrap_err()
                .starts_with("\"\" is no child of -")
        );
    }

    #[test]
    fn all_kinds_of_tree_pass_the_conformance_battery() {
        let wide = format!("({})", "1 ".repeat(100));
        let bushy = format!("({})", format!("({}) ", "(1 2) ".repeat(7)).repeat(7));
        for text in [
            "7",
            "(chance(0.5:(3 5), 0.25:x=8, 1/4:-4) <=2)"
                .replace("<=", "y=")
                .as_str(),
            "((<1 2 3> <4 1 0>) p2(<2 5 5> <9 4 1>))",
            "(<1>, <2>)",
            &wide,
            &bushy,
        ] {
            let effort = Effort {
                positions: 1_000,
                games: 10,
                seed: 1,
            };
            if let Err(fault) = conformance::check(&parse_tree(text).unwrap(), effort) {
                panic!("{text}: {fault}");
            }
        }
    }

    #[test]
    fn bad_trees_are_refused_with_the_reason() {
        for (text, reason) in [
            (
                "",
                "the tree is empty: it is such as ((3 12 8) (2 4 6) (14 5 2))",
            ),
            (
                " , ",
                "the tree is empty: it is such as ((3 12 8) (2 4 6) (14 5 2))",
            ),
            ("(1 2", "1 bracket is not closed"),
            ("(1 (2", "2 brackets are not closed"),
            ("1)", "the tree is complete before character 2"),
            (")", "the bracket closed at character 1 was never opened"),
            ("(1 2) 3", "the tree is complete before character 7"),
            (
                "(1 x)",
                "\"x\" at character 4 is no number from -1e9 to 1e9",
            ),
            (
                "(1 nan)",
                "\"nan\" at character 4 is no number from -1e9 to 1e9",
            ),
            (
                "(1 inf)",
                "\"inf\" at character 4 is no number from -1e9 to 1e9",
            ),
            (
                "(1 1e10)",
                "\"1e10\" at character 4 is no number from -1e9 to 1e9",
            ),
            ("(1 >)", "\">\" at character 4 is no tree"),
            ("(a=)", "\")\" at character 4 is no tree"),
            ("(a=", "the text ends where a tree must follow"),
            ("(1 <2 3>)", "leaves are either all numbers or all vectors"),
            ("(<2 3> 1)", "leaves are either all numbers or all vectors"),
            (
                "(<1 2> <1 2 3>)",
                "all vectors have the same length, not 2 and 3",
            ),
            ("<>", "a vector has 1 to 8 utilities, not 0"),
            (
                "<1 2 3 4 5 6 7 8 9>",
                "a vector has 1 to 8 utilities, not 9",
            ),
            ("<1 2", "the < at character 1 is not closed"),
            ("<1 (2)>", "\"(\" at character 4 is no tree"),
            ("(1 ())", "the node closed at character 5 has no children"),
            (
                "p2(1 2)",
                "a node belongs to p2, but the leaves have 2 players",
            ),
            (
                "min(<1>)",
                "a node belongs to p1, but the leaves have 1 player",
            ),
            (
                "p8(1 2)",
                "\"p8\" at character 1 owns no node: owners are max, min, chance and p0 to p7",
            ),
            ("(a=1 a=2)", "two children of a node are called \"a\""),
            (
                "(7=1)",
                "\"7\" at character 2 is no name: a name begins with a letter and has letters, digits, _ and -",
            ),
            (
                "(a=b=1)",
                "\"b\" at character 4 is no name: a name begins with a letter and has letters, digits, _ and -",
            ),
            ("a=(1 2)", "the root has no name, such as \"a\""),
            (
                "chance(0.5:1 0.4:2)",
                "the probabilities of the node closed at character 19 sum to 0.9, not to 1",
            ),
            (
                "chance(0:1 1:2)",
                "\"0\" at character 8 is no probability above 0 and at most 1",
            ),
            (
                "chance(-1:1 2:2)",
                "\"-1\" at character 8 is no probability above 0 and at most 1",
            ),
            (
                "chance(1/0:1)",
                "\"1/0\" at character 8 is no probability above 0 and at most 1",
            ),
            (
                "chance(nan:1)",
                "\"nan\" at character 8 is no probability above 0 and at most 1",
            ),
            (
                "chance(1 2)",
                "the child of chance at character 8 has no probability, such as 0.5:",
            ),
            (
                "(0.5:1 0.5:2)",
                "the probability at character 2 does not stand within chance( )",
            ),
            (
                "chance(1:1:2)",
                "\"1:\" at character 10 stands where a tree must",
            ),
        ] {
            assert_eq!(refusal(text), reason, "{text}");
        }
    }

    #[test]
    fn trees_too_deep_or_too_large_are_refused_and_the_largest_are_read() {
        let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(
            parse_tree(&nested(1_000)).unwrap().facts().longest,
            Some(1_000)
        );
        assert_eq!(refusal(&nested(1_001)), "brackets are more than 1000 deep");
        assert_eq!(
            refusal(&"(".repeat(1_000_000)),
            "brackets are more than 1000 deep"
        );
        let wide = |leaves: usize| format!("({})", "1 ".repeat(leaves));
        assert!(parse_tree(&wide(999_999)).is_ok());
        assert_eq!(
            refusal(&wide(1_000_000)),
            "there are more than 1000000 nodes"
        );
    }

    #[test]
    fn the_option_says_where_a_refusal_comes_from() {
        let given = vec![("tree".to_string(), "(1".to_string())];
        let options = Options::new(given, Rules::OPTIONS).unwrap();
        assert_eq!(
            Rules::with_options(&options).err().unwrap(),
            "option tree: 1 bracket is not closed"
        );
    }
}
