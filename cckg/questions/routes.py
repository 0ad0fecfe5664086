"""Settles which route a question takes where its form says more than the parser could: a fact reached over another thing, a plain fact.

The forms are in `data/route_forms.tsv`; what they reach on questions that were held out is in docs/reference/figures.md.
"""

import re
from dataclasses import replace
from functools import cache

from cckg.core.questions import ParsedQuestion, Route
from cckg.language import is_past, rows
from cckg.questions.comparisons import compared_things, compares, is_named
from cckg.questions.logical import LocalLogicalQueryWriter, asks_for_texts, is_fixed, parted


def settled(parsed: ParsedQuestion) -> ParsedQuestion:
    """Return a question on the route that its form says.

    What asks how things are connected, compares two of them, or wants a fact about a thing that is named by way of another, is
    relational. What was taken for causal, but begins as questions of fact do and has no word of cause and effect, is factual. So is what
    asks which things there are without some ("Which ships sank without a storm?"), and where a fixed phrase alone was taken for an event
    ("What happened without warning?"). Other counterfactual questions, and those for a verdict or a path, are left alone.

    >>> from cckg.questions.parser import LocalQuestionParser
    >>> [str(LocalQuestionParser().parse(f"Who is the mother of {one}?").route) for one in ("Ada", "the director of Heat")]
    ['factual', 'relational']
    """
    if parsed.asks != "relation" and _weighs_two(parsed.question):
        return ParsedQuestion(parsed.question, Route.RELATIONAL, "relation", yes_no=parsed.yes_no, reasons=("form: compares two things",))
    if reason := _of_fact(parsed):
        return ParsedQuestion(parsed.question, Route.FACTUAL, "passage", yes_no=parsed.yes_no, reasons=(reason,))
    if parsed.asks not in ("causes", "effects", "passage"):
        return parsed
    is_causal = parsed.route is Route.CAUSAL
    names_who = any(form.match(parsed.question) for form in _forms()["person"])
    if is_causal and not names_who and _has(parsed.question, "cue"):
        return parsed
    if _has(parsed.question, "relational"):
        return replace(parsed, route=Route.RELATIONAL, asks="relation", given=(), reasons=("form: asks for what joins things",))
    if is_causal and any(form.match(parsed.question) for form in _forms()["fact"]):
        reason = "form: begins as a question of fact, without a word of cause and effect"
        return replace(parsed, route=Route.FACTUAL, asks="passage", given=(), reasons=(reason,))
    return parsed


# Private

_LISTS = frozenset({"thing", "attribute", "fate"})
_HYPOTHETICAL = ("without", "in the absence of", "unless", "lacking", "with no", "free of", "barring")
"""Words of exclusion that suppose something where what they are said of is not past: "Which pumps fail without maintenance?"."""


def _of_fact(parsed: ParsedQuestion) -> str | None:
    """Say by which form a question taken for another asks for facts, None if by none."""
    if parsed.asks in ("passage", "relation"):
        return None
    supposes = _has(parsed.question, "supposes")
    taken = [f"without {request.event}" for request in parsed.interventions] or [parsed.main_event or ""]
    if not supposes and all(map(is_fixed, taken)):
        return "form: takes nothing but a fixed phrase for an event"
    return "form: asks which things there are, without some" if not supposes and _lists_without(parsed.question) else None


def _lists_without(question: str) -> bool:
    """Tell whether a question asks which things or texts there are, and plainly leaves some out; a word of cause forbids."""
    parts = None if "?" in question.rstrip(" ?") else parted(question)
    if parts is None:
        return False
    wanted, excludes, _ = parts
    words = wanted.lower().split()
    past_tense = "did" not in words and any(is_past(word) or word in ("was", "were", "had") for word in words)
    texts = asks_for_texts(question)
    opened = next((found for form in _forms()["lists"] if (found := form.match(wanted))), None)
    if opened and (second := opened.groupdict().get("past")) and not is_past(second.lower()):
        opened = None
    if not (texts or opened) or (excludes.lower() in _HYPOTHETICAL and not (past_tense or texts)):
        return False
    if _has(wanted, "causes") and not (texts and _has(wanted, "saying")):
        return False
    return LocalLogicalQueryWriter().write(question) is not None


def _has(text: str, kind: str) -> bool:
    return any(form.search(text) for form in _forms()[kind])


def _weighs_two(question: str) -> bool:
    """Tell whether a question is which of two comes first or has more, or whether a named thing has more than another."""
    return not _has(question, "unreal") and (_has(question, "choice") or _sets_against(question))


def _sets_against(question: str) -> bool:
    """Tell whether a question asks if one of two is more than the other; of things without names, only without a word of cause."""
    if " than " not in question or not compares(question):
        return False
    return all(map(is_named, compared_things(question).alternatives)) or not _has(question, "cue")


@cache
def _forms() -> dict[str, list[re.Pattern[str]]]:
    lists: dict[str, str] = {}
    found: dict[str, list[re.Pattern[str]]] = {}
    for kind, form in rows("route_forms", room=__package__):
        if kind in _LISTS:
            lists[kind] = f"(?:{form})"
        else:
            found.setdefault(kind, []).append(re.compile(re.sub(r"\{(\w+)\}", lambda name: lists[name[1]], form), re.IGNORECASE))
    return found
