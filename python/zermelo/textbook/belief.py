"""Minimax in belief states: MAX makes one plan for all deals that MAX cannot tell apart; MIN sees every card.

A belief state is the set of worlds that fit what MAX has seen. A plan is worth one number in each world; of two plans
one is better for certain only if it is better in some world and worse in none, so the search carries all plans that
are not dominated. In the end they can be compared by what they guarantee, or by what they bring on average.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

from zermelo.textbook.position import MAX, HiddenPosition, utility

Belief = Mapping[int, HiddenPosition]
"""The worlds that MAX thinks possible, by number."""
Plan = Mapping[int, float]
"""What a plan brings in each world."""


class Worth(NamedTuple):
    """What a move is worth when the deal is hidden."""

    guaranteed: float
    average: float


def belief_minimax(position: HiddenPosition) -> dict[str, Worth]:
    """What each move of MAX guarantees over all worlds, and what it brings on average: the best plan for each."""
    worlds = position.worlds(MAX)
    found = {}
    for action in position.moves():
        after = {number: world.play(action) for number, (world, _) in enumerate(worlds)}
        fronts = plans_of_all(split(after.items()).values())
        guaranteed = max(min(plan.values()) for plan in fronts)
        average = max(sum(plan[number] * worlds[number][1] for number in plan) for plan in fronts)
        found[action] = Worth(guaranteed, average)
    return found


def plans(belief: Belief) -> list[Plan]:
    """The undominated plans of MAX in a belief state."""
    turn = next(iter(belief.values())).turn
    if turn is None:
        return [{number: utility(world, MAX) for number, world in belief.items()}]
    if turn == MAX:  # one and the same move in every world
        choices = next(iter(belief.values())).moves()
        afterwards = [{number: world.play(action) for number, world in belief.items()} for action in choices]
        return undominated(plan for after in afterwards for plan in plans_of_all(split(after.items()).values()))
    # MIN knows the world and may do something else in each; MAX sees what, and goes on accordingly.
    replies = [(number, world.play(action)) for number, world in belief.items() for action in world.moves()]
    seen = list(split(replies).values())
    combined = []
    for choice in product(*(plans(after) for after in seen)):
        combined.append({number: min(plan[number] for plan in choice if number in plan) for number in belief})
    return undominated(combined)


def split(worlds: Iterable[tuple[int, HiddenPosition]]) -> dict[str, Belief]:
    """Belief states by what MAX has seen."""
    parts: dict[str, dict[int, HiddenPosition]] = {}
    for number, world in worlds:
        parts.setdefault(world.observation(MAX), {})[number] = world
    return dict(parts)


def plans_of_all(beliefs: Iterable[Belief]) -> list[Plan]:
    """Plans for several belief states of which one will turn out to be true: one for each, in every combination."""
    choices = product(*(plans(belief) for belief in beliefs))
    return undominated({number: value for plan in choice for number, value in plan.items()} for choice in choices)


def undominated(candidates: Iterable[Plan]) -> list[Plan]:
    """Without the plans that another one equals or beats in every world."""
    front: list[Plan] = []
    for plan in candidates:
        if not any(all(other[number] >= plan[number] for number in plan) for other in front):
            front = [other for other in front if not all(plan[number] >= other[number] for number in plan)]
            front.append(plan)
    return front
