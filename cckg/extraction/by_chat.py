"""The chat extractor: claims that a model reads in a passage, each brought back to the very words of the text.

The model says which words; where they stand is found here. What does not stand in the text is refused and counted.
"""

import re
from collections import Counter
from collections.abc import Sequence

from pydantic import AliasChoices, Field

from cckg.core.chat import Prompt, Usage
from cckg.core.claims import Degree, ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.core.roles import Reading
from cckg.core.text import squeeze
from cckg.extraction.policy import POLICY
from cckg.language import split_sentences
from cckg.models.chat import Chat, Lost, Reply
from prompts import prompt

_MOST_SENTENCES = 3  # that a quote may span
_READ_AHEAD = 4  # texts for each call under way, so that the slowest of them holds up few
_TRIMMED = " \t\n\"'“”‘’.,;:"


class ClaimReply(Reply):
    """One statement, as a model gives it; see `prompts/extract_pairs.md`. One without a degree is direct."""

    within: int = Field(validation_alias=AliasChoices("in", "within"), serialization_alias="in")
    cause: str
    cause_is: Polarity
    effect: str
    effect_is: Polarity
    cue: str
    modality: Modality
    group: str
    time: str
    degree: Degree = Degree.DIRECT


class Claims(Reply):
    """All statements of a passage."""

    claims: list[ClaimReply]


class ChatExtractor:
    """Reads texts by a chat model, one call for each."""

    def __init__(self, chat: Chat) -> None:
        self.name = chat.name
        self.width = chat.concurrency * _READ_AHEAD
        self._chat = chat

    def extract(self, texts: Sequence[str]) -> list[Reading]:
        """Read each text, in order.

        Raises:
            ModelError: if no call can succeed.
        """
        replies = self._chat.complete_many([extraction_prompt(text) for text in texts], Claims)
        return [
            Reading(unread=done.reason, stopped=done.stopped, usage=done.usage)
            if isinstance(done, Lost)
            else _reading(text, done.reply, done.usage)
            for text, done in zip(texts, replies, strict=True)
        ]


def extraction_prompt(text: str) -> Prompt:
    """Return what the model is told about a text."""
    numbered = [f"[{number}] {squeeze(sentence.text)}" for number, sentence in enumerate(split_sentences(text), start=1)]
    return prompt("extract_pairs", passage="\n".join(numbered))


# Private


def _reading(text: str, reply: Claims, usage: Usage) -> Reading:
    places = split_sentences(text)
    joint = Counter((claim.group, claim.effect) for claim in reply.claims if claim.group.strip())
    found = [_claim(text, places, claim, is_joint=joint[claim.group, claim.effect] > 1) for claim in reply.claims]
    claims = sorted(
        (claim for claim in found if isinstance(claim, ExtractedClaim)),
        key=lambda claim: (claim.quote.start, claim.cause.span.start, claim.effect.span.start),
    )
    return Reading(tuple(claims), refused=tuple(claim for claim in found if isinstance(claim, str)), usage=usage)


def _claim(text: str, places: Sequence[Span], claim: ClaimReply, *, is_joint: bool) -> ExtractedClaim | str:
    """Return a claim with its words found in the text, or why it is refused: a side is not there, or both are the same words."""
    order = _nearest_first(places, claim.within - 1)
    effect = _find(text, order, claim.effect)
    cause = _find(text, order, claim.cause)
    if not cause or not effect:
        return "not in the text word for word"
    if cause.start < effect.end and effect.start < cause.end:
        return "cause and effect are the same words"
    quote = _quote(text, places, cause, effect)
    if quote is None:
        return "cause and effect are too far apart"
    time = _find(text, [quote, *order], claim.time)
    return ExtractedClaim(
        cause=Mention(cause, squeeze(cause.text), claim.cause_is),
        effect=Mention(effect, squeeze(effect.text), claim.effect_is),
        cue=_find(text, [quote], claim.cue),
        quote=quote,
        modality=claim.modality,
        confidence=POLICY.by_chat,
        group=squeeze(claim.group) if is_joint else None,
        time=squeeze(time.text) if time else None,
        degree=claim.degree,
    )


def _nearest_first(places: Sequence[Span], at: int) -> list[Span]:
    """Return the sentences, the one that was named first, then those about it, those before sooner than those after."""
    return [places[place] for place in sorted(range(len(places)), key=lambda place: (abs(place - at), place))]


def _find(text: str, where: Sequence[Span], wanted: str) -> Span | None:
    """Find words in the first of some stretches that has them: white space counts as any, and case only where both are there."""
    words = wanted.strip(_TRIMMED).split()
    if not words:
        return None
    pattern = r"\s+".join(re.escape(word) for word in words)
    for flags in (re.NOFLAG, re.IGNORECASE):
        bounded = re.compile(rf"(?<!\w){pattern}(?!\w)", flags)
        for stretch in where:
            if found := bounded.search(text, stretch.start, stretch.end):
                return Span(found.group(), found.start(), found.end())
    return None


def _quote(text: str, places: Sequence[Span], cause: Span, effect: Span) -> Span | None:
    """Return the sentences that hold both sides, or None if these are too far apart for one statement."""
    start, end = min(cause.start, effect.start), max(cause.end, effect.end)
    held = [place for place in places if place.start < end and place.end > start]
    if not held or len(held) > _MOST_SENTENCES:
        return None
    first, last = min(held[0].start, start), max(held[-1].end, end)
    return Span(text[first:last], first, last)
