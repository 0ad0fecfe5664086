"""Cuts a text into the windows that the trained reader of claims sees at a time, and turns stretches of it into mentions of events.

A window is neighbouring sentences of a paragraph; a mention is the words of an event, and whether they say that it happened.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from cckg.core.claims import Mention, Span
from cckg.core.graph import Polarity
from cckg.core.text import squeeze
from cckg.extraction.links import in_order
from cckg.language import polarity_of, read_sentences


def as_mention(span: Span, *, prevented: bool, text: str | None = None) -> Mention:
    """Return the mention that a stretch is, in the words of `text` if given; `prevented` where the text says that it did not come about."""
    text = squeeze(text or in_order(span.text))
    polarity = polarity_of(text)
    if not prevented:
        return Mention(span, text, polarity)
    if _PREVENTED.search(text):
        return Mention(span, _PREVENTED.sub(" not ", text, count=1), Polarity.ABSENCE)
    return Mention(span, f"no {_ARTICLE.sub('', text)}", Polarity.ABSENCE if polarity is Polarity.OCCURRENCE else polarity.opposite)


SIGNS = {"report": "report", "news": "news", "nouns": "noun", "conditional": "if"}
"""The word piece that stands in front of a window, by what is wanted of it.

report        causes and effects as happenings that can be read alone: what the built-in extractor asks for
news          as in the Causal News Corpus: purposes, motives and demands are causes too
nouns         as in SemEval-2010 task 8: single nouns
conditional   what is supposed, as a cause, and what would follow, as its effect; a supposition may stand without a consequence
"""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of neighbouring sentences of a paragraph, these, and those of the paragraph that stand earlier."""

    span: Span
    sentences: tuple[Span, ...]
    earlier: tuple[Span, ...] = ()

    def before(self, text: str, place: int) -> list[str]:
        """Return what the paragraph tells before a place: whole sentences, and the beginning of the place's own."""
        return told_before(text, place, (*self.earlier, *self.sentences))

    def quote(self, text: str, *parts: Span) -> Span:
        """Return the sentences that hold some stretches of the window, and what stands between."""
        first, last = min(part.start for part in parts), max(part.end for part in parts)
        touched = [one for one in self.sentences if one.end > first and one.start < last]
        start, end = min(first, touched[0].start), max(last, touched[-1].end)
        return Span(text[start:end], start, end)


def told_before(text: str, place: int, sentences: Sequence[Span]) -> list[str]:
    """Return what some sentences tell before a place: the whole ones, and the beginning of the place's own."""
    return [text[one.start : min(one.end, place)] for one in sentences if one.start < place]


def windows(text: str) -> list[Window]:
    """Return the windows of a text, in order: as many neighbouring sentences as there is room for; the last one opens the next window."""
    found: list[Window] = []
    told = [sentence for sentence in read_sentences(text) if sentence.kind != "code"]
    for _, paragraph in groupby(told, key=lambda sentence: sentence.paragraph):
        run = [sentence.span for sentence in paragraph]
        first = 0
        for at in range(1, len(run) + 1):
            if at < len(run) and run[at].end - run[first].start <= _ROOM:
                continue
            start, end = run[first].start, run[at - 1].end
            found.append(Window(Span(text[start:end], start, end), tuple(run[first:at]), tuple(run[:first])))
            first = at - 1 if at < len(run) and run[at].end - run[at - 1].start <= _ROOM else at
    return found


# Private

_PREVENTED = re.compile(r"\s+from\s+(?=[a-z]+ing\b)")
_ARTICLE = re.compile(r"^(?:a|an|the|any)\s", re.IGNORECASE)
_ROOM = 350  # characters; about as many as the passages have that the reader was trained on
