"""Traces: what is drawn as pruned really cannot matter, what is drawn as examined was, and the windows are right."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

import zermelo
from random_trees import random_tree as any_tree
from random_trees import tree_text
from zermelo import textbook
from zermelo.explain.layout import layout
from zermelo.explain.stepper import stepper_html
from zermelo.explain.svg import tree_svg
from zermelo.explain.trace import ExplainError, Trace, trace
from zermelo.explain.words import words
from zermelo.tree import Tree, TreeError, from_json, random_tree, tree, unfold

TREES = 5_000
LECTURE = "((3 12 8) (2 4 6) (14 5 2))"


def random(seed: int) -> Tree:
    """Uneven, with moves in a row by one player, and with many ties."""
    made = any_tree(Random(seed), players=2, chance=False, height=Random(seed).randint(1, 4), spread=3)
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
    count = page.locator("#count")
    assert count.inner_text() == f"1 of {len(traced.events)}"  # it starts paused
    assert "Look at the root with the window (−∞, ∞)." in page.locator("#told").inner_text()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert count.inner_text() == f"4 of {len(traced.events)}"
    page.keyboard.press("ArrowLeft")
    assert count.inner_text() == f"3 of {len(traced.events)}"
    page.keyboard.press("End")
    assert page.locator('[data-node="0"] .value').text_content() == "3"
    assert "MAX chooses 1" in page.locator("#told").inner_text()
    cut = next(index for index, event in enumerate(traced.events) if event.kind == "cut")
    page.keyboard.press("Home")
    assert page.locator('[data-node="0"] .value').text_content() == ""
    for _ in range(cut):
        page.keyboard.press("ArrowRight")
    assert "the remaining 2 moves cannot matter" in page.locator("#told").inner_text()


def test_a_hostile_name_does_not_leave_the_data(page: Page, tmp_path: Path) -> None:
    hostile = Tree(0, (("</script><script>document.title='owned'</script>", tree("(1 2)")), ("b", tree("(0 5)"))))
    file = tmp_path / "hostile.html"
    file.write_text(stepper_html(trace(hostile)), encoding="utf-8")
    page.goto(file.as_uri())
    page.keyboard.press("End")
    assert page.title() == "alpha-beta, step by step"
