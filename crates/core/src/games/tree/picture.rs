//! The tree as a picture.

use super::*;

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
