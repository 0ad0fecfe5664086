"""How much longer `ask --arbitrate` takes than `ask` where a chat model plays the roles: a scripted server of fixed delay replies.

What is measured is in which order calls are made; a real model's replies take longer the more it is asked at once. A part of the demo
corpus is asked, and all that is found counts as evidence, so that there is something to draw from. Each question is asked once before.
"""

import json
import shutil
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from benchmarks.circumstances import ROOT
from benchmarks.scripted_model import Call, ScriptedModel, serving
from benchmarks.scripted_replies import read_and_compare
from cckg.app import open_app
from cckg.core.arbitration import Operator
from cckg.models import open_reader
from cckg.questions import LocalQuestionParser
from cckg.settings import load_settings

MODEL = "openai:scripted"
CORPUS = ("silver_bridge.md", "mars_climate_orbiter.md", "tacoma_narrows.txt", "texas_2021_gas.txt", "dust_bowl.md", "lehman_aig.md")
QUESTIONS = {
    "factual": (
        "When was the Tacoma Narrows bridge opened?",
        "How many people died at Point Pleasant?",
        "Who made the wind tunnel study of the Tacoma bridge?",
        "When did Mars Polar Lander arrive?",
    ),
    "causal": (
        "Why did the Silver Bridge collapse?",
        "What led to the loss of Mars Climate Orbiter?",
    ),
}
BAR = 1.5
"""How many times as long it may take."""
Way = Literal["agreeing", "disagreeing"]


def latency(*, delay: float) -> dict[str, Any]:
    """Return seconds by stage, in the mean over questions, and how many times as long arbitration takes, by kind of question.

    Three times: hypotheses agree; they do not, and are merged; and with a budget, with which nothing is asked ahead of need.
    """
    found: dict[str, Any] = {"seconds a reply": delay, "bar": BAR}
    with tempfile.TemporaryDirectory() as place:
        _read(Path(place))
        ways: tuple[tuple[str, Way, str | None], ...] = (
            ("hypotheses agree", "agreeing", None),
            ("hypotheses disagree", "disagreeing", None),
            ("hypotheses agree, with a budget", "agreeing", "100000 calls"),
        )
        for told, way, budget in ways:
            found[told] = _timed(Path(place), way, delay, budget)
    return found


def replies(way: Way, system: str, user: str) -> str:
    """Return what the scripted model replies to each of the prompts of a question: parts as the built-in parser has them, little else."""
    if any(words in system for words in ('"ready": true', "numbered group", "happenings, numbered")):
        return read_and_compare(system, user)
    question = user.partition("<question>")[2].partition("</question>")[0]
    if system.startswith("You take a question apart"):
        return _parts(question)
    if system.startswith("You write variations"):
        varied = [{"operator": operator, "question": f"{question.rstrip('?')} {more}?"} for operator, more in _MORE.items()]
        return json.dumps({"variations": varied})
    if '"rationale"' in system:
        own = question.rstrip("?").endswith(tuple(_MORE.values()))
        key = user if way == "disagreeing" and not own else question
        return json.dumps({"answer": f"number {sha256(key.encode()).hexdigest()[:6]}", "rationale": "It is said [1]."})
    return json.dumps({"query": ""} if "logical query" in system else {"sentences": [{"text": "That is told.", "sources": [1]}]})


def together(times: Sequence[float], *, delay: float) -> int:
    """Return how many of some calls were under way at once at most, given when each came in and how long each took, in seconds."""
    return max((sum(at <= other < at + delay for other in times) for at in times), default=0)


# Private

_MORE = {
    Operator.TEMPORAL: "in 1955",
    Operator.ENTITY: "in Norway",
    Operator.SCOPE: "in all",
    Operator.CATEGORICAL: "at night",
    Operator.ROLE: "by others",
}


def _read(place: Path) -> None:
    """Ingest by the built-in roles."""
    (place / "corpus").mkdir()
    for name in CORPUS:
        shutil.copy(ROOT / "examples" / "corpus" / name, place / "corpus")
    with open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
        app.ingest([place / "corpus"])


def _timed(place: Path, way: Way, delay: float, budget: str | None) -> dict[str, Any]:
    with serving(ScriptedModel(lambda system, user: replies(way, system, user), latency=delay)) as server:
        chat = {"openai_url": f"{server.url}/v1", "openai_key": "none", "answers": None, "budget": budget}
        settings = load_settings(store=f"{place}/graph.db", roles={"all": MODEL}, chat=chat, arbitration={"least_relevance": 0.0})
        found: dict[str, Any] = {}
        with open_app(settings) as app:
            for kind, questions in QUESTIONS.items():
                took: dict[str, list[float]] = defaultdict(list)
                stages: dict[str, dict[str, list[float]]] = {"plain": defaultdict(list), "arbitrated": defaultdict(list)}
                at_once = []
                for question in questions:
                    app.ask(question, arbitrated=True)
                    for name, steps in stages.items():
                        server.calls.clear()
                        begun = time.perf_counter()
                        answer = app.ask(question, arbitrated=name == "arbitrated")
                        took[name].append(time.perf_counter() - begun)
                        for stage in {step.stage for step in answer.trace.steps}:
                            steps[stage].append(sum(step.seconds for step in answer.trace.steps if step.stage == stage))
                        took[f"calls, {name}"].append(len(server.calls))
                    at_once.append(together(_hypotheses(server.calls, question), delay=delay))
                found[kind] = _told(took, stages, at_once, len(questions))
    return found


def _hypotheses(calls: Sequence[Call], question: str) -> list[float]:
    """Return when the last answers to a question itself were asked for, M of them: those before are the baseline's."""
    times = sorted(
        call.at for call in calls if '"rationale"' in call.system and f"<question>{question}</question>\n<evidence>" in call.user
    )
    return times[1:]


def _told(
    took: dict[str, list[float]], stages: dict[str, dict[str, list[float]]], at_once: Sequence[int], questions: int
) -> dict[str, Any]:
    ratios = [slow / fast for slow, fast in zip(took["arbitrated"], took["plain"], strict=True)]
    return {
        "questions": questions,
        "seconds": {name: round(statistics.mean(took[name]), 3) for name in ("plain", "arbitrated")},
        "calls": {name: round(statistics.mean(took[f"calls, {name}"]), 1) for name in ("plain", "arbitrated")},
        "seconds by stage": {
            name: {stage: round(sum(seconds) / questions, 3) for stage, seconds in steps.items()} for name, steps in stages.items()
        },
        "hypotheses under way at once": min(at_once),
        "times as long": {"median": round(statistics.median(ratios), 2), "worst": round(max(ratios), 2)},
        "within the bar": statistics.median(ratios) <= BAR,
    }


@cache
def _parser() -> LocalQuestionParser:
    return LocalQuestionParser(open_reader("questions", folder=None, offline=False, threads=1))


def _parts(question: str) -> str:
    parsed = _parser().parse(question)
    return json.dumps(
        {
            "route": parsed.route,
            "asks": parsed.asks,
            "main_event": parsed.main_event or "",
            "query_variable": parsed.query_variable or parsed.effect or "",
            "interventions": [],
            "evidence": list(parsed.presupposed),
            "yes_no": False,
            "yes_means": "",
        }
    )
