//! Fits the weights of chess: a teacher scores quiet positions, and the weights are moved until ours agree with it.
//!
//! ```text
//! cargo run --release --example tune_chess label stockfish 340000 positions.txt
//! cargo run --release --example tune_chess fit positions.txt > weights.txt
//! ```
//!
//! The teacher is any program that speaks UCI; nothing of it is kept but its scores. Fitting is what is known as Texel's
//! method: scores become chances to win, and the mean square of the difference is brought down along its gradient.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use zermelo_core::control::Random;
use zermelo_core::game::{Evaluate, Game, Hints, Notation, Turn};
use zermelo_core::games::chess::Rules;

/// What the teacher may look at for one score, and for a move of the games that are not scored.
const NODES: [u32; 2] = [1_000, 100];
/// One position in so many is scored: those of one game are much alike.
const SPARSE: usize = 3;
/// One move in so many is random.
const RANDOM: usize = 48;
/// Games with a score beyond this are won: they are broken off, since they teach nothing about small advantages.
const MOST: i32 = 1_000;
/// The score that makes the chance to win e to 1.
const EVEN: f64 = 120.0;
/// Steps along the gradient.
const STEPS: i32 = 300;
/// The length of a step, in hundredths of a pawn.
const RATE: f64 = 1.0;
/// How hard a weight is pulled to where it was: as hard as about a hundred positions pull it elsewhere.
const PULL: f64 = 5e-9;
/// One position in so many is kept for the test.
const TEST: usize = 10;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["label", teacher, count, path] => {
            label(teacher, count.parse().expect("a count of positions"), path);
        }
        ["fit", path] => fit(path),
        _ => eprintln!("usage: tune_chess label TEACHER COUNT FILE | tune_chess fit FILE"),
    }
}

/// Plays games between the teacher and itself, with a random beginning and a random move now and then, and writes the
/// quiet positions with the teacher's score for white in hundredths of a pawn.
fn label(teacher: &str, count: usize, path: &str) {
    let rules = Rules::default();
    let mut teacher = Teacher::start(teacher);
    let mut random = Random::new(77);
    let mut out = BufWriter::new(File::create(path).expect("the file can be written"));
    let (mut written, mut noisy) = (0, Vec::new());
    while written < count {
        let mut position = rules.start();
        let beginning = 4 + random.below(8);
        for ply in 0..200 {
            let Turn::Player(player) = rules.turn(&position) else {
                break;
            };
            let moves = rules.actions(&position);
            let mut action = moves[random.below(moves.len())];
            if ply >= beginning {
                let fen = rules.text(&position);
                let scored = random.below(SPARSE) == 0;
                let (score, best) = teacher.ask(&fen, NODES[usize::from(!scored)]);
                if score.abs() > MOST {
                    break;
                }
                let best = rules.read_move(&position, &best).expect("a legal move");
                noisy.clear();
                rules.noisy_moves(&position, &mut noisy);
                if scored && !noisy.contains(&best) {
                    let score = if player == 0 { score } else { -score };
                    writeln!(out, "{score} {fen}").expect("the file can be written");
                    written += 1;
                }
                if random.below(RANDOM) != 0 {
                    action = best;
                }
            }
            rules.play_unchecked(&mut position, &action);
        }
    }
}

/// A program that speaks UCI.
struct Teacher {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Teacher {
    fn start(program: &str) -> Teacher {
        let mut program = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the teacher can be started");
        Teacher {
            input: program.stdin.take().expect("it is piped"),
            output: BufReader::new(program.stdout.take().expect("it is piped")),
            program,
        }
    }

    /// The score for the side to move, and the best move.
    fn ask(&mut self, fen: &str, nodes: u32) -> (i32, String) {
        writeln!(self.input, "position fen {fen}\ngo nodes {nodes}").expect("it listens");
        let (mut score, mut line) = (0, String::new());
        loop {
            line.clear();
            self.output.read_line(&mut line).expect("it answers");
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |word: &str| {
                let index = words.iter().position(|other| *other == word)?;
                words.get(index + 1).copied()
            };
            let number = |text: &str| text.parse().unwrap_or(0);
            if let Some(mate) = after("mate") {
                score = 10 * MOST * i32::signum(number(mate));
            } else if let Some(hundredths) = after("cp") {
                score = number(hundredths);
            } else if let Some(best) = after("bestmove") {
                return (score, best.to_owned());
            }
        }
    }
}

impl Drop for Teacher {
    fn drop(&mut self) {
        // It ends when it is told to, or when nobody listens any more.
        let _ = writeln!(self.input, "quit");
        let _ = self.program.wait();
    }
}

/// A position as the fit sees it: which weights apply how often, and the chance to win that the teacher gives white.
struct Sample {
    counts: Vec<(u16, f32)>,
    chance: f64,
}

fn chance(hundredths: f64) -> f64 {
    1.0 / (1.0 + (-hundredths / EVEN).exp())
}

impl Sample {
    fn read(rules: &Rules, line: &str) -> Option<Sample> {
        let (score, fen) = line.split_once(' ')?;
        let position = rules.parse(fen).ok()?;
        if rules.is_urgent(&position) {
            return None;
        }
        let counts = rules.weight_counts(&position).into_iter().enumerate();
        Some(Sample {
            counts: counts
                .filter(|(_, times)| *times != 0.0)
                .map(|(index, times)| (index as u16, times as f32))
                .collect(),
            chance: chance(score.parse().ok()?),
        })
    }

    /// How much more white's chance is with these weights than the teacher says, and the chance itself.
    fn error(&self, weights: &[f64]) -> (f64, f64) {
        let worth = |(index, times): &(u16, f32)| weights[usize::from(*index)] * f64::from(*times);
        let ours = chance(self.counts.iter().map(worth).sum());
        (ours - self.chance, ours)
    }
}

fn mean_square(samples: &[Sample], weights: &[f64]) -> f64 {
    let errors = samples.iter().map(|sample| sample.error(weights).0.powi(2));
    errors.sum::<f64>() / samples.len() as f64
}

/// The weight that is to be the same as each: but where a king says which wing is which, squares count the same on both.
fn twins(rows: &[(String, Vec<i32>)]) -> Vec<usize> {
    let mut twins = Vec::new();
    for (name, row) in rows {
        let mirrored = name.contains("-squares-") && !name.contains("king");
        let first = twins.len();
        twins.extend((0..row.len()).map(|index| first + if mirrored { index ^ 7 } else { index }));
    }
    twins
}

/// Fits the weights to the positions in a file and prints them as a file of weights.
fn fit(path: &str) {
    let rules = Rules::default();
    let text = std::fs::read_to_string(path).expect("the file of positions can be read");
    let mut samples: Vec<Sample> = text
        .lines()
        .filter_map(|line| Sample::read(&rules, line))
        .collect();
    // The last games, so that no game is in both parts.
    let test = samples.split_off(samples.len() - samples.len() / TEST);
    let rows = rules.weight_rows();
    let before: Vec<f64> = rows
        .iter()
        .flat_map(|(_, row)| row.iter().map(|weight| f64::from(*weight)))
        .collect();
    let twins = twins(&rows);
    let mut weights = before.clone();
    let report = |step: i32, weights: &[f64]| {
        eprintln!(
            "step {step}: error {:.6}, in the test {:.6}",
            mean_square(&samples, weights),
            mean_square(&test, weights)
        );
    };
    // Adam (Kingma and Ba 2015): steps of about the same length for every weight, however often it applies.
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for step in 1..=STEPS {
        if step % 50 == 1 {
            report(step - 1, &weights);
        }
        let mut gradient: Vec<f64> = weights
            .iter()
            .zip(&before)
            .map(|(weight, before)| 2.0 * PULL * (weight - before))
            .collect();
        for sample in &samples {
            let (error, ours) = sample.error(&weights);
            let slope = 2.0 * error * ours * (1.0 - ours) / EVEN / samples.len() as f64;
            for (index, times) in &sample.counts {
                gradient[usize::from(*index)] += slope * f64::from(*times);
            }
        }
        let rate = RATE * (1.0 - 0.95 * f64::from(step) / f64::from(STEPS));
        for index in 0..weights.len() {
            let gradient = gradient[index] + gradient[twins[index]];
            mean[index] += 0.1 * (gradient - mean[index]);
            square[index] += 0.001 * (gradient * gradient - square[index]);
            let mean = mean[index] / (1.0 - 0.9_f64.powi(step));
            let square: f64 = square[index] / (1.0 - 0.999_f64.powi(step));
            weights[index] -= rate * mean / (square.sqrt() + 1e-12);
        }
    }
    report(STEPS, &weights);
    println!("{}", HEADER.trim_end());
    let mut weights = weights.into_iter();
    for (name, row) in rows {
        // How a bare king is mated shows in no score.
        let fixed = name.starts_with("drive-to-edge");
        print!("{name}");
        for old in row {
            let new = weights.next().expect("as many as before").round() as i32;
            print!(" {}", if fixed { old } else { new });
        }
        println!();
    }
}

const HEADER: &str = "\
# The weights of the evaluation of chess, in hundredths of a pawn: each term has a row for the middlegame and one for the
# endgame, between which the pieces left decide. Squares go from a1 to h8 as white sees them.
#
# Fitted by this project to the scores that a teacher gave to quiet positions of its games:
#   cargo run --release --example tune_chess label stockfish 340000 positions.txt
#   cargo run --release --example tune_chess fit positions.txt > weights.txt
# The teacher was Stockfish 15.1. Not fitted: how a bare king is driven to the edge.
";
