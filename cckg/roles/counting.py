"""Stand-ins for the chat extractor and verifier that count what these would ask, and ask nothing: the built-in roles answer for them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from cckg.core.chat import Prompt, Usage
from cckg.core.claims import ExtractedClaim
from cckg.core.graph import Event
from cckg.core.roles import Criterion, Extractor, MatchVerdict, PairsAhead, Reading, Verifier
from cckg.core.text import count_tokens
from cckg.extraction import ClaimReply, Claims, EventReply, extraction_prompt
from cckg.identity import Pair, verification_calls
from cckg.models.chat import Chat, usage_of


@dataclass(slots=True)
class Tally:
    """What calls would cost, see `cckg.core.text.count_tokens`, and how long they would take one after the other, if that is known."""

    expected: Usage = field(default_factory=Usage)
    seconds: float | None = 0.0

    def count(self, chat: Chat, prompts: Sequence[Prompt], replies: Sequence[str]) -> None:
        """Count calls with these prompts and replies."""
        given = sum(count_tokens(prompt.system) + count_tokens(prompt.user) for prompt in prompts)
        self.expected += usage_of(chat.price, len(prompts), given, sum(map(count_tokens, replies)))
        for name, many in Counter(prompt.name for prompt in prompts).items():
            each = chat.seconds(name)
            self.seconds = None if each is None or self.seconds is None else self.seconds + each * many


class CountingExtractor:
    """Counts what a chat extractor would ask, but for what was answered before."""

    def __init__(self, chat: Chat, local: Extractor, tally: Tally, *, width: int, most_tokens: int | None) -> None:
        self.name = chat.name
        self.width = width
        self.most_tokens = most_tokens
        self._chat = chat
        self._local = local
        self._tally = tally

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        """Read each text by the built-in rules, in order."""
        readings = self._local.extract(texts)
        prompts = [extraction_prompt(text, head) for text, head in zip(texts, heads or [""] * len(texts), strict=True)]
        asked = [place for place, prompt in enumerate(prompts) if not self._chat.knows(prompt, Claims)]
        replies = [_written(readings[place].claims) for place in asked]
        self._tally.count(self._chat, [prompts[place] for place in asked], replies)
        return readings


class CountingVerifier:
    """Counts what a chat verifier would ask, each pair once."""

    judges_polarity = False

    def __init__(self, chat: Chat, local: Verifier, tally: Tally, *, width: int) -> None:
        self.name = chat.name
        self.width = width
        self._chat = chat
        self._local = local
        self._tally = tally
        self._asked: set[tuple[str, str]] = set()

    def foresee(self, pairs: PairsAhead, criterion: Criterion) -> None:
        """Count the calls for the pairs that are new."""
        self._count(pairs(), criterion)

    def verify(self, pairs: Sequence[Pair], criterion: Criterion) -> list[MatchVerdict]:
        """Return what the built-in verifier says."""
        self._count(pairs, criterion)
        return self._local.verify(pairs, criterion)

    # Private

    def _count(self, pairs: Sequence[Pair], criterion: Criterion) -> None:
        new = [pair for pair in pairs if not {_words(pair), _words(pair[::-1])} & self._asked]
        self._asked.update(map(_words, new))
        same = {_words(pair) for pair, verdict in zip(new, self._local.verify(new, criterion), strict=True) if verdict.match}
        calls = verification_calls(new, criterion)
        replies = [call.reply(lambda pair: _words(pair) in same).model_dump_json() for call in calls]
        self._tally.count(self._chat, [call.prompt for call in calls], replies)


# Private


def _words(pair: Sequence[Event]) -> tuple[str, str]:
    left, right = pair
    return f"{left.text} [{left.context}]", f"{right.text} [{right.context}]"


def _written(claims: Sequence[ExtractedClaim]) -> str:
    """Return claims as a model would write them."""
    events: dict[str, EventReply] = {}
    for claim in claims:
        for side in (claim.cause, claim.effect):
            events.setdefault(side.text, EventReply(id=len(events) + 1, name=side.text, polarity=side.polarity))
    replies = [
        ClaimReply(
            cause=events[claim.cause.text].id,
            cause_in=1,
            cause_words=claim.cause.span.text,
            effect=events[claim.effect.text].id,
            effect_in=1,
            effect_words=claim.effect.span.text,
            cue=claim.cue.text if claim.cue else "",
            says=claim.modality.value,
            group=claim.group or "",
            enough=claim.enough,
            time=claim.time or "",
        )
        for claim in claims
    ]
    return Claims(events=list(events.values()), claims=replies).model_dump_json()
