"""Which JDK a Neo4j server is started with, and how its jars are fetched: once, by one process, whole or not at all."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples.neo4j import artifacts
from examples.neo4j.artifacts import VERSIONS, full_version, jars_of, java_for
from examples.processes import ServerError

ROOT = Path(__file__).parents[2]


def program(file: Path, script: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with no JDK and no Maven; what stands in its folder `bin` is found."""
    for tool in ("sh", "sleep", "mkdir", "touch"):
        program(tmp_path / "bin" / tool, f'exec /bin/{tool} "$@"')
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setattr(artifacts, "JDK_FOLDERS", (f"{str(tmp_path).lstrip('/')}/jvm/*",))
    java_for.cache_clear()
    return tmp_path


@pytest.fixture(autouse=True)
def _forget_this_machine() -> Iterator[None]:
    yield
    java_for.cache_clear()


def install_jdk(machine: Path, release: int, folder: str | None = None) -> Path:
    home = machine / "jvm" / (folder or f"jdk-{release}")
    program(home / "bin" / "java", "exit 0")
    program(home / "bin" / "javac", f"echo javac {release}.0.1")
    return home


def install_maven(machine: Path, does: str) -> None:
    """Install a Maven that counts its calls in `calls`, and does so with the folder of the jars in $out."""
    find = 'for word in "$@"; do case $word in -DoutputDirectory=*) out=${word#-DoutputDirectory=};; esac; done'
    program(machine / "bin" / "mvn", f"echo call >> {machine}/calls\n{find}\n{does}")


FETCHES = 'mkdir -p "$out"; touch "$out/neo4j.jar"'


@pytest.mark.parametrize(
    ("here", "version", "taken"),
    [
        ((17, 21, 25), "5.26.16", 21),
        ((17, 25), "5.26.16", 17),
        ((17, 21, 25), "2026.09.0", 25),
        ((21,), "2026.09.0", 21),
        ((8, 11, 17), "5.26.16", 17),
    ],
)
def test_the_newest_jdk_that_fits_is_taken(machine: Path, here: tuple[int, ...], version: str, taken: int) -> None:
    homes = {release: install_jdk(machine, release) for release in here}
    assert java_for(version) == homes[taken] / "bin" / "java"


def test_the_jdk_of_java_home_is_found(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = install_jdk(machine, 21)
    monkeypatch.setattr(artifacts, "JDK_FOLDERS", ())
    monkeypatch.setenv("JAVA_HOME", str(home))
    assert java_for("5.26.16") == home / "bin" / "java"


def test_the_jdk_of_the_path_is_found_through_links(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = install_jdk(machine, 21)
    monkeypatch.setattr(artifacts, "JDK_FOLDERS", ())
    (machine / "bin" / "javac").symlink_to(home / "bin" / "javac")
    assert java_for("5.26.16") == home / "bin" / "java"


def test_without_a_jdk_the_error_says_what_to_install(machine: Path) -> None:
    with pytest.raises(ServerError, match=r"Neo4j 2026\.09\.0 needs a JDK, and there is none on this machine\. Install JDK 21"):
        java_for("2026.09.0")


def test_a_java_without_a_compiler_is_no_jdk(machine: Path) -> None:
    program(machine / "jvm" / "jre" / "bin" / "java", "exit 0")
    with pytest.raises(ServerError, match="there is none"):
        java_for("2026.09.0")


def test_with_none_new_enough_the_error_says_which_are_here(machine: Path) -> None:
    install_jdk(machine, 11)
    install_jdk(machine, 17)
    with pytest.raises(ServerError, match=r"Neo4j 2026\.09\.0 needs JDK 21 or newer; on this machine there is only 11, 17\."):
        java_for("2026.09.0")


def test_without_maven_the_error_says_so(machine: Path) -> None:
    install_jdk(machine, 21)
    with pytest.raises(ServerError, match=r"there is no `mvn` on this machine\. Install Maven"):
        jars_of("5.26.16")


def test_jars_are_fetched_once(machine: Path) -> None:
    install_jdk(machine, 21)
    install_maven(machine, FETCHES)
    for _ in range(2):
        folder = jars_of("5.26.16")
        assert folder == machine / "cache" / "cckg" / "neo4j" / "5.26.16" / "lib"
        assert [file.name for file in folder.iterdir()] == ["neo4j.jar"]
    assert (machine / "calls").read_text() == "call\n"


def test_what_maven_says_is_told_and_nothing_is_left(machine: Path) -> None:
    install_jdk(machine, 21)
    install_maven(machine, f"{FETCHES}\necho '[ERROR] Could not find artifact x. -> [Help 1]'\nexit 1")
    with pytest.raises(ServerError, match=r"could not fetch Neo4j 5\.26\.16: Could not find artifact x\. Check the network"):
        jars_of("5.26.16")
    assert [path.name for path in (machine / "cache" / "cckg" / "neo4j").iterdir()] == ["lock"]


def fetching(version: str) -> "subprocess.Popen[bytes]":
    script = f"from examples.neo4j.artifacts import jars_of; jars_of({version!r})"
    return subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)


def test_two_processes_fetch_once(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(install_jdk(machine, 21)))
    install_maven(machine, f"sleep 0.3; {FETCHES}")
    assert [process.wait() for process in [fetching("5.26.16"), fetching("5.26.16")]] == [0, 0]
    assert (machine / "calls").read_text() == "call\n"


def test_a_fetch_that_was_killed_is_made_again(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(install_jdk(machine, 21)))
    install_maven(machine, 'mkdir -p "$out"; touch "$out/half.jar"; sleep 1')
    process = fetching("5.26.16")
    cache = machine / "cache" / "cckg" / "neo4j"
    deadline = time.monotonic() + 30
    while not list(cache.glob("unfinished-*/lib/half.jar")):
        assert time.monotonic() < deadline
    process.kill()
    process.wait()
    install_maven(machine, FETCHES)
    assert [file.name for file in jars_of("5.26.16").iterdir()] == ["neo4j.jar"]
    assert sorted(path.name for path in cache.iterdir()) == ["5.26.16", "lock"]


def test_short_names_stand_for_the_pinned_versions() -> None:
    assert [full_version(name) for name in (*VERSIONS, "5.26.1")] == [*VERSIONS.values(), "5.26.1"]
