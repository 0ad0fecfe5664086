"""Makes a student of the Causal Inference Score out of a user's own graph and documents: questions, the teacher's scores, the training."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from safetensors import SafetensorError, safe_open

from cckg.app import CausalRAG
from cckg.core.errors import InputError
from cckg.core.evidence import Subgraph
from cckg.core.text import distinct_by_key
from cckg.core.trace import Progress
from cckg.evaluation.making import make_questions
from cckg.models import BASE, DATA, HEAD, MANIFEST, STUDENT, find_weights
from cckg.scoring import (
    CausalInferenceScore,
    Distilled,
    KeptLanguageModel,
    Posed,
    distil,
    model_identity,
    require_enough,
    require_language_model,
    triples,
)

SCORES = "scores.txt"
"""In the student's folder: what the teacher said, by hashes; a run that was stopped goes on there."""
_QUOTED = 2  # quotes of a question's own claims that are scored for sure


def tutor(
    app: CausalRAG, *, into: Path, asked: Sequence[str], count: int, size: int, epochs: int, seed: int, progress: Progress
) -> Distilled:
    """Distil a student from the application's graph.

    Args:
        app: its settings name the teacher.
        into: the student's folder.
        asked: questions of the user's own, beside those that are made of claims.
        count: of questions that are made of claims, at most.
        size: pieces of knowledge that are scored for a question.
        epochs: at most.
        seed: the same seed, graph and teacher give the same student on the same machine.
        progress: is told of all stages.

    Raises:
        InputError: if there are too few questions, the teacher cannot score one, or the folder holds other files or another's student.
        NotAvailableError: if the extra `torch` is not installed.
        WeightsError: if the teacher's weights, or the base's, cannot be had.
        ModelError: if the teacher is no causal language model, damaged, or gives no numbers.
    """
    models, chosen = app.settings.models, app.settings.cis
    require_language_model(chosen.teacher)
    name = model_identity(chosen.teacher, precision=chosen.precision)
    _require_own(into, teacher=name)
    graph = app.graph()
    made = make_questions(graph, count=count, seed=seed, progress=progress)
    posed = [*(Posed(question) for question in asked), *(Posed(one.question, one.quotes[:_QUOTED]) for one in made)]
    require_enough([one.question for one in posed])
    base = find_weights(BASE, folder=models.folder, offline=models.offline, progress=progress)
    kept = KeptLanguageModel(name, into / SCORES, lambda: app.roles.readers.language_model(progress=progress))
    teacher = CausalInferenceScore(kept)
    found = list(triples(posed, store=app.store, told=_told(app, graph), teacher=teacher, size=size, progress=progress))
    start = DATA / f"{STUDENT}.safetensors"
    return distil(found, teacher=name, base=base, start=start, into=into, epochs=epochs, progress=progress)


# Private


def _require_own(folder: Path, *, teacher: str) -> None:
    """Refuse a folder that holds something else than a student of this teacher, or what it said for one.

    A student that cannot be read any more is nobody's, and replaced.
    """
    if folder.is_dir() and any(folder.iterdir()) and not any((folder / name).exists() for name in (MANIFEST, SCORES)):
        raise InputError(f"{folder} holds other files. Name a new folder with --into, so that nothing is overwritten.")
    with suppress(OSError, SafetensorError), safe_open(folder / HEAD, "numpy") as content:
        other = (content.metadata() or {}).get("teacher", teacher)
        if other != teacher:
            raise InputError(f"{folder} holds a student of {other}, not of {teacher}. Name a new folder with --into, or remove that one.")


def _told(app: CausalRAG, graph: Subgraph) -> dict[str, tuple[str, ...]]:
    """Return what each chunk tells: what is quoted from it, and itself."""
    quotes = distinct_by_key((claim.chunk, claim.quote.text) for claim in graph.claims)
    updates = (app.store.read_document(document.id) for document in app.documents() if document.status != "failed")
    chunks = chain.from_iterable(update.chunks for update in updates if update)
    return {chunk.id: (*quotes.get(chunk.id, ()), chunk.text) for chunk in chunks}
