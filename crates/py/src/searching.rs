//! What an engine keeps between searches, and how findings are told to Python.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zermelo_core::any::Played;
use zermelo_core::control::Control;
use zermelo_core::game::Facts;
use zermelo_core::score::Value;
use zermelo_core::search::engine::table::Table;
use zermelo_core::search::{Line, News, Report};

use crate::errors::error;

/// What an engine keeps from one search to the next: its table, and the control of the search that is running.
#[pyclass(frozen, module = "zermelo")]
pub struct Searcher {
    table: Mutex<Arc<Table>>,
    running: Mutex<Option<Arc<Control>>>,
}

impl Searcher {
    /// The table for a new search; refused while one is running.
    pub fn table(&self, py: Python<'_>) -> PyResult<Arc<Table>> {
        if self.lock(&self.running).is_some() {
            return Err(error(
                py,
                "MethodError",
                "the engine is searching already: stop it first",
            ));
        }
        Ok(self.lock(&self.table).clone())
    }

    /// A search has begun.
    pub fn begin(&self, control: &Arc<Control>) {
        *self.lock(&self.running) = Some(control.clone());
    }

    /// A search has ended.
    pub fn end(&self, control: &Arc<Control>) {
        let mut running = self.lock(&self.running);
        if running
            .as_ref()
            .is_some_and(|running| Arc::ptr_eq(running, control))
        {
            *running = None;
        }
    }

    fn lock<'a, T>(&self, what: &'a Mutex<T>) -> MutexGuard<'a, T> {
        what.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Searcher {
    #[new]
    fn new(memory: usize) -> PyResult<Searcher> {
        let table = Table::new(memory).map_err(pyo3::exceptions::PyMemoryError::new_err)?;
        Ok(Searcher {
            table: Mutex::new(Arc::new(table)),
            running: Mutex::new(None),
        })
    }

    /// Makes the running search stop; False when there is none.
    fn stop(&self) -> bool {
        let running = self.lock(&self.running);
        running.as_ref().inspect(|control| control.stop()).is_some()
    }

    /// Sets the clock of the running search in motion; False when there is none.
    fn hit(&self) -> bool {
        let running = self.lock(&self.running);
        running.as_ref().inspect(|control| control.hit()).is_some()
    }

    /// Forgets what was found.
    fn clear(&self) {
        self.lock(&self.table).clear();
    }

    /// The bytes of the table.
    #[getter]
    fn memory(&self) -> usize {
        self.lock(&self.table).bytes()
    }
}

/// A report as a dictionary.
pub fn write_report<'py>(
    py: Python<'py>,
    report: &Report<Played>,
    facts: &Facts,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    write_value(&dict, &report.value, facts)?;
    dict.set_item("method", report.method.word())?;
    dict.set_item("line", texts(py, &report.line)?)?;
    dict.set_item("codes", codes(py, &report.line)?)?;
    dict.set_item("lines", write_lines(py, &report.lines, facts)?)?;
    dict.set_item("nodes", report.nodes)?;
    dict.set_item("depth", report.depth)?;
    dict.set_item("deepest", report.deepest)?;
    dict.set_item("seconds", report.seconds)?;
    dict.set_item("stopped", report.stopped.word())?;
    dict.set_item("fraction", report.fraction.as_deref())?;
    dict.set_item("trials", report.sample.map(|sample| sample.trials))?;
    dict.set_item("error", report.sample.and_then(|sample| sample.error))?;
    Ok(dict)
}

/// News of a running search as a dictionary.
pub fn write_news<'py>(
    py: Python<'py>,
    news: &News<Played>,
    facts: &Facts,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("depth", news.depth)?;
    dict.set_item("deepest", news.deepest)?;
    dict.set_item("nodes", news.nodes)?;
    dict.set_item("seconds", news.seconds)?;
    dict.set_item("full", news.full)?;
    dict.set_item("lines", write_lines(py, news.lines, facts)?)?;
    Ok(dict)
}

fn texts<'py>(py: Python<'py>, line: &[Played]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, line.iter().map(|played| &played.text))
}

fn codes<'py>(py: Python<'py>, line: &[Played]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, line.iter().map(|played| &played.code))
}

fn write_value(dict: &Bound<'_, PyDict>, value: &Value, facts: &Facts) -> PyResult<()> {
    dict.set_item("kind", value.kind.word())?;
    dict.set_item("utility", value.utility)?;
    dict.set_item("plies", value.plies)?;
    dict.set_item("player", facts.players[value.player].as_ref())
}

fn write_lines<'py>(
    py: Python<'py>,
    lines: &[Line<Played>],
    facts: &Facts,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    lines
        .iter()
        .map(|line| {
            let dict = PyDict::new(py);
            write_value(&dict, &line.value, facts)?;
            dict.set_item("line", texts(py, &line.moves)?)?;
            dict.set_item("codes", codes(py, &line.moves)?)?;
            dict.set_item("depth", line.depth)?;
            Ok(dict)
        })
        .collect()
}
