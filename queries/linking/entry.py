"""Finds the events where a question enters the graph: nearest by vector, verified as the same core event (CCRAG §4.3)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

from cckg.core.claims import Claim
from cckg.core.evidence import Direction, EntryEvent
from cckg.core.graph import Event, Polarity
from cckg.core.questions import Part
from cckg.core.text import STOP_WORDS, WORD, content_words, words
from cckg.core.trace import Step
from cckg.identity import Candidate, EventMatcher, log_odds, on_other_sides
from cckg.language import MONTH_NAMES, dates, month, stem, without_dates
from cckg.stores import GraphStore
from queries.causal import reachable
from queries.linking.policy import POLICY
from queries.linking.ranking import EntryRanker
from queries.retrieval import retrieve


@dataclass(frozen=True, slots=True)
class LinkedEvents:
    """The events that a wording of the question was matched to, best first; empty if the graph does not know it.

    Where a question sets several events at once, `together` are the best events of the wordings after the first. `others` are happenings
    that the wording may mean as well, best first; where no event has all its words, also what was read as nearly meant. `contraries` are
    those that go the other way, where who tells what the wording means has told of them too.
    """

    wording: str
    events: tuple[EntryEvent, ...]
    together: tuple[Event, ...] = ()
    others: tuple[Event, ...] = ()
    contraries: tuple[Event, ...] = ()

    @property
    def ids(self) -> list[str]:
        """Return the ids of the events."""
        return [entry.event.id for entry in self.events]

    @property
    def found(self) -> list[Event]:
        """Return the events themselves."""
        return [entry.event for entry in self.events]

    @property
    def happenings(self) -> list[Event]:
        """Return the best event of each happening."""
        return [*self.found[:1], *self.together]

    @property
    def read_as(self) -> str | None:
        """Say as what the wording is read, where that lacks a word of it or is not all that it may mean; else None."""
        if not self.events or not (self.others or _lacking(self.wording, self.found[0])):
            return None
        rest = len(self.others) - POLICY.told_others
        others = [_told_in(event) for event in self.others[: POLICY.told_others]] + ([f"{rest} more"] if rest > 0 else [])
        also = f"; it may also mean {' or '.join(others)}" if others else ""
        return f"“{self.wording}” is read as {_told_in(self.found[0])}{also}."


def link_events(
    matcher: EventMatcher,
    wording: str,
    polarity: Polarity,
    *,
    store: GraphStore,
    limit: int,
    step: Step,
    role: Part = "main event",
    contrary: bool = False,
    as_one: bool = False,
    ranker: EntryRanker | None = None,
    question: str = "",
    beside: Sequence[Event] = (),
) -> LinkedEvents:
    """Match a wording, which is this part of the question, to at most `limit` events; the step notes what was kept and dropped, and why.

    The linker reads the wording in its question with mentions in their documents, or, where there is none, the verifier the wording alone
    with the nearest events. An event is kept if that accepts it and it does not go the other way, and if every name and date in the wording
    is named by the event, or by the passages and titles that speak of it: the collapse of another bridge, or of another day, is another
    event. Of what is kept nothing leads to a better event.

    With `contrary` the events of the opposite polarity are meant: what was in place of what the wording supposes. With `as_one` all events
    have to be near, whatever their words, and of the documents that tell of the best one, or of the best that is told where events `beside`
    are, for they will be taken for one happening; what is beside is not meant. A ranker orders what is kept, or else the
    verifier.

    What a linker that is final accepts no rule of names, dates or polarity takes back.

    An event's id, also one that it had before, or that of one of its mentions means that event alone.
    """
    if named := event_of_id(wording, store):
        step.note(f"kept: {named.text!r}, whose id is {named.id}")
        return LinkedEvents(wording, (EntryEvent(named, 1.0, 1, role=role),))
    if matcher.linker:
        hits = retrieve(question or wording, store=store, embedder=matcher.embedder, method="dense", over="chunks", k=POLICY.passages)
        told = store.mentions_in([hit.id for hit in hits])
        is_all = role == "main event" and not as_one
        candidates = matcher.linked(wording, polarity, question, told=told, is_all=is_all, besides=[event.id for event in beside])
    else:
        candidates = matcher.candidates([Event("", wording, polarity)], "same core")[0]
    is_final = matcher.is_final
    against = {} if is_final else _unnamed(wording, candidates, store)
    fitting = [item for item in candidates if item.event.id not in against and (is_final or not on_other_sides(wording, item.event.text))]
    contraries = [item for item in fitting if is_final and item.verdict.same_event and not item.verdict.same_polarity]
    if contrary and is_final:
        accepted = contraries
    elif is_final:
        accepted = [item for item in fitting if item.verdict.match]
    elif contrary:
        accepted = _contraries(fitting, polarity)
    else:
        accepted = [item for item in fitting if item.verdict.match and not _goes_the_other_way(item.event, polarity)]
    apart = {event.id for event in beside}
    accepted = [item for item in accepted if item.event.id not in apart]
    near = [item for item in accepted if _is_close(item, accepted[0])]
    kept = _without_stages(near if contrary or is_final else _of_one_polarity(near, polarity, as_one=as_one), matcher)
    unlike = [] if contrary else [item for item in candidates if not item.verdict.match]
    ranked = _ranked(ranker, wording, _of_one_story(kept, beside, store) if as_one else kept, unlike, limit)
    found = {entered.event.id for entered in ranked}
    step.count("candidates", len(candidates))
    step.count("kept", len(ranked))
    for candidate in candidates:
        decision = "kept" if candidate.event.id in found else "dropped"
        step.note(f"{decision}: {candidate.event.text!r} for {wording!r}, {_why(candidate, against.get(candidate.event.id, ()))}")
    events = tuple(replace(entered, rank=rank, role=role) for rank, entered in enumerate(ranked, start=1))
    nearly = [item for item in fitting if item.verdict.same_polarity and item.verdict.score >= POLICY.nearly_meant]
    lacking = events and _lacking(wording, events[0].event)
    further = [] if contrary else [*kept, *_apart_from(kept, [*accepted, *(nearly if lacking else ())], matcher)]
    others = (item.event for item in further if item.event.id not in found)
    known = tuple(item.event for item in contraries if item.event.id not in found)
    return LinkedEvents(wording, events, others=tuple(dict.fromkeys(others)), contraries=known)


def event_of_id(wording: str, store: GraphStore) -> Event | None:
    """Return the event that has this id, or else that of the mention which has it; an event has the id of one of its mentions.

    So events that were joined are found under every id that they had.
    """
    name = wording.strip()
    if not _ID.fullmatch(name):
        return None
    return next(iter([*store.events([name]), *(mention.event for mention in store.wordings([name]))]), None)


def join_linked(entries: Sequence[LinkedEvents]) -> LinkedEvents:
    """Return the entries of several wordings as one, for what is set together; those that the graph does not know are left out."""
    known = [entry for entry in entries if entry.events]
    events = {entered.event.id: entered for entry in known for entered in entry.events}
    first = {event.id for entry in known[:1] for event in entry.found}
    together = {entry.found[0].id: entry.found[0] for entry in known[1:] if entry.found[0].id not in first}
    others = tuple(event for entry in known for event in entry.others if event.id not in events)
    contraries = known[0].contraries if known else ()
    return LinkedEvents(
        " and ".join(entry.wording for entry in known), tuple(events.values()), tuple(together.values()), others, contraries
    )


def related_by(links: Sequence[tuple[str, str]], event: str) -> frozenset[str]:
    """Return the events upstream and downstream of an event over links, cause first."""
    backwards = [(effect, cause) for cause, effect in links]
    return reachable(links, [event]) | reachable(backwards, [event])


# Private


def _contraries(candidates: Iterable[Candidate], polarity: Polarity) -> list[Candidate]:
    """Return what may have been in place of a wording of this polarity, the likeliest first, each scored by that."""
    found = []
    for item in candidates:
        score = item.verdict.score if item.event.polarity is polarity.opposite else 0.0
        if score >= POLICY.contrary_score or item.verdict.against >= POLICY.against:
            found.append(replace(item, verdict=replace(item.verdict, score=max(score, item.verdict.against))))
    return sorted(found, key=lambda item: (-item.verdict.score, -item.cosine, item.event.id))


def _is_close(item: Candidate, best: Candidate) -> bool:
    """Tell whether a candidate is surely meant, or hardly less than the best one."""
    score = item.verdict.score
    return score >= POLICY.surely_meant or log_odds(score) >= log_odds(best.verdict.score) - POLICY.close_log_odds


def _lacking(wording: str, event: Event) -> bool:
    """Tell whether an event lacks a content word of a wording, besides names and dates: its documents bear out those."""
    said = {word.lower() for word in _names(wording)}
    asked = {stem(word) for word in content_words(without_dates(wording)) if word not in said and not word[0].isdigit()}
    return not asked <= set(map(stem, words(event.text)))


def _told_in(event: Event) -> str:
    return f"“{event.text}”" + (f" ({event.context})" if event.context else "")


def _of_one_story(kept: list[Candidate], beside: Sequence[Event], store: GraphStore) -> list[Candidate]:
    """Keep what is told where the best is, or the best that is told where other events are: elsewhere it is another happening."""
    if len(kept) < 2:
        return kept
    ids = {item.event.id for item in kept}
    documents: defaultdict[str, set[str]] = defaultdict(set)
    for claim in _claims_about(sorted(ids.union(event.id for event in beside)), store):
        documents[claim.cause_event].add(claim.document)
        documents[claim.effect_event].add(claim.document)
    there = {document for event in beside for document in documents[event.id]}
    story = documents[next((item for item in kept if documents[item.event.id] & there), kept[0]).event.id]
    return [item for item in kept if documents[item.event.id] & story]


def _ranked(ranker: EntryRanker | None, wording: str, kept: list[Candidate], others: list[Candidate], limit: int) -> list[EntryEvent]:
    if ranker is None:
        return [EntryEvent(candidate.event, candidate.cosine, 0) for candidate in kept[:limit]]
    return ranker.ranked(wording, kept, others, limit=limit)


def _goes_the_other_way(event: Event, polarity: Polarity) -> bool:
    return {event.polarity, polarity} == {Polarity.INCREASE, Polarity.DECREASE}


def _of_one_polarity(near: list[Candidate], polarity: Polarity, *, as_one: bool) -> list[Candidate]:
    """Leave out what could be meant where something is exactly meant: "infections" where "the decline of infections" was asked about.

    A wording that marks no polarity means any, unless the best event marks none either; but what is one happening is not its own absence.
    """
    exact = [candidate for candidate in near if candidate.event.polarity is polarity]
    if as_one and exact:
        near = [candidate for candidate in near if candidate.event.polarity is not polarity.opposite]
    return exact if exact and (polarity is not Polarity.OCCURRENCE or near[0] is exact[0]) else near


def _without_stages(accepted: list[Candidate], matcher: EventMatcher) -> list[Candidate]:
    """Leave out events that lead to a better one or follow from it: a cause and its effect are never one happening."""
    links = matcher.links_around([candidate.event.id for candidate in accepted]) if len(accepted) > 1 else []
    kept: list[Candidate] = []
    for candidate in accepted:
        if all(candidate.event.id not in related_by(links, other.event.id) for other in kept):
            kept.append(candidate)
    return kept


def _apart_from(kept: Sequence[Candidate], others: Sequence[Candidate], matcher: EventMatcher) -> list[Candidate]:
    """Return what may be meant besides what is kept, without what leads to that or follows from it."""
    whole = {item.event.id: item for item in (*kept, *others)}
    return _without_stages([*whole.values()], matcher)[len(kept) :]


def _unnamed(wording: str, candidates: Sequence[Candidate], store: GraphStore) -> dict[str, list[str]]:
    """Return for each candidate that is not what a wording names which of its names and dates nothing said of it bears out."""
    names, told = _names(wording), dates(_BOUND.sub(" ", wording))
    days, years = {day for day in told if "-" in day}, {day for day in told if _YEAR.fullmatch(day)}
    if not names and not told:
        return {}
    said, documents = _said_of(candidates, store)

    @cache
    def beside(name: str) -> set[str]:
        """Return the documents of what is accepted and has a name beside it."""
        return set().union(*(documents[one.event.id] for one in candidates if one.verdict.match and _is_named(name, _words_of(one))))

    @cache
    def naming(name: str) -> set[str]:
        """Return all documents that have a name: those of what is told with it, or else somewhere."""
        return set().union(
            _documents_naming(name, store=store), *(documents[event] for event, text in said.items() if _is_named(name, text))
        )

    def bears_out(event: str, name: str) -> bool:
        if len(name) <= POLICY.initials:
            return _is_named(name, said[event])
        if those := beside(name):
            return not documents[event].isdisjoint(those)
        return _is_named(name, said[event]) or not documents[event].isdisjoint(naming(name))

    found = {
        event: [name for name in names if not bears_out(event, name)]
        + sorted(() if any(_is_dated(day, text) for day in days) else days)  # "in November and December" may be either
        + sorted(years if years.isdisjoint(others := _YEAR.findall(text)) and others else ())  # where no year is told any may be meant
        for event, text in said.items()
    }
    return {event: unsaid for event, unsaid in found.items() if unsaid}


def _documents_naming(name: str, store: GraphStore) -> set[str]:
    """Return the documents that have a name somewhere; where many passages do, those of the best of them."""
    found = store.chunks([hit.id for hit in store.search_text(name, k=POLICY.naming)])
    return {chunk.document for chunk, _ in found if _is_named(name, chunk.text)}


def _said_of(candidates: Sequence[Candidate], store: GraphStore) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Return for each candidate its words, its context and the passages that tell of it, with their titles; and its documents."""
    documents: dict[str, set[str]] = {item.event.id: set() for item in candidates}
    said = {item.event.id: [_words_of(item)] for item in candidates}
    claims = _claims_about(list(said), store)
    passages = {chunk.id: f"{chunk.text} {source.title}" for chunk, source in store.chunks(list({claim.chunk for claim in claims}))}
    for claim in claims:
        for event in {claim.cause_event, claim.effect_event} & said.keys():
            said[event].append(passages.get(claim.chunk, ""))
            documents[event].add(claim.document)
    return {event: " ".join(texts) for event, texts in said.items()}, documents


def _words_of(candidate: Candidate) -> str:
    return " ".join([candidate.event.text, candidate.event.context, candidate.around])


def _names(wording: str) -> list[str]:
    found = [match.group() for match in WORD.finditer(without_dates(wording))]
    return [word for word in found if word[0].isupper() and word.lower() not in STOP_WORDS]


def _is_named(name: str, text: str) -> bool:
    """Tell whether a text has a name, or, where it names a month, a date of that month."""
    if any(_same_name(name.lower(), word) for word in set(words(text))):
        return True
    return name in MONTH_NAMES and any(day[5:7] == f"{month(name):02}" for day in dates(text))


def _is_dated(day: str, text: str) -> bool:
    """Tell whether a text names a date, or one that is less exact and holds it, or more exact and within it.

    Of "from 3 to 5 March 2017" only the end is known as a date: its first day counts as named, too.
    """
    named = dates(text)
    if any(other.startswith(day) or day.startswith(other) for other in named):
        return True
    years = _YEAR.findall(text)
    if len(day) == _MONTH and (not years or day[:4] in years) and any(month(word) == int(day[5:]) for word in words(text)):
        return True
    month_of_day, number = day[:7], day[8:].lstrip("0")
    return bool(number) and any(other.startswith(month_of_day) for other in named) and bool(re.search(rf"(?<!\d)0?{number}(?!\d)", text))


def _same_name(left: str, right: str) -> bool:
    """Tell whether two words are the same name or of the same name: "america" and "american", "march" and "mar"."""
    if len(left) > _SHORT_MONTH and month(left) and month(left) == month(right):
        return True
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))
    return stem(left) == stem(right) or (shared >= _NAME_PREFIX and shared >= max(len(left), len(right)) - 2)


def _claims_about(ids: list[str], store: GraphStore) -> list[Claim]:
    around = [store.neighbourhood(ids, direction, depth=1, limit=len(ids) * 20) for direction in _DIRECTIONS]
    return [claim for found in around for claim in found.claims]


_ID = re.compile(r"[0-9a-f]{16}")
_NAME_PREFIX = 4
_MONTH = len("2017-03")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_SHORT_MONTH = 4  # "jan" and "sept" in a question may be somebody's name
_BOUND = re.compile(r"\b(?:after|since|before|until|till|by|prior to)\s+(?:\w+\s+){0,2}\w*\d{1,4}\b", re.IGNORECASE)
_DIRECTIONS: tuple[Direction, ...] = ("causes", "effects")


def _why(candidate: Candidate, unsaid: Sequence[str]) -> str:
    verdict = candidate.verdict
    if not verdict.same_event:
        return f"not the same event ({verdict.score:.2f})"
    if not verdict.same_polarity:
        return f"other polarity ({candidate.event.polarity}), score {verdict.score:.2f}"
    return f"nothing there names {', '.join(unsaid)}" if unsaid else f"score {verdict.score:.2f}"
