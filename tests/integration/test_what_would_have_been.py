"""Sentences on what would have been, read and asked of through the whole of cckg."""

from collections.abc import Iterator

import pytest

from cckg.app import CausalRAG, open_app
from cckg.settings import load_settings

TEXT = """Fire at the mill

A fire broke out in the mill at night. Had the sprinklers worked, the fire would have been put out within minutes. If the alarm had
been heard sooner, the village would have been cleared in time. Had the relief valve opened, the tank would not have burst. The store
burned because the door was open and the hose was cut.
"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CausalRAG]:
    """Return a graph of one report."""
    folder = tmp_path_factory.mktemp("mill")
    (folder / "mill.txt").write_text(TEXT, encoding="utf-8")
    opened = open_app(load_settings(store=":memory:"), create=True)
    opened.ingest([folder])
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("question", "begins", "necessity"),
    [
        ("Would the tank have burst if the relief valve had opened?", "No.", "necessary"),
        ("Would the fire have been put out if the sprinklers had worked?", "Yes.", "necessary"),
        ("Would the village have been cleared if the alarm had been heard sooner?", "Yes.", "necessary"),
        ("Would the store have burned if the hose had not been cut?", "The documents do not decide", "undetermined"),
    ],
)
def test_a_verdict_rests_on_what_would_have_been(app: CausalRAG, question: str, begins: str, necessity: str) -> None:
    """What did not happen is asked of as well as what did, and each answer quotes the sentence."""
    answer = app.ask(question)
    assert answer.text.startswith(begins)
    assert answer.package.verdict is not None
    assert answer.package.verdict.necessity == necessity
    assert answer.package.citations


def test_what_no_document_tells_of_is_declined(app: CausalRAG) -> None:
    """That the contrary of the effect is known does not answer for a cause that nobody names."""
    assert app.ask("Would the fire have been put out if the moon had been full?").abstained
