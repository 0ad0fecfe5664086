"""Logical queries: the grammar, the operators, and ranking a corpus by the truth of a formula."""

from itertools import product
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.core.errors import InputError
from cckg.questions import And, Formula, Not, Term, affirmed_terms, is_logical, negated_terms, parse_logical_query, terms_of
from cckg.questions.formulas import MOST_NESTED, MOST_TERMS, Or
from cckg.settings_retrieval import Calibration, LogicSettings
from queries.logic import Logic, logical_hits
from tests.builders import stored
from tests.fakes import HashingEmbedder


def by_meaning(**settings: object) -> Logic:
    """Return a logic by meaning alone, each term by itself."""
    return Logic(LogicSettings.model_validate({"calibration": "cosine", "lexical_weight": 0, "joint": False, **settings}))


A, B, C = Term("a"), Term("b"), Term("c")
BOOLEAN = by_meaning()
"""On truths of 0 and 1 the defaults are those of propositional logic."""


@pytest.mark.parametrize(
    ("query", "formula"),
    [
        ("a", A),
        ('"a"', A),
        ("NOT a", Not(A)),
        ("a OR b AND c", Or((A, And((B, C))))),
        ("NOT a AND b", And((Not(A), B))),
        ("NOT (a OR b)", Not(Or((A, B)))),
        ("((a))", A),
        ("a AND (b AND c)", And((A, And((B, C))))),
        ("a AND b AND c", And((A, B, C))),
        ("NOT NOT a", A),
        ('NOT NOT NOT "a" OR b', Or((Not(A), B))),
        ("'a' AND NOT 'b'", And((A, Not(B)))),
        ("‘a’ OR ('b' AND c)", Or((A, And((B, C))))),
        ("'the dam's gate' OR b", Or((Term("the dam's gate"), B))),
        ("rock 'n' roll AND b", And((Term("rock 'n' roll"), B))),
        ("“a” AND „b“ OR «c»", Or((And((A, B)), C))),
        ('"the seal  failed\nin the cold" AND b', And((Term("the seal failed in the cold"), B))),
        ("heart failure AND b", And((Term("heart failure"), B))),
        ("android OR NOTE", Or((Term("android"), Term("NOTE")))),
        ('"this AND that" OR b', Or((Term("this AND that"), B))),
        ("it's AND 3.5", And((Term("it's"), Term("3.5")))),
        ("a\nAND\tb", And((A, B))),
    ],
)
def test_a_query_is_read_with_not_before_and_before_or(query: str, formula: Formula) -> None:
    assert parse_logical_query(query) == formula


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("", "is empty"),
        ("   ", "is empty"),
        ("NOT", "at its end: a term, NOT or ( is missing"),
        ("a AND", "at its end: a term, NOT or ( is missing"),
        ("AND a", "at character 1, before 'AND a': a term, NOT or ( is missing"),
        ("a OR OR b", "at character 6, before 'OR b'"),
        ("(a", "at its end: a ) is missing"),
        ("a)", "at character 2, before ')': AND or OR, or its end, is missing"),
        ("()", "at character 2, before ')': a term"),
        ('"a" "b"', "at character 5, before '\"b\"': AND or OR"),
        ('a AND "b', "at character 7, before '\"b': a quote is not closed"),
        ('a AND ""', "A term of the logical query is empty"),
        ('a AND "…"', "A term of the logical query is empty"),
        ("a AND -", "A term of the logical query is empty: '-'"),
        ("a NOT b", "at character 3, before 'NOT b'"),
        ('"a" XOR "b"', "before 'XOR \"b\"': AND or OR, or its end, is missing. Terms are joined by AND, OR and NOT, in capitals."),
    ],
)
def test_a_query_that_cannot_be_read_is_refused_with_the_place(query: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        parse_logical_query(query)
    assert told in str(error.value)


def test_too_many_terms_and_too_deep_parentheses_are_refused() -> None:
    assert len(terms_of(parse_logical_query(" OR ".join(f"t{number}" for number in range(MOST_TERMS))))) == MOST_TERMS
    with pytest.raises(InputError, match="10000 terms"):
        parse_logical_query(" AND ".join(f"t{number}" for number in range(10_000)))
    assert parse_logical_query("(" * MOST_NESTED + "a" + ")" * MOST_NESTED) == A
    with pytest.raises(InputError, match="parentheses"):
        parse_logical_query("(" * 100_000 + "a")


@given(st.text(alphabet="ab \"“”()ANDORT\\'\n", max_size=40))
def test_whatever_is_written_is_read_or_refused_in_one_sentence(query: str) -> None:
    formula: Formula | None = None
    refused = ""
    try:
        formula = parse_logical_query(query)
    except InputError as error:
        refused = str(error)
    assert (formula is None) == bool(refused)
    assert "\n" not in refused
    assert all(text.strip() for text in terms_of(formula or A))


@pytest.mark.parametrize(
    ("text", "logical"),
    [
        ("a AND b", True),
        ("NOT storms", True),
        ('"a"', True),
        ('("a" OR "b")', True),
        ('("a" AND', True),
        ("Why did the dam fail?", False),
        ("AND", True),
        ('"bridge', True),
        ('What does "sell by" mean?', False),
        ("R and D", False),
        ("Was it NOT?", False),
        ("'a' AND 'b'", True),
        ("What does 'sell by' mean?", False),
        ('"a" "b"', True),
        ('"a" XOR "b"', True),
        ('"a" & !"b"', True),
        ('"a" and not "b"', True),
        ('"a" but not "b"', False),
        ('Who said "a" and "b"?', False),
    ],
)
def test_a_logical_query_is_told_from_a_question(text: str, *, logical: bool) -> None:
    assert is_logical(text) is logical


def test_terms_that_are_negated_twice_are_affirmed() -> None:
    assert affirmed_terms(parse_logical_query("a AND NOT (b OR NOT c)")) == ["a", "c"]


def test_a_term_that_is_affirmed_elsewhere_is_not_negated() -> None:
    assert negated_terms(parse_logical_query("a AND NOT (b OR NOT c) OR NOT a")) == ["b"]


formulas = st.recursive(
    st.sampled_from([A, B, C]),
    lambda parts: (
        st.builds(Not, parts) | st.builds(lambda *both: And(both), parts, parts) | st.builds(lambda *both: Or(both), parts, parts)
    ),
    max_leaves=8,
)


def truth(formula: Formula, true: dict[str, bool]) -> bool:
    if isinstance(formula, Term):
        return true[formula.text]
    if isinstance(formula, Not):
        return not truth(formula.operand, true)
    parts = [truth(operand, true) for operand in formula.operands]
    return all(parts) if isinstance(formula, And) else any(parts)


@given(formulas)
def test_on_plain_truths_a_formula_means_what_it_means_in_logic(formula: Formula) -> None:
    rows = list(product((False, True), repeat=3))
    truths = {name: np.array([row[place] for row in rows], dtype=float) for place, name in enumerate("abc")}
    expected = [truth(formula, dict(zip("abc", row, strict=True))) for row in rows]
    assert BOOLEAN.composed(formula, truths).tolist() == pytest.approx(np.array(expected, dtype=float).tolist())


@pytest.mark.parametrize(
    ("logic", "query", "expected"),
    [
        (by_meaning(conjunction="product"), "a AND b", 0.1),
        (by_meaning(conjunction="sum"), "a AND b", 0.7),
        (by_meaning(conjunction="min"), "a AND b", 0.2),
        (by_meaning(disjunction="sum"), "a OR b", 0.7),
        (by_meaning(disjunction="max"), "a OR b", 0.5),
        (by_meaning(disjunction="probabilistic"), "a OR b", 0.6),
        (by_meaning(negation="complement"), "NOT a", 0.8),
        (by_meaning(negation="reciprocal"), "NOT a", 5.0),
        (by_meaning(), "a AND NOT (b OR c)", 0.2 * 0.5 * 1.0),
    ],
)
def test_operators_compose_truths_by_the_formulas_of_the_paper(logic: Logic, query: str, expected: float) -> None:
    truths = {"a": np.array([0.2]), "b": np.array([0.5]), "c": np.array([0.0])}
    assert logic.composed(parse_logical_query(query), truths).tolist() == pytest.approx([expected])


def test_the_reciprocal_of_what_is_not_true_at_all_is_bounded() -> None:
    assert by_meaning(negation="reciprocal").composed(Not(A), {"a": np.array([0.0])}).tolist() == [100.0]


@pytest.mark.parametrize("calibration", get_args(Calibration))
def test_truths_rise_with_the_cosine_and_stay_between_0_and_1(calibration: Calibration) -> None:
    truths = by_meaning(calibration=calibration).truths(np.array([[-0.2, 0.1, 0.4, 0.9]], dtype=np.float32))
    assert (np.diff(truths[0]) > 0).all()
    assert (truths >= 0).all()
    assert (truths <= 1).all()


def test_the_calibrations_are_what_they_are_said_to_be() -> None:
    cosines = np.array([[0.1, 0.3, 0.5]], dtype=np.float32)
    logistic = by_meaning(calibration="logistic", slope=10.0, middle=0.3).truths(cosines)[0]
    assert logistic.tolist() == pytest.approx([1 / (1 + np.exp(2)), 0.5, 1 / (1 + np.exp(-2))], rel=1e-5)
    contrast = by_meaning(calibration="contrast", slope=1.0, middle=0.0).truths(cosines)[0]
    assert contrast.tolist() == pytest.approx([1 / (1 + np.exp(1.5**0.5)), 0.5, 1 / (1 + np.exp(-(1.5**0.5)))], rel=1e-5)


@pytest.mark.parametrize("calibration", get_args(Calibration))
@pytest.mark.parametrize("documents", [(), ("storm",), ("storm", "storm", "storm")])
def test_a_corpus_of_none_of_one_and_of_equal_chunks_is_ranked_by_id(calibration: Calibration, documents: tuple[str, ...]) -> None:
    hits = logical_hits(
        parse_logical_query("storm AND NOT strike"),
        store=stored(*documents),
        embedder=HashingEmbedder(),
        over="chunks",
        k=9,
        logic=Logic(LogicSettings(calibration=calibration)),
    )
    assert [hit.id for hit in hits] == [f"d{number}#0" for number in range(1, len(documents) + 1)]
    assert all(np.isfinite(hit.score) for hit in hits)


DOCUMENTS = (
    "the storm closed the mill",
    "the storm and the strike closed the mill",
    "the strike closed the port",
    "apples grow in the valley",
)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("storm AND NOT strike", "d1#0"),
        ("storm AND strike", "d2#0"),
        ("strike AND NOT storm", "d3#0"),
        ("NOT (storm OR strike OR mill OR port)", "d4#0"),
    ],
)
def test_the_chunk_of_which_a_formula_is_truest_comes_first(query: str, first: str) -> None:
    formula, logic = parse_logical_query(query), Logic()
    hits = logical_hits(formula, store=stored(*DOCUMENTS), embedder=HashingEmbedder(), over="chunks", k=2, logic=logic)
    assert hits[0].id == first
    assert hits[0].score >= hits[1].score


def test_words_make_up_their_share_of_a_terms_truth() -> None:
    meant, said = np.array([[0.4, 0.4]], dtype=np.float32), np.array([[0.0, 1.0]])
    assert by_meaning(lexical_weight=0.25).truths(meant, said)[0].tolist() == pytest.approx([0.3, 0.55])


def test_the_fit_to_all_affirmed_terms_together_is_a_further_factor() -> None:
    formula, logic = parse_logical_query("a AND b AND NOT c"), by_meaning(joint=True)
    assert logic.terms(formula) == ["a", "b", "c", "a b"]
    truths = {"a": np.array([0.5]), "b": np.array([0.4]), "c": np.array([0.2]), "a b": np.array([0.3])}
    assert logic.scores(formula, truths).tolist() == pytest.approx([0.5 * 0.4 * 0.8 * 0.3])


def test_one_affirmed_term_has_nothing_to_fit_together_with() -> None:
    formula = parse_logical_query("a AND NOT b")
    assert by_meaning(joint=True).terms(formula) == ["a", "b"]
    assert by_meaning(joint=True).scores(formula, {"a": np.array([0.5]), "b": np.array([0.5])}).tolist() == pytest.approx([0.25])


def test_a_text_that_says_the_words_of_a_term_comes_before_one_whose_vector_alone_is_as_near() -> None:
    store = stored("The storm came.", "The storm came, a storm and a storm again.")
    formula = parse_logical_query("storm")
    plain, lexical = (
        logical_hits(formula, store=store, embedder=HashingEmbedder(), over="chunks", k=2, logic=by_meaning(lexical_weight=share))
        for share in (0.0, 1.0)
    )
    assert max(hit.score for hit in lexical) == pytest.approx(1.0)
    assert {hit.id for hit in plain} == {hit.id for hit in lexical}


def test_events_are_ranked_as_well() -> None:
    store = stored("a:the apples -> b:the storm", "c:the valley -> d:the strike and the storm")
    formula = parse_logical_query("storm AND NOT strike")
    hits = logical_hits(formula, store=store, embedder=HashingEmbedder(), over="events", k=1, logic=by_meaning())
    assert [hit.id for hit in hits] == ["b"]
