"""How the built-in parser takes questions apart: with the reader that it has where people ask."""

from functools import cache

from cckg import models
from cckg.core.questions import ParsedQuestion
from cckg.questions import LocalQuestionParser


@cache
def parser() -> LocalQuestionParser:
    """Return the parser, opened once a process."""
    return LocalQuestionParser(models.open_reader("questions", folder=None, offline=False, threads=1))


@cache
def parse(question: str) -> ParsedQuestion:
    """Return a question's parts."""
    return parser().parse(question)
