"""How likely texts are by a causal language model, token by token, alone or after a prefix; run by transformers on a CPU or a GPU.

A text has the same token ids whatever stands before it. The prefix is read once, and what the layers made of it (keys and values) is
shared by all texts; texts of like length are read together. What stands for nothing at all is the model's BOS token, or where it has none
the token that parts documents in its training (EOS); of a model that has neither the first token of a text is never counted.
"""

import copy
import hashlib
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from safetensors import SafetensorError, safe_open

from cckg.core.errors import InputError, ModelError, NotAvailableError, WeightsError
from cckg.core.text import content_hash
from cckg.core.trace import Progress
from cckg.core.vectors import Vector
from cckg.models import CHAT_MODELS, encodable, find_weights

if TYPE_CHECKING:
    import torch

BATCH_TOKENS = {"cpu": 512, "cuda": 16_384}
"""Tokens that are read together: the model gives a number for each word that it knows, at each of them."""

Precision = Literal["float32", "bfloat16"]

ROOM = 4
"""One part in so many of the window is kept for the prefix, so that a long text is parted in the same places with and without one."""


def open_language_model(
    name: str,
    *,
    folder: Path | None = None,
    offline: bool = False,
    device: str | None = None,
    precision: Precision = "float32",
    progress: Progress | None = None,
) -> "CausalLanguageModel":
    """Open a causal language model.

    Args:
        name: one of `cckg.models.weights.CHAT_MODELS` (GGUF weights, which are unpacked), or a folder in the form of transformers.
        folder: the user's own folder of weights.
        offline: fetch nothing.
        device: "cpu" or "cuda"; None takes a GPU where there is one.
        precision: "bfloat16" takes half the memory and, on a processor that has products of it, two fifths of the time; sums of logarithms
            then differ by some hundredths.
        progress: is told of a download.

    Raises:
        NotAvailableError: if the extra `torch` is not installed.
        WeightsError: if the weights cannot be found, fetched or trusted.
        ModelError: if they are no causal language model, damaged or not whole, or there is no such device.
        ValueError: if there is no such precision.
    """
    model, tokenizer = open_weights(name, folder=folder, offline=offline, device=device, precision=precision, progress=progress)
    called = model_identity(name, precision=precision)
    return CausalLanguageModel(called, model, tokenizer, batch_tokens=BATCH_TOKENS.get(model.device.type, BATCH_TOKENS["cpu"]))


def open_weights(
    name: str,
    *,
    folder: Path | None = None,
    offline: bool = False,
    device: str | None = None,
    precision: Precision = "float32",
    progress: Progress | None = None,
) -> tuple[Any, Any]:
    """Open a model and its tokenizer, both of transformers; the model in evaluation mode, on its device.

    Arguments and errors are those of `open_language_model`.
    """
    require_torch()
    import torch
    import transformers

    if precision not in get_args(Precision):
        raise ValueError(f"There is no precision {precision!r}; it is {' or '.join(get_args(Precision))}.")
    require_language_model(name)
    place = find_weights(name, folder=folder, offline=offline, progress=progress) if name in CHAT_MODELS else Path(name)
    packed = next((file.name for file in sorted(place.glob("*.gguf"))), None)
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    silence_transformers()
    options: dict[str, Any] = {"local_files_only": True, **({"gguf_file": packed} if packed else {})}
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(place, **options)
    except _UNREADABLE as error:
        raise ModelError(f"{name} has no tokenizer that can be read. Put its tokenizer.json beside the weights.") from error
    try:
        model, told = transformers.AutoModelForCausalLM.from_pretrained(
            place, dtype=torch.float32, output_loading_info=True, ignore_mismatched_sizes=True, **options
        )
        model = model.to(device, getattr(torch, precision)).eval()
    except _UNREADABLE as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise ModelError(f"{name} cannot be opened as a causal language model: {reason}") from error
    if unread := sorted({*told["missing_keys"], *(key for key, *_ in told["mismatched_keys"])}):  # these would be random numbers
        raise ModelError(f"{name} is no whole causal language model: {len(unread)} tensors, {unread[0]} for one, are missing or misshapen.")
    return model, tokenizer


def require_language_model(name: str) -> None:
    """Refuse what cannot be a causal language model, by its name or by the files of its folder, before anything large is read.

    Raises:
        WeightsError: if it is none that cckg knows, and no folder.
        ModelError: if the folder has no configuration, or a file of its weights is damaged.
    """
    if name in CHAT_MODELS:
        return
    folder = Path(name)
    if not name or not folder.is_dir():
        raise WeightsError(f"{name!r} is no language model that cckg knows ({', '.join(CHAT_MODELS)}), and no folder that can be read.")
    if not (folder / "config.json").is_file() and not any(folder.glob("*.gguf")):
        raise ModelError(f"{name} holds no language model: there is neither a config.json nor a .gguf file in it.")
    for file in sorted(folder.glob("*.safetensors")):
        try:
            with safe_open(file, "numpy"):
                pass
        except (SafetensorError, OSError) as error:
            raise ModelError(f"{file} is damaged, or cannot be read. Put it there anew.") from error


def require_torch() -> None:
    """Refuse to go on without torch and transformers.

    Raises:
        NotAvailableError: if the extra `torch` is not installed.
    """
    if find_spec("torch") is None or find_spec("transformers") is None:
        raise NotAvailableError("A language model that scores texts needs torch: pip install 'cckg[torch]'.")


def silence_transformers() -> None:
    """Keep transformers from saying or drawing anything of its own; its bar for the unpacking of GGUF weights knows no such switch."""
    from transformers import modeling_gguf_pytorch_utils as unpacking
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    if hasattr(unpacking, "tqdm"):
        unpacking.tqdm = logging.tqdm  # the one that has been silenced


def model_identity(name: str, *, precision: Precision) -> str:
    """Return under which name a model's numbers are kept: its own where its weights are pinned, else with a hash of samples of its files.

    Raises:
        WeightsError: if the folder cannot be read.
    """
    rounded = [precision] if precision != "float32" else []
    if name in CHAT_MODELS:
        return " ".join([name, *rounded])
    folder = Path(name)
    try:
        samples = [f"{file.name} {file.stat().st_size} {_sampled(file)}" for file in sorted(folder.iterdir()) if file.is_file()]
    except OSError as error:
        raise WeightsError(f"{name} is no language model that cckg knows, and no folder that can be read: {error.strerror}.") from error
    return " ".join([folder.resolve().name, content_hash(*samples), *rounded])


class CausalLanguageModel:
    """Tells how likely texts are; implements `cckg.models.base.LanguageModel`."""

    def __init__(self, name: str, model: Any, tokenizer: Any, *, batch_tokens: int, window: int | None = None) -> None:
        """Take a model and its tokenizer, both of transformers.

        Args:
            name: under which its numbers are kept.
            model: in evaluation mode, on its device.
            tokenizer: adds no special tokens when told so.
            batch_tokens: the most tokens that are read together.
            window: tokens that it can see at once; None: as its configuration says.
        """
        self.name = name
        self.window = window or int(model.config.max_position_embeddings)
        self.batch_tokens = batch_tokens
        self._model, self._tokenizer = model, tokenizer
        start = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.eos_token_id
        self._start: list[int] = [] if start is None else [int(start)]

    def log_probabilities(self, texts: Sequence[str], *, prefix: str = "") -> list[Vector]:
        """Return for each text the natural logarithms of its tokens' probabilities, each given the prefix and the tokens before it.

        A text longer than the window is read in parts that overlap by half; each token is counted once.

        Returns:
            One float32 vector per text, (tokens,), in order.

        Raises:
            InputError: for a text without a token, or a prefix that takes more than its share of the window.
            ModelError: if the model gives no number for a token, or memory does not suffice for a single text.
        """
        if not texts:
            return []
        rows = [self._ids(text) for text in texts]
        if not all(rows):
            raise InputError("An empty text has no probability. Give one with a word in it.")
        head = self._start + self._ids(prefix)
        room = max(self.window // ROOM, len(self._start))
        if len(head) > room:
            raise InputError(f"The prefix takes {len(head)} tokens, more than {room}, a quarter of what {self.name} sees. Shorten it.")
        found = [np.full(len(row), np.nan, dtype=np.float32) for row in rows]
        parts = sorted(self._parts(rows, longest=self.window - room), key=lambda part: len(part.ids), reverse=True)
        for part, scores in self._scored(parts, head):
            found[part.row][part.begin : part.end] = scores
        if not self._start:
            found = [scores[1:] for scores in found]
        if not all(np.isfinite(scores).all() for scores in found):
            raise ModelError(f"{self.name} gives no probability for some token: its weights are damaged, or its numbers too small.")
        return found

    # Private

    def _ids(self, text: str) -> list[int]:
        return [int(token) for token in self._tokenizer(encodable(text), add_special_tokens=False).input_ids] if text else []

    def _parts(self, rows: Sequence[Sequence[int]], *, longest: int) -> Iterator["_Part"]:
        """Part each row into stretches of at most so many tokens, the later ones with half of them for what stands before."""
        for number, row in enumerate(rows):
            begin = 0
            while begin < len(row):
                seen = max(0, begin - longest // 2) if begin else 0
                end = min(len(row), seen + longest)
                yield _Part(number, begin, end, tuple(row[seen:end]))
                begin = end

    def _scored(self, parts: Sequence["_Part"], head: Sequence[int]) -> Iterator[tuple["_Part", Vector]]:
        """Return each part with the scores of what is counted of it."""
        import torch

        with torch.inference_mode():
            shared = self._read(head[:-1])
            at = 0
            size = 0
            while at < len(parts):
                longest = len(parts[at].ids)
                size = min(size, len(parts) - at) or max(1, min(len(parts) - at, self.batch_tokens // longest))
                try:
                    scores = self._batch(parts[at : at + size], head[-1:], shared)
                except (MemoryError, RuntimeError) as error:  # of which torch has one of its own
                    if not (isinstance(error, MemoryError | torch.OutOfMemoryError) or "memory" in str(error).lower()):
                        raise
                    if size == 1:
                        raise ModelError(f"Memory does not suffice for {self.name} to read {longest} tokens.") from error
                    size //= 2
                    continue
                yield from zip(parts[at : at + size], scores, strict=True)
                at += size
                size = 0

    def _read(self, ids: Sequence[int]) -> Any:
        """Return what the layers make of these tokens, for others to look back at; None for no tokens."""
        import torch

        if not ids:
            return None
        return self._model(torch.tensor([list(ids)], device=self._model.device), use_cache=True, logits_to_keep=1).past_key_values

    def _batch(self, parts: Sequence["_Part"], last: Sequence[int], shared: Any) -> list[Vector]:
        """Score some parts after what is shared and its last token; padding stands to the right, where no token looks."""
        import torch

        longest = max(len(part.ids) for part in parts)
        ids = torch.zeros(len(parts), len(last) + longest, dtype=torch.long)
        for row, part in enumerate(parts):
            ids[row, : len(last) + len(part.ids)] = torch.tensor([*last, *part.ids])
        ids = ids.to(self._model.device)
        past = copy.deepcopy(shared)
        if past is not None and len(parts) > 1:
            past.batch_repeat_interleave(len(parts))
        logits = self._model(ids[:, :-1], **{cache_argument(self._model): past}, use_cache=past is not None).logits
        return [self._counted(logits[row], ids[row], part, len(last)) for row, part in enumerate(parts)]

    def _counted(self, logits: "torch.Tensor", ids: "torch.Tensor", part: "_Part", before: int) -> Vector:
        """Return the log-probabilities of the tokens of one part that are counted."""
        end = before + len(part.ids)
        first = end - (part.end - part.begin)
        known = max(first, 1)  # nothing is known of a token before which there is nothing
        told = logits[known - 1 : end - 1].float()
        scores = told.gather(1, ids[known:end, None])[:, 0] - told.logsumexp(dim=1)
        counted: Vector = np.concatenate([np.full(known - first, np.nan, dtype=np.float32), scores.cpu().numpy()])
        return counted


def cache_argument(model: Any) -> str:
    """Return how a model's `forward` calls the keys and values that it is given: "cache" from transformers 5.24 on."""
    return "cache" if "cache" in inspect.signature(type(model).forward).parameters else "past_key_values"


# Private

_UNREADABLE = (OSError, ValueError, ImportError, RuntimeError, LookupError, TypeError, AttributeError, SafetensorError)
"""What transformers raises for files that are not as they should be."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of a row of tokens: those from `begin` to `end` are counted, `ids` are these and what is seen before them."""

    row: int
    begin: int
    end: int
    ids: tuple[int, ...]


def _sampled(file: Path) -> str:
    """Return a hash of blocks of a file at even distances, the first and the last among them: of a small file all of it is read."""
    size = file.stat().st_size
    digest = hashlib.sha256()
    with file.open("rb") as content:
        for place in sorted({max(0, size - _BLOCK) * number // (_BLOCKS - 1) for number in range(_BLOCKS)}):
            content.seek(place)
            digest.update(content.read(_BLOCK))
    return digest.hexdigest()


_BLOCK, _BLOCKS = 16_384, 256
