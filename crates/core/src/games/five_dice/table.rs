//! What a score card is worth: dynamic programming over all cards, from the last turn backwards.
//!
//! What a player can still get depends on the open boxes, on the points in the upper ones as far as the bonus is open, and
//! on whether more yahtzees bring more points. All cards with the same open boxes are worked out together: one for each
//! upper total that can come up and that makes a difference. For each of them, a turn is worked out backwards: what every
//! roll is worth when it must be scored, what every choice of dice to keep is worth, what every roll is worth when some dice
//! may be rolled again, and so on. A mean over rolls needs no probabilities: the dice fall one after the other, so that what
//! a hand is worth is the mean over one die more. In the same way the best choice of a roll is the best of those without one
//! of its dice.
//!
//! T. Verhoeff, "Optimal solitaire Yahtzee strategies" (1999); J. Glenn, "An optimal strategy for Yahtzee" (2006).

use std::array::from_fn;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::thread;

use super::dice::{Dice, HANDS, Lattice, ROLLS};
use super::{Card, GOAL, LOWER, MOST_BOXES};
use crate::control::mix;

/// Upper totals from 0 to the goal.
const TOTALS: usize = GOAL as usize + 1;
/// So many cards are worked out side by side, for the processor's vector instructions: 462 hands of 8 numbers fit into its
/// nearest memory.
const LANES: usize = 8;
/// The turns that are remembered once they were worked out.
const TURNS: usize = 256;
/// What scoring leaves behind: for each upper box the number of dice that count, for each lower one whether it brings points.
const AFTERS: usize = 6 * LOWER + 2 * (MOST_BOXES - LOWER);

/// All of a card that matters to its future.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// A bit for each open box.
    pub(super) open: u16,
    /// The sum of the upper boxes.
    pub(super) upper: u16,
    /// Do more yahtzees bring more points?
    pub(super) again: bool,
}

/// What all cards are worth.
pub struct Table {
    /// Are there two kinds of card, with more points for more yahtzees and without?
    kinds: usize,
    /// By open boxes, kind and upper total: the points to come, before the turn.
    to_come: Vec<f64>,
    /// By roll and box; but for five equal dice, where the rules may depend on the card.
    offers: Vec<[Offer; MOST_BOXES]>,
    /// What was worked out last: by state, the turn.
    turns: Vec<Mutex<Slot>>,
}

/// A turn that was worked out.
type Slot = Option<(State, Arc<Turn>)>;

/// A score that a roll can be given.
#[derive(Clone, Copy, Default)]
struct Offer {
    /// Where it leads: the row of [`AFTERS`].
    after: usize,
    points: f64,
}

/// What the hands of one turn are worth.
pub(super) struct Turn {
    /// By rolls left and hand: five dice when so many rolls are left; fewer dice when they are about to be completed by the
    /// roll before.
    to_come: [Box<[f64]>; 3],
}

/// The cards that are worked out side by side; in one line of the processor's memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lanes([f64; LANES]);

impl Lanes {
    /// Puts this and another number together, lane by lane.
    #[inline(always)]
    fn with(&mut self, others: &Lanes, together: impl Fn(f64, f64) -> f64) {
        for (own, other) in self.0.iter_mut().zip(others.0) {
            *own = together(*own, other);
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Table({} values)", self.to_come.len())
    }
}

/// The most that open upper boxes can bring, by their bits.
const MOST: [u16; 1 << LOWER] = {
    let mut most = [0; 1 << LOWER];
    let mut open = 1;
    while open < most.len() {
        let lowest = open.trailing_zeros() as usize;
        most[open] = most[open & (open - 1)] + 5 * (lowest as u16 + 1);
        open += 1;
    }
    most
};

/// The upper total that stands for all that have the same future: the goal, where the bonus is won or lost.
fn class(open: u16, upper: u16) -> u16 {
    if upper + MOST[usize::from(open) % MOST.len()] < GOAL || upper > GOAL {
        GOAL
    } else {
        upper
    }
}

/// The upper totals that cards with these open boxes can have, one for each future.
fn classes(open: u16) -> Vec<u16> {
    let mut reached = vec![false; TOTALS];
    reached[0] = true;
    for number in (0..LOWER).filter(|number| open >> number & 1 == 0) {
        let before = std::mem::replace(&mut reached, vec![false; TOTALS]);
        for (total, _) in before.iter().enumerate().filter(|(_, reached)| **reached) {
            for count in 0..=5 {
                reached[(total + count * (number + 1)).min(TOTALS - 1)] = true;
            }
        }
    }
    let reached = (0..=GOAL).filter(|upper| reached[usize::from(*upper)]);
    let mut classes: Vec<u16> = reached.map(|upper| class(open, upper)).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// Where a score leads: the row of [`AFTERS`].
fn after(number: usize, points: u8) -> usize {
    if number < LOWER {
        6 * number + usize::from(points) / (number + 1)
    } else {
        6 * LOWER + 2 * (number - LOWER) + usize::from(points > 0)
    }
}

impl Table {
    /// Works out all cards, with as many threads as the machine has processors.
    pub(super) fn make<C: Card>(card: &C) -> Table {
        let all = (1_u16 << C::BOXES.len()) - 1;
        let kinds = if card.again() > 0 { 2 } else { 1 };
        let mut table = Table {
            kinds,
            to_come: vec![0.0; (usize::from(all) + 1) * kinds * TOTALS],
            offers: offers(card),
            turns: (0..TURNS).map(|_| Mutex::new(None)).collect(),
        };
        let classes: Vec<_> = (0..1 << LOWER).map(classes).collect();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        for boxes in 1..=C::BOXES.len() as u32 {
            let cards: Vec<u16> = (1..=all)
                .filter(|open| open.count_ones() == boxes)
                .collect();
            let part = |first: usize| {
                let mut found = Vec::new();
                for open in cards.iter().skip(first).step_by(threads) {
                    let classes = &classes[usize::from(*open) % classes.len()];
                    table.cards(card, *open, classes, &mut found);
                }
                found
            };
            let found: Vec<_> = thread::scope(|scope| {
                let part = &part;
                let others: Vec<_> = (1..threads)
                    .map(|first| scope.spawn(move || part(first)))
                    .collect();
                let own = part(0);
                let others = others.into_iter().map(|other| other.join());
                let others = others.map(|found| found.expect("no table is made in part"));
                std::iter::once(own).chain(others).collect()
            });
            for (place, value) in found.into_iter().flatten() {
                table.to_come[place] = value;
            }
        }
        table
    }

    /// Works out the cards with these open boxes, given all with fewer.
    fn cards<C: Card>(&self, card: &C, open: u16, classes: &[u16], found: &mut Vec<(usize, f64)>) {
        let lattice = Lattice::get();
        let mut values = vec![Lanes([0.0; LANES]); HANDS];
        for again in [false, true] {
            // More points for more yahtzees only once there was one.
            if again && (self.kinds == 1 || open >> C::FIVE & 1 == 1) {
                continue;
            }
            let upper = 0;
            let state = State { open, upper, again };
            for classes in classes.chunks(LANES) {
                // Where there are fewer, the last stands for the others, too.
                let totals = from_fn(|lane| classes[lane.min(classes.len() - 1)]);
                self.score(card, state, totals, &mut values);
                for _ in 0..2 {
                    average(&lattice.more, &mut values);
                    choose(&lattice.less, &mut values);
                }
                let mut mean = Lanes([0.0; LANES]);
                for (value, part) in values.iter().zip(&lattice.parts) {
                    mean.with(value, |sum, value| sum + part * value);
                }
                for (class, value) in classes.iter().zip(mean.0) {
                    found.push((self.place(open, again, *class), value));
                }
            }
        }
    }

    /// Gives every roll what is worth most when it must be scored, on cards with these upper totals.
    fn score<C: Card>(&self, card: &C, state: State, totals: [u16; LANES], values: &mut [Lanes]) {
        let open: Vec<usize> = (0..C::BOXES.len())
            .filter(|number| state.open >> number & 1 == 1)
            .collect();
        let mut afters = [Lanes([0.0; LANES]); AFTERS];
        for number in open.iter().copied() {
            let scores = if number < LOWER { 6 } else { 2 };
            for score in 0..scores {
                let points = (score * if number < LOWER { number + 1 } else { 1 }) as u8;
                let to_come = |upper| self.after(card, state, (number, points), upper);
                afters[after(number, points)] = Lanes(totals.map(to_come));
            }
        }
        for (value, offers) in values.iter_mut().zip(&self.offers) {
            let mut best = Lanes([f64::NEG_INFINITY; LANES]);
            for number in &open {
                let Offer { after, points } = offers[*number];
                best.with(&afters[after], |best, after| greater(points + after, best));
            }
            *value = best;
        }
        let again = u16::from(state.again) * card.again();
        for (face, roll) in (1..).zip(Lattice::get().five) {
            let dice = Dice::of(face, 5);
            let mut best = Lanes([f64::NEG_INFINITY; LANES]);
            let allowed = |number: &&usize| card.allows(state.open, dice, **number);
            for number in open.iter().filter(allowed) {
                let points = card.points(state.open, dice, *number);
                let all = f64::from(again + u16::from(points));
                let after = &afters[after(*number, points)];
                best.with(after, |best, after| greater(all + after, best));
            }
            values[usize::from(roll)] = best;
        }
    }

    /// The points to come after so many points in a box, the bonus included if it is won with them.
    fn after<C: Card>(
        &self,
        card: &C,
        state: State,
        (number, points): (usize, u8),
        upper: u16,
    ) -> f64 {
        let open = state.open & !(1 << number);
        let again = state.again || number == C::FIVE && points > 0 && card.again() > 0;
        let (reached, bonus) = if number < LOWER && upper < GOAL {
            let reached = upper + u16::from(points);
            (reached, if reached >= GOAL { C::BONUS } else { 0 })
        } else {
            (upper, 0)
        };
        let class = class(open, reached);
        f64::from(bonus) + self.to_come[self.place(open, again, class)]
    }

    fn place(&self, open: u16, again: bool, class: u16) -> usize {
        let kind = usize::from(again && self.kinds > 1);
        (usize::from(open) * self.kinds + kind) * TOTALS + usize::from(class)
    }

    /// The points to come, before the first roll.
    pub(super) fn before(&self, state: State) -> f64 {
        let class = class(state.open, state.upper);
        self.to_come[self.place(state.open, state.again, class)]
    }

    /// What every hand of a turn is worth.
    pub(super) fn turn<C: Card>(&self, card: &C, state: State) -> Arc<Turn> {
        let upper = class(state.open, state.upper);
        let state = State { upper, ..state };
        let place = self.place(state.open, state.again, upper);
        let slot = &self.turns[mix(place as u64) as usize % TURNS];
        let remembered = |slot: &Slot| {
            let (known, turn) = slot.as_ref()?;
            (*known == state).then(|| turn.clone())
        };
        if let Ok(slot) = slot.lock()
            && let Some(turn) = remembered(&slot)
        {
            return turn;
        }
        let turn = Arc::new(self.work_out(card, state));
        if let Ok(mut slot) = slot.lock() {
            *slot = Some((state, turn.clone()));
        }
        turn
    }

    fn work_out<C: Card>(&self, card: &C, state: State) -> Turn {
        let lattice = Lattice::get();
        let mut values = vec![Lanes([0.0; LANES]); HANDS];
        self.score(card, state, [state.upper; LANES], &mut values);
        let to_come = from_fn(|rolls| {
            if rolls > 0 {
                choose(&lattice.less, &mut values);
            }
            average(&lattice.more, &mut values);
            values.iter().map(|value| value.0[0]).collect()
        });
        Turn { to_come }
    }
}

/// By roll and box of an empty card.
fn offers<C: Card>(card: &C) -> Vec<[Offer; MOST_BOXES]> {
    let all = (1 << C::BOXES.len()) - 1;
    let offer = |dice: Dice, number: usize| {
        let points = card.points(all, dice, number);
        Offer {
            after: after(number, points),
            points: f64::from(points),
        }
    };
    Lattice::get().hands[..ROLLS]
        .iter()
        .map(|dice| {
            let mut offers = [Offer::default(); MOST_BOXES];
            for (number, place) in offers.iter_mut().enumerate().take(C::BOXES.len()) {
                *place = offer(*dice, number);
            }
            offers
        })
        .collect()
}

impl Turn {
    /// The points to come with these dice when so many rolls are left, the one included that completes them.
    pub(super) fn with(&self, dice: Dice, rolls: u8) -> f64 {
        let rolls = usize::from(rolls) - usize::from(dice.len() < 5);
        self.to_come[rolls.min(2)][Lattice::get().number(dice)]
    }
}

/// The greater of two numbers, in one instruction.
#[inline(always)]
fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// Gives every hand of fewer than five dice the mean over one die more.
#[inline]
fn average(more: &[[u16; 6]], values: &mut [Lanes]) {
    for (hand, more) in more.iter().enumerate() {
        let mut sum = Lanes([0.0; LANES]);
        for dice in more {
            sum.with(&values[usize::from(*dice)], |sum, value| sum + value);
        }
        values[ROLLS + hand] = Lanes(sum.0.map(|sum| sum * (1.0 / 6.0)));
    }
}

/// Gives every hand what is worth most: the hand itself, or some of its dice.
#[inline]
fn choose(less: &[Vec<u16>], values: &mut [Lanes]) {
    for (hand, less) in less.iter().enumerate().rev() {
        let mut best = values[hand];
        for dice in less {
            best.with(&values[usize::from(*dice)], greater);
        }
        values[hand] = best;
    }
}
