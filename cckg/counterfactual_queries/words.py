"""Exchanges single words of a question by a list (`data/exchanges.tsv`), turns an act round, denies a condition.

A question that would be no English is left out. Names are exchanged in `names`, events in `events`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from cckg.core.arbitration import Operator
from cckg.core.text import STOP_WORDS, WORD, words
from cckg.language import (
    inflect,
    is_adverb,
    is_listed,
    is_past,
    named_things,
    noun_lemma,
    parts_of_speech,
    rows,
    verb_form,
    verb_lemma,
    word_class,
)

QUOTED = re.compile(r"[\"“][^\"“”]+[\"”]|(?<!\w)[‘'][^‘’']+[’'](?!\w)|(?<!\w)[*_][^*_]+[*_](?!\w)")
"""What stands in quotation marks, or leans: titles and quotations."""


@cache
def listed_exchanges(operator: Operator) -> Mapping[str, Sequence[str]]:
    """Return by wording what may stand in its place, in the order of the list; none for entities."""
    found: dict[str, list[str]] = {}
    for kind, wording, other, *one in rows("exchanges", room=__package__):
        if kind == operator:
            found.setdefault(wording, []).append(other)
            if not one:
                found.setdefault(other, []).append(wording)
    return found


def exchanged(question: str, exchanges: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the question with one wording exchanged, the longest wordings first, then in order.

    Left alone are names, titles, quotations, parts of words with hyphens, a noun within a compound or where a verb stands, words of set
    phrases ("at first", "next to"), a verb that has a particle ("wrote off", "sold the plant off"), and a wording whose other the question
    has already.
    """
    tokens = list(WORD.finditer(question))
    closed = untouchable(question)
    asked = {noun_lemma(word) for word in words(question)}
    covered: set[int] = set()
    for length in range(_LONGEST, 0, -1):
        for first in range(len(tokens) - length + 1):
            places = range(first, first + length)
            start, end = tokens[first].start(), tokens[first + length - 1].end()
            if covered.intersection(places) or not is_free(question, (start, end), closed=closed):
                continue
            wording = question[start:end].lower()
            others = _others(wording, exchanges)
            covered.update(places if others else ())
            for other in others:
                if _has_particle(question[end:], wording, other):
                    continue
                if not asked.issuperset(noun_lemma(word) for word in words(other)) and (length > 1 or _fits(question, start, end, other)):
                    yield replaced(question, _in_form(question[:start], wording, other), at=(start, end))


def replaced(question: str, other: str, *, at: tuple[int, int]) -> str:
    """Put words in the place of a stretch, from and to; a capital that opens the question is kept, and an article in front is fitted.

    >>> replaced("Was it an engineer?", "user", at=(10, 18))
    'Was it a user?'
    """
    start, end = at
    before = question[:start]
    if article := _ARTICLE.search(before):
        before = before[: article.start()] + article["a"] + ("n " if _AN.match(other) else " ")
    opens = not before.strip(_MARKS) and question[start].isupper()
    return before + (other[:1].upper() + other[1:] if opens else other) + question[end:]


def untouchable(question: str) -> list[tuple[int, int]]:
    """Return the places, from and to, of quotations, named things and set phrases."""
    found = [match.span() for pattern in (QUOTED, _SET_PHRASES) for match in pattern.finditer(question)]
    return found + [(named.span.start, named.span.end) for named in named_things(question)]


def is_free(question: str, stretch: tuple[int, int], *, closed: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a stretch is outside of closed places and whole words, and has no capital but one that opens the question."""
    start, end = stretch
    touches = any(start < stop and begin < end for begin, stop in closed)
    is_part = question[start - 1 : start] in _JOINS or question[end : end + 1] in _JOINS
    return not touches and not (is_part and (start or end < len(question))) and not _CAPITAL.search(question, max(start, 1), end)


def turned(question: str) -> Iterator[str]:
    """Ask for the other side of an act between equals: "Who acquired X?" becomes "Who was acquired by X?", and back."""
    equals = word_class("between_equals")
    if (passive := _PASSIVE.match(question)) and passive["verb"].lower() in equals:
        yield f"{passive['who']} {inflect(verb_lemma(passive['verb']), 'VBD')} {passive['whom']}?"
    elif (active := _ACTIVE.match(question)) and active["verb"].lower() in equals:
        yield f"{active['who']} was {inflect(verb_lemma(active['verb']), 'VBN')} by {active['whom']}?"


def asked_of_place_or_time(question: str) -> Iterator[str]:
    """Ask where instead of when something happened, and when instead of where, why or how it did."""
    if happened := _HAPPENED.match(question):
        word = happened["word"].lower()
        is_act = happened["verb"].lower() == "did" or any(is_participle(word) for word in words(happened["rest"])[1:])
        if is_act and not (word in ("when", "where") and _OF_TIME.search(happened["rest"])) and not _TOLD_WHEN.search(happened["rest"]):
            yield replaced(question, "where" if word == "when" else "when", at=happened.span("word"))


def denied_condition(question: str) -> Iterator[str]:
    """Deny what a question supposes, or affirm what it denies: "if the pump had failed" becomes "if the pump had not failed"."""
    if without := _WITHOUT.search(question):
        put = "with" if without["word"][0].islower() else "With"
        yield question[: without.start()] + put + question[without.end("word") :]
    if not (supposed := _SUPPOSED.search(question)):
        return
    start, inner = supposed.end(), _CONDITION.match(question, supposed.end())
    if inner and (had := _HAD.search(question, start, inner.end())):
        denied = had["denied"] or ""
        after = question[had.end() :]
        if denied:
            yield f"{question[: had.start()]}had{after}"
        elif is_participle(next(iter(words(after)), "")) and not after.startswith(" been for "):
            yield f"{question[: had.end()]} not{after}"


def denied_inversion(question: str) -> Iterator[str]:
    """Deny what stands behind an opening "Had", or affirm what is denied there: "Had the pump not failed, …"."""
    if not (opens := _INVERTED.match(question)):
        return
    if denied := re.search(r" not(?= )", opens["condition"]):
        yield question[: opens.start("condition")] + opens["condition"].replace(denied.group(), "", 1) + question[opens.end("condition") :]
        return
    participles = [match for match in list(WORD.finditer(opens["condition"]))[1:] if is_participle(match.group().lower())]
    verb = next((match for match in participles if match.group() == "been"), participles[0] if participles else None)
    if verb and not opens["condition"][: verb.start()].rstrip().lower().endswith((" a", " an", "the")):
        at = opens.start("condition") + verb.start()
        yield f"{question[:at]}not {question[at:]}"


def is_participle(word: str) -> bool:
    """Tell whether a lower-case word may be a past participle."""
    return is_past(word) or word == "been" or ("VERB" in parts_of_speech(word) and inflect(verb_lemma(word), "VBN") == word)


# Private

_PARTICLE = re.compile(r" (?:off|up(?! to\b)|out(?! of\b)|away|back|apart|aside)(?![\w-])", re.IGNORECASE)  # seldom a preposition
_PARTICLE_OF_VERB = re.compile(r" (?:down|over(?! (?:\d|a\b|half\b)))(?![\w-])", re.IGNORECASE)
_BEHIND_OBJECT = re.compile(
    r"(?P<object> [^,;?]+) (?:off|up|out|away|back|apart|aside|down|over)(?=[\s?.!]*\Z| (?:in|on|at|by|after|before|during|when|because) )",
    re.IGNORECASE,
)
_LONGEST = 4  # words of a wording in the list of exchanges
_MARKS = " \t\"'“‘("
_JOINS = ("-", "–", "’", "'", "_")
_CAPITAL = re.compile(r"[^\W\d_a-z]")
_ARTICLE = re.compile(r"\b(?P<a>a)n? \Z", re.IGNORECASE)
_AN = re.compile(r"(?!uni(?!n|m)|use|usu|eu|one\b|once|ut[ie]|u[A-Z])[aeiou]|hour|honest|heir|honou?r", re.IGNORECASE)
_SET_PHRASES = re.compile(
    r"\b(?:at (?:first|last|most|least|all|best|worst|once)|after all|above all|all over|all the same|not only|next to|in the end|"
    r"in the long run|named after|called after|looks? after|day after day|first (?:name|hand|of all)|last name|even (?:more|less))\b",
    re.IGNORECASE,
)
_WHO = r"(?P<who>who|(?:which|what) (?:[a-z]+ )?[a-z]+)"
_NAMED = r"(?P<whom>(?:the )?[A-Z][^?]*?)"
_ACTIVE = re.compile(rf"^(?i:{_WHO}) (?P<verb>[a-z]+) {_NAMED}\s*\?*$")
_PASSIVE = re.compile(rf"^(?i:{_WHO}) (?:was|were) (?P<verb>[a-z]+) by {_NAMED}\s*\?*$")
_HAPPENED = re.compile(r"(?P<word>when|where|why|how) (?P<verb>did|was|were) (?P<rest>.+)", re.IGNORECASE)
_TOLD_WHEN = re.compile(
    r"\b(?:1\d|20)\d\d\b|\b(?:never|not|when|while|before|after|during|today|differ\w*|compare\w*|feel|so \w+ly)\b", re.IGNORECASE
)
_OF_TIME = re.compile(r"\b(?:begin|start|end|expire|happen to|from|to|go|move|date|birthday|anniversary|last|come from)\b", re.IGNORECASE)
_WITHOUT = re.compile(r"(?:^|(?<= ))(?P<word>[Ww]ithout) (?=(?:the|a|an|any) (?!\w+ing\b))")
_SUPPOSED = re.compile(r"\b(?:if|suppose|supposing|assuming|provided|imagine)(?: that)? ", re.IGNORECASE)
_CONDITION = re.compile(r"[^,;?]+")
_HAD = re.compile(r"\bhad(?P<denied> not|n['’]t| never)?\b(?! (?:to|not|never)\b)")
_INVERTED = re.compile(r"Had (?P<condition>[^,;?]+)[,;]", re.IGNORECASE)
_ORDINALS = frozenset("first last next previous current former all every any some only also before after".split())
_ATTRIBUTES = frozenset(["next", "previous", "current", "former"])
_DIRECTIONS = frozenset("rise fall rose fell increase increased decrease decreased increases decreases growth decline".split())
_NEVER_BEFORE_A_NOUN = frozenset("to not never did do does will would can could may might must should i you we they he she it".split())
_NAME_BEFORE = re.compile(r"(?<=\s)[A-Z][\w'’-]*(?<!['’]s) $")
_ASKS_WITH_DO = re.compile(r"(?:\w+ )?(?:did|does|do|would|could|will|can)\b", re.IGNORECASE)
_ASKING = frozenset(["what", "which", "who", "that"])
_CAUSED = re.compile(r" by\b| [^?]+ to (?!the|an?\b)[a-z]+\b")  # an act by something, or something that was made to act
_OF_CAUSE = frozenset(["cause", "causes", "caused", "prevented", "triggered", "stopped"])
_PARTICIPLE_AFTER = frozenset("have has had been be being was were is are having".split())
_NO_OBJECT = frozenset(["to", "that", "which", "who", "whose", "when"])
_STATES = frozenset("is are was were be been stay stays stayed keep kept remain remained left".split())


def _others(wording: str, exchanges: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return what may stand in a wording's place; a plural is read from its singular where that is in the list."""
    if wording in exchanges or " " in wording or not wording.endswith("s"):
        return exchanges.get(wording, ())
    return [inflect(other, "NNS") for other in exchanges.get(noun_lemma(wording), ()) if " " not in other]


def _has_particle(behind: str, wording: str, other: str) -> bool:
    """Tell whether what stands behind a wording makes its last word a verb with a particle, which means something else than the verb."""
    last, other_last = (text.rpartition(" ")[2] for text in (wording, other))
    if not _is_verb(last, other_last):
        return "VERB" in parts_of_speech(last) and bool(_PARTICLE.match(behind))
    if _PARTICLE.match(behind) or _PARTICLE_OF_VERB.match(behind):
        return True
    parted = _BEHIND_OBJECT.match(behind)
    no_object = _NO_OBJECT | word_class("auxiliary") | word_class("preposition")
    return parted is not None and not any(is_past(word) or word in no_object for word in words(parted["object"]))


def _fits(question: str, start: int, end: int, other: str) -> bool:
    """Tell whether a word stands in the question as the part of speech that it is exchanged as."""
    before, after, wording = _neighbour(question[:start], last=True), _neighbour(question[end:]), question[start:end].lower()
    named = _NAME_BEFORE.search(question[:start], 1) or re.match(r" [\"“]?[A-Z]", question[end:])
    if (
        (named and not is_past(wording))
        or (wording in _OF_CAUSE and _CAUSED.match(question[end:]))
        or (wording == "causes" and before not in _ASKING)
    ):
        return False
    if wording in STOP_WORDS or wording in _ORDINALS:
        return wording not in _ATTRIBUTES or before not in _STATES
    if wording in _DIRECTIONS:
        return any(is_listed(word, "quantities") for word in words(question) if word != wording)
    if _is_verb(wording, other):
        is_noun_there = before in word_class("determiner") or "ADJ" in parts_of_speech(before) - parts_of_speech("so")
        return not is_noun_there and before not in _STATES | {"by"} - ({"was", "were"} if verb_form(wording) == "VBD" else set())
    if parts_of_speech(wording) & {"ADJ", "ADV"} and "NOUN" not in parts_of_speech(wording) - {"ADJ"}:
        return before not in _STATES or wording.endswith(("er", "ly"))
    if "NOUN" not in parts_of_speech(wording):
        return True
    later = _neighbour(question[end:].removeprefix(f" {after}"))
    return before not in _NEVER_BEFORE_A_NOUN and not _is_compound(question, before, after, later)


def _is_verb(wording: str, other: str) -> bool:
    parts = parts_of_speech(words(other)[0])
    return is_past(wording) or ("VERB" in parts and "NOUN" not in parts)


def _in_form(before: str, wording: str, other: str) -> str:
    """Put a verb that stands in a past form into that of a participle, where one is wanted: "had begun"."""
    wants_participle = _neighbour(before, last=True) in _PARTICIPLE_AFTER and is_past(wording)
    return inflect(verb_lemma(other), "VBN") if wants_participle and " " not in other and verb_form(other) == "VBD" else other


def _neighbour(text: str, *, last: bool = False) -> str:
    """Return the first or last word of a text, lower-case, if nothing but a space parts it from the end of the text there; else ""."""
    found = re.search(r"([\w'’-]+) \Z" if last else r"\A ([\w'’-]+)", text)
    return found[1].lower() if found else ""


def _is_compound(question: str, before: str, after: str, later: str) -> bool:
    """Tell whether a noun, by the word before it and the two behind, may be a part of a compound, as in "gas wells", "water tower"."""
    if before not in STOP_WORDS and parts_of_speech(before) & {"NOUN", "ADJ"} == {"NOUN"} and not is_past(before):
        return True
    if not after or after in STOP_WORDS | word_class("auxiliary") or is_past(after) or is_adverb(after):
        return False
    parts = parts_of_speech(after)
    if "VERB" in parts and (before in {"which", "what"} or _ASKS_WITH_DO.match(question)):
        is_subject_too = later not in STOP_WORDS and "VERB" in parts_of_speech(later) and not is_adverb(later)
        return before not in {"which", "what"} and "NOUN" in parts and (after.endswith("s") or is_subject_too)
    return bool(parts) and parts != {"VERB"} and "ADP" not in parts
