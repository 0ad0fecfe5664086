"""Reads "X did not V because of C", where "not" may deny the verb or the reason, by what follows and by the verb.

"…, but because of D" and "…; it did so for D" show that the reason is denied: X did V, but not because of C. Where nothing follows, a verb
of acting leaves it open, and nothing is read; a failure or a state ("did not open because of rust"), and a reason in a clause of its own
("did not open because the valve stuck"), say why X did not V. Other causes set against each other are `cckg.local.contrasts`' work.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cckg.core.claims import Modality, Span
from cckg.local.contrasts import Contrast, turned_to
from cckg.local.inflection import Form, inflect, verb_lemma
from cckg.local.lexicon import is_past, word_class
from cckg.local.links import Link


def scopes(text: str, end: int, links: Sequence[Link], *, behind: str) -> list[Contrast]:
    """Return what is settled of the links of a sentence that ends at `end`, in their order; none where "not" denies no verb.

    Args:
        text: the whole text.
        end: where the sentence ends.
        links: what was read of the sentence.
        behind: the sentence that follows in the same paragraph, or empty.
    """
    kept: list[Contrast] = []
    for link in links:
        clause = _negated(text, link)
        if clause and not any(one.holds(link.cause, link.effect) for one in kept):
            kept += _settled(text, end, link, clause, links=links, behind=behind)
    return kept


# Private

_NOT_DONE = re.compile(
    r"(?P<subject>.+?)\s(?P<verb>did|does|do|was|were|is|are|has|had|have)(?:\snot|n['’]t)\s(?!(?:only|just|merely|simply|solely)\b)(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_UNSURE_REST = re.compile(
    r"[,;]|\b(?:and|or|but|until|till|before|after|when|while|that|which|who|whether|if|how|what|to|any|anyone|anything|either|yet|"
    r"enough|so|been)\b|\b(?:had|did|was|were)\b",
    re.IGNORECASE,
)
_NOR = re.compile(r",?\s+nor\s+(?:because|due|owing|on account)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"\W*(?:(?:instead|rather),?\s)?(?:he|she|it|they|we|i|you)\s(?P<be>was\s|were\s|is\s|are\s|had\s|has\s|have\s)?(?:only\s|instead\s)?(?P<verb>[\w'’-]+)(?P<rest>\s(?:so|it|this|that)\b)?",
    re.IGNORECASE,
)
_FORMS: dict[str, Form] = {"did": "VBD", "does": "VBZ"}
_DO, _BE = ("did", "does", "do"), ("was", "were", "is", "are")
_REASON_FRAMES = ("because", "preposition")


@dataclass(frozen=True, slots=True)
class _Negated:
    """A clause in front of a reason: its subject, the verb that "not" follows, and the words behind "not"."""

    subject: str
    verb: str
    rest: str

    @property
    def lemma(self) -> str:
        """Return the base form of the verb that is denied, or of the participle."""
        return verb_lemma(self.rest.split()[0])

    @property
    def affirmed(self) -> str:
        """Return the clause without its "not": "the school was closed", "the plant closed"."""
        if self.verb.lower() not in _DO:
            return f"{self.subject} {self.verb} {self.rest}"
        head, _, more = self.rest.partition(" ")
        form = _FORMS.get(self.verb.lower())
        verb = inflect(head, form) if form else head
        return f"{self.subject} {verb} {more}".strip()

    @property
    def leaves_open(self) -> bool:
        """Tell whether the clause says of an act, and of no failure or state, that it was not done."""
        if self.verb.lower() in _BE:
            return is_past(self.rest.split()[0].lower()) and self.lemma in word_class("decided")
        return self.lemma not in word_class("unwilled")


def _negated(text: str, link: Link) -> _Negated | None:
    """Return the clause that a reason follows without a comma, where "not" denies its verb; None where its words are not plain."""
    if link.cue.frame not in _REASON_FRAMES or link.across or link.effect.end > link.cue.start:
        return None
    if text[link.effect.end : link.cue.start].strip():
        return None
    found = _NOT_DONE.fullmatch(link.effect.text)
    if found is None or _UNSURE_REST.search(found["rest"]) or link.modality is Modality.DENIED:
        return None
    return _Negated(found["subject"], found["verb"], found["rest"])


def _settled(text: str, end: int, link: Link, clause: _Negated, *, links: Sequence[Link], behind: str) -> Iterator[Contrast]:
    denied = replace(link, modality=Modality.DENIED, effect_words=clause.affirmed)
    pair = turned_to(text, link.cause.start, end)
    if pair:
        sides = [replace(denied, right=pair[0]), replace(denied, right=pair[1], modality=Modality.ASSERTED)]
        yield Contrast(link.cue, tuple(sides), (link.effect, *pair), link.effect)
        return
    parts = (link.effect, link.cause)
    nor = _NOR.match(text, link.cause.end)
    if nor:
        yield Contrast(link.cue, (), (*parts, Span(text[nor.start() : end], nor.start(), end)), link.effect)
    elif _does_it_after_all(clause, text[link.cause.end : end], behind):
        yield Contrast(link.cue, (denied, *_told_again(text, link, clause, links)), parts, link.effect)
    elif clause.leaves_open and link.cue.frame == "preposition":
        yield Contrast(link.cue, (), parts, link.effect)


def _does_it_after_all(clause: _Negated, rest: str, behind: str) -> bool:
    """Tell whether what follows says that the thing was done: "; it closed because …", "; he did so for …"."""
    mark, _, after = rest.partition(";")
    if mark.strip(" .!"):
        return False
    again = _AGAIN.match(after or behind)
    if again is None:
        return False
    if again["verb"].lower() in _DO:
        return bool(again["rest"])
    passive = clause.verb.lower() in _BE
    return passive == ((again["be"] or "").strip().lower() in _BE) and verb_lemma(again["verb"]) == clause.lemma


def _told_again(text: str, link: Link, clause: _Negated, links: Sequence[Link]) -> Iterator[Link]:
    """Yield the links of the clause that says it was done, "it" put into words: "it closed because of the strike"."""
    for other in links:
        between = text[link.cause.end : other.cue.start] if other.cue.frame in _REASON_FRAMES else ""
        again = _AGAIN.match(between) if between.startswith(";") else None
        if again and not re.search(r"[,;]|\b(?:and|but)\b", between[again.end() :]):
            yield replace(other, left=link.effect, effect_words=clause.affirmed, across=False)
