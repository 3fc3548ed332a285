//! Counting: how many lines, positions and games there are below a position. The usual proof that rules are right.

use std::collections::HashSet;

use crate::control::{Control, DEEPEST, Meter};
use crate::game::{Game, Turn, quoted};

/// What to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Lines of exactly `depth` plies: perft. Lines that end earlier do not count; chance events are plies.
    Leaves,
    /// Different positions reached by lines of exactly `depth` plies.
    Positions,
    /// Games that end within `depth` plies.
    Games,
}

impl Count {
    /// All of them.
    pub const ALL: [Count; 3] = [Count::Leaves, Count::Positions, Count::Games];

    /// The name that people type.
    pub fn word(self) -> &'static str {
        match self {
            Count::Leaves => "leaves",
            Count::Positions => "positions",
            Count::Games => "games",
        }
    }

    /// The count of this name.
    ///
    /// # Errors
    /// One sentence that lists the counts when there is none of that name.
    pub fn find(name: &str) -> Result<Count, String> {
        Count::ALL
            .into_iter()
            .find(|count| count.word() == name)
            .ok_or_else(|| {
                format!(
                    "cannot count {}: there are {}",
                    quoted(name),
                    Count::ALL.map(Count::word).join(", ")
                )
            })
    }
}

/// Counts below a position; `Ok(None)` when it was interrupted.
///
/// # Errors
/// One sentence when the depth is above [`DEEPEST`], or the positions do not fit into the memory allowed.
pub fn perft<G: Game>(
    rules: &G,
    position: &G::Position,
    depth: u32,
    count: Count,
    control: &Control,
) -> Result<Option<u64>, String> {
    if depth > DEEPEST {
        return Err(format!(
            "depth is {depth}: counting goes at most {DEEPEST} plies deep"
        ));
    }
    let mut counter = Counter {
        rules,
        count,
        chance: rules.facts().chance,
        meter: Meter::new(control),
        moves: Vec::new(),
        chances: Vec::new(),
    };
    let total = match count {
        Count::Positions => positions(rules, position, depth, control)?,
        Count::Leaves | Count::Games => Some(counter.below(position, depth)),
    };
    Ok(total.filter(|_| counter.meter.stopped().is_none()))
}

struct Counter<'a, G: Game> {
    rules: &'a G,
    count: Count,
    chance: bool,
    meter: Meter<'a>,
    moves: Vec<G::Move>,
    chances: Vec<(G::Move, f64)>,
}

impl<G: Game> Counter<'_, G> {
    fn below(&mut self, position: &G::Position, depth: u32) -> u64 {
        if depth == 0 && self.count == Count::Leaves {
            return 1;
        }
        if self.meter.must_stop() {
            return 0;
        }
        // The last ply of perft need not be played to be counted.
        if depth == 1 && self.count == Count::Leaves && !self.chance {
            return self.rules.count_moves(position, &mut self.moves);
        }
        let turn = self.rules.turn(position);
        if turn == Turn::Over {
            return u64::from(self.count == Count::Games);
        }
        if depth == 0 {
            return 0;
        }
        let first = self.moves.len();
        if turn == Turn::Chance {
            self.rules.chances(position, &mut self.chances);
            self.moves
                .extend(self.chances.drain(..).map(|(event, _)| event));
        } else {
            self.rules.moves(position, &mut self.moves);
        }
        let mut total = 0_u64;
        for index in first..self.moves.len() {
            let action = self.moves[index].clone();
            let mut child = position.clone();
            self.rules.play_unchecked(&mut child, &action);
            total += self.below(&child, depth - 1);
        }
        self.moves.truncate(first);
        total
    }
}

/// Breadth first, one set of positions per ply.
fn positions<G: Game>(
    rules: &G,
    start: &G::Position,
    depth: u32,
    control: &Control,
) -> Result<Option<u64>, String> {
    let mut meter = Meter::new(control);
    let mut level = HashSet::from([start.clone()]);
    // A set keeps a byte per place beside the entry and is never more than 7/8 full.
    let cost = (size_of::<G::Position>() + 1) * 8 / 7;
    for ply in 0..depth {
        let mut next = HashSet::new();
        for position in &level {
            for action in rules.actions(position) {
                if meter.must_stop() {
                    return Ok(None);
                }
                let mut child = position.clone();
                rules.play_unchecked(&mut child, &action);
                next.insert(child);
            }
            let bytes = (level.len() + next.capacity()) * cost;
            if control.limits.memory.is_some_and(|limit| bytes > limit) {
                return Err(format!(
                    "the positions of ply {} do not fit into the memory allowed",
                    ply + 1
                ));
            }
        }
        level = next;
    }
    Ok(Some(level.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::game::{BuiltIn, Options};
    use crate::games::parcheesi::Rules;

    #[test]
    fn a_depth_that_would_exhaust_the_stack_is_refused() {
        let rules = Rules::with_options(&Options::default()).unwrap();
        let control = Control::new(Limits::default());
        for count in Count::ALL {
            let counted = perft(&rules, &rules.start(), DEEPEST + 1, count, &control);
            assert_eq!(
                counted,
                Err("depth is 1001: counting goes at most 1000 plies deep".into())
            );
        }
    }
}
