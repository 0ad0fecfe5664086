"""What sentences alone show of two things that a question names: how they are joined, and how they compare; each sentence is cited.

Which question wants which, and what becomes of it where sentences show nothing, is left to `queries.plans`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.evidence import Passage
from cckg.local.compared import compared
from queries.connections import Connection, LinkSentence
from queries.evidence import PackageBuilder


@dataclass(frozen=True, slots=True)
class Joined:
    """The things over which two others are joined, none where one sentence names both, and the passages that are cited for it, in order."""

    things: tuple[str, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """The answer to a comparison, and the passages that are cited for it: those of the first thing, then of the second."""

    answer: str
    passages: tuple[Passage, ...]


def joined_by_sentences(found: Connection, builder: PackageBuilder) -> Joined | None:
    """Cite the best way between two things, whole or not at all; of sentences that name both the best of two documents, as far as they fit.

    None where there is no way, or none that fits; nothing is cited then.
    """
    if not found.ways:
        return None
    best = found.ways[0]
    if best.things:
        cited = best.sentences if builder.quotes([(one.passage, one.span) for one in best.sentences]) else ()
    else:
        both = _of_two_documents([way.sentences[0] for way in found.ways])
        cited = tuple(one for one in both if builder.quotes([(one.passage, one.span)]))
    return Joined(best.things, tuple(dict.fromkeys(one.passage for one in cited))) if cited else None


def weighed_by_sentences(question: str, texts: Sequence[Passage], builder: PackageBuilder) -> Weighed | None:
    """Decide a comparison by a sentence about either thing, and cite both.

    None where such sentences do not decide it, or do not fit; nothing is cited then.
    """
    found = compared(question, [passage.chunk.text for passage in texts], titles=[passage.source.title for passage in texts])
    if found is None:
        return None
    said = [(texts[number], span.shifted(texts[number].chunk.start)) for number, span in found.sentences]
    return Weighed(found.answer, tuple(dict.fromkeys(passage for passage, _ in said))) if builder.quotes(said) else None


def why_not_joined(found: Connection, pair: Sequence[str], *, known: Sequence[bool]) -> str:
    """Say why two things are not joined: which of them no sentence was found to name, that nothing joins them, or that it does not fit.

    Args:
        found: what was looked for in sentences.
        pair: the wordings of the question.
        known: for each of them whether the causal graph knows it.
    """
    said = (found.left_known or known[0], found.right_known or known[1])
    unknown = [f"“{wording}”" for wording, is_known in zip(pair, said, strict=True) if not is_known]
    if unknown:
        return f"No sentence was found that names {' or '.join(unknown)}."
    if found.ways:
        return "A connection was read, but its sentences do not fit into the budget of evidence (questions.evidence_tokens)."
    return "No connection between the two was read."


# Private


def _of_two_documents(sentences: Sequence[LinkSentence]) -> list[LinkSentence]:
    best: dict[str, LinkSentence] = {}
    for one in sentences:
        best.setdefault(one.passage.chunk.document, one)
    return list(best.values())[:2]
