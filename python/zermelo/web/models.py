"""What goes over the wire, both ways. Fields that are not written here are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from zermelo.web.table import MOST_SECONDS

Word = Annotated[str, Field(max_length=200)]
Seconds = Annotated[float, Field(gt=0, le=MOST_SECONDS, allow_inf_nan=False)]
OptionValue = bool | int | Word


class Strict(BaseModel):
    """A body with exactly these fields."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


# What is asked.


class SeatRequest(Strict):
    """Who plays for a player."""

    kind: Literal["human", "engine"] = "engine"
    method: Word | None = Field(None, description="How the engine searches; the best that applies unless said.")
    seconds: Seconds = Field(1.0, description="What the engine spends on a move.")


class PlayRequest(Strict):
    """A game to begin."""

    game: Word
    options: dict[Word, OptionValue] = Field(default_factory=dict, max_length=20)
    seats: list[SeatRequest] | None = Field(
        None,
        max_length=32,
        description="One for each player; a person for the first and the engine for the rest unless said.",
    )
    position: Annotated[str, Field(max_length=10_000)] | None = Field(
        None, description="Where to begin, in the game's own text."
    )
    seed: int | None = Field(None, ge=0, lt=2**53, description="For dice and cards.")


class MoveRequest(Strict):
    """A move to make."""

    move: Word


class HintRequest(Strict):
    """How to search for a hint."""

    method: Word | None = None
    seconds: Seconds = 1.0


class Nothing(Strict):
    """An empty body."""


# What is answered.


class Error(BaseModel):
    """What went wrong."""

    error: str


class OptionView(BaseModel):
    """An option of a game."""

    name: str
    default: str
    meaning: str


class GameView(BaseModel):
    """A game that can be played."""

    name: str
    summary: str
    rules: str
    options: list[OptionView]
    players: list[str]
    methods: list[str]
    chance: bool
    hidden: bool
    unit: str | None


class GameDetail(GameView):
    """A game with its options chosen, and how it begins."""

    picture: str


class Games(BaseModel):
    """All games."""

    games: list[GameView]


class SeatView(BaseModel):
    """Who plays for a player."""

    player: str
    kind: Literal["human", "engine"]
    method: str | None
    seconds: float | None


class MoveView(BaseModel):
    """A legal move, and the sites to click for it."""

    text: str
    sites: list[str]


class StepView(BaseModel):
    """A ply that was played; the player is -1 when chance decided."""

    player: int
    text: str


class ValueView(BaseModel):
    """What a position is worth, and to whom."""

    kind: Literal["proved", "lower", "upper", "estimate"]
    utility: float
    plies: int | None
    player: str = Field(alias="for")


class ReportView(BaseModel):
    """What a search found; line, depth and nodes stay empty where they could show what is hidden."""

    move: str
    value: ValueView
    words: str
    method: str
    seconds: float
    line: list[str] | None
    depth: int | None
    nodes: int | None


class PlayView(BaseModel):
    """A game in progress, as its viewer may see it."""

    id: str
    game: str
    seats: list[SeatView]
    hidden: bool
    viewer: int | None = Field(description="Through whose eyes it is shown; null shows everything.")
    turn: int | None = Field(description="The player to move; null when the game is over.")
    waiting: Literal["human", "engine"] | None
    moves: list[MoveView] = Field(description="The legal moves, when a person is to move.")
    history: list[StepView] = Field(description="Empty where something is hidden.")
    position: str | None = Field(description="Null where something is hidden.")
    observation: str | None = Field(description="What the viewer has seen, where something is hidden.")
    picture: str
    outcome: str | None
    utilities: list[float] | None
    can_undo: bool
    hints: list[str] = Field(description="The methods that may give a hint.")


class Reply(BaseModel):
    """The engine's move, why, and where the game stands now."""

    report: ReportView | None
    play: PlayView
