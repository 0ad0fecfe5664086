"""Finds the causal connectives of a sentence (`data/cues.tsv`), and how strong each words a cause.

A cause, one contribution among others, or what made the effect possible. What stands on either side of a connective is
`cckg.extraction.arguments`' work.
"""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources

from cckg.core.claims import Degree, ExtractedClaim, Span


def overlap(one: Span, other: Span) -> bool:
    """Tell whether two stretches of one text share a part."""
    return one.start < other.end and other.start < one.end


def mostly_shared(one: Span, other: Span) -> bool:
    """Tell whether two stretches of one text share half of the shorter one."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    return 2 * shared >= min(one.end - one.start, other.end - other.start)


def same_places(one: ExtractedClaim, other: ExtractedClaim) -> bool:
    """Tell whether two claims join the same two places of a text, this way or the other way round."""
    sides, others = (one.cause.span, one.effect.span), (other.cause.span, other.effect.span)
    return all(map(overlap, sides, others)) or all(map(overlap, sides, others[::-1]))


BE = r"(?:is|are|was|were|be|been|became|remained)"
_ADVERBS = (
    r"perhaps|also|in turn|then|thus|thereby|in part|at least in part|in large part|not|never|again|later|further|often|both|likewise|"
    r"as well|together|itself|just|first|most likely|very likely|most probably|"
    r"(?!(?:family|supply|assembly|anomaly|reply|july|italy|fly|ally|rally|monopoly|daily|early|oily|jelly|belly)\b)[a-z]+ly"
)
ADVERB = rf"(?:{_ADVERBS}|neither|nor) "
ADJECTIVES = rf"(?:(?!(?:{BE[3:-1]}|of|that|which|and|to|had|has) )[\w'’-]+ ){{1,3}}?"
AUXILIARIES = (  # without "neither" and "nor", which may be the subject: "neither caused …"
    r"(?:(?:may|might|could|can|cannot|will|would|must|should|did|does|do|has|have|had|is|are|was|were|be|been|being|to|not|never|"
    r"didn['’]t|doesn['’]t|wasn['’]t|weren['’]t|isn['’]t|hasn['’]t|hadn['’]t|couldn['’]t|thought|believed|suspected|assumed|said|"
    r"considered|reported|known|found|shown|seem|seems|seemed|appear|appears|appeared|alleged|estimated|expected|presumed|helped|of having|"
    + _ADVERBS
    + r") )*"
)

VERB_FRAMES = frozenset({"active", "backward"})
"""Frames whose cue is a verb phrase: auxiliaries belong to it, and its subject stands before it."""

OPENING_FRAMES = frozenset({"sentence", "explanation"})
"""Frames whose cue opens a sentence: one of its sides is the sentence before."""


@dataclass(frozen=True, slots=True)
class Connective:
    """A cue in a sentence: its frame (see data/cues.tsv), place, auxiliaries in front, confidence, and whether the effect is prevented."""

    frame: str
    start: int
    end: int
    auxiliaries: str
    confidence: float
    prevents: bool

    def moved(self, by: int) -> "Connective":
        """Return the same cue, its offsets moved by so many characters."""
        return replace(self, start=self.start + by, end=self.end + by)


@lru_cache(maxsize=64)  # contrasts and links look at a sentence one after the other
def find_connectives(sentence: str) -> tuple[Connective, ...]:
    """Return the cues of a sentence in order, none overlapping; where two overlap the one that begins first, then the longer, wins."""
    flat = _WHITE_SPACE.sub(" ", sentence)  # one for one, so that offsets stay
    found = [cue for pattern in _patterns() for cue in _matches(pattern, flat)]
    found.sort(key=lambda cue: (cue.start, -cue.end, -cue.confidence))
    kept: list[Connective] = []
    for cue in found:
        if not kept or cue.start >= kept[-1].end:
            kept.append(cue)
    return tuple(cue for cue in kept if not _is_listed(flat, cue))


def degree_of(words: str) -> Degree:
    """Judge the words that join a cause to an effect: the cue with its auxiliaries and adverbs (`words_of_cue`).

    What both contributes and enables ("helped to make it possible") contributes; words that say neither are direct, "largely because of"
    and "the main factor in" among them.

    >>> degree_of("may have contributed to"), degree_of("was made possible by"), degree_of("led to")
    (<Degree.CONTRIBUTING: 'contributing'>, <Degree.ENABLING: 'enabling'>, <Degree.DIRECT: 'direct'>)
    """
    if _CONTRIBUTING.search(words):
        return Degree.CONTRIBUTING
    return Degree.ENABLING if _ENABLING.search(words) else Degree.DIRECT


def words_of_cue(text: str, cue: Span, *, within: Span) -> str:
    """Return a cue with what belongs to it on either side: "one of" or "in part," before it, the complement of "left" or "made" behind it.

    The cue has its auxiliaries and adverbs; what lies beyond `within`, the sentences that it stands in, is not looked at.
    """
    before = _BEFORE.search(text, max(within.start, cue.start - _REACH), cue.start)
    after = _COMPLEMENT.match(text, cue.end, min(within.end, cue.end + _REACH)) if _NEEDS_COMPLEMENT.search(cue.text) else None
    return f"{before.group() if before else ''}{cue.text}{after.group() if after else ''}"


# Private

_WHITE_SPACE = re.compile(r"\s")
_LISTED = re.compile(r"\binclud(?:e|es|ed|ing)\s(?:\w+ly\s)?\w+ing\s[^.;]*\Z")
_LISTED_LAST = re.compile(r"(?:,|\b(?:by|were|was|and))\s(?:\w+ly\s)?\w+ing\s[^.;]*\Z")
_SURE_PARTICIPLE = re.compile(r", and (?:\w+ly )?(?:caus|lead|result|trigger)ing")
_NOUN_BEFORE = re.compile(r"\b(?:by|of|with|for|from|as|the|these|several|its|their)\s\Z", re.IGNORECASE)
_PASSIVE_BEFORE = re.compile(rf"\b{BE}(?: (?:not|also|then|being))?$", re.IGNORECASE)
_BARE_VERB = re.compile(
    r"^(?:cause|trigger|provoke|induce|precipitate|spark|lead|result|contribute|bring|force|prompt|compel|stem|arise|prevent)\b"
)
_PERMITS_BARE = re.compile(
    r"\b(?:may|might|could|can|cannot|will|would|must|should|did|does|do|not|to|n['’]t|helped)\b|n['’]t\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Pattern:
    frame: str
    regex: re.Pattern[str]
    head: re.Pattern[str] | None  # of a verb, without auxiliaries: where it is not, the search for these is spared
    confidence: float
    prevents: bool


@cache
def _patterns() -> tuple[_Pattern, ...]:
    lines = resources.files("cckg.extraction").joinpath("data/cues.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(_compile(*line.split("\t")) for line in lines if line and not line.startswith("#"))


def _compile(frame: str, pattern: str, confidence: str, effect: str) -> _Pattern:
    body = pattern.replace("{be}", BE).replace("{adv}", ADVERB).replace("{adj}", ADJECTIVES)
    opening, head = r"(?<![\w-])", None
    if frame in VERB_FRAMES:
        head = re.compile(rf"{opening}(?:{body})(?!\w)", re.IGNORECASE)
        body = rf"(?P<auxiliaries>{AUXILIARIES})(?P<head>{body})"
    elif frame in OPENING_FRAMES:
        opening = r"^\W{0,3}(?:(?:and|but|then) )?"
    elif frame == "participle" or body.startswith("(?:,"):
        opening = ""
    closing = "" if frame == "so" else r"(?!\w)"
    regex = opening + body + closing
    return _Pattern(frame, re.compile(regex, re.IGNORECASE), head, float(confidence), effect == "-")


def _matches(pattern: _Pattern, sentence: str) -> list[Connective]:
    if pattern.head and not pattern.head.search(sentence):
        return []
    cues = []
    for match in pattern.regex.finditer(sentence):
        auxiliaries = match["auxiliaries"] if pattern.frame in VERB_FRAMES else match.group()
        start, end = match.span("cue") if "cue" in match.groupdict() else match.span()
        if pattern.frame == "active" and (not _is_active(auxiliaries, match["head"]) or _is_noun(sentence, match)):
            continue
        end = start + len(sentence[start:end].rstrip(" ,\t\n"))
        start += len(sentence[start:end]) - len(sentence[start:end].lstrip())
        cues.append(Connective(pattern.frame, start, end, auxiliaries, pattern.confidence, pattern.prevents))
    return cues


def _is_active(auxiliaries: str, head: str) -> bool:
    """Refuse "was forced to" (passive) and the nouns "cause", "lead", "result" where nothing makes verbs of them."""
    if _BARE_VERB.match(head.lower()):
        return bool(_PERMITS_BARE.search(auxiliaries))
    begins_with_be = re.match(BE + r"\b", head, re.IGNORECASE)
    return bool(begins_with_be) or not _PASSIVE_BEFORE.search(auxiliaries.strip())


def _is_noun(sentence: str, found: re.Match[str]) -> bool:
    """Tell whether a form in -s is a noun ("managed by triggers", "causes and effects"), or a colon parts the cue from what follows."""
    before, behind = sentence[: found.start()], sentence[found.end() : found.end() + 5]
    is_noun = found["head"].endswith("s") and (_NOUN_BEFORE.search(before) or behind.startswith((" and ", " or ")))
    return bool(is_noun) or behind.startswith(":")


def _is_listed(sentence: str, cue: Connective) -> bool:
    """Tell whether a participle is a member of a list of like words: "Steps were closing the dam, opening the gates, and keeping …"."""
    written = sentence[cue.start : cue.end]
    if cue.frame != "participle" or _SURE_PARTICIPLE.match(written):
        return False
    listed = _LISTED_LAST if written.startswith(", and") else _LISTED
    return bool(listed.search(sentence, 0, cue.start))


_REACH = 60  # characters on either side of a cue
_CONTRIBUTING = re.compile(
    r"\bcontribut\w+"
    r"|\b(?:a|an|another|one|two|three|several|many|some|contributory)\s(?:[\w’'-]+\s){0,3}?factors?\b|\bfactors\b"
    r"|\b(?:one|some|among|part)\s(?:of\s)?(?:the|its|their|several|many|two|three)\s(?:[\w’'-]+\s){0,3}?"
    r"(?:causes?|reasons?|triggers?|culprits?|explanations?)\b"
    r"|\b(?:one|another)\s(?:[\w’'-]+\s){0,2}?(?:cause|reason|trigger|explanation)\b"
    r"|\ban?\s(?:partial|contributory|secondary|minor|additional|further)\s(?:cause|reason|trigger|explanation)\b"
    r"|\b(?:partly|partially|in\spart|to\s(?:some|a\s(?:certain|lesser))\s(?:extent|degree))\b"
    r"|\b(?:aggravat|exacerbat|compound|worsen)(?:e[sd]?|s|ed|ing)?\b"
    r"|\b(?:mak(?:es?|ing)|made)\s(?:[\w’'-]+\s){0,6}?worse\b"
    r"|\badd(?:s|ed|ing)?\s(?:[a-z]+ly\s)?to\b"
    r"|\bplay(?:s|ed|ing)?\s(?!no\b)(?:[\w’'-]+\s){1,3}?(?:part|role)\b"
    r"|\bhelp(?:s|ed|ing)?\b",
    re.IGNORECASE,
)
_ENABLING = re.compile(
    r"\b(?:allow|enabl|permit)(?:e[sd]?|s|ed|ing|ting|ted)?\b"
    r"|\blet(?:s|ting)?\b"
    r"|\b(?:mak(?:es?|ing)|made)\s(?:[\w’'-]+\s){0,6}?(?:(?<!as\s)possible|easier|(?:more|much\smore)\slikely|likelier)\b"
    r"|\bpav(?:e|es|ed|ing)\sthe\sway\b"
    r"|\b(?:left|leav(?:e|es|ing))\s(?:[\w’'-]+\s){0,8}?(?:open|vulnerable|exposed|unprotected|susceptible)\b"
    r"|\bfail(?:s|ed|ing|ure)?\sto\s(?:[a-z]+ly\s)?(?:prevent|stop|catch|detect|halt|avert|block)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:(?:one|some|part)\sof|among|partly|partially|in\spart|(?:help|fail)(?:s|ed|ing|ure)?(?:\sto)?)[\s,]+\Z", re.IGNORECASE
)
_NEEDS_COMPLEMENT = re.compile(r"\b(?:left|leav(?:e|es|ing)|mak(?:es?|ing)|made)\Z", re.IGNORECASE)
_COMPLEMENT = re.compile(r"(?:\s[\w’'-]+)+")
