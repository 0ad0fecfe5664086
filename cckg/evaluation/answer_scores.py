"""Scores of an answer's text: exact matches, token F1, and CCIS and CRS (CCRAG §5.2; CF-RAG, appendix C).

Each is 0..1. What a short answer "matches" is told three ways, for papers mean unlike things by it.
"""

import importlib.util
import re
import string
from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.errors import NotAvailableError
from cckg.core.evidence import Answer
from cckg.core.questions import Route
from cckg.core.text import token_f1
from cckg.evaluation.judging import Judge
from cckg.language import normalised
from cckg.models import Embedder
from cckg.settings import EvaluationSettings


@dataclass(frozen=True, slots=True)
class AnswerGrader:
    """Grades whole answers against ideal ones: w1 · cosine + w2 · the judge's share."""

    embedder: Embedder
    judge: Judge
    settings: EvaluationSettings

    def grade(self, answer: Answer, ideal: str) -> float | None:
        """Return w1·Sim + w2·LJ of an answer; None where the judge gave no usable judgement.

        Sim is the cosine of both texts by the encoder, LJ the judge's (correctness + faithfulness) / 10.
        """
        grades = self.judge.judge(answer, ideal)
        if grades is None:
            return None
        left, right = self.embedder.encode([_MARKS.sub("", answer.text), ideal])
        return self.settings.similarity_weight * float(left @ right) + self.settings.judge_weight * grades.share


def name_of(route: Route | str) -> str:
    """Return what the score of whole answers is called: CRS on counterfactual questions, else CCIS."""
    return "CRS" if route == Route.COUNTERFACTUAL else "CCIS"


def exact_match(text: str, gold: str) -> bool:
    """Tell whether both are the same words, but for case, punctuation and articles.

    >>> exact_match("The first of July, 1940.", "first of july 1940")
    True
    """
    return _plain(text) == _plain(gold)


def contains(text: str, gold: str) -> bool:
    """Tell whether the words of the gold answer stand in the text in a row ("Acc").

    >>> contains("It opened on 1 July 1940 [1].", "1 July 1940")
    True
    """
    return f" {_plain(gold)} " in f" {_plain(text)} "


def smart_match(text: str, gold: str) -> bool:
    """Tell whether the text gives the gold answer in another form: contained, the same date, yes or no, or a name by its last part.

    >>> [smart_match(*pair) for pair in (("On July 1, 1940.", "1 July 1940"), ("Correct.", "yes"), ("Lions did.", "Jacques-Louis Lions"))]
    [True, True, True]
    """
    if contains(text, gold):
        return True
    date = normalised(gold)
    if date is not None and date == normalised(text):
        return True
    said, wanted = _plain(text).split(), _plain(gold).split()
    if len(wanted) == 1 and wanted[0] in _YES_OR_NO:
        return bool(said) and _YES_OR_NO.get(said[0]) == _YES_OR_NO[wanted[0]]
    is_name = len(wanted) in (2, 3) and all(word[:1].isupper() for word in gold.split())
    return is_name and wanted[-1] in said


def answer_f1(text: str, gold: str) -> float:
    """Return the token F1 of both, without case, punctuation and articles."""
    return token_f1(_plain(text).split(), _plain(gold).split())


def require_rankings() -> None:
    """Raise NotAvailableError if the library that scores rankings is not installed: better before documents are read than after."""
    if importlib.util.find_spec("ir_measures") is None:
        raise NotAvailableError("Scoring rankings needs an extra that is not installed: pip install 'cckg[eval]'.")


def ranked(documents: Sequence[str], relevant: Sequence[str]) -> dict[str, float]:
    """Return recall@5 and nDCG@10 of a ranking of documents, best first, each 0..1; relevance is yes or no.

    Raises:
        NotAvailableError: if the library that computes them is not installed.
    """
    require_rankings()
    import ir_measures

    qrels = [ir_measures.Qrel("q", document, 1) for document in relevant]
    run = [ir_measures.ScoredDoc("q", document, -place) for place, document in enumerate(documents)]
    measures = [ir_measures.R @ 5, ir_measures.nDCG @ 10]
    found = ir_measures.calc_aggregate(measures, qrels, run)
    return {"recall@5": float(found[measures[0]]), "nDCG@10": float(found[measures[1]])}


# Private

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_MARKS = re.compile(r"\s*\[\d+\]")
_YES_OR_NO = {"yes": "yes", "true": "yes", "correct": "yes", "no": "no", "false": "no", "incorrect": "no"}
_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation + "“”‘’–—", " "))


def _plain(text: str) -> str:
    return " ".join(_ARTICLES.sub(" ", _MARKS.sub("", text).lower().translate(_PUNCTUATION)).split())
