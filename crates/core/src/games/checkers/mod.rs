//! Checkers, English draughts: men jump forwards, kings both ways, and whoever cannot move has lost.
//!
//! Rules: those of the World Checkers Draughts Federation, <https://wcdf.net/rules/rules_of_checkers_english.pdf>, which
//! the American Checker Federation plays too. Twelve men a side stand on the dark squares 1 to 12 and 21 to 32; Black
//! (the federation's Red) begins. Men step one square diagonally forwards, kings in all four directions. A piece jumps
//! over an adjacent opponent to the empty square behind it; who can jump must, by whichever way they like, and a jump goes
//! on for as long as the piece can jump, all of it one move. A man that reaches the far row becomes a king and the move
//! ends there. Who has no move, for want of pieces or of free squares, has lost.
//!
//! Where the rules leave something open, or leave it to a referee:
//!
//! - A player may claim a draw when a position occurs for the third time (rule 1.32.1, by the history of a game) and when
//!   neither side has taken a piece or moved a man in its last 40 moves (rule 1.32.2): that is 80 plies, which the position
//!   counts. Here the game is over as soon as that may be claimed, unless the option `draws=never` says that nobody does,
//!   for games on record that went on. A move that leaves the opponent without a move wins even then.
//! - Jumped pieces are taken off at the end of the move and none is jumped twice. To take each off at once comes to the
//!   same, because a jumping piece keeps to squares that no piece it jumps over can stand on. A king may come back to
//!   the square it left, and may end there.
//! - Two ways of jumping that begin and end alike and take the same pieces, such as both ways round a ring, are two moves:
//!   the published counts have them so (without them perft 12 is 388,617,999), and notation tells them apart.
//! - A draw by agreement, resigning, the clock, and the three-move openings by lot are not part of the game.
//!
//! No turn or reflection of the board changes nothing: a half turn would need the colours to change, and with them the
//! player to move. So there are no symmetries.
//!
//! ```text
//!      squares                          bits
//!      .  1  .  2  .  3  .  4           . 29  . 23  . 17  . 11       down to the right: 1, down to the left: 7,
//!      5  .  6  .  7  .  8  .           4  . 30  . 24  . 18  .       everywhere, when a set of 32 bits is rotated
//!      .  9  . 10  . 11  . 12           .  5  . 31  . 25  . 19       rather than shifted; only the edges need masks
//!     13  . 14  . 15  . 16  .          12  .  6  .  0  . 26  .
//!      . 17  . 18  . 19  . 20           . 13  .  7  .  1  . 27
//!     21  . 22  . 23  . 24  .          20  . 14  .  8  .  2  .
//!      . 25  . 26  . 27  . 28           . 21  . 15  .  9  .  3       Black begins at the top and moves down
//!     29  . 30  . 31  . 32  .          28  . 22  . 16  . 10  .
//! ```

mod notation;
mod picture;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::control::mix;
use crate::game::{
    BuiltIn, Draw, Evaluate, Facts, Feature, Game, Hints, Notation, OptionFact, Options, Turn,
    Visitor, quoted,
};
use crate::games::weights::{OPTION, Weights, parts};
use crate::picture::{Form, Paint, Picture, Shape, counted};

const SIDES: [&str; 2] = ["black", "white"];
/// The most pieces of a side.
const MOST_PIECES: u32 = 12;
/// So many plies without a capture or a man's move are a draw: 40 moves of each side.
const IDLE_PLIES: u8 = 80;
/// At most 144 plies move a man (for each side four men go seven rows, four six and four five), at most 24 take a piece,
/// and after each of them and before the first one fewer than [`IDLE_PLIES`] do neither.
const LONGEST: u32 = (144 + 24 + 1) * IDLE_PLIES as u32;

/// How far each direction rotates a set: Black's two forward ones, then White's.
const ROTATIONS: [u32; 4] = [1, 7, 31, 25];
/// The same directions as rows down and columns to the right.
const STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The squares from which a step in each direction stays on the board.
const ROOM: [u32; 4] = room(1);
/// The squares from which a jump in each direction stays on the board.
const JUMP_ROOM: [u32; 4] = room(2);
/// The squares of each row from the top.
const ROWS: [u32; 8] = {
    let mut rows = [0; 8];
    let mut square = 0;
    while square < 32 {
        rows[square / 4] |= 1 << BITS[square];
        square += 1;
    }
    rows
};
/// Where the men of each side become kings.
const CROWNS: [u32; 2] = [ROWS[7], ROWS[0]];
/// The bit of each square; square 1 comes first.
const BITS: [u8; 32] = {
    let mut bits = [0; 32];
    let mut square = 0;
    while square < 32 {
        let (row, column) = place(square);
        bits[square] = (4 * row - 3 * column).rem_euclid(32) as u8;
        square += 1;
    }
    bits
};
/// The square of each bit, from 0.
const SQUARES: [u8; 32] = {
    let mut squares = [0; 32];
    let mut square = 0;
    while square < 32 {
        squares[BITS[square] as usize] = square as u8;
        square += 1;
    }
    squares
};

/// Row from the top and column from the left of a square, all from 0.
const fn place(square: usize) -> (i32, i32) {
    let row = square as i32 / 4;
    (row, square as i32 % 4 * 2 + 1 - row % 2)
}

const fn room(distance: i32) -> [u32; 4] {
    let mut room = [0; 4];
    let mut square = 0;
    while square < 32 {
        let (row, column) = place(square);
        let mut direction = 0;
        while direction < 4 {
            let (down, right) = STEPS[direction];
            let (row, column) = (row + distance * down, column + distance * right);
            if 0 <= row && row < 8 && 0 <= column && column < 8 {
                room[direction] |= 1 << BITS[square];
            }
            direction += 1;
        }
        square += 1;
    }
    room
}

/// A step, or a whole jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
    /// Tells the ways apart in which a king can take the same pieces and end on the same square.
    way: u8,
    /// The pieces taken.
    captured: u32,
}

/// Which pieces stand where, who moves, and since when nothing has happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The pieces of Black and of White.
    pieces: [u32; 2],
    /// The kings of both.
    kings: u32,
    /// The side to move: 0 is Black.
    side: u8,
    /// Plies since the last capture or man's move, counted up to [`IDLE_PLIES`].
    idle: u8,
}

/// Checkers with its options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Does the game go on when a draw may be claimed?
    unclaimed: bool,
    /// What one of each feature is worth, in hundredths of a man.
    weights: [i32; 8],
}

impl Default for Rules {
    fn default() -> Rules {
        let [weights] = WEIGHTS.standard();
        Rules {
            unclaimed: false,
            weights,
        }
    }
}

/// The bits of a set, lowest first.
fn each(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}

/// The board as one side sees it. `SIDE` is a constant, so that the directions are constants too.
#[derive(Clone, Copy)]
struct View<const SIDE: usize> {
    own: u32,
    other: u32,
    kings: u32,
    empty: u32,
}

impl<const SIDE: usize> View<SIDE> {
    #[inline(always)]
    fn of(position: &Position) -> Self {
        let (own, other) = (position.pieces[SIDE], position.pieces[1 - SIDE]);
        View {
            own,
            other,
            kings: own & position.kings,
            empty: !(own | other),
        }
    }

    /// The directions of this side: first the two forward ones, then the two that only kings have.
    #[inline(always)]
    fn directions() -> [usize; 4] {
        if SIDE == 0 {
            [0, 1, 2, 3]
        } else {
            [2, 3, 0, 1]
        }
    }

    /// The pieces that may go in the n-th of the directions.
    #[inline(always)]
    fn able(&self, index: usize) -> u32 {
        if index < 2 { self.own } else { self.kings }
    }

    /// The pieces that can step in the n-th of the directions.
    #[inline(always)]
    fn steppers(&self, index: usize) -> u32 {
        let direction = Self::directions()[index];
        self.able(index) & ROOM[direction] & self.empty.rotate_right(ROTATIONS[direction])
    }

    #[inline(always)]
    fn can_step(&self) -> bool {
        (self.steppers(0) | self.steppers(1)) != 0
            || (self.kings != 0 && (self.steppers(2) | self.steppers(3)) != 0)
    }

    /// The squares from which a piece of this side could jump, in the order of the directions.
    #[inline(always)]
    fn jumps(&self) -> Jumps {
        let from = |index: usize| jump_squares(Self::directions()[index], self.other, self.empty);
        Jumps {
            forward: [from(0), from(1)],
            back: if self.kings == 0 {
                0
            } else {
                from(2) | from(3)
            },
        }
    }

    /// The pieces that can jump.
    #[inline(always)]
    fn jumpers(&self, jumps: &Jumps) -> u32 {
        self.own & jumps.any_forward() | self.kings & jumps.back
    }

    #[inline(always)]
    fn count_steps(&self) -> u64 {
        let forward = count_both(self.steppers(0), self.steppers(1));
        if self.kings == 0 {
            forward
        } else {
            forward + count_both(self.steppers(2), self.steppers(3))
        }
    }

    /// Shows every step until the visitor has seen enough.
    #[inline(always)]
    fn each_step(&self, mut visit: impl FnMut(Move) -> bool) {
        for index in 0..4 {
            if index == 2 && self.kings == 0 {
                return;
            }
            let rotation = ROTATIONS[Self::directions()[index]] as u8;
            let mut steppers = self.steppers(index);
            while steppers != 0 {
                let from = steppers.trailing_zeros() as u8;
                steppers &= steppers - 1;
                let step = Move {
                    from,
                    to: (from + rotation) % 32,
                    way: 0,
                    captured: 0,
                };
                if !visit(step) {
                    return;
                }
            }
        }
    }

    /// Appends every jump.
    #[inline(always)]
    fn list_jumps(&self, jumps: &Jumps, out: &mut Vec<Move>) {
        let men = self.own & !self.kings;
        for index in 0..2 {
            for from in each(men & jumps.forward[index]) {
                self.jump_man(jumps, from, from, index, 0, out);
            }
        }
        let kings = self.kings & (jumps.any_forward() | jumps.back);
        if kings != 0 {
            self.list_king_jumps(kings, out);
        }
    }

    /// Appends every way for a man to go on from a square with a jump in this direction, which is possible there.
    #[inline(always)]
    fn jump_man(
        &self,
        jumps: &Jumps,
        from: u8,
        at: u8,
        index: usize,
        captured: u32,
        out: &mut Vec<Move>,
    ) {
        let rotation = ROTATIONS[Self::directions()[index]] as u8;
        let to = (at + 2 * rotation) % 32;
        let captured = captured | 1 << ((at + rotation) % 32);
        if jumps.any_forward() >> to & 1 == 0 {
            out.push(Move {
                from,
                to,
                way: 0,
                captured,
            });
        } else {
            self.jump_on(jumps, from, to, captured, out);
        }
    }

    /// Appends every way for a man to go on.
    #[inline(never)]
    fn jump_on(&self, jumps: &Jumps, from: u8, at: u8, captured: u32, out: &mut Vec<Move>) {
        for index in 0..2 {
            if jumps.forward[index] >> at & 1 == 1 {
                self.jump_man(jumps, from, at, index, captured, out);
            }
        }
    }

    /// The number of jumps of men.
    #[inline(always)]
    fn count_man_jumps(&self, jumps: &Jumps) -> u64 {
        let men = self.own & !self.kings;
        let landed = |index: usize| {
            let rotation = ROTATIONS[Self::directions()[index]];
            (men & jumps.forward[index]).rotate_left(2 * rotation)
        };
        let landed = [landed(0), landed(1)];
        let goes_on = jumps.any_forward();
        let mut count = count_both(landed[0] & !goes_on, landed[1] & !goes_on);
        for squares in landed {
            for at in each(squares & goes_on) {
                count += self.count_ways(jumps, at);
            }
        }
        count
    }

    /// The number of ways for a man to go on from a square where he can.
    fn count_ways(&self, jumps: &Jumps, at: u8) -> u64 {
        let mut count = 0;
        for index in 0..2 {
            if jumps.forward[index] >> at & 1 == 1 {
                let to = (at + 2 * ROTATIONS[Self::directions()[index]] as u8) % 32;
                count += if jumps.any_forward() >> to & 1 == 0 {
                    1
                } else {
                    self.count_ways(jumps, to)
                };
            }
        }
        count
    }

    /// Appends every jump of these kings, which all can jump.
    #[inline(never)]
    fn list_king_jumps(&self, kings: u32, out: &mut Vec<Move>) {
        for from in each(kings) {
            let empty = self.empty | 1 << from;
            self.jump_king(from, from, 0, empty, out.len(), out);
        }
    }

    /// Appends every way for a king to go on that has taken these pieces; the king's jumps begin at `first` in the list.
    fn jump_king(
        &self,
        from: u8,
        at: u8,
        captured: u32,
        empty: u32,
        first: usize,
        out: &mut Vec<Move>,
    ) {
        let mut ends = true;
        for direction in Self::directions() {
            if jump_squares(direction, self.other & !captured, empty) >> at & 1 == 1 {
                ends = false;
                let rotation = ROTATIONS[direction] as u8;
                let captured = captured | 1 << ((at + rotation) % 32);
                let to = (at + 2 * rotation) % 32;
                self.jump_king(from, to, captured, empty, first, out);
            }
        }
        if ends {
            let same = |jump: &&Move| (jump.to, jump.captured) == (at, captured);
            let way = out[first..].iter().filter(same).count() as u8;
            out.push(Move {
                from,
                to: at,
                way,
                captured,
            });
        }
    }
}

/// The squares from which a side could jump if a piece stood there. They hold for the whole of a man's jump, because he
/// leaves what has changed behind him.
struct Jumps {
    /// In either of the forward directions.
    forward: [u32; 2],
    /// Backwards, if there are kings.
    back: u32,
}

impl Jumps {
    #[inline(always)]
    fn any_forward(&self) -> u32 {
        self.forward[0] | self.forward[1]
    }
}

/// The squares from which one can jump in a direction.
#[inline(always)]
fn jump_squares(direction: usize, other: u32, empty: u32) -> u32 {
    let rotation = ROTATIONS[direction];
    JUMP_ROOM[direction] & other.rotate_right(rotation) & empty.rotate_right(2 * rotation)
}

/// The bits of two sets, counted together, because machines without an instruction for it take a dozen.
#[inline(always)]
fn count_both(one: u32, other: u32) -> u64 {
    (u64::from(one) << 32 | u64::from(other))
        .count_ones()
        .into()
}

/// Runs a block with the view of the side to move.
macro_rules! viewed {
    ($position:expr, $view:ident => $block:expr) => {
        if $position.side == 0 {
            let $view = View::<0>::of($position);
            $block
        } else {
            let $view = View::<1>::of($position);
            $block
        }
    };
}

impl Position {
    #[inline(always)]
    fn can_move(&self) -> bool {
        viewed!(self, view => view.can_step() || view.jumpers(&view.jumps()) != 0)
    }

    /// Must the side to move jump?
    #[inline(always)]
    fn must_jump(&self) -> bool {
        viewed!(self, view => view.jumpers(&view.jumps()) != 0)
    }

    /// The side and whether it is a king, for a bit with a piece.
    fn piece(&self, bit: u8) -> Option<(usize, bool)> {
        let side = self.pieces.iter().position(|set| set >> bit & 1 == 1)?;
        Some((side, self.kings >> bit & 1 == 1))
    }
}

impl Rules {
    /// Is the game drawn, if it is not won, because nothing has happened for too long?
    #[inline(always)]
    fn is_idle(&self, position: &Position) -> bool {
        position.idle >= IDLE_PLIES && !self.unclaimed
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn facts(&self) -> Facts {
        Facts {
            longest: (!self.unclaimed).then_some(LONGEST),
            ..Facts::duel(Self::NAME, SIDES[0], SIDES[1])
        }
    }

    fn start(&self) -> Position {
        Position {
            pieces: [ROWS[0] | ROWS[1] | ROWS[2], ROWS[5] | ROWS[6] | ROWS[7]],
            kings: 0,
            side: 0,
            idle: 0,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if self.is_idle(position) || !position.can_move() {
            Turn::Over
        } else {
            Turn::Player(usize::from(position.side))
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        viewed!(position, view => {
            let jumps = view.jumps();
            if view.jumpers(&jumps) != 0 {
                view.list_jumps(&jumps, out);
            } else {
                view.each_step(|step| {
                    out.push(step);
                    true
                });
            }
        });
    }

    #[inline(always)]
    fn each_move(&self, position: &Position, visitor: &mut impl Visitor<Move>) {
        viewed!(position, view => {
            let jumps = view.jumps();
            if view.jumpers(&jumps) == 0 {
                view.each_step(|step| visitor.visit(step).is_continue());
                return;
            }
            let first = visitor.buffer().len();
            view.list_jumps(&jumps, visitor.buffer());
            for index in first..visitor.buffer().len() {
                let jump = visitor.buffer()[index];
                if visitor.visit(jump).is_break() {
                    break;
                }
            }
            visitor.buffer().truncate(first);
        });
    }

    #[inline]
    fn count_moves(&self, position: &Position, buffer: &mut Vec<Move>) -> u64 {
        if self.is_idle(position) {
            return 0;
        }
        viewed!(position, view => {
            let jumps = view.jumps();
            if view.jumpers(&jumps) == 0 {
                return view.count_steps();
            }
            let mut count = view.count_man_jumps(&jumps);
            let kings = view.kings & (jumps.any_forward() | jumps.back);
            if kings != 0 {
                let first = buffer.len();
                view.list_king_jumps(kings, buffer);
                count += (buffer.len() - first) as u64;
                buffer.truncate(first);
            }
            count
        })
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, action: &Move) {
        let side = usize::from(position.side) % 2;
        let (from, to) = (1 << action.from, 1 << action.to);
        let king = position.kings & from != 0;
        position.pieces[side] = position.pieces[side] & !from | to;
        position.pieces[1 - side] &= !action.captured;
        position.kings &= !(from | action.captured);
        if king || CROWNS[side] & to != 0 {
            position.kings |= to;
        }
        position.idle = if king && action.captured == 0 {
            (position.idle + 1).min(IDLE_PLIES)
        } else {
            0
        };
        position.side ^= 1;
    }

    #[inline]
    fn utility(&self, position: &Position, player: usize) -> f64 {
        match (position.can_move(), usize::from(position.side) == player) {
            (true, _) => 0.0, // nothing has happened for too long
            (false, true) => -1.0,
            (false, false) => 1.0,
        }
    }

    #[inline]
    fn repetitions(&self) -> Option<u32> {
        (!self.unclaimed).then_some(3)
    }

    #[inline]
    fn is_irreversible(&self, position: &Position) -> bool {
        position.idle == 0
    }

    /// Mixed afresh from two words, which takes 4 ns: there is nothing to keep up to date.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [black, white] = position.pieces.map(u64::from);
        // Too many idle plies change the future: then there is none.
        let rest = u64::from(position.kings)
            | u64::from(position.side) << 32
            | u64::from(self.is_idle(position)) << 33;
        mix(mix(black << 32 | white) ^ rest)
    }
}

// The evaluation, in hundredths of a man.

/// What a man is worth, as a part of a win.
const MAN: f64 = 0.05;
/// What one of each feature is worth.
static WEIGHTS: Weights<8> = Weights::new(
    [
        "men",
        "kings",
        "men at home on the back row",
        "pieces in the centre",
        "rows that men have advanced",
        "steps to choose from",
        "men about to crown",
        "the move",
    ],
    include_str!("weights.txt"),
    -5_000..=5_000,
);
/// The eight squares in the middle: 10, 11, 14, 15, 18, 19, 22 and 23.
const CENTRE: u32 = {
    let squares = [10, 11, 14, 15, 18, 19, 22, 23];
    let (mut centre, mut index) = (0, 0);
    while index < squares.len() {
        centre |= 1 << BITS[squares[index] - 1];
        index += 1;
    }
    centre
};
/// Every second row from the second one.
const EVEN_ROWS: u32 = ROWS[1] | ROWS[3] | ROWS[5] | ROWS[7];

/// How many more bits the first set has.
#[inline(always)]
fn more(one: u32, other: u32) -> i32 {
    count_both(one, !other) as i32 - 32
}

impl Position {
    /// How much of each feature Black has more than White, in the order of [`WEIGHTS`].
    #[inline(always)]
    fn balance(&self) -> [i32; 8] {
        let [black, white] = self.pieces;
        let kings = [black & self.kings, white & self.kings];
        let men = [black & !self.kings, white & !self.kings];
        // A row's number from the own side in binary: one count for each of its three digits.
        let advanced = more(men[0] & EVEN_ROWS, men[1] & !EVEN_ROWS)
            + 2 * more(
                men[0] & (ROWS[2] | ROWS[3] | ROWS[6] | ROWS[7]),
                men[1] & (ROWS[0] | ROWS[1] | ROWS[4] | ROWS[5]),
            )
            + 4 * more(
                men[0] & (ROWS[4] | ROWS[5] | ROWS[6] | ROWS[7]),
                men[1] & (ROWS[0] | ROWS[1] | ROWS[2] | ROWS[3]),
            );
        let (down, up) = (View::<0>::of(self), View::<1>::of(self));
        let mut steps =
            more(down.steppers(0), up.steppers(0)) + more(down.steppers(1), up.steppers(1));
        if self.kings != 0 {
            steps +=
                more(down.steppers(2), up.steppers(2)) + more(down.steppers(3), up.steppers(3));
        }
        let crowning = more(
            men[0] & ROWS[6] & (down.steppers(0) | down.steppers(1)),
            men[1] & ROWS[1] & (up.steppers(0) | up.steppers(1)),
        );
        // The opposition: whoever is to move has it when the pieces on the files that begin at his back row are odd in
        // number. Those of Black's files are those outside the even rows.
        let files = if self.side == 0 {
            !EVEN_ROWS
        } else {
            EVEN_ROWS
        };
        let odd = ((black | white) & files).count_ones() % 2 == 1;
        [
            more(men[0], men[1]),
            more(kings[0], kings[1]),
            more(men[0] & ROWS[0], men[1] & ROWS[7]),
            more(black & CENTRE, white & CENTRE),
            advanced,
            steps,
            crowning,
            if odd == (self.side == 0) { 1 } else { -1 },
        ]
    }
}

impl Evaluate for Rules {
    fn features(&self, position: &Position, player: usize) -> Vec<Feature> {
        let sign = if player == 0 { 1 } else { -1 };
        let weights = parts(self.weights, 100).map(|men| men * MAN);
        let amounts = position.balance().map(|amount| f64::from(sign * amount));
        WEIGHTS.features(weights, amounts)
    }

    /// Jumps, all or none: a player who can jump must.
    #[inline]
    fn noisy_moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.must_jump() {
            self.moves(position, out);
        }
    }

    #[inline]
    fn evaluate(&self, position: &Position, player: usize) -> f64 {
        let mut hundredths = 0;
        for (weight, amount) in self.weights.into_iter().zip(position.balance()) {
            hundredths += weight * amount;
        }
        let value = (f64::from(hundredths) * (MAN / 100.0)).clamp(-1.0, 1.0);
        if player == 0 { value } else { -value }
    }
}

impl Hints for Rules {}

impl BuiltIn for Rules {
    const NAME: &'static str = "checkers";
    const ALIASES: &'static [&'static str] = &["draughts", "english-draughts"];
    const SUMMARY: &'static str =
        "Jump over the opponent's men until they are gone or stuck; who can jump must.";
    const RULES: &'static str = "https://wcdf.net/rules/rules_of_checkers_english.pdf";

    const OPTIONS: &'static [OptionFact] = &[
        OptionFact {
            name: "draws",
            default: "claimed",
            meaning: "claimed: the game ends when a draw may be claimed; never: it goes on",
        },
        OPTION,
    ];

    fn with_options(options: &Options) -> Result<Rules, String> {
        let [weights] = WEIGHTS.chosen(options)?;
        Ok(Rules {
            unclaimed: options.choice("draws", &["claimed", "never"])? == 1,
            weights,
        })
    }
}
