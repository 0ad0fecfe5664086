"""Data sets that systems are compared on: a folder with documents and gold questions. Made-up worlds come from `benchmarks.worlds`.

A question's marks are pairs (points, out of how many) by metric, so that any set of questions can be summed up: what a metric does not
apply to has no entry.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cckg.app import CausalRAG
from cckg.core.errors import InputError
from cckg.core.evidence import Answer
from cckg.evaluation.answer_scores import AnswerGrader, answer_f1, contains, exact_match, name_of, ranked, smart_match
from cckg.evaluation.gold import GoldQuestion, load_gold
from cckg.evaluation.judging import ChatJudge, CoverageJudge
from cckg.evaluation.scoring import QuestionScore, score_question
from cckg.roles import LOCAL

Marks = Mapping[str, tuple[float, int]]
"""Points, and out of how many, by metric."""


@dataclass(frozen=True, slots=True)
class Item:
    """A question of a data set, and how an answer to it is marked."""

    id: str
    question: str
    mark: Callable[[Answer], Marks]


@dataclass(frozen=True, slots=True)
class Dataset:
    """Documents and gold questions. `fill` brings the documents of a seed into an application's empty store and returns the questions.

    A folder has the one seed 0. The second argument of `fill` is an empty folder for files.
    """

    name: str
    seeds: tuple[int, ...]
    fill: Callable[[CausalRAG, Path, int], Sequence[Item]]


def folder_dataset(folder: Path) -> Dataset:
    """Return a folder with `corpus/`, `gold_graph.json` and `questions.jsonl`, in the form of `examples/`.

    Raises:
        InputError: if one of them is missing.
    """
    missing = [name for name in ("corpus", "gold_graph.json", "questions.jsonl") if not (folder / name).exists()]
    if missing:
        raise InputError(f"{folder} has no {' and no '.join(missing)}. A data set has the form of examples/; see docs/how-to/evaluate.md.")

    def fill(app: CausalRAG, place: Path, seed: int) -> Sequence[Item]:
        del place, seed
        app.ingest([folder / "corpus"])
        gold, grader = load_gold(folder), grader_of(app)

        def marker(question: GoldQuestion) -> Callable[[Answer], Marks]:
            return lambda answer: {
                **_of_gold(score_question(answer, question, gold.wordings, read=_read)),
                **document_marks(answer, question.documents if question.answerable else ()),
                **_of_text(answer, question.answer),
                **whole_marks(answer, question.ideal, question.route, grader),
            }

        return [Item(question.id, question.question, marker(question)) for question in gold.questions]

    return Dataset(str(folder), (0,), fill)


def grader_of(app: CausalRAG) -> AnswerGrader:
    """Return who grades whole answers: the judge that the settings name, which need not be who answers."""
    settings = app.settings.evaluation
    judge = CoverageJudge(app.embedder()) if settings.judge == LOCAL else ChatJudge(app.roles.chats.connected(settings.judge))
    return AnswerGrader(app.embedder(), judge, settings)


def event_marks(*, wanted: int, found: int, named: int, right: int) -> Marks:
    """Mark the causes or effects that an answer names: how many of the wanted ones it found, and how many of the named ones are right."""
    precision = {"precision": (right, named)} if named else {}
    return {"recall": (found, wanted), **precision}


def document_marks(answer: Answer, relevant: Sequence[str]) -> Marks:
    """Mark the documents that an answer cites: |R_q|/|S_q| and |R_q|/|R| of CCRAG, and its ranking in the order of the citations."""
    if not relevant:
        return {}
    cited = list(dict.fromkeys(citation.uri.rsplit("/", 1)[-1] for citation in answer.package.citations))
    right = len(set(cited) & set(relevant))
    share = {"documents: precision": (right, len(cited))} if cited else {}
    return {
        **share,
        "documents: recall": (right, len(set(relevant))),
        **{name: (value, 1) for name, value in ranked(cited, relevant).items()},
    }


def whole_marks(answer: Answer, ideal: str | None, route: str, grader: AnswerGrader) -> Marks:
    """Mark a whole answer by how like the ideal one it is, under the name of its route's score; none without an ideal."""
    grade = grader.grade(answer, ideal) if ideal else None
    return {} if grade is None else {name_of(route): (grade, 1)}


def flag_marks(flags: Mapping[str, bool | None]) -> Marks:
    """Mark what is so or not; what is None does not apply."""
    return {name: (int(value), 1) for name, value in flags.items() if value is not None}


# Private


@cache
def _read(uri: str) -> str:
    return Path(uri).read_bytes().decode("utf-8")


def _of_gold(found: QuestionScore) -> Marks:
    marks = {
        "routes": (int(found.route), 1),
        **(event_marks(wanted=found.wanted, found=found.found, named=found.named, right=found.right) if found.wanted else {}),
        **flag_marks({"verdicts": found.verdict, "facts": found.fact, "declined": found.declined, "cited": found.cited}),
        "verbatim": (found.citations - found.fake, found.citations),
    }
    return {name: mark for name, mark in marks.items() if mark[1]}


def _of_text(answer: Answer, gold: str | None) -> Marks:
    if gold is None:
        return {}
    matches = {"EM": exact_match, "smart EM": smart_match, "Acc": contains}
    flags = flag_marks({name: matched(answer.text, gold) for name, matched in matches.items()})
    return {**flags, "F1": (answer_f1(answer.text, gold), 1)}
