"""Sums up how many gold questions a system answered rightly."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cckg.core.evidence import Answer
from cckg.evaluation.gold import GoldStandard
from cckg.evaluation.scoring import QuestionScore, ReadText, score_question


@dataclass(frozen=True, slots=True)
class Summary:
    """Shares over all questions, 0..1; None where no question asks for it. Recall and precision are micro-averaged over events.

    `macro_recall` and `macro_precision` are means over questions; a question with no event named has precision 0.
    """

    questions: int
    routes: float | None
    recall: float | None
    precision: float | None
    macro_recall: float | None
    macro_precision: float | None
    verdicts: float | None
    facts: float | None
    declined: float | None
    cited: float | None
    citations: int
    fake: int


def summarise(scores: Sequence[QuestionScore]) -> Summary:
    """Sum up the scores of all questions."""
    counted = [item for item in scores if item.wanted]
    return Summary(
        questions=len(scores),
        routes=_mean(scores, lambda item: item.route),
        recall=_ratio(_total(counted, lambda item: item.found), _total(counted, lambda item: item.wanted)),
        precision=_ratio(_total(counted, lambda item: item.right), _total(counted, lambda item: item.named)),
        macro_recall=_mean(counted, lambda item: _ratio(item.found, item.wanted)),
        macro_precision=_mean(counted, lambda item: _ratio(item.right, item.named) or 0.0),
        verdicts=_mean(scores, lambda item: item.verdict),
        facts=_mean(scores, lambda item: item.fact),
        declined=_mean(scores, lambda item: item.declined),
        cited=_mean(scores, lambda item: item.cited),
        citations=_total(scores, lambda item: item.citations),
        fake=_total(scores, lambda item: item.fake),
    )


def score_all(ask: Callable[[str], Answer], gold: GoldStandard, *, read: ReadText) -> list[QuestionScore]:
    """Ask every gold question and score the answers, in order."""
    return [score_question(ask(question.question), question, gold.wordings, read=read) for question in gold.questions]


# Private


def _mean(scores: Iterable[QuestionScore], part: Callable[[QuestionScore], float | None]) -> float | None:
    """Return the mean of what is not None; None if all is."""
    present = [value for value in map(part, scores) if value is not None]
    return sum(present) / len(present) if present else None


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _total(scores: Iterable[QuestionScore], part: Callable[[QuestionScore], int]) -> int:
    return sum(map(part, scores))
