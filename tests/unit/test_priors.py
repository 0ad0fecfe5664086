"""What a language model says of chunks and quotes before any question: computed once, kept with the document."""

import pytest

from cckg.scoring import CausalInferenceScore, Priors
from ingest import complete_priors
from tests.builders import stored
from tests.unit.test_cis import Echo


def silent(message: str, done: int, total: int | None) -> None:
    del message, done, total


def test_chunks_and_quotes_get_their_prior_once() -> None:
    store, model = stored("the frost -> the famine", "the hail -> the ruin"), Echo()
    scorer = CausalInferenceScore(model, priors=Priors(store))
    texts = complete_priors(store, scorer, progress=silent)
    assert len(model.read) == texts >= 2
    assert complete_priors(store, scorer, progress=silent) == texts
    assert len(model.read) == texts


def test_a_question_takes_the_priors_from_the_store() -> None:
    store, model = stored("the frost -> the famine"), Echo()
    complete_priors(store, CausalInferenceScore(model), progress=silent)
    model.read.clear()
    [(chunk, _)] = store.chunks([store.search_text("frost", k=1)[0].id])
    scorer = CausalInferenceScore(model, priors=Priors(store))
    scorer.score("why frost", [chunk.text, "unknown"])
    scorer.score("why famine", [chunk.text, "unknown"])
    assert [text for prefix, text in model.read if not prefix] == [" unknown"]


def test_a_run_that_fails_keeps_what_was_done_and_goes_on() -> None:
    store, model = stored("the frost -> the famine", "the hail -> the ruin"), Echo()

    class Failing(Echo):
        def log_probabilities(self, texts, *, prefix=""):  # type: ignore[no-untyped-def]
            if any("hail" in text for text in texts):
                raise RuntimeError
            return super().log_probabilities(texts, prefix=prefix)

    with pytest.raises(RuntimeError):
        complete_priors(store, CausalInferenceScore(Failing(), priors=Priors(store)), progress=silent)
    complete_priors(store, CausalInferenceScore(model, priors=Priors(store)), progress=silent)
    assert all("hail" in text or "ruin" in text for _, text in model.read)
