//! The table of craps as a picture: boxes, puck, chips and dice.
//!
//! ```text
//!  ┌──────┬── 4 ──┬── 5 ──┬── 6 ──┬── 8 ──┬── 9 ──┬─ 10 ──┐ ┌ any seven ┐
//!  │don't │ don't come, lay odds, lay, number, buy, place │ │ hardways  │
//!  ├──────┴───────┴───────┴───────┴───────┴───────┴───────┤ │ one roll  │
//!  │ come                                                 │ └ any craps ┘
//!  ├───────┬──────────────────────────────────────────────┤    puck
//!  │ big   │ field                                        │    dice
//!  ├───────┴──────────────────────────────────────────────┤    roll
//!  │ don't pass bar, lay odds; pass line, odds            │    down
//!  └──────────────────────────────────────────────────────┘  chips to pick
//! ```

use super::notation::money;
use super::*;

const WIDTH: f64 = 20.9;
const HEIGHT: f64 = 10.4;
/// The left end of the column of 4, and how wide a column is.
const COLUMNS: (f64, f64) = (3.0, 2.0);
/// The right end of the columns.
const END: f64 = 15.0;
/// More chips than this are bet by name.
const RACK: u8 = 12;

/// A box on the cloth: centre and size.
type Area = (f64, f64, f64, f64);

/// From corner to corner.
fn area(left: f64, top: f64, right: f64, bottom: f64) -> Area {
    (
        (left + right) / 2.0,
        (top + bottom) / 2.0,
        right - left,
        bottom - top,
    )
}

/// Where a bet is made, what is written there, and what a screen reader says of it.
fn place(rules: &Rules, bet: Bet) -> (Area, String, String) {
    let column = |number: u8| {
        let index = NUMBERS.iter().position(|other| *other == number);
        COLUMNS.0 + COLUMNS.1 * index.unwrap_or(0) as f64
    };
    let row = |number: u8, top: f64, bottom: f64| {
        let left = column(number);
        area(left, top, left + COLUMNS.1, bottom)
    };
    let half = |number: u8, side: f64| {
        let left = column(number) + side * COLUMNS.1 / 2.0;
        area(left, 0.3, left + COLUMNS.1 / 2.0, 0.9)
    };
    // The boxes of the propositions stand right of the dice that they show.
    let single = |column: f64, top: f64| {
        let left = END + 1.65 + 2.7 * column;
        area(left, top, left + 1.3, top + 0.9)
    };
    let right = |top: f64| area(END + 0.3, top, END + 5.65, top + 0.7);
    let (area, text, title): (Area, &str, String) = match bet {
        Bet::Pass => (
            area(0.3, 8.0, END - 2.4, 9.0),
            "PASS LINE",
            "pass line".into(),
        ),
        Bet::PassOdds => (
            area(END - 2.4, 8.0, END, 9.0),
            "odds",
            "odds on pass".into(),
        ),
        Bet::DontPass => (
            area(0.3, 7.0, END - 2.4, 8.0),
            "DON'T PASS BAR 12",
            "don't pass, bar 12".into(),
        ),
        Bet::DontOdds => (
            area(END - 2.4, 7.0, END, 8.0),
            "lay odds",
            "odds on don't pass".into(),
        ),
        Bet::Come => (area(0.3, 4.4, END, 5.8), "COME", "come".into()),
        Bet::DontCome => (
            area(0.3, 0.3, COLUMNS.0, 4.4),
            "DON'T COME",
            "don't come, bar 12".into(),
        ),
        Bet::ComeAt(number) => (row(number, 1.5, 3.2), "", format!("come on {number}")),
        Bet::ComeOdds(number) => (
            row(number, 1.5, 3.2),
            ["4", "5", "SIX", "8", "NINE", "10"]
                [NUMBERS.iter().position(|n| *n == number).unwrap_or(0)],
            format!("{number}: odds on come"),
        ),
        Bet::DontComeAt(number) => (
            half(number, 0.0),
            "don't",
            format!("don't come against {number}"),
        ),
        Bet::DontComeOdds(number) => (
            half(number, 1.0),
            "odds",
            format!("odds on don't come against {number}"),
        ),
        Bet::Lay(number) => (
            row(number, 0.9, 1.5),
            "lay",
            format!("lay against {number}"),
        ),
        Bet::Buy(number) => (row(number, 3.2, 3.8), "buy", format!("buy {number}")),
        Bet::Place(number) => (row(number, 3.8, 4.4), "place", format!("place {number}")),
        Bet::Big(6) => (
            area(0.3, 5.8, COLUMNS.0, 6.4),
            "BIG 6",
            "big 6, even money".into(),
        ),
        Bet::Big(_) => (
            area(0.3, 6.4, COLUMNS.0, 7.0),
            "BIG 8",
            "big 8, even money".into(),
        ),
        Bet::Field => (
            area(COLUMNS.0, 5.8, END, 7.0),
            match rules.field {
                2 => "FIELD  2 (double)  3  4  9  10  11  12 (double)",
                _ => "FIELD  2 (double)  3  4  9  10  11  12 (triple)",
            },
            format!(
                "field, 2 pays 2 to 1, 12 pays {} to 1, the others even money",
                rules.field
            ),
        ),
        Bet::AnySeven => (right(0.3), "ANY SEVEN  4 to 1", "any seven, 4 to 1".into()),
        Bet::Hard(6) => (single(0.0, 1.1), "9:1", "hard 6, 9 to 1".into()),
        Bet::Hard(10) => (single(1.0, 1.1), "7:1", "hard 10, 7 to 1".into()),
        Bet::Hard(8) => (single(0.0, 2.1), "9:1", "hard 8, 9 to 1".into()),
        Bet::Hard(_) => (single(1.0, 2.1), "7:1", "hard 4, 7 to 1".into()),
        Bet::AceDeuce => (single(0.0, 3.1), "15:1", "ace-deuce, 15 to 1".into()),
        Bet::Aces => (single(1.0, 3.1), "30:1", "aces, 30 to 1".into()),
        Bet::Yo => (single(0.0, 4.1), "15:1", "yo, 15 to 1".into()),
        Bet::Boxcars => (single(1.0, 4.1), "30:1", "boxcars, 30 to 1".into()),
        Bet::AnyCraps => (right(5.1), "ANY CRAPS  7 to 1", "any craps, 7 to 1".into()),
    };
    (area, text.into(), title)
}

/// The dice that stand beside a proposition.
fn shown(bet: Bet) -> Option<(u8, u8)> {
    match bet {
        Bet::Hard(number) => Some((number / 2, number / 2)),
        Bet::Aces => Some((1, 1)),
        Bet::AceDeuce => Some((1, 2)),
        Bet::Yo => Some((5, 6)),
        Bet::Boxcars => Some((6, 6)),
        _ => None,
    }
}

/// The colour of a box: those for the dice are light, those against them dark.
fn colour(bet: Bet) -> Paint {
    match bet {
        Bet::DontPass | Bet::DontOdds | Bet::DontCome | Bet::DontComeAt(_) => Paint::Dark,
        Bet::DontComeOdds(_) | Bet::Lay(_) => Paint::Dark,
        Bet::AnySeven | Bet::AnyCraps => Paint::Player(0),
        _ => Paint::Light,
    }
}

fn chips_word(chips: u8) -> &'static str {
    if chips == 1 { "chip" } else { "chips" }
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(WIDTH, HEIGHT);
        picture.add(
            Shape::new(Form::Square, WIDTH / 2.0, HEIGHT / 2.0)
                .size(WIDTH, HEIGHT)
                .fill(Paint::Board),
        );
        for bet in BETS {
            if matches!(bet, Bet::ComeAt(_)) {
                continue;
            }
            let ((x, y, width, height), text, title) = place(self, bet);
            picture.add(
                Shape::new(Form::Square, x, y)
                    .size(width, height)
                    .fill(colour(bet))
                    .text(text, Paint::Ink)
                    .title(title)
                    .site(bet.name()),
            );
            if let Some((one, other)) = shown(bet) {
                for (face, left) in [(one, 1.0), (other, 0.4)] {
                    picture.add(
                        Shape::new(Form::Die, x - width / 2.0 - left, y)
                            .size(0.55, 0.55)
                            .fill(Paint::White)
                            .text(face.to_string(), Paint::Black),
                    );
                }
            }
        }
        self.puck(position, &mut picture);
        for (bet, chips) in position.made() {
            let ((x, y, width, height), _, title) = place(self, bet);
            let size = if height < 0.7 { 0.52 } else { 0.62 };
            let (x, y) = match bet {
                // Come bets lie low in the box of their number, the odds beside them.
                Bet::ComeAt(_) => (x - 0.6, y + 0.5),
                Bet::ComeOdds(_) => (x + 0.6, y + 0.5),
                _ if height > 2.0 => (x, y + 0.9),
                // Beside what is written there.
                _ if width < 1.4 => (x + width / 2.0 - 0.12, y),
                _ => (x + width / 2.0 - 0.36, y),
            };
            picture.add(
                Shape::new(Form::Disc, x, y)
                    .size(size, size)
                    .fill(Paint::Player(1))
                    .text(chips.to_string(), Paint::Ink)
                    .title(format!("{chips} {} on {title}", chips_word(chips))),
            );
        }
        self.state(position, &mut picture);
        picture
    }

    /// A bet of one chip is made by clicking its box, a larger one by picking the chips first.
    fn tally(&self, position: &Position, _player: usize) -> String {
        format!("{} in hand", money(position.hand))
    }

    fn sites(&self, _position: &Position, action: &Move) -> Vec<String> {
        match action {
            Move::Make(bet, 1) => vec![bet.name()],
            Move::Make(bet, chips @ ..=RACK) => vec![format!("chips{chips}"), bet.name()],
            Move::Make(..) | Move::Dice(..) => Vec::new(),
            Move::Down(bet) => vec!["down".into(), bet.name()],
            Move::Roll => vec!["roll".into()],
            Move::Leave => vec!["leave".into()],
        }
    }
}

impl Rules {
    /// The puck: on the number that is the point, or off beside the numbers.
    fn puck(&self, position: &Position, picture: &mut Picture) {
        let puck = |x: f64, y: f64| Shape::new(Form::Disc, x, y).size(0.68, 0.68);
        picture.add(match position.point {
            0 => puck(1.65, 1.0)
                .fill(Paint::Black)
                .text("OFF", Paint::White)
                .title("the puck is off: come-out"),
            point => {
                let ((x, y, ..), ..) = place(self, Bet::ComeAt(point));
                puck(x - 0.66, y - 0.46)
                    .fill(Paint::White)
                    .text("ON", Paint::Black)
                    .title(format!("the puck is on {point}"))
            }
        });
    }

    /// The chips in hand, the bets left, the dice, and what to click.
    fn state(&self, position: &Position, picture: &mut Picture) {
        let turn = self.turn(position);
        let actions = match turn {
            Turn::Player(_) => self.actions(position),
            _ => Vec::new(),
        };
        let label = |x: f64, y: f64, width: f64, text: String, ink: Paint| {
            Shape::new(Form::Label, x, y)
                .size(width, 0.6)
                .text(text, ink)
        };
        if turn != Turn::Over {
            for x in [END + 0.95, END + 2.2] {
                picture.add(
                    Shape::new(Form::Die, x, 6.9)
                        .size(1.0, 1.0)
                        .fill(Paint::Player(0))
                        .title("a die before the roll"),
                );
            }
        }
        let button = |x: f64, y: f64, word: &str, title: &str| {
            Shape::new(Form::Pit, x, y)
                .size(2.0, 0.8)
                .fill(Paint::Mark)
                .text(word, Paint::Ink)
                .title(title)
                .site(word)
        };
        if actions.contains(&Move::Roll) {
            picture.add(button(
                END + 4.5,
                6.9,
                "roll",
                "no more bets: roll the dice",
            ));
        }
        if actions.contains(&Move::Leave) {
            picture.add(button(
                END + 4.5,
                6.9,
                "leave",
                "leave with the chips in hand",
            ));
        }
        if actions.iter().any(|action| matches!(action, Move::Down(_))) {
            picture.add(button(
                END + 4.5,
                7.9,
                "down",
                "take down the bet clicked next",
            ));
        }
        match turn {
            Turn::Over => {
                let start = CHIP * self.chips;
                let text = match position.hand {
                    hand if hand > start => format!("the end: {} won", money(hand - start)),
                    hand if hand < start => format!("the end: {} lost", money(start - hand)),
                    _ => "the end: nothing won or lost".into(),
                };
                picture.add(label(END + 2.95, 6.9, 5.2, text, Paint::Ink));
            }
            Turn::Chance => {
                let text = "the dice roll".to_string();
                picture.add(label(END + 4.4, 6.9, 2.4, text, Paint::Ink));
            }
            Turn::Player(_) => {}
        }
        let hand = format!("{} in hand", money(position.hand));
        picture.add(label(END + 2.0, 7.9, 3.0, hand, Paint::Ink));
        let left = match position.left {
            1 => "1 bet left".to_string(),
            left => format!("{left} bets left"),
        };
        picture.add(label(END + 2.0, 8.6, 3.0, left, Paint::Faint));
        let most = actions.iter().filter_map(|action| match action {
            Move::Make(_, chips) => Some(*chips),
            _ => None,
        });
        let most = most.max().unwrap_or(0).min(RACK);
        if most > 1 {
            let text = "2 or more chips:".to_string();
            picture.add(label(2.2, 9.7, 3.6, text, Paint::Faint));
        }
        for chips in 2..=most {
            picture.add(
                Shape::new(Form::Disc, 4.0 + f64::from(chips - 1), 9.7)
                    .size(0.85, 0.85)
                    .fill(Paint::Player(1))
                    .text(chips.to_string(), Paint::Ink)
                    .title(format!("bet {chips} chips"))
                    .site(format!("chips{chips}")),
            );
        }
    }
}
