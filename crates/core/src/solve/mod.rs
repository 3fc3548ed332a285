//! Whole games: weak solutions as certificates, and their independent checker.

pub mod certificate;
