"""A graph with everything in it, what a store holds, and ways to meddle with a copy that is being made."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

from cckg.core.graph import Entity
from cckg.stores import CopyReport, GraphStore, copy_graph
from tests.builders import graph_update

Pair = tuple[GraphStore, GraphStore]
Hook = Callable[[str], None]

TIME = "2026-01-02T00:00:00+00:00"
HOSTILE = '"it\'s" `back` \\u0041 $x {a: 1}\r\n–☃𝒳'


def write(store: GraphStore, **documents: str) -> None:
    """Write one document per name: d1="a -> b"."""
    for name, text in documents.items():
        store.write_document(graph_update(text, document=name))


def fill(store: GraphStore) -> None:
    """Write a graph of five documents with everything in it that a graph can have; an event of it was reworded."""
    first = graph_update("a:the axle & b -> +c:the price; +c ?> ~d", "~d !> a:the axle; -e -> e", document="d1")
    dated = tuple(replace(claim, time="in 1912", cue=None, confidence=1) for claim in first.claims)
    first = replace(first, claims=dated, document=replace(first.document, metadata=(("year", "1912"), ("author", HOSTILE))))
    named = (Entity("axle", "the Axle", is_title=True), Entity("b", HOSTILE)), (Entity("axle", "the axle"),)
    first = replace(first, entities=named, recogniser="names-1")
    store.write_document(first)
    write(store, d0="a:the wheel -> +c:the price", d2="a:the shaft -> b", d3="no claim is made here", d4="a:the rod -> x; a:the rod -> b")
    for document in ("d0", "d1"):
        store.forget(document)
    store.write_document(first)
    for uri in ("z.txt", f"z/{HOSTILE}"):
        store.add_source("d2", uri)
    hostile = graph_update(f"h:{HOSTILE} -> y", document="d5", uri=f"{HOSTILE}#1")
    store.write_document(replace(hostile, document=replace(hostile.document, title=HOSTILE)))
    store.mark_failed("d1.txt", title="t", media_type="text/plain", reason="locked", failed_at=TIME)
    store.mark_failed("new.pdf", title=HOSTILE, media_type="application/pdf", reason=HOSTILE, failed_at=TIME)


def snapshot(store: GraphStore) -> tuple[object, ...]:
    documents = store.documents()
    uris = [store.uris(document.id) for document in documents]
    return store.graph(), documents, uris, store.merges(), store.stats(), store.check()


def copied(pair: Pair, *, when: Hook = lambda message: None) -> CopyReport:
    """Copy; `when` is called with every message of the progress."""
    return copy_graph(*pair, progress=lambda message, done, total: when(message))


def calling(change: Callable[[], object], *, at: str) -> Hook:
    """Return a hook that makes a change once, at the first message that begins so."""
    waiting = [change]

    def hook(message: str) -> None:
        if message.startswith(at) and waiting:
            waiting.pop()()

    return hook


def interrupt() -> None:
    raise KeyboardInterrupt


def tamper(store: GraphStore, statement: str) -> None:
    """Change a SQLite file behind its store's back."""
    with closing(sqlite3.connect(store.url.removeprefix("sqlite:"))) as database, database:
        database.execute(statement)
