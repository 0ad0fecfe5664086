"""Scores answers against gold answers: routes, events found, verdicts, abstentions, citations.

An event of an answer counts as a gold event when its words reach a token F1 of at least 0.6 with one of the gold event's wordings.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cckg.core.evidence import Answer, leaning
from cckg.core.text import token_f1, words
from cckg.evaluation.gold import GoldQuestion

SAME_EVENT_F1 = 0.6

ReadText = Callable[[str], str]
"""Returns the text of the document at a uri, decoded."""


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """What one answer got right; None where the gold answer asks for nothing of the kind.

    `found` of `wanted` gold events are among the `named` events of the answer, of which `right` are gold events.
    `fake` counts citations that are not verbatim in their document at their offsets.
    """

    id: str
    route: bool
    wanted: int
    found: int
    named: int
    right: int
    verdict: bool | None
    fact: bool | None
    declined: bool | None
    cited: bool | None
    citations: int
    fake: int
    missed: tuple[str, ...] = ()


def is_same_event(text: str, wordings: Iterable[str]) -> bool:
    """Tell whether a text counts as the event of these gold wordings: token F1 of at least 0.6 with one of them.

    >>> is_same_event("the old dam broke", ["the dam broke"])
    True
    """
    tokens = words(text)
    return any(token_f1(tokens, words(wording)) >= SAME_EVENT_F1 for wording in wordings)


def score_question(answer: Answer, question: GoldQuestion, wordings: Mapping[str, Sequence[str]], *, read: ReadText) -> QuestionScore:
    """Score one answer: against the gold question, with the wordings of the gold events and the texts of the cited documents."""
    wanted, named = _counted_events(answer, question)
    found = [slug for slug in wanted if any(is_same_event(text, wordings[slug]) for text in named)]
    right = [text for text in named if any(is_same_event(text, wordings[slug]) for slug in wanted)]
    citations = answer.package.citations
    return QuestionScore(
        id=question.id,
        route=answer.route == question.route,
        wanted=len(wanted),
        found=len(found),
        named=len(named),
        right=len(right),
        verdict=_gives_verdict(answer, question),
        fact=question.answer.lower() in answer.text.lower() if question.answer else None,
        declined=None if question.answerable else answer.abstained,
        cited=_cites_source(answer, question),
        citations=len(citations),
        fake=sum(read(citation.uri)[citation.start : citation.end] != citation.quote for citation in citations),
        missed=tuple(slug for slug in wanted if slug not in found),
    )


# Private


def _counted_events(answer: Answer, question: GoldQuestion) -> tuple[tuple[str, ...], list[str]]:
    """Return the gold events that are wanted and the texts that the answer names; neither where the question asks for no events."""
    asks_for_events = question.answerable and question.necessity is None and question.events
    return (question.events, _named_events(answer, question)) if asks_for_events else ((), [])


def _gives_verdict(answer: Answer, question: GoldQuestion) -> bool | None:
    """Tell whether the answer's verdict is the gold one, if only probably; None where the question asks for none."""
    verdict = answer.package.verdict
    return (verdict is not None and verdict.leaning == leaning(question.necessity)) if question.necessity else None


def _cites_source(answer: Answer, question: GoldQuestion) -> bool | None:
    """Tell whether one of the gold documents is cited; None where there is nothing to answer from."""
    cited = {citation.uri.rsplit("/", 1)[-1] for citation in answer.package.citations}
    return not cited.isdisjoint(question.documents) if question.answerable else None


def _named_events(answer: Answer, question: GoldQuestion) -> list[str]:
    """Return the texts of the events in the answer's chains; the events asked about do not count, save for a path."""
    asked = set() if question.asks == "path" else {entry.event.id for entry in answer.entry_events}
    events = {event.id: event.text for chain in answer.package.chains for event in chain.events}
    return [text for event, text in events.items() if event not in asked]
