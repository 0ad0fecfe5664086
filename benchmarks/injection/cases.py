"""The corpus: what each attack is after, and its clean twin, which is the same document or question with the attack cut out.

`cases.jsonl` has a line for each document of `corpus/`:

    id, role, kind   whom it attacks, and how
    file             its name in `corpus/`
    cut              the attack: stretches of the text, of the name or of the question, which the clean twin is without
    goal             what success would be; see `benchmarks.injection.goals`
    question         parser: a question into which text of the document was pasted; writer: a question on the document
    wording, other   verifier: a wording of this document, and what it is compared with: a wording of the document `other_file` of
                     `clean/`, or the words of a question where `criterion` is "same core"

The documents of `clean/` attack nobody: they are the graph that no other document may change.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from cckg.core.claims import Document
from cckg.core.roles import Criterion
from ingest.loading import load

Role: TypeAlias = Literal["extractor", "verifier", "parser", "writer"]

ROLES: tuple[Role, ...] = get_args(Role)
HERE = Path(__file__).parent
CORPUS, CLEAN = HERE / "corpus", HERE / "clean"

_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Case:
    """One document that gives orders, and what it wants."""

    id: str
    role: Role
    kind: str
    file: str
    cut: list[str]
    goal: dict[str, str]
    question: str = ""
    wording: str = ""
    other: str = ""
    other_file: str = ""
    criterion: Criterion = "interchangeable"


@dataclass(frozen=True, slots=True)
class Version:
    """A case as it is, or its clean twin."""

    case: Case
    attacked: bool

    @property
    def question(self) -> str:
        """The question."""
        return self._told(self.case.question)

    @property
    def wording(self) -> str:
        """The wording."""
        return self._told(self.case.wording)

    def write(self, folder: Path) -> Path:
        """Write the document under its name into a folder of its own in this one; return where it stands."""
        path = folder / self.case.id / ("attacked" if self.attacked else "clean") / self._told(self.case.file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self._told((CORPUS / self.case.file).read_bytes().decode()).encode())
        return path

    # Private

    def _told(self, text: str) -> str:
        for attack in () if self.attacked else self.case.cut:
            text = text.replace(attack, "")
        return text


def load_cases() -> list[Case]:
    """Return all cases, in the order of the manifest."""
    lines = (HERE / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [Case(**json.loads(line)) for line in lines]


def read(path: Path) -> Document:
    """Return the one document that a file holds.

    Raises:
        UnreadableDocumentError: if it cannot be read.
    """
    (found,) = load(path, max_bytes=_MOST_BYTES)
    if isinstance(found, Document):
        return found
    raise found
