"""Replies of a causal language model, decoded greedily, and kept in a file, so that a table can be made again without the model.

What it is told, and what its replies mean, is left to `benchmarks.cis.readers`.
"""

import copy
import json
import tempfile
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, Protocol

from openai import OpenAI

from cckg.core.text import content_hash
from cckg.models import CHAT_MODELS
from cckg.scoring.kept import NotKeptError
from cckg.scoring.teacher import cache_argument, open_weights
from examples.chat.server import start
from examples.processes import free_port


class Writer(Protocol):
    """Replies to an instruction and what is asked, in one line."""

    def reply(self, instruction: str, asked: str, *, tokens: int) -> str:
        """Return at most so many tokens, up to the first end of a line, stripped; "" where there are none."""


class KeptReplies:
    """Replies from a file where it can, else by a model; implements `Writer`.

    A line of the file is a hash of the model's name and the prompt, a tab, and the reply as JSON. What a killed run left of a last line is
    not read.
    """

    def __init__(self, name: str, file: Path, opened: Callable[[], Writer] | None) -> None:
        """Take the model's name, the file, which need not exist, and a function that opens the model once it is needed; None: never."""
        self.name = name
        self._file = file
        self._opened = opened
        content = file.read_text(encoding="utf-8") if file.exists() else ""
        self._torn = bool(content) and not content.endswith("\n")
        whole = (line.split("\t", 1) for line in content.split("\n")[:-1] if "\t" in line)
        self._known: dict[str, str] = {key: json.loads(reply) for key, reply in whole if reply.endswith('"')}

    def reply(self, instruction: str, asked: str, *, tokens: int) -> str:
        """Return the reply; see `Writer`.

        Raises:
            NotKeptError: if it is not in the file, and the model cannot be opened.
        """
        key = content_hash(self.name, instruction, asked, str(tokens))
        if key not in self._known:
            self._keep(key, self._writer.reply(instruction, asked, tokens=tokens))
        return self._known[key]

    # Private

    @cached_property
    def _writer(self) -> Writer:
        if self._opened is None:
            raise NotKeptError
        return self._opened()

    def _keep(self, key: str, reply: str) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as lines:
            lines.write("\n" if self._torn else "")
            self._torn = False
            lines.write(f"{key}\t{json.dumps(reply)}\n")
        self._known[key] = reply


class GreedyWriter:
    """Replies by the likeliest token at each place; implements `Writer`. An instruction is read once and shared by all prompts with it."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        """Take a model and its tokenizer, both of transformers."""
        self._model, self._tokenizer = model, tokenizer
        self._heads: dict[str, tuple[list[int], Any]] = {}
        ends = model.generation_config.eos_token_id
        self._ends = {tokenizer.eos_token_id, *(ends if isinstance(ends, list) else [ends])}

    def reply(self, instruction: str, asked: str, *, tokens: int) -> str:
        """Return the reply; see `Writer`."""
        import torch

        written: list[int] = []
        with torch.inference_mode():
            head, past = self._head(instruction)
            given = self._told(instruction, asked)
            if given[: len(head)] == head:
                past, given = copy.deepcopy(past), given[len(head) :]
            else:
                past = None
            while len(written) < tokens:
                seen = self._seen(given, past)
                past, given = seen.past_key_values, [int(seen.logits[0, -1].argmax())]
                written += given
                if given[0] in self._ends or "\n" in self._text(written).lstrip():
                    break
        return self._text(written).strip().split("\n")[0].strip()

    # Private

    def _head(self, instruction: str) -> tuple[list[int], Any]:
        """Return the tokens with which all prompts of an instruction begin, and what the layers make of them; None for no tokens."""
        if instruction not in self._heads:
            pairs = zip(self._told(instruction, ""), self._told(instruction, "The"), strict=False)
            ids = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
            self._heads[instruction] = (ids, self._seen(ids, None).past_key_values if ids else None)
        return self._heads[instruction]

    def _seen(self, ids: Sequence[int], past: Any) -> Any:
        import torch

        given = torch.tensor([list(ids)], device=self._model.device)
        return self._model(given, **{cache_argument(self._model): past}, use_cache=True, logits_to_keep=1)

    def _told(self, instruction: str, asked: str) -> list[int]:
        """Return the token ids of a prompt, in the form in which the model was taught to follow instructions where it has one."""
        if self._tokenizer.chat_template is None:
            text = f"{instruction}\n\n{asked}"
        else:
            turns = [{"role": "system", "content": instruction}, {"role": "user", "content": asked}]
            text = self._tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)
        return [int(token) for token in self._tokenizer(text, add_special_tokens=False).input_ids]

    def _text(self, written: Sequence[int]) -> str:
        return str(self._tokenizer.decode(written, skip_special_tokens=True))


class ServedWriter:
    """Replies by one of `CHAT_MODELS`, which a server on this machine runs as long as this process; implements `Writer`."""

    def __init__(self, model: str) -> None:
        """Start the server; errors as of `examples.chat.server.start`."""
        self._home = tempfile.TemporaryDirectory()
        self._server = start(model, Path(self._home.name), free_port(), slots=1)
        self._client = OpenAI(base_url=self._server.url, api_key="none", timeout=3600)

    def reply(self, instruction: str, asked: str, *, tokens: int) -> str:
        """Return the reply; see `Writer`."""
        told = self._client.chat.completions.create(
            model=self._server.model,
            messages=[{"role": "system", "content": instruction}, {"role": "user", "content": asked}],
            max_tokens=tokens,
            temperature=0,
            stop="\n",
        )
        return (told.choices[0].message.content or "").strip()


def open_writer(name: str) -> Writer:
    """Open a model that writes: one of `CHAT_MODELS` behind a server, in the four bits of its file, or the model in a folder.

    Errors are those of `examples.chat.server.start`, and of `cckg.scoring.teacher.open_weights`.
    """
    return ServedWriter(name) if name in CHAT_MODELS else GreedyWriter(*open_weights(name, precision="bfloat16"))
