"""Quizzes about searches: seeded questions with pictures, answers, and feedback that names the misconception.

>>> first = quiz(7)[0]
>>> first.kind, first.mark(first.answer).right
('pruned leaves', True)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from zermelo.quiz.answers import AnswerError
from zermelo.quiz.make import DIFFICULTIES, KINDS, QuizError, ask
from zermelo.quiz.question import Marked, Question

__all__ = ["DIFFICULTIES", "KINDS", "MOST_QUESTIONS", "AnswerError", "Marked", "Question", "QuizError", "ask", "quiz"]

MOST_QUESTIONS = 100


def quiz(seed: int, *, count: int = 5, difficulty: int = 2, kinds: Sequence[str] | None = None) -> list[Question]:
    """Questions of these kinds in turn, the same for the same seed.

    Args:
        seed: For the random numbers.
        count: How many questions.
        difficulty: 1 easy, 2 medium, 3 hard.
        kinds: Unless said, all there are.

    Raises:
        QuizError: There is no such kind, difficulty, or number of questions.
    """
    if not 1 <= count <= MOST_QUESTIONS:
        raise QuizError(f"a quiz of {count} questions: it has 1 to {MOST_QUESTIONS}")
    random, chosen = Random(f"quiz {seed}"), kinds or KINDS
    seeds = [random.randrange(1_000_000) for _ in range(count)]
    return [ask(chosen[turn % len(chosen)], each, difficulty=difficulty) for turn, each in enumerate(seeds)]
