//! The one place where work leaves Python and comes back: it keeps Ctrl-C and progress reports alive meanwhile.
//!
//! The work stays on the calling thread, because only there does Python hear of signals. Native games release the
//! interpreter and take it back for a moment every 20 ms; games written in Python need it at every node and keep it, so
//! that Ctrl-C reaches even an endless loop in their code.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use zermelo_core::control::Control;

use crate::python_game::trouble;

/// How often signals and progress are looked at: Ctrl-C is answered within this and the search's own look at its flag.
const EVERY: Duration = Duration::from_millis(20);

/// Whoever wants to hear how far the work has come: called with (depth, nodes, seconds).
pub type Listener = Option<Py<PyAny>>;

/// What came of the work.
pub enum Done<T> {
    /// It ended by itself or at its limits.
    Finished(T),
    /// Ctrl-C stopped it; this is what it had.
    Interrupted(T, PyErr),
}

/// Runs work that may take long; `python` says that its rules are written in Python.
pub fn run<T: Send>(
    py: Python<'_>,
    python: bool,
    mut control: Control,
    listener: Listener,
    work: impl FnOnce(&Arc<Control>) -> T + Send,
) -> PyResult<Done<T>> {
    let _outer = trouble::Outer::set_aside();
    let raised = Arc::new(Mutex::new(None::<PyErr>));
    let raised_meanwhile = raised.clone();
    let last = Mutex::new(Instant::now());
    if python {
        // A few Python calls between looks: the clock is kept to well under a millisecond.
        control.look_every = 16;
    }
    control.watcher = Some(Box::new(move |control| {
        if trouble::is_pending() {
            control.stop();
        }
        let mut last = last.lock().expect("only this thread locks");
        if last.elapsed() >= EVERY {
            let looked = Python::attach(|py| {
                py.check_signals()
                    .and_then(|()| tell(py, &listener, control))
            });
            if let Err(error) = looked {
                control.stop();
                raised_meanwhile
                    .lock()
                    .expect("only this thread locks")
                    .get_or_insert(error);
            }
            *last = Instant::now();
        }
    }));
    let control = Arc::new(control);
    let guarded = || catch_unwind(AssertUnwindSafe(|| work(&control)));
    let outcome = if python {
        guarded()
    } else {
        py.detach(guarded)
    };
    let mut raised = raised.lock().expect("only this thread locks").take();
    if let Some(error) = trouble::take() {
        if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
            return Err(error);
        }
        raised.get_or_insert(error);
    }
    let outcome = outcome.map_err(|_| {
        PyRuntimeError::new_err("an internal error stopped the work; please report it")
    })?;
    match raised {
        None => Ok(Done::Finished(outcome)),
        Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            Ok(Done::Interrupted(outcome, error))
        }
        Some(error) => Err(error),
    }
}

fn tell(py: Python<'_>, listener: &Listener, control: &Control) -> PyResult<()> {
    if let Some(listener) = listener {
        let progress = control.progress();
        listener.call1(
            py,
            (
                progress.depth,
                progress.nodes,
                control.started.elapsed().as_secs_f64(),
            ),
        )?;
    }
    Ok(())
}
