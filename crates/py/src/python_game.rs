//! A game written in Python, seen through the contract of the core.
//!
//! The core's methods cannot fail, Python's can. A failure is kept aside ([`trouble`]) and from then on the game pretends
//! to be over, so that whatever is running comes to its end at once; the gate then raises what was kept.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use zermelo_core::control::mix;
use zermelo_core::game::{Draw, Evaluate, Facts, Game, Hidden, Hints, Notation, Sum, Turn, Unit};
use zermelo_core::picture::{Form, Paint, Picture, Shape};

use crate::errors::error;

/// The first failure since it was last taken, on this thread.
pub mod trouble {
    use std::cell::{Cell, RefCell};

    use pyo3::{PyErr, Python};

    thread_local! {
        static PENDING: Cell<bool> = const { Cell::new(false) };
        static FAILURE: RefCell<Option<PyErr>> = const { RefCell::new(None) };
    }

    /// Has anything failed?
    pub fn is_pending() -> bool {
        PENDING.get()
    }

    /// Keeps a failure, unless there is one already.
    pub fn keep(failure: PyErr) {
        PENDING.set(true);
        FAILURE.with_borrow_mut(|first| {
            first.get_or_insert(failure);
        });
    }

    /// Lets the game answer again, but keeps the failure, whose sentence this is, for whoever takes it.
    pub fn settle() -> Option<String> {
        PENDING.replace(false).then(|| {
            FAILURE.with_borrow(|failure| match failure {
                Some(failure) => Python::attach(|py| failure.value(py).to_string()),
                None => String::new(),
            })
        })
    }

    /// What an outer call on this thread has kept, put back when this is dropped: a call into zermelo from inside a
    /// game (its `__del__`, a listener) must neither see it nor take it away.
    pub struct Outer {
        pending: bool,
        failure: Option<PyErr>,
    }

    impl Outer {
        /// Begins afresh.
        #[must_use]
        pub fn set_aside() -> Outer {
            Outer {
                pending: PENDING.replace(false),
                failure: FAILURE.take(),
            }
        }
    }

    impl Drop for Outer {
        fn drop(&mut self) {
            PENDING.set(self.pending);
            drop(FAILURE.replace(self.failure.take()));
        }
    }

    /// Takes the failure away.
    pub fn take() -> Option<PyErr> {
        PENDING.set(false);
        FAILURE.take()
    }
}

/// A state or a move of a game written in Python: any object that can be compared and, for states, hashed.
pub struct Thing(Py<PyAny>);

impl Thing {
    fn of(object: Bound<'_, PyAny>) -> Thing {
        Thing(object.unbind())
    }
}

impl Clone for Thing {
    fn clone(&self) -> Thing {
        Python::attach(|py| Thing(self.0.clone_ref(py)))
    }
}

impl PartialEq for Thing {
    fn eq(&self, other: &Thing) -> bool {
        Python::attach(|py| {
            self.0.is(&other.0)
                || self.0.bind(py).eq(&other.0).unwrap_or_else(|failure| {
                    trouble::keep(failure);
                    false
                })
        })
    }
}

impl Eq for Thing {}

impl Hash for Thing {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let number = Python::attach(|py| {
            self.0.bind(py).hash().unwrap_or_else(|failure| {
                let sentence = format!("a state must be hashable, such as a tuple: {failure}");
                let told = error(py, "GameError", sentence);
                told.set_cause(py, Some(failure));
                trouble::keep(told);
                0
            })
        });
        hasher.write_isize(number);
    }
}

impl fmt::Debug for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Python::attach(|py| match self.0.bind(py).repr() {
            Ok(text) => f.write_str(&text.to_string_lossy()),
            Err(_) => f.write_str("<an object without repr>"),
        })
    }
}

/// The rules of a game written in Python. Its methods are looked up once.
pub struct PythonGame {
    facts: Facts,
    initial: Py<PyAny>,
    turn: Py<PyAny>,
    moves: Py<PyAny>,
    chances: Py<PyAny>,
    play: Py<PyAny>,
    utilities: Py<PyAny>,
    /// Missing when the game has no opinion about unfinished positions.
    evaluate: Option<Py<PyAny>>,
    text: Py<PyAny>,
    parse: Py<PyAny>,
    move_text: Py<PyAny>,
    picture: Py<PyAny>,
    sites: Py<PyAny>,
    tally: Py<PyAny>,
    observation: Py<PyAny>,
    worlds: Py<PyAny>,
}

impl PythonGame {
    /// Reads what a Python game declares. `share` etc. follow from it; the rules themselves are checked when used.
    pub fn new(game: &Bound<'_, PyAny>) -> PyResult<PythonGame> {
        let py = game.py();
        let method = |name: &str| game.getattr(name).map(Bound::unbind);
        let overridden = |name: &str| -> PyResult<bool> {
            let base = py.import("zermelo.game")?.getattr("Game")?.getattr(name)?;
            Ok(!game.get_type().getattr(name)?.is(&base))
        };
        Ok(PythonGame {
            facts: facts(game)?,
            initial: method("initial")?,
            turn: method("turn")?,
            moves: method("moves")?,
            chances: method("chances")?,
            play: method("play")?,
            utilities: method("utilities")?,
            evaluate: if overridden("evaluate")? {
                Some(method("evaluate")?)
            } else {
                None
            },
            text: method("text")?,
            parse: method("parse")?,
            move_text: method("move_text")?,
            picture: method("picture")?,
            sites: method("sites")?,
            tally: method("tally")?,
            observation: method("observation")?,
            worlds: method("worlds")?,
        })
    }

    /// Shows everything it holds to Python's garbage collector.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let methods = [
            &self.initial,
            &self.turn,
            &self.moves,
            &self.chances,
            &self.play,
            &self.utilities,
            &self.text,
            &self.parse,
            &self.move_text,
            &self.picture,
            &self.sites,
            &self.tally,
            &self.observation,
            &self.worlds,
        ];
        methods
            .into_iter()
            .chain(&self.evaluate)
            .try_for_each(|method| visit.call(method))
    }

    /// Calls into the game unless something failed before; a failure is kept with the name of the method.
    #[inline]
    fn ask<T>(
        &self,
        method: &'static str,
        question: impl FnOnce(Python<'_>) -> PyResult<T>,
    ) -> Option<T> {
        if trouble::is_pending() {
            return None;
        }
        Python::attach(|py| match question(py) {
            Ok(answer) => Some(answer),
            Err(failure) => {
                trouble::keep(self.blame(py, method, failure));
                None
            }
        })
    }

    /// One sentence about a failure, chained to it; Ctrl-C, exits and our own sentences pass as they are.
    fn blame(&self, py: Python<'_>, method: &str, failure: PyErr) -> PyErr {
        let ours = py
            .import("zermelo.errors")
            .and_then(|module| module.getattr("ZermeloError"));
        if !failure.is_instance_of::<PyException>(py)
            || ours.is_ok_and(|ours| failure.matches(py, ours).unwrap_or(false))
        {
            return failure;
        }
        let sentence = format!("the game {}: {method}() raised {failure}", self.facts.name);
        let blamed = error(py, "GameError", sentence);
        blamed.set_cause(py, Some(failure));
        blamed
    }

    fn complaint(&self, py: Python<'_>, sentence: String) -> PyErr {
        error(
            py,
            "GameError",
            format!("the game {}: {sentence}", self.facts.name),
        )
    }
}

fn facts(game: &Bound<'_, PyAny>) -> PyResult<Facts> {
    let py = game.py();
    let attribute = |name: &str| game.getattr(name);
    let wrong = |sentence: String| error(py, "GameError", sentence);
    let name: String = attribute("name")?
        .extract()
        .map_err(|_| wrong("the name of a game is a string".into()))?;
    let players: Vec<String> = attribute("players")?.extract().map_err(|_| {
        wrong(format!(
            "the game {name}: players is a tuple of names, such as (\"black\", \"white\")"
        ))
    })?;
    let sum: Option<f64> = attribute("sum")?.extract().map_err(|_| {
        wrong(format!(
            "the game {name}: sum is a number, or None when it differs from game to game"
        ))
    })?;
    let unit: Option<String> = attribute("unit")?.extract().map_err(|_| {
        wrong(format!(
            "the game {name}: unit is a word, or None when only win, draw and loss count"
        ))
    })?;
    let bounds: (f64, f64) = attribute("bounds")?.extract().map_err(|_| {
        wrong(format!(
            "the game {name}: bounds are the lowest and the highest utility, such as (-1, 1)"
        ))
    })?;
    let longest: Option<u32> = attribute("longest")?.extract().map_err(|_| {
        wrong(format!(
            "the game {name}: longest is a number of plies, or None when it is not known"
        ))
    })?;
    let measure: Option<(String, f64)> = attribute("measure")?.extract().map_err(|_| {
        wrong(format!(
            "the game {name}: measure is a name and how much utility one of it is, or None"
        ))
    })?;
    let measure = measure.map(|(name, worth)| (name.into(), worth));
    let facts = Facts {
        name: name.into(),
        players: players.into_iter().map(Cow::Owned).collect(),
        sum: sum.map_or(Sum::General, Sum::Constant),
        chance: attribute("chance")?.is_truthy()?,
        hidden: attribute("hidden")?.is_truthy()?,
        unit: unit.map_or(Unit::Result, |unit| Unit::Counted(unit.into())),
        measure,
        utilities: bounds,
        longest,
    };
    match facts.fault() {
        Some(fault) => Err(wrong(format!("the game {}: {fault}", facts.name))),
        None => Ok(facts),
    }
}

/// Calls `each` with every item; lists and tuples, the usual case, without an iterator.
#[inline]
fn for_each<'py>(
    items: &Bound<'py, PyAny>,
    mut each: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    if let Ok(list) = items.cast::<PyList>() {
        list.iter().try_for_each(each)
    } else if let Ok(tuple) = items.cast::<PyTuple>() {
        tuple.iter().try_for_each(each)
    } else {
        items.try_iter()?.try_for_each(|item| each(item?))
    }
}

impl Game for PythonGame {
    type Position = Thing;
    type Move = Thing;

    fn facts(&self) -> Facts {
        self.facts.clone()
    }

    fn start(&self) -> Thing {
        self.ask("initial", |py| Ok(Thing(self.initial.call0(py)?)))
            .unwrap_or_else(|| Python::attach(|py| Thing(py.None())))
    }

    fn turn(&self, state: &Thing) -> Turn {
        self.ask("turn", |py| {
            let turn = self.turn.bind(py).call1((&state.0,))?;
            if turn.is_none() {
                return Ok(Turn::Over);
            }
            match turn.extract::<i64>() {
                Ok(-1) if self.facts.chance => Ok(Turn::Chance),
                Ok(-1) => Err(self.complaint(py, "turn() is CHANCE, but chance is False".into())),
                Ok(player) if (0..self.facts.players.len() as i64).contains(&player) => {
                    Ok(Turn::Player(player as usize))
                }
                _ => Err(self.complaint(
                    py,
                    format!("turn() is {}: it is a player from 0 to {}, CHANCE, or None when the game is over", turn.repr()?, self.facts.players.len() - 1),
                )),
            }
        })
        .unwrap_or(Turn::Over)
    }

    fn moves(&self, state: &Thing, out: &mut Vec<Thing>) {
        self.ask("moves", |py| {
            let before = out.len();
            let moves = self.moves.bind(py).call1((&state.0,))?;
            for_each(&moves, |action| {
                out.push(Thing::of(action));
                Ok(())
            })?;
            if out.len() == before {
                return Err(self.complaint(
                    py,
                    format!("moves() is empty in state {state:?}, but turn() is not None"),
                ));
            }
            Ok(())
        });
    }

    fn chances(&self, state: &Thing, out: &mut Vec<(Thing, f64)>) {
        self.ask("chances", |py| {
            let chances = self.chances.bind(py).call1((&state.0,))?;
            let mut sum = 0.0;
            for_each(&chances, |chance| {
                let (event, probability): (Bound<'_, PyAny>, f64) =
                    chance.extract().map_err(|_| {
                        self.complaint(
                            py,
                            "chances() is a list of pairs: what happens and its probability".into(),
                        )
                    })?;
                sum += probability;
                out.push((Thing::of(event), probability));
                if probability > 0.0 {
                    Ok(())
                } else {
                    Err(self.complaint(
                        py,
                        format!(
                            "chances() has a probability of {probability}, which is not above 0"
                        ),
                    ))
                }
            })?;
            if (sum - 1.0_f64).abs() > 1e-9 {
                return Err(self.complaint(
                    py,
                    format!(
                        "the probabilities of chances() sum to {sum}, not to 1, in state {state:?}"
                    ),
                ));
            }
            Ok(())
        });
    }

    fn play_unchecked(&self, state: &mut Thing, action: &Thing) {
        if let Some(next) = self.ask("play", |py| {
            Ok(Thing::of(self.play.bind(py).call1((&state.0, &action.0))?))
        }) {
            *state = next;
        }
    }

    fn utility(&self, state: &Thing, player: usize) -> f64 {
        self.ask("utilities", |py| {
            let utilities = self.utilities.bind(py).call1((&state.0,))?;
            let count = self.facts.players.len();
            let (mut few, mut many) = ([0.0; 8], Vec::new());
            let numbers = if count <= few.len() {
                &mut few[..count]
            } else {
                many.resize(count, 0.0);
                &mut many[..]
            };
            let tuple = utilities.cast::<PyTuple>();
            let read = numbers.iter_mut().enumerate().try_for_each(|(player, number)| {
                *number = match tuple {
                    Ok(tuple) => tuple.get_borrowed_item(player)?.extract()?,
                    Err(_) => utilities.get_item(player)?.extract()?,
                };
                PyResult::Ok(())
            });
            read.map_err(|_| {
                self.complaint(
                    py,
                    format!(
                        "utilities() is {utilities}: it is one number for each of the {count} players"
                    ),
                )
            })?;
            match self.facts.fault_of(numbers) {
                None => Ok(numbers[player]),
                Some(fault) => Err(self.complaint(py, fault)),
            }
        })
        .unwrap_or(0.0)
    }

    fn key(&self, state: &Thing) -> u64 {
        // From the text, because Python's own hashes of strings differ from run to run.
        self.text(state).bytes().fold(0, |key, byte| {
            mix(key ^ u64::from(byte) ^ 0x9E37_79B9_7F4A_7C15)
        })
    }

    fn hidden(&self) -> Option<&dyn Hidden<PythonGame>> {
        self.facts.hidden.then_some(self)
    }

    fn trouble(&self) -> Option<String> {
        let sentence = trouble::settle()?;
        let prefix = format!("the game {}: ", self.facts.name);
        Some(
            sentence
                .strip_prefix(&prefix)
                .map(str::to_owned)
                .unwrap_or(sentence),
        )
    }
}

impl Evaluate for PythonGame {
    fn evaluate(&self, state: &Thing, player: usize) -> f64 {
        let Some(evaluate) = &self.evaluate else {
            return self.facts.share();
        };
        self.ask("evaluate", |py| {
            let number = evaluate.bind(py).call1((&state.0, player))?;
            match number.extract::<f64>() {
                Ok(value) if (self.facts.utilities.0..=self.facts.utilities.1).contains(&value) => {
                    Ok(value)
                }
                _ => Err(self.complaint(
                    py,
                    format!(
                        "evaluate() is {number}: it is a number from {} to {}",
                        self.facts.utilities.0, self.facts.utilities.1
                    ),
                )),
            }
        })
        .unwrap_or(0.0)
    }
}

impl Hints for PythonGame {
    /// Moves need not be hashable; those that are not are all alike to the table.
    fn slot(&self, action: &Thing) -> u16 {
        Python::attach(|py| action.0.bind(py).hash().unwrap_or(0) as u16)
    }
}

impl Notation for PythonGame {
    fn text(&self, state: &Thing) -> String {
        self.ask("text", |py| {
            self.text.bind(py).call1((&state.0,))?.extract()
        })
        .unwrap_or_default()
    }

    fn parse(&self, text: &str) -> Result<Thing, String> {
        if let Some(failure) = trouble::take() {
            trouble::keep(failure);
            return Err(String::new());
        }
        Python::attach(|py| match self.parse.bind(py).call1((text,)) {
            Ok(state) => Ok(Thing::of(state)),
            Err(failure) if failure.is_instance_of::<PyException>(py) => {
                Err(failure.value(py).to_string())
            }
            Err(exit) => {
                trouble::keep(exit);
                Err(String::new())
            }
        })
    }

    fn move_text(&self, state: &Thing, action: &Thing) -> String {
        self.ask("move_text", |py| {
            self.move_text
                .bind(py)
                .call1((&state.0, &action.0))?
                .extract()
        })
        .unwrap_or_default()
    }

    fn move_help(&self) -> Cow<'static, str> {
        "it is none of the moves listed".into()
    }
}

impl Draw for PythonGame {
    fn picture(&self, state: &Thing, viewer: Option<usize>) -> Picture {
        self.ask("picture", |py| {
            read_picture(&self.picture.bind(py).call1((&state.0, viewer))?)
        })
        .unwrap_or_else(|| Picture::new(1.0, 1.0))
    }

    fn sites(&self, state: &Thing, action: &Thing) -> Vec<String> {
        self.ask("sites", |py| {
            self.sites.bind(py).call1((&state.0, &action.0))?.extract()
        })
        .unwrap_or_default()
    }

    fn tally(&self, state: &Thing, player: usize) -> String {
        self.ask("tally", |py| {
            self.tally.bind(py).call1((&state.0, player))?.extract()
        })
        .unwrap_or_default()
    }
}

impl Hidden<PythonGame> for PythonGame {
    fn observation(&self, state: &Thing, player: usize) -> String {
        self.ask("observation", |py| {
            self.observation
                .bind(py)
                .call1((&state.0, player))?
                .extract()
        })
        .unwrap_or_default()
    }

    fn worlds(&self, state: &Thing, player: usize, out: &mut Vec<(Thing, f64)>) {
        self.ask("worlds", |py| {
            let worlds = self.worlds.bind(py).call1((&state.0, player))?;
            for_each(&worlds, |world| {
                let (state, probability): (Bound<'_, PyAny>, f64) =
                    world.extract().map_err(|_| {
                        self.complaint(
                            py,
                            "worlds() is a list of pairs: a state and its probability".into(),
                        )
                    })?;
                out.push((Thing::of(state), probability));
                Ok(())
            })
        });
    }
}

/// The words for outlines, in Python, SVG and JSON alike.
pub const FORMS: [(Form, &str); 9] = [
    (Form::Square, "square"),
    (Form::Pit, "pit"),
    (Form::Disc, "disc"),
    (Form::Triangle, "triangle"),
    (Form::Line, "line"),
    (Form::Label, "label"),
    (Form::Die, "die"),
    (Form::Card, "card"),
    (Form::Chessman, "chessman"),
];

/// The word for a paint: `player0` and so on for the players', `hue0` and so on for hues.
pub fn paint_word(paint: Paint) -> String {
    match paint {
        Paint::None => "none".into(),
        Paint::Board => "board".into(),
        Paint::Light => "light".into(),
        Paint::Dark => "dark".into(),
        Paint::Ink => "ink".into(),
        Paint::Faint => "faint".into(),
        Paint::Mark => "mark".into(),
        Paint::White => "white".into(),
        Paint::Black => "black".into(),
        Paint::Player(player) => format!("player{player}"),
        Paint::Hue(hue) => format!("hue{hue}"),
    }
}

fn paint(word: &str) -> Result<Paint, String> {
    let plain = [
        Paint::None,
        Paint::Board,
        Paint::Light,
        Paint::Dark,
        Paint::Ink,
        Paint::Faint,
        Paint::Mark,
        Paint::White,
        Paint::Black,
    ];
    plain
        .into_iter()
        .find(|paint| paint_word(*paint) == word)
        .or_else(|| word.strip_prefix("player").and_then(|number| number.parse().ok()).map(Paint::Player))
        .or_else(|| word.strip_prefix("hue").and_then(|number| number.parse().ok()).map(Paint::Hue))
        .ok_or_else(|| format!("unknown paint \"{word}\": there are none, board, light, dark, ink, faint, mark, white, black, player0, player1, …, hue0, hue1, …"))
}

/// Reads a `zermelo.draw.Picture`.
fn read_picture(picture: &Bound<'_, PyAny>) -> PyResult<Picture> {
    let py = picture.py();
    let wrong = |sentence: String| error(py, "GameError", sentence);
    let mut read = Picture::new(
        picture.getattr("width")?.extract()?,
        picture.getattr("height")?.extract()?,
    );
    for shape in picture.getattr("shapes")?.try_iter()? {
        let shape = shape?;
        let field = |name: &str| shape.getattr(name);
        let word: String = field("form")?.extract()?;
        let form = FORMS
            .iter()
            .find(|(_, name)| *name == word)
            .map(|(form, _)| *form);
        let form = form.ok_or_else(|| {
            wrong(format!(
                "unknown form \"{word}\": there are {}",
                FORMS.map(|(_, name)| name).join(", ")
            ))
        })?;
        let (fill, ink): (String, String) = (field("fill")?.extract()?, field("ink")?.extract()?);
        read.add(Shape {
            form,
            x: field("x")?.extract()?,
            y: field("y")?.extract()?,
            width: field("width")?.extract()?,
            height: field("height")?.extract()?,
            fill: paint(&fill).map_err(wrong)?,
            text: field("text")?.extract()?,
            ink: paint(&ink).map_err(wrong)?,
            site: field("site")?.extract()?,
            title: field("title")?.extract()?,
        });
    }
    Ok(read)
}
