"""All traffic with chat models as files, one for each call: recorded once, replayed without a network, byte for byte."""

import json
from dataclasses import asdict
from pathlib import Path

from cckg.core.chat import Kept, Prompt, Usage
from cckg.core.errors import InputError, ModelError, NoUsableReplyError, ReplyError


class Recording:
    """A folder of calls. A file's name is the hash of the call; it holds prompt, reply and usage, and no key or address."""

    def __init__(self, folder: Path, *, replayed: bool) -> None:
        """Use a folder to record to, or, if `replayed`, to read from.

        Raises:
            InputError: if it is to be replayed and is not there.
        """
        if replayed and not folder.is_dir():
            raise InputError(f"There is no recording at {folder}. Record one with CCKG_RECORD={folder}.")
        self._folder = folder
        self.replayed = replayed

    def find(self, key: str, prompt: Prompt) -> Kept:
        """Return what was recorded of a call.

        Raises:
            ReplyError: if it was recorded that no usable reply came, with the reason.
            ModelError: if it is not recorded.
        """
        try:
            found = json.loads(self._file(key).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ModelError(
                f"{self._folder} holds no recording of this call of the prompt {prompt.name!r} ({key}): {_beginning(prompt.user)!r}. "
                f"Record it with CCKG_RECORD={self._folder}."
            ) from None
        except (OSError, ValueError) as error:
            raise ModelError(f"The recording {self._file(key)} cannot be read: {error}.") from error
        if found["reply"] is None:
            if found.get("complaint") is None:
                raise ReplyError(found["reason"])
            raise NoUsableReplyError(model=found["model"], prompt=prompt.name, role=prompt.role, complaint=found["complaint"])
        return Kept(found["reply"], Usage(**found["usage"]))

    def keep(self, key: str, model: str, prompt: Prompt, kept: Kept) -> None:
        """Record a call."""
        self._write(key, {"model": model, "prompt": asdict(prompt), "reply": kept.reply, "usage": asdict(kept.usage)})

    def keep_failure(self, key: str, model: str, prompt: Prompt, error: ReplyError) -> None:
        """Record that no usable reply came to a call."""
        complaint = error.complaint if isinstance(error, NoUsableReplyError) else None
        self._write(key, {"model": model, "prompt": asdict(prompt), "reply": None, "reason": str(error), "complaint": complaint})

    # Private

    def _write(self, key: str, told: dict[str, object]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._file(key)
        unfinished = file.with_suffix(".part")
        unfinished.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        unfinished.replace(file)

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"


# Private

_SHOWN = 80  # characters


def _beginning(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else flat[:_SHOWN] + "…"
