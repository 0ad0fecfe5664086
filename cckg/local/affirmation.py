"""Turns the wording of an absence into what would have been there: "the alarm failed to sound" → "the alarm sounded".

A table of patterns; the first that fits is used. Other opposites are written in `cckg.local.opposites`.
"""

import re
from collections.abc import Callable

from cckg.local.inflection import Form, inflect, verb_form, verb_lemma
from cckg.local.lexicon import is_past, word_class
from cckg.local.wording import FORM_WITHOUT_DO, looks_plural


def affirm(text: str) -> str | None:
    """Return the affirmative of an absence's wording, white space squeezed, or None where no pattern fits."""
    for pattern, rewrite in _PATTERNS:
        found = pattern.search(text)
        if found:
            return " ".join(f"{text[: found.start()]}{rewrite(found)}{text[found.end() :]}".split())
    return None


def with_article(noun_phrase: str) -> str:
    """Put "a" or "an" before a phrase whose first words name one countable thing; else return it as it is.

    >>> [with_article(phrase) for phrase in ("warning was given", "alarm", "oxygen", "inspections were made")]
    ['a warning was given', 'an alarm', 'oxygen', 'inspections were made']
    """
    words = noun_phrase.split()
    if not _is_one_thing(_head_noun(words)) or words[0].lower() in ("the", "a", "an", "other", "such"):
        return noun_phrase
    return f"{'an' if words[0][0].lower() in 'aeiou' else 'a'} {noun_phrase}"


# Private


def _head_noun(words: list[str]) -> str:
    """Return the noun before the first preposition or participle, lower-case, or ""."""
    ends = (at for at, word in enumerate(words) if word.lower() in word_class("ends_noun") or (at and is_past(word.lower())))
    end = next(ends, len(words))
    return words[end - 1].lower().strip(",.;") if end else ""


def _is_one_thing(noun: str) -> bool:
    """Tell whether a noun, lower-case, is a singular that can be counted."""
    mass = noun in word_class("mass") or noun.endswith(_MASS_ENDINGS)
    return bool(noun) and not mass and not looks_plural(noun) and noun not in word_class("plural")


_FAILING = "failed|fails|fail|failing|refused|refuses|refuse|neglected|neglects|neglect|forgot|forgets|omitted|omits|declined|declines"
_FAILURE = "failure|inability|refusal|neglect|omission|unwillingness"
_MASS_ENDINGS = ("ness", "ance", "ence", "ity", "age", "ism", "ication", "ware", "power", "light", "fuel", "water")
_UN_WORDS = "detected|noticed|reported|inspected|treated|repaired|maintained|checked|delivered|paid|attended|answered|manned|guarded"


def _in_form(verb: str, form: Form) -> str:
    return inflect(verb_lemma(verb), form)


def _with_verb(found: re.Match[str], form: Form, *, before: str = "") -> str:
    """Return the pattern's verb in a form, after the adverb that stood before it."""
    return f"{before}{found['adverb'] or ''}{_in_form(found['verb'], form)}"


def _after_failing(found: re.Match[str]) -> str:
    form = verb_form(found["fail"])
    return _with_verb(found, "VBD" if form in ("VBD", "VBN") or found["fail"].lower() == "forgot" else form)


def _after_do(found: re.Match[str]) -> str:
    return _with_verb(found, FORM_WITHOUT_DO[found["do"].lower()])


def _allowed(found: re.Match[str]) -> str:
    return f"{inflect('allow', verb_form(found['stop']))} {found['what']} to {verb_lemma(found['verb'])}"


def _adequate(found: re.Match[str]) -> str:
    what = found["what"]
    return f"the presence of {what}" if re.match(r"(?:an?|any|the)\s", what, re.IGNORECASE) else f"adequate {what}"


def _owner_did(found: re.Match[str]) -> str:
    if "inability" in found.group().lower():
        return f"{found['owner']} could {found['verb']}"
    return f"{found['owner']} {_in_form(found['verb'], 'VBD')}"


def _not_left(found: re.Match[str]) -> str:
    number = found["be"].lower()
    return f"{number if number in ('was', 'were', 'is', 'are', 'been', 'be') else 'was'} {found['done']}"


def _no_longer(found: re.Match[str]) -> str:
    return "still " if found["how"].lower().endswith("longer") else ""


def _maybe_article(found: re.Match[str]) -> str:
    return with_article(found["what"])


_Rewrite = Callable[[re.Match[str]], str]
_ADVERB = r"(?P<adverb>(?:\w+ly\s+)?)"


def _template(form: str) -> _Rewrite:
    return lambda found: found.expand(form)


_PATTERNS: tuple[tuple[re.Pattern[str], _Rewrite], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rewrite)
    for pattern, rewrite in (
        (rf"^(?P<owner>.+?)(?:['’]s|(?<=s)['’]) (?:{_FAILURE}) to (?P<verb>\w+)", _owner_did),
        (rf"^(?:an?|the)? ?(?:{_FAILURE}) (?:of|by) (?P<owner>.+?) to (?P<verb>\w+)", _owner_did),
        (r"^(?:an?|the)? ?inability to ", _template("the ability to ")),
        (rf"^(?:an?|the)? ?(?:{_FAILURE}) to {_ADVERB}(?P<verb>\w+)", lambda found: _with_verb(found, "VBG")),
        (r"^(?:an?|the)? ?(?:\w+ )?lack of (?P<what>.+)$", _adequate),
        (r"\black of (?P<what>.+)$", _adequate),
        (r"\babsence of ", _template("presence of ")),
        (rf"\b(?:did not|didn['’]t) (?P<fail>fail) to {_ADVERB}(?P<verb>\w+)", lambda found: f"failed to {found['verb']}"),
        (rf"\b(?P<fail>{_FAILING}) to {_ADVERB}(?P<verb>\w+)", _after_failing),
        (r"\bun(able|willing) to\b", _template(r"\1 to")),
        (rf"\b(?P<do>did|does|do)(?: not|n['’]t) (?:ever )?{_ADVERB}(?P<verb>\w+)", _after_do),
        (r"\bcan(?:not|['’]t| not)\b", _template("can")),
        (r"\bwon['’]t\b", _template("will")),
        (r"\b(\w+)n['’]t\b", _template(r"\1")),
        (r"\b(?P<how>no longer) ", _no_longer),
        (r"\b(?P<how>never|not) (?:ever )?", _no_longer),
        (r"^(?:nobody|no[ -]one)\b", _template("someone")),
        (r"^nothing\b", _template("something")),
        (r"^none of ", _template("all of ")),
        (r"^neither of ", _template("both of ")),
        (r"\b(?:no|zero) (?P<what>.+)$", _maybe_article),
        (r"\bnothing\b", _template("something")),
        (r"\b(?:nobody|no[ -]one)\b", _template("someone")),
        (r"\b(?:was|were) without\b", _template("had")),
        (r"\bis without\b", _template("has")),
        (r"\bwithout\b", _template("with")),
        (rf"\b(?P<be>was|were|is|are|been|be|went|goes|go|remained|stayed)(?: left)? un(?P<done>{_UN_WORDS})\b", _not_left),
        (r"^(?:the )?missing (?P<what>.+)$", _template(r"the \g<what> in place")),
        (r"^(?P<article>an?|the)? ?absent (?P<what>.+)$", _template(r"the \g<what> present")),
        (r"\bmissing\b", _template("in place")),
        (r"\babsent\b", _template("present")),
        (r"\bunavailab(le|ility)\b", _template(r"availab\1")),
        (r"\blacked\b", _template("had")),
        (r"\blacks\b", _template("has")),
        (r"\black\b", _template("have")),
        (r"\blacking\b", _template("with")),
        (r"\b(?P<stop>prevented|prevents|stopped|stops|kept|keeps|blocked|blocks|barred) (?P<what>.+?) from (?P<verb>\w+ing)\b", _allowed),
        (r"\b(?:was|were) (?:prevented|averted|avoided)\b", _template("happened")),
        (r"\b(?:prevented|averted|avoided)\b", _template("allowed")),
        (r"\b(?:prevents|averts|avoids)\b", _template("allows")),
        (r"^(?:the )?(?:prevention|avoidance|omission|non-?existence|want) of ", _template("")),
        (r"^non-", _template("")),
    )
)
