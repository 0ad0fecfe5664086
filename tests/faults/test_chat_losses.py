"""Nothing is lost silently: what a broken run keeps, refuses and reports as failed adds up to what a clean run keeps, and the next run
repairs it to the same graph."""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from benchmarks.scripted_model import Fault, Faults, ScriptedModel
from benchmarks.scripted_replies import extract
from tests.chatting import chat_settings, graph_hash, opened, scripted, write_reports
from tests.commandline import called

DOCUMENTS = 60
CLAIMS = 4  # of each report
BROKEN = '{"events": [], "claims": [{"cause_in": 1, "cause": "the'


def unlucky(conversation: str, *, share: float, salt: str) -> bool:
    """Tell whether a conversation belongs to a fixed share of all."""
    return int(sha256((salt + conversation).encode()).hexdigest(), 16) % 1000 < share * 1000


def broken(number: int, conversation: str) -> Fault | None:
    """Break 5 % of the replies, always the same."""
    del number
    return Fault(text=BROKEN) if unlucky(conversation, share=0.05, salt="broken") else None


def empty(number: int, conversation: str) -> Fault | None:
    """Empty 5 % of the replies, always the same."""
    del number
    return Fault(text="") if unlucky(conversation, share=0.05, salt="empty") else None


def limited(number: int, conversation: str) -> Fault | None:
    """Say "slow down" to 180 calls in a row."""
    del conversation
    return Fault(429, body='{"error": {"message": "slow down"}}') if 20 <= number < 200 else None


def all_of_them(number: int, conversation: str) -> Fault | None:
    """Let everything go wrong at once."""
    return limited(number, conversation) or broken(number, conversation) or empty(number, conversation)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_reports(tmp_path / "docs", documents=DOCUMENTS)
    return tmp_path


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The hash of the graph of a run in which nothing goes wrong."""
    folder = tmp_path_factory.mktemp("clean")
    write_reports(folder / "docs", documents=DOCUMENTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with scripted() as server, opened(server) as app:
            report = app.ingest([Path("docs")])
            assert (report.claims_kept, report.claims_refused, report.failures) == (DOCUMENTS * CLAIMS, 0, [])
            return graph_hash(app)


@pytest.mark.parametrize("faults", [broken, empty, limited, all_of_them])
def test_losses_are_reported_and_repaired(here: Path, clean: str, faults: Faults) -> None:
    with scripted(faults=faults) as server:
        with opened(server, concurrency=16, retries=2, repairs=0) as app:
            report = app.ingest([Path("docs")])
            lost = {failure.document for failure in report.failures} | set(report.left)
            assert lost
            assert report.claims_kept + report.claims_refused + CLAIMS * len(lost) == DOCUMENTS * CLAIMS
            assert app.stats().claims == report.claims_kept
        billed = {call.conversation for call in server.answered if call.conversation not in bad_ones(server, faults)}
        server.faults, before = None, len(server.calls)
        with opened(server, concurrency=16) as app:
            again = app.ingest([Path("docs")])
            assert (again.failures, again.left) == ([], [])
            assert graph_hash(app) == clean
        asked = [call.conversation for call in server.calls[before:] if "list what the report" in call.system.lower()]
        assert not billed & set(asked)  # nothing that was read is read again


def bad_ones(server: ScriptedModel, faults: Callable[[int, str], Fault | None]) -> set[str]:
    """Return the conversations whose replies were broken; they were paid, but cannot be kept."""
    return {call.conversation for call in server.answered if (fault := faults(10**6, call.conversation)) and fault.text is not None}


def test_the_status_says_that_something_is_missing(here: Path) -> None:
    with scripted(faults=broken) as server:
        variables = {f"CCKG_CHAT__{key.upper()}": str(value) for key, value in chat_settings(server, repairs=0).items()}
        done = called(["--model", "openai:m", "ingest", "docs"], cwd=here, **variables)
        assert done.status == 3
        said = " ".join(done.out.split())
        assert "nothing of it could be read: " in said
        assert "no usable reply" in said
        server.faults = None
        assert called(["--model", "openai:m", "ingest", "docs"], cwd=here, **variables).status == 0


@pytest.mark.usefixtures("here")
def test_a_document_that_is_read_in_part_says_so_and_is_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_INGEST__CHAT_TOKENS", "700")
    sentences = [f"The failure of pump A{number} led to the closure of line B{number}." for number in range(60)]
    Path("long.txt").write_text("A long report\n\n" + " ".join(sentences), encoding="utf-8")

    def second_chunk(number: int, conversation: str) -> Fault | None:
        del conversation
        return Fault(413, body='{"error": {"message": "too long"}}') if number == 1 else None

    with scripted(faults=second_chunk) as server, opened(server, concurrency=1) as app:
        report = app.ingest([Path("long.txt")])
        failed = [failure.chunk for failure in report.failures]
        assert {failure.document for failure in report.failures} == {"long.txt"}
        [document] = app.documents()
        assert document.status == "incomplete"
        assert document.reason is not None
        assert 0 < len(failed) < document.chunks
        assert failed == list(range(document.chunks - len(failed), document.chunks))
        assert re.match(rf"{len(failed)} of {document.chunks} chunks could not be read \(number", document.reason)
        kept = app.stats().claims
        calls = len(server.calls)
        again = app.ingest([Path("long.txt")])
        read = [call for call in server.calls[calls:] if call.system.startswith("List what")]
        assert (again.updated, again.failures, len(read)) == (1, [], 1)
        assert [document.status for document in app.documents()] == ["done"]
        assert app.stats().claims > kept


def test_a_claim_that_is_not_in_the_text_is_refused_and_counted(here: Path) -> None:
    text = "The failure of pump A1 led to the closure of line B1."
    Path("one.txt").write_text(text, encoding="utf-8")
    invented = extract(f"[1] {text}\n[2] The cat caused the flood.\n")
    with scripted(faults=lambda number, _: Fault(text=invented)) as server, opened(server) as app:
        report = app.ingest([Path("one.txt")])
        assert (report.claims_kept, report.refused) == (1, {"its sides are not in the text word for word": 1})
