"""A match: pairs of games from the same opening with both colours, counted, tested, saved and gone on with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import zermelo
from zermelo._native import BuiltInGame, Position
from zermelo.arena.clock import TimeControl
from zermelo.arena.game import Conditions, Played, play
from zermelo.arena.openings import ListedOpenings, Opening, Openings, RandomOpenings, read
from zermelo.arena.players import FunctionPlayer, Player, player
from zermelo.arena.statistics import NORMAL_95, Elo, Interval, Sprt, elo
from zermelo.errors import OptionError
from zermelo.formats import FormatError, pgn
from zermelo.game import Game
from zermelo.protocols.positions import require_duel

Pair = tuple[Played, Played]
"""Two games of one opening: in the first, the first player of the match moves first."""
TROUBLES = ("time", "illegal move", "failure")


@dataclass
class Result:
    """The score of a match so far."""

    names: tuple[str, str]
    rules: Game | BuiltInGame
    pairs: list[Pair] = field(default_factory=list)
    sprt: Sprt | None = None
    interrupted: bool = False

    @property
    def games(self) -> list[Played]:
        """All games."""
        return [game for pair in self.pairs for game in pair]

    @property
    def points(self) -> list[float]:
        """What the first player of the match got in each game."""
        return [game.points[seat] for pair in self.pairs for seat, game in enumerate(pair)]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player."""
        points = self.points
        return points.count(1.0), points.count(0.5), points.count(0.0)

    @property
    def pentanomial(self) -> tuple[int, ...]:
        """Pairs in which the first player got 0, ½, 1, 1½ and 2 points."""
        points = self.points
        found = Counter(one + other for one, other in zip(points[::2], points[1::2], strict=True))
        return tuple(found[half / 2] for half in range(5))

    @property
    def score(self) -> float:
        """The share of the points of the first player."""
        return sum(self.points) / len(self.points) if self.pairs else 0.5

    @property
    def elo(self) -> Elo | None:
        """The advantage of the first player with its 95 % interval."""
        return elo(self.pentanomial)

    @property
    def won(self) -> Interval | None:
        """What the first player won a game, in the game's unit, with its 95 % interval.

        None before two pairs, or when a game ended otherwise than by the rules.
        """
        pairs = [
            sum(0.5 * game.utilities[seat] for seat, game in enumerate(pair) if game.utilities) for pair in self.pairs
        ]
        if len(pairs) < 2 or any(game.utilities is None for game in self.games):
            return None
        middle = mean(pairs)
        error = NORMAL_95 * stdev(pairs) / len(pairs) ** 0.5
        return Interval(middle, middle - error, middle + error)

    @property
    def verdict(self) -> str | None:
        """What the sequential test says: "yes", "no", or None as long as it is open."""
        return self.sprt.verdict(self.pentanomial) if self.sprt else None

    @property
    def troubles(self) -> dict[str, dict[str, int]]:
        """For each player the games that it lost by the clock, by illegal moves and by failing."""
        found = {name: dict.fromkeys(TROUBLES, 0) for name in self.names}
        for pair in self.pairs:
            for first, game in enumerate(pair):
                if game.reason in TROUBLES:
                    loser = game.points.index(0.0)
                    found[self.names[loser if first == 0 else 1 - loser]][game.reason] += 1
        return found

    def __str__(self) -> str:
        wins, draws, losses = self.counts
        lines = [
            f"{self.names[0]} against {self.names[1]}, {self.rules.name}: {len(self.points)} games",
            f"score {sum(self.points):g} : {len(self.points) - sum(self.points):g} ({100 * self.score:.1f} %), "
            f"{wins} won, {draws} drawn, {losses} lost",
            f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, self.pentanomial))}",
            f"Elo difference and 95 % interval: {self.elo or 'unknown'}",
        ]
        unit = self.rules.facts["unit"]
        if unit is not None and self.won is not None:
            lines.append(f"{unit} won a game and 95 % interval: {self.won}")
        if self.sprt:
            low, high = self.sprt.bounds
            told = {"yes": "accepted", "no": "refused", None: "open"}[self.verdict]
            lines.append(
                f"test of {self.sprt.elo1:g} against {self.sprt.elo0:g} Elo: {told}, "
                f"LLR {self.sprt.llr(self.pentanomial):.2f} in [{low:.2f}, {high:.2f}]"
            )
        for name, counts in self.troubles.items():
            told = ", ".join(f"{what} {count}" for what, count in counts.items() if count)
            lines += [f"{name} lost by: {told}"] if told else []
        lines += [f"first: {detail}" for detail in [game.detail for game in self.games if game.reason in TROUBLES][:1]]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The result as JSON has it; games are in the file of the match."""
        wins, draws, losses = self.counts
        found = self.elo
        return {
            "game": self.rules.name,
            "players": list(self.names),
            "games": len(self.points),
            "score": self.score,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "pentanomial": list(self.pentanomial),
            "elo": found and {name: _number(getattr(found, name)) for name in ("difference", "low", "high")},
            "won": self.won and {name: getattr(self.won, name) for name in ("mean", "low", "high")},
            "sprt": self.sprt and self.sprt.as_json(self.pentanomial),
            "troubles": self.troubles,
            "interrupted": self.interrupted,
        }

    def pgn(self) -> str:
        """The games of chess as PGN.

        Raises:
            FormatError: It is another game.
        """
        if self.rules.name != "chess":
            raise FormatError(f"games of {self.rules.name} are not written as PGN")
        tags = {"Event": f"{self.names[0]} against {self.names[1]}"}
        return pgn.write(
            game.record(self.rules, tags | {"Round": f"{number}.{color}"})
            for number, pair in enumerate(self.pairs, start=1)
            for color, game in enumerate(pair, start=1)
        )


def _number(value: float) -> float | None:
    """JSON knows no infinity."""
    return value if abs(value) != float("inf") else None


def match(
    a: str | Player | Callable[[Position], str],
    b: str | Player | Callable[[Position], str],
    *,
    game: str | Game | BuiltInGame = "chess",
    games: int = 100,
    clock: str | TimeControl | None = None,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    margin: float = 0.05,
    openings: str | Path | Openings | None = None,
    plies: int | None = None,
    seed: int = 0,
    sprt: Sprt | tuple[float, float] | None = None,
    resign: int | None = None,
    longest: int | None = None,
    save: str | Path | None = None,
    progress: Callable[[Result], object] | None = None,
) -> Result:
    """Lets two players play pairs of games, each opening with both colours.

    Args:
        a: A player, a function from a position to a move, or words as for `players.player`.
        b: The other.
        game: Its rules; two players, nothing hidden. Both games of a pair have the same dice, roll by roll.
        games: How many at most; an odd number is made even.
        clock: Seconds and increment such as "10+0.1".
        time: Seconds for each move instead.
        nodes: Positions for each move instead.
        depth: Plies to look ahead instead.
        margin: Seconds by which a player may be late.
        openings: A file (PGN, EPD or a position a line), or any list of openings; otherwise random moves that are fair,
            or, with dice, the start.
        plies: Of random openings, or of the games in a PGN file.
        seed: For openings and players.
        sprt: A sequential test that ends the match as soon as it is decided; (elo0, elo1) or an `Sprt`.
        resign: Decide games when both players say so, by this many hundredths.
        longest: Draw games after so many plies.
        save: A file to which every finished pair is appended; a match that was begun there is gone on with.
        progress: Hears of the result after every pair.

    Raises:
        OptionError: Something cannot be played so.
        PlayerFailure: A player cannot be started.

    Ctrl-C ends it with the score so far.

    >>> result = match("random", "random", game="tic-tac-toe", games=10, nodes=1, openings=[Opening()])
    >>> sum(result.counts), sum(result.pentanomial)
    (10, 5)
    """
    rules = zermelo.load_game(game) if isinstance(game, str) else game
    require_duel(rules, dice=True)
    if games < 1:
        raise OptionError(f"games is {games}: it must be at least 1")
    conditions = Conditions(
        clock=TimeControl.parse(clock) if isinstance(clock, str) else clock,
        time=time,
        nodes=nodes,
        depth=depth,
        margin=margin,
        resign=resign,
        longest=longest,
    )
    if all(limit is None for limit in (clock, time, nodes, depth)):
        conditions = Conditions(time=0.1, margin=margin, resign=resign, longest=longest)
    players = as_player(a), as_player(b)
    names = _names(players)
    test = Sprt(*sprt) if isinstance(sprt, tuple) else sprt
    result = Result(names, rules, sprt=test)
    told = {
        "game": repr(rules),
        "players": list(names),
        "conditions": conditions.as_json(),
        "openings": str(openings) if isinstance(openings, str | Path) else "random" if openings is None else "listed",
        "plies": plies,
        "seed": seed,
    }
    file = None if save is None else Path(save)
    if file is not None:
        result.pairs = _load(file, told)
    found = _openings(openings, rules, plies, seed)
    try:
        while 2 * len(result.pairs) < games and result.verdict is None:
            number = len(result.pairs)
            pair = _play_pair(players, rules, found[number], conditions, _seed(seed, number))
            result.pairs.append(pair)
            if file is not None:
                _append(
                    file, {"pair": number, "opening": found[number].as_json(), "games": [g.as_json() for g in pair]}
                )
            if progress is not None:
                progress(result)
    except KeyboardInterrupt:
        result.interrupted = True
    finally:
        for one in players:
            one.close()
    return result


def as_player(given: str | Player | Callable[[Position], str]) -> Player:
    """A player, whichever way it is given."""
    if isinstance(given, str):
        return player(given)
    return given if isinstance(given, Player) else FunctionPlayer(given)


def _names(players: tuple[Player, Player]) -> tuple[str, str]:
    """The names, made different."""
    first, second = (one.name for one in players)
    if first == second:
        first, second = f"{first} (1)", f"{second} (2)"
    players[0].name, players[1].name = first, second
    return first, second


def _openings(given: str | Path | Openings | None, rules: Game | BuiltInGame, plies: int | None, seed: int) -> Openings:
    if given is None and rules.facts["chance"] and plies is None:
        return ListedOpenings([Opening()])
    if given is None:
        return RandomOpenings(rules, seed=seed, **({} if plies is None else {"plies": plies}))
    if isinstance(given, str | Path):
        return ListedOpenings(read(rules, Path(given), plies=plies), seed=seed)
    if isinstance(given, list | tuple):
        return ListedOpenings(given, seed=seed)
    return given


def _seed(seed: int, number: int) -> int:
    """The seed of a pair."""
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:4])


def _play_pair(
    players: tuple[Player, Player], rules: Game | BuiltInGame, opening: Opening, conditions: Conditions, seed: int
) -> Pair:
    """The same opening with both colours."""
    return (
        play(players, rules, opening, conditions, seed=seed, dice=seed),
        play((players[1], players[0]), rules, opening, conditions, seed=seed + 2, dice=seed),
    )


def _load(file: Path, told: dict[str, Any]) -> list[Pair]:
    """The pairs of a match that was begun; a line that was cut off while it was written is dropped."""
    if not file.exists() or not file.stat().st_size:
        _append(file, {"match": told})
        return []
    text = file.read_text(encoding="utf-8")
    whole, _, rest = text.rpartition("\n")
    try:
        head, *lines = [json.loads(line) for line in whole.splitlines()]
        before = head["match"]
        openings = [Opening(line["opening"]["start"], tuple(line["opening"]["moves"])) for line in lines]
        games = [
            [Played.from_json(opening, game) for game in line["games"]]
            for opening, line in zip(openings, lines, strict=True)
        ]
        pairs = [(first, second) for first, second in games]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise OptionError(f'"{file}" holds no match: choose another file') from None
    for what, value in told.items():
        if before.get(what) != value:
            raise OptionError(f'"{file}" holds another match, with {what} {before.get(what)} instead of {value}')
    if rest:
        file.write_text(whole + "\n", encoding="utf-8")
    return pairs


def _append(file: Path, line: dict[str, Any]) -> None:
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(line, ensure_ascii=False) + "\n")
