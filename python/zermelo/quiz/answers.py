"""Answers as people type them, brought to one spelling, so that two answers are the same if their texts are.

Leaves are "B C" or "none", a window is "(−∞, 3)", a number "2.35" (two decimals at most), a child "N2", an order of
children "N3 N2 N4".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from zermelo.errors import ZermeloError
from zermelo.explaining.trace import show

Window = tuple[float, float]
NONE = "none"
"""The answer that there is no such leaf."""


class AnswerError(ZermeloError, ValueError):
    """An answer cannot be understood; it is neither right nor wrong."""


def leaves_text(letters: Sequence[str]) -> str:
    """Leaves in one spelling."""
    return " ".join(letters) or NONE


def window_text(window: Window) -> str:
    """A window in one spelling."""
    return f"({show(window[0])}, {show(window[1])})"


def number_text(number: float) -> str:
    """A number in one spelling: rounded to two decimals.

    >>> number_text(2.0), number_text(7 / 3), number_text(-0.001)
    ('2', '2.33', '0')
    """
    # First to six: what was added up in another order, or typed with more digits, is then the same number.
    rounded = round(round(number, 6), 2)
    return f"{rounded + 0.0:.10g}"


def read_leaves(text: str, letters: Sequence[str]) -> str:
    """Reads leaves by their letters, in any order, with or without something between them.

    >>> read_leaves("c, a", "ABCD"), read_leaves("ac", "ABCD"), read_leaves("None", "ABCD")
    ('A C', 'A C', 'none')
    """
    plain = text.strip().strip("{}[]().").upper()
    if plain in {"NONE", "NOTHING", "NO", "-", "–", "∅", "0"}:
        return NONE
    words = re.split(r"[\s,;&+]+", plain.strip())
    if len(words) > 1:
        words = [word for word in words if word not in {"AND", ""}]
    named: set[str] = set()
    for word in words:
        if not word.isalpha():
            raise AnswerError("write the letters of the leaves, such as B C, or none")
        for letter in word:
            if letter not in letters:
                raise AnswerError(f'there is no leaf "{letter}": they are {letters[0]} to {letters[-1]}')
            named.add(letter)
    return leaves_text([letter for letter in letters if letter in named])


def read_window(text: str) -> str:
    """Reads a window of two bounds.

    >>> read_window("-inf 3"), read_window("[−∞; 3]"), read_window("alpha=2, beta=oo")
    ('(−∞, 3)', '(−∞, 3)', '(2, ∞)')
    """
    plain = text.strip().lower().replace("−", "-").replace("–", "-")
    plain = re.sub(r"\\?(infinity|infty|inf|oo|∞)", "inf", plain)
    plain = re.sub(r"(alpha|beta|α|β|a|b)\s*=\s*", "", plain)
    bound = r"([+-]?)\s*(inf|[0-9]{1,9}(?:\.[0-9]{1,9})?)"
    match = re.fullmatch(rf"[(\[\]<{{]?\s*{bound}\s*[\s,;:|]\s*{bound}\s*[)\[\]>}}]?", plain)
    if match is None:
        raise AnswerError("write both bounds of the window, such as (-inf, 3)")
    first, second = match.group(1, 2), match.group(3, 4)
    return window_text((float("".join(first)), float("".join(second))))


def read_number(text: str) -> str:
    """Reads a number, also as a fraction.

    >>> read_number(" 3.0 "), read_number("−2,5"), read_number("7/3")
    ('3', '-2.5', '2.33')
    """
    plain = text.strip().replace("−", "-").replace("–", "-").replace(" ", "").replace(",", ".")
    number = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})"
    if re.fullmatch(number, plain):
        return number_text(float(plain))
    if re.fullmatch(r"[+-]?[0-9]{1,9}/0*[1-9][0-9]{0,8}", plain):
        return number_text(float(Fraction(plain)))
    raise AnswerError("write a number, such as 3 or -2.5")


def read_name(text: str, names: Sequence[str]) -> str:
    """Reads the name of one of these nodes.

    >>> read_name("n 2", ["N2", "N3"])
    'N2'
    """
    plain = "".join(text.split()).upper().rstrip(".")
    if plain not in names:
        raise AnswerError(f"write one of {', '.join(names)}")
    return plain


def read_order(text: str, orders: Sequence[str]) -> str:
    """Reads which of these orders is meant: its number from 1, or its nodes.

    >>> read_order("2)", ["N2 N3", "N3 N2"]), read_order("n3, n2", ["N2 N3", "N3 N2"])
    ('N3 N2', 'N3 N2')
    """
    plain = text.strip().upper().removeprefix("ORDER").strip().strip("().#")
    if plain in {str(number + 1) for number in range(len(orders))}:
        return orders[int(plain) - 1]
    spelled = " ".join(re.findall(r"[A-Z]+[0-9]*", re.sub(r"(?<=N)\s+(?=[0-9])", "", plain)))
    if spelled not in orders:
        raise AnswerError(f"write the number of an order, 1 to {len(orders)}")
    return spelled
