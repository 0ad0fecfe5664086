"""What a simulation, a denial and a link are said to be wherever an answer is shown: the same words in the terminal and on a page."""

from collections.abc import Sequence

from cckg.core.claims import Claim, Modality
from cckg.core.evidence import Simulation
from cckg.core.graph import Event
from cckg.realisation.bridges import if_same


def outcomes(simulation: Simulation) -> list[tuple[str, tuple[str, ...]]]:
    """Return what becomes of events, by the name of the outcome; outcomes of none are left out."""
    told: tuple[tuple[str, Sequence[Event]], ...] = (
        ("gained", simulation.gained),
        ("lost", simulation.lost),
        ("probably lost", simulation.probably_lost),
        ("kept", simulation.kept),
        ("probably kept", simulation.probably_kept),
        ("unsettled", simulation.unsettled),
    )
    found = [(name, tuple(event.text for event in events)) for name, events in told]
    found.append(("perhaps lost", tuple(f"{event.text}, {if_same(bridge)}" for event, bridge in simulation.perhaps_lost)))
    return [(name, events) for name, events in found if events]


def denial(claim: Claim) -> str:
    """Return what a denied claim says: that the one did not cause the other, or that this would have been without it as well."""
    cause, effect = f"“{claim.cause.text}”", f"“{claim.effect.text}”"
    would = "might" if claim.tentative else "would"
    return f"{effect} {would} have been without {cause} as well" if claim.counterfactual else f"{cause} did not cause {effect}"


def link_marks(claims: Sequence[Claim]) -> tuple[str, ...]:
    """Return how the claims of a link word it, where all agree: "perhaps", "implied", "contributing", "enabling"; "together" of a group."""
    if not claims:  # a bridge is no link
        return ()
    modalities = {claim.modality for claim in claims}
    hedged = ("implied",) if modalities == {Modality.IMPLIED} else () if Modality.ASSERTED in modalities else ("perhaps",)
    degrees = {claim.degree.value for claim in claims}
    degree = tuple(degrees - {"direct"}) if len(degrees) == 1 else ()
    return (*hedged, *degree, *(("together with others",) if any(claim.group for claim in claims) else ()))
