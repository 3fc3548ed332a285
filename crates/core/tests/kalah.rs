//! Small kalah solved: the first player's margin under best play, with either rule of capture.

use zermelo_core::control::{Control, Limits};
use zermelo_core::games;
use zermelo_core::score::Kind;
use zermelo_core::search::{Method, Request};

const SOLVED: &str = include_str!("kalah_solved.csv");

#[test]
fn every_solved_size_has_the_known_margin() {
    let kalah = games::find("kalah").unwrap();
    let rows = SOLVED.lines().filter(|line| !line.starts_with('#'));
    for row in rows {
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
            method: Some(Method::AlphaBeta),
            ..Request::default()
        };
        let control = Control::new(Limits::default());
        let report = rules.start().search(&request, &control).unwrap();
        assert_eq!(report.value.kind, Kind::Proved, "{row}");
        assert_eq!(report.value.utility, margin.parse().unwrap(), "{row}");
    }
}
