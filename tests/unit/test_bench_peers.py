"""What a scripted model replies to LightRAG and GraphRAG has the form that their prompts ask for, and unknown prompts are no guesswork."""

import json
import urllib.request

import pytest

from benchmarks.peers.graphrag_replies import reply_to_graphrag
from benchmarks.peers.lightrag_replies import reply_to_lightrag
from benchmarks.peers.script import CountingModel, Reply
from benchmarks.peers.texts import Told, found_in
from benchmarks.scripted_model import serving
from tests.recorded.player import REPORTS

TEXT = REPORTS[0].read_text(encoding="utf-8")


def test_entities_stand_in_the_text_and_relations_are_between_those_told() -> None:
    first, missed = found_in(TEXT, Told()), found_in(TEXT, Told(), missed=True)
    assert (len(first.entities), len(first.relations)) == (10, 8)
    assert all(name in TEXT for name in first.names | missed.names)
    assert not first.names & missed.names
    assert all({one, other} <= first.names for one, other, _ in first.relations)


def test_lightrag_is_told_records_of_four_and_five_fields() -> None:
    asked = ("user", f"---Input Text---\n```\n{TEXT}\n```\n\n---Output---\n")
    reply = reply_to_lightrag([("system", "responsible for extracting entities and relationships from"), asked], Told())
    *records, last = [line.split("<|#|>") for line in reply.text.splitlines()]
    assert last == ["<|COMPLETE|>"]
    assert {(record[0], len(record)) for record in records} == {("entity", 4), ("relation", 5)}
    assert reply.names == {record[1] for record in records if record[0] == "entity"}


def test_what_graphrag_is_told_of_a_community_is_json_with_findings() -> None:
    table = "Entities\n\nhuman_readable_id,title,description\n1,ZURICH,A place\n2,TCAS,A device\n"
    reply = reply_to_graphrag([("user", f"Write a comprehensive report of a community\nText:\n{table}\nThe report should include")], Told())
    told = json.loads(reply.text)
    assert (told["title"], len(told["findings"])) == ("ZURICH", 2)


@pytest.mark.parametrize("replies", [reply_to_lightrag, reply_to_graphrag])
def test_a_prompt_of_no_known_kind_is_an_error(replies: object) -> None:
    assert callable(replies)
    with pytest.raises(LookupError):
        replies([("user", "Write a poem.")], Told())


def test_the_server_sends_vectors_and_streams_and_counts_by_kind() -> None:
    model = CountingModel(script=lambda system, user: "", embed=lambda text: [1.0, 0.0], replies=lambda said: Reply("greeting", "hello"))
    with serving(model):
        vectors = _posted(f"{model.url}/v1/embeddings", {"input": ["one", "two"]})
        streamed = _posted(f"{model.url}/v1/chat/completions", {"stream": True, "messages": [{"role": "user", "content": "hi"}]})
    assert [row["embedding"] for row in json.loads(vectors)["data"]] == [[1.0, 0.0], [1.0, 0.0]]
    events = [line.removeprefix("data: ") for line in streamed.splitlines() if line]
    assert json.loads(events[0])["choices"][0]["delta"]["content"] == "hello"
    assert events[-1] == "[DONE]"
    by_kind, embedded = model.take()
    assert (by_kind["greeting"].calls, embedded) == (1, [2])


def _posted(url: str, body: object) -> str:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})  # noqa: S310 - of this machine
    with urllib.request.urlopen(request, timeout=10) as reply:  # noqa: S310
        return str(reply.read().decode())
