"""Reads the documents of a made-up world as a perfect reader would: only which happening is which is left to find out."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from benchmarks.worlds.pages import GoldClaim, GoldMention
from benchmarks.worlds.worlds import World
from cckg.core.claims import ExtractedClaim, Mention
from cckg.core.graph import Polarity
from cckg.core.roles import Extractor, Reading
from cckg.roles import RoleRegistry


class GoldExtractor:
    """Reads the gold claims of a world, each where its quote begins; what a mention means when it is read alone is told with it."""

    name = "gold"
    width = 1
    most_tokens: int | None = None

    def __init__(self, world: World) -> None:
        self._documents = world.documents
        self._polarity = {event.id: event.polarity for event in world.events}

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        """Read each text, in order; one that stands in no document of the world makes no claim."""
        return [Reading(tuple(self._claims(text))) for text in texts]

    # Private

    def _claims(self, text: str) -> Iterator[ExtractedClaim]:
        gold = next((document for document in self._documents if text in document.text), None)
        if gold is None:
            return
        start = gold.text.index(text)
        for claim in gold.claims:
            if start <= claim.quote.start < start + len(text):
                yield _read(claim, self._polarity, start)


def gold_roles(world: World) -> type[RoleRegistry]:
    """Return the roles of the settings, save that claims are read by `GoldExtractor`."""

    class GoldRoles(RoleRegistry):
        """Reads the gold claims of a world."""

        @cached_property
        def extractor(self) -> Extractor:
            """Who reads claims."""
            return GoldExtractor(world)

    return GoldRoles


# Private


def _read(claim: GoldClaim, polarity: dict[str, Polarity], start: int) -> ExtractedClaim:
    """Return a claim with offsets in a text that begins at `start`."""

    def side(gold: GoldMention) -> Mention:
        return Mention(gold.span.shifted(-start), gold.text, polarity[gold.event])

    return ExtractedClaim(
        cause=side(claim.cause),
        effect=side(claim.effect),
        cue=claim.cue.shifted(-start) if claim.cue else None,
        quote=claim.quote.shifted(-start),
        modality=claim.modality,
        confidence=1.0,
        group=claim.group,
        time=claim.time.span.text if claim.time else None,
        enough=claim.enough,
    )
