//! Yahtzee and yatzy solved: what best play brings on average, under every rule, after first rolls and with one box left.

use zermelo_core::control::{Control, Limits};
use zermelo_core::games;
use zermelo_core::score::Kind;
use zermelo_core::search::{Method, Request};

const VALUES: &str = include_str!("five_dice_values.csv");

/// The fields of a row; the position has commas of its own.
fn fields(row: &str) -> Option<[&str; 5]> {
    let (game, rest) = row.split_once(',')?;
    let (options, rest) = rest.split_once(',')?;
    // A position ends with the rolls left, behind a space; the source has no comma.
    let (rest, source) = rest.rsplit_once(',')?;
    let (position, value) = rest.rsplit_once(',')?;
    Some([game, options, position, value, source])
}

/// The rows of a game have the values that are known, to all digits given.
fn check(wanted: &str, method: Method) {
    let rows = VALUES.lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for row in rows {
        let [game, options, position, value, _] =
            fields(row).unwrap_or_else(|| panic!("a row without five fields: {row}"));
        if game != wanted {
            continue;
        }
        let options = options
            .split(';')
            .filter_map(|option| option.split_once('='))
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        let rules = games::find(game).unwrap().make(options).unwrap();
        let request = Request {
            method: Some(method),
            ..Request::default()
        };
        let control = Control::new(Limits::default());
        let position = rules.parse(position).unwrap();
        let report = position.search(&request, &control).unwrap();
        let digits = value.split_once('.').map_or(0, |(_, digits)| digits.len());
        let close = 0.51 * 10_f64.powi(-(digits as i32));
        let value: f64 = value.parse().unwrap();
        assert_eq!(report.value.kind, Kind::Proved, "{row}");
        assert!(
            (report.value.utility - value).abs() < close.max(1e-9),
            "{row}: {}",
            report.value.utility
        );
        checked += 1;
    }
    assert!(checked > 15, "{checked} rows");
}

#[test]
fn yahtzee_is_worth_what_it_is_known_to_be_worth() {
    check("yahtzee", Method::Dynamic);
    check("yahtzee", Method::Engine);
}

#[test]
fn yatzy_is_worth_what_it_is_known_to_be_worth() {
    check("yatzy", Method::Dynamic);
    check("yatzy", Method::Engine);
}
