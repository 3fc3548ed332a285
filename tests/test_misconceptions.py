"""Misconceptions: without one the search is right, and each leads to something else on some tree."""

from __future__ import annotations

from random import Random

import pytest

from random_trees import random_tree as any_tree
from random_trees import tree_text
from zermelo.explaining.trace import METHODS, trace
from zermelo.misconceptions import MISCONCEPTIONS, PROGRAM_MISTAKES, Misconception, outcome
from zermelo.tree import Tree, tree


def random(seed: int, method: str) -> Tree:
    made = any_tree(Random(seed), players=2, chance=method == "expectiminimax", height=3, spread=3)
    return tree(tree_text(made))


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_without_a_misconception_the_search_is_the_traced_one(method: str, strict: bool) -> None:
    for seed in range(300):
        made = random(seed, method)
        traced, found = trace(made, method, strict=strict), outcome(made, method, strict=strict)
        assert found.value == pytest.approx(traced.value), seed
        assert found.examined == tuple(node.path for node in traced.examined_leaves()), seed
        assert found.windows == {node.path: node.window_in for node in traced.visited()}, seed
        assert found.values == pytest.approx({node.path: node.value for node in traced.visited()}), seed
        if made.moves():
            assert (found.move,) == traced.line[:1], seed


@pytest.mark.parametrize(
    "misconception", [*MISCONCEPTIONS, *PROGRAM_MISTAKES], ids=lambda misconception: misconception.name
)
def test_every_misconception_shows_on_some_tree_in_each_of_its_searches(misconception: Misconception) -> None:
    for method in misconception.methods:
        strict = misconception.name == "cut on equality"
        trees = [random(seed, method) for seed in range(300)]
        assert any(
            outcome(made, method, mistake=misconception.name, strict=strict) != outcome(made, method, strict=strict)
            for made in trees
        )


def test_the_slip_of_the_lecture_gives_a_wrong_value() -> None:
    made = tree("min(1 max(0 1))")
    assert outcome(made, "alpha-beta").value == 1
    assert outcome(made, "alpha-beta", mistake="β ← min(α, v)").value == 0
