"""A trace in words: what the search did, node by node, and what it saved."""

from __future__ import annotations

from zermelo.explaining.trace import Node, Trace, show
from zermelo.textbook.position import CHANCE, MAX


def words(trace: Trace, *, most: int = 200) -> str:
    """The search told from the root down in the order of the visits; nodes left alone are told where it happened.

    >>> from zermelo.explaining.trace import trace
    >>> from zermelo.tree import tree
    >>> print(words(trace(tree("((3 12) (2 4))")), most=4))
    1. MAX at the root, window (−∞, ∞): MAX chooses 1, the largest of 2 values: 3
      2. 1, MIN, window (−∞, ∞): MIN chooses 1, the smallest of 2 values: 3
        3. 1/1: 3
        4. 1/2: 12
    … and 3 nodes more
    alpha-beta: 3 for MAX by 1 1; 3 of 4 leaves examined, 1 left alone
    """
    lines = [line for node in trace.nodes if (line := _line(trace, node))]
    told = lines[:most]
    if len(lines) > most:
        told.append(f"… and {len(lines) - most:,} nodes more")
    examined, pruned = len(trace.examined_leaves()), len(trace.pruned_leaves())
    played = f" by {' '.join(trace.line)}" if trace.line else ""
    known = len(trace.known_leaves())
    told.append(
        f"{trace.method}: {show(trace.value)} for MAX{played}; "
        f"{examined:,} of {examined + pruned + known:,} leaves examined, {pruned:,} left alone"
        + (f", {known:,} known from the table" if known else "")
    )
    return "\n".join(told)


def _line(trace: Trace, node: Node) -> str:
    indent = "  " * node.depth
    where = "/".join(node.path) or "the root"
    if node.visit is None:
        # Told once, at the top of what was left alone.
        above = trace.nodes[node.parent] if node.parent is not None else node
        told = "known" if node.kind == "known" else "left alone"
        return f"{indent}–  {where}: {told}" if above.visit is not None else ""
    probe = ", in a probe" if node.in_probe else ""
    if node.is_leaf:
        about = " (an estimate)" if node.kind == "estimate" else ""
        return f"{indent}{node.visit}. {where}: {show(node.value)}{about}{probe}"
    who = "MAX" if node.turn == MAX else "chance" if node.turn == CHANCE else "MIN"
    title = f"{who} at the root" if not node.path else f"{where}, {who}"
    window = ""
    if trace.prunes and node.window_in is not None:
        window = f", window ({show(node.window_in[0])}, {show(node.window_in[1])})"
    return f"{indent}{node.visit}. {title}{probe}{window}: {node.reason}"
