"""The quiz page's interface: questions by their seed, answers marked, and quizzes written for others.

Nothing is kept between requests: the seed is the question.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from zermelo.quiz import KINDS, MOST_QUESTIONS, ask, quiz
from zermelo.quiz.export import gift, html
from zermelo.quiz.latex import latex
from zermelo.web.models import Error, Strict, Word
from zermelo.web.trees import Searched, TreeFile, searched

Difficulty = Annotated[int, Field(ge=1, le=3)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]


class QuestionRequest(Strict):
    """A question to ask."""

    kind: Word
    seed: Seed
    difficulty: Difficulty = 2


class AnswerRequest(QuestionRequest):
    """An answer to mark."""

    answer: Word


class QuizRequest(Strict):
    """A quiz to write."""

    seed: Seed
    difficulty: Difficulty = 2
    count: int = Field(5, ge=1, le=MOST_QUESTIONS)
    kinds: list[Word] = Field(default_factory=list, max_length=len(KINDS))


class Kinds(BaseModel):
    """The kinds of questions there are."""

    kinds: list[str]


class QuestionView(BaseModel):
    """A question, without its answer."""

    kind: str
    seed: int
    difficulty: int
    title: str
    text: str
    how: str
    orders: list[str]
    leaves: list[str]
    picture: str


class MarkedView(BaseModel):
    """An answer after marking, with the search that was asked about."""

    right: bool
    answer: str
    feedback: str
    misconception: str | None
    search: Searched


def quiz_routes() -> APIRouter:
    """What the quiz page asks."""
    responses: dict[int | str, dict[str, Any]] = {422: {"model": Error}}
    router = APIRouter(prefix="/api/v1/quiz", responses=responses)

    @router.get("")
    def kinds() -> Kinds:
        """What can be asked about."""
        return Kinds(kinds=list(KINDS))

    @router.post("/question")
    def question(wanted: QuestionRequest) -> QuestionView:
        """Asks a question."""
        asked = ask(wanted.kind, wanted.seed, difficulty=wanted.difficulty)
        return QuestionView(
            kind=asked.kind,
            seed=asked.seed,
            difficulty=asked.difficulty,
            title=asked.title(),
            text=asked.text,
            how=asked.how,
            orders=list(asked.orders),
            leaves=asked.leaves() if asked.kind == "pruned leaves" else [],
            picture=asked.picture(standalone=False),
        )

    @router.post("/mark")
    def mark(wanted: AnswerRequest) -> MarkedView:
        """Marks an answer and names the misconception behind a wrong one."""
        asked = ask(wanted.kind, wanted.seed, difficulty=wanted.difficulty)
        marked = asked.mark(wanted.answer)
        return MarkedView(
            right=marked.right,
            answer=marked.answer,
            feedback=marked.feedback,
            misconception=marked.misconception,
            search=searched(asked.trace()),
        )

    @router.post("/files/{form}")
    def file(form: Literal["gift", "html", "latex"], wanted: QuizRequest) -> TreeFile:
        """A whole quiz with its key: for Moodle, or to print."""
        questions = quiz(wanted.seed, count=wanted.count, difficulty=wanted.difficulty, kinds=wanted.kinds or None)
        writer, name, media_type = {
            "gift": (gift, "quiz.gift", "text/plain"),
            "html": (html, "quiz.html", "text/html"),
            "latex": (latex, "quiz.tex", "application/x-tex"),
        }[form]
        return TreeFile(name=name, media_type=media_type, content=writer(questions, title=f"Quiz {wanted.seed}"))

    return router
