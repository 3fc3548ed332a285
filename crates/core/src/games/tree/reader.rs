//! Reading a tree without recursion.

use super::*;

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
    /// The names of the children.
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
                        "\"{word}\" at character {} is no name: a name begins with a letter or digit and has letters, digits, _ and -",
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
        let name = match (self.open.last_mut(), name) {
            (None, None) => String::new(),
            (None, Some(name)) => return Err(format!("the root has no name, such as \"{name}\"")),
            (Some(parent), name) => {
                let name = name.unwrap_or_else(|| (parent.edges.len() + 1).to_string());
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
            measure: None,
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
    word.starts_with(char::is_alphanumeric)
        && word
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_-".contains(letter))
}
