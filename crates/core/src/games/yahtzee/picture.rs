//! Dice and score card as a picture.

use super::*;

/// What a box is called on the score card.
const LABELS: [&str; BOXES] = [
    "aces",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "3 of a kind",
    "4 of a kind",
    "full house",
    "sm. straight",
    "lg. straight",
    "chance",
    "yahtzee",
];

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(11.0, 8.2);
        let deciding = self.turn(position) == Turn::Player(0);
        if !position.is_over() {
            let faces: Vec<u32> = position.dice.faces().collect();
            for die in 0..5 {
                let face = faces.get(die).map(u32::to_string);
                let shown = face.clone().unwrap_or("to be rolled".into());
                picture.add(
                    Shape::new(Form::Die, 0.8 + 1.2 * die as f64, 0.8)
                        .fill(Paint::Light)
                        .text(face.unwrap_or_default(), Paint::Ink)
                        .title(format!("die {}, {shown}", die + 1))
                        .site(format!("die{}", die + 1)),
                );
            }
            if deciding && position.rolls > 0 {
                picture.add(
                    Shape::new(Form::Pit, 7.1, 0.8)
                        .size(1.5, 0.9)
                        .fill(Paint::Mark)
                        .text("roll", Paint::Ink)
                        .title("roll the dice that were not clicked")
                        .site("roll"),
                );
            }
            let left = match position.rolls {
                1 => "1 roll left".to_string(),
                rolls => format!("{rolls} rolls left"),
            };
            picture.add(label(9.4, 0.8, 2.8, left, Paint::Faint));
        }
        for (number, name) in LABELS.into_iter().enumerate() {
            let (x, row) = if number < LOWER {
                (0.2, number)
            } else {
                (5.6, number - LOWER)
            };
            let y = 2.0 + 0.75 * row as f64;
            let offered = deciding && self.boxes(position).any(|open| open == number);
            let (points, ink) = match position.scores[number] {
                OPEN if offered => (format!("({})", self.points(position, number)), Paint::Faint),
                OPEN => (String::new(), Paint::Faint),
                score => (score.to_string(), Paint::Ink),
            };
            let state = match (position.is_open(number), offered) {
                (false, _) => format!("scored {points}"),
                (true, true) => format!("open, would score {}", self.points(position, number)),
                (true, false) => "open".into(),
            };
            picture.add(label(x + 2.0, y, 3.2, name.into(), Paint::Ink));
            picture.add(
                Shape::new(Form::Square, x + 4.2, y)
                    .size(1.2, 0.7)
                    .fill(if position.is_open(number) {
                        Paint::Light
                    } else {
                        Paint::Board
                    })
                    .text(points, ink)
                    .title(format!("{}, {state}", NAMES[number]))
                    .site(NAMES[number]),
            );
        }
        let upper = format!("upper {} of {UPPER_GOAL}", position.upper());
        picture.add(label(2.8, 6.5, 5.0, upper, Paint::Faint));
        let extra = format!("extra yahtzees {}", position.extra);
        picture.add(label(2.8, 7.6, 5.0, extra, Paint::Faint));
        let total = format!("total {}", position.total());
        picture.add(label(8.3, 7.6, 5.0, total, Paint::Ink));
        picture
    }

    /// Dice to keep are clicked from the left, then the roll; of equal dice the leftmost.
    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match action {
            Move::Roll(_) => Vec::new(),
            Move::Score(number) => vec![NAMES[usize::from(*number)].into()],
            Move::Keep(dice) => {
                let mut rest = *dice;
                let mut sites = Vec::new();
                for (die, face) in position.dice.faces().enumerate() {
                    if rest.count(face) > 0 {
                        rest = Dice(rest.0 - Dice::of(face, 1).0);
                        sites.push(format!("die{}", die + 1));
                    }
                }
                sites.push("roll".into());
                sites
            }
        }
    }
}

fn label(x: f64, y: f64, width: f64, text: String, ink: Paint) -> Shape {
    Shape::new(Form::Label, x, y)
        .size(width, 0.5)
        .text(text, ink)
}
