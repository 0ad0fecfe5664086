"""The small readers that the built-in roles carry: an encoder with adapters and heads that were trained for one task (`training/`).

What is shipped of a reader is a file of some megabytes in `data/`: the adapters in half precision, the names of its classes and tags, and
that of its base, which is the built-in encoder unless it says otherwise.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, partial
from pathlib import Path

import numpy as np

from cckg.core.errors import WeightsError
from cckg.core.trace import Progress
from cckg.core.vectors import Matrix
from cckg.models.base import ReadText, TaggedText
from cckg.models.bert_onnx import CLASSES, TAGS, reader_graph
from cckg.models.bert_runtime import BertRuntime, encodable
from cckg.models.downloads import PinnedFile
from cckg.models.encoders import BASE
from cckg.models.rounding import read_adapters
from cckg.models.weights import DATA, MPNET_COREFERENCE, PinnedModel, find_weights

COREFERENCE = "coreference"
"""The reader that tells what two mentions of events are to each other, in their contexts."""

READERS = {"extractor": "claims", "parser": "questions"}
"""The reader that the built-in form of a role carries."""

STRONG = {"extractor": "claims-strong"}
"""Readers on a larger base, of the roles that have one."""

KEPT_WHOLE = {"all-mpnet-base-v2": "all-mpnet-base-v2-eight-bit"}
"""Bases that are kept in whole numbers for those, and what they are called then."""

WITH_ADAPTERS = {COREFERENCE: MPNET_COREFERENCE.name}
"""Readers whose adapters are added to a base of their own, for most of what is read is read by them: a quarter faster."""

COREFERENCE_SMALL = "coreference-small"
"""What that one taught a reader on the built-in encoder."""

EVENT_READERS = {"strong": COREFERENCE, "small": COREFERENCE_SMALL}
"""By what `models.identity` says."""

SMALLER = {COREFERENCE: 'models.identity = "small"', "claims-strong": 'models.reader = "small"'}
"""Readers on a larger base that must be fetched, and the setting that does without it."""

EIGHT_BIT = {"claims", "claims-strong", COREFERENCE, COREFERENCE_SMALL}
"""Readers whose base is run in whole numbers of eight bits: they read all that is ingested, and tell nearly the same in half the time."""

ENTAILMENT = "entailment"
"""The reader that checks what a chat model writes against its quotes; a built-in writer states nothing else than they do."""

STUDENT = "student"
"""The reader that learned the Causal Inference Score from a language model (`cckg.scoring.cis`)."""

NEEDED = "needed"
"""The reader that learned, beside that score, whether a passage is needed to answer a question, which its class of that name tells."""

MANIFEST, HEAD = "student.json", "head.safetensors"
"""Of a student's folder: what its files are, as [name, bytes, sha256]; and the tensors of its head, with its notes."""

_MOST_PIECES = 256


def reader_of(role: str, size: str) -> str:
    """Return the name of the reader that a role carries, "small" or "strong"; roles without a strong one carry the small one."""
    return STRONG.get(role, READERS[role]) if size == "strong" else READERS[role]


@cache
def signature_of(name: str, *besides: str) -> str:
    """Return the name of a reader with a digest of its file, and of those besides, under which its readings are kept.

    After another training they are others.
    """
    digest = hashlib.sha256(b"".join((DATA / f"{one}.safetensors").read_bytes() for one in (name, *besides)))
    return f"{name}-{digest.hexdigest()[:8]}"


def open_reader(name: str, *, folder: Path | None, offline: bool, threads: int, progress: Progress | None = None) -> "Reader":
    """Open a reader that is shipped, such as one of `READERS`; arguments and errors as of `cckg.models.encoders.open_embedder`."""
    from safetensors import safe_open

    adapters = DATA / f"{name}.safetensors"
    if not adapters.is_file():
        raise WeightsError(f"The file of the built-in reader of {name} is missing. Install cckg anew.")
    with safe_open(adapters, "numpy") as content:
        base = content.metadata().get("base", BASE)
    base = WITH_ADAPTERS.get(name, KEPT_WHOLE.get(base, base)) if name in EIGHT_BIT else base
    try:
        weights = find_weights(base, folder=folder, offline=offline, progress=progress)
    except WeightsError as error:
        offer = f" Or set {SMALLER[name]}: a smaller reader, less exact, that needs no further model." if name in SMALLER else ""
        raise WeightsError(f"The built-in reader of {name} needs the model {base}, whatever models.embedding is. {error}{offer}") from error
    return Reader(weights, adapters, threads=threads, eight_bit=name in EIGHT_BIT, heads_only=name in WITH_ADAPTERS)


def open_distilled(folder: Path, *, threads: int) -> "Reader":
    """Open a student that `cckg distil` wrote to a folder.

    Raises:
        WeightsError: if there is none, or its files are not those that were written.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        files = tuple(PinnedFile(str(name), size=int(size), sha256=str(sha256)) for name, size, sha256 in manifest["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WeightsError(f"{folder} holds no student: {error}. Let `cckg distil` write one there, or set cis.student to one.") from error
    if missing := [file.name for file in files if not (folder / file.name).is_file()]:
        raise WeightsError(f"{folder} holds no whole student: {', '.join(missing)} is missing. Let `cckg distil` write it anew.")
    pins = {STUDENT: PinnedModel(STUDENT, files, sources=())}
    return Reader(find_weights(STUDENT, folder=folder, offline=True, pins=pins), folder / HEAD, threads=threads)


class Reader:
    """Tells what a text is, or a pair, and what each word piece is; implements `Tagger`, `TokenReader`, `Comparer`, `Rater`."""

    def __init__(self, weights: Path, adapters: Path, *, threads: int, eight_bit: bool = False, heads_only: bool = False) -> None:
        """Open a reader, whose network is loaded when it first reads.

        Args:
            weights: a folder with the base, trusted.
            adapters: a file of `training.adapters`.
            threads: 0 takes one per processor that this process may use.
            eight_bit: whether the base is run in whole numbers; see `cckg.models.onnx_graph.Graph.linear`.
            heads_only: whether the adapters are in the base already.
        """
        tensors, notes = read_adapters(adapters)
        self.notes: Mapping[str, str] = notes
        self._tensors = {name: tensor for name, tensor in tensors.items() if not (heads_only and ".lora_" in name)}
        self.classes: tuple[str, ...] = tuple(json.loads(self.notes["classes"]))
        self.tags: tuple[str, ...] = tuple(json.loads(self.notes["tags"]))
        self._weights, self._threads, self._eight_bit = weights, threads, eight_bit

    def tag(self, texts: Sequence[str]) -> list[TaggedText]:
        """Return what each text is and what each of its tokens is; see `Tagger`."""
        return [TaggedText(one.classes, _softmax(one.numbers), one.offsets) for one in self._read(texts, ())]

    def read(self, texts: Sequence[str], *, sign: str) -> list[ReadText]:
        """Return what the heads give for each text; see `TokenReader`."""
        return self._read(texts, self._runtime.tokenizer.encode(sign, add_special_tokens=False).ids)

    def compare(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return what two texts are to each other, (pairs, classes); see `Comparer`."""
        return _softmax(self.rate(pairs))

    def rate(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return what the head gives for two texts, as it is, (pairs, classes); see `Rater`."""
        encodings = self._runtime.tokenizer.encode_batch([(encodable(left), encodable(right)) for left, right in pairs])
        given = np.zeros((len(pairs), len(self.classes)), dtype=np.float32)
        for batch, (classes,) in self._runtime.run([encoding.ids for encoding in encodings], [CLASSES]):
            given[batch] = classes
        return given

    # Private

    @cached_property
    def _runtime(self) -> BertRuntime:
        graph = partial(reader_graph, adapters=self._tensors, eight_bit=self._eight_bit)
        return BertRuntime(self._weights, graph, threads=self._threads, most_pieces=_MOST_PIECES)

    def _read(self, texts: Sequence[str], signs: Sequence[int]) -> list[ReadText]:
        """Read texts with some tokens in front of each; these and the special tokens are left out of what is returned."""
        encodings = self._runtime.tokenizer.encode_batch([encodable(text) for text in texts])
        found: dict[int, ReadText] = {}
        sequences = [[encoding.ids[0], *signs, *encoding.ids[1:]] for encoding in encodings]
        first = 1 + len(signs)
        for batch, (classes, numbers) in self._runtime.run(sequences, [CLASSES, TAGS]):
            for row, number in enumerate(batch):
                last = len(sequences[number]) - 1  # the special token behind
                offsets = tuple(encodings[number].offsets[1:-1])
                found[number] = ReadText(_softmax(classes[row]), numbers[row, first:last], offsets)
        return [found[number] for number in range(len(texts))]


# Private


def _softmax(logits: Matrix) -> Matrix:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Matrix = powers / powers.sum(axis=-1, keepdims=True)
    return shares
