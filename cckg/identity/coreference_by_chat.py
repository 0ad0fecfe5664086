"""Event coreference by a chat model: one call for a document, over its mentions and the nearest of other documents.

What it says becomes readings of pairs, as those of the built-in reader are; clusters, decisions by hand and doubt are made of them in the
same way (`cckg.identity.coreference`).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from cckg.core.chat import Prompt
from cckg.core.graph import EventMention
from cckg.core.text import content_words, squeeze
from cckg.identity.coreference import Unread
from cckg.identity.event_reader import PairToRead
from cckg.identity.policy import POLICY
from cckg.identity.wordings import sentence_of
from cckg.models.chat import Chat, Lost, Reply
from prompts import prompt


class OneEvent(Reply):
    """Numbers of happenings that are one, surely or perhaps."""

    members: list[int]
    sure: bool = True


class Clusters(Reply):
    """What of a list is one happening."""

    events: list[OneEvent]


@dataclass(frozen=True, slots=True)
class CoreferenceCall:
    """One call: mentions of a document, in the order of its text, and those of others that are near to some of them."""

    own: tuple[EventMention, ...]
    others: tuple[EventMention, ...]
    pairs: frozenset[tuple[str, str]]

    @property
    def mentions(self) -> tuple[EventMention, ...]:
        """Return all mentions in the order of their numbers, which begin at 1."""
        return self.own + self.others

    @property
    def prompt(self) -> Prompt:
        """What the model is told: of what is compared with other documents, or is worded shortly, also the sentence."""
        elsewhere = {mention.id for mention in self.others}
        near = {name for pair in self.pairs if not elsewhere.isdisjoint(pair) for name in pair}
        lines = [_head(self.own[0])]
        for number, mention in enumerate(self.own, start=1):
            is_short = len(content_words(mention.text)) <= POLICY.few_words
            lines.append(f"{number}. {_told(mention, sentence=is_short or mention.id in near)}")
        told_in = ""
        for number, mention in enumerate(self.others, start=len(self.own) + 1):
            lines += [head] if (head := _head(mention)) != told_in else []
            told_in = head
            lines.append(f"{number}. {_told(mention, sentence=True)}")
        return prompt("cluster_events", happenings="\n".join(lines))

    def read(self, reply: Clusters) -> dict[tuple[str, str], float]:
        """Return by pair of mentions, the smaller id first, how likely they are one; numbers that are not in the list say nothing."""
        told = dict.fromkeys(self.pairs, POLICY.told_another)
        for event in sorted(reply.events, key=lambda event: event.sure):
            members = sorted({self.mentions[number - 1].id for number in event.members if 0 < number <= len(self.mentions)})
            told |= dict.fromkeys(combinations(members, 2), POLICY.told_one if event.sure else POLICY.told_perhaps_one)
        return told


class ChatCoreference:
    """Tells of pairs of mentions by a chat model, see `cckg.identity.coreference.PairReader`."""

    at_once = True

    def __init__(self, chat: Chat) -> None:
        self.name = chat.name
        self.unread: list[Unread] = []
        self._chat = chat

    def read(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        """Return by pair, the smaller id first, how likely they are one event, 0..1; also of others that were shown with them.

        Pairs of a call that came to nothing are left out.

        Raises:
            ModelError: if no call can succeed.
        """
        calls = list(coreference_calls(pairs))
        self.unread = []
        found: dict[tuple[str, str], float] = {}
        for call, done in zip(calls, self._chat.complete_many([call.prompt for call in calls], Clusters), strict=True):
            if isinstance(done, Lost):
                self.unread.append(Unread(call.own[0].document, done.reason, done.stopped))
            else:
                found |= call.read(done.reply)
        return found


def coreference_calls(pairs: Sequence[PairToRead]) -> Iterator[CoreferenceCall]:
    """Yield the calls for these pairs: one for each document, or for so much of a long one as is compared at once.

    A pair of two documents belongs to the one with the greater id.
    """
    of_document: defaultdict[str, list[tuple[EventMention, EventMention]]] = defaultdict(list)
    for left, right, _ in pairs:
        own, other = (left, right) if left.document >= right.document else (right, left)
        of_document[own.document].append((own, other))
    for document, those in sorted(of_document.items()):
        of_it = {mention.id: mention for pair in those for mention in pair if mention.document == document}
        ordered = sorted(of_it.values(), key=lambda mention: (mention.context.start, mention.id))
        parts = [ordered[start : start + _MOST_MENTIONS] for start in range(0, len(ordered), _MOST_MENTIONS)]
        for first, second in [*((part, []) for part in parts), *combinations(parts, 2)]:
            here = {mention.id for mention in first}
            there = {mention.id for mention in second}
            shown = [(one, other) for one, other in those if _is_of((one, other), here, there, document)]
            if shown:
                others = {other.id: other for _, other in shown if other.document != document}
                names = sorted(others.values(), key=lambda mention: (mention.document, mention.context.start, mention.id))
                yield CoreferenceCall((*first, *second), tuple(names), frozenset(_key(*pair) for pair in shown))


# Private

_MOST_MENTIONS = 120  # of a document in one call


def _is_of(pair: tuple[EventMention, EventMention], here: set[str], there: set[str], document: str) -> bool:
    """Tell whether a pair is asked about in the call over these mentions, or these and those."""
    one, other = pair
    if there:
        return any({one.id, other.id} == {left, right} for left, right in product(here & {one.id, other.id}, there & {one.id, other.id}))
    return one.id in here and (other.id in here or other.document != document)


def _key(left: EventMention, right: EventMention) -> tuple[str, str]:
    return min(left.id, right.id), max(left.id, right.id)


def _head(mention: EventMention) -> str:
    day = f", {mention.context.date}" if mention.context.date and mention.context.date_source not in ("sentence", "claim") else ""
    return f"Report: {squeeze(mention.title)}{day}"


def _told(mention: EventMention, *, sentence: bool) -> str:
    day = f", {mention.context.date}" if mention.context.date_source in ("sentence", "claim") else ""
    return f"{squeeze(mention.text)}{day}" + (f" “{sentence_of(mention)}”" if sentence else "")
