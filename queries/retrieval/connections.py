"""How two things that a question names are joined: the shortest chain of sentences, each of which names both ends of its link.

A causal link is not needed. Chains of the causal graph, and what is made of a chain of sentences, are left to `queries.plans`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cckg.answering import Naming, find_namings
from cckg.core.claims import Span
from cckg.core.evidence import Passage
from cckg.core.text import WORD, content_words, words
from cckg.language import key_of, possible_names, stem
from cckg.questions import listed_phrases
from cckg.stores import GraphStore


@dataclass(frozen=True, slots=True)
class ConnectionDials:
    """The bounds of the search. None was fitted; they keep it to a few reads of the store, whatever that holds."""

    passages: int = 20  # that are read of one thing, those of documents called so first
    things: int = 24  # named things that a chain of three sentences goes on over, the rarest first
    common: int = 20  # passages that mention a thing of a chain of three sentences, at most: over what all mention anything is joined


DIALS = ConnectionDials()
"""Those of the relational route."""


@dataclass(frozen=True, slots=True)
class LinkSentence:
    """A sentence of a passage, in characters of its document, or a sentence with the one behind it whose pronoun takes up its subject."""

    passage: Passage
    span: Span


@dataclass(frozen=True, slots=True)
class Way:
    """A chain of one to three sentences from the one thing to the other, and the things between them, as the sentences word them."""

    sentences: tuple[LinkSentence, ...]
    things: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Connection:
    """What was found of two things: whether any sentence names the one, and the other, and the shortest ways, best first."""

    left_known: bool
    right_known: bool
    ways: tuple[Way, ...] = ()


def connection(left: str, right: str, *, store: GraphStore, policy: ConnectionDials = DIALS) -> Connection:
    """Find the shortest ways from one thing to another, over at most three sentences that each name both ends of a link.

    A thing is named by its name, or by a sentence with all content words of its wording. Of ways over one thing that over the thing which
    the fewest passages mention comes first, of ways over two that with the lowest sum; ties by key. Of sentences that name both ends the
    shortest is taken; one with a "not" in it joins only what it names itself.

    Args:
        left: a wording of the question.
        right: the other one.
        store: without named things, as an older graph has them until the next `cckg ingest`, only sentences that say both join.
        policy: bounds.

    Returns:
        Ways of one length only, each by other things, up to `policy.things`; none where one end is in no sentence, or nothing joins them.
        An empty store knows neither. The store is read at most twelve times, whatever it holds.
    """
    pages = _Pages(store)
    first, last = (_end(wording, pages, limit=policy.passages) for wording in (left, right))
    sentences = pages.of([*first.chunks, *last.chunks])
    ends = [[place for place in sentences if end.is_named(place.naming)] for end in (first, last)]
    known = (bool(ends[0]), bool(ends[1]))
    if not all(known) or first.stems == last.stems:
        return Connection(*known)
    sides = [_Side.of(places, own=(first, last)) for places in ends]
    for ways in (_at_once(ends[0], last), _over_one(sides, pages), _over_two(sides, pages, policy=policy)):
        if found := tuple(ways)[: policy.things]:
            return Connection(*known, found)
    return Connection(*known)


def lists_several(wording: str, *, store: GraphStore) -> bool:
    """Tell whether a wording of a question lists several things with commas: "Orlo, Halden", "the mill, the strike".

    Not "Orlo, Ohio", "Ann Lee, the painter" or "Acme, Inc.", nor what the documents name so as a whole.
    """
    parts = [part for part in wording.split(", ") if part]
    forms = {_form(part) for part in parts}
    is_place = [_is_land(part) for part in parts] == [False, True]
    if len(parts) < _SEVERAL or len(forms) > 1 or "" in forms or is_place or _SUFFIXES.issuperset(words(parts[-1])):
        return False
    return not store.mentioning([key_of(wording)], limit=1)


# Private

_SEVERAL = 2
_SUFFIXES = frozenset("jr sr inc ltd llc corp co md phd".split())


def _form(part: str) -> str:
    """Return whether a part of a wording is a name or "the" with a noun, "" for neither."""
    plain = re.sub(r"\A[Tt]he ", "", part)
    if plain[:1].isupper():
        return "name"
    return "noun" if plain != part else ""


def _is_land(part: str) -> bool:
    return any(part.lower() in listed_phrases(kind) for kind in ("country", "state"))


@dataclass(frozen=True, slots=True)
class _Telling:
    passage: Passage
    naming: Naming

    @property
    def order(self) -> tuple[bool, int, str, int]:
        """Return what sorts places: those that deny nothing first, then the shortest; ties by document and place."""
        span = self.naming.span
        return self.naming.denies, len(span.text), self.passage.chunk.document, self.passage.chunk.start + span.start

    @property
    def sentence(self) -> LinkSentence:
        return LinkSentence(self.passage, self.naming.span.shifted(self.passage.chunk.start))


@dataclass(frozen=True, slots=True)
class _End:
    """One of the two things: its wording, the keys by which the store knows it, and the passages that may name it."""

    wording: str
    keys: frozenset[str]
    chunks: tuple[str, ...]

    @property
    def stems(self) -> frozenset[str]:
        """Return the stems of its content words; where it has none ("May"), of those with a capital."""
        return frozenset(map(stem, content_words(self.wording) or self._capitals))

    def is_named(self, naming: Naming) -> bool:
        """Tell whether a sentence names it; words with a capital in the wording must have one in the sentence."""
        if not self.keys.isdisjoint(naming.keys):
            return True
        said = [found.group() for found in WORD.finditer(naming.span.text)]
        names = set(map(stem, self._capitals))
        is_said = bool(self.stems) and self.stems <= {stem(word) for word in said}
        return is_said and names & self.stems <= {stem(word) for word in said if word[0].isupper()}

    @property
    def _capitals(self) -> list[str]:
        return [found.group() for found in WORD.finditer(self.wording) if found.group()[0].isupper()]


@dataclass(slots=True)
class _Pages:
    """The passages that were read so far, each sentence with what it names, and how the things that are named are worded."""

    store: GraphStore
    read: dict[str, list[_Telling]] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)

    def of(self, chunks: Iterable[str]) -> list[_Telling]:
        """Return the sentences of some passages, in the order given."""
        wanted = list(dict.fromkeys(chunks))
        new = [chunk for chunk in wanted if chunk not in self.read]
        things = self.store.mentioned(new) if new else {}
        for chunk, source in self.store.chunks(new) if new else []:
            here = things.get(chunk.id, [])
            passage = Passage(chunk, source, 0.0, 0)
            self.read[chunk.id] = [_Telling(passage, naming) for naming in find_namings(chunk.text, here, title=source.title)]
            for thing in here:
                self.names.setdefault(thing.key, []).append(thing.name)
        return [place for chunk in wanted for place in self.read.get(chunk, [])]

    def wording(self, key: str, places: Sequence[_Telling]) -> str:
        """Return a thing's name as one of these sentences has it, with its article."""
        for place in places:
            for name in self.names.get(key, []):
                text = " ".join(place.naming.span.text.split())
                if name in text:
                    return f"the {name}" if f"the {name}" in text or f"The {name}" in text else name
        return next(iter(self.names.get(key, [])), key)


@dataclass(frozen=True, slots=True)
class _Side:
    """What the sentences that name one end name besides it, each with the best of these sentences."""

    best: dict[str, _Telling]

    @staticmethod
    def of(places: Sequence[_Telling], *, own: Sequence[_End]) -> "_Side":
        """Take the sentences that deny nothing; a part of an end's name is no other thing."""
        best: dict[str, _Telling] = {}
        for place in sorted(places, key=lambda place: place.order):
            for key in place.naming.keys if not place.naming.denies else ():
                if not any(key in end.keys or set(map(stem, key.split())) <= end.stems for end in own):
                    best.setdefault(key, place)
        return _Side(best)


def _end(wording: str, pages: _Pages, *, limit: int) -> _End:
    """Look a wording up: as a name, as a name behind what it is ("the painter Wanda Korbut"), and by its words."""
    whole = key_of(wording)
    behind = [name.key for name in possible_names(wording) if wording.endswith(name.span.text) and wording[: name.span.start].islower()]
    mentions = pages.store.mentioning([whole, *behind], limit=limit)
    keys = [key for key in (whole, *behind) if key in mentions and not _NOT_BEHIND & set(whole.removesuffix(key).split())][:1]
    by_name = [chunk for key in keys for chunk in (*mentions[key].titled, *mentions[key].others)]
    by_words = [hit.id for hit in pages.store.search_text(wording, k=limit)]
    return _End(wording, frozenset(keys), tuple(dict.fromkeys([*by_name, *by_words])))


_NOT_BEHIND = frozenset("of in at on for from to with by near".split())  # "the mill of Orlo" is not Orlo


def _at_once(places: Sequence[_Telling], last: _End) -> Iterator[Way]:
    """Yield the sentences that name both."""
    for place in sorted((place for place in places if last.is_named(place.naming)), key=lambda place: place.order):
        yield Way((place.sentence,))


def _over_one(sides: Sequence[_Side], pages: _Pages) -> Iterator[Way]:
    """Yield a way over each thing that a sentence names with the one end, and another with the other."""
    left, right = (side.best for side in sides)
    shared = left.keys() & right.keys()
    mentions = pages.store.mentioning(sorted(shared), limit=1) if shared else {}
    for key in sorted(mentions, key=lambda key: (mentions[key].total, key)):
        places = [left[key], right[key]]
        yield Way((places[0].sentence, places[1].sentence), (pages.wording(key, places),))


def _over_two(sides: Sequence[_Side], pages: _Pages, *, policy: ConnectionDials) -> Iterator[Way]:
    """Yield the best way over a thing named with the one end and a thing named with the other that a third sentence names together."""
    left, right = (side.best for side in sides)
    mentions = pages.store.mentioning(sorted({*left, *right}), limit=policy.passages) if left and right else {}
    rare = {key: found.total for key, found in mentions.items() if found.total <= policy.common}
    onward = sorted((key for key in left if key in rare), key=lambda key: (rare[key], key))[: policy.things]
    between = pages.of(chunk for key in onward for chunk in (*mentions[key].titled, *mentions[key].others))
    found = [
        (rare[one] + rare[other], one, other, place.order, place)
        for place in between
        if not place.naming.denies
        for one in place.naming.keys
        for other in place.naming.keys
        if one != other and one in onward and other in right and other in rare
    ]
    for _, one, other, _, place in sorted(found, key=lambda item: item[:4])[:1]:
        first, last = left[one], right[other]
        things = (pages.wording(one, [first, place]), pages.wording(other, [place, last]))
        yield Way((first.sentence, place.sentence, last.sentence), things)
