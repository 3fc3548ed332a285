"""What can go wrong, each with one clear sentence for the user."""


class ZermeloError(Exception):
    """The base of all errors that zermelo raises on purpose."""


class UnknownGameError(ZermeloError, LookupError):
    """There is no game of that name."""


class OptionError(ZermeloError, ValueError):
    """A game has no such option, or it does not take that value."""


class PositionError(ZermeloError, ValueError):
    """A text does not describe a position of the game."""


class IllegalMoveError(ZermeloError, ValueError):
    """A move is not legal in the position."""


class MethodError(ZermeloError, ValueError):
    """A search does not exist, or does not apply to the game."""


class PlayerError(ZermeloError, IndexError):
    """There is no player of that number."""


class GameError(ZermeloError, RuntimeError):
    """A game written in Python breaks the rules for games."""


class CertificateError(ZermeloError, ValueError):
    """A certificate is damaged, belongs to another game, or does not prove what it claims."""
