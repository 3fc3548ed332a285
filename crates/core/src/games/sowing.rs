//! What sowing games share: two rows of houses and two stores, as text and as a picture.

use crate::picture::{Form, Paint, Picture, Shape, counted};

/// Who sits where; south begins.
pub(super) const SIDES: [&str; 2] = ["south", "north"];

/// A board of any size. Rules keep their seeds in a form that is quicker to sow; this one is for reading and drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// The seeds in the houses of each side, from the leftmost house as that side sits.
    pub(super) houses: [Vec<u8>; 2],
    /// The seeds in each side's store.
    pub(super) stores: [u8; 2],
    /// The side to move.
    pub(super) side: usize,
}

impl Board {
    fn total(&self) -> usize {
        let rows = self.houses.iter().flatten().chain(&self.stores);
        rows.map(|seeds| usize::from(*seeds)).sum()
    }

    /// South's houses and store, those of north and the side to move: `4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 south`.
    pub(super) fn text(&self) -> String {
        let [south, north] = [0, 1].map(|side| {
            let houses: Vec<_> = self.houses[side].iter().map(u8::to_string).collect();
            format!("{} {}", houses.join(","), self.stores[side])
        });
        format!("{south} / {north} {}", SIDES[self.side])
    }

    /// Reads a board with as many houses and at most as many seeds as at the start.
    ///
    /// # Errors
    /// A clause that says what would be right.
    pub(super) fn parse(text: &str, start: &Board) -> Result<Board, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[south, south_store, "/", north, north_store, side] = words.as_slice() else {
            return Err(format!(
                "it is south's houses and store, those of north and the side to move, as in \"{}\"",
                start.text()
            ));
        };
        let seeds = |word: &str| -> Result<u8, String> {
            word.parse()
                .map_err(|_| format!("\"{word}\" is no number of seeds"))
        };
        let row = |side: usize, row: &str| -> Result<Vec<u8>, String> {
            let (houses, counts) = (start.houses[side].len(), row.split(',').count());
            if counts != houses {
                return Err(format!("{} has {houses} houses, not {counts}", SIDES[side]));
            }
            row.split(',').map(seeds).collect()
        };
        let board = Board {
            houses: [row(0, south)?, row(1, north)?],
            stores: [seeds(south_store)?, seeds(north_store)?],
            side: SIDES
                .iter()
                .position(|name| *name == side)
                .ok_or_else(|| format!("\"{side}\" is neither south nor north"))?,
        };
        let (total, most) = (board.total(), start.total());
        if total > most {
            return Err(format!("there are at most {most} seeds, not {total}"));
        }
        Ok(board)
    }

    /// What a side has in its store.
    pub(super) fn tally(&self, side: usize) -> String {
        counted(u32::from(self.stores[side]), "seed", "seeds")
    }

    /// The board with south below, every house under the name that moves give it, and a line about the game.
    pub(super) fn picture(&self, name: impl Fn(usize, usize) -> String, status: String) -> Picture {
        let houses = self.houses[0].len();
        let width = houses as f64 + 2.6;
        let mut picture = Picture::new(width, 4.2);
        picture.add(
            Shape::new(Form::Pit, width / 2.0, 1.8)
                .size(width, 2.6)
                .fill(Paint::Board),
        );
        for (side, owner) in SIDES.into_iter().enumerate() {
            let x = [width - 0.65, 0.65][side];
            picture.add(
                Shape::new(Form::Pit, x, 1.8)
                    .size(0.9, 2.2)
                    .fill(Paint::Player(side))
                    .text(self.stores[side].to_string(), Paint::Ink)
                    .title(format!("{owner}'s store, {}", self.stores[side])),
            );
            for house in 0..houses {
                let from_left = [house, houses - 1 - house][side];
                let x = from_left as f64 + 1.8;
                let seeds = self.houses[side][house];
                let name = name(side, house);
                picture.add(
                    Shape::new(Form::Pit, x, [2.4, 1.2][side])
                        .size(0.88, 0.88)
                        .fill(Paint::Light)
                        .text(
                            seeds.to_string(),
                            if seeds > 0 { Paint::Ink } else { Paint::Faint },
                        )
                        .title(format!("{owner}'s house {name}, {seeds}"))
                        .site(site(side, house)),
                );
                picture.add(
                    Shape::new(Form::Label, x, [3.3, 0.25][side])
                        .size(0.9, 0.4)
                        .text(name, Paint::Faint),
                );
            }
        }
        picture.add(
            Shape::new(Form::Label, width / 2.0, 3.85)
                .size(width, 0.5)
                .text(status, Paint::Ink),
        );
        picture
    }
}

/// What a click on a house is called: `s1` is the leftmost house of south.
pub(super) fn site(side: usize, house: usize) -> String {
    format!("{}{}", ["s", "n"][side], house + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_boards_are_refused_with_the_reason() {
        let start = Board {
            houses: [vec![4; 6], vec![4; 6]],
            stores: [0; 2],
            side: 0,
        };
        let refusal = |text| Board::parse(text, &start).unwrap_err();
        assert_eq!(
            refusal("4,4,4,4,4,4 0 4,4,4,4,4,4 0 south"),
            "it is south's houses and store, those of north and the side to move, \
             as in \"4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 south\""
        );
        assert_eq!(
            refusal("4,4,4,4,4 0 / 4,4,4,4,4,4 0 south"),
            "south has 6 houses, not 5"
        );
        assert_eq!(
            refusal("4,4,4,4,4,4 0 / 4,4,4,4,4,4,4 0 south"),
            "north has 6 houses, not 7"
        );
        assert_eq!(
            refusal("4,4,4,4,4,-4 0 / 4,4,4,4,4,4 0 south"),
            "\"-4\" is no number of seeds"
        );
        assert_eq!(
            refusal("4,4,4,4,4,4 256 / 4,4,4,4,4,4 0 south"),
            "\"256\" is no number of seeds"
        );
        assert_eq!(
            refusal("4,4,4,4,4,4 1 / 4,4,4,4,4,4 0 south"),
            "there are at most 48 seeds, not 49"
        );
        assert_eq!(
            refusal("4,4,4,4,4,4 0 / 4,4,4,4,4,4 0 west"),
            "\"west\" is neither south nor north"
        );
    }
}
