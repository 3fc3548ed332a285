//! How backgammon looks: white's home board at the bottom right, black's at the top right; the points have the numbers of
//! the side on roll.

use super::notation::ways;
use super::*;
use crate::picture::{Form, Paint, Picture, Shape, counted};

const PAINTS: [Paint; 2] = [Paint::White, Paint::Black];
/// So many checkers of a stack are drawn; the last one shows how many there are.
const TALLEST: u8 = 5;
/// From the top: the numbers, the upper points, the band with the dice, the lower points, the numbers.
const TOP: f64 = 0.75;
const DEPTH: f64 = 5.1;
const BAND: f64 = 1.6;
const MIDDLE: f64 = TOP + DEPTH + BAND / 2.0;
const BOTTOM: f64 = TOP + 2.0 * DEPTH + BAND;
const HEIGHT: f64 = BOTTOM + TOP;
const FRAME: f64 = 0.35;
const TRAY: f64 = 1.3;

/// Where things are from left to right.
struct Layout {
    /// The middle of the cube's tray, when there is a cube.
    cube: Option<f64>,
    /// The left edge of the left half.
    left: f64,
}

impl Layout {
    fn new(has_cube: bool) -> Layout {
        Layout {
            cube: has_cube.then_some(FRAME + TRAY / 2.0),
            left: if has_cube { 2.0 * FRAME + TRAY } else { FRAME },
        }
    }

    fn bar(&self) -> f64 {
        self.left + 6.0 + TRAY / 2.0
    }

    /// The middle of a half: 0 is the left one.
    fn half(&self, half: usize) -> f64 {
        self.left + 3.0 + (6.0 + TRAY) * half as f64
    }

    fn off(&self) -> f64 {
        self.left + 12.0 + TRAY + FRAME + TRAY / 2.0
    }

    fn width(&self) -> f64 {
        self.off() + TRAY / 2.0 + FRAME
    }

    /// The middle of a point by white's number, and whether it is at the top.
    fn point(&self, point: u8) -> (f64, bool) {
        let column = if point <= 12 { 12 - point } else { point - 13 };
        let bar = if column < 6 { 0.0 } else { TRAY };
        (self.left + f64::from(column) + 0.5 + bar, point > 12)
    }
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let layout = Layout::new(self.cube);
        let mut picture = Picture::new(layout.width(), HEIGHT);
        let (middle, height) = (layout.width() / 2.0, 2.0 * DEPTH + BAND);
        picture.add(
            Shape::new(Form::Pit, middle, HEIGHT / 2.0)
                .size(layout.width(), HEIGHT)
                .fill(Paint::Dark),
        );
        for half in [0, 1] {
            picture.add(
                Shape::new(Form::Square, layout.half(half), MIDDLE)
                    .size(6.0, height)
                    .fill(Paint::Board),
            );
        }
        for point in 1..=24 {
            draw_point(position, &layout, point, &mut picture);
        }
        for side in [0, 1] {
            draw_bar(position, &layout, side, &mut picture);
            draw_off(position, &layout, side, &mut picture);
        }
        self.draw_dice(position, &layout, &mut picture);
        if let Some(x) = layout.cube {
            self.draw_cube(position, &layout, x, &mut picture);
        }
        picture
    }

    /// For every checker the places where it starts, hits and stops; the cube to double or take, the dice to roll.
    fn tally(&self, position: &Position, player: usize) -> String {
        counted(u32::from(pips(position.sides[player])), "pip", "pips")
    }

    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match action {
            Move::Play(play) => ways(position, play)
                .into_iter()
                .flatten()
                .map(|(place, _)| site(place as u8))
                .collect(),
            Move::Double | Move::Take => vec!["cube".into()],
            Move::Stay => vec!["dice".into()],
            Move::Roll(..) | Move::Drop => Vec::new(),
        }
    }
}

/// The name of a place by the count of the side on roll.
fn site(place: u8) -> String {
    match place {
        0 => "off".into(),
        BAR => "bar".into(),
        point => point.to_string(),
    }
}

fn checkers(number: u8, side: usize) -> String {
    match number {
        0 => "empty".into(),
        1 => format!("1 {} checker", SIDES[side]),
        _ => format!("{number} {} checkers", SIDES[side]),
    }
}

/// A checker; with a number when it stands for more than are drawn.
fn checker(x: f64, y: f64, side: usize, number: Option<u8>) -> Shape {
    let disc = Shape::new(Form::Disc, x, y)
        .size(0.94, 0.94)
        .fill(PAINTS[side]);
    match number {
        Some(number) => disc.text(number.to_string(), PAINTS[1 - side]),
        None => disc,
    }
}

/// A point by white's number: the column to click on, its triangle, its number and its checkers.
fn draw_point(position: &Position, layout: &Layout, point: u8, picture: &mut Picture) {
    let (x, at_top) = layout.point(point);
    // Downwards from the top edge, upwards from the bottom edge.
    let (edge, way) = if at_top { (TOP, 1.0) } else { (BOTTOM, -1.0) };
    let number = if position.player == 0 {
        point
    } else {
        BAR - point
    };
    let counts = [
        count(position.sides[0], point),
        count(position.sides[1], BAR - point),
    ];
    let side = usize::from(counts[1] > 0);
    picture.add(
        Shape::new(Form::Square, x, edge + way * (DEPTH + 0.1) / 2.0)
            .size(1.0, DEPTH + 0.1)
            .fill(Paint::Board)
            .title(format!("point {number}, {}", checkers(counts[side], side)))
            .site_if(position.stage == Stage::Move, site(number)),
    );
    let paint = if point % 2 == 0 {
        Paint::Light
    } else {
        Paint::Dark
    };
    picture.add(
        Shape::new(Form::Triangle, x, edge + way * 2.3)
            .size(0.94, -way * 4.6)
            .fill(paint),
    );
    picture.add(
        Shape::new(Form::Label, x, edge - way * 0.36)
            .size(0.7, 0.5)
            .text(number.to_string(), Paint::Ink),
    );
    let all = counts[side];
    for index in 0..all.min(TALLEST) {
        let number = (index + 1 == TALLEST && all > TALLEST).then_some(all);
        let y = edge + way * (f64::from(index) + 0.5);
        picture.add(checker(x, y, side, number));
    }
}

/// The checkers of a side on the bar, from the middle towards where they enter.
fn draw_bar(position: &Position, layout: &Layout, side: usize, picture: &mut Picture) {
    let way = [-1.0, 1.0][side];
    let all = count(position.sides[side], BAR);
    if all == 0 {
        return;
    }
    let on_roll = side == usize::from(position.player);
    picture.add(
        Shape::new(
            Form::Square,
            layout.bar(),
            MIDDLE + way * (BAND + DEPTH) / 2.0,
        )
        .size(TRAY - 0.2, DEPTH)
        .fill(Paint::Board)
        .title(format!("bar, {}", checkers(all, side)))
        .site_if(on_roll && position.stage == Stage::Move, "bar"),
    );
    for index in 0..all.min(TALLEST) {
        let number = (index + 1 == TALLEST && all > TALLEST).then_some(all);
        let y = MIDDLE + way * (BAND / 2.0 + f64::from(index) + 0.5);
        picture.add(checker(layout.bar(), y, side, number));
    }
}

/// The pips that a side has to go.
fn pips(checkers: u128) -> u16 {
    (1..=BAR)
        .map(|point| u16::from(point) * u16::from(count(checkers, point)))
        .sum()
}

/// The tray of a side with what it has borne off, and the pips it has to go.
fn draw_off(position: &Position, layout: &Layout, side: usize, picture: &mut Picture) {
    let (edge, way) = [(BOTTOM, -1.0), (TOP, 1.0)][side];
    let x = layout.off();
    let checkers = position.sides[side];
    let off = count(checkers, 0);
    let pips = pips(checkers);
    let on_roll = side == usize::from(position.player);
    picture.add(
        Shape::new(Form::Square, x, edge + way * DEPTH / 2.0)
            .size(TRAY, DEPTH)
            .fill(Paint::Board)
            .title(format!(
                "{off} {} checkers borne off, {pips} pips to go",
                SIDES[side]
            ))
            .site_if(on_roll && position.stage == Stage::Move, "off"),
    );
    for index in 0..off {
        let y = edge + way * (f64::from(index) * 0.33 + 0.22);
        picture.add(
            Shape::new(Form::Pit, x, y)
                .size(TRAY - 0.24, 0.3)
                .fill(PAINTS[side]),
        );
    }
    if off > 0 {
        picture.add(
            Shape::new(Form::Label, x, edge + way * (DEPTH + 0.35))
                .size(TRAY, 0.5)
                .text(format!("{off} off"), Paint::Ink),
        );
    }
    picture.add(
        Shape::new(Form::Label, x, edge - way * 0.36)
            .size(TRAY, 0.5)
            .text(pips.to_string(), Paint::Ink)
            .title(format!("{}: {pips} pips", SIDES[side])),
    );
}

impl Rules {
    /// In the band: the dice on the side's own half, and what happens on the other one.
    fn draw_dice(&self, position: &Position, layout: &Layout, picture: &mut Picture) {
        let player = usize::from(position.player);
        let die = |x: f64, side: usize, number: u8| {
            let die = Shape::new(Form::Die, x, MIDDLE)
                .size(0.95, 0.95)
                .fill(PAINTS[side]);
            match number {
                0 => die.title("die, not rolled yet"),
                _ => die
                    .text(number.to_string(), PAINTS[1 - side])
                    .title(format!("die of {number}")),
            }
        };
        let name = SIDES[player];
        let says = match position.stage {
            Stage::Opening => {
                picture.add(die(layout.half(0), 1, 0));
                picture.add(die(layout.half(1), 0, 0));
                return;
            }
            Stage::Choose => format!("{name} rolls or doubles"),
            Stage::Roll => format!("{name} rolls"),
            Stage::Move => format!("{name} plays"),
            Stage::Offered => format!("{name} doubles to {}", 2 << position.cube),
            Stage::Over | Stage::Dropped if self.length > 0 => format!("{name} wins the match"),
            Stage::Over | Stage::Dropped => match self.points(position) {
                1 => format!("{name} wins 1 point"),
                points => format!("{name} wins {points} points"),
            },
        };
        picture.add(
            Shape::new(Form::Label, layout.half(player), MIDDLE)
                .size(5.6, 0.7)
                .text(says, Paint::Ink),
        );
        if matches!(
            position.stage,
            Stage::Over | Stage::Dropped | Stage::Offered
        ) {
            return;
        }
        let half = layout.half(1 - player);
        for (x, number) in [
            (half - 0.65, position.dice[0]),
            (half + 0.65, position.dice[1]),
        ] {
            picture.add(die(x, player, number).site_if(position.stage == Stage::Choose, "dice"));
        }
    }

    /// The cube in its tray: in the middle, or on the side of who owns it. Nobody's shows 64.
    fn draw_cube(&self, position: &Position, layout: &Layout, x: f64, picture: &mut Picture) {
        picture.add(
            Shape::new(Form::Square, x, MIDDLE)
                .size(TRAY, 2.0 * DEPTH + BAND)
                .fill(Paint::Board),
        );
        if self.length > 0 {
            for (side, y) in [(0, BOTTOM + 0.36), (1, TOP - 0.36)] {
                let points = position.score[side];
                picture.add(
                    Shape::new(Form::Label, x, y)
                        .size(TRAY, 0.5)
                        .text(format!("{points}/{}", self.length), Paint::Ink)
                        .title(format!(
                            "{}: {points} of {} points",
                            SIDES[side], self.length
                        )),
                );
            }
        }
        let offered = position.stage == Stage::Offered;
        let y = match position.owner {
            0 => BOTTOM - 0.7,
            1 => TOP + 0.7,
            _ => MIDDLE,
        };
        let (x, y, value) = if offered {
            (
                layout.half(1 - usize::from(position.player)),
                MIDDLE,
                position.cube + 1,
            )
        } else {
            (x, y, position.cube)
        };
        let shown = if value == 0 { 64 } else { 1_u32 << value };
        let owner = SIDES.get(usize::from(position.owner)).unwrap_or(&"nobody");
        picture.add(
            Shape::new(Form::Pit, x, y)
                .size(1.0, 1.0)
                .fill(Paint::White)
                .text(shown.to_string(), Paint::Black)
                .title(if offered {
                    format!("cube, offered at {shown}")
                } else {
                    format!("cube at {}, {owner}'s", 1_u32 << value)
                })
                .site_if(
                    matches!(position.stage, Stage::Choose | Stage::Offered),
                    "cube",
                ),
        );
    }
}
