"""Writes the logical query that a natural question means, by rules: "without", "other than", "either … or" (ITLR §3.1).

A question that has no operator in its meaning gets none: plain retrieval serves it better. The words that open an exclusion, a choice or an
addition are in `data/logical_words.tsv`; what a query says of texts is left to `queries.logic.truths`.
"""

import re
from collections.abc import Iterable

from cckg.core.text import squeeze
from cckg.language import deciding_part, is_past, main_verb, rows


class LocalLogicalQueryWriter:
    """The built-in `LogicalQueryWriter`; the same question always gives the same query."""

    name = "local"

    def write(self, question: str) -> str | None:
        """Return the logical query that a question means, its terms in the question's own words; None for one without an operator.

        >>> LocalLogicalQueryWriter().write("Which reports speak of strikes but not of storms or floods?")
        '"strikes" AND NOT ("storms" OR "floods")'
        """
        told = _bound(question)
        if _ASKS_REASON.match(told) or _COMPARES.search(told) or _ASKS_LATER.match(told) or len(told.split()) > _MOST_WORDS:
            return None
        told = _refused_last(told)
        if _NEEDS.search(told):
            return None  # "Which plants cannot grow without light?" wants what speaks of light
        asked = _ASKS.match(told)
        wants_texts = bool(asked and asked["texts"]) or not _QUESTION.match(told)
        if not wants_texts and not _EXCLUDES_PLAINLY.search(told) and _DENIES.search(told):
            return None  # "What happened after the bank did not open?" denies something of the world, not of texts
        parts = _excluded(told[asked.end() :] if asked else told, of_texts=wants_texts)
        formula = " AND ".join([part for part in parts if not _ONLY_TEXTS.fullmatch(part)] or parts)
        formula = formula.replace(_BOND, " ")
        bare = _QUOTED.sub("", formula)
        return formula if "NOT" in bare or (_OPERATOR.search(bare) and _JOINS.search(told)) else None


def parted(question: str) -> tuple[str, str, str] | None:
    """Return a question without its mark as what it asks for, the word that plainly excludes, and what is excluded; None without one.

    What is refused first ("apart from fires, which …") comes last; fixed phrases such as "without warning" exclude nothing.

    >>> parted("Which reports mention bridges but not wind?"), parted("What happened without warning?")
    (('Which reports mention bridges', 'but not', 'wind'), None)
    """
    told = _refused_last(_bound(question))
    found = _EXCLUDES_PLAINLY.search(told)
    if not found:
        return None
    parts = (told[: found.start()], found.group().strip(" ,;"), told[found.end() :].strip())
    return parts[0].replace(_BOND, " "), parts[1], parts[2].replace(_BOND, " ")


def asks_for_texts(question: str) -> bool:
    """Tell whether a question asks for texts on something: "Which reports mention …", "Articles about …"."""
    asked = _ASKS.match(_bound(question))
    return bool(asked and asked["texts"])


def is_fixed(phrase: str) -> bool:
    """Tell whether a phrase says only how something happened, and excludes nothing: "without warning"."""
    return _FIXED.fullmatch(squeeze(phrase)) is not None


# Private

_BOND = "\u2060"
"""Stands for the spaces of a fixed phrase while a question is read."""


def _bound(question: str) -> str:
    """Return a question without quotes and its mark, the words of each fixed phrase bound into one."""
    told = squeeze(re.sub(r'["“”„«»]', " ", question)).rstrip(" ?.!")
    return _FIXED.sub(lambda found: found.group().replace(" ", _BOND), told)


def _refused_last(told: str) -> str:
    """Put what a question refuses behind what it asks for: "Which fires other than Acre killed people" asks "which fires killed people"."""
    if fronted := _FRONTED.fullmatch(told):
        return f"{fronted['rest']}, except {fronted['refused']}"
    if not (other := _OTHER.fullmatch(told)) or any(is_past(word) for word in other["kind"].lower().split()):
        return told
    wording = deciding_part(other["more"])
    verb = main_verb(wording)
    words = other["more"].split()
    at = wording.places[verb] if verb else 0
    if not 0 < at < len(words) or "," in other["more"]:
        return told
    return f"{other['asks']}{other['kind']} {' '.join(words[at:])}, except {' '.join(words[:at])}"


def _words_of(kind: str) -> str:
    """Return the expressions of a kind of word, as one pattern."""
    return "|".join(form for kind_of_form, form in rows("logical_words", room=__package__) if kind_of_form == kind)


_OPERATOR = re.compile(r"\b(?:AND|OR|NOT)\b")
_QUOTED = re.compile(r'"[^"]*"')
_TEXTS = rf"(?:{_words_of('texts')})"
_PREPOSITION = r"(?:by|on|to|with|from|in|at|of|for|as|about|into|upon|over|under|after|during|through)"
_BE = r"(?:(?:was|were|is|are|be|been|being|has|have|had|do|does|did|can|could|will|would) )"
_ASKS = re.compile(
    rf"(?:(?:{_words_of('asks')}) )?(?:(?:all|any|only|the|some|every|me|us|other|of|what|which) )*"
    rf"(?P<texts>{_TEXTS}(?: (?:that|which|who|where))?(?: (?:also|only))? (?:{_words_of('about')}) )?",
    re.IGNORECASE,
)
_FIXED = re.compile(rf"\b(?:{_words_of('fixed')})\b", re.IGNORECASE)
_NEEDS = re.compile(
    r"\b(?:cannot|(?:can|could|do|does|did|is|are|was|were|will|would)(?: not|n't)|never) [\w -]*\bwithout\b"
    r"|\b(?:would|could|might|should) [\w -]*\b(?:without|with no|lacking|barring|unless|in the absence of)\b",
    re.IGNORECASE,
)
"""Denies twice, or supposes: what such a question is about, texts tell that speak of what it takes away."""
_EXCLUDES_PLAINLY = re.compile(rf"[,;]? (?:{_words_of('excludes')})(?= |$)")
_DENIES = re.compile(rf" (?:{_words_of('denies')})(?= |$)")
_EXCLUDES = re.compile(
    rf"[,;]? (?:{_words_of('excludes')}|{_words_of('denies')})(?= |$)|^(?:{_words_of('excludes')}|{_words_of('denies')})(?= )"
)
_QUESTION = re.compile(
    r"(?:what|who|whom|whose|when|where|is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|if)\b"
    r"|(?:which|what) [\w ]{1,30}? (?:did|do|does)\b",
    re.IGNORECASE,
)
_ONLY_TEXTS = re.compile(rf'"(?:{_TEXTS[3:-1]}|everything|who|what|which)"', re.IGNORECASE)
_ASKS_REASON = re.compile(r"(?:why|how)\b", re.IGNORECASE)
_MOST_WORDS = 30  # of a question; a longer one describes what it wants, and its "and" and "not" are part of the description
_COMPARES = re.compile(
    r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|would|will|should|may|might) (?!there\b|we\b|you\b)"
    r"|\bin common\b|^(?:who|which|what)\b.*\b(?:\w+er|more|first|last|both)\b.*\bor\b",
    re.IGNORECASE,
)
"""Asks for yes or no, or compares things; a question for texts does neither."""
_ASKS_LATER = re.compile(
    r"(?!apart\b|other\b|rather\b|except|exclud|beside|aside\b|leaving\b|with\b|ignor).+?,\s*"
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|would|will|should|may|might)(?:n't)? "
    r"(?:it|there|you|we|they|he|she|this|that)\b",
    re.IGNORECASE,
)
"""Asks for yes or no behind a clause, "If the valve did not close, could it …"; what that clause denies is of the world."""
_FRONTED = re.compile(
    r"(?:apart from|aside from|except for|excluding|besides|other than|leaving aside|with the exception of|rather than|ignoring) "
    r"(?P<refused>[^,]+), (?P<rest>.+)",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"(?P<asks>what|who|which)(?P<kind>(?: of the)?(?: [\w-]+){0,2}?)(?: else)? "
    r"(?:other than|apart from|besides|except(?: for)?) (?P<more>.+)",
    re.IGNORECASE,
)
_NEITHER = re.compile(r"(?P<head>.*?),? ?\b(?:but )?neither (?P<one>.+?),? nor (?P<other>.+)", re.IGNORECASE)
_EITHER = re.compile(r"(?P<head>.*?)\beither (?P<options>.+ or .+)", re.IGNORECASE)
_BOTH = re.compile(r"(?P<head>.*?)\bboth (?P<options>.+? and .+)", re.IGNORECASE)
_NOT_ONLY = re.compile(r"(?P<head>.*?)\bnot only (?P<options>.+?),? but(?: also)? (?P<other>.+)", re.IGNORECASE)
_ALSO = re.compile(rf",? (?:{_words_of('adds')}) ", re.IGNORECASE)
_JOINS = re.compile(rf"\b(?:either|both|not only)\b|{_ALSO.pattern}", re.IGNORECASE)
"""Says that "and" or "or" is meant so; a plain list is found better without logic."""
_OR = re.compile(rf",? or (?:else )?(?:{_PREPOSITION} )?|, (?=[^,]+(?:, [^,]+)*,? or )", re.IGNORECASE)
_AND = re.compile(rf",? and (?:also )?(?:{_PREPOSITION} )?|, (?=[^,]+(?:, [^,]+)*,? and )", re.IGNORECASE)
_LINK = re.compile(
    rf" (?:(?:that|which|who|where|in which) {_BE}?(?:\w+ly )?[a-z]+(?: {_PREPOSITION})?|(?:{_words_of('links')})"
    rf"|{_BE}?(?!based|called|named|needed)[a-z]+(?:ed|ught|own|lt|ne) {_PREPOSITION}) (?=\S)"
)
_LEAD = re.compile(
    rf"(?:(?:{_words_of('leads')}) |{_BE}|(?:[a-z]+(?:ed|ing|own|ught)|what \\w+|what|who|which) (?={_PREPOSITION} |$)|{_PREPOSITION} "
    rf"|(?:{_words_of('about')}) |(?:{_words_of('links')}) |(?:a|an|the) )+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    rf"(?:[ ,;:]+(?:that|which|who|where|and|but|with|because|were|was|are|is)| (?:that|which|who) {_BE}?[a-z]+"
    rf"| {_BE}(?:due|set|[a-z]+(?:ed|ught|own|und))| (?:due|set|caused|reported|recorded|mentioned|described|named|blamed|involved)"
    rf"|(?: {_BE}?[a-z]+(?:ed|ught|own))? {_PREPOSITION})$"
)
_CHOICE = re.compile(rf"(?P<head>\S.*?) (?:{_PREPOSITION}|off|near) (?P<options>[^,]+(?:, [^,]+)*,? or .+)")


def _excluded(text: str, *, of_texts: bool) -> list[str]:
    """Return the parts of a formula that AND joins: what is wanted, and what is not."""
    if neither := _NEITHER.fullmatch(text):
        return [*_wanted(neither["head"], of_texts=True), *(f"NOT {said}" for side in ("one", "other") if (said := _choice(neither[side])))]
    if not_only := _NOT_ONLY.fullmatch(text):
        return [*_wanted(not_only["head"], of_texts=True), *_terms([not_only["options"], not_only["other"]])]
    if (found := _EXCLUDES.search(text)) and _term(text[found.end() :]):
        head, tail = text[: found.start()], text[found.end() :]
        again = _EXCLUDES.search(tail, 1)
        end = again.start() if again else len(tail)
        refused = [f"NOT {_choice(tail[:end], both=True)}"] if _term(tail[:end]) else []
        return [*(_wanted(head, of_texts=True) if _term(head) else []), *refused, *(_excluded(tail[end:], of_texts=True) if again else [])]
    return _wanted(text, of_texts=of_texts)


def _wanted(text: str, *, of_texts: bool) -> list[str]:
    """Return the parts of a formula without negation that AND joins; what is not about texts is taken apart by plain words alone."""
    if (either := _EITHER.fullmatch(text)) or (of_texts and (either := _listed(text))):
        return [*_linked(either["head"]), _choice(either["options"])]
    if both := _BOTH.fullmatch(text):
        return [*_linked(both["head"]), *_terms(_AND.split(both["options"], maxsplit=1))]
    if _ALSO.search(text):
        return [part for side in _ALSO.split(text) for part in _wanted(side, of_texts=True)]
    if of_texts and len(parts := _terms(_AND.split(text))) > 1:
        return parts
    return _linked(text) if of_texts else _terms([text])


def _listed(text: str) -> re.Match[str] | None:
    """Return what several things that one phrase leads to are chosen from: "storms in Chile or Peru"."""
    linked = list(_LINK.finditer(text))
    if linked and _OR.search(text, linked[-1].end()):
        return re.compile(rf"(?P<head>.{{{linked[-1].start()}}}){re.escape(linked[-1].group())}(?P<options>.+)", re.DOTALL).fullmatch(text)
    return _CHOICE.fullmatch(text) or re.fullmatch(r"(?P<head>)(?P<options>.+ or .+)", text)


def _linked(text: str) -> list[str]:
    """Return the terms that words such as "caused by" join."""
    return _terms(_LINK.split(text))


def _choice(text: str, *, both: bool = False) -> str:
    """Return the alternatives of a text as one operand; `both`: "without a and b" refuses the one and the other."""
    options = _terms(part for option in _OR.split(text) for part in (_AND.split(option) if both else [option]))
    return f"({' OR '.join(options)})" if len(options) > 1 else "".join(options)


def _terms(parts: Iterable[str]) -> list[str]:
    return [f'"{term}"' for part in parts if (term := _bare(part))]


def _term(text: str) -> str:
    return "".join(_terms([text]))


def _bare(text: str) -> str:
    """Return a term's words, without those that only lead in or out."""
    before, told = "", squeeze(text).strip(" ,;:")
    while told != before:
        before, told = told, _TAIL.sub("", _LEAD.sub("", told, count=1) if _LEAD.match(told) else told).strip(" ,;:")
    return told if re.search(r"\w", told) else ""
