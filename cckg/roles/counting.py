"""Stand-ins for the chat extractor and the chat model that decides identity: they count what these would ask, and ask nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from cckg.core.chat import Prompt, Usage
from cckg.core.claims import ExtractedClaim
from cckg.core.roles import Extractor, Reading
from cckg.core.text import count_tokens
from cckg.extraction import ChatExtractor, ClaimReply, Claims, EventReply, Report, extraction_prompt, sharing
from cckg.identity import Clusters, OneEvent, PairToRead, Unread, coreference_calls
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

    def __init__(self, asked: ChatExtractor, chat: Chat, local: Extractor, tally: Tally) -> None:
        self.name = chat.name
        self.width = asked.width
        self.most_tokens = asked.most_tokens
        self._shared_tokens = asked.shared_tokens
        self._chat = chat
        self._local = local
        self._tally = tally

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        """Read each text by the built-in rules, in order."""
        readings = self._local.extract(texts)
        reports = [Report(text, head) for text, head in zip(texts, heads or [""] * len(texts), strict=True)]
        new = [place for place, report in enumerate(reports) if not self._chat.knows(extraction_prompt([report]), Claims)]
        calls = sharing(reports, new, most_tokens=self._shared_tokens)
        replies = [_written([claim for place in call for claim in readings[place].claims]) for call in calls]
        self._tally.count(self._chat, [extraction_prompt([reports[place] for place in call]) for call in calls], replies)
        return readings


class CountingCoreference:
    """Counts what a chat model would be asked about which mentions are one event, and takes none for one; without a model, nothing."""

    at_once = True
    unread: Sequence[Unread] = ()

    def __init__(self, chat: Chat | None, tally: Tally, *, most_mentions: int) -> None:
        self.name = chat.name if chat else "nobody"
        self._chat = chat
        self._tally = tally
        self._most_mentions = most_mentions

    def read(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        """Count the calls for these pairs; a reply is taken to name an event for every twenty of them."""
        if self._chat is None:
            return {}
        calls = list(coreference_calls(pairs, most_mentions=self._most_mentions))
        replies = [Clusters(events=[OneEvent(members=[1, 2])] * (len(call.pairs) // _PAIRS_PER_EVENT)).model_dump_json() for call in calls]
        self._tally.count(self._chat, [call.prompt for call in calls], replies)
        return {}


# Private

_PAIRS_PER_EVENT = 20  # of pairs that are compared, for each event that joins some


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
