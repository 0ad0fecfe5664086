"""Passages with what they state of cause and effect, for the reader of claims to learn from.

Data: `data/claims`, `data/factuality` and `data/conditionals` (see data/README.md), made-up worlds of half A, and of the public data
sets that allow it `cnc` and half of `semeval2010t8` and `counterfactual_spans`. These mark other things than a reader of reports wants (a
purpose as a cause, a single noun as an event): each way of marking has a sign of its own.
"""

import json
import os
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.worlds.pages import GoldClaim, GoldDocument, GoldMention
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.worlds import make_world
from cckg.core.text import content_hash
from cckg.extraction.windows import windows

HERE = Path(__file__).parent
DATA = HERE / "data" / "claims"
FACTUALITY = HERE / "data" / "factuality"
CONDITIONALS = HERE / "data" / "conditionals"
PUBLIC = Path(os.environ.get("CCKG_DATA", HERE.parents[1] / "shared" / "data"))
HELD_OUT = 12  # of as many passages, one is kept apart to watch the training
JOINED = 0.4  # share of the passages that `joined` sets behind another one


@dataclass(frozen=True, slots=True)
class Marked:
    """A relation in characters of its passage; what the data does not tell of it is None, and the effect if none is said."""

    cause: tuple[int, int]
    effect: tuple[int, int] | None
    cue: tuple[int, int] | None = None
    modality: str | None = None
    strength: str | None = None

    def shifted(self, by: int) -> "Marked":
        """Return the same relation, its offsets moved by so many characters."""
        places = [(place[0] + by, place[1] + by) if place else None for place in (self.cause, self.effect, self.cue)]
        return replace(self, cause=places[0] or self.cause, effect=places[1], cue=places[2])


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage, in whose way of marking it is marked, and what is marked; of public reports also which it is of, as "SET/ID"."""

    text: str
    sign: str
    relations: tuple[Marked, ...]
    report: str = ""


def is_held_out(text: str) -> bool:
    """Tell whether the passage with this text is kept apart while a reader of claims is trained, by a hash."""
    return int(content_hash(text), 16) % HELD_OUT == 0


def hand_marked() -> list[Passage]:
    """Return the paragraphs of `data/claims`; those of public reports only where the data is."""
    found = []
    for path in sorted(DATA.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            text = row.get("text") or _public_text(row)
            if text:
                marked = (_hand_marked(text, claim) for claim in row["claims"])
                report = "" if "text" in row else row["source"]
                found.append(Passage(text, "report", tuple(one for one in marked if one), report))
    return found


def with_factuality() -> list[Passage]:
    """Return the passages of `data/factuality` with the claims that make a link or deny one.

    What is not known, aimed at, only supposed, or would have been is no claim here: its passages teach what not to tell.
    """
    found = []
    for path in sorted(FACTUALITY.glob("*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            marked = (_with_factuality(row["text"], claim) for claim in row["claims"] if claim["factuality"] in _MODALITIES)
            found.append(Passage(row["text"], "report", tuple(one for one in marked if one)))
    return found


def of_worlds(seeds: Sequence[int]) -> Iterator[Passage]:
    """Yield the passages of made-up worlds with the claims that stand in each."""
    for seed in seeds:
        for document in make_world(seed, WorldSettings(half="A")).documents:
            for span in (window.span for window in windows(document.text)):
                claims = [claim for claim in document.claims if span.start <= claim.quote.start and claim.quote.end <= span.end]
                marked = (_world_marked(document, claim, span.start, span.end) for claim in claims)
                yield Passage(span.text, "report", tuple(one for one in marked if one))


def public(name: str, sign: str) -> list[Passage]:
    """Return the sentences of a public data set; none where it is not at hand."""
    path = PUBLIC / name
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    if name.startswith("semeval"):
        rows = [row for row in rows if for_training(row["id"])]
    return [Passage(row["text"], sign, tuple(_publicly_marked(one) for one in row["relations"])) for row in rows]


def conditionals() -> list[Passage]:
    """Return the conditional statements of `data/conditionals`, and half of those of the public data set."""
    rows = [json.loads(line) for path in sorted(CONDITIONALS.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    found = PUBLIC / "counterfactual_spans" / "sentences.jsonl"
    if found.exists():
        rows += [row for row in map(json.loads, found.read_text(encoding="utf-8").splitlines()) if for_training(row["id"])]
    places = [(row["text"], _place(row["text"], row["antecedent"]), _place(row["text"], row["consequent"])) for row in rows]
    return [Passage(text, "conditional", (Marked(cause, effect),)) for text, cause, effect in places if cause]


def for_training(name: str) -> bool:
    """Tell whether an item of a public data set that has no training part of its own is trained on; the other half is measured."""
    return int(content_hash(name), 16) % 2 == 1


def joined(found: Sequence[Passage], chance: random.Random) -> list[Passage]:
    """Set some passages one behind the other, so that a passage is also read among sentences that have nothing to do with it."""
    shuffled = chance.sample(found, len(found))
    passages: list[Passage] = []
    for one in shuffled:
        if passages and chance.random() < JOINED:
            before = passages.pop()
            by = len(before.text) + 1
            passages.append(
                Passage(f"{before.text} {one.text}", one.sign, (*before.relations, *(item.shifted(by) for item in one.relations)))
            )
        else:
            passages.append(one)
    return passages


# Private

_SPACE = re.compile(r"\s+")


def _public_text(row: dict[str, Any]) -> str | None:
    """Return the text of a place in the public data sets, white space squeezed; None where they are not at hand."""
    name, _, item = row["source"].partition("/")
    texts = _texts(name, row["field"])
    return _SPACE.sub(" ", texts[item])[row["start"] : row["end"]] if item in texts else None


_TEXTS: dict[tuple[str, str], dict[str, str]] = {}


def _texts(name: str, key: str) -> dict[str, str]:
    if (name, key) not in _TEXTS:
        found: dict[str, str] = {}
        for path in sorted((PUBLIC / name).glob("*.jsonl")) if (PUBLIC / name).exists() else []:
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                found[str(row["id"])] = str(row.get(key) or "")
        _TEXTS[name, key] = found
    return _TEXTS[name, key]


def _hand_marked(text: str, claim: dict[str, Any]) -> Marked | None:
    cause, effect = _place(text, claim["cause"]), _place(text, claim["effect"])
    if cause is None or effect is None:
        return None
    return Marked(cause, effect, _place(text, claim["cue"], near=(cause, effect)), claim["modality"], claim["strength"])


_MODALITIES = {
    "asserted": "asserted",
    "implied": "asserted",
    "generic": "asserted",
    "hedged": "hedged",
    "disputed": "hedged",
    "denied": "denied",
}
_STRENGTHS = {"cause": "direct", "prevent": "direct", "contribute": "contributing", "enable": "enabling"}


def _with_factuality(text: str, claim: dict[str, Any]) -> Marked | None:
    cause, effect = (_at(claim, side) or _place(text, claim[side]) for side in ("cause", "effect"))
    if cause is None or effect is None:
        return None
    cue = _place(text, claim["cue"], near=(cause, effect))
    return Marked(cause, effect, cue, _MODALITIES[claim["factuality"]], _STRENGTHS[claim["relation"]])


def _at(claim: dict[str, Any], side: str) -> tuple[int, int] | None:
    """Return where a side stands whose place is given; None where its words stand in the text once."""
    start = claim.get(f"{side}_at")
    return None if start is None else (start, start + len(claim[side]))


def _place(text: str, given: Any, *, near: Sequence[tuple[int, int]] = ()) -> tuple[int, int] | None:
    """Return where given words stand as whole words, of several places the one nearest to others; places are given as they are."""
    if not isinstance(given, str):
        return (given[0], given[1]) if given else None
    found = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(given)}(?!\w)", text)]
    return min(found, key=lambda place: sum(min(abs(place[0] - end), abs(start - place[1])) for start, end in near), default=None)


def _world_marked(document: GoldDocument, claim: GoldClaim, start: int, end: int) -> Marked | None:
    """Return a claim in offsets of its passage; what a pronoun takes up is marked where it was last named."""
    sides = []
    for side in (claim.cause, claim.effect):
        span = _named(document, side, start).span if side.kind == "reference" else side.span
        if not (start <= span.start and span.end <= end):
            return None
        sides.append((span.start - start, span.end - start))
    cue = (claim.cue.start - start, claim.cue.end - start) if claim.cue else None
    return Marked(sides[0], sides[1], cue, str(claim.modality), "direct")


def _named(document: GoldDocument, reference: GoldMention, start: int) -> GoldMention:
    before = [
        mention
        for mention in document.mentions
        if mention.event == reference.event and start <= mention.span.start < reference.span.start and mention.kind != "reference"
    ]
    return before[-1] if before else reference


def _publicly_marked(row: dict[str, Any]) -> Marked:
    cause, effect, cue = ((row.get(name) or [None])[0] for name in ("cause", "effect", "signal"))
    return Marked((cause["start"], cause["end"]), (effect["start"], effect["end"]), (cue["start"], cue["end"]) if cue else None)
