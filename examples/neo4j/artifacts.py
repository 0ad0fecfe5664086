"""What a Neo4j server is made of on this machine: a JDK that fits, and the jars, fetched once by Maven into the user's cache folder.

The versions are pinned here alone. Starting a server is left to `examples.neo4j.server`. Only the standard library is used.
"""

import fcntl
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from examples.processes import ServerError

VERSIONS = {"5.26": "5.26.16", "2026": "2026.09.0"}
"""The Neo4j versions that are tested, by the names that people type."""

HERE = Path(__file__).parent
JDK_FOLDERS = ("usr/lib/jvm/*", "Library/Java/JavaVirtualMachines/*/Contents/Home")
"""Where systems install JDKs, from the root; JAVA_HOME and PATH are looked at as well."""


def full_version(version: str) -> str:
    """Return the pinned version that a short name stands for; any other text is a full version already."""
    return VERSIONS.get(version, version)


@cache
def java_for(version: str) -> Path:
    """Return the `java` of the newest JDK of this machine that runs this version of Neo4j.

    Raises:
        ServerError: if there is no JDK, or none that fits.
    """
    found = sorted(_jdks(), reverse=True)
    if not found:
        raise ServerError(
            f"Neo4j {version} needs a JDK, and there is none on this machine. Install JDK 21, or set JAVA_HOME to the folder of one."
        )
    for release, java in found:
        if _fits(release, version):
            return java
    wanted = "JDK 17 or 21" if _is_5(version) else "JDK 21 or newer"
    here = ", ".join(str(release) for release in sorted({release for release, _ in found}))
    raise ServerError(f"Neo4j {version} needs {wanted}; on this machine there is only {here}. Install one, or set JAVA_HOME to its folder.")


def jars_of(version: str) -> Path:
    """Return the folder with the jars of this full version; the first time, Maven fetches them, which takes about a minute.

    The folder is put in place by one rename once everything is there, and one process fetches at a time: who comes second waits.

    Raises:
        ServerError: if Maven is missing or cannot fetch them.
    """
    cached = cache_folder() / version
    if not cached.exists():
        cached.parent.mkdir(parents=True, exist_ok=True)
        with (cached.parent / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not cached.exists():
                _fetch(version, cached)
    return cached / "lib"


def cache_folder() -> Path:
    """Return the folder that keeps the jars of every version."""
    user = os.environ.get("XDG_CACHE_HOME")
    return (Path(user) if user else Path.home() / ".cache") / "cckg" / "neo4j"


# Private


def _is_5(version: str) -> bool:
    return version.startswith("5.")


def _fits(release: int, version: str) -> bool:
    return release in (17, 21) if _is_5(version) else release >= 21


def _jdks() -> Iterator[tuple[int, Path]]:
    """Yield the release and the `java` of every JDK: that of JAVA_HOME, of PATH, and those where systems install them."""
    homes = [Path(os.environ["JAVA_HOME"])] if os.environ.get("JAVA_HOME") else []
    if compiler := shutil.which("javac"):
        homes.append(Path(compiler).resolve().parents[1])
    homes += [home for pattern in JDK_FOLDERS for home in Path("/").glob(pattern)]
    for home in sorted({home.resolve() for home in homes if (home / "bin" / "javac").exists() and (home / "bin" / "java").exists()}):
        said = subprocess.run([home / "bin" / "javac", "-version"], capture_output=True, text=True, check=False)  # noqa: S603
        if release := re.search(r"^javac (\d+)", said.stdout, re.MULTILINE):
            yield int(release[1]), home / "bin" / "java"


def _fetch(version: str, cached: Path) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise ServerError(
            f"Maven is needed to fetch Neo4j {version}, and there is no `mvn` on this machine. Install Maven (apt install maven)."
        )
    for left in cached.parent.glob("unfinished-*"):  # by who was killed while fetching, for we hold the lock; its Maven may still write
        shutil.rmtree(left, ignore_errors=True)
    unfinished = Path(tempfile.mkdtemp(prefix="unfinished-", dir=cached.parent))
    command = [maven, "--batch-mode", "--quiet", "-Dstyle.color=never", f"--file={HERE / 'pom.xml'}", f"-Dneo4j.version={version}"]
    command += ["-DincludeScope=runtime", f"-DoutputDirectory={unfinished / 'lib'}", "dependency:copy-dependencies"]
    environment = {**os.environ, "JAVA_HOME": str(java_for(version).parents[1])}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=environment)  # noqa: S603
    if done.returncode:
        shutil.rmtree(unfinished)
        error = re.search(r"^\[ERROR\] (.+?)( -> \[Help 1\])?$", done.stdout, re.MULTILINE)
        said = error[1] if error else done.stdout[-500:]
        raise ServerError(f"Maven could not fetch Neo4j {version}: {said} Check the network and Maven's settings.xml, then try again.")
    unfinished.chmod(0o755)
    unfinished.rename(cached)
