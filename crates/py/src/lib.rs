//! `zermelo._native`: the only crate that knows Python.
//!
//! Types are erased once per call: a [`position::Position`] holds any game, built in or written in Python.

mod errors;
mod gate;
mod position;
mod python_game;
mod searching;

/// The native core of zermelo. Use the names of the package `zermelo` instead.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::position::{
        BuiltInGame, Position, PythonRules, check, counts, find, games, methods, switches,
    };

    #[pymodule_export]
    use crate::searching::Searcher;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
