"""Where a document speaks of an event: the words around a mention, its headings, and the day and place it is told of."""

from dataclasses import dataclass

from cckg.core.claims import Claim, Document, ExtractedClaim, Mention
from cckg.core.graph import CONTEXT, MentionContext
from cckg.core.text import squeeze
from cckg.language import FRONT_MATTER, Sections, dates, headings_of, normalised
from ingest.loading import date_of, place_of


@dataclass(frozen=True, slots=True)
class MentionContexts:
    """Finds the contexts of mentions in one document."""

    document: Document
    sections: Sections
    day: tuple[str, str]
    place: str
    begin: int = 0  # of the text, front matter apart

    @classmethod
    def of(cls, document: Document) -> "MentionContexts":
        """Read the headings of a document, and what it tells of its day and place."""
        day = date_of(document.uri, document.title, document.text, document.metadata) or ("", "")
        front = FRONT_MATTER.match(document.text)
        place = place_of(document.text, document.metadata) or ""
        return cls(document, headings_of(document.text), day, place, front.end() if front else 0)

    def around(self, claim: ExtractedClaim | Claim, mention: Mention) -> MentionContext:
        """Return the context of a side of a claim; offsets are characters of the document.

        Its day is the one that the text gives for the claim, if it stands no nearer to the other side, else that of a heading, the
        innermost first, else the claim's after all, else the document's.
        """
        start, end, text = mention.span.start, mention.span.end, self.document.text
        headings = self.sections.above(start)
        day = normalised(claim.time) if claim.time else None
        by_headings = [(_only_day(title), "heading") for title in headings[::-1] if title != self.document.title]
        told = [(day, "sentence"), *by_headings] if _stands_by(claim, mention) else [*by_headings, (day, "claim")]
        date, source = next(((day, source) for day, source in told if day), self.day)
        left, right = squeeze(text[max(self.begin, start - CONTEXT) : start]), squeeze(text[end : end + CONTEXT])
        return MentionContext(squeeze(mention.span.text), start, end, left, right, headings, date, source, self.place)

    def head(self, start: int) -> str:
        """Return what to tell of where a stretch stands to who reads it alone: title, day, headings, and the words in front of it."""
        told = {
            "Title": self.document.title,
            "Date": self.day[0],
            "Section": " > ".join(title for title in self.sections.above(start) if title != self.document.title),
            "Before it": squeeze(self.document.text[max(self.begin, start - CONTEXT) : start]),
        }
        return "\n".join(f"{name}: {value}" for name, value in told.items() if value)


# Private


def _stands_by(claim: ExtractedClaim | Claim, mention: Mention) -> bool:
    """Tell whether the day of a claim stands no further from a side than from the other; so it does where its place is not known."""
    at = claim.quote.text.find(claim.time or "")
    if at < 0:
        return True
    start = claim.quote.start + at
    end = start + len(claim.time or "")
    near, *others = (max(side.span.start - end, start - side.span.end, 0) for side in (mention, claim.cause, claim.effect))
    return near <= min(others)


def _only_day(heading: str) -> str | None:
    found = dates(heading)
    return next(iter(found)) if len(found) == 1 else None
