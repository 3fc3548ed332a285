"""Choosing a move in the terminal: arrow keys go through what is legal, typing narrows it down."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

KEYS = {
    "\x1b[A": "up",
    "\x1b[D": "up",
    "\x1b[B": "down",
    "\x1b[C": "down",
    "\x1bOA": "up",
    "\x1bOD": "up",
    "\x1bOB": "down",
    "\x1bOC": "down",
    "\x1b[Z": "up",
    "\t": "down",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "erase",
    "\b": "erase",
    "\x15": "clear",
    "\x1b": "clear",
    "\x03": "interrupt",
    "\x04": "end",
}


class Picker:
    """A line in which one of some words is chosen or anything is typed.

    >>> picker = Picker(["e4", "e5", "Nf3"])
    >>> picker.press("down"); picker.press("down"); picker.line
    'e5'
    >>> picker.press("clear"); picker.type("N"); picker.press("down"); picker.line
    'Nf3'
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.typed = ""
        self.index: int | None = None

    @property
    def offered(self) -> list[str]:
        """The words that begin with what was typed."""
        return [word for word in self.words if word.lower().startswith(self.typed.lower())]

    @property
    def line(self) -> str:
        """What Enter would give."""
        return self.typed if self.index is None else self.offered[self.index]

    def type(self, letters: str) -> None:
        """Letters that were typed."""
        if self.index is not None:
            self.typed, self.index = self.line, None
        self.typed += letters

    def press(self, key: str) -> None:
        """A key that is no letter."""
        count = len(self.offered)
        if key == "clear":
            self.typed, self.index = "", None
        elif key == "erase":
            self.typed, self.index = self.line[:-1], None
        elif key == "down" and count:
            self.index = 0 if self.index is None else (self.index + 1) % count
        elif key == "up" and count:
            self.index = count - 1 if self.index is None else (self.index - 1) % count

    def shown(self, width: int) -> str:
        """The line as the terminal shows it: what was typed or chosen, then the words around it."""
        offered = self.offered
        first = max(0, (self.index or 0) - 3)
        text = f"> {self.line}"
        room = width - len(text) - 4
        parts = []
        for index in range(first, len(offered)):
            word = offered[index]
            room -= len(word) + 1
            if room < 0:
                parts.append("…")
                break
            parts.append(f"\x1b[7m{word}\x1b[27m" if index == self.index else f"\x1b[2m{word}\x1b[22m")
        return f"{text}   {' '.join(parts)}" if parts else text


def can_pick() -> bool:
    """Is there a terminal whose keys can be read one by one?"""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return True


def pick(words: Sequence[str], tick: Callable[[], str | None] = lambda: None) -> str:
    """Reads a line; `tick` is called several times a second, tells what stands before the line, and may raise.

    Raises:
        EOFError: The user closed the input.
        KeyboardInterrupt: Ctrl-C.
    """
    import select
    import termios
    import tty

    picker, source = Picker(words), sys.stdin.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setraw(source)
        while True:
            width = os.get_terminal_size().columns
            clock = tick()
            told = f"{clock}  " if clock else ""
            line = picker.shown(width - len(told))
            sys.stdout.write(f"\r\x1b[K{told}{line}\r\x1b[{len(told) + 2 + len(picker.line)}C")
            sys.stdout.flush()
            if not select.select([source], [], [], 0.2)[0]:
                continue
            letters = os.read(source, 64).decode(errors="replace")
            for key in _keys(letters):
                match KEYS.get(key):
                    case None:
                        picker.type(key)
                    case "enter":
                        return picker.line
                    case "interrupt":
                        raise KeyboardInterrupt
                    case "end":
                        raise EOFError
                    case name:
                        picker.press(name)
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
        with suppress(OSError):
            sys.stdout.write(f"\r\x1b[K> {picker.line}\n")
            sys.stdout.flush()


def _keys(letters: str) -> list[str]:
    """What was pressed: single letters, and the sequences that arrow keys send."""
    found = []
    while letters:
        known = next((key for key in sorted(KEYS, key=len, reverse=True) if letters.startswith(key)), None)
        key = known if known is not None else letters[0]
        letters = letters[len(key) :]
        if known is not None or key.isprintable():
            found.append(key)
    return found
