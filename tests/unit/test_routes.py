"""Routes that the form of a question settles."""

import pytest

from cckg.core.questions import Route
from cckg.questions import LocalQuestionParser


@pytest.mark.parametrize(
    ("question", "route"),
    [
        ("Who is the mother of the director of Heat?", Route.RELATIONAL),
        ("Where did the founder of Acme study?", Route.RELATIONAL),
        ("Who is older, Ada Byron or Mary Somerville?", Route.RELATIONAL),
        ("Are the Orne and the Vire both rivers in Normandy?", Route.RELATIONAL),
        ("Who is Anna Weber's father-in-law?", Route.RELATIONAL),
        ("What connects the mill with the strike of 1911?", Route.RELATIONAL),
        ("Who is the mother of Ada Byron?", Route.FACTUAL),
        ("What is Rick Wilson's occupation?", Route.FACTUAL),
        ("In what city was Carlo Bianchi born?", Route.FACTUAL),
        ("Who designed the bridge?", Route.FACTUAL),
        ("Why did the director of the mill resign?", Route.CAUSAL),
        ("What led to the strike at the mill?", Route.CAUSAL),
        ("Would the mill have closed if the river had not flooded?", Route.COUNTERFACTUAL),
        ("Would both mills have closed without the flood?", Route.COUNTERFACTUAL),
    ],
)
def test_the_form_of_a_question_settles_its_route(question: str, route: Route) -> None:
    assert LocalQuestionParser().parse(question).route is route


def test_a_route_that_the_form_settled_comes_with_its_reason() -> None:
    parsed = LocalQuestionParser().parse("Who is the mother of the director of Heat?")
    assert (parsed.asks, parsed.evidence, parsed.reasons) == ("relation", (), ("form: asks for what joins things",))
