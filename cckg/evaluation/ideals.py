"""Ideal answers, written from gold events and verdicts where a data set gives none: what a perfect answer would say, without citations."""

from collections.abc import Sequence

from cckg.core.evidence import Necessity


def ideal_answer(asks: str, *, target: Sequence[str], events: Sequence[str], necessity: Necessity | None) -> str | None:
    """Return an ideal answer; None for a kind of question for which gold events do not say what it is.

    Args:
        asks: see `cckg.core.questions.Asks`.
        target: wordings of what is asked about: the event, or cause and effect.
        events: wordings of the gold causes, effects, or events of a path, both ends included.
        necessity: the gold verdict, where one is asked for.

    >>> ideal_answer("causes", target=["the flood"], events=["the storm", "the broken dam"], necessity=None)
    'What led to the flood: the storm; the broken dam.'
    """
    if necessity and len(target) > 1:
        return _VERDICTS[necessity].format(cause=target[0], effect=target[-1])
    if asks not in _LISTS or not target or not events:
        return None
    listed = "; ".join(event for event in events if event not in target)
    return _LISTS[asks].format(first=target[0], last=target[-1], events=listed or "nothing else")


# Private

_LISTS = {
    "causes": "What led to {first}: {events}.",
    "effects": "What followed from {first}: {events}.",
    "whatif": "What would not have happened without {first}: {events}.",
    "path": "How {first} led to {last}: {events}.",
}
_VERDICTS: dict[Necessity, str] = {
    "necessary": "Without {cause}, {effect} would not have happened: nothing else that is told leads to it.",
    "not necessary": "Even without {cause}, {effect} would have happened, or the two are not linked: {cause} was not necessary for it.",
    "undetermined": "Whether {effect} would have happened without {cause} is not decided by what the documents tell.",
}
