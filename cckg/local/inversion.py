"""Reads the main clause that "only because C" turns round: "Only because the guard shut the gate was the plant saved".

Where the cue opens no sentence, and where a comma parts its clause from the main one, is left to `cckg.local.arguments`.
"""

import re
from dataclasses import replace

from cckg.core.claims import Span
from cckg.local.arguments import right_bound, trimmed
from cckg.local.clauses import is_clause, statement
from cckg.local.cues import Cue
from cckg.local.grammar import has_finite_verb
from cckg.local.lexicon import is_past


def inverted_clauses(text: str, cue: Cue, end: int) -> list[Span]:
    """Return what may be the main clause behind a cue with "only", verb first, in order; empty where the words stay in their order."""
    if not _ONLY.match(text, cue.start):
        return []
    found = []
    for verb in _VERB_FIRST.finditer(text, cue.end, end):
        before = text[cue.end : verb.start()]
        rest = trimmed(text, verb.end(), right_bound(text, replace(cue, end=verb.end()), end))
        relative = _RELATIVE.match(text, rest.end, end) if rest else None
        if relative:  # "… did the bus, which was old, crash"
            rest = trimmed(text, verb.end(), right_bound(text, replace(cue, end=relative.end()), end))
        if rest and not relative and _is_told_in_order(verb["verb"], rest.text):
            continue
        if rest and _ends_here(before, wants_verb=cue.frame == "because") and is_clause(verb["verb"], rest.text):
            found.append(Span(text[verb.start("verb") : rest.end], verb.start("verb"), rest.end))
    return found


def in_order(text: str) -> str:
    """Put a clause that begins with its verb into the order of a statement; other texts stay as they are.

    >>> in_order("was the north wing saved"), in_order("did the fire spread"), in_order("the fire spread")
    ('the north wing was saved', 'the fire spread', 'the fire spread')
    """
    opening = _OPENS.match(text)
    return statement(opening["verb"], text[opening.end() :]) if opening else text


# Private

_ONLY = re.compile(r"only\s", re.IGNORECASE)
_VERBS = r"(?P<verb>was|were|did|is|are|does|do|could|can)"
_VERB_FIRST = re.compile(rf"\s{_VERBS}\s(?=(?:the|a|an|its|their|his|her|it|they|he|she|we|this|that|these|those|no)\s|[A-Z])")
_RELATIVE = re.compile(r",\s(?:which|who|whose)\s[^,;]*,\s")
_OPENS = re.compile(rf"{_VERBS}\s")


def _is_told_in_order(verb: str, rest: str) -> bool:
    """Tell whether a verb belongs to the clause before a comma, the main clause behind it: "the river | was the cause, they left"."""
    first, comma, behind = rest.partition(", ")
    return bool(comma) and verb in {"was", "were", "is", "are"} and not is_clause(verb, first) and has_finite_verb(behind)


def _ends_here(before: str, *, wants_verb: bool) -> bool:
    """Tell whether a clause or phrase may end here, with no other subject behind it, as in "…, the mill | was the last"."""
    _, comma, subject = before.rpartition(",")
    if comma and subject.strip() and not _has_verb(subject):
        return False
    return bool(before.strip()) and _has_verb(before if wants_verb else "") is wants_verb


def _has_verb(text: str) -> bool:
    return has_finite_verb(text) or any(map(is_past, text.lower().split()))
