"""An opposite that is none is rejected and asked for again, within bounds."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from cckg.core.graph import Event, Polarity
from cckg.core.roles import Criterion, MatchVerdict, Rejected
from cckg.core.trace import Step
from cckg.identity import EventMatcher
from cckg.language import is_mere_negation, natural_opposite
from cckg.roles.opposites import LocalOppositeWriter
from cckg.settings import MatchSettings
from queries.intervening import TRIES, written_opposites
from tests.builders import stored
from tests.fakes import HashingEmbedder

DAM = Event("e1", "the dam collapsed", Polarity.OCCURRENCE, "Report")


@dataclass
class Writer:
    """Writes what is listed, one after the other, and remembers what it was told of those before."""

    texts: Sequence[str]
    told: list[Sequence[Rejected]] = field(default_factory=list)
    name: str = "listed"

    def opposite(self, text: str, polarity: Polarity, *, rejected: Sequence[Rejected] = ()) -> tuple[str, Polarity]:
        self.told.append(tuple(rejected))
        return self.texts[min(len(rejected), len(self.texts) - 1)], polarity.opposite


@dataclass
class Judge:
    """Takes for the same what ends in "again", and for something else what does not speak of the dam."""

    name: str = "judge"
    calls: list[int] = field(default_factory=list)

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        del criterion
        self.calls.append(len(pairs))
        return [MatchVerdict("dam" in left.text, left.text.endswith("again"), 0.5) for left, _ in pairs]


def written(*texts: str) -> tuple[str, Writer, Step]:
    writer, step = Writer(texts), Step("intervene")
    matcher = EventMatcher(stored(), embedder=HashingEmbedder(), verifier=Judge(), settings=MatchSettings())
    return written_opposites([DAM], opposites=writer, matcher=matcher, step=step)[0].text, writer, step


def test_a_good_opposite_is_asked_for_once() -> None:
    text, writer, step = written("the dam held")
    assert (text, len(writer.told), step.notes) == ("the dam held", 1, [])


@pytest.mark.parametrize(
    ("first", "because"),
    [
        ("the dam collapsed again", "it says the same"),
        ("the bridge held", "it speaks of something else"),
        ("the dam did not collapse", 'there is a natural word for it, as in "the dam remained standing"'),
    ],
)
def test_what_is_no_opposite_is_rejected_with_the_reason_and_noted(first: str, because: str) -> None:
    text, writer, step = written(first, "the dam held")
    assert text == "the dam held"
    assert writer.told == [(), ((first, because),)]
    assert step.counts["opposites rejected"] == 1
    assert because in step.notes[0]


def test_the_opposites_of_several_events_are_compared_together() -> None:
    judge, step = Judge(), Step("intervene")
    matcher = EventMatcher(stored(), embedder=HashingEmbedder(), verifier=judge, settings=MatchSettings())
    events = [replace(DAM, id=f"e{number}") for number in range(3)]
    found = written_opposites(events, opposites=Writer(["the bridge held", "the dam held"]), matcher=matcher, step=step)
    assert [event.text for event in found] == ["the dam held"] * 3
    assert judge.calls == [3, 3]


def test_asking_ends_and_the_first_one_is_taken() -> None:
    text, writer, _ = written("the bridge held", "the tower held")
    assert (text, len(writer.told)) == ("the bridge held", TRIES)


def test_the_built_in_writer_goes_on_to_its_next_best() -> None:
    writer = LocalOppositeWriter()
    first, polarity = writer.opposite(DAM.text, DAM.polarity)
    second, _ = writer.opposite(DAM.text, DAM.polarity, rejected=[(first, "it speaks of something else")])
    assert first != second
    assert polarity is Polarity.ABSENCE
    assert is_mere_negation(second, DAM.text)


def test_where_english_has_no_word_a_negation_will_do() -> None:
    assert natural_opposite("the talks collapsed", Polarity.OCCURRENCE) is None
    assert not is_mere_negation("the dam held", DAM.text)
    assert not is_mere_negation("the alarm sounded", "the alarm did not sound")
