"""Scores answers against gold answers: routes, events found, verdicts, abstentions, citations.

An event of an answer counts as a gold event when its words reach a token F1 of at least 0.6 with one of the gold event's wordings.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cckg.core.evidence import Answer
from cckg.core.text import token_f1, words
from cckg.evaluation.gold import GoldQuestion, GoldStandard

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


@dataclass(frozen=True, slots=True)
class Summary:
    """Shares over all questions, 0..1; None where no question asks for it. Recall and precision are micro-averaged over events.

    `macro_recall` and `macro_precision` are means over questions; a question with no event named has precision 0.
    """

    questions: int
    routes: float | None
    recall: float | None
    precision: float | None
    macro_recall: float | None
    macro_precision: float | None
    verdicts: float | None
    facts: float | None
    declined: float | None
    cited: float | None
    citations: int
    fake: int


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


def summarise(scores: Sequence[QuestionScore]) -> Summary:
    """Sum up the scores of all questions."""
    counted = [item for item in scores if item.wanted]
    return Summary(
        questions=len(scores),
        routes=_mean(scores, lambda item: item.route),
        recall=_ratio(_total(counted, lambda item: item.found), _total(counted, lambda item: item.wanted)),
        precision=_ratio(_total(counted, lambda item: item.right), _total(counted, lambda item: item.named)),
        macro_recall=_mean(counted, lambda item: _ratio(item.found, item.wanted)),
        macro_precision=_mean(counted, lambda item: _ratio(item.right, item.named) or 0.0),
        verdicts=_mean(scores, lambda item: item.verdict),
        facts=_mean(scores, lambda item: item.fact),
        declined=_mean(scores, lambda item: item.declined),
        cited=_mean(scores, lambda item: item.cited),
        citations=_total(scores, lambda item: item.citations),
        fake=_total(scores, lambda item: item.fake),
    )


def score_all(ask: Callable[[str], Answer], gold: GoldStandard, *, read: ReadText) -> list[QuestionScore]:
    """Ask every gold question and score the answers, in order."""
    return [score_question(ask(question.question), question, gold.wordings, read=read) for question in gold.questions]


# Private


def _counted_events(answer: Answer, question: GoldQuestion) -> tuple[tuple[str, ...], list[str]]:
    """Return the gold events that are wanted and the texts that the answer names; neither where the question asks for no events."""
    asks_for_events = question.answerable and question.necessity is None and question.events
    return (question.events, _named_events(answer, question)) if asks_for_events else ((), [])


def _gives_verdict(answer: Answer, question: GoldQuestion) -> bool | None:
    """Tell whether the answer's verdict is the gold one; None where the question asks for none."""
    verdict = answer.package.verdict
    return (verdict is not None and verdict.necessity == question.necessity) if question.necessity else None


def _cites_source(answer: Answer, question: GoldQuestion) -> bool | None:
    """Tell whether one of the gold documents is cited; None where there is nothing to answer from."""
    cited = {citation.uri.rsplit("/", 1)[-1] for citation in answer.package.citations}
    return not cited.isdisjoint(question.documents) if question.answerable else None


def _named_events(answer: Answer, question: GoldQuestion) -> list[str]:
    """Return the texts of the events in the answer's chains; the events asked about do not count, save for a path."""
    asked = set() if question.asks == "path" else {entry.event.id for entry in answer.entry_events}
    events = {event.id: event.text for chain in answer.package.chains for event in chain.events}
    return [text for event, text in events.items() if event not in asked]


def _mean(scores: Iterable[QuestionScore], part: Callable[[QuestionScore], float | None]) -> float | None:
    """Return the mean of what is not None; None if all is."""
    present = [value for value in map(part, scores) if value is not None]
    return sum(present) / len(present) if present else None


def _total(scores: Iterable[QuestionScore], part: Callable[[QuestionScore], int]) -> int:
    return sum(map(part, scores))


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
