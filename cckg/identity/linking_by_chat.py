"""Event linking by a chat model: one call for a question, over its phrases and all mentions that any of them may mean (CCRAG §4.3)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase
from typing import Literal, TypeAlias

from cckg.core.chat import Prompt
from cckg.core.graph import EventMention
from cckg.core.roles import MatchVerdict
from cckg.core.text import squeeze
from cckg.identity.wordings import numbered
from cckg.models.chat import Chat, Reply
from prompts import prompt

Pair: TypeAlias = tuple[EventMention, EventMention]


class PhraseLinks(Reply):
    """What one phrase means: numbers of happenings, and of those that differ from them only in going the other way."""

    phrase: str
    means: list[int]
    opposite: list[int]


class Links(Reply):
    """What the phrases of a question mean."""

    phrases: list[PhraseLinks]


@dataclass(frozen=True, slots=True)
class LinkingCall:
    """One call: phrases of one question, and mentions in the order of their numbers, which begin at 1."""

    phrases: tuple[EventMention, ...]
    mentions: tuple[EventMention, ...]

    @property
    def prompt(self) -> Prompt:
        """What the model is told: of each mention its words and sentence, below the title and day of its report."""
        phrases = "\n".join(f"{letter}. {squeeze(phrase.text)}" for letter, phrase in zip(ascii_lowercase, self.phrases, strict=False))
        happenings = numbered(self.mentions, with_sentence=lambda _: True)
        question = squeeze(self.phrases[0].title) or "–"
        return prompt("link_phrases", question=question, phrases=phrases, happenings=happenings)

    def check(self, reply: Links) -> list[str]:
        """Return what makes no sense: phrases and numbers that do not exist."""
        letters = set(ascii_lowercase[: len(self.phrases)])
        unknown = [found.phrase for found in reply.phrases if _letter(found) not in letters]
        complaints = [f"There is no phrase {name!r}; they have letters." for name in unknown]
        numbers = {number for found in reply.phrases for number in (*found.means, *found.opposite)}
        return complaints + [f"There is no happening {number}." for number in sorted(numbers) if not 1 <= number <= len(self.mentions)]

    def read(self, reply: Links) -> Iterator[tuple[Pair, MatchVerdict]]:
        """Yield what was said of each phrase and mention; a mention that is said to be both is neither."""
        for letter, phrase in zip(ascii_lowercase, self.phrases, strict=False):
            of_phrase = [found for found in reply.phrases if _letter(found) == letter]
            means, opposite = ({number for found in of_phrase for number in getattr(found, side)} for side in ("means", "opposite"))
            for number, mention in enumerate(self.mentions, start=1):
                yield (phrase, mention), _VERDICTS[number in means, number in opposite]


class ChatLinker:
    """Tells by a chat model what the phrases of a question mean; the last things that were asked are remembered."""

    is_final: Literal[True] = True

    def __init__(self, chat: Chat) -> None:
        """Take the model."""
        self._chat = chat
        self._known: dict[Pair, MatchVerdict] = {}

    def meant(self, pairs: Sequence[Pair]) -> list[MatchVerdict]:
        """Return of each phrase and each mention whether the phrase means it. The score is 1, or 0.5 for the opposite, or 0.

        Raises:
            ReplyError: if no usable reply came.
            StoppedError: if the budget is spent or the provider is down.
            ModelError: if no call can succeed.
        """
        known = {pair: self._known[pair] for pair in pairs if pair in self._known}
        for call in linking_calls([pair for pair in pairs if pair not in known]):
            known |= dict(call.read(self._chat.complete(call.prompt, Links, check=call.check).reply))
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        self._known |= known
        return [known[pair] for pair in pairs]


def linking_calls(pairs: Sequence[Pair]) -> Iterator[LinkingCall]:
    """Yield the calls about these pairs: all phrases of a question together, with as many of their mentions as a call may hold."""
    of_question: defaultdict[str, dict[Pair, None]] = defaultdict(dict)
    for phrase, mention in pairs:
        of_question[phrase.title][phrase, mention] = None
    for asked in of_question.values():
        phrases = tuple(dict.fromkeys(phrase for phrase, _ in asked))
        mentions = sorted({mention for _, mention in asked}, key=lambda one: (one.title, one.document, one.context.start, one.id, one.text))
        for first, start in product(range(0, len(phrases), _MOST_PHRASES), range(0, len(mentions), _MOST_MENTIONS)):
            yield LinkingCall(phrases[first : first + _MOST_PHRASES], tuple(mentions[start : start + _MOST_MENTIONS]))


# Private

_MOST_MENTIONS = 120  # of one call
_MOST_PHRASES = len(ascii_lowercase)
_REMEMBERED = 10_000
_OTHER = MatchVerdict(same_event=False, same_polarity=False, score=0.0)
_VERDICTS = {
    (True, False): MatchVerdict(same_event=True, same_polarity=True, score=1.0),
    (False, True): MatchVerdict(same_event=True, same_polarity=False, score=0.5),
    (False, False): _OTHER,
    (True, True): _OTHER,
}


def _letter(found: PhraseLinks) -> str:
    """Return the letter of a phrase, as in "a", "A." and "(a)"; what has more words is none."""
    return found.phrase.strip(" .()[]\"'").lower()
