"""Was a cause necessary for an effect, as far as the documents tell? The conventions of the verdict, each a rule.

What the rules look at is computed in `queries.causal.cases`; what else the graph shows is told by `queries.causal.findings`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cckg.core.evidence import CausalChain, Necessity, Ruling, Subgraph, Verdict
from cckg.core.graph import Event
from queries.causal.cases import NOTHING, Case, Given, Removal, case_of
from queries.causal.findings import findings, sufficiency
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
    reasons = [rule.because.format(cause=case.name_of_cause, effect=case.name_of_effect, cycle=_circle(case))]
    necessity = rule.necessity
    if subgraph.truncated:
        held_back = "" if necessity == "undetermined" else f'; on what was read it would be "{necessity}"'
        reasons.insert(0, f"Not everything that leads to {case.name_of_effect} was read, so no verdict is given{held_back}.")
        necessity = "undetermined"
    reasons += [] if case.same else findings(case)
    alternatives = tuple(_surviving_chains(case, hedged_too=rule.necessity == "undetermined")) if rule.names_alternatives else ()
    sufficient, partners = (None, frozenset[str]()) if case.same or subgraph.truncated else sufficiency(case)
    needed = tuple(subgraph.events[event] for event in sorted(partners))
    return Verdict(cause[0], effect[0], necessity, rule.name, alternatives, tuple(reasons), sufficient, needed, tuple(together))


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
        "hedged only",
        lambda case: case.linked_if_hedged and not case.linked,
        "undetermined",
        "Only hedged claims link {cause} to {effect}: the documents say no more than that it may have caused it.",
    ),
    Rule(
        "denied only",
        lambda case: case.denied and not case.linked,
        "not necessary",
        "The documents deny that {cause} caused {effect}, and none says that it did.",
        names_alternatives=True,
    ),
    Rule("no chain", lambda case: not case.linked, "undetermined", "No document links {cause} to {effect} as cause and effect."),
    Rule(
        "closed cycle",
        lambda case: not case.present,
        "undetermined",
        "{effect} hangs on a circle of causes that no cause from outside reaches: {cycle}.",
    ),
    Rule(
        "survives",
        lambda case: case.survives,
        "not necessary",
        "Without {cause}, other causes still lead to {effect}.",
        names_alternatives=True,
    ),
    Rule(
        "survives if enough",
        lambda case: case.survives_if_enough,
        "undetermined",
        "Without {cause}, {effect} is left only if causes suffice that the documents word as contributions, or join to others.",
        names_alternatives=True,
    ),
    Rule(
        "survives if hedged",
        lambda case: case.survives_if_hedged,
        "undetermined",
        "Without {cause}, {effect} is left only if hedged claims hold.",
        names_alternatives=True,
    ),
    Rule(
        "contributing",
        lambda case: case.only_contributes,
        "undetermined",
        "Every chain from {cause} to {effect} leads over a link that the documents word as one contribution among others.",
    ),
    Rule("lost", lambda case: True, "necessary", "Without {cause}, nothing in the documents leads to {effect}."),
)
"""The conventions of the verdict, the first that applies decides: contradiction and mere possibility decide nothing; a denial that
nothing contradicts decides; what no document links, or what is never present, cannot be judged; then the effect is looked for in the
world without the cause, first on what is asserted, then with contributions taken for enough, then on what may be; only if it is in none
of these was the cause necessary, and not even then if it is said to have done no more than contribute, for others that no document names
may have sufficed."""


# Private


def _deciding(case: Case) -> Rule:
    return next(rule for rule in RULES if rule.applies(case))


def _circle(case: Case) -> str:
    return "" if case.present else case.names(case.closed_circle, joint=", ")


def _surviving_chains(case: Case, *, hedged_too: bool) -> list[CausalChain]:
    """Return the chains from present root causes, and from what is given, to the effect in the world without the cause, shortest first.

    With `hedged_too` what may be counts where nothing else leads there.
    """
    removal, hedged = case.removal, hedged_too and not (case.survives or case.survives_if_enough)
    world = removal.without_if_hedged if hedged else removal.without if case.survives else removal.without_if_enough
    working = at_work(removal.subgraph, world=world, hedged=hedged)
    beginnings = removal.beginnings(working)
    roots = [event for event in working.events if event in beginnings]
    ends = [event for event in working.events if event in case.effects]
    return paths_between(working, cause=roots, effect=ends, depth=_LONGEST, limit=_MOST_CHAINS)
