"""What sentences alone show of two things that a question names: how they are joined, and how they compare; each sentence is cited.

Which question wants which, and what becomes of it where sentences show nothing, is left to `queries.plans`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cckg.answering import decide_comparison, differing_values
from cckg.core.evidence import Passage
from cckg.core.text import content_words
from cckg.models import Embedder
from cckg.questions import compared_things, compares, without_names
from queries.evidence import PackageBuilder
from queries.retrieval.connections import Connection, LinkSentence
from queries.retrieval.passages import ENOUGH, AnswerSentence, answer_sentences


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
    found = decide_comparison(question, [passage.chunk.text for passage in texts], titles=[passage.source.title for passage in texts])
    if found is None:
        return None
    said = [(texts[number], span.shifted(texts[number].chunk.start)) for number, span in found.sentences]
    return Weighed(found.answer, tuple(dict.fromkeys(passage for passage, _ in said))) if builder.quotes(said) else None


@dataclass(frozen=True, slots=True)
class Contested:
    """Values that sentences give where they do not agree, each with the number of its citation, and the passages of these, in order."""

    values: tuple[tuple[str, int], ...]
    passages: tuple[Passage, ...]


def contested_by_sentences(question: str, texts: Sequence[Passage], *, short: str | None, builder: PackageBuilder) -> Contested | None:
    """Cite the sentences that give other values than a short answer for the same, and the sentence of that one, all of them or none.

    None where no sentence plainly gives another value, where the short answer is none of the values, or where they do not fit.
    """
    told = [passage.chunk.text for passage in texts]
    found = differing_values(question, told, titles=[passage.source.title for passage in texts])
    if not found or (short and not any(short in value.text or value.text in short for value in found)):
        return None
    said = [(texts[value.passage], value.sentence.shifted(texts[value.passage].chunk.start)) for value in found]
    cited = builder.quotes(said)
    values = tuple(sorted(((value.text, citation.n) for value, citation in zip(found, cited, strict=False)), key=lambda told: told[1]))
    return Contested(values, tuple(dict.fromkeys(passage for passage, _ in said))) if cited else None


def named_sides(question: str) -> tuple[str, ...]:
    """Return the two things that a comparison names, as it words them; none of another question."""
    return compared_things(question).alternatives if compares(question) else ()


def of_sides(question: str, sides: Sequence[str], *, found: Sequence[Passage], look: Callable[[str], Sequence[Passage]]) -> list[Passage]:
    """Look for each of two things by itself, and return the passages about it or naming it that were not found for both at once.

    Args:
        question: the comparison.
        sides: the two things; none gives none.
        found: what was found for the question.
        look: finds the passages for a question, best first.
    """
    known = {passage.chunk.id for passage in found}
    beside: dict[str, Passage] = {}
    for name in sides:
        about = [passage for passage in look(_asked_of(name, question, sides)) if _names(name, passage.chunk.text, passage)]
        beside.update((passage.chunk.id, passage) for passage in about[:_OF_A_SIDE] if passage.chunk.id not in known)
    return list(beside.values())


def with_both(
    question: str, sides: Sequence[str], chosen: Sequence[AnswerSentence], *, texts: Sequence[Passage], embedder: Embedder
) -> list[AnswerSentence]:
    """Return the sentences that were chosen for a comparison that is not decided, if they tell of both things.

    Else the best sentence about either, and what was chosen behind them, no more in all than were chosen, or two. Where nothing about one
    of them fits well enough, those that were chosen.
    """
    if all(any(_names(name, item.span.text, item.passage) for item in chosen) for name in sides):
        return list(chosen)
    best: list[AnswerSentence] = []
    for name in sides:
        about = [passage for passage in texts if _names(name, passage.chunk.text, passage)]
        ranked = answer_sentences(_asked_of(name, question, sides), about, embedder=embedder)
        fits = (item for item in ranked if item.score >= ENOUGH and _names(name, item.span.text, item.passage) and item not in best)
        best += list(fits)[:1]
    if len(best) < len(sides):
        return list(chosen)
    rest = [
        item for item in chosen if (item.passage.chunk.document, item.span) not in [(one.passage.chunk.document, one.span) for one in best]
    ]
    return [*best, *rest][: max(len(best), len(chosen))]


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

_OF_A_SIDE = 5  # passages that are added for one of two things


def _asked_of(name: str, question: str, sides: Sequence[str]) -> str:
    """Return what a comparison asks, of one of its things."""
    return f"{name} {' '.join(content_words(without_names(question, sides)))}"


def _names(name: str, told: str, passage: Passage) -> bool:
    return name.lower() in told.lower() or name.lower() in passage.source.title.lower()


def _of_two_documents(sentences: Sequence[LinkSentence]) -> list[LinkSentence]:
    best: dict[str, LinkSentence] = {}
    for one in sentences:
        best.setdefault(one.passage.chunk.document, one)
    return list(best.values())[:2]
