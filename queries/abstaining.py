"""Says why a question is not answered whose events the graph does not know: whether the documents speak of them at all, and where.

A sentence that speaks of an event is not its cause, and answers nothing: it is quoted so that a reader sees what was not understood. Which
questions are given up is left to `queries.plans`, how that is worded further to the answer writer.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from cckg.core.claims import Span
from cckg.core.evidence import Direction, Passage
from cckg.core.graph import Polarity
from cckg.core.text import WORD, content_words, squeeze, words
from cckg.extraction import is_hedged
from cckg.identity import EventMatcher, on_other_sides
from cckg.language import denies, read_sentences, stem
from cckg.stores import GraphStore
from queries.evidence import PackageBuilder
from queries.retrieval import sourced


@dataclass(frozen=True, slots=True)
class SpeakingSentence:
    """A sentence that has all content words of a wording; `plain` where they stand in a row there, and nothing there is a mere guess."""

    passage: Passage
    span: Span
    plain: bool


def because_unknown(
    wordings: Sequence[str | None],
    builder: PackageBuilder,
    *,
    store: GraphStore,
    sought: Direction | None = None,
    stating: Callable[[str], SpeakingSentence | None] = lambda _: None,
) -> str:
    """Say why a question ends at wordings that no event of the graph fits, and cite the sentences that speak of them, or come nearest.

    Args:
        wordings: those that are not known, at least one; None for one that the question leaves out.
        builder: cites the sentences; one that does not fit into its budget is not quoted, and its wording told without it.
        store: where sentences are looked for.
        sought: what was asked of the wordings; None where they are a cause and its effect, or either.
        stating: finds the sentence that states what a wording says in other words, if there is one.

    Returns:
        One sentence for all of which no sentence speaks, then one for each of the others, in order.
    """
    told: dict[str, str] = {}
    for wording in filter(None, wordings):
        if found := speaking_sentence(wording, store=store):
            told[wording] = _because(wording, found, builder, sought=sought)
        elif (near := stating(wording)) and (cited := builder.quote(near.passage, near.span)):
            told[wording] = f"“{wording}” is not in the graph, but this seems to say it: “{squeeze(cited.quote)}” [{cited.n}]."
        elif (near := _nearest(wording, store=store)) and (cited := builder.quote(near.passage, near.span)):
            told[wording] = f"They do not speak of “{wording}” in these words; nearest comes “{squeeze(cited.quote)}” [{cited.n}]."
    silent = [f"“{wording}”" if wording else "what is asked about" for wording in wordings if (wording or "") not in told]
    return " ".join([*([f"They do not speak of {' or of '.join(silent)}."] if silent else []), *told.values()])


def speaking_sentence(wording: str, *, store: GraphStore) -> SpeakingSentence | None:
    """Find the sentence that speaks of what a wording says: all its content words are in it, in whatever form.

    What has a capital in the wording must have one there. A sentence with a "not" in it does not speak of what is said without one, and the
    other way round; a wording with a pronoun in it could mean anybody.

    Returns:
        A plain mention before others, of these the shortest; ties in the order of bm25. None where there is none, or no content word.
    """
    if _PRONOUN & set(words(wording)) or not content_words(wording):
        return None
    found = [
        SpeakingSentence(passage, span.shifted(passage.chunk.start), _in_a_row(wording, span.text))
        for passage, span in _sentences(wording, store)
        if _has_all(wording, span.text)
    ]
    return min(found, key=lambda one: (not one.plain, len(one.span.text)), default=None)


def stating_sentence(
    wording: str, question: str, *, matcher: EventMatcher, passages: Sequence[Passage], polarity: Polarity
) -> SpeakingSentence | None:
    """Find the sentence of the passages that means what a phrase of a question does, as the linker reads it; None without a linker.

    A few sentences are read, the nearest to the phrase, whose passage or title has all its names, and that tell of no other side of the
    thing; a line that does not end as a sentence does tells of no happening, as "Fire service log, 4 March" does not.
    """
    if matcher.linker is None or not passages:
        return None
    names = _names(wording) & set(_stems(wording))
    told = [
        SpeakingSentence(passage, sentence.span.shifted(passage.chunk.start), plain=False)
        for passage in passages
        if names <= _names(f"{passage.chunk.text} {passage.source.title}")
        for sentence in read_sentences(passage.chunk.text)
        if sentence.kind == "item" or (sentence.kind == "prose" and _ENDED.search(sentence.span.text))
        if not on_other_sides(wording, sentence.span.text)
    ]
    if not told:
        return None
    vectors = matcher.embedder.encode([wording, *(one.span.text for one in told)])
    near = [told[place] for place in np.argsort(-(vectors[1:] @ vectors[0]), kind="stable")[:_STATING]]
    verdicts = matcher.meant(wording, polarity, question, [(one.passage.source.title, squeeze(one.span.text)) for one in near])
    found = [(verdict.score, one) for verdict, one in zip(verdicts, near, strict=True) if verdict.match]
    return max(found, key=lambda pair: pair[0])[1] if found else None


# Private

_ENDED = re.compile(r"[.!?…:;][\"'”’)\]]*\s*$")
_STATING = 4  # sentences that are read for one wording
_LEAST = 1  # content words of which a sentence that comes near shares more
_READ = 20  # passages that are read for one wording
_PRONOUN = frozenset("i we you he she it they me us him her them this that these those my our your his hers its their theirs".split())
_SOUGHT: dict[Direction | None, str] = {
    "causes": "no cause of it was found",
    "effects": "nothing that followed from it was found",
    None: "no cause or effect of it was found",
}


def _sentences(wording: str, store: GraphStore) -> Iterator[tuple[Passage, Span]]:
    """Yield the sentences of the passages that have words of a wording, with their places in the passage."""
    for passage in sourced(store.search_text(wording, k=_READ), store):
        for sentence in read_sentences(passage.chunk.text):
            if sentence.kind in {"prose", "item"}:
                yield passage, sentence.span


def _nearest(wording: str, *, store: GraphStore) -> SpeakingSentence | None:
    """Find the sentence with most content words of a wording, at least two and half of them, whose passage or title has all its names."""
    if _PRONOUN & set(words(wording)):
        return None
    asked, best, most = set(_stems(wording)), None, _LEAST
    names = _names(wording) & asked
    for passage, span in _sentences(wording, store):
        shared = len(asked & set(_stems(span.text)))
        if shared > most and 2 * shared >= len(asked) and names <= _names(f"{passage.chunk.text} {passage.source.title}"):
            best, most = SpeakingSentence(passage, span.shifted(passage.chunk.start), plain=False), shared
    return best


def _because(wording: str, found: SpeakingSentence, builder: PackageBuilder, *, sought: Direction | None) -> str:
    cited = builder.quote(found.passage, found.span)
    quote = f": “{squeeze(cited.quote)}” [{cited.n}]" if cited else "."
    return f"They {'speak' if found.plain else 'may speak'} of “{wording}”, but {_SOUGHT[sought]}{quote}"


def _has_all(wording: str, sentence: str) -> bool:
    said = [match.group() for match in WORD.finditer(sentence)]
    names = _names(wording) & set(_stems(wording))
    return denies(sentence) == denies(wording) and set(_stems(wording)) <= set(map(stem, said)) and names <= _names(sentence)


def _names(text: str) -> set[str]:
    return {stem(match.group()) for match in WORD.finditer(text) if match.group()[0].isupper()}


def _in_a_row(wording: str, sentence: str) -> bool:
    """Tell whether the content words of a wording stand in its order in a sentence, none but function words between them."""
    asked, said = _stems(wording), _stems(sentence)
    return not is_hedged(sentence) and any(said[start : start + len(asked)] == asked for start in range(len(said)))


def _stems(text: str) -> list[str]:
    return [stem(word) for word in content_words(text)]
