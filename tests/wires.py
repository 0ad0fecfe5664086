"""A wire between cckg and a server, for tests to cut: in mid-write, before a commit, before the answer to a commit, or for good.

Bytes are handed on as they come. Of Bolt, only the beginning of a transaction that reads is recognised, and COMMIT.
"""

import contextlib
import socket
import struct
import threading
from collections.abc import Callable, Iterator

COMMIT = b"\x00\x02\xb0\x12\x00\x00"
"""The message COMMIT as Bolt sends it: one chunk of two bytes, and its end."""

READING = b"\x84mode\x81r"
"""What a transaction that only reads says in its beginning."""


class Wire:
    """Hands bytes on between whoever connects to `port` of this machine and a server on another one."""

    def __init__(self, target: int) -> None:
        """Listen; `target` is the server's port."""
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.cuts = 0
        self.sent = 0
        self._cut_at: int | None = None
        self._refusing = False
        self._refuses_next = False
        self._commits_to_lose = 0
        self._answers_to_lose = 0
        self._of_reading = False
        self._calls: set[_Call] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_after(self, count: int) -> None:
        """Cut all connections once, as soon as so many more bytes have gone to the server."""
        with self._lock:
            self._cut_at = self.sent + count

    def lose_commit(self) -> None:
        """Cut the wire instead of handing on the next COMMIT of a write."""
        self._commits_to_lose = 1

    def lose_answer(self, *, of_reading: bool = False) -> None:
        """Hand the next COMMIT of a write on, and cut the wire instead of handing on its answer; or that of a reading."""
        self._answers_to_lose = 1
        self._of_reading = of_reading

    def refuse_after(self, count: int) -> None:
        """Cut all connections as soon as so many more bytes have gone to the server, and let no other in."""
        self._refuses_next = True
        self.cut_after(count)

    def mend(self) -> None:
        """Let connections in again."""
        self._refusing = False

    def cut(self) -> None:
        """Cut all connections; others may be made at once."""
        with self._lock:
            calls, self._calls = self._calls, set()
        self.cuts += bool(calls)
        for call in calls:
            call.end()

    def close(self) -> None:
        """Cut all connections and stop to listen."""
        self._refusing = True
        with contextlib.suppress(OSError):  # wakes up who waits in accept()
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    # Private

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                client, _ = self._listener.accept()
                if self._refusing:
                    client.close()
                else:
                    self._connect(client)

    def _connect(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self._target))
        except OSError:  # the server is down: so is the wire
            client.close()
            return
        for side in (client, server):
            side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # small messages do not wait for one another
        call = _Call(client, server)
        with self._lock:
            self._calls.add(call)
        for pump in (self._to_server, self._to_client):
            threading.Thread(target=self._pump, args=(pump, call), daemon=True).start()

    def _pump(self, pump: "Callable[[_Call], None]", call: "_Call") -> None:
        with contextlib.suppress(OSError):  # one side hung up, or the wire was cut
            pump(call)
        with self._lock:
            self._calls.discard(call)
        call.end()

    def _to_server(self, call: "_Call") -> None:
        while piece := call.client.recv(65536):
            call.reads = call.reads or READING in piece
            commits = piece.endswith(COMMIT)
            if commits and self._commits_to_lose and not call.reads:
                self._commits_to_lose -= 1
                self.cut()
                return
            if commits and self._answers_to_lose and call.reads == self._of_reading:
                self._answers_to_lose -= 1
                call.is_deaf = True
            call.reads = call.reads and not commits
            with self._lock:
                room = None if self._cut_at is None else self._cut_at - self.sent
                self.sent += len(piece)
            if room is not None and room <= len(piece):
                self._cut_at = None
                self._refusing, self._refuses_next = self._refuses_next, False
                call.server.sendall(piece[:room])
                self.cut()
                return
            call.server.sendall(piece)

    def _to_client(self, call: "_Call") -> None:
        while piece := call.server.recv(65536):
            if call.is_deaf:
                self.cut()
                return
            call.client.sendall(piece)


@contextlib.contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    """Lay a wire to a port, and take it away in the end."""
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.close()


# Private


class _Call:
    """One connection through the wire."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client = client
        self.server = server
        self.reads = False  # the transaction that is under way
        self.is_deaf = False  # the next answer is lost

    def end(self) -> None:
        """Hang up on both sides at once, as a broken wire does: what is under way is lost."""
        for side in (self.client, self.server):
            with contextlib.suppress(OSError):  # it is closed already
                side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                side.shutdown(socket.SHUT_RDWR)
            side.close()
