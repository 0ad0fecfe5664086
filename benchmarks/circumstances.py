"""On what machine, at what commit and on which day something was measured: what every result file says of itself."""

import os
import platform
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results"


def circumstances() -> dict[str, str]:
    """Return the date, the commit, with a plus sign where the tree differs from it, and the machine."""
    return {"date": datetime.now(UTC).date().isoformat(), "commit": _commit(), "machine": _machine()}


# Private


def _machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{cores} cores, {memory:.0f} GiB, {platform.system()} on {platform.machine()}, Python {platform.python_version()}"


def _commit() -> str:
    git = shutil.which("git")
    if git is None:
        return ""
    told = subprocess.run([git, "describe", "--always", "--dirty=+"], cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout.strip()
