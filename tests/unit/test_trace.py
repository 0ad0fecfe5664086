"""The trace: stages in the order of their beginning, kept whatever happens in them."""

import pytest

from cckg.core.chat import Usage
from cckg.core.trace import Step, Trace


def test_steps_stand_in_the_order_in_which_they_were_begun() -> None:
    trace = Trace()
    with trace.step("outer"), trace.step("inner"):
        pass
    with trace.step("last"):
        pass
    assert [step.stage for step in trace.steps] == ["outer", "inner", "last"]


def test_an_outer_step_takes_at_least_as_long_as_what_runs_within() -> None:
    trace = Trace()
    with trace.step("outer") as outer, trace.step("inner") as inner:
        sum(range(10_000))
    assert outer.seconds >= inner.seconds > 0
    assert trace.seconds == outer.seconds + inner.seconds


def test_a_step_that_fails_is_kept_with_its_time_counts_and_notes() -> None:
    trace = Trace()

    def fail() -> None:
        with trace.step("broken") as step:
            step.count("kept", 2)
            step.note("the third was dropped")
            raise KeyError("x")

    with pytest.raises(KeyError):
        fail()
    (step,) = trace.steps
    assert (step.counts, step.notes, step.seconds > 0) == ({"kept": 2}, ["the third was dropped"], True)


def test_counts_add_up_by_name() -> None:
    step = Step("enter")
    step.count("kept")
    step.count("kept", 4)
    step.count("dropped", 0)
    assert step.counts == {"kept": 5, "dropped": 0}


def test_two_traces_share_nothing() -> None:
    first, second = Trace(), Trace()
    with first.step("a") as step:
        step.count("kept")
    assert (second.steps, second.seconds, second.usage) == ([], 0, Usage())
    assert Step("b").counts == {}


def test_what_is_spent_between_two_steps_is_counted_with_the_second_and_once() -> None:
    spent = [Usage(calls=5)]
    trace = Trace(meter=lambda: spent[0])
    with trace.step("first"):
        spent[0] += Usage(calls=1)
    spent[0] += Usage(calls=2)
    with trace.step("second"):
        pass
    assert [step.usage.calls for step in trace.steps] == [1, 2]
    assert trace.usage.calls == 3
