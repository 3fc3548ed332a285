"""A quiz for Moodle (GIFT), and as a page to print (HTML) with the key on its last page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from zermelo.quiz.question import Question

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{title}</title><style>
:root{{color-scheme:light dark}}
body{{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;background:#fff;color:#1c2733}}
@media (prefers-color-scheme:dark){{body{{background:#0f1720;color:#e6edf3}}}}
h1{{font-size:1.6rem}}h2{{font-size:1.1rem;margin:0}}
section{{break-inside:avoid;margin:0 0 2rem}}p{{margin:.5rem 0}}
svg{{display:block;max-width:100%;height:auto;margin:.8rem auto}}
.name,.answer{{display:flex;gap:.6rem;align-items:baseline}}
.name span,.answer span{{flex:1;border-bottom:1px solid currentColor;max-width:22rem}}
.answer .how{{flex:none;border:0;max-width:none;font-size:.85em;opacity:.75;margin-left:auto}}ol.orders{{columns:2}}
.key{{break-before:page}}.key li{{margin-bottom:.7rem;break-inside:avoid}}
@page{{size:A4;margin:16mm}}
@media print{{body{{font-size:10.5pt;margin:0;max-width:none;padding:0}}svg{{max-height:6.8cm;width:100%}}}}
</style></head><body>
<h1>{title}</h1>
<p class="name">Name: <span></span></p>
{questions}
<section class="key"><h2>Key</h2><ol>
{key}
</ol></section>
</body></html>
"""


def html(questions: Sequence[Question], *, title: str = "Quiz") -> str:
    """A page to print, complete in itself: the questions, and the key on a page of its own."""
    key = [f"<li><b>{escape(question.answer)}</b><br/>{escape(question.why)}</li>" for question in questions]
    sections = [_section(number, question) for number, question in enumerate(questions, start=1)]
    return PAGE.format(title=escape(title), questions="\n".join(sections), key="\n".join(key))


def _section(number: int, question: Question) -> str:
    orders = "".join(f"<li>{escape(order)}</li>" for order in question.orders)
    listed = f'<ol class="orders">{orders}</ol>' if orders else ""
    return (
        f"<section><h2>{number}. {escape(question.title())}</h2><p>{escape(question.text)}</p>"
        f"{question.picture()}{listed}"
        f'<p class="answer">Answer: <span></span><span class="how">{escape(question.how)}</span></p></section>'
    )


def gift(questions: Sequence[Question], *, title: str = "Quiz") -> str:
    """The questions for Moodle: numbers are to be typed, everything else is chosen; wrong answers get feedback.

    The format has no files, so the picture is part of the text.
    """
    parts = [f"// {title}: {len(questions)} questions"]
    for number, question in enumerate(questions, start=1):
        name = gift_escape(f"{title} {number}: {question.title()}")
        picture, tree = b64encode(question.picture().encode()).decode(), escape(str(question.tree))
        text = (
            f'<p>{escape(question.text)}</p><p><img src="data:image/svg+xml;base64,{picture}" alt="{tree}"/></p>'
            f"<p>The tree as text: <code>{tree}</code></p>"
        )
        numerical = question.kind in {"value", "expected value"}
        answers = "\n".join(_numbers(question) if numerical else _choices(question))
        parts.append(
            f"::{name}::[html]{gift_escape(text)}{{{'#' if numerical else ''}\n{answers}\n####{_html(question.why)}\n}}"
        )
    return "\n\n".join(parts) + "\n"


def gift_escape(text: str) -> str:
    """Text in which the control characters of GIFT mean nothing.

    >>> print(gift_escape("a = {b: ~c #1}"))
    a \\= \\{b\\: \\~c \\#1\\}
    """
    return "".join(f"\\{letter}" if letter in "\\~=#{}:" else letter for letter in text).replace("\n", "\\n")


def _html(text: str) -> str:
    return gift_escape(escape(text))


def _choices(question: Question) -> list[str]:
    return [
        f"={_html(choice)}#Right." if choice == question.answer else f"~{_html(choice)}#{_feedback(question, choice)}"
        for choice in question.choices()
    ]


def _numbers(question: Question) -> list[str]:
    # Answers are compared to two decimals, as in marking: half of the last one more or less is the same.
    wrong = [f"=%0%{answer}:0.005#{_feedback(question, answer)}" for answer in question.mistakes]
    return [f"={question.answer}:0.005#Right.", *wrong]


def _feedback(question: Question, wrong: str) -> str:
    return _html(question.diagnosis(wrong) or "Not this one.")
