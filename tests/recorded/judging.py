"""Tells whether an answer to one of the forty questions is right, by its gold: verdict, decline, or the happenings that it cites."""

from typing import Any

from cckg.core.evidence import Answer
from cckg.core.text import squeeze

LEAST_NAMED = 0.5
"""Share of the gold happenings from which an answer to "why" or "what followed" is right."""


def is_right(question: dict[str, Any], answer: Answer) -> bool:
    """Tell whether an answer is right: what no report answers is declined, a verdict is that of the gold, half of the happenings are cited.

    A happening is cited if a quote of the answer holds one of the stretches that tell of it; all quotes are of the question's report.
    """
    if question["kind"] == "unanswerable":
        return answer.abstained
    if question["verdict"]:
        return answer.package.verdict is not None and answer.package.verdict.necessity == question["verdict"]
    if answer.abstained or {citation.uri.rsplit("/", 1)[-1] for citation in answer.package.citations} != {question["report"]}:
        return False
    quotes = [squeeze(citation.quote) for citation in answer.package.citations if f"[{citation.n}]" in answer.text]
    gold = question["events"]
    named = [event for event in gold if any(squeeze(stretch) in quote for stretch in event["stretches"] for quote in quotes)]
    return len(named) >= LEAST_NAMED * len(gold)
