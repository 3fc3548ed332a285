"""What is told about games and searches."""

from __future__ import annotations

from zermelo import CHANCE, BuiltInGame, Game, Position, Report
from zermelo.draw import svg
from zermelo.formats.common import formats_of
from zermelo.protocols.positions import score
from zermelo.report import Line, Value, measure_of
from zermelo.reviewing import expectation
from zermelo.titles import title
from zermelo.web.models import (
    ClockView,
    FeatureView,
    GameView,
    Invitation,
    LineView,
    LookView,
    MoveView,
    OptionView,
    PlayView,
    ReportView,
    SeatView,
    StepView,
    ValueView,
)
from zermelo.web.play import Play, Step


def game_view(game: Game | BuiltInGame) -> GameView:
    """A game on offer."""
    facts = game.facts
    options = game.known_options if isinstance(game, BuiltInGame) else []
    return GameView(
        name=facts["name"],
        title=title(game),
        summary=game.summary,
        rules=game.rules,
        options=[OptionView(name=name, default=default, meaning=meaning) for name, default, meaning in options],
        players=list(facts["players"]),
        methods=facts["methods"],
        chance=facts["chance"],
        hidden=facts["hidden"],
        unit=facts["unit"],
        formats=formats_of(facts["name"]),
    )


def play_view(play: Play, viewer: int | None) -> PlayView:
    """The game as its viewer may see it: where something is hidden, only the viewer's picture and observation."""
    state, waiting = play.state, play.waiting
    position, turn = state.position, state.position.turn
    utilities, clocks = position.utilities, play.clocks
    mine = waiting == "chance" or (waiting == "human" and (not play.hidden or turn == viewer))
    return PlayView(
        id=play.address(viewer),
        game=play.game,
        title=play.title,
        about=play.settings.about,
        options=dict(getattr(play.first.game, "options", {})),
        seats=[
            SeatView(
                player=player,
                name=seat.name,
                kind="human" if seat.human else "engine",
                method=None if seat.human else seat.method or play.methods[0],
                seconds=None if seat.human else seat.seconds,
                level=seat.level,
                nodes=seat.nodes,
                depth=seat.depth,
                ponder=seat.ponder,
            )
            for player, seat in zip(play.players, play.seats, strict=True)
        ],
        hidden=play.hidden,
        viewer=viewer,
        turn=None if play.is_over or turn == CHANCE else turn,
        waiting=waiting,
        moves=moves_of(position) if mine else [],
        history=[]
        if play.hidden
        else [StepView(player=step.actor, text=step.action, seconds=step.seconds) for step in state.steps],
        undone=len(state.undone),
        position=None if play.hidden else position.text,
        observation=position.observation(viewer) if viewer is not None else None,
        picture=svg(position, viewer=viewer, standalone=False, before=_before(state.steps)),
        tallies=_tallies(position),
        outcome=play.outcome,
        result=None if state.ended is None or state.ended.result == "*" else state.ended.result,
        utilities=None if utilities is None else list(utilities),
        can_undo=play.can_undo,
        hints=play.hint_methods,
        clock=None
        if clocks is None or play.settings.clock is None
        else ClockView(
            left=[round(seconds, 2) for seconds in clocks],
            increment=play.settings.clock[1],
            running=turn if not play.is_over and turn != CHANCE else None,
        ),
        report=None if play.hidden or play.report is None else report_view(play, play.report),
        trouble=play.trouble,
        invitations=[
            Invitation(player=play.players[player], id=play.address(player)) for player in play.missing(viewer)
        ],
    )


def moves_of(position: Position) -> list[MoveView]:
    """The legal moves, or whatever chance may bring."""
    if position.turn == CHANCE:
        return [MoveView(text=text, sites=[]) for text, _ in position.chances()]
    return [MoveView(text=text, sites=sites) for text, sites in position.sites()]


def look_view(position: Position, steps: tuple[Step, ...]) -> LookView:
    """A position that somebody looks at, and the steps that led there."""
    over = position.turn is None
    unit, worth = measure_of(position.game)
    return LookView(
        picture=svg(position, standalone=False, before=_before(steps)),
        tallies=_tallies(position),
        position=position.text,
        turn=position.turn,
        outcome=position.outcome,
        moves=[] if over else moves_of(position),
        unit=unit,
        evaluation=None if over else position.evaluate(0) / worth,
        features=[]
        if over
        else [
            FeatureView(name=name, weight=weight / worth, amount=amount)
            for name, weight, amount in position.features(0)
        ],
    )


def report_view(play: Play, report: Report) -> ReportView:
    """What a search found, without what could show something hidden."""
    assert report.move is not None, "only players are searched for"
    return ReportView(
        move=report.move,
        value=ValueView.model_validate(report.value.as_json()),
        words=f"{report.value}{report.trust}",
        method=report.method,
        seconds=report.seconds,
        line=None if play.hidden else list(report.line),
        depth=None if play.hidden else report.depth,
        nodes=None if play.hidden else report.nodes,
    )


def line_view(position: Position, line: Line) -> LineView:
    """One of the best moves."""
    return LineView(
        move=line.move,
        value=ValueView.model_validate(line.value.as_json()),
        words=str(line.value),
        short=short(position, line.value),
        line=list(line.line),
        expected=expected(position, line.value),
    )


def expected(position: Position, value: Value) -> float | None:
    """What the first of two players can expect, from 0 (loss) to 1 (win); None where that says nothing."""
    facts = position.game.facts
    if len(facts["players"]) != 2 or facts["sum"] is None:
        return None
    first = value.utility if value.player == facts["players"][0] else facts["sum"] - value.utility
    return expectation(position.game, first)


def short(position: Position, value: Value) -> str:
    """A value in a few signs, for the player to move: pawns in chess, the unit elsewhere, and moves to the end."""
    kind, amount = score(position.game, value)
    if kind == "mate":
        return f"#{amount}" if amount else "#"
    if value.kind == "proved" and value.unit is None:
        return "win" if value.utility > 0 else "loss" if value.utility < 0 else "draw"
    sign = {"lower": "≥ ", "upper": "≤ "}.get(value.kind, "")
    return f"{sign}{amount / 100:+.2f}" + (f" {value.unit}" if value.unit else "")


def _tallies(position: Position) -> list[str]:
    return [position.tally(player) for player in range(len(position.players))]


def _before(steps: tuple[Step, ...]) -> Position | None:
    """The position before the last move of a player."""
    return next((step.position for step in reversed(steps) if step.actor != CHANCE), None)
