"""Gold documents: text with the claims, mentions and days that stand in it, each with offsets in the document."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.worlds.constructions import MentionKind, Said
from benchmarks.worlds.happenings import Happening
from cckg.core.claims import Modality, Span


@dataclass(frozen=True, slots=True)
class GoldTime:
    """When an event was, as a document tells it: the words, and the ISO date or month."""

    event: str
    span: Span
    iso: str


@dataclass(frozen=True, slots=True)
class GoldMention:
    """Where a document names an event. `text` can be read alone; a pronoun or short form stands for it in the document."""

    event: str
    span: Span
    text: str
    kind: MentionKind


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """A claim that a document makes. Claims of one document that share `group` state their causes as jointly required.

    `construction` is the template of the words that make it, so that what is read badly can be told. `enough` says that these words tell
    the cause, or its group, to suffice without others.
    """

    id: str
    document: str
    cause: GoldMention
    effect: GoldMention
    cue: Span | None
    quote: Span
    modality: Modality
    group: str | None
    time: GoldTime | None
    construction: str
    enough: bool = False


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A document of a world: `name` is its file name; claims, mentions and times are in the order of the text."""

    name: str
    title: str
    text: str
    claims: tuple[GoldClaim, ...]
    mentions: tuple[GoldMention, ...]
    times: tuple[GoldTime, ...]


@dataclass(frozen=True, slots=True)
class LinkTold:
    """Which letters of a construction a claim joins, which cue states it, and the cause group, if it has one."""

    cause: str
    effect: str
    modality: Modality
    cue: int = 1
    group: str | None = None


@dataclass(slots=True)
class Page:
    """A document while it is written: a title, then sentences; `again` begins a new paragraph."""

    name: str
    title: str = ""
    text: str = ""
    claims: list[GoldClaim] = field(default_factory=list)
    mentions: list[GoldMention] = field(default_factory=list)
    times: list[GoldTime] = field(default_factory=list)

    def headline(self, said: Said, links: Sequence[LinkTold] = ()) -> None:
        """Write the title."""
        self.title = said.text
        self.text = "# "
        self._add(said, links, dated=None)

    def paragraph(self) -> None:
        """Begin a new paragraph."""
        self.text += "\n\n"

    def sentence(self, said: Said, links: Sequence[LinkTold] = (), *, dated: Happening | None = None) -> None:
        """Write a sentence with its claims; `dated` is the event that its date belongs to."""
        self.text += "" if self.text.endswith("\n") else " "
        self._add(said, links, dated=dated)

    def document(self) -> GoldDocument:
        """Return the finished document."""
        mentions = sorted(self.mentions, key=lambda item: (item.span.start, item.span.end))
        return GoldDocument(self.name, self.title, f"{self.text}\n", tuple(self.claims), tuple(mentions), tuple(self.times))

    # Private

    def _add(self, said: Said, links: Sequence[LinkTold], *, dated: Happening | None) -> None:
        at = len(self.text)
        self.text += said.text
        quote = Span(said.text, at, at + len(said.text))
        time = GoldTime(dated.id, said.date.shifted(at), dated.time) if dated and said.date else None
        self.times += [time] if time else []
        self.mentions += [
            GoldMention(item.event.id, item.span.shifted(at), item.text, item.kind) for found in said.mentions.values() for item in found
        ]
        for link in links:
            self.claims.append(self._claim(said, link, quote=quote, time=time))

    def _claim(self, said: Said, link: LinkTold, *, quote: Span, time: GoldTime | None) -> GoldClaim:
        cause, effect = (said.mention(letter) for letter in (link.cause, link.effect))
        sides = [GoldMention(item.event.id, item.span.shifted(quote.start), item.text, item.kind) for item in (cause, effect)]
        cue = said.cues.get(link.cue)
        return GoldClaim(
            id=f"{self.name}/{len(self.claims) + 1}",
            document=self.name,
            cause=sides[0],
            effect=sides[1],
            cue=cue.shifted(quote.start) if cue else None,
            quote=quote,
            modality=link.modality,
            group=link.group,
            time=time if time and time.event in (cause.event.id, effect.event.id) else None,
            construction=said.template,
            enough=link.cause in said.enough,
        )
