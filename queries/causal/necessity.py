"""Was a cause necessary for an effect, as far as the documents tell? The conventions of the verdict, each a rule.

What the rules look at is computed in `queries.causal.cases`; what else the graph shows is told by `queries.causal.findings`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cckg.core.evidence import CausalChain, Necessity, Ruling, Subgraph, Verdict
from cckg.core.graph import Event
from queries.causal.cases import NOTHING, Case, Given, Removal, case_of
from queries.causal.findings import findings, grounds, others, sufficiency, told
from queries.causal.traversal import paths_between
from queries.causal.worlds import at_work

_MOST_CHAINS = 10  # surviving chains that a verdict names
_LONGEST = 1_000  # links of a surviving chain


def judge(
    subgraph: Subgraph, *, cause: Sequence[Event], effect: Sequence[Event], given: Given = NOTHING, together: Sequence[Event] = ()
) -> Verdict:
    """Judge whether the effect would have been without the cause, never more surely than the evidence allows.

    The first rule of `RULES` that applies decides. One happening may stand in the graph as several events: all events of the cause
    are fixed absent together, and the effect is present if any of its events is. An event of the effect that no claim gives a cause for
    says nothing of where the effect comes from: it counts only if none of them has a cause.

    Args:
        subgraph: everything upstream of the effect. Where it is `truncated`, an event may seem to have no cause because its causes were
            not read, so that the verdict is "undetermined". That cause and effect share a cause is seen only if the causes of the
            cause are held as well.
        cause: the events of the cause, at least one, the best match first; it stands in the verdict.
        effect: the events of the effect, likewise.
        given: what is fixed present or absent in both worlds; the cause itself is absent in the second whatever is given.
        together: where several happenings are taken out at once, the events of `cause` that name those after the first.

    Returns:
        The verdict; `alternatives` holds up to 10 chains from present root causes that are left once the cause is absent, the shortest
        first; the first of `reasons` is the rule that decided, further findings follow.

    Raises:
        ValueError: if cause or effect is empty.
    """
    case = case_of(subgraph, cause=cause, effect=effect, given=given, together=together)
    rule = _deciding(case)
    details = {name: tell(case) for name, tell in _DETAILS.items() if f"{{{name}}}" in rule.because}
    reasons = [rule.because.format(cause=case.name_of_cause, effect=case.name_of_effect, **details)]
    necessity = rule.necessity
    if subgraph.truncated:
        held_back = "" if necessity == "undetermined" else f'; on what was read it would be "{necessity}"'
        reasons.insert(0, f"Not everything that leads to {case.name_of_effect} was read, so no verdict is given{held_back}.")
        necessity = "undetermined"
    reasons += [] if case.same else findings(case)
    alternatives = tuple(_surviving_chains(case)) if rule.names_alternatives else ()
    sufficient, partners = (None, frozenset[str]()) if case.same or subgraph.truncated else sufficiency(case)
    needed = tuple(subgraph.events[event] for event in sorted(partners))
    return Verdict(
        *(cause[0], effect[0], necessity, rule.name, alternatives, tuple(reasons), sufficient, needed, tuple(together)),
        grounds=() if necessity == "undetermined" else grounds(case),
    )


def necessities(removal: Removal, effects: Iterable[Event]) -> Mapping[str, Necessity]:
    """Judge a cause for many effects at once, each for itself: what becomes of each under do(absent).

    Returns:
        By the effect's id what `judge` would say of it.
    """
    undecided = removal.subgraph.truncated
    return {effect.id: "undetermined" if undecided else _deciding(Case(removal, (effect,))).necessity for effect in effects}


@dataclass(frozen=True, slots=True)
class Rule:
    """A convention: its name, when it applies, the verdict, and the sentence that says why."""

    name: Ruling
    applies: Callable[[Case], bool]
    necessity: Necessity
    because: str
    names_alternatives: bool = False


RULES = (
    Rule("same", lambda case: case.same, "undetermined", "{cause} and {effect} are one and the same event."),
    Rule(
        "contradicted",
        lambda case: case.contradicted,
        "undetermined",
        "The documents contradict one another: {cause} is both said and denied to have caused {effect}.",
    ),
    Rule(
        "denied only",
        lambda case: case.denied and case.fate_if_hedged == "unlinked",
        "not necessary",
        "The documents deny that {cause} caused {effect}, and none says that it did.",
        names_alternatives=True,
    ),
    Rule(
        "earlier",
        lambda case: case.fate_if_hedged == "unlinked" and case.is_earlier,
        "probably not necessary",
        "By their dates, {effect} came before {cause}, though a document says that it came of it; no chain leads from one to the other.",
        names_alternatives=True,
    ),
    Rule(
        "implied only",
        lambda case: case.fate_if_hedged == "unlinked" and case.implied,
        "undetermined",
        "The documents only imply, by the order in which they tell it, that {cause} led to {effect}.",
    ),
    Rule(
        "no chain",
        lambda case: case.fate_if_hedged == "unlinked",
        "undetermined",
        "No document links {cause} to {effect} as cause and effect.",
    ),
    Rule(
        "closed cycle",
        lambda case: "closed circle" in (case.fate, case.fate_if_hedged if case.fate == "unlinked" else ""),
        "undetermined",
        "{effect} hangs on {cycle}.",
    ),
    Rule(
        "contributing",
        lambda case: case.fates == {"lost"} and case.only_contributes,
        "probably necessary",
        "Without {cause}, nothing in the documents leads to {effect}, but they word it as no more than a contribution.",
    ),
    Rule(
        "lost",
        lambda case: case.fates == {"lost"},
        "necessary",
        "Without {cause}, nothing in the documents leads to {effect}{told}.",
    ),
    Rule(
        "lost if hedged",
        lambda case: "lost" in case.fates and "kept" not in case.fates,
        "probably necessary",
        "Without {cause}, nothing that the documents assert leads to {effect}, but they only hedge a link{told}.",
    ),
    Rule(
        "survives",
        lambda case: case.fates == {"kept"},
        "not necessary",
        "Without {cause}, {effect} would have been all the same{told}.",
        names_alternatives=True,
    ),
    Rule(
        "survives if hedged",
        lambda case: "kept" in case.fates and ("lost" not in case.fates or case.perhaps_all_the_same),
        "probably not necessary",
        "Without {cause}, {effect} would have been all the same{told}, but the documents only hedge {what}.",
        names_alternatives=True,
    ),
    Rule(
        "hedged only",
        lambda case: case.fate == "unlinked",
        "undetermined",
        "Only hedged claims link {cause} to {effect}: the documents say no more than that it may have caused it{others}.",
        names_alternatives=True,
    ),
    Rule(
        "open",
        lambda case: True,
        "undetermined",
        "The documents do not say whether {effect} would have been without {cause}{others}.",
        names_alternatives=True,
    ),
)
"""The conventions of the verdict, the first that applies decides: contradiction decides nothing, a denial that nothing contradicts does;
what no document links, or what is never present, cannot be judged. Then the effect is looked for in all the worlds that the documents leave
open: lost in each of them, the cause was necessary; kept in each, it was not; else that is undetermined. What holds on asserted claims
alone, or only with hedged ones, what only contributes, and what dates alone decide, is no more than probable."""


# Private


def _deciding(case: Case) -> Rule:
    return next(rule for rule in RULES if rule.applies(case))


def _circle(case: Case) -> str:
    circle = case.closed_circle
    told = case.names(circle, joint=", ")
    return f"a circle of causes that no cause from outside reaches: {told}" if circle else "what is taken as absent"


_DETAILS: dict[str, Callable[[Case], str]] = {
    "cycle": _circle,
    "others": others,
    "told": told,
    "what": lambda case: "it" if case.perhaps_all_the_same else "a link",
}
"""What the sentence of a rule may name besides cause and effect; told only where it does."""


def _surviving_chains(case: Case) -> list[CausalChain]:
    """Return the chains from present root causes, and from what is given, to the effect in the world without the cause, shortest first.

    Of what is kept these are the surely present ones, else those that may be, for of a circle it may be sure that something brought it
    about and open what; hedged claims count where only they decide.
    """
    removal = case.removal
    worlds = removal.asserted if case.fate in ("kept", "open") or case.fate_if_hedged == "unlinked" else removal.followed
    fate = case.fate if worlds is removal.asserted else case.fate_if_hedged
    for world in (worlds.sure, worlds.possible) if fate == "kept" else (worlds.possible,):
        working = at_work(removal.subgraph, world=world, hedged=worlds.hedged)
        beginnings = removal.beginnings(working)
        roots = [event for event in working.events if event in beginnings]
        ends = [event for event in working.events if event in case.effects]
        if found := paths_between(working, cause=roots, effect=ends, depth=_LONGEST, limit=_MOST_CHAINS):
            return found
    return []
