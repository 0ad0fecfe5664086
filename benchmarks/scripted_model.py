"""A chat server whose replies are written down beforehand, for tests and benchmarks: it speaks the protocols of OpenAI, Ollama and Gemini.

python -m benchmarks.scripted_model [--latency 0.2]      prints its address, serves until its stdin is closed

What it replies to a prompt is decided by a script, a function from the conversation to text; how it fails, by a plan of faults. Every
request is remembered, so that calls can be counted where they are paid for. GET /report tells them to another process. Where vectors are
scripted too, it answers requests for embeddings, at once and in OpenAI's protocol.
"""

import argparse
import json
import socket
import struct
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, TypeAlias

from cckg.core.text import count_tokens

Script: TypeAlias = Callable[[str, str], str]
"""Returns the reply to a system prompt and what the user said first."""
Said: TypeAlias = list[tuple[str, str]]
"""A conversation: who says what."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong with one call.

    status    the HTTP status; with `headers` and `body`
    text      the reply's text in place of the script's; `finish` is why it ends: stop, length, refusal
    cut       after so many bytes of the body the connection is closed, or reset
    delay     seconds before the reply; `drip` seconds between its parts
    """

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: str | None = None
    text: str | None = None
    finish: str = "stop"
    cut: int | None = None
    reset: bool = False
    delay: float = 0.0
    drip: float = 0.0


Faults: TypeAlias = Callable[[int, str], Fault | None]
"""Returns what goes wrong with the nth request (from 0), given the hash of its conversation."""


@dataclass(slots=True)
class Call:
    """A request as it came in: the hash of its conversation, the prompt's kind, its tokens, and whether it was answered in full."""

    conversation: str
    system: str
    user: str
    at: float
    input_tokens: int
    output_tokens: int
    answered: bool = False


@dataclass(slots=True)
class ScriptedModel:
    """The server's state; a call is in `calls` before the client can have its reply. `models` are those that it names to who asks.

    `embed` makes the vector of a text; how many texts each request for vectors held is kept in `embedded`.
    """

    script: Script
    count: Callable[[str], int] = count_tokens
    faults: Faults | None = None
    latency: float = 0.0
    models: Sequence[str] = ()
    embed: Callable[[str], list[float]] | None = None
    embedded: list[int] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    begun: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    url: str = ""

    def reply(self, said: Said) -> str:
        """Return the reply to a conversation; also where a reply is to be mended, the script is given what was asked first."""
        return self.script(*_asked(said))

    @property
    def answered(self) -> list[Call]:
        """Return the calls that were answered in full, which is what a provider bills."""
        return [call for call in self.calls if call.answered]

    def repeated(self) -> int:
        """Return how many answered calls had been answered before."""
        return len(self.answered) - len({call.conversation for call in self.answered})

    def report(self) -> dict[str, Any]:
        """Return the sums, as GET /report tells them."""
        times = [call.at for call in self.calls] or [0.0]
        kinds = Counter(call.system.split("\n", 1)[0][:40] for call in self.answered)
        return {
            "requests": len(self.calls),
            "answered": len(self.answered),
            "repeated": self.repeated(),
            "input_tokens": sum(call.input_tokens for call in self.answered),
            "output_tokens": sum(call.output_tokens for call in self.answered),
            "kinds": dict(kinds),
            "seconds": max(times) - min(times),
        }


@contextmanager
def serving(model: ScriptedModel, *, port: int = 0) -> Iterator[ScriptedModel]:
    """Serve a scripted model on a port of this machine; 0 takes one that is free. At the end its connections are closed as well."""

    class Handler(_Handler):
        scripted = model

    class Server(_Server):
        held: ClassVar[set[socket.socket]] = set()

    server = Server(("127.0.0.1", port), Handler)
    model.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        server.hang_up()
        thread.join()


# Private


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    held: ClassVar[set[socket.socket]]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember the connection."""
        self.held.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Forget the connection."""
        self.held.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """Close the connections that clients keep open."""
        for connection in list(self.held):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients go away in the middle, and are meant to."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    scripted: ClassVar[ScriptedModel]

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 - the base's name
        """Log nothing."""

    def do_GET(self) -> None:
        """Tell the report, the models' names, and what Ollama's client asks for before it begins."""
        named = {"object": "list", "data": [{"id": name, "object": "model"} for name in self.scripted.models]}
        told = {"/report": self.scripted.report, "/v1/models": lambda: named}.get(self.path, lambda: {"models": []})
        self._send(200, json.dumps(told()).encode())

    def do_POST(self) -> None:
        """Answer a call, or fail as planned."""
        model, at = self.scripted, time.monotonic()
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if model.embed and self.path.endswith("/embeddings"):
            self._send(200, _vectors(body, model))
            return
        speak = next(protocol for part, protocol in _PROTOCOLS.items() if part in self.path)
        if speak.write is _write_openai and body.get("stream"):
            speak = _EVENTS
        said = speak.read(body)
        conversation = sha256(json.dumps(said).encode()).hexdigest()[:16]
        with model.lock:
            number, model.begun = model.begun, model.begun + 1
        fault = (model.faults(number, conversation) if model.faults else None) or Fault()
        system, user = _asked(said)
        text = fault.text if fault.text is not None else model.reply(said)
        tokens = (sum(model.count(text) for _, text in said), model.count(text))
        payload = fault.body.encode() if fault.body is not None else speak.write(text, tokens, fault.finish)
        time.sleep(model.latency + fault.delay)
        call = Call(conversation, system, user, at, *tokens)
        with model.lock:
            model.calls.append(call)
        self._send(fault.status, payload, fault=fault, kind=speak.kind, call=call)

    def _send(
        self, status: int, payload: bytes, *, fault: Fault | None = None, kind: str = "application/json", call: Call | None = None
    ) -> None:
        fault = fault or Fault()
        parts = _parts(payload if fault.cut is None else payload[: fault.cut], slowly=fault.drip > 0)
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(payload)))
            for name, value in fault.headers:
                self.send_header(name, value)
            self.end_headers()
            for number, part in enumerate(parts, 1):
                if call and number == len(parts):
                    call.answered = status == 200 and fault.cut is None
                self.wfile.write(part)
                self.wfile.flush()
                time.sleep(fault.drip)
        except OSError:
            if call:
                call.answered = False
            return
        if fault.reset:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if fault.cut is not None or fault.reset:
            self.close_connection = True
            self.connection.close()


def _asked(said: Said) -> tuple[str, str]:
    """Return the system prompt, and what the user said first."""
    return next((text for role, text in said if role == "system"), ""), next(text for role, text in said if role != "system")


def _vectors(body: dict[str, Any], model: ScriptedModel) -> bytes:
    texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
    rows = [{"object": "embedding", "index": number, "embedding": model.embed(text)} for number, text in enumerate(texts)]
    with model.lock:
        model.embedded.append(len(texts))
    usage = {"prompt_tokens": 0, "total_tokens": 0}
    return json.dumps({"object": "list", "data": rows, "model": "m", "usage": usage}).encode()


def _parts(payload: bytes, *, slowly: bool) -> Sequence[bytes]:
    return [payload[at : at + 200] for at in range(0, len(payload), 200)] if slowly else [payload]


@dataclass(frozen=True, slots=True)
class _Protocol:
    read: Callable[[dict[str, Any]], Said]
    write: Callable[[str, tuple[int, int], str], bytes]
    kind: str = "application/json"


def _read_openai(body: dict[str, Any]) -> Said:
    return [(message["role"], message["content"]) for message in body["messages"]]


def _write_openai(text: str, tokens: tuple[int, int], finish: str) -> bytes:
    refused = finish == "refusal"
    message = {"role": "assistant", "content": None if refused else text, "refusal": text if refused else None}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    choice = {"index": 0, "message": message, "finish_reason": "stop" if refused else finish}
    return json.dumps({"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}).encode()


def _write_events(text: str, tokens: tuple[int, int], finish: str) -> bytes:
    """Write what OpenAI's protocol streams, as one part and an end."""
    head = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    first = {**head, "choices": [{"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}]}
    last = {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}], "usage": usage}
    return "".join(f"data: {part}\n\n" for part in (json.dumps(first), json.dumps(last), "[DONE]")).encode()


def _write_ollama(text: str, tokens: tuple[int, int], finish: str) -> bytes:
    """Write newline-delimited JSON, the text in two parts, as a streaming server does."""
    half = len(text) // 2
    parts: list[dict[str, Any]] = [
        {"model": "m", "created_at": "2026-01-01T00:00:00Z", "message": {"role": "assistant", "content": part}, "done": False}
        for part in (text[:half], text[half:])
    ]
    last = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "length" if finish == "length" else "stop"}
    parts.append(parts[0] | last | {"prompt_eval_count": tokens[0], "eval_count": tokens[1]})
    return "".join(json.dumps(part) + "\n" for part in parts).encode()


def _read_google(body: dict[str, Any]) -> Said:
    system = body.get("systemInstruction") or {"parts": []}
    said = [("system", "".join(part["text"] for part in system["parts"]))]
    return said + [(content["role"], "".join(part["text"] for part in content["parts"])) for content in body["contents"]]


def _write_google(text: str, tokens: tuple[int, int], finish: str) -> bytes:
    reasons = {"stop": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}
    parts = [] if finish == "refusal" else [{"text": text}]
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": reasons[finish], "index": 0}
    usage = {"promptTokenCount": tokens[0], "candidatesTokenCount": tokens[1], "totalTokenCount": sum(tokens)}
    return json.dumps({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m"}).encode()


_PROTOCOLS = {
    "/chat/completions": _Protocol(_read_openai, _write_openai),
    "/api/chat": _Protocol(_read_openai, _write_ollama, "application/x-ndjson"),
    ":generateContent": _Protocol(_read_google, _write_google),
}
_EVENTS = _Protocol(_read_openai, _write_events, "text/event-stream")


def main() -> None:
    """Serve until stdin is closed."""
    from benchmarks.scripted_replies import read_and_compare
    from benchmarks.tokenizer import cl100k

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each reply")
    parser.add_argument("--count", choices=["nearly", "cl100k"], default="nearly", help="how tokens are counted")
    options = parser.parse_args()
    count = cl100k() if options.count == "cl100k" else count_tokens
    with serving(ScriptedModel(read_and_compare, count=count, latency=options.latency)) as model:
        print(model.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
