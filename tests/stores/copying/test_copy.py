"""A graph is moved from any kind of store to any other, whole, and a copy that was stopped goes on where it was."""

import re
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from cckg.core.claims import known_texts
from cckg.core.graph import Entity
from cckg.core.text import as_kept
from cckg.stores.copying import graph_hash
from tests.builders import FINGERPRINT, unit_vectors
from tests.commandline import PATIENCE_S, called
from tests.processes import running
from tests.stores.copying.conftest import Begin, of_one_version
from tests.stores.copying.graphs import HOSTILE, TIME, Pair, calling, copied, fill, interrupt, snapshot, write

# The copy


def test_a_copy_holds_all_that_the_source_holds(pair: Pair) -> None:
    source, target = pair
    fill(source)
    report = copied(pair)
    assert (report.copied, report.unchanged, report.stats) == (5, 0, source.stats())
    assert snapshot(target) == snapshot(source)
    assert target.fingerprint() == FINGERPRINT
    assert graph_hash(source) == graph_hash(target) == report.hash
    for document in ("d1", "d2", "d3", "d4", "d5"):
        brought, original = target.read_document(document), source.read_document(document)
        assert brought is not None
        assert original is not None
        for field in ("chunk_vectors", "event_vectors", "merge_vectors"):
            np.testing.assert_array_equal(getattr(brought, field), getattr(original, field))


def test_a_copy_finds_the_same(pair: Pair) -> None:
    fill(pair[0])
    copied(pair)
    queries = unit_vectors(["the shaft", "the price", HOSTILE])
    for search in ("nearest_events", "nearest_wordings", "nearest_chunks"):
        expected, found = ([hits[0].id for hits in getattr(store, search)(queries, k=1)] for store in pair)
        assert found == expected
    assert pair[0].search_text("rod", k=9)[0].id == pair[1].search_text("rod", k=9)[0].id == "d4#0"


def test_a_copy_of_the_copy_is_the_source_again(pair: Pair, begin: Begin) -> None:
    fill(pair[0])
    report = copied(pair)
    back = begin("sqlite-file")
    assert copied((pair[1], back)).hash == report.hash
    assert snapshot(back) == snapshot(pair[0])


@of_one_version
def test_copying_again_writes_nothing(pair: Pair) -> None:
    fill(pair[0])
    first = copied(pair)
    version = pair[1].version()
    again = copied(pair)
    assert (again.copied, again.unchanged, again.hash) == (0, 5, first.hash)
    assert pair[1].version() == version


def test_an_empty_graph_is_copied(pair: Pair) -> None:
    assert copied(pair).stats.documents == 0
    assert pair[1].fingerprint() == FINGERPRINT


def test_a_graph_that_was_never_bound_is_copied(begin: Begin) -> None:
    pair = begin("sqlite-file"), begin("sqlite-file")
    assert copied(pair).hash == graph_hash(pair[0])


# Going on


@of_one_version
def test_what_the_source_got_meanwhile_is_brought_by_the_next_copy(pair: Pair) -> None:
    fill(pair[0])
    copied(pair)
    write(pair[0], d6="a:the axle -> y", d7="y -> z")
    pair[0].add_source("d3", "another.txt")
    pair[0].mark_failed("new.pdf", title="t", media_type="application/pdf", reason="still broken", failed_at=TIME)
    pair[0].mark_failed("second.pdf", title="t", media_type="application/pdf", reason="broken", failed_at=TIME)
    report = copied(pair)
    assert (report.copied, report.unchanged) == (2, 5)
    assert snapshot(pair[1]) == snapshot(pair[0])


@of_one_version
def test_named_things_that_the_source_found_meanwhile_are_brought_to_an_earlier_copy(pair: Pair) -> None:
    fill(pair[0])
    copied(pair)
    pair[0].keep_entities("d2", {"d2#0": [Entity("axle", "Axle")]}, recogniser="names-2")
    pair[0].keep_entities("d1", {}, recogniser=None)
    report = copied(pair)
    assert (report.copied, report.unchanged) == (0, 5)
    assert pair[1].mentioned(["d1#0", "d1#1", "d2#0"]) == {"d2#0": [Entity("axle", "Axle")]}
    assert pair[1].unnamed("names-2") == pair[0].unnamed("names-2") == ["d1", "d3", "d4", "d5"]


@of_one_version
def test_what_language_models_said_of_texts_is_brought_also_to_an_earlier_copy(pair: Pair) -> None:
    source, target = pair
    fill(source)
    update = source.read_document("d1")
    assert update is not None
    texts = as_kept(known_texts(update))
    source.keep_priors("small", "d1", {texts[0]: -3.5, texts[-1]: -12.25})
    first = copied(pair)
    source.keep_priors("large", "d1", {texts[0]: -1.5})
    target.keep_priors("its own", "d1", {texts[0]: -9.0})
    assert copied(pair).hash == first.hash
    assert {teacher: target.priors(teacher, texts) for teacher in target.teachers()} == {
        "its own": {texts[0]: -9.0},
        "large": {texts[0]: -1.5},
        "small": {texts[0]: -3.5, texts[-1]: -12.25},
    }


def test_what_a_language_model_said_otherwise_of_a_text_is_replaced(files: Pair) -> None:
    source, target = files
    write(source, d1="a -> b; c -> d")
    update = source.read_document("d1")
    assert update is not None
    first, last = as_kept(known_texts(update))[0], as_kept(known_texts(update))[-1]
    copied(files)
    source.keep_priors("small", "d1", {first: -3.5})
    target.keep_priors("small", "d1", {first: -7.0, last: -2.0})
    copied(files)
    assert target.priors("small", [first, last]) == {first: -3.5, last: -2.0}


@of_one_version
def test_a_failure_that_is_over_is_over_in_the_copy(pair: Pair) -> None:
    pair[0].mark_failed("d1.txt", title="t", media_type="text/plain", reason="locked", failed_at=TIME)
    copied(pair)
    write(pair[0], d1="a -> b")
    copied(pair)
    assert [document.status for document in pair[1].documents()] == ["done"]


@of_one_version
def test_a_copy_that_was_stopped_goes_on(pair: Pair) -> None:
    fill(pair[0])
    with pytest.raises(KeyboardInterrupt):
        copied(pair, when=calling(interrupt, at="Copying d3.txt"))
    held = pair[1].stats().documents
    report = copied(pair)
    assert (report.copied, report.unchanged) == (5 - held, held)
    assert snapshot(pair[1]) == snapshot(pair[0])


@of_one_version
def test_a_copy_that_was_stopped_before_the_further_uris_of_a_document_goes_on(pair: Pair) -> None:
    fill(pair[0])
    update = pair[0].read_document("d2")
    assert update is not None
    pair[1].bind(FINGERPRINT)
    pair[1].write_document(update)
    report = copied(pair)
    assert (report.copied, report.unchanged) == (4, 1)
    assert pair[1].uris("d2") == pair[0].uris("d2")


def test_a_copy_that_was_killed_goes_on_to_the_same_graph(lasting_pair: Pair, tmp_path: Path) -> None:
    source, target = lasting_pair
    texts = {f"d{number}": f"a{number} -> a{number + 1}; a{number} ?> hub:the hub; a{number} !> hub:hub {number}" for number in range(16)}
    write(source, **texts)
    command = ["copy", "--store", source.url, "--to", target.url]
    kills = 0
    for documents in (1, 7):
        with running(command, cwd=tmp_path) as process:
            while target.stats().documents < documents and process.poll() is None:
                time.sleep(0.005)
            process.kill()
            kills += process.wait(timeout=PATIENCE_S) == -signal.SIGKILL
    assert kills
    ended = called(command, cwd=tmp_path)
    assert (ended.status, ended.err) == (0, "")
    assert graph_hash(target) == graph_hash(source)
    assert snapshot(target) == snapshot(source)


# The hash


def test_the_hash_does_not_depend_on_the_order_of_writing(begin: Begin) -> None:
    texts = {"d1": "a -> b; c ?> d", "d2": "x !> y", "d3": "nothing"}
    hashes = set()
    for order in ("d1", "d2", "d3"), ("d3", "d2", "d1"):
        store = begin("sqlite-memory")
        store.bind(FINGERPRINT)
        write(store, **{name: texts[name] for name in order})
        for uri in sorted(order):
            store.mark_failed(f"{uri}.pdf", title="t", media_type="", reason="r", failed_at=TIME)
        hashes.add(graph_hash(store))
    assert len(hashes) == 1
    assert re.fullmatch("[0-9a-f]{64}", hashes.pop())
