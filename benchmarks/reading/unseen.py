"""Measure what is read of passages that nobody looked at.

    python -m benchmarks.reading.unseen [--rows FILE …] [--reader claims-strong]

Kinds of passages: a doubt, denial, frequency, dispute; b roles that layout gives; c connectives; d attachment, pronouns, near misses;
e what would have been, absence; f markup; p paragraphs of public reports, which are looked for in $CCKG_DATA. A claim meets a statement if,
of each side, twice what both share is at least half of both together.

wrongly    of the passages, those of which a claim is asserted that no statement of theirs asserts
found      of the statements that are asserted (a, d, f), or that make a link, deny one, or tell what would have been (b, c, e), those that
           a claim tells with the same factuality
markup     of the sides of claims, those that carry marks of layout
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.public_data.__main__ import DATA
from benchmarks.rows import rows
from cckg.core.claims import ExtractedClaim, Modality
from cckg.core.roles import Extractor
from cckg.extraction import ClaimReader, LocalExtractor
from cckg.models import open_reader

UNSEEN = Path(__file__).with_name("unseen.jsonl")
PARAGRAPHS = Path(__file__).with_name("paragraphs.jsonl")
"""Of public reports, whose texts are not kept here: places in them."""

ASSERTING = frozenset({"a", "d", "f"})
"""Kinds of which only what is asserted need be found."""

NEAR = 0.5
"""Twice what two stretches share, of both together, from which they meet."""


def main() -> None:
    """Measure, and print a line a kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=Path, nargs="+", default=[UNSEEN, PARAGRAPHS], help="files of rows of this form")
    parser.add_argument("--reader", default="claims", help="a reader of claims, one of cckg.models")
    given = parser.parse_args()
    found = list(with_texts([row for path in given.rows for row in rows(path)]))
    extractor = LocalExtractor(ClaimReader(open_reader(given.reader, folder=None, offline=False, threads=0)))
    for kind, tally in tallies(found, extractor).items():
        print(kind, json.dumps({name: round(one, 3) if isinstance(one, float) else one for name, one in tally.shares().items()}))


def with_texts(found: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the rows with their texts, those of public reports where these are at hand, and say which are left out."""
    texts: dict[str, dict[str, str]] = {}
    for row in found:
        name, _, item = row.get("source", "").partition("/")
        path = DATA / name / "docs.jsonl"
        if name and name not in texts:
            texts[name] = {str(one["id"]): str(one["text"]) for one in rows(path)} if path.exists() else {}
            if not texts[name]:
                print(f"{name} is not in {DATA}, and left out", file=sys.stderr)
        if "text" in row:
            yield row
        elif item in texts[name]:
            yield {**row, "text": texts[name][item][row["start"] : row["end"]]}


@dataclass
class Tally:
    """What was counted of one kind."""

    passages: int = 0
    wrongly: int = 0
    statements: int = 0
    found: int = 0
    claims: int = 0
    matched: int = 0
    sides: int = 0
    markup: int = 0
    by_factuality: Counter[str] = field(default_factory=Counter)
    found_by_factuality: Counter[str] = field(default_factory=Counter)

    def shares(self) -> dict[str, Any]:
        """Return the shares, 0..1, with the counts that they are of."""
        return {
            "passages": self.passages,
            "wrongly": self.wrongly / max(1, self.passages),
            "statements": self.statements,
            "found": self.found / max(1, self.statements),
            "claims": self.claims,
            "claims that meet a statement": self.matched / max(1, self.claims),
            "markup": f"{self.markup} of {self.sides}",
            "found of": {name: f"{self.found_by_factuality[name]} of {many}" for name, many in sorted(self.by_factuality.items())},
        }


def tallies(found: Sequence[dict[str, Any]], extractor: Extractor) -> dict[str, Tally]:
    """Read the texts of some rows, and count by kind."""
    counted: dict[str, Tally] = {}
    for row, reading in zip(found, extractor.extract([row["text"] for row in found]), strict=True):
        _count(counted.setdefault(row["kind"], Tally()), row, reading.claims)
    return dict(sorted(counted.items()))


# Private

_MARKUP = re.compile(r"[|#*_`<>{}\[\]]|https?:|\A[-–•]\s|\bclick\b|\A\d+[.)]\s")
_MET_BY: dict[str, frozenset[str]] = {
    "asserted": frozenset({"asserted"}),
    "generic": frozenset({"asserted", "hedged"}),
    "implied": frozenset({"asserted", "implied"}),
    "hedged": frozenset({"hedged"}),
    "disputed": frozenset({"hedged"}),
    "denied": frozenset({"denied"}),
    "counterfactual": frozenset({"counterfactual"}),
}
"""By the factuality of a statement, what a claim may tell of it; the others make no claim."""

_ASSERTED = frozenset({"asserted", "generic", "implied"})


def _count(tally: Tally, row: dict[str, Any], claims: Sequence[ExtractedClaim]) -> None:
    statements = list(_placed(row))
    met = [[statement for statement in statements if _meet(claim, statement)] for claim in claims]
    tally.passages += 1
    tally.claims += len(claims)
    tally.matched += sum(map(bool, met))
    tally.wrongly += any(
        _told(claim) == Modality.ASSERTED and not any(one["factuality"] in _ASSERTED for one in those)
        for claim, those in zip(claims, met, strict=True)
    )
    sides = [side.text for claim in claims for side in (claim.cause, claim.effect)]
    tally.sides += len(sides)
    tally.markup += sum(map(bool, map(_MARKUP.search, sides)))
    for statement in statements:
        factuality = statement["factuality"]
        if factuality not in _MET_BY or (row["kind"] in ASSERTING and factuality not in _ASSERTED):
            continue
        found = any(statement in those and _told(claim) in _MET_BY[factuality] for claim, those in zip(claims, met, strict=True))
        tally.statements += 1
        tally.found += found
        tally.by_factuality[factuality] += 1
        tally.found_by_factuality[factuality] += found


def _told(claim: ExtractedClaim) -> str:
    return "counterfactual" if claim.counterfactual else str(claim.modality)


def _placed(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the statements with the places of their sides: every place where the words stand, unless one is told."""
    for claim in row["claims"]:
        places: dict[str, list[tuple[int, ...]]] = {}
        for side in ("cause", "effect"):
            if not isinstance(claim[side], str):
                places[side] = [tuple(claim[side])]
                continue
            at = claim.get(f"{side}_at")
            starts = [match.start() for match in re.finditer(re.escape(claim[side]), row["text"])] if at is None else [at]
            places[side] = [(start, start + len(claim[side])) for start in starts]
        yield {"factuality": claim["factuality"], **places}


def _meet(claim: ExtractedClaim, statement: dict[str, Any]) -> bool:
    sides = ((claim.cause.span, statement["cause"]), (claim.effect.span, statement["effect"]))
    return all(any(_near(span.start, span.end, *place) for place in places) for span, places in sides)


def _near(start: int, end: int, first: int, last: int) -> bool:
    return 2 * (min(end, last) - max(start, first)) >= NEAR * (end - start + last - first)


if __name__ == "__main__":
    main()
