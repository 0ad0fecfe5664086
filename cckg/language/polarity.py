"""Which way an event's wording goes: increase, decrease, absence or occurrence; by rules and word lists, without a model.

The head of the wording decides: the main verb of a clause, the head noun of a phrase, then what stands before that noun. Words inside a
relative clause, an object clause or a phrase after a preposition do not. What one word, or a listed group of words, says of a quantity
stands in `data/directions.tsv`; inflection is listed there, not computed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, takewhile

from cckg.core.graph import Polarity
from cckg.language.lexicon import is_listed, is_past, rows, word_class
from cckg.language.wording import TOKEN, Tokens, deciding_part, is_adverb, is_negation, lower_tokens, main_verb


@dataclass(frozen=True, slots=True)
class DirectionReading:
    """A polarity, and the places of the tokens that decided it, among all tokens of the text; no places where no word decided."""

    polarity: Polarity = Polarity.OCCURRENCE
    deciders: tuple[int, ...] = ()


NOTHING = DirectionReading()


@cache
def direction_words() -> Mapping[str, Polarity]:
    """Return every listed form of a word of change, lower-case, with its direction: increase or decrease."""
    return {form: entry.direction for form, entry in _lexicon().items()}


def reading(wording: Tokens, polarity: Polarity, *at: int) -> DirectionReading:
    """Return a reading that the words at these positions of the wording decided."""
    return DirectionReading(polarity, tuple(wording.places[position] for position in at))


def direction_at(wording: Tokens, at: int) -> DirectionReading | None:
    """Return the direction of the group of words or the word at a position, or None where it means none."""
    group = group_at(wording, at)
    if group is not None:
        return group if group.deciders else None
    entry = _entry_at(wording, at)
    if entry is None or (entry.kind == "weak" and not speaks_of_quantity(wording)) or (entry.kind == "motion" and _moves(wording, at)):
        return None
    return reading(wording, entry.direction, at)


def opens_change(wording: Tokens, at: int) -> bool:
    """Tell whether a verb of change stands behind the "to" at a position: "to fall", "to go up", "to warm"."""
    entry, group = _entry_at(wording, at + 1), group_at(wording, at + 1)
    return bool(group.deciders) if group else entry is not None and "verb" in entry.parts


def group_at(wording: Tokens, at: int) -> DirectionReading | None:
    """Return the reading of the listed group of words around a position, without deciders where the group misleads; else None."""
    for length in range(_PHRASE_WORDS, 1, -1):
        for start in range(max(at - length + 1, 0), at + 1):
            group = wording.words[start : start + length]
            if len(group) == length and group in _groups():
                direction = _groups()[group]
                return NOTHING if direction is None else reading(wording, direction, *range(start, start + length))
    return None


def speaks_of_quantity(wording: Tokens) -> bool:
    """Tell whether the wording names a number, a degree or something which can be more or less."""
    return any(word[0].isdigit() or word == "%" or word in word_class("degree") or is_listed(word, "quantities") for word in wording.words)


def direction_parts(word: str) -> frozenset[str]:
    """Return the parts of speech as which a lower-case word is a word of change; none for other words."""
    entry = _lexicon().get(word)
    return entry.parts if entry else frozenset()


def polarity_of(text: str) -> Polarity:
    """Return the polarity of an event's wording, a noun phrase or a clause; an empty text is an occurrence.

    >>> [polarity_of(text).value for text in ("prices did not rise", "a drop in catches", "the crew that cut speed survived")]
    ['absence', 'decrease', 'occurrence']
    """
    return reading_of(text).polarity


@lru_cache(maxsize=65536)
def reading_of(text: str) -> DirectionReading:
    """Return the polarity of a wording with the places of the tokens that decided it; no places for a plain occurrence."""
    wording = deciding_part(text if text.isupper() else _NAME.sub(_unnamed, text))
    if not wording.words:
        return NOTHING
    verb = main_verb(wording)
    if verb is None:
        verb = _infinitive(wording)
    return _read_phrase(wording, 0, len(wording.words)) if verb is None else _read_clause(wording, verb)


def neutral(text: str) -> str:
    """Return what changes or is missing, without the words that say which way; a text with no such words comes back as it is.

    >>> [neutral(text) for text in ("rising interest rates", "the lack of inspection", "gas supply fell sharply")]
    ['interest rates', 'inspection', 'gas supply']
    """
    deciders = reading_of(text).deciders
    if not deciders:
        return text
    words = lower_tokens(text)
    dropped = set(deciders).union(*(_company(words, at) for at in deciders))
    kept = [match.group() for place, match in enumerate(TOKEN.finditer(text)) if place not in dropped]
    return re.sub(r"\s+([,;:])", r"\1", " ".join(kept)).strip(" ,;:") or text


# Private

_NAME = re.compile(r"(?<=\s)[A-Z]\w+")
_DOWN, _NONE = Polarity.DECREASE, Polarity.ABSENCE
_PHRASE_WORDS = 4  # words of the longest group in data/phrases.tsv


@dataclass(frozen=True, slots=True)
class _Entry:
    direction: Polarity
    parts: frozenset[str]
    kind: str  # plain, motion or weak: see data/directions.tsv


@cache
def _lexicon() -> dict[str, _Entry]:
    found: dict[str, _Entry] = {}
    for direction, part, kind, forms in rows("directions"):
        for form in forms.split():
            known = found.get(form)
            parts = frozenset({part}) | (known.parts if known else frozenset())
            found[form] = _Entry(Polarity(direction), parts, known.kind if known else kind)
    return found


@cache
def _groups() -> dict[tuple[str, ...], Polarity | None]:
    return {
        tuple(group.split()): None if direction == "none" else Polarity(direction)
        for direction, *groups in rows("phrases")
        for group in groups
    }


def _entry_at(wording: Tokens, at: int) -> _Entry | None:
    """Return what is listed of the word at a position; of a verb that is listed without its bare form, that form as well, behind "to"."""
    entry = _lexicon().get(wording.word(at))
    if entry or wording.word(at - 1) != "to":
        return entry
    behind = wording.word(at + 1)
    is_verb = not behind.isalpha() or is_adverb(behind) or behind in word_class("preposition") | word_class("determiner")
    return _lexicon().get(wording.word(at) + "s") if is_verb else None


def _moves(wording: Tokens, at: int) -> bool:
    """Tell whether a body moves here: "the man fell", "slates fell off the roof"; not "prices fell"."""
    if any(is_listed(word, "quantities") for word in wording.words[:at]):
        return False
    behind, next_but_one = wording.word(at + 1), wording.word(at + 2)
    bodies = wording.words if behind == "of" else wording.words[:at]
    if behind in word_class("motion") or any(is_listed(word, "bodies") for word in bodies):
        return True
    is_noun = wording.word(at - 1) in word_class("determiner") | word_class("degree")
    return not is_noun and behind in word_class("maybe_motion") and next_but_one in word_class("determiner")


def _unnamed(name: re.Match[str]) -> str:
    """Mask a name that looks like a word of change: the Tacoma Narrows do not narrow."""
    return "X" * len(name.group()) if name.group().lower() in direction_words() else name.group()


def _infinitive(wording: Tokens) -> int | None:
    """Return where the verb of change stands in "the share price to fall", what "caused" leaves of a clause; None in other phrases.

    "the decision to raise rates" is no such clause: what is decided has not happened.
    """
    if not word_class("takes_infinitive").isdisjoint(wording.words):
        return None
    places = [at for at in range(1, len(wording.words) - 1) if wording.words[at] == "to"]
    return next((at + 1 for at in places if opens_change(wording, at)), None)


def _read_clause(wording: Tokens, verb: int) -> DirectionReading:
    head, negations = _predicate(wording, verb)
    if wording.words[0] in word_class("none"):
        negations = [0, *negations]
    odd = len(negations) % 2 == 1
    if wording.word(head) in word_class("missing") | word_class("none") or _is_prevented(wording, head):
        return NOTHING if odd else reading(wording, _NONE, head)
    if odd:
        return reading(wording, _NONE, *negations)
    direction = direction_at(wording, head)
    if direction is not None:
        return direction
    behind = wording.word(head + 1)
    if behind in word_class("none") - {"without"} or (behind == "without" and wording.words[head] in word_class("left_so")):
        return reading(wording, _NONE, head + 1)
    if _is_quantifier(wording, head + 1):
        return reading(wording, direction_words()[behind], head + 1)
    return _read_arguments(wording, verb, head)


def _read_arguments(wording: Tokens, verb: int, head: int) -> DirectionReading:
    """Read the subject or object of a verb that says little itself, or the quantifier in front of the subject."""
    if wording.word(head) in word_class("light") | word_class("auxiliary") | {""}:
        found = _read_phrase(wording, head + 1, len(wording.words)) if head + 1 < len(wording.words) else NOTHING
        return found if found.deciders else _read_phrase(wording, 0, verb)
    if _is_quantifier(wording, 0):
        return reading(wording, direction_words()[wording.words[0]], 0)
    return NOTHING


def _predicate(wording: Tokens, verb: int) -> tuple[int, list[int]]:
    """Return the position of the word that says what happens, and the positions of the negations before it."""
    at, negations = verb, []
    while at > 1 and (is_negation(wording.words[at - 1]) or is_adverb(wording.words[at - 1]) or wording.words[at - 1] in ("no", "longer")):
        at -= 1
    while at < len(wording.words):
        if _negates(wording, at):
            negations.append(at)
        elif not _passes_on(wording, at):
            break
        at += 1
    return at, negations


def _negates(wording: Tokens, at: int) -> bool:
    """Tell whether what follows is said not to be: "not", "no longer", "failed to"."""
    word, behind = wording.words[at], wording.word(at + 1)
    return is_negation(word) or (word, behind) == ("no", "longer") or (word in word_class("failing") and behind == "to")


def _passes_on(wording: Tokens, at: int) -> bool:
    word, behind = wording.words[at], wording.word(at + 1)
    if word in word_class("linking"):
        said = next((other for other in wording.after(at) if not is_adverb(other)), "")
        return said in direction_words() or said in word_class("missing") or (behind != said and direction_at(wording, at) is None)
    if word in word_class("catenative"):
        return behind == "to" or behind.endswith("ing") or is_adverb(behind)
    if direction_at(wording, at) is not None:
        return False
    return word in word_class("auxiliary") or is_adverb(word) or word in ("to", "longer")


def _is_prevented(wording: Tokens, at: int) -> bool:
    word = wording.word(at)
    if word in word_class("prevented"):
        return True
    behind = wording.after(at)
    return word in word_class("stopped") and any(a == "from" and b.endswith("ing") for a, b in pairwise(behind))


def _is_quantifier(wording: Tokens, at: int) -> bool:
    return wording.word(at) in word_class("quantifier") and wording.word(at + 1) != "than"


def _read_phrase(wording: Tokens, start: int, end: int) -> DirectionReading:
    """Read words[start:end], a phrase without a verb."""
    for at in range(start, min(start + 2, end)):
        if wording.words[at] in word_class("none") or is_negation(wording.words[at]):
            return _without(wording, at, end)
    end_of_head = next((at for at in range(start + 1, end) if _ends_head(wording, at)), end)
    gerund = next(
        (at for at in range(start + 1, end_of_head) if is_negation(wording.words[at]) and wording.word(at + 1).endswith("ing")), None
    )
    if gerund is not None:  # "the valve not opening"
        return _without(wording, gerund, end)
    head = next((at for at in range(end_of_head - 1, start, -1) if wording.words[at][0].isalpha()), start)
    return _read_lack(wording, start, head, end) or _read_head(wording, start, head, end_of_head)


def _read_head(wording: Tokens, start: int, head: int, end: int) -> DirectionReading:
    """Read the head noun and what stands before it; where both say which way, the noun decides unless it is less of it."""
    of_head = direction_at(wording, head) if head > start or "noun" in direction_parts(wording.words[head]) else None
    before = next((found for at in range(start, end) if (found := _modifier(wording, at, head)) is not None), None)
    if before is not None and (of_head is None or before.polarity is _DOWN):
        return before
    return of_head or NOTHING


def _without(wording: Tokens, at: int, end: int) -> DirectionReading:
    rest = _read_phrase(wording, at + 1, end) if at + 1 < end else NOTHING
    return NOTHING if rest.polarity is _NONE else reading(wording, _NONE, at)


def _read_lack(wording: Tokens, start: int, head: int, end: int) -> DirectionReading | None:
    """Read "the lack of X", "failure to V", "failure of X to V", "missing bolts", "boats without lights"."""
    if _names_lack(wording, head) or _names_failure(wording, head, end):
        return reading(wording, _NONE, head)
    missing = next((at for at in range(start, head) if wording.words[at] in word_class("missing_before_noun")), None)
    if missing is not None:
        return reading(wording, _NONE, missing)
    if wording.word(head + 1) == "without":
        return reading(wording, _NONE, head + 1)
    return reading(wording, _NONE, head) if wording.words[head] in word_class("prevented") else None


def _names_lack(wording: Tokens, head: int) -> bool:
    word = wording.words[head]
    return word in word_class("missing") or (word in word_class("missing_of") and wording.word(head + 1) == "of")


def _names_failure(wording: Tokens, head: int, end: int) -> bool:
    """Tell whether the head noun and the verb behind it say that something was not done: "the failure of the crew to act"."""
    to_verb = any(a == "to" and b not in word_class("determiner") for a, b in pairwise(wording.words[head + 1 : end]))
    return to_verb and wording.words[head] in word_class("failing")


def _ends_head(wording: Tokens, at: int) -> bool:
    word = wording.words[at]
    return word in word_class("preposition") or word in word_class("subordinator") or word in word_class("relative") or word in ",;:()—–"


def _modifier(wording: Tokens, at: int, head: int) -> DirectionReading | None:
    """Read a word of change in front of the head noun, or the gerund or infinitive that opens the phrase."""
    counts = group_at(wording, at) is not None or (_may_modify(wording, at, head) and not _moves_body(wording, at, head))
    return direction_at(wording, at) if counts else None


def _may_modify(wording: Tokens, at: int, head: int) -> bool:
    word = wording.words[at]
    if word in word_class("quantifier") and wording.word(at + 1) == "than":
        return False
    opens = at == 0 and head > 0 and "verb" in direction_parts(word)
    return opens or "adjective" in direction_parts(word) or _is_participle(word)


def _is_participle(word: str) -> bool:
    return "verb" in direction_parts(word) and (word.endswith("ing") or is_past(word))


def _moves_body(wording: Tokens, at: int, head: int) -> bool:
    """Tell whether a participle says where a body goes, not how much there is of it: "falling rocks", "a raised arm"."""
    word = wording.words[at]
    in_motion = _is_participle(word) and _lexicon()[word].kind == "motion" and not speaks_of_quantity(wording)
    return in_motion and (word.endswith("ed") or is_listed(wording.words[head], "bodies"))


def _company(words: list[str], at: int) -> set[int]:
    """Return the places of the small words that lose their sense when the word at `at` is left out: "a sharp … in", "did not"."""
    first = at
    while first > 0 and _is_support(words, first - 1):
        first -= 1
    found = {*range(first, at), *takewhile(lambda place: words[place] in word_class("degree"), range(at + 1, len(words)))}
    if first == 1 and words[0] == "there":
        found.add(0)
    if words[at + 1 : at + 2] in (["of"], ["in"], ["to"]):
        found.add(at + 1)
        if first > 0 and words[first - 1] in word_class("determiner"):
            found.add(first - 1)
    return found


def _is_support(words: list[str], at: int) -> bool:
    """Tell whether a word only leads to the next one: "sharply", "was", "seems", "began to"."""
    return words[at] in _support() or (words[at] == "to" and words[at - 1] in word_class("catenative"))


@cache
def _support() -> frozenset[str]:
    return word_class("degree") | word_class("auxiliary") | word_class("linking") | word_class("catenative")
