//! Checkers beside what others have counted: positions by the number of pieces, and the endgames of two and three pieces.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use zermelo_core::any::AnyPosition;
use zermelo_core::control::{Control, Limits, Random};
use zermelo_core::game::{Game, Notation};
use zermelo_core::games::checkers::{Position, Rules};
use zermelo_core::score::Kind;
use zermelo_core::search::engine::selective::Selective;
use zermelo_core::search::{Method, Request};

const ENDGAMES: &str = include_str!("checkers_endgames.csv");

fn rules() -> Rules {
    Rules::default()
}

/// Men and kings of the side to move, then of the other.
type Material = [usize; 4];

/// Every position with so many pieces and Black to move or White: its material and how it is read.
fn positions(pieces: usize) -> Vec<(Material, Position)> {
    let mut found = Vec::new();
    let mut squares: Vec<usize> = (1..=pieces).collect();
    loop {
        for kinds in 0..1 << (2 * pieces) {
            for (side, turn) in ["B", "W"].into_iter().enumerate() {
                found.extend(position(turn, side, &squares, kinds));
            }
        }
        // The next choice of squares in order.
        let Some(last) = (0..pieces).rfind(|&index| squares[index] < 32 - pieces + index + 1)
        else {
            return found;
        };
        squares[last] += 1;
        for index in last + 1..pieces {
            squares[index] = squares[index - 1] + 1;
        }
    }
}

/// Two bits of `kinds` for each piece: its side and whether it is a king.
fn position(
    turn: &str,
    side: usize,
    squares: &[usize],
    kinds: usize,
) -> Option<(Material, Position)> {
    let mut groups = [Vec::new(), Vec::new()];
    let mut material = [0; 4];
    for (index, square) in squares.iter().enumerate() {
        let kind = kinds >> (2 * index) & 3;
        let (owner, king) = (kind & 1, kind >> 1);
        groups[owner].push(format!("{}{square}", ["", "K"][king]));
        material[2 * usize::from(owner != side) + king] += 1;
    }
    let [black, white] = groups.map(|group| group.join(","));
    let read = rules().parse(&format!("{turn}:W{white}:B{black}"));
    Some((material, read.ok()?))
}

#[test]
fn there_are_as_many_positions_of_a_few_pieces_as_the_databases_have() {
    // Chinook project: all positions of one, two and three pieces, and those with both sides present.
    for (pieces, all, both) in [(1, 120, 0), (2, 6_972, 3_488), (3, 261_224, 196_032)] {
        let found = positions(pieces);
        assert_eq!(found.len(), 2 * all);
        let is_both =
            |material: &Material| material[0] + material[1] > 0 && material[2] + material[3] > 0;
        let count = found
            .iter()
            .filter(|(material, _)| is_both(material))
            .count();
        assert_eq!(count, 2 * both);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Won,
    Lost,
    Unknown,
}

/// Wins and losses of the side to move, worked out backwards; what stays unknown is drawn. The count of idle plies is left
/// out of account, as in the databases.
fn solved(found: &[(Material, Position)]) -> Vec<Value> {
    let numbers: HashMap<u64, usize> = found
        .iter()
        .enumerate()
        .map(|(number, (_, position))| (rules().key(position), number))
        .collect();
    let children: Vec<Vec<usize>> = found
        .iter()
        .map(|(_, position)| {
            let moves = rules().actions(position);
            let after = moves.iter().map(|action| {
                let mut child = *position;
                rules().play_unchecked(&mut child, action);
                numbers[&rules().key(&child)]
            });
            after.collect()
        })
        .collect();
    let mut values = vec![Value::Unknown; found.len()];
    loop {
        let mut changed = false;
        for number in 0..found.len() {
            if values[number] != Value::Unknown {
                continue;
            }
            let value = if children[number]
                .iter()
                .any(|&child| values[child] == Value::Lost)
            {
                Value::Won
            } else if children[number]
                .iter()
                .all(|&child| values[child] == Value::Won)
            {
                Value::Lost
            } else {
                continue;
            };
            values[number] = value;
            changed = true;
        }
        if !changed {
            return values;
        }
    }
}

#[test]
fn endgames_of_two_and_three_pieces_are_won_lost_and_drawn_as_often_as_known() {
    let found: Vec<_> = (1..=3).flat_map(positions).collect();
    let values = solved(&found);
    let mut counts: BTreeMap<Material, [usize; 4]> = BTreeMap::new();
    for ((material, _), value) in found.iter().zip(values) {
        let count = counts.entry(*material).or_default();
        count[0] += 1;
        count[match value {
            Value::Won => 1,
            Value::Lost => 2,
            Value::Unknown => 3,
        }] += 1;
    }
    let rows = ENDGAMES.lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let numbers: Vec<usize> = row.split(',').map(|field| field.parse().unwrap()).collect();
        let material: Material = numbers[..4].try_into().unwrap();
        // Black and White to move are counted both, and are as many.
        let expected: Vec<usize> = numbers[4..].iter().map(|count| 2 * count).collect();
        assert_eq!(counts[&material].to_vec(), expected, "{row}");
    }
}

#[test]
fn the_engine_claims_nothing_false_about_three_pieces() {
    let found: Vec<_> = (1..=3).flat_map(positions).collect();
    let values = solved(&found);
    let game = Arc::new(rules());
    let mut random = Random::new(5);
    let mut claims = 0;
    for index in 0..1_000 {
        let number = random.below(found.len());
        let position = AnyPosition::new(Arc::clone(&game), found[number].1);
        if position.actions().is_empty() {
            continue;
        }
        let selective = [Selective::PLAY, Selective::NONE][index % 2];
        let control = Control::new(Limits {
            nodes: Some(4_000),
            memory: Some(1 << 18),
            ..Limits::default()
        });
        let request = Request {
            method: Some(Method::Engine),
            selective,
            ..Request::default()
        };
        let value = position.search(&request, &control).unwrap().value;
        let right = match values[number] {
            Value::Won => 1.0,
            Value::Lost => -1.0,
            Value::Unknown => 0.0,
        };
        let true_claim = match value.kind {
            Kind::Proved => value.utility == right,
            Kind::Lower => value.utility <= right,
            Kind::Upper => value.utility >= right,
            Kind::Estimate => continue,
        };
        assert!(true_claim, "{}: {value:?}", position.text());
        claims += 1;
    }
    assert!(claims > 300, "{claims}");
}
