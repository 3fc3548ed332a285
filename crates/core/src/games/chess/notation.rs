//! FEN for positions; SAN for moves among people, UCI's long form among programs.
//!
//! FEN as in <https://www.chessprogramming.org/Forsyth-Edwards_Notation>; the clocks may be left out. Castling rights may be
//! given as KQkq or by the files of the rooks (Shredder-FEN) and are written as X-FEN does: KQkq for the outermost rook, its
//! file for another. An en passant square is kept only if a pawn can really capture there.

use std::borrow::Cow;

use super::attacks::{Square, bit, squares};
use super::{
    CASTLING, KINGS, LETTERS, Move, NOTHING, NOWHERE, PAWNS, PROMOTION, Position, RANKS, ROOKS,
    Rules, castled, castles_as_usual,
};
use crate::game::{Game, Notation, quoted};

/// A square as people write it.
pub(super) fn name(square: Square) -> String {
    let file = char::from(b'a' + square % 8);
    format!("{file}{}", square / 8 + 1)
}

fn read_square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let rows: Vec<_> = (0..8).rev().map(|rank| row(position, rank)).collect();
        let castling = castling_text(position);
        let en_passant = match position.en_passant {
            NOWHERE => "-".into(),
            square => name(square),
        };
        format!(
            "{} {} {castling} {en_passant} {} {}",
            rows.join("/"),
            ["w", "b"][position.mover()],
            position.clock,
            position.number
        )
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&[board, side, castling, en_passant], clocks) = match words.as_slice() {
            [board, side, castling, en_passant, clocks @ ..] if clocks.len() <= 2 => {
                (&[*board, *side, *castling, *en_passant], clocks)
            }
            _ => {
                return Err(format!(
                    "a FEN has six fields, board, side, castling, en passant, clock and move, as in \"{}\"",
                    self.text(&self.start())
                ));
            }
        };
        let mut position = Position::EMPTY;
        read_board(&mut position, board)?;
        position.side = match side {
            "w" => 0,
            "b" => 1,
            _ => return Err(format!("the side to move is w or b, not {}", quoted(side))),
        };
        if let Some(clock) = clocks.first() {
            position.clock = clock
                .parse()
                .map_err(|_| format!("the clock {} is no number from 0 to 255", quoted(clock)))?;
        }
        if let Some(number) = clocks.get(1) {
            position.number = number.parse().map_err(|_| {
                format!(
                    "the move number {} is no number up to 65535",
                    quoted(number)
                )
            })?;
        }
        self.check_pieces(&position)?;
        read_castling(&mut position, castling)?;
        self.read_en_passant(&mut position, en_passant)?;
        position.key = position.fresh_key();
        position.sum = self.weights.sum(&position);
        Ok(position)
    }

    fn move_text(&self, position: &Position, action: &Move) -> String {
        let mut text = self.plain_text(position, *action);
        let mut after = *position;
        self.play_unchecked(&mut after, action);
        if self.in_check(&after) {
            text.push(if self.has_moves(&after) { '+' } else { '#' });
        }
        text
    }

    fn move_code(&self, _position: &Position, action: &Move) -> String {
        let (from, mut to) = (action.from(), action.to());
        let usual = self.chess960.is_none() && castles_as_usual(from, to);
        if action.special() == CASTLING && usual {
            to = castled(usize::from(from / 8 == 7), from, to).0;
        }
        let promoted = match action.special() {
            PROMOTION => String::from(LETTERS[action.promoted()]),
            _ => String::new(),
        };
        format!("{}{}{promoted}", name(from), name(to))
    }

    fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let text = text.trim_end_matches("e.p.").trim_end();
        if let "O-O" | "0-0" | "o-o" | "O-O-O" | "0-0-0" | "o-o-o" = text {
            let short = text.len() == 3;
            return moves.into_iter().find(|action| {
                action.special() == CASTLING && (action.to() > action.from()) == short
            });
        }
        if let Some(found) = self.read_code(position, text, &moves) {
            return Some(found);
        }
        read_short(position, text, &moves)
    }

    fn move_help(&self) -> Cow<'static, str> {
        "moves are written like e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q".into()
    }
}

fn row(position: &Position, rank: u8) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in 0..8 {
        let square = rank * 8 + file;
        match position.kind_on(square) {
            NOTHING => empty += 1,
            kind => {
                if empty > 0 {
                    text.push(char::from(b'0' + empty));
                    empty = 0;
                }
                let letter = LETTERS[kind];
                let white = position.sides[0] & bit(square) != 0;
                text.push(if white {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                });
            }
        }
    }
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
    text
}

fn castling_text(position: &Position) -> String {
    let mut text = String::new();
    for (side, home) in RANKS.into_iter().enumerate() {
        let king = position.king(side);
        let mut rooks: Vec<Square> = squares(position.castling & home).collect();
        rooks.reverse(); // the king's side first
        for rook in rooks {
            // Is it the rook farthest out on its wing?
            let outer = if rook > king {
                home & !(bit(rook) | (bit(rook) - 1))
            } else {
                home & (bit(rook) - 1)
            };
            let letter = if position.of(side, ROOKS) & outer != 0 {
                char::from(b'a' + rook % 8)
            } else if rook > king {
                'k'
            } else {
                'q'
            };
            text.push(if side == 0 {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
    }
    if text.is_empty() { "-".into() } else { text }
}

fn read_board(position: &mut Position, board: &str) -> Result<(), String> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 8 {
        return Err(format!("a board has 8 ranks, not {}", rows.len()));
    }
    for (index, row) in rows.iter().enumerate() {
        let rank = 7 - index as u8;
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|empty| (1..=8).contains(empty)) {
                file += empty as u8;
            } else if let Some(kind) = LETTERS
                .iter()
                .position(|known| *known == letter.to_ascii_lowercase())
            {
                if file < 8 {
                    let side = usize::from(letter.is_ascii_lowercase());
                    position.toggle(side, kind, rank * 8 + file);
                }
                file += 1;
            } else {
                return Err(format!(
                    "\"{letter}\" is no piece and no number of empty squares"
                ));
            }
            if file > 8 {
                break;
            }
        }
        if file != 8 {
            return Err(format!("rank {} does not have 8 squares", rank + 1));
        }
    }
    Ok(())
}

fn read_castling(position: &mut Position, text: &str) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let side = usize::from(letter.is_ascii_lowercase());
        let home = RANKS[side];
        let king = position.of(side, KINGS) & home;
        let rooks = position.of(side, ROOKS) & home;
        let east = home & !(king | king.wrapping_sub(1));
        let west = home & king.wrapping_sub(1);
        let rook = match letter.to_ascii_lowercase() {
            'k' => squares(rooks & east).last(),
            'q' => squares(rooks & west).next(),
            file @ 'a'..='h' => {
                squares(rooks & (east | west)).find(|rook| rook % 8 == file as u8 - b'a')
            }
            _ => {
                return Err(format!(
                    "castling is written KQkq, by the files of the rooks, or -, not {}",
                    quoted(text)
                ));
            }
        };
        let Some(rook) = rook.filter(|_| king != 0) else {
            return Err(format!(
                "castling {letter}: king and rook are not both on their first rank, the rook on that side"
            ));
        };
        let wing = if bit(rook) & east != 0 { east } else { west };
        if position.castling & wing & !bit(rook) != 0 {
            return Err(format!(
                "castling {letter}: only one rook of a wing can castle"
            ));
        }
        position.castling |= bit(rook);
    }
    Ok(())
}

impl Rules {
    fn check_pieces(&self, position: &Position) -> Result<(), String> {
        for (side, name) in super::SIDES.iter().enumerate() {
            let kings = position.of(side, KINGS).count_ones();
            if kings != 1 {
                return Err(format!("{name} has {kings} kings instead of one"));
            }
            let pawns = position.of(side, PAWNS);
            if pawns & (RANKS[0] | RANKS[1]) != 0 {
                return Err(format!("{name} has a pawn on the first or last rank"));
            }
            if pawns.count_ones() > 8 {
                return Err(format!(
                    "{name} has {} pawns, more than 8",
                    pawns.count_ones()
                ));
            }
            let pieces = position.sides[side].count_ones();
            if pieces > 16 {
                return Err(format!("{name} has {pieces} pieces, more than 16"));
            }
        }
        let mover = position.mover();
        let occupied = position.occupied();
        if self.attackers(position, position.king(1 - mover), occupied, mover) != 0 {
            return Err(format!(
                "{} is in check though it is not to move",
                super::SIDES[1 - mover]
            ));
        }
        let checkers = self.attackers(position, position.king(mover), occupied, 1 - mover);
        if checkers.count_ones() > 2 {
            return Err(format!(
                "{} is in check by {} pieces, which no move can bring about",
                super::SIDES[mover],
                checkers.count_ones()
            ));
        }
        Ok(())
    }

    fn read_en_passant(&self, position: &mut Position, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let mover = position.mover();
        let (rank, home) = if mover == 0 { (5, 8_i8) } else { (2, -8) };
        let square = read_square(text)
            .filter(|square| square / 8 == rank)
            .ok_or_else(|| {
                format!(
                    "the en passant square {} is not on rank {}, or - if there is none",
                    quoted(text),
                    rank + 1
                )
            })?;
        let pawn = square.wrapping_add_signed(-home);
        let before = square.wrapping_add_signed(home);
        if position.of(1 - mover, PAWNS) & bit(pawn) == 0
            || position.occupied() & (bit(square) | bit(before)) != 0
        {
            return Err(format!(
                "no pawn can just have passed the en passant square {text}"
            ));
        }
        position.en_passant = square;
        if self.en_passant_pawns(position) == 0 {
            position.en_passant = NOWHERE;
        }
        Ok(())
    }

    /// SAN without the sign for check.
    fn plain_text(&self, position: &Position, action: Move) -> String {
        let (from, to) = (action.from(), action.to());
        if action.special() == CASTLING {
            return if to > from { "O-O" } else { "O-O-O" }.into();
        }
        let kind = position.kind_on(from);
        let takes = position.occupied() & bit(to) != 0 || action.special() == super::EN_PASSANT;
        let mut text = String::new();
        if kind == PAWNS {
            if takes {
                text.push(char::from(b'a' + from % 8));
            }
        } else {
            text.push(LETTERS[kind].to_ascii_uppercase());
            let mut moves = Vec::new();
            self.moves(position, &mut moves);
            let rivals: Vec<Square> = moves
                .iter()
                .filter(|other| {
                    other.to() == to
                        && other.from() != from
                        && other.special() != CASTLING
                        && position.kind_on(other.from()) == kind
                })
                .map(|other| other.from())
                .collect();
            if !rivals.is_empty() {
                let same_file = rivals.iter().any(|rival| rival % 8 == from % 8);
                let same_rank = rivals.iter().any(|rival| rival / 8 == from / 8);
                let square = name(from);
                text.push_str(match (same_file, same_rank) {
                    (false, _) => &square[..1],
                    (true, false) => &square[1..],
                    (true, true) => &square,
                });
            }
        }
        if takes {
            text.push('x');
        }
        text.push_str(&name(to));
        if action.special() == PROMOTION {
            text.push('=');
            text.push(LETTERS[action.promoted()].to_ascii_uppercase());
        }
        text
    }

    /// A move in the long form of programs, such as e2e4 or e7e8q; castling as the king's way or onto the rook.
    fn read_code(&self, position: &Position, text: &str, moves: &[Move]) -> Option<Move> {
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return None;
        }
        let from = read_square(&text[..2])?;
        let to = read_square(&text[2..4])?;
        let promoted = text.as_bytes().get(4).map(|letter| char::from(*letter));
        let exact = moves.iter().find(|action| {
            action.from() == from
                && action.to() == to
                && match (action.special(), promoted) {
                    (PROMOTION, Some(letter)) => LETTERS[action.promoted()] == letter,
                    (special, promoted) => special != PROMOTION && promoted.is_none(),
                }
        });
        // The king's own way, unless an ordinary king's move goes there: then castling is onto the rook.
        exact.copied().or_else(|| {
            let king = position.kind_on(from) == KINGS && promoted.is_none();
            moves.iter().copied().find(|action| {
                king && action.special() == CASTLING
                    && action.from() == from
                    && castles_as_usual(from, action.to())
                    && castled(position.mover(), from, action.to()).0 == to
            })
        })
    }
}

/// A move in the short form of people, with or without x, = and more than is needed to tell it from others.
fn read_short(position: &Position, text: &str, moves: &[Move]) -> Option<Move> {
    let mut letters: Vec<char> = text
        .chars()
        .filter(|letter| !"x:-=()".contains(*letter))
        .collect();
    if letters.len() > 6 {
        return None;
    }
    let kind = match letters.first()? {
        letter @ ('N' | 'B' | 'R' | 'Q' | 'K' | 'P') => {
            let kind = LETTERS
                .iter()
                .position(|known| known.eq_ignore_ascii_case(letter))?;
            letters.remove(0);
            kind
        }
        _ => PAWNS,
    };
    let promoted = match letters.last()? {
        letter @ ('N' | 'B' | 'R' | 'Q') if kind == PAWNS => {
            let made = LETTERS
                .iter()
                .position(|known| known.eq_ignore_ascii_case(letter))?;
            letters.pop();
            Some(made)
        }
        _ => None,
    };
    let target: String = letters
        .split_off(letters.len().checked_sub(2)?)
        .into_iter()
        .collect();
    let to = read_square(&target)?;
    let mut fitting = moves.iter().copied().filter(|action| {
        let from = action.from();
        let stands = |letter: &char| {
            *letter == char::from(b'a' + from % 8) || *letter == char::from(b'1' + from / 8)
        };
        action.to() == to
            && action.special() != CASTLING
            && position.kind_on(from) == kind
            && (action.special() == PROMOTION).then(|| action.promoted()) == promoted
            && letters.iter().all(stands)
    });
    let found = fitting.next()?;
    fitting.next().is_none().then_some(found)
}
