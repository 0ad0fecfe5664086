"""Event coreference by a chat model: one call for a document, or some short ones, over their mentions and the nearest of others.

What it says becomes readings of pairs, as those of the built-in reader are; clusters, decisions by hand and doubt are made of them in the
same way (`cckg.identity.coreference`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from cckg.core.chat import Prompt
from cckg.core.graph import EventMention
from cckg.core.text import content_words
from cckg.identity.coreference import Unread
from cckg.identity.event_reader import PairToRead
from cckg.identity.policy import POLICY
from cckg.identity.wordings import numbered
from cckg.models.chat import Chat, Lost, Reply
from prompts import prompt

MOST_MENTIONS = 120
"""Mentions of documents that are compared in one call, unless it has less room."""


class OneEvent(Reply):
    """Numbers of happenings that are one, surely or perhaps."""

    members: list[int]
    sure: bool = True


class Clusters(Reply):
    """What of a list is one happening."""

    events: list[OneEvent]


@dataclass(frozen=True, slots=True)
class CoreferenceCall:
    """One call: mentions of one document, or of some short ones, in the order of their texts, and those of others that are near to some."""

    own: tuple[EventMention, ...]
    others: tuple[EventMention, ...]
    pairs: frozenset[tuple[str, str]]

    @property
    def mentions(self) -> tuple[EventMention, ...]:
        """Return all mentions in the order of their numbers, which begin at 1."""
        return self.own + self.others

    @property
    def documents(self) -> tuple[str, ...]:
        """Return the documents whose mentions are compared."""
        return tuple(dict.fromkeys(mention.document for mention in self.own))

    @property
    def prompt(self) -> Prompt:
        """What the model is told: of what is compared with other documents, or is worded shortly, also the sentence."""
        document = {mention.id: mention.document for mention in self.mentions}
        near = {name for pair in self.pairs if document[pair[0]] != document[pair[1]] for name in pair}

        def tells_little(mention: EventMention) -> bool:
            return mention.id in near or len(content_words(mention.text)) <= POLICY.few_words

        return prompt("cluster_events", happenings=numbered(self.mentions, with_sentence=tells_little))

    def read(self, reply: Clusters) -> dict[tuple[str, str], float]:
        """Return by pair of mentions, the smaller id first, how likely they are one; numbers that are not in the list say nothing.

        Beside what was asked that counts of two mentions of one document which is compared in itself: nothing is joined for others.
        """
        told = dict.fromkeys(self.pairs, POLICY.told_another)
        document = {mention.id: mention.document for mention in self.mentions}
        inside = {document[left] for left, right in self.pairs if document[left] == document[right]}
        for event in sorted(reply.events, key=lambda event: event.sure):
            members = sorted({self.mentions[number - 1].id for number in event.members if 0 < number <= len(self.mentions)})
            for pair in combinations(members, 2):
                if pair in self.pairs or (document[pair[0]] == document[pair[1]] and document[pair[0]] in inside):
                    told[pair] = POLICY.told_one if event.sure else POLICY.told_perhaps_one
        return told


class ChatCoreference:
    """Tells of pairs of mentions by a chat model, see `cckg.identity.coreference.PairReader`."""

    at_once = True

    def __init__(self, chat: Chat, *, most_mentions: int = MOST_MENTIONS) -> None:
        """Take the model, and how many mentions it compares in one call."""
        self.most_mentions = most_mentions
        self.name = chat.name
        self.unread: list[Unread] = []
        self._chat = chat

    def read(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        """Return by pair, the smaller id first, how likely they are one event, 0..1; also of others that were shown with them.

        Pairs of a call that came to nothing are left out.

        Raises:
            ModelError: if no call can succeed.
        """
        calls = list(coreference_calls(pairs, most_mentions=self.most_mentions))
        self.unread = []
        found: dict[tuple[str, str], float] = {}
        for call, done in zip(calls, self._chat.complete_many([call.prompt for call in calls], Clusters), strict=True):
            if isinstance(done, Lost):
                self.unread += [Unread(document, done.reason, done.stopped) for document in call.documents]
            else:
                found |= call.read(done.reply)
        return found


def coreference_calls(pairs: Sequence[PairToRead], *, most_mentions: int = MOST_MENTIONS) -> Iterator[CoreferenceCall]:
    """Yield the calls for these pairs: one for each document, for some short ones that are near, or for so much of a long one as fits.

    A pair of documents of two calls belongs to the later one. Where more mentions of others are near than fit, there is a further call.
    """
    mentions = {mention.id: mention for left, right, _ in pairs for mention in (left, right)}
    of_document: defaultdict[str, list[EventMention]] = defaultdict(list)
    for mention in sorted(mentions.values(), key=lambda one: (one.document, one.context.start, one.id)):
        of_document[mention.document].append(mention)
    near: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for left, right, _ in pairs:
        if left.document != right.document:
            near[left.document][right.document] += 1
            near[right.document][left.document] += 1
    parts = [
        part
        for group in _groups(of_document, near, most_mentions)
        for part in _parts([one for name in group for one in of_document[name]], most_mentions)
    ]
    part_of = {mention.id: number for number, part in enumerate(parts) for mention in part}
    asked: defaultdict[tuple[int, int], set[tuple[str, str]]] = defaultdict(set)
    for left, right, _ in pairs:
        first, last = sorted((part_of[left.id], part_of[right.id]))
        is_one_text = left.document == right.document and first != last
        asked[last, first if is_one_text else last].add((min(left.id, right.id), max(left.id, right.id)))
    for (last, first), those in sorted(asked.items()):
        own = parts[last] if first == last else [*parts[first], *parts[last]]
        known = {mention.id for mention in own}
        names = {name for pair in those for name in pair} - known
        others = sorted((mentions[name] for name in names), key=lambda one: (one.document, one.context.start, one.id))
        for start in range(0, max(1, len(others)), most_mentions):
            some = others[start : start + most_mentions]
            away = names.difference(one.id for one in some)
            asked_here = frozenset(pair for pair in those if away.isdisjoint(pair) and (start == 0 or not known.issuperset(pair)))
            concerned = {name for pair in asked_here for name in pair}
            yield CoreferenceCall(tuple(one for one in own if start == 0 or one.id in concerned), tuple(some), asked_here)


# Private

_FEW_MENTIONS = 16  # of a document that shares a call


def _groups(of_document: Mapping[str, Sequence[EventMention]], near: Mapping[str, Counter[str]], most: int) -> Iterator[list[str]]:
    """Yield the documents whose mentions are asked about together: short ones with those that they are most to be compared with."""
    short = dict.fromkeys(name for name, mentions in sorted(of_document.items()) if len(mentions) <= _FEW_MENTIONS)
    yield from ([name] for name in sorted(of_document) if name not in short)
    while short:
        group = [next(iter(short))]
        del short[group[0]]
        beside, room = Counter(near[group[0]]), most - len(of_document[group[0]])
        while (best := _next_to(beside, short, of_document, room)) is not None:
            del short[best]
            group.append(best)
            beside.update(near[best])
            room -= len(of_document[best])
        yield sorted(group)


def _next_to(
    beside: Mapping[str, int], left: Mapping[str, None], of_document: Mapping[str, Sequence[EventMention]], room: int
) -> str | None:
    """Return of what is left the document with most pairs beside it that there is room for, else the first such, else None."""
    fitting = [name for name in sorted(beside) if name in left and len(of_document[name]) <= room]
    return max(fitting, key=beside.__getitem__, default=None) or next((name for name in left if len(of_document[name]) <= room), None)


def _parts(mentions: Sequence[EventMention], most: int) -> Iterator[list[EventMention]]:
    for start in range(0, len(mentions), most):
        yield list(mentions[start : start + most])
