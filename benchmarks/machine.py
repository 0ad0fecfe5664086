"""What a result file says of where its figures come from: the machine, the commit, the date."""

import os
import platform
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results"


def cores() -> int | None:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def machine() -> str:
    """Return the machine in one line."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{cores()} cores, {memory:.0f} GiB, {platform.system()} on {platform.machine()}, Python {platform.python_version()}"


def today() -> str:
    """Return the date."""
    return datetime.now(UTC).date().isoformat()


def commit() -> str | None:
    """Return the commit that is measured, with a plus sign where the tree differs from it."""
    git = shutil.which("git")
    if git is None:
        return None
    told = subprocess.run([git, "describe", "--always", "--dirty=+"], cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout.strip() or None
