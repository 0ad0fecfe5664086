"""What is said of wordings that no event of the graph fits: whether a sentence speaks of them, and which."""

from collections.abc import Sequence

import pytest

from cckg.core.graph import EventMention, Polarity
from cckg.core.roles import MatchVerdict
from cckg.core.trace import Step
from cckg.identity import EventMatcher
from cckg.settings import MatchSettings
from queries.abstaining import SpeakingSentence, because_unknown, speaking_sentence, stating_sentence
from queries.evidence import PackageBuilder
from queries.retrieval import find_passages
from tests.builders import stored
from tests.fakes import HashingEmbedder, ScriptedVerifier


def told(text: str, *wordings: str | None) -> tuple[str, list[str]]:
    """Return what is said of wordings, and the quotes that are cited for it."""
    builder = PackageBuilder({}, 100, Step("evidence"))
    because = because_unknown(wordings, builder, store=stored(text), sought="causes" if len(wordings) == 1 else None)
    return because, [citation.quote for citation in builder.package().citations]


def test_what_a_sentence_says_in_other_forms_is_spoken_of_and_the_sentence_quoted() -> None:
    because, quotes = told("The mill burned. Two guards died in the fire.", "two guards die")
    assert because == "They speak of “two guards die”, but no cause of it was found: “Two guards died in the fire.” [1]"
    assert quotes == ["Two guards died in the fire."]


@pytest.mark.parametrize(
    "text",
    [
        "The mayor, Jan Orr, said that Ann Lee resigned.",
        "Jan Orr, once of the mill, resigned.",
        "The board was told why Jan Orr may have resigned.",
    ],
)
def test_words_that_stand_apart_or_are_hedged_may_speak_of_it(text: str) -> None:
    assert told(text, "Jan Orr resigned")[0] == f"They may speak of “Jan Orr resigned”, but no cause of it was found: “{text}” [1]"


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("The mill burned. A guard slept.", "two guards burned"),  # each word in another sentence
        ("The bell of the orr rang, and it resigned Jan.", "Jan Orr resigned"),  # no name there
        ("She resigned in May.", "she resigned"),  # who?
        ("Without it there was nothing.", "without"),
        ("# Two guards died", "two guards died"),  # a heading tells nothing
    ],
)
def test_what_no_sentence_says_is_not_spoken_of(text: str, wording: str) -> None:
    assert told(text, wording) == (f"They do not speak of “{wording}”.", [])


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Complaints about taste went up from 20 to 340 a week.", "complaints about taste increased"),
        ("The trunk main in Brook Street failed in January.", "the trunk main in Brook Street burst"),
        ("Two guards did not die.", "two guards died"),
    ],
)
def test_the_sentence_that_comes_nearest_is_quoted_where_none_says_it_in_these_words(text: str, wording: str) -> None:
    because, quotes = told(f"The mill burned. {text} It rained.", wording)
    assert because == f"They do not speak of “{wording}” in these words; nearest comes “{text}” [1]."
    assert quotes == [text]


def test_nothing_comes_near_that_has_half_of_the_words_or_lacks_a_name() -> None:
    assert told("The trunk main in Brook Street failed.", "the trunk main in Oak Street burst")[1] == []
    assert told("The trunk was old.", "the trunk main burst in January")[1] == []


def test_of_several_wordings_each_is_told_for_itself_and_those_without_a_sentence_first() -> None:
    because, quotes = told("The dam broke at night.", "the dam broke", "the moon", None)
    first, second = "They do not speak of “the moon” or of what is asked about.", "They speak of “the dam broke”"
    assert because == f"{first} {second}, but no cause or effect of it was found: “The dam broke at night.” [1]"
    assert quotes == ["The dam broke at night."]


def test_a_sentence_that_says_it_in_a_row_goes_before_a_shorter_one() -> None:
    store = stored("The dam, old, broke.", "The old mill says that the dam broke on a cold night.")
    found = speaking_sentence("the dam broke", store=store)
    assert found is not None
    assert (found.plain, found.span.text) == (True, "The old mill says that the dam broke on a cold night.")


def test_a_mention_stands_in_characters_of_its_document() -> None:
    found = speaking_sentence("the dam broke", store=stored("It rained. The dam broke."))
    assert found is not None
    assert (found.span.start, found.span.end) == (11, 25)


def test_an_empty_store_speaks_of_nothing() -> None:
    assert speaking_sentence("the dam broke", store=stored()) is None


def test_a_sentence_beyond_the_budget_is_not_quoted() -> None:
    builder = PackageBuilder({}, 6, Step("evidence"))
    store = stored("The dam broke at night. The mill burned in the morning of the next day.")
    because = because_unknown(["the dam broke", "the mill burned"], builder, store=store)
    assert because.endswith("They speak of “the mill burned”, but no cause or effect of it was found.")
    assert len(builder.package().citations) == 1


class Linker:
    """Takes a phrase for what a sentence with a word in it states."""

    def __init__(self, word: str) -> None:
        self.word = word

    def nearness(self, phrase: EventMention, mentions: Sequence[EventMention]) -> list[float]:
        vectors = HashingEmbedder().encode([phrase.text, *(mention.text for mention in mentions)])
        return (vectors[1:] @ vectors[0]).tolist()

    def meant(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        return [MatchVerdict(self.word in mention.text, True, 0.9 if self.word in mention.text else 0.1) for _, mention in pairs]


@pytest.mark.parametrize(("word", "quote"), [("tyres", "The tyres of the lorry caught fire."), ("boats", None)])
def test_a_sentence_that_states_it_in_other_words_is_quoted_and_said_not_to_be_in_the_graph(word: str, quote: str | None) -> None:
    store, wording = stored("The driver stopped. The tyres of the lorry caught fire. It was late."), "the wheels burned"
    matcher = EventMatcher(store, embedder=HashingEmbedder(), verifier=ScriptedVerifier({}), settings=MatchSettings(), linker=Linker(word))
    passages = find_passages("Why did the wheels of the lorry burn?", store=store, embedder=HashingEmbedder(), k=3)

    def stating(wording: str) -> SpeakingSentence | None:
        return stating_sentence(wording, "", matcher=matcher, passages=passages, polarity=Polarity.OCCURRENCE)

    builder = PackageBuilder({}, 100, Step("evidence"))
    because = because_unknown([wording], builder, store=store, stating=stating)
    said = f"“{wording}” is not in the graph, but this seems to say it: “{quote}” [1]."
    assert because == (said if quote else f"They do not speak of “{wording}”.")
