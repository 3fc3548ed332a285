//! The board of checkers as a picture: Black at the top, as in every book.

use super::*;

impl Draw for Rules {
    fn picture(&self, position: &Position, _viewer: Option<usize>) -> Picture {
        let mut picture = Picture::new(8.0, 8.7);
        picture.add(
            Shape::new(Form::Square, 4.0, 4.0)
                .size(8.0, 8.0)
                .fill(Paint::Light),
        );
        for (square, bit) in BITS.into_iter().enumerate() {
            let (row, column) = place(square);
            let (x, y) = (f64::from(column) + 0.5, f64::from(row) + 0.5);
            let number = (square + 1).to_string();
            let piece = position.piece(bit);
            let on_it = piece.map_or("empty".into(), |(side, king)| {
                format!("{} {}", SIDES[side], if king { "king" } else { "man" })
            });
            picture.add(
                Shape::new(Form::Square, x, y)
                    .fill(Paint::Dark)
                    .site(&number)
                    .title(format!("square {number}, {on_it}")),
            );
            if let Some((side, king)) = piece {
                let (fill, ink) =
                    [(Paint::Black, Paint::White), (Paint::White, Paint::Black)][side];
                let disc = |y| Shape::new(Form::Disc, x, y).size(0.72, 0.72).fill(fill);
                // A king is two men on top of each other.
                if king {
                    picture.add(disc(y + 0.1));
                }
                picture.add(disc(y).text(if king { "K" } else { "" }, ink));
            }
            picture.add(
                Shape::new(Form::Label, x - 0.335, y - 0.355)
                    .size(0.26, 0.26)
                    .text(number, Paint::Ink),
            );
        }
        picture.add(
            Shape::new(Form::Label, 4.0, 8.4)
                .size(8.0, 0.5)
                .text(self.status(position), Paint::Ink),
        );
        picture
    }

    fn tally(&self, position: &Position, player: usize) -> String {
        let pieces = position.pieces[player];
        let kings = (pieces & position.kings).count_ones();
        let men = counted(pieces.count_ones() - kings, "man", "men");
        match kings {
            0 => men,
            _ => format!("{men}, {}", counted(kings, "king", "kings")),
        }
    }

    /// The square of the piece and every square it comes to.
    fn sites(&self, position: &Position, action: &Move) -> Vec<String> {
        let squares = self.squares(position, action);
        squares
            .into_iter()
            .map(|square| square.to_string())
            .collect()
    }
}

impl Rules {
    fn status(&self, position: &Position) -> String {
        let [side, other] = [position.side, 1 - position.side].map(|side| SIDES[usize::from(side)]);
        if !position.can_move() {
            format!("{side} cannot move: {other} wins")
        } else if self.is_idle(position) {
            "draw: 40 moves without capture or advance".into()
        } else if position.must_jump() {
            format!("{side} must jump")
        } else {
            format!("{side} to move")
        }
    }
}
