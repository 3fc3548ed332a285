"""GGF and transcripts of othello: what is read is written back, what is wrong gets a sentence."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.formats import FormatError, ggf, transcript
from zermelo.formats.record import Record, Step

START = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
PASSED = "8 *O------ -------- -------- -------- -------- -------- -------- -------- O"
WHOLE = (
    "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[ann]PW[bob]RB[2196.37]RW[2200.35]TI[05:00//02:00]TY[8]"
    f"RE[+0.000]BO[{START}]\nB[d3//0.01]W[C5/2.39]B[f6/-1/1:02.5]W[f5];)\n"
)


def random_record(seed: int, begin: int = 0) -> Record:
    """A random game with evaluations and times; it begins after some plies."""
    random = Random(seed)
    position = zermelo.game("othello").start()
    for _ in range(begin):
        position = position.play(random.choice(position.moves()))
    record = Record("othello", tags={"Black": "ann", "White": "bob [b]"}, start=position.text if begin else None)
    while position.turn is not None and random.random() > 0.01:
        step = Step(random.choice(position.moves()))
        if random.random() < 0.3:
            step.comment = random.choice(["[%eval -2.50] [%emt 0.01]", "[%emt 1:02]", "[%eval +6]"])
        record.steps.append(step)
        position = position.play(step.move)
    record.result = random.choice(["*", "+4.000", "-64.00:r"])
    return record


def told(record: Record) -> object:
    return record.start, record.result, [(step.move, step.comment) for step in record.steps]


@pytest.mark.parametrize("seed", range(40))
def test_a_game_is_read_back_as_it_was_written(seed: int) -> None:
    records = [random_record(seed), random_record(seed, begin=7)]
    text = ggf.write(records)
    again = ggf.read(text)
    assert [told(record) for record in again] == [told(record) for record in records]
    assert again[0].tags == {"Site": "?", "Black": "ann", "White": "bob [b)", "TY": "8"}
    assert ggf.write(again) == text


def test_everything_in_a_game_of_the_archives_is_kept() -> None:
    (record,) = ggf.read(WHOLE)
    assert record.start is None
    assert record.result == "+0.000"
    assert record.tags == {
        "Site": "GGS/os",
        "Date": "2003.12.15_12:33:18.MST",
        "Black": "ann",
        "White": "bob",
        "BlackElo": "2196.37",
        "WhiteElo": "2200.35",
        "TimeControl": "05:00//02:00",
        "TY": "8",
    }
    assert [step.move for step in record.steps] == ["d3", "c5", "f6", "f5"]
    assert [ggf.evaluation(step) for step in record.steps] == [None, 2.39, -1.0, None]
    assert [ggf.seconds(step) for step in record.steps] == [0.01, None, 62.5, None]
    properties = WHOLE.removeprefix("1 ").replace("\n", "").replace("C5", "c5")
    written = ggf.write([record]).strip()
    assert sorted(written.split("]")) == sorted(properties.split("]"))


def test_a_match_of_two_games_may_have_its_number_in_front() -> None:
    game = f"(;GM[othello]BO[{START}]B[f5];)"
    assert len(ggf.read(f"2 {game}{game}\n1 {game}")) == 3
    assert ggf.read(" \n") == []


@pytest.mark.parametrize("said", ["W[pa]B[c1]", "W[PASS//0.1]B[C1]", "B[c1]", "W[--]B[c1]W[pa]B[pa]"])
def test_passes_may_be_written_or_left_out(said: str) -> None:
    (record,) = ggf.read(f"(;GM[Othello]BO[{PASSED}]{said};)")
    assert [step.move for step in record.steps] == ["pass", "c1"]
    *_, last = record.positions()
    assert last.outcome == "black wins: black 64, white -64 discs"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", 'GGF, line 1: a game begins with (; and not with "hello"'),
        ("\n\n(;GM[Chess];)", 'GGF, line 3: the game is "Chess" and not othello'),
        ("(;GM[Othello]", "GGF, line 1: a property is NAME[value], and a game ends with ;) but here is the end"),
        ("(;\nPB[ann;)", 'GGF, line 1: a property is NAME[value], and a game ends with ;) but here is "PB[ann;)"'),
        ("(;BO[10 --*];)", 'GGF, line 1: the board is 8 by 8, not "10"'),
        ("(;BO[8 --*];)", 'GGF, line 1: bad position "--*" for othello: there are 64 squares, not 3'),
        (f"(;B[f5]BO[{START}];)", "GGF, line 1: the board stands after the first move"),
        ("(;W[f5];)", "GGF, line 1: it is not the turn of white"),
        ("(;B[f5]\nW[a1];)", 'GGF, line 2: illegal move "a1" in othello'),
        ("(;B[f5/1/2/3];)", 'GGF, line 1: "f5/1/2/3" is more than a move, its evaluation and its time'),
        ("(;KB[f5/1];)", "GGF, line 1: moves of a game with komi cannot be kept"),
        ("(;\x00PB[];)", 'GGF, line 1: a property is NAME[value], and a game ends with ;) but here is "\\x00PB[];)"'),
    ],
)
def test_a_wrong_ggf_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        ggf.read(text)
    assert str(caught.value).startswith(sentence)


def test_only_othello_is_written_as_ggf() -> None:
    with pytest.raises(FormatError, match="GGF is written for othello only, not for chess"):
        ggf.write([Record("chess")])


@pytest.mark.parametrize("seed", range(40))
def test_a_transcript_is_read_back_with_the_passes_that_it_leaves_out(seed: int) -> None:
    record = random_record(seed)
    if record.steps and record.steps[-1].move == "pass":
        record.steps.pop()  # nobody can see a pass at the end
    text = transcript.write([record])
    assert "pass" not in text
    (again,) = transcript.read(text)
    assert [step.move for step in again.steps] == [step.move for step in record.steps]
    *_, last = record.positions()
    assert again.result == ("*" if last.utilities is None else f"{last.utilities[0]:+.0f}")


def test_some_games_of_the_tests_have_passes() -> None:
    passes = [step.move for seed in range(40) for step in random_record(seed).steps].count("pass")
    assert passes > 10


def test_transcripts_stand_in_lines_of_their_own() -> None:
    one, other = transcript.read("F5 d6 C3\r\n\n  f5f6e6f4e3 \n")
    assert [step.move for step in one.steps] == ["f5", "d6", "c3"]
    assert [step.move for step in other.steps] == ["f5", "f6", "e6", "f4", "e3"]
    assert transcript.write([one, other]) == "f5d6c3\nf5f6e6f4e3\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("f5d", 'transcript, line 1: "d" after 2 signs is no square: squares are a1 to h8, as in "f5d6c3"'),
        ("f5\nf5x9", 'transcript, line 2: "x9" after 2 signs is no square: squares are a1 to h8, as in "f5d6c3"'),
        ("f5a1", 'transcript, line 1: illegal move "a1" in othello'),
        ("f5pa", 'transcript, line 1: illegal move "pa" in othello'),
        ("e6f4e3f6g5d6e7f5c5a1", 'transcript, line 1: illegal move "a1" in othello'),
    ],
)
def test_a_wrong_transcript_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        transcript.read(text)
    assert str(caught.value).startswith(sentence)


def test_a_transcript_cannot_tell_where_another_game_began() -> None:
    with pytest.raises(FormatError, match="begin at the usual start"):
        transcript.write([random_record(1, begin=3)])


def read(module: ModuleType, text: str) -> tuple[list[Record], str]:
    """The games, or why they are refused."""
    try:
        return module.read(text), ""
    except FormatError as error:
        return [], str(error)


def mutated(text: str, changes: list[tuple[int, int, str]]) -> str:
    for at, length, new in changes:
        start = at % (len(text) + 1)
        text = text[:start] + new + text[start + length :]
    return text


CHANGES = st.lists(
    st.tuples(
        st.integers(0, 10_000), st.integers(0, 8), st.text(alphabet="[];()/BWPabcdefgh12345678-* \n", max_size=4)
    ),
    max_size=5,
)


@settings(max_examples=400, deadline=None)
@given(changes=CHANGES, anything=st.text(max_size=60))
def test_a_changed_file_is_read_or_refused_in_one_line(changes: list[tuple[int, int, str]], anything: str) -> None:
    for module, sample in ((ggf, WHOLE), (transcript, "f5d6c3d3c4f4f6f3e6e7\n")):
        for text in (mutated(sample, changes), anything):
            records, refusal = read(module, text)
            assert refusal.isprintable()
            if not refusal:
                assert [told(one) for one in module.read(module.write(records))] == [told(one) for one in records]


@pytest.mark.parametrize(
    "text",
    [
        "(;PB[" + "x" * 3_000_000 + "];)",
        "(;PB[" + "x" * 3_000_000,
        "(;" + "x" * 3_000_000,
        "(;" + "(;" * 1_500_000,
        " " * 3_000_000 + "x",
        "1" * 3_000_000,
        "(;" + "PB[]" * 500_000 + ";)",
        "(;GM[Othello]B[f5];)" * 30_000,
        "(;" + "B[pa]" * 80_000 + ";)",
        "x" * 3_000_000,
        "f5" * 1_500_000,
        "f5d6c3\n" * 30_000,
        "\n" * 3_000_000,
    ],
    ids=range(13),
)
def test_large_files_are_read_or_refused(text: str) -> None:
    """Each would take minutes if the work grew faster than the text."""
    for module in (ggf, transcript):
        _, refusal = read(module, text)
        assert len(refusal) < 1000
