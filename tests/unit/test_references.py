"""What a pronoun at the head of an event stands for."""

import pytest

from cckg.language.references import owned, resolved, subject_of

ROOF = ("On March 3, 2014, Employee #1, a roofer, was working alone.", "Employee #1 stepped back.")


@pytest.mark.parametrize(
    ("event", "before", "alone"),
    [
        ("he fell 14 feet", ROOF, "Employee #1 fell 14 feet"),
        ("he fell 14 feet", ROOF[:1], "Employee #1 fell 14 feet"),
        ("His hand was crushed", ROOF, "Employee #1's hand was crushed"),
        ("it overflowed", ("The second tank had no alarm.",), "the second tank overflowed"),
        ("it was soaked", ("Nobody came.", "The hay lay in the open because"), "the hay was soaked"),
        ("they were evacuated", ("The residents of Oak Street heard a bang.",), "the residents of Oak Street were evacuated"),
        ("he fell 14 feet", ("On January 26 2010 Employee #1 stood on a roof.",), "Employee #1 fell 14 feet"),
        ("it stopped", ("The new script (T201, T202) was started.",), "the new script stopped"),
        ("he fell", ("An employee was tired.", "The employee slept."), "the employee fell"),
        ("he fell", ("Employee #1 was tired.", "The employee slept."), "the employee fell"),
        ("he fell", ("Employee #1 with Acme Inc. slept.",), "Employee #1 fell"),
        ("he fell", ("Employee #1 a roofer slept.",), "Employee #1 fell"),
        ("he fell", ("Employee #1 was tired.", "It rained.", "It snowed.", "It froze."), "Employee #1 fell"),
        ("it failed", ("As a result the seal was lost.",), "the seal failed"),
        ("them not reading", ("The readers were asleep.",), "the readers not reading"),
        ("it stopped", ("RESTBase was slow.",), "RESTBase stopped"),
        ("they are cut off", ("Because VMs have the wrong address.",), "VMs are cut off"),
        ("they fell silent", ("Most of the pods in the north were full.",), "most of the pods in the north fell silent"),
        ("he did not see the strap", ("Because the crew lead was busy.",), "the crew lead did not see the strap"),
        ("he fell off", ("According to the employer Employee #1 slipped.",), "Employee #1 fell off"),
        ("its cover came off", ("The main valve had been closed.",), "the main valve's cover came off"),
    ],
)
def test_a_subject_that_fits_takes_the_place_of_the_pronoun(event: str, before: tuple[str, ...], alone: str) -> None:
    assert resolved(event, before) == alone


@pytest.mark.parametrize(
    ("event", "before"),
    [
        ("he fell 14 feet", ("The ladder slipped.",)),  # a ladder is no he
        ("it failed", ("The seals were old.",)),  # several are no it
        ("they failed", ("The seal was old.",)),
        ("it rained for a week", ("The pump was started.",)),  # stands for nothing
        ("it failed", ()),
        ("it slid off", ("Employer #1 raised the hopper.",)),
        ("it stopped", ("McDonald was slow.",)),
        ("it became clear that it was closed", ("The valve was old.",)),
        ("it failed", ("Nothing was done.",)),
        ("the pump failed", ("The seal was old.",)),
        ("he fell", ("The drivers were late.",)),
        ("he fell", ("The driver's seat was broken.",)),
        ("he fell", ("The queen was late.",)),
        ("she fell", ("The man was late.",)),
        ("it stopped", ("No pump was running.",)),
        ("it stopped", ("Yesterday the belt was moving.",)),
        ("it failed", ("After the storm the old pump was replaced.",)),
        ("it failed", ("The company said that the pump was old.",)),
        ("it was raining hard", ("The road was icy.",)),
        ("it had rained for days", ("The dam was old.",)),
        ("it was not known that the valve was open", ("The tank was full.",)),
        ("it would cost too much", ("The hall was old.",)),
        ("he was struck in the face", ("The foreman gave a sign.", "A worker lifted the beam.")),  # either may be meant
        ("he fell", ("Employee #1 was tired.", "Employee #2 slept.")),
        ("it burst", ("The pump was old.", "They left.", "They ate.", "They slept.")),  # too far away
        ("this problem", ("The seal was old.",)),
        ("this blocked jobs", ("The seal was old.",)),
        ("these were late", ("The seal was old.",)),
        ("item 4 failed", ("The seal was old.",)),
        ("its spread was slow", ("The issue was found.",)),  # says no more than the pronoun
        ("it failed", ("The pump was old.", "This program was started.")),
    ],
)
def test_else_the_words_stay(event: str, before: tuple[str, ...]) -> None:
    assert resolved(event, before) == event


def test_the_nearest_that_fits_is_taken() -> None:
    assert resolved("it burst", ("The tank was full.", "The pump was started.", "The workers left.")) == "the pump burst"


@pytest.mark.parametrize(
    ("sentence", "subject"),
    [
        ("The pump in the cellar was old.", "the pump in the cellar"),
        ("Employee #1 fell.", "Employee #1"),
        ("Rain fell.", None),
        ("the old pump", None),
    ],
)
def test_a_sentence_has_a_plain_subject_or_none(sentence: str, subject: str | None) -> None:
    assert subject_of(sentence) == subject


@pytest.mark.parametrize(
    ("before", "alone"),
    [
        (("Another driver slept.", "Employee #1 a roofer stepped back."), "Employee #1 fell"),
        (("A worker slept.", "Employee #1 stepped back.", "It rained."), "Employee #1 fell"),
        (("A worker slept.", "The beam crushed Employee #1 at once."), "Employee #1 fell"),
        (("Employee #1 stepped back.", "A worker slept."), "he fell"),
        (("The foreman was checking the list.", "Pump #2 was leaking."), "the foreman fell"),
        (("A worker slept.", "Employee #1 called a coworker."), "he fell"),
        (("A worker slept.", "Employee #1 called Employee #2."), "he fell"),
    ],
)
def test_who_is_numbered_and_was_just_named_alone_is_meant(before: tuple[str, ...], alone: str) -> None:
    assert resolved("he fell", before) == alone


@pytest.mark.parametrize(
    ("event", "alone"),
    [
        ("hot asphalt splashed into his left arm", "hot asphalt splashed into Employee #1's left arm"),
        ("the operator dropped his tool", "the operator dropped his tool"),  # it may be the operator's
        ("he dropped his tool", "he dropped his tool"),
        ("lost his balance", "lost his balance"),
        ("The surgeon dropped his knife", "The surgeon dropped his knife"),
        ("the explosion that threw her off the roof", "the explosion that threw her off the roof"),
        ("the tool broke", "the tool broke"),
    ],
)
def test_what_is_his_is_named_where_nobody_of_the_event_can_be_meant(event: str, alone: str) -> None:
    assert owned(event, ROOF) == alone


@pytest.mark.parametrize(
    ("event", "before", "alone"),
    [
        ("the wall suddenly fell on him", "Employee #1 was cutting.", "the wall suddenly fell on Employee #1"),
        ("an opening that he fell through", "Employee #1 moved a sheet.", "an opening that Employee #1 fell through"),
        ("the wall fell on him", "Employee #1 held a rope for Employee #2.", "the wall fell on him"),
        ("the coworker pulled him", "Employee #1 was cutting.", "the coworker pulled him"),
        ("he pulled him", "Employee #1 was cutting.", "he pulled him"),
    ],
)
def test_him_is_named_where_one_person_alone_is_numbered(event: str, before: str, alone: str) -> None:
    assert owned(event, [before]) == alone
