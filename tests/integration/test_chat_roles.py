"""The chat roles one by one: what they are asked, what they make of a reply, and what they do not let a model say."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from benchmarks.scripted_model import ScriptedModel, serving
from cckg.app import CausalRAG, open_app
from cckg.core.claims import Degree, Modality
from cckg.core.errors import InputError, ReplyError
from cckg.core.evidence import Answer, EvidencePackage
from cckg.core.graph import Event, Polarity
from cckg.core.questions import InterventionRequest, Route
from cckg.core.trace import Trace
from cckg.evaluation import SYSTEMS, ChatQuestionWriter
from cckg.evaluation.judging import ChatJudge, Grades
from cckg.extraction import ChatExtractor
from cckg.identity import ChatVerifier
from cckg.models import ENTAILMENT, open_reader
from cckg.questions import ChatQuestionParser
from cckg.realisation import ChatAnswerWriter
from cckg.roles.opposites import ChatOppositeWriter
from cckg.settings import RoleSettings, load_settings
from tests.chatting import chat_settings, opened
from tests.obeying import claim as a_claim

Replies = Sequence[object]


@contextmanager
def replying(replies: Replies, folder: Path) -> Iterator[tuple[CausalRAG, ScriptedModel]]:
    """An application whose model gives these replies, one after the other, the last one for ever."""
    left = list(replies)

    def script(system: str, user: str) -> str:
        del system, user
        reply = left.pop(0) if len(left) > 1 else left[0]
        return reply if isinstance(reply, str) else json.dumps(reply)

    with serving(ScriptedModel(script)) as server, opened(server, answers=str(folder / "answers.db")) as app:
        yield app, server


@pytest.fixture
def with_replies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[CausalRAG, ScriptedModel]]]:
    monkeypatch.chdir(tmp_path)
    with ExitStack() as stack:
        yield lambda *replies: stack.enter_context(replying(replies, tmp_path))


Begin = Callable[..., tuple[CausalRAG, ScriptedModel]]


def claim(**changes: object) -> dict[str, object]:
    return a_claim(**{"cause": "the frost", "effect": "the pipe burst", **changes})


# The extractor

TEXT = "After the frost, the  pipe\nburst on 3 May. The leak did not cut sales. The frost and the wind together broke the mast."


def extracted(begin: Begin, *claims: dict[str, object]) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    app, _ = begin({"events": [], "claims": list(claims)}, {"events": [], "claims": list(claims)})
    [reading] = ChatExtractor(app.roles.chats.connected("openai:m")).extract([TEXT])
    assert all(part.is_verbatim_in(TEXT) for found in reading.claims for part in (found.cause.span, found.effect.span, found.quote))
    return [(found.cause.text, found.effect.text) for found in reading.claims], tuple(refused.reason for refused in reading.refused)


def test_words_are_found_in_the_text_whatever_their_white_space(with_replies: Begin) -> None:
    assert extracted(with_replies, claim()) == ([("the frost", "the pipe burst")], ())


def test_case_may_differ_where_the_words_are_not_there_otherwise(with_replies: Begin) -> None:
    assert extracted(with_replies, claim(cause="THE FROST")) == ([("the frost", "the pipe burst")], ())


def test_marks_around_the_words_do_not_count(with_replies: Begin) -> None:
    assert extracted(with_replies, claim(cause='"the frost,"', effect="the pipe burst.")) == ([("the frost", "the pipe burst")], ())


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"cause": "the cat"}, "its cause is not in the text word for word"),
        ({"effect": ""}, "its effect is not in the text word for word"),
        ({"cause": "fros"}, "its cause is not in the text word for word"),
        ({"cause": "fros", "effect": "the cat"}, "its sides are not in the text word for word"),
        ({"cause": "the pipe burst"}, "cause and effect are the same words"),
        ({"cause": "pipe", "effect": "the pipe burst"}, "cause and effect are the same words"),
    ],
)
def test_what_does_not_stand_there_or_is_both_sides_is_refused(with_replies: Begin, changes: dict[str, object], why: str) -> None:
    assert extracted(with_replies, claim(**changes)) == ([], (why,))


def test_labels_groups_and_times_come_over(with_replies: Begin) -> None:
    together = [claim(cause_in=3, effect_in=3, cause=cause, effect="broke the mast", group="A") for cause in ("The frost", "the wind")]
    denied = claim(cause_in=2, cause="The leak", effect_in=2, effect="cut sales", says="denied", cue="did not")
    app, _ = with_replies(
        {"events": [], "claims": [claim(time="3 May"), denied, *together, claim(cause_in=9, effect_in=9, group="B", time="1999")]}
    )
    [reading] = ChatExtractor(app.roles.chats.connected("openai:m")).extract([TEXT])
    first, *others = reading.claims
    assert {found.time for found in reading.claims} == {"3 May", None}
    assert first.group is None
    groups = [found.group for found in others if found.effect.text == "broke the mast"]
    assert groups == ["A", "A"]
    [denial] = [found for found in others if found.modality is Modality.DENIED]
    assert (denial.effect.polarity, denial.cue.text if denial.cue else "") == (Polarity.DECREASE, "did not")


def test_a_statement_without_a_role_is_direct(with_replies: Begin) -> None:
    app, _ = with_replies(
        {"events": [], "claims": [claim(), claim(cause="The frost and the wind", effect="broke the mast", role="contributing")]}
    )
    [reading] = ChatExtractor(app.roles.chats.connected("openai:m")).extract([TEXT])
    assert [found.degree for found in reading.claims] == [Degree.DIRECT, Degree.CONTRIBUTING]


OTHER = "The storm felled a tree. The tree blocked the road."


def test_short_reports_share_a_call_and_each_is_kept_as_if_it_had_been_read_alone(with_replies: Begin) -> None:
    in_other = claim(cause_in=4, cause="The storm", effect_in=4, effect="felled a tree")
    app, server = with_replies({"events": [], "claims": [claim(), in_other]})
    extractor = ChatExtractor(app.roles.chats.connected("openai:m"))
    shared = extractor.extract([TEXT, OTHER])
    assert [[(one.cause.text, one.effect.text) for one in reading.claims] for reading in shared] == [
        [("the frost", "the pipe burst")],
        [("The storm", "felled a tree")],
    ]
    assert [reading.usage.calls for reading in shared] == [1, 0]
    assert len(server.answered) == 1
    assert extractor.extract([OTHER])[0].claims == shared[1].claims
    assert len(server.answered) == 1


def test_a_claim_that_joins_two_reports_of_a_call_is_refused(with_replies: Begin) -> None:
    across = claim(cause_in=1, cause="the frost", effect_in=4, effect="felled a tree")
    app, _ = with_replies({"events": [], "claims": [across]}, {"events": [], "claims": []})
    first, second = ChatExtractor(app.roles.chats.connected("openai:m")).extract([TEXT, OTHER])
    assert (first.claims, first.refused, second.claims) == ((), (), ())
    assert [one.reason for one in second.refused] == ["its cause is not in the text word for word"]


def test_where_a_shared_reply_cannot_be_used_each_report_is_read_alone(with_replies: Begin) -> None:
    app, server = with_replies(*["no JSON"] * 3, {"events": [], "claims": [claim(cause="The storm", effect="felled a tree")]})
    *_, last = ChatExtractor(app.roles.chats.connected("openai:m")).extract([TEXT, OTHER])
    assert [(one.cause.text, one.effect.text) for one in last.claims] == [("The storm", "felled a tree")]
    assert all("<report>\n[4]" not in call.user for call in server.answered[-2:])


def test_what_is_told_as_mitigation_is_refused_and_not_asked_for_again(with_replies: Begin) -> None:
    app, server = with_replies({"events": [], "claims": [claim(), claim(role="mitigation", effect="burst")]})
    [reading] = ChatExtractor(app.roles.chats.connected("openai:m")).extract([TEXT])
    assert [one.reason for one in reading.refused] == ["told as mitigation, which leads to no effect"]
    assert len(server.answered) == 1


def test_what_only_the_order_of_a_story_implies_is_told_as_that(with_replies: Begin) -> None:
    app, _ = with_replies({"events": [], "claims": [claim(says="implied")]})
    [reading] = ChatExtractor(app.roles.chats.connected("openai:m")).extract([TEXT])
    assert [one.modality for one in reading.claims] == [Modality.IMPLIED]


# The verifier


def event(text: str, polarity: Polarity = Polarity.OCCURRENCE, context: str = "") -> Event:
    return Event("", text, polarity, context)


def test_pairs_are_decided_in_one_call_and_only_once(with_replies: Begin) -> None:
    app, server = with_replies({"groups": [{"group": 1, "same": ["a"], "opposite": ["b"]}]})
    verifier = ChatVerifier(app.roles.chats.connected("openai:m"))
    pairs = [(event("a rise in rates"), event(other)) for other in ("rates rose", "rates fell", "a strike")]
    for _ in range(2):
        verdicts = verifier.verify(pairs, "interchangeable")
        assert [verdict.match for verdict in verdicts] == [True, False, False]
        assert [verdict.same_event for verdict in verdicts] == [True, True, False]
    swapped = [(right, left) for left, right in pairs]
    assert [verdict.match for verdict in verifier.verify(swapped, "interchangeable")] == [True, False, False]
    assert len(server.calls) == 1
    again = ChatVerifier(app.roles.chats.connected("openai:m"))  # of another run
    assert [verdict.match for verdict in again.verify(pairs, "interchangeable")] == [True, False, False]
    assert len(server.calls) == 1
    verifier.verify(pairs, "same core")
    assert len(server.calls) == 2


def test_labels_of_different_polarity_never_match_in_a_graph(with_replies: Begin) -> None:
    app, _ = with_replies({"groups": [{"group": 1, "same": ["a"], "opposite": []}]})
    pair = (event("rates moved", Polarity.INCREASE), event("a move in rates", Polarity.DECREASE))
    assert not ChatVerifier(app.roles.chats.connected("openai:m")).verify([pair], "interchangeable")[0].match


def test_what_needs_no_asking_is_not_asked(with_replies: Begin) -> None:
    app, server = with_replies({"groups": []})
    pairs = [(event("The fire", context="A"), event("the  fire", context="A")), (event("pump A1 failed"), event("pump A2 failed"))]
    assert [verdict.match for verdict in ChatVerifier(app.roles.chats.connected("openai:m")).verify(pairs, "interchangeable")] == [
        True,
        False,
    ]
    assert server.calls == []


@pytest.mark.parametrize("wrong", [{"group": 7, "same": [], "opposite": []}, {"group": 1, "same": ["z"], "opposite": []}])
def test_groups_and_letters_that_do_not_exist_are_sent_back(with_replies: Begin, wrong: dict[str, object]) -> None:
    app, server = with_replies({"groups": [wrong]}, {"groups": []})
    pair = (event("a fire"), event("a blaze"))
    assert not ChatVerifier(app.roles.chats.connected("openai:m")).verify([pair], "interchangeable")[0].match
    assert len(server.calls) == 2


def test_a_candidate_that_is_said_to_be_both_is_neither(with_replies: Begin) -> None:
    app, _ = with_replies({"groups": [{"group": 1, "same": ["a"], "opposite": ["a"]}]})
    [verdict] = ChatVerifier(app.roles.chats.connected("openai:m")).verify([(event("a fire"), event("a blaze"))], "interchangeable")
    assert (verdict.match, verdict.same_event, verdict.score) == (False, False, 0.0)


# The parser

PARSED = {
    "route": "counterfactual",
    "asks": "verdict",
    "main_event": "the mill closed",
    "query_variable": "the mill closed",
    "interventions": [{"event": "the river flooded", "to": "absent"}],
    "evidence": [],
    "yes_no": True,
    "yes_means": "not necessary",
}
QUESTION = "Would the mill have closed if the river had not flooded?"


def test_a_question_is_taken_apart(with_replies: Begin) -> None:
    app, _ = with_replies(PARSED)
    parsed = ChatQuestionParser(app.roles.chats.connected("openai:m"), max_characters=200).parse(f"  {QUESTION}\u200b ")
    assert (parsed.question, parsed.route, parsed.asks, parsed.yes_when) == (QUESTION, Route.COUNTERFACTUAL, "verdict", "not necessary")
    assert parsed.interventions == (InterventionRequest("the river flooded", "absent"),)
    assert (parsed.main_event, parsed.query_variable) == ("the mill closed", "the mill closed")


@pytest.mark.parametrize("question", ["", " ?! ", "why " * 100])
def test_a_question_that_cannot_be_asked_costs_nothing(with_replies: Begin, question: str) -> None:
    app, server = with_replies(PARSED)
    with pytest.raises(InputError):
        ChatQuestionParser(app.roles.chats.connected("openai:m"), max_characters=200).parse(question)
    assert server.calls == []


@pytest.mark.parametrize(
    "changes",
    [
        {"main_event": "the volcano erupted over Naples"},
        {"main_event": ""},
        {"interventions": []},
        {"route": "magical"},
        {"yes_means": "maybe"},
    ],
)
def test_a_parse_without_sense_is_sent_back(with_replies: Begin, changes: dict[str, object]) -> None:
    app, server = with_replies({**PARSED, **changes}, PARSED)
    assert ChatQuestionParser(app.roles.chats.connected("openai:m"), max_characters=200).parse(QUESTION).main_event == "the mill closed"
    assert len(server.calls) == 2


# The logical query


def test_a_logical_query_is_written_by_the_model(with_replies: Begin) -> None:
    app, server = with_replies({"query": '"strikes" AND NOT "storms"'})
    assert app.roles.logical.write("Which reports speak of strikes without storms?") == '"strikes" AND NOT "storms"'
    assert len(server.calls) == 1


def test_a_question_without_an_operator_gets_no_logical_query(with_replies: Begin) -> None:
    app, _ = with_replies({"query": ""})
    assert app.roles.logical.write("Who owns the mill?") is None


@pytest.mark.parametrize("wrong", ['"strikes" AND', '"strikes" AND NOT "a lockout at the harbour of Rotterdam"'])
def test_where_no_logical_query_can_be_used_the_built_in_writer_steps_in(with_replies: Begin, wrong: str) -> None:
    app, server = with_replies({"query": wrong})
    roles = app.roles.for_questions()
    assert roles.logical.write("Which reports speak of strikes without storms?") == '"strikes" AND NOT "storms"'
    assert "the question was put as a query by the built-in" in roles.take_reports()[0]
    assert len(server.calls) > 1


# The opposite


def test_an_opposite_has_the_opposite_polarity(with_replies: Begin) -> None:
    app, _ = with_replies({"opposite": " rates   fell "})
    assert ChatOppositeWriter(app.roles.chats.connected("openai:m")).opposite("rates rose", Polarity.INCREASE) == (
        "rates fell",
        Polarity.DECREASE,
    )


@pytest.mark.parametrize("wrong", ["", "Rates  rose", "the rates rose", "rates fell " * 9])
def test_what_is_no_opposite_is_sent_back_and_refused_in_the_end(with_replies: Begin, wrong: str) -> None:
    app, server = with_replies({"opposite": wrong})
    with pytest.raises(ReplyError, match="no usable reply to the prompt 'opposite'"):
        ChatOppositeWriter(app.roles.chats.connected("openai:m")).opposite("rates rose", Polarity.INCREASE)
    assert len(server.calls) == 2


def test_what_was_rejected_is_told_to_the_model(with_replies: Begin) -> None:
    app, server = with_replies({"opposite": "rates fell"})
    writer = ChatOppositeWriter(app.roles.chats.connected("openai:m"))
    writer.opposite("rates rose", Polarity.INCREASE, rejected=[("rates did not rise", "there is a natural word for it")])
    assert "This will not do: rates did not rise (there is a natural word for it)." in server.calls[0].user


# Questions that are made


def test_a_question_is_worded_by_the_model_and_one_without_a_mark_is_sent_back(with_replies: Begin) -> None:
    good = {"question": "Why did the pipe burst?", "ideal": "Frost made it burst."}
    app, server = with_replies({**good, "question": "Tell me why."}, good)
    written = ChatQuestionWriter(app.roles.chats.connected("openai:m")).write("What caused the burst?", "Frost.", ["Frost burst the pipe."])
    assert (written.question, written.ideal, len(server.calls)) == (good["question"], good["ideal"], 2)


# The judge


def test_a_model_judges_and_a_judgement_without_sense_is_missing(with_replies: Begin) -> None:
    answer = Answer("Why?", "causal", "Frost [1].", False, EvidencePackage(), (), Trace())
    app, _ = with_replies({"correctness": 5, "faithfulness": 3})
    assert ChatJudge(app.roles.chats.connected("openai:m")).judge(answer, "Frost.") == Grades(5, 3)
    app, _ = with_replies({"correctness": 9, "faithfulness": 3})
    assert ChatJudge(app.roles.chats.connected("openai:m")).judge(answer, "Weeks of frost.") is None


# The writer


@pytest.fixture
def asked(corpus: Path) -> tuple[CausalRAG, str]:
    return open_app(load_settings(store=str(corpus / ".cckg" / "graph.db"))), "Was the drought necessary for the crop failure?"


def sentence(text: str, *sources: int) -> dict[str, object]:
    return {"text": text, "sources": list(sources)}


def test_an_answer_is_worded_and_cited(with_replies: Begin, asked: tuple[CausalRAG, str]) -> None:
    app, question = asked
    answer = app.ask(question)
    numbers = [citation.n for citation in answer.package.citations]
    word = answer.text.split(maxsplit=1)[0]
    model, server = with_replies(
        {"sentences": [sentence(f"{word} It was [7].", *numbers[:1], *numbers[:1]), sentence("No doubt!", numbers[0])]}
    )
    text = ChatAnswerWriter(model.roles.chats.connected("openai:m")).write(app.parse(question), answer.package)
    assert text == f"{word} It was [{numbers[0]}]. No doubt [{numbers[0]}]!"
    assert answer.text in server.calls[0].user.replace("\n", " ")


def test_each_sentence_bears_its_sources_also_where_several_stand_in_one(with_replies: Begin, asked: tuple[CausalRAG, str]) -> None:
    app, question = asked
    answer = app.ask(question)
    model, _ = with_replies({"sentences": [sentence('Yes. Dr. Lund says "It dried up. It died." Nobody doubts it', 1)]})
    text = ChatAnswerWriter(model.roles.chats.connected("openai:m")).write(app.parse(question), answer.package)
    assert text == 'Yes. Dr. Lund says "It dried up. It died." [1]. Nobody doubts it [1].'


@pytest.mark.parametrize("wrong", [sentence("Yes, it was.", 99), sentence("Yes, it was."), sentence("No, it was not.", 1)])
def test_sources_that_do_not_exist_and_other_verdicts_are_not_let_through(
    with_replies: Begin, asked: tuple[CausalRAG, str], wrong: dict[str, object]
) -> None:
    app, question = asked
    answer = app.ask(question)
    assert answer.text.startswith("Yes")
    model, _ = with_replies({"sentences": [wrong]})
    with pytest.raises(ReplyError, match="no usable reply to the prompt 'synthesise'"):
        ChatAnswerWriter(model.roles.chats.connected("openai:m")).write(app.parse(question), answer.package)


def test_what_the_quotes_do_not_bear_out_is_marked(with_replies: Begin, asked: tuple[CausalRAG, str]) -> None:
    app, question = asked
    answer = app.ask(question)
    word, citation = answer.text.split(maxsplit=1)[0], answer.package.citations[0]
    reverse, invented = "The crop failure caused the drought", "The minister resigned after forty miners had been killed in a fire"
    said = (word, citation.quote, reverse, invented)
    model, _ = with_replies({"sentences": [sentence(text, citation.n) for text in said]})
    reader = open_reader(ENTAILMENT, folder=None, offline=False, threads=0)
    text = ChatAnswerWriter(model.roles.chats.connected("openai:m"), reader).write(app.parse(question), answer.package)
    mark = "(The quotes may not bear this out.)"
    assert text.endswith(f"{reverse} [{citation.n}]. {mark} {invented} [{citation.n}]. {mark}")
    assert text.count(mark) == 2


def test_what_the_quotes_do_not_bear_out_is_sent_back_once_and_not_marked_where_it_is_mended(
    with_replies: Begin, asked: tuple[CausalRAG, str]
) -> None:
    app, question = asked
    answer = app.ask(question)
    word, citation = answer.text.split(maxsplit=1)[0], answer.package.citations[0]
    invented = "The minister resigned after forty miners had been killed in a fire"
    first, mended = ([sentence(word, citation.n), sentence(text, citation.n)] for text in (invented, citation.quote))
    model, server = with_replies({"sentences": first}, {"sentences": mended})
    reader = open_reader(ENTAILMENT, folder=None, offline=False, threads=0)
    text = ChatAnswerWriter(model.roles.chats.connected("openai:m"), reader).write(app.parse(question), answer.package)
    assert len(server.calls) == 2
    assert invented in server.calls[1].user
    assert citation.quote.rstrip(".") in text
    assert "(The quotes" not in text


def test_a_model_may_decline_but_not_where_the_verdict_is_decided(with_replies: Begin, asked: tuple[CausalRAG, str]) -> None:
    app, question = asked
    answer = app.ask(question)
    model, server = with_replies({"sentences": []}, {"sentences": [sentence(answer.text.split(maxsplit=1)[0], 1)]})
    assert ChatAnswerWriter(model.roles.chats.connected("openai:m")).write(app.parse(question), answer.package).startswith("Yes")
    assert len(server.calls) == 2  # it was told that the findings decide it
    why = "Why did the crops fail?"
    open_ended = app.ask(why)
    assert open_ended.package.citations
    model, server = with_replies({"sentences": []})
    assert ChatAnswerWriter(model.roles.chats.connected("openai:m")).write(app.parse(why), open_ended.package) == ""
    assert len(server.calls) == 1


def test_an_abstention_is_not_left_to_a_model(with_replies: Begin, asked: tuple[CausalRAG, str]) -> None:
    app, _ = asked
    answer = app.ask("Why did the moon fall?")
    model, server = with_replies({"sentences": [sentence("It did.", 1)]})
    assert (
        ChatAnswerWriter(model.roles.chats.connected("openai:m")).write(app.parse("Why did the moon fall?"), answer.package) == answer.text
    )
    assert server.calls == []


# A verdict that is left to the writer


def test_in_the_papers_profile_the_writer_judges(corpus: Path) -> None:
    left = [{"sentences": [sentence("No, it was not needed.", 1)]}]
    with serving(ScriptedModel(lambda system, user: json.dumps(left[0]))) as server:
        roles = {"writer": "openai:m"}
        settings = load_settings(store=str(corpus / ".cckg" / "graph.db"), roles=roles, chat=chat_settings(server, "openai:m"))
        with open_app(settings) as app:
            answer = SYSTEMS["paper"].asked(app)("Was the drought necessary for the crop failure?")
        with open_app(settings.model_copy(update={"roles": RoleSettings()})) as app:
            ours = app.ask("Was the drought necessary for the crop failure?")
    assert answer.text.startswith("No")
    assert answer.package.verdict
    assert answer.package.verdict.necessity == "not necessary"
    assert [simulation.kind for simulation in answer.package.simulations] == ["opposite"]
    assert ours.package.verdict
    assert ours.package.verdict.necessity == "necessary"
    assert "verdict" not in [step.stage for step in answer.trace.steps]
