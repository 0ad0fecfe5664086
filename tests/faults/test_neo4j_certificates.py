"""A Neo4j server with TLS whose certificate nobody signed: refused with the way out, and reached where it is not checked."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from cckg.core.errors import StoreError
from cckg.settings import Neo4jSettings
from cckg.stores import open_store
from examples.neo4j.server import Server
from tests.servers import own_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that speaks TLS to who asks for it, with a certificate that it signed itself."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    for name in ("trusted", "revoked"):
        (folder / name).mkdir()
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    files = ["-keyout", str(folder / "private.key"), "-out", str(folder / "public.crt")]
    subprocess.run([*made, *files], check=True, capture_output=True)
    with own_server("5.26", settings=tls_settings(folder)) as server:
        yield server


def tls_settings(folder: Path) -> dict[str, str]:
    policy = {"enabled": "true", "base_directory": str(folder), "client_auth": "NONE"}
    return {f"dbms.ssl.policy.bolt.{name}": value for name, value in policy.items()} | {"server.bolt.tls_level": "OPTIONAL"}


@pytest.mark.parametrize("protocol", ["neo4j", "bolt"])
def test_a_certificate_that_is_not_trusted_is_said_and_may_go_unchecked(server: Server, protocol: str) -> None:
    login = Neo4jSettings(username=server.username, password=SecretStr(server.password))
    unchecked = f"{protocol}+ssc://127.0.0.1:{server.port}"
    with pytest.raises(
        StoreError, match=rf"not trusted here \(self-signed certificate\).* name the store as {unchecked.replace('+', '[+]')}\.$"
    ):
        open_store(unchecked.replace("+ssc", "+s"), neo4j=login)
    open_store(unchecked, neo4j=login).close()
