"""Answers one question: parse, route, enter, traverse, intervene, judge, collect evidence, write. Each stage leaves a step in the trace.

The stages stand in modules of their own; this one only decides their order. What each kind of question needs is in `queries.plans`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias, get_args

from cckg.core.arbitration import Arbitration
from cckg.core.chat import Usage
from cckg.core.errors import InputError, NotAvailableError, StoppedError
from cckg.core.evidence import Answer, CausalChain, Direction, Passage
from cckg.core.questions import Asks, ParsedQuestion, Route
from cckg.core.results import SearchMethod, SearchResult, Walk, WhatIf
from cckg.core.roles import QuestionRoles
from cckg.core.text import worded
from cckg.core.trace import Note, Trace
from cckg.identity import EventMatcher, FinalPhraseReader, PhraseReader
from cckg.language import polarity_of
from cckg.models import Embedder, KnowledgeScorer, RememberingEmbedder
from cckg.questions import Formula, as_query, compares, is_logical, negated_terms, parse_logical_query, parted_question, readable
from cckg.settings import MatchSettings, Settings
from cckg.stores import GraphStore, Hit, Searchable
from prompts import render
from queries.arbitration import Explored, Explorer, arbitrated_answer
from queries.beside import side_by_side
from queries.causal import UNBOUNDED, chains_and_bridged, paths_and_bridged
from queries.chronology import left_out, timely
from queries.context import QueryContext
from queries.evidence import citing, with_passages
from queries.linking import EntryRanker, LinkedEvents, Weights, link_events
from queries.logic import Logic, logical_hits
from queries.plans import PLANS, Findings, as_it_was, joins_two
from queries.policy import POLICY
from queries.retrieval import Reranker, retrieve

_ASKS_OF_ROUTE: dict[Route, Asks] = {
    Route.FACTUAL: "passage",
    Route.RELATIONAL: "relation",
    Route.CAUSAL: "causes",
    Route.COUNTERFACTUAL: "whatif",
}
_NEXT: dict[Asks, Asks] = {"relation": "passage", "passage": "relation"}
"""What is tried where a route finds no evidence.

What led to an event, or how, or would have been without it, is not looked for in passages: a sentence that names the event is not its
cause, and one was found for three of the demo's ten questions that no document answers. Nor is how two things are connected: a sentence
that names the one joins nothing.
"""
_DECLINED = "What was found does not answer it, says who was to write the answer."
_FROM_PASSAGES: frozenset[Asks] = frozenset({"passage", "relation"})


@dataclass(frozen=True, slots=True)
class QueryEngine:
    """Answers questions over one store. Get one from `cckg.app.CausalRAG.engine`.

    What is made once for a question stands in its `QueryContext`; what is told beside an answer is kept in its trace.
    """

    store: GraphStore
    embedder: Embedder
    roles: QuestionRoles
    matching: MatchSettings
    settings: Settings
    meter: Callable[[], Usage]
    scorer: KnowledgeScorer | None = None
    passage_scorer: KnowledgeScorer | None = None
    explorer: Callable[[], Explorer] | None = None
    linker: PhraseReader | FinalPhraseReader | None = None

    def ask(self, question: str, *, route: Route | None = None, arbitrated: bool = False) -> Answer:
        """Answer a question, or abstain.

        Args:
            question: in English; of two that are asked at once the first is answered, and a note says so.
            route: overrides the parser's.
            arbitrated: explore counterfactual questions and weigh hypotheses as well; on the routes that passages answer the answer is then
                the one that was chosen, on the others it stands beside what the graph says, and where two things are compared or joined
                beside what sentences say of both. Where a chat model writes several answers at once, it is also asked for the question's
                parts, its logical query and the answer while exploring goes on, for which calls are made that may turn out not to be
                needed; so not where there is a budget.

        Raises:
            InputError: if the question is empty or too long.
            NotAvailableError: if it is to be arbitrated, and what the settings want for it is not there.
            ValueError: if there is no such route.
        """
        wanted = None if route is None else Route(route)
        trace = self._begin()
        given = readable(question, max_characters=self.settings.questions.max_characters)
        asked = _first_asked(given, trace) or question
        explorer = self.explorer() if arbitrated and self.explorer else None
        is_ahead = explorer is not None and explorer.hypotheses.width > 1 and self.settings.chat.budget is None
        with side_by_side(_BESIDE if is_ahead else 0) as start:
            parsing = start(lambda: _routed(self.roles.parser.parse(asked), wanted))
            meaning = start(lambda: self._meant(asked) if parsing().asks in _FROM_PASSAGES else _NO_QUERY)
            explored = _around(explorer, asked if asked != question else given, trace) if explorer and is_ahead else None
            context = replace(self._context(trace, asked), embedder=RememberingEmbedder(self.embedder))
            parsed, context = self._understood(parsing, meaning, context)
            parsed, findings = self._found(parsed, context) if wanted is None else (parsed, PLANS[parsed.asks](context, parsed))
            reads, package = self.roles.writer.reads_passages, findings.package
            if reads and package.citations and not package.passages and package.abstain_because is None:
                package = with_passages(package, context.passages(parsed.question)[: POLICY.beside_passages])
            writing = start(lambda: self.roles.writer.write(parsed, package))
            found = _weighed(explorer, explored, trace) if explorer and explored and not context.formula else None
            with trace.step("synthesis"):
                text = writing()
        if not text:
            package = replace(package, abstain_because=_DECLINED)
            text = render("answer", "abstain", reason=_DECLINED)
        package = package if package is findings.package else citing(package, text)
        abstained = package.abstain_because is not None
        answer = Answer(question, parsed.route, text, abstained, package, findings.entries, trace, self._notes(trace))
        if explorer is None:
            return answer
        if context.formula:
            return replace(answer, notes=(*answer.notes, "A question that means a logical query is not arbitrated."))
        found = found or _weighed(explorer, _around(explorer, parsed.question, trace), trace)
        undecided = _why_undecided(parsed, findings)
        if undecided:
            trace.note(undecided)
        return self._arbitrated(answer, found, context, undecided=undecided is not None, decides=_may_decide(parsed, findings))

    def walk(self, event: str, direction: Direction, *, depth: int | None = None) -> Walk:
        """Return the chains upstream ("causes") or downstream ("effects") of the events that a wording means.

        Raises:
            InputError: if there is no word in it.
        """
        if direction not in ("causes", "effects"):
            raise ValueError(f"direction must be 'causes' or 'effects', got {direction!r}")
        trace = self._begin()
        entry = self._enter(event, trace)
        limits = self.settings.questions
        with trace.step("traverse"):
            links = depth or limits.depth
            around = timely(self.store.neighbourhood(entry.ids, direction, depth=links, limit=limits.max_events))
            trace.note(*left_out(around))
            limit = limits.max_chains
            found = chains_and_bridged(around, starts=entry.ids, direction=direction, depth=links, limit=limit) if entry.ids else []
        return Walk(event, entry.events, tuple(found), around.truncated, trace, self._notes(trace))

    def path(self, cause: str, effect: str, *, depth: int | None = None) -> Walk:
        """Return the chains from the events that one wording means to those of another.

        Raises:
            InputError: if there is no word in one of them.
        """
        trace = self._begin()
        first, last = self._enter(cause, trace), self._enter(effect, trace)
        limits = self.settings.questions
        with trace.step("traverse"):
            links = depth or UNBOUNDED
            above = timely(self.store.neighbourhood(last.ids, "causes", depth=links, limit=limits.max_events))
            trace.note(*left_out(above))
            found = paths_and_bridged(above, cause=first.ids, effect=last.ids, depth=links, limit=limits.max_chains)
        return Walk(f"{cause} → {effect}", (*first.events, *last.events), tuple(found), above.truncated, trace, self._notes(trace))

    def whatif(self, event: str, *, effect: str | None = None) -> WhatIf:
        """Return both worlds around an event, and the verdict where an effect is given.

        Raises:
            InputError: if there is no word in one of them.
        """
        wanted = None if effect is None else worded(effect, name="effect")
        trace = self._begin()
        context = self._context(trace, event)
        entry = context.enter(worded(event, name="event"), "intervention", as_one=True)
        if not entry.events:
            return WhatIf(event, (), (), None, trace, self._notes(trace))
        target = self._context(trace, wanted).enter(wanted, "query variable", as_one=True) if wanted else None
        world, limits = context.world(entry), self.settings.questions
        verdict = None
        found: list[CausalChain] = []
        if target and target.events:
            above = context.around([*entry.ids, *target.ids], "causes", depth=UNBOUNDED)
            verdict = context.judge(entry, target, above)
            found = paths_and_bridged(above, cause=entry.ids, effect=target.ids, depth=UNBOUNDED, limit=limits.max_chains)
        elif not target:
            depth, limit = limits.depth, limits.max_chains
            found = chains_and_bridged(world.subgraph, starts=entry.ids, direction="effects", depth=depth, limit=limit)
        entries = (*entry.events, *(target.events if target else ()))
        simulations = (context.without(entry, world), *context.oppose(entry.happenings, stated=entry.contraries, is_needed=True))
        return WhatIf(event, entries, simulations, verdict, trace, self._notes(trace), tuple(found))

    def search(self, query: str, *, method: SearchMethod, over: Searchable, k: int) -> list[SearchResult]:
        """Return up to k chunks or events, best first.

        Raises:
            NotAvailableError: for "cis" where nobody scores.
            InputError: if there is no word in the query, or it is a logical query that cannot be read.
            ValueError: if there is no such method.
        """
        if method not in get_args(SearchMethod):
            raise ValueError(f"method must be one of {', '.join(get_args(SearchMethod))}, got {method!r}")
        reranker = self._reranker()
        if method == "cis" and reranker is None:
            raise NotAvailableError("Search by cis needs a scorer, and cis.scorer is off. Set it to student or teacher.")
        hits = self._hits(worded(query, name="query"), method=method, over=over, k=k, reranker=reranker)
        score = {hit.id: hit.score for hit in hits}
        ids = [hit.id for hit in hits]
        if over == "events":
            return [
                SearchResult("event", event.id, None, None, event.context, event.text, score[event.id], rank)
                for rank, event in enumerate(self.store.events(ids), start=1)
            ]
        return [
            SearchResult("chunk", chunk.id, chunk.document, source.uri, source.title, chunk.text, score[chunk.id], rank)
            for rank, (chunk, source) in enumerate(self.store.chunks(ids), start=1)
        ]

    def logical_query(self, query: str) -> str | None:
        """Return the logical query as which a search by "logic" reads a text, written out; None where it reads none and takes "hybrid".

        Raises:
            InputError: if there is no word in it, or it is a logical query that cannot be read.
        """
        formula = self._formula(worded(query, name="query"))
        return as_query(formula) if formula else None

    # Private

    def _hits(self, query: str, *, method: SearchMethod, over: Searchable, k: int, reranker: Reranker | None) -> list[Hit]:
        """Search by a method; "logic" by the logical query that is given or meant, and as "hybrid" where none is."""
        if method == "logic":
            if formula := self._formula(query):
                return logical_hits(formula, store=self.store, embedder=self.embedder, over=over, k=k, logic=Logic(self.settings.logic))
            method = "hybrid"
        return retrieve(query, store=self.store, embedder=self.embedder, method=method, over=over, k=k, reranker=reranker)

    def _formula(self, question: str) -> Formula | None:
        """Return the logical query that a text is, or that a question means, or None."""
        written = question if is_logical(question) else self.roles.logical.write(question)
        return parse_logical_query(written) if written else None

    def _arbitrated(self, answer: Answer, found: "_Weighed", context: QueryContext, *, undecided: bool, decides: bool) -> Answer:
        """Return an answer with its arbitration; where no further call might be made, the answer as it is, with a note."""
        if isinstance(found, StoppedError):
            return replace(answer, notes=(*answer.notes, f"The answer is not arbitrated: {found}"))
        arbitration, evidence = found
        if undecided:
            arbitration = replace(arbitration, answer="", rationale="", undecided=True)
        weighed = arbitrated_answer(answer, arbitration, evidence, decides=decides, builder=context.builder(), embedder=context.embedder)
        return replace(weighed, notes=self._notes(context.trace))

    def _understood(
        self, parsing: Callable[[], ParsedQuestion], meaning: Callable[[], "_Meant"], context: QueryContext
    ) -> tuple[ParsedQuestion, QueryContext]:
        """Return a question's parts, and the context with the logical query that it means; the trace tells both."""
        with context.trace.step("parse") as step:
            parsed = parsing()
            for reason in parsed.reasons:
                step.note(reason)
        if parsed.asks not in _FROM_PASSAGES:
            return parsed, context
        with context.trace.step("logic") as step:
            formula, notes = meaning()
            for note in notes:
                step.note(note)
                context.trace.note(Note("logic", f"{note[0].upper()}{note[1:].rstrip('.')}."))
        if formula and (refused := negated_terms(formula)):
            names = " or ".join(f"“{term}”" for term in refused)
            context.trace.note(Note("left out", f"What is found in a document that speaks of {names} is left out."))
        return parsed, replace(context, formula=formula)

    def _meant(self, question: str) -> "_Meant":
        """Return the logical query that a question is, or that its words mean, None where there is none or it cannot be read; and notes."""
        is_written = is_logical(question) and not question.rstrip().endswith("?")
        written = question if is_written else self.roles.logical.write(question)
        try:
            formula = parse_logical_query(written) if written else None
        except InputError as error:
            return None, (f"no logical query: {error}",)
        return formula, (f"as a logical query: {as_query(formula)}",) if formula else ()

    def _found(self, parsed: ParsedQuestion, context: QueryContext) -> tuple[ParsedQuestion, Findings]:
        """Return what the plan for a question finds, or what the next route does where that finds nothing; a note says which."""
        if parsed.asks not in _FROM_PASSAGES:
            context.foresee(parsed)
        findings = PLANS[parsed.asks](context, parsed)
        if findings.package.abstain_because is not None and (was := as_it_was(context, parsed)):
            of_that = PLANS[was.asks](context, was)
            return (parsed, findings) if of_that.package.abstain_because is not None else (was, of_that)
        other = None if joins_two(parsed) else _NEXT.get(parsed.asks)
        if findings.package.abstain_because is None or other is None:
            return parsed, findings
        route = next(route for route, asks in _ASKS_OF_ROUTE.items() if asks == other)
        instead = replace(parsed, route=route, asks=other)
        with context.trace.step("route") as step:
            step.note(f"{parsed.route}: nothing found; {route} is tried")
        found = PLANS[other](context, instead)
        if found.package.abstain_because is not None:
            return parsed, findings
        because = f"As a {parsed.route} question: {findings.package.abstain_because} So it is answered as a {route} one."
        context.trace.note(Note("route", because))
        return instead, found

    def _begin(self) -> Trace:
        self.roles.take_reports()  # those of a question that ended in an error
        return Trace(meter=self.meter)

    def _notes(self, trace: Trace) -> tuple[str, ...]:
        """Return what is told beside an answer: what stages found, and who stepped in for a chat model."""
        trace.note(*(Note(report, report) for report in self.roles.take_reports()))
        return tuple(note.text for note in trace.notes)

    def _context(self, trace: Trace, question: str) -> QueryContext:
        return QueryContext(
            store=self.store,
            embedder=self.embedder,
            matcher=self._matcher(),
            roles=self.roles,
            limits=self.settings.questions,
            trace=trace,
            question=question,
            ranker=self._ranker(question),
            reranker=self._reranker(),
            logic=Logic(self.settings.logic),
        )

    def _reranker(self) -> Reranker | None:
        return None if self.passage_scorer is None else Reranker(self.passage_scorer, self.settings.cis.passage_weight)

    def _ranker(self, question: str) -> EntryRanker | None:
        """Return who ranks the entry events of a question, or of a wording that is asked about without one."""
        if self.scorer is None:
            return None
        weights = Weights(self.settings.cis.entry_weight, self.settings.cis.contrast_weight)
        return EntryRanker(question, self.scorer, self.store, weights)

    def _matcher(self) -> EventMatcher:
        return EventMatcher(self.store, embedder=self.embedder, verifier=self.roles.verifier, settings=self.matching, linker=self.linker)

    def _enter(self, wording: str, trace: Trace) -> LinkedEvents:
        with trace.step("enter") as step:
            limit = self.settings.questions.entry_events
            told = worded(wording, name="event")
            ranker = self._ranker(told)
            return link_events(self._matcher(), told, polarity_of(told), store=self.store, limit=limit, step=step, ranker=ranker)


# Private

_BESIDE = 2  # threads: for the question's parts, and for the logical query that it means
_Meant: TypeAlias = tuple[Formula | None, tuple[str, ...]]
_NO_QUERY: _Meant = (None, ())
_Weighed: TypeAlias = tuple[Arbitration, dict[str, Passage]] | StoppedError


def _first_asked(question: str, trace: Trace) -> str | None:
    """Return the first of two questions that are asked at once, and tell that it alone is answered; None where it is one question."""
    parts = parted_question(question)
    if parts is None:
        return None
    first, second = parts
    trace.note(Note("two questions", f"Two questions were asked. Only “{first}” is answered; ask the other by itself: “{second}”"))
    return first


def _around(explorer: Explorer, question: str, trace: Trace) -> Explored | StoppedError:
    """Return what stands near a question, or why no further call may be made."""
    try:
        return explorer.around(question, trace=trace)
    except StoppedError as error:
        return error


def _weighed(explorer: Explorer, explored: Explored | StoppedError, trace: Trace) -> _Weighed:
    """Return the arbitration of what was explored with its evidence, or why no further call may be made."""
    if isinstance(explored, StoppedError):
        return explored
    try:
        return explorer.arbitrated(explored, trace=trace), explored.evidence
    except StoppedError as error:
        return error


def _may_decide(parsed: ParsedQuestion, findings: Findings) -> bool:
    """Tell whether an arbitrated answer may stand in for the one that was found; where both of two things count, one sentence is none."""
    package = findings.package
    return parsed.asks in _FROM_PASSAGES and not package.chains and not package.contested and not _is_of_two(parsed)


def _why_undecided(parsed: ParsedQuestion, findings: Findings) -> Note | None:
    """Say why no hypothesis is the answer: documents disagree, or a question of two things has neither an answer nor what joins them."""
    package = findings.package
    if package.contested:
        return Note("undecided", "The documents do not agree on this; the hypotheses are not the answer.")
    if _is_of_two(parsed) and package.short_answer is None and package.joined_by is None and not package.chains:
        return Note("undecided", "What the sentences say of both does not decide this; the hypotheses are not the answer.")
    return None


def _is_of_two(parsed: ParsedQuestion) -> bool:
    return joins_two(parsed) or compares(parsed.question)


def _routed(parsed: ParsedQuestion, route: Route | None) -> ParsedQuestion:
    """Put the question on another route than the parser's; where its parts do not fit that route, the whole question is the main event."""
    if route is None or route is parsed.route:
        return parsed
    asks = _ASKS_OF_ROUTE[route]
    if route is Route.COUNTERFACTUAL and parsed.interventions:
        asks = parsed.asks
    elif route is Route.COUNTERFACTUAL and parsed.presupposed:
        cause, *given = parsed.presupposed
        parsed = replace(parsed, cause=cause, pair=(), given=tuple(given))
    return replace(parsed, route=route, asks=asks, main_event=parsed.main_event or parsed.question.rstrip("?"))
