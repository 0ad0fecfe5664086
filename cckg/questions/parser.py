"""The built-in question parser: takes a question apart by the forms that it knows, and by a trained reader where that is sure.

For the forms, a table in `data/question_forms.tsv`, the sentence that asks is found and cleared of politeness; what each makes of a match
is in `cckg.questions.forms`. What the reader makes of its tags is in `cckg.questions.tags`.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cckg.core.errors import InputError
from cckg.core.questions import InterventionRequest, ParsedQuestion, Route
from cckg.core.text import squeeze
from cckg.language import deciding_part, main_verb, polarity_of, tidy
from cckg.models import Tagger
from cckg.questions import tags as question_tags
from cckg.questions.forms import recognise
from cckg.questions.policy import POLICY
from cckg.questions.routes import settled


class LocalQuestionParser:
    """The built-in `QuestionParser`; the same question is always understood the same way."""

    name = "local"

    def __init__(self, tagger: Tagger | None = None, *, max_characters: int = 2000) -> None:
        """Set who reads the questions that the forms do not settle.

        Args:
            tagger: the reader `question` of `cckg.models.readers`; None: the forms alone decide.
            max_characters: the length above which a question is refused, in characters (`questions.max_characters`).
        """
        self.max_characters = max_characters
        self._tagger = tagger

    def parse(self, question: str) -> ParsedQuestion:
        """Return the question's route and parts, in the question's own words.

        Of several sentences the first that asks something causal is taken; statements among the others are taken as given.

        Raises:
            InputError: for a question without a word, or longer than `max_characters`.

        >>> LocalQuestionParser().parse("Why did the Challenger break apart?").main_event
        'the Challenger broke apart'
        """
        given = readable(question, max_characters=self.max_characters)
        sentences = _sentences(given)
        parsed, asked = _asked(sentences)
        stated = [tidy(sentence) for at, sentence in enumerate(sentences) if at != asked and _is_statement(sentence)]
        parsed = self._read(given if len(given) <= _READ_WHOLE else sentences[asked], parsed)
        known = {event.lower() for event in parsed.presupposed}
        taken = (*parsed.given, *(event for event in stated if event.lower() not in known))
        return settled(replace(parsed, question=given, given=taken, interventions=tuple(_apart(parsed.interventions))))

    def _read(self, question: str, parsed: ParsedQuestion) -> ParsedQuestion:
        """Return what the reader makes of a question if it is sure enough to be believed rather than the form that fits, else that."""
        told = question_tags.read(question, self._tagger) if self._tagger else None
        is_factual = parsed.route is Route.FACTUAL
        if told is None or (not is_factual and _is_settled(parsed, told[0])):
            return parsed
        needed = POLICY.surer if not is_factual else POLICY.sure if "?" in question else POLICY.sure_without_mark
        return told[0] if told[1] >= needed else parsed


def readable(question: str, *, max_characters: int) -> str:
    """Return a question without invisible characters, white space squeezed.

    Raises:
        InputError: for a question without a word, or one that is too long.
        TypeError: for what is no text.
    """
    if not isinstance(question, str):
        raise TypeError(f"The question must be a str, got {type(question).__name__}.")
    given = squeeze("".join(_visible(character) for character in question))
    if not re.search(r"\w", given):
        raise InputError("The question is empty. Ask something, for instance: why did the dam fail?")
    if len(given) > max_characters:
        raise InputError(
            f"The question has {len(given)} characters, more than the {max_characters} that questions.max_characters allows. "
            "Shorten it, or raise that setting."
        )
    return given


# Private

_READ_WHOLE = 400  # characters of a question up to which the reader is shown all of it, not the sentence that asks alone
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|No|vs|etc|approx|[A-Z]|e\.g|i\.e)\.$")
_LEAD_IN = re.compile(r"^i wonder ", re.IGNORECASE)
_TRAILING = re.compile(
    r",? and (?:what|who|how|when|where|why) (?:was|were|is|are|did|does|do|would|could|has|have|can)\b.*$", re.IGNORECASE
)
_SUPPOSES = re.compile(r"(?:suppose|imagine|assume)\b", re.IGNORECASE)
_LATER = re.compile(r"[^\w\s'(]\s*(?P<rest>(?:why|how come|what (?:caused|led to|if|would|were the|was the)|how did)\b.*)", re.IGNORECASE)
_NEITHER = re.compile(r"neither (?P<one>.+?) nor (?P<other>.+)", re.IGNORECASE)
_THINGS = r"(?:the|an?|any|its|his|her|their|our|that|this|those|these) "
_AND = re.compile(rf",? (?:and|or|nor|as well as) (?:no (?=\w)|(?={_THINGS}))", re.IGNORECASE)
_LISTED = re.compile(rf"{_AND.pattern}|, (?={_THINGS})", re.IGNORECASE)
_INSIDE = re.compile(rf"\b(?:of|between|in|on|at|to|for|from|with|by) {_THINGS}(?:[\w'-]+ ?){{1,2}}\Z", re.IGNORECASE)
"""Ends with what may itself be one of two: "the collapse of the bridge and the tunnel"."""
_SEVERAL = re.compile(rf"(?:(?:both|either) )?(?P<all>{_THINGS}.+)", re.IGNORECASE)


def _apart(interventions: Iterable[InterventionRequest]) -> Iterator[InterventionRequest]:
    """Set each thing of "without the storm and the leak", "both the …", "neither the … nor the …" by itself, where it is plain which."""
    for request in interventions:
        neither, several = _NEITHER.fullmatch(request.event), _SEVERAL.fullmatch(request.event)
        if neither:
            to = {"absent": "present", "present": "absent"}.get(request.to, request.to)
            yield from (InterventionRequest(event, to, polarity_of(event)) for event in neither.groups())
        elif several and _AND.search(several["all"]) and not any(map(_INSIDE.search, _LISTED.split(several["all"])[:-1])):
            yield from (replace(request, event=event, polarity=polarity_of(event)) for event in _LISTED.split(several["all"]))
        else:
            yield request


def _is_settled(parsed: ParsedQuestion, told: ParsedQuestion) -> bool:
    """Tell whether a form stands against the reader: what is asked, and what is set to what, the form knows better; stretches it does not.

    What a cause did to something is asked by the form as the path from one to the other, by the reader as the cause's effects.
    """
    if parsed.asks == "path" and told.asks == "effects":
        return [(told.main_event or "").lower()] == [event.lower() for event in parsed.presupposed]
    if parsed.asks != told.asks:
        return False
    first, second = ([(one.main_event or "").lower(), *(do.event.lower() for do in one.interventions)] for one in (told, parsed))
    return first == second or [do.to for do in parsed.interventions] != [do.to for do in told.interventions]


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    if character in "’‘":
        return "'"
    return "" if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") else character


def _sentences(text: str) -> list[str]:
    """Split at sentence ends; "Dr.", initials and decimal points do not end one."""
    found: list[str] = []
    for part in re.split(r"(?<=[.?!])['\")]? +(?=[\"'(]?[A-Z0-9¿])|(?<=\?) +", text):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        elif re.search(r"\w", part):
            found.append(part)
    return found


def _asked(sentences: list[str]) -> tuple[ParsedQuestion, int]:
    """Return the parse and the place of the sentence that asks: the first causal one among those with a question mark, if any has one."""
    marked = [at for at, sentence in enumerate(sentences) if "?" in sentence] or list(range(len(sentences)))
    parses = [(recognise(_cleared(sentences[at])), at) for at in marked]
    parses += [(recognise(_cleared(found["rest"])), at) for at in marked if (found := _LATER.search(sentences[at]))]
    return next((parse for parse in parses if parse[0].route is not Route.FACTUAL), parses[0])


def _is_statement(sentence: str) -> bool:
    return "?" not in sentence and not _SUPPOSES.match(sentence) and main_verb(deciding_part(sentence)) is not None


def _cleared(sentence: str) -> str:
    """Return the sentence without its mark, a lead-in, capitals alone, and a second question behind "and"."""
    text = sentence.strip(' ?.!"')
    if text.isupper():
        text = text.lower()
    return _TRAILING.sub("", _LEAD_IN.sub("", text)).strip(" ?.!,")
