//! The one place where work leaves Python and comes back: it keeps Ctrl-C and progress reports alive meanwhile.
//!
//! Native games run on a thread of their own with the interpreter released, while the calling thread looks for signals.
//! Games written in Python need the interpreter at every node, so they run on the calling thread, where Ctrl-C reaches
//! even an endless loop in their code.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use zermelo_core::control::Control;

use crate::python_game::trouble;

/// How often signals and progress are looked at: Ctrl-C is answered within this and the search's own look at its flag.
const EVERY: Duration = Duration::from_millis(20);

/// Enough for the deepest search of the largest position.
const STACK: usize = 256 << 20;

/// Whoever wants to hear how far the work has come: called with (depth, nodes, seconds).
pub type Listener = Option<Py<PyAny>>;

/// What came of the work.
pub enum Done<T> {
    /// It ended by itself or at its limits.
    Finished(T),
    /// Ctrl-C stopped it; this is what it had.
    Interrupted(T, PyErr),
}

/// Runs native work with the interpreter released.
pub fn native<T: Send>(
    py: Python<'_>,
    control: &Control,
    listener: &Listener,
    work: impl FnOnce() -> T + Send,
) -> PyResult<Done<T>> {
    let mut raised: Option<PyErr> = None;
    let outcome = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let worker = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || drop(sender.send(work())));
        if let Err(error) = worker {
            return Err(PyRuntimeError::new_err(format!(
                "no thread could be started: {error}"
            )));
        }
        let receiver = Mutex::new(receiver);
        loop {
            let received = py.detach(|| {
                receiver
                    .lock()
                    .expect("only this thread locks")
                    .recv_timeout(EVERY)
            });
            match received {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err(
                        "an internal error stopped the work; please report it",
                    ));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let looked = py
                        .check_signals()
                        .and_then(|()| tell(py, listener, control));
                    if let Err(error) = looked {
                        control.stop();
                        raised.get_or_insert(error);
                    }
                }
            }
        }
    });
    finish(py, outcome, raised)
}

/// Runs work that calls Python at every node, on this thread.
pub fn python<T>(
    py: Python<'_>,
    mut control: Control,
    listener: Listener,
    work: impl FnOnce(&Control) -> T,
) -> PyResult<Done<T>> {
    let raised = Arc::new(Mutex::new(None::<PyErr>));
    let raised_meanwhile = raised.clone();
    let last = Mutex::new(Instant::now());
    // A few Python calls between looks: Ctrl-C and the clock are kept to well under a millisecond.
    control.look_every = 16;
    control.watcher = Some(Box::new(move |control| {
        if trouble::is_pending() {
            control.stop();
        }
        let mut last = last.lock().expect("only this thread locks");
        if last.elapsed() >= EVERY {
            *last = Instant::now();
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
        }
    }));
    let outcome = work(&control);
    let mut raised = raised.lock().expect("only this thread locks").take();
    if let Some(error) = trouble::take() {
        if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
            return Err(error);
        }
        raised.get_or_insert(error);
    }
    finish(py, Ok(outcome), raised)
}

/// Only Ctrl-C leaves an answer behind; any other exception is the caller's.
fn finish<T>(py: Python<'_>, outcome: PyResult<T>, raised: Option<PyErr>) -> PyResult<Done<T>> {
    match raised {
        None => Ok(Done::Finished(outcome?)),
        Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            Ok(Done::Interrupted(outcome?, error))
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
