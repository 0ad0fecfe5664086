"""What a phrase of a question means, where a reader of mentions in context tells."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import pytest

from cckg.core.graph import EventMention, MentionContext, Polarity
from cckg.core.roles import MatchVerdict
from cckg.core.trace import Step
from cckg.identity import EventMatcher, EventReader
from cckg.settings import MatchSettings
from cckg.stores import GraphStore, open_store
from queries.linking import LinkedEvents, link_events
from tests.builders import FINGERPRINT, graph_update, stored
from tests.fakes import HashingEmbedder, ScriptedVerifier


class Linker:
    """Says of each mention what the script says of its wording, which is near, and keeps what it was shown and asked."""

    is_final: Literal[False] = False

    def __init__(self, script: dict[str, MatchVerdict]) -> None:
        self.script = script
        self.shown: list[EventMention] = []
        self.asked: list[tuple[EventMention, EventMention]] = []

    def nearness(self, phrase: EventMention, mentions: Sequence[EventMention]) -> list[float]:
        self.shown += mentions
        return [float(mention.text in self.script) for mention in mentions]

    def meant(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        self.asked += pairs
        return [self.script.get(mention.text, MatchVerdict(same_event=False, same_polarity=True, score=0.0)) for _, mention in pairs]


def meant(score: float, *, same_polarity: bool = True) -> MatchVerdict:
    return MatchVerdict(same_event=True, same_polarity=same_polarity, score=score)


def linked(store: GraphStore, linker: Linker, phrase: str, *, contrary: bool = False) -> LinkedEvents:
    matcher = EventMatcher(store, embedder=HashingEmbedder(), verifier=ScriptedVerifier({}), settings=MatchSettings(), linker=linker)
    question = f"Why did it happen that {phrase}?"
    return link_events(matcher, phrase, Polarity.OCCURRENCE, store=store, limit=3, step=Step("enter"), contrary=contrary, question=question)


def test_what_the_reader_says_stands_whatever_the_words_are() -> None:
    linker = Linker({"the tyres caught fire": meant(0.9999), "the lorry was sold": meant(0.2)})
    found = linked(stored("the brake -> the tyres caught fire", "the price -> the lorry was sold"), linker, "the wheels burnt")
    assert [event.text for event in found.found] == ["the tyres caught fire"]
    phrase, mention = linker.asked[0]
    assert (phrase.text, phrase.title) == ("the wheels burnt", "Why did it happen that the wheels burnt?")
    assert mention.context.left == "before"


def test_what_the_reader_takes_for_the_opposite_was_in_place_of_what_is_supposed() -> None:
    against = MatchVerdict(same_event=False, same_polarity=False, score=0.01, against=0.6)
    store = stored("the storm -> the wire came down", "the price -> the lorry was sold")
    linker = Linker({"the wire came down": against, "the lorry was sold": replace(against, against=0.1)})
    assert [event.text for event in linked(store, linker, "the wire stayed up", contrary=True).found] == ["the wire came down"]
    assert linked(store, linker, "the wire stayed up").found == []


def test_another_side_is_not_meant() -> None:
    linker = Linker({"the south pier was hit": meant(0.9999)})
    store = stored("fog -> the south pier was hit")
    assert linked(store, linker, "the collision with the north pier").found == []
    assert linked(store, linker, "the collision with the pier").found


def test_names_that_nothing_there_bears_out_are_not_meant() -> None:
    linker = Linker({"the bridge fell": meant(0.9999)})
    assert linked(stored("a flood -> the bridge fell"), linker, "the Ulver bridge fell").found == []


def test_a_name_may_stand_anywhere_in_the_document_but_not_an_initial() -> None:
    linker = Linker({"a server crashed": meant(0.9999)})
    store = stored("a fan stopped -> a server crashed", "Ulver -> B hung")
    assert linked(store, linker, "the crash at Ulver").found == []
    store = open_store(":memory:")
    store.bind(FINGERPRINT)
    store.write_document(graph_update("a fan stopped -> a server crashed", "Ulver -> B hung", document="d1"))
    assert linked(store, linker, "the crash at Ulver").found
    assert linked(store, linker, "the crash of server B").found == []


def test_a_name_that_stands_beside_one_event_is_borne_out_by_no_other_document() -> None:
    linker = Linker({"the crane at Saltwick fell": meant(0.5), "the crane fell": meant(0.99)})
    store = stored("a gust -> the crane at Saltwick fell")
    store.write_document(graph_update("a storm -> c:the crane fell", "Saltwick took -> the ships", document="d2"))
    assert [event.text for event in linked(store, linker, "the crane at Saltwick fell").found] == ["the crane at Saltwick fell"]


def test_the_contrary_is_what_goes_the_other_way() -> None:
    linker = Linker({"no bridge fell": meant(0.1, same_polarity=False), "the bridge fell": meant(0.99)})
    store = stored("a flood -> ~b:no bridge fell", "a storm -> c:the bridge fell")
    assert [event.text for event in linked(store, linker, "the bridge fell").found] == ["the bridge fell"]
    assert [event.text for event in linked(store, linker, "the bridge fell", contrary=True).found] == ["no bridge fell"]


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ([0.1, 0.6, 0.0, 0.3], meant(0.7)),
        ([0.0, 0.0, 0.9, 0.1], meant(0.0, same_polarity=False)),
        ([0.2, 0.1, 0.0, 0.7], MatchVerdict(same_event=False, same_polarity=True, score=0.3)),
    ],
)
def test_a_phrase_may_say_less_than_a_mention(told: list[float], verdict: MatchVerdict) -> None:
    import numpy as np

    class Told:
        classes = ("same", "less", "opposite", "different")

        def compare(self, pairs: Sequence[tuple[str, str]]) -> "np.ndarray":
            return np.array([told], dtype=np.float32)

    context = stored("a -> b").event_mentions()[0][0]
    (found,) = EventReader(Told(), HashingEmbedder, name="r").meant(
        [(replace(context, title="", context=MentionContext("", 0, 0)), context)]
    )
    assert (found.same_event, found.same_polarity) == (verdict.same_event, verdict.same_polarity)
    assert found.score == pytest.approx(verdict.score, abs=1e-4)


def test_a_phrase_is_read_in_its_question_and_alone_where_the_mention_has_its_words() -> None:
    import numpy as np

    class Told:
        classes = ("same", "less", "opposite", "different")

        def __init__(self) -> None:
            self.read: list[str] = []

        def compare(self, pairs: Sequence[tuple[str, str]]) -> "np.ndarray":
            self.read += [left for left, _ in pairs]
            return np.array([[0.9, 0, 0, 0.1] if left == "the loss" else [0.1, 0, 0, 0.9] for left, _ in pairs], dtype=np.float32)

    told = stored("the loss of a crane -> a gate broke").event_mentions()[0]
    mention, other = sorted(told, key=lambda one: "loss" not in one.text)
    phrase = replace(mention, text="the loss", title="How are the loss and the fire linked?", context=MentionContext("", 0, 0))
    comparer = Told()
    reader = EventReader(comparer, HashingEmbedder, name="r")
    found, unlike = reader.meant([(phrase, mention), (phrase, other)])
    assert comparer.read == [
        *["the loss | How are the loss and the fire linked?", "the loss"],
        "the loss | How are the loss and the fire linked?",
    ]
    assert (found.score, unlike.score) == (pytest.approx(0.5), pytest.approx(0.1))
    assert reader.meant([(phrase, mention), (phrase, other)]) == [found, unlike]
    assert len(comparer.read) == 3


def test_mentions_of_the_passages_that_fit_the_question_are_read_beside_the_nearest() -> None:
    others = [f"a pump {number} stood still -> nothing {number} came of it" for number in range(12)]
    store = stored(*others, "the pump at Brennfoss did not run, why did it happen in June -> compressor 3 shut down")
    linker = Linker({"compressor 3 shut down": meant(1.0)})
    found = linked(store, linker, "the pump at Brennfoss stood still in June")
    assert [event.text for event in found.found] == ["compressor 3 shut down"]
    assert len(linker.shown) == 10
    assert 2 <= len(linker.asked) < 10


def test_the_date_and_the_headings_of_a_mention_bear_out_what_the_question_names() -> None:
    store = stored("the belt tore -> 18 June the mill stood still")
    (line,) = [merge for merge in store.merges() if merge.wording.endswith("still")]
    dated = replace(line, context=replace(line.context, headings=("Findings at Brennfoss",), date="2021-07-02", date_source="document"))
    store.restore_mentions({line.id: dated}, {})
    linker = Linker({line.wording: meant(0.99)})
    assert linked(store, linker, "the mill at Brennfoss stopped in June 2021").ids
    assert not linked(store, linker, "the mill at Brennfoss stopped in June 2023").ids
    assert not linked(store, linker, "the mill at Orrefell stopped in June 2021").ids


def test_a_rise_is_never_a_fall_whatever_the_reader_says() -> None:
    store = stored("news -> -b:the price fell")
    linker = Linker({"the price fell": meant(0.99)})
    assert (
        link_events(
            EventMatcher(store, embedder=HashingEmbedder(), verifier=ScriptedVerifier({}), settings=MatchSettings(), linker=linker),
            "the price rose",
            Polarity.INCREASE,
            store=store,
            limit=3,
            step=Step("enter"),
        ).events
        == ()
    )
