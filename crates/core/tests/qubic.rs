//! Qubic is won for the first player, and what the hints call won is won: strategies checked with the rules alone.

use zermelo_core::control::{Control, Limits, Random};
use zermelo_core::game::{Game, Hints, Notation, Turn};
use zermelo_core::games::qubic::{Position, Rules};
use zermelo_core::search::Method;
use zermelo_core::search::engine::table::Table;
use zermelo_core::solve::certificate::{Claim, Seen, verify, write};

fn rules() -> Rules {
    Rules::default()
}

/// A strategy of this player that wins, checked.
fn won(position: &Position, player: usize, table: &Table) -> Seen {
    let control = Control::new(Limits::default());
    let claim = Claim {
        player,
        utility: 1.0,
    };
    let method = Method::ProofNumber;
    let (strategy, seen) = write(&rules(), position, claim, method, &control, table).unwrap();
    assert_eq!(
        verify(&rules(), position, claim, &strategy, &control),
        Ok(seen)
    );
    seen
}

fn after(moves: &str) -> Position {
    moves.split(' ').fold(rules().start(), |position, text| {
        let action = rules().read_move(&position, text).unwrap();
        rules().play(position, action).unwrap()
    })
}

#[test]
fn what_threats_win_is_won_and_what_they_refute_is_lost() {
    let table = Table::new(1 << 24).unwrap();
    let mut random = Random::new(5);
    let (mut wins, mut refuted) = (0, 0);
    while wins < 60 || refuted < 60 {
        let mut position = rules().start();
        for _ in 0..8 + random.below(20) {
            let mut moves = Vec::new();
            if rules().turn(&position) != Turn::Over {
                rules().candidates(&position, &mut moves);
                rules().play_unchecked(&mut position, &moves[random.below(moves.len())]);
            }
        }
        let Turn::Player(player) = rules().turn(&position) else {
            continue;
        };
        let outlook = rules().outlook(&position, (-1.0, 1.0));
        if outlook.least.0 == 1.0 || outlook.most.0 == -1.0 {
            let winner = if outlook.least.0 == 1.0 {
                player
            } else {
                1 - player
            };
            won(&position, winner, &table);
            wins += 1;
            continue;
        }
        let (mut all, mut contenders) = (Vec::new(), Vec::new());
        rules().candidates(&position, &mut all);
        rules().contenders(&position, &mut contenders);
        all.retain(|cell| !contenders.contains(cell));
        if !all.is_empty() {
            let cell = all[random.below(all.len())];
            won(&rules().play(position, cell).unwrap(), 1 - player, &table);
            refuted += 1;
        }
    }
}

#[test]
fn an_opening_is_won_by_a_strategy_that_can_be_checked() {
    let table = Table::new(1 << 26).unwrap();
    let seen = won(&after("1a1 1b1 4d4 1d4"), 0, &table);
    assert_eq!(seen.positions, 2 * seen.decisions);
}

#[test]
#[ignore = "takes minutes and a gigabyte"]
fn the_first_player_wins() {
    let table = Table::new(1 << 28).unwrap();
    println!("{:?}", won(&rules().start(), 0, &table));
}
