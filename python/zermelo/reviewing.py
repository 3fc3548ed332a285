"""Looking back at a game: what every move gave away, and what the dice brought.

Skill and luck are told apart. A move loses what the best one would have brought more. The luck of a roll is what the
position is worth after it, less what it was worth before, which is the mean over all rolls: on average luck is nothing.

>>> import zermelo
>>> game = zermelo.game("pig", goal=10)
>>> told = review(game, ["roll", "6", "hold", "roll", "1"], depth=6)
>>> [(step.action, round(step.luck, 2)) for step in told.steps if step.actor == zermelo.CHANCE]
[('6', 0.27), ('1', 1.04)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from zermelo._native import BuiltInGame, Position
from zermelo.engine import Engine
from zermelo.errors import MethodError
from zermelo.game import CHANCE, Game
from zermelo.report import Line

MARKS = ((0.15, "??"), (0.10, "?"), (0.05, "?!"))
"""What a move is called that loses at least this share of all there is to win and lose."""
SECOND_LOOK = 4
"""Before a move is called weak, its position and the next are searched again, this many times as long."""


def expectation(game: Game | BuiltInGame, utility: float) -> float:
    """What a utility promises, from 0 (the lowest there is) to 1 (the highest).

    Where there is a measure, as in chess, a lead of a pawn counts as a hundred points of rating; elsewhere it counts as
    much as it is.

    >>> import zermelo
    >>> [round(expectation(zermelo.game("chess"), pawns * 0.04), 2) for pawns in (-4, 0, 1, 4)]
    [0.09, 0.5, 0.64, 0.91]
    """
    low, high = game.facts["bounds"]
    measure = game.facts["measure"]
    if measure is not None and abs(utility) < 1:
        return float(1 / (1 + 10 ** (-utility / measure[1] / 4)))
    return min(1.0, max(0.0, (utility - low) / (high - low))) if high > low else 0.5


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A move or a roll of a game."""

    position: Position
    """Where it was made."""
    actor: int
    """Whose it was; `CHANCE` for a roll."""
    action: str
    """What was done, or what happened."""
    value: float
    """What the position was worth to the first player."""
    after: float
    """What it was worth afterwards."""
    best: str | None
    """The best move; None for a roll."""
    line: tuple[str, ...]
    """Best play from the best move on."""
    expected: tuple[float, float]
    """What the first player could expect before and afterwards, from 0 (loss) to 1 (win)."""

    @property
    def luck(self) -> float:
        """What a roll brought the first player; 0 for moves."""
        return self.after - self.value if self.actor == CHANCE else 0.0

    @property
    def loss(self) -> float:
        """What a move gave away, from the view of the player who made it; 0 for rolls."""
        if self.actor == CHANCE:
            return 0.0
        return max(0.0, self.value - self.after if self.actor == 0 else self.after - self.value)

    @property
    def mark(self) -> str:
        """ "??", "?", "?!", or nothing."""
        lost = abs(self.expected[0] - self.expected[1]) if self.loss > 0 else 0.0
        return next((mark for share, mark in MARKS if lost >= share), "")

    def as_json(self) -> dict[str, Any]:
        """The step as JSON has it."""
        return {
            "actor": self.actor,
            "action": self.action,
            "value": self.value,
            "after": self.after,
            "best": self.best,
            "line": list(self.line),
            "luck": self.luck,
            "loss": self.loss,
            "mark": self.mark,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked back at."""

    steps: tuple[Reviewed, ...]

    def lost(self, player: int) -> float:
        """What a player gave away in all."""
        return sum(step.loss for step in self.steps if step.actor == player)

    def luck(self, player: int) -> float:
        """What the dice brought a player in all."""
        total = sum(step.luck for step in self.steps)
        return total if player == 0 else -total


def review(
    game: Position | Game | BuiltInGame,
    actions: Iterable[str],
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    progress: Callable[[Reviewed], object] | None = None,
    engine: Engine | None = None,
) -> Review:
    """Looks back at a game of one player, or of two of whom one's gain is the other's loss.

    Args:
        game: Where it began: a position, or a game, which means its start.
        actions: All moves, and all that chance brought, in order.
        depth: Plies to look ahead from every position; 3 when there is no limit.
        nodes: Positions to visit for every position.
        time: Seconds for every position.
        progress: Hears of every step, the last first.
        engine: The engine that searches; one of its own unless said.

    Raises:
        MethodError: The game hides something, or is no duel.
        IllegalMoveError: One of the actions cannot be.
    """
    position = game if isinstance(game, Position) else game.start()
    facts = position.game.facts
    if facts["hidden"] or len(facts["players"]) > 2 or (len(facts["players"]) == 2 and facts["sum"] is None):
        raise MethodError(f"{facts['name']} cannot be looked back at: it is no duel in which everybody sees everything")
    if depth is None and nodes is None and time is None:
        depth = 3
    searcher = engine or Engine(position.game)
    played: list[tuple[Position, str]] = []
    for action in actions:
        if position.turn is None:
            raise MethodError(f'the game is over before "{action}"')
        played.append((position, action))
        position = position.play(action)

    def value(here: Position, times: int = 1) -> tuple[float, tuple[str, ...]]:
        """What a position is worth to the first player, and best play."""
        if here.utilities is not None:
            return here.utilities[0], ()
        if here.turn == CHANCE:
            return sum(p * value(here.play(event), times)[0] for event, p in here.chances()), ()
        found = searcher.search(
            here,
            depth=depth,
            nodes=None if nodes is None else times * nodes,
            time=None if time is None else times * time,
        )
        own = float(found.value.utility)
        return own if here.turn == 0 else float(facts["sum"]) - own, found.line

    def look(here: Position, action: str, after: Position, led_to: float, times: int = 1) -> Reviewed:
        assert here.turn is not None, "somebody played on"
        worth, line = value(here, times)
        if here.turn != CHANCE:
            best = line[0] if line else None
            # What came of the best move is what the position was worth; and a move of which more came than the search
            # saw coming was the best one.
            if best is None or here.play(best) == after:
                worth = led_to
            elif (led_to > worth) if here.turn == 0 else (led_to < worth):
                worth, line = led_to, (action,)
        expected = expectation(here.game, worth), expectation(here.game, led_to)
        return Reviewed(here, here.turn, action, worth, led_to, line[0] if line else None, line, expected)

    # From the end to the beginning: what was found later in the game is known earlier on.
    steps: list[Reviewed] = []
    after, worth = position, value(position)[0] if played else 0.0
    for here, action in reversed(played):
        step = look(here, action, after, worth)
        if step.mark and depth is None:  # no move is called weak at first sight
            step = look(here, action, after, value(after, SECOND_LOOK)[0], SECOND_LOOK)
        steps.append(step)
        if progress is not None:
            progress(step)
        after, worth = here, step.value
    return Review(tuple(reversed(steps)))


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a move was not the best one."""

    best: Line
    """The best move, its value, and what follows."""
    refutation: Line
    """The move asked about, its value, and what follows: how the others make the most of it."""
    words: tuple[str, ...]
    """The same in sentences."""


def why_not(
    position: Position,
    move: str,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    engine: Engine | None = None,
) -> WhyNot:
    """Compares a move with the best one.

    Args:
        position: Where it could be played.
        move: The move.
        depth: Plies to look ahead; 8 when there is no limit.
        nodes: Positions to visit, for each of both searches.
        time: Seconds, for each of both.
        engine: The engine that searches; one of its own unless said.

    Raises:
        IllegalMoveError: The move cannot be played.
        MethodError: The engine does not apply to the game, or nobody is to move.

    >>> import zermelo
    >>> position = zermelo.game("tic-tac-toe").position("xx./.o./... o")
    >>> for sentence in why_not(position, "a2").words[:2]:
    ...     print(sentence)
    a2 leads to o loses in 2 plies (proved); c3 to about +0 for o.
    After a2 comes c3.
    """
    after = position.play(move)
    if position.turn is None or position.turn == CHANCE:
        raise MethodError("nobody is to move here")
    if depth is None and nodes is None and time is None:
        depth = 8
    searcher = engine or Engine(position.game)
    player = position.players[position.turn]

    def line(moves: list[str] | None) -> Line:
        found = searcher.search(position, depth=depth, nodes=nodes, time=time, moves=moves)
        assert found.move is not None, "a player is to move"
        return Line(found.move, found.value, found.line, found.codes, found.depth)

    best = line(None)
    if position.play(best.move) == after:
        return WhyNot(best, best, (f"{best.move} is the best move: {best.value}.",))
    mine = line([move])
    words = [f"{move} leads to {mine.value}; {best.move} to {best.value}."]
    if len(mine.line) > 1:
        words.append(f"After {move} comes {' '.join(mine.line[1:8])}.")
    if len(best.line) > 1:
        words.append(f"Better is {' '.join(best.line[:8])}.")
    loss = best.value.utility - mine.value.utility
    if best.value.kind == mine.value.kind == "proved" and loss <= 0:
        words.append(f"Both are worth the same to {player}; {best.move} only comes first.")
    return WhyNot(best, mine, tuple(words))
