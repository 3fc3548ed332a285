//! Positions and moves of othello as text.

use super::*;

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let mut text: String = (0..64)
            .map(|square| position.owner(square).map_or('-', |side| LETTERS[side]))
            .collect();
        text.push(' ');
        text.push(LETTERS[position.player()]);
        text
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        if text.trim().is_empty() || text.contains(|sign: char| sign.is_ascii_digit()) {
            self.parse_moves(text)
        } else {
            self.parse_board(text)
        }
    }

    fn move_text(&self, _position: &Position, square: &u8) -> String {
        match *square {
            PASS => "pass".into(),
            square => square_name(square),
        }
    }

    /// Also in capitals; a pass is written in many ways.
    fn read_move(&self, position: &Position, text: &str) -> Option<u8> {
        let text = text.to_ascii_lowercase();
        let action = match text.as_str() {
            "pass" | "pa" | "ps" | "--" => PASS,
            name => read_square(name)?,
        };
        let legal = match action {
            PASS => position.open == 0 && position.opponent_moves(),
            square => position.open >> square & 1 == 1,
        };
        legal.then_some(action)
    }

    fn move_help(&self) -> Cow<'static, str> {
        "squares are a1 to h8, a disc must turn over another one, and who cannot do that has to pass".into()
    }
}

pub(super) fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// The square of a name such as `f5`.
fn read_square(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'1') * 8 + column - b'a'),
        _ => None,
    }
}

/// The side that a letter or sign stands for.
fn side_of(sign: char) -> Option<usize> {
    match sign {
        'X' | 'x' | '*' | 'B' | 'b' | '●' => Some(0),
        'O' | 'o' | 'W' | 'w' | '○' => Some(1),
        _ => None,
    }
}

impl Rules {
    /// Reads 64 squares from a1 to h8, row by row, and the side to move; spaces may stand anywhere.
    fn parse_board(&self, text: &str) -> Result<Position, String> {
        let mut discs = [0_u64; 2];
        let mut signs = text.chars().filter(|sign| !sign.is_whitespace());
        for square in 0..64 {
            match signs.next() {
                None => return Err(format!("there are 64 squares, not {square}")),
                Some('-' | '.') => {}
                Some(sign) => match side_of(sign) {
                    Some(side) => discs[side] |= 1 << square,
                    None => return Err(format!("\"{sign}\" is neither X, O nor -")),
                },
            }
        }
        let side = signs
            .next()
            .ok_or("after the 64 squares comes the side to move, X or O")?;
        let side = side_of(side).ok_or_else(|| format!("\"{side}\" to move is neither X nor O"))?;
        if signs.next().is_some() {
            return Err("after the side to move there is nothing more".into());
        }
        Ok(Position::new(discs[side], discs[1 - side], side as u8))
    }

    /// Reads a transcript: the squares played since the start, such as `f5d6c3`, with passes left out.
    fn parse_moves(&self, text: &str) -> Result<Position, String> {
        let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
        let mut position = self.start();
        for (index, pair) in signs.chunks(2).enumerate() {
            let name: String = pair.iter().map(char::to_ascii_lowercase).collect();
            let number = index + 1;
            let square = read_square(&name).ok_or_else(|| {
                format!("\"{name}\" at move {number} is no square: squares are a1 to h8, as in \"f5d6c3\"")
            })?;
            if position.open == 0 {
                if !position.opponent_moves() {
                    return Err(format!("the game is over before move {number}"));
                }
                self.play_unchecked(&mut position, &PASS);
            }
            position = self
                .play(position, square)
                .map_err(|_| format!("move {number}, {name}, turns no disc over"))?;
        }
        Ok(position)
    }
}
