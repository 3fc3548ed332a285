//! Chess, and Chess960.
//!
//! Rules: <https://handbook.fide.com/chapter/E012023>, the FIDE Laws of Chess of 2023, complete as far as they are about the
//! board. What a player must claim or may agree on is decided by the option `draws`: unless said, the game is over as soon as
//! a draw may be claimed (a position for the third time, or fifty moves by each side without capture or pawn move); with
//! `draws=forced` only when the arbiter must end it (the fifth time, seventy-five moves), and with `draws=never` not at all,
//! for games on record that went on. Checkmate comes before any of these. A position in which no sequence of moves can mate is a draw at once where that shows in the pieces: kings alone,
//! with one knight, or with bishops that all stand on squares of one colour. Chess960 (the laws' guidelines II): the option
//! `chess960` takes the number of a start position, 0 to 959; 518 is the usual one.
//!
//! ```text
//!   8  56 57 58 59 60 61 62 63      a set of squares is a number of 64 bits, a1 the lowest;
//!   7  48 49 50 51 52 53 54 55      there is one for each kind of piece and one for each side;
//!   6  40 41 42 43 44 45 46 47      `castling` holds the rooks that may still castle,
//!   5  32 33 34 35 36 37 38 39      `en_passant` the square behind a pawn that can be captured so,
//!   4  24 25 26 27 28 29 30 31      only if a capture there is legal: then two positions are
//!   3  16 17 18 19 20 21 22 23      equal exactly if the same moves can be made
//!   2   8  9 10 11 12 13 14 15
//!   1   0  1  2  3  4  5  6  7
//!       a  b  c  d  e  f  g  h
//! ```

mod attacks;
mod evaluation;
mod exchange;
mod generation;
mod hints;
mod notation;
mod picture;
#[cfg(test)]
mod tests;
mod weights;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::control::mix;
use crate::game::{BuiltIn, Facts, Game, OptionFact, Options, Turn};
use crate::games::weights::{OPTION, chosen};
use attacks::{Attacks, KING, KNIGHT, PAWN, Square, bit, first, squares};
use generation::{Any, Counter, Lister};
use weights::{Pair, Table};

pub use exchange::exchange;

const WHITE: usize = 0;
const SIDES: [&str; 2] = ["white", "black"];

/// The kinds of pieces, as indices.
const PAWNS: usize = 0;
const KNIGHTS: usize = 1;
const BISHOPS: usize = 2;
const ROOKS: usize = 3;
const QUEENS: usize = 4;
const KINGS: usize = 5;
/// No piece.
const NOTHING: usize = 6;
const LETTERS: [char; 6] = ['p', 'n', 'b', 'r', 'q', 'k'];

/// No square.
const NOWHERE: Square = 64;
const DARK_SQUARES: u64 = 0xAA55_AA55_AA55_AA55;
const RANKS: [u64; 2] = [0xFF, 0xFF << 56];

/// Where the pieces are and what happened to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    kinds: [u64; 6],
    sides: [u64; 2],
    castling: u64,
    /// Of the pieces, the castling rooks, the en passant file and the side; kept up to date by every move.
    key: u64,
    /// Material and squares for the evaluation, for white; kept up to date by every move.
    sum: Pair,
    en_passant: Square,
    /// The side to move.
    side: u8,
    /// Plies since the last capture or pawn move.
    clock: u8,
    /// The number of the move, counted up after black's.
    number: u16,
}

/// Equal positions have equal keys.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// A move: from where, to where, and what is special about it. Castling goes from the king to its rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

const PLAIN: u16 = 0;
const PROMOTION: u16 = 1;
const EN_PASSANT: u16 = 2;
const CASTLING: u16 = 3;

impl Move {
    #[inline(always)]
    fn new(from: Square, to: Square, special: u16) -> Move {
        Move(u16::from(from) | u16::from(to) << 6 | special << 14)
    }

    #[inline(always)]
    fn promotion(from: Square, to: Square, kind: usize) -> Move {
        Move(Move::new(from, to, PROMOTION).0 | (kind as u16 - 1) << 12)
    }

    #[inline(always)]
    fn from(self) -> Square {
        (self.0 & 63) as Square
    }

    #[inline(always)]
    fn to(self) -> Square {
        (self.0 >> 6 & 63) as Square
    }

    #[inline(always)]
    fn special(self) -> u16 {
        self.0 >> 14
    }

    /// The kind of piece that a promotion makes.
    #[inline(always)]
    fn promoted(self) -> usize {
        usize::from(self.0 >> 12 & 3) + 1
    }
}

/// When repetition and quiet moves end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Draws {
    /// As soon as a player may claim it.
    Claimed,
    /// When the arbiter must.
    Forced,
    /// Never, nor for lack of pieces.
    Never,
}

/// Chess with these options.
#[derive(Clone)]
pub struct Rules {
    attacks: &'static Attacks,
    /// What the evaluation is made of.
    weights: Arc<Table>,
    /// The number of the start position.
    chess960: Option<u16>,
    draws: Draws,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            attacks: Attacks::get(),
            weights: Table::standard(),
            chess960: None,
            draws: Draws::Claimed,
        }
    }
}

/// The random numbers that a key is made of.
struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black: u64,
}

static KEYS: Keys = Keys::make();

const fn random(number: usize) -> u64 {
    mix((number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

impl Keys {
    const fn make() -> Keys {
        let mut keys = Keys {
            pieces: [[[0; 64]; 6]; 2],
            castling: [0; 64],
            en_passant: [0; 8],
            black: random(840),
        };
        let mut square = 0;
        while square < 64 {
            let mut kind = 0;
            while kind < 6 {
                keys.pieces[0][kind][square] = random(kind * 64 + square);
                keys.pieces[1][kind][square] = random(384 + kind * 64 + square);
                kind += 1;
            }
            keys.castling[square] = random(768 + square);
            keys.en_passant[square % 8] = random(832 + square % 8);
            square += 1;
        }
        keys
    }
}

impl Position {
    const EMPTY: Position = Position {
        kinds: [0; 6],
        sides: [0; 2],
        castling: 0,
        key: 0,
        sum: Pair::new(0, 0),
        en_passant: NOWHERE,
        side: 0,
        clock: 0,
        number: 1,
    };

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    fn of(&self, side: usize, kind: usize) -> u64 {
        self.sides[side] & self.kinds[kind]
    }

    #[inline(always)]
    fn king(&self, side: usize) -> Square {
        first(self.of(side, KINGS))
    }

    #[inline(always)]
    fn mover(&self) -> usize {
        usize::from(self.side & 1)
    }

    /// The kind of piece on a square.
    #[inline(always)]
    fn kind_on(&self, square: Square) -> usize {
        // Without branches, which nothing foretells: 5 % more nodes a second than looking at one kind after the other.
        let kinds = &self.kinds;
        let odd = kinds[KNIGHTS] | kinds[ROOKS] | kinds[KINGS];
        let second = kinds[BISHOPS] | kinds[ROOKS] | !self.occupied();
        let fourth = kinds[QUEENS] | kinds[KINGS] | !self.occupied();
        let at = |set: u64| (set >> (square & 63) & 1) as usize;
        at(odd) | at(second) << 1 | at(fourth) << 2
    }

    /// Puts a piece on a square or takes it away; the sum is left as it is.
    #[inline(always)]
    fn toggle(&mut self, side: usize, kind: usize, square: Square) {
        self.kinds[kind] ^= bit(square);
        self.sides[side] ^= bit(square);
        self.key ^= KEYS.pieces[side][kind][usize::from(square & 63)];
    }

    #[inline(always)]
    fn put(&mut self, table: &Table, side: usize, kind: usize, square: Square) {
        self.toggle(side, kind, square);
        self.sum.0 += table.pieces[side][kind][usize::from(square & 63)].0;
    }

    #[inline(always)]
    fn take(&mut self, table: &Table, side: usize, kind: usize, square: Square) {
        self.toggle(side, kind, square);
        self.sum.0 -= table.pieces[side][kind][usize::from(square & 63)].0;
    }

    #[inline(always)]
    fn forget_castling(&mut self, rooks: u64) {
        for square in squares(self.castling & rooks) {
            self.key ^= KEYS.castling[usize::from(square)];
        }
        self.castling &= !rooks;
    }

    #[inline(always)]
    fn forget_en_passant(&mut self) {
        if self.en_passant < NOWHERE {
            self.key ^= KEYS.en_passant[usize::from(self.en_passant % 8)];
            self.en_passant = NOWHERE;
        }
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    fn pass(&mut self) {
        self.number = self.number.saturating_add(u16::from(self.side));
        self.side ^= 1;
        self.key ^= KEYS.black;
    }

    /// The key, computed anew.
    fn fresh_key(&self) -> u64 {
        let mut key = 0;
        for side in 0..2 {
            for kind in PAWNS..=KINGS {
                for square in squares(self.of(side, kind)) {
                    key ^= KEYS.pieces[side][kind][usize::from(square)];
                }
            }
        }
        for square in squares(self.castling) {
            key ^= KEYS.castling[usize::from(square)];
        }
        if self.en_passant < NOWHERE {
            key ^= KEYS.en_passant[usize::from(self.en_passant % 8)];
        }
        key ^ if self.side == 1 { KEYS.black } else { 0 }
    }

    /// Can neither side ever mate?
    fn is_dead(&self) -> bool {
        if self.kinds[PAWNS] | self.kinds[ROOKS] | self.kinds[QUEENS] != 0 {
            return false;
        }
        let (knights, bishops) = (self.kinds[KNIGHTS], self.kinds[BISHOPS]);
        if bishops == 0 {
            return knights.count_ones() <= 1;
        }
        knights == 0 && (bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0)
    }
}

/// Do king and rook stand as in the usual game? Then programs write castling as the king's way.
fn castles_as_usual(king: Square, rook: Square) -> bool {
    king % 8 == 4 && matches!(rook % 8, 0 | 7)
}

/// Where the king of a side goes when it castles with this rook, and where the rook goes.
#[inline(always)]
fn castled(side: usize, king: Square, rook: Square) -> (Square, Square) {
    let rank = 56 * side as Square;
    if rook > king {
        (rank + 6, rank + 5)
    } else {
        (rank + 2, rank + 3)
    }
}

impl Rules {
    /// The pieces of a side that attack a square when these squares are occupied.
    #[inline(always)]
    fn attackers(&self, position: &Position, square: Square, occupied: u64, side: usize) -> u64 {
        let at = usize::from(square & 63);
        let kinds = &position.kinds;
        let rooks = kinds[ROOKS] | kinds[QUEENS];
        let bishops = kinds[BISHOPS] | kinds[QUEENS];
        position.sides[side]
            & (PAWN[1 - side][at] & kinds[PAWNS]
                | KNIGHT[at] & kinds[KNIGHTS]
                | KING[at] & kinds[KINGS]
                | self.attacks.rook(square, occupied) & rooks
                | self.attacks.bishop(square, occupied) & bishops)
    }

    /// Is the king of the side to move attacked?
    fn in_check(&self, position: &Position) -> bool {
        let mover = position.mover();
        let king = position.king(mover);
        self.attackers(position, king, position.occupied(), 1 - mover) != 0
    }

    /// Would capturing en passant with the pawn on `from` leave the own king safe?
    fn can_capture_en_passant(&self, position: &Position, from: Square) -> bool {
        let mover = position.mover();
        let captured = bit(position.en_passant ^ 8);
        let occupied = (position.occupied() ^ bit(from) ^ captured) | bit(position.en_passant);
        let king = position.king(mover);
        self.attackers(position, king, occupied, 1 - mover) & !captured == 0
    }

    /// The pawns of the side to move that may capture en passant.
    fn en_passant_pawns(&self, position: &Position) -> u64 {
        if position.en_passant >= NOWHERE {
            return 0;
        }
        let mover = position.mover();
        let behind = PAWN[1 - mover][usize::from(position.en_passant)];
        squares(behind & position.of(mover, PAWNS))
            .filter(|from| self.can_capture_en_passant(position, *from))
            .map(bit)
            .fold(0, |pawns, pawn| pawns | pawn)
    }

    /// Is the game drawn whatever the moves: for lack of progress, or of pieces?
    #[inline(always)]
    fn is_drawn(&self, position: &Position) -> bool {
        let most = match self.draws {
            Draws::Claimed => 100,
            Draws::Forced => 150,
            Draws::Never => return false,
        };
        position.clock >= most || position.is_dead()
    }

    fn has_moves(&self, position: &Position) -> bool {
        let mut any = Any(false);
        self.generate(position, &mut any);
        any.0
    }

    /// The start position of this number, as Reinhard Scharnagl numbered them.
    fn numbered_start(&self, number: u16) -> Position {
        let mut files = [NOTHING; 8];
        let mut rest = usize::from(number);
        let mut take = |count: usize| {
            let taken = rest % count;
            rest /= count;
            taken
        };
        files[2 * take(4) + 1] = BISHOPS;
        files[2 * take(4)] = BISHOPS;
        let free = |files: &[usize; 8], index: usize| {
            let mut left = files
                .iter()
                .enumerate()
                .filter(|(_, kind)| **kind == NOTHING);
            left.nth(index).expect("enough files are left").0
        };
        let queen = free(&files, take(6));
        files[queen] = QUEENS;
        let (one, other) = [
            (0, 1),
            (0, 2),
            (0, 3),
            (0, 4),
            (1, 2),
            (1, 3),
            (1, 4),
            (2, 3),
            (2, 4),
            (3, 4),
        ][take(10)];
        let knights = [free(&files, one), free(&files, other)];
        for file in knights {
            files[file] = KNIGHTS;
        }
        for kind in [ROOKS, KINGS, ROOKS] {
            let file = free(&files, 0);
            files[file] = kind;
        }
        let mut position = Position::EMPTY;
        for file in 0..8_u8 {
            let kind = files[usize::from(file)];
            for (side, rank) in [(0, 0), (1, 56)] {
                position.toggle(side, kind, rank + file);
                position.toggle(side, PAWNS, (if side == 0 { 8 } else { 48 }) + file);
                if kind == ROOKS {
                    position.castling |= bit(rank + file);
                }
            }
        }
        position.key = position.fresh_key();
        position.sum = self.weights.sum(&position);
        position
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        Facts {
            measure: Some(("pawns".into(), 100.0 * evaluation::HUNDREDTH)),
            ..Facts::duel(Self::NAME, SIDES[0], SIDES[1])
        }
    }

    fn start(&self) -> Position {
        self.numbered_start(self.chess960.unwrap_or(518))
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if self.is_drawn(position) || !self.has_moves(position) {
            Turn::Over
        } else {
            Turn::Player(position.mover())
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.generate(position, &mut Lister(out));
    }

    #[inline]
    fn count_moves(&self, position: &Position, _buffer: &mut Vec<Move>) -> u64 {
        if self.is_drawn(position) {
            return 0;
        }
        let mut counter = Counter(0);
        self.generate(position, &mut counter);
        counter.0
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        let (from, to) = (action.from(), action.to());
        let (mover, table) = (position.mover(), &*self.weights);
        // 1. What was possible only now.
        position.forget_en_passant();
        position.clock = position.clock.saturating_add(1);
        // 2. The pieces.
        let kind = position.kind_on(from);
        if action.special() == CASTLING {
            let (king_to, rook_to) = castled(mover, from, to);
            position.take(table, mover, KINGS, from);
            position.take(table, mover, ROOKS, to);
            position.put(table, mover, KINGS, king_to);
            position.put(table, mover, ROOKS, rook_to);
            position.forget_castling(RANKS[mover]);
        } else {
            let captured = position.kind_on(to);
            if captured != NOTHING {
                position.take(table, 1 - mover, captured, to);
                position.clock = 0;
            }
            position.take(table, mover, kind, from);
            if action.special() == PROMOTION {
                position.put(table, mover, action.promoted(), to);
            } else {
                position.put(table, mover, kind, to);
            }
            if position.castling & (bit(from) | bit(to)) != 0 {
                position.forget_castling(bit(from) | bit(to));
            }
            if kind == KINGS && position.castling & RANKS[mover] != 0 {
                position.forget_castling(RANKS[mover]);
            }
        }
        // 3. The next side.
        position.pass();
        // 4. What pawns leave behind.
        if kind == PAWNS {
            position.clock = 0;
            if action.special() == EN_PASSANT {
                position.take(table, 1 - mover, PAWNS, to ^ 8);
            } else if from ^ to == 16 {
                let behind = to ^ 8;
                if PAWN[mover][usize::from(behind)] & position.of(1 - mover, PAWNS) != 0 {
                    position.en_passant = behind;
                    if self.en_passant_pawns(position) == 0 {
                        position.en_passant = NOWHERE;
                    } else {
                        position.key ^= KEYS.en_passant[usize::from(behind % 8)];
                    }
                }
            }
        }
    }

    fn utility(&self, position: &Position, player: usize) -> f64 {
        if self.has_moves(position) || !self.in_check(position) {
            0.0
        } else if player == position.mover() {
            -1.0
        } else {
            1.0
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    #[inline]
    fn repetitions(&self) -> Option<u32> {
        match self.draws {
            Draws::Claimed => Some(3),
            Draws::Forced => Some(5),
            Draws::Never => None,
        }
    }

    #[inline]
    fn is_irreversible(&self, position: &Position) -> bool {
        position.clock == 0
    }
}

impl BuiltIn for Rules {
    const NAME: &'static str = "chess";
    const SUMMARY: &'static str = "Checkmate the other king; also Chess960.";
    const RULES: &'static str = "https://handbook.fide.com/chapter/E012023";
    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "draws",
            default: "claimed",
            meaning: "claimed: the game ends when a draw may be claimed; forced: when the arbiter must end it; never",
        },
        OptionFact {
            name: "chess960",
            default: "off",
            meaning: "the number of a start position of Chess960, 0 to 959; moves of programs then castle onto the rook",
        },
        OPTION,
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let chess960 = match options.value("chess960") {
            None | Some("off") => None,
            Some(_) => Some(options.number("chess960", 518, 0..=959)? as u16),
        };
        let changed = |text: &str| Table::changed(text).map(Arc::new);
        let weights = chosen(options, Table::standard, changed)?;
        Ok(Rules {
            weights,
            chess960,
            draws: [Draws::Claimed, Draws::Forced, Draws::Never]
                [options.choice("draws", &["claimed", "forced", "never"])?],
            ..Rules::default()
        })
    }
}
