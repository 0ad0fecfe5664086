"""What each kind of question needs: which events it enters by, what is walked, simulated and judged, and what goes into the package."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from cckg.answering import find_short_answers
from cckg.core.claims import Claim, Modality
from cckg.core.evidence import CausalChain, Direction, EntryEvent, EvidencePackage, Passage, Subgraph
from cckg.core.graph import Event
from cckg.core.questions import Asks, InterventionRequest, ParsedQuestion
from cckg.core.trace import Note
from cckg.language import polarity_of, tells_of
from cckg.models import Embedder, RememberingEmbedder
from cckg.questions import Formula, affirmed_terms, compared_things, compares, negated_terms, says
from queries.abstaining import because_unknown, speaking_sentence
from queries.causal import (
    UNBOUNDED,
    chains_and_bridged,
    common_causes,
    denials,
    opposite_contrast,
    paths_and_bridged,
    paths_between,
)
from queries.context import QueryContext
from queries.evidence import PackageBuilder
from queries.linking import LinkedEvents, join_linked
from queries.policy import POLICY
from queries.retrieval import (
    ENOUGH,
    AnswerSentence,
    answer_sentences,
    connection,
    contested_by_sentences,
    joined_by_sentences,
    lists_several,
    named_sides,
    of_sides,
    of_the_thing,
    weighed_by_sentences,
    why_not_joined,
    with_both,
)

_SIDES: tuple[Direction, ...] = ("causes", "effects")


@dataclass(frozen=True, slots=True)
class Findings:
    """What a plan found: the evidence package and the events by which the question entered the graph."""

    package: EvidencePackage
    entries: tuple[EntryEvent, ...] = ()


def explain(context: QueryContext, parsed: ParsedQuestion) -> Findings:
    """Why did E happen: the chains that lead to it, what is denied, and which of its causes it would not have been without."""
    entry = context.enter(parsed.main_event)
    if not entry.events:
        return _unknown(context, parsed.main_event, sought="causes")
    above = context.around(entry.ids, "causes", depth=context.limits.depth)
    depth, limit = context.limits.depth, context.limits.max_chains
    found = chains_and_bridged(above, starts=entry.ids, direction="causes", depth=depth, limit=limit)
    denied = [claim for claim in denials(above, entry.ids) if claim.effect_event in entry.ids]
    builder = context.builder(above)
    if not found:
        return _nothing(context, entry, "causes", builder, denied)
    context.tell_of_more(found, "causes")
    simulations = context.simulate_causes(_direct_causes(found, entry), entry, context.around(entry.ids, "causes", depth=UNBOUNDED))
    kept = builder.chains(found)
    package = builder.package(chains=kept, simulations=simulations, denials=builder.claims(denied))
    return Findings(package, entry.events)


def follow(context: QueryContext, parsed: ParsedQuestion) -> Findings:
    """What followed from C: the chains that lead from it, and what is denied."""
    entry = context.enter(parsed.main_event)
    if not entry.events:
        return _unknown(context, parsed.main_event, sought="effects")
    below, found = context.downstream(entry.ids)
    denied = [claim for claim in denials(below, entry.ids) if claim.cause_event in entry.ids]
    builder = context.builder(below)
    if not found:
        return _nothing(context, entry, "effects", builder, denied)
    context.tell_of_more(found, "effects")
    kept = builder.chains(found)
    return Findings(builder.package(chains=kept, denials=builder.claims(denied)), entry.events)


def trace_path(context: QueryContext, parsed: ParsedQuestion) -> Findings:
    """How did A lead to B: the chains between them."""
    first = context.enter(parsed.cause, "evidence")
    last = context.enter(parsed.effect or parsed.main_event, "query variable")
    missing = _missing(context, first, last, wordings=(parsed.cause, parsed.effect))
    if missing:
        return missing
    above = context.around(last.ids, "causes", depth=UNBOUNDED)
    builder = context.builder(above)
    kept = builder.chains(_between(context, above, first, last))
    denied = builder.claims(_denied_between(above, first.ids, last.ids))
    because = None if kept or denied else f"No chain was read that leads from “{first.found[0].text}” to “{last.found[0].text}”."
    return Findings(builder.package(chains=kept, denials=denied, abstain_because=because), (*first.events, *last.events))


def decide(context: QueryContext, parsed: ParsedQuestion) -> Findings:
    """Would E have been without C: the verdict, the chains between them, and those that are left without C."""
    cause, wanted = _removed(context, parsed)
    effect = context.enter(parsed.query_variable or parsed.main_event, "query variable", as_one=True, beside=cause.found)
    missing = _missing(context, cause, effect, wordings=(wanted, parsed.query_variable or parsed.main_event))
    if missing:
        return missing
    if context.limits.profile == "paper":
        return _undecided(context, cause, effect)
    held = context.hold(parsed.given, free=[*cause.ids, *effect.ids])
    above = context.around([*effect.ids, *cause.ids], "causes", depth=UNBOUNDED)
    world = context.world(cause)
    opposites = context.oppose(cause.happenings, stated=cause.contraries)
    contrary = context.contraries(effect, opposites)
    verdict = context.judge(cause, effect, above, given=held.given)
    absent = context.without(cause, world, given=held.given)
    contrasts = [opposite_contrast(opposite, effect=effect.found, contrary=contrary) for opposite in opposites]
    reasons = (*verdict.reasons, *(reason for reason in contrasts if reason))
    builder = context.builder(above)
    between = builder.chains(_between(context, above, cause, effect)[: POLICY.told_chains])
    alternatives = builder.chains(verdict.alternatives[:5])
    denied = builder.claims(_denied_between(above, cause.ids, effect.ids))
    grounds = builder.claims(verdict.grounds)
    because: str | None = None
    apart: tuple[CausalChain, ...] = ()
    if verdict.necessity == "undetermined" and not between and not denied:
        because = f"No chain was read that leads from “{cause.found[0].text}” to “{effect.found[0].text}”."
        apart = builder.chains(_from_common_causes(above, cause, effect))
        because += " Both follow from a common cause, which may be why they go together." if apart else ""
    package = builder.package(
        chains=(*between, *(chain for chain in alternatives if chain not in between), *apart),
        simulations=(absent, *opposites),
        verdict=replace(verdict, alternatives=alternatives, reasons=reasons, grounds=grounds),
        denials=denied,
        abstain_because=because,
    )
    return Findings(package, (*cause.events, *effect.events, *held.events))


def as_it_was(context: QueryContext, parsed: ParsedQuestion) -> ParsedQuestion | None:
    """Return "would E have been" asked of what was so where E was not: "would the fire have been put out, had …".

    The graph knows that the fire was not put out, and a yes means that this needed its cause. None where it knows no contrary either, and
    for "was C needed for E", which the contrary of E does not answer.
    """
    if parsed.asks != "verdict" or parsed.yes_when != "not necessary" or not parsed.interventions:
        return None
    contrary = context.enter(parsed.query_variable, "query variable", contrary=True, as_one=True)
    if not contrary.events:
        return None
    was = contrary.found[0].text
    return replace(parsed, query_variable=was, main_event=was, yes_when="necessary")


def suppose(context: QueryContext, parsed: ParsedQuestion) -> Findings:
    """What if C had not happened: what is lost without it, what its opposite led to elsewhere; with an effect given, the verdict too."""
    if parsed.query_variable:
        return decide(context, parsed)
    supposed = _supposed(context, parsed)
    entry, wanted = _in_place_of(context, supposed) or _removed(context, parsed)
    if not entry.events:
        return _unknown(context, wanted, sought="effects")
    world = context.world(entry)
    held = context.hold(parsed.given, free=[*entry.ids, *(event.id for event in world.downstream)])
    instead_of = None if set(supposed.ids) & set(entry.ids) else supposed
    opposites = context.oppose(entry.happenings, supposed=instead_of, stated=entry.contraries, is_needed=True)
    absent = context.without(entry, world, given=held.given)
    below, found = context.downstream(entry.ids)
    instead, led_to = context.downstream([opposite.matched.id for opposite in opposites if opposite.matched])
    builder = context.builder(below, instead, world.subgraph)
    if not found and not led_to:
        return _nothing(context, entry, "effects", builder, [])
    kept = (*builder.chains(found), *builder.chains(led_to))
    absent = replace(absent, alternatives=builder.chains(absent.alternatives))
    return Findings(builder.package(chains=kept, simulations=(absent, *opposites)), (*entry.events, *held.events))


def joins_two(parsed: ParsedQuestion) -> bool:
    """Tell whether a question asks how two things that it names are joined, and not how they compare."""
    return parsed.asks == "relation" and bool(parsed.pair) and not compares(parsed.question)


def relate(context: QueryContext, parsed: ParsedQuestion) -> Findings:
    """How do A and B hang together: chains one way or the other, else what both come from or lead to, else sentences that join them.

    Of a list of more than two things nothing is told.
    """
    if not joins_two(parsed) or context.formula:
        return look_up(context, parsed)
    pair = parsed.pair
    if any(lists_several(wording, store=context.store) for wording in pair):
        because = "More than two things are asked about at once; ask how two of them are connected."
        return Findings(context.builder().package(abstain_because=because))
    first, last = (context.enter(wording, "evidence") for wording in pair)
    above, below = (context.around([*first.ids, *last.ids], side, depth=UNBOUNDED) for side in _SIDES)
    found = _between(context, above, first, last) + _between(context, above, last, first)
    builder = context.builder(above, below)
    entries = (*first.events, *last.events)
    if kept := builder.chains(found or _over_common(above, below, first, last)):
        return Findings(builder.package(chains=kept), entries)
    with context.trace.step("retrieve") as step:
        sentences = connection(*pair, store=context.store)
        step.count("ways", len(sentences.ways))
    if ways := joined_by_sentences(sentences, builder):
        told = " and ".join(ways.things) or None
        return Findings(builder.package(passages=ways.passages, short_answer=told, joined_by=ways.things), entries)
    because = why_not_joined(sentences, pair, known=(bool(first.events), bool(last.events)))
    return Findings(builder.package(abstain_because=because), entries)


def look_up(context: QueryContext, parsed: ParsedQuestion) -> Findings:
    """A question of fact, or over several things: the sentences that fit it best, and the few words that answer, where these are plain.

    Of a comparison that a sentence about either side decides, these two.
    """
    embedder = RememberingEmbedder(context.embedder)
    with context.trace.step("retrieve") as step:
        texts = context.related(parsed.question, step) if parsed.asks == "relation" else context.passages(parsed.question)
        pair = () if context.formula else named_sides(parsed.question)
        texts = [*texts, *of_sides(parsed.question, pair, found=texts, look=context.passages)]
        ranked = _answering(context.formula, parsed.question, texts, embedder=embedder)
        best = ranked[0].score if ranked else 0.0
        step.count("passages", len(texts))
        step.note(f"best sentence fits {best:.2f}; at least {ENOUGH} is needed")
    ranked, sibling = (ranked, None) if pair or context.formula else of_the_thing(parsed.question, ranked)
    builder = context.builder()
    if weighed := None if context.formula else weighed_by_sentences(parsed.question, texts, builder):
        return Findings(builder.package(passages=weighed.passages, short_answer=weighed.answer))
    chosen = [item for item in ranked[: POLICY.quoted_sentences] if item.score >= max(ENOUGH, best - POLICY.near_fit)]
    if pair:
        chosen = with_both(parsed.question, pair, chosen, texts=texts, embedder=embedder)
    cited = [item for item in chosen if builder.quote(item.passage, item.span)]
    unsaid = sibling and f"No passage says this of “{sibling.asked}”; one says something like it of “{sibling.told}”."
    because = None if cited else unsaid or "No passage fits the question well enough."
    short = _short_answer(parsed.question, texts, cited, embedder=embedder) if cited else None
    if cited and unsaid and not short:
        context.trace.note(Note("sibling", unsaid))
    used = tuple(dict.fromkeys(item.passage for item in cited))
    if cited and (contested := contested_by_sentences(parsed.question, texts, short=short, builder=builder)):
        return Findings(builder.package(passages=tuple(dict.fromkeys((*used, *contested.passages))), contested=contested.values))
    return Findings(builder.package(passages=used, short_answer=short, abstain_because=because))


PLANS: dict[Asks, Callable[[QueryContext, ParsedQuestion], Findings]] = {
    "causes": explain,
    "effects": follow,
    "path": trace_path,
    "verdict": decide,
    "whatif": suppose,
    "relation": relate,
    "passage": look_up,
}


# Private


def _answering(formula: Formula | None, question: str, texts: Sequence[Passage], *, embedder: Embedder) -> list[AnswerSentence]:
    """Rank the sentences that answer a question; of a logical query those for what it affirms, unless their document speaks of the rest."""
    if formula is None:
        return answer_sentences(question, texts, embedder=embedder)
    wanted, denied = affirmed_terms(formula), negated_terms(formula)
    speak = {passage.chunk.document for passage in texts if any(says(passage.chunk.text, term) for term in denied)}
    ranked = answer_sentences(" ".join(wanted) or question, texts, embedder=embedder)
    return [item for item in ranked if item.passage.chunk.document not in speak]


def _short_answer(question: str, texts: Sequence[Passage], cited: Sequence[AnswerSentence], *, embedder: Embedder) -> str | None:
    """Return the words that answer a question of fact, if the reader is sure of them and a sentence that is cited has them.

    Not of a comparison, which `queries.retrieval.quoting` decides, or where yes or no is wanted of one thing.
    """
    if compared_things(question).kind in ("choice", "decision"):
        return None
    found = find_short_answers(
        question, [passage.chunk.text for passage in texts], embedder=embedder, titles=[passage.source.title for passage in texts]
    )
    if not found or found[0].score < POLICY.sure_answer:
        return None
    best = found[0]
    if not tells_of(question, best.sentence.text, title=texts[best.passage].source.title):
        return None
    place = (texts[best.passage].chunk.document, best.sentence.shifted(texts[best.passage].chunk.start))
    return best.text if place in [(item.passage.chunk.document, item.span) for item in cited] else None


def _undecided(context: QueryContext, cause: LinkedEvents, effect: LinkedEvents) -> Findings:
    """Return chains and what the opposite led to, without a verdict: the writer judges (CCRAG §4.4)."""
    above = context.around([*effect.ids, *cause.ids], "causes", depth=UNBOUNDED)
    [opposite] = context.oppose(cause.found[:1], is_needed=True)
    instead, led_to = context.downstream([opposite.matched.id] if opposite.matched else [])
    builder = context.builder(above, instead)
    kept = (*builder.chains(_between(context, above, cause, effect)), *builder.chains(led_to))
    denied = builder.claims(_denied_between(above, cause.ids, effect.ids))
    because = None if kept or denied else f"No chain was read that leads from “{cause.found[0].text}” to “{effect.found[0].text}”."
    package = builder.package(chains=kept, simulations=(opposite,), denials=denied, abstain_because=because)
    return Findings(package, (*cause.events, *effect.events))


def _removed(context: QueryContext, parsed: ParsedQuestion) -> tuple[LinkedEvents, str | None]:
    """Enter by the events that the question takes out of the world, all of them together; what the graph does not know is told beside."""
    if not parsed.interventions:
        wanted = parsed.cause or parsed.main_event
        return context.enter(wanted, "evidence" if parsed.cause else "main event", as_one=True), wanted
    entered = [_set_aside(context, request) for request in parsed.interventions]
    unknown = [wanted for entry, wanted in entered if not entry.events]
    if len(unknown) == len(entered):
        return LinkedEvents("", ()), unknown[0]
    for wanted in unknown:
        unread = "No cause or effect was found of" if speaking_sentence(wanted, store=context.store) else "The documents do not speak of"
        context.trace.note(Note(f"unknown {wanted}", f"{unread} “{wanted}”: its absence changes nothing here."))
    return join_linked([entry for entry, _ in entered]), " and ".join(wanted for _, wanted in entered)


def _supposed(context: QueryContext, parsed: ParsedQuestion) -> LinkedEvents:
    """Enter by what a question supposes to have happened, where the documents tell of that as well; by nothing where it sets several."""
    if len(parsed.interventions) != 1 or parsed.interventions[0].to != "present":
        return LinkedEvents("", ())
    [request] = parsed.interventions
    return context.enter(request.event, "intervention", as_one=True)


def _in_place_of(context: QueryContext, supposed: LinkedEvents) -> tuple[LinkedEvents, str] | None:
    """Enter by what was in place of what is supposed, which is never that itself; None where it is not told of, or not known."""
    if not supposed.events:
        return None
    wording = supposed.wording
    opposite, _ = context.roles.opposites.opposite(wording, polarity_of(wording))
    entry = context.enter(opposite, "intervention", as_one=True, beside=supposed.found)
    if not entry.events:
        entry = context.enter(wording, "intervention", contrary=True, as_one=True, beside=supposed.found)
    if not entry.events:
        entry = context.contrary_to(supposed)
    return (entry, opposite) if entry.events else None


def _set_aside(context: QueryContext, request: InterventionRequest) -> tuple[LinkedEvents, str]:
    """Enter by what one intervention takes out of the world; to suppose that the dam held is to take out that it failed."""
    if request.to != "present":
        return context.enter(request.event, "intervention", as_one=True), request.event
    opposite, _ = context.roles.opposites.opposite(request.event, request.polarity)
    entry = context.enter(opposite, "intervention", as_one=True)
    return entry if entry.events else context.enter(request.event, "intervention", contrary=True, as_one=True), opposite


def _unknown(context: QueryContext, wording: str | None, *, sought: Direction | None = None) -> Findings:
    builder = context.builder()
    return Findings(builder.package(abstain_because=_because(context, [wording], builder, sought=sought)))


def _missing(context: QueryContext, *entries: LinkedEvents, wordings: Sequence[str | None]) -> Findings | None:
    """Return an abstention that names what the graph does not know, or None if it knows all."""
    unknown = [wording for entry, wording in zip(entries, wordings, strict=True) if not entry.events]
    if not unknown:
        return None
    known = tuple(event for entry in entries for event in entry.events)
    builder = context.builder()
    return Findings(builder.package(abstain_because=_because(context, unknown, builder)), known)


def _because(context: QueryContext, unknown: Sequence[str | None], builder: PackageBuilder, *, sought: Direction | None = None) -> str:
    return because_unknown(unknown, builder, store=context.store, sought=sought, stating=context.stating)


def _nothing(
    context: QueryContext, entry: LinkedEvents, direction: Direction, builder: PackageBuilder, denied: Sequence[Claim]
) -> Findings:
    """Abstain for want of chains; what is denied is still shown."""
    del context
    what = "no cause of it" if direction == "causes" else "nothing that followed from it"
    because = f"They speak of “{entry.found[0].text}”, but {what} was read."
    return Findings(builder.package(denials=builder.claims(denied), abstain_because=because), entry.events)


def _between(context: QueryContext, above: Subgraph, first: LinkedEvents, last: LinkedEvents) -> list[CausalChain]:
    if not first.ids or not last.ids:
        return []
    return paths_and_bridged(above, cause=first.ids, effect=last.ids, depth=UNBOUNDED, limit=context.limits.max_chains)


def _from_common_causes(above: Subgraph, cause: LinkedEvents, effect: LinkedEvents) -> list[CausalChain]:
    """Return a chain to each side from the nearest events that both follow from."""
    links = [(edge.cause, edge.effect) for edge in above.edges() if edge.followed]
    shared = sorted(common_causes(links, frozenset(cause.ids), frozenset(effect.ids)))[: POLICY.told_chains]
    return [
        chain
        for event in shared
        for side in (cause, effect)
        for chain in paths_between(above, cause=[event], effect=side.ids, depth=UNBOUNDED, limit=1)
    ]


def _over_common(above: Subgraph, below: Subgraph, first: LinkedEvents, last: LinkedEvents) -> list[CausalChain]:
    """Return a chain to each of two events from the nearest ones that both follow from; else from each to those that both lead to.

    None for two wordings of one event: what that follows from joins it to nothing.
    """
    if not first.ids or not last.ids or set(first.ids) & set(last.ids):
        return []
    if apart := _from_common_causes(above, first, last):
        return apart
    links = [(edge.effect, edge.cause) for edge in below.edges() if edge.followed]
    shared = sorted(common_causes(links, frozenset(first.ids), frozenset(last.ids)))[: POLICY.told_chains]
    return [
        chain
        for event in shared
        for side in (first, last)
        for chain in paths_between(below, cause=side.ids, effect=[event], depth=UNBOUNDED, limit=1)
    ]


def _denied_between(above: Subgraph, causes: Iterable[str], effects: Iterable[str]) -> list[Claim]:
    first, last = set(causes), set(effects)
    return [
        claim for claim in above.claims if claim.modality is Modality.DENIED and claim.cause_event in first and claim.effect_event in last
    ]


def _direct_causes(found: Sequence[CausalChain], entry: LinkedEvents) -> list[Event]:
    direct = {chain.events[-2].id: chain.events[-2] for chain in found if chain.events[-1].id in entry.ids and chain.claims[-1]}
    return list(direct.values())
