"""When events happened, as far as their own words say it, and the claims that put an effect before its cause.

Such a claim is read wrongly, or one of its sides was taken for another happening; no chain rests on it. Where nothing else joins the two,
the dates tell that the effect was there without the cause (rule "earlier" of verdicts).
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from cckg.core.claims import Claim, Modality
from cckg.core.evidence import Subgraph
from cckg.core.trace import Note
from cckg.language import find_date, normalised


def timely(subgraph: Subgraph) -> Subgraph:
    """Return the sub-graph, and its `across`, without claims whose effect is dated before their cause; those stand in its `untimely`.

    A side is dated by its own words in that claim, else by what other claims call the same event, if their dates agree. Dates are
    compared as far as both go: 1986 and April 1986 are in no order. Denied claims are left as they are.
    """
    if subgraph.across:
        subgraph = replace(subgraph, across=timely(subgraph.across))
    dates = _dates_of_events(subgraph.claims)
    untimely = tuple(claim for claim in subgraph.claims if claim.modality is not Modality.DENIED and _is_untimely(claim, dates))
    if not untimely:
        return subgraph
    left = {claim.id for claim in untimely}
    return replace(subgraph, claims=tuple(claim for claim in subgraph.claims if claim.id not in left), untimely=untimely)


def left_out(subgraph: Subgraph) -> list[Note]:
    """Return a note for each untimely claim that says why it was left out."""
    reason = "Left out because its dates put the effect before the cause"
    return [Note(claim.id, f'{reason}: "{claim.quote.text}" ({subgraph.sources[claim.document].title}).') for claim in subgraph.untimely]


# Private


def _is_untimely(claim: Claim, dates: dict[str, str]) -> bool:
    cause = _date(claim.cause.text) or dates.get(claim.cause_event)
    effect = _date(claim.effect.text) or dates.get(claim.effect_event)
    return cause is not None and effect is not None and claim.cause_event != claim.effect_event and _before(effect, cause)


def _dates_of_events(claims: Iterable[Claim]) -> dict[str, str]:
    """Return the finest date of each event whose dated wordings agree."""
    found: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        for event, wording in ((claim.cause_event, claim.cause.text), (claim.effect_event, claim.effect.text)):
            if date := _date(wording):
                found[event].add(date)
    finest = {event: max(dates, key=len) for event, dates in found.items()}
    return {event: date for event, date in finest.items() if all(date.startswith(other) for other in found[event])}


def _before(first: str, second: str) -> bool:
    """Compare two ISO dates as far as both go."""
    shared = min(len(first), len(second))
    return first[:shared] < second[:shared]


@lru_cache(maxsize=16_384)
def _date(wording: str) -> str | None:
    """Return the one date that a wording says, in ISO 8601; "the 1971 design" is no date of a happening."""
    found = find_date(wording, 0, len(wording)) if any(character.isdecimal() for character in wording) else None
    return normalised(found.text) if found else None
