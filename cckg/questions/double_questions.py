"""Tells a question that asks two things at once from one that asks one, and parts it; by its form alone.

What is answered of it, and what is said of the rest, is left to the callers.
"""

import re

from cckg.core.text import content_words


def parted_question(question: str) -> tuple[str, str] | None:
    """Return the first of two questions that are asked in one, and the second, each with a question mark; None where it is one question.

    Only two whole questions that are joined by "and", each with a question word of its own and a verb, or two that stand one after the
    other and both begin with a question word, count. "When and where was it built?" and "What failed, and why?" are one.

    >>> parted_question("Why did the dam fail, and what did it cost?")
    ('Why did the dam fail?', 'What did it cost?')
    >>> parted_question("Why did the dam and the mill fail?") is None
    True
    """
    given = " ".join(question.split())
    found = _JOINED.fullmatch(given) or _IN_ROW.fullmatch(given)
    if not found or _ABOUT_QUESTIONS.search(found["first"]):
        return None
    first, second = (found[part].strip(" ,?") for part in ("first", "second"))
    if len(content_words(first)) < _LEAST or not content_words(second):
        return None
    return f"{first}?", f"{second[0].upper()}{second[1:]}?"


# Private

_LEAST = 2  # content words of the first question: "What happened, and why did it burn?" asks one thing
_AUXILIARY = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)"
_ASKS = (
    rf"(?:(?:why|when|where|how|what|who|which|whom)(?: [\w'’-]+){{0,3}}? {_AUXILIARY}\b(?! it[?]?$)"
    r"|how (?:many|much|long|tall|high|deep|old|far|often|large|big) [\w'’-]+"
    r"|(?:who|what) [a-z]+(?:ed|ought|ew|ote|ilt|old|ade|ed to|ent|ot|ame|an) )"
)
_OPENS = rf"(?:why|when|where|how|what|who|which|whom|whose|{_AUXILIARY}) "
_JOINED = re.compile(rf"(?P<first>{_OPENS}[^?;]+?)(?:,? and |; (?:and )?)(?P<second>{_ASKS}[^?;]*)\??", re.IGNORECASE)
_IN_ROW = re.compile(rf"(?P<first>{_OPENS}[^?]+)\? (?:and )?(?P<second>{_ASKS}[^?]*)\?", re.IGNORECASE)
_ABOUT_QUESTIONS = re.compile(
    r"\b(?:ask(?:s|ed)?|know|knew|known|say|says|said|tell|tells|told|explain(?:s|ed)?|between|both|show(?:s|ed|n)?|describe[sd]?|mentions?"
    r"|decide[sd]?|disagree[sd]?|understand|understood|discover(?:ed)?|learn(?:ed|t)?|find|found out)\b",
    re.IGNORECASE,
)
"""Before a second question word these make what follows part of the first: "Who said when it broke and what was lost?"."""
