"""What sentences alone show of two things that a question names: how they are joined, and how they compare; each sentence is cited.

Which question wants which, and what becomes of it where sentences show nothing, is left to `queries.plans`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.evidence import Passage
from cckg.local.compared import compared
from queries.connections import Connection, Said
from queries.evidence import PackageBuilder


@dataclass(frozen=True, slots=True)
class Joined:
    """The things over which two others are joined, none where one sentence names both, and the passages that are cited for it, in order."""

    things: tuple[str, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """The answer to a comparison, and the passages that are cited for it: those of the first thing, then of the second."""

    answer: str
    passages: tuple[Passage, ...]


def joined_by_sentences(found: Connection, builder: PackageBuilder) -> Joined | None:
    """Cite the best way between two things; of sentences that name both the best of two documents. None where there is none that fits."""
    if not found.ways:
        return None
    best = found.ways[0]
    sentences = best.sentences if best.things else _of_two_documents([way.sentences[0] for way in found.ways])
    cited = [said.passage for said in dict.fromkeys(sentences) if builder.quote(said.passage, said.span)]
    if not cited or (best.things and len(cited) < len(set(sentences))):
        return None
    return Joined(best.things, tuple(dict.fromkeys(cited)))


def decided(question: str, texts: Sequence[Passage], builder: PackageBuilder) -> Decided | None:
    """Decide a comparison by a sentence about either thing, and cite both; None where such sentences do not decide it, or do not fit."""
    found = compared(question, [passage.chunk.text for passage in texts], titles=[passage.source.title for passage in texts])
    if found is None:
        return None
    passages = [texts[number] for number, _ in found.sentences]
    cited = [builder.quote(texts[number], span.shifted(texts[number].chunk.start)) for number, span in found.sentences]
    return Decided(found.answer, tuple(dict.fromkeys(passages))) if all(cited) else None


def why_not_joined(found: Connection, pair: Sequence[str], *, known: Sequence[bool]) -> str:
    """Say why two things are not joined: which of them the documents do not speak of, or that nothing joins them.

    Args:
        found: what was looked for in sentences.
        pair: the wordings of the question.
        known: for each of them whether the causal graph knows it.
    """
    said = (found.left_known or known[0], found.right_known or known[1])
    unknown = [f"“{wording}”" for wording, is_known in zip(pair, said, strict=True) if not is_known]
    return f"They do not speak of {' or of '.join(unknown)}." if unknown else "No connection between the two was read."


# Private


def _of_two_documents(sentences: Sequence[Said]) -> list[Said]:
    best: dict[str, Said] = {}
    for said in sentences:
        best.setdefault(said.passage.chunk.document, said)
    return list(best.values())[:2]
