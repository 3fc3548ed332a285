"""Adversarial search for Python: give it a game, and it finds the value and the best move.

>>> import zermelo
>>> position = zermelo.game("tic-tac-toe").start().play("b2").play("a2")
>>> report = zermelo.search(position)
>>> report.move, str(report.value)
('c1', 'x wins in 5 plies (proved)')
"""

from zermelo._native import BuiltInGame, Position, __version__
from zermelo.engine import Engine
from zermelo.errors import (
    CertificateError,
    GameError,
    IllegalMoveError,
    MethodError,
    OptionError,
    PlayerError,
    PositionError,
    UnknownGameError,
    ZermeloError,
)
from zermelo.explaining import ExplainError, Trace, explain
from zermelo.game import CHANCE, Game, check_game, game, games, load_game
from zermelo.report import Line, News, Report, Value
from zermelo.reviewing import Review, Reviewed, WhyNot, review, why_not
from zermelo.searching import methods, perft, search, switches
from zermelo.solving import solve, verify

__all__ = [
    "CHANCE",
    "BuiltInGame",
    "CertificateError",
    "Engine",
    "ExplainError",
    "Game",
    "GameError",
    "IllegalMoveError",
    "Line",
    "MethodError",
    "News",
    "OptionError",
    "PlayerError",
    "Position",
    "PositionError",
    "Report",
    "Review",
    "Reviewed",
    "Trace",
    "UnknownGameError",
    "Value",
    "WhyNot",
    "ZermeloError",
    "__version__",
    "check_game",
    "explain",
    "game",
    "games",
    "load_game",
    "methods",
    "perft",
    "review",
    "search",
    "solve",
    "switches",
    "verify",
    "why_not",
]
