//! The board of parcheesi as a picture.

use super::*;

/// The middle of the picture; the board is 19 squares wide and high.
const MIDDLE: f64 = 9.5;

/// A point given for the player at the bottom, turned counterclockwise to another side.
fn turned((x, y): (f64, f64), side: u8) -> (f64, f64) {
    let (right, down) = (x - MIDDLE, y - MIDDLE);
    match side {
        0 => (x, y),
        1 => (MIDDLE + down, MIDDLE - right),
        2 => (MIDDLE - right, MIDDLE - down),
        _ => (MIDDLE - down, MIDDLE + right),
    }
}

/// The middle of a space: 17 to a side, from the mouth up the right column of the bottom arm and out along the next arm.
fn space_point(space: u8) -> (f64, f64) {
    let (side, step) = (space % SPACES / 17, space % 17);
    let point = match step {
        0 => (9.5, 18.5),
        1..=8 => (10.5, 19.5 - f64::from(step)),
        _ => (f64::from(step) + 2.5, 10.5),
    };
    turned(point, side)
}

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(19.0, 21.0);
        picture.add(
            Shape::new(Form::Square, MIDDLE, MIDDLE)
                .size(19.0, 19.0)
                .fill(Paint::Board),
        );
        self.draw_spaces(position, &mut picture);
        for player in 0..usize::from(self.seats) {
            self.draw_nest(position, player, &mut picture);
        }
        for player in 0..usize::from(self.seats) {
            for pawn in 0..4 {
                self.draw_pawn(position, player, pawn, &mut picture);
            }
        }
        self.draw_dice(position, &mut picture);
        picture
    }

    /// The pawn; then the die or bonus, when the pawn could use several.
    fn tally(&self, position: &Position, player: usize) -> String {
        let home = position.pawns[player]
            .iter()
            .filter(|place| **place == HOME);
        format!("{} of 4 home", home.count())
    }

    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        match *action {
            Move::Roll(..) | Move::Pass => Vec::new(),
            Move::Enter => vec!["n".into()],
            Move::Back => position
                .foremost()
                .map(|pawn| self.pawn_name(position, pawn))
                .into_iter()
                .collect(),
            Move::Advance { pawn, by } => {
                let mut moves = Vec::new();
                self.moves(position, &mut moves);
                let same = |other: &&Move| matches!(other, Move::Advance { pawn: other, .. } if *other == pawn);
                let name = self.pawn_name(position, pawn.into());
                if moves.iter().filter(same).count() == 1 {
                    vec![name]
                } else {
                    vec![name, format!("+{by}")]
                }
            }
        }
    }
}

impl Rules {
    fn draw_spaces(&self, position: &Position, picture: &mut Picture) {
        let players = || 0..usize::from(self.seats);
        for space in 1..=SPACES {
            let (x, y) = space_point(space);
            let safe = matches!(space % 17, 0 | 5 | 12);
            let is_free = !players().any(|player| {
                self.place(player, space)
                    .is_some_and(|place| position.pawns[player].contains(&place))
            });
            let entry = players().find(|&player| self.space(player, ENTRY) == space);
            let kind = match entry {
                Some(player) => format!(", {} enters here", COLOURS[player]),
                None if safe => ", safe".into(),
                None => String::new(),
            };
            let square = Shape::new(Form::Square, x, y)
                .fill(if safe { Paint::Dark } else { Paint::Light })
                .title(format!("space {space}{kind}"));
            picture.add(match (is_free, entry, safe) {
                (false, _, _) => square,
                (true, Some(player), _) => square.text("◆", Paint::Player(player)),
                (true, None, true) => square.text("◇", Paint::Ink),
                (true, None, false) => square.text(space.to_string(), Paint::Faint),
            });
        }
        for side in 0..4 {
            let owner = players().find(|&player| self.side(player) == side);
            for step in 1..=7 {
                let (x, y) = turned((9.5, 18.5 - f64::from(step)), side);
                let is_free =
                    owner.is_none_or(|player| !position.pawns[player].contains(&(MOUTH + step)));
                let colour = owner.map_or("nobody", |player| COLOURS[player]);
                let square = Shape::new(Form::Square, x, y)
                    .fill(owner.map_or(Paint::Board, Paint::Player))
                    .title(format!("home path of {colour}, space {step}"));
                let named = is_free && owner.is_some();
                picture.add(if named {
                    square.text(format!("h{step}"), Paint::Ink)
                } else {
                    square
                });
            }
        }
        picture.add(
            Shape::new(Form::Square, MIDDLE, MIDDLE)
                .size(3.0, 3.0)
                .fill(Paint::Light)
                .title("home"),
        );
        picture.add(
            Shape::new(Form::Label, MIDDLE, MIDDLE)
                .size(1.6, 0.6)
                .text("home", Paint::Faint),
        );
    }

    fn draw_nest(&self, position: &Position, player: usize, picture: &mut Picture) {
        let side = self.side(player);
        let (x, y) = turned((15.0, 15.0), side);
        let colour = COLOURS[player];
        if player == usize::from(position.player) {
            picture.add(Shape::new(Form::Pit, x, y).size(6.6, 6.6).fill(Paint::Mark));
        }
        picture.add(
            Shape::new(Form::Pit, x, y)
                .size(6.0, 6.0)
                .fill(Paint::Player(player)),
        );
        picture.add(
            Shape::new(Form::Pit, x, y)
                .size(4.8, 4.8)
                .fill(Paint::Light)
                .title(format!("nest of {colour}")),
        );
        picture.add(
            Shape::new(Form::Label, x, y)
                .size(4.0, 0.7)
                .text(colour, Paint::Ink),
        );
    }

    fn draw_pawn(&self, position: &Position, player: usize, pawn: usize, picture: &mut Picture) {
        let pawns = position.pawns[player];
        let place = pawns[pawn];
        let side = self.side(player);
        let place_name = match place {
            NEST => "in the nest".into(),
            HOME => "home".into(),
            _ => format!("on {}", self.place_text(player, place)),
        };
        let column = pawn as f64;
        let ((x, y), size) = match place {
            NEST => {
                let (x, y) = turned((15.0, 15.0), side);
                let (right, down) = ([-1.2, 1.2][pawn % 2], [-1.2, 1.2][pawn / 2]);
                ((x + right, y + down), 1.2)
            }
            HOME => (
                turned((MIDDLE - 0.75 + 0.5 * column, MIDDLE + 1.1), side),
                0.46,
            ),
            _ => {
                let (x, y) = match place {
                    ENTRY..=MOUTH => space_point(self.space(player, place)),
                    _ => turned((9.5, 18.5 - f64::from(place - MOUTH)), side),
                };
                let before = pawn > 0 && pawns[pawn - 1] == place;
                let after = pawn < 3 && pawns[pawn + 1] == place;
                match (before, after) {
                    (false, false) => ((x, y), 0.8),
                    (false, true) => ((x - 0.25, y), 0.48),
                    (true, _) => ((x + 0.25, y), 0.48),
                }
            }
        };
        // A light ring keeps the pawn apart from a nest or home path of its own colour.
        picture.add(
            Shape::new(Form::Disc, x, y)
                .size(size, size)
                .fill(Paint::Light),
        );
        let disc = Shape::new(Form::Disc, x, y)
            .size(size * 0.84, size * 0.84)
            .fill(Paint::Player(player))
            .title(format!("{} pawn {place_name}", COLOURS[player]));
        let is_movable = player == usize::from(position.player) && place != HOME;
        picture.add(if is_movable {
            disc.site(self.pawn_name(position, pawn))
        } else {
            disc
        });
    }

    /// Below the board: who plays, the dice that are left, the bonuses.
    fn draw_dice(&self, position: &Position, picture: &mut Picture) {
        let colour = COLOURS[usize::from(position.player)];
        let turn = self.turn(position);
        let says = match turn {
            Turn::Over => format!("{colour} has won"),
            Turn::Chance => format!("{colour} rolls"),
            Turn::Player(_) if position.doublets == 3 => format!("{colour}: third doublet"),
            Turn::Player(_) => format!("{colour} plays"),
        };
        picture.add(
            Shape::new(Form::Label, 4.5, 20.1)
                .size(8.0, 0.9)
                .text(says, Paint::Ink),
        );
        let mut x = 10.0;
        if turn == Turn::Chance {
            for _ in 0..2 {
                picture.add(
                    Shape::new(Form::Die, x, 20.1)
                        .size(1.2, 1.2)
                        .fill(Paint::Light)
                        .title("die, not rolled yet"),
                );
                x += 1.5;
            }
        }
        for die in position.dice.into_iter().filter(|&die| die != 0) {
            picture.add(
                Shape::new(Form::Die, x, 20.1)
                    .size(1.2, 1.2)
                    .fill(Paint::Light)
                    .text(die.to_string(), Paint::Ink)
                    .site(format!("+{die}"))
                    .title(format!("die of {die}")),
            );
            x += 1.5;
        }
        for (left, bonus) in [
            (position.twenties, CAPTURE_BONUS),
            (position.tens, HOME_BONUS),
        ] {
            if left > 0 {
                let times = if left > 1 {
                    format!("{left}×{bonus}")
                } else {
                    format!("+{bonus}")
                };
                picture.add(
                    Shape::new(Form::Pit, x + 0.1, 20.1)
                        .size(1.4, 1.2)
                        .fill(Paint::Mark)
                        .text(times, Paint::Ink)
                        .site(format!("+{bonus}"))
                        .title(format!("bonus of {bonus}, {left} left")),
                );
                x += 1.6;
            }
        }
    }
}
