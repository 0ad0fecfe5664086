"""Tells an event in words that can be read alone: with a subject, as a statement, and with its pronoun named."""

import re
from collections.abc import Sequence

from cckg.core.text import squeeze
from cckg.language.clauses import be_for
from cckg.language.inflection import inflect, verb_lemma
from cckg.language.lexicon import has_finite_verb, is_past, word_class
from cckg.language.references import agrees_with, owned, resolved, subject_of, taken_up, without_pointing
from cckg.language.statements import NO_PASSIVE, statement_of
from cckg.language.wording import is_adverb


def make_standalone(words: str, before: Sequence[str], *, cue: str = "", is_predicate: bool = False) -> str:
    """Return a stretch of text in words that can be read alone; where the grammar is not plain, they stay as they are.

    Args:
        words: the stretch.
        before: what is told before it in its paragraph, in order: whole sentences, and what stands in front of it in its own.
        cue: what joins it to its cause, where it is an effect.
        is_predicate: the text surely begins with a verb; see `statement_of`.
    """
    lead = squeeze(before[-1]) if before else ""
    stretch = _event_of(squeeze(words))
    if _UNNAMED.fullmatch(stretch) and (holds := _HOLDS.search(lead)):
        return taken_up(owned(resolved(f"{holds['clause']} {stretch}", before), before), before)
    if not cue and not _ENDED.search(lead):
        cue = lead[-_CUE:]  # of a cause that was itself brought about: "which allowed | the seal to fail"
    told = _with_subject(stretch, lead, is_predicate=is_predicate)
    if _THING.match(told) and resolved(told, before) == told:
        told = stretch  # "the windows were shattered" says more than "it shattered the windows"
    stated = statement_of(told, cue=cue, is_predicate=is_predicate and told == stretch)
    if stated == told or not _PRONOUN.match(stated):
        return without_pointing(taken_up(owned(resolved(stated, before), before), before))
    is_person = _PERSON.match(stated) is not None  # "causing him to fall": who is the subject; "caused him to fall": who was it before
    return resolved(stated, before if _DOING.search(cue) else before[:-1]) if is_person else stated


# Private

_NAMES = re.compile(  # "the root cause was a typo": the event is the typo
    r"(?:the|an?|another|one|its|their) (?:(?:[a-z-]+ ){0,3}?(?:cause|reason|factor|culprit|trigger|origin)s?"
    r"|(?:core|root|main|underlying|actual|real|central|primary) (?:issue|problem|failure|fault)s?)"
    r"(?: (?:of|for|behind|in) (?:the|this|that|these|its) [\w'’ -]{3,50}?)? (?:was|is|were|are|had been) "
    r"(?:(?:identified as|determined to be|found to be|thought to be|traced to) )?(?:that )?"
    r"(?=(?:the|an?|this|that|these|those|its|their|his|her|two|three|several|some)\b|(?!being|missing|lacking|during|pending)[a-z]+ing\b.)"
    r"|(?:(?:the|specific|further|other) )*(?:failures|symptoms|impacts?|effects|consequences|mitigation|remediation|recovery) "
    r"(?:included|involved|consisted of) ",
    re.IGNORECASE,
)
_FOUND = re.compile(  # "a review board determined that the seal failed": the event is the failure
    r"(?:(?:it (?:was|has been)|we|investigators|engineers|"
    r"(?!no |neither |not )(?:[\w'’-]+ ){1,5}?(?:board|teams?|investigation|inquiry|analysis|review|panel|committee|report))"
    r" (?:[a-z]+ly |also |later )?(?:determined|concluded|found|established|verify|verified|discovered) (?:\([^()]*\) )?that "
    r"|noticed that |(?:examination|analysis|inspection|testing|review)(?: of [\w -]{3,40}?)? (?:revealed|showed) that )(?=\w)",
    re.IGNORECASE,
)
_CAUSE_OF = re.compile(  # "the cause of the fire" is no event, the fire is
    r"the (?:[a-z-]+ ){0,2}?(?:cause|causes|origin|root) of (?P<what>the (?:(?!being\b|not\b|was\b|were\b|is\b|remained\b)[\w'’-]+ ?)+)",
    re.IGNORECASE,
)
_WHILE = re.compile(r"while (?!\w+ing\b)", re.IGNORECASE)
_TRAILING = re.compile(r"(?: (?:still|also|even|thus|then)|,? (?:that|which)(?: each)?)\Z")
_THEREFORE = re.compile(r" (?:therefore|consequently|accordingly) ")
_UNNAMED = re.compile(
    r"(?:an?|another) (?:[a-z]+ ){0,2}?(?:bugs?|errors?|incidents?|issues?|problems?|faults?|flaws?|mistakes?|defects?)", re.IGNORECASE
)
_HOLDS = re.compile(  # "the parser contained | a bug"
    r"(?:\A|[,;] )(?P<clause>(?!and |but |which |who )(?:[^,;.:]|\.(?=\d)){3,70} "
    r"(?:contained|contains|introduced|had|has|experienced|suffered|made|hit))"
    r"\s*\Z"
)
_ENDED = re.compile(r"[.!?;:][\"”’)]*\s*\Z")
_CUE = 30  # characters in front of a stretch in which what brings it about is looked for
_THING = re.compile(r"(?:it|they)\s")
_PERSON = re.compile(r"(?:he|she)\s")
_DOING = re.compile(r"ing\W*\Z")
_OPENS_REST = frozenset(
    "no him her them it us me one two three four five six seven eight nine ten several backward backwards forward forwards".split()
)
_AND = re.compile(r",?\s(?:and|but)(?:\s(?:so|then|also|later|subsequently|eventually|ultimately|finally|apparently))?\s*\Z", re.IGNORECASE)
_LATER = re.compile(r"\s(?:then|also|later|subsequently|eventually|ultimately|finally|apparently)\s*\Z", re.IGNORECASE)
_OPENS_CLAUSE = re.compile(
    r"\b(?:which|that|who|whom|whose|what|when|where|why|how|while|as|because|if|after|before|until|so|than)\b", re.IGNORECASE
)
_ACTOR = re.compile(
    r"(?:he|she|they|it|(?:the|an?|all|both|most|many|some|several|two|three|four) (?:[\w'’-]+ ){0,2}[\w'’-]+|"
    r"[a-z]+ #\d+(?:(?:,? and|,) (?:[a-z]+ )?#\d+)*)",
    re.IGNORECASE,
)
_WHEN = re.compile(r"\s(?:when|while|after being)\s*\Z")
_BEGINS = frozenset("stop start begin keep continue".split())
_BECAME = frozenset("become remain seem appear".split())
_DID_OWN = re.compile(r"(?:he|she|they|it) [a-z]+ (?:his|her|their|its) ", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:he|she|they|it|we|I)\s", re.IGNORECASE)
_PRONOUN_DID = re.compile(
    r"(?P<subject>he|she|they|it|we|I)\s(?:[a-z]+ly\s|then\s|also\s|was\s|were\s|had\s)*(?P<verb>[a-z]+)\b(?P<rest>[^.;:]*)\Z",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"\b(?:when|while|until|because)\s")
_BETWEEN = re.compile(r"\band (?:then |later )?(?P<next>[\w'’-]+)")
_OWN = re.compile(r"\s(?P<whose>his|her|their|its)\s(?!own\b)")  # "striking his head": who did it is whose it was
_TAKES_ING = re.compile(
    r"(?:\A|[.;:(]|\b(?:\w+(?:ing|[^aeiou]s|ed)|of|by|for|in|to|with|from|at|on|is|was|were|be|been|or|than|without|after|before|while|when|"
    r"which|that|the|a|an|began|kept|due|despite|not))\s*\Z|\b(?:risk|danger|chance|possibility|prevent|avoid|stop|keep)\w*\b",
    re.IGNORECASE,
)
_HAPPENS_TO = re.compile(r"(?P<verb>[a-z]+ing)(?= )")
_NUMBERED = re.compile(r" ?[A-Z][\w-]+ #\d")  # "Employee #1"
_PASSIVE = re.compile(r"\b(?P<be>was|were)\s(?:[a-z]+ly\s)?(?P<verb>[a-z]+)\b(?P<rest>[^.;:]*)\Z", re.IGNORECASE)


def _event_of(stretch: str) -> str:
    """Return the event of a stretch that tells it as what was found, or named as the cause: "the root cause was a typo" → "a typo"."""
    for opening in (_NAMES, _FOUND, _WHILE):
        stretch = stretch[found.end() :] if (found := opening.match(stretch)) else stretch
    stretch = _THEREFORE.sub(" ", stretch, count=1)
    if of := _CAUSE_OF.fullmatch(stretch):
        return of["what"]
    return stretch if has_finite_verb(stretch) else _TRAILING.sub("", stretch)


def _with_subject(words: str, lead: str, *, is_predicate: bool) -> str:
    """Put in front of "fell two metres" the subject that it shares with the clause before: "he slipped and"."""
    falling = _HAPPENS_TO.match(words)
    if falling and (is_predicate or _may_be_done(falling, lead)):
        own = _OWN.match(words, falling.end())
        if own or verb_lemma(falling["verb"]) in NO_PASSIVE:
            subject = _doer(lead, own["whose"] if own else None)
            return f"{subject} {inflect(verb_lemma(falling['verb']), 'VBD')}{words[falling.end() :]}" if subject else words
    joined = _AND.search(lead)
    verb, _, rest = words.partition(" ")
    when = _WHEN.search(lead)
    if when and is_past(verb.lower()) and rest.split(" ", 1)[0] in word_class("preposition"):  # "he was killed when | caught between"
        subject = _subject(lead[: when.start()])
        return f"{subject} {be_for(subject)} {words}" if subject else words
    if not is_past(verb.lower()) or not (_goes_on(verb, rest) or verb_lemma(verb) in _BECAME):
        return words
    clause = _CLAUSES.split(lead[: joined.start()] if joined else lead)[-1]
    subject = _subject(clause) if joined else _actor(lead, verb)
    if subject is None:
        return words
    passive = _PASSIVE.search(clause)
    is_passive = passive is not None and is_past(passive["verb"].lower()) and not has_finite_verb(passive["rest"])
    shares_be = is_passive and not _has_object(rest) and verb_lemma(verb) not in NO_PASSIVE
    return f"{subject} {passive['be'].lower()} {words}" if passive and shares_be else f"{subject} {words}"


def _may_be_done(falling: re.Match[str], lead: str) -> bool:
    """Tell whether a form in -ing is a verb of the clause before: "…, falling from", and not "falling rocks" or "by falling from"."""
    behind = falling.string[falling.end() :].strip().split(" ", 1)[0].lower().strip(",.;")
    opens = word_class("determiner") | word_class("preposition") | {"his", "her", "its", "their"}
    is_numbered = _NUMBERED.match(falling.string, falling.end()) is not None
    return not _TAKES_ING.search(lead) and (behind in opens or is_adverb(behind) or behind[:1].isdigit() or is_numbered)


def _doer(lead: str, whose: str | None) -> str | None:
    """Return the subject of the last clause in front of "falling down" or "striking his head"; whose head it is must fit it."""
    clause = _AND.sub("", lead).rstrip(" ,")
    joined = list(_BETWEEN.finditer(clause))
    if joined and not is_past(joined[-1]["next"].lower()) and not joined[-1]["next"].endswith("ing"):
        clause = clause[joined[-1].end() - len(joined[-1]["next"]) :]
    subject = _subject(clause)
    is_pronoun = subject in ("he", "she", "it", "they")
    return subject if subject and (whose is None or is_pronoun or agrees_with(subject, whose.lower())) else None


def _subject(clause: str) -> str | None:
    """Return the subject of a clause whose verb may share it: a pronoun in front of its last verb, or a plain one of the whole."""
    places = [place.start() for place in _PRONOUN.finditer(clause)]
    last = next((found for place in reversed(places) if (found := _PRONOUN_DID.match(clause, place))), None)
    if last:
        subject = last["subject"].lower() if last["subject"] != "I" else "I"
        return subject if not has_finite_verb(last["rest"]) else None
    return subject_of(clause)


def _actor(lead: str, verb: str) -> str | None:
    """Return who does what a finite verb says right behind: of "the two men later | died", or of "he lost his footing | fell"."""
    if verb_lemma(verb) not in NO_PASSIVE or _OPENS_CLAUSE.search(lead):
        return None
    clause = lead[: later.start()] if (later := _LATER.search(lead)) else lead
    found = _ACTOR.match(clause)
    if found and found.end() == len(clause) and not has_finite_verb(clause):
        return clause
    return clause.split(" ", 1)[0].lower() if _DID_OWN.match(clause) else None


def _goes_on(verb: str, rest: str) -> bool:
    """Tell whether what stands behind a past form makes a verb of it: "fell from", "dropped the", and not "increased pressure"."""
    word = rest.split(" ", 1)[0].lower().strip(",.;")
    opens = word_class("determiner") | word_class("preposition") | word_class("motion") | _OPENS_REST
    begins = word.endswith("ing") and verb_lemma(verb) in _BEGINS
    return begins or not word or word in opens or is_adverb(word) or word[0].isdigit()


def _has_object(rest: str) -> bool:
    return rest.split(" ", 1)[0].lower() in word_class("determiner")
