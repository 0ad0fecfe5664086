"""Puts right what the trained reader takes of causes set against each other by other verbs than the rules know: "B, not A, destroyed E".

The rules' own contrasts are `cckg.local.contrasts`' work.
"""

import re
from dataclasses import replace

from cckg.core.claims import ExtractedClaim, Modality, Span
from cckg.local.alternatives import has_verb
from cckg.local.arguments import trimmed
from cckg.local.contrasts import AGAINST, is_plain
from cckg.local.mentions import as_mention


def put_right(text: str, claim: ExtractedClaim) -> list[ExtractedClaim]:
    """Return a claim as its words have it: of "B rather than A" B asserted and A denied; nothing where its effect is not what is said.

    So it is of "the house was not destroyed by a bomb but by a leak", where the house was destroyed. Other claims come back as they are.
    """
    cause, effect = claim.cause.span, claim.effect.span
    before = text[claim.quote.start : cause.start]
    if effect.end <= cause.start and _TURNS.search(text, effect.end, cause.start) and _NOT_DONE.search(effect.text):
        return []
    parts = _parts(text, cause)
    if parts:
        kept = parts if claim.modality is Modality.ASSERTED else parts[:1]
        return [replace(claim, cause=as_mention(part, prevented=False), modality=how) for part, how in _judged(kept, claim.modality)]
    if claim.modality is Modality.ASSERTED and _BEHIND_MARK.search(before):
        return [replace(claim, modality=Modality.DENIED)]
    mark = _MARK.match(text, cause.end, max(cause.end, effect.start))
    if claim.modality is Modality.DENIED and mark and not _NEGATION.search(before + text[mark.end() : max(mark.end(), effect.end)]):
        return [replace(claim, modality=Modality.ASSERTED)]
    return [claim]


# Private

_MARK = re.compile(AGAINST, re.IGNORECASE)
_BEHIND_MARK = re.compile(rf"{AGAINST}(?:(?:by|of|from|to)\s+)?(?:(?:a|an|the|its|their)\s+)?\Z", re.IGNORECASE)
_PREPOSITION = re.compile(r"(?:by|of|from|to|because of|due to)\s+", re.IGNORECASE)
_TURNS = re.compile(r",?\s+but\s+(?:rather\s+|instead\s+)?(?:by|of|from|to|because of|due to)\s+\Z", re.IGNORECASE)
_NOT_DONE = re.compile(r"\b(?:was|were|is|are|did|does|do|has|had|have)(?:\snot|n['’]t)\s", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|never|no|nor|neither|denie[sd]|deny|rejected|unlikely)\b|n['’]t\b", re.IGNORECASE)


def _parts(text: str, cause: Span) -> tuple[Span, Span] | None:
    """Return B and A of a cause "B rather than A" where it is of plain phrases; None for another one."""
    mark = _MARK.search(text, cause.start, cause.end)
    if mark is None:
        return None
    opened = _PREPOSITION.match(text, mark.end(), cause.end)
    first, second = trimmed(text, cause.start, mark.start()), trimmed(text, opened.end() if opened else mark.end(), cause.end)
    if first is None or second is None or any(has_verb(part.text) or not is_plain(part.text) for part in (first, second)):
        return None
    return first, second


def _judged(parts: tuple[Span, ...], modality: Modality) -> list[tuple[Span, Modality]]:
    return list(zip(parts, (modality, Modality.DENIED), strict=False))
