//! Small kalah solved: the first player's margin under best play, with either rule of capture.

use zermelo_core::control::{Control, Limits};
use zermelo_core::games;
use zermelo_core::score::Kind;
use zermelo_core::search::{Method, Request};

const SOLVED: &str = include_str!("kalah_solved.csv");

/// The sizes whose rows the filter keeps have the margin that is known, by this method.
fn check(method: Method, wanted: impl Fn(&str) -> bool) {
    let kalah = games::find("kalah").unwrap();
    let rows = SOLVED.lines().filter(|line| !line.starts_with('#'));
    for row in rows.filter(|row| wanted(row)) {
        let fields: Vec<&str> = row.split(',').collect();
        let [houses, seeds, empty_capture, margin] = fields[..] else {
            panic!("kalah_solved.csv has a row without four fields: {row}");
        };
        let options = [
            ("houses", houses),
            ("seeds", seeds),
            ("empty_capture", empty_capture),
        ];
        let options = options.map(|(name, value)| (name.into(), value.into()));
        let rules = kalah.make(options.into()).unwrap();
        let request = Request {
            method: Some(method),
            ..Request::default()
        };
        let control = Control::new(Limits::default());
        let report = rules.start().search(&request, &control).unwrap();
        assert_eq!(report.value.kind, Kind::Proved, "{row}");
        assert_eq!(report.value.utility, margin.parse().unwrap(), "{row}");
    }
}

/// The rows of sizes that begin with one of these.
fn among(sizes: &[&str]) -> impl Fn(&str) -> bool {
    move |row| sizes.iter().any(|size| row.starts_with(size))
}

#[test]
fn every_small_size_has_the_known_margin() {
    check(Method::AlphaBeta, among(&["1", "2", "3", "4,1", "4,2"]));
    check(
        Method::Engine,
        among(&["1", "2", "3", "4,1", "4,2", "4,3", "4,4"]),
    );
}

#[test]
#[ignore = "takes minutes in release mode"]
fn every_large_size_has_the_known_margin() {
    check(Method::Engine, among(&["4,5", "4,6", "6,3"]));
}
