"""The benchmark of the Causal Inference Score: how answers are told, kept and counted."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benchmarks.cis.answers import Desk, Library, Ranking, Scorers, answers, rankings
from benchmarks.cis.collections import Asked
from benchmarks.cis.plots import draw_lengths
from benchmarks.cis.readers import GenerativeReader, Shown
from benchmarks.cis.replies import GreedyWriter, KeptReplies
from benchmarks.cis.retrieval import Candidates, reranked
from benchmarks.cis.reverse import ReverseScore
from benchmarks.passage_store import store_of_passages
from cckg.core.vectors import Vector
from cckg.scoring.kept import NotKeptError
from cckg.stores import Hit
from tests.fakes import HashingEmbedder
from tests.tiny_language_model import tiny

TEXTS = {
    "a": "Harn Bridge was designed by Ada Kessel.",
    "b": "Ada Kessel was born in Lindow.",
    "c": "Marsby is a market town in the hills.",
}
QUESTION = "Where was the designer of Harn Bridge born?"


class WordedReader:
    """Knows the answer once a passage says "born"; reasons by the first passage that it did not tell; counts its readings."""

    def __init__(self) -> None:
        self.read = 0

    def answer(self, question: str, passages: Sequence[Shown], *, may_abstain: bool) -> str:
        self.read += 1
        known = any("born" in shown.text for shown in passages)
        return "Lindow" if known else "" if may_abstain else "a guess"

    def thought(self, question: str, passages: Sequence[Shown], thoughts: Sequence[str]) -> str:
        self.read += 1
        return next((shown.text for shown in passages if shown.text not in thoughts), "")


class Lengths:
    """A scorer: the shorter the better."""

    name = "lengths"

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        return np.array([-len(text) for text in knowledge], dtype=np.float32)


class NothingKept:
    """A scorer whose scores are kept nowhere."""

    name = "nothing"

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        raise NotKeptError


class Echo:
    """Replies with the last words of what is asked; counts its replies."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def reply(self, instruction: str, asked: str, *, tokens: int) -> str:
        self.asked.append(asked)
        return f"Answer: “{tokens}”\t{len(self.asked)}"


class Prefixes:
    """A language model: a text's only token costs a nat for each letter of what stands before it."""

    name = "prefixes"

    def log_probabilities(self, texts: Sequence[str], *, prefix: str = "") -> list[Vector]:
        return [np.array([-len(prefix)], dtype=np.float32) for _ in texts]


@pytest.fixture
def library() -> Library:
    embedder = HashingEmbedder()
    store = store_of_passages(TEXTS, embedder.encode(list(TEXTS.values())))
    return Library(store, embedder, TEXTS, {name: Shown("", text) for name, text in TEXTS.items()})


def never() -> Echo:
    raise AssertionError("the model was opened")


def test_the_adaptive_baseline_stops_where_the_reader_is_sure(library: Library) -> None:
    at_once = Desk(QUESTION, library, WordedReader()).adaptively(Ranking(["b", "a", "c"], 0.0), k=2)
    from_k = Desk(QUESTION, library, WordedReader()).adaptively(Ranking(["a", "b", "c"], 0.0), k=2)
    assert (at_once.answer, at_once.steps) == ("Lindow", 2)
    assert (from_k.answer, from_k.steps) == ("Lindow", 3)


def test_searching_by_a_sentence_of_reasoning_finds_what_the_question_does_not(library: Library) -> None:
    ranking = Ranking(["a"], 0.0)
    desk = Desk("bridge", library, WordedReader())
    told = desk.in_steps(ranking, k=2)
    assert desk.answered(ranking, k=2).answer == "a guess"
    assert (told.answer, told.steps) == ("Lindow", 6)  # 3 retrievals, 2 thoughts, 1 answer


def test_the_same_passages_are_read_once_whatever_their_order(library: Library) -> None:
    reader = WordedReader()
    desk = Desk(QUESTION, library, reader)
    desk.answered(Ranking(["a", "b"], 0.0), k=2)
    desk.answered(Ranking(["b", "a"], 0.0), k=2)
    assert reader.read == 1


def test_a_scorer_whose_scores_are_not_kept_is_left_out_and_the_others_go_on(library: Library) -> None:
    scorers = Scorers(
        {"nothing": NothingKept(), "lengths": Lengths()}, kept=frozenset({"nothing"}), weights={"nothing": 0.5, "lengths": 0.5}
    )
    found = rankings(QUESTION, library, scorers)
    assert set(found) == {"bm25", "dense", "hybrid", "lengths", "hybrid + lengths"}
    assert found["lengths"].names == ["b", "c", "a"]


def test_a_kept_score_tells_no_time(library: Library) -> None:
    found = rankings(QUESTION, library, Scorers({"lengths": Lengths()}, kept=frozenset({"lengths"}), weights={"lengths": 0.5}))
    assert np.isnan(found["lengths"].seconds)
    assert found["hybrid"].seconds > 0


def test_without_replies_no_method_is_counted(library: Library, tmp_path: Path) -> None:
    reader = GenerativeReader(KeptReplies("echo", tmp_path / "none.txt", None))
    assert answers(QUESTION, library, reader, ranked={"hybrid": Ranking(["a", "b"], 0.0)}, ks=(1, 2)) == {1: {}, 2: {}}


def test_a_reply_is_kept_in_one_line_and_not_asked_for_again(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "replies.txt"
    first = KeptReplies("echo", file, Echo).reply("answer", "why?", tokens=3)
    assert KeptReplies("echo", file, never).reply("answer", "why?", tokens=3) == first == "Answer: “3”\t1"
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1
    with pytest.raises(NotKeptError):
        KeptReplies("another", file, None).reply("answer", "why?", tokens=3)


def test_a_line_that_a_killed_run_left_is_asked_for_again_and_the_others_stay(tmp_path: Path) -> None:
    file = tmp_path / "replies.txt"
    replies = KeptReplies("echo", file, Echo)
    replies.reply("answer", "first", tokens=3)
    replies.reply("answer", "second", tokens=3)
    file.write_text(file.read_text(encoding="utf-8")[:-4], encoding="utf-8")
    KeptReplies("echo", file, Echo).reply("answer", "second", tokens=3)
    again = KeptReplies("echo", file, never)
    assert again.reply("answer", "first", tokens=3) == "Answer: “3”\t1"
    assert again.reply("answer", "second", tokens=3) == "Answer: “3”\t1"


def test_an_instruction_that_is_shared_changes_no_reply() -> None:
    opened = tiny(window=256)
    model, tokenizer = opened._model, opened._tokenizer
    writer = GreedyWriter(model, tokenizer)
    given = tokenizer("the dam broke and rain led to flood why did the mill close", return_tensors="pt", add_special_tokens=False)
    written = model.generate(**given, do_sample=False, max_new_tokens=6)[0, given.input_ids.shape[1] :]
    wanted = tokenizer.decode(written, skip_special_tokens=True).strip()
    told = [writer.reply("the dam broke and rain led to flood", "why did the mill close", tokens=6) for _ in range(2)]
    assert told == [wanted, wanted]
    assert wanted


def test_the_generative_reader_is_shown_the_passages_and_tells_the_answer_alone() -> None:
    echo = Echo()
    answer = GenerativeReader(echo).answer(QUESTION, [Shown("Lindow", "A port."), Shown("", "A town.")], may_abstain=False)
    assert answer == "“24”\t1"
    assert QUESTION in echo.asked[0]
    assert "Lindow. A port.\nA town." in echo.asked[0]


def test_the_reverse_score_puts_the_passage_before_the_question() -> None:
    scores = ReverseScore(Prefixes()).score("why?", ["short.", "much longer."])
    before = len("Passage: short. Please write a question based on this passage.")
    assert scores.tolist() == [-before, -before - 6]


def test_questions_that_a_scorer_did_not_score_are_not_counted_for_it() -> None:
    hits = [Hit("x", 0.9), Hit("y", 0.1)]
    known = Candidates(Asked("1", "why?", {"y": 1}), hits, {"lengths": np.array([0.0, 9.0], dtype=np.float32)})
    unknown = Candidates(Asked("2", "how?", {"x": 1}), hits, {})
    assert reranked([known, unknown], "lengths", weight=1.0)["ndcg@10"] == [1.0]
    assert reranked([known, unknown], "lengths", weight=0.0)["ndcg@10"] == [pytest.approx(1 / np.log2(3))]


@pytest.mark.slow
def test_the_same_figures_are_drawn_as_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    figures = {"100": {"teacher_s": 0.2, "student_s": 0.01}, "1000": {"teacher_s": 2.0, "student_s": 0.05}}
    for name in ("one.svg", "two.svg"):
        draw_lengths(figures, tmp_path / name, teacher="SmolLM2")
    drawn = (tmp_path / "one.svg").read_bytes()
    assert drawn == (tmp_path / "two.svg").read_bytes()
    assert b"teacher, SmolLM2" in drawn
