"""Match files of backgammon: what is read is written back, what is wrong gets a sentence."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.formats import FormatError, mat
from zermelo.formats.record import Record, Step

MATCH = """; [Site "a club"]
; [Event "Open"]
; a comment
 3 point match

 Game 1
 ann : 0                          bob : 0
  1)                               31: 8/5 6/5
  2) 64: 24/18 13/9                55: 13/3(2)
  3) 66: Cannot Move               Doubles => 2
  4)  Takes                        21: 13/11 6/5
                                    Wins 2 points

 Game 2
 ann : 0                          bob : 2
  1) 13: 6/5 8/5                   62: 24/18 13/11
      Wins 1 point

 Game 3
 ann : 1                          bob : 2
  1) 61: 13/7 8/7                  Doubles => 2
  2)  Drops
"""


CHOICES: list[dict[str, object]] = [{}, {"cube": "on"}, {"cube": "on", "jacoby": "on"}]


def random_record(seed: int, **options: object) -> Record:
    """A random game or match, cut off now and then."""
    random = Random(seed)
    position = zermelo.game("backgammon", **options).start()
    record = Record("backgammon", tags={"White": "ann", "Black": "bob [b]", "Event": "Open"}, options=options)
    while position.turn is not None and random.random() > 0.002:
        moves = [event for event, _ in position.chances()] or position.moves()
        weights = [0.2 if move in {"double", "drop"} else 1.0 for move in moves]
        (move,) = random.choices(moves, weights)
        record.steps.append(Step(move))
        position = position.play(move)
    return record


def read(text: str) -> tuple[list[Record], str]:
    """The games, or why they are refused."""
    try:
        return mat.read(text), ""
    except FormatError as error:
        return [], str(error)


def told(record: Record) -> object:
    return record.start, record.result, [step.move for step in record.steps]


def test_a_match_is_read_game_by_game() -> None:
    with pytest.raises(FormatError, match=r'MAT, line 10: illegal move "Cannot Move" in backgammon'):
        mat.read(MATCH)
    one, two, three = mat.read(MATCH.replace("66: Cannot Move", "66: 24/18 13/7(3)"))
    assert one.tags == {"Site": "a club", "Event": "Open", "White": "ann", "Black": "bob", "Game": "1"}
    assert one.options == {"cube": "on", "match": 3}
    assert [record.result for record in (one, two, three)] == ["-2", "+1", "-1"]
    assert [step.move for step in one.steps][:5] == ["13", "8/5 6/5", "roll", "64", "24/18 13/9"]
    assert [step.move for step in one.steps][-4:] == ["double", "take", "21", "13/11 6/5"]
    # The second game is the Crawford game: nobody may double, so that nobody chooses to roll.
    assert [step.move for step in two.steps] == ["31", "8/5 6/5", "62", "24/18 13/11"]
    assert [step.move for step in three.steps] == ["61", "13/7 8/7", "double", "drop"]
    *_, last = three.positions()
    assert last.outcome == "black wins"


def test_a_match_is_written_as_it_was_read() -> None:
    text = MATCH.replace("66: Cannot Move", "66: 24/18 13/7(3)").replace("; a comment\n", "")
    records = mat.read(text)
    again = mat.read(mat.write(records))
    assert [told(record) for record in again] == [told(record) for record in records]
    assert [record.tags for record in again] == [record.tags for record in records]
    assert mat.write(again) == mat.write(records)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_is_read_back_as_it_was_written(seed: int) -> None:
    record = random_record(seed, **CHOICES[seed % 3])
    (again,) = mat.read(mat.write([record]))
    # A roll without its play is lost.
    moves = [step.move for step in again.steps]
    assert moves == [step.move for step in record.steps][: len(moves)]
    assert len(record.steps) - len(moves) <= 2
    *_, last = record.positions()
    assert again.result == ("*" if last.utilities is None else f"{last.utilities[0]:+.0f}")
    assert again.tags == {"White": "ann", "Black": "bob [b)", "Event": "Open", "Game": "1"}


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_match_becomes_a_game_for_each(seed: int) -> None:
    record = random_record(seed, match=3, cube="on")
    games = mat.read(mat.write([record]))
    openings = sum(len(position.chances()) == mat.OPENINGS for position in list(record.positions())[:-1])
    assert len(games) == openings
    moves = [step.move for game in games for step in game.steps]
    assert moves == [step.move for step in record.steps][: len(moves)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", 'MAT, line 1: "hello" stands before the first game'),
        (" Game 1\n 31: 8/5 6/5", "MAT, line 2: players and score, such as"),
        (" Game 1\n a : 0  b : 0\n 1) 8/5 6/5", 'MAT, line 3: "8/5 6/5" is neither a roll and a play'),
        (" Game 1\n a : 0  b : 0\n 1) 33: 8/5 6/5", 'MAT, line 3: illegal move "33" in backgammon'),
        (" Game 1\n a : 0  b : 0\n 1) 31: 8/4 6/5", 'MAT, line 3: illegal move "8/4 6/5" in backgammon'),
        (" Game 1\n a : 0  b : 0\n 1) Takes", 'MAT, line 3: illegal move "take" in backgammon'),
        (" Game 1\n a : 0  b : 0\n 1) Takes it", 'MAT, line 3: "Takes it" is neither'),
        (" 3 point match\n Game 1\n a : 3  b : 0\n", "MAT, line 3: backgammon: option score"),
        (" 99 point match\n Game 1\n a : 3  b : 0\n", "MAT, line 3: backgammon: option match"),
        ('; [Jacoby "maybe"]\n Game 1\n a : 3  b : 0\n', "MAT, line 3: backgammon: option jacoby"),
        (
            " 3 point match\n Game 1\n a : 0  b : 0\n 1) 31: 8/5 6/5    Doubles => 2\n 2) Drops   21: 13/10",
            'MAT, line 5: the game is over before "21"',
        ),
    ],
)
def test_a_wrong_file_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        mat.read(text)
    assert str(caught.value).startswith(sentence)


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(FormatError, match="MAT is written for backgammon only, not for chess"):
        mat.write([Record("chess")])
    with pytest.raises(FormatError, match="only games from their opening on"):
        mat.write([Record("backgammon", start="4HPwATDgc/ABMA:MIEFAAAAAAAA")])
    with pytest.raises(FormatError, match="the games have different rules"):
        mat.write([Record("backgammon"), Record("backgammon", options={"match": 3})])
    assert mat.write([]) == ""
    assert mat.read("") == []


CHANGES = st.lists(
    st.tuples(
        st.integers(0, 10_000),
        st.integers(0, 8),
        st.text(alphabet=';[]"()/:*=>0123456789 \nGameWinsbaroff', max_size=4),
    ),
    max_size=5,
)


@settings(max_examples=150, deadline=None)
@given(changes=CHANGES, anything=st.text(max_size=60))
def test_a_changed_file_is_read_or_refused_in_one_line(changes: list[tuple[int, int, str]], anything: str) -> None:
    changed = MATCH
    for at, length, new in changes:
        start = at % (len(changed) + 1)
        changed = changed[:start] + new + changed[start + length :]
    for text in (changed, anything):
        records, refusal = read(text)
        assert refusal.isprintable()
        # Games of a file that was changed may be of different matches.
        for record in records:
            again = mat.read(mat.write([record]))
            assert [step.move for game in again for step in game.steps] == [step.move for step in record.steps]


@pytest.mark.parametrize(
    "text",
    [
        " " * 3_000_000 + "x",
        "1" * 3_000_000,
        "; [" + "x" * 3_000_000,
        " Game 1\n" * 300_000,
        " Game 1\n a : 0" + " " * 1_000_000 + "b : 0\n",
        " Game 1\n a : 0  b : 0\n" + " 1)" * 1_000_000,
        " Game 1\n a : 0  b : 0\n 1) 31: " + "8/5 " * 500_000,
    ],
    ids=range(7),
)
def test_large_files_are_read_or_refused(text: str) -> None:
    """Each would take minutes if the work grew faster than the text."""
    _, refusal = read(text)
    assert len(refusal) < 2000
