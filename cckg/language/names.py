"""Finds the named things of a text by rule: people, places, companies, works, machines; and the key under which all wordings are one.

Capital letters decide, and a dictionary says which capital only opens a sentence. What is found once too often does no harm, for a thing
that no second passage mentions joins nothing. Who is who (two people of one name, a name and its pronoun) is not decided here.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import NamedTuple

from cckg.core.claims import Span
from cckg.core.graph import Entity
from cckg.core.text import STOP_WORDS, squeeze
from cckg.language.inflection import in_dictionary
from cckg.language.lexicon import rows

LONGEST_KEY = 100
"""Characters of a key, at most; what is longer is cut."""

RECOGNISER = "local-names-1"
"""Changes with the rules, so that stores find anew what another version found."""

MOST = 80
"""Named things of one passage, at most: a table of names would join everything to everything."""


def key_of(name: str) -> str:
    """Return the key of a name: lower-case, accents, punctuation, a leading article and the "'s" at its end left out.

    A name without a letter or digit gives an empty key.

    >>> [key_of(name) for name in ("The Beatles'", "Xawery Żuławski", "J. R. R. Tolkien", "J.R.R. Tolkien", "AT&T", "U.S.")]
    ['beatles', 'xawery zulawski', 'jrr tolkien', 'jrr tolkien', 'at and t', 'us']
    """
    folded = _POSSESSIVE.sub("", name.strip()).casefold().translate(_LETTERS)
    plain = folded if folded.isascii() else without_accents(folded)
    words = _SEPARATOR.sub(" ", _INSIDE.sub("", plain.replace("&", " and "))).split()
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    joined = _INITIALS.sub(lambda found: found.group().replace(" ", ""), " ".join(words))
    return joined[:LONGEST_KEY].rstrip()


def title_keys(title: str) -> list[str]:
    """Return the keys of what a document that is called so is about: of the title, and of it without its bracket or its comma's rest.

    The comma's rest may go if either side is a name, or a date: not in "Trees, lines and the cascade". A title of more than 10 words, or a
    file's name, names no thing.

    >>> [title_keys(title) for title in ("Heat (1995 film)", "The Silver Bridge, 15 December 1967")]
    [['heat 1995 film', 'heat'], ['silver bridge 15 december 1967', 'silver bridge']]
    """
    if len(title.split()) > _LONGEST_TITLE or _FILE.fullmatch(title.strip()):
        return []
    plain = _BRACKET.sub("", title)
    forms = [title, plain, *([plain.partition(",")[0]] if _TWO_NAMES.fullmatch(plain.strip()) else [])]
    return [key for key in dict.fromkeys(map(key_of, forms)) if key]


def without_accents(text: str) -> str:
    """Return a text with plain letters for those with accents: "Hélène" → "Helene"."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


@dataclass(frozen=True, slots=True)
class Named:
    """A named thing where it stands in a text, and the key under which all its wordings are one."""

    span: Span
    key: str


def entities_of(text: str, *, title: str = "") -> tuple[Entity, ...]:
    """Return the named things that a passage mentions, each once, as it is worded first, ordered by key; at most MOST.

    Headings are left out. A surname behind a full name is that name.

    Args:
        text: of the passage; an empty one mentions what its title does.
        title: of the document, if the passage begins it; it names a thing itself, whole, and as `title_keys` shortens it.
    """
    found: dict[str, Entity] = {key: Entity(key, squeeze(title), is_title=True) for key in title_keys(title)}
    for source in (title, _without_headings(text)):
        for named in _with_full_names(named_things(source)):
            found.setdefault(named.key, Entity(named.key, squeeze(named.span.text)))
    return tuple(found[key] for key in sorted(list(found)[:MOST]))


def named_things(text: str) -> list[Named]:
    """Return the named things of a text in order, each as often as it stands there; they do not overlap. An empty text gives none."""
    quoted = [Named(span, key) for span in _quoted_titles(text) if (key := key_of(span.text))]
    runs = list(_runs(text))
    seen = {word.text for run in runs for word in (run.words[1:] if run.opens else run.words)}
    found = [Named(span, key) for run in runs for span in _trimmed(text, run, seen) if (key := key_of(span.text))]
    covered = [(named.span.start, named.span.end) for named in quoted]
    free = [named for named in found if not any(named.span.start < end and start < named.span.end for start, end in covered)]
    return sorted([*quoted, *free], key=lambda named: named.span.start)


def possible_names(question: str) -> list[Named]:
    """Return every stretch of a question that may name a thing, the longest first, then in order: overlapping, to be looked up.

    They are its named things, and all stretches of 2 to 8 words whose ends are no function words; where the question has capitals, at
    least one of the words must have one, or be a number.
    """
    words = list(_WORD.finditer(question))
    has_capitals = any(_is_capital(word.group()) for word in words[1:])
    spans = {(named.span.start, named.span.end) for named in named_things(question)}
    for first, start in enumerate(words):
        for stop in words[first + 1 : first + _LONGEST_NAME]:
            ends = {start.group().lower(), stop.group().lower()}
            inside = question[start.start() : stop.end()]
            if not ends & (STOP_WORDS - {"it", "her", "him", "all"}) and (not has_capitals or _CAPITAL.search(inside)):
                is_open = inside.count("(") > inside.count(")") and question.startswith(")", stop.end())
                spans.add((start.start(), stop.end() + is_open))
    order = sorted(spans, key=lambda span: (span[0] - span[1], span[0]))
    return [Named(Span(question[start:end], start, end), key) for start, end in order if (key := key_of(question[start:end]))]


# Private

_LONGEST_TITLE = 10  # words of a title
_ARTICLES = frozenset(["the", "a", "an"])
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_POSSESSIVE = re.compile(r"(?:['’][sS]|(?<=[sS])['’])$")
_INSIDE = re.compile(r"['’.]")
_SEPARATOR = re.compile(r"[\W_]+")
_INITIALS = re.compile(r"\b\w(?: \w)+\b(?!['’])")
_BRACKET = re.compile(r"\s*\([^()]*\)\s*$")
_NAME = r"(?:(?:of|the|de|and|[^\W_a-z][\w.'’-]*)(?: +|$|(?=,)))+"
_TWO_NAMES = re.compile(rf"{_NAME}, {_NAME}")
_FILE = re.compile(r"\S+\.(?!com$|org$|net$)[a-z0-9]{2,5}|\S*[/\\_]\S*")
_CLASSES = {row[0]: frozenset(row[1].split()) for row in rows("names")}
_CALENDAR, _PEOPLE, _TITLES, _NOBLE = (_CLASSES[name] for name in ("calendar", "people", "title", "noble"))
_OPENERS, _PARTICLES, _INSTITUTIONS = (_CLASSES[name] for name in ("opener", "particle", "institution"))
_COUNTED, _ABBREVIATED, _OTHER_PLACES = (_CLASSES[name] for name in ("counted", "abbreviated", "other_place"))
_LONGEST_NAME = 8  # words of a name
_MOST_PARTICLES = 2  # in a row
_SHOUTED = 6  # letters of a common word that is written in capitals for the sake of loudness, at least
_WORD = re.compile(r"[^\W_]+(?:[.&’'-][^\W_]+)*")
_UPPER = r"[^\W\d_a-z]"
_BEGINNING = re.compile(  # a word with a capital, or a year before one
    rf"(?<![^\W_])(?<![^\W_][.&’'-])(?=(?:[a-z]{{1,2}})?{_UPPER}|(?:1[5-9]|20)\d\d\s{_UPPER})[^\W_]+(?:[.&’'-][^\W_]+)*(?:(?<=s)['’])?"
)
_BEHIND = re.compile(r"(?P<stop>\.?)(?:[ \t]+|[ \t]*\n[ \t]*|[ \t]*&[ \t]*)(?P<word>[^\W_]+(?:[.&’'-][^\W_]+)*(?:(?<=s)['’])?)")
_DAY = re.compile(r"\W{1,2}\d")
_NUMERAL = re.compile(r"[IVX]+")
_CAPITAL = re.compile(r"[^\W_a-z]")
_CAMEL = re.compile(r"[a-z]{1,2}[A-Z]")
_NUMBER = re.compile(r"\d{1,4}[A-Za-z]?(?:-\d{1,4})?")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_MEASURED = re.compile(r"\s*(?:%|per\b|(?!(?:was|is|has|as|its|this)\b)[a-z]+s\b|[.,]\d)")
_QUOTED = re.compile(r"[\"“](?P<double>[^\"“”\n]{2,80})[\"”]|(?<!\w)[*_]{1,2}(?P<leaning>[^*_\n]{2,80}?)[*_]{1,2}(?!\w)")
_DOTTED = re.compile(r"(?:[A-Z]\.)+[A-Z]\.?")
_ENDS_A_SENTENCE = re.compile(r"[.!?…:;|]")
_BRACKETS = frozenset('(["“')
_OPENING = " \t\n\"“‘'([*_-•>"
_HALF = re.compile(r"[^\W\d_]+-[a-z][\w-]*")  # "Forty-six"
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]")


class _Word(NamedTuple):
    """A word and its place. `after` is where the text goes on: behind the "'s" of a possessive, which is no part of the word."""

    text: str
    start: int
    end: int
    after: int


@dataclass(frozen=True, slots=True)
class _Run:
    """Words that may be one name; `opens` says that the first opens a sentence, where a capital tells nothing."""

    words: Sequence[_Word]
    opens: bool


def _runs(text: str) -> Iterator[_Run]:
    """Yield the stretches of words that may hold a name, in order."""
    at = 0
    while match := _BEGINNING.search(text, at):
        first = _word(text, match.start(), match.end())
        at = match.end()
        is_year = first.text[0].isdigit()
        if not _may_begin(first.text) or (is_year and not text[max(0, first.start - 4) : first.start].lower().endswith("the ")):
            continue
        run = [first]
        while len(run) < 2 * _LONGEST_NAME and (more := _continued(text, run)):
            run += more
        at = run[-1].after
        yield _Run(run, _opens(text, first.start))


def _word(text: str, start: int, end: int) -> _Word:
    possessive = _POSSESSIVE.search(text, start, end)
    if possessive:
        return _Word(text[start : possessive.start()], start, possessive.start(), end)
    if text.startswith(".", end) and _DOTTED.fullmatch(text, start, end):
        end += 1
    return _Word(text[start:end], start, end, end)


def _opens(text: str, start: int) -> bool:
    """Tell whether a sentence, a line, an item, a bracket or a quotation begins here."""
    at = start
    while at and text[at - 1] in _OPENING:
        at -= 1
    gap = text[at:start]
    if not at or not _BRACKETS.isdisjoint(gap) or gap.count("\n") > 1 or ("\n" in gap and not gap.isspace()):
        return True
    last = text[at - 1]
    if last == "." and _keeps_its_stop(text[max(0, at - 12) : at - 1].split()[-1:]):
        return False
    closed = text[at - 2] if last in "”’)]" and at > 1 else ""
    return bool(_ENDS_A_SENTENCE.match(last) or _ENDS_A_SENTENCE.match(closed or " "))


def _keeps_its_stop(words: Sequence[str]) -> bool:
    """Tell whether the full stop behind the last of some words may be its own, as that of an initial or of "Dr." is."""
    return any(_is_initial(word) or word.lower() in _ABBREVIATED for word in words[-1:])


def _is_capital(word: str) -> bool:
    return word[0].isupper() or bool(_CAMEL.match(word))


def _is_initial(word: str) -> bool:
    return (len(word) == 1 and word.isupper()) or bool(_DOTTED.fullmatch(word))


def _is_acronym(word: str) -> bool:
    return len(word) > 1 and word.isupper()


def _may_begin(word: str) -> bool:
    """Tell whether a word may be the first of a name."""
    lowered = word.lower()
    is_year = word[0].isdigit()
    return is_year or (_is_capital(word) and not (lowered in STOP_WORDS and not _is_acronym(word)) and lowered not in _CALENDAR)


def _next(text: str, word: _Word) -> _Word | None:
    """Return the word behind one if nothing but a space, an ampersand, or the full stop of an initial stands between them."""
    match = _BEHIND.match(text, word.after)
    if match is None or (match["stop"] and not _keeps_its_stop([word.text])):
        return None
    return _word(text, match.start("word"), match.end())


def _continued(text: str, run: Sequence[_Word]) -> Sequence[_Word]:
    """Return the words by which a name goes on: the next one, or particles and the one behind them; none if it ends."""
    last = run[-1]
    word = _next(text, last)
    if word is None or (len(run) > 1 and last.text[0].isdigit()):
        return ()
    if last.after > last.end:  # a possessive: "Schindler's List", but "Facebook's Mark Zuckerberg"
        is_owned = _may_begin(word.text) and word.text[0].isalpha() and in_dictionary(word.text.lower())
        return (word,) if is_owned and not ((following := _next(text, word)) and _is_capital(following.text)) else ()
    if _is_capital(word.text):
        is_date = word.text.lower() in _CALENDAR and _DAY.match(text, word.end)
        return () if is_date else (word,)
    if _NUMBER.fullmatch(word.text):
        counts = _YEAR.fullmatch(word.text) or last.text.lower() in _COUNTED or _MEASURED.match(text, word.end)
        return () if counts else (word,)
    return _over_particles(text, word, run)


def _over_particles(text: str, word: _Word, run: Sequence[_Word]) -> Sequence[_Word]:
    """Return particles, the first of them given, and the word with a capital behind them: "of the" in "Bank of the West".

    "of" belongs to a name behind one word, or a common noun: not in "Angela Merkel of the Christian Democratic Union". "and" belongs to
    that of an institution.
    """
    if word.text == "of" and len(run) > 1 and not in_dictionary(run[-1].text.lower()):
        return ()
    of_institution = not _INSTITUTIONS.isdisjoint(word.text.lower() for word in run)
    between = [word]
    while len(between) <= _MOST_PARTICLES:
        joins = word.text in _PARTICLES or (word.text == "the" and len(between) > 1) or (word.text in ("and", "for") and of_institution)
        following = _next(text, word) if joins else None
        if following is None:
            return ()
        between.append(following)
        if _may_begin(following.text) and not following.text[0].isdigit():
            return between
        word = following
    return ()


def _trimmed(text: str, run: _Run, seen: set[str]) -> Iterator[Span]:
    """Yield what of a run is a name: without offices before it, and without a first word that has its capital from the sentence."""
    words, opens = list(run.words), run.opens
    while len(words) > 1 and words[1].text[0].isupper() and (words[0].text.lower() in _TITLES or (opens and _only_opens(words[0].text))):
        words, opens = words[1:], False
    if len(words) > 2 and words[1].text[0].islower() and not _CAMEL.match(words[1].text):  # over particles
        first = words[0].text.lower()
        is_office = first in _TITLES - _NOBLE
        is_common = (
            opens and words[0].text not in seen and (in_dictionary(first) or first in _OPENERS) and first not in _INSTITUTIONS | _NOBLE
        )
        if is_office or is_common:
            words = list(dropwhile(lambda word: not word.text[0].isupper(), words[1:]))
            if is_office and len(words) == 1 and in_dictionary(words[0].text.lower()):  # "Minister of Finance"
                return
            opens = False
    if words and len(words) <= _LONGEST_NAME and _is_name([word.text for word in words], opens=opens and words[0].text not in seen):
        start, end = words[0].start, words[-1].end
        yield Span(text[start:end], start, end)


def _only_opens(word: str) -> bool:
    lowered = word.lower()
    return lowered in _OPENERS or (lowered.endswith("ly") and in_dictionary(lowered))


def _is_name(words: Sequence[str], *, opens: bool) -> bool:
    """Tell whether words are a name: not alone a people, an office, a letter, a shout, or a common word that opens a sentence."""
    lowered = [word.lower() for word in words]
    first = words[0]
    if _PEOPLE.issuperset(set(lowered) - _OTHER_PLACES) and not _PEOPLE.isdisjoint(lowered):
        return False
    if len(words) > 1 and not all(_NUMBER.fullmatch(word) for word in words[1:]):
        return True
    if len(words) == 1 and (lowered[0] in _TITLES | _COUNTED or len(first) == 1 or _NUMERAL.fullmatch(first)):
        return False
    if _is_acronym(first):
        return len(first) < _SHOUTED or not in_dictionary(lowered[0])
    return not (opens and (lowered[0] in _OPENERS or in_dictionary(lowered[0]) or _HALF.fullmatch(first)))


def _quoted_titles(text: str) -> Iterator[Span]:
    """Yield what stands in quotation marks, or leans, and is written as a title: no sentence, most words with capitals."""
    for match in _QUOTED.finditer(text):
        group = "double" if match["double"] else "leaning"
        inside = match[group].strip(" ,.")
        words = _WORD.findall(inside)
        capitals = sum(_is_capital(word) or word[0].isdigit() for word in words)
        small = sum(word in STOP_WORDS or word in _PARTICLES for word in words)
        is_title = 0 < len(words) <= _LONGEST_NAME and _CAPITAL.match(inside) and capitals + small == len(words)
        if is_title and not re.search(r"[.;](?:\s|$)", match[group].strip()[:-1]):
            start = match.start(group) + match[group].index(inside)
            yield Span(inside, start, start + len(inside))


def _with_full_names(found: Sequence[Named]) -> Iterator[Named]:
    """Yield named things in order; one word that ends a longer name before it stands for that: "Hall" behind "Rosa Hall"."""
    full: dict[str, Named] = {}
    for named in found:
        parts = named.key.split()
        if len(parts) == 1 and parts[0] in full:
            yield full[parts[0]]
            continue
        is_person = 2 <= len(parts) <= 4 and not set(parts) & (_PARTICLES | _OTHER_PLACES | _INSTITUTIONS) and parts[-1].isalpha()
        if is_person:
            full.setdefault(parts[-1], named)
        yield named


def _without_headings(text: str) -> str:
    """Return the text with lines that are headings, or shouted, blanked out; offsets stay."""
    lines = text.splitlines(keepends=True)
    return "".join(" " * (len(line) - 2) + "\n\n" if len(line) > 1 and _is_heading(line) else line for line in lines)


def _is_heading(line: str) -> bool:
    stripped = line.strip()
    words = _WORD.findall(stripped)
    if _HEADING.match(line) or (len(words) > 1 and stripped.isupper()):
        return True
    plain = 1 < len(words) <= 12 and stripped[-1] not in '.!?:;,"”)'
    return plain and all(_is_capital(word) or word in STOP_WORDS or not word[0].isalpha() for word in words) and line.endswith("\n")
