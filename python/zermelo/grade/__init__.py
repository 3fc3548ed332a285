"""Grading a student's search: hidden questions, marks, and what kind of mistake it is on the smallest tree."""

from zermelo.grade.grading import Failure, Graded, GradedFunction, grade
from zermelo.grade.student import GradeError

__all__ = ["Failure", "GradeError", "Graded", "GradedFunction", "grade"]
