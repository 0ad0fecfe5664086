"""What the properties of Neo4j's nodes say."""

import pytest

from cckg.core.claims import Degree
from cckg.stores.neo4j.rows import claim_of, claim_rows
from tests.builders import graph_update


@pytest.mark.parametrize(("notation", "expected"), [("a -> b", "direct"), ("a +> b", "contributing"), ("a *> b", "enabling")])
def test_a_claim_keeps_its_degree(notation: str, expected: str) -> None:
    update = graph_update(notation)
    [row] = claim_rows(update)
    assert row["properties"]["degree"] == expected
    properties = {name: value for name, value in row["properties"].items() if value is not None}
    assert (claim_of(properties, "a", "b"),) == update.claims


def test_a_claim_that_was_written_before_degrees_is_direct() -> None:
    [row] = claim_rows(graph_update("a +> b"))
    properties = {name: value for name, value in row["properties"].items() if name != "degree"}
    assert claim_of(properties, "a", "b").degree is Degree.DIRECT
