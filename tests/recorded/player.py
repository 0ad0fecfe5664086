"""Plays what a very careful reader wrote of six reports through the real prompts and parsers, in the place of a chat model.

The tables in `tables/` hold for each report its happenings and claims, with words that stand in it. What a prompt asks is told by its
system text, which is compared with the prompts as they are; so a prompt that is reworded stales nothing.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from cckg.core.text import squeeze
from cckg.language import split_sentences
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
            claims = list(self._claims(user))
            told = {claim[side] for claim in claims for side in ("cause", "effect")}
            events = [event for event in self._events(user) if event["id"] in told]
            return json.dumps({"events": events, "claims": claims})
        if system == render("extract_pairs", "system_again"):
            return json.dumps({"events": [], "claims": []})  # what was refused is given no other words
        if system == render("cluster_events", "system"):
            return json.dumps({"events": [{"members": found, "sure": True} for found in self._clusters(user)]})
        if system == render("link_phrases", "system"):
            return json.dumps({"phrases": list(self._meant(user))})
        if system == render("parse_question", "system"):
            parse = self._parse(user)
            return json.dumps({name: parse[name] for name in _PARTS})
        if system == render("opposite", "system"):
            return json.dumps({"opposite": self._opposite(user)})
        if system == render("synthesise", "system"):
            return json.dumps({"sentences": list(_stated(user))})
        if system == render("answer_from_passages", "system"):
            return json.dumps({"sentences": []})
        if system == render("logical_query", "system"):
            return json.dumps({"query": ""})
        raise LookupError(f"the tables say nothing to: {system[:80]}")

    @cached_property
    def tables(self) -> list[dict[str, Any]]:
        """Return the table of each report."""
        return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((FOLDER / "tables").glob("*.json"))]

    @cached_property
    def parses(self) -> dict[str, dict[str, Any]]:
        """Return by question how it is taken apart, and which events its phrases mean."""
        questions, parses = (lines_of(f"{name}.jsonl") for name in ("questions", "parses"))
        by_id = {parse["id"]: parse for parse in parses}
        return {squeeze(question["question"]): by_id[question["id"]] for question in questions}

    # Private

    @cached_property
    def _named(self) -> dict[tuple[str, str], str]:
        """Return the event that a name, or a stretch, stands for in a report; the report's title and the words, squeezed."""
        found: dict[tuple[str, str], str] = {}
        for table in self.tables:
            title = _title(table["report"])
            for event in table["events"]:
                for words in (event["name"], *event["stretches"]):
                    found.setdefault((title, squeeze(words)), event["id"])
            for claim in table["claims"]:
                for side in ("cause", "effect"):
                    found.setdefault((title, squeeze(claim[f"{side}_stretch"])), claim[side])
        return found

    def _clusters(self, user: str) -> Iterator[list[int]]:
        """Yield the numbers of happenings that are one event of a table."""
        found: dict[tuple[str, str], list[int]] = {}
        for number, event in self._numbered(user):
            found.setdefault(event, []).append(number)
        yield from (numbers for numbers in found.values() if len(numbers) > 1)

    def _numbered(self, user: str) -> Iterator[tuple[int, tuple[str, str]]]:
        """Yield the numbers of happenings that a prompt lists with the report and the event of its table; others are left out."""
        title = ""
        for line in user.splitlines():
            if head := re.match(r"Report: (.+?)(?:, \d{4}(?:-\d\d)*)?$", line):
                title = head[1]
            elif (told := re.match(r"(\d+)\. (.+)$", line)) and (event := self._event(title, told[2])):
                yield int(told[1]), (title, event)

    def _event(self, title: str, words: str) -> str | None:
        """Return the event that a line names: its words, without sentence and day."""
        bare = re.sub(r" “.*$", "", words)
        return self._named.get((title, bare)) or self._named.get((title, re.sub(r", \d{4}(?:-\d\d)*$", "", bare)))

    def _meant(self, user: str) -> Iterator[dict[str, Any]]:
        """Yield for each phrase of a question the happenings that it means."""
        question, listed = user.removeprefix("Question: ").split("\n", 1)
        numbered = list(self._numbered(listed))
        for letter, phrase in re.findall(r"^([a-z])\. (.+)$", listed, re.MULTILINE):
            means = self.parses.get(question, {"means": {}})["means"].get(phrase, [])
            meant = {(_title(one["report"]), event) for one in means for event in one["events"]}
            if found := [number for number, event in numbered if event in meant]:
                yield {"phrase": letter, "means": found, "opposite": []}

    def _parse(self, user: str) -> dict[str, Any]:
        asked = squeeze(user.removeprefix("<question>").removesuffix("</question>"))
        return self.parses[asked]

    def _opposite(self, user: str) -> str:
        named = squeeze(user.removeprefix("<happening>").split("</happening>")[0])
        events = (event for table in self.tables for event in table["events"])
        return next((str(event["opposite"]) for event in events if squeeze(event["name"]) == named), f"not {named}")

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
    needed = "not needed" if claim["without"] == "the effect all the same" else "needed"
    return f"perhaps {needed}" if claim.get("hedged") else needed


# Private

_PARTS = ("route", "asks", "main_event", "query_variable", "interventions", "evidence", "yes_no", "yes_means")
_NUMBERS = re.compile(r"\s*((?:\[\d+\])+)")


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


@cache
def _title(report: str) -> str:
    """Return the title of a report: its first heading."""
    text = (FOLDER / "reports" / report).read_text(encoding="utf-8")
    return squeeze(next(line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")))


def _stated(user: str) -> Iterator[dict[str, Any]]:
    """Yield the findings of a prompt as sentences of an answer, with their sources."""
    findings = user.split("Findings:\n", 1)[1].split("\nQuotes:\n", 1)[0]
    for sentence in split_sentences(findings):
        sources = [int(number) for marks in _NUMBERS.findall(sentence.text) for number in re.findall(r"\d+", marks)]
        text = squeeze(_NUMBERS.sub("", sentence.text))
        if sources or text.strip(".") in ("Yes", "No", "Probably", "Probably not"):
            yield {"text": text, "sources": sorted(set(sources))}


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
