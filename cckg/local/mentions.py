"""Turns a stretch of text into the mention of an event: its words, and whether they say that it happened."""

import re

from cckg.core.claims import Mention, Span
from cckg.core.graph import Polarity
from cckg.core.text import squeeze
from cckg.local.inversion import in_order
from cckg.local.polarity import polarity_of


def as_mention(span: Span, *, prevented: bool, text: str | None = None) -> Mention:
    """Return the mention that a stretch is.

    Args:
        span: the stretch.
        prevented: the text says that it did not come about.
        text: its words where they are others than those of the stretch.
    """
    text = squeeze(text or in_order(span.text))
    polarity = polarity_of(text)
    if not prevented:
        return Mention(span, text, polarity)
    if _PREVENTED.search(text):
        return Mention(span, _PREVENTED.sub(" not ", text, count=1), Polarity.ABSENCE)
    return Mention(span, f"no {_ARTICLE.sub('', text)}", Polarity.ABSENCE if polarity is Polarity.OCCURRENCE else polarity.opposite)


# Private

_PREVENTED = re.compile(r"\s+from\s+(?=[a-z]+ing\b)")
_ARTICLE = re.compile(r"^(?:a|an|the|any)\s", re.IGNORECASE)
