"""The tables as a graph, and what the questions mean in it: verdicts alone are judged, without reading, coreference or linking."""

from typing import Any

from cckg.core.claims import Claim, Degree, Mention, Modality, Span
from cckg.core.evidence import Source, Subgraph
from cckg.core.graph import Event, Polarity
from tests.recorded.player import Player, lines_of, says

_MODALITIES = {
    "hedged": "hedged",
    "implied": "implied",
    "perhaps needed": "hedged",
    "denied": "denied",
    "not needed": "denied",
    "perhaps not needed": "denied",
}
_DEGREES = {"contributing": Degree.CONTRIBUTING, "enabling": Degree.ENABLING}


def graph_of(table: dict[str, Any]) -> Subgraph:
    """Return the graph of a report's table; what is told as mitigation or detection causes nothing."""
    report = table["report"]
    events = {event["id"]: Event(event["id"], event["name"], Polarity(event["polarity"]), report) for event in table["events"]}
    told = [claim for claim in table["claims"] if makes_a_link(claim)]
    claims = tuple(_claim(number, claim, events, report) for number, claim in enumerate(told))
    return Subgraph(events, claims, {report: Source(report, report, report)})


def makes_a_link(claim: dict[str, Any]) -> bool:
    """Tell whether a claim of a table bears on what led to what: not what is told as mitigation or detection, but what would have been."""
    return claim["role"] not in ("mitigation", "detection") or claim["factuality"] == "counterfactual"


def graphs() -> dict[str, Subgraph]:
    """Return the graph of each report."""
    return {table["report"]: graph_of(table) for table in Player().tables}


def questions() -> list[dict[str, Any]]:
    """Return the forty questions with their gold, each with the parts and events that a careful reader takes it to mean (`parse`)."""
    parses = {parse["id"]: parse for parse in lines_of("parses.jsonl")}
    return [{**question, "parse": parses[question["id"]]} for question in lines_of("questions.jsonl")]


def meant(question: dict[str, Any], phrase: str) -> list[str]:
    """Return the events of the question's report that a phrase of its parse means."""
    means = question["parse"]["means"].get(phrase, [])
    return [event for of_report in means if of_report["report"] == question["report"] for event in of_report["events"]]


# Private


def _claim(number: int, claim: dict[str, Any], events: dict[str, Event], report: str) -> Claim:
    sides = []
    for side in ("cause", "effect"):
        words, event = claim[f"{side}_stretch"], events[claim[side]]
        sides.append(Mention(Span(words, 0, len(words)), event.text, event.polarity))
    quote = claim["effect_snippet"]
    return Claim(
        id=f"{report}/{number}",
        document=report,
        chunk=f"{report}#0",
        cause_event=claim["cause"],
        effect_event=claim["effect"],
        cause=sides[0],
        effect=sides[1],
        cue=None,
        quote=Span(quote, 0, len(quote)),
        modality=Modality(_MODALITIES.get(says(claim), "asserted")),
        confidence=1.0,
        extractor="recorded",
        group=claim.get("group"),
        degree=_DEGREES.get(claim["role"], Degree.DIRECT),
        enough=claim.get("enough", False),
        counterfactual=claim["factuality"] == "counterfactual",
        tentative=says(claim) == "perhaps not needed",
    )
