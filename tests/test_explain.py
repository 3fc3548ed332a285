"""Traces: what is drawn as pruned really cannot matter, what is drawn as examined was, and the windows are right."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

import zermelo
from random_trees import random_tree as any_tree
from random_trees import tree_text
from zermelo import textbook
from zermelo.explaining import compared_svg
from zermelo.explaining.files import save_picture
from zermelo.explaining.film import uniform
from zermelo.explaining.layout import layout
from zermelo.explaining.stepper import stepper_html
from zermelo.explaining.steps import steps
from zermelo.explaining.svg import tree_svg
from zermelo.explaining.trace import ExplainError, Trace, trace
from zermelo.explaining.words import words
from zermelo.tree import Tree, TreeError, from_json, random_tree, tree, unfold

TREES = int(os.environ.get("ZERMELO_TREES", "5000"))  # make test-long takes 100,000
LECTURE = "((3 12 8) (2 4 6) (14 5 2))"


def random(seed: int, *, chance: bool = False) -> Tree:
    """Uneven, with moves in a row by one player, and with many ties."""
    made = any_tree(Random(seed), players=2, chance=chance, height=Random(seed).randint(1, 4), spread=3)
    return tree(tree_text(made))


def oracle(
    tree: Tree,
    alpha: float,
    beta: float,
    strict: bool,
    seen: dict[tuple[str, ...], tuple[float, float]],
    path: tuple[str, ...] = (),
) -> float:
    """Alpha-beta as slowly and plainly as possible: the windows by path."""
    seen[path] = (alpha, beta)
    if tree.utilities is not None:
        return tree.utilities[0]
    values: list[float] = []
    for name, child in tree.children:
        if tree.turn == 0:
            values.append(oracle(child, max([alpha, *values]), beta, strict, seen, (*path, name)))
            stop = max(values) > beta if strict else max(values) >= beta
        else:
            values.append(oracle(child, alpha, min([beta, *values]), strict, seen, (*path, name)))
            stop = min(values) < alpha if strict else min(values) <= alpha
        if stop:
            break
    return max(values) if tree.turn == 0 else min(values)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("batch", range(10))
def test_pruned_leaves_cannot_matter_and_examined_ones_were_examined(batch: int, strict: bool) -> None:
    for seed in range(batch, TREES, 10):
        made = random(seed)
        traced = trace(made, strict=strict)
        value, path = textbook.minimax(made)
        assert (traced.value, traced.line) == (value, path), seed
        windows: dict[tuple[str, ...], tuple[float, float]] = {}
        oracle(made, -inf, inf, strict, windows)
        assert {node.path: node.window_in for node in traced.visited()} == windows, seed
        for extreme in (-1e6, 1e6):
            changed = made
            for leaf in traced.pruned_leaves():
                changed = changed.with_leaf(leaf.path, (extreme, -extreme))
            new_value, new_path = textbook.minimax(changed)
            assert new_value == value, seed
            assert new_path[:1] == path[:1], seed


@pytest.mark.parametrize("strict", [False, True])
def test_the_kind_of_every_value_is_true(strict: bool) -> None:
    for seed in range(1_000):
        made = random(seed)
        for node in trace(made, strict=strict).visited():
            subtree = made
            for move in node.path:
                subtree = subtree.play(move)
            true = subtree.value()[0]
            assert node.value is not None
            if node.kind == "exact":
                assert node.value == true, seed
            elif node.kind == "at least":
                assert true >= node.value, seed
            else:
                assert true <= node.value, seed


@pytest.mark.parametrize("branching", [2, 3, 4, 5])
@pytest.mark.parametrize("height", [1, 2, 3, 4, 5, 6])
def test_best_ordered_trees_examine_the_minimum_of_leaves(branching: int, height: int) -> None:
    made = random_tree(7, branching=branching, height=height, spread=10**9)  # no two leaves alike
    examined = len(trace(made.reordered("best")).examined_leaves())
    assert examined == branching ** -(-height // 2) + branching ** (height // 2) - 1


def test_the_lectures_tree_is_explained_in_words() -> None:
    traced = trace(tree(LECTURE))
    assert [node.value for node in traced.examined_leaves()] == [3, 12, 8, 2, 14, 5, 2]
    assert [node.path for node in traced.pruned_leaves()] == [("2", "2"), ("2", "3")]
    second = next(node for node in traced.nodes if node.path == ("2",))
    assert second.reason == (
        "MIN can already hold MAX to 2 here, and MAX has 3 elsewhere: the remaining 2 moves cannot matter"
    )
    assert (second.kind, second.value, second.window_in) == ("at most", 2, (3, inf))
    assert traced.nodes[0].reason == "MAX chooses 1, the largest of 3 values: 3"


def test_a_node_whose_children_leave_no_doubt_is_exact() -> None:
    third = trace(tree(LECTURE)).nodes[9]
    assert (third.path, third.kind, third.value) == (("3",), "exact", 2)
    tied = trace(tree("((3 12 8) (3 4 6))"), strict=True).nodes[5]
    assert (tied.kind, tied.value) == ("exact", 3)


def test_what_is_explained_may_be_named_and_is_never_hidden() -> None:
    assert zermelo.explain("tic-tac-toe", depth=1).line == zermelo.explain(zermelo.game("tic-tac-toe"), depth=1).line
    assert zermelo.explain("5").value == 5
    with pytest.raises(ExplainError, match="kuhn-poker has hidden information"):
        zermelo.explain("kuhn-poker")
    with pytest.raises(ExplainError, match="a tree, its text, a position or a game is explained, not list"):
        zermelo.explain([[3, 12], [2, 4]])  # type: ignore[arg-type]
    assert (
        repr(zermelo.explain("(1 2)", strict=True)) == "zermelo.explain('max(1 2)', method='alpha-beta', strict=True)"
    )
    assert repr(tree("(1 2)")) == "zermelo.tree.tree('max(1 2)')"


def test_events_tell_the_search_in_order() -> None:
    kinds = [event.kind for event in trace(tree("((1 2) (0 5))")).events]
    assert kinds == [
        *["enter", "enter", "enter", "leave", "return", "narrow", "enter", "leave", "return", "leave"],
        *["return", "narrow", "enter", "enter", "leave", "return", "cut", "leave", "return", "leave"],
    ]


def test_minimax_visits_everything_and_expectiminimax_averages() -> None:
    assert trace(tree(LECTURE), "minimax").pruned_leaves() == []
    traced = trace(tree("(chance(0.9:2 0.1:3) 1)"), "expectiminimax")
    assert traced.value == pytest.approx(2.1)
    assert traced.nodes[1].reason == "the mean 0.9·2 + 0.1·3 = 2.1"


@pytest.mark.parametrize("probe", [False, True])
@pytest.mark.parametrize("strict", [False, True])
def test_pruning_at_chance_nodes_changes_no_value_and_no_decision(strict: bool, probe: bool) -> None:
    saved = 0
    for seed in range(2_000):
        made = random(seed, chance=True)
        leaves = [leaf[0] for leaf in made.leaves()]
        low, high = min(leaves), max(leaves)
        plain = trace(made, "expectiminimax")
        pruned = trace(made, "expectiminimax", strict=strict, bounds=(low, high), probe=probe, table=seed % 5 == 0)
        assert pruned.value == pytest.approx(plain.value), seed
        assert pruned.value == pytest.approx(textbook.pruned_expectiminimax(made, (low, high), probe=probe)), seed
        saved += len(pruned.pruned_leaves())
        for extreme in (low, high):
            changed = made
            for leaf in pruned.pruned_leaves():
                changed = changed.with_leaf(leaf.path, (extreme, -extreme))
            assert trace(changed, "expectiminimax").value == pytest.approx(plain.value), seed
        for node in pruned.visited():
            subtree = made
            for move in node.path:
                subtree = subtree.play(move)
            true = subtree.value()[0]
            assert node.value is not None
            if node.kind == "exact":
                assert node.value == pytest.approx(true), seed
            elif node.kind == "at least":
                assert true >= node.value - 1e-9, seed
            else:
                assert true <= node.value + 1e-9, seed
    assert saved > 1_000


def test_a_cut_at_a_chance_node_is_told() -> None:
    traced = zermelo.explain("(chance(0.5:8 0.5:2) chance(0.1:min(3 5) 0.9:1))", bounds=(0, 10))
    assert [event.window for event in traced.events if event.kind == "bound"] == [
        pytest.approx((4, 9)),
        pytest.approx((0.9, 1.9)),
    ]
    cut = next(node for node in traced.nodes if node.cut_by is not None)
    assert cut.reason == (
        "even if all else (0.1) went best, 10, the mean were only 1.9, and MAX has 5 elsewhere: "
        "the remaining 1 outcome cannot matter"
    )
    assert [node.path for node in traced.pruned_leaves()] == [("2", "1", "1"), ("2", "1", "2")]
    good = zermelo.explain("min(chance(0.5:1 0.5:2) chance(0.9:9 0.1:3))", bounds=(0, 10))
    assert "even if all else (0.1) went worst, 0, the mean were still 8.1, and MIN has 1.5 elsewhere" in str(good)


PROBED = "(4 chance(0.5:min(1 7 9) 0.3:min(3 6 8) 0.2:min(2 9 5)))"


def test_probes_are_told_and_save_more_than_bounds() -> None:
    star1, star2 = (zermelo.explain(PROBED, bounds=(0, 10), probe=probe) for probe in (False, True))
    assert [leaf.value for leaf in star1.examined_leaves()] == [4, 1, 7, 9, 3]
    assert [leaf.value for leaf in star2.examined_leaves()] == [4, 1, 3]
    assert (star1.value, star1.line) == (star2.value, star2.line) == (4, ("1",))
    kinds = [event.kind for event in star2.events if event.node > 1]
    assert kinds == [
        *["enter", "probe", "enter", "leave", "probed", "bound", "probe", "enter", "leave", "probed", "bound"],
        *["cut", "cut", "cut", "leave"],
    ]
    bounds = [event.window for event in star2.events if event.kind == "bound"]
    assert bounds == [pytest.approx((0, 5.5)), pytest.approx((0, 3.4))]
    assert star2.nodes[2].reason == (
        "the probes are enough: even if all outcomes without a probe (0.2) were worth the most, 10, the mean were at "
        "most 3.4, and MAX has 4 elsewhere: the rest cannot matter"
    )
    probed = star2.nodes[3]
    assert (probed.probed, probed.only_probed, probed.kind, probed.value) == (4, True, "at most", 1)
    assert probed.reason == "by the probe, MIN holds MAX to at most 1 here"
    assert repr(star2).endswith("bounds=(0, 10), probe=True)")
    told = str(star2)
    assert "2/1/1: 1, in a probe" in told
    assert "by the probe, MIN holds MAX to at most 1 here" in told
    saved = [star2.as_json()["nodes"][number]["probed"] for number in (2, 3)]
    assert saved == [None, 4]


def test_a_probe_for_max_cuts_above_the_window_and_a_reply_is_not_looked_at_twice() -> None:
    high = zermelo.explain("min(3 chance(0.6:max(9 1) 0.4:max(2 8)))", bounds=(0, 10), probe=True)
    assert high.nodes[2].reason == (
        "the probes are enough: even if all outcomes without a probe (0.4) were worth the least, 0, the mean were at "
        "least 5.4, and MIN has 3 elsewhere: the rest cannot matter"
    )
    # The probes do not decide: the nodes themselves are looked at, without their first replies.
    both = zermelo.explain("(2 chance(0.5:min(4 1) 0.5:min(3 9)))", bounds=(0, 10), probe=True)
    assert both.value == 2
    entered = [event.node for event in both.events if event.kind == "enter"]
    assert len(entered) == len(set(entered))
    assert both.nodes[3].reason.startswith("MIN can already hold MAX to 1 here, and MAX has 1 elsewhere")
    assert not both.nodes[3].only_probed


def test_probes_are_drawn_and_stepped_through() -> None:
    traced = zermelo.explain(PROBED, bounds=(0, 10), probe=True)
    drawn = ElementTree.fromstring(traced.svg())
    classes = [element.get("class") for element in drawn.iter()]
    assert classes.count("edge probe") == 2
    assert classes.count("cut") == 5
    texts = [element.text for element in drawn.iter() if element.text]
    assert texts.count("1 (probe)") == 2
    assert texts.count("probe") == 2
    assert "≤1" in texts
    assert "1 (probe)" in traced.tikz()
    assert "1 (probe)" in traced.dot()
    sentences = [step.told for step in steps(traced)]
    assert "Probe 2/1: of all replies, 2/1/1 alone is looked at first." in sentences
    assert "The probe of 2/2 is done: MIN holds MAX to at most 3 there." in sentences
    assert any(sentence.startswith("Cut-off at 2 after 2/2: the probes are enough") for sentence in sentences)
    film = "".join(ElementTree.fromstring(traced.film(9)).itertext())
    assert "The probe of 2/1 is done" in film
    with pytest.raises(ExplainError, match="a probe is for expectiminimax that prunes: tell the bounds, too"):
        zermelo.explain(PROBED, probe=True)


@pytest.mark.parametrize("method", ["minimax", "alpha-beta", "expectiminimax"])
def test_a_table_changes_no_value_and_finds_the_same_subtrees(method: str) -> None:
    hits = 0
    for seed in range(2_000):
        made = random(seed, chance=method == "expectiminimax")
        plain, known = trace(made, method), trace(made, method, table=True)
        assert (known.value, known.line) == (plain.value, plain.line), seed
        for event in known.events:
            if event.kind == "table":
                hits += 1
                assert event.child is not None
                one, other = made, made
                for move in known.nodes[event.node].path:
                    one = one.play(move)
                for move in known.nodes[event.child].path:
                    other = other.play(move)
                assert one == other, seed
    assert hits > 50


def test_transpositions_of_a_game_are_found_in_the_table() -> None:
    position = zermelo.game("tic-tac-toe").position("xo./ox./.xo x")
    traced = zermelo.explain(position, table=True)
    (hit,) = [node for node in traced.nodes if node.same_as is not None]
    assert (hit.path, hit.reason) == (("c3", "a1"), "the same as a1/c3, known to be worth 0")
    assert [node.path for node in traced.known_leaves()] == [("c3", "a1", "c2")]
    assert str(traced).splitlines()[-1].endswith("3 of 6 leaves examined, 2 left alone, 1 known from the table")


def test_quiescence_is_a_tree_in_which_one_may_stand_pat() -> None:
    def noisy(position: Any, move: str) -> bool:
        return bool(position.play(move).turn == position.turn)  # an extra move, say

    seen = set()
    for moves in ("", "3", "3 6", "2 5", "1 6"):
        position = zermelo.game("kalah", houses=3, seeds=2).start()
        for move in moves.split():
            position = position.play(move) if move in position.moves() else position
        traced = zermelo.explain(position, depth=1, noisy=noisy)
        values = [textbook.quiescence(position.play(move), noisy) for move in position.moves()]
        assert traced.value == (max(values) if position.turn == 0 else min(values))
        seen |= {event.kind for event in traced.events}
    assert "stand pat" in seen


def test_any_game_is_unfolded_and_explained() -> None:
    for name in ("tic-tac-toe", "connect-four", "kalah"):
        position = zermelo.game(name).start()
        traced: Trace = trace(unfold(position, 2))
        assert traced.value == textbook.minimax(position, 2)[0]
        assert traced.line == textbook.minimax(position, 2)[1]
        assert {node.kind for node in traced.examined_leaves()} == {"estimate"}


@pytest.mark.parametrize(
    ("text", "method", "sentence"),
    [
        (LECTURE, "guess", 'cannot explain "guess": there are minimax, alpha-beta, expectiminimax'),
        ("(chance(1:2) 1)", "alpha-beta", "alpha-beta does not apply to a tree with chance nodes"),
        ("(<1 2 3> <3 2 1>)", "minimax", "this tree has more players"),
        ("(<1 2> <3 2>)", "minimax", "one's gain must be the other's loss"),
        ("(p2(<1 2 3>) <3 2 1>)", "minimax", "this tree has more players"),
    ],
)
def test_what_cannot_be_explained_is_refused(text: str, method: str, sentence: str) -> None:
    with pytest.raises(ExplainError, match=sentence):
        trace(tree(text), method)


def test_bounds_must_be_those_of_an_expectiminimax_tree() -> None:
    with pytest.raises(ExplainError, match="bounds are for expectiminimax: alpha-beta needs none"):
        zermelo.explain(LECTURE, bounds=(0, 20))
    with pytest.raises(ExplainError, match="the bounds 0 to 2 do not hold: the leaves are worth 1 to 3"):
        zermelo.explain("(chance(0.5:1 0.5:3) 2)", bounds=(0, 2))


# trees


def test_trees_survive_text_and_json() -> None:
    texts = [
        LECTURE,
        "(a=1 b=(2 c=3))",
        "(chance(0.25:1 0.75:rest=(2 -1.5)) 0)",
        "p2(<1 2 3> p0(<0 0 1> <5 5 5>))",
        "4",
    ]
    for made in [*map(tree, texts), *(random_tree(seed, kind="correlated") for seed in range(20))]:
        assert tree(str(made)) == made
        assert from_json(made.as_json()) == made
        assert zermelo.game("tree").start(tree=str(made)) == made.position()


def test_random_trees_are_the_same_for_the_same_seed() -> None:
    for kind in ("uniform", "correlated", "pearl", "nau"):
        one, same, other = (random_tree(seed, kind=kind, height=5) for seed in (1, 1, 2))
        assert one == same != other
        assert (one.height(), one.nodes()) == (5, 63)
    assert {leaf[0] for leaf in random_tree(1, kind="pearl", height=6).leaves()} == {-1, 1}
    with pytest.raises(TreeError, match='unknown kind of tree "oak": there are uniform, correlated, pearl, nau'):
        random_tree(1, kind="oak")


def test_what_is_no_tree_is_refused() -> None:
    with pytest.raises(zermelo.OptionError, match="1 bracket is not closed"):
        tree("(1 2")
    for data in ({}, {"turn": 0}, {"turn": 0, "children": []}, {"leaf": "x"}, {"turn": "who", "children": [1]}):
        with pytest.raises(TreeError):
            from_json(data)
    with pytest.raises(TreeError, match='there is no child "9": there are 1, 2, 3'):
        tree(LECTURE).play("9")
    with pytest.raises(TreeError, match="unfold it less deep"):
        unfold(zermelo.game("connect-four").start(), 9)


# pictures and words


def test_the_picture_is_valid_and_harmless_xml() -> None:
    hostile = Tree(0, (('<script>alert("x")</script>&', tree("(1 2)")), ("b", tree("(0 5)"))))
    for traced in (trace(tree(LECTURE)), trace(tree("(chance(0.9:2 0.1:3) 1)"), "expectiminimax"), trace(hostile)):
        root = ElementTree.fromstring(tree_svg(traced))
        assert root.tag.endswith("svg")
        assert not [element for element in root.iter() if element.tag.endswith("script")]


def test_the_picture_marks_what_was_left_alone() -> None:
    drawn = tree_svg(trace(tree(LECTURE)))
    assert drawn.count('<g class="pruned"') == 2
    assert drawn.count('class="cut"') == 2
    assert "the remaining 2 moves cannot matter" in drawn


def test_a_large_tree_is_folded() -> None:
    traced = trace(unfold(zermelo.game("connect-four").start(), 4))
    assert len(traced.nodes) == 2_801
    drawn = tree_svg(traced)
    assert drawn.count("<g class=") < 60
    ElementTree.fromstring(drawn)


def test_a_fold_says_what_it_hides() -> None:
    moves = " ".join(str(number) for number in range(12))
    lines = f"({moves} {' '.join(f'({number} 90)' for number in range(60))})"
    drawn = zermelo.explain(lines).svg()
    assert "+65 more, all ≤ 52" in drawn
    assert "…" in drawn
    after = zermelo.explain(f"min({' '.join(str(number) for number in range(130))})").svg()
    assert "+123 more, all ≥ 7" in after
    assert "+123 more<" in zermelo.explain(f"chance({'0.0076923076923076923:1 ' * 130})").svg()


def test_three_searches_stand_side_by_side() -> None:
    drawn = compared_svg(tree(LECTURE))
    root = ElementTree.fromstring(drawn)
    told = "".join(root.itertext())
    assert "9 of 9 leaves examined, value 3." in told
    assert "7 of 9 leaves examined, value 3." in told
    assert "5 of 9 leaves examined, value 3." in told
    assert "− 1 = 5." in told
    assert uniform(tree(LECTURE)) == (3, 2)
    for other in ("((1 2) 3)", "(max(1 2) max(3 4))", "((1 2) (3 4 5))", "7"):
        assert uniform(tree(other)) is None
    with pytest.raises(ExplainError, match="compared on trees without chance nodes"):
        compared_svg(tree("(chance(1:2) 1)"))


def test_a_film_shows_moments_of_the_search() -> None:
    traced = trace(tree(LECTURE))
    for frames in (1, 3, 6, 50):
        root = ElementTree.fromstring(traced.film(frames))
        headings = [element.text for element in root.iter() if element.get("class") == "heading"]
        assert len(headings) == min(frames, 7)
        assert headings[-1] == f"{len(headings)}. step 38 of 38"
    first = ElementTree.fromstring(traced.film(6))
    here = [element for element in first.iter() if "here" in (element.get("class") or "")]
    assert len(here) == 5  # in all frames but the last, which is the whole picture
    with pytest.raises(ExplainError, match="a film has at least one frame"):
        traced.film(0)


HOSTILE = Tree(0, (('"; } \\x{} % $ & # _ ^ ~ <b>', tree("(1 2)")), ("b", tree("(0 5)"))))


def test_tikz_is_balanced_and_compiles_where_there_is_latex(tmp_path: Path) -> None:
    for traced in (trace(tree(LECTURE)), trace(HOSTILE), zermelo.explain("(chance(0.9:2 0.1:3) 1)", bounds=(0, 5))):
        drawn = traced.tikz()
        plain = drawn.replace("\\{", "").replace("\\}", "")
        assert plain.count("{") == plain.count("}")
        assert drawn.count(r"\node[leaf") == len(traced.examined_leaves()) + len(traced.pruned_leaves())
        if shutil.which("pdflatex"):
            head = "\\documentclass{article}\\usepackage{tikz}\\usetikzlibrary{shapes.geometric}\\begin{document}"
            (tmp_path / "tree.tex").write_text(f"{head}\n{drawn}\n\\end{{document}}", encoding="utf-8")
            latex = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tree.tex"]
            subprocess.run(latex, cwd=tmp_path, check=True, capture_output=True)


def test_dot_has_every_node_and_is_read_by_graphviz_where_it_is(tmp_path: Path) -> None:
    for traced in (trace(tree(LECTURE)), trace(HOSTILE), trace(unfold(zermelo.game("connect-four").start(), 4))):
        drawn = traced.dot()
        assert drawn.count("[shape=") == drawn.count(" -> ") + 1
        if shutil.which("dot"):
            subprocess.run(["dot", "-Tsvg"], input=drawn.encode(), check=True, capture_output=True)


def test_the_ending_of_a_file_says_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    traced = trace(tree(LECTURE))
    begins = {"svg": "<svg", "html": "<!doctype html>", "tex": "% ", "dot": "digraph", "txt": "1. MAX at the root"}
    for ending, head in begins.items():
        traced.save(tmp_path / f"tree.{ending}")
        assert (tmp_path / f"tree.{ending}").read_text(encoding="utf-8").startswith(head)
    traced.save(tmp_path / "tree.JSON")
    assert json.loads((tmp_path / "tree.JSON").read_text(encoding="utf-8")) == traced.as_json()
    with pytest.raises(ExplainError, match=r'the ending of "tree.doc": it can be svg, html, tex, dot, json, txt, png'):
        traced.save(tmp_path / "tree.doc")
    with pytest.raises(ExplainError, match="written as svg, png or pdf"):
        save_picture(traced.film(), tmp_path / "film.html")
    if shutil.which("rsvg-convert"):
        traced.save(tmp_path / "tree.png")
        assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")
        traced.save(tmp_path / "tree.pdf")
        assert (tmp_path / "tree.pdf").read_bytes().startswith(b"%PDF")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ExplainError, match="png needs a converter: install librsvg2-bin"):
        traced.save(tmp_path / "other.png")


def test_no_two_nodes_are_drawn_in_one_place() -> None:
    for seed in range(200):
        traced = trace(random(seed))
        places = layout(0, lambda number: traced.nodes[number].children)  # noqa: B023
        rows: dict[int, list[float]] = {}
        for across, down in places.values():
            rows.setdefault(down, []).append(across)
        for row in rows.values():
            assert all(right - left >= 0.999 for left, right in pairwise(sorted(row))), seed
        for node in traced.nodes:
            if node.children:
                first, last = places[node.children[0]][0], places[node.children[-1]][0]
                assert places[node.number][0] == pytest.approx((first + last) / 2), seed


def test_words_tell_the_whole_search() -> None:
    told = words(trace(tree(LECTURE)))
    assert "MIN can already hold MAX to 2 here" in told
    assert told.splitlines()[-1] == "alpha-beta: 3 for MAX by 1 1; 7 of 9 leaves examined, 2 left alone"


# the stepper, in a real browser


def test_the_stepper_is_stepped_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "stepper.html"
    traced = trace(tree(LECTURE))
    file.write_text(stepper_html(traced), encoding="utf-8")
    page.goto(file.as_uri())
    count = page.locator(".step-count")
    assert count.inner_text() == f"1 of {len(traced.events)}"  # it starts paused
    assert "Look at the root with the window (−∞, ∞)." in page.locator(".step-told").inner_text()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert count.inner_text() == f"4 of {len(traced.events)}"
    page.keyboard.press("ArrowLeft")
    assert count.inner_text() == f"3 of {len(traced.events)}"
    page.keyboard.press("End")
    assert page.locator('[data-node="0"] .value').text_content() == "3"
    assert "MAX chooses 1" in page.locator(".step-told").inner_text()
    cut = next(index for index, event in enumerate(traced.events) if event.kind == "cut")
    page.keyboard.press("Home")
    assert page.locator('[data-node="0"] .value').text_content() == ""
    for _ in range(cut):
        page.keyboard.press("ArrowRight")
    assert "the remaining 2 moves cannot matter" in page.locator(".step-told").inner_text()


def test_a_hostile_name_does_not_leave_the_data(page: Page, tmp_path: Path) -> None:
    hostile = Tree(0, (("</script><script>document.title='owned'</script>", tree("(1 2)")), ("b", tree("(0 5)"))))
    file = tmp_path / "hostile.html"
    file.write_text(stepper_html(trace(hostile)), encoding="utf-8")
    page.goto(file.as_uri())
    page.keyboard.press("End")
    assert page.title() == "alpha-beta, step by step"
