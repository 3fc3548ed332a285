//! The layout of roulette: which spots there are, what they pay and where they lie.
//!
//! ```text
//!        ┌────┬──┬──┬──┐     ┌──┬──────┐        y 0
//!        │ 00 │ 3│ 6│ 9│  …  │36│2 to 1│
//!   000  ├────┤ 2│ 5│ 8│  …  │35│2 to 1│
//!        │  0 │ 1│ 4│ 7│  …  │34│2 to 1│
//!        └────┼──┴──┴──┴─     ┴──┼──────┘        y 3
//!             │ dozens           │               y 4
//!             │ even money       │               y 5
//!            x 0                12
//! ```

use std::sync::LazyLock;

/// What the pockets are called, in the order of their numbers.
pub(super) const POCKETS: [&str; 39] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32",
    "33", "34", "35", "36", "00", "000",
];
const DOUBLE: u8 = 37;
const TRIPLE: u8 = 38;
/// The bets at even money: red, black, odd, even, low and high. They are the last spots of a layout.
pub(super) const OUTSIDE_EVEN: usize = 6;
const RED: [u8; 18] = [
    1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36,
];

/// Which zeros there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wheel {
    European,
    American,
    Triple,
}

/// A place for chips.
pub(super) struct Spot {
    /// What it is called: its numbers or a word.
    pub name: String,
    /// The pockets that win, as bits.
    pub numbers: u64,
    /// To 1.
    pub pays: u8,
    /// Where its middle is, as drawn above.
    pub place: (f64, f64),
}

/// All spots of a table.
pub(super) struct Layout {
    /// Pockets of the wheel.
    pub pockets: u8,
    pub spots: Vec<Spot>,
}

static LAYOUTS: LazyLock<[Layout; 3]> = LazyLock::new(|| Wheel::ALL.map(Layout::new));

impl Wheel {
    pub(super) const ALL: [Wheel; 3] = [Wheel::European, Wheel::American, Wheel::Triple];

    pub(super) fn layout(self) -> &'static Layout {
        &LAYOUTS[self as usize]
    }

    /// The zeros, as pockets.
    pub(super) fn zeros(self) -> &'static [u8] {
        &[0, DOUBLE, TRIPLE][..self as usize + 1]
    }
}

pub(super) fn is_zero(pocket: u8) -> bool {
    pocket == 0 || pocket >= DOUBLE
}

pub(super) fn is_red(pocket: u8) -> bool {
    RED.contains(&pocket)
}

/// Zeros come first, the other numbers follow in their order.
pub(super) fn order(pocket: u8) -> u8 {
    if is_zero(pocket) {
        pocket
    } else {
        pocket + TRIPLE
    }
}

impl Spot {
    /// Does this pocket win?
    pub(super) fn has(&self, pocket: u8) -> bool {
        self.numbers >> pocket & 1 == 1
    }

    /// Does it pay even money?
    pub(super) fn is_even(&self) -> bool {
        self.pays == 1
    }

    /// Is it on a single number?
    pub(super) fn is_straight(&self) -> bool {
        self.numbers.count_ones() == 1
    }

    /// The pockets that win.
    pub(super) fn pockets(&self) -> impl Iterator<Item = u8> + '_ {
        (0..POCKETS.len() as u8).filter(|pocket| self.has(*pocket))
    }
}

/// Where the middle of a number is.
fn place(number: u8) -> (f64, f64) {
    let (street, row) = ((number - 1) / 3, (number - 1) % 3);
    (f64::from(street) + 0.5, 2.5 - f64::from(row))
}

impl Layout {
    /// The first of the spots at even money.
    pub(super) fn evens(&self) -> usize {
        self.spots.len() - OUTSIDE_EVEN
    }

    /// The number of the spot of this name.
    pub(super) fn find(&self, name: &str) -> Option<u8> {
        let index = self.spots.iter().position(|spot| spot.name == name);
        index.map(|index| index as u8)
    }

    fn new(wheel: Wheel) -> Layout {
        let mut layout = Layout {
            pockets: 36 + wheel.zeros().len() as u8,
            spots: Vec::new(),
        };
        let zero_place = |zero: u8| match (wheel, zero) {
            (Wheel::European, _) => (-0.6, 1.5),
            (_, 0) => (-0.6, 2.25),
            (_, DOUBLE) => (-0.6, 0.75),
            _ => (-1.8, 1.5),
        };
        for &zero in wheel.zeros() {
            layout.inside(&[zero], zero_place(zero));
        }
        for number in 1..=36 {
            layout.inside(&[number], place(number));
        }
        layout.splits();
        layout.streets();
        match wheel {
            Wheel::European => {
                for number in 1..=3 {
                    layout.inside(&[0, number], (0.0, place(number).1));
                }
                layout.inside(&[0, 1, 2], (0.0, 2.0));
                layout.inside(&[0, 2, 3], (0.0, 1.0));
                layout.inside(&[0, 1, 2, 3], (0.0, 3.0));
            }
            Wheel::American | Wheel::Triple => {
                layout.inside(&[0, DOUBLE], (-0.6, 1.5));
                layout.inside(&[0, 1], (0.0, 2.5));
                layout.inside(&[0, 2], (0.0, 1.75));
                layout.inside(&[DOUBLE, 2], (0.0, 1.25));
                layout.inside(&[DOUBLE, 3], (0.0, 0.5));
                layout.inside(&[0, 1, 2], (0.0, 2.0));
                layout.inside(&[0, DOUBLE, 2], (0.0, 1.5));
                layout.inside(&[DOUBLE, 2, 3], (0.0, 1.0));
            }
        }
        match wheel {
            Wheel::European => {}
            Wheel::American => layout.inside(&[0, DOUBLE, 1, 2, 3], (0.0, 3.0)),
            Wheel::Triple => {
                layout.inside(&[0, TRIPLE], (-1.2, 2.25));
                layout.inside(&[DOUBLE, TRIPLE], (-1.2, 0.75));
                layout.inside(&[0, DOUBLE, TRIPLE], (-1.2, 1.5));
            }
        }
        layout.outside();
        layout
    }

    /// A spot between these numbers, named after them: 35 to 1 for one, 17 for two, 11, 8, 6 and 5.
    fn inside(&mut self, numbers: &[u8], place: (f64, f64)) {
        let names: Vec<&str> = numbers
            .iter()
            .map(|number| POCKETS[usize::from(*number)])
            .collect();
        self.add(names.join("-"), numbers.iter().copied(), place);
    }

    fn add(&mut self, name: String, numbers: impl Iterator<Item = u8>, place: (f64, f64)) {
        let numbers = numbers.fold(0, |bits, number| bits | 1_u64 << number);
        let pays = (36 / numbers.count_ones() - 1) as u8;
        self.spots.push(Spot {
            name,
            numbers,
            pays,
            place,
        });
    }

    fn splits(&mut self) {
        for number in 1..=36 {
            let (x, y) = place(number);
            if number % 3 != 0 {
                self.inside(&[number, number + 1], (x, y - 0.5));
            }
            if number <= 33 {
                self.inside(&[number, number + 3], (x + 0.5, y));
            }
            if number % 3 != 0 && number <= 33 {
                let corner = [number, number + 1, number + 3, number + 4];
                self.inside(&corner, (x + 0.5, y - 0.5));
            }
        }
    }

    fn streets(&mut self) {
        for first in (1..=36).step_by(3) {
            let x = place(first).0;
            self.inside(&[first, first + 1, first + 2], (x, 3.0));
            if first <= 31 {
                let line: Vec<u8> = (first..first + 6).collect();
                self.inside(&line, (x + 0.5, 3.0));
            }
        }
    }

    fn outside(&mut self) {
        for dozen in 0..3_u8 {
            let numbers = 12 * dozen + 1..=12 * dozen + 12;
            let place = (2.0 + 4.0 * f64::from(dozen), 3.5);
            self.add(format!("dozen{}", dozen + 1), numbers, place);
        }
        for column in 0..3_u8 {
            let numbers = (1..=36).filter(move |number| (number - 1) % 3 == column);
            let place = (12.6, 2.5 - f64::from(column));
            self.add(format!("column{}", column + 1), numbers, place);
        }
        let mut even = |name: &str, x: f64, wins: fn(&u8) -> bool| {
            self.add(name.into(), (1..=36).filter(wins), (x, 4.5));
        };
        even("red", 5.0, |number| is_red(*number));
        even("black", 7.0, |number| !is_red(*number));
        even("odd", 9.0, |number| number % 2 == 1);
        even("even", 3.0, |number| number % 2 == 0);
        even("low", 1.0, |number| *number <= 18);
        even("high", 11.0, |number| *number > 18);
    }
}
