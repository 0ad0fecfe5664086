"""The chat verifier: many pairs of wordings in one call, each pair asked about once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cckg.core.chat import Kept, Prompt, Usage
from cckg.core.graph import Event
from cckg.core.roles import Criterion, MatchVerdict
from cckg.core.text import content_hash, squeeze
from cckg.identity.contradictions import conflicting
from cckg.models.chat import Chat, Lost, Reply
from prompts import prompt, render

Pair: TypeAlias = tuple[Event, Event]
_Decision: TypeAlias = Literal["same", "opposite", "other"]


class GroupDecision(Reply):
    """Which candidates of a group are the same as its description, and which go the other way, by their letters."""

    group: int
    same: list[str]
    opposite: list[str]


class Decisions(Reply):
    """The decisions of one call."""

    groups: list[GroupDecision]


@dataclass(frozen=True, slots=True)
class VerificationCall:
    """Groups of one call: each a description, and its candidates with the keys of the pairs."""

    groups: tuple[tuple[Event, tuple[tuple[str, Event], ...]], ...]
    criterion: Criterion

    @property
    def prompt(self) -> Prompt:
        """What the model is told."""
        lines = []
        for number, (described, candidates) in enumerate(self.groups, start=1):
            lines.append(f"{number}. {_worded(described)}")
            lines += [f" {letter}. {_worded(candidate)}" for letter, (_, candidate) in zip(_LETTERS, candidates, strict=False)]
        return prompt("same_event", system=_SECTIONS[self.criterion], groups="\n".join(lines))

    def reply(self, is_same: Callable[[Pair], bool]) -> Decisions:
        """Return the reply of somebody who decides for each pair whether it is the same."""
        groups = []
        for number, (described, candidates) in enumerate(self.groups, start=1):
            same = [letter for letter, (_, other) in zip(_LETTERS, candidates, strict=False) if is_same((described, other))]
            groups += [GroupDecision(group=number, same=same, opposite=[])] if same else []
        return Decisions(groups=groups)

    def check(self, reply: Decisions) -> list[str]:
        """Return what makes no sense: groups and letters that do not exist."""
        complaints = [f"There is no group {found.group}." for found in reply.groups if not 1 <= found.group <= len(self.groups)]
        for found in reply.groups:
            if 1 <= found.group <= len(self.groups):
                letters = set(_LETTERS[: len(self.groups[found.group - 1][1])])
                complaints += [f"Group {found.group} has no candidate {name!r}." for name in {*found.same, *found.opposite} - letters]
        return complaints

    def read(self, reply: Decisions) -> Iterator[tuple[str, _Decision]]:
        """Yield the key of each pair with what was decided; a candidate that is said to be both is neither."""
        by_group = {found.group: found for found in reply.groups}
        for number, (_, candidates) in enumerate(self.groups, start=1):
            found = by_group.get(number, GroupDecision(group=number, same=[], opposite=[]))
            for letter, (key, _) in zip(_LETTERS, candidates, strict=False):
                said = (letter in found.same, letter in found.opposite)
                yield key, "same" if said == (True, False) else "opposite" if said == (False, True) else "other"


class ChatVerifier:
    """Decides by a chat model; what it was once asked it remembers, in this run and, where answers are kept, beyond it."""

    def __init__(self, chat: Chat) -> None:
        self.name = chat.name
        self._chat = chat
        self._known: dict[str, _Decision] = {}

    def verify(self, pairs: Sequence[Pair], criterion: Criterion) -> list[MatchVerdict]:
        """Return one verdict per pair, in order; see `cckg.core.roles.Verifier`. The score is 1, or 0.5 for the opposite, or 0.

        Raises:
            ReplyError: if no usable reply came to one of the calls.
            StoppedError: if the budget is spent or the provider is down.
            ModelError: if no call can succeed.
        """
        for lost in self._decide(pairs, criterion):
            raise lost.error
        return [self._verdict(pair, criterion) for pair in pairs]

    # Private

    def _verdict(self, pair: Pair, criterion: Criterion) -> MatchVerdict:
        decision = _clear_decision(pair, criterion) or self._known[_key(self.name, pair, criterion)]
        labelled_alike = criterion == "same core" or pair[0].polarity == pair[1].polarity
        return MatchVerdict(decision != "other", decision == "same" and labelled_alike, _SCORES[decision])

    def _decide(self, pairs: Sequence[Pair], criterion: Criterion) -> list[Lost]:
        """Ask about what is not known yet; return the calls that came to nothing."""
        unclear = {_key(self.name, pair, criterion): pair for pair in pairs if not _clear_decision(pair, criterion)}
        self._recall([key for key in unclear if key not in self._known])
        asked = {key: pair for key, pair in unclear.items() if key not in self._known}
        calls = list(_calls(asked, criterion))
        replies = self._chat.complete_many([call.prompt for call in calls], Decisions, check=lambda place, reply: calls[place].check(reply))
        for call, done in zip(calls, replies, strict=True):
            if not isinstance(done, Lost):
                self._remember(dict(call.read(done.reply)))
        return [done for done in replies if isinstance(done, Lost)]

    def _recall(self, keys: Sequence[str]) -> None:
        if self._chat.answers and keys:
            self._known |= {key: _read(kept.reply) for key, kept in self._chat.answers.get(keys).items()}

    def _remember(self, decisions: dict[str, _Decision]) -> None:
        self._known |= decisions
        if self._chat.answers:
            self._chat.answers.put("same_event", {key: Kept(decision, Usage()) for key, decision in decisions.items()})


def verification_calls(pairs: Sequence[Pair], criterion: Criterion) -> list[VerificationCall]:
    """Return the calls that would be made about these pairs if none of them were known."""
    return list(_calls({_key("", pair, criterion): pair for pair in pairs if not _clear_decision(pair, criterion)}, criterion))


# Private

_SCORES: dict[_Decision, float] = {"same": 1.0, "opposite": 0.5, "other": 0.0}
_MOST_GROUPS = 24  # of one call
_MOST_CANDIDATES = 80  # of one call
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SECTIONS: dict[Criterion, str] = {"interchangeable": "interchangeable", "same core": "same_core"}


def _calls(asked: dict[str, Pair], criterion: Criterion) -> Iterator[VerificationCall]:
    """Yield calls for these pairs: those of one description together, as many groups in a call as it may hold."""
    groups: dict[Event, list[tuple[str, Event]]] = {}
    for key, (left, right) in asked.items():
        groups.setdefault(left, []).append((key, right))
    waiting: list[tuple[Event, tuple[tuple[str, Event], ...]]] = []
    held = 0
    for described, candidates in groups.items():
        for start in range(0, len(candidates), len(_LETTERS)):
            part = tuple(candidates[start : start + len(_LETTERS)])
            if waiting and (len(waiting) == _MOST_GROUPS or held + len(part) > _MOST_CANDIDATES):
                yield VerificationCall(tuple(waiting), criterion)
                waiting, held = [], 0
            waiting.append((described, part))
            held += len(part)
    if waiting:
        yield VerificationCall(tuple(waiting), criterion)


def _clear_decision(pair: Pair, criterion: Criterion) -> _Decision | None:
    """Return what needs no asking: the same words in the same document and, of two reports, wordings that name different things."""
    left, right = pair
    if left.context == right.context and squeeze(left.text).casefold() == squeeze(right.text).casefold():
        return "same"
    return "other" if criterion == "interchangeable" and conflicting(left.text, right.text) else None


def _worded(event: Event) -> str:
    context = squeeze(event.context)
    return f"{squeeze(event.text)} [{context}]" if context else squeeze(event.text)


def _key(model: str, pair: Pair, criterion: Criterion) -> str:
    """Return the hash of all that decides what a model says of a pair; in "interchangeable" their order does not count."""
    sides = [_worded(event) for event in pair]
    if criterion == "interchangeable":
        sides.sort()
    return content_hash("pair", model, render("same_event", _SECTIONS[criterion]), *sides)


def _read(text: str) -> _Decision:
    return "same" if text == "same" else "opposite" if text == "opposite" else "other"
