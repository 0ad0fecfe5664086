"""Neo4j Browser as a place to look at the graph: its address, and the queries and the style for it, which are `data/browser`.

What is printed, and whether a web browser is opened, is left to `cckg.terminal.cli`.
"""

import re
import socket
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from cckg.core.errors import InputError
from cckg.settings import Settings

AURA = "https://console.neo4j.io"
"""Where Neo4j's own cloud has its Browser, by the name of Query."""


def browser_address(settings: Settings) -> str:
    """Return where the Browser of the store's server usually is, with the login filled in as far as it is no secret.

    On another server than Aura its editor begins with the words that the queries are given, for the user to change.

    Raises:
        InputError: for a store that is no Neo4j database, or whose URL cannot be understood.
    """
    try:
        store = urlsplit(settings.store)
        port = store.port or _BOLT
    except ValueError as error:
        raise InputError(f"{settings.store!r} is no usable address: {error}. Name the store as neo4j://HOST:PORT.") from error
    protocol, _, secure = store.scheme.partition("+")
    if protocol not in ("neo4j", "bolt") or not store.hostname:
        raise InputError(
            f"{settings.store} is no Neo4j database, and Neo4j Browser shows nothing else: copy the graph there with "
            "`cckg copy --to neo4j://HOST:PORT`, or look at it as a page with `cckg export --format html --output graph.html`."
        )
    if store.hostname.endswith(".databases.neo4j.io"):
        return AURA
    host = f"[{store.hostname}]" if ":" in store.hostname else store.hostname
    login = settings.neo4j
    user = f"{quote(login.username, safe='')}@" if login.password else ""
    scheme = f"{protocol}+s" if secure else protocol  # a web page cannot do with +ssc
    asked = {
        "dbms": f"{scheme}://{user}{host}:{port}",
        "db": store.path.strip("/") or login.database,
        "preselectAuthMethod": None if login.password else "NO_AUTH",
        "cmd": "params",
        "arg": "{" + ", ".join(f"{name}: '{words}'" for name, words in example_words().items()) + "}",
    }
    query = urlencode({name: value for name, value in asked.items() if value}, quote_via=quote, safe="/:@")
    moved = max(port - _BOLT, 0)  # a second server on a machine has all its ports moved by as much
    return f"https://{host}:{_HTTPS + moved}/browser/?{query}" if secure else f"http://{host}:{_HTTP + moved}/browser/?{query}"


def browser_answers(address: str) -> bool:
    """Tell whether a server listens at this address; it has two seconds to show."""
    place = urlsplit(address)
    try:
        socket.create_connection((place.hostname or "", place.port or 443), timeout=2).close()
    except OSError:
        return False
    return True


def example_words() -> dict[str, str]:
    """Return every parameter of the queries with words that find something in the demo corpus."""
    return {name: words for text in _contents().values() for name, words in _PARAMETER.findall(text.decode())}


def write_browser_files(folder: Path) -> list[str]:
    """Write the queries and the style into a folder, over what stood there under their names, and return these names in order."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in _contents().items():
        (folder / name).write_bytes(text)
    return list(_contents())


# Private

_BOLT, _HTTP, _HTTPS = 7687, 7474, 7473  # Neo4j's own ports
_PARAMETER = re.compile(r"^// :param (\w+) => '(.*)'$", re.MULTILINE)


def _contents() -> dict[str, bytes]:
    folder = files("cckg.export") / "data" / "browser"
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir(), key=lambda file: file.name)}
