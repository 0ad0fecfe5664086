"""Encoders of texts: the built-in one on ONNX Runtime, and any of sentence-transformers where the extra `torch` is installed.

Both give what sentence-transformers gives for the same weights, up to rounding; either may be made to remember what it encoded. Where
weights come from is left to `cckg.models.weights`, the network to `cckg.models.bert_onnx` and `cckg.models.bert_runtime`.
"""

import importlib
import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cckg.core.errors import NotAvailableError, SettingsError, WeightsError
from cckg.core.trace import Progress
from cckg.core.vectors import Matrix, Vector, stack
from cckg.models.base import Embedder
from cckg.models.bert_onnx import SENTENCE, TOKENS, bert_graph
from cckg.models.bert_runtime import BertRuntime, encodable
from cckg.models.rounding import read_adapters
from cckg.models.weights import DATA, find_weights

if TYPE_CHECKING:
    from tokenizers import Encoding


LOCAL_ENCODERS = {"all-MiniLM-L6-v2": 256}
"""The built-in encoders, and how many tokens each reads of a text, special tokens included: as many as in sentence-transformers."""


BASE = "all-MiniLM-L6-v2"
"""The encoder that small readers are trained over."""

MENTIONS = "mentions"
"""The encoder of event mentions in their contexts: adapters over that one, trained to bring the mentions of one event together."""

_MENTION_TOKENS = 112


def open_embedder(name: str, *, folder: Path | None, offline: bool, threads: int, progress: Progress | None = None) -> Embedder:
    """Open the encoder of a name "provider:model".

    Args:
        name: `local:all-MiniLM-L6-v2`, or `sentence-transformers:NAME`, where NAME is a model of the hub or a folder.
        folder: is searched for weights first; None: only the usual places are.
        offline: download nothing.
        threads: of the encoder; 0 takes one per processor that this process may use.
        progress: is told of a download.

    Raises:
        SettingsError: if no such encoder exists; lists the valid ones.
        NotAvailableError: if sentence-transformers is not installed.
        WeightsError: if the weights cannot be found, fetched or trusted.
    """
    provider, _, model = name.partition(":")
    if provider == "local" and model in LOCAL_ENCODERS:
        weights = find_weights(model, folder=folder, offline=offline, progress=progress)
        return OnnxEmbedder(weights, name=model, max_tokens=LOCAL_ENCODERS[model], threads=threads)
    if provider == "sentence-transformers" and model:
        return SentenceTransformerEmbedder(model, folder=folder, offline=offline, threads=threads)
    valid = ", ".join([*(f"local:{known}" for known in LOCAL_ENCODERS), "sentence-transformers:NAME"])
    raise SettingsError(f"There is no encoder {name!r}. Set models.embedding to one of: {valid}.")


def open_mention_encoder(*, folder: Path | None, offline: bool, threads: int) -> Embedder:
    """Open the encoder of event mentions; arguments and errors as of `open_embedder`. It remembers what it encoded."""
    adapters = DATA / f"{MENTIONS}.safetensors"
    if not adapters.is_file():
        raise WeightsError("The file of the built-in encoder of event mentions is missing. Install cckg anew.")
    weights = find_weights(BASE, folder=folder, offline=offline)
    return RememberingEmbedder(OnnxEmbedder(weights, name=MENTIONS, max_tokens=_MENTION_TOKENS, threads=threads, adapters=adapters))


class OnnxEmbedder:
    """A BERT encoder on ONNX Runtime; implements `Embedder`. A text's vector does not depend on the texts beside it."""

    def __init__(self, weights: Path, *, name: str, max_tokens: int, threads: int, adapters: Path | None = None) -> None:
        """Load the encoder, in about a fifth of a second.

        Args:
            weights: a folder with `model.safetensors`, `config.json` and `tokenizer.json`, trusted.
            name: the fingerprint that stores remember.
            max_tokens: tokens of a text that are read, special tokens included.
            threads: 0 takes one per processor that this process may use.
            adapters: a file of `training.adapters`, with which it is run in whole numbers of eight bits.

        Raises:
            WeightsError: if the files describe something else than a BERT.
        """
        self.name = name
        graph = partial(bert_graph, adapters=read_adapters(adapters)[0], eight_bit=True) if adapters else bert_graph
        self._runtime = BertRuntime(weights, graph, threads=threads)
        self.dimension = self._runtime.hidden
        self._pieces = max_tokens - 2  # word pieces between [CLS] and [SEP]
        self._first, self._last = self._runtime.tokenizer.encode("").ids  # [CLS] and [SEP]

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text; see `Embedder.encode`. What is longer than the window is cut at its end."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for number, _, vector in self._run(texts, output=SENTENCE):
            rows[number] = vector
        return rows

    def encode_tokens(self, texts: Sequence[str]) -> list[tuple[list[str], Matrix]]:
        """Return the words and their vectors; see `Embedder.encode_tokens`.

        A word is a run of word pieces that the tokeniser did not part by spaces or punctuation; what has no letter or digit is left
        out, and so is what lies beyond the window.
        """
        found: list[tuple[list[str], Matrix]] = [([], np.zeros((0, self.dimension), dtype=np.float32))] * len(texts)
        for number, encoding, states in self._run(texts, output=TOKENS):
            count = min(len(encoding.ids), self._pieces)
            found[number] = pool_words(texts[number], encoding.word_ids[:count], encoding.offsets[:count], states[1 : 1 + count])
        return found

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of word pieces of each text, also beyond the window; see `Embedder.count_tokens`."""
        return [len(encoding.ids) for _, encodings in self._tokenise(texts) for encoding in encodings]

    def _tokenise(self, texts: Sequence[str]) -> "Iterator[tuple[int, list[Encoding]]]":
        """Yield slices of the texts, each with its first index: encodings take much more memory than texts."""
        for start in range(0, len(texts), _SLICE):
            chosen = [encodable(text) for text in texts[start : start + _SLICE]]
            yield start, self._runtime.tokenizer.encode_batch(chosen, add_special_tokens=False)

    def _run(self, texts: Sequence[str], *, output: str) -> "Iterator[tuple[int, Encoding, Matrix]]":
        """Yield each text's index, its encoding and its row of the output, in batches of texts of like length."""
        for start, encodings in self._tokenise(texts):
            sequences = [[self._first, *encoding.ids[: self._pieces], self._last] for encoding in encodings]
            for batch, (rows,) in self._runtime.run(sequences, [output]):
                for number, row in zip(batch, rows, strict=True):
                    yield start + number, encodings[number], row


class SentenceTransformerEmbedder:
    """Any model of sentence-transformers; implements `Embedder`. Its weights are as trusted as where the user has them from."""

    def __init__(self, model: str, *, folder: Path | None, offline: bool, threads: int) -> None:
        """Load the model, which takes some seconds.

        Args:
            model: its name on the hub, or a folder.
            folder: is used if it holds a folder of the model's name.
            offline: download nothing.
            threads: 0 leaves torch's own choice.

        Raises:
            NotAvailableError: if sentence-transformers is not installed.
            WeightsError: if the model cannot be found or loaded.
        """
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise NotAvailableError(
                f"The encoder 'sentence-transformers:{model}' needs an extra that is not installed: pip install 'cckg[torch]', "
                "or use the built-in encoder local:all-MiniLM-L6-v2."
            ) from error
        importlib.import_module("transformers.utils.logging").disable_progress_bar()  # the terminal belongs to the command line
        if threads:
            importlib.import_module("torch").set_num_threads(threads)
        own = folder / model if folder else None
        source = str(own) if own and own.is_dir() else model
        try:
            self._model = SentenceTransformer(source, local_files_only=offline)
        except (OSError, ValueError) as error:
            reason = " ".join(str(error).split()).rstrip(".")
            raise WeightsError(
                f"sentence-transformers cannot load {source!r}: {reason}. Check the name, the connection and models.offline, "
                "or put the model into a folder of that name under models.folder."
            ) from error
        self.name = model.removeprefix("sentence-transformers/")  # the hub's own shorthand: the same fingerprint for the same vectors
        self.dimension = int(self.encode([""]).shape[1])

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text; see `Embedder.encode`."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        chosen = [encodable(text) for text in texts]
        vectors = self._model.encode(chosen, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)

    def encode_tokens(self, texts: Sequence[str]) -> list[tuple[list[str], Matrix]]:
        """Return the words and their vectors; see `Embedder.encode_tokens`."""
        chosen = [encodable(text) for text in texts]
        states = self._model.encode(chosen, output_value="token_embeddings", show_progress_bar=False) if chosen else []
        found = []
        for text, vectors in zip(chosen, states, strict=True):
            encoding = self._model.tokenizer(text, truncation=True, max_length=self._model.max_seq_length, return_offsets_mapping=True)
            found.append(pool_words(text, encoding.word_ids(), encoding["offset_mapping"], vectors.cpu().numpy()))
        return found

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text; see `Embedder.count_tokens`."""
        chosen = [encodable(text) for text in texts]
        return [len(ids) for ids in self._model.tokenizer(chosen, add_special_tokens=False)["input_ids"]] if chosen else []


def pool_words(text: str, word_ids: Sequence[int | None], offsets: Sequence[tuple[int, int]], vectors: Matrix) -> tuple[list[str], Matrix]:
    """Average the vectors of the tokens of each word.

    Args:
        text: what was tokenised.
        word_ids: (tokens,) number of the word that a token belongs to; None for special tokens, which are left out.
        offsets: (tokens,) start and end of each token, in characters of the text.
        vectors: (tokens, d) float32.

    Returns:
        The words in the text's own letters, lower-case, and (words, d) float32 unit rows; words without letter or digit are left out.
    """
    words: list[str] = []
    rows: list[npt.NDArray[np.float32]] = []
    for word, run in itertools.groupby(range(len(word_ids)), key=word_ids.__getitem__):
        members = list(run)
        written = text[offsets[members[0]][0] : offsets[members[-1]][1]].lower()
        if word is not None and any(character.isalnum() for character in written):
            words.append(written)
            mean = vectors[members].mean(axis=0)
            rows.append(mean / np.linalg.norm(mean))
    return words, stack(rows, dimension=vectors.shape[1])


class RememberingEmbedder:
    """Encodes each text once; implements `cckg.models.base.Embedder`. When more texts than `most` are remembered, all are forgotten."""

    def __init__(self, embedder: Embedder, *, most: int = 20_000) -> None:
        self.name = embedder.name
        self.dimension = embedder.dimension
        self._embedder = embedder
        self._most = most
        self._known: dict[str, Vector] = {}

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text; see `Embedder.encode`."""
        if len(self._known) > self._most:
            self._known.clear()
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= dict(zip(new, self._embedder.encode(new), strict=True))
        return stack([self._known[text] for text in texts], dimension=self.dimension)

    def encode_tokens(self, texts: Sequence[str]) -> list[tuple[list[str], Matrix]]:
        """Return words and their vectors; see `Embedder.encode_tokens`. Nothing is remembered of them."""
        return self._embedder.encode_tokens(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens each text takes."""
        return self._embedder.count_tokens(texts)


# Private

_SLICE = 1024  # texts that are tokenised at a time
