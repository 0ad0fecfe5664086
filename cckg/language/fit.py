"""How well a sentence of a passage fits a question: by cosine, by the words they share, and by whether it holds what is asked for.

Which sentences are compared, and what is made of the best, is left to the callers.
"""

import re

from cckg.core.text import STOP_WORDS, content_words, words
from cckg.language.inflection import verb_lemma
from cckg.language.lexicon import is_past
from cckg.language.synonyms import stem


def sentence_fit(question: str, sentence: str, *, title: str, cosine: float) -> float:
    """Return how well a sentence fits a question, up to 1.

    The mean of two parts, less 0.2 where the sentence has no number for a "when" or "how many", or no new name for a "who": the cosine of
    question and sentence, the title standing before it; and the share of the question's content words that the sentence holds, 0..1, a
    word that only the title holds counting half.
    """
    asked, said, titled = ({stem(word) for word in content_words(text)} for text in (question, sentence, title))
    share = (len(asked & said) + len(asked & titled - said) / 2) / max(1, len(asked))
    return (cosine + share) / 2 - (0.0 if _has_kind_of_answer(question, sentence) else _WRONG_KIND)


def names_source(sentence: str) -> bool:
    """Tell whether a sentence only names where something was taken from, as the last line of a report does.

    >>> names_source("Source: Board of Inquiry, Final Report, 1970"), names_source("The source was a leak.")
    (True, False)
    """
    return bool(_REFERENCE.match(sentence))


def denies(sentence: str) -> bool:
    """Tell whether there is a "not", a "never", or the like in a sentence.

    >>> denies("It did not open."), denies("It opened.")
    (True, False)
    """
    return bool(_DENIAL.search(sentence))


def tells_of(question: str, sentence: str, *, title: str = "") -> bool:
    """Tell whether a sentence tells the act that a question asks about as one, and it or its title the years that the question names.

    "When did the bridge collapse?" is not answered by "It was replaced two years after the collapse." A question without an act in it
    asks for none.

    >>> [tells_of("When did the bridge collapse?", told) for told in ("It was new in 1970, after the collapse.", "It collapsed in 1967.")]
    [False, True]
    """
    said = words(sentence)
    if not {word for word in words(question) if _YEAR.fullmatch(word)} <= {*said, *words(title)}:
        return False
    asked = [word for word in words(question) if word not in STOP_WORDS]
    if not ("did" in words(question) or any(is_past(word) for word in asked)):
        return True
    acts = {verb_lemma(word) for word in asked}
    return any(is_past(word) and verb_lemma(word) in acts for word in said)


# Private

_DENIAL = re.compile(r"\b(?:not|never|cannot|neither|nor|no)\b|n['’]t\b", re.IGNORECASE)
_REFERENCE = re.compile(r"\W*(?:sources?|references?|bibliography|see also|further reading)\b\W*:", re.IGNORECASE)
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_WRONG_KIND = 0.2
_ASKS_NUMBER = re.compile(
    r"^\W*(?:when|(?:in |on )?(?:which|what) (?:date|day|year)|"
    r"how (?:many|much|long|deep|high|far|old|fast|big|large|often))\b",
    re.I,
)
_ASKS_NAME = re.compile(r"^\W*(?:who|whose)\b", re.I)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|half|twice|once)\b", re.I
)
_NAME = re.compile(r"(?<=\w )[A-Z]\w+|^[A-Z]\w+ [A-Z]\w+")


def _has_kind_of_answer(question: str, sentence: str) -> bool:
    """Tell whether a sentence holds what the question asks for: a number it does not give itself, or a name that it does not name."""
    given = {stem(word) for word in words(question)}
    if _ASKS_NUMBER.search(question):
        return any(stem(found.group()) not in given for found in re.finditer(r"\w+", sentence) if _NUMBER.search(found.group()))
    if _ASKS_NAME.search(question):
        return any(stem(word) not in given for found in _NAME.finditer(sentence) for word in found.group().lower().split())
    return True
