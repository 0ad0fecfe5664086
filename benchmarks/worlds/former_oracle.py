"""Gold verdicts by the convention that held until verdicts had all models: causes that are stated apart were each taken for enough.

Its scores are reported beside those of `benchmarks.worlds.oracle`, so that figures of before can be read on. Nothing else rests on it.
"""

from collections.abc import Collection, Sequence

from benchmarks.worlds.oracle import all_effects, cause_groups, present
from benchmarks.worlds.structures import Link
from cckg.core.claims import Modality
from cckg.core.evidence import Necessity


def former_verdict(events: Collection[str], links: Sequence[Link], *, cause: str, effect: str) -> Necessity:
    """Judge necessity by the former conventions, in their order; hedged claims alone decide nothing."""
    stated = {link.modality for link in links if (link.cause, link.effect) == (cause, effect)}
    linked, linked_if_hedged = (effect in all_effects(links, cause, hedged=hedged) for hedged in (False, True))
    without, without_if_hedged = (present(events, links, absent=(cause,), hedged=hedged) for hedged in (False, True))
    decided: tuple[tuple[bool, Necessity], ...] = (
        (cause == effect or {Modality.ASSERTED, Modality.DENIED} <= stated or (linked_if_hedged and not linked), "undetermined"),
        (Modality.DENIED in stated and not linked, "not necessary"),
        (not linked or effect not in present(events, links), "undetermined"),
        (effect in present(events, _without_lone_parts(events, links), absent=(cause,)), "not necessary"),
        (effect in without or effect in without_if_hedged, "undetermined"),
        (True, "necessary"),
    )
    return next(necessity for applies, necessity in decided if applies)


def formerly_lost(events: Collection[str], links: Sequence[Link], cause: str) -> tuple[str, ...]:
    """Return what was taken for lost without the cause, nearest first."""
    below = all_effects(links, cause)
    return tuple(event for event in below if former_verdict(events, links, cause=cause, effect=event) == "necessary")


# Private


def _without_lone_parts(events: Collection[str], links: Sequence[Link]) -> list[Link]:
    """Return the links without asserted ones from a single cause that another asserted group of the same effect joins to further ones."""
    groups = cause_groups(events, links)
    parts = {(effect, members) for effect, members in groups if any(effect == other and members < joint for other, joint in groups)}
    lone = {(effect, next(iter(members))) for effect, members in parts if len(members) == 1}
    return [
        link for link in links if link.group is not None or link.modality is not Modality.ASSERTED or (link.effect, link.cause) not in lone
    ]
