"""What is measured of a store: loading, searching, walking, adding and forgetting. Where the store stands is left to `places`.

Every time is wall time of calls of `GraphStore`, as a caller waits for them; making the documents is not counted.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import TypeAlias, TypeVar

import numpy as np

from benchmarks.stores.made_graph import MadeGraph, Questions
from benchmarks.stores.places import Place, memory_mb
from cckg.core.evidence import Direction
from cckg.core.graph import Polarity
from cckg.stores import Fingerprint, GraphStore, Stats

Result = TypeVar("Result")
Figures: TypeAlias = dict[str, "float | str | list[float] | Figures | None"]
Say: TypeAlias = Callable[[str], None]

K = 10
QUESTIONS = 200
ADDITIONS = 9
WARMING = 100  # questions and walks before those that are timed
WARM_AFTER = 150  # documents, loaded and added, that a server must have written before times are taken
DEPTH = 3
LIMITS = (2000, 200)


class MiscountError(Exception):
    """A store does not hold what was written to it."""


def measure(place: Place, made: MadeGraph, *, say: Say, warm_after: int = WARM_AFTER) -> Figures:
    """Load the graph into an empty place and measure everything of it; at the end the place holds the graph as it was loaded."""
    figures: Figures = {"load": _load(place, made, say=say), "disk_mb": {**place.disk_mb()}}
    say("finding by brute force what is nearest")
    questions = made.questions(WARMING + QUESTIONS, k=K)
    say("searching and walking")
    with closing(place.open()) as store:
        figures |= _search(store, made, questions)
        figures |= {f"neighbourhood_{limit}": _walk(store, made, limit=limit) for limit in LIMITS}
        figures["memory_mb"] = {"client": memory_mb(), "server": memory_mb(place.server) if place.server else None}
        say("adding and forgetting")
        return figures | _change(store, made, warming=warm_after - made.documents)


def measure_change(place: Place, made: MadeGraph, *, say: Say) -> Figures:
    """Load the graph into an empty place and measure what adding to it and forgetting cost, and nothing else."""
    _load(place, made, say=say)
    with closing(place.open()) as store:
        say("adding and forgetting")
        return _change(store, made, warming=WARM_AFTER - made.documents)


def timed(call: Callable[[], Result]) -> tuple[float, Result]:
    """Return how many seconds a call took, and what it returned."""
    begun = time.perf_counter()
    result = call()
    return time.perf_counter() - begun, result


def spread(seconds: Sequence[float]) -> Figures:
    """Return the median and the 95th percentile of seconds, in milliseconds."""
    half, most = np.percentile(seconds, [50, 95]) * 1000
    return {"p50_ms": round(float(half), 2), "p95_ms": round(float(most), 2)}


# Private

_SILENCE = 20.0  # seconds between two words of progress
_DIRECTIONS: tuple[Direction, ...] = ("causes", "effects")
_LOOKED_UP = 30  # wordings that consolidation asks for with each of its own


def _load(place: Place, made: MadeGraph, *, say: Say) -> Figures:
    """Write the graph document by document and check that all of it is there."""
    seconds: list[float] = []
    with closing(place.open()) as store:
        store.bind(Fingerprint("made-up", made.dimension))
        said = time.monotonic()
        for number in range(made.documents):
            seconds.append(timed(partial(store.write_document, made.document(number)))[0])
            if time.monotonic() - said > _SILENCE:
                said = time.monotonic()
                say(f"loaded {number + 1} of {made.documents} documents, the last in {seconds[-1]:.2f} s")
        counting, stats = timed(store.stats)
    if (stats.documents, stats.events, stats.claims) != (made.documents, made.events, made.claims):
        raise MiscountError(f"{stats.documents} documents, {stats.events} events and {stats.claims} claims are there after loading")
    tenth = max(len(seconds) // 10, 1)
    return {
        "seconds": round(sum(seconds), 2),
        "events_per_second": round(made.events / sum(seconds)),
        "claims_per_second": round(made.claims / sum(seconds)),
        "first_tenth_document_seconds": round(statistics.median(seconds[:tenth]), 4),
        "last_tenth_document_seconds": round(statistics.median(seconds[-tenth:]), 4),
        "stats_seconds": round(counting, 3),
    }


def _search(store: GraphStore, made: MadeGraph, questions: Questions) -> Figures:
    """Search for events, one question at a time; the first search of an opened store is timed apart."""

    def nearest(row: int, polarity: Polarity | None) -> set[str]:
        return {hit.id for hit in store.nearest_events(questions.vectors[row : row + 1], k=K, polarity=polarity)[0]}

    figures: Figures = {"first_search_seconds": round(timed(partial(nearest, 0, None))[0], 3)}
    every: list[Polarity | None] = [None] * len(questions.polarities)
    of_polarity: list[Polarity | None] = list(questions.polarities)
    for name, polarities, expected in (
        ("nearest", every, questions.nearest),
        ("nearest_of_polarity", of_polarity, questions.nearest_of_polarity),
    ):
        runs = [timed(partial(nearest, row, polarity)) for row, polarity in enumerate(polarities)][WARMING:]
        right = sum(len(found & truly) for (_, found), truly in zip(runs, expected[WARMING:], strict=True))
        recall = right / sum(len(truly) for truly in expected[WARMING:])
        figures[name] = {**spread([seconds for seconds, _ in runs]), "recall_at_10": round(recall, 4)}
    _look_up(store, made)
    return figures | {"look_up_document_seconds": round(_look_up(store, made), 3)}


def _look_up(store: GraphStore, made: MadeGraph) -> float:
    """Search as consolidation does for all wordings of a document; return the seconds. After it a SQLite store holds all vectors."""
    update = made.document(0)
    store.nearest_chunks(update.chunk_vectors[:1], k=K)
    store.nearest_events(update.event_vectors[:1], k=K)
    rows = {polarity: [row for row, event in enumerate(update.events) if event.polarity is polarity] for polarity in Polarity}
    begun = time.perf_counter()
    for polarity, of_polarity in rows.items():
        store.nearest_wordings(update.merge_vectors[of_polarity], k=_LOOKED_UP, polarity=polarity)
    return time.perf_counter() - begun


def _walk(store: GraphStore, made: MadeGraph, *, limit: int) -> Figures:
    """Read what lies three links above or below one event after another."""
    starts = made.some_events(WARMING + QUESTIONS)
    walks = [
        partial(store.neighbourhood, [start], _DIRECTIONS[number % 2], depth=DEPTH, limit=limit) for number, start in enumerate(starts)
    ]
    runs = [timed(walk) for walk in walks][WARMING:]
    reached = [len(found.events) for _, found in runs]
    return {**spread([seconds for seconds, _ in runs]), "events_median": statistics.median(reached), "events_most": max(reached)}


def _change(store: GraphStore, made: MadeGraph, *, warming: int) -> Figures:
    """Add documents of 1,000 claims and forget them again; check that they came and went."""
    before = store.stats()
    for number in range(warming):
        update = made.addition(ADDITIONS + number)
        store.write_document(update)
        store.forget(update.document.id)
    additions = [made.addition(number) for number in range(ADDITIONS)]
    _look_up(store, made)
    adding = [timed(partial(store.write_document, update))[0] for update in additions]
    _require_added(before, store.stats(), claims=sum(len(update.claims) for update in additions))
    forgetting = [timed(partial(store.forget, update.document.id))[0] for update in additions]
    searching, _ = timed(partial(store.nearest_events, additions[0].event_vectors[:1], k=K))
    if store.stats() != before:
        raise MiscountError(f"{store.stats()} is there after forgetting what was added to {before}")
    return {"add": _runs(adding), "forget": _runs(forgetting), "search_after_forget_seconds": round(searching, 3)}


def _require_added(before: Stats, after: Stats, *, claims: int) -> None:
    if after.claims - before.claims != claims or after.documents <= before.documents:
        raise MiscountError(f"{after} is there after {claims} claims were added to {before}")


def _runs(seconds: Sequence[float]) -> Figures:
    return {"median_seconds": round(statistics.median(seconds), 4), "seconds": [round(run, 4) for run in seconds]}
