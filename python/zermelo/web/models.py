"""What goes over the wire, both ways. Fields that are not written here are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from zermelo.levels import NAMES
from zermelo.web.play import MOST_SECONDS

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
    seconds: Seconds = Field(1.0, description="What the engine spends on a move, where no clock runs.")
    level: Literal[NAMES] | None = Field(None, description="How well it plays; as well as it can unless said.")  # type: ignore[valid-type]
    nodes: int | None = Field(None, ge=1, le=1_000_000_000, description="Positions it visits for a move at most.")
    depth: int | None = Field(None, ge=1, le=1_000, description="Plies it looks ahead at most.")
    ponder: bool = Field(False, description="Does the engine think on other people's time, too?")
    name: Word | None = Field(None, description="What whoever plays is called.")


class ClockRequest(Strict):
    """A clock for all moves of a player."""

    seconds: float = Field(gt=0, le=86_400, allow_inf_nan=False)
    increment: float = Field(0.0, ge=0, le=3_600, allow_inf_nan=False, description="Seconds that every move adds.")


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
    clock: ClockRequest | None = None
    dice: Literal["rolled", "by hand"] = Field(
        "rolled", description="By hand: whatever chance brings is told as a move, or asked for with roll."
    )


class MoveRequest(Strict):
    """A move to make."""

    move: Word


class HintRequest(Strict):
    """How to search for a hint."""

    method: Word | None = None
    seconds: Seconds = 1.0


class ResignRequest(Strict):
    """Who resigns."""

    player: int | None = Field(
        None, ge=0, le=31, description="The person whose turn it is, or the only one, unless said."
    )


class ImportRequest(Strict):
    """The games of a file."""

    game: Word | None = Field(None, description="Found out from text and file unless said.")
    format: Word | None = Field(None, description="One of the game's formats; found out unless said.")
    file: Word | None = Field(None, description="The file's name, whose ending may tell the game.")
    text: Annotated[str, Field(max_length=900_000)]


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
    title: str = Field(description="The name for people.")
    summary: str
    rules: str
    options: list[OptionView]
    players: list[str]
    methods: list[str]
    chance: bool
    hidden: bool
    unit: str | None
    formats: list[str] = Field(description="The files it can be written to and read from.")


class GameDetail(GameView):
    """A game with its options chosen, and how it begins."""

    picture: str


class Games(BaseModel):
    """All games."""

    games: list[GameView]


class SeatView(BaseModel):
    """Who plays for a player."""

    player: str
    name: str | None = Field(description="What whoever plays is called, if that is known.")
    kind: Literal["human", "engine"]
    method: str | None
    seconds: float | None
    level: str | None
    nodes: int | None
    depth: int | None
    ponder: bool


class MoveView(BaseModel):
    """A legal move, or what the dice may bring, and the sites to click for it."""

    text: str
    sites: list[str]


class StepView(BaseModel):
    """A ply that was played; the player is -1 when chance decided."""

    player: int
    text: str
    seconds: float


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


class Invitation(BaseModel):
    """Where another person sees the game from."""

    player: str
    id: str


class ClockView(BaseModel):
    """The clocks, at the moment of the answer."""

    left: list[float] = Field(description="Seconds, for each player.")
    increment: float
    running: int | None = Field(description="Whose clock runs.")


class PlayView(BaseModel):
    """A game in progress, as its viewer may see it."""

    id: str
    game: str
    title: str = Field(description="The name of the game for people.")
    about: dict[str, str] = Field(description="Event, place, date and so on of a game from a file, as PGN names them.")
    options: dict[str, str]
    seats: list[SeatView]
    hidden: bool
    viewer: int | None = Field(description="Through whose eyes it is shown; null shows everything.")
    turn: int | None = Field(description="The player to move; null when the game is over.")
    waiting: Literal["human", "engine", "chance"] | None
    moves: list[MoveView] = Field(description="What the person who asks can do now.")
    history: list[StepView] = Field(description="Empty where something is hidden.")
    undone: int = Field(description="How many plies were taken back and can be played again.")
    position: str | None = Field(description="Null where something is hidden.")
    observation: str | None = Field(description="What the viewer has seen, where something is hidden.")
    picture: str
    tallies: list[str] = Field(description="What each player has to show beside the board, such as points.")
    outcome: str | None
    result: str | None = Field(description="What a file said of the result, when the rules do not tell it.")
    utilities: list[float] | None
    can_undo: bool
    hints: list[str] = Field(description="The methods that may give a hint.")
    clock: ClockView | None
    report: ReportView | None = Field(description="What the engine found for its last move.")
    trouble: str | None = Field(description="Why the engine does not move.")
    invitations: list[Invitation] = Field(
        description="For whoever began the game: the addresses of those who have not come yet."
    )


class ImportView(PlayView):
    """The first game that a file brought, and what became of the others."""

    brought: list[str] = Field(description="The addresses of all games that came, in the order of the file.")
    told: str = Field(description="How many came, in words.")


class KeptView(BaseModel):
    """A game in the list of those kept."""

    id: str
    game: str
    title: str
    seats: list[str] = Field(description="What the players are called, or who they are.")
    event: str | None
    date: str | None
    plies: int
    outcome: str | None
    begun: float = Field(description="Seconds since 1970.")
    changed: float
    served: bool = Field(description="Can it be opened?")


class KeptGames(BaseModel):
    """A page of the games kept."""

    plays: list[KeptView]
    total: int


class FileView(BaseModel):
    """A game as a file."""

    name: str
    media_type: str
    content: str


class FeatureView(BaseModel):
    """A part of an evaluation."""

    name: str
    weight: float
    amount: float


class LookView(BaseModel):
    """A position of a game, or of a line that leads away from it."""

    picture: str
    tallies: list[str] = Field(description="What each player has to show beside the board.")
    position: str
    turn: int | None
    outcome: str | None
    moves: list[MoveView]
    unit: str | None = Field(description="What the evaluation counts.")
    evaluation: float | None = Field(description="For the first player.")
    features: list[FeatureView] = Field(description="What the evaluation is made of.")


class LineView(BaseModel):
    """One of the best moves, and what follows."""

    move: str
    value: ValueView
    words: str
    short: str = Field(description="The value in a few signs, such as +0.35, #3 or draw.")
    line: list[str]
    expected: float | None = Field(description="What the first player can expect, from 0 (loss) to 1 (win).")


class AnalysisView(BaseModel):
    """How far a search has come."""

    ply: int
    state: Literal["waiting", "searching", "finished"]
    method: str
    depth: int
    seldepth: int
    nodes: int
    seconds: float
    lines: list[LineView]


class ReviewedView(BaseModel):
    """A move or a roll, looked back at."""

    ply: int
    actor: int
    action: str
    value: float = Field(description="What the position was worth to the first player.")
    after: float
    before: float = Field(description="What the first player could expect before it, from 0 (loss) to 1 (win).")
    expected: float = Field(description="And after it.")
    best: str | None
    line: list[str]
    luck: float
    loss: float
    mark: str


class ReviewView(BaseModel):
    """A whole game, looked back at."""

    lost: list[float] = Field(description="What each player gave away.")
    luck: list[float] = Field(description="What the dice brought each player.")
    unit: str | None


class WhyView(BaseModel):
    """Why not this move."""

    move: str
    words: list[str]
    best: LineView
    refutation: LineView


class StreamError(BaseModel):
    """Why a stream ended."""

    error: str


class Reply(BaseModel):
    """The engine's move, why, and where the game stands now."""

    report: ReportView | None
    play: PlayView
