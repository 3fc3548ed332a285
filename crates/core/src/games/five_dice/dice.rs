//! Some dice, what they show together, and all ways in which five of them can fall and be kept.

use std::sync::LazyLock;

/// All ways in which five dice can fall.
pub(super) const ROLLS: usize = 252;
/// All ways in which up to five dice can lie on the table.
pub(super) const HANDS: usize = 462;

/// Some dice, up to five.
///
/// ```text
///   face    6    5    4    3    2    1        one number with four bits for each face, so that putting dice together
///   bits  23–20 …    …    …    …   3–0        is addition: 0x200101 is 1366
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Dice(u32);

impl Dice {
    /// No dice at all.
    pub(super) const NONE: Dice = Dice(0);

    /// How many show this face?
    #[inline]
    pub(in crate::games) fn count(self, face: u32) -> u32 {
        self.0 >> (4 * (face - 1)) & 15
    }

    /// So many dice that show this face.
    #[inline]
    pub(in crate::games) fn of(face: u32, count: u32) -> Dice {
        Dice(count << (4 * (face - 1)))
    }

    #[inline]
    pub(super) fn and(self, other: Dice) -> Dice {
        Dice(self.0 + other.0)
    }

    /// Without dice that are among them.
    #[inline]
    pub(super) fn without(self, other: Dice) -> Dice {
        Dice(self.0 - other.0)
    }

    /// How many dice?
    #[inline]
    pub(super) fn len(self) -> u32 {
        // The product gathers the sum of all digits in the digit above the sixth.
        (self.0.wrapping_mul(0x11_1111) >> 20) & 15
    }

    /// All that they show.
    pub(in crate::games) fn sum(self) -> u32 {
        (1..=6).map(|face| face * self.count(face)).sum()
    }

    /// The highest face that at least so many dice show.
    pub(in crate::games) fn equal(self, count: u32) -> Option<u32> {
        (1..=6).rev().find(|face| self.count(*face) >= count)
    }

    /// Three dice show one face and two another.
    pub(in crate::games) fn is_full_house(self) -> bool {
        let shown = |count: u32| (1..=6).any(|face| self.count(face) == count);
        shown(3) && shown(2)
    }

    /// Is every face of a row of this length, from this one on, shown?
    pub(in crate::games) fn has_run(self, first: u32, length: u32) -> bool {
        (first..first + length).all(|face| self.count(face) > 0)
    }

    /// Faces from low to high.
    pub(super) fn faces(self) -> impl Iterator<Item = u32> {
        (1..=6).flat_map(move |face| (0..self.count(face)).map(move |_| face))
    }

    /// Calls `found` with every choice of these dice, none first, all last.
    pub(super) fn choices(self, mut found: impl FnMut(Dice)) {
        // Counts up, each digit to the number of dice with its face.
        let mut chosen = 0_u32;
        loop {
            found(Dice(chosen));
            let mut face = 0;
            loop {
                if face == 24 {
                    return;
                }
                if chosen >> face & 15 < self.0 >> face & 15 {
                    chosen += 1 << face;
                    break;
                }
                chosen &= !(15 << face);
                face += 4;
            }
        }
    }

    /// The faces from low to high, one digit each.
    pub(super) fn text(self) -> String {
        self.faces().map(|face| face.to_string()).collect()
    }
}

/// What `n` dice can show, with probabilities, in the order of their texts: `rolls(n)`.
pub(super) fn rolls(number: u32) -> &'static [(Dice, f64)] {
    static BY_NUMBER: LazyLock<[Vec<(Dice, f64)>; 6]> = LazyLock::new(|| {
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        let mut rolls: [Vec<(Dice, f64)>; 6] = Default::default();
        each_hand(|dice| {
            let number = dice.len();
            let same: f64 = (1..=6).map(|face| factorial(dice.count(face))).product();
            let orders = factorial(number) / same;
            rolls[number as usize].push((dice, orders / 6_f64.powi(number as i32)));
        });
        for rolls in &mut rolls {
            rolls.sort_by_key(|(dice, _)| dice.text());
        }
        rolls
    });
    &BY_NUMBER[number.min(5) as usize]
}

/// Calls `found` with every way in which up to five dice can lie.
fn each_hand(mut found: impl FnMut(Dice)) {
    Dice(0x55_5555).choices(|dice| {
        if dice.faces().count() <= 5 {
            found(dice);
        }
    });
}

/// All hands by number, those of five dice first, none at all last; and what one die more or less makes of each.
pub(super) struct Lattice {
    /// By number.
    pub(super) hands: Vec<Dice>,
    /// By number and face, for the hands of fewer than five dice.
    pub(super) more: Vec<[u16; 6]>,
    /// By number.
    pub(super) less: Vec<Vec<u16>>,
    /// How likely each roll of five dice is, by number.
    pub(super) parts: Vec<f64>,
    /// The numbers of five equal dice, by face.
    pub(super) five: [u16; 6],
    /// In the order of the dice: the number of each.
    numbers: Vec<(Dice, u16)>,
}

impl Lattice {
    /// The only one.
    pub(super) fn get() -> &'static Lattice {
        static LATTICE: LazyLock<Lattice> = LazyLock::new(|| {
            let mut hands = Vec::new();
            each_hand(|dice| hands.push(dice));
            hands.sort_by_key(|dice| (std::cmp::Reverse(dice.len()), *dice));
            let mut numbers: Vec<(Dice, u16)> = hands.iter().copied().zip(0..).collect();
            numbers.sort_unstable();
            let mut lattice = Lattice {
                hands,
                more: Vec::new(),
                less: Vec::new(),
                parts: vec![0.0; ROLLS],
                five: [0; 6],
                numbers,
            };
            let one_more = |dice: &Dice| {
                [1, 2, 3, 4, 5, 6].map(|face| lattice.number(dice.and(Dice::of(face, 1))) as u16)
            };
            lattice.more = lattice.hands[ROLLS..].iter().map(one_more).collect();
            let one_less = |dice: &Dice| {
                let faces = (1..=6).filter(|face| dice.count(*face) > 0);
                let rest = faces.map(|face| dice.without(Dice::of(face, 1)));
                rest.map(|dice| lattice.number(dice) as u16).collect()
            };
            lattice.less = lattice.hands.iter().map(one_less).collect();
            lattice.five = [1, 2, 3, 4, 5, 6].map(|face| lattice.number(Dice::of(face, 5)) as u16);
            for (dice, part) in rolls(5) {
                let number = lattice.number(*dice);
                lattice.parts[number] = *part;
            }
            lattice
        });
        &LATTICE
    }

    /// The number of a hand.
    pub(super) fn number(&self, dice: Dice) -> usize {
        let place = self.numbers.binary_search_by_key(&dice, |(dice, _)| *dice);
        usize::from(self.numbers[place.expect("all hands are listed")].1)
    }
}
