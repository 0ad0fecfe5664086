"""Reads and writes logical queries: terms joined by AND, OR and NOT (ITLR §3.1), as values that say of which text they are true.

What a formula's truth in a text is, is computed in `queries.logic.truths`; which formula a question means is left to a
`cckg.core.roles.LogicalQueryWriter`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from cckg.core.errors import InputError
from cckg.core.text import WORD, content_words, squeeze
from cckg.language import stem

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput

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
        raise InputError(_explained(query, error)) from error
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


def affirmed_terms(formula: Formula) -> list[str]:
    """Return the texts of those terms that a text should be about: no negation stands before them, or two do.

    >>> affirmed_terms(parse_logical_query("strike AND NOT (storm OR NOT flood)"))
    ['strike', 'flood']
    """
    return list(dict.fromkeys(text for text, positive in _signed(formula, positive=True) if positive))


def negated_terms(formula: Formula) -> list[str]:
    """Return the texts of those terms that a text should not be about, in order; one that is affirmed elsewhere is none.

    >>> negated_terms(parse_logical_query("strike AND NOT (storm OR NOT flood)"))
    ['storm']
    """
    wanted = affirmed_terms(formula)
    return [term for term in terms_of(formula) if term not in wanted]


def says(text: str, term: str) -> bool:
    """Tell whether all content words of a term stand in a text, inflection aside; a term without any is said nowhere.

    >>> says("Strong winds closed the bridge.", "wind"), says("The bridge was closed.", "wind")
    (True, False)
    """
    wanted = {stem(word) for word in content_words(term)}
    return bool(wanted) and wanted <= {stem(word) for word in content_words(text)}


# Private

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
_SHOWN = 20  # characters of the rest of a query that are shown
_OPENS, _CLOSES = "(", ")"


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


def _explained(query: str, error: "UnexpectedInput") -> str:
    """Say in one line at which character, counted from 1, a query cannot be read on, and what could stand there."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    place = error.pos_in_stream
    if ended or place is None:
        place = len(query)
    rest = squeeze(query[place:])
    at = f"at character {place + 1}, before {rest[:_SHOWN]!r}" if rest else "at its end"
    expected = error.accepts if isinstance(error, UnexpectedToken) else set()
    if isinstance(error, UnexpectedCharacters):
        what = "a quote is not closed, or was not opened"
    elif "QUOTED" in expected:
        what = "a term, NOT or ( is missing"
    elif ended and "RPAR" in expected:
        what = "a ) is missing"
    else:
        what = "AND or OR, or its end, is missing"
        what += "" if rest.startswith(")") else ". Terms are joined by AND, OR and NOT, in capitals"
    return f"The logical query cannot be read {at}: {what}."
