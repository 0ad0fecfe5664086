"""Protocols of the models; what implements them is chosen in `cckg.app`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cckg.core.vectors import Matrix, Vector


class Embedder(Protocol):
    """Anything that turns texts into unit vectors."""

    name: str
    dimension: int

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text, (len(texts), dimension) float32, in the order given; no texts give (0, dimension)."""

    def encode_tokens(self, texts: Sequence[str]) -> list[tuple[list[str], Matrix]]:
        """Return for each text its words, lower-case, and one unit row per word, (words, dimension) float32.

        A word's vector is the mean of the contextual vectors of its word pieces, special tokens left out.
        """

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return for each text how many of the model's tokens it takes, special tokens left out."""


@dataclass(frozen=True, slots=True)
class TaggedText:
    """What a tagger says of a text.

    classes   (classes,) probabilities of what the text is
    tags      (tokens, tags) probabilities of what each token is
    offsets   (tokens,) start and end of each token, in characters of the text
    """

    classes: Vector
    tags: Matrix
    offsets: tuple[tuple[int, int], ...]


class Tagger(Protocol):
    """Tells what a text is, and what each of its tokens is."""

    classes: tuple[str, ...]
    tags: tuple[str, ...]

    def tag(self, texts: Sequence[str]) -> list[TaggedText]:
        """Return one answer per text, in order."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """What a reader gives for a text.

    classes   (classes,) probabilities of what the text is
    numbers   (tokens, n) what the reader's heads give for each token, as it is
    offsets   (tokens,) start and end of each token, in characters of the text
    """

    classes: Vector
    numbers: Matrix
    offsets: tuple[tuple[int, int], ...]


class TokenReader(Protocol):
    """Reads texts token by token. `notes` is what its training left to be known, by name."""

    notes: Mapping[str, str]

    def read(self, texts: Sequence[str], *, sign: str) -> list[ReadText]:
        """Return one answer per text, in order; `sign` is a word piece that stands in front and tells how to read."""


class Comparer(Protocol):
    """Tells of pairs of texts what they are to each other."""

    classes: tuple[str, ...]
    """Names of what a pair may be: "same", "less", "opposite", "different"; or of a statement to what it rests on: "entailed", …"""

    def compare(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return (pairs, classes) probabilities; a row sums to 1. No pairs give (0, classes)."""


class Rater(Protocol):
    """Gives numbers for pairs of texts. `notes` is what its training left to be known, by name; `classes` names the numbers."""

    notes: Mapping[str, str]
    classes: tuple[str, ...]

    def rate(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return (pairs, n) float32, as the head gives them. No pairs give (0, n)."""


class LanguageModel(Protocol):
    """Tells how likely texts are. `name` is that under which its numbers may be kept."""

    name: str

    def log_probabilities(self, texts: Sequence[str], *, prefix: str = "") -> list[Vector]:
        """Return for each text, in order, the natural logarithms of its tokens' probabilities after a prefix, (tokens,) float32."""


class KnowledgeScorer(Protocol):
    """Tells how far pieces of knowledge help with a question: the Causal Inference Score, or what a student learned of it."""

    @property
    def name(self) -> str:
        """Return what it is called."""

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        """Return one score per piece of knowledge, in order, float32: the higher the better."""
