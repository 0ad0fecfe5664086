"""Tells which named things each sentence of a passage names: by name, by surname, by "the bridge", or by a pronoun that opens it.

What is a name, and which names are one, `cckg.language.names` has decided; what sentences join is left to `queries.retrieval.connections`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cckg.core.claims import Span
from cckg.core.graph import Entity
from cckg.language import MONTH_NAME, denies, key_of, names_source, read_sentences, title_keys


@dataclass(frozen=True, slots=True)
class Naming:
    """A sentence, in characters of its passage, and the keys of what it names, in the order of first mention.

    Where a pronoun or "the bridge" opens it, `span` begins with the sentence that says for what that stands. `denies` says that there is a
    "not", a "never", or the like in it.
    """

    span: Span
    keys: tuple[str, ...]
    denies: bool


def find_namings(text: str, things: Iterable[Entity], *, title: str = "") -> list[Naming]:
    """Return the sentences of a passage in order, each with the named things that it names; an empty text gives none.

    One word of a longer name stands for it, where it has a capital or is "the …" at the head of the sentence, behind the whole name or in
    a document called so, if no other thing of the passage ends with that word. Headings, and lines that only name a source, are left out.

    Args:
        text: of the passage.
        things: that the passage mentions; others are not looked for.
        title: of the passage's document.
    """
    titled = title_keys(title)
    keys = sorted({*titled, *(thing.key for thing in things)}, key=lambda key: (-len(key), key))
    last_words = _last_words(keys)
    introduced, subject = set(titled), titled[-1] if titled else None
    nouns: frozenset[str] = frozenset()
    found: list[Naming] = []
    before: tuple[int, int] | None = None  # paragraph and beginning of the sentence that names the subject
    for sentence in read_sentences(text):
        span = sentence.span
        if sentence.kind not in {"prose", "item"} or names_source(span.text) or key_of(span.text) in titled:
            continue
        named = _named(span.text, keys, {word: key for word, key in last_words.items() if key in introduced})
        introduced.update(named)
        if not named and titled and (kind := _THE_NOUN.match(span.text)) and kind["noun"].lower() in nouns:
            named = (titled[-1],)
        elif named and named[0] in titled:
            nouns |= kind_nouns(span.text)
        if (_PRONOUN.match(span.text) and not is_without_subject(span.text)) or (
            subject and named[:1] == (subject,) and _stands_for(subject, span.text)
        ):
            start = before[1] if before and before[0] == sentence.paragraph else span.start
            taken_up = [subject] if subject and (before is None or start < span.start) else []
            span = Span(text[start : span.end], start, span.end) if taken_up else span
            named = tuple(dict.fromkeys([*taken_up, *named]))
        else:
            subject = named[0] if named and _opens_with(named[0], span.text) else None
            before = (sentence.paragraph, span.start)
        found.append(Naming(span, named, denies(sentence.span.text)))
    return found


def is_without_subject(sentence: str) -> bool:
    """Tell whether a sentence opens with an "it" that stands for nothing: of the weather, the hour, or of what a "that" says behind it.

    >>> [is_without_subject(told) for told in ("It was raining.", "It is said that he left.", "It was a bridge.")]
    [True, True, False]
    """
    return bool(_EMPTY_IT.match(sentence))


def kind_nouns(sentence: str) -> frozenset[str]:
    """Return the nouns by which a sentence says what its subject is, lower-case, each with its last part; none where it does not say so.

    >>> sorted(kind_nouns("The Heron (1888) was a Danish steamship of the navy."))
    ['ship', 'steamship']
    """
    found = _IS_A.search(sentence)
    noun = found["what"].rpartition(" ")[2].lower() if found else ""
    return frozenset([noun, *(part for part in _LAST_PARTS if noun.endswith(part))]) if noun else frozenset()


# Private

_FRONTED = r"(?:(?:in|on|at|after|before|from|during) [^,.;]{1,30}?,? )?"
_PRONOUN = re.compile(rf"{_FRONTED}(?:he|she|it|they|his|her|its|their)\b", re.IGNORECASE)
_BE = r"(?:is|was|had been|has been|['’]s)(?: (?:still|already|now|also|often|then|only|just|widely|generally|almost|later|getting))*"
_HOUR = (
    r"(?:night|midnight|noon|dawn|dusk|morning|evening|spring|summer|autumn|winter|dark|light|late|early|cold|hot|warm|foggy|windy|stormy"
    rf"|(?-i:{MONTH_NAME})|(?-i:[A-Z][a-z]+day)|\d[\d:.]*)"
)
_EMPTY_IT = re.compile(
    rf"{_FRONTED}it(?: (?:rain|snow|hail|drizzl|thunder)(?:s|es|ed)\b| poured with rain"
    rf"| ?{_BE} (?:raining|snowing|hailing|drizzling|thundering|pouring|freezing"
    rf"|(?:said|known|told|reported|recorded)(?! (?:to|as|for|by|in)\b)"
    rf"|(?:\w+ly )?\w+ (?:that|whether|how|why)\b|not (?:until|before|till)\b"
    rf"|(?:in|on|at|after|before|during|here|there|then|from|with|through|only|by)\b[^.;]* that\b"
    rf"|(?-i:[A-ZÀ-Þ])[\w’'-]*(?: (?-i:[A-ZÀ-Þ])[\w’'-]*)* (?:who|whom|that)\b"
    rf"|(?:the )?{_HOUR}(?: (?:when|and|as|in|on|at|of|that)\b|[.,]|$))"
    r"| (?:seem|appear|happen|follow|turn)(?:s|ed)?(?: out)? (?:that|as if|as though)\b"
    r"| (?:took|takes|had taken) (?:\w+ ){1,3}?(?:years?|months?|weeks?|days?|hours?|minutes?)\b)",
    re.IGNORECASE,
)
_THE_NOUN = re.compile(r"the (?P<noun>\w+)\b", re.IGNORECASE)
_IS_A = re.compile(
    r"\b(?:is|was) (?:an?|the|one of the) "
    r"(?P<what>[\w'-]+(?: (?!(?:of|in|on|at|for|from|by|to|with|near|that|which|who|and)\b)[\w'-]+){0,4})"
)
_LAST_PARTS = ("ship", "boat", "bridge", "house", "mill", "work", "plane", "way", "yard", "man", "woman")
"""Of compounds, what may stand for the whole: "the ship" for a steamship."""
_WORD = re.compile(r"[^\W_]+(?:[.&’'][^\W_]+)*")
_SUBJECT = 4  # words of a sentence among which its subject begins


def _last_words(keys: Sequence[str]) -> dict[str, str]:
    """Return the last words by which no more than one of the longer names may be meant, each with the name's key."""
    ending: dict[str, list[str]] = {}
    for key in keys:
        if " " in key:
            ending.setdefault(key.rpartition(" ")[2], []).append(key)
    return {word: found[0] for word, found in ending.items() if len(found) == 1 and word not in keys and word.isalpha()}


def _named(sentence: str, keys: Sequence[str], last_words: dict[str, str]) -> tuple[str, ...]:
    """Return the keys of what a sentence names, in order; a name inside a longer one is not named by it."""
    words = list(_words(sentence))
    plain = f" {' '.join(key for key, _ in words)} "
    places: dict[str, int] = {}
    for key in keys:
        at = plain.find(f" {key} ")
        if at >= 0:
            places[key] = at
            plain = plain.replace(f" {key} ", f" {'_' * len(key)} ")
    left = plain.split()
    for number, (word, is_capital) in enumerate(words):
        stands_for = last_words.get(word)
        if stands_for and word in left and (is_capital or (number == 1 and words[0][0] == "the")):
            places.setdefault(stands_for, plain.find(f" {word} "))
    return tuple(sorted(places, key=lambda key: (places[key], key)))


def _words(sentence: str) -> Iterator[tuple[str, bool]]:
    """Yield the words of a sentence as keys have them, and whether they have a capital."""
    for found in _WORD.finditer(sentence):
        for part in key_of(found.group()).split():
            yield part, found.group()[0].isupper()


def _stands_for(key: str, sentence: str) -> bool:
    """Tell whether a sentence that names a thing opens with "the bridge" for it."""
    return bool(_THE_NOUN.match(sentence)) and key.split(maxsplit=1)[0] not in [word for word, _ in _words(sentence)][:_SUBJECT]


def _opens_with(key: str, sentence: str) -> bool:
    """Tell whether a thing, or the one word that stands for it, is named at the head of a sentence."""
    head = [word for word, _ in _words(sentence)][:_SUBJECT]
    return not {key.split(maxsplit=1)[0], key.rpartition(" ")[2]}.isdisjoint(head)
