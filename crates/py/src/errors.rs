//! Errors of the core as Python exceptions; the classes themselves are written in Python, in `zermelo/errors.py`.

use pyo3::PyErr;
use pyo3::prelude::*;
use zermelo_core::game::one_line;

/// The exception of this name from `zermelo.errors`, with the user's sentence.
pub fn error(py: Python<'_>, class: &str, sentence: impl Into<String>) -> PyErr {
    let made = py
        .import("zermelo.errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1((one_line(&sentence.into()),)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
