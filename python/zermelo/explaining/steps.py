"""A trace as steps to show one by one: at each the node, what it is worth by then, its window, and a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.explaining.trace import Event, Node, Trace, show
from zermelo.textbook.position import MAX

SIGNS = {"at most": "≤", "at least": "≥", "estimate": "≈"}
"""What stands before a value that is not exact."""
PROBE = "probe"
"""What stands below a node that was only probed, in place of its window."""


@dataclass(frozen=True)
class Step:
    """What one event shows."""

    node: int
    shown: str | None
    """What the node is worth by now; None leaves it as it was."""
    window: str | None
    """The window there; None leaves it as it was."""
    told: str
    cuts: bool = False
    """Are the remaining children of the node cut off now?"""


@dataclass
class Moment:
    """What is known of a search at one of its steps."""

    here: int | None = None
    """The node the search is at."""
    values: dict[int, str] = field(default_factory=dict)
    windows: dict[int, str] = field(default_factory=dict)
    entered: set[int] = field(default_factory=set)
    cuts: set[int] = field(default_factory=set)
    """The nodes whose remaining children were cut off."""
    finished: bool = False

    def take(self, step: Step) -> None:
        """Goes one step on."""
        self.here = step.node
        self.entered.add(step.node)
        if step.shown is not None:
            self.values[step.node] = step.shown
        if step.window is not None:
            self.windows[step.node] = step.window
        if step.cuts:
            self.cuts.add(step.node)


def steps(trace: Trace) -> list[Step]:
    """All steps of a trace, one for each event.

    >>> from zermelo.explaining.trace import trace
    >>> from zermelo.tree import tree
    >>> print(steps(trace(tree("(1 2)")))[0].told)
    Look at the root with the window (−∞, ∞).
    """
    return [_step(trace, event) for event in trace.events]


def where(node: Node) -> str:
    """The way to a node, for people."""
    return "/".join(node.path) or "the root"


def value_text(node: Node) -> str:
    """What a node was found to be worth, with a sign when that is not exact."""
    return f"{SIGNS.get(node.kind, '')}{show(node.value)}"


def window_text(window: tuple[float, float]) -> str:
    """A window as people write it."""
    return f"({show(window[0])}, {show(window[1])})"


def _step(trace: Trace, event: Event) -> Step:
    node = trace.nodes[event.node]
    here, bounds, value = where(node), window_text(event.window), show(event.value)
    child = where(trace.nodes[event.child]) if event.child is not None else ""
    match event.kind:
        case "enter":
            itself = " itself" if node.probed is not None else ""
            told = f"Look at {here}{itself}" + (f" with the window {bounds}." if trace.prunes else ".")
        case "return":
            told = f"{child} is done: {here} is worth {value} so far."
        case "stand pat":
            least = f"MAX gets at least {value}" if node.turn == MAX else f"MAX gets at most {value}"
            told = f"Standing pat at {here}: {least}."
        case "bound":
            told = f"Whatever else chance brings, {here} is worth {show(event.window[0])} to {show(event.window[1])}."
        case "probe":
            told = f"Probe {here}: of all replies, {child} alone is looked at first."
        case "probed":
            least = "MAX gets at least" if node.turn == MAX else "MIN holds MAX to at most"
            told = f"The probe of {here} is done: {least} {value} there."
        case "narrow":
            told = f"The window at {here} becomes {bounds}."
        case "cut":
            told = f"Cut-off at {here} after {child}: {node.reason}."
        case "table":
            told = f"{here} is in the table: {node.reason}."
        case _:
            told = f"{here}: {node.reason}."
    shown = None if event.value is None else value_text(node) if event.kind == "leave" else value
    if event.kind == "probed" or (event.kind == "cut" and node.only_probed):
        shown = f"{SIGNS['at least' if node.turn == MAX else 'at most']}{value}"
    keeps_window = not trace.prunes or node.is_leaf or event.kind == "bound" or node.only_probed
    window = PROBE if event.kind in {"probe", "probed"} else None if keeps_window else bounds
    return Step(event.node, shown, window, told[:1].upper() + told[1:], event.kind == "cut")
