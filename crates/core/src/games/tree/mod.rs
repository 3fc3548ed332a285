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

mod picture;
mod reader;
#[cfg(test)]
mod tests;

pub use reader::parse_tree;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Game, Hints, NEARLY, Notation, OptionFact, Options, Sum, Turn,
    Unit,
};
use crate::picture::{Form, Paint, Picture, Shape};

/// Slides of many a lecture; the value is 3.
const DEFAULT: &str = "((3 12 8) (2 4 6) (14 5 2))";
const MOST_NODES: usize = 1_000_000;
const DEEPEST: usize = 1_000;
const MOST_PLAYERS: usize = 8;
/// Beyond this, sums of utilities would lose their digits.
const LARGEST: f64 = 1e9;

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

impl Hints for Rules {}

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
        let text = options.value("tree").unwrap_or(DEFAULT);
        parse_tree(text).map_err(|clause| format!("option tree: {clause}"))
    }
}
