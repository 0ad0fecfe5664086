"""What the built-in extractor reads in a text, written as the tests of it write what they expect."""

from cckg.core.claims import ExtractedClaim, Modality
from cckg.extraction import LocalExtractor

ARROWS = {Modality.ASSERTED: "->", Modality.HEDGED: "?>", Modality.DENIED: "!>"}
"""How a claim is written, by its modality."""


def read(text: str) -> list[ExtractedClaim]:
    """Return the claims of a text."""
    (reading,) = LocalExtractor().extract([text])
    return list(reading.claims)


def said(text: str) -> list[str]:
    """Return each claim as "cause -> effect"; causes of one group are joined with "&"."""
    joined: dict[tuple[str, str], list[ExtractedClaim]] = {}
    for claim in read(text):
        joined.setdefault((claim.group or claim.cause.text, claim.effect.text), []).append(claim)
    return [
        f"{' & '.join(claim.cause.text for claim in claims)} {ARROWS[claims[0].modality]} {effect}"
        for (_, effect), claims in joined.items()
    ]
