"""Turns a clause as questions and conditions word it into a statement: "did" + "the dam break" → "the dam broke".

Finds the verb without a tagger, by word order and what the dictionary allows; which clause to turn, `cckg.questions.forms` decides.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from cckg.language.inflection import dictionary, in_dictionary, inflect, noun_lemma, parts_of_speech, verb_form, verb_lemma
from cckg.language.lexicon import head_of, is_past, part_of, word_class
from cckg.language.wording import FORM_WITHOUT_DO, SINGULAR_ENDINGS, is_adverb, is_negation

_HAPPEN = (
    "(?:happen|happens|happened|occur|occurs|occurred|take place|takes place|took place|taken place|"
    "come about|came about|exist|existed|arise|arose|arisen)"
)
_INFINITIVE = re.compile(r"\sto (?P<no>not )?(?P<how>(?:[a-z]+ly|never) )?(?P<verb>[a-z][\w'-]*)")
GONE = r"(?:prevented|avoided|averted|eliminated|removed|absent|missing|stopped|taken away)"
"""What a thing is that did not come about, as a regular expression."""


def tidy(event: str) -> str:
    """Return an event's words without outer punctuation, quotation marks and an empty "happen" or "there was".

    >>> [tidy(text) for text in ("the crash happened in 1987?", '"the fire"', "there was a flood")]
    ['the crash in 1987', 'the fire', 'a flood']
    """
    event = " ".join(event.split()).strip(" ?.!,;:\"“”'‘’")
    event = re.sub(r"^there (?:was|were|is|are|had been|has been|have been) (?=\S)", "", event, flags=re.IGNORECASE)
    event = re.sub(r"^(?:that|the fact that) (?=(?:the|an?|it|he|she|they|we|this|these|those)\b)", "", event, flags=re.IGNORECASE)
    shorter = re.sub(rf"(?<=\w) {_HAPPEN}\b(?: at all| anyway)?(?= |$)", "", event, count=1, flags=re.IGNORECASE)
    return event if re.search(r"\bnot\b|n['’]t\b", event) else shorter


def statement(auxiliary: str, rest: str) -> str:
    """Return the statement behind a question's auxiliary and what follows it.

    >>> statement("did", "the Challenger break apart")
    'the Challenger broke apart'
    >>> statement("was", "the bridge closed in May")
    'the bridge was closed in May'
    """
    helper, rest, negated = _without_negation(auxiliary.lower(), rest)
    words = rest.split()
    if not words:
        return rest
    if words[0].lower() == "there" and negated and len(words) > 1:
        return f"no {re.sub(r'^(?:an?|any) ', '', ' '.join(words[1:]), flags=re.IGNORECASE)}"
    if words[0].lower() == "there":
        return tidy(" ".join(["there", "was" if helper in ("did", "does", "do") else helper, *words[1:]]))
    if helper in ("did", "does", "do"):
        return tidy(_from_do(helper, words, negated=negated))
    at = _find_verb(words) if helper in _MODALS else _find_predicate(words)
    return tidy(" ".join([*words[:at], helper, *(["not"] if negated else []), *words[at:]]))


def hypothetical(rest: str) -> str:
    """Return in the past what follows "would" or "could": "the plant have lost power" → "the plant lost power".

    >>> [hypothetical(text) for text in ("the crash still have happened", "prices fall", "the dam not have been built")]
    ['the crash', 'prices fell', 'the dam was not built']
    """
    rest = re.sub(r"\b(?:still|also|ever|even) (?=\w)", "", rest.strip())
    found = re.match(r"(?P<subject>.+?) (?P<no>not )?have (?P<verb>[\w'-]+)(?P<more>.*)$", rest, re.IGNORECASE | re.DOTALL)
    if found:
        return tidy(_in_past(found["subject"], found["verb"], found["more"], negated=bool(found["no"])))
    found = re.match(r"(?P<subject>.+?) (?P<no>not )?be (?P<more>.+)$", rest, re.IGNORECASE | re.DOTALL)
    if found:
        return tidy(_in_past(found["subject"], "been", " " + found["more"], negated=bool(found["no"])))
    return statement("did", rest)


def in_past(clause: str) -> tuple[str, bool]:
    """Put a condition's clause into the plain past and take its negation out; return it and whether it was negated.

    >>> [in_past(text) for text in ("the crew had not slept", "there had been no tsunami", "the dam had held", "prices doubled")]
    [('the crew slept', True), ('the tsunami', True), ('the dam held', False), ('prices doubled', False)]
    """
    clause = " ".join(clause.split()).strip(" ,?.")
    for pattern, negative in _EXISTENCE:
        found = pattern.match(clause)
        if found:
            return tidy(definite(found["what"]) if negative else found["what"]), negative
    for pattern, rewrite in _CONDITIONS:
        found = pattern.match(clause)
        if found:
            return rewrite(found)
    return tidy(clause), False


def with_infinitive(phrase: str) -> str:
    """Return what someone was made to do as a statement: "the ship to sink" → "the ship sank"; other phrases as they are.

    "the decision to retire the ship" is such another phrase: what is decided has not happened.
    """
    phrase = phrase.strip()
    infinitives = (one for one in _INFINITIVE.finditer(phrase) if one["verb"] not in word_class("determiner"))
    found = next((one for one in infinitives if _is_base(one["verb"])), None)
    subject = phrase[: found.start()] if found else ""
    if not found or not subject or word_class("takes_infinitive").intersection(subject.lower().split()):
        return tidy(phrase)
    more = phrase[found.end() :]
    if found["verb"] == "be":
        how = f" {found['how'].strip()}" if found["how"] else ""
        return tidy(_in_past(subject, "been", f"{how}{more}", negated=bool(found["no"])))
    verb = f"did not {found['verb']}" if found["no"] else inflect(found["verb"], "VBD")
    return tidy(f"{subject} {found['how'] or ''}{verb}{more}")


def definite(what: str) -> str:
    """Put "the" before a bare noun phrase: what a condition takes away is a known thing."""
    first = what.split(maxsplit=1)[0].lower()
    return what if first in word_class("determiner") or what[:1].isupper() else f"the {what}"


def be_for(subject: str) -> str:
    """Return "was", or "were" where the head noun of a subject is a plural: "the larvae of the herring"; "was" for an empty one."""
    subject = part_of(subject) or subject
    head = head_of(subject.lower()).split()
    if not head:
        return "was"
    plural = head[-1] != noun_lemma(head[-1]) or head[-1] in word_class("plural") | {"they", "we", "you", "these", "those"} or "and" in head
    return "were" if plural and not head[-1].endswith(SINGULAR_ENDINGS) else "was"


def is_clause(auxiliary: str, rest: str) -> bool:
    """Tell whether what follows a question's auxiliary has a verb that goes with it, or is a subject alone, as in "was the fire …".

    >>> is_clause("did", "the dam break"), is_clause("did", "the fire"), is_clause("was", "the merger")
    (True, False, False)
    """
    helper, rest, _ = _without_negation(auxiliary.lower(), rest)
    lower = _bare(rest.split())
    if lower[:1] == ["there"] and len(lower) > 1 and helper not in ("did", "does", "do"):
        return True
    if helper in _MODALS or helper in ("did", "does", "do"):
        return any(_may_be_verb(lower, at) for at in range(1, len(lower)))
    return any(_starts_predicate(lower, at) for at in range(1, len(lower)))


# Private

_MODALS = frozenset(["would", "could", "can", "will", "should", "may", "might", "must", "shall"])
_PRONOUNS = frozenset(
    ["it", "them", "him", "her", "us", "me", "itself", "themselves", "up", "down", "out", "away", "apart", "more", "less", "no"]
)
_OPENS_PREDICATE = frozenset("so too very still unable able never always more less being been worse better come become overcome".split())
_NEVER = r"(?:had not|had never|hadn['’]t|did not|didn['’]t|does not|doesn['’]t|never)"
_EXISTENCE: tuple[tuple[re.Pattern[str], bool], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), negative)
    for pattern, negative in (
        (r"there (?:had been|was|were|is|are) no (?P<what>.+)$", True),
        (r"there (?:had not been|hadn['’]t been|was not|wasn['’]t|were not|weren['’]t) (?:an? |any )?(?P<what>.+)$", True),
        (r"there (?:had been|was|were|is|are) (?P<what>.+)$", False),
        (r"it (?:had not been|hadn['’]t been|was not|were not|wasn['’]t|weren['’]t) for (?P<what>.+)$", True),
        (r"not for (?P<what>.+)$", True),
        (rf"(?P<what>.+?) {_NEVER} {_HAPPEN}(?P<tail>)$", True),
        (rf"(?P<what>.+?) (?:had been|was|were) {GONE}$", True),
        (rf"(?P<what>.+?) had {_HAPPEN}$", False),
    )
)


def _without_nobody(found: re.Match[str]) -> tuple[str, bool]:
    return in_past(definite(found["rest"]) if found["no"].lower() == "no" else f"someone {found['rest']}")[0], True


def _without_had(found: re.Match[str]) -> tuple[str, bool]:
    return tidy(_in_past(found["subject"], found["verb"], found["more"], negated=False)), bool(found["no"] or found["short"])


def _without_did_not(found: re.Match[str]) -> tuple[str, bool]:
    return tidy(f"{found['subject']} {inflect(found['verb'], 'VBD')}{found['more']}"), True


def _without_not(found: re.Match[str]) -> tuple[str, bool]:
    be = be_for(found["subject"]) if found["be"].lower() in ("was", "were") else found["be"].lower()
    return tidy(f"{found['subject']} {be} {found['more']}"), True


_CONDITIONS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[str, bool]]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rewrite)
    for pattern, rewrite in (
        (r"(?P<no>no one|nobody|no) (?P<rest>.+)$", _without_nobody),
        (
            r"(?P<subject>.+?) had(?: (?P<no>not|never)|(?P<short>n['’]t))? (?:(?:already|ever|only|just) )?"
            r"(?P<verb>(?!to\b)[\w'-]+)(?P<more>.*)$",
            _without_had,
        ),
        (
            r"(?P<subject>.+?) (?:did not|didn['’]t|does not|doesn['’]t|do not|don['’]t) (?P<verb>[\w'-]+)(?P<more>.*)$",
            _without_did_not,
        ),
        (r"(?P<subject>.+?) (?P<be>was|were|is|are|could|can)(?: not| never|n['’]t) (?P<more>.+)$", _without_not),
    )
)


def _without_negation(helper: str, rest: str) -> tuple[str, str, bool]:
    """Take "n't" off an auxiliary, and "not" out of the words behind it."""
    short = re.fullmatch(r"(\w+)n['’]t", helper)
    if short:
        return {"ca": "can", "wo": "will"}.get(short[1], short[1]), rest, True
    found = None if helper in ("did", "does", "do") else re.search(r"(?:^|\s)not\b(?! only)", rest)
    if found:
        return helper, f"{rest[: found.start()]}{rest[found.end() :]}".strip(), True
    return helper, rest, False


def _from_do(helper: str, words: list[str], *, negated: bool) -> str:
    denied = next((at for at, word in enumerate(words) if at and is_negation(word.lower()) and word.lower() != "never"), None)
    if denied is not None:
        return " ".join([*words[:denied], helper, *words[denied:]])
    at = _find_verb(words)
    if negated:
        return " ".join([*words[:at], helper, "not", *words[at:]])
    if at >= len(words):
        return " ".join(words)
    verb = words[at].rstrip(",")
    inflected = inflect(verb, FORM_WITHOUT_DO[helper])
    return " ".join([*words[:at], inflected + words[at][len(verb) :], *words[at + 1 :]])


def _in_past(subject: str, participle: str, more: str, *, negated: bool) -> str:
    if participle.lower() == "been":
        return f"{subject} {be_for(subject)}{' not' if negated else ''}{more}"
    verb = verb_lemma(participle)
    if verb_form(participle) == "VBG":
        return f"{subject} {participle}{more}"
    return f"{subject} did not {verb}{more}" if negated else f"{subject} {inflect(verb, 'VBD')}{more}"


def _find_verb(words: list[str]) -> int:
    """Return the place of the base verb behind a subject of at least one word."""
    lower = _bare(words)
    places = [at for at in range(1, len(lower)) if _may_be_verb(lower, at)]
    sure = [at for at in places if lower[at] in word_class("mostly_verb") or not _is_noun(lower[at])]
    clear = [at for at in sure if at + 1 not in sure or not _is_noun(lower[at]) or lower[at] in word_class("takes_object")]
    followed = [at for at in places if at + 1 == len(lower) or _follows_verb(lower[at + 1])]
    best_first = [*clear, *followed, *places[-1:], min(1, len(words))]
    return best_first[0]


def _bare(words: list[str]) -> list[str]:
    """Return the words in lower case without marks; "A" behind the first word is a name, as in "pump A"."""
    return [word if place and word == "A" else word.lower().strip(",.;:\"'") for place, word in enumerate(words)]


def _may_be_verb(lower: list[str], at: int) -> bool:
    before = lower[at - 1]
    barred = word_class("determiner") - {"all", "both", "each"} | word_class("preposition") | {"who", "which", "that", "and", "or"}
    return len(lower[at]) > 1 and before not in barred and not before.endswith(("'s", "’s", "s'")) and _is_base(lower[at])


def _follows_verb(word: str) -> bool:
    return word in word_class("determiner") | word_class("preposition") | _PRONOUNS or is_adverb(word)


@lru_cache(maxsize=8192)
def _is_base(word: str) -> bool:
    stem = word if in_dictionary(word) else word.removeprefix("re")  # "retransmit" stands in no dictionary
    return stem in dictionary().getAllLemmas(stem, upos="VERB").get("VERB", ()) or word in word_class("mostly_verb")


def _is_noun(word: str) -> bool:
    return bool(parts_of_speech(word) & {"NOUN", "ADJ"})


def _find_predicate(words: list[str]) -> int:
    """Return the place where the predicate begins behind a subject of at least one word, after "is", "was" or "have"."""
    lower = _bare(words)
    starts = [at for at in range(1, len(lower)) if _starts_predicate(lower, at)]
    if starts:
        return _with_adverbs(lower, _likeliest_start(lower, starts))
    if "ADJ" in parts_of_speech(lower[-1]) and len(lower) > 1:
        return len(lower) - 1
    phrase = (at for at in range(1, len(lower)) if lower[at] in ("a", "an", "the", "in", "on", "at", "under", "without", "like"))
    return next(phrase, len(lower))


def _likeliest_start(lower: list[str], starts: list[int]) -> int:
    """Choose the first place, but a past form before a gerund, which may belong to the subject: "the man driving … killed"."""
    pasts = [at for at in starts[1:] if is_past(lower[at])]
    return pasts[0] if pasts and lower[starts[0]].endswith("ing") else starts[0]


def _with_adverbs(lower: list[str], at: int) -> int:
    """Go back over the adverbs, negations and "been" that stand before a predicate."""
    while at > 1 and (is_adverb(lower[at - 1]) or is_negation(lower[at - 1]) or lower[at - 1] in ("been", "being")):
        at -= 1
    return at


def _starts_predicate(lower: list[str], at: int) -> bool:
    word, before = lower[at], lower[at - 1]
    if before in word_class("determiner") | word_class("preposition") or before.endswith(("'s", "’s")):
        return False
    if _always_starts_predicate(word):
        return True
    if word.endswith("ing") and len(word) > 4 and verb_form(word) == "VBG":
        return not _modifies_next(lower, at)
    only_adjective = "ADJ" in parts_of_speech(word) and "NOUN" not in parts_of_speech(word)
    return only_adjective and (at + 1 == len(lower) or lower[at + 1] in word_class("preposition") | {"to"})


def _always_starts_predicate(word: str) -> bool:
    return is_negation(word) or word in _OPENS_PREDICATE or is_past(word) or (word.endswith("ly") and "ADV" in parts_of_speech(word))


def _modifies_next(lower: list[str], at: int) -> bool:
    """Tell whether a noun comes next, which a gerund would describe: "the steering gear"."""
    behind = lower[at + 1] if at + 1 < len(lower) else ""
    return "NOUN" in parts_of_speech(behind) and behind not in word_class("preposition") | word_class("determiner")
