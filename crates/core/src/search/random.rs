//! Random play: every legal move is equally likely, chance follows its probabilities.

use super::{Judge, Line, Method, Report};
use crate::control::{Control, DEEPEST, Meter, Random, Stopped};
use crate::game::{Evaluate, Game, Turn};
use crate::history::History;
use crate::score::{Kind, Value};

/// Plays one random game. The line is the whole game, chance included; the value is what it brought, one sample.
pub(super) fn play<G: Game + Evaluate>(
    rules: &G,
    root: &G::Position,
    mut history: History,
    judge: &Judge,
    mut meter: Meter<'_>,
    seed: u64,
    control: &Control,
) -> Report<G::Move> {
    let mut random = Random::new(seed);
    let mut position = root.clone();
    let (mut line, mut moves, mut chances) = (Vec::new(), Vec::new(), Vec::new());
    let limit = control.limits.depth.unwrap_or(DEEPEST) as usize;
    let mut stopped = Stopped::Depth;
    let mut turn = history.turn(rules, &position);
    while turn != Turn::Over {
        // The first move is made whatever the limits: an answer is owed.
        if !line.is_empty() && (line.len() >= limit || meter.must_stop()) {
            break;
        }
        let action = if turn == Turn::Chance {
            chances.clear();
            rules.chances(&position, &mut chances);
            let index = random.weighted(chances.iter().map(|(_, probability)| *probability));
            chances.get(index).map(|(event, _)| event.clone())
        } else {
            moves.clear();
            rules.moves(&position, &mut moves);
            if moves.is_empty() {
                None
            } else {
                Some(moves[random.below(moves.len())].clone())
            }
        };
        let Some(action) = action else { break };
        rules.play_unchecked(&mut position, &action);
        line.push(action);
        history.enter(rules, &position);
        turn = history.turn(rules, &position);
    }
    let utility = if rules.trouble().is_some() {
        stopped = Stopped::Interrupted;
        judge.share
    } else if turn == Turn::Over {
        stopped = Stopped::Finished;
        history.utility(rules, &position, judge.player)
    } else {
        stopped = meter.stopped().unwrap_or(stopped);
        rules.evaluate(&position, judge.player)
    };
    let value = Value {
        kind: Kind::Estimate,
        utility,
        plies: None,
        player: judge.player,
    };
    let depth = line.len() as u32;
    let lines = vec![Line {
        moves: line,
        value,
        depth,
    }];
    let spent = (u64::from(depth) + 1, depth);
    Report::new(Method::Random, lines, spent, control, stopped)
}
