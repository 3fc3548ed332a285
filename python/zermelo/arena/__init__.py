"""Matches between players: our engine, random play, functions and other programs, with Elo and a sequential test."""

from zermelo.arena.clock import Limits, TimeControl
from zermelo.arena.game import Conditions, Played
from zermelo.arena.match import Result, match
from zermelo.arena.openings import ListedOpenings, Opening, RandomOpenings
from zermelo.arena.players import (
    Answer,
    EnginePlayer,
    FunctionPlayer,
    Player,
    RandomPlayer,
    SearchPlayer,
    Situation,
    UciPlayer,
    player,
)
from zermelo.arena.statistics import Elo, Sprt, elo
from zermelo.arena.tournament import Tournament, round_robin
from zermelo.arena.uci_client import PlayerFailure

__all__ = [
    "Answer",
    "Conditions",
    "Elo",
    "EnginePlayer",
    "FunctionPlayer",
    "Limits",
    "ListedOpenings",
    "Opening",
    "Played",
    "Player",
    "PlayerFailure",
    "RandomOpenings",
    "RandomPlayer",
    "Result",
    "SearchPlayer",
    "Situation",
    "Sprt",
    "TimeControl",
    "Tournament",
    "UciPlayer",
    "elo",
    "match",
    "player",
    "round_robin",
]
