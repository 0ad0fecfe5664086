"""The built-in hypothesis writer: answers from a share of the evidence by extraction, in its own words (CF-RAG §4.2.1).

Of a question of fact the short answer is taken (`cckg.answering`), of one for causes or effects the side of a claim whose other side is
nearest to the event that is asked about.
"""

from collections.abc import Sequence

from cckg.answering import find_short_answers
from cckg.core.arbitration import Draft
from cckg.core.claims import ExtractedClaim, Modality
from cckg.core.errors import InputError
from cckg.core.questions import Asks
from cckg.core.roles import Extractor, QuestionParser
from cckg.models import Embedder


class LocalHypothesisWriter:
    """Answers by extraction; implements `cckg.core.arbitration.HypothesisWriter`. The same evidence always gives the same answer."""

    name = "local"
    width = 1

    def __init__(self, embedder: Embedder, extractor: Extractor, parser: QuestionParser) -> None:
        self._parser = parser
        self._embedder = embedder
        self._extractor = extractor
        self._read: dict[str, tuple[ExtractedClaim, ...]] = {}

    def write(self, question: str, evidence: Sequence[str]) -> Draft:
        """Return a verbatim answer with the sentence that it stands in; "" where the evidence does not say it."""
        try:
            parsed = self._parser.parse(question)
        except InputError:
            return _NOTHING
        if parsed.asks in _OTHER_SIDE and parsed.main_event:
            return self._other_side(parsed.main_event, parsed.asks, evidence)
        found = find_short_answers(question, evidence, embedder=self._embedder, titles=[""] * len(evidence), least=_SURE)
        return Draft(found[0].text, found[0].sentence.text) if found else _NOTHING

    # Private

    def _other_side(self, event: str, asks: Asks, evidence: Sequence[str]) -> Draft:
        """Return what led to an event, or what followed from it, as the claim says that speaks of it most plainly."""
        read = self._claims(evidence)
        claims = [claim for text in evidence for claim in read[text] if claim.modality is not Modality.DENIED]
        if not claims:
            return _NOTHING
        sides = [_sides(claim, asks) for claim in claims]
        vectors = self._embedder.encode([event, *(known for known, _ in sides)])
        cosines = (vectors[1:] @ vectors[0]).tolist()
        best = max(range(len(claims)), key=lambda place: (cosines[place], -place))
        return Draft(sides[best][1], claims[best].quote.text) if cosines[best] >= _ALIKE else _NOTHING

    def _claims(self, texts: Sequence[str]) -> dict[str, tuple[ExtractedClaim, ...]]:
        """Return the claims of texts; each text is read once, for questions and shares of evidence have texts in common."""
        if len(self._read) > _MOST_READ:
            self._read.clear()
        new = [text for text in dict.fromkeys(texts) if text not in self._read]
        self._read |= {text: reading.claims for text, reading in zip(new, self._extractor.extract(new) if new else [], strict=True)}
        return self._read


# Private

_MOST_READ = 2000  # texts whose claims are remembered
_NOTHING = Draft("", "")
_SURE = 0.5  # score of a short answer from which it counts, 0..1
_OTHER_SIDE: frozenset[Asks] = frozenset({"causes", "effects"})
_ALIKE = 0.5  # cosine of the event that is asked about with a claim's, from which they may be the same


def _sides(claim: ExtractedClaim, asks: Asks) -> tuple[str, str]:
    """Return the wording that is to be the event, and the one that answers."""
    known, told = (claim.effect, claim.cause) if asks == "causes" else (claim.cause, claim.effect)
    return known.text, told.span.text
