"""The sentences of passages whose subject is a named thing, or what plainly stands for it, and that are neither denied nor uncertain.

Forms by which a thing is a subject: a name set beside a noun, a place behind it, two things in one sentence. What such a sentence says of
the thing is read by `cckg.answering.compared_times` and `cckg.answering.compared_values`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cckg.answering.namings import is_without_subject, kind_nouns
from cckg.answering.passage_sentences import plain_name
from cckg.core.claims import Span
from cckg.core.text import content_words, words
from cckg.language import WORDED_DATE, Sentence, denies, is_past, read_sentences
from cckg.questions import is_named


def set_beside(name: str) -> re.Pattern[str]:
    """Return a pattern of a sentence whose subject is a noun with the name behind it: "Her sister ship, the Karen Marie, was built".

    Not of a list ("the mill, the Alder Bridge, and the church"), nor where the noun has a noun of its own ("the wife of the painter, Ana").
    """
    return re.compile(
        rf"(?P<fronted>)(?P<what>)(?:(?:The|An?|Her|His|Its|Their)|[A-ZÀ-Þ][\w-]+['’]s)"
        rf" (?:{_PLAIN}[a-z][\w-]* ){{0,3}}?{_PLAIN}[a-z][\w-]*,"
        rf" (?:the )?(?P<subject>{re.escape(name)})(?P<closed>,)(?= (?!(?:and|or|as|but|not|who|which|the|an?|in|on|at)\b)[a-z])"
    )


def parts_of(sentence: str) -> list[str]:
    """Return the further parts of a sentence that may have a subject of their own: behind "while" or "whereas", or with a bare date.

    >>> parts_of("The mill was built in 1901, the dam in 1911.")
    ['the dam was built in 1911.']
    """
    gapped = _GAPPED.fullmatch(sentence)
    further = [f"{gapped['other']} {gapped['verb']} in {gapped['date']}."] if gapped else []
    return [*_CONTRASTED.split(sentence)[1:], *further]


def behind_subject(match: re.Match[str], *, beside: str, places: Sequence[str]) -> str:
    """Return what a sentence says behind its subject; "" where the other thing of a comparison stands in the same part of it.

    The place of the thing is left out behind the subject where `places`, all that are read of it, are one alone.
    """
    named = re.compile(rf"(?<!\w){re.escape(beside)}(?!\w)", re.IGNORECASE)
    end = match.end("closed" if "closed" in match.re.groupindex else "subject")
    behind = match.string[end:]
    if named.search(match.string):
        behind = _ENDS_PART.split(behind)[0]
        if named.search(match.string[:end] + behind):
            return ""
    return _PLACE.sub("", behind) if len(set(places)) == 1 else behind


def places_of(name: str, texts: Sequence[str]) -> list[str]:
    """Return the places that stand behind a name, "Tolm" of "the Iron Bridge in Tolm", each as often as it does."""
    behind = re.compile(rf"(?<!\w){re.escape(name)}(?P<place> (?:in|at|near) {_CAPITALS})")
    return [found["place"].split(maxsplit=1)[1] for text in texts for found in behind.finditer(text)]


def is_ambiguous(noun: str, texts: Sequence[str]) -> bool:
    """Tell whether texts speak of more than one thing that a noun may mean: "a rival clinic", "two clinics", clinics of two names."""
    word = re.escape(noun)
    if any(re.search(rf"\b(?:{_MODIFIERS}) (?:[\w-]+ )?{word}\b|\b{word}e?s\b", text, re.IGNORECASE) for text in texts):
        return True
    return len({found for text in texts for found in re.findall(rf"\b([A-ZÀ-Þ][\w’'-]+) {word}\b", text)} - {"The", "A", "An"}) > 1


@dataclass(frozen=True, slots=True)
class Stated:
    """A sentence whose subject is the thing: its place, what stands before the subject, and what stands behind it.

    Where "it" or "the bridge" is the subject, the place begins with the sentence that names the thing, if only such stand between.
    """

    place: tuple[int, Span]
    before: str
    behind: str


def stated_of(name: str, texts: Sequence[str], *, titles: Sequence[str], beside: str) -> list[Stated]:
    """Return the sentences of passages whose subject is a named thing, in order.

    The subject is the name, or in a document called so "it", "she", "the bridge", or a surname, as long as nothing else can be meant; in
    another document these only right behind sentences of the thing, in their paragraph, that say nothing but where, when and what it is.
    What stands behind a semicolon is read by itself. Sentences that name the other thing too (`beside`), deny something, or say that it is
    planned or only perhaps so, are left out.

    Raises:
        ValueError: if there are not as many titles as texts.
    """
    found: list[Stated] = []
    places = places_of(name, texts) if is_named(name) else []
    ambiguous = set() if is_named(name) or name[-1].isdigit() else _ambiguous(name, texts, titles)
    for number, (text, title) in enumerate(zip(texts, titles, strict=True)):
        if title in ambiguous:
            continue
        reader = _Reader(name, title)
        for sentence in read_sentences(text):
            told, end = sentence.span.text, sentence.span.end
            for match, start in reader.read(sentence):
                behind = behind_subject(match, beside=beside, places=places)
                if behind and not is_uncertain(told):
                    place = (number, Span(text[start:end], start, end))
                    found.append(Stated(place, match.string[: match.start("subject")], behind))
    return found


def is_uncertain(sentence: str) -> bool:
    """Tell whether a sentence denies something, or says that it is planned, only perhaps so, or somebody's claim.

    >>> is_uncertain("It may have opened in 1911."), is_uncertain("It opened in 1911.")
    (True, False)
    """
    return denies(sentence) or bool(_UNSURE.search(sentence))


# Private

_PLAIN = r"(?!(?:of|in|on|at|for|from|by|to|with|near|and|or|but|who|which|that|is|was|are|were|has|had)\b)"
_CAPITALS = r"[A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ][\w’'-]+)*"
_PLACE = re.compile(rf"^ (?:in|at|near) {_CAPITALS}(?= [a-z])")
_CONTRASTED = re.compile(r", (?:while|whereas) ")
_GAPPED = re.compile(
    rf"[^,;]+? (?P<verb>(?:was|were) [a-z]+|[a-z]+ed) in {WORDED_DATE}, (?:and )?(?P<other>[^,;\d]+?\d*) in (?P<date>{WORDED_DATE})\.?"
)
_ENDS_PART = re.compile(rf"; |, (?:while|whereas) |, (?:and )?(?=[^,;]+ in {WORDED_DATE}\.?$)")
_MODIFIERS = (
    "another|other|second|third|first|rival|former|old|new|older|newer|neighbouring|neighboring|nearby|each|every|both|two|three|four|several"
    "|many|some|north|south|east|west|northern|southern|eastern|western|upper|lower|left|right|main|big|small|private|public"
)
_NUMBERED = r"(?=\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)"
_UNSURE = re.compile(
    r"\b(?:plan(?:s|ned)?|expect(?:s|ed)?|hop(?:es?|ed)|supposed|should|would|will|(?-i:may)|might|could|perhaps|possibly|probably|maybe"
    r"|likely|allegedly|alleged|reportedly|apparently|supposedly|said|say|believed|thought|assumed|estimated?|disputed|wrongly|mistakenly"
    r"|claims?|claimed|replica|rumou?red|scheduled|due to|fail(?:s|ed)?|almost|nearly|all but|barely|proposed|intend(?:s|ed)?|attempted"
    r"|tried to|(?:less|fewer|more|later|earlier|longer|shorter|greater|other|rather) than|at (?:the )?(?:least|most|latest|earliest)|up to"
    rf"|(?:over|under|above|below|beyond|exceed(?:s|ed|ing)?|as (?:many|much|long|tall|high) as) {_NUMBERED}"
    r"|(?:in|according to) (?:the|a) (?:novel|film|story|legend|game|play)|legend|if|unless|whether)\b|\?",
    re.IGNORECASE,
)
_FRONTED = rf"(?:(?:in|on) (?-i:{WORDED_DATE}),? |(?:in|on|at) [^,]{{1,30}}, |(?:[a-z]+ed|built|born) (?:in|on) [^,]{{0,25}}, )?"
_NO_NOUN = (
    "of in on at near by from with for to beside behind than and or but under over through before after like without between against above "
    "below about along around across that which who whom whose as where when while because if not into onto off via per is was has had were"
)
_WHAT_IT_IS = rf"(?:the )?(?:(?!(?:{_NO_NOUN.replace(' ', '|')})\b)(?-i:[a-z])[\w-]* ){{0,3}}"
_CAPITAL = r"(?-i:[A-ZÀ-Þ])"
_PERSONAL = frozenset(["he", "she"])
_PRONOUNS = _PERSONAL | {"it", "they"}
_ONE_OF_TWO = frozenset("old older new newer first second third other another former original earlier later future present".split())
_PERSON = re.compile(r"\b(?!(?:in|at|from|the|near|to|an?|on)\b)[a-z]+ (?P<name>[A-ZÀ-Þ][\w’'-]+)")
_SETTLEMENT = "town|city|village|port|hamlet|island|district|borough|parish|municipality"
_TAKEN_UP = re.compile(r"(?P<fronted>)(?P<what>)(?P<subject>it|she)(?= )", re.IGNORECASE)
_OTHER_CLAUSE = re.compile(r"\b(?:that|which|who|whom|whose|where|when|while|because|but|and (?:the|an?|its)|by|for|with)\b", re.IGNORECASE)
_OPENS_NOUN = re.compile(r"(?P<before>[\w’'-]+|,) (?:(?:the|an?|its|his|her|their|this|that|these|those|one)\b|[A-ZÀ-Þ])")
_BEFORE_NOUN = frozenset(
    "in on at over near of from to across under through between behind beside along above below off during after before around inside "
    "outside is was are were the a an since until , its".split()
)


def _ambiguous(noun: str, texts: Sequence[str], titles: Sequence[str]) -> set[str]:
    """Return the titles of the documents in which a noun may mean more than one thing."""
    told = {title: [text for text, of in zip(texts, titles, strict=True) if of == title] for title in titles}
    return {title for title, these in told.items() if is_ambiguous(noun, these)}


class _Reader:
    """Reads the sentences of one document in order, and tells of which of them the thing is the subject."""

    def __init__(self, name: str, title: str) -> None:
        self._name, self._is_about = name, plain_name(title) == plain_name(name)
        self._others = _other_topics(title, name)
        self._is_named = is_named(name)
        self._whole = _subject(rf"(?:the (?:(?:{_SETTLEMENT}) of )?)?{re.escape(name)}", what=_WHAT_IT_IS if self._is_named else "")
        self._beside = set_beside(name)
        self._last = name.rsplit(maxsplit=1)[-1]
        self._seen = _Seen()

    def read(self, sentence: Sentence) -> list[tuple[re.Match[str], int]]:
        """Return where the thing is the subject in the parts of a sentence that semicolons part, and where the place of each begins."""
        if sentence.kind not in {"prose", "item"}:
            return []
        match, start = self._opened(sentence)
        found = [(match, start)] if match else []
        subject = match
        for part in sentence.span.text.split("; ")[1:]:
            whole = self._whole.match(part)
            subject = whole if whole and _leads(whole) else self._taken_up(part, subject)
            found += [(subject, start)] if subject else []
        further = [whole for part in parts_of(sentence.span.text) if (whole := self._whole.match(part)) and _leads(whole)]
        return [*found, *((whole, sentence.span.start) for whole in further)]

    def _opened(self, sentence: Sentence) -> tuple[re.Match[str] | None, int]:
        """Return where the subject stands at the head of a sentence, None where it is not the thing, and where its place begins."""
        told, start, seen = sentence.span.text, sentence.span.start, self._seen
        match = self._whole.match(told)
        if match and _leads(match):
            is_plain = self._leaves_one(match)
            self._seen = _Seen((sentence.paragraph, start), nouns=seen.nouns | kind_nouns(told), since=[told], is_plain=is_plain)
            return match, start
        if self._is_named and (match := self._beside.match(told)):
            self._seen = _Seen((sentence.paragraph, start), nouns=seen.nouns, since=[told])
            return match, start
        match = self._stands_in(sentence) if self._is_named else None
        if not match:
            self._seen = _Seen(nouns=seen.nouns, between=[*seen.between, told])
            return None, start
        here = (sentence.paragraph, start)
        named = seen.named if seen.named and seen.named[0] == sentence.paragraph else here
        is_plain = seen.is_plain and self._leaves_one(match)
        self._seen = _Seen(named, nouns=seen.nouns, since=[*seen.since, told], is_plain=is_plain)
        return match, named[1]

    def _stands_in(self, sentence: Sentence) -> re.Match[str] | None:
        seen, told = self._seen, sentence.span.text
        is_near = seen.named is not None and seen.named[0] == sentence.paragraph
        if not self._is_about and not (is_near and seen.is_plain):
            return None
        match = _standing_for(self._last, seen.nouns).match(told)
        if not match or not _leads(match):
            return None
        word = match["subject"].lower()
        if word in _PRONOUNS:
            is_open = is_near or not (seen.named or seen.between)
            others = word in _PERSONAL and any(_names_another(one, self._name) for one in seen.since)
            return match if is_open and not others and not is_without_subject(told) else None
        return None if any(word.split()[-1] in words(one) for one in seen.between) else match

    def _taken_up(self, part: str, before: re.Match[str] | None) -> re.Match[str] | None:
        """Return where "it" takes up, behind a semicolon, the subject of the part before."""
        match = _TAKEN_UP.match(part) if before and _says_no_other(before.string[before.end("subject") :].partition(";")[0]) else None
        return match if match and not is_without_subject(part) else None

    def _leaves_one(self, match: re.Match[str]) -> bool:
        """Tell whether a pronoun behind a sentence can only mean the sentence's subject."""
        behind = match.string[match.end("subject") :]
        return _says_no_other(behind) and self._others.isdisjoint(words(match["fronted"] + behind))


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was read of a document so far.

    named    paragraph and beginning of the last sentence that names the thing, if it is the subject of all sentences since
    nouns    what the thing is
    since    the sentences from there on
    between  those since another subject came up
    is_plain whether those sentences name nothing else that a pronoun behind them may mean
    """

    named: tuple[int, int] | None = None
    nouns: frozenset[str] = frozenset()
    since: list[str] = field(default_factory=list)
    between: list[str] = field(default_factory=list)
    is_plain: bool = False


def _says_no_other(behind: str) -> bool:
    """Tell whether what is said behind a subject has no object and no further clause: only where, when, and what it is."""
    if _OTHER_CLAUSE.search(behind):
        return False
    befores = (found["before"] for found in _OPENS_NOUN.finditer(behind))
    return all(word in _BEFORE_NOUN or word[0].isupper() or word.isdigit() for word in befores)


def _other_topics(title: str, name: str) -> frozenset[str]:
    """Return the words of a title by which what follows may be about something else; none where the title names the thing."""
    is_named = re.search(rf"(?<!\w){re.escape(name)}(?![\w-]| [A-ZÀ-Þ])", title)
    before = title[: is_named.start()].split() if is_named else []
    is_part = bool(before) and before[-1][0].isupper() and before[-1] != "The"
    return frozenset() if is_named and not is_part else frozenset(content_words(title))


def _standing_for(last: str, nouns: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of a sentence whose subject may stand for a name: a pronoun, the name's last word, a noun for what it is."""
    the = "|".join(map(re.escape, sorted({last.lower(), *nouns})))
    return _subject(rf"(?:it|he|she|they|the (?:{the})|(?-i:{re.escape(last)}))")


def _subject(name: str, *, what: str = _WHAT_IT_IS) -> re.Pattern[str]:
    lead = rf"(?P<fronted>{_FRONTED})(?P<what>{what})"
    return re.compile(rf"{lead}\b(?P<subject>{name})(?![\w-]|['’]s| (?:{_CAPITAL}|\d))", re.IGNORECASE)


def _leads(match: re.Match[str]) -> bool:
    """Tell whether what stands before a subject says only what it is: no verb, nor that there are two; and a pronoun stands alone."""
    before = match["what"].lower().split()
    if match["subject"].lower() in _PRONOUNS and before:
        return False
    return _ONE_OF_TWO.isdisjoint(before) and not any(
        is_past(word) or word.endswith("ing") or (word.endswith("s") and not word.endswith("ss")) for word in before
    )


def _names_another(sentence: str, name: str) -> bool:
    """Tell whether a sentence may name a person besides the thing."""
    return any(found["name"] not in name for found in _PERSON.finditer(sentence.replace(name, " ")))
