"""What a language model says of texts, kept with the document that brought them, in every store."""

import pytest

from cckg.core.errors import StoreError
from cckg.stores import GraphStore
from tests.stores.test_contract import write


def test_priors_are_kept_by_teacher_and_text_and_replaced(store: GraphStore) -> None:
    write(store, "a -> b", "a -> c")
    store.keep_priors("small", "d1", {"a -> b": -12.5, "a": -3.0})
    store.keep_priors("large", "d1", {"a": -1.5})
    store.keep_priors("small", "d2", {"a": -3.0})
    store.keep_priors("small", "d1", {"a -> b": -12.25})
    assert store.priors("small", ["a", "never seen", "a -> b"]) == {"a": -3.0, "a -> b": -12.25}
    assert store.priors("large", ["a", "a -> b"]) == {"a": -1.5}
    assert store.priors("none", []) == {}
    assert store.teachers() == ["large", "small"]


def test_priors_go_with_the_last_document_that_has_the_text(store: GraphStore) -> None:
    write(store, "a -> b", "a -> c")
    for document in ("d1", "d2"):
        store.keep_priors("small", document, {"a": -3.0, f"only {document}": -9.0})
    store.forget("d1")
    assert store.priors("small", ["a", "only d1", "only d2"]) == {"a": -3.0, "only d2": -9.0}
    store.forget("d2")
    assert store.priors("small", ["a", "only d2"]) == {}
    assert store.check() == []


def test_priors_of_a_document_that_is_not_there_are_refused(store: GraphStore) -> None:
    write(store, "a -> b")
    with pytest.raises(StoreError):
        store.keep_priors("small", "d9", {"a": -3.0})
