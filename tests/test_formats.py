"""Files of other programs: what is read is written back, what is wrong gets a sentence, and nothing takes too long."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.formats import FormatError, epd, pgn
from zermelo.formats.record import Record, Step


def random_record(seed: int) -> Record:
    """A random game with comments, glyphs and nested variations."""
    random = Random(seed)

    def line(position: zermelo.Position, plies: int, nested: int) -> list[Step]:
        steps = []
        for _ in range(plies):
            if position.turn is None:
                break
            step = Step(random.choice(position.moves()))
            if random.random() < 0.3:
                step.comment = random.choice(["good", "[%clk 0:01:02]", "a (b) c", "x" * 60])
            if random.random() < 0.2:
                step.nags.append(random.randint(1, 139))
            if nested and random.random() < 0.3:
                step.variations = [
                    line(position, random.randint(1, 5), nested - 1) for _ in range(random.randint(1, 2))
                ]
            steps.append(step)
            position = position.play(step.move)
        return steps

    start = zermelo.game("chess", draws="never").start()
    record = Record("chess", options=pgn.OPTIONS, tags={"White": 'A "B" \\ C'}, result=random.choice(pgn.RESULTS))
    record.steps = line(start, random.randint(1, 60), 3)
    record.comment = random.choice(["", "Before all."])
    return record


def told(steps: list[Step]) -> list[object]:
    return [
        (step.move, step.before, step.comment, step.nags, [told(line) for line in step.variations]) for step in steps
    ]


@pytest.mark.parametrize("seed", range(40))
def test_a_game_is_read_back_as_it_was_written(seed: int) -> None:
    record = random_record(seed)
    text = pgn.write([record, record])
    one, other = pgn.read(text)
    assert told(one.steps) == told(record.steps) == told(other.steps)
    assert (one.result, one.comment, one.tags["White"]) == (record.result, record.comment, record.tags["White"])
    assert pgn.write([one, other]) == text
    assert max(map(len, text.splitlines())) <= 80


def test_a_game_from_a_position_keeps_it() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    record = pgn.read(f'[FEN "{fen}"]\n1. e4 Kd7 *')[0]
    assert record.start == fen
    assert f'[FEN "{fen}"]' in pgn.write([record])
    assert next(record.positions()).text == fen
    assert len(list(record.positions())) == 3


def test_moves_are_written_as_the_standard_has_them() -> None:
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O" in pgn.write(pgn.read("e2e4 e7e5 g1f3 b8c6 Bf1-b5 Ng8f6 0-0 *"))


def test_other_peoples_habits_are_understood() -> None:
    text = "%for another program\n1.e4!! e5 ! 2 Nf3 ?! Nc6 $1 3. Bb5 {a} {b} ; c\n a6 ( 3... Nf6 1-0 ) 4.Ba4 1-0"
    steps = pgn.read(text)[0].steps
    assert [step.nags for step in steps] == [[3], [1], [6], [1], [], [], []]
    assert steps[4].comment == "a b c"
    assert pgn.read("") == pgn.read("   \n\n") == []
    assert len(pgn.read('[Event "a"]\n\n[Event "b"]\n1. e4')) == 1  # tags without moves run on


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1. e4 e5\n2. Ke3 *", 'PGN, line 2: illegal move "Ke3" in chess'),
        ("1. e4 {never closed", "line 1: a comment that begins here is not closed"),
        ("( 1. e4 )", "a variation before the first move"),
        ("1. e4 )", "a variation ends that did not begin"),
        ("1. e4 ( )", "a variation without moves"),
        ("1. e4 ( 1. d4", "1 variations are not closed"),
        ("[Event]", 'a tag is .Name "value"., not .Event.'),
        ('1. e4 (1. d4 [Event "x"] )', "a tag within a variation"),
        ('[FEN "8/8"]', "bad position"),
        ("$1 e4", '".1" is no annotation of a move'),
        ("1. e4 $x", "is no annotation of a move"),
        ("! e4", '"!" stands before the first move'),
        ("1. e4 }", '"}" stands where a move must'),
    ],
)
def test_what_is_no_pgn_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        pgn.read(text)


def test_twenty_thousand_nested_variations_are_read_and_written() -> None:
    depth = 20_000
    (record,) = pgn.read("1. e4 " + "(1. d4 " * depth + ")" * depth + " *")
    steps, found = record.steps, 0
    while steps[-1].variations:
        steps, found = steps[-1].variations[0], found + 1
    assert found == depth
    text = pgn.write([record])
    assert text.count("(") == text.count(")") == depth


def test_a_huge_comment_and_an_endless_game_are_read() -> None:
    (record,) = pgn.read("1. e4 {" + "x" * 50_000_000 + "} *")
    assert len(record.steps[0].comment) == 50_000_000
    (record,) = pgn.read(" ".join(["Nf3 Nf6 Ng1 Ng8"] * 20_000))
    assert len(record.steps) == 80_000


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='e4d5Nf3O-x=Q+#!?$12.*()[]{};%" \n/w\\', max_size=120))
def test_any_text_is_read_or_refused_by_pgn(text: str) -> None:
    refused_or_read(pgn.read, text)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='8/kKqQpPw -bmid;"Ra1', max_size=100))
def test_any_text_is_read_or_refused_by_epd(text: str) -> None:
    refused_or_read(epd.read, text)
    refused_or_read(epd.read, f"4k3/8/8/8/8/8/8/4K3 w - - {text}")


def refused_or_read(read: Callable[[str], object], text: str) -> None:
    sentence = ""
    try:
        read(text)
    except FormatError as error:
        sentence = str(error)
    assert "\n" not in sentence


# EPD


def test_epd_is_read_and_written_back() -> None:
    line = '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01"; acd 5;'
    (read,) = epd.read(f"# a suite\n\n{line}\n")
    assert read.operations == {"bm": ["Qd1+"], "id": ["BK.01"], "acd": ["5"]}
    assert epd.write([read]) == f"{line}\n"
    assert read.moves("bm") == ["Qd1+"]
    assert read.moves("am") == []
    clocked = epd.read_line("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;")
    assert clocked.position.text == "4k3/8/8/8/8/8/8/4K2R w K - 7 30"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("8/8", "EPD, line 1: bad position"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Ke9;", "illegal move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd1", "the operation bm does not end with ;"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7 bm;", '"7 bm;" is no operation'),
        ('4k3/8/8/8/8/8/8/4K3 w - - id "open;', "the operands of id are not closed"),
    ],
)
def test_what_is_no_epd_gets_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        epd.read(line)
