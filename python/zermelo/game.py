"""Games by name, and how a game written in Python looks."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import traceback
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from zermelo._native import BuiltInGame, Position, PythonRules, check, find
from zermelo._native import games as _games
from zermelo.draw.picture import Picture, Shape
from zermelo.errors import GameError, UnknownGameError

CHANCE = -1
"""What `turn` is when chance decides."""

State = Any
Move = Any


class Game:
    """A game of your own: subclass it, and every search, the command line and the page can play it.

    A game is rules about *states*. A state is any value that can be compared and hashed, such as a tuple or a string;
    it holds everything that matters for the rest of the game and never changes. Five methods are enough. Here is a race
    to 21 — the players take turns to add 1, 2 or 3, and who reaches 21 wins:

    >>> import zermelo
    >>> class RaceTo21(zermelo.Game):
    ...     def initial(self):                    # where it begins
    ...         return (0, 0)                     # the total, and whose turn it is
    ...     def turn(self, state):                # who decides: 0, 1, ..., CHANCE, or None at the end
    ...         total, player = state
    ...         return None if total >= 21 else player
    ...     def moves(self, state):               # what they may do
    ...         return [1, 2, 3]
    ...     def play(self, state, move):          # what comes of it: a new state
    ...         total, player = state
    ...         return (total + move, 1 - player)
    ...     def utilities(self, state):           # at the end: what it was worth to each player
    ...         winner = 1 - state[1]
    ...         return (1, -1) if winner == 0 else (-1, 1)
    >>> race = RaceTo21()
    >>> zermelo.check_game(race)                  # does it keep the rules for games?
    '284 positions, 26 of them finished, and 20 random games: no fault found'
    >>> zermelo.search(race.start()).move         # who counts to 21 by fours wins
    '1'

    Class attributes say what kind of game it is, where it differs from a two-player game of win, draw and loss::

        name      what people type: the name of the class unless said
        players   their names: ("first", "second") unless said
        sum       what all utilities add up to, None when that varies: 0 unless said
        bounds    the lowest and highest utility: (-1, 1) unless said
        unit      what utilities count, such as "points"; None when only win, draw and loss count
        measure   then: what estimates are told in, and how much utility one of it is, such as ("pawns", 0.04)
        chance    are there dice, cards, a wheel? Then write `chances` too
        hidden    is anything hidden from a player? Then write `observation` and `worlds` too
        longest   no game has more plies than this, if that is known

    The other methods have defaults; write those that you want better: `evaluate` for searches that cannot reach the
    end, `text` and `parse` for positions as text, `move_text` for moves as text, `picture`, `sites` and
    `tally` for the page.
    """

    name: str = "game"
    players: tuple[str, ...] = ("first", "second")
    sum: float | None = 0.0
    bounds: tuple[float, float] = (-1.0, 1.0)
    unit: str | None = None
    measure: tuple[str, float] | None = None
    chance: bool = False
    hidden: bool = False
    longest: int | None = None
    summary: ClassVar[str] = "A game written in Python."
    rules: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Names the game after its class unless it says otherwise."""
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    # What every game must say.

    def initial(self) -> State:
        """The state in which the game begins."""
        raise GameError(f"the game {self.name} lacks the method initial()")

    def turn(self, state: State) -> int | None:
        """Who decides: a player (0, 1, …), CHANCE, or None when the game is over."""
        raise GameError(f"the game {self.name} lacks the method turn()")

    def moves(self, state: State) -> Iterable[Move]:
        """The legal moves of the player whose turn it is; never empty."""
        raise GameError(f"the game {self.name} lacks the method moves()")

    def play(self, state: State, move: Move) -> State:
        """The state after a move or an event of chance; the old state stays as it was."""
        raise GameError(f"the game {self.name} lacks the method play()")

    def utilities(self, state: State) -> Sequence[float]:
        """What the finished game was worth to each player."""
        raise GameError(f"the game {self.name} lacks the method utilities()")

    # What some games must say.

    def chances(self, state: State) -> Iterable[tuple[Move, float]]:
        """What chance may bring, with probabilities that sum to 1."""
        raise GameError(f"the game {self.name} lacks the method chances()")

    def observation(self, state: State, player: int) -> str:
        """Everything this player has seen so far, in one line."""
        raise GameError(f"the game {self.name} lacks the method observation()")

    def worlds(self, state: State, player: int) -> Iterable[tuple[State, float]]:
        """The states that this player cannot tell from the true one, with probabilities that sum to 1."""
        raise GameError(f"the game {self.name} lacks the method worlds()")

    # What any game may say better.

    def evaluate(self, state: State, player: int) -> float:
        """The estimated utility of an unfinished game for this player, within `bounds`."""
        return 0.0

    def text(self, state: State) -> str:
        """The state in one line."""
        return repr(state)

    def parse(self, text: str) -> State:
        """Reads what `text` wrote; raises ValueError with a clause that says what would be right."""
        try:
            state = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            state = None
        if state is None or not isinstance(state, Hashable) or type(state) is not type(self.initial()):
            raise ValueError(f"it is a state, such as {self.text(self.initial())}")
        return state

    def move_text(self, state: State, move: Move) -> str:
        """The move in a word or two; no two moves of a state read the same."""
        return str(move)

    def picture(self, state: State, viewer: int | None) -> Picture:
        """The state as this player sees it (None sees everything), drawn from shapes."""
        lines = (self.text(state) if viewer is None or not self.hidden else self.observation(state, viewer)).split("\n")
        width = max(4.0, 0.3 * max(len(line) for line in lines) + 1)
        shapes = [Shape("pit", width / 2, len(lines) / 2 + 0.5, width, len(lines) + 1.0, "light")]
        shapes += [Shape("label", width / 2, row + 1.0, width, 0.8, text=line) for row, line in enumerate(lines)]
        return Picture(width, len(lines) + 1.0, tuple(shapes))

    def sites(self, state: State, move: Move) -> Sequence[str]:
        """The shapes to click, in this order, to make the move; empty offers it as a button."""
        return ()

    def tally(self, state: State, player: int) -> str:
        """What a player has to show beside the board, in a few signs that everybody may see; empty for nothing."""
        return ""

    # What every game can do.

    @cached_property
    def _rules(self) -> PythonRules:
        return PythonRules(self)

    @property
    def facts(self) -> dict[str, Any]:
        """What the game declares about itself."""
        return self._rules.facts

    def start(self) -> Position:
        """The position in which the game begins."""
        return self._rules.start()

    def position(self, text: str) -> Position:
        """The position that a text describes."""
        return self._rules.position(text)

    def __getstate__(self) -> dict[str, Any]:
        """What copies and pickles carry: all but the rules as they were read, which belong to this instance."""
        return {name: value for name, value in self.__dict__.items() if name != "_rules"}

    def __eq__(self, other: object) -> bool:
        """The same class with the same attributes has the same rules."""
        return type(other) is type(self) and isinstance(other, Game) and other.__getstate__() == self.__getstate__()

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def games() -> list[str]:
    """The names of the built-in games.

    >>> "connect-four" in games()
    True
    """
    return _games()


def game(name: str, /, **options: object) -> BuiltInGame:
    """A built-in game by its name.

    Args:
        name: One of `games()`, or another name of it.
        options: Options of the game, such as `seats=3`.

    Raises:
        UnknownGameError: There is no such game.
        OptionError: The game has no such option, or it does not take that value.

    >>> game("four-in-a-row")
    zermelo.game("connect-four")
    """
    found = find(name)
    if not options:
        return found
    with_options: BuiltInGame = found.start(**options).game
    return with_options


def load_game(name: str, /, **options: object) -> Game | BuiltInGame:
    """A game of your own, named as `file.py:Class`, or a built-in game by its name.

    Args:
        name: A file and a class in it, as on the command line, or a name as for `game`.
        options: Options of a built-in game, or what the class is made with.

    Raises:
        UnknownGameError: There is no such game, or the file cannot be loaded.
        GameError: The class cannot be made.
    """
    if name.endswith(".py"):
        raise UnknownGameError(f'"{name}" is a file: name the class of the game in it too, as in "{name}:MyGame"')
    if ".py:" not in name:
        return game(name, **options)
    file, _, class_name = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise UnknownGameError(f'there is no file "{file}"')
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None, "a .py file always has a loader"
    assert spec.loader is not None, "a .py file always has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    # As with `python file.py`, the file may import its neighbours.
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UnknownGameError(f'"{file}" cannot be loaded: {_words(error)}') from error
    finally:
        sys.path.pop(0)
    made = getattr(module, class_name, None)
    if made is not None and not (isinstance(made, type) and issubclass(made, Game)):
        raise UnknownGameError(f'"{class_name}" in "{file}" is no subclass of zermelo.Game')
    if made is None:
        classes = [name for name, value in vars(module).items() if isinstance(value, type) and issubclass(value, Game)]
        raise UnknownGameError(f'"{file}" has no game "{class_name}": it has {", ".join(classes) or "none"}')
    try:
        return made(**options)
    except Exception as error:
        raise GameError(f"{class_name}() raised {_words(error)}") from error


def _words(error: BaseException) -> str:
    """An exception in one line, with the line of the file where it arose."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" (line {frames[-1].lineno})" if frames and frames[-1].lineno else ""
    return " ".join(f"{type(error).__name__}: {error}".split()) + where


def check_game(game: Game | BuiltInGame, *, positions: int = 1_000, games: int = 20, seed: int = 0) -> str:
    """Checks whether a game keeps the rules for games.

    Every position near the start is looked at, the nearest first, and some random games to their end: are moves listed
    once, do probabilities sum to 1, do utilities stay within their bounds and add up, does text read back, does playing
    leave the old state alone?

    Args:
        game: The game to check.
        positions: How many positions to look at from the start on.
        games: How many random games to play after that.
        seed: For the random games.

    Returns:
        What was looked at, in words.

    Raises:
        GameError: The first fault, with the shortest line of play that shows it.

    >>> class Broken(Game):
    ...     def initial(self): return 3
    ...     def turn(self, state): return None if state < 0 else 0
    ...     def moves(self, state): return [1, 2]
    ...     def play(self, state, move): return state - move
    ...     def utilities(self, state): return (1, 1)
    >>> check_game(Broken())
    Traceback (most recent call last):
        ...
    zermelo.errors.GameError: the game broken after 2, 2: the utilities [1.0, 1.0] sum to 2, not to 0
    """
    if isinstance(game, type):
        raise GameError(f"{game.__name__} is a class: check a game made of it, {game.__name__}()")
    rules = game._rules if isinstance(game, Game) else game
    seen, finished, played = check(rules, positions, games, seed)
    if played and not finished:
        raise GameError(f"the game {game.name}: none of {played} random games came to an end within 2,000 plies")
    return f"{seen} positions, {finished} of them finished, and {played} random games: no fault found"
