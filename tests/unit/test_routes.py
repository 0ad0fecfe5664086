"""Routes that the form of a question settles."""

import pytest

from cckg.core.questions import Asks, InterventionRequest, ParsedQuestion, Route
from cckg.questions import LocalQuestionParser
from cckg.questions.routes import settled


def test_a_route_that_the_form_settled_comes_with_its_reason() -> None:
    parsed = LocalQuestionParser().parse("Who is the mother of the director of Heat?")
    assert (parsed.asks, parsed.presupposed, parsed.reasons) == ("relation", (), ("form: asks for what joins things",))


def taken_for(question: str, asks: Asks, event: str) -> ParsedQuestion:
    if asks in ("verdict", "whatif"):
        return ParsedQuestion(question, Route.COUNTERFACTUAL, asks, interventions=(InterventionRequest(event),), main_event=event)
    return ParsedQuestion(question, Route.CAUSAL, asks, given=(event,), main_event=event)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Which reports mention Acre but not a strike?", "whatif"),
        ("Which reports blame wind but not the design?", "causes"),
        ("Which dam was opened in 1961 but not in the Oster Valley?", "whatif"),
        ("Which ships sank without a storm?", "effects"),
        ("What buildings burned without a spark?", "whatif"),
        ("Which of the disasters killed people but not by fire?", "whatif"),
        ("Which bridges collapsed other than the Silver Bridge?", "verdict"),
        ("Who resigned but was not dismissed?", "whatif"),
        ("List all disasters except fires", "whatif"),
        ("Reports about dams without frost", "verdict"),
    ],
)
def test_what_asks_which_things_there_are_without_some_is_of_fact(question: str, asks: Asks) -> None:
    parsed = settled(taken_for(question, asks, "some event"))
    assert (parsed.route, parsed.asks, parsed.interventions, parsed.presupposed) == (Route.FACTUAL, "passage", (), ())
    assert parsed.reasons == ("form: asks which things there are, without some",)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Which ships would have sunk without the storm?", "whatif"),
        ("Which ships sank if there was no storm?", "whatif"),
        ("Which pumps fail without maintenance?", "effects"),
        ("Which plants cannot grow without light?", "effects"),
        ("What happens without the flood?", "whatif"),
        ("What fails without the pump?", "whatif"),
        ("What caused the fire other than arson?", "causes"),
        ("Which factors other than wind caused the collapse?", "causes"),
        ("Which events other than the storm led to the collapse?", "causes"),
        ("Which effects did the strike have other than the shortage?", "effects"),
        ("What toll did three years without rain take?", "effects"),
        ("Which toll did three years without rain take?", "effects"),
        ("Why did the dam fail but not the bridge?", "causes"),
        ("Would the dam have failed without the flood?", "verdict"),
        ("Did the ship sink without a storm?", "verdict"),
    ],
)
def test_what_asks_for_causes_or_supposes_something_keeps_its_route(question: str, asks: Asks) -> None:
    parsed = taken_for(question, asks, "some event")
    assert settled(parsed).asks == asks


def test_a_fixed_phrase_is_no_event() -> None:
    assert settled(taken_for("What happened without warning?", "effects", "without warning")).asks == "passage"
    assert settled(taken_for("What happened without warning?", "whatif", "warning")).asks == "passage"
    assert settled(taken_for("Would people have died without warning?", "verdict", "warning")).asks == "verdict"
