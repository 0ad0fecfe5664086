"""The built-in answer writer: sentences from `prompts/answer.md`, filled with the words of events, each with its citations.

It states nothing that is not in the package: what caused what, what is denied, what the simulation says; or that the documents do not say.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cckg.core.claims import Claim, Degree, Mention, Modality
from cckg.core.evidence import Bridge, CausalChain, EvidencePackage, Verdict, degree_of_link
from cckg.core.graph import Event
from cckg.core.questions import ParsedQuestion
from cckg.core.text import squeeze
from cckg.realisation.bridges import how_likely, if_same, likelihood
from cckg.realisation.phrasing import capitalised, in_sentence, listed, number_words, thing_in_sentence
from prompts import render

_ITEMS = 6  # causes or effects named in one sentence
_LINKS = 8  # links told one by one
_ALL = 1_000


class LocalAnswerWriter:
    """Writes plain answers; the same package always gives the same answer."""

    name = "local-templates-1"
    reads_passages = False

    def __init__(self, *, is_whole: bool = False) -> None:
        """Take whether all is to be told, however long, as who writes of it anew wants it."""
        self._is_whole = is_whole

    def write(self, parsed: ParsedQuestion, package: EvidencePackage) -> str:
        """Return the answer; an abstention where the package says that there is nothing to answer from."""
        writer = _Writer(parsed, package, *((_ALL, _ALL) if self._is_whole else ()))
        if package.abstain_because is not None:
            return writer.abstention(package.abstain_because)
        if package.verdict is not None:
            return writer.verdict(package.verdict)
        if parsed.asks == "whatif":
            return writer.supposition()
        if package.passages:
            return writer.quotes()
        if parsed.asks in {"path", "relation", "verdict"}:  # a verdict that is left to somebody else
            return writer.path()
        return writer.around()


# Private

_LINK_DEGREES = frozenset({Degree.CONTRIBUTING, Degree.ENABLING})
_CAUSE_DEGREES = frozenset({Degree.CONTRIBUTING})


def _say(key: str, **values: str) -> str:
    return render("answer", key, **values)


def _words(event: Event | Mention) -> str:
    return in_sentence(event.text)


@dataclass(frozen=True, slots=True)
class _LinkTold:
    cause: Event
    effect: Event
    claims: tuple[Claim, ...]

    @property
    def hedged(self) -> bool:
        return all(claim.modality is not Modality.ASSERTED for claim in self.claims)

    @property
    def degree(self) -> Degree:
        return degree_of_link(self.claims)

    @property
    def cause_words(self) -> str:
        return _words(self._teller.cause)

    @property
    def effect_words(self) -> str:
        return _words(self._teller.effect)

    @property
    def _teller(self) -> Claim:
        """Return the claim in whose words the link is told, so that its quote bears them: one that names the events as they are named."""
        named = {claim.id: (claim.cause.text == self.cause.text) + (claim.effect.text == self.effect.text) for claim in self.claims}
        return max(self.claims, key=lambda claim: (claim.modality is Modality.ASSERTED, named[claim.id]))


@dataclass(frozen=True, slots=True)
class _Writer:
    parsed: ParsedQuestion
    package: EvidencePackage
    most_items: int = _ITEMS
    most_links: int = _LINKS

    def abstention(self, reason: str) -> str:
        told = self._link_sentences(self._links(self.package.chains))
        return " ".join([_say("abstain", reason=reason), *self._denied("denied_only"), *told])

    def around(self) -> str:
        """Say what led to each event that the question was matched to, or followed from it: direct links first, then those further away.

        The events are named as the documents name them, so that the reader sees for what the question was taken.
        """
        upstream = self.parsed.asks != "effects"
        direct, further = self._by_distance(upstream=upstream)
        key, more = ("direct_causes", "further_causes") if upstream else ("direct_effects", "further_effects")
        about: dict[str, list[_LinkTold]] = {}
        for link in direct:
            about.setdefault(_words(link.effect if upstream else link.cause), []).append(link)
        sentences = [
            self._where(links, about) + _say(key, event=event, items=self._items(links, upstream=upstream))
            for event, links in about.items()
        ]
        if further:
            sentences += [_say(more), *self._link_sentences(further)]
        return " ".join([*sentences, *self._denied("denied"), *self._simulated(direct), *self._bridged(self.package.chains)])

    def _where(self, links: Sequence[_LinkTold], about: Mapping[str, Sequence[_LinkTold]]) -> str:
        """Say of one of several events in which documents it is told, where no document tells of all."""
        told = [{claim.document for link in of_event for claim in link.claims} for of_event in about.values()]
        if len(told) < 2 or set.intersection(*told):
            return ""
        titles = {one.document: one.title or one.uri for one in self.package.citations}
        return f"{' and '.join(dict.fromkeys(titles[claim.document] for link in links for claim in link.claims))}: "

    def path(self) -> str:
        told = [*self._link_sentences(self._links(_sure(self.package.chains))), *self._bridged(self.package.chains)]
        return " ".join([*told, *self._denied("denied" if told else "denied_only")])

    def verdict(self, verdict: Verdict) -> str:
        between = [chain for chain in self.package.chains if chain not in verdict.alternatives]
        granted = verdict.bridge.ends if verdict.bridge else None  # the condition of the verdict is said with it, and once
        rest = [chain for chain in between if chain.bridges and chain.bridges[0].ends != granted]
        links = self._links(chain for chain in between if chain not in rest)
        told, others = [*self._link_sentences(links), *self._bridged(rest)], self._link_sentences(self._other_causes(verdict, links))
        is_told = bool(_stated(verdict)) and not verdict.is_probable  # by the sentence that says the verdict
        telling = (
            verdict.reasons
            if verdict.necessity == "undetermined"
            else verdict.reasons[:1]
            if verdict.is_probable or (verdict.grounds and not is_told)
            else ()
        )
        reasons = [_say("reason", reason=reason) for reason in telling]
        denials = self._denied("denied" if told else "denied_only")
        begins, lead = self._yes_or_no(verdict, between), self._lead(verdict, between)
        if self.parsed.yes_when == "sufficient":
            lead = f"{self._enough(verdict, between)} {lead}"
        lead = self._with_condition(lead, verdict, begun=bool(begins))
        if begins and self.parsed.yes_when == "cause":  # was it a cause comes before was it needed
            return " ".join([*begins, *told, *denials, lead, *reasons, *others])
        return " ".join([*begins, lead, *reasons, *told, *others, *denials])

    def supposition(self) -> str:
        """Say what becomes of all that followed from the event once it is absent, then what followed from its opposite."""
        absent = next((simulation for simulation in self.package.simulations if simulation.kind == "absent"), None)
        if absent is None:
            return self.path()
        event = listed([_words(event) for event in (absent.event, *absent.together)])
        told = [
            *self._outcome("lost", event, absent.lost, over=self.package.chains),
            *self._outcome("probably_lost", event, absent.probably_lost, over=self.package.chains),
            *self._outcome("kept", event, absent.kept, over=absent.alternatives),
            *self._outcome("probably_kept", event, absent.probably_kept, over=absent.alternatives),
            *self._outcome("unsettled", event, absent.unsettled, over=self.package.chains),
            *self._perhaps_lost(event, absent.perhaps_lost),
        ]
        return " ".join([*(told or [_say("nothing_follows", event=event)]), *self._opposite()])

    def quotes(self) -> str:
        quotes = " ".join(_say("quote", quote=squeeze(citation.quote), cited=f"[{citation.n}]") for citation in self.package.citations)
        if self.package.joined_by is not None:
            return self._joined(self.package.joined_by, quotes)
        if self.package.contested:
            values = [f"{value} [{number}]" for value, number in self.package.contested]
            return _say("contested", values=", ".join(values), quotes=quotes)
        short = self.package.short_answer
        return _say("short_answer", answer=capitalised(squeeze(short)), quotes=quotes) if short else quotes

    # Private

    def _joined(self, things: Sequence[str], quotes: str) -> str:
        """Say what stands between the two things of the question, then the sentences in order."""
        left, right = (in_sentence(wording) for wording in self.parsed.pair)
        if not things:
            return capitalised(_say("named_together", left=left, right=right, quotes=quotes))
        between = listed([thing_in_sentence(thing) for thing in things])
        return capitalised(_say("joined", left=left, right=right, things=between, quotes=quotes))

    def _by_distance(self, *, upstream: bool) -> tuple[list[_LinkTold], list[_LinkTold]]:
        """Return the links that touch the event where the chains end (upstream) or begin, and those further away; none over a bridge."""
        chains = _sure(self.package.chains)
        ends = {(chain.events[-1] if upstream else chain.events[0]).id for chain in chains}
        links = self._links(chains)
        direct = [link for link in links if (link.effect if upstream else link.cause).id in ends]
        return direct, [link for link in links if link not in direct]

    def _bridged(self, chains: Sequence[CausalChain]) -> list[str]:
        """Tell what lies over each bridge, on the condition that it holds; links that chains without a bridge told are not told again."""
        known = {(link.cause.id, link.effect.id) for link in self._links(_sure(chains))}
        over: dict[frozenset[str], list[CausalChain]] = {}
        for chain in chains:
            for bridge in chain.bridges:
                over.setdefault(bridge.ends, []).append(chain)
        sentences = []
        for of_bridge in over.values():
            links = [link for link in self._links(of_bridge) if (link.cause.id, link.effect.id) not in known]
            known.update((link.cause.id, link.effect.id) for link in links)
            told = " ".join(self._link_sentences(links))
            sentences += [_on_condition("on_condition", of_bridge[0].bridges[0], told)] if told else []
        return sentences

    def _with_condition(self, lead: str, verdict: Verdict, *, begun: bool) -> str:
        """Say the verdict on the condition that it takes, or with that on which it would be another."""
        if verdict.bridge:
            key = "probable" if verdict.is_probable and not begun else "on_condition"
            return _on_condition(key, verdict.bridge, lead)
        return f"{lead} {_say('otherwise', condition=if_same(verdict.unless))}" if verdict.unless else lead

    def _perhaps_lost(self, event: str, lost: Sequence[tuple[Event, Bridge]]) -> list[str]:
        """Say what would not have been either if two events are one, bridge by bridge."""
        by_bridge: dict[Bridge, list[Event]] = {}
        for item, bridge in lost:
            by_bridge.setdefault(bridge, []).append(item)
        return [
            sentence
            for bridge, items in by_bridge.items()
            for sentence in self._outcome("perhaps_lost", event, items, over=self.package.chains, condition=if_same(bridge))
        ]

    def _other_causes(self, verdict: Verdict, told: Sequence[_LinkTold]) -> list[_LinkTold]:
        """Return, where nothing is decided, the links from other causes to the effect: they are why."""
        if verdict.necessity != "undetermined":
            return []
        ends, known = {chain.events[-1].id for chain in verdict.alternatives}, {(link.cause.id, link.effect.id) for link in told}
        return [
            link for link in self._links(verdict.alternatives) if link.effect.id in ends and (link.cause.id, link.effect.id) not in known
        ]

    def _lead(self, verdict: Verdict, between: Sequence[CausalChain]) -> str:
        """Say the verdict itself, with the chains or denials that it rests on."""
        said = {"cause": self._taken_out(verdict), "effect": _words(verdict.effect)}
        if verdict.necessity == "undetermined":
            was = "was" if verdict.together else number_words(said["cause"])["was"]
            return _say("undetermined", **said, was=was, cited=self._cited_chains(between))
        probably = "probably " if verdict.is_probable and not verdict.bridge else ""
        if verdict.together and verdict.leaning == "necessary":
            return _say("necessary_either", **said, needed=f"{probably}needed", cited=self._cited_chains(between))
        effect = number_words(said["effect"])
        said |= number_words(_words(verdict.cause)) | {name: effect[name] for name in ("is", "they", "follow")}
        said["was"] = f"{said['was']} {probably}".rstrip()
        if verdict.leaning == "necessary":
            if stated := _stated(verdict):
                return _say("necessary_stated", **said, cited=self._cited(stated))
            return _say("necessary", **said, cited=self._cited_chains(between))
        if not verdict.alternatives and not self.package.denials:
            return _say("not_necessary_plain", **said)
        if not verdict.alternatives:
            return _say("not_necessary_denied", **said, cited=self._cited(self.package.denials))
        starts = list(dict.fromkeys(_words(chain.events[0]) for chain in verdict.alternatives))
        return _say("not_necessary", **said, alternatives=listed(starts), cited=self._cited_chains(verdict.alternatives))

    def _taken_out(self, verdict: Verdict) -> str:
        """Name what was taken out: of several causes at least one was necessary, or none of them, not even together."""
        first, others = _words(verdict.cause), listed([_words(event) for event in verdict.together]) if verdict.together else ""
        key = "even_together" if verdict.leaning == "not necessary" else "either"
        return _say(key, cause=first, others=others) if others else first

    def _enough(self, verdict: Verdict, between: Sequence[CausalChain]) -> str:
        """Say whether the cause was enough for the effect, and else what it needed besides."""
        causes = [_words(event) for event in (verdict.cause, *verdict.together)]
        said = {"cause": _say("together", causes=listed(causes)) if verdict.together else causes[0], "effect": _words(verdict.effect)}
        said["was"] = "were" if verdict.together else number_words(causes[0])["was"]
        cited = self._cited_chains(between)
        if verdict.sufficient is None:
            return _say("enough_undetermined", **said, cited=cited)
        if verdict.sufficient or not verdict.partners:
            return _say("enough" if verdict.sufficient else "not_enough", **said, cited=cited)
        return _say("enough_together", **said, partners=listed([_words(event) for event in verdict.partners]), cited=cited)

    def _opposite(self) -> list[str]:
        """Say what followed from the opposite, where the graph holds it; of several events from each one's."""
        return [
            sentence
            for found in self.package.simulations
            if found.matched and found.gained
            for sentence in self._outcome("opposite", _words(found.matched), found.gained, over=self.package.chains)
        ]

    def _outcome(self, key: str, event: str, follows: Sequence[Event], *, over: Iterable[CausalChain], **said: str) -> list[str]:
        """Say what becomes of events: those that the claims of some chains lead to, with these, up to six; what goes beyond is counted."""
        leading: dict[str, list[_LinkTold]] = {}
        for link in self._links(over):
            leading.setdefault(link.effect.id, []).append(link)
        named = [item for item in follows if item.id in leading] or follows
        items = [
            self._followed(leading[item.id], with_causes=key in ("kept", "probably_kept")) if item.id in leading else _words(item)
            for item in named[: self.most_items]
        ]
        more = [_say("more", number=str(len(follows) - len(items)))] if len(follows) > len(items) else []
        return [_say(key, event=event, items="; ".join([*items, *more]), **said)] if follows else []

    def _followed(self, links: Sequence[_LinkTold], *, with_causes: bool) -> str:
        if not with_causes:
            return self._item(links, upstream=False)
        causes = listed(list(dict.fromkeys(_words(link.cause) for link in links)))
        return _say("item_by", event=_words(links[0].effect), causes=causes, cited=self._cited_links(links))

    def _yes_or_no(self, verdict: Verdict, between: Sequence[CausalChain]) -> list[str]:
        """Begin a yes-or-no question's answer with Yes or No where the verdict decides it."""
        if not self.parsed.yes_no or self.parsed.yes_when is None:
            return []
        if self.parsed.yes_when == "cause":
            return self._caused(verdict, between)
        if self.parsed.yes_when == "sufficient":
            over = how_likely(verdict.bridge) if verdict.bridge else ""
            return [] if verdict.sufficient is None else [_decided(yes=verdict.sufficient, likelihood=over)]
        if verdict.necessity == "undetermined":
            return []
        return [_decided(yes=verdict.leaning == self.parsed.yes_when, likelihood=likelihood(verdict))]

    def _caused(self, verdict: Verdict, between: Sequence[CausalChain]) -> list[str]:
        """Answer "did X cause Y": yes by a chain that is not hedged, no where the link is only denied; else the documents do not decide.

        Of several causes each must have its chain for a yes; over a bridge it is no more than probable.
        """
        if verdict.rule == "denied only" and not _sure(between):
            return ["No."]
        if not between:
            return []
        is_told = any(not chain.hedged for chain in _sure(between))
        if not is_told and verdict.bridge is None:
            return []
        over = "" if is_told or verdict.bridge is None else how_likely(verdict.bridge)
        if not {event.id for event in verdict.together} <= {event.id for chain in between for event in chain.events[:-1]}:
            return []
        return [] if verdict.rule in {"same", "contradicted", "no chain"} else [_decided(yes=True, likelihood=over)]

    def _cited(self, claims: Iterable[Claim]) -> str:
        return "".join(f"[{number}]" for number in self.package.numbers(claims))

    def _cited_links(self, links: Iterable[_LinkTold]) -> str:
        return self._cited(claim for link in links for claim in link.claims)

    def _cited_chains(self, chains: Iterable[CausalChain]) -> str:
        return self._cited(claim for chain in chains for link in chain.claims for claim in link)

    def _links(self, chains: Iterable[CausalChain]) -> list[_LinkTold]:
        """Return each link of the chains once, in the order of the chains, cause first."""
        found: dict[tuple[str, str], _LinkTold] = {}
        for chain in chains:
            for cause, effect, claims in zip(chain.events, chain.events[1:], chain.claims, strict=False):
                if claims:  # a bridge is no link
                    found.setdefault((cause.id, effect.id), _LinkTold(cause, effect, claims))
        return list(found.values())

    def _link_sentences(self, links: Sequence[_LinkTold]) -> list[str]:
        """Tell links one by one, up to eight sentences; those that one claim states as jointly required together."""
        return [self._sentence(group) for group in _by_group(links)[: self.most_links]]

    def _sentence(self, group: Sequence[_LinkTold]) -> str:
        key = _key("link", group, degrees=_LINK_DEGREES)
        causes = list(dict.fromkeys(link.cause_words for link in group))
        cause = _say("together", causes=listed(causes)) if len(causes) > 1 else causes[0]
        return capitalised(_say(key, cause=cause, effect=group[0].effect_words, cited=self._cited_links(group)))

    def _items(self, links: Sequence[_LinkTold], *, upstream: bool) -> str:
        """List the causes (or effects) of links; causes that one claim states as jointly required are named together."""
        chosen = links[: 2 * self.most_items]
        items = _by_group(chosen) if upstream else [[link] for link in chosen]
        return "; ".join(self._item(group, upstream=upstream) for group in items[: self.most_items])

    def _item(self, group: Sequence[_LinkTold], *, upstream: bool) -> str:
        events = list(dict.fromkeys(link.cause_words if upstream else link.effect_words for link in group))
        degrees = _CAUSE_DEGREES if upstream else frozenset[Degree]()
        cited = self._cited_links(group)
        if len(events) > 1:
            return _say(_key("joint", group, degrees=degrees), events=listed(events), cited=cited)
        return _say(_key("item", group, degrees=degrees), event=events[0], cited=cited)

    def _denied(self, key: str) -> list[str]:
        """Say all that is denied in one sentence; no sentence where nothing is. Claims of the same words share a denial."""
        alike: dict[tuple[str, str, str], list[Claim]] = {}
        for claim in self.package.denials:
            kind = ("tentative_" if claim.tentative else "") + ("denial_of_need" if claim.counterfactual else "denial")
            alike.setdefault((kind, _words(claim.cause), _words(claim.effect)), []).append(claim)
        denials = [_say(kind, cause=cause, effect=effect, cited=self._cited(claims)) for (kind, cause, effect), claims in alike.items()]
        return [_say(key, denials=", and ".join(denials))] if denials else []

    def _simulated(self, direct: Sequence[_LinkTold]) -> list[str]:
        """Say which direct cause the event would not have been without, as the simulation decides (CCRAG §4.5)."""
        lost = {simulation.event.id for simulation in self.package.simulations if simulation.lost}
        return [self._needed(link) for link in direct if link.cause.id in lost][:2]

    def _needed(self, link: _LinkTold) -> str:
        """Say that an effect would not have been without its cause: because a document says so, or because nothing else leads there."""
        stated = [claim for claim in link.claims if claim.counterfactual and claim.modality is not Modality.DENIED]
        effect = _words(link.effect)
        said = {"cause": link.cause_words, "effect": effect, "cited": self._cited(stated or link.claims)}
        said |= number_words(link.cause_words) | {"they": number_words(effect)["they"]}
        return _say("necessary_stated" if stated else "necessary", **said)


def _stated(verdict: Verdict) -> list[Claim]:
    """Return the grounds that say of the two themselves, not of what is on the way, that the effect would not have been otherwise."""
    ends = (verdict.cause.id, verdict.effect.id)
    is_of_one = verdict.leaning == "necessary" and not verdict.together
    return [claim for claim in verdict.grounds if is_of_one and claim.counterfactual and (claim.cause_event, claim.effect_event) == ends]


def _sure(chains: Iterable[CausalChain]) -> list[CausalChain]:
    return [chain for chain in chains if not chain.bridges]


def _on_condition(key: str, bridge: Bridge, told: str) -> str:
    return capitalised(_say(key, condition=if_same(bridge), likely=how_likely(bridge), told=told))


def _decided(*, yes: bool, likelihood: str) -> str:
    """Return the first word of a yes-or-no question's answer; what is not sure begins with how likely it is."""
    if not likelihood:
        return "Yes." if yes else "No."
    return f"{likelihood.capitalize()}." if yes else f"{likelihood.capitalize()} not."


def _by_group(links: Sequence[_LinkTold]) -> list[list[_LinkTold]]:
    """Put links together whose causes one claim states as jointly required for one effect; the others stay alone."""
    groups: dict[str, list[_LinkTold]] = {}
    for link in links:
        joint = next((f"{claim.document} {claim.group}" for claim in link.claims if claim.group), link.cause.id)
        groups.setdefault(f"{joint} {link.effect.id}", []).append(link)
    return list(groups.values())


def _key(key: str, links: Sequence[_LinkTold], *, degrees: Collection[Degree]) -> str:
    """Return the key of the sentence that marks links as hedged, and as of one of these degrees, if all of them are."""
    hedged = "_hedged" if all(link.hedged for link in links) else ""
    told = next((degree for degree in degrees if all(link.degree is degree for link in links)), None)
    return f"{key}{hedged}_{told.value}" if told else key + hedged
