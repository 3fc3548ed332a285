"""Where the nodes of a tree go: a tidy drawing, parents above the middle of their children, no two subtrees touching.

Each subtree is laid out on its own and then moved as close to its left neighbour as their outlines allow (Reingold and
Tilford's idea). Subtrees that are not drawn are folded into one place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def layout(root: int, children: Callable[[int], Sequence[int]], gap: float = 1.0) -> dict[int, tuple[float, int]]:
    """The place of every node: across, from 0, and down, by plies."""
    offsets: dict[int, float] = {}
    # The outlines of each subtree, left and right by ply, relative to its root.
    outline: dict[int, tuple[list[float], list[float]]] = {}
    order: list[int] = []
    stack = [root]
    while stack:  # children come after their parents in this list
        node = stack.pop()
        order.append(node)
        stack.extend(children(node))
    for node in reversed(order):
        below = list(children(node))
        if not below:
            outline[node] = ([0.0], [0.0])
            continue
        places: list[float] = []
        left: list[float] = []
        right: list[float] = []
        for child in below:
            child_left, child_right = outline.pop(child)
            shift = max((r + gap - c for r, c in zip(right, child_left, strict=False)), default=0.0)
            places.append(shift)
            left += [shift + x for x in child_left[len(left) :]]
            right = [shift + x for x in child_right] + right[len(child_right) :]
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(below, places, strict=True):
            offsets[child] = place - middle
        outline[node] = ([0.0, *(x - middle for x in left)], [0.0, *(x - middle for x in right)])
    leftmost = min(outline[root][0])
    placed = {root: (-leftmost, 0)}
    for node in order:
        across, down = placed[node]
        for child in children(node):
            placed[child] = (across + offsets[child], down + 1)
    return placed
