//! Feeds any bytes to everything that reads text. From `crates/core`:
//! `cargo +nightly fuzz run parsers -- -max_total_time=60`.
//!
//! The first byte picks the game, or the reader of trees; the rest is the text, read as a position and as a move.

#![no_main]

#[path = "../../tests/reading/mod.rs"]
mod reading;

use libfuzzer_sys::fuzz_target;
use zermelo_core::games::GAMES;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    match GAMES.get(usize::from(*first) % (GAMES.len() + 1)) {
        Some(entry) => {
            let game = entry.make(Vec::new()).expect("every game has defaults");
            reading::check_position(&game, text);
            reading::check_move(&game.start(), text);
        }
        None => reading::check_tree(text),
    }
});
