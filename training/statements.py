"""Sentences beside quotes, and whether the quotes bear them out: what the reader of entailment learns from.

Written by hand (`data/entailment`), and what is said by rule of the claims of `data/claims`: what they state in other forms, and near
misses (the sides swapped, or of two claims; a hedge or a denial dropped; a negation put in).
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cckg.extraction.connectives import find_connectives
from cckg.language import has_finite_verb

DATA = Path(__file__).with_name("data")
PLAIN = ("{c} led to {e}", "{c} caused {e}", "{e} was caused by {c}", "{e} happened because of this: {c}", "What led to {e}: {c}")
HEDGED = ("{c} may have led to {e}", "Perhaps {c} led to {e}", "{e} was possibly caused by {c}")
DENIED = ("{c} did not lead to {e}", "It is denied that {c} led to {e}", "{e} was not caused by {c}")
PARTLY = ("{c} contributed to {e}", "{c} was one of the causes of {e}")


@dataclass(frozen=True, slots=True)
class Judged:
    """What is quoted, what is said, and how that stands to it: entailed, contradicted or unsaid."""

    quoted: str
    said: str
    label: str


def rows(folder: str) -> list[dict[str, Any]]:
    """Return the lines of the JSONL files of a folder of `data`."""
    return [json.loads(line) for path in sorted((DATA / folder).glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]


def written() -> list[list[Judged]]:
    """Return what was written by hand, each quoted passage with all that is said of it."""
    return [[Judged(" ".join(row["quotes"]), one["text"], one["label"]) for one in row["sentences"]] for row in rows("entailment")]


def said_of_claims(row: dict[str, Any], chance: random.Random) -> Iterator[Judged]:
    """Yield for each claim of a marked paragraph one sentence that it entails and one that it does not."""
    claims = [claim for claim in row["claims"] if not any(cue.prevents for cue in find_connectives(f"it {claim['cue'] or ''} it"))]
    linked = {(claim["cause_text"], claim["effect_text"]) for claim in claims}
    for claim in claims:
        cause, effect = claim["cause_text"], claim["effect_text"]
        forms = _FORMS[claim["modality"]] if claim["strength"] != "contributing" or claim["modality"] != "asserted" else PARTLY
        yield Judged(row["text"], _say(forms, cause, effect, chance), "entailed")
        misses: list[tuple[Sequence[str], str, str, str]] = [
            (forms, effect, cause, "contradicted" if claim["modality"] == "asserted" else "unsaid")
        ]
        if claim["modality"] == "asserted":
            misses.append((DENIED, cause, effect, "contradicted"))
        else:
            misses.append((PLAIN, cause, effect, "unsaid" if claim["modality"] == "hedged" else "contradicted"))
        others = sorted(other for _, other in linked if other != cause and (cause, other) not in linked and (effect, other) not in linked)
        if others:  # no link and no chain of two leads there
            misses.append((forms, cause, chance.choice(others), "unsaid"))
        chosen, first, second, label = chance.choice(misses)
        yield Judged(row["text"], _say(chosen, first, second, chance), label)


# Private

_FORMS = {"asserted": PLAIN, "hedged": HEDGED, "denied": DENIED}


def _say(forms: Sequence[str], cause: str, effect: str, chance: random.Random) -> str:
    """Say it in one of the forms, a whole clause in quotation marks as answers have it."""
    sides = {key: f"“{text}”" if has_finite_verb(text) else text for key, text in (("c", cause.rstrip(".")), ("e", effect.rstrip(".")))}
    text = chance.choice(forms).format(**sides)
    return f"{text[0].upper()}{text[1:]}."
