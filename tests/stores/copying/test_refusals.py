"""What is no copy is refused or named: foreign targets, changes meanwhile, and whatever the target holds otherwise than the source."""

import re
from dataclasses import replace

import pytest

from cckg.core.errors import StoreConflictError, StoreError
from cckg.stores import Fingerprint
from cckg.stores.copying import graph_hash
from tests.builders import DIMENSION, FINGERPRINT, graph_update
from tests.stores.copying.conftest import of_one_version
from tests.stores.copying.graphs import Pair, calling, copied, fill, snapshot, tamper, write

# What is refused


@of_one_version
def test_a_target_of_another_encoder_is_refused(pair: Pair) -> None:
    write(pair[0], d1="a -> b")
    pair[1].bind(Fingerprint("another", DIMENSION))
    with pytest.raises(
        StoreError,
        match=r"'another' \(32 dimensions\), but .* 'test:hashed-words' .* Copy into a new store; one that was emptied keeps its encoder",
    ):
        copied(pair)
    assert pair[1].documents() == []


@of_one_version
def test_a_target_that_holds_other_documents_is_refused_and_left_alone(pair: Pair) -> None:
    fill(pair[0])
    pair[1].bind(FINGERPRINT)
    write(pair[1], other="a -> b")
    before = snapshot(pair[1])
    with pytest.raises(StoreError, match=r"holds what .* does not hold, or not so: other\.txt\. .* copy into an empty store") as error:
        copied(pair)
    assert "Source against target, they differ in documents (5 against 1), failed (2 against 0)," in str(error.value)
    assert f"or empty this one with `cckg forget --all --store {pair[1].url}`." in str(error.value)
    assert snapshot(pair[1]) == before


@of_one_version
def test_a_target_that_was_read_from_the_same_documents_at_another_time_is_told_as_that(pair: Pair) -> None:
    update, later = graph_update("a -> b", document="d1"), "2026-03-04T00:00:00+00:00"
    pair[0].write_document(update)
    pair[1].bind(FINGERPRINT)
    merges = tuple(replace(merge, created_at=later) for merge in update.merges)
    pair[1].write_document(replace(update, ingested_at=later, merges=merges))
    with pytest.raises(StoreError, match=r"or not so: d1\.txt\. They differ only in when the documents were read"):
        copied(pair)


def test_a_target_that_differs_in_more_than_times_is_not_told_as_that(files: Pair) -> None:
    write(files[0], d1="a -> b", d2="b -> c")
    copied(files)
    tamper(files[1], "UPDATE document SET ingested_at = ''")
    tamper(files[1], "UPDATE claim SET stated_time = 'now' WHERE id = 'd2/0'")
    with pytest.raises(StoreError, match=r"All counts are the same, but not what is counted\. It is no earlier copy"):
        copied(files)


def test_a_target_of_which_the_source_has_forgotten_a_document_is_refused_and_left_alone(files: Pair) -> None:
    fill(files[0])
    copied(files)
    files[0].forget("d3")
    before = snapshot(files[1])
    with pytest.raises(StoreError, match=r"or not so: d3\.txt\."):
        copied(files)
    assert snapshot(files[1]) == before


def test_an_event_that_the_source_has_reworded_since_is_noticed_in_every_document_that_leads_to_it(files: Pair) -> None:
    write(files[0], d1="a:the axle -> b", d2="a:the shaft -> c", d3="x -> y", d4="a:the shaft -> d")
    copied(files)
    files[0].forget("d1")
    files[0].write_document(graph_update("a:the axle -> b", document="d1", known={"a"}))
    assert files[0].events(["a"])[0].text == "the shaft"
    with pytest.raises(StoreError, match=r"or not so: d1\.txt, d2\.txt, d4\.txt\."):
        copied(files)


def test_a_uri_that_leads_elsewhere_in_the_target_is_noticed(files: Pair) -> None:
    write(files[0], d1="a -> b", d2="b -> c")
    copied(files)
    files[1].add_source("d1", "elsewhere.txt")
    with pytest.raises(StoreError, match=r"or not so: d1\.txt\."):
        copied(files)


def test_a_long_list_of_documents_is_cut(files: Pair) -> None:
    files[1].bind(FINGERPRINT)
    write(files[1], **{f"d{number}": "a -> b" for number in range(8)})
    with pytest.raises(StoreError, match=r"d3\.txt, d4\.txt and 3 more\."):
        copied(files)


# What changes meanwhile


@of_one_version
def test_a_source_that_changes_meanwhile_is_told_and_nothing_is_mixed(pair: Pair) -> None:
    fill(pair[0])
    with pytest.raises(StoreError, match=r"was changed while it was copied.*give the same command again"):
        copied(pair, when=calling(lambda: write(pair[0], d9="a -> new"), at="Copying d3.txt"))
    assert not pair[1].has_document("d9")
    copied(pair)
    assert snapshot(pair[1]) == snapshot(pair[0])


def test_a_source_that_changes_after_its_last_document_was_read_is_told(files: Pair) -> None:
    write(files[0], d1="a -> b", d2="b -> c")
    files[1].bind(FINGERPRINT)
    copied(files)
    with pytest.raises(StoreError, match="was changed while it was copied"):
        copied(files, when=calling(lambda: write(files[0], d9="a -> new"), at="Copying d2.txt"))


@of_one_version
def test_another_writer_in_the_target_is_told(pair: Pair) -> None:
    write(pair[0], d1="a -> b", d2="b -> c")
    with pytest.raises(StoreConflictError):
        copied(pair, when=calling(lambda: write(pair[1], d2="b -> c"), at="Copying d2.txt"))


@of_one_version
def test_a_copy_that_another_process_changes_before_it_is_verified_is_no_copy(pair: Pair) -> None:
    fill(pair[0])

    def change() -> None:
        pair[1].forget("d3")
        pair[1].add_source("d4", "more.txt")

    with pytest.raises(
        StoreError, match=r"is not the graph of .*: they differ in d3\.txt, d4\.txt, documents \(5 against 4\),.*`cckg doctor`"
    ):
        copied(pair, when=calling(change, at="Verifying"))


# What is verified


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE chunk SET embedding = zeroblob(128) WHERE id = 'd3#0'", "d3.txt"),
        ("UPDATE chunk SET text = 'other' WHERE id = 'd3#0'", "d3.txt"),
        ("UPDATE event SET embedding = zeroblob(128) WHERE id = 'x'", "d4.txt"),
        ("UPDATE event SET context = 'other' WHERE id = 'x'", "d4.txt"),
        ("UPDATE merge SET embedding = zeroblob(128) WHERE id = 'd2/0/cause'", "d2.txt"),
        ("UPDATE merge SET cosine = 0.5 WHERE id = 'd2/0/cause'", "d2.txt"),
        ("UPDATE claim SET confidence = 0.5 WHERE id = 'd2/0'", "d2.txt"),
        ("UPDATE claim SET stated_time = 'now' WHERE id = 'd2/0'", "d2.txt"),
        ("UPDATE document SET metadata = '[]' WHERE id = 'd1'", "d1.txt"),
        ("UPDATE document SET ingested_at = '' WHERE id = 'd3'", "d3.txt"),
        ("INSERT INTO event VALUES (99, 'lost', 'lost', 'absence', 'lost', zeroblob(128))", "events (9 against 10), polarities. Run"),
    ],
)
def test_what_the_copy_holds_otherwise_is_named(files: Pair, statement: str, named: str) -> None:
    fill(files[0])
    with pytest.raises(StoreError, match=f"they differ in {re.escape(named)}"):
        copied(files, when=calling(lambda: tamper(files[1], statement), at="Verifying"))
    if statement.startswith("UPDATE"):
        assert graph_hash(files[0]) != graph_hash(files[1])
        with pytest.raises(StoreError, match=f"or not so: {re.escape(named)}"):
            copied(files)


def test_a_named_thing_that_the_copy_holds_otherwise_is_told_and_mended_by_the_next_copy(files: Pair) -> None:
    fill(files[0])
    with pytest.raises(StoreError, match=r"they differ in d1\.txt\. Run"):
        copied(files, when=calling(lambda: tamper(files[1], "UPDATE mention SET name = 'other' WHERE entity = 'b'"), at="Verifying"))
    assert copied(files).hash == graph_hash(files[0])


def test_a_failure_that_the_copy_holds_otherwise_is_named(files: Pair) -> None:
    fill(files[0])
    tamper(files[1], "CREATE TRIGGER otherwise AFTER INSERT ON failure BEGIN UPDATE failure SET failed_at = ''; END")
    with pytest.raises(StoreError, match=r"they differ in d1\.txt, new\.pdf\. Run"):
        copied(files)
