"""Distils the Causal Inference Score: what a language model scores is what a small cross-encoder learns (CIS §4.2).

A triple is a question, a piece of knowledge, and the teacher's score of it. The knowledge of a question comes from the first passages of
BM25, as in the paper: most of it the very first, some from further behind, some from anywhere, so that the student sees what does not fit.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten

import numpy as np

from cckg.core.errors import InputError, NotAvailableError
from cckg.core.text import content_hash
from cckg.core.trace import Progress
from cckg.models import KnowledgeScorer
from cckg.scoring.cis import Triple
from cckg.stores import GraphStore

POOL = 100
"""Passages of BM25 that the knowledge of a question is taken from; the paper's number."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A question, and knowledge that is known to answer it, or to come near."""

    question: str
    answered_by: tuple[str, ...] = ()


def training_candidates(posed: Posed, *, store: GraphStore, told: Mapping[str, Sequence[str]], size: int) -> list[str]:
    """Return up to `size` different pieces of knowledge for a question.

    First what answers it, then up to half of them from the first passages of BM25, a third from the others among its first `POOL`, and the
    rest from anywhere. The same question over the same knowledge gets the same.

    Args:
        posed: its question is searched for as it is.
        store: holds the passages.
        told: what each passage tells: itself, or what is quoted from it; by its id.
        size: at least 1.
    """
    chance = random.Random(content_hash(posed.question))  # noqa: S311 - no secret
    hits = [hit.id for hit in store.search_text(posed.question, k=POOL) if hit.id in told]
    found = list(dict.fromkeys(text for hit in hits for text in told[hit] if text not in posed.answered_by))
    first = [*dict.fromkeys(posed.answered_by), *found][: (size + 1) // 2]
    behind = [text for text in found if text not in first]
    further = chance.sample(behind, min(len(behind), size // 3))
    anywhere = [chance.choice(told[name]) for name in chance.choices(sorted(told), k=2 * size)]
    return list(dict.fromkeys([*first, *further, *anywhere]))[:size]


def triples(
    posed: Sequence[Posed],
    *,
    store: GraphStore,
    told: Mapping[str, Sequence[str]],
    teacher: KnowledgeScorer,
    size: int,
    progress: Progress,
) -> Iterator[Triple]:
    """Yield the triples of questions, `size` each, as the teacher scores them; arguments as of `training_candidates`.

    Raises:
        InputError: naming the question that the teacher cannot score.
    """
    for number, one in enumerate(posed):
        progress(f"{teacher.name} scores", number, len(posed))
        knowledge = training_candidates(one, store=store, told=told, size=size)
        try:
            scores = teacher.score(one.question, knowledge)
        except InputError as error:
            raise InputError(f"“{shorten(one.question, _SHOWN, placeholder=' …')}” cannot be scored: {error}") from error
        for text, score in zip(knowledge, scores, strict=True):
            yield Triple(one.question, text, float(score))


def rank_agreement(wanted: Sequence[Triple], given: Sequence[float]) -> dict[str, float]:
    """Tell how scores agree with the teacher's: rank correlations over all triples, and the mean of those within each question.

    Returns:
        `spearman` and `kendall` (τ_b) over all, and `spearman_within`, of the questions with at least three pieces of knowledge that
        are not all scored alike; 0 where there is no such question.
    """
    from scipy.stats import kendalltau, spearmanr

    told, scores = np.array([one.score for one in wanted]), np.asarray(given)
    rows: dict[str, list[int]] = {}
    for row, one in enumerate(wanted):
        rows.setdefault(one.question, []).append(row)
    ordered = [some for some in rows.values() if len(some) >= _FEWEST and min(np.ptp(told[some]), np.ptp(scores[some])) > 0]
    if not ordered:
        return {"spearman": 0.0, "kendall": 0.0, "spearman_within": 0.0}
    return {
        "spearman": float(spearmanr(told, scores).statistic),
        "kendall": float(kendalltau(told, scores).statistic),
        "spearman_within": float(np.mean([spearmanr(told[some], scores[some]).statistic for some in ordered])),
    }


@dataclass(frozen=True, slots=True)
class Distilled:
    """A student that was written: how it agrees with its teacher on questions that were kept apart, and what it was made of."""

    folder: Path
    teacher: str
    learnt: int
    kept_apart: int
    agreement: Mapping[str, float]


def distil(
    given: Sequence[Triple],
    *,
    teacher: str,
    base: Path,
    start: Path | None,
    into: Path,
    epochs: int,
    progress: Progress,
) -> Distilled:
    """Train a student, and write it to a folder: its weights, its head, its tokeniser, a card, and what its files are.

    A cross-encoder over [CLS] question [SEP] knowledge [SEP] with a linear head on the first token, and the mean squared error as loss
    (§4.2), trained by sentence-transformers. Every eighth question is kept apart; training ends early when the loss on these no longer
    falls, and the best epoch counts. The manifest is written last: a run that is stopped leaves nothing that is opened.

    Args:
        given: the triples.
        teacher: whose scores they are.
        base: a folder with the weights of a BERT.
        start: adapters and head of an earlier student on the same base, to go on from; None begins with the base alone.
        into: the folder, made if need be; what a student left there is replaced.
        epochs: at most.
        progress: is told of each epoch.

    Raises:
        NotAvailableError: if the extra `torch` is not installed.
        InputError: if there are too few questions to keep some apart.
    """
    require_enough([one.question for one in given])
    from cckg.scoring.student import CrossEncoderStudent

    learnt, apart = [one for one in given if not is_kept_apart(one.question)], [one for one in given if is_kept_apart(one.question)]
    scores = np.array([one.score for one in learnt])
    mean, deviation = float(scores.mean()), float(scores.std()) or 1.0
    scaled = [[replace(one, score=(one.score - mean) / deviation) for one in part] for part in (learnt, apart)]
    student = CrossEncoderStudent(base, start=start)
    into.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".training-", dir=into) as work:
        student.train(*scaled, epochs=epochs, work=Path(work), progress=progress)
    found = rank_agreement(apart, student.rate([(one.question, one.knowledge) for one in apart]))
    made = Distilled(into, teacher, len(learnt), len(apart), found)
    student.save(into, notes={"teacher": teacher, "mean": f"{mean:.4f}", "deviation": f"{deviation:.4f}"}, card=_card(made))
    return made


def require_enough(questions: Sequence[str]) -> None:
    """Refuse what a student cannot be made of, before the teacher's time is spent.

    Raises:
        NotAvailableError: if the extra `torch` is not installed.
        InputError: if no question would be learnt from, or none kept apart.
    """
    if find_spec("sentence_transformers") is None or find_spec("datasets") is None:
        raise NotAvailableError("Distilling needs torch: pip install 'cckg[torch]'.")
    if len({is_kept_apart(question) for question in questions}) < len((True, False)):
        raise InputError(
            f"{len(set(questions))} questions are too few to learn from and to keep some apart. "
            "Read more documents, ask for more with --questions, or bring your own with --asked."
        )


def is_kept_apart(question: str) -> bool:
    """Tell whether a question is one that is not learnt from, by its hash."""
    return int(content_hash(question), 16) % _KEPT_APART == 0


# Private

_FEWEST = 3  # pieces of knowledge that have an order worth asking for
_KEPT_APART = 8  # of as many questions, one
_SHOWN = 80  # characters of a question in a message


def _card(made: Distilled) -> str:
    shares = "".join(f"| {name.replace('_', ' ')} | {value:.3f} |\n" for name, value in made.agreement.items())
    return (
        f"# A student of {made.teacher}\n\n"
        f"A cross-encoder that gives the Causal Inference Score log p(K|Q) − log p(K), in nats of its teacher, as it learned it from\n"
        f"{made.learnt} triples of a question, a piece of knowledge and a score. Made by `cckg distil`; used where `cis.student` names\n"
        f"this folder. It is bound to the documents that it was made from: on others it may be worse than the one that comes with cckg.\n\n"
        f"On {made.kept_apart} triples of questions that were kept apart:\n\n| agreement with the teacher | |\n|---|---|\n{shares}"
    )
