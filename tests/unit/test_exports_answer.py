"""An answer as a page."""

from dataclasses import replace

from cckg.core.arbitration import Arbitration, Hypothesis, Operator, Variation
from cckg.core.evidence import Answer, Bridge, CausalChain, Citation, EvidencePackage, Verdict
from cckg.core.trace import Trace
from cckg.export import answer_page
from tests.builders import subgraph
from tests.hostile import HOSTILE

CITATION = Citation(1, "d1", "d1.txt", "Title", "d1#0", 0, 5, "Rain.")
FOUND = Arbitration(
    question="Which river?",
    variations=(Variation("Which lake?", Operator.CATEGORICAL, 0.8, 1.0, 0.5, 0.6),),
    clusters=(("d1#0",),),
    hypotheses=(Hypothesis("the Orne", "It says so.", ("d1#0",), 0.5, -0.1, 0.26, 1.0), Hypothesis("", "", ("d1#0",), 0.0, None, 0.0, 0.0)),
    answer="the Orne",
    rationale="It says so.",
    merged=False,
    crr=0.81,
)


def answer(**changes: object) -> Answer:
    plain = Answer("Which river?", "factual", "The Orne. “Rain.” [1]", False, EvidencePackage(citations=(CITATION,)), (), Trace())
    return replace(plain, **changes)


def test_a_page_has_the_question_the_answer_and_its_quotes() -> None:
    page = answer_page(answer())
    for told in ("<h1>Which river?</h1>", "The Orne. “Rain.” [1]", "<blockquote>Rain.</blockquote>", "d1.txt"):
        assert told in page
    assert "Hypotheses" not in page


def test_an_arbitration_is_drawn_with_what_was_asked_beside_the_question() -> None:
    page = answer_page(answer(arbitration=FOUND))
    assert page.count("<g>") == len(FOUND.hypotheses)
    asked = "another kind, or the opposite: Which lake?"
    for told in ("the Orne", "no answer", ">1 passage<", ">-0.10<", 'class="below"', asked, "ratio 0.81"):
        assert told in page


def test_a_contrast_that_is_not_known_is_drawn_as_a_dash_without_a_bar() -> None:
    best = replace(FOUND.hypotheses[0], contrast=None)
    page = answer_page(answer(arbitration=replace(FOUND, hypotheses=(best,), variations=(), crr=None)))
    assert ">–<" in page
    assert 'class="contrast"' not in page
    assert page.count("<rect") == 2


def test_hypotheses_of_the_same_evidence_are_one_row_that_tells_no_agreement() -> None:
    page = answer_page(answer(arbitration=replace(FOUND, hypotheses=(FOUND.hypotheses[0],) * 3)))
    assert page.count("<g>") == 1
    assert "agree" not in page


def test_an_arbitration_without_hypotheses_leaves_no_empty_paragraph() -> None:
    page = answer_page(answer(arbitration=replace(FOUND, hypotheses=(), crr=None)))
    assert "<p></p>" not in page
    assert "Hypotheses" not in page


def test_nothing_in_an_answer_is_markup() -> None:
    for text in HOSTILE.values():
        page = answer_page(
            answer(question=text, text=text, notes=(text,), package=EvidencePackage(citations=(replace(CITATION, quote=text),)))
        )
        assert "<script" not in page
        assert page.count("<blockquote>") == 1


def test_a_chain_over_a_bridge_shows_it_dashed_with_its_condition() -> None:
    graph = subgraph("a -> b:the <b> crack", "c:the crack -> d")
    a, b, c, d = graph.events.values()
    bridge = Bridge(b, c, 0.6, *graph.sources.values())
    chain = CausalChain((a, b, c, d), ((graph.claims[0],), (), (graph.claims[1],)), bridges=(bridge,))
    verdict = Verdict(a, d, "probably necessary", "lost", bridge=bridge)
    page = answer_page(answer(package=EvidencePackage(chains=(chain,), verdict=verdict)))
    whole = '<span class="faint">(told whole by no one document)</span>'
    condition = "if the &lt;b&gt; crack (in “Title of d1”) is the same as the crack (in “Title of d2”) (.6)"
    assert (
        f'a → <span class="perhaps">the &lt;b&gt; crack ~ the crack</span> → d {whole} <span class="faint">({condition})</span></li>'
        in page
    )
    assert "Verdict: probably necessary" in page
