"""Takes apart the questions whose form no rule knows: a trained reader tags the events in them, and tells what is asked of these.

The reader is `question` of `cckg.models.readers`, trained by `training.parser`; how a stretch becomes a statement is in
`cckg.language.clauses`.
"""

import re
from dataclasses import dataclass, replace

import numpy as np

from cckg.core.questions import InterventionRequest, ParsedQuestion
from cckg.core.vectors import Matrix
from cckg.language import (
    deciding_part,
    definite,
    hypothetical,
    in_past,
    is_clause,
    main_verb,
    polarity_of,
    statement,
    tidy,
    with_infinitive,
)
from cckg.models import TaggedText, Tagger
from cckg.questions import forms
from cckg.questions.past_tense import put_into_past


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a question that is an event: its role ("target", "absent", "present", "given") and its place in characters."""

    role: str
    start: int
    end: int


def read(question: str, tagger: Tagger) -> tuple[ParsedQuestion, float] | None:
    """Return what the reader makes of a question, and how sure it is, 0..1; None if parts are missing or cannot say it.

    It is as sure as it is of what is asked, times of the tag that it doubts most.
    """
    tagged = tagger.tag([question])[0]
    best = int(tagged.classes.argmax())
    found, sureness = stretches(question, tagged, tagger.tags)
    if _is_beyond(question, tagger.classes[best], found):
        return None
    parsed = _built(question, tagger.classes[best], found)
    return (parsed, float(tagged.classes[best]) * sureness) if parsed else None


def stretches(question: str, tagged: TaggedText, tags: tuple[str, ...]) -> tuple[list[Stretch], float]:
    """Return the likeliest stretches, in the order of the question, and the probability of the tag that is doubted most.

    A stretch begins with a tag B-ROLE and goes on with I-ROLE.
    """
    path = _likeliest(tagged.tags, tags)
    found: list[Stretch] = []
    for at, (start, end) in zip(path, tagged.offsets, strict=True):
        place, _, role = tags[at].partition("-")
        if place == "I":
            found[-1] = Stretch(role, found[-1].start, end)
        elif role:
            found.append(Stretch(role, start, end))
    whole = [Stretch(one.role, *_whole_words(question, one.start, one.end)) for one in found]
    sureness = min((float(row[at]) for at, row in zip(path, tagged.tags, strict=True)), default=1.0)
    return [one for one in whole if one.start < one.end], sureness


# Private

_REASONS = {
    "verdict: necessary": forms.YES_MEANS_NEEDED,
    "verdict: not necessary": forms.YES_KEEPS_EFFECT,
    "verdict: cause": forms.YES_MEANS_CAUSE,
    "verdict": forms.YES_KEEPS_EFFECT,
}
_AUXILIARY = re.compile(
    r"\b(?P<aux>(?:did|does|do|was|were|is|are|has|have|had|would|could|will|can|should|might|may|must)(?:n['’]t)?)\s+$", re.IGNORECASE
)
_MODALS = frozenset(["would", "could", "might", "will", "can", "should", "may"])
_MADE = re.compile(r"\b(?:made|make|makes|let|lets|helped|help|helps|saw|see)\s+$", re.IGNORECASE)
_NEW_CLAUSE = re.compile(
    r"\s*(?:[,;:.?!)]|(?:if|had|without|but|because|unless|given|even|absent|minus|were|when|while|after|before|in|with|on|for|by|due|owing|"
    r"thanks|as|at|under|despite|no|not|regardless|anyway|either|still)\b)",
    re.IGNORECASE,
)
_ANYWAY = re.compile(r",? (?:anyway|all the same|regardless|in any case|just the same|after all)$", re.IGNORECASE)
_BEYOND = re.compile(r"\b(?:false|untrue|a lie|despite|in spite of|before|came first|last straw)\b", re.IGNORECASE)
_PREVENTS = re.compile(r"\b(?:prevent|avert|avoid|stop|forestall)", re.IGNORECASE)
_AVOIDABLE = re.compile(r".*?\b(?:could|would|might|can|avoidable|preventable)\b", re.IGNORECASE)
_STILL = re.compile(r"\bstill (?=\w)", re.IGNORECASE)
_ENOUGH = re.compile(r"\b(?:enough|suffic\w+|alone|by (?:it|them)selves?|by itself|on its own|single-handed\w*)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?(?:\s|$)")
_HAD = re.compile(r"['’]d(?= )")
_NOT_THERE = re.compile(r"n['’]t there\b", re.IGNORECASE)
_NO = re.compile(r"^(?P<no>no|preventing|stopping|blocking|averting|avoiding|removing) (?=\w)", re.IGNORECASE)  # said by the role
_WOULD_HAVE = re.compile(
    r"^(?P<subject>.+?) (?:would|could|might|need)(?P<no>n['’]t)? (?P<rest>(?:still |not |never )*(?:have|be)\b.*)$", re.IGNORECASE
)


def _outside(question: str, found: list[Stretch]) -> str:
    """Return a question with its stretches blotted out."""
    for one in found:
        question = question[: one.start] + "·" * (one.end - one.start) + question[one.end :]
    return question


def _is_beyond(question: str, asks: str, found: list[Stretch]) -> bool:
    """Tell whether words outside the stretches turn the question into one that has no such parts."""
    rest = _outside(question, found)
    return bool(_BEYOND.search(rest)) or (asks in _REASONS and not _AVOIDABLE.match(rest) and bool(_PREVENTS.search(rest)))


def _built(question: str, asks: str, found: list[Stretch]) -> ParsedQuestion | None:
    """Build the parts of a question from what is asked and from its stretches; None if one is missing."""
    targets = [_statement(question, one) for one in found if one.role == "target"]
    given = tuple(_statement(question, one) for one in found if one.role == "given")
    sets = tuple(dict.fromkeys(_intervention(question, one) for one in found if one.role in ("absent", "present")))
    parsed: ParsedQuestion | None = None
    if "there" in targets or (targets and _NOT_THERE.search(question)):  # "was there no damage", "wasn't there a flood"
        return None
    if asks in ("causes", "effects") and targets:
        parsed = forms.causal("causes" if asks == "causes" else "effects", targets[0], *given)
    elif asks == "path" and given and targets:
        named = len(given) == len(targets) == 1 and _is_name(given[0]) and _is_name(targets[0])  # things, no happenings
        parsed = forms.relation(given[0], targets[0]) if named else replace(forms.path(given[0], targets[0]), given=given[1:])
    elif asks == "verdict" and sets and targets and _ENOUGH.search(question):
        parsed = forms.verdict(tuple(replace(one, to="absent") for one in sets), targets[0], forms.YES_MEANS_ENOUGH)
    elif asks in _REASONS and sets and targets:
        rest = _outside(question, found)
        is_averted = _REASONS[asks] == forms.YES_KEEPS_EFFECT and _PREVENTS.search(rest) and not _STILL.search(rest)
        parsed = replace(forms.verdict(sets, targets[0], forms.YES_MEANS_NEEDED if is_averted else _REASONS[asks]), given=given)
    elif asks == "whatif" and sets:
        parsed = replace(forms.what_if(sets, targets[0] if targets else None), given=given)
    elif asks == "relation" and len(given) == 2:
        left, right = (question[one.start : one.end] for one in found if one.role == "given")
        parsed = forms.relation(left, right)
    if parsed is None:
        return None
    reasons = (f"read as a question for {asks}", *parsed.reasons)
    return replace(parsed, question=question, yes_no=parsed.yes_no or forms.is_yes_no(question), reasons=reasons)


def _statement(question: str, one: Stretch) -> str:
    """Return a stretch as a statement, by the auxiliary before it."""
    text, before = _STILL.sub("", _ANYWAY.sub("", question[one.start : one.end])), question[: one.start]
    auxiliary = _auxiliary(before)
    inside = _WOULD_HAVE.match(text)
    if inside:
        return hypothetical(f"{inside['subject']} {'not ' if inside['no'] else ''}{inside['rest']}")
    if auxiliary and (_verb_follows(question[one.end :]) or not is_clause(auxiliary, text)):
        return tidy(text)
    if auxiliary in _MODALS:
        return hypothetical(text)
    if auxiliary:
        return statement(auxiliary, text)
    if _MADE.search(before):
        return statement("did", text)
    return put_into_past(text)


def _intervention(question: str, one: Stretch) -> InterventionRequest:
    """Return what a stretch sets, without the negation that says so."""
    text, before, after = question[one.start : one.end], question[: one.start], question[one.end :]
    auxiliary = _auxiliary(before)
    denied = _NO.match(text) if one.role == "absent" else None
    if denied or (_verb_follows(after) if auxiliary else main_verb(deciding_part(text)) is None):
        bare = tidy(text[denied.end() :] if denied else text)
        event = definite(bare) if denied and denied["no"].lower() == "no" else bare
        return InterventionRequest(event, one.role, polarity_of(event))
    if auxiliary in ("was", "were") and re.search(r" to \w+", text):
        text = with_infinitive(text.replace(" not to ", " to not "))
    elif auxiliary:
        text = _statement(question, one)
    event, negated = in_past(_HAD.sub(" had", text))
    event = put_into_past(event)
    return InterventionRequest(event, "absent" if negated else one.role, polarity_of(event))


def _is_name(text: str) -> bool:
    return all(word[0].isupper() for word in re.findall(r"[\w'’-]+", text) if word != "the")


def _auxiliary(before: str) -> str:
    """Return the auxiliary that stands right before a stretch, without its "n't"; "" if none does."""
    found = _AUXILIARY.search(before)
    return re.sub(r"n['’]t$", "", found["aux"].lower()) if found else ""


def _verb_follows(after: str) -> bool:
    """Tell whether the clause that an auxiliary began goes on behind the stretch, which then is no clause but its subject."""
    return bool(re.search(r"\w", after)) and not _NEW_CLAUSE.match(after)


def _likeliest(shares: Matrix, tags: tuple[str, ...]) -> list[int]:
    """Return the places of the likeliest tags of a text in which I-ROLE only follows B-ROLE or I-ROLE (Viterbi, in logarithms)."""
    if not len(shares):
        return []
    may = np.array([[not after.startswith("I-") or before[1:] == after[1:] for after in tags] for before in tags])
    steps = np.where(may, 0.0, -np.inf)  # (before, after)
    starts = np.array([-np.inf if tag.startswith("I-") else 0.0 for tag in tags])
    logs = np.log(shares + 1e-9)
    score, back = logs[0] + starts, []
    for row in logs[1:]:
        ways = score[:, None] + steps
        back.append(ways.argmax(axis=0))
        score = ways.max(axis=0) + row
    path = [int(score.argmax())]
    for choices in reversed(back):
        path.append(int(choices[path[-1]]))
    return path[::-1]


def _whole_words(question: str, start: int, end: int) -> tuple[int, int]:
    """Widen a stretch to whole words; marks at its edges and an 's are left out."""
    while start and not question[start - 1].isspace():
        start -= 1
    while end < len(question) and not question[end].isspace() and not _POSSESSIVE.match(question[end:]):
        end += 1
    stripped = question[start:end].strip(' ,.?!:;()“”"')
    start = question.index(stripped, start) if stripped else start
    return start, start + len(stripped)
