//! The numbers of the evaluation, by name.

use std::sync::{Arc, LazyLock};

use crate::games::weights::{Rows, rows};

rows! {
    PIPS "pips" 1,
    TURN "turn" 1,
    POINTS "points" 24,
    PRIME "prime" 7,
    STACK "stack" 1,
    DEEP "deep" 2,
    PIPS_AT_RISK "pips-at-risk" 1,
    BLOTS_AT_RISK "blots-at-risk" 7,
    ON_BAR "bar" 7,
    RACE "race" 1,
    GAMMON "gammon" 1,
}

/// All weights, in points.
#[derive(Debug)]
pub(super) struct Table([f64; COUNT]);

impl Table {
    /// The weights that come with the game.
    pub(super) fn standard() -> Arc<Table> {
        static STANDARD: LazyLock<Arc<Table>> =
            LazyLock::new(|| Arc::new(Table::changed("").expect("the file is tested")));
        STANDARD.clone()
    }

    /// The weights that come with the game, but for the rows that this text names.
    pub(super) fn changed(text: &str) -> Result<Table, String> {
        let rows = Rows {
            rows: ROWS
                .iter()
                .map(|(name, length)| ((*name).into(), *length))
                .collect(),
            range: -5_000..=5_000,
        };
        let mut numbers = rows.read(include_str!("weights.txt"))?;
        rows.change(&mut numbers, text)?;
        let mut table = [0.0; COUNT];
        for (weight, number) in table.iter_mut().zip(numbers) {
            *weight = f64::from(number) / 1000.0;
        }
        Ok(Table(table))
    }

    /// The weight at an index.
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> f64 {
        self.0[index]
    }
}
