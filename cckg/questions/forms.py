"""The forms of questions that are recognised: a table of named patterns, each with what it makes of the question.

The first pattern that fits decides. How a clause becomes a statement is in `cckg.language.clauses`;
which sentence is asked, in `cckg.questions.parser`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from cckg.core.graph import Polarity
from cckg.core.questions import Asks, InterventionRequest, ParsedQuestion, Route
from cckg.language import hypothetical, in_past, inflect, polarity_of, rows, statement, tidy, with_infinitive

Match = re.Match[str]

YES_KEEPS_EFFECT = "a yes would mean that the effect happens all the same"
YES_MEANS_NEEDED = "a yes would mean that the effect needs the cause"
YES_MEANS_ENOUGH = "a yes would mean that the cause is enough alone"
YES_MEANS_CAUSE = "a yes would mean that it is one of the causes"
_YES_WHEN: dict[str, Literal["necessary", "not necessary", "cause", "sufficient"]] = {
    YES_KEEPS_EFFECT: "not necessary",
    YES_MEANS_NEEDED: "necessary",
    YES_MEANS_CAUSE: "cause",
    YES_MEANS_ENOUGH: "sufficient",
}


@dataclass(frozen=True, slots=True)
class Form:
    """A way to word a question: its name for the trace, its pattern over the whole question, and what it makes of a match."""

    name: str
    pattern: re.Pattern[str]
    build: Callable[[Match], ParsedQuestion]


def recognise(question: str) -> ParsedQuestion:
    """Return what the first fitting form makes of a cleaned question without its question mark; a factual question when none fits."""
    for form in forms():
        found = form.pattern.fullmatch(question)
        if found:
            parsed = form.build(found)
            return replace(parsed, question=question, reasons=(f"form: {form.name}", *parsed.reasons))
    reason = "form: no causal or relational wording, so passages"
    return ParsedQuestion(question, Route.FACTUAL, "passage", yes_no=is_yes_no(question), reasons=(reason,))


@cache
def forms() -> tuple[Form, ...]:
    """Return the table of forms, in the order in which they are tried."""
    return tuple(Form(name, _compiled(pattern), _BUILDERS[build]) for name, build, pattern in rows("question_forms", room=__package__))


def causal(asks: Asks, event: str, *more: str) -> ParsedQuestion:
    """Return a question for the causes or effects of an event; further events are taken as having happened."""
    return ParsedQuestion("", Route.CAUSAL, asks, given=(event, *more), main_event=event)


def path(cause: str, effect: str) -> ParsedQuestion:
    """Return a question for how a cause came to an effect."""
    return ParsedQuestion("", Route.CAUSAL, "path", cause=cause, effect=effect, main_event=effect)


def relation(left: str, right: str) -> ParsedQuestion:
    """Return a question for how two things are connected."""
    return ParsedQuestion("", Route.RELATIONAL, "relation", pair=(tidy(left), tidy(right)), main_event=tidy(left))


def verdict(interventions: tuple[InterventionRequest, ...], effect: str, reason: str) -> ParsedQuestion:
    """Return a yes-or-no question on what becomes of an effect; the reason, one of `YES_…`, says what a yes would mean.

    An effect that "was prevented" is one that would not have been, unless a cause is taken out: then it was prevented in truth.
    """
    averted = _AVERTED.fullmatch(effect)
    if averted and reason == YES_KEEPS_EFFECT and any(one.to == "present" for one in interventions):
        effect, reason = averted["y"], YES_KEEPS_EFFECT if averted["no"] else YES_MEANS_NEEDED
    return ParsedQuestion(
        "",
        Route.COUNTERFACTUAL,
        "verdict",
        interventions=interventions,
        query_variable=effect,
        main_event=effect,
        yes_no=True,
        yes_when=_YES_WHEN.get(reason),
        reasons=(reason,),
    )


def what_if(interventions: tuple[InterventionRequest, ...], about: str | None) -> ParsedQuestion:
    """Return an open question on what becomes of everything, or of one event, under interventions."""
    main = about or interventions[0].event
    return ParsedQuestion("", Route.COUNTERFACTUAL, "whatif", interventions=interventions, query_variable=about, main_event=main)


def is_yes_no(question: str) -> bool:
    """Tell whether a question begins as those do that are answered by yes or no."""
    return _YES_NO.match(question) is not None


# Private

_YES_NO = re.compile(r"(?:did|does|do|is|are|was|were|has|have|had|could|can|will|would|should|might|may|must)(?:n't)?\b", re.IGNORECASE)
_WHEN_ABSENT = frozenset(
    ["without", "even without", "but for", "in the absence of", "absent", "were it not for", "had it not been for", "if not for"]
)
_AVERTED = re.compile(r"(?P<y>.+?) (?:was|were)(?P<no> not)? (?:prevented|averted|avoided|forestalled|headed off)", re.IGNORECASE)
_HAPPEN_TO = re.compile(
    r"(?:would|will|could|might|may|does|do|is)?(?: be)?(?: likely)?(?: to)? ?(?:have )?"
    r"(?:happen|happens|happened|be|been|become|change|changed|follow|occur|different)(?: different)?(?: (?:to|of|with|in|for) (?P<y>.+))?",
    re.IGNORECASE,
)
_ENDED = re.compile(r"(?:stopping|ending|halting|banning|forbidding|preventing|avoiding|abolishing|cancelling) (?P<x>.+)", re.IGNORECASE)
_WOULD = re.compile(r".*?\b(?:would|could|might|will) (?P<rest>(?!have\b|be\b)\S.*)", re.IGNORECASE)


def _compiled(pattern: str) -> re.Pattern[str]:
    words = {row[0]: row[1] for row in rows("question_words", room=__package__)}
    return re.compile(re.sub(r"<([A-Z_]+)>", lambda found: words[found[1]], pattern), re.IGNORECASE)


def _set(event: str, to: str = "absent") -> InterventionRequest:
    return InterventionRequest(event, to, polarity_of(event) if event else Polarity.OCCURRENCE)


def interventions_of(how: str, clause: str) -> tuple[InterventionRequest, ...]:
    """Return what a condition sets, in order: `how` is its conjunction ("if", "without", "had" …), `clause` what follows it."""
    how = " ".join(how.lower().split())
    if how in _WHEN_ABSENT:
        return (_set(with_infinitive(clause)),)
    parts = re.split(r",? and (?=(?:if )?.+? had\b)", clause) if how != "had" and clause.count(" had ") > 1 else [clause]
    found = []
    for part in parts:
        part = re.sub(r"^if ", "", part)
        event, negated = in_past(statement("had", part) if how == "had" else part)
        found.append(_set(event, "absent" if negated != (how == "unless") else "present"))
    return tuple(found)


def _conditional_verdict(found: Match) -> ParsedQuestion:
    interventions = interventions_of(found["how"], found["x"])
    return verdict(interventions, hypothetical(found["y"].strip(" ,")), YES_KEEPS_EFFECT)


def _conditional_open(found: Match) -> ParsedQuestion:
    """Build a what-if; what is asked about is named after "to", or stands between "would" and its verb."""
    interventions = interventions_of(found["how"], found["x"])
    about = found["y"].strip(" ,")
    happen = _HAPPEN_TO.fullmatch(about)
    if happen:
        return what_if(interventions, tidy(happen["y"]) if happen["y"] else None)
    rest = _WOULD.fullmatch(about)
    return what_if(interventions, hypothetical(rest["rest"]) if rest else None)


def _avoidable_by(found: Match) -> ParsedQuestion:
    ended = _ENDED.fullmatch(found["x"].strip())
    return verdict((_set(tidy(ended["x"])) if ended else _set(tidy(found["x"]), "present"),), tidy(found["y"]), YES_MEANS_NEEDED)


def _happened_because(found: Match) -> ParsedQuestion:
    alone = re.fullmatch(r"(?P<x>.+?) (?:alone|only|on its own|by itself)|(?:only|solely|just) (?P<sole>.+)", found["x"], re.IGNORECASE)
    cause = (alone["x"] or alone["sole"]) if alone else found["x"]
    reason = YES_MEANS_ENOUGH if alone else YES_MEANS_CAUSE
    return verdict((_set(tidy(cause)),), statement(found["aux"], found["y"]), reason)


def _why(found: Match) -> ParsedQuestion:
    event, _, because = found["rest"].partition(" because ")
    more = (tidy(re.sub(r"^of ", "", because)),) if because else ()
    return causal("causes", statement(found["aux"], event), *more)


def _effects(found: Match) -> ParsedQuestion:
    return causal("effects", tidy(found["x"]))


def _path_to_change(found: Match) -> ParsedQuestion:
    return path(tidy(found["x"]), hypothetical(f"{found['y']} have been {inflect(found['verb'].lower(), 'VBN')}"))


_BUILDERS: dict[str, Callable[[Match], ParsedQuestion]] = {
    "conditional_verdict": _conditional_verdict,
    "conditional_open": _conditional_open,
    "avoidable": lambda found: replace(causal("causes", tidy(found["y"])), yes_no=True),
    "avoidable_by": _avoidable_by,
    "needed": lambda found: verdict((_set(tidy(found["x"])),), with_infinitive(found["y"]), YES_MEANS_NEEDED),
    "happened_because": _happened_because,
    "why": _why,
    "causes": lambda found: causal("causes", with_infinitive(found["x"])),
    "causes_asked": lambda found: causal("causes", statement(found["aux"], found["x"])),
    "effects": _effects,
    "path": lambda found: path(tidy(found["x"]), with_infinitive(found["y"])),
    "path_to_change": _path_to_change,
    "fact": lambda found: ParsedQuestion(found.string, Route.FACTUAL, "passage"),
    "related": lambda found: relation(found["x"], found["y"]),
}
