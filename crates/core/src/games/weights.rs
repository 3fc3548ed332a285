//! Weights as text: the numbers of an evaluation, in named rows that people can read, change and fit.
//!
//! One row a line (or between semicolons): its name, then its numbers; what follows `#` is a comment.
//!
//! ```text
//! # what a piece is worth
//! material 100 320 330 500 900
//! ```

use std::ops::RangeInclusive;

use crate::game::quoted;

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
        for line in text.split(['\n', ';']) {
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_whitespace();
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
            .read("# all\ntempo 7 # to move\n\nworth -1  3\n")
            .unwrap();
        assert_eq!(numbers, [-1, 3, 7]);
        assert_eq!(
            rows().change(&mut numbers, "tempo 9;"),
            Ok(vec![false, true])
        );
        assert_eq!(numbers, [-1, 3, 9]);
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
