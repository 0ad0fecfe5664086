"""Reads "neither A nor B": what is denied of each, and where the words of a claim deny it that way.

A clause, as in "neither the pump nor the valve was checked", denies no claim that is made of it and is left whole.
"""

import re
from itertools import pairwise

from cckg.core.claims import Span
from cckg.local.arguments import trimmed
from cckg.local.grammar import has_finite_verb
from cckg.local.lexicon import is_past, word_class


def denied_members(span: Span) -> list[Span]:
    """Return A and B of "neither A nor B", and of the "A nor B" that "neither" before the cue leaves; the span alone where it is neither.

    What "but" sets against them is left out: of "neither a storm nor a quake, but a leak" come "a storm" and "a quake".
    """
    found = _NEITHER.match(span.text)
    begin = found.end() if found else 0
    contrast = _CONTRAST.search(span.text, begin)
    end = contrast.start() if found and contrast else len(span.text)
    listed = span.text[begin:end]
    cuts = [edge for cut in _NOR.finditer(listed) for edge in cut.span()]
    if not (found or cuts) or _has_verb(listed):
        return [span]
    bounds = [0, *cuts, len(listed)]
    members = [trimmed(listed, start, stop) for start, stop in zip(bounds[::2], bounds[1::2], strict=True)]
    named = [member.shifted(span.start + begin) for member in members if member]
    return named if len(named) == len(members) else [span]


def denies_each(text: str) -> bool:
    """Tell whether a side of a claim is itself a denial: "neither arson nor lightning", "neither of the storms"."""
    found = _NEITHER.match(text)
    return found is not None and not _has_verb(text[found.end() :])


def denies_what_follows(before: str) -> bool:
    """Tell whether what stands before a verb denies it: "the storm neither", "… nor", "… nor was it"."""
    return bool(_ENDS_DENYING.search(before))


def speaks_of_one_alone(text: str) -> bool:
    """Tell whether a denial leaves open what several did together: "neither the fault nor the storm alone"."""
    return denies_each(text) and bool(_ALONE.search(text))


# Private

_NEITHER = re.compile(r"\W*(?:it (?:was|is)\s)?(?:neither|none)\s(?:of\s)?", re.IGNORECASE)
_NOR = re.compile(r",?\s+nor\s+(?:(?:by|to|from|in|on|of|for|due to|because of)\s+)?", re.IGNORECASE)
_CONTRAST = re.compile(r",?\s+but\s", re.IGNORECASE)
_ENDS_DENYING = re.compile(r"\b(?:neither|nor(?:\s(?:was|were|is|are|did|does|has|have|had)\s(?:it|they))?)\s*\Z", re.IGNORECASE)
_ALONE = re.compile(r"\b(?:alone|(?:by|in) (?:itself|themselves)|on (?:its|their) own)\b", re.IGNORECASE)


def _has_verb(text: str) -> bool:
    """Tell whether a text may be a clause, by irregular pasts too, which the shallow grammar does not all know: "the captain slept"."""
    words = text.lower().split()
    pasts = (word for before, word in pairwise(words) if before not in word_class("determiner") and is_past(word))
    return has_finite_verb(text) or any(not word.endswith("ed") for word in pasts)
