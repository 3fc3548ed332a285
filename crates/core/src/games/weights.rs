//! Weights as text: the numbers of an evaluation, in named rows that people can read, change and fit.
//!
//! One row a line (or between semicolons): its name, then its numbers; what follows `#` in a line is a comment.
//!
//! ```text
//! # what a piece is worth
//! material 100 320 330 500 900
//! ```
//!
//! [`Weights`] is all that most games need: a row for each feature. Chess and backgammon have rows of many lengths and make
//! tables of their own from [`Rows`].

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use crate::game::{Feature, OptionFact, Options, quoted};

/// The option that changes rows.
pub(super) const OPTION: OptionFact = OptionFact {
    name: "weights",
    default: "standard",
    meaning: "rows of the evaluation's weights to change, one a line or between semicolons, as in the game's weights.txt",
};

/// The weights that [`OPTION`] asks for: those that come with the game, or those with these rows changed.
///
/// # Errors
/// A sentence that names the option and the row.
pub(super) fn chosen<T>(
    options: &Options,
    standard: impl FnOnce() -> T,
    changed: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, String> {
    match options.value(OPTION.name) {
        None => Ok(standard()),
        Some(text) if text == OPTION.default => Ok(standard()),
        Some(text) => changed(text).map_err(|clause| format!("option {}: {clause}", OPTION.name)),
    }
}

/// The weights of an evaluation with a row for each feature, called as the feature is, with hyphens for spaces. A row has one
/// number, or several of which the game tells what they are for.
pub(super) struct Weights<const ROWS: usize, const NUMBERS: usize = 1> {
    features: [&'static str; ROWS],
    text: &'static str,
    range: RangeInclusive<i32>,
    standard: OnceLock<[[i32; ROWS]; NUMBERS]>,
}

impl<const ROWS: usize, const NUMBERS: usize> Weights<ROWS, NUMBERS> {
    /// The features by name, the file, and what its numbers may be.
    pub(super) const fn new(
        features: [&'static str; ROWS],
        text: &'static str,
        range: RangeInclusive<i32>,
    ) -> Self {
        Weights {
            features,
            text,
            range,
            standard: OnceLock::new(),
        }
    }

    /// The numbers that come with the game: the first ones of all rows, then the second ones.
    pub(super) fn standard(&self) -> [[i32; ROWS]; NUMBERS] {
        *self
            .standard
            .get_or_init(|| self.changed("").expect("the file is tested"))
    }

    /// The numbers that [`OPTION`] asks for.
    ///
    /// # Errors
    /// A sentence that names the option and the row.
    pub(super) fn chosen(&self, options: &Options) -> Result<[[i32; ROWS]; NUMBERS], String> {
        chosen(options, || self.standard(), |text| self.changed(text))
    }

    fn changed(&self, text: &str) -> Result<[[i32; ROWS]; NUMBERS], String> {
        let row = |feature: &&str| (feature.replace(' ', "-"), NUMBERS);
        let rows = Rows {
            rows: self.features.iter().map(row).collect(),
            range: self.range.clone(),
        };
        let mut numbers = rows.read(self.text)?;
        rows.change(&mut numbers, text)?;
        Ok(std::array::from_fn(|number| {
            std::array::from_fn(|row| numbers[row * NUMBERS + number])
        }))
    }

    /// The features for people to read.
    pub(super) fn features(&self, weights: [f64; ROWS], amounts: [f64; ROWS]) -> Vec<Feature> {
        let worths = weights.into_iter().zip(amounts);
        self.features
            .into_iter()
            .zip(worths)
            .map(|(name, (weight, amount))| Feature {
                name,
                weight,
                amount,
            })
            .collect()
    }
}

/// Numbers that are written as parts of the unit: thousandths, hundredths.
pub(super) fn parts<const ROWS: usize>(numbers: [i32; ROWS], of: i32) -> [f64; ROWS] {
    numbers.map(|number| f64::from(number) / f64::from(of))
}

/// Names rows and says how many numbers each has: a constant for the index of a row's first number, `ROWS` with their names
/// and lengths, and `COUNT`, how many numbers there are.
macro_rules! rows {
    ($($constant:ident $name:literal $length:literal,)*) => {
        /// The rows in the order of the table: name and how many numbers.
        pub(super) const ROWS: &[(&str, usize)] = &[$(($name, $length)),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Order { $($constant),* }

        $(pub(super) const $constant: usize = crate::games::weights::first_of(ROWS, Order::$constant as usize);)*

        /// How many numbers there are.
        pub(super) const COUNT: usize = crate::games::weights::first_of(ROWS, ROWS.len());
    };
}
pub(super) use rows;

/// The index of a row's first number.
pub(super) const fn first_of(rows: &[(&str, usize)], row: usize) -> usize {
    let (mut index, mut first) = (0, 0);
    while index < row {
        first += rows[index].1;
        index += 1;
    }
    first
}

/// What rows there are, in the order of their numbers in the table.
pub(crate) struct Rows {
    /// Each row's name and how many numbers it has.
    pub(crate) rows: Vec<(String, usize)>,
    /// What a number may be.
    pub(crate) range: RangeInclusive<i32>,
}

impl Rows {
    /// How many numbers all rows have together.
    fn length(&self) -> usize {
        self.rows.iter().map(|(_, length)| length).sum()
    }

    /// Reads a text that has every row.
    ///
    /// # Errors
    /// A clause that names the row when the text is wrong or a row is missing.
    pub(crate) fn read(&self, text: &str) -> Result<Vec<i32>, String> {
        let mut numbers = vec![0; self.length()];
        let named = self.change(&mut numbers, text)?;
        match self.rows.iter().zip(named).find(|(_, named)| !named) {
            Some(((name, _), _)) => Err(format!("the row {name} is missing")),
            None => Ok(numbers),
        }
    }

    /// Replaces the rows that a text names; says which ones it did.
    ///
    /// # Errors
    /// A clause that names the row when the text is wrong.
    pub(crate) fn change(&self, numbers: &mut [i32], text: &str) -> Result<Vec<bool>, String> {
        let mut named = vec![false; self.rows.len()];
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default());
        for row in lines.flat_map(|line| line.split(';')) {
            let mut words = row.split_whitespace();
            let Some(name) = words.next() else { continue };
            let Some(row) = self.rows.iter().position(|(known, _)| known == name) else {
                return Err(format!("there is no row {}", quoted(name)));
            };
            if std::mem::replace(&mut named[row], true) {
                return Err(format!("the row {name} is there twice"));
            }
            let words: Vec<&str> = words.collect();
            let length = self.rows[row].1;
            if words.len() != length {
                return Err(format!(
                    "the row {name} has {} numbers instead of {length}",
                    words.len()
                ));
            }
            let first: usize = self.rows[..row].iter().map(|(_, length)| length).sum();
            for (number, word) in numbers[first..].iter_mut().zip(words) {
                *number = word
                    .parse()
                    .ok()
                    .filter(|value| self.range.contains(value))
                    .ok_or_else(|| {
                        format!(
                            "the row {name} has {}: numbers go from {} to {}",
                            quoted(word),
                            self.range.start(),
                            self.range.end()
                        )
                    })?;
            }
        }
        Ok(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        Rows {
            rows: vec![("worth".into(), 2), ("tempo".into(), 1)],
            range: -99..=99,
        }
    }

    #[test]
    fn rows_are_read_in_any_order_and_changed_by_name() {
        let mut numbers = rows()
            .read("# all; of them\ntempo 7 # to move\n\nworth -1  3\n")
            .unwrap();
        assert_eq!(numbers, [-1, 3, 7]);
        assert_eq!(
            rows().change(&mut numbers, "tempo 9;"),
            Ok(vec![false, true])
        );
        assert_eq!(numbers, [-1, 3, 9]);
    }

    static TWO: Weights<2, 2> = Weights::new(["own king", "men"], "men 1 2\nown-king 3 4", 0..=9);

    fn asked(text: &str) -> Result<[[i32; 2]; 2], String> {
        let given = vec![("weights".into(), text.into())];
        TWO.chosen(&Options::new(given, &[OPTION]).unwrap())
    }

    #[test]
    fn a_row_is_called_as_its_feature_is() {
        assert_eq!(TWO.standard(), [[3, 1], [4, 2]]);
        assert_eq!(asked("standard"), Ok([[3, 1], [4, 2]]));
        assert_eq!(asked("own-king 5 6"), Ok([[5, 1], [6, 2]]));
        let refusal = "option weights: the row men has \"10\": numbers go from 0 to 9";
        assert_eq!(asked("men 10 1"), Err(refusal.into()));
        let features = TWO.features(parts([50, 1], 100), [2.0, 3.0]);
        let told: Vec<_> = features
            .iter()
            .map(|f| (f.name, f.weight, f.amount))
            .collect();
        assert_eq!(told, [("own king", 0.5, 2.0), ("men", 0.01, 3.0)]);
    }

    #[test]
    fn a_wrong_row_is_refused_by_name() {
        let cases = [
            ("worth 1 2", "the row tempo is missing"),
            ("temple 1", "there is no row \"temple\""),
            ("tempo 1; tempo 1", "the row tempo is there twice"),
            ("worth 1", "the row worth has 1 numbers instead of 2"),
            (
                "tempo x",
                "the row tempo has \"x\": numbers go from -99 to 99",
            ),
            (
                "tempo 100",
                "the row tempo has \"100\": numbers go from -99 to 99",
            ),
        ];
        for (text, reason) in cases {
            assert_eq!(rows().read(text), Err(reason.into()), "{text}");
        }
    }
}
