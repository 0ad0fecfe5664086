"""The relational route: passages joined by the named things they mention, several links from the question's own names.

It starts from what hybrid retrieval finds, and from passages that mention what the question names; from there it goes on
over named things that the question does not name. A causal link is not needed. What is answered from the passages is left to others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2, sqrt

import numpy as np

from cckg.core.claims import Chunk
from cckg.core.evidence import Source
from cckg.core.graph import Entity
from cckg.core.text import squeeze
from cckg.core.vectors import Matrix, Vector
from cckg.language import Named, possible_names, split_sentences
from cckg.models import Embedder
from cckg.stores import GraphStore, Hit, Mentioning
from queries.retrieval.passages import retrieve


@dataclass(frozen=True, slots=True)
class WalkPolicy:
    """The bounds and weights of the walk. None was fitted; they are set so that a link is worth less than what it starts from."""

    starts: int = 10  # passages that a hop goes on from: with `bridges` it bounds the work, whatever the graph holds
    things: int = 8  # named things of a passage that are followed, the rarest first: an introduction names about as many
    targets: int = 20  # passages that one thing leads to; what more passages mention says little of any of them
    bridges: int = 24  # pairs of passage and thing that are followed in a hop: one encoding each, at most
    compared: int = 100  # nearest passages by which a target's cosine is known; one beyond them counts as the last of them
    patience: int = 3  # p in p / (p + rank − 1), what the rank in hybrid retrieval is worth: 1, .75, .6, .5, .43, …
    decay: float = 0.7  # of each hop, 0..1: a link from the first of hybrid retrieval comes behind its third, if the question names neither
    titled: float = 1.0  # added for a passage whose document is called as the question says, less where many mention it
    mentioned: float = 0.3  # the same for one that only mentions it
    untitled: float = 0.6  # of a link to a passage that mentions a thing, beside one whose document is called so
    agreeing: float = 0.5  # of what a second passage leads to as well: what two names have in common comes first


WALK_POLICY = WalkPolicy()
"""Those of the relational route."""


@dataclass(frozen=True, slots=True)
class EntityLink:
    """One step of the walk: both passages, by their chunks' ids, mention the named thing; it is shown as the first of them words it."""

    source: str
    thing: Entity
    target: str


@dataclass(frozen=True, slots=True)
class Related:
    """What a walk found: passages, best first, and for each that links led to the best way from a start.

    `named` are the stretches of the question that name things of the graph, in the order of the question.
    """

    hits: list[Hit]
    paths: Mapping[str, tuple[EntityLink, ...]]
    named: tuple[Named, ...]


def walk_relations(
    question: str, *, store: GraphStore, embedder: Embedder, k: int, hops: int = 2, policy: WalkPolicy = WALK_POLICY
) -> Related:
    """Walk from the question over named things to passages.

    A passage's score is what its rank in hybrid retrieval is worth, more if it mentions what the question names, and more if links lead to
    it: the score of the passage before × the decay × the weight of the link × a / max a × (b / max b)², over the links of the hop. Here a
    is the cosine of the question and the sentence that names the thing, b that of the mean of their vectors and the passage. The weight
    of a link over a thing that n passages mention is 1 / log₂(1 + n), its root where the passage's document is called so.

    Args:
        question: as it was asked; one that names nothing starts from hybrid retrieval alone.
        store: without named things, as an older graph has them until the next `cckg ingest`, it gives the ranking of hybrid retrieval.
        embedder: of the store.
        k: passages, at least 1.
        hops: links from a start, at most; 0 only adds to hybrid retrieval what mentions the question's names.
        policy: bounds and weights.

    Returns:
        Up to k passages, best first; ties by id; an empty store gives none. A hop asks the store four times, whatever it holds.

    Raises:
        ValueError: if k < 1.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    hybrid = retrieve(question, store=store, embedder=embedder, method="hybrid", over="chunks", k=max(k, _POOL))
    named, mentions = _named(question, store, limit=policy.targets)
    scores = _start_scores(hybrid, mentions, policy)
    walk = _Walk(question, store, embedder, policy, scores, named={word for name in named for word in name.key.split()})
    frontier = _best(scores, most=policy.starts)
    for _ in range(hops):
        if not frontier:
            break
        frontier = walk.hop(frontier)
    hits = [Hit(chunk, walk.scores[chunk]) for chunk in _best(walk.scores, most=k)]
    return Related(hits, {hit.id: walk.paths[hit.id] for hit in hits if hit.id in walk.paths}, named)


# Private

_LEAST = np.float32(1e-6)  # length of a sum of vectors that is divided by, at least
_POOL = 50  # results of hybrid retrieval that take part, at least


@dataclass(frozen=True, slots=True)
class _Bridge:
    """A named thing of a passage that leads to others.

    `score` is that of the passage, `sentence` the one that names the thing.
    """

    source: str
    thing: Entity
    mentioning: Mentioning
    score: float
    sentence: str

    def targets(self, policy: WalkPolicy) -> Iterator[tuple[str, float]]:
        """Yield the passages that it leads to, each with the weight of the link."""
        rarity = 1 / log2(1 + self.mentioning.total)
        yield from ((chunk, sqrt(rarity)) for chunk in self.mentioning.titled if chunk != self.source)
        yield from ((chunk, policy.untitled * rarity) for chunk in self.mentioning.others if chunk != self.source)


@dataclass(slots=True)
class _Walk:
    """The state of a walk: every passage's score, and the best way to those that links led to."""

    question: str
    store: GraphStore
    embedder: Embedder
    policy: WalkPolicy
    scores: dict[str, float]
    named: set[str]
    paths: dict[str, tuple[EntityLink, ...]] = field(default_factory=dict)
    followed: set[tuple[str, str]] = field(default_factory=set)

    def hop(self, frontier: Sequence[str]) -> list[str]:
        """Go one link on from some passages, best first; return the best that were come to, in order."""
        bridges = self._bridges(frontier)
        if not bridges:
            return []
        gains = self._gains(bridges)
        before = dict(self.paths)
        for chunk, found in gains.items():
            (gain, bridge), *others = sorted(found, key=lambda item: (-item[0], item[1].source, item[1].thing.key))
            second = next((other for other, by in others if by.source != bridge.source), 0.0)
            self.scores[chunk] = self.scores.get(chunk, 0.0) + gain + self.policy.agreeing * second
            way = (*before.get(bridge.source, ()), EntityLink(bridge.source, bridge.thing, chunk))
            if chunk not in {link.source for link in way}:
                self.paths.setdefault(chunk, way)
        return _best({chunk: self.scores[chunk] for chunk in gains}, most=self.policy.starts)

    # Private

    def _bridges(self, frontier: Sequence[str]) -> list[_Bridge]:
        """Return the named things that lead on from these passages, those first from which most is to be expected."""
        things = {chunk: self._unnamed(found) for chunk, found in self.store.mentioned(frontier).items()}
        keys = dict.fromkeys(thing.key for found in things.values() for thing in found)
        mentions = self.store.mentioning(list(keys), limit=self.policy.targets)
        texts = {chunk.id: (chunk, source) for chunk, source in self.store.chunks(frontier)}
        pairs = [
            (self.scores[chunk] / log2(1 + mentions[thing.key].total), chunk, thing)
            for chunk in frontier
            if chunk in texts
            for thing in self._rarest(things.get(chunk, ()), mentions)
            if (chunk, thing.key) not in self.followed
        ]
        pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2].key))
        kept = pairs[: self.policy.bridges]
        self.followed |= {(chunk, thing.key) for _, chunk, thing in kept}
        return [_Bridge(chunk, thing, mentions[thing.key], self.scores[chunk], _naming(thing, *texts[chunk])) for _, chunk, thing in kept]

    def _unnamed(self, found: Sequence[Entity]) -> list[Entity]:
        """Return the things that the question does not name."""
        return [thing for thing in found if not self.named.issuperset(thing.key.split())]

    def _rarest(self, found: Sequence[Entity], mentions: Mapping[str, Mentioning]) -> list[Entity]:
        """Return the things that other passages mention too, those after which a document is called first, then the rarest; ties by key."""
        joining = [thing for thing in found if thing.key in mentions and mentions[thing.key].total > 1]
        joining.sort(key=lambda thing: (not mentions[thing.key].titled, mentions[thing.key].total, thing.key))
        return joining[: self.policy.things]

    def _gains(self, bridges: Sequence[_Bridge]) -> dict[str, list[tuple[float, _Bridge]]]:
        """Return what bridges add to the passages they lead to, each with the bridge; no way leads back to where it came from."""
        said = list(dict.fromkeys(bridge.sentence for bridge in bridges))
        question, *vectors = self.embedder.encode([self.question, *said])
        fits = {sentence: max(0.0, float(vector @ question)) for sentence, vector in zip(said, vectors, strict=True)}
        nearest = self.store.nearest_chunks(_means(question, vectors), k=self.policy.compared)
        cosines = {sentence: {hit.id: hit.score for hit in hits} for sentence, hits in zip(said, nearest, strict=True)}
        edges = [
            (bridge, chunk, weight, _cosine(cosines[bridge.sentence], chunk))
            for bridge in bridges
            for chunk, weight in bridge.targets(self.policy)
            if chunk not in {link.source for link in self.paths.get(bridge.source, ())}
        ]
        best_fit, best = max(fits.values()), max((cosine for *_, cosine in edges), default=0.0)
        gains: dict[str, list[tuple[float, _Bridge]]] = {}
        for bridge, chunk, weight, cosine in edges:
            if cosine > 0 and best_fit > 0:
                worth = weight * fits[bridge.sentence] / best_fit * (cosine / best) ** 2
                gains.setdefault(chunk, []).append((bridge.score * self.policy.decay * worth, bridge))
        return gains


def _means(question: Vector, sentences: Sequence[Vector]) -> Matrix:
    """Return the mean of the question and each sentence, as unit rows."""
    sums = np.stack([question + sentence for sentence in sentences])
    means: Matrix = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), _LEAST)
    return means.astype(np.float32)


def _named(question: str, store: GraphStore, *, limit: int) -> tuple[tuple[Named, ...], dict[str, Mentioning]]:
    """Return the stretches of a question that name things of the graph, the longest where they overlap, and where these are mentioned."""
    possible = possible_names(question)
    mentions = store.mentioning(list(dict.fromkeys(name.key for name in possible)), limit=limit)
    kept: list[Named] = []
    for name in possible:
        if name.key in mentions and not any(name.span.start < other.span.end and other.span.start < name.span.end for other in kept):
            kept.append(name)
    return tuple(sorted(kept, key=lambda name: name.span.start)), {name.key: mentions[name.key] for name in kept}


def _start_scores(hybrid: Sequence[Hit], mentions: Mapping[str, Mentioning], policy: WalkPolicy) -> dict[str, float]:
    scores = {hit.id: policy.patience / (policy.patience + place) for place, hit in enumerate(hybrid)}
    for mentioning in mentions.values():
        rarity = 1 / log2(1 + mentioning.total)
        for chunk in mentioning.titled:
            scores[chunk] = scores.get(chunk, 0.0) + policy.titled * sqrt(rarity)
        for chunk in mentioning.others:
            scores[chunk] = scores.get(chunk, 0.0) + policy.mentioned * rarity
    return scores


def _best(scores: Mapping[str, float], *, most: int) -> list[str]:
    return sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:most]


def _cosine(known: Mapping[str, float], chunk: str) -> float:
    """Return the cosine of a passage, at most that of the last of those that are known."""
    return known[chunk] if chunk in known else min(known.values(), default=0.0)


def _naming(thing: Entity, chunk: Chunk, source: Source) -> str:
    """Return the sentence of a passage that names a thing, behind the document's title; of the title itself, the first one."""
    found = [squeeze(span.text) for span in split_sentences(chunk.text)]
    sentence = next((text for text in found if thing.name in text), found[0] if found else "")
    return f"{source.title}: {sentence}" if source.title and source.title not in sentence else sentence
