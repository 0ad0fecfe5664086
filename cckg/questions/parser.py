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
from cckg.questions.forms import YES_MEANS_ENOUGH, recognise
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

        Of several sentences the first that asks something causal is taken; statements among the others are taken as given, a sentence
        that begins with "suppose" an intervention.

        Raises:
            InputError: for a question without a word, or longer than `max_characters`.

        >>> LocalQuestionParser().parse("Why did the Challenger break apart?").main_event
        'the Challenger broke apart'
        """
        given = readable(question, max_characters=self.max_characters)
        supposed, sentences = _take_suppositions(_sentences(given))
        parsed, asked = _asked(supposed, sentences)
        stated = [tidy(sentence) for at, sentence in enumerate(sentences) if at != asked and _is_statement(sentence)]
        if len(given) <= _READ_WHOLE or not supposed:
            parsed = self._read(given if len(given) <= _READ_WHOLE else sentences[asked], parsed)
        known = {event.lower() for event in parsed.presupposed}
        taken = (*parsed.given, *(event for event in stated if event.lower() not in known))
        return settled(replace(parsed, question=given, given=taken, interventions=tuple(_apart(parsed.interventions))))

    def _read(self, question: str, parsed: ParsedQuestion) -> ParsedQuestion:
        """Return what the reader makes of a question if it is sure enough to be believed rather than the form that fits, else that."""
        told = question_tags.read(question, self._tagger) if self._tagger else None
        is_factual = parsed.route is Route.FACTUAL
        if told is None or (_MEASURE.match(question) if is_factual else _is_settled(parsed, told[0])):
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
_MEASURE = re.compile(r"how (?:far|many|much|long|old|high|deep|tall|wide|fast|heavy|hot|cold|large|big|often)\b(?!-| of\b)", re.IGNORECASE)
"""Asks for a number, which no claim of cause and effect holds."""
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|No|vs|etc|approx|[A-Z]|e\.g|i\.e)\.$")
_SOURCES = r"(?:the |these |your |my |our )?(?:\w+ )?(?:documents?|reports?|texts?|sources?|corpus|evidence|papers?|articles?)"
_LEAD_IN = re.compile(
    "|".join(
        (
            r"(?:please|so|well|ok|okay|hi|hello|and|but(?! for)|also|now|then|thanks|q:|question:)\b[,:!]? ?",
            r"(?:can|could|would|will) (?:you|anyone|someone|anybody) (?:please |kindly )?"
            r"(?:tell (?:me|us)|explain(?: to (?:me|us))?|show(?: me)?|describe|clarify|help me understand)\b[,:]? ",
            r"(?:please )?(?:tell|show) (?:me|us) (?:about )?",
            r"explain (?:to (?:me|us) )?(?=why|how|what|which|who)",
            r"help me understand ",
            r"i(?:'d| would)? (?:really )?(?:want|like|need|wish) to (?:know|understand|learn|find out) ",
            r"i(?: am|'m) (?:wondering|curious|trying to understand) ",
            r"i wonder ",
            r"do (?:you|we) (?:know|think|happen to know) (?=why|how|what|which|who|if|whether)(?:if |whether )?",
            rf"(?:according to|based on|from|in) {_SOURCES}(?: \w+)?, ",
            r"in your (?:opinion|view), ",
            r"(?:exactly|precisely) (?=why|how|what)",
        )
    ),
    re.IGNORECASE,
)
_TRAILING = re.compile(
    rf"(?:,? (?:according to|based on) {_SOURCES}.*"
    r"|,? and (?:what|who|how|when|where|why) (?:was|were|is|are|did|does|do|would|could|has|have|can)\b.*"
    r"|,? (?:please|exactly|precisely|in the first place|instead|and why|or not|in your (?:opinion|view)|do you think|thanks|thank you))$",
    re.IGNORECASE,
)
_ASIDE = re.compile(r",? as (?:\w+ ){1,3}?(?:claim|say|argue|suggest|report|believe|state|insist|find)s?,", re.IGNORECASE)
_FRONTED = re.compile(
    r"(?P<front>(?:in|on|at|during|by|after|before|following|since|throughout) [^,?]{1,80}), "
    r"(?P<rest>(?:why|how|what|who|which|did|does|do|was|were|is|are|would|could|has|have)\b.+)",
    re.IGNORECASE,
)
_IN_A_WORLD = re.compile(r"^in (?:a|any) (?:world|scenario|universe) (?=without )", re.IGNORECASE)
_LATER = re.compile(r"[^\w\s'(]\s*(?P<rest>(?:why|how come|what (?:caused|led to|if|would|were the|was the)|how did)\b.*)", re.IGNORECASE)
_GIVEN = re.compile(
    r"(?:given|knowing|granted|considering|seeing)(?: that)? (?P<first>[^,]+), (?P<after>\S.*)"
    r"|(?P<before>.+?),? (?:given that|knowing that|granted that|considering that|seeing that|even though|although) (?P<last>[^,]+)",
    re.IGNORECASE,
)
_SUPPOSE = re.compile(r"(?:suppose|imagine|assume|let us assume|let's assume|say|if)(?: that)?,? (?P<x>.+)", re.IGNORECASE)
_NEITHER = re.compile(r"neither (?P<one>.+?) nor (?P<other>.+)", re.IGNORECASE)
_THINGS = r"(?:the|an?|any|its|his|her|their|our|that|this|those|these) "
_AND = re.compile(rf",? (?:and|or|nor|as well as) (?:no (?=\w)|(?={_THINGS}))", re.IGNORECASE)
_LISTED = re.compile(rf"{_AND.pattern}|, (?={_THINGS})", re.IGNORECASE)
_SEVERAL = re.compile(rf"(?:(?:both|either) )?(?P<all>{_THINGS}.+)", re.IGNORECASE)
_INSIDE = re.compile(rf"\b(?:of|between|in|on|at|to|for|from|with|by) {_THINGS}(?:[\w'-]+ ?){{1,2}}\Z", re.IGNORECASE)
"""Ends with what may itself be one of two: "the collapse of the bridge and the tunnel"."""


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
    if told.asks == "passage" or YES_MEANS_ENOUGH in parsed.reasons:
        return True
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


def _take_suppositions(sentences: list[str]) -> tuple[str, list[str]]:
    """Take out the sentences that suppose something; return them as the beginning of a condition, and the rest."""
    found = [_SUPPOSE.fullmatch(sentence.strip(" .!")) for sentence in sentences[:-1]]
    supposed = " and ".join(suppose["x"] for suppose in found if suppose)
    rest = [sentence for sentence, suppose in zip(sentences, [*found, None], strict=True) if not suppose]
    return (f"if {supposed}, " if supposed else ""), rest


def _asked(supposed: str, sentences: list[str]) -> tuple[ParsedQuestion, int]:
    """Return the parse and the place of the sentence that asks: the first causal one among those with a question mark, if any has one."""
    marked = [at for at, sentence in enumerate(sentences) if "?" in sentence] or list(range(len(sentences)))
    parses = [(_recognised(supposed, _cleared(sentences[at])), at) for at in marked]
    parses += [(_recognised("", _cleared(found["rest"])), at) for at in marked if (found := _LATER.search(sentences[at]))]
    return next((parse for parse in parses if parse[0].route is not Route.FACTUAL), parses[0])


def _recognised(supposed: str, question: str) -> ParsedQuestion:
    """Recognise a question; what it takes as given ("given that the pump failed, …", "…, even though the dam held") is kept as such."""
    found = _GIVEN.fullmatch(question)
    if not found:
        return recognise(supposed + question)
    parsed = recognise(supposed + (found["after"] or found["before"]))
    return replace(parsed, given=(*parsed.given, tidy(found["first"] or found["last"])))


def _is_statement(sentence: str) -> bool:
    return "?" not in sentence and main_verb(deciding_part(sentence)) is not None


def _cleared(sentence: str) -> str:
    """Return the sentence without its mark, lead-ins, trailing phrases and capitals; a fronted "In 1986," goes to its end."""
    text = sentence.strip(' ?.!"')
    if text.isupper():
        text = text.lower()
    while (found := _LEAD_IN.match(text)) and re.search(r"\w", text[found.end() :]):
        text = text[found.end() :]
    text = _IN_A_WORLD.sub("", _ASIDE.sub("", _TRAILING.sub("", text)).strip(" ?.!,"))
    fronted = _FRONTED.fullmatch(text)
    if fronted:
        text = f"{fronted['rest']} {fronted['front'][0].lower()}{fronted['front'][1:]}"
    return text
