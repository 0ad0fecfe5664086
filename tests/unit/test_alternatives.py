"""What a sentence denies by "neither", "nor", "not … but" and "it was not … that", and what such words leave open."""

import pytest

from cckg.core.claims import Span
from cckg.extraction.alternatives import affirmed_part, denied_members
from tests.bounded import bounded
from tests.reading import read, said

# text => cause -> effect | … with -> asserted, !> denied; nothing behind => is no claim
SENTENCES = """
Only because the driver slept did the bus, which was old, crash. => the driver slept -> the bus, which was old, crashed
Only because the mayor said the river was the cause, the people stayed. => the mayor said the river was the cause -> the people stayed
Only because she knew what time it was did she escape. =>
The bus was late because of fog and because of the closure trains were cancelled. => fog -> The bus was late
The drought did not kill the crops, but it caused a famine. =>
It was neither the storm nor the quake that caused the fire. => the storm !> the fire | the quake !> the fire
It was not the storm that caused the fire. => the storm !> the fire
It was not lightning that caused the fire. => lightning !> the fire
It wasn't arson, nor lightning, that caused the fire. => arson !> the fire | lightning !> the fire
It was not fog but ice that caused the crash. => fog !> the crash | ice -> the crash
It was not only the storm that caused the fire. => the storm -> the fire
It was not raining, which caused a drought. => It was not raining -> a drought
Not one of the storms caused a flood. => the storms !> a flood
The delay was due neither to frost nor to theft but to a fault. => frost !> The delay | theft !> The delay | a fault -> The delay
The loss was caused not by frost but by a leak. => frost !> The loss | a leak -> The loss
The loss was not caused by a small but deadly fire. => a small but deadly fire !> The loss
The strike did not cause the closure, nor did the fire. => The strike !> the closure
The mill shut not because of debt but because of a strike that dragged. => debt !> The mill shut | a strike that dragged -> The mill shut
The storm caused the fire, not the leak. => The storm -> the fire
The ban caused a fall in prices but not a shortage. => The ban -> a fall in prices
The mill did not close because of debt, nor because of the strike. =>
The mill did not close because of debt but because of the strike. => debt !> The mill closed | the strike -> The mill closed
The storm alone did not cause the flood. =>
No one but Max caused the fire. =>
None but the captain caused the fire. =>
None of them caused the fire. =>
No one complained after the merger led to layoffs. =>
Neither the teachers nor the parents complained after the merger led to layoffs. =>
Neither the fact that the pump failed nor the leak caused the fire. =>
Neither because of rain nor because of snow was the match cancelled. =>
The drug causes sleep in neither children nor adults. =>
The ban caused not a fall but a rise in prices. =>
"""
ROWS = [line.split("=>", 1) for line in SENTENCES.strip().splitlines()]


@pytest.mark.parametrize(("text", "claims"), ROWS, ids=[text for text, _ in ROWS])
def test_a_denial_is_read_of_what_it_denies_and_of_nothing_else(text: str, claims: str) -> None:
    assert said(text.strip()) == [claim.strip() for claim in claims.split("|") if claim.strip()]


def test_a_contrast_is_cut_off_but_no_adjective() -> None:
    assert [member.text for member in denied_members(Span("frost but by a leak", 4, 23))] == ["frost"]
    assert [member.text for member in denied_members(Span("a small but deadly storm", 0, 24))] == ["a small but deadly storm"]
    assert affirmed_part(Span("the fire, not only the smoke", 0, 28)).text == "the fire, not only the smoke"


@pytest.mark.parametrize("part", ["it was not arson, nor ", "neither a storm nor ", "but not frost, ", "no one but Max "])
def test_a_line_of_denials_is_read_in_linear_time(part: str) -> None:
    with bounded(10):  # what backtracks takes minutes
        assert isinstance(read(part * (20_000 // len(part)) + "caused the fire."), list)
