//! Fits the evaluation of othello: the engine plays itself, and the weights are moved until they agree with how games end.
//!
//! ```text
//! cargo run --release --example tune_othello play 50000 1 games.txt
//! cargo run --release --example tune_othello fit games.txt patterns.bin > weights.txt
//! ```
//!
//! How games end is told by their last squares, which are played perfectly; every position of a game is a sample.

use std::fs::File;
use std::io::{BufWriter, Write};

use zermelo_core::control::{Control, Limits, Random};
use zermelo_core::game::{Game, Notation, Turn};
use zermelo_core::games::othello::{Makeup, Position, Rules};
use zermelo_core::history::History;
use zermelo_core::search::engine::selective::Selective;
use zermelo_core::search::engine::table::Table;
use zermelo_core::search::{Report, Request, search_with};

/// What the engine may look at for a move.
const NODES: u64 = 600;
/// With so few squares empty, the rest is played perfectly.
const SOLVED: usize = 14;
/// Games begin with at least this many random plies, and fewer than so many more; the smaller of two choices.
const RANDOM: (usize, usize) = (4, 34);

/// One game in so many is kept for the test.
const TEST: usize = 20;
/// How often every position is looked at.
const ROUNDS: usize = 20;
/// The first step of a worth, in discs.
const RATE: f32 = 0.3;
/// How hard a picture's worth is pulled to nothing: as hard as so many positions that are right.
const PULL: f32 = 20.0;
/// Those of the evaluation.
const STAGES: usize = Makeup::STAGES;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse().expect("a number");
    match words.as_slice() {
        ["play", count, seed, path] => play(number(count), number(seed), path),
        ["fit", games @ .., patterns] if !games.is_empty() => fit(games, patterns),
        _ => eprintln!("usage: tune_othello play GAMES SEED FILE | fit FILE… PATTERNS"),
    }
}

/// Searches with a table of its kind.
struct Player {
    request: Request,
    limits: Limits,
    table: Table,
}

impl Player {
    fn new(selective: Selective, nodes: Option<u64>) -> Player {
        Player {
            request: Request {
                selective,
                ..Request::default()
            },
            limits: Limits {
                nodes,
                ..Limits::default()
            },
            table: Table::new(1 << 22).expect("there is memory"),
        }
    }

    fn ask(&self, rules: &Rules, position: &Position) -> Report<u8> {
        let history = History::new(rules, position);
        let control = Control::new(self.limits);
        let here = (position, &history);
        search_with(
            rules,
            here,
            &self.request,
            &control,
            Some(&self.table),
            &mut |_| (),
        )
        .expect("the engine plays othello")
    }
}

/// Plays games and writes for each how many random moves it begins with, black's margin, and its moves.
fn play(count: u64, seed: u64, path: &str) {
    let rules = Rules::default();
    let mut random = Random::new(seed);
    let mut out = BufWriter::new(File::create(path).expect("the file can be written"));
    let quick = Player::new(Selective::PLAY, Some(NODES));
    let perfect = Player::new(Selective::NONE, None);
    for number in 0..count {
        let mut position = rules.start();
        let mut line = String::new();
        let go = |position: &mut Position, line: &mut String, action: u8| {
            if action < 64 {
                *line += &rules.move_text(position, &action);
            }
            rules.play_unchecked(position, &action);
        };
        let beginning = RANDOM.0 + random.below(RANDOM.1).min(random.below(RANDOM.1));
        let mut plies = 0;
        while rules.turn(&position) != Turn::Over {
            let moves = rules.actions(&position);
            let empty = 60 - line.len() / 2;
            if plies < beginning {
                go(&mut position, &mut line, moves[random.below(moves.len())]);
            } else if empty > SOLVED && moves.len() == 1 {
                go(&mut position, &mut line, moves[0]);
            } else if empty > SOLVED {
                let best = quick.ask(&rules, &position).line[0];
                go(&mut position, &mut line, best);
            } else {
                for action in perfect.ask(&rules, &position).line {
                    go(&mut position, &mut line, action);
                }
            }
            plies += 1;
        }
        let margin = rules.utility(&position, 0);
        writeln!(out, "{beginning} {margin} {line}").expect("the file can be written");
        if number % 1000 == 999 {
            eprintln!("{} games", number + 1);
        }
    }
}

/// A position of a game, and how the game ends for the player to move there.
struct Sample {
    makeup: Makeup,
    margin: f64,
}

/// The positions of a game after its random beginning in which there is something to move.
fn read(rules: &Rules, line: &str) -> Vec<Sample> {
    let mut words = line.split(' ');
    let mut word = || words.next().expect("three words a line");
    let beginning: usize = word().parse().expect("a number of plies");
    let margin: f64 = word().parse().expect("a margin");
    let moves = word();
    let (mut position, mut samples) = (rules.start(), Vec::new());
    let (mut plies, mut next) = (0, 0);
    while let Turn::Player(player) = rules.turn(&position) {
        let action = match rules.read_move(&position, "pass") {
            Some(pass) => pass,
            None => {
                if plies >= beginning {
                    samples.push(Sample {
                        makeup: rules.makeup(&position),
                        margin: if player == 0 { margin } else { -margin },
                    });
                }
                next += 2;
                let name = &moves[next - 2..next];
                rules.read_move(&position, name).expect("a legal move")
            }
        };
        rules.play_unchecked(&mut position, &action);
        plies += 1;
    }
    samples
}

/// What is fitted: a worth for each stage, of every picture and of one of everything that is counted.
struct Fit {
    pictures: Vec<[f32; STAGES]>,
    counted: Vec<[f32; STAGES]>,
}

impl Fit {
    fn zero(pictures: usize, counted: usize) -> Fit {
        Fit {
            pictures: vec![[0.0; STAGES]; pictures],
            counted: vec![[0.0; STAGES]; counted],
        }
    }

    /// How much more than it is worth a position is said to be worth.
    fn error(&self, sample: &Sample) -> f64 {
        let Makeup {
            pictures,
            counted,
            stage: (stage, share),
        } = &sample.makeup;
        let (mut before, mut after) = (0.0, 0.0);
        for picture in pictures {
            let worths = &self.pictures[*picture as usize];
            before += f64::from(worths[*stage]);
            after += f64::from(worths[stage + 1]);
        }
        for (amount, worths) in counted.iter().zip(&self.counted) {
            before += amount * f64::from(worths[*stage]);
            after += amount * f64::from(worths[stage + 1]);
        }
        before + (after - before) * share - sample.margin
    }
}

/// Fits the worths to games by steps along the gradient of single positions, each worth with a rate of its own (Duchi,
/// Hazan & Singer 2011); writes those of pictures to a file and the others as a file of weights.
fn fit(games: &[&str], path: &str) {
    let rules = Rules::default();
    let mut lines: Vec<String> = Vec::new();
    for path in games {
        let text = std::fs::read_to_string(path).expect("the games can be read");
        lines.extend(text.lines().map(str::to_owned));
    }
    let mut random = Random::new(3);
    shuffle(&mut lines, &mut random);
    let all = |lines: &[String]| lines.iter().flat_map(|line| read(&rules, line)).collect();
    let (test, lines) = lines.split_at(lines.len() / TEST);
    let (mut samples, test): (Vec<Sample>, Vec<Sample>) = (all(lines), all(test));
    eprintln!("{} positions, {} for the test", samples.len(), test.len());
    let highest = samples
        .iter()
        .chain(&test)
        .flat_map(|sample| &sample.makeup.pictures)
        .max();
    let pictures = Makeup::PICTURES;
    assert!(
        highest.is_some_and(|highest| (*highest as usize) < pictures),
        "there are games"
    );
    let counted = samples[0].makeup.counted.len();
    let mut times = vec![0_f32; pictures];
    for sample in &samples {
        for picture in &sample.makeup.pictures {
            times[*picture as usize] += 1.0;
        }
    }
    let mut fit = Fit::zero(pictures, counted);
    let mut slopes = Fit::zero(pictures, counted);
    for round in 1..=ROUNDS {
        shuffle(&mut samples, &mut random);
        let rate = RATE * (1.0 - 0.9 * (round - 1) as f32 / ROUNDS as f32);
        for sample in &samples {
            let error = fit.error(sample) as f32;
            let Makeup {
                pictures,
                counted,
                stage: (stage, share),
            } = &sample.makeup;
            let parts = [(*stage, 1.0 - *share as f32), (stage + 1, *share as f32)];
            let go = |worth: &mut f32, slope: &mut f32, gradient: f32, rate: f32| {
                *slope += gradient * gradient;
                *worth -= rate * gradient / (slope.sqrt() + 1e-3);
            };
            for picture in pictures {
                let picture = *picture as usize;
                for (stage, share) in parts {
                    let worth = &mut fit.pictures[picture][stage];
                    let gradient = error * share + PULL * *worth / times[picture];
                    go(worth, &mut slopes.pictures[picture][stage], gradient, rate);
                }
            }
            for (index, amount) in counted.iter().enumerate() {
                for (stage, share) in parts {
                    let gradient = error * share * *amount as f32;
                    let worth = &mut fit.counted[index][stage];
                    go(worth, &mut slopes.counted[index][stage], gradient, rate);
                }
            }
        }
        let means = |samples: &[Sample]| -> Vec<String> {
            let mut sums = [(0.0, 1e-9); STAGES];
            for sample in samples {
                let (sum, count) = &mut sums[sample.makeup.stage.0];
                *sum += fit.error(sample).powi(2);
                *count += 1.0;
            }
            sums.iter()
                .map(|(sum, count): &(f64, f64)| format!("{:.2}", (sum / count).sqrt()))
                .collect()
        };
        eprintln!(
            "round {round}: {} test {}",
            means(&samples).join(" "),
            means(&test).join(" ")
        );
    }
    let most = fit
        .pictures
        .iter()
        .flatten()
        .fold(0.0_f32, |most, worth| most.max(worth.abs()));
    eprintln!("the greatest worth of a picture: {most:.2}");
    let byte = |worth: &f32| (worth * Makeup::PARTS).round().clamp(-127.0, 127.0) as i8 as u8;
    let bytes: Vec<u8> = fit.pictures.iter().flatten().map(byte).collect();
    std::fs::write(path, bytes).expect("the file can be written");
    let hundredths = |worth: &f32| format!(" {:.0}", worth * 100.0);
    let rows: Vec<String> = (fit.counted.iter())
        .map(|worths| worths.iter().map(hundredths).collect())
        .collect();
    let [moves, frontier, last] = &rows[..] else {
        panic!("three things are counted");
    };
    let all = " 100".repeat(STAGES);
    println!(
        "\
# What the evaluation of othello counts, in hundredths of a disc: the numbers are for 60, 48, 36, 24, 12 and 0 empty squares, in
# between it goes evenly from one to the next. Fitted by this project to games of the engine against itself, together with
# what pictures are worth (patterns.bin):
#   cargo run --release --example tune_othello play 50000 1 first.txt
#   cargo run --release --example tune_othello play 60000 2 second.txt
#   cargo run --release --example tune_othello fit first.txt second.txt patterns.bin > weights.txt
# The first games were played with weights set by hand, the second with those fitted to the first.

# each square to move to
moves{moves}

# each disc with an empty neighbour: the opponent's moves to come
discs-at-the-frontier{frontier}

# moving last, if nobody has to pass
last-move{last}

# what pictures of an edge with the squares diagonally beside its corners, of the rows inside, of diagonals and of corners of
# three by three squares are worth: so many hundredths of what the file says
edges{all}
inner-rows{all}
diagonals{all}
corners{all}"
    );
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for index in (1..items.len()).rev() {
        items.swap(index, random.below(index + 1));
    }
}
