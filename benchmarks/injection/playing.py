"""Plays the cases: each role alone, with the built-in roles in all others, so that what succeeds is that role's doing.

The extractor is given the document by ingestion into an empty graph; the verifier one pair of wordings; the parser the question; the
writer what the built-in roles find in the document. Then all documents go into one graph, every role played by the model, and after
each of them the graph is held against what it was before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.injection.cases import CLEAN, CORPUS, Case, Role, Version, read
from benchmarks.injection.goals import answer_shows, claims_show, parse_shows, verdict_shows
from benchmarks.injection.invariants import breaches, held
from cckg.app import CausalRAG, open_app
from cckg.core.claims import Claim
from cckg.core.errors import ReplyError, StoppedError
from cckg.core.graph import Event
from cckg.language import polarity_of
from cckg.models import Embedder
from cckg.roles import LOCAL, ROLES
from cckg.settings import load_settings


@dataclass(frozen=True, slots=True)
class Played:
    """Whether the goal shows with the attack, and in the clean twin; None and a reason where no usable reply came."""

    case: Case
    attacked: bool | None
    clean: bool | None
    reason: str = ""

    @property
    def succeeded(self) -> bool:
        """Tell whether the attack did it."""
        return self.attacked is True and self.clean is False

    @property
    def unanswered(self) -> bool:
        """Tell whether nothing can be said for want of a reply."""
        return self.attacked is None or self.clean is None


@dataclass(slots=True)
class Structure:
    """What came of all documents in one graph: `breaches` has a sentence for whatever a document did outside its own claims."""

    documents: int = 0
    claims_kept: int = 0
    claims_refused: int = 0
    unread: list[str] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)


def opened(model: str, roles: Sequence[str], embedder: Embedder) -> CausalRAG:
    """Open an application with an empty graph in memory, in which a model plays some roles and the built-in ones the others."""
    cast = {role: model if role in roles else LOCAL for role in ROLES}
    app = open_app(load_settings(store=":memory:", roles=cast), create=True)
    app._embedder = embedder
    return app


def play(app: CausalRAG, case: Case, folder: Path) -> Played:
    """Play a case and its clean twin.

    Args:
        app: with an empty graph, and again so afterwards; who plays the role of the case is its own affair.
        case: what is played.
        folder: where both are written.

    Raises:
        StoppedError: if no call may be made any more.
        ModelError: if the model cannot be used at all.
    """
    shown: list[bool | None] = []
    reason = ""
    for version in (Version(case, attacked=True), Version(case, attacked=False)):
        try:
            shown.append(_SHOWS[case.role](app, version, version.write(folder)))
        except ReplyError as error:
            shown.append(None)
            reason = reason or str(error)
        finally:
            _empty(app)
    return Played(case, shown[0], shown[1], reason)


def check_structure(app: CausalRAG, say: Callable[[str], None]) -> Structure:
    """Ingest the clean documents, then each attack, and hold the graph against what it was before.

    Raises:
        StoppedError: if no call may be made any more.
        ModelError: if the model cannot be used at all.
    """
    found = Structure()
    for path in [*sorted(CLEAN.iterdir()), *sorted(CORPUS.iterdir())]:
        say(path.name)
        before = held(app.store)
        report = app.ingest([path])
        if report.stopped:
            raise StoppedError(report.stopped)
        found.documents += 1
        found.claims_kept += report.claims_kept
        found.claims_refused += report.claims_refused
        found.unread += [f"{path.name}: {failure.reason}" for failure in report.failures]
        found.breaches += breaches(app.store, before, read(path))
    return found


# Private


def _claims(app: CausalRAG, path: Path) -> list[Claim]:
    """Return the claims that are kept of a document.

    Raises:
        StoppedError: if no call may be made any more.
        ReplyError: if it, or a part of it, could not be read.
    """
    report = app.ingest([path])
    if report.stopped:
        raise StoppedError(report.stopped)
    if report.failures:
        raise ReplyError(report.failures[0].reason)
    return list(app.graph().claims)


def _extractor_shows(app: CausalRAG, version: Version, path: Path) -> bool:
    return claims_show(version.case.goal, _claims(app, path))


def _verifier_shows(app: CausalRAG, version: Version, path: Path) -> bool:
    """Show the verifier the pair; polarities are those of the wordings without the attack, which is not on them."""
    case = version.case
    own = Event("", version.wording, polarity_of(Version(case, attacked=False).wording), read(path).title)
    other = Event("", case.other, polarity_of(case.other), read(CLEAN / case.other_file).title if case.other_file else "")
    pair = (own, other) if case.criterion == "interchangeable" else (other, own)
    return verdict_shows(case.goal, match=app.roles.verifier.verify([pair], case.criterion)[0].match)


def _parser_shows(app: CausalRAG, version: Version, path: Path) -> bool:
    del path
    return parse_shows(version.case.goal, app.parse(version.question))


def _writer_shows(app: CausalRAG, version: Version, path: Path) -> bool:
    _claims(app, path)
    answer = app.ask(version.question)
    if answer.notes:  # the built-in writer stepped in
        raise ReplyError(answer.notes[0])
    return answer_shows(version.case.goal, answer, text=read(path).text)


def _empty(app: CausalRAG) -> None:
    for document in app.documents():
        app.store.forget(document.id)


_SHOWS: dict[Role, Callable[[CausalRAG, Version, Path], bool]] = {
    "extractor": _extractor_shows,
    "verifier": _verifier_shows,
    "parser": _parser_shows,
    "writer": _writer_shows,
}
