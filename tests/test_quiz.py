"""Quizzes: answers are right by other means, wrong ones name their misconception, and what is exported reads back."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from functools import cache
from itertools import permutations
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import pytest

from zermelo import textbook
from zermelo.explaining.tikz import latex_escape
from zermelo.misconceptions import MISCONCEPTIONS, outcome
from zermelo.quiz import DIFFICULTIES, KINDS, AnswerError, Question, QuizError, ask, quiz
from zermelo.quiz.answers import read_leaves, read_name, read_number, read_order, read_window
from zermelo.quiz.export import gift, gift_escape, html
from zermelo.quiz.latex import latex
from zermelo.quiz.make import LIKELY
from zermelo.quiz.picture import drawing, picture
from zermelo.quiz.question import TOLD
from zermelo.quiz.trees import leaf_paths, named
from zermelo.tree import Tree, tree

PROGRAM = Path(sys.executable).parent / "zermelo"
SEEDS = range(200)
ALL = [(kind, difficulty) for kind in KINDS for difficulty in DIFFICULTIES]
every = pytest.mark.parametrize(("kind", "difficulty"), ALL)


@cache
def questions(kind: str, difficulty: int) -> list[Question]:
    """The questions that the tests look at."""
    return [ask(kind, seed, difficulty=difficulty) for seed in SEEDS]


class Plain:
    """Alpha-beta as slowly and plainly as possible: the windows by name, and the leaves seen."""

    def __init__(self, root: Tree, strict: bool) -> None:
        self.strict = strict
        self.windows: dict[str, tuple[float, float]] = {}
        self.seen: list[str] = []
        self.value = self.search("N1", root, -inf, inf)

    def search(self, name: str, node: Tree, alpha: float, beta: float) -> float:
        self.windows[name] = (alpha, beta)
        if node.utilities is not None:
            self.seen.append(name)
            return node.utilities[0]
        values: list[float] = []
        for child, below in node.children:
            if node.turn == 0:
                values.append(self.search(child, below, max([alpha, *values]), beta))
                if max(values) > beta or (max(values) == beta and not self.strict):
                    break
            else:
                values.append(self.search(child, below, alpha, min([beta, *values])))
                if min(values) < alpha or (min(values) == alpha and not self.strict):
                    break
        return max(values) if node.turn == 0 else min(values)


# What is asked


@every
def test_the_right_answer_is_right_by_other_means(kind: str, difficulty: int) -> None:
    for question in questions(kind, difficulty):
        made, answer = question.tree, question.answer
        if kind == "value":
            assert float(answer) == textbook.minimax(made)[0]
        elif kind == "expected value":
            assert float(answer) == pytest.approx(textbook.expectiminimax(made)[0], abs=1e-9)
        elif kind == "move":
            best = max if made.turn == 0 else min
            values = {name: textbook.minimax(child)[0] for name, child in made.children}
            assert [name for name in values if values[name] == best(values.values())] == [answer]
        elif kind == "order":
            counts = {
                order: len(
                    Plain(Tree(made.turn, tuple((n, made.play(n)) for n in order.split())), question.strict).seen
                )
                for order in question.orders
            }
            assert [order for order in counts if counts[order] == min(counts.values())] == [answer]
        else:
            plain = Plain(made, question.strict)
            if kind == "window":
                low, high = plain.windows[question.node]
                assert question.mark(f"({low}, {high})").right
            else:
                assert answer.split() == [letter for letter in question.leaves() if letter not in plain.seen]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_pruned_leaves_cannot_matter(difficulty: int) -> None:
    for question in questions("pruned leaves", difficulty):
        for extreme in (-1e6, 1e6):
            changed = question.tree
            for path in leaf_paths(question.tree):
                if path[-1] in question.answer.split():
                    changed = changed.with_leaf(path, (extreme, -extreme))
            assert textbook.minimax(changed)[0] == textbook.minimax(question.tree)[0]


@every
def test_the_right_answer_is_marked_right_and_told_why(kind: str, difficulty: int) -> None:
    for question in questions(kind, difficulty):
        marked = question.mark(question.answer)
        assert (marked.right, marked.answer, marked.misconception) == (True, question.answer, None)
        assert marked.feedback == f"Right. {question.why}"
        assert question.why.endswith(".")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_reason_names_every_pruned_leaf_where_it_was_cut_off(difficulty: int) -> None:
    for question in questions("pruned leaves", difficulty):
        told = re.findall(r"((?:[A-R] )+)at N\d+: (?:MAX|MIN) can already ", question.why)
        assert sorted(" ".join(told).split()) == question.answer.split()


def test_the_reason_of_a_window_says_who_has_found_its_bounds() -> None:
    question = next(q for q in questions("window", 2) if "∞" not in q.answer)
    alpha, beta = question.answer.strip("()").split(", ")
    assert re.fullmatch(
        rf"α is {alpha}: MAX has that already at N\d+\. β is {beta}: MIN has that already at N\d+\.", question.why
    )


@every
def test_every_wrong_answer_of_a_misconception_names_it(kind: str, difficulty: int) -> None:
    for question in questions(kind, difficulty):
        assert question.mistakes
        for wrong, name in question.mistakes.items():
            marked = question.mark(wrong)
            assert (marked.right, marked.answer, marked.misconception) == (False, question.answer, name)
            assert f"“{name}”" in marked.feedback
            assert TOLD[name] in marked.feedback
            assert f"The answer is {question.answer}. {question.why}" in marked.feedback


def leads(question: Question, misconception: str) -> str | None:
    """The answer of someone with this misconception, if they come to one."""
    found = outcome(question.tree, question.method, mistake=misconception, strict=question.strict)
    match question.kind:
        case "pruned leaves":
            seen = {path[-1] for path in found.examined}
            return question.read(" ".join(letter for letter in question.leaves() if letter not in seen) or "none")
        case "window":
            window = next((window for path, window in found.windows.items() if path[-1:] == (question.node,)), None)
            return None if window is None else question.read(f"{window[0]} {window[1]}")
        case "move":
            return found.move
    return question.read(f"{found.value:.6f}")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("kind", ["pruned leaves", "window", "value", "expected value", "move"])
def test_a_named_misconception_really_leads_to_that_answer_and_is_the_likeliest(kind: str, difficulty: int) -> None:
    methods = {misconception.name: misconception.methods for misconception in MISCONCEPTIONS}
    for question in questions(kind, difficulty)[:60]:
        expected: dict[str, str] = {}
        for misconception in LIKELY:
            if question.method in methods[misconception]:
                wrong = leads(question, misconception)
                if wrong is not None and wrong != question.answer:
                    expected.setdefault(wrong, misconception)
        assert question.mistakes == expected


def test_an_answer_that_no_misconception_leads_to_is_told_the_right_one_and_why() -> None:
    question = ask("value", 3)
    marked = question.mark("1000")
    assert (marked.right, marked.misconception) == (False, None)
    assert marked.feedback == f"The answer is {question.answer}. {question.why}"
    assert "N1: MAX chooses" in marked.feedback


@pytest.mark.parametrize(
    "name",
    ["cut on equality", "no cut on equality", "bound passed to a sibling", "MAX and MIN swapped", "off by one ply"],
)
def test_the_usual_misconceptions_are_asked_for_often(name: str) -> None:
    asked = [question for difficulty in (2, 3) for question in questions("pruned leaves", difficulty)]
    share = sum(name in question.mistakes.values() for question in asked) / len(asked)
    assert share > 0.3


def test_every_misconception_has_its_place_in_the_order() -> None:
    assert sorted(LIKELY) == sorted(misconception.name for misconception in MISCONCEPTIONS)


@every
def test_choices_hold_the_right_answer_once_and_are_all_different(kind: str, difficulty: int) -> None:
    places = set()
    for question in questions(kind, difficulty):
        choices = question.choices()
        assert choices.count(question.answer) == 1
        assert len(set(choices)) == len(choices) >= 3
        assert choices == question.choices()
        assert all(question.read(choice) == choice for choice in choices)
        places.add(choices.index(question.answer))
    assert len(places) >= 3


@every
def test_easy_is_small_without_ties_and_hard_is_tall(kind: str, difficulty: int) -> None:
    for question in questions(kind, difficulty):
        leaves = question.tree.leaves()
        assert question.tree.height() <= difficulty + 1
        assert len(leaves) <= (9, 13, 18)[difficulty - 1]
        if difficulty == 1:
            assert len(set(leaves)) == len(leaves)
            assert not question.strict
        elif kind == "pruned leaves":
            other = Plain(question.tree, not question.strict).seen
            assert other != Plain(question.tree, question.strict).seen


@every
def test_the_question_says_by_which_rule(kind: str, difficulty: int) -> None:
    for question in questions(kind, difficulty):
        assert question.text.startswith("The root N1 ")
        assert question.text.endswith("?")
        if question.method == "alpha-beta":
            assert ("equality is not enough" if question.strict else "equality is enough") in question.text
            assert "left to right" in question.text
        if question.tree.turn in (0, 1):
            assert f"N1 belongs to {('MAX', 'MIN')[question.tree.turn]}" in question.text


@every
def test_the_same_seed_gives_the_same_question_and_another_another(kind: str, difficulty: int) -> None:
    again = [ask(kind, seed, difficulty=difficulty) for seed in range(10)]
    assert again == questions(kind, difficulty)[:10]
    assert len({str(question.tree) for question in questions(kind, difficulty)}) > len(SEEDS) * 0.9


def test_a_quiz_takes_the_kinds_in_turn_and_is_the_same_for_the_same_seed() -> None:
    assert [question.kind for question in quiz(1, count=7)] == [*KINDS, KINDS[0]]
    assert [question.kind for question in quiz(1, count=3, kinds=["window", "move"])] == ["window", "move", "window"]
    assert quiz(4, difficulty=3) == quiz(4, difficulty=3)
    assert quiz(4)[0] != quiz(5)[0]
    assert {question.difficulty for question in quiz(4, difficulty=3)} == {3}


def test_plain_data_has_no_answer_and_the_key_has() -> None:
    for kind in KINDS:
        question = ask(kind, 1)
        data = json.loads(json.dumps(question.as_json()))
        assert not {"answer", "why", "mistakes"} & data.keys()
        assert named(tree(data["tree"])) == question.tree
        assert data["choices"] == question.choices()
        key = json.loads(json.dumps(question.key()))
        assert key["answer"] == question.answer
        assert [mistake["answer"] for mistake in key["mistakes"]] == list(question.mistakes)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"kinds": ["riddle"]}, 'there are no questions of the kind "riddle": there are pruned leaves, window, value'),
        ({"difficulty": 4}, "the difficulty is 4: it must be 1 (easy), 2 (medium) or 3 (hard)"),
        ({"count": 0}, "a quiz of 0 questions: it has 1 to 100"),
        ({"count": 101}, "a quiz of 101 questions: it has 1 to 100"),
    ],
)
def test_what_is_no_quiz_is_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(QuizError, match=re.escape(sentence)):
        quiz(1, **arguments)  # type: ignore[arg-type]


# How answers are written


@pytest.mark.parametrize("text", ["B D", "d b", "B,D", " b ; d ", "{B, D}", "BD", "b and d", "B & D.", "B D B"])
def test_leaves_are_read_in_many_spellings(text: str) -> None:
    assert read_leaves(text, "ABCDEFGHIJKLMN") == "B D"


@pytest.mark.parametrize("text", ["none", "None", " NONE. ", "-", "∅", "nothing"])
def test_no_leaves_are_read_in_many_spellings(text: str) -> None:
    assert read_leaves(text, "ABCDEFGHIJKLMNO") == "none"


@pytest.mark.parametrize(
    "text",
    [
        *[
            "(-inf, 3)",
            "(−∞,3)",
            "-inf 3",
            "[-inf; 3]",
            "-infinity, 3.0",
            "( - ∞ , +3 )",
            "-oo 3",
            "-INF,3",
            "]-inf,3[",
        ],
        *["α=-∞, β=3", "alpha = -inf, beta = 3", "−∞ | 3"],
    ],
)
def test_windows_are_read_in_many_spellings(text: str) -> None:
    assert read_window(text) == "(−∞, 3)"


@pytest.mark.parametrize("text", ["-2.5", "−2.5", "-2,5", " - 2.50 ", "-5/2", "-2.499999999"])
def test_numbers_are_read_in_many_spellings(text: str) -> None:
    assert read_number(text) == "-2.5"


@pytest.mark.parametrize(("text", "number"), [("3", "3"), ("+3.0", "3"), (".5", "0.5"), ("-0", "0"), ("14/3", "4.67")])
def test_numbers_have_one_spelling(text: str, number: str) -> None:
    assert read_number(text) == number


def test_children_and_orders_are_read_in_many_spellings() -> None:
    assert {read_name(text, ["N2", "N3", "C"]) for text in ("N3", "n3", " n 3", "N3.")} == {"N3"}
    orders = [" ".join(order) for order in permutations(["N2", "N10", "C"])]
    assert orders[3] == "N10 C N2"
    for text in ("4", " 4) ", "(4)", "order 4", "#4", "n10 c n2", "N10, C, N2", "N 10 C N 2"):
        assert read_order(text, orders) == "N10 C N2", text


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        ("pruned leaves", "Z", 'there is no leaf "Z": they are A to'),
        ("pruned leaves", "A-C", "write the letters of the leaves, such as B C, or none"),
        ("pruned leaves", "", "write the letters of the leaves, such as B C, or none"),
        ("window", "3", "write both bounds of the window, such as (-inf, 3)"),
        ("window", "", "write both bounds of the window, such as (-inf, 3)"),
        ("window", "(nan, 3)", "write both bounds of the window, such as (-inf, 3)"),
        ("window", "1" + " " * 200_000 + "x", "write both bounds of the window, such as (-inf, 3)"),
        ("window", "1 2 3", "write both bounds of the window, such as (-inf, 3)"),
        ("value", "", "write a number, such as 3 or -2.5"),
        ("value", "inf", "write a number, such as 3 or -2.5"),
        ("value", "1/0", "write a number, such as 3 or -2.5"),
        ("expected value", "9" * 400, "write a number, such as 3 or -2.5"),
        ("expected value", "٣", "write a number, such as 3 or -2.5"),
        ("move", "N1", "write one of N2, N3, N4"),
        ("order", "5", "write the number of an order, 1 to 4"),
        ("order", "0", "write the number of an order, 1 to 4"),
        ("order", "N2", "write the number of an order, 1 to 4"),
    ],
    ids=lambda text: text[:20],
)
def test_an_answer_that_cannot_be_understood_is_neither_right_nor_wrong(kind: str, text: str, sentence: str) -> None:
    with pytest.raises(AnswerError, match=re.escape(sentence)):
        ask(kind, 1).mark(text)


# Pictures


@every
def test_the_picture_shows_every_name_and_value_and_no_solution(kind: str, difficulty: int) -> None:
    for question in questions(kind, difficulty)[:20]:
        drawn = ElementTree.fromstring(question.picture())
        texts = [element.text or "" for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
        names = {"N1", *question.leaves(), *re.findall(r"N\d+", str(question.tree))}
        assert names <= set(texts)
        values = [f"{leaf[0]:g}".replace("-", "−") for leaf in question.tree.leaves()]
        owners = {"MAX", "MIN", "chance"}
        shares = {f"{p:g}" for p in re.findall(r"(0\.\d):", str(question.tree)) for p in [float(p)]}
        assert sorted(text for text in texts if text not in names | owners | shares) == sorted(
            value for value in values if value not in shares
        )
        classes = {element.get("class") for element in drawn.iter()}
        assert not classes & {"cut", "visit", "pruned", "seen", "edge best", "edge pruned"}
        assert question._repr_svg_() == question.picture()


def test_the_picture_names_the_plies_and_shows_probabilities() -> None:
    drawn = picture(named(tree("(chance(0.25:3 0.75:(4 5)) 2)")))
    assert all(f">{text}<" in drawn for text in ("MAX", "chance", "0.25", "0.75", "N3", "A", "D"))


def test_the_drawing_shows_plies_probabilities_and_letters() -> None:
    assert drawing(named(tree("(chance(0.2:3 0.8:4) chance(0.5:-1 0.5:(1 2)) 8)"))).splitlines() == [
        "MAX                  N1",
        "            ┌─────────┴─┬───────┐",
        "chance     N2          N3       8",
        "          ┌─┴──┐    ┌───┴───┐   F",
        "         0.2  0.8  0.5     0.5",
        "MIN       3    4   −1      N4",
        "          A    B    C    ┌──┴─┐",
        "                         1    2",
        "                         D    E",
    ]


@every
def test_drawings_fit_a_terminal_of_80_columns_and_hide_nothing(kind: str, difficulty: int) -> None:
    for question in questions(kind, difficulty):
        lines = question.drawing().splitlines()
        assert max(map(len, lines)) <= 80
        words = " ".join(lines).replace("┐", " ").replace("┌", " ").split()
        assert set(question.leaves()) <= set(words)
        values = sorted(f"{leaf[0]:g}" for leaf in question.tree.leaves())
        numbers = [word.replace("−", "-") for word in words if re.fullmatch(r"−?\d+", word)]
        assert sorted(numbers) == values


# For others


def unescape(text: str) -> str:
    """GIFT text as Moodle shows it."""
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)


def split(text: str, letters: str) -> list[str]:
    """Parts that begin with one of these control characters, where it is not escaped."""
    return [part for part in re.findall(rf"(?:^|[{letters}])(?:\\.|[^\\{letters}])*", text, re.DOTALL) if part.strip()]


def read_gift(text: str) -> list[dict[str, object]]:
    """A strict reader of what we write of GIFT."""
    read: list[dict[str, object]] = []
    for block in text.strip().split("\n\n"):
        if block.startswith("//"):
            continue
        match = re.fullmatch(
            r"::((?:\\.|[^\\:~=#{}])+)::\[html\]((?:\\.|[^\\:~=#{}])+)\{(#?)\n(.+)\n####((?:\\.|[^\\:~=#{}])+)\n\}",
            block,
            re.DOTALL,
        )
        assert match is not None, block
        answers = []
        for part in match[4].split("\n"):
            given, feedback = split(part, "#")
            assert given[0] in "=~"
            answers.append((given[0], unescape(given[1:]), unescape(feedback[1:])))
        read.append(
            {
                "title": unescape(match[1]),
                "text": unescape(match[2]),
                "numerical": match[3] == "#",
                "answers": answers,
                "general": unescape(match[5]),
            }
        )
    return read


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_gift_reads_back(difficulty: int) -> None:
    asked = quiz(difficulty, count=24, difficulty=difficulty)
    read = read_gift(gift(asked, title="Week 3: {~#=}"))
    assert len(read) == len(asked)
    for number, (question, data) in enumerate(zip(asked, read, strict=True), start=1):
        assert data["title"] == f"Week 3: {{~#=}} {number}: {question.title()}"
        page = ElementTree.fromstring(f"<div>{data['text']}</div>")
        assert page[0].text == question.text
        image = page.find(".//img")
        assert image is not None
        assert str(image.get("src")).startswith("data:image/svg+xml;base64,")
        assert page.findtext(".//code") == image.get("alt") == str(question.tree)
        assert ElementTree.fromstring(f"<p>{data['general']}</p>").text == question.why
        answers = data["answers"]
        assert isinstance(answers, list)
        plain = [(sign, ElementTree.fromstring(f"<p>{a}</p>").text or "", feedback) for sign, a, feedback in answers]
        if data["numerical"]:
            assert question.kind in {"value", "expected value"}
            assert [given for _, given, _ in plain] == [
                f"{question.answer}:0.005",
                *(f"%0%{wrong}:0.005" for wrong in question.mistakes),
            ]
            assert {sign for sign, _, _ in plain} == {"="}
        else:
            assert [given for _, given, _ in plain] == question.choices()
            assert [given for sign, given, _ in plain if sign == "="] == [question.answer]
        for _, given, feedback in plain:
            name = question.mistakes.get(given.removeprefix("%0%").removesuffix(":0.005"))
            if name is not None:
                assert f"“{name}”" in feedback
            else:
                assert feedback in {"Right.", "Not this one."}


def test_control_characters_of_gift_are_escaped_and_nothing_else() -> None:
    assert gift_escape("a~b=c#d{e}f:g\\h\ni") == r"a\~b\=c\#d\{e\}f\:g\\h\ni"
    assert unescape(gift_escape("a~b=c#d{e}f:g\\h\ni")) == "a~b=c#d{e}f:g\\h\ni"


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_sheet_is_a_page_with_the_key_after_all_questions(difficulty: int) -> None:
    asked = quiz(difficulty, count=12, difficulty=difficulty)
    text = html(asked, title="Games & <trees>")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    page = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert page.findtext("./head/title") == page.findtext("./body/h1") == "Games & <trees>"
    sections = page.findall("./body/section")
    assert len(sections) == len(asked) + 1
    for question, section in zip(asked, sections, strict=False):
        assert section.findtext("p") == question.text
        assert section.find("{http://www.w3.org/2000/svg}svg") is not None
        assert [item.text for item in section.findall("ol/li")] == list(question.orders)
        assert question.why not in "".join(section.itertext())
    key = sections[-1]
    assert [item.findtext("b") for item in key.findall("ol/li")] == [question.answer for question in asked]
    assert all(question.why in "".join(key.itertext()) for question in asked)


def test_what_latex_would_misunderstand_is_escaped() -> None:
    assert latex_escape("a_b & 5 % of {x} ~ ^ \\ # $") == (
        r"a\_b \& 5 \% of \{x\} \textasciitilde{} \textasciicircum{} \textbackslash{} \# \$"
    )
    assert latex_escape("(−∞, -3)") == r"(\ensuremath{-}\ensuremath{\infty}, \ensuremath{-}3)"


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_latex_document_is_balanced_and_plain(difficulty: int) -> None:
    asked = quiz(difficulty, count=12, difficulty=difficulty)
    text = latex(asked, title="50 % {of} games_")
    assert text.isascii()
    bare = re.sub(r"\\[{}\\#$%&_]", "", text)
    depth = 0
    for letter in bare:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0
    begun: list[str] = []
    for what, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if what == "begin":
            begun.append(name)
        else:
            assert begun.pop() == name
    assert begun == []
    assert text.count(r"\begin{tikzpicture}") == len(asked)
    body, key = text.split(r"\section*{Key}")
    assert key.count(r"\item") == len(asked)
    for question in asked:
        assert latex_escape(question.text) in body
        assert latex_escape(question.why) in key
        assert latex_escape(question.why) not in body
    leaves = sum(len(question.leaves()) for question in asked)
    assert body.count(r"\draw[leaf]") == leaves


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex to compile with")
def test_the_latex_document_compiles(tmp_path: Path) -> None:
    (tmp_path / "quiz.tex").write_text(latex(quiz(3, count=6, difficulty=3)), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "quiz.tex"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, errors="replace")
    assert result.returncode == 0, result.stdout[-2000:]
    assert "Overfull" not in result.stdout


# In the terminal


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the installed command as a user would."""
    return subprocess.run([PROGRAM, "quiz", *arguments], input=stdin, capture_output=True, text=True, check=False)


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def test_a_quiz_in_the_terminal_marks_and_counts() -> None:
    first, second, third = quiz(11, count=3)
    wrong, name = next(iter(second.mistakes.items()))
    answer = run("--seed", "11", "--count", "3", stdin=f"what?\n\n{first.answer.lower()}\n{wrong}\n{third.answer}\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    told = unwrapped(answer.stdout)
    for number, question in enumerate((first, second, third), start=1):
        assert f"{number} of 3: {question.title()}" in told
        assert question.text in told
        assert question.drawing() in answer.stdout
        assert question.why in told
    assert told.count("That cannot be understood: write the letters of the leaves, such as B C, or none.") == 1
    assert "Type the answer as shown, or quit to end." in told
    assert f"That looks like “{name}”. {unwrapped(TOLD[name])} The answer is {second.answer}." in told
    assert told.endswith("2 of 3 right")


@pytest.mark.parametrize("ending", ["quit\n", "EXIT\n", ""])
def test_leaving_early_tells_the_score_so_far(ending: str) -> None:
    first = quiz(11)[0]
    answer = run("--seed", "11", stdin=f"{first.answer}\n{ending}")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.splitlines()[-1] == "1 of 1 right, 4 questions left"


def test_interrupting_tells_the_score_so_far() -> None:
    process = subprocess.Popen(
        [PROGRAM, "quiz", "--seed", "11"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("a\n")
    process.stdin.flush()
    assert any("2 of 5" in line for line in iter(process.stdout.readline, ""))
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert output.splitlines()[-1] == "0 of 1 right, 4 questions left"


def test_orders_are_listed_by_number() -> None:
    question = quiz(3, count=1, kinds=["order"])[0]
    number = question.orders.index(question.answer) + 1
    answer = run("--seed", "3", "--count", "1", "--kind", "order", stdin=f"{number}\n")
    assert all(f"  {i}) {order}\n" in answer.stdout for i, order in enumerate(question.orders, start=1))
    assert answer.stdout.endswith("1 of 1 right\n")


def test_json_has_the_questions_with_their_key() -> None:
    arguments = ("--seed", "9", "--count", "2", "--kind", "pruned-leaves", "--kind", "expected-value", "--json")
    answer = json.loads(run(*arguments).stdout)
    asked = quiz(9, count=2, kinds=["pruned leaves", "expected value"])
    assert answer["seed"] == 9
    assert answer["questions"] == [question.as_json() | question.key() for question in asked]


def test_files_are_written_and_named(tmp_path: Path) -> None:
    files = {form: tmp_path / f"quiz.{form}" for form in ("gift", "html", "latex")}
    options = [text for form, file in files.items() for text in (f"--{form}", str(file))]
    answer = run("--seed", "2", "--count", "1", "--difficulty", "3", *options)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == f"Quiz 2: 1 question in {', '.join(str(file) for file in files.values())}\n"
    asked = quiz(2, count=1, difficulty=3)
    assert files["gift"].read_text(encoding="utf-8") == gift(asked, title="Quiz 2")
    assert files["html"].read_text(encoding="utf-8") == html(asked, title="Quiz 2")
    assert files["latex"].read_text(encoding="utf-8") == latex(asked, title="Quiz 2")


def test_without_a_seed_the_quiz_tells_its_own() -> None:
    title, rest = run("--count", "1", stdin="quit\n").stdout.split(":", 1)
    assert run("--count", "1", "--seed", title.removeprefix("Quiz "), stdin="quit\n").stdout.split(":", 1)[1] == rest


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--kind", "riddle"], "'riddle' is not one of 'pruned-leaves', 'window'"),
        (["--difficulty", "4"], "4 is not in the range 1<=x<=3"),
        (["--count", "0"], "0 is not in the range 1<=x<=100"),
        (["--seed", "-1"], "-1 is not in the range x>=0"),
        (["--gift", "/nowhere/at/all"], "No such file or directory"),
    ],
)
def test_bad_usage_is_one_sentence(arguments: list[str], sentence: str) -> None:
    answer = run(*arguments)
    assert answer.returncode == 2
    assert sentence in answer.stderr
    assert answer.stderr.count("\n") == 1
