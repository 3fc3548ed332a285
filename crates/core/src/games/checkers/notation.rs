//! Positions as the FEN of Portable Draughts Notation, moves by the numbers of their squares.
//!
//! A position is `B:W21,22,K30:B1,2,K5`: the side to move, then the pieces of each side, kings with a K. When some plies
//! have passed without a capture or a man's move, their number follows as `:H12`, in the manner of lidraughts. Read, not
//! written: ranges (`W21-32`), the sides in any order, lower case, spaces, a full stop at the end, a move number (`:F7`).

use super::*;

const EXAMPLE: &str = "\"B:W21,22,K30:B1,2,K5\"";

/// The number of the square, as people write it.
fn number(bit: u8) -> u8 {
    SQUARES[usize::from(bit)] + 1
}

/// A text of digits alone as a number up to 255.
fn digits(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|letter| letter.is_ascii_digit());
    plain.then(|| text.parse().ok())?
}

/// The bit of a square given by its number.
fn bit(text: &str) -> Option<u8> {
    let square = digits(text)?.checked_sub(1)?;
    BITS.get(usize::from(square)).copied()
}

/// The pieces of both sides while they are read.
#[derive(Default)]
struct Setup {
    pieces: [Option<u32>; 2],
    kings: u32,
}

impl Setup {
    /// Reads the squares of one side, such as `21,22,K30`.
    fn read(&mut self, side: usize, squares: &str) -> Result<(), String> {
        let name = SIDES[side];
        if self.pieces[side].is_some() {
            return Err(format!("{name}'s pieces are given twice"));
        }
        self.pieces[side] = Some(0);
        if squares.is_empty() {
            return Ok(());
        }
        for word in squares.split(',').map(str::trim) {
            let king = word.strip_prefix(['K', 'k']);
            let place = king.unwrap_or(word).trim();
            let (first, last) = place.split_once('-').unwrap_or((place, place));
            let ends = [first, last].map(|end| match bit(end.trim()) {
                Some(bit) => Ok(number(bit)),
                None => Err(format!(
                    "{} is no square: they are 1 to 32, kings with a K",
                    quoted(word)
                )),
            });
            let [first, last] = ends;
            let (first, last) = (first?, last?);
            if first > last {
                return Err(format!("the range {} goes down", quoted(word)));
            }
            for square in first..=last {
                self.put(side, square, king.is_some())?;
            }
        }
        Ok(())
    }

    fn put(&mut self, side: usize, square: u8, king: bool) -> Result<(), String> {
        let bit = 1 << BITS[usize::from(square) - 1];
        let all = self.pieces.iter().flatten().fold(0, |all, set| all | set);
        if all & bit != 0 {
            return Err(format!("two pieces stand on square {square}"));
        }
        if !king && CROWNS[side] & bit != 0 {
            return Err(format!(
                "a {} man on square {square} would be a king: K{square}",
                SIDES[side]
            ));
        }
        *self.pieces[side].get_or_insert(0) |= bit;
        if king {
            self.kings |= bit;
        }
        Ok(())
    }

    fn whole(&self) -> Result<[u32; 2], String> {
        let mut pieces = [0; 2];
        for (side, set) in self.pieces.iter().enumerate() {
            let name = SIDES[side];
            pieces[side] = set.ok_or_else(|| {
                format!("{name}'s pieces are missing: a position is like {EXAMPLE}")
            })?;
            let count = pieces[side].count_ones();
            if count > MOST_PIECES {
                return Err(format!("{name} has {count} pieces: 12 are the most"));
            }
        }
        if pieces == [0, 0] {
            return Err("there are no pieces".into());
        }
        Ok(pieces)
    }
}

/// The squares of a jump, from the first to the last, with the pieces it takes.
struct Path {
    bits: Vec<u8>,
    captured: u32,
}

impl Path {
    fn is_way_of(&self, action: &Move) -> bool {
        self.captured == action.captured
            && self.bits.first() == Some(&action.from)
            && self.bits.last() == Some(&action.to)
    }

    fn text(&self) -> String {
        let numbers: Vec<_> = self
            .bits
            .iter()
            .map(|bit| number(*bit).to_string())
            .collect();
        numbers.join("x")
    }

    /// Does the jump pass through these squares, in this order, from its first to its last?
    fn passes(&self, squares: &[u8]) -> bool {
        let mut rest = self.bits.iter();
        self.bits.first() == squares.first()
            && self.bits.last() == squares.last()
            && squares.iter().all(|square| rest.any(|bit| bit == square))
    }
}

/// Every way of jumping that a piece has, in the order of [`Game::moves`].
fn paths(position: &Position, from: u8) -> Vec<Path> {
    let side = usize::from(position.side);
    let other = position.pieces[1 - side];
    let empty = !(position.pieces[side] | other) | 1 << from;
    let king = position.kings >> from & 1 == 1;
    let directions = match side {
        0 => View::<0>::directions(),
        _ => View::<1>::directions(),
    };
    let directions = &directions[..if king { 4 } else { 2 }];
    let mut found = Vec::new();
    // Twelve pieces at most can be jumped, so there is always an end.
    let mut open = vec![Path {
        bits: vec![from],
        captured: 0,
    }];
    while let Some(path) = open.pop() {
        let at = path.bits[path.bits.len() - 1];
        let crowned = !king && path.captured != 0 && CROWNS[side] >> at & 1 == 1;
        let mut longer: Vec<Path> = directions
            .iter()
            .filter(|_| !crowned)
            .filter(|&&direction| {
                jump_squares(direction, other & !path.captured, empty) >> at & 1 == 1
            })
            .map(|&direction| {
                let rotation = ROTATIONS[direction] as u8;
                let mut bits = path.bits.clone();
                bits.push((at + 2 * rotation) % 32);
                Path {
                    bits,
                    captured: path.captured | 1 << ((at + rotation) % 32),
                }
            })
            .collect();
        if longer.is_empty() && path.captured != 0 {
            found.push(path);
        }
        longer.reverse();
        open.append(&mut longer);
    }
    found
}

/// The jump in full, by the first of its ways; a step as its two squares.
fn path_of(position: &Position, action: &Move) -> Path {
    paths(position, action.from)
        .into_iter()
        .find(|path| path.is_way_of(action))
        .unwrap_or(Path {
            bits: vec![action.from, action.to],
            captured: 0,
        })
}

impl Rules {
    /// The squares that a move passes through, its first and last ones included.
    pub(super) fn squares(&self, position: &Position, action: &Move) -> Vec<u8> {
        let path = path_of(position, action);
        path.bits.into_iter().map(number).collect()
    }
}

impl Notation for Rules {
    fn text(&self, position: &Position) -> String {
        let squares = |side: usize| {
            let words: Vec<_> = (1..=32_u8)
                .filter_map(
                    |square| match position.piece(BITS[usize::from(square) - 1])? {
                        (owner, _) if owner != side => None,
                        (_, true) => Some(format!("K{square}")),
                        (_, false) => Some(square.to_string()),
                    },
                )
                .collect();
            words.join(",")
        };
        let turn = ["B", "W"][usize::from(position.side)];
        let idle = match position.idle {
            0 => String::new(),
            plies => format!(":H{plies}"),
        };
        format!("{turn}:W{}:B{}{idle}", squares(1), squares(0))
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut fields = text.split(':').map(str::trim);
        let side = match fields.next() {
            Some("B" | "b") => 0,
            Some("W" | "w") => 1,
            _ => {
                return Err(format!(
                    "the side to move, B or W, comes first, as in {EXAMPLE}"
                ));
            }
        };
        let mut setup = Setup::default();
        let mut idle = None;
        for field in fields {
            let mut letters = field.chars();
            let kind = letters.next().map(|letter| letter.to_ascii_uppercase());
            let rest = letters.as_str().trim();
            match kind {
                Some('B') => setup.read(0, rest)?,
                Some('W') => setup.read(1, rest)?,
                Some('H') if idle.is_some() => {
                    return Err("the plies without capture or advance are given twice".into());
                }
                Some('H') => {
                    let plies = digits(rest).filter(|plies| *plies <= IDLE_PLIES);
                    idle = Some(plies.ok_or_else(|| {
                        format!(
                            "{} is no number of plies without capture or advance: it is 0 to 80",
                            quoted(rest)
                        )
                    })?);
                }
                // The number of the move says nothing about the position.
                Some('F') if !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()) => {}
                _ => {
                    return Err(format!(
                        "{} is neither the pieces of W or B nor a count: a position is like {EXAMPLE}",
                        quoted(field)
                    ));
                }
            }
        }
        Ok(Position {
            pieces: setup.whole()?,
            kings: setup.kings,
            side,
            idle: idle.unwrap_or(0),
        })
    }

    /// `11-15`, `22x15`; a jump in full, `22x15x8`, when another one begins and ends there too.
    fn move_text(&self, position: &Position, action: &Move) -> String {
        let ends = [action.from, action.to].map(|bit| number(bit).to_string());
        if action.captured == 0 {
            return ends.join("-");
        }
        let unlike =
            |path: &Path| path.bits.last() == Some(&action.to) && path.captured != action.captured;
        if paths(position, action.from).iter().any(unlike) {
            path_of(position, action).text()
        } else {
            ends.join("x")
        }
    }

    /// Every square: `22x15x8`.
    fn move_code(&self, position: &Position, action: &Move) -> String {
        match action.captured {
            0 => self.move_text(position, action),
            _ => path_of(position, action).text(),
        }
    }

    /// The squares between first and last may be left out as long as one move alone can be meant; a jump round a ring may
    /// be written either way. `-`, `x`, `:` and spaces part the squares.
    fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let squares = text
            .split(['-', 'x', 'X', '×', ':', ' '])
            .map(bit)
            .collect::<Option<Vec<u8>>>()?;
        let (&[from, .., to], Turn::Player(_)) = (squares.as_slice(), self.turn(position)) else {
            return None;
        };
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.retain(|action| action.from == from && action.to == to);
        if moves.first().is_some_and(|action| action.captured == 0) {
            return moves.pop().filter(|_| squares.len() == 2);
        }
        let paths = paths(position, from);
        let means = |action: &Move, test: &dyn Fn(&Path) -> bool| {
            paths
                .iter()
                .any(|path| path.is_way_of(action) && test(path))
        };
        let in_full = |path: &Path| path.bits == squares;
        if let Some(found) = moves.iter().find(|action| means(action, &in_full)) {
            return Some(*found);
        }
        moves.retain(|action| means(action, &|path| path.passes(&squares)));
        moves.pop().filter(|_| moves.is_empty())
    }

    fn move_help(&self) -> Cow<'static, str> {
        "moves are like 11-15 and 22x15, a jump with all its squares where two could be meant, and who can jump must"
            .into()
    }
}
