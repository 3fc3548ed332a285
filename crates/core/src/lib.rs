//! Games and the searches that play them, free of Python.
//!
//! Imports point one way: `score`, `control`, `endgame` → `game` → `history` → `games` | `search` → `solve` → `any`.
//! Games and searches meet only in [`game`]: no search knows a game, no game knows a search.

pub mod any;
pub mod conformance;
pub mod control;
mod endgame;
pub mod game;
pub mod games;
mod hints;
pub mod history;
pub mod perft;
pub mod picture;
pub mod score;
pub mod search;
pub mod solve;
