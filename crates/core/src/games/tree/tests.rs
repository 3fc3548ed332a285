//! What a tree may look like, and what it says.

use super::*;
use crate::conformance::{self, Effort};
use crate::control::{Control, Limits};
use crate::history::History;
use crate::search::{Method, Request, search};

fn refusal(text: &str) -> String {
    parse_tree(text).err().unwrap()
}

fn value(text: &str, method: Method) -> f64 {
    let rules = parse_tree(text).unwrap();
    let request = Request {
        method: Some(method),
        ..Request::default()
    };
    let control = Control::new(Limits::default());
    let report = search(
        &rules,
        &rules.start(),
        &History::default(),
        &request,
        &control,
    )
    .unwrap();
    report.value.utility
}

#[test]
fn trees_have_the_values_worked_out_by_hand() {
    for method in [Method::Minimax, Method::AlphaBeta] {
        assert_eq!(value(DEFAULT, method), 3.0);
        assert_eq!(
            value("min((1 9) (4 2))", method),
            -4.0,
            "for min, who moves"
        );
        assert_eq!(value("max(max(1 9) (4 2))", method), 9.0);
    }
    let text = "(chance(0.5:(3 5), 0.25:8, 1/4:-4) 2)";
    assert_eq!(value(text, Method::Expectiminimax), 2.5);
    // The first plays for itself: it goes where the second prefers the leaf that is better for the first.
    assert_eq!(
        value("((<1 2 3> <4 1 0>) (<2 5 5> <9 4 1>))", Method::MaxN),
        2.0
    );
}

#[test]
fn unmarked_nodes_belong_to_the_player_after_the_nearest_above() {
    let turn = |text: &str, path: &str| {
        let rules = parse_tree(text).unwrap();
        rules.turn(&rules.parse(path).unwrap())
    };
    assert_eq!(turn("((1 (2 3)) 4)", "-"), Turn::Player(0));
    assert_eq!(turn("((1 (2 3)) 4)", "1"), Turn::Player(1));
    assert_eq!(turn("((1 (2 3)) 4)", "1/2"), Turn::Player(0));
    assert_eq!(turn("min((1 2) 3)", "1"), Turn::Player(0));
    assert_eq!(turn("(chance(1:(1 2)) 3)", "1/1"), Turn::Player(1));
    assert_eq!(turn("chance(1:(1 2))", "1"), Turn::Player(0));
    assert_eq!(turn("(((<1 2 3>)))", "1/1"), Turn::Player(2));
    assert_eq!(turn("p2((<1 2 3>))", "1"), Turn::Player(0));
    assert_eq!(turn("((<1>))", "1"), Turn::Player(0));
}

#[test]
fn facts_follow_from_the_leaves() {
    let facts = |text| parse_tree(text).unwrap().facts();
    let plain = facts(DEFAULT);
    assert_eq!(plain.players, ["max", "min"]);
    assert_eq!(plain.sum, Sum::Constant(0.0));
    assert_eq!(plain.utilities, (-14.0, 14.0));
    assert_eq!(plain.longest, Some(2));
    assert!(!plain.chance);
    let shared = facts("(<0.1 0.9> <0.4 0.6>)");
    assert_eq!(shared.players, ["p0", "p1"]);
    assert_eq!(shared.sum, Sum::Constant(1.0));
    assert_eq!(shared.utilities, (0.1, 0.9));
    assert_eq!(facts("(<1 2 3> <1 2 4>)").sum, Sum::General);
    assert_eq!(facts("0").utilities, (-1.0, 1.0));
    assert_eq!(facts("0").longest, Some(0));
    assert!(facts("chance(1:2)").chance);
}

#[test]
fn positions_are_paths_of_names() {
    let rules = parse_tree("(left=(a=1 2) right=chance(0.5:heads=3 0.5:4))").unwrap();
    for path in ["-", "left", "left/a", "left/2", "right/heads", "right/2"] {
        assert_eq!(rules.text(&rules.parse(path).unwrap()), path);
    }
    assert_eq!(
        rules.parse("left/b").unwrap_err(),
        "\"b\" is no child of left: it is names from the root down, as in \"2/1\", or \"-\""
    );
    assert!(
        rules
            .parse("")
            .unwrap_err()
            .starts_with("\"\" is no child of -")
    );
}

#[test]
fn all_kinds_of_tree_pass_the_conformance_battery() {
    let wide = format!("({})", "1 ".repeat(100));
    let bushy = format!("({})", format!("({}) ", "(1 2) ".repeat(7)).repeat(7));
    for text in [
        "7",
        "(chance(0.5:(3 5), 0.25:x=8, 1/4:-4) <=2)"
            .replace("<=", "y=")
            .as_str(),
        "((<1 2 3> <4 1 0>) p2(<2 5 5> <9 4 1>))",
        "(<1>, <2>)",
        &wide,
        &bushy,
    ] {
        let effort = Effort {
            positions: 1_000,
            games: 10,
            seed: 1,
        };
        if let Err(fault) = conformance::check(&parse_tree(text).unwrap(), effort) {
            panic!("{text}: {fault}");
        }
    }
}

#[test]
fn bad_trees_are_refused_with_the_reason() {
    for (text, reason) in [
        (
            "",
            "the tree is empty: it is such as ((3 12 8) (2 4 6) (14 5 2))",
        ),
        (
            " , ",
            "the tree is empty: it is such as ((3 12 8) (2 4 6) (14 5 2))",
        ),
        ("(1 2", "1 bracket is not closed"),
        ("(1 (2", "2 brackets are not closed"),
        ("1)", "the tree is complete before character 2"),
        (")", "the bracket closed at character 1 was never opened"),
        ("(1 2) 3", "the tree is complete before character 7"),
        (
            "(1 x)",
            "\"x\" at character 4 is no number from -1e9 to 1e9",
        ),
        (
            "(1 nan)",
            "\"nan\" at character 4 is no number from -1e9 to 1e9",
        ),
        (
            "(1 inf)",
            "\"inf\" at character 4 is no number from -1e9 to 1e9",
        ),
        (
            "(1 1e10)",
            "\"1e10\" at character 4 is no number from -1e9 to 1e9",
        ),
        ("(1 >)", "\">\" at character 4 is no tree"),
        ("(a=)", "\")\" at character 4 is no tree"),
        ("(a=", "the text ends where a tree must follow"),
        ("(1 <2 3>)", "leaves are either all numbers or all vectors"),
        ("(<2 3> 1)", "leaves are either all numbers or all vectors"),
        (
            "(<1 2> <1 2 3>)",
            "all vectors have the same length, not 2 and 3",
        ),
        ("<>", "a vector has 1 to 8 utilities, not 0"),
        (
            "<1 2 3 4 5 6 7 8 9>",
            "a vector has 1 to 8 utilities, not 9",
        ),
        ("<1 2", "the < at character 1 is not closed"),
        ("<1 (2)>", "\"(\" at character 4 is no tree"),
        ("(1 ())", "the node closed at character 5 has no children"),
        (
            "p2(1 2)",
            "a node belongs to p2, but the leaves have 2 players",
        ),
        (
            "min(<1>)",
            "a node belongs to p1, but the leaves have 1 player",
        ),
        (
            "p8(1 2)",
            "\"p8\" at character 1 owns no node: owners are max, min, chance and p0 to p7",
        ),
        ("(a=1 a=2)", "two children of a node are called \"a\""),
        ("(2=1 5)", "two children of a node are called \"2\""),
        (
            "(_7=1)",
            "\"_7\" at character 2 is no name: a name begins with a letter or digit and has letters, digits, _ and -",
        ),
        (
            "(a=b=1)",
            "\"b\" at character 4 is no name: a name begins with a letter or digit and has letters, digits, _ and -",
        ),
        ("a=(1 2)", "the root has no name, such as \"a\""),
        (
            "chance(0.5:1 0.4:2)",
            "the probabilities of the node closed at character 19 sum to 0.9, not to 1",
        ),
        (
            "chance(0:1 1:2)",
            "\"0\" at character 8 is no probability above 0 and at most 1",
        ),
        (
            "chance(-1:1 2:2)",
            "\"-1\" at character 8 is no probability above 0 and at most 1",
        ),
        (
            "chance(1/0:1)",
            "\"1/0\" at character 8 is no probability above 0 and at most 1",
        ),
        (
            "chance(nan:1)",
            "\"nan\" at character 8 is no probability above 0 and at most 1",
        ),
        (
            "chance(1 2)",
            "the child of chance at character 8 has no probability, such as 0.5:",
        ),
        (
            "(0.5:1 0.5:2)",
            "the probability at character 2 does not stand within chance( )",
        ),
        (
            "chance(1:1:2)",
            "\"1:\" at character 10 stands where a tree must",
        ),
    ] {
        assert_eq!(refusal(text), reason, "{text}");
    }
}

#[test]
fn trees_too_deep_or_too_large_are_refused_and_the_largest_are_read() {
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(
        parse_tree(&nested(1_000)).unwrap().facts().longest,
        Some(1_000)
    );
    assert_eq!(refusal(&nested(1_001)), "brackets are more than 1000 deep");
    assert_eq!(
        refusal(&"(".repeat(1_000_000)),
        "brackets are more than 1000 deep"
    );
    let wide = |leaves: usize| format!("({})", "1 ".repeat(leaves));
    assert!(parse_tree(&wide(999_999)).is_ok());
    assert_eq!(
        refusal(&wide(1_000_000)),
        "there are more than 1000000 nodes"
    );
}

#[test]
fn the_option_says_where_a_refusal_comes_from() {
    let given = vec![("tree".to_string(), "(1".to_string())];
    let options = Options::new(given, Rules::OPTIONS).unwrap();
    assert_eq!(
        Rules::with_options(&options).err().unwrap(),
        "option tree: 1 bracket is not closed"
    );
}
