"""The evidence package: numbered citations of verbatim quotes, once each, within the budget."""

import pytest

from cckg.core.claims import Span
from cckg.core.evidence import CausalChain, EvidencePackage, Passage, Subgraph
from cckg.core.trace import Step
from queries.causal import chains, denials
from queries.evidence import PackageBuilder
from tests.builders import graph_update, subgraph

SENTENCE_TOKENS = 4  # "a causes b." as words and marks


def builder(graph: Subgraph, *, budget: int = 1000) -> PackageBuilder:
    return PackageBuilder(graph.sources, budget, Step("evidence"))


def walked(graph: Subgraph, start: str = "a") -> list[CausalChain]:
    return chains(graph, starts=[start], direction="effects", depth=9, limit=99)


def quotes(package: EvidencePackage) -> list[str]:
    return [citation.quote for citation in package.citations]


def passage(document: str = "d1") -> Passage:
    update = graph_update("rain fell on the town", document=document)
    return Passage(update.chunks[0], subgraph("a -> b").sources["d1"], 0.9, 1)


def test_citations_are_numbered_from_one_in_the_order_of_their_worth() -> None:
    graph = subgraph("a -> b -> c")
    made = builder(graph)
    package = made.package(chains=made.chains(walked(graph)))
    assert [citation.n for citation in package.citations] == [1, 2]
    assert quotes(package) == ["a causes b.", "b causes c."]


def test_a_citation_tells_where_its_quote_stands() -> None:
    graph = subgraph("x -> y; a -> b")
    made = builder(graph)
    (citation,) = made.package(chains=made.chains(walked(graph))).citations
    (claim,) = [claim for claim in graph.claims if claim.cause_event == "a"]
    assert (citation.start, citation.end, citation.quote) == (claim.quote.start, claim.quote.end, claim.quote.text)
    assert (citation.document, citation.uri, citation.title, citation.chunk) == ("d1", "d1.txt", "Title of d1", "d1#0")
    assert citation.claims == (claim.id,)


def test_a_quote_that_two_chains_share_is_cited_once() -> None:
    graph = subgraph("a -> b; b -> c; b -> d")
    made = builder(graph)
    package = made.package(chains=made.chains(walked(graph)))
    assert len(package.chains) == 2
    assert sorted(quotes(package)) == ["a causes b.", "b causes c.", "b causes d."]


def test_claims_of_one_sentence_share_its_citation() -> None:
    graph = subgraph("a & x -> b")
    made = builder(graph)
    package = made.package(chains=made.chains([*walked(graph), *walked(graph, "x")]))
    (citation,) = package.citations
    assert set(citation.claims) == {claim.id for claim in graph.claims}
    assert package.numbers(graph.claims) == [1]


def test_a_link_is_cited_from_two_documents_where_there_are_more() -> None:
    graph = subgraph("a -> b; a -> b", "a -> b", "a -> b")
    made = builder(graph)
    package = made.package(chains=made.chains(walked(graph)))
    assert [citation.document for citation in package.citations] == ["d1", "d2"]
    assert [len(link) for chain in package.chains for link in chain.claims] == [2]


def test_every_claim_of_a_package_has_a_number() -> None:
    graph = subgraph("a -> b -> c; x !> c", "a -> b; b -> d")
    made = builder(graph)
    kept, denied = made.chains(walked(graph)), made.claims(denials(graph, ["c"]))
    package = made.package(chains=kept, denials=denied)
    for claim in [*denied, *(claim for chain in kept for link in chain.claims for claim in link)]:
        assert len(package.numbers([claim])) == 1


def test_what_does_not_fit_the_budget_is_left_out_and_counted() -> None:
    graph = subgraph("a -> b; a -> c; a -> d; x !> a; y !> a")
    made = builder(graph, budget=2 * SENTENCE_TOKENS)
    kept = made.chains(walked(graph))
    denied = made.claims(denials(graph, ["a"]))
    assert (len(kept), denied) == (2, ())
    assert made.step.counts == {"chains left out for the budget": 1, "claims left out for the budget": 2}


def test_a_chain_fits_whole_or_not_at_all() -> None:
    graph = subgraph("a -> b; a -> c -> d -> e")
    made = builder(graph, budget=2 * SENTENCE_TOKENS)
    kept = made.chains(sorted(walked(graph), key=lambda chain: len(chain.events)))
    assert [[event.id for event in chain.events] for chain in kept] == [["a", "b"]]
    assert quotes(made.package(chains=kept)) == ["a causes b."]


def test_the_first_piece_of_evidence_always_fits() -> None:
    graph = subgraph("a -> b -> c")
    assert len(builder(graph, budget=1).chains(walked(graph))) == 1


def test_a_quote_that_is_cited_already_costs_nothing() -> None:
    graph = subgraph("a -> b -> c; b -> d")
    made = builder(graph, budget=3 * SENTENCE_TOKENS)
    assert len(made.chains(walked(graph))) == 2


def test_a_sentence_of_a_passage_is_cited_with_its_place() -> None:
    found = passage()
    made = builder(subgraph("a -> b"))
    citation = made.quote(found, Span("rain", 0, 4))
    assert citation is not None
    assert (citation.n, citation.document, citation.chunk, citation.quote, citation.claims) == (1, "d1", "d1#0", "rain", ())


def test_a_sentence_that_does_not_fit_is_not_cited() -> None:
    made = builder(subgraph("a -> b"), budget=1)
    assert made.quote(passage(), Span("rain", 0, 4)) is not None
    assert made.quote(passage(), Span("fell on the town", 5, 21)) is None
    assert made.step.counts == {"passages left out for the budget": 1}


def test_quotes_that_are_one_piece_are_cited_together_or_not_at_all() -> None:
    made = builder(subgraph("a -> b"), budget=6)
    first, *others = (Span("rain fell on", start, start + 12) for start in (0, 20, 40))
    assert made.quote(passage(), first)
    assert made.quotes([(passage(), span) for span in others]) == ()
    assert quotes(made.package()) == ["rain fell on"]
    assert len(made.quotes([(passage(), span) for span in others[:1]])) == 1
    assert made.step.counts["passages left out for the budget"] == len(others)


@pytest.mark.parametrize("because", [None, "They do not speak of it."])
def test_a_package_without_evidence_has_no_citation(because: str | None) -> None:
    package = builder(subgraph()).package(abstain_because=because)
    assert (package.citations, package.chains, package.abstain_because) == ((), (), because)
    assert package.numbers([]) == []
