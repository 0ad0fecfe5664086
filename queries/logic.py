"""Logical queries: terms joined by AND, OR and NOT, whose truth is computed over the whole corpus at once (ITLR, seed 001, §3).

A term's truth in a text is read off the cosine of the two, and as far as is asked for off its words; the operators compose truths as array
operations. Which formula a question means is left to a `cckg.core.roles.LogicalQueryWriter`. What is measured of the operators stands in
docs/retrieval.md.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from cckg.core.errors import InputError
from cckg.core.text import WORD, content_words, squeeze
from cckg.core.vectors import Matrix
from cckg.local.synonyms import stem
from cckg.models.base import Embedder
from cckg.settings_retrieval import LogicSettings
from cckg.stores.base import GraphStore, Hit, Searchable
from queries.logical_errors import explained

if TYPE_CHECKING:
    from lark import Lark

Truth: TypeAlias = npt.NDArray[np.float64]
"""How true something is of each text, (n,): 0..1, but for what sums and reciprocals of the paper's operators make of it."""

Conjunction = Literal["product", "sum", "min"]
Disjunction = Literal["sum", "max", "probabilistic"]
Negation = Literal["complement", "reciprocal"]
Calibration = Literal["denied", "cosine", "logistic", "contrast"]

MOST_TERMS = 100
"""Terms of a query, at most: each is embedded."""
MOST_NESTED = 50
"""Parentheses within each other, at most."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word, phrase or sentence, true of a text as far as the text is about it."""

    text: str


@dataclass(frozen=True, slots=True)
class Not:
    """True where its operand is not."""

    operand: "Formula"


@dataclass(frozen=True, slots=True)
class And:
    """True where all operands are, two or more."""

    operands: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """True where one of its operands is, two or more."""

    operands: tuple["Formula", ...]


Formula: TypeAlias = Term | Not | And | Or


FITTED: dict[Calibration, tuple[float, float]] = {
    "denied": (20.3, 0.177),
    "cosine": (1.0, 0.0),
    "logistic": (20.3, 0.177),
    "contrast": (2.34, 0.851),
}
"""Slope and middle of each calibration for the built-in encoder; see docs/retrieval.md."""


@dataclass(frozen=True, slots=True)
class Logic:
    """How truths are read off cosines and composed (seed 001, §3.2).

    conjunction   x AND y: x·y, x + y, or the lesser
    disjunction   x OR y: x + y, the greater, or 1 − (1 − x)(1 − y)
    negation      NOT x: 1 − x, or 1/x, x being 0.01 at least
    calibration   the truth of a term: its cosine, between 0 and 1; on a curve, 1 / (1 + exp(−slope · (cosine − middle))), with numbers
                  fitted to the encoder; or on the same of how many deviations the cosine is above the mean of the corpus. "denied" takes
                  the cosine, and puts what is negated on the curve: what a text is about has degrees, what it must not be about has few
    slope, middle of the calibration
    lexical       share, 0..1, of a term's truth that its words make up: BM25 as a share of the best text's; the rest is the above
    joint         whether a text's fit to all affirmed terms together, read like that to one term, is a further factor
    """

    conjunction: Conjunction = "product"
    disjunction: Disjunction = "probabilistic"
    negation: Negation = "complement"
    calibration: Calibration = "cosine"
    slope: float = 1.0
    middle: float = 0.0
    lexical: float = 0.0
    joint: bool = False

    def terms(self, formula: Formula) -> list[str]:
        """Return the texts whose truths `scores` needs: the formula's terms, and the affirmed ones joined if they are to fit together."""
        return [*terms_of(formula), *filter(None, [self._together(formula)])]

    def scores(self, formula: Formula, truths: Mapping[str, Truth]) -> Truth:
        """Return what texts are ranked by, given the truths of `terms` by their text: how true the formula is of each, (n,) each."""
        found = self.composed(formula, truths)
        together = self._together(formula)
        return found * truths[together] if together else found

    def truths(self, cosines: Matrix, lexical: npt.NDArray[np.float64] | None = None) -> npt.NDArray[np.float64]:
        """Return how true each term is of each text, (terms, n) all; where all texts are alike, "contrast" knows nothing: 0.5.

        `lexical` says how well the terms' words fit, 0..1, and may be left out where the logic gives it no share.
        """
        meant = self._meant(cosines.astype(np.float64))
        return meant if lexical is None else (1.0 - self.lexical) * meant + self.lexical * lexical

    def composed(self, formula: Formula, truths: Mapping[str, Truth]) -> Truth:
        """Return how true a formula is of each text, given the truths of its terms by their text, (n,) each."""
        if isinstance(formula, Term):
            return truths[formula.text]
        if isinstance(formula, Not):
            inner = self.composed(formula.operand, truths)
            return _NEGATIONS[self.negation](self._curve(inner) if self.calibration == "denied" else inner)
        parts = np.stack([self.composed(operand, truths) for operand in formula.operands])
        join = _CONJUNCTIONS[self.conjunction] if isinstance(formula, And) else _DISJUNCTIONS[self.disjunction]
        return join(parts)

    def _together(self, formula: Formula) -> str | None:
        wanted = affirmed(formula) if self.joint else []
        return " ".join(wanted) if len(wanted) > 1 else None

    def _meant(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        if self.calibration in ("cosine", "denied"):
            return np.clip(values, 0.0, 1.0)
        if self.calibration == "contrast":
            spread = values.std(axis=1, keepdims=True)
            apart = np.divide(values - values.mean(axis=1, keepdims=True), spread, out=np.zeros_like(values), where=spread > _NO_SPREAD)
            values = np.where(spread > _NO_SPREAD, apart, self.middle)
        return self._curve(values)

    def _curve(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        found: npt.NDArray[np.float64] = 1.0 / (1.0 + np.exp(-np.clip(self.slope * (values - self.middle), -_STEEPEST, _STEEPEST)))
        return found


def logic_of(settings: LogicSettings) -> Logic:
    """Return the logic that the settings describe."""
    slope, middle = FITTED[settings.calibration]
    return Logic(
        conjunction=settings.conjunction,
        disjunction=settings.disjunction,
        negation=settings.negation,
        calibration=settings.calibration,
        slope=slope if settings.slope is None else settings.slope,
        middle=middle if settings.middle is None else settings.middle,
        lexical=settings.lexical_weight,
        joint=settings.joint,
    )


def parse_logical_query(query: str) -> Formula:
    """Read a logical query: terms in quotes, or runs of words, joined by AND, OR and NOT in capitals, and parentheses.

    NOT binds tighter than AND, and AND tighter than OR; NOT NOT x is x. Quotes may be double or single, straight or typographic.

    Raises:
        InputError: if it cannot be read, with the place; if a term is empty, or there are too many, or too deep a nesting.

    >>> parse_logical_query('"a strike" AND NOT (storm OR flood)')
    And(operands=(Term(text='a strike'), Not(operand=Or(operands=(Term(text='storm'), Term(text='flood'))))))
    """
    from lark.exceptions import UnexpectedInput, VisitError

    if not query.strip():
        raise InputError('The logical query is empty. Write one such as "strike" AND NOT "storm".')
    _refuse_depth(query)
    try:
        formula: Formula = _parser().parse(query)  # type: ignore[assignment]  # the transformer's result stands in for the tree
    except UnexpectedInput as error:
        raise InputError(explained(query, error)) from error
    except VisitError as error:  # what a rule of the transformer raised
        raise error.orig_exc from error
    terms = terms_of(formula)
    if len(terms) > MOST_TERMS:
        raise InputError(f"The logical query has {len(terms)} terms, more than {MOST_TERMS}. Leave some out.")
    return formula


def is_logical(query: str) -> bool:
    """Tell whether a text is written as a logical query: quoted terms with no words of a sentence between, or an operator beside a term.

    One that cannot be read may be a logical query all the same.
    """
    bare = _QUOTED.sub(" “” ", query)
    if query.count('"') % 2 or _CAPITALS.fullmatch(query.strip()):
        return True  # one that was broken off
    is_quoted = re.fullmatch(r"[\s()]*“”[\s()]*", bare) or _SEVERAL.fullmatch(bare.strip())
    return bool(is_quoted or _OPERATOR.search(bare) or ("“”" in bare and _CAPITALS.search(bare)))


def as_query(formula: Formula) -> str:
    """Return a formula as a logical query, every term quoted and every composed operand in parentheses.

    >>> as_query(parse_logical_query("strike AND NOT (storm OR flood)"))
    '"strike" AND NOT ("storm" OR "flood")'
    """
    if isinstance(formula, Term):
        return f'"{formula.text}"'
    if isinstance(formula, Not):
        inner = as_query(formula.operand)
        return f"NOT {inner}" if isinstance(formula.operand, Term) else f"NOT ({inner})"
    parts = [as_query(part) if isinstance(part, Term | Not) else f"({as_query(part)})" for part in formula.operands]
    return (" AND " if isinstance(formula, And) else " OR ").join(parts)


def terms_of(formula: Formula) -> list[str]:
    """Return the texts of a formula's terms, each once, in order."""
    if isinstance(formula, Term):
        return [formula.text]
    operands = (formula.operand,) if isinstance(formula, Not) else formula.operands
    return list(dict.fromkeys(text for operand in operands for text in terms_of(operand)))


def affirmed(formula: Formula) -> list[str]:
    """Return the texts of those terms that a text should be about: no negation stands before them, or two do.

    >>> affirmed(parse_logical_query("strike AND NOT (storm OR NOT flood)"))
    ['strike', 'flood']
    """
    return list(dict.fromkeys(text for text, positive in _signed(formula, positive=True) if positive))


def negated(formula: Formula) -> list[str]:
    """Return the texts of those terms that a text should not be about, in order; one that is affirmed elsewhere is none.

    >>> negated(parse_logical_query("strike AND NOT (storm OR NOT flood)"))
    ['storm']
    """
    wanted = affirmed(formula)
    return [term for term in terms_of(formula) if term not in wanted]


def says(text: str, term: str) -> bool:
    """Tell whether all content words of a term stand in a text, inflection aside; a term without any is said nowhere.

    >>> says("Strong winds closed the bridge.", "wind"), says("The bridge was closed.", "wind")
    (True, False)
    """
    wanted = {stem(word) for word in content_words(term)}
    return bool(wanted) and wanted <= {stem(word) for word in content_words(text)}


def logical_hits(formula: Formula, *, store: GraphStore, embedder: Embedder, over: Searchable, k: int, logic: Logic) -> list[Hit]:
    """Return up to k chunks or events, those first of which the formula is truest; ties by id. Scores are `Logic.scores`."""
    terms = logic.terms(formula)
    ids, cosines = store.cosines(embedder.encode(terms), over=over)
    if not ids:
        return []
    lexical = _lexical(terms, ids, store=store, over=over) if logic.lexical else None
    scores = logic.scores(formula, dict(zip(terms, logic.truths(cosines, lexical), strict=True)))
    order = np.argsort(-scores, kind="stable")[:k]  # ids come in order, so ties do
    return [Hit(ids[place], float(scores[place])) for place in order]


# Private


_POOL = 300  # texts that a term's words are looked for in
_LEAST = 0.01  # of what is divided by
_NO_SPREAD = 1e-6  # deviation of cosines below which all texts are alike
_STEEPEST = 60.0  # exponent beyond which a truth is 0 or 1 to the last digit
_CONJUNCTIONS: dict[Conjunction, Callable[[npt.NDArray[np.float64]], Truth]] = {
    "product": lambda parts: np.prod(parts, axis=0),
    "sum": lambda parts: np.sum(parts, axis=0),
    "min": lambda parts: np.min(parts, axis=0),
}
_DISJUNCTIONS: dict[Disjunction, Callable[[npt.NDArray[np.float64]], Truth]] = {
    "sum": lambda parts: np.sum(parts, axis=0),
    "max": lambda parts: np.max(parts, axis=0),
    "probabilistic": lambda parts: 1.0 - np.prod(1.0 - parts, axis=0),
}
_NEGATIONS: dict[Negation, Callable[[Truth], Truth]] = {
    "complement": lambda part: 1.0 - part,
    "reciprocal": lambda part: 1.0 / np.maximum(part, _LEAST),
}

_ENDS_TERM = r"""(?=[\s)]*(?:$|(?:AND|OR)(?![^\s()"'“„«‘])))"""
_QUOTES = (
    r'"[^"]*"|[“„«][^“”„«»"]*[”“»]'
    rf"""|(?<![^\s(])(?:'[^'"]{{1,300}}(?:'\w[^'"]{{0,100}}){{0,5}}'|‘[^‘’"]{{1,300}}’){_ENDS_TERM}"""
)
"""A quoted term; single quotes, which may be apostrophes, are such only where an operator or the end follows."""

_GRAMMAR = rf"""
    ?start: disjunction
    ?disjunction: conjunction ("OR" conjunction)*
    ?conjunction: negation ("AND" negation)*
    ?negation: "NOT" operand -> inverse
             | "NOT" "NOT" negation
             | operand
    ?operand: QUOTED -> quoted
            | WORD+ -> bare
            | "(" disjunction ")"
    QUOTED.2: /{_QUOTES}/
    WORD: /(?!(?:AND|OR|NOT)(?![^\s()"“”„«»]))[^\s()"“”„«»]+/
    %ignore /\s+/
"""
_QUOTED = re.compile(_QUOTES)
_JOINER = r"(?:[^\w?“”]|[A-Z]|\b(?:and|or|not)\b)*"
_SEVERAL = re.compile(rf"{_JOINER}“”(?:{_JOINER}“”)+{_JOINER}")
"""Quoted terms with nothing between them but what may be meant for an operator."""
_OPERATOR = re.compile(r"(?<!\S)NOT[\s(]+[\w“]|[^\s(][\s)]*\s(?:AND|OR)\s[\s(]*[\w“]")
_CAPITALS = re.compile(r"\b(?:AND|OR|NOT)\b")
_OPENS, _CLOSES = "(", ")"


def _lexical(terms: Sequence[str], ids: Sequence[str], *, store: GraphStore, over: Searchable) -> npt.NDArray[np.float64]:
    """Return how well each term's words fit each text, (terms, n): BM25 as a share of the best text's, 0 beyond the first `_POOL`."""
    place = {name: number for number, name in enumerate(ids)}
    found = np.zeros((len(terms), len(ids)))
    for row, term in enumerate(terms):
        hits = [hit for hit in store.search_text(term, k=_POOL, over=over) if hit.id in place]  # one may have come since
        best = max((hit.score for hit in hits), default=0.0)
        for hit in hits:
            found[row, place[hit.id]] = hit.score / best if best > 0 else 0.0
    return found


def _term(text: str) -> Term:
    if not WORD.search(text):
        raise InputError(f"A term of the logical query is empty{f': {text!r}' if text else ''}. Write words there.")
    return Term(text)


@cache
def _parser() -> "Lark":
    from lark import Lark, Transformer, v_args

    @v_args(inline=True)
    class _Formulas(Transformer[str, Formula]):
        """Builds formulas from below."""

        def quoted(self, token: str) -> Formula:
            return _term(squeeze(token[1:-1]))

        def bare(self, *tokens: str) -> Formula:
            return _term(" ".join(tokens))

        def inverse(self, operand: Formula) -> Formula:
            return Not(operand)

        def conjunction(self, *operands: Formula) -> Formula:
            return And(operands)

        def disjunction(self, *operands: Formula) -> Formula:
            return Or(operands)

    return Lark(_GRAMMAR, parser="lalr", transformer=_Formulas())


def _refuse_depth(query: str) -> None:
    depth = 0
    for character in _QUOTED.sub("", query):
        depth += (character == _OPENS) - (character == _CLOSES)
        if depth > MOST_NESTED:
            raise InputError(f"The logical query has more than {MOST_NESTED} parentheses within each other. Write it flatter.")


def _signed(formula: Formula, *, positive: bool) -> Sequence[tuple[str, bool]]:
    if isinstance(formula, Term):
        return [(formula.text, positive)]
    if isinstance(formula, Not):
        return _signed(formula.operand, positive=not positive)
    return [found for operand in formula.operands for found in _signed(operand, positive=positive)]
