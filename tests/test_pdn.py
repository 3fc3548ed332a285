"""Games of checkers in files: what is read is written back, wrong things get a sentence, and nothing takes too long."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from test_formats import refused_or_read, told
from zermelo import Position
from zermelo.formats import FormatError, pdn
from zermelo.formats.movetext import OPTIONS, RESULTS
from zermelo.formats.record import Record, Step

KINGS = "B:WK32:BK1"


def random_line(random: Random, position: Position, plies: int, nested: int) -> list[Step]:
    steps = []
    for _ in range(plies):
        if position.turn is None:
            break
        step = Step(random.choice(position.moves()))
        if random.random() < 0.3:
            step.comment = random.choice(["good", "a ( b ) c", "12-16 1-0", "x" * 60])
        if random.random() < 0.2:
            step.nags.append(random.randint(1, 139))
        if nested and random.random() < 0.3:
            step.variations = [
                random_line(random, position, random.randint(1, 5), nested - 1) for _ in range(random.randint(1, 2))
            ]
            step.variations[0][0].before = "instead"
        steps.append(step)
        position = position.play(step.move)
    return steps


@pytest.mark.parametrize("seed", range(40))
def test_a_game_is_read_back_as_it_was_written(seed: int) -> None:
    random = Random(seed)
    record = Record("checkers", options=OPTIONS, tags={"Black": 'A "B" \\ C'}, result=random.choice(RESULTS))
    start = random.choice([None, "W:W22,K30:B5,K9"])
    rules = zermelo.game("checkers", draws="never")
    record.start = start
    record.steps = random_line(random, rules.start() if start is None else rules.position(start), 60, 3)
    record.comment = random.choice(["", "Before all."])
    text = pdn.write([record, record])
    one, other = pdn.read(text)
    assert told(one.steps) == told(record.steps) == told(other.steps)
    assert (one.result, one.comment, one.tags["Black"], one.start) == (
        record.result,
        record.comment,
        record.tags["Black"],
        start,
    )
    assert pdn.write([one, other]) == text
    assert max(map(len, text.splitlines())) <= 80


def test_a_game_has_the_tags_that_others_look_for() -> None:
    lines = pdn.write([Record("checkers", start=KINGS, steps=[Step("1-5")], result="1/2-1/2")]).splitlines()
    assert lines == [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[White "?"]',
        '[Black "?"]',
        '[Result "1/2-1/2"]',
        '[GameType "21"]',
        '[SetUp "1"]',
        f'[FEN "{KINGS}"]',
        "",
        "1. 1-5 1/2-1/2",
    ]


def test_a_move_of_white_that_comes_first_is_numbered_so() -> None:
    (record,) = pdn.read('[FEN "W:W18:B1"] 1... 18-14 2. 1-6 *')
    assert [step.move for step in record.steps] == ["18-14", "1-6"]
    assert "1... 18-14 2. 1-6 *" in pdn.write([record])
    assert [position.text for position in record.positions()] == ["W:W18:B1", "B:W14:B1", "W:W14:B6"]


def test_jumps_are_read_in_short_and_in_full_and_written_in_short_unless_two_could_be_meant() -> None:
    fen = '[FEN "B:W15,23,32:B11"]'
    for spelling in ("11x27", "11x18x27", "11:18:27", "11 x 27", "11-27"):
        (record,) = pdn.read(f"{fen} 1. {spelling} *")
        assert "1. 11x27 *" in pdn.write([record])
    (record,) = pdn.read('[FEN "B:W6,7,14,15:B2"] 1. 2x9x18 *')
    assert "1. 2x9x18 *" in pdn.write([record])
    with pytest.raises(FormatError, match='illegal move "2x18"'):
        pdn.read('[FEN "B:W6,7,14,15:B2"] 1. 2x18 *')


def test_other_peoples_habits_are_understood() -> None:
    text = (
        '\ufeff%for another program\n[Event "a"]\r\n[GameType "21,B,8,8,N1,0"]\n[Result "0-1"]\n'
        "{first} 1.09-14!! 22-18 ? 2. 11 - 16* $11 18x09 (!) 3. 5x14 {a} {b} ; c\n 24-19 ( {or} 3... 25-22 *) *\n"
        "1. 11-15 2-0\n\n1. 9-13 1-1"
    )
    one, other, third = pdn.read(text)
    assert [step.move for step in one.steps] == ["09-14", "22-18", "11-16", "18x09", "5x14", "24-19"]
    assert [step.nags for step in one.steps] == [[3], [2], [7, 11], [1], [], []]
    assert (one.comment, one.steps[4].comment, one.result) == ("first", "a b c", "0-1")
    assert one.steps[5].variations[0][0].before == "or"
    assert (other.result, third.result) == ("1-0", "1/2-1/2")
    assert pdn.read("") == pdn.read("   \n\n") == []


def test_a_game_that_went_on_after_a_draw_is_followed() -> None:
    (record,) = pdn.read(f'[FEN "{KINGS}"] ' + " ".join(["1-5 32-28 5-1 28-32"] * 30))
    *_, last = record.positions()
    assert (len(record.steps), last.text, last.outcome) == (120, f"{KINGS}:H80", None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1. 11-15 23-19\n2. 8-12 *", 'PDN, line 2: illegal move "8-12" in checkers'),
        ("1. 11-15 {never closed", "line 1: a comment that begins here is not closed"),
        ("( 1. 11-15 )", "a variation before the first move"),
        ("(!) 11-15", "a variation before the first move"),
        ("1. 11-15 )", "a variation ends that did not begin"),
        ("1. 11-15 ( )", "a variation without moves"),
        ("1. 11-15 ( 1. 9-13", "1 variations are not closed"),
        ("[Event]", 'a tag is .Name "value"., not .Event.'),
        ('[Event "a"]\n[GameType "20"]', "PDN, line 2: game type '20' is not English draughts, which is 21"),
        ('\n[FEN "B:W33:B1"]', 'PDN, line 2: bad position "B:W33:B1" for checkers: "33" is no square'),
        ('1. 11-15 /FEN "B:W22:B1"/', "a position that is set up in the middle of a game cannot be kept"),
        ("1. 11-15 e4", 'illegal move "e4"'),
        ("1. 11-15 0-0", 'illegal move "0-0"'),
    ],
)
def test_what_is_no_pdn_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        pdn.read(text)


def test_twenty_thousand_nested_variations_are_read_and_written() -> None:
    depth = 20_000
    (record,) = pdn.read("1. 11-15 " + "(1. 9-13 " * depth + ")" * depth + " *")
    steps, found = record.steps, 0
    while steps[-1].variations:
        steps, found = steps[-1].variations[0], found + 1
    assert found == depth
    text = pdn.write([record])
    assert text.count("(") == text.count(")") == depth


def test_huge_files_are_read_or_refused() -> None:
    """Each would take minutes if the work grew faster than the text."""
    million = 1_000_000
    for text in (
        "1. 11-15 {" + "x" * 50 * million + "} *",
        '[Event "' + "x" * million + '"] 1. 11-15 *',
        '[Event "' + '\\"' * million + '"] 1. 11-15 *',
        "1. 11-15" + " " * million + "*",
        f'[FEN "{KINGS}"] ' + " ".join(["1-5 32-28 5-1 28-32"] * 20_000),
    ):
        (record,) = pdn.read(text)
        assert record.steps
    for text in ('[Event "' + "\\" * million, "1" * million, "1. " * million, "(" * million, "1 - " * million):
        refused_or_read(pdn.read, text)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='0123456789x-:!?$.*()[]{};%" \n/BWK\\', max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    refused_or_read(pdn.read, text)
    refused_or_read(pdn.read, f"1. 11-15 {text}")
