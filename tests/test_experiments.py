"""Experiments: their conclusions hold on small sizes, their counts are those of the searches, their plots are valid."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo import textbook
from zermelo.experiments import EXPERIMENTS, ExperimentError, Outcome, real_games, run
from zermelo.experiments.eval_ordering import ORDERS, OrderedAlphaBeta
from zermelo.experiments.orders import Best, Count, Growing, Order, Reversed, Worst, random_order_exponent
from zermelo.experiments.outcome import fitted_exponent
from zermelo.experiments.pathology import backed_up, conclusion, wins_below
from zermelo.experiments.plot import COLOURS, Panel, Series, plot
from zermelo.tree import critical_share, random_tree, random_wins, tree

PROGRAM = Path(sys.executable).parent / "zermelo"
SVG = "{http://www.w3.org/2000/svg}"


@cache
def small(name: str) -> Outcome:
    """The quick look at an experiment, made once."""
    return run(name, seed=1, size="small")


# orders


def by_search(outcome: Outcome, column: str) -> dict[tuple[int, str], float]:
    keys = zip(outcome.column("b"), outcome.column("search"), strict=True)
    return dict(zip(keys, outcome.column(column), strict=True))  # type: ignore[arg-type]


def test_the_exponents_are_those_of_the_formulas() -> None:
    outcome = small("orders")
    fitted, deepest = by_search(outcome, "fitted c"), by_search(outcome, "m")
    for branching in (2, 3, 5):
        m = int(deepest[branching, "alpha-beta, best"])
        exact = [(d, branching ** (d // 2) * 2 - 1) for d in range(2, m + 1, 2)]
        assert fitted[branching, "alpha-beta, best"] == pytest.approx(
            fitted_exponent(branching, exact[-4:])[0], abs=6e-4
        )
        assert fitted[branching, "minimax"] == fitted[branching, "alpha-beta, worst"] == 1
        assert 0.5 < fitted[branching, "alpha-beta, best"] < 0.52
        assert 0.65 < fitted[branching, "alpha-beta, random"] < 0.85
        assert 0.9 < fitted[branching, "alpha-beta, reversed"] < 1


def test_the_leaves_are_those_of_the_formulas() -> None:
    outcome = small("orders")
    leaves, deepest = by_search(outcome, "leaves"), by_search(outcome, "m")
    for (branching, search), m in deepest.items():
        whole = branching**m
        if search in {"minimax", "alpha-beta, worst"}:
            assert leaves[branching, search] == whole
        elif search == "alpha-beta, best":
            assert leaves[branching, search] == 2 * branching ** (m / 2) - 1
        else:
            assert leaves[branching, search] < whole


@pytest.mark.parametrize("kind", [Best, Worst, Reversed])
def test_alpha_beta_finds_the_value_of_minimax_in_growing_trees(kind: type[Order]) -> None:
    for seed in range(20):
        found = []
        for search in (textbook.alpha_beta, textbook.minimax):
            order = kind(3, Random(seed))
            found.append(search(Growing(order, 4, order.root(4), Count()))[0])
        assert found[0] == found[1]


def test_random_order_looks_at_as_many_leaves_as_probability_says() -> None:
    # Two moves of two: the fourth leaf is looked at unless the third is the smallest of three, which is so in a third.
    count = Count()
    order = Order(2, Random(1))
    for _ in range(3_000):
        textbook.alpha_beta(Growing(order, 2, None, count))
    assert count.leaves / 3_000 == pytest.approx(3 + 2 / 3, abs=0.03)


def test_pearls_exponent_solves_his_equation() -> None:
    for branching in (2, 3, 10, 40):
        xi = critical_share(branching)
        assert xi**branching + xi == pytest.approx(1)
        assert branching ** random_order_exponent(branching) == pytest.approx(xi / (1 - xi))
    assert 2 ** random_order_exponent(2) == pytest.approx((1 + 5**0.5) / 2)


def test_a_fit_finds_slope_and_error() -> None:
    assert fitted_exponent(3, [(m, 3 ** (0.6 * m + 1)) for m in range(2, 9)]) == pytest.approx((0.6, 0))
    # Residuals −1, 2, −1 halves: the error by hand.
    _, error = fitted_exponent(10, [(0, 1), (1, 10**1.5), (2, 1)])
    assert error == pytest.approx((1.5 / 2) ** 0.5)


# ordering by EVAL


@pytest.mark.parametrize("name", ["connect-four", "kalah", "tic-tac-toe"])
def test_every_order_finds_the_value_and_natural_order_the_nodes_of_the_native_search(name: str) -> None:
    position = zermelo.game(name).start()
    for depth in range(1, 6):
        report = zermelo.search(position, method="alpha-beta", depth=depth)
        searches = {order: OrderedAlphaBeta(order, Random(1)) for order in ORDERS}
        values = {order: search.search(position, depth) for order, search in searches.items()}
        assert set(values.values()) == {report.value.utility}
        assert searches["natural"].nodes == report.nodes


def test_sorting_by_eval_saves_nodes_and_perfect_order_saves_most() -> None:
    outcome = small("eval-ordering")
    shares = dict(
        zip(
            zip(outcome.column("game"), outcome.column("order"), strict=True),
            outcome.column("% of natural"),
            strict=True,
        )
    )
    for name in ("connect-four", "kalah"):
        one = {order: float(shares[name, order]) for order in ORDERS}
        assert one["natural"] == 100
        assert one["perfect"] < one["by EVAL"] < 70
        assert one["perfect"] == min(one.values())


def test_what_sorting_costs_is_counted() -> None:
    outcome = small("eval-ordering")
    cost = dict(zip(outcome.column("order"), outcome.rows, strict=True))
    column = outcome.columns.index
    assert cost["by EVAL"][column("EVAL to sort")] > 0  # type: ignore[operator]
    assert cost["natural"][column("EVAL to sort")] == 0
    assert cost["deepening"][column("in all")] > cost["deepening"][column("nodes")]  # type: ignore[operator]


def test_an_interrupted_search_ends_the_experiment(monkeypatch: pytest.MonkeyPatch) -> None:
    position = zermelo.game("connect-four").start()
    report = zermelo.search(position, depth=1)

    class Interrupted:
        stopped, value = "interrupted", report.value

    monkeypatch.setattr(real_games, "search", lambda *_, **__: Interrupted())
    with pytest.raises(KeyboardInterrupt):
        real_games.move_values(position)


def test_moves_of_real_games_are_worth_what_minimax_says() -> None:
    random = Random(3)
    for name, plies in (("tic-tac-toe", 3), ("kalah", 4)):
        for _ in range(5):
            position = real_games.random_position(zermelo.game(name), plies, random)
            sign = 1 if position.turn == 0 else -1
            expected = {move: sign * textbook.minimax(position.play(move), 2)[0] for move in position.moves()}
            assert real_games.move_values(position, 3) == pytest.approx(expected)


# transformations


def test_without_chance_every_rising_transformation_keeps_every_decision() -> None:
    outcome = small("transformations")
    kept = dict(zip(outcome.column("EVAL x becomes"), outcome.column("% kept without chance"), strict=True))
    assert {share for name, share in kept.items() if name != "−x"} == {100}
    assert float(kept["−x"]) < 50


def test_with_chance_only_positive_linear_transformations_keep_every_decision() -> None:
    outcome = small("transformations")
    for kind, share in zip(outcome.column("kind"), outcome.column("% kept with chance"), strict=True):
        assert (share == 100) == (kind == "positive linear")
    assert "monotone transformations kept 100 % of the decisions" in outcome.conclusions[0]
    assert "positive linear transformations kept 100 %" in outcome.conclusions[1]


def test_the_books_example_of_an_order_that_is_not_enough() -> None:
    # Russell & Norvig, figure 6.12: 2, 3, 1, 4 against 20, 30, 1, 400.
    book = tree("(chance(0.9:2 0.1:3) chance(0.9:1 0.1:4))")
    larger = {1.0: 1.0, 2.0: 20.0, 3.0: 30.0, 4.0: 400.0}
    for made, worth, move in ((book, 2.1, "1"), (book.transformed(larger.__getitem__), 40.9, "2")):
        value, path = textbook.expectiminimax(made)
        assert (round(value, 9), path) == (worth, (move,))


# pathology


def test_looking_deeper_is_worse_in_pearls_game_and_better_in_naus_and_in_kalah() -> None:
    told = small("pathology").conclusions
    assert told[0].startswith("Pearl's game: pathological, every ply more costs")
    assert told[1].startswith("Nau's game: looking deeper helps, every ply more gains")
    assert told[2].startswith("kalah: looking deeper helps, every ply more gains")
    shares = {name: small("pathology").column(name) for name in ("Pearl's game", "Nau's game", "kalah")}
    assert shares["Pearl's game"][0] > shares["Pearl's game"][-1] + 5  # type: ignore[operator]
    assert shares["Nau's game"][0] < shares["Nau's game"][-1] - 3  # type: ignore[operator]
    assert shares["kalah"][0] < shares["kalah"][-1] - 10  # type: ignore[operator]


def test_a_trend_within_its_error_is_none() -> None:
    assert conclusion("chess", 8, 50, 0.01, 0.02) == (
        "chess: no trend can be told, 1.00 ± 2.00 percentage points of right decisions a ply (up to 8 plies, 50 roots)."
    )


def test_values_are_backed_up_as_minimax_does() -> None:
    for seed in range(20):
        made = random_tree(seed, kind="nau", height=6)
        wins = [int(leaf[0] > 0) for leaf in made.leaves()]
        expected = [int(textbook.minimax(child)[0] > 0) for _, child in made.children]
        assert backed_up(wins, 6) == expected
        assert wins_below(wins, 6)[0] == [sum(wins)]


@pytest.mark.parametrize(("branching", "height"), [(2, 8), (2, 9), (3, 4), (3, 5)])
def test_neither_player_is_favoured_in_pearls_game(branching: int, height: int) -> None:
    trees = [random_tree(seed, kind="pearl", branching=branching, height=height) for seed in range(200)]
    wins = sum(tree.value()[0] > 0 for tree in trees)
    # MAX's chances at the root are those at the leaves when MIN moves last, and one player is never sure to win.
    share = critical_share(branching) if height % 2 == 0 else 1 - critical_share(branching)
    if height % 2:
        share = 1 - (1 - share) ** branching
    assert wins / 200 == pytest.approx(share, abs=0.1)


def test_neighbours_resemble_each_other_in_naus_game_only() -> None:
    alike = {}
    for kind in ("pearl", "nau"):
        wins = [win for seed in range(20) for win in random_wins(Random(seed), kind, height=8)]
        alike[kind] = sum(a == b for a, b in zip(wins[::2], wins[1::2], strict=True)) / (len(wins) / 2)
    assert alike["pearl"] < 0.6
    assert alike["nau"] > 0.8


# trees


def test_chance_nodes_stand_between_the_moves() -> None:
    made = random_tree(5, branching=3, height=2, chance=True)
    assert made.turn == 0
    assert {child.turn for _, child in made.children} == {zermelo.CHANCE}
    assert all(sum(child.probabilities) == pytest.approx(1) for _, child in made.children)
    assert (made.height(), len(made.leaves())) == (3, 27)
    assert made == random_tree(5, branching=3, height=2, chance=True)


# all of them


def test_the_same_seed_gives_the_same_result_and_another_another() -> None:
    first, same, other = (run("transformations", seed=seed, size="small") for seed in (4, 4, 5))
    assert first == same
    assert first.rows != other.rows


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_is_a_table_with_sentences_and_a_plot(name: str) -> None:
    outcome = small(name)
    assert outcome.conclusions
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)
    assert json.loads(json.dumps(outcome.as_json()))["rows"] == [list(row) for row in outcome.rows]
    root = ElementTree.fromstring(outcome._repr_svg_())
    assert root.tag == f"{SVG}svg"
    assert all("nan" not in element.get("d", "") for element in root.iter())


def test_progress_goes_from_0_to_1() -> None:
    for name in ("transformations", "eval-ordering"):
        shares: list[float] = []
        run(name, size="small", progress=shares.append)
        assert shares == sorted(shares)
        assert shares[-1] == pytest.approx(1)


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ExperimentError, match='there is no experiment "luck": there are orders, eval-ordering, trans'):
        run("luck")
    with pytest.raises(ExperimentError, match='there is no size "huge": there are normal, small'):
        run("orders", size="huge")


# plots


def drawn(*panels: Panel, **options: bool) -> ElementTree.Element:
    return ElementTree.fromstring(plot(panels, title="a <title> & more", x="x < 1", y="y & z", **options))


def test_text_in_a_plot_is_text() -> None:
    hostile = '<script>alert("x")</script>&'
    root = drawn(
        Panel((Series(hostile, ((0, 1), (1, 2))), Series(hostile + "2", ((0, 1), (1, 2)), guide=True)), hostile)
    )
    assert not [element for element in root.iter() if element.tag.endswith("script")]
    assert [element.text for element in root.iter(f"{SVG}text")].count(hostile) == 2


def test_points_lie_where_the_axes_say() -> None:
    root = drawn(Panel((Series("line", ((1, 1), (10, 100), (100, 10_000)), (0, 0, 0)),)), x_log=True, y_log=True)
    path = next(e.get("d", "") for e in root.iter(f"{SVG}path") if e.get("class") == "line s0")
    points = [tuple(map(float, point.split())) for point in path.removeprefix("M").split("L")]
    (x1, y1), (x2, y2), (x3, y3) = points
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.11)
    assert y2 - y1 == pytest.approx(y3 - y2, abs=0.11)
    assert y1 > y2  # up is more


def test_series_differ_in_shape_and_colour_and_those_of_one_name_do_not() -> None:
    names = ["a", "b", "c", "d", "e", "f", "a"]
    root = drawn(Panel(tuple(Series(name, ((0, i), (1, i + 1))) for i, name in enumerate(names))))
    lines = [e.get("class") for e in root.iter(f"{SVG}path") if (e.get("class") or "").startswith("line")]
    assert len(set(lines)) == len(COLOURS) == 6
    assert lines.count("line s0") == 3  # two series and one line of the legend
    style = next(root.iter(f"{SVG}style")).text or ""
    assert "prefers-color-scheme:dark" in style
    assert all(light in style and dark in style for light, dark in COLOURS)


def test_a_plot_of_one_point_and_of_equal_values_is_drawn() -> None:
    for points in (((1, 5),), ((1, 5), (2, 5))):
        for logarithmic in (False, True):
            root = drawn(Panel((Series("flat", points),)), y_log=logarithmic, x_log=logarithmic)
            assert "nan" not in ElementTree.tostring(root, encoding="unicode")


# on the command line


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, "experiment", *arguments], capture_output=True, text=True, timeout=120, check=False)


def test_without_a_name_the_experiments_are_listed() -> None:
    plain = command().stdout
    assert all(name in plain for name in EXPERIMENTS)
    listed = json.loads(command("--json").stdout)
    assert [one["name"] for one in listed] == list(EXPERIMENTS)


def test_the_command_shows_the_table_and_what_it_says_and_draws(tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    answer = command("transformations", "--size", "small", "--seed", "1", "--svg", str(file))
    assert answer.returncode == 0
    assert answer.stderr == ""
    assert "positive linear" in answer.stdout
    assert "• With chance, positive linear transformations kept 100 %" in answer.stdout
    assert file.read_text(encoding="utf-8") == small("transformations").svg


def test_the_command_answers_in_json() -> None:
    answer = json.loads(command("transformations", "--size", "small", "--seed", "1", "--json").stdout)
    assert answer == {"experiment": "transformations", "seed": 1, "size": "small"} | small("transformations").as_json()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["luck"],
            'zermelo: there is no experiment "luck": there are orders, eval-ordering, transformations, pathology',
        ),
        (["--svg", "plot.svg"], "zermelo: --svg needs an experiment to draw: orders, eval-ordering"),
        (["orders", "--size", "huge"], "'huge' is not one of 'normal', 'small'"),
        (["orders", "--seed", "-1"], "-1 is not in the range x>=0"),
        (["transformations", "--size", "small", "--svg", "no/folder/plot.svg"], 'there is no folder "no/folder"'),
    ],
)
def test_what_cannot_be_done_is_told_in_one_sentence(arguments: list[str], sentence: str) -> None:
    answer = command(*arguments)
    assert answer.returncode == 2
    assert sentence in answer.stderr
    assert len(answer.stderr.strip().splitlines()) == 1
