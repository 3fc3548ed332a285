//! Dynamic programming: every position that can come up is solved once, those that can come back together.
//!
//! The positions and what follows them are a graph. Its strongly connected components (Tarjan 1972) are solved from the end
//! of the game backwards. Inside a component of several positions, play may go round in circles: there, a lower and an upper
//! bound of every value are improved in turns until they meet ("interval iteration", Haddad & Monmege 2018). Where the
//! bounds meet, the value is proved, to the last digits of a floating-point number; in small games it is then worked out
//! once more in fractions, and the choices are checked against all others. Positions whose worth the rules can tell
//! ([`Hints::solved`]) are not looked into.

use std::collections::{HashMap, VecDeque};

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{Judge, Line, Method, Report};
use crate::control::{Control, Meter, Stopped};
use crate::game::{Hints, Turn};
use crate::score::Score;

/// The memory that positions may always take.
const MEMORY: usize = 1 << 30;
/// Bounds that are so close, as a share of all there is to win, have met.
const CLOSE: f64 = 1e-13;
/// Fractions are worked out for so many positions, and so many of them in one component.
const SMALL: (usize, usize) = (5_000, 60);
/// A number that is so close to a fraction with a denominator up to this is meant to be one.
const DENOMINATOR: i64 = 1_000_000;

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The first player wants more.
    First,
    /// The second player wants less for the first.
    Second,
    Chance,
    Over,
}

/// All positions by number, the first one 0; what follows position n is `edges[starts[n]..starts[n + 1]]`.
struct Graph {
    owners: Vec<Owner>,
    starts: Vec<usize>,
    /// The position that follows and, where chance decides, its probability.
    edges: Vec<(u32, f64)>,
    /// Bounds of what each position is worth to the first player.
    low: Vec<f64>,
    high: Vec<f64>,
    /// Were some positions worth what their rules say, so that there is no telling which fraction a number is meant to be?
    told: bool,
}

/// Solves an unfinished position of a game for one or two.
///
/// # Errors
/// One sentence when more positions can come up than fit into the memory.
pub(super) fn search<G: Hints>(
    rules: &G,
    position: &G::Position,
    judge: Judge,
    control: &Control,
) -> Result<Report<G::Move>, String> {
    let mut meter = Meter::new(control);
    let graph = explore(rules, position, &judge, control, &mut meter)?;
    let solved = graph.map(|mut graph| {
        let done = graph.solve(&judge, &mut meter);
        (graph, done)
    });
    let stopped = |meter: &Meter| meter.stopped().unwrap_or(Stopped::Interrupted);
    let (line, stopped, fraction) = match solved {
        Some((graph, true)) if rules.trouble().is_none() => {
            let gap = judge.bounds.1 - judge.bounds.0;
            let horizon = graph.high[0] - graph.low[0] > 1e-9 * gap;
            let middle = (graph.low[0] + graph.high[0]) / 2.0;
            let line = Line {
                moves: graph
                    .choice(0)
                    .map(|edge| rules.actions(position).swap_remove(edge))
                    .into_iter()
                    .collect(),
                value: judge.value(Score::of(middle), horizon),
                depth: 0,
            };
            let fraction = graph
                .fraction()
                .map(|value| if judge.player == 0 { value } else { -value })
                .filter(|_| !horizon && judge.share == 0.0);
            (line, Stopped::Finished, fraction)
        }
        _ => {
            let value = judge.guess(rules, position);
            let moves = Vec::new();
            let line = Line {
                moves,
                value,
                depth: 0,
            };
            (line, stopped(&meter), None)
        }
    };
    let mut report = Report::new(
        Method::Dynamic,
        vec![line],
        (meter.nodes(), 0),
        control,
        stopped,
    );
    report.fraction = fraction.map(|value| value.to_string());
    Ok(report)
}

/// Lists everything that can come up; none when it was stopped.
fn explore<G: Hints>(
    rules: &G,
    start: &G::Position,
    judge: &Judge,
    control: &Control,
    meter: &mut Meter,
) -> Result<Option<Graph>, String> {
    // A position in the hash table and its place in the graph; what leads from it to others counts apart.
    let each = 2 * size_of::<G::Position>() + 72;
    let most = control.limits.memory.unwrap_or(MEMORY).max(MEMORY);
    let mut graph = Graph {
        owners: Vec::new(),
        starts: vec![0],
        edges: Vec::new(),
        low: Vec::new(),
        high: Vec::new(),
        told: false,
    };
    let mut numbers = HashMap::from([(start.clone(), 0_u32)]);
    let mut waiting = VecDeque::from([start.clone()]);
    let mut chances = Vec::new();
    while let Some(position) = waiting.pop_front() {
        if meter.must_stop() {
            return Ok(None);
        }
        let mut follow = |action: &G::Move, probability: f64| {
            let mut child = position.clone();
            rules.play_unchecked(&mut child, action);
            let next = numbers.len() as u32;
            let number = *numbers.entry(child).or_insert_with_key(|child| {
                waiting.push_back(child.clone());
                next
            });
            graph.edges.push((number, probability));
        };
        // What is asked about is looked at one ply ahead all the same: the move is wanted, too.
        let turn = rules.turn(&position);
        let solved = if turn == Turn::Over || graph.owners.is_empty() {
            None
        } else {
            rules.solved(&position)
        };
        let (owner, bounds) = match (turn, solved) {
            (Turn::Over, _) => {
                let utility = rules.utility(&position, 0);
                (Owner::Over, (utility, utility))
            }
            (_, Some(utility)) => {
                graph.told = true;
                (Owner::Over, (utility, utility))
            }
            (Turn::Chance, None) => {
                rules.chances(&position, &mut chances);
                for (event, probability) in chances.drain(..) {
                    follow(&event, probability);
                }
                (Owner::Chance, judge.bounds)
            }
            (Turn::Player(player), None) => {
                for action in rules.actions(&position) {
                    follow(&action, 0.0);
                }
                let owner = [Owner::First, Owner::Second][player.min(1)];
                (owner, judge.bounds)
            }
        };
        graph.owners.push(owner);
        graph.starts.push(graph.edges.len());
        graph.low.push(bounds.0);
        graph.high.push(bounds.1);
        let taken = numbers.len() * each + graph.edges.len() * size_of::<(u32, f64)>();
        if taken > most || numbers.len() > u32::MAX as usize {
            return Err(format!(
                "more than {} positions can come up: give dynamic programming more memory, or search less deep",
                numbers.len()
            ));
        }
    }
    Ok(Some(graph))
}

impl Graph {
    fn edges(&self, number: usize) -> &[(u32, f64)] {
        &self.edges[self.starts[number]..self.starts[number + 1]]
    }

    /// Improves both bounds of a position; was there any change?
    fn improve(&mut self, number: usize) -> bool {
        let edges = &self.edges[self.starts[number]..self.starts[number + 1]];
        let value = |bounds: &[f64]| match self.owners[number] {
            Owner::Over => bounds[number],
            Owner::Chance => edges
                .iter()
                .fold(0.0, |sum, (next, part)| sum + part * bounds[*next as usize]),
            Owner::First => edges.iter().fold(f64::NEG_INFINITY, |best, (next, _)| {
                best.max(bounds[*next as usize])
            }),
            Owner::Second => edges.iter().fold(f64::INFINITY, |best, (next, _)| {
                best.min(bounds[*next as usize])
            }),
        };
        let (low, high) = (
            value(&self.low).max(self.low[number]),
            value(&self.high).min(self.high[number]),
        );
        let changed = low != self.low[number] || high != self.high[number];
        (self.low[number], self.high[number]) = (low, high);
        changed
    }

    /// Brings the bounds together, component by component; false when it was stopped.
    fn solve(&mut self, judge: &Judge, meter: &mut Meter) -> bool {
        let close = CLOSE * (judge.bounds.1 - judge.bounds.0);
        for component in self.components() {
            loop {
                let (mut changed, mut gap) = (false, 0.0_f64);
                for &number in &component {
                    if meter.must_stop() {
                        return false;
                    }
                    changed |= self.improve(number as usize);
                    gap = gap.max(self.high[number as usize] - self.low[number as usize]);
                }
                if !changed || component.len() == 1 && !self.loops(component[0]) || gap <= close {
                    break;
                }
            }
        }
        true
    }

    fn loops(&self, number: u32) -> bool {
        self.edges(number as usize)
            .iter()
            .any(|(next, _)| *next == number)
    }

    /// The strongly connected components, each before those that lead to it.
    fn components(&self) -> Vec<Vec<u32>> {
        const UNSEEN: u32 = u32::MAX;
        let count = self.owners.len();
        let mut order = vec![UNSEEN; count];
        let mut lowest = vec![0_u32; count];
        let mut is_open = vec![false; count];
        let (mut open, mut path) = (Vec::new(), vec![(0_u32, 0_usize)]);
        let (mut found, mut next_order) = (Vec::new(), 0);
        while let Some((number, edge)) = path.last_mut() {
            let node = *number as usize;
            if *edge == 0 && order[node] == UNSEEN {
                (order[node], lowest[node]) = (next_order, next_order);
                next_order += 1;
                open.push(*number);
                is_open[node] = true;
            }
            if let Some((next, _)) = self.edges(node).get(*edge) {
                *edge += 1;
                let next = *next as usize;
                if order[next] == UNSEEN {
                    path.push((next as u32, 0));
                } else if is_open[next] {
                    lowest[node] = lowest[node].min(order[next]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                let parent = *parent as usize;
                lowest[parent] = lowest[parent].min(lowest[node]);
            }
            if lowest[node] == order[node] {
                let first = open
                    .iter()
                    .rposition(|&other| other as usize == node)
                    .expect("a component is closed once");
                // What was seen last is nearest to the end.
                let component: Vec<u32> = open.drain(first..).rev().collect();
                for &member in &component {
                    is_open[member as usize] = false;
                }
                found.push(component);
            }
        }
        found
    }

    /// Which of its edges the player at a position takes: the first of the best; none where nobody chooses.
    fn choice(&self, number: usize) -> Option<usize> {
        let worth = |&(next, _): &(u32, f64)| self.low[next as usize] + self.high[next as usize];
        let edges = self.edges(number).iter().map(worth);
        let better = match self.owners[number] {
            Owner::First => |new: f64, best: f64| new > best,
            Owner::Second => |new: f64, best: f64| new < best,
            Owner::Chance | Owner::Over => return None,
        };
        let mut best: Option<(usize, f64)> = None;
        for (edge, worth) in edges.enumerate() {
            if best.is_none_or(|(_, best)| better(worth, best)) {
                best = Some((edge, worth));
            }
        }
        best.map(|(edge, _)| edge)
    }

    /// The value of the first position as a fraction; none where that is too much work, or where a number is no fraction.
    fn fraction(&self) -> Option<BigRational> {
        if self.told || self.owners.len() > SMALL.0 {
            return None;
        }
        let mut values = vec![BigRational::zero(); self.owners.len()];
        for component in self.components() {
            if component.len() > SMALL.1 {
                return None;
            }
            self.fractions(&component, &mut values)?;
        }
        // Nobody who chooses could do better.
        let is_best = |number: usize| {
            let edges = self.edges(number).iter();
            let mut others = edges.map(|(next, _)| &values[*next as usize]);
            match self.owners[number] {
                Owner::First => others.all(|other| *other <= values[number]),
                Owner::Second => others.all(|other| *other >= values[number]),
                Owner::Chance | Owner::Over => true,
            }
        };
        (0..self.owners.len())
            .all(is_best)
            .then(|| values.swap_remove(0))
    }

    /// Solves the linear equations of one component, given the values of those behind it and everyone's choices.
    fn fractions(&self, component: &[u32], values: &mut [BigRational]) -> Option<()> {
        let size = component.len();
        let place: HashMap<u32, usize> = component.iter().copied().zip(0..).collect();
        let mut rows: Vec<Vec<BigRational>> = Vec::new();
        for (row, &number) in component.iter().enumerate() {
            let mut equation = vec![BigRational::zero(); size + 1];
            equation[row] = BigRational::one();
            let mut add = |next: u32, part: BigRational| match place.get(&next) {
                Some(&column) => equation[column] -= part,
                None => equation[size] += part * &values[next as usize],
            };
            let number = number as usize;
            match self.owners[number] {
                Owner::Over => equation[size] = simple(self.low[number])?,
                Owner::Chance => {
                    let mut sum = BigRational::zero();
                    for &(next, probability) in self.edges(number) {
                        let part = simple(probability)?;
                        sum += &part;
                        add(next, part);
                    }
                    if !sum.is_one() {
                        return None;
                    }
                }
                Owner::First | Owner::Second => {
                    let edge = self.choice(number)?;
                    add(self.edges(number)[edge].0, BigRational::one());
                }
            }
            rows.push(equation);
        }
        // Gauss and Jordan.
        for column in 0..size {
            let pivot = (column..size).find(|&row| !rows[row][column].is_zero())?;
            rows.swap(column, pivot);
            let scale = rows[column][column].clone();
            for number in &mut rows[column] {
                *number /= &scale;
            }
            let pivot = rows[column].clone();
            for (index, row) in rows.iter_mut().enumerate() {
                if index != column && !row[column].is_zero() {
                    let factor = row[column].clone();
                    for (number, other) in row.iter_mut().zip(&pivot) {
                        *number -= &factor * other;
                    }
                }
            }
        }
        for (row, &number) in rows.iter().zip(component) {
            values[number as usize].clone_from(&row[size]);
        }
        Some(())
    }
}

/// The fraction that a number is meant to be, if its denominator is small: the first convergent of its continued fraction
/// that is as close as numbers can be.
fn simple(number: f64) -> Option<BigRational> {
    let (mut rest, mut before, mut last) = (number, (0_i64, 1_i64), (1_i64, 0_i64));
    for _ in 0..40 {
        let whole = rest.floor();
        if whole.abs() > 1e9 {
            return None;
        }
        let next = (
            (whole as i64).checked_mul(last.0)?.checked_add(before.0)?,
            (whole as i64).checked_mul(last.1)?.checked_add(before.1)?,
        );
        if next.1 > DENOMINATOR {
            return None;
        }
        if (next.0 as f64 / next.1 as f64 - number).abs() <= 1e-15 * number.abs().max(1.0) {
            return Some(BigRational::new(next.0.into(), next.1.into()));
        }
        (before, last) = (last, next);
        rest = 1.0 / (rest - whole);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::games::tree::parse_tree;
    use crate::score::Kind;

    #[test]
    fn numbers_are_read_as_the_fractions_they_are_meant_to_be() {
        for (number, text) in [
            (1.0 / 36.0, "1/36"),
            (0.0, "0"),
            (-7.0 / 5.0, "-7/5"),
            (244.0 / 495.0, "244/495"),
        ] {
            assert_eq!(simple(number).unwrap().to_string(), text);
        }
        assert_eq!(simple(std::f64::consts::PI), None);
    }

    #[test]
    fn a_tree_has_its_value_as_a_fraction() {
        let rules = parse_tree("(chance(1/3:max(1 2) 2/3:min(-1 5)) -3)").unwrap();
        let facts = crate::game::Game::facts(&rules);
        let judge = Judge::new(&facts, 0, true);
        let control = Control::new(Limits::default());
        let start = crate::game::Game::start(&rules);
        let report = search(&rules, &start, judge, &control).unwrap();
        assert_eq!(report.value.kind, Kind::Proved);
        assert_eq!(report.fraction.as_deref(), Some("0"));
        assert_eq!(report.line.len(), 1);
    }
}
