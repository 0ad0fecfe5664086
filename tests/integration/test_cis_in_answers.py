"""The Causal Inference Score in answers and in search, by the student that comes with cckg, on a document of the demo corpus."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cckg.app import CausalRAG, open_app
from cckg.core.errors import InputError, NotAvailableError, WeightsError
from cckg.langchain import CckgRetriever
from cckg.settings import load_settings

CORPUS = Path("examples/corpus")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("graph") / "graph.db")
    with open_app(load_settings(store=path), create=True) as app:
        app.ingest([CORPUS / "silver_bridge.md", CORPUS / "dust_bowl.md"])
    return path


@pytest.fixture
def app(store: str) -> Iterator[CausalRAG]:
    with open_app(load_settings(store=store)) as app:
        yield app


@pytest.mark.parametrize(
    "question",
    [
        "Why did the Silver Bridge collapse?",
        "What followed from the collapse of the Silver Bridge?",
        "Would the Silver Bridge have collapsed without the fracture of eyebar 330?",
    ],
)
def test_every_entry_event_has_a_score_and_a_contrast(app: CausalRAG, question: str) -> None:
    entries = app.ask(question).entry_events
    assert entries
    assert all(entry.cis is not None and entry.contrast is not None for entry in entries)


def test_commands_without_a_question_score_as_well(app: CausalRAG) -> None:
    assert all(entry.cis is not None for entry in app.whatif("the Silver Bridge collapsed").entry_events)
    assert all(entry.cis is not None for entry in app.walk("the Silver Bridge collapsed", "causes").entry_events)


def test_search_ranks_what_hybrid_found_anew(app: CausalRAG) -> None:
    hybrid = app.search("Why did the bridge fall?", method="hybrid", k=10)
    found = app.search("Why did the bridge fall?", method="cis", k=10)
    assert {result.id for result in found} == {result.id for result in hybrid}
    assert [result.score for result in found] == sorted((result.score for result in found), reverse=True)
    assert [result.rank for result in found] == list(range(1, len(found) + 1))
    assert app.search("the collapse", method="cis", over="events", k=3)


def test_the_retriever_of_langchain_gives_documents_with_their_place_in_any_thread(app: CausalRAG, store: str) -> None:
    with CckgRetriever(settings=load_settings(store=store), k=2) as retriever:
        documents, other = retriever.batch(["Why did the Silver Bridge collapse?", "dust"])
    assert "dust_bowl" in other[0].metadata["uri"]
    assert [document.metadata["rank"] for document in documents] == [1, 2]
    assert documents[0].metadata["uri"].endswith("silver_bridge.md")
    assert documents[0].page_content == app.search("Why did the Silver Bridge collapse?", method="cis", k=1)[0].text


def test_a_retriever_that_is_closed_says_so(store: str) -> None:
    retriever = CckgRetriever(settings=load_settings(store=store))
    retriever.close()
    retriever.close()
    with pytest.raises(ValueError, match="closed"):
        retriever.invoke("dust")


def test_where_nobody_scores_there_is_no_score_and_no_such_search(store: str) -> None:
    with open_app(load_settings(store=store, cis={"scorer": "off"})) as app:
        assert all(entry.cis is None for entry in app.ask("Why did the Silver Bridge collapse?").entry_events)
        with pytest.raises(NotAvailableError, match=r"cis\.scorer is off"):
            app.search("bridge", method="cis")


def test_a_path_that_does_not_exist_is_told_before_the_teacher_is_opened(tmp_path: Path) -> None:
    settings = load_settings(store=str(tmp_path / "graph.db"), cis={"scorer": "teacher", "teacher": str(tmp_path / "no model")})
    with open_app(settings, create=True) as app, pytest.raises(InputError, match=r"missing\.txt does not exist"):
        app.ingest([tmp_path / "missing.txt"])


def test_a_folder_without_a_student_is_refused(store: str, tmp_path: Path) -> None:
    with open_app(load_settings(store=store, cis={"student": tmp_path})) as app, pytest.raises(WeightsError, match="holds no student"):
        app.ask("Why did the Silver Bridge collapse?")
