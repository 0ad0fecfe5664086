"""What JSON says of an answer, the page and the terminal say too: verdict, ground, links as worded, denials, outcomes, ids."""

import io
import json
import re
from html import unescape

import pytest
from rich.console import Console

from cckg.core.evidence import Answer
from cckg.core.trace import Trace
from cckg.export.answer import answer_page
from cckg.export.payloads import SCHEMA_VERSION, ask_payload
from cckg.terminal.render_answer import evidence_view
from tests.builders import stored
from tests.unit.test_plans import found

MARKS = {"hedged": "perhaps", "contributing": "contributing", "enabling": "enabling"}


def shown(answer: Answer) -> str:
    text = io.StringIO()
    Console(width=4_000, file=text).print(evidence_view(answer.package))
    return text.getvalue()


def numbers(text: str) -> set[int]:
    return {int(number) for group in re.findall(r"\[([\d, ]+)\]", text) for number in re.findall(r"\d+", group)}


@pytest.mark.parametrize(
    "document",
    [
        "rain -> flood -> outage; frost -> outage",
        "rain ?> flood -> outage",
        "rain +> flood; flood *> outage",
        "rain & frost -> flood -> outage",
        "rain -> outage; frost => outage",
        "rain -> outage; frost -> outage; rain ~> outage",
        "rain -> outage; rain !~> outage",
        "rain -> outage; rain !> outage",
        "rain -> flood; rain -> outage; frost ?> flood",
    ],
)
def test_page_and_terminal_say_what_json_says(document: str) -> None:
    package = found(stored(document), "verdict", removed="rain", asked="outage").package
    answer = Answer("Would the outage have been without rain?", "counterfactual", "…", False, package, (), Trace())
    told = json.loads(json.dumps(ask_payload(answer)))
    views = {"page": unescape(re.sub("<[^>]+>", "", answer_page(answer))), "terminal": shown(answer)}
    verdict = told["verdict"]
    assert told["schema_version"] == SCHEMA_VERSION
    assert verdict["ground"] == verdict["reasons"][0]
    said, cited = [verdict["necessity"], *verdict["reasons"]], {claim["n"] for claim in verdict["grounds"]}
    for chain in (*told["chains"], *verdict["alternatives"]):
        said += [event["text"] for event in chain["events"]]
        for claim in chain["claims"]:
            cited.add(claim["n"])
            said += [*(MARKS[value] for value in (claim["modality"], claim["degree"]) if value in MARKS)]
            said += ["together with others"] if claim["group"] else []
    for simulation in told["simulations"]:
        for outcome in ("gained", "lost", "kept", "unsettled", "probably_lost", "probably_kept"):
            named = [event["text"] for event in simulation[f"effects_{outcome}"]]
            said += [outcome.replace("_", " "), *named] if named else []
    said += [citation["quote"] for citation in told["citations"]]
    for name, text in views.items():
        assert [words for words in said if words not in text] == [], name
        assert cited <= numbers(text), name
    assert {claim.id for claim in package.denials} <= {one for citation in package.citations for one in citation.claims}
    denied = ["would have been without" if claim.counterfactual else "did not cause" for claim in package.denials]
    assert all(words in text for words in denied for text in views.values())
    assert [claim["id"] for claim in verdict["grounds"]] == [claim.id for claim in package.verdict.grounds] if package.verdict else False
    assert all(claim["n"] for claim in verdict["grounds"])
