"""Logical queries on public sets: what was asked there as it stands, and queries composed of it whose answers set algebra tells."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from benchmarks.cis.collections import Asked, Collection, filled
from benchmarks.cis.metrics import interval, measured
from cckg.core.text import content_hash
from cckg.models import Embedder
from cckg.questions import Formula, parse_logical_query
from cckg.stores import GraphStore, Hit
from queries.logic import Logic, logical_hits
from queries.retrieval import retrieve

MEASURE = "ndcg@10"
COMPOSED = 120
"""Queries that are composed, at most, of each form."""
_K = 10
_WORDS = 6  # of a query that is a term
_SHARED = 2  # passages that two terms share, at least, so that the one does not imply that the other is not meant
_LEFT = 3  # passages that answer, at least


@dataclass(frozen=True, slots=True)
class Composed:
    """A query in plain words and as a formula, with the passages that answer it."""

    asked: Asked
    query: str


FORMS: dict[str, tuple[str, str]] = {
    "a but not b": ("{0} but not {1}", '"{0}" AND NOT "{1}"'),
    "both a and b": ("both {0} and {1}", '"{0}" AND "{1}"'),
    "either a or b but not c": ("either {0} or {1} but not {2}", '("{0}" OR "{1}") AND NOT "{2}"'),
    "a and b but not c": ("both {0} and {1} but not {2}", '"{0}" AND "{1}" AND NOT "{2}"'),
}


def composed(collection: Collection, form: str, *, seed: int) -> list[Composed]:
    """Compose queries of a form of those of a collection that are short enough to be terms; the same seed gives the same ones.

    Half of a collection's queries, by a hash, are there to choose on: none is composed of these.
    """
    wording, query = FORMS[form]
    short = [asked for asked in collection.questions if len(asked.text.split()) <= _WORDS and '"' not in asked.text and is_tested(asked)]
    found = [
        Composed(Asked(" ".join(one.id for one in some), wording.format(*texts), dict.fromkeys(sorted(gold), 1)), query.format(*texts))
        for some, gold in _answered(short, form)
        for texts in [[one.text.strip(" ?.") for one in some]]
    ]
    order = np.random.default_rng(seed).permutation(len(found))[:COMPOSED]
    return [found[place] for place in order]


def is_tested(asked: Asked) -> bool:
    """Tell whether nothing was chosen on a query."""
    return int(content_hash("half", asked.id), 16) % 2 == 1


def table(
    asked: Sequence[Asked], formulas: Sequence[Formula | None], *, store: GraphStore, embedder: Embedder, logic: Logic
) -> dict[str, list[float]]:
    """Return mean and interval of the measure of each method, and of what logic gains over dense retrieval."""
    methods: dict[str, Callable[[str], list[str]]] = {
        method: lambda text, method=method: _ids(retrieve(text, store=store, embedder=embedder, method=method, over="chunks", k=_K))
        for method in ("bm25", "dense", "hybrid")
    }
    rankings = {name: [ranked(one.text) for one in asked] for name, ranked in methods.items()}
    rankings["logic"] = [
        _ids(logical_hits(formula, store=store, embedder=embedder, over="chunks", k=_K, logic=logic)) if formula else plain
        for formula, plain in zip(formulas, rankings["hybrid"], strict=True)
    ]
    values = {name: measured(asked, found, (MEASURE,))[MEASURE] for name, found in rankings.items()}
    values["logic − dense"] = [one - other for one, other in zip(values["logic"], values["dense"], strict=True)]
    return {name: [round(number, 4) for number in interval(given)] for name, given in values.items()}


def tables(collection: Collection, *, embedder: Embedder, logic: Logic, written: Callable[[str], str | None]) -> dict[str, object]:
    """Measure a collection's own queries, and composed ones: as formulas, and as the words are understood."""
    store = filled(collection, embedder)
    own = list(collection.questions)
    understood = [_formula(written(one.text)) for one in own]
    found: dict[str, object] = {"own queries": {"queries": len(own), **table(own, understood, store=store, embedder=embedder, logic=logic)}}
    if operated := [(one, formula) for one, formula in zip(own, understood, strict=True) if formula]:
        some, formulas = zip(*operated, strict=True)
        found["own queries with an operator"] = {
            "queries": len(some),
            **table(some, formulas, store=store, embedder=embedder, logic=logic),
        }
    for form in FORMS:
        some = composed(collection, form, seed=_SEED)
        if len(some) < _ENOUGH:
            continue
        asked = [one.asked for one in some]
        given = table(asked, [parse_logical_query(one.query) for one in some], store=store, embedder=embedder, logic=logic)
        by_words = table(asked, [_formula(written(one.text)) for one in asked], store=store, embedder=embedder, logic=logic)
        found[form] = {"queries": len(some), **given, "logic, as the words are understood": by_words["logic"]}
    return found


# Private

_SEED = 20261123
_ENOUGH = 20  # queries of a form; a collection of long queries gives few or none


def _ids(hits: Sequence[Hit]) -> list[str]:
    return [hit.id for hit in hits]


def _formula(query: str | None) -> Formula | None:
    return parse_logical_query(query) if query else None


def _answered(short: Sequence[Asked], form: str) -> Iterator[tuple[tuple[Asked, ...], set[str]]]:
    """Yield terms that share passages, and the passages that answer."""
    golds = [set(one.gold) for one in short]
    pairs = [(i, j) for i, j in combinations(range(len(short)), 2) if len(golds[i] & golds[j]) >= _SHARED]
    for i, j in pairs:
        if form == "a but not b":
            some = [((i, j), golds[i] - golds[j]), ((j, i), golds[j] - golds[i])]
        elif form == "both a and b":
            some = [((i, j), golds[i] & golds[j])]
        else:
            joined = golds[i] | golds[j] if form.startswith("either") else golds[i] & golds[j]
            some = [((i, j, k), joined - golds[k]) for k in range(len(short)) if k not in (i, j) and len(joined & golds[k]) >= _SHARED]
        yield from (((tuple(short[place] for place in places)), gold) for places, gold in some if len(gold) >= _LEFT)
