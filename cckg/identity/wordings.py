"""The distinct wordings of a document's claims: what is named in it, each once however often it is said."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cckg.core.claims import Document, ExtractedClaim, Mention
from cckg.core.graph import Event, EventMention, MentionContext, Polarity
from cckg.core.text import content_hash, squeeze, words
from cckg.core.vectors import Matrix
from cckg.language import split_sentences
from cckg.models import Embedder

WordingKey: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Wordings:
    """Wordings in the order of the document, as events that have no id yet, their (len(events), d) vectors, and where each stands first."""

    events: dict[WordingKey, Event]
    vectors: Matrix
    contexts: dict[WordingKey, MentionContext]


ContextOf: TypeAlias = Callable[[ExtractedClaim, Mention], MentionContext]
"""Returns the context of a side of a claim."""


def wording_key(mention: Mention) -> WordingKey:
    """Return what makes two mentions of one document the same wording: their words, case apart, and their polarity."""
    return key_of(mention.text, mention.polarity)


def key_of(text: str, polarity: Polarity) -> WordingKey:
    """Return the key of a wording of this polarity."""
    return " ".join(words(text)) or text, polarity.value


def wordings_of(
    claims: Sequence[ExtractedClaim], document: Document, *, embedder: Embedder, context_of: ContextOf | None = None
) -> Wordings:
    """Return the wordings of a document's claims; its title tells what "the fire" means."""
    events: dict[WordingKey, Event] = {}
    contexts: dict[WordingKey, MentionContext] = {}
    for claim in claims:
        for mention in (claim.cause, claim.effect):
            key = wording_key(mention)
            if key not in events:
                events[key] = Event("", mention.text, mention.polarity, document.title)
                if context_of:
                    contexts[key] = context_of(claim, mention)
    return Wordings(events, embedder.encode([event.text for event in events.values()]), contexts)


def mention_id(document: str, key: WordingKey) -> str:
    """Return the id of a wording of a document, which is that of its line in the ledger."""
    return content_hash("merge", document, *key)


def sentence_of(mention: EventMention) -> str:
    """Return the sentence of a mention, as far as it is kept (`cckg.core.graph.CONTEXT`)."""
    around = mention.context
    text = " ".join(part for part in (around.left, around.words, around.right) if part)
    place = len(around.left) + bool(around.left)
    found = next((span.text for span in split_sentences(text) if span.start <= place < span.end), around.words)
    return squeeze(found)


def numbered(mentions: Sequence[EventMention], *, with_sentence: Callable[[EventMention], bool]) -> str:
    """Return mentions as a chat model is shown them: numbered from 1, below title and day of their report, a sentence said once."""
    lines: list[str] = []
    head = sentence = ""
    for number, mention in enumerate(mentions, start=1):
        if head != (head := _head(mention)):
            lines.append(head)
            sentence = ""
        told = f" “{sentence}”" if with_sentence(mention) and sentence != (sentence := sentence_of(mention)) else ""
        day = f", {mention.context.date}" if mention.context.date_source == "sentence" else ""
        lines.append(f"{number}. {squeeze(mention.text)}{day}{told}")
    return "\n".join(lines)


# Private

_OF_SENTENCE = ("sentence", "claim")  # where a day is told that is not the report's


def _head(mention: EventMention) -> str:
    day = f", {mention.context.date}" if mention.context.date and mention.context.date_source not in _OF_SENTENCE else ""
    return f"Report: {squeeze(mention.title)}{day}"
