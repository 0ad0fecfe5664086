"""Plays what a very careful reader wrote of six reports through the real prompts and parsers, in the place of a chat model.

The tables in `tables/` hold for each report its happenings and claims, with words that stand in it. What a prompt asks is told by its
system text, which is compared with the prompts as they are; so a prompt that is reworded stales nothing.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cckg.core.text import squeeze
from prompts import render

FOLDER = Path(__file__).parent
REPORTS = sorted((FOLDER / "reports").glob("*.md"))


@dataclass(frozen=True)
class Player:
    """Replies to prompts from the tables."""

    def __call__(self, system: str, user: str) -> str:
        """Return the reply to a prompt.

        Raises:
            LookupError: if it is none of those that the tables answer.
        """
        if system == render("extract_pairs", "system"):
            claims = list(self._claims(user)) if user.rstrip().endswith("</report>") else []  # what was refused is given no other words
            told = {claim[side] for claim in claims for side in ("cause", "effect")}
            events = [event for event in self._events(user) if event["id"] in told]
            return json.dumps({"events": events, "claims": claims})
        raise LookupError(f"the tables say nothing to: {system[:80]}")

    @cached_property
    def tables(self) -> list[dict[str, Any]]:
        """Return the table of each report."""
        return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((FOLDER / "tables").glob("*.json"))]

    # Private

    def _table(self, user: str) -> dict[str, Any]:
        """Return the table of the report whose sentences stand in a prompt."""
        shown = set(_sentences(user).values())
        return max(self.tables, key=lambda table: sum(_said(claim, "effect") in shown for claim in table["claims"]))

    def _events(self, user: str) -> Iterator[dict[str, Any]]:
        for event in self._table(user)["events"]:
            yield {"id": _number(event["id"]), "name": event["name"], "polarity": event["polarity"]}

    def _claims(self, user: str) -> Iterator[dict[str, Any]]:
        """Yield the claims both sides of which stand in a prompt."""
        sentences = _sentences(user)
        for claim in self._table(user)["claims"]:
            places = {side: _place(claim, side, sentences) for side in ("cause", "effect")}
            if None in places.values():
                continue
            sides = {}
            for side, place in places.items():
                sides |= {side: _number(claim[side]), f"{side}_in": place, f"{side}_words": claim[f"{side}_stretch"]}
            yield {
                **sides,
                "cue": claim.get("cue", ""),
                "says": says(claim),
                "role": claim["role"],
                "group": claim.get("group", ""),
                "enough": claim.get("enough", False),
                "time": "",
            }


def says(claim: dict[str, Any]) -> str:
    """Return what a claim says, in the extraction prompt's words."""
    factuality = claim["factuality"]
    if factuality != "counterfactual":
        return str(factuality)
    if claim["without"] == "the effect all the same":
        return "not needed"
    return "perhaps needed" if claim.get("hedged") else "needed"


# Private


def _sentences(user: str) -> dict[int, str]:
    return {int(number): text for number, text in re.findall(r"^\[(\d+)\] (.+)$", user, re.MULTILINE)}


def _number(event: str) -> int:
    return int(event.removeprefix("e"))


def _said(claim: dict[str, Any], side: str) -> str:
    return squeeze(claim[f"{side}_snippet"])


def _place(claim: dict[str, Any], side: str, sentences: dict[int, str]) -> int | None:
    """Return the number of the sentence that the snippet of a side stands in, or that holds its words."""
    stretch, snippet = squeeze(claim[f"{side}_stretch"]), _said(claim, side)
    alike = (number for number, text in sentences.items() if stretch in text and (snippet in text or text in snippet))
    return next(alike, next((number for number, text in sentences.items() if stretch in text), None))
