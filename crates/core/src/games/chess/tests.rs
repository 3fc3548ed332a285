use super::*;
use crate::any::{AnyGame, AnyPosition};
use crate::control::Random;
use crate::game::{Evaluate, Hints, Notation};

fn rules() -> Rules {
    Rules::default()
}

fn read(fen: &str) -> Position {
    rules().parse(fen).unwrap()
}

fn refusal(fen: &str) -> String {
    rules().parse(fen).unwrap_err()
}

fn find(position: &Position, text: &str) -> Move {
    rules()
        .read_move(position, text)
        .unwrap_or_else(|| panic!("{text} in {}", rules().text(position)))
}

fn after(fen: &str, moves: &[&str]) -> String {
    let mut position = read(fen);
    for text in moves {
        let action = find(&position, text);
        rules().play_unchecked(&mut position, &action);
        assert_eq!(position.key, position.fresh_key(), "{text}");
    }
    rules().text(&position)
}

fn texts(fen: &str) -> Vec<String> {
    let position = read(fen);
    let actions = rules().actions(&position);
    actions
        .iter()
        .map(|action| rules().move_text(&position, action))
        .collect()
}

fn play_all(mut position: AnyPosition, moves: &str) -> AnyPosition {
    for text in moves.split_whitespace() {
        position = position.play(text).unwrap();
    }
    position
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_usual_start_is_number_518() {
    assert_eq!(rules().text(&rules().start()), START);
    let numbers = [
        (0, "bbqnnrkr"),
        (518, "rnbqkbnr"),
        (534, "rnbkqbnr"),
        (959, "rkrnnqbb"),
    ];
    for (number, row) in numbers {
        let text = rules().text(&rules().numbered_start(number));
        assert!(text.starts_with(row), "{number}: {text}");
    }
    let mut all: Vec<_> = (0..960)
        .map(|number| rules().text(&rules().numbered_start(number)))
        .collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 960);
}

#[test]
fn an_en_passant_square_is_kept_only_if_a_pawn_can_capture_there() {
    assert!(after(START, &["e4"]).contains(" b KQkq - 0 1"));
    assert!(after(START, &["e4", "a6", "e5", "d5"]).contains(" w KQkq d6 0 3"));
    // The capture would uncover the king: along the rank, and along the diagonal.
    for fen in [
        "8/2p5/8/KP5r/8/8/8/6k1 b - - 0 1",
        "6k1/2p5/8/1P6/K7/8/8/2r3b1 b - - 0 1",
    ] {
        let text = after(fen, &["c5"]);
        assert_eq!(text.contains(" c6 "), fen.contains("K7"), "{text}");
    }
    assert_eq!(
        after("8/8/8/8/k1pP3R/8/8/6K1 b - d3 0 1", &[]),
        "8/8/8/8/k1pP3R/8/8/6K1 b - - 0 1"
    );
}

#[test]
fn castling_needs_a_free_and_safe_way() {
    let castles = |fen: &str| -> Vec<String> {
        texts(fen)
            .into_iter()
            .filter(|text| text.starts_with('O'))
            .collect()
    };
    assert_eq!(
        castles("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ["O-O-O", "O-O"]
    );
    assert_eq!(castles("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1"), ["O-O"]);
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1"), ["O-O"]);
    assert_eq!(castles("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), ["O-O-O"]); // b1 may be attacked
    assert_eq!(castles("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1"), [""; 0]); // d1 may not
    assert_eq!(castles("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), [""; 0]); // c1 may not
    assert_eq!(castles("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1"), [""; 0]); // nor out of check
}

#[test]
fn castling_rights_are_lost_by_king_rook_and_capture() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(after(fen, &["O-O"]).starts_with("r3k2r/8/8/8/8/8/8/R4RK1 b kq"));
    assert!(after(fen, &["O-O-O"]).starts_with("r3k2r/8/8/8/8/8/8/2KR3R b kq"));
    assert!(after(fen, &["Ke2"]).contains(" b kq "));
    assert!(after(fen, &["Ra2"]).contains(" b Kkq "));
    assert!(after(fen, &["Rxh8+"]).contains(" b Qq "));
}

#[test]
fn castling_in_chess960_moves_king_and_rook_to_their_usual_squares() {
    let cases = [
        ("4k3/8/8/8/8/8/8/1R1K4 w Q - 0 1", "O-O-O", "2KR4"),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "O-O", "5RK1"),
        ("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", "O-O-O", "2KR4"),
        ("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1h1", "R4RK1"),
    ];
    for (fen, text, row) in cases {
        assert!(after(fen, &[text]).contains(&format!("/{row} b")), "{fen}");
    }
    // The rook protects its king on c1 from the rook on a1.
    assert!(!texts("4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1").contains(&"O-O-O".into()));
    // A right of the inner of two rooks is written by its file.
    let fen = "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1";
    assert_eq!(after(fen, &[]), fen);
    assert_eq!(
        after("4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1", &[]),
        fen.replace(" C ", " Q ")
    );
}

#[test]
fn a_pinned_pawn_moves_along_its_line_only() {
    let pinned = texts("4r1k1/8/8/8/8/5p2/4P3/4K3 w - - 0 1");
    assert!(pinned.contains(&"e3".into()) && pinned.contains(&"e4".into()));
    assert!(!pinned.contains(&"exf3".into()));
    let diagonal = texts("6k1/8/8/8/8/6b1/5P2/4K3 w - - 0 1");
    assert!(diagonal.contains(&"fxg3".into()) && !diagonal.contains(&"f3".into()));
}

#[test]
fn only_the_king_moves_out_of_double_check() {
    assert_eq!(texts("4k3/8/8/8/8/2n3b1/8/R2QK3 w - - 0 1"), ["Kf1", "Kd2"]);
}

#[test]
fn mate_and_stalemate_end_the_game() {
    let mated = read("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(rules().turn(&mated), Turn::Over);
    assert_eq!(
        [0, 1].map(|player| rules().utility(&mated, player)),
        [-1.0, 1.0]
    );
    let stuck = read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(rules().turn(&stuck), Turn::Over);
    assert_eq!(rules().utility(&stuck, 0), 0.0);
}

#[test]
fn fifty_moves_without_progress_are_a_draw_and_seventy_five_when_forced() {
    let fen = "7k/8/8/8/8/8/6R1/K7 w - - 99 80";
    let position = play_all(AnyGame::new(rules()).parse(fen).unwrap(), "Rg3");
    assert_eq!(position.outcome().as_deref(), Some("draw"));
    let forced = Rules {
        draws: Draws::Forced,
        ..rules()
    };
    let position = AnyGame::new(forced.clone()).parse(fen).unwrap();
    assert_eq!(position.play("Rg3").unwrap().outcome(), None);
    let late = AnyGame::new(forced.clone())
        .parse(&fen.replace("99", "149"))
        .unwrap();
    assert_eq!(late.play("Rg3").unwrap().outcome().as_deref(), Some("draw"));
    // Mate on the hundredth ply is mate.
    let mate = AnyGame::new(rules())
        .parse("7k/6pp/8/8/8/8/8/K5R1 w - - 99 80")
        .unwrap();
    let mated = AnyGame::new(rules())
        .parse("7k/5ppp/8/8/8/8/8/K3R3 w - - 99 80")
        .unwrap();
    assert_eq!(mate.play("Rg2").unwrap().outcome().as_deref(), Some("draw"));
    assert_eq!(
        mated.play("Re8#").unwrap().outcome().as_deref(),
        Some("white wins")
    );
}

#[test]
fn a_position_for_the_third_time_is_a_draw_and_for_the_fifth_when_forced() {
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ";
    let start = AnyGame::new(rules()).start();
    let twice = play_all(start.clone(), there_and_back);
    assert_eq!(twice.outcome(), None);
    let thrice = play_all(twice, there_and_back);
    assert_eq!(thrice.outcome().as_deref(), Some("draw"));
    assert!(thrice.action_texts().is_empty());
    assert!(
        thrice
            .play("e4")
            .err()
            .unwrap()
            .contains("the game is over")
    );
    let forced = Rules {
        draws: Draws::Forced,
        ..rules()
    };
    let start = AnyGame::new(forced.clone()).start();
    assert_eq!(
        play_all(start.clone(), &there_and_back.repeat(3)).outcome(),
        None
    );
    let fifth = play_all(start, &there_and_back.repeat(4));
    assert_eq!(fifth.outcome().as_deref(), Some("draw"));
}

#[test]
fn a_game_on_record_goes_on_after_any_draw_but_mate_and_stalemate() {
    let never = Rules {
        draws: Draws::Never,
        ..rules()
    };
    let position = play_all(
        AnyGame::new(never.clone()).start(),
        &"Nf3 Nf6 Ng1 Ng8 ".repeat(80),
    );
    assert_eq!(position.outcome(), None);
    assert!(position.text().ends_with(" 255 161"), "{}", position.text());
    let bare = AnyGame::new(never.clone()).parse("8/8/4k3/8/8/3K4/8/8 w - - 0 1");
    assert_eq!(bare.ok().unwrap().outcome(), None);
}

#[test]
fn a_position_with_other_rights_is_another_position() {
    // The first time white could still castle, so this is the second time only, not the third.
    let start = AnyGame::new(rules())
        .parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        .unwrap();
    let position = play_all(start, "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8");
    assert_eq!(position.outcome(), None);
    assert_eq!(play_all(position, "Rg1").outcome().as_deref(), Some("draw"));
}

#[test]
fn too_few_pieces_to_mate_are_a_draw() {
    for dead in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
        "8/8/4k3/4b3/5B2/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/5B2/3KB3/8/8 b - - 0 1",
    ] {
        assert_eq!(rules().turn(&read(dead)), Turn::Over, "{dead}");
    }
    for alive in [
        "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
        "8/8/4k1n1/8/8/3KN3/8/8 w - - 0 1",
        "8/8/4k3/4b3/8/3K4/4B3/8 w - - 0 1",
        "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
    ] {
        assert_ne!(rules().turn(&read(alive)), Turn::Over, "{alive}");
    }
}

#[test]
fn moves_are_written_with_what_tells_them_apart() {
    let fen = "2k5/8/8/8/8/8/1K6/R6R w - - 0 1";
    assert!(texts(fen).contains(&"Rad1".into()) && texts(fen).contains(&"Rhd1".into()));
    let files = "R7/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    assert!(texts(files).contains(&"R1a4".into()) && texts(files).contains(&"R8a4".into()));
    let queens = "8/8/8/Q2Q4/8/8/Q7/3K1k2 w - - 0 1";
    assert!(
        texts(queens).contains(&"Qa5d2".into()),
        "{:?}",
        texts(queens)
    );
    let promotes = "k7/4P3/8/8/8/8/8/K7 w - - 0 1";
    assert!(texts(promotes).contains(&"e8=Q+".into()) && texts(promotes).contains(&"e8=N".into()));
}

#[test]
fn moves_are_read_in_all_spellings() {
    let position = read("r3k2r/1P6/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1");
    let same = [
        vec!["O-O", "0-0", "o-o", "e1g1", "e1h1", "O-O!", "O-O+"],
        vec!["O-O-O", "0-0-0", "e1c1", "e1a1"],
        vec!["dxc6", "dc6", "d5c6", "dxc6e.p.", "dxc6 e.p.", "d5xc6"],
        vec!["bxa8=Q+", "bxa8Q", "ba8=Q", "b7a8q", "bxa8(Q)", "bxa8=Q#?!"],
        vec!["b8=N", "b8N", "b7b8n"],
        vec!["Ra7", "R1a7", "Raa7", "Ra1a7", "a1a7", "Ra1-a7"],
        vec!["d6", "Pd6", "d5d6", "d5-d6"],
    ];
    for spellings in same {
        let first = find(&position, spellings[0]);
        for spelling in spellings {
            assert_eq!(find(&position, spelling), first, "{spelling}");
        }
    }
    for wrong in [
        "", "b8", "Rd1d2", "Ke3", "e4", "O-O-O-O", "ß", "xx", "N", "=Q", "Rb1h1",
    ] {
        assert_eq!(rules().read_move(&position, wrong), None, "{wrong}");
    }
}

#[test]
fn programs_castle_by_the_kings_way_and_in_chess960_onto_the_rook() {
    let position = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let castles = find(&position, "O-O");
    assert_eq!(rules().move_code(&position, &castles), "e1g1");
    let chess960 = Rules {
        chess960: Some(518),
        ..rules()
    };
    assert_eq!(chess960.move_code(&position, &castles), "e1h1");
}

#[test]
fn a_wrong_fen_is_refused_with_the_reason() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let cases = [
        ("", "a FEN has six fields"),
        (board, "a FEN has six fields"),
        ("8/8 w - - 0 1", "a board has 8 ranks, not 2"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "\"9\" is no piece"),
        (
            "7/8/8/8/8/8/8/8 w - - 0 1",
            "rank 8 does not have 8 squares",
        ),
        (
            "8p/8/8/8/8/8/8/8 w - - 0 1",
            "rank 8 does not have 8 squares",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "white has 0 kings instead of one",
        ),
        (
            "kk6/8/8/8/8/8/8/K7 w - - 0 1",
            "black has 2 kings instead of one",
        ),
        (
            "kP6/8/8/8/8/8/8/K7 w - - 0 1",
            "white has a pawn on the first or last rank",
        ),
        (
            "k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1",
            "black has 9 pawns, more than 8",
        ),
        (
            "k7/8/8/8/8/QQQQQQQQ/QQQQQQQQ/K7 b - - 0 1",
            "white has 17 pieces, more than 16",
        ),
        (
            "k7/8/8/8/8/8/8/K6q b - - 0 1",
            "white is in check though it is not to move",
        ),
        (
            "kr6/8/8/q7/8/1nn5/8/K2r4 w - - 0 1",
            "white is in check by 3 pieces",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "the side to move is w or b, not \"x\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "castling K: king and rook are not both on their first rank",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling is written KQkq"),
        (
            "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1",
            "castling G: only one rook of a wing can castle",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
            "the en passant square \"e3\" is not on rank 6",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            "no pawn can just have passed the en passant square e6",
        ),
        (
            "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
            "no pawn can just have passed",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            "the clock \"x\" is no number from 0 to 255",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 256 1",
            "the clock \"256\" is no number from 0 to 255",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
            "the move number \"x\" is no number up to 65535",
        ),
    ];
    for (fen, reason) in cases {
        assert!(refusal(fen).contains(reason), "{fen}: {}", refusal(fen));
    }
}

#[test]
fn exchanges_are_counted_to_their_end() {
    let cases = [
        (
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "Rxe5",
            100,
        ),
        (
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "Nxe5",
            -220,
        ),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 100),
        ("4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1", "Rxd6", -400),
        ("4k3/2p5/3p4/8/8/3R4/3R4/4K3 w - - 0 1", "Rxd6", -300),
        ("4k3/8/8/8/4pP2/8/8/3RK3 b - f3 0 1", "exf3", 100),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=Q+", 800),
        ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=Q", -100),
        ("4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1", "Rxd5", 500),
    ];
    for (fen, text, gain) in cases {
        let position = read(fen);
        assert_eq!(
            exchange(&rules(), &position, find(&position, text)),
            gain,
            "{fen} {text}"
        );
    }
}

#[test]
fn the_key_and_the_count_stay_right_along_random_games() {
    let rules = rules();
    let (mut random, mut moves) = (Random::new(7), Vec::new());
    for _ in 0..60 {
        let mut position = rules.numbered_start(random.below(960) as u16);
        while rules.turn(&position) != Turn::Over {
            assert_eq!(position.key, position.fresh_key());
            assert_eq!(position.sum, rules.weights.sum(&position));
            moves.clear();
            rules.moves(&position, &mut moves);
            assert_eq!(
                rules.count_moves(&position, &mut Vec::new()),
                moves.len() as u64
            );
            let action = moves[random.below(moves.len())];
            rules.play_unchecked(&mut position, &action);
            // Nobody leaves the own king in check.
            let mover = 1 - position.mover();
            let king = position.king(mover);
            assert_eq!(
                rules.attackers(&position, king, position.occupied(), 1 - mover),
                0
            );
        }
    }
}

/// Every position of some random games of Chess960 in which the game goes on.
fn random_positions(games: usize, mut visit: impl FnMut(&Rules, &Position)) {
    let rules = rules();
    let (mut random, mut moves) = (Random::new(11), Vec::new());
    for _ in 0..games {
        let mut position = rules.numbered_start(random.below(960) as u16);
        while rules.turn(&position) != Turn::Over {
            visit(&rules, &position);
            moves.clear();
            rules.moves(&position, &mut moves);
            let action = moves[random.below(moves.len())];
            rules.play_unchecked(&mut position, &action);
        }
    }
}

/// The board turned over and the colours exchanged.
fn flipped(position: &Position) -> Position {
    let mut other = Position::EMPTY;
    for side in 0..2 {
        for kind in PAWNS..=KINGS {
            for square in squares(position.of(side, kind)) {
                other.toggle(1 - side, kind, square ^ 56);
            }
        }
    }
    other.side = 1 - position.side;
    other.castling = position.castling.swap_bytes();
    other.sum = rules().weights.sum(&other);
    other
}

#[test]
fn the_evaluation_is_the_same_with_colours_exchanged() {
    random_positions(20, |rules, position| {
        let (one, other) = (
            rules.evaluate(position, 0),
            rules.evaluate(&flipped(position), 1),
        );
        assert_eq!(one, other, "{}", rules.text(position));
        assert!(one.abs() < 1.0);
    });
}

#[test]
fn a_move_is_recalled_exactly_if_it_is_legal() {
    random_positions(2, |rules, position| {
        let mut legal = Vec::new();
        rules.moves(position, &mut legal);
        for slot in 0..=u16::MAX {
            let recalled = rules.recall(position, slot);
            let listed = legal.contains(&Move(slot));
            assert_eq!(recalled.is_some(), listed, "{slot:#x} in {position:?}");
            assert!(recalled.is_none_or(|action| action.0 == slot));
        }
    });
}

#[test]
fn a_move_threatens_exactly_if_it_gives_check() {
    let mut checks = 0;
    random_positions(60, |rules, position| {
        for action in rules.actions(position) {
            let mut after = *position;
            rules.play_unchecked(&mut after, &action);
            let check = rules.is_urgent(&after);
            let text = rules.move_text(position, &action);
            assert_eq!(
                rules.threatens(position, &action),
                check,
                "{} {text}",
                rules.text(position)
            );
            checks += u32::from(check);
        }
    });
    assert!(checks > 1_000, "{checks}");
}

#[test]
fn the_evaluation_is_the_sum_of_weights_times_counts() {
    random_positions(20, |rules, position| {
        let weights = rules.weight_rows().into_iter().flat_map(|(_, row)| row);
        let counts = rules.weight_counts(position);
        let sum: f64 = weights.zip(counts).map(|(w, n)| n * f64::from(w)).sum();
        let value = rules.evaluate(position, 0);
        assert!(value.abs() >= 0.8 || (value - 0.0004 * sum).abs() < 1e-6);
    });
}

#[test]
fn noisy_moves_are_the_captures_and_promotions_in_their_order() {
    random_positions(20, |rules, position| {
        let (mut moves, mut noisy) = (Vec::new(), Vec::new());
        rules.moves(position, &mut moves);
        rules.noisy_moves(position, &mut noisy);
        moves.retain(|action| {
            matches!(action.special(), PROMOTION | EN_PASSANT)
                || action.special() == PLAIN && position.kind_on(action.to()) != NOTHING
        });
        assert_eq!(moves, noisy, "{}", rules.text(position));
    });
}

#[test]
fn an_exchange_pays_if_it_gains_enough() {
    random_positions(20, |rules, position| {
        let mut noisy = Vec::new();
        rules.noisy_moves(position, &mut noisy);
        for action in noisy {
            for least in [-500, -100, 0, 1, 100] {
                assert_eq!(
                    exchange::pays(rules, position, action, least),
                    exchange(rules, position, action) >= least,
                    "{} {} {least}",
                    rules.text(position),
                    rules.move_text(position, &action)
                );
            }
        }
    });
}

#[test]
fn a_promise_is_above_0_for_what_pays_and_below_for_what_loses() {
    let promise = |fen: &str, text: &str| {
        let position = read(fen);
        rules().promise(&position, &find(&position, text))
    };
    let fen = "3qk3/2p1n3/3p4/8/8/3R4/2QR4/B2NK3 w - - 0 1";
    assert_eq!(promise(fen, "Ke2"), 0);
    assert!(promise(fen, "Rxd6") < 0);
    assert!(promise(fen, "Qxc7") < 0);
    let fen = "4k3/8/2q1r3/3P4/8/8/1P6/K6Q w - - 0 1";
    assert!(promise(fen, "dxc6") > promise(fen, "dxe6"));
    assert!(promise(fen, "dxe6") > 0);
    let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert!(promise(fen, "axb8=Q+") > promise(fen, "a8=Q"));
    assert!(promise(fen, "a8=Q") > 0 && promise(fen, "axb8=R+") < 0);
}

#[test]
fn the_null_move_leaves_a_sound_position() {
    let mut skipped = 0;
    random_positions(20, |rules, position| {
        let Some(after) = rules.skip(position) else {
            return;
        };
        skipped += 1;
        assert_eq!(after.key, after.fresh_key());
        assert_eq!(after.sum, position.sum);
        assert_eq!(rules.turn(&after), Turn::Player(1 - position.mover()));
        assert_eq!(rules.parse(&rules.text(&after)).as_ref(), Ok(&after));
    });
    assert!(skipped > 1_000);
    for none in [
        "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1",
        "7k/5Q2/8/8/8/8/8/K7 w - - 0 1",
    ] {
        assert_eq!(rules().skip(&read(none)), None, "{none}");
    }
}

#[test]
fn a_bare_king_is_driven_to_the_edge_and_drawn_endings_count_nothing() {
    let worth = |fen: &str| rules().evaluate(&read(fen), 0);
    assert!(worth("8/8/8/8/8/k1K5/8/7R w - - 0 1") > worth("8/8/8/3k4/8/2K5/8/7R w - - 0 1"));
    // With bishop and knight only the corners of the bishop's colour will do.
    assert!(worth("8/8/8/8/8/1K6/8/k3B1N1 w - - 0 1") > worth("k7/8/1K6/8/8/8/8/4B1N1 w - - 0 1"));
    for drawn in [
        "8/8/3k4/8/8/3KNN2/8/8 w - - 0 1",
        "k7/8/8/P7/3B4/8/3K4/8 w - - 0 1",
    ] {
        assert!(worth(drawn).abs() < 0.03, "{drawn}: {}", worth(drawn));
    }
}

#[test]
fn weights_are_an_option() {
    let with = |text: &str| {
        let options = Options::new(vec![("weights".into(), text.into())], Rules::OPTIONS).unwrap();
        Rules::with_options(&options)
    };
    let tempo = with("tempo-middle 50; tempo-end 50").unwrap();
    assert!((tempo.evaluate(&tempo.start(), 0) - 0.02).abs() < 1e-6);
    assert_eq!(
        with("tempo 50").err().unwrap(),
        "option weights: there is no row \"tempo\""
    );
}
