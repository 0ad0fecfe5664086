"""What `cckg doctor` looks at; nothing is changed, and nothing is fetched unless that is asked for."""

import importlib.util
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import cckg
from cckg.core.errors import CckgError, NoGraphError

if TYPE_CHECKING:
    from cckg.core.trace import Progress
    from cckg.export import Payload
    from cckg.models import Embedder
    from cckg.roles import ChatModels
    from cckg.settings import Neo4jSettings, Settings
    from cckg.stores import GraphStore

State = Literal["ok", "warning", "broken"]

PYTHON_FROM, PYTHON_BEFORE = (3, 11), (3, 14)
PACKAGES = ("ingest", "queries", "prompts")
SPACE_MB = 200
"""A disk with less than this is warned of: a graph of a few thousand pages takes about that."""
SEARCHED_EVENTS = 500_000
"""A SQLite file with more events than this is warned of: see "How far it goes" in docs/explanation/stores.md."""

MOST_DIFFERENCES = 5
"""Differences between graph and ledger that are told, at most."""


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, how it stands, what was found, and what to do next, if anything."""

    name: str
    state: State
    found: str
    next: str = ""


def all_checks(read_settings: "Callable[[], Settings]", *, download: bool, progress: "Progress") -> list[Check]:
    """Run every check that can be run; settings that cannot be read leave out those that need them."""
    checks = [check_python(), *(check_package(name) for name in PACKAGES)]
    try:
        settings = read_settings()
    except CckgError as error:
        return [*checks, Check("settings", "broken", str(error))]
    checks.append(Check("settings", "ok", "cckg.toml" if Path("cckg.toml").exists() else "defaults; `cckg init` writes a file to change"))
    from cckg.roles import decider_of

    weights, embedder = check_weights(settings, download=download, progress=progress)
    checks += [
        check_space(store_path(settings.store)),
        weights,
        *check_store(settings.store, embedder, neo4j=settings.neo4j, decider=decider_of(settings)),
    ]
    return [*checks, *check_scorer(settings, download=download, progress=progress), *check_models(settings)]


def checks_payload(checks: Sequence[Check]) -> "Payload":
    """What `doctor` found.

    `{"checks":[{"name","state":"ok"|"warning"|"broken","found","next"}]}`.
    """
    return {"checks": [asdict(check) for check in checks]}


def check_python() -> Check:
    """Tell whether this Python is one that cckg is tested with."""
    found = ".".join(map(str, sys.version_info[:3]))
    if PYTHON_FROM <= sys.version_info[:2] < PYTHON_BEFORE:
        return Check("python", "ok", found)
    return Check("python", "broken", found, "Install cckg with Python 3.11, 3.12 or 3.13.")


def check_package(name: str) -> Check:
    """Tell whether one of our inner packages is ours: the names are generic, and another project may stand before them."""
    ours = Path(cckg.__file__).parent.parent / name
    spec = importlib.util.find_spec(name)
    found = str(Path(spec.origin).parent) if spec and spec.origin else "not found"
    if found == str(ours):
        return Check(f"package {name}", "ok", found)
    return Check(
        f"package {name}", "broken", found, "Install cckg in an environment of its own: in its clone, make install, or pipx install ."
    )


def check_space(path: Path | None) -> Check:
    """Tell whether the disk of the store has room."""
    folder = (path or Path.cwd()).absolute().parent
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free // 1_000_000
    found = f"{free} MB free at {folder}"
    return Check("disk", "ok", found) if free >= SPACE_MB else Check("disk", "warning", found, "Free some space, or name another --store.")


def check_weights(settings: "Settings", *, download: bool, progress: "Progress") -> "tuple[Check, Embedder | None]":
    """Tell whether the encoder can be loaded, and the small readers where they are needed, and return the encoder."""
    from cckg.models import ENTAILMENT, EVENT_READERS, NEEDED, READERS, STUDENT, open_embedder, open_reader, reader_of
    from cckg.roles import LOCAL, model_of

    models = settings.models
    offline = models.offline or not download
    try:
        embedder = open_embedder(models.embedding, folder=models.folder, offline=offline, threads=models.threads, progress=progress)
        needed = [reader_of(role, models.reader) for role in READERS if model_of(settings, role) == LOCAL]
        needed += [EVENT_READERS[models.identity]] if model_of(settings, "verifier") == LOCAL else []
        if settings.cis.scorer == "student":
            needed += [NEEDED] if settings.cis.student else [NEEDED, STUDENT]
        for name in needed if model_of(settings, "writer") == LOCAL else [*needed, ENTAILMENT]:
            reader = open_reader(name, folder=models.folder, offline=offline, threads=models.threads, progress=progress)
            reader.compare([("The pump failed.", "The mine was flooded.")])  # its network is loaded when it first reads
    except CckgError as error:
        if offline and not models.offline and models.folder is None:
            return Check(
                "weights", "warning", str(error), "Run `cckg doctor --download`; otherwise the first command that needs them does."
            ), None
        return Check("weights", "broken", str(error)), None
    return Check("weights", "ok", f"{models.embedding}, {embedder.dimension} dimensions"), embedder


def check_scorer(settings: "Settings", *, download: bool, progress: "Progress") -> list[Check]:
    """Tell whether who scores knowledge can be had; nothing where that is the student that comes with cckg, or nobody."""
    chosen, models = settings.cis, settings.models
    try:
        if chosen.scorer == "student" and chosen.student:
            from cckg.models import open_distilled

            return [Check("scorer", "ok", f"student of {open_distilled(chosen.student, threads=models.threads).notes['teacher']}")]
        if chosen.scorer == "teacher":
            from cckg.models import CHAT_MODELS, find_weights
            from cckg.scoring import model_identity, require_language_model, require_torch

            require_language_model(chosen.teacher)
            require_torch()
            if chosen.teacher in CHAT_MODELS:
                find_weights(chosen.teacher, folder=models.folder, offline=models.offline or not download, progress=progress)
            return [Check("scorer", "ok", model_identity(chosen.teacher, precision=chosen.precision))]
    except CckgError as error:
        other = "set cis.scorer to student" if chosen.scorer == "teacher" else "leave cis.student unset"
        return [Check("scorer", "broken", str(error), f"Mend it, or {other} to have the student that comes with cckg.")]
    return []


def check_store(url: str, embedder: "Embedder | None", *, neo4j: "Neo4jSettings | None" = None, decider: str | None = None) -> list[Check]:
    """Tell whether the store opens, is whole, is not too large for its kind, and was built with this encoder; and who decided identity."""
    from cckg.stores import open_store

    try:
        with closing(open_store(url, create=False, neo4j=neo4j)) as store:
            return [*_contents(store), *_fingerprint(store, embedder), *_identity(store, decider)]
    except NoGraphError:
        return [Check("store", "warning", f"no graph at {url} yet", "Run `cckg ingest PATH…`.")]
    except CckgError as error:
        return [Check("store", "broken", str(error))]


def check_models(settings: "Settings") -> list[Check]:
    """Try each configured chat model with one tiny call, and say what it cost; the built-in roles need none."""
    from cckg.roles import LOCAL, ROLES, ChatModels, model_of

    roles: dict[str, list[str]] = {}
    for role in ROLES:
        roles.setdefault(model_of(settings, role), []).append(role)
    found = [Check("roles", "ok", "; ".join(f"{name}: {', '.join(played)}" for name, played in roles.items()))]
    tried = settings.model_copy(update={"chat": settings.chat.model_copy(update={"answers": None, "retries": 1})})
    return found + [_check_model(ChatModels(tried), name) for name in roles if name != LOCAL]


def store_path(url: str) -> Path | None:
    """Return the file of a store, or None if it is not kept in one."""
    path = url.removeprefix("sqlite:")
    return None if ":" in path[2:] or path.startswith(":") else Path(path).expanduser()


# Private


def _check_model(models: "ChatModels", name: str) -> Check:
    from cckg.models.chat import try_model
    from cckg.terminal.render import usage_text

    try:
        chat = models.connected(name)
        usage = try_model(chat)
    except CckgError as error:
        return Check(f"model {name}", "broken", str(error))
    found = f"answered; {usage_text(usage)}"
    if doubt := chat.doubt():
        return Check(f"model {name}", "warning", f"{found}. {doubt}", "Name one of them under [roles] in cckg.toml, or with --model.")
    return Check(f"model {name}", "ok", found)


def _contents(store: "GraphStore") -> list[Check]:
    wrong = store.check()
    if wrong:
        return [Check("store", "broken", " ".join(wrong), "Put a copy back, or ingest the documents into a new --store.")]
    stats = store.stats()
    checks = [
        Check("store", "ok", f"{store.url}: {stats.documents} documents, {stats.events} events, {stats.edges} edges"),
        *_ledger(store),
    ]
    if stats.events > SEARCHED_EVENTS and store.url.startswith("sqlite:"):
        found = f"{stats.events} events; from {SEARCHED_EVENTS} on, SQLite is slow to start and to search"
        checks.append(Check("size", "warning", found, "Bring the graph to a Neo4j server: `cckg copy --to neo4j://HOST`."))
    return checks


def _ledger(store: "GraphStore") -> list[Check]:
    """Tell whether the graph is what its ledger says; nothing where no reader has decided, or that is to be done anew."""
    if store.decided_by() is None or not store.is_settled():
        return []
    try:
        from ingest import replay
    except ImportError:  # another package stands before one of ours, which has a check of its own
        return []
    found = replay(store)
    if not found.differences:
        return [Check("ledger", "ok", f"graph = ledger replayed ({found.mentions} mentions, {found.events} events)")]
    more = f" And {len(found.differences) - MOST_DIFFERENCES} more." if len(found.differences) > MOST_DIFFERENCES else ""
    told = f"the graph is not its ledger replayed: {' '.join(found.differences[:MOST_DIFFERENCES])}{more}"
    return [Check("ledger", "broken", told, "Run `cckg upgrade`, which decides it anew, or put a copy back.")]


def _fingerprint(store: "GraphStore", embedder: "Embedder | None") -> list[Check]:
    built = store.fingerprint()
    if built is None or embedder is None:
        return []
    found = f"built with {built.embedding}, {built.dimension} dimensions"
    if (built.embedding, built.dimension) == (embedder.name, embedder.dimension):
        return [Check("fingerprint", "ok", found)]
    return [
        Check(
            "fingerprint", "broken", f"{found}; configured is {embedder.name}", "Set models.embedding back, or ingest into a new --store."
        )
    ]


def _identity(store: "GraphStore", decider: str | None) -> list[Check]:
    """Tell who decided which mentions are one event, and whether that is done, and by who decides now."""
    lines = store.merges()
    if not lines:
        return []
    decided_by, bare = store.decided_by(), sum(line.context is None for line in lines)
    found = f"decided by {decided_by or 'rules or a chat model, one by one'}"
    if not store.is_settled():
        return [Check("identity", "warning", f"{found}; to be decided anew", "Run `cckg upgrade`; `cckg ingest` and questions do it too.")]
    if decider and (bare or decided_by != decider):
        without = f"; {bare} of {len(lines)} mentions have no context" if bare else ""
        return [Check("identity", "warning", f"{found}; configured is {decider}{without}", "Run `cckg upgrade`.")]
    return [Check("identity", "ok", found)]
