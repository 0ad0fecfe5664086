"""Builds the evidence package of an answer: what fits into the token budget, best first, with numbered citations of verbatim quotes."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from cckg.core.claims import Claim, Span, quotes_of
from cckg.core.evidence import CausalChain, Citation, EvidencePackage, Passage, Simulation, Source, Verdict
from cckg.core.trace import Step
from queries.policy import POLICY

_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(slots=True)
class PackageBuilder:
    """Collects evidence in the order of its worth. What no longer fits into the budget is left out, and the trace says so.

    `budget` is in tokens, counted as words and punctuation marks of the quotes; the first piece of evidence always fits.
    """

    sources: dict[str, Source]
    budget: int
    step: Step
    _citations: dict[tuple[str, int, int], Citation] = field(default_factory=dict)
    _spent: int = 0

    def chains(self, chains: Iterable[CausalChain]) -> tuple[CausalChain, ...]:
        """Cite the claims of each chain; return the chains that fit, each link's claims cut to those that are cited."""
        kept = []
        for chain in chains:
            cited = replace(chain, claims=tuple(_distinct(link)[: POLICY.claims_per_link] for link in chain.claims))
            if self._cite_all(claim for link in cited.claims for claim in link):
                kept.append(cited)
            else:
                self.step.count("chains left out for the budget")
        return tuple(kept)

    def claims(self, claims: Sequence[Claim]) -> tuple[Claim, ...]:
        """Cite single claims, such as denials; return those that fit."""
        kept = tuple(claim for claim in claims if self._cite_all([claim]))
        if len(kept) < len(claims):
            self.step.count("claims left out for the budget", len(claims) - len(kept))
        return kept

    def quote(self, passage: Passage, span: Span) -> Citation | None:
        """Cite a sentence of a passage; return None if it does not fit."""
        return next(iter(self.quotes([(passage, span)])), None)

    def quotes(self, sentences: Sequence[tuple[Passage, Span]]) -> tuple[Citation, ...]:
        """Cite sentences that are one piece of evidence, in order; return none, and cite none of them, if they do not fit together."""
        places = [(passage.chunk.document, span.start, span.end) for passage, span in sentences]
        if not self._fits([(place, span.text) for place, (_, span) in zip(places, sentences, strict=True)]):
            self.step.count("passages left out for the budget", len(sentences))
            return ()
        return tuple(
            self._cite(place, passage.source, chunk=passage.chunk.id, quote=span.text, claim=None)
            for place, (passage, span) in zip(places, sentences, strict=True)
        )

    def package(
        self,
        *,
        chains: tuple[CausalChain, ...] = (),
        simulations: tuple[Simulation, ...] = (),
        verdict: Verdict | None = None,
        denials: tuple[Claim, ...] = (),
        passages: tuple[Passage, ...] = (),
        short_answer: str | None = None,
        joined_by: tuple[str, ...] | None = None,
        contested: tuple[tuple[str, int], ...] = (),
        abstain_because: str | None = None,
    ) -> EvidencePackage:
        """Return the package with all citations, in the order of their numbers."""
        return EvidencePackage(
            chains=chains,
            simulations=simulations,
            verdict=verdict,
            denials=denials,
            passages=passages,
            short_answer=short_answer,
            joined_by=joined_by,
            contested=contested,
            citations=tuple(self._citations.values()),
            abstain_because=abstain_because,
        )

    # Private

    def _cite_all(self, claims: Iterable[Claim]) -> bool:
        wanted = [(claim, quote) for claim in claims for quote in quotes_of(claim)]
        if not self._fits([(_place(claim, quote), quote.text) for claim, quote in wanted]):
            return False
        for claim, quote in wanted:
            self._cite(_place(claim, quote), self.sources[claim.document], chunk=claim.chunk, quote=quote.text, claim=claim.id)
        return True

    def _fits(self, quotes: Sequence[tuple[tuple[str, int, int], str]]) -> bool:
        new = {place: text for place, text in quotes if place not in self._citations}
        cost = sum(len(_TOKEN.findall(text)) for text in new.values())
        if self._citations and self._spent + cost > self.budget:
            return False
        self._spent += cost
        return True

    def _cite(self, place: tuple[str, int, int], source: Source, *, chunk: str, quote: str, claim: str | None) -> Citation:
        known = self._citations.get(place)
        claims = (*(known.claims if known else ()), *([claim] if claim and not (known and claim in known.claims) else ()))
        citation = Citation(
            n=known.n if known else len(self._citations) + 1,
            document=place[0],
            uri=source.uri,
            title=source.title,
            chunk=known.chunk if known else chunk,
            start=place[1],
            end=place[2],
            quote=quote,
            claims=claims,
        )
        self._citations[place] = citation
        return citation


def with_passages(package: EvidencePackage, passages: Sequence[Passage]) -> EvidencePackage:
    """Return a package with passages as further citations, numbered on; none that is cited already."""
    cited = {(one.document, one.start, one.end) for one in package.citations}
    new = [one for one in passages if (one.chunk.document, one.chunk.start, one.chunk.end) not in cited]
    further = (
        Citation(
            n=number,
            document=one.chunk.document,
            uri=one.source.uri,
            title=one.source.title,
            chunk=one.chunk.id,
            start=one.chunk.start,
            end=one.chunk.end,
            quote=one.chunk.text,
        )
        for number, one in enumerate(new, start=len(package.citations) + 1)
    )
    return replace(package, citations=(*package.citations, *further))


def citing(package: EvidencePackage, text: str) -> EvidencePackage:
    """Return a package without the last citations that bear no claim and that an answer does not cite."""
    kept = list(package.citations)
    while kept and not kept[-1].claims and f"[{kept[-1].n}]" not in text:
        kept.pop()
    return replace(package, citations=tuple(kept))


# Private


def _place(claim: Claim, quote: Span) -> tuple[str, int, int]:
    return claim.document, quote.start, quote.end


def _distinct(link: Sequence[Claim]) -> tuple[Claim, ...]:
    """Put claims of documents not yet heard first, so that two citations of a link are of two documents where there are two."""
    heard: set[str] = set()
    first: list[Claim] = []
    later: list[Claim] = []
    for claim in link:
        (later if claim.document in heard else first).append(claim)
        heard.add(claim.document)
    return (*first, *later)
