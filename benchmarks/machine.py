"""What a result file says of where its figures come from: the machine, and the commit that was measured."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def machine_line() -> str:
    """Return cores, memory, system and Python in one line."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{cores} cores, {memory:.0f} GiB, {platform.system()} on {platform.machine()}, Python {platform.python_version()}"


def commit() -> str | None:
    """Return the commit that is measured, with a plus sign where the tree differs from it; None where there is no git."""
    git = shutil.which("git")
    if git is None:
        return None
    told = subprocess.run([git, "describe", "--always", "--dirty=+"], cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout.strip() or None
