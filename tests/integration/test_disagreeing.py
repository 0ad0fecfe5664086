"""Reports that do not agree, and two questions in one, end to end."""

from collections.abc import Iterator

import pytest

from cckg.app import CausalRAG, open_app
from cckg.export import ask_payload
from cckg.settings import load_settings

COST = "How much did the recall cost the dairy?"
TOLD = ("The recall cost the dairy 5.1 million crowns.", "The recall cost the dairy 4.6 million crowns.")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CausalRAG]:
    folder = tmp_path_factory.mktemp("reports")
    (folder / "dairy.md").write_text(
        f"# The recall of the Orlo dairy\n\nIn May the Orlo dairy recalled its butter. {TOLD[0]}\n", encoding="utf-8"
    )
    (folder / "audit.md").write_text(f"# Audit at Orlo\n\nThe auditor visited Orlo in June. {TOLD[1]}\n", encoding="utf-8")
    opened = open_app(load_settings(store=":memory:"), create=True)
    opened.ingest([folder])
    yield opened
    opened.close()


@pytest.mark.parametrize("arbitrated", [False, True])
def test_where_reports_do_not_agree_both_values_are_told_with_their_quotes(app: CausalRAG, *, arbitrated: bool) -> None:
    answer = app.ask(COST, arbitrated=arbitrated)
    assert answer.text.startswith("The documents do not agree: ")
    assert sorted(citation.quote for citation in answer.package.citations) == sorted(TOLD)
    payload = ask_payload(answer)
    assert payload["short_answer"] is None
    assert all(value in payload["answer"] for value in ("5.1 million crowns", "4.6 million crowns"))
    assert bool(answer.arbitration and answer.arbitration.undecided) is arbitrated


def test_of_two_questions_the_first_is_answered_and_a_note_names_the_other(app: CausalRAG) -> None:
    answer = app.ask("When did the auditor visit Orlo, and what did the recall cost the dairy?")
    assert answer.package.citations[0].quote == "The auditor visited Orlo in June."
    (note,) = answer.notes
    assert "Only “When did the auditor visit Orlo?” is answered" in note
    assert "“What did the recall cost the dairy?”" in note
