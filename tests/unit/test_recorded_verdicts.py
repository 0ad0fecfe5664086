"""Verdicts where the reading is good: twenty-one questions with gold on six reports, judged on what a careful reader says of them."""

from functools import cache

from cckg.core.evidence import Necessity, leaning
from queries.causal import judge
from tests.recorded.tables import graphs, meant, questions


@cache
def judged() -> list[tuple[str, Necessity, Necessity]]:
    """Return id, gold and verdict of each question that asks for a verdict."""
    graph_of, found = graphs(), []
    for question in questions():
        if not question["verdict"]:
            continue
        parse, graph = question["parse"], graph_of[question["report"]]
        cause = [event for asked in parse["interventions"] for event in meant(question, asked["event"])]
        effect = meant(question, parse["query_variable"] or parse["main_event"])
        sides = [[graph.events[event] for event in side] for side in (cause, effect)]
        found.append((question["id"], question["verdict"], judge(graph, cause=sides[0], effect=sides[1]).necessity))
    return found


def test_of_the_verdicts_that_the_reports_decide_most_are_given_so() -> None:
    decided = [(gold, given) for _, gold, given in judged() if leaning(gold)]
    assert len(decided) >= 16
    assert sum(leaning(given) == leaning(gold) for gold, given in decided) >= 0.85 * len(decided)


def test_no_verdict_says_the_contrary_of_what_a_report_says() -> None:
    assert [name for name, gold, given in judged() if leaning(gold) and leaning(given) not in (leaning(gold), None)] == []
