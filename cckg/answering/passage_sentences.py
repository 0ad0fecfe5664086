"""Passages made ready for questions: their sentences, encoded once, what each passage is about, and what kind of thing that is.

Many questions, or one question to many subsets, can then be asked of them without encoding anything but the question.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cckg.answering.spans import kinds_of_description, name_spans
from cckg.core.claims import Span
from cckg.core.vectors import Matrix
from cckg.language import names_source, read_sentences
from cckg.models import Embedder
from cckg.questions import AnswerKind


@dataclass(frozen=True, slots=True)
class PassageSentence:
    """A sentence: the number of its passage, its place in the characters of that, and what the passage is about."""

    passage: int
    span: Span
    topic: str


@dataclass(frozen=True, slots=True)
class ReadPassages:
    """Passages with their sentences.

    texts         as they were given
    topics        what each is about: its title without what stands in brackets, else the name it opens with, else ""
    sentences     of all passages, in order
    vectors       (len(sentences), d) float32, unit rows; the topic stands before the sentence
    descriptions  what passages say that their topic is, by the topic in lower case: "danish film director and screenwriter"
    """

    texts: tuple[str, ...]
    topics: tuple[str, ...]
    sentences: tuple[PassageSentence, ...]
    vectors: Matrix
    descriptions: Mapping[str, str]

    def only(self, places: Sequence[int]) -> "ReadPassages":
        """Return the same without the sentences of other passages than those at `places`; their numbers stay."""
        kept = [number for number, sentence in enumerate(self.sentences) if sentence.passage in places]
        topics = {self.topics[place].lower() for place in places}
        sentences = tuple(self.sentences[number] for number in kept)
        descriptions = {topic: description for topic, description in self.descriptions.items() if topic in topics}
        return replace(self, sentences=sentences, vectors=self.vectors[kept], descriptions=descriptions)

    def before(self, number: int) -> list[str]:
        """Return the sentences before the one at a place of `sentences`, of its paragraph, in order."""
        found: list[str] = []
        for left, right in pairwise(self.sentences[number::-1]):
            if left.passage != right.passage or "\n\n" in self.texts[left.passage][right.span.end : left.span.start]:
                break
            found.append(right.span.text)
        return found[::-1]

    def describes(self, name: str) -> str:
        """Return the description of the topic that a name is, or is the beginning of; "" where no passage is about it."""
        plain = plain_name(name)
        if plain in self.descriptions:
            return self.descriptions[plain]
        return next((said for topic, said in self.descriptions.items() if topic.startswith(plain + " ")), "")

    def kinds(self, name: str) -> frozenset[AnswerKind]:
        """Return what kind of thing a name is, by its description; empty where no passage says so."""
        return kinds_of_description(self.describes(name))


def read_passages(texts: Sequence[str], *, titles: Sequence[str], embedder: Embedder) -> ReadPassages:
    """Read passages, with one call of the encoder; no passages give no sentences.

    Each text has a title, "" where there is none.

    Raises:
        ValueError: if there are not as many titles as texts.
    """
    if len(texts) != len(titles):
        raise ValueError(f"{len(texts)} texts need as many titles, got {len(titles)}")
    found: list[PassageSentence] = []
    topics: list[str] = []
    descriptions: dict[str, str] = {}
    for number, (text, title) in enumerate(zip(texts, titles, strict=True)):
        spans = [
            sentence.span
            for sentence in read_sentences(text)
            if sentence.kind in {"prose", "item"} and not names_source(sentence.span.text)
        ]
        topic = _topic(title, spans[0].text if spans else "")
        topics.append(topic)
        found += [PassageSentence(number, span, topic) for span in spans]
        if spans and topic:
            descriptions.setdefault(plain_name(topic), _description(spans[0].text))
    vectors = embedder.encode([f"{sentence.topic}: {sentence.span.text}" for sentence in found])
    return ReadPassages(tuple(texts), tuple(topics), tuple(found), vectors, descriptions)


def plain_name(name: str) -> str:
    """Return a name in lower case, without its article and what stands in brackets."""
    return re.sub(r"\s*\([^)]*\)", "", name).strip().lower().removeprefix("the ")


# Private

_BRACKETS = re.compile(r"\s*\([^)]*\)\s*\Z")
_IS_A = re.compile(
    r"\b(?:is|are|was|were)\s+(?:(?:also|now|originally|best known as|one of)\s+)?(?:an?|the)\s+(?P<what>[^.;:()]{3,120})", re.IGNORECASE
)
_ENDS = re.compile(r",? \b(?:of|in|on|at|by|from|for|that|which|who|whose|where|with|to|based|directed|written|released|near|made|about)\b")


def _topic(title: str, opening: str) -> str:
    if title.strip():
        return _BRACKETS.sub("", title.strip())
    return next((found.span.text for found in name_spans(opening) if found.shape == "name"), "")


def _description(opening: str) -> str:
    found = _IS_A.search(opening)
    if not found:
        return ""
    listed = _ENDS.split(found["what"])[0]
    return listed.replace(",", " and").replace("and and", "and").strip()
