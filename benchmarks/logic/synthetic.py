"""Made-up documents of which it is known what they are about, and logical queries over them (after ITLR §3.1, appendix H).

A document is some sentences of each of some topics. A query of three terms joins topics by one of 32 templates: four ways to join, each
term negated or not. It is asked of up to three documents that match and up to three hard negatives, whose topics differ from a match in one
of the query's terms alone; to make it harder than the paper does, documents of other queries that do not match can be added.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from cckg.questions import And, Formula, Not, Term
from cckg.questions.formulas import Or

TOPICS = Path(__file__).parent / "topics.json"
MATCHES = NEGATIVES = 3
"""Documents that match a query, and hard negatives, at most."""
TERMS = 3

Sentences = Mapping[str, Sequence[str]]
"""Of each topic, by its name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as a formula and in plain words, the places of the documents it is asked of, and of those that match."""

    formula: Formula
    wording: str
    negations: int
    corpus: tuple[int, ...]
    matches: frozenset[int]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Texts, which topics each is about, and queries over them."""

    documents: tuple[str, ...]
    about: tuple[frozenset[str], ...]
    queries: tuple[Asked, ...]


def topics(*, tested: bool) -> dict[str, list[str]]:
    """Return the sentences of each topic: of every second one for development, of the others to be tested."""
    found = json.loads(TOPICS.read_text(encoding="utf-8"))["topics"]
    return {topic["name"]: topic["sentences"] for topic in found[int(tested) :: 2]}


def three_terms(sentences: Sentences, *, per_template: int, seed: int, others: int = 0) -> Benchmark:
    """Make queries by the 32 templates, with so many documents of other queries; the same seed gives the same benchmark."""
    making = _Making(sentences, seed, told=2)
    for join, negated in product(_JOINS, product((False, True), repeat=TERMS)):
        for _ in range(per_template):
            making.add(join, making.terms(TERMS), negated)
    return making.benchmark(others=others)


def many_terms(sentences: Sentences, *, count: int, join: str, queries: int, seed: int) -> Benchmark:
    """Make queries of so many terms, all joined by "and", or all by "or", over documents of as many topics, a sentence of each."""
    making = _Making(sentences, seed, told=1)
    for _ in range(queries):
        making.add(f"all {join}", making.terms(count), (False,) * count)
    return making.benchmark()


def holds(formula: Formula, of_document: frozenset[str]) -> bool:
    """Tell whether a formula is true of a document about these topics."""
    if isinstance(formula, Term):
        return formula.text in of_document
    if isinstance(formula, Not):
        return not holds(formula.operand, of_document)
    parts = (holds(operand, of_document) for operand in formula.operands)
    return all(parts) if isinstance(formula, And) else any(parts)


# Private

_TRIES = 20  # documents that are looked at for each that is added
_JOINS: dict[str, tuple[Callable[[Sequence[Formula]], Formula], str]] = {
    "and and": (lambda parts: And(tuple(parts)), "{} and {} and {}"),
    "and or": (lambda parts: Or((And(tuple(parts[:2])), parts[2])), "either {} and {}, or {}"),
    "or and": (lambda parts: And((Or(tuple(parts[:2])), parts[2])), "{} or {}, and also {}"),
    "or or": (lambda parts: Or(tuple(parts)), "{} or {} or {}"),
}
_ALL: dict[str, tuple[Callable[[Sequence[Formula]], Formula], str]] = {
    "all and": (lambda parts: And(tuple(parts)), " and "),
    "all or": (lambda parts: Or(tuple(parts)), " or "),
}


class _Making:
    """Makes documents and queries one after the other."""

    def __init__(self, sentences: Sentences, seed: int, *, told: int) -> None:
        self._sentences = sentences
        self._names = list(sentences)
        self._rng = np.random.default_rng(seed)
        self._told = told
        self._texts: list[str] = []
        self._about: list[frozenset[str]] = []
        self._asked: list[tuple[Formula, str, int, range]] = []

    def terms(self, count: int) -> tuple[str, ...]:
        """Draw topics."""
        return tuple(str(name) for name in self._rng.choice(self._names, count, replace=False))

    def add(self, join: str, terms: tuple[str, ...], negated: tuple[bool, ...]) -> None:
        """Add a query and its own documents."""
        parts = [Not(Term(text)) if denied else Term(text) for text, denied in zip(terms, negated, strict=True)]
        said = [f"not {text}" if denied else text for text, denied in zip(terms, negated, strict=True)]
        joined, wording = (_JOINS | _ALL)[join]
        formula = joined(parts)
        first = len(self._texts)
        for true in self._assignments(formula, terms):
            others = [name for name in self._names if name not in terms]
            about = sorted(true) + [str(name) for name in self._rng.choice(others, len(terms) - len(true), replace=False)]
            self._texts.append(self._text(about))
            self._about.append(frozenset(about))
        told = wording.format(*said) if join in _JOINS else wording.join(said)
        self._asked.append((formula, told, sum(negated), range(first, len(self._texts))))

    def benchmark(self, *, others: int = 0) -> Benchmark:
        """Return what was made."""
        queries = tuple(self._query(*one, others=others) for one in self._asked)
        return Benchmark(tuple(self._texts), tuple(self._about), queries)

    def _assignments(self, formula: Formula, terms: Sequence[str]) -> list[frozenset[str]]:
        """Return which terms each document of a query's own is about: some that match, and some that one term parts from one that does."""
        every = self._every(terms)
        matching = [row for row in every if holds(formula, row)]
        kept = self._some(matching, MATCHES)
        near = {match ^ {name} for match in matching for name in terms}
        return kept + self._some(sorted((row for row in near if not holds(formula, row)), key=sorted), NEGATIVES)

    def _every(self, terms: Sequence[str]) -> list[frozenset[str]]:
        """Return all ways to be about some terms; of many terms: none, each, all, and all but one, for that is where queries differ."""
        if len(terms) <= TERMS:
            rows = product((False, True), repeat=len(terms))
            return [frozenset(name for name, true in zip(terms, row, strict=True) if true) for row in rows]
        whole = frozenset(terms)
        return [frozenset(), *(frozenset({name}) for name in terms), *(whole - {name} for name in terms), whole]

    def _some(self, rows: Sequence[frozenset[str]], most: int) -> list[frozenset[str]]:
        return [rows[place] for place in self._rng.permutation(len(rows))[:most]]

    def _text(self, about: Sequence[str]) -> str:
        told = []
        for name in self._rng.permutation(about):
            given = self._sentences[name]
            told += [given[place] for place in self._rng.choice(len(given), self._told, replace=False)]
        return " ".join(told)

    def _query(self, formula: Formula, wording: str, negations: int, own: range, *, others: int) -> Asked:
        drawn = self._rng.choice(len(self._about), min(len(self._about), others * _TRIES), replace=False)
        further = [int(place) for place in drawn if place not in own and not holds(formula, self._about[place])][:others]
        corpus = tuple(int(place) for place in self._rng.permutation([*own, *further]))  # so that a tie favours none
        return Asked(formula, wording, negations, corpus, frozenset(place for place in own if holds(formula, self._about[place])))
