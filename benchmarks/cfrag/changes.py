"""Counterfactual variations looked at: how many of each operator's are valid, how far they lie, and some to be read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.cfrag.cases import Corpus
from benchmarks.cfrag.questions import Asked
from cckg.core.arbitration import Neighbours, Operator, Variation, VariationWriter
from cckg.core.trace import Trace

ALL = 100
"""Variations of a question that are looked at, at most: more than are ever made."""
SHOWN = 50
SEED = 20261123


class Varied:
    """Makes those who vary questions, and remembers what they made; `made` holds question, operator and variation."""

    def __init__(self, corpus: Corpus) -> None:
        """Take whose writers are listened to."""
        self.made: list[tuple[str, Operator, str]] = []
        self._varying = corpus.explorer.varying

    def __call__(self, near: Neighbours) -> VariationWriter:
        """Return a writer that is listened to."""
        return _Heard(self._varying(near), self.made)


def variations(corpus: Corpus, questions: Sequence[Asked]) -> tuple[dict[str, Any], list[tuple[str, Variation]]]:
    """Return the figures by operator over all variations of questions, and the valid ones, each with its question.

    Figures are how many were made, the share that is valid (CF-RAG eq. 2: near enough, and with another baseline answer), and of the valid
    ones the mean semantic distance, 1 − cosine, and the mean distance of the baseline answers, both 0..1; None where none is valid. Of one
    question no more than `ALL` are answered.
    """
    varied = Varied(corpus)
    explorer = replace(corpus.explorer, varying=varied, policy=replace(corpus.explorer.policy, variations=ALL))
    valid: list[tuple[str, Variation]] = []
    for asked in questions:
        valid += [(asked.text, variation) for variation in explorer.around(asked.text, trace=Trace()).variations]
    figures = {str(operator): _figures(operator, varied.made, valid) for operator in Operator}
    return {"questions": len(questions), **figures, "all": _figures(None, varied.made, valid)}, valid


def shown(valid: Sequence[tuple[str, Variation]]) -> list[str]:
    """Return up to `SHOWN` variations drawn at random, as lines to be read, in the order of their questions."""
    drawn = np.random.default_rng(SEED).choice(len(valid), size=min(SHOWN, len(valid)), replace=False) if valid else ()
    return [
        f"{variation.operator}: {question} → {variation.question} "
        f"(distance {1 - variation.similarity:.2f}, answers {variation.answer_distance:.2f})"
        for question, variation in (valid[place] for place in sorted(drawn))
    ]


# Private


class _Heard:
    """Varies as another writer does, and writes down what it made."""

    def __init__(self, writer: VariationWriter, made: list[tuple[str, Operator, str]]) -> None:
        self.name = writer.name
        self._writer = writer
        self._made = made

    def vary(self, question: str) -> list[tuple[Operator, str]]:
        """Return what the other does."""
        found = self._writer.vary(question)
        self._made += [(question, operator, text) for operator, text in found]
        return found


def _figures(
    operator: Operator | None, made: Sequence[tuple[str, Operator, str]], valid: Sequence[tuple[str, Variation]]
) -> dict[str, float | int | None]:
    """Return the figures of an operator, or of all."""
    count = sum(operator in (None, kind) for _, kind, _ in made)
    kept = [variation for _, variation in valid if operator in (None, variation.operator)]
    return {
        "made": count,
        "valid": round(len(kept) / count, 4) if count else None,
        "semantic distance": round(float(np.mean([1 - variation.similarity for variation in kept])), 4) if kept else None,
        "answer distance": round(float(np.mean([variation.answer_distance for variation in kept])), 4) if kept else None,
    }
