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


def score(answer: Answer, question: GoldQuestion, wordings: Mapping[str, Sequence[str]], *, read: ReadText) -> QuestionScore:
    """Score one answer."""
    counted = question.answerable and bool(question.events) and question.necessity is None
    named = _named_events(answer, question) if counted else []
    found = [slug for slug in question.events if counted and any(is_same_event(text, wordings[slug]) for text in named)]
    right = [text for text in named if any(is_same_event(text, wordings[slug]) for slug in question.events)]
    verdict = answer.package.verdict
    cited = {citation.uri.rsplit("/", 1)[-1] for citation in answer.package.citations}
    return QuestionScore(
        id=question.id,
        route=answer.route == question.route,
        wanted=len(question.events) if counted else 0,
        found=len(found),
        named=len(named),
        right=len(right),
        verdict=(verdict is not None and verdict.necessity == question.necessity) if question.necessity else None,
        fact=question.answer.lower() in answer.text.lower() if question.answer else None,
        declined=answer.abstained if not question.answerable else None,
        cited=not cited.isdisjoint(question.documents) if question.answerable else None,
        citations=len(answer.package.citations),
        fake=sum(read(citation.uri)[citation.start : citation.end] != citation.quote for citation in answer.package.citations),
        missed=tuple(slug for slug in question.events if slug not in found) if counted else (),
    )


def summarise(scores: Sequence[QuestionScore]) -> Summary:
    """Sum up the scores of all questions."""
    counted = [item for item in scores if item.wanted]
    return Summary(
        questions=len(scores),
        routes=_share([item.route for item in scores]),
        recall=_ratio(sum(item.found for item in counted), sum(item.wanted for item in counted)),
        precision=_ratio(sum(item.right for item in counted), sum(item.named for item in counted)),
        macro_recall=_share([item.found / item.wanted for item in counted]),
        macro_precision=_share([item.right / item.named if item.named else 0.0 for item in counted]),
        verdicts=_share([item.verdict for item in scores if item.verdict is not None]),
        facts=_share([item.fact for item in scores if item.fact is not None]),
        declined=_share([item.declined for item in scores if item.declined is not None]),
        cited=_share([item.cited for item in scores if item.cited is not None]),
        citations=sum(item.citations for item in scores),
        fake=sum(item.fake for item in scores),
    )


def score_all(ask: Callable[[str], Answer], gold: GoldStandard, *, read: ReadText) -> list[QuestionScore]:
    """Ask every gold question and score the answers, in order."""
    return [score(ask(question.question), question, gold.wordings, read=read) for question in gold.questions]


# Private


def _named_events(answer: Answer, question: GoldQuestion) -> list[str]:
    """Return the texts of the events in the answer's chains; the events asked about do not count, save for a path."""
    asked = set() if question.asks == "path" else {entry.event.id for entry in answer.entry_events}
    events = {event.id: event.text for chain in answer.package.chains for event in chain.events}
    return [text for event, text in events.items() if event not in asked]


def _share(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
