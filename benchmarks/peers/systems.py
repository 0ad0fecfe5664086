"""The systems that are compared: where each is installed, how it is run, and what the scripted model replies to it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.circumstances import ROOT
from benchmarks.peers.cckg_replies import reply_to_cckg
from benchmarks.peers.graphrag_replies import reply_to_graphrag
from benchmarks.peers.lightrag_replies import reply_to_lightrag
from benchmarks.peers.script import Reply
from benchmarks.peers.texts import Told
from benchmarks.scripted_model import Said
from cckg import __version__

ENVIRONMENTS = ROOT / ".peers"
_HERE = Path(__file__).parent
_TIMEOUT = 1200  # seconds of one job


@dataclass(frozen=True, slots=True)
class System:
    """A system: the packages of its environment, the first of which names its version, and its ways to answer a question.

    `concurrency` is how many calls it has under way at once as it ships; cckg itself needs no environment of its own.
    """

    name: str
    concurrency: int
    modes: Sequence[str]
    replies: Callable[[Said, Told], Reply]
    packages: Sequence[str] = ()

    @property
    def title(self) -> str:
        """Return the name with the version."""
        return f"{self.name} {self.packages[0].split('==')[1] if self.packages else __version__}"

    def install(self) -> None:
        """Make the environment, unless it holds these very packages."""
        home = ENVIRONMENTS / self.name.lower()
        stamp = home / "installed.txt"
        wanted = "\n".join(self.packages)
        if not self.packages or (stamp.exists() and stamp.read_text(encoding="utf-8") == wanted):
            return
        print(f"Installing {', '.join(self.packages)}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
        subprocess.run([str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", *self.packages], check=True)
        stamp.write_text(wanted, encoding="utf-8")

    def run(self, verb: str, job: dict[str, Any]) -> dict[str, Any]:
        """Run a job in a process of its own, in the job's folder, and return what it tells.

        Raises:
            RuntimeError: if it fails; with the end of what it printed.
        """
        environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | _ENVIRON
        if self.packages:
            driver = _HERE / f"drive_{self.name.lower()}.py"
            command = [str(ENVIRONMENTS / self.name.lower() / "bin" / "python"), "-P", str(driver)]
        else:
            command = [sys.executable, "-m", f"{__package__}.drive_{self.name}"]
            environ["PYTHONPATH"] = str(ROOT)
        done = subprocess.run(
            [*command, verb, json.dumps(job)],
            cwd=job["folder"],
            env=environ,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{self.title} {verb}: {done.stderr[-2000:]}")
        told: dict[str, Any] = json.loads(done.stdout.rstrip().rsplit("\n", 1)[-1])
        return told


SYSTEMS = (
    System("cckg", 8, ("",), reply_to_cckg),
    System("LightRAG", 4, ("mix", "hybrid"), reply_to_lightrag, ("lightrag-hku==1.5.7", "openai==3.57.0")),
    System("GraphRAG", 25, ("local", "global"), reply_to_graphrag, ("graphrag==3.3.0",)),
)

# Private

_ENVIRON = {"NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
