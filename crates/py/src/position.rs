//! Games and positions as Python sees them.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zermelo_core::any::{AnyGame, AnyPosition, Played};
use zermelo_core::conformance::Effort;
use zermelo_core::control::{Control, DEEPEST, Limits};
use zermelo_core::game::{Facts, Sum, Turn, Unit, quoted};
use zermelo_core::games::{Entry, GAMES, find as find_entry};
use zermelo_core::perft::Count;
use zermelo_core::picture::Picture;
use zermelo_core::search::engine::selective::Selective;
use zermelo_core::search::{Method, News, Request};

use zermelo_core::solve::certificate::{Claim, Trouble};

use crate::errors::error;
use crate::gate::{self, Done, Listener};
use crate::python_game::{FORMS, PythonGame, paint_word, trouble};
use crate::searching::{Searcher, write_news, write_report};

/// What `Position.turn` is when chance decides.
const CHANCE: i64 = -1;

/// A game that comes with zermelo.
#[pyclass(frozen, module = "zermelo", name = "BuiltInGame")]
pub struct BuiltInGame {
    entry: &'static Entry,
    options: Vec<(String, String)>,
    game: AnyGame,
}

impl BuiltInGame {
    fn make(
        py: Python<'_>,
        entry: &'static Entry,
        options: Vec<(String, String)>,
    ) -> PyResult<BuiltInGame> {
        match entry.make(options.clone()) {
            Ok(game) => Ok(BuiltInGame {
                entry,
                options,
                game,
            }),
            Err(sentence) => Err(error(py, "OptionError", sentence)),
        }
    }

    /// The same game with more options.
    fn with(slf: &Bound<'_, Self>, more: Option<&Bound<'_, PyDict>>) -> PyResult<Py<BuiltInGame>> {
        let (py, this) = (slf.py(), slf.get());
        let Some(more) = more.filter(|more| !more.is_empty()) else {
            return Ok(slf.clone().unbind());
        };
        let mut options = this.options.clone();
        for (name, value) in more.iter() {
            let name = name.to_string();
            // True and False read as the words of a switch.
            let value = match value.extract::<bool>() {
                Ok(flag) if value.is_instance_of::<pyo3::types::PyBool>() => {
                    (if flag { "on" } else { "off" }).into()
                }
                _ => value.to_string(),
            };
            options.retain(|(given, _)| *given != name);
            options.push((name, value));
        }
        Py::new(py, BuiltInGame::make(py, this.entry, options)?)
    }
}

#[pymethods]
impl BuiltInGame {
    /// The name that people type.
    #[getter]
    fn name(&self) -> &str {
        self.entry.name
    }

    /// Other names it answers to.
    #[getter]
    fn aliases(&self) -> Vec<&str> {
        self.entry.aliases.to_vec()
    }

    /// One sentence about it.
    #[getter]
    fn summary(&self) -> &str {
        self.entry.summary
    }

    /// Where its rules are written down.
    #[getter]
    fn rules(&self) -> &str {
        self.entry.rules
    }

    /// The options that were given.
    #[getter]
    fn options(&self) -> std::collections::BTreeMap<&str, &str> {
        self.options
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect()
    }

    /// The options there are: (name, default, meaning).
    #[getter]
    fn known_options(&self) -> Vec<(&str, &str, &str)> {
        self.entry
            .options
            .iter()
            .map(|option| (option.name, option.default, option.meaning))
            .collect()
    }

    /// What the game declares about itself.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        facts(py, &self.game.facts())
    }

    /// The position in which the game begins, with these options.
    #[pyo3(signature = (**options))]
    fn start(slf: &Bound<'_, Self>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Position> {
        let game = BuiltInGame::with(slf, options)?;
        let inner = game.get().game.start();
        Ok(Position {
            inner,
            game: game.into_any(),
            python: false,
        })
    }

    /// The position that a text describes, with these options.
    #[pyo3(signature = (text, **options))]
    fn position(
        slf: &Bound<'_, Self>,
        text: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let game = BuiltInGame::with(slf, options)?;
        match game.get().game.parse(text) {
            Ok(inner) => Ok(Position {
                inner,
                game: game.into_any(),
                python: false,
            }),
            Err(sentence) => Err(error(slf.py(), "PositionError", sentence)),
        }
    }

    fn __repr__(&self) -> String {
        let options: String = self
            .options
            .iter()
            .map(|(name, value)| format!(", {name}={value:?}"))
            .collect();
        format!("zermelo.game({:?}{options})", self.entry.name)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<BuiltInGame>().is_ok_and(|other| {
            self.entry.name == other.get().entry.name
                && self.game.facts() == other.get().game.facts()
                && self.options == other.get().options
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.entry.name, &self.options).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let find = py.import("zermelo._native")?.getattr("find")?;
        (find, (self.entry.name, self.options.clone())).into_pyobject(py)
    }
}

/// The rules of a game written in Python, read once and held by its instance.
#[pyclass(frozen, module = "zermelo")]
pub struct PythonRules {
    rules: Arc<PythonGame>,
    game: Py<PyAny>,
}

#[pymethods]
impl PythonRules {
    #[new]
    fn new(game: Bound<'_, PyAny>) -> PyResult<PythonRules> {
        Ok(PythonRules {
            rules: Arc::new(PythonGame::new(&game)?),
            game: game.unbind(),
        })
    }

    /// What the game declares about itself.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        facts(py, &AnyGame::shared(self.rules.clone()).facts())
    }

    /// The position in which the game begins.
    fn start(&self, py: Python<'_>) -> PyResult<Position> {
        let inner = heed(|| AnyGame::shared(self.rules.clone()).start())?;
        Ok(Position {
            inner,
            game: self.game.clone_ref(py),
            python: true,
        })
    }

    /// The position that a text describes.
    fn position(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        match heed(|| AnyGame::shared(self.rules.clone()).parse(text))? {
            Ok(inner) => Ok(Position {
                inner,
                game: self.game.clone_ref(py),
                python: true,
            }),
            Err(sentence) => Err(error(py, "PositionError", sentence)),
        }
    }

    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.game)?;
        // A position that shares the rules owns their methods too, and keeps the game alive anyway.
        if Arc::strong_count(&self.rules) == 1 {
            self.rules.traverse(&visit)?;
        }
        Ok(())
    }
}

/// Asks a game, and raises what it failed with if it is written in Python and did.
fn heed<T>(question: impl FnOnce() -> T) -> PyResult<T> {
    let _outer = trouble::Outer::set_aside();
    let answer = question();
    trouble::take().map_or(Ok(answer), Err)
}

/// A situation in a game. It never changes: `play` gives a new one.
#[pyclass(frozen, module = "zermelo")]
pub struct Position {
    inner: AnyPosition,
    game: Py<PyAny>,
    /// Are its rules written in Python?
    python: bool,
}

impl Position {
    /// Runs work that may take long.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        listener: &Listener,
        work: impl FnOnce(&AnyPosition, &Arc<Control>) -> T + Send,
    ) -> PyResult<Done<T>> {
        let listener = listener.as_ref().map(|listener| listener.clone_ref(py));
        let control = Control::new(limits);
        gate::run(py, self.python, control, listener, |control| {
            work(&self.inner, control)
        })
    }

    /// The places of these moves, in people's notation or in that of programs, among the legal ones.
    fn indices(&self, py: Python<'_>, moves: &[String]) -> PyResult<Vec<usize>> {
        let (texts, codes) = heed(|| (self.inner.action_texts(), self.inner.action_codes()))?;
        moves
            .iter()
            .map(|wanted| {
                let place = |names: &[String]| names.iter().position(|name| name == wanted);
                place(&texts).or_else(|| place(&codes)).ok_or_else(|| {
                    let sentence = format!("{} is no legal move here", quoted(wanted));
                    error(py, "IllegalMoveError", sentence)
                })
            })
            .collect()
    }

    fn player(&self, py: Python<'_>, player: i64) -> PyResult<usize> {
        let players = self.inner.facts().players.len();
        match usize::try_from(player) {
            Ok(player) if player < players => Ok(player),
            _ => {
                let sentence =
                    format!("there is no player {player}: they are 0 to {}", players - 1);
                Err(error(py, "PlayerError", sentence))
            }
        }
    }
}

#[pymethods]
impl Position {
    /// The game it belongs to.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    /// Who decides: a player (0, 1, …), `CHANCE`, or None when the game is over.
    #[getter]
    fn turn(&self) -> PyResult<Option<i64>> {
        heed(|| match self.inner.turn() {
            Turn::Player(player) => Some(player as i64),
            Turn::Chance => Some(CHANCE),
            Turn::Over => None,
        })
    }

    /// What the players are called.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(
            py,
            self.inner.facts().players.iter().map(|name| name.as_ref()),
        )
    }

    /// The legal moves; empty when it is chance's turn or the game is over.
    fn moves(&self) -> PyResult<Vec<String>> {
        heed(|| match self.inner.turn() {
            Turn::Player(_) => self.inner.action_texts(),
            _ => Vec::new(),
        })
    }

    /// The same moves as programs write them among themselves, such as e2e4; `play` reads both.
    fn move_codes(&self) -> PyResult<Vec<String>> {
        heed(|| match self.inner.turn() {
            Turn::Player(_) => self.inner.action_codes(),
            _ => Vec::new(),
        })
    }

    /// The moves that are part of an exchange, such as captures; none where the idea does not apply.
    fn noisy_moves(&self) -> PyResult<Vec<String>> {
        heed(|| self.inner.noisy_texts())
    }

    /// What chance may bring, with probabilities; empty when it is not chance's turn.
    fn chances(&self) -> PyResult<Vec<(String, f64)>> {
        let actions = heed(|| match self.inner.turn() {
            Turn::Chance => self.inner.actions(),
            _ => Vec::new(),
        })?;
        Ok(actions
            .into_iter()
            .filter_map(|action| Some((action.text, action.probability?)))
            .collect())
    }

    /// The shapes to click for each move or event.
    fn sites(&self) -> PyResult<Vec<(String, Vec<String>)>> {
        let actions = heed(|| self.inner.actions())?;
        Ok(actions
            .into_iter()
            .map(|action| (action.text, action.sites))
            .collect())
    }

    /// The position after a move or an event of chance.
    #[pyo3(signature = (action, /))]
    fn play(&self, py: Python<'_>, action: &str) -> PyResult<Position> {
        let played = heed(|| self.inner.play(action))?;
        match played {
            Ok(inner) => Ok(Position {
                inner,
                game: self.game.clone_ref(py),
                python: self.python,
            }),
            Err(sentence) => Err(error(py, "IllegalMoveError", sentence)),
        }
    }

    /// What the finished game is worth to each player; None while it goes on.
    #[getter]
    fn utilities<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        heed(|| self.inner.utilities())?
            .map(|utilities| PyTuple::new(py, utilities))
            .transpose()
    }

    /// How the game ended, in words; None while it goes on.
    #[getter]
    fn outcome(&self) -> PyResult<Option<String>> {
        heed(|| self.inner.outcome())
    }

    /// The estimated utility of a player in an unfinished game.
    fn evaluate(&self, py: Python<'_>, player: i64) -> PyResult<f64> {
        let player = self.player(py, player)?;
        heed(|| self.inner.evaluate(player))
    }

    /// What that estimate is made of: (name, weight, amount).
    fn features(&self, py: Python<'_>, player: i64) -> PyResult<Vec<(&'static str, f64, f64)>> {
        let player = self.player(py, player)?;
        let features = heed(|| self.inner.features(player))?;
        Ok(features
            .into_iter()
            .map(|feature| (feature.name, feature.weight, feature.amount))
            .collect())
    }

    /// The position in one line; `game.position` reads it back.
    #[getter]
    fn text(&self) -> PyResult<String> {
        heed(|| self.inner.text())
    }

    /// A number that is equal for equal positions.
    #[getter]
    fn key(&self) -> PyResult<u64> {
        heed(|| self.inner.key())
    }

    /// Everything this player has seen so far.
    fn observation(&self, py: Python<'_>, player: i64) -> PyResult<String> {
        let player = self.player(py, player)?;
        heed(|| self.inner.observation(player))
    }

    /// The positions that this player cannot tell from the true one, with probabilities.
    fn worlds(&self, py: Python<'_>, player: i64) -> PyResult<Vec<(Position, f64)>> {
        let player = self.player(py, player)?;
        let worlds = heed(|| self.inner.worlds(player))?;
        let wrap = |inner| Position {
            inner,
            game: self.game.clone_ref(py),
            python: self.python,
        };
        Ok(worlds
            .into_iter()
            .map(|(inner, probability)| (wrap(inner), probability))
            .collect())
    }

    /// The picture as data, as this player sees it; None sees everything.
    #[pyo3(signature = (viewer=None))]
    fn picture<'py>(&self, py: Python<'py>, viewer: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = viewer.map(|viewer| self.player(py, viewer)).transpose()?;
        write_picture(py, &heed(|| self.inner.picture(viewer))?)
    }

    /// What a player has to show beside the board, such as points; empty for nothing.
    fn tally(&self, py: Python<'_>, player: i64) -> PyResult<String> {
        let player = self.player(py, player)?;
        heed(|| self.inner.tally(player))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("zermelo.draw")?
            .getattr("svg")?
            .call1((slf,))
    }

    /// The search behind `zermelo.search` and `zermelo.Engine`: a dictionary with its findings.
    #[pyo3(signature = (*, method=None, depth=None, nodes=None, time=None, window=None, evaluation=true, seed=0,
        progress=None, deepen=true, searcher=None, threads=1, memory=None, clock=None, lines=1, moves=None,
        selective="", noise=0.0, bias=0.0, star=2, ponder=false, news=None))]
    #[allow(clippy::too_many_arguments)] // one keyword each
    fn _search<'py>(
        &self,
        py: Python<'py>,
        method: Option<&str>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        window: Option<(f64, f64)>,
        evaluation: bool,
        seed: u64,
        progress: Listener,
        deepen: bool,
        searcher: Option<&Bound<'py, Searcher>>,
        threads: usize,
        memory: Option<usize>,
        clock: Option<(f64, f64, Option<u32>)>,
        lines: usize,
        moves: Option<Vec<String>>,
        selective: &str,
        noise: f64,
        bias: f64,
        star: u8,
        ponder: bool,
        news: Listener,
    ) -> PyResult<Bound<'py, PyDict>> {
        let objection = |sentence| error(py, "MethodError", sentence);
        let method = method.map(Method::find).transpose().map_err(objection)?;
        let mut limits = Limits {
            depth,
            nodes,
            time: duration(time)?,
            memory,
            soft: None,
        };
        if let Some((left, increment, moves)) = clock {
            let [left, increment] = [duration(Some(left))?, duration(Some(increment))?];
            limits = limits.with_clock(
                left.unwrap_or_default(),
                increment.unwrap_or_default(),
                moves,
            );
        }
        let request = Request {
            method,
            window,
            evaluation,
            seed,
            deepen,
            selective: Selective::parse(selective).map_err(objection)?,
            lines,
            moves: moves.map(|moves| self.indices(py, &moves)).transpose()?,
            // Rules in Python are asked by one thread at a time.
            threads: if self.python { 1 } else { threads },
            noise,
            bias,
            star,
        };
        let table = match searcher {
            Some(searcher) => Some(searcher.get().table(py)?),
            None => None,
        };
        let facts = self.inner.facts();
        let searcher = searcher.map(Bound::get);
        let failure = Mutex::new(None);
        let done = self.run(py, limits, &progress, |position, control| {
            if ponder {
                control.wait();
            }
            if let Some(searcher) = searcher {
                searcher.begin(control);
            }
            let mut hear = |told: &News<Played>| {
                let Some(news) = &news else { return };
                let heard = Python::attach(|py| news.call1(py, (write_news(py, told, &facts)?,)));
                if let Err(problem) = heard {
                    control.stop();
                    *failure.lock().expect("only this thread locks") = Some(problem);
                }
            };
            let report = position.search_with(&request, control, table.as_deref(), &mut hear);
            if let Some(searcher) = searcher {
                searcher.end(control);
            }
            report
        })?;
        if let Some(problem) = failure.into_inner().expect("nobody panicked with it") {
            return Err(problem);
        }
        let report = match done {
            // Interrupted before there was any answer: nothing to report.
            Done::Interrupted(Err(_), interrupt) => return Err(interrupt),
            Done::Interrupted(Ok(report), interrupt) if report.nodes == 0 => return Err(interrupt),
            Done::Finished(report) | Done::Interrupted(report, _) => report,
        };
        let report = report.map_err(objection)?;
        write_report(py, &report, &facts)
    }

    /// The certificate behind `zermelo.solve`: the strategy, and the positions, decisions and ends seen.
    #[pyo3(signature = (player, utility, *, method, searcher, progress=None))]
    fn _certify<'py>(
        &self,
        py: Python<'py>,
        player: i64,
        utility: f64,
        method: &str,
        searcher: &Bound<'py, Searcher>,
        progress: Listener,
    ) -> PyResult<(Vec<u16>, (u64, u64, u64))> {
        let claim = Claim {
            player: self.player(py, player)?,
            utility,
        };
        let method = Method::find(method).map_err(|sentence| error(py, "MethodError", sentence))?;
        let table = searcher.get().table(py)?;
        let done = self.run(py, Limits::default(), &progress, |position, control| {
            position.certify(claim, method, control, &table)
        })?;
        let (strategy, seen) = settle(py, done)?;
        Ok((strategy, (seen.positions, seen.decisions, seen.ends)))
    }

    /// Checks a strategy with the rules alone: the positions, decisions and ends seen.
    #[pyo3(signature = (player, utility, strategy, *, progress=None))]
    fn _verify(
        &self,
        py: Python<'_>,
        player: i64,
        utility: f64,
        strategy: Vec<u16>,
        progress: Listener,
    ) -> PyResult<(u64, u64, u64)> {
        let claim = Claim {
            player: self.player(py, player)?,
            utility,
        };
        let done = self.run(py, Limits::default(), &progress, |position, control| {
            position.verify(claim, &strategy, control)
        })?;
        let seen = settle(py, done)?;
        Ok((seen.positions, seen.decisions, seen.ends))
    }

    /// The count behind `zermelo.perft`.
    #[pyo3(signature = (depth, *, count, memory, progress=None))]
    fn _perft(
        &self,
        py: Python<'_>,
        depth: u32,
        count: &str,
        memory: usize,
        progress: Listener,
    ) -> PyResult<u64> {
        let count = Count::find(count).map_err(PyValueError::new_err)?;
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        match self.run(py, limits, &progress, |position, control| {
            position.perft(depth, count, control)
        })? {
            Done::Finished(Ok(Some(total))) => Ok(total),
            Done::Finished(Err(sentence)) if depth > DEEPEST => {
                Err(PyValueError::new_err(sentence))
            }
            Done::Finished(Err(sentence)) => {
                Err(pyo3::exceptions::PyMemoryError::new_err(sentence))
            }
            Done::Interrupted(_, interrupt) => Err(interrupt),
            Done::Finished(Ok(None)) => unreachable!("only an interruption leaves no count"),
        }
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "{}.position({})",
            self.game.bind(py).repr()?,
            self.text()?.into_pyobject(py)?.repr()?
        ))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Position>() else {
            return Ok(false);
        };
        let same_game = self.game.bind(py).eq(other.get().game.bind(py))?;
        heed(|| same_game && self.inner == other.get().inner)
    }

    fn __hash__(&self) -> PyResult<u64> {
        self.key()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((self.game.bind(py).getattr("position")?, (self.text()?,)))
    }
}

/// What came of work on a certificate.
fn settle<T>(py: Python<'_>, done: Done<Result<T, Trouble>>) -> PyResult<T> {
    match done {
        Done::Interrupted(_, interrupt) => Err(interrupt),
        Done::Finished(Ok(found)) => Ok(found),
        Done::Finished(Err(Trouble::Refuted(sentence))) => {
            Err(error(py, "CertificateError", sentence))
        }
        Done::Finished(Err(Trouble::Stopped)) => {
            Err(error(py, "CertificateError", "the work was stopped"))
        }
    }
}

fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    seconds
        .map(|seconds| {
            Duration::try_from_secs_f64(seconds).map_err(|_| {
                PyValueError::new_err(format!(
                    "a time limit is a number of seconds, not {seconds}"
                ))
            })
        })
        .transpose()
}

fn facts<'py>(py: Python<'py>, facts: &Facts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("name", facts.name.as_ref())?;
    dict.set_item(
        "players",
        PyTuple::new(py, facts.players.iter().map(|name| name.as_ref()))?,
    )?;
    let sum = match facts.sum {
        Sum::Constant(sum) => Some(sum),
        Sum::General => None,
    };
    dict.set_item("sum", sum)?;
    dict.set_item("chance", facts.chance)?;
    dict.set_item("hidden", facts.hidden)?;
    let unit = match &facts.unit {
        Unit::Result => None,
        Unit::Counted(unit) => Some(unit.as_ref()),
    };
    dict.set_item("unit", unit)?;
    let measure = facts.measure.as_ref();
    dict.set_item(
        "measure",
        measure.map(|(name, worth)| (name.as_ref(), *worth)),
    )?;
    dict.set_item("bounds", facts.utilities)?;
    dict.set_item("longest", facts.longest)?;
    dict.set_item(
        "methods",
        Method::for_game(facts)
            .iter()
            .map(|method| method.word())
            .collect::<Vec<_>>(),
    )?;
    Ok(dict)
}

fn write_picture<'py>(py: Python<'py>, picture: &Picture) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import("zermelo.draw.picture")?;
    let shape_class = module.getattr("Shape")?;
    let mut shapes = Vec::with_capacity(picture.shapes.len());
    for shape in &picture.shapes {
        let form = FORMS
            .iter()
            .find(|(form, _)| *form == shape.form)
            .map_or("label", |(_, word)| *word);
        shapes.push(shape_class.call1((
            form,
            shape.x,
            shape.y,
            shape.width,
            shape.height,
            paint_word(shape.fill),
            &shape.text,
            paint_word(shape.ink),
            &shape.site,
            &shape.title,
        ))?);
    }
    module
        .getattr("Picture")?
        .call1((picture.width, picture.height, PyTuple::new(py, shapes)?))
}

/// The names of the built-in games, in the order of the list.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    GAMES.iter().map(|entry| entry.name).collect()
}

/// The built-in game of this name, with these options.
#[pyfunction]
#[pyo3(signature = (name, options=Vec::new()))]
pub fn find(py: Python<'_>, name: &str, options: Vec<(String, String)>) -> PyResult<BuiltInGame> {
    let entry = find_entry(name).map_err(|sentence| error(py, "UnknownGameError", sentence))?;
    BuiltInGame::make(py, entry, options)
}

/// The names of the search methods.
#[pyfunction]
pub fn methods() -> Vec<&'static str> {
    Method::ALL.iter().map(|method| method.word()).collect()
}

/// The names of what `perft` counts.
#[pyfunction]
pub fn counts() -> Vec<&'static str> {
    Count::ALL.iter().map(|count| count.word()).collect()
}

/// The battery behind `zermelo.check_game`: (positions, finished, games), or a fault raised.
#[pyfunction]
pub fn check(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    positions: usize,
    games: usize,
    seed: u64,
) -> PyResult<(u64, u64, u64)> {
    let erased = match game.cast::<BuiltInGame>() {
        Ok(built_in) => built_in.get().game.clone(),
        Err(_) => AnyGame::shared(game.cast::<PythonRules>()?.get().rules.clone()),
    };
    let _outer = trouble::Outer::set_aside();
    let checked = erased.check(Effort {
        positions,
        games,
        seed,
    });
    let failure = trouble::take();
    match (checked, failure) {
        (_, Some(exit)) if !exit.is_instance_of::<PyException>(py) => Err(exit),
        (Err(fault), _) => {
            let sentence = format!("the game {} {fault}", erased.facts().name);
            Err(error(py, "GameError", sentence))
        }
        (Ok(_), Some(failure)) => Err(failure),
        (Ok(summary), None) => Ok((summary.positions, summary.finished, summary.games)),
    }
}

/// The switches that make an engine selective: (name, meaning).
#[pyfunction]
pub fn switches() -> Vec<(&'static str, &'static str)> {
    Selective::NAMES.to_vec()
}
