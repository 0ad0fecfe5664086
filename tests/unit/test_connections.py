"""The shortest chain of sentences between two named things."""

from collections.abc import Mapping

from benchmarks.passage_store import store_of_passages
from cckg.language import entities_of
from cckg.stores import GraphStore
from queries.retrieval import connection, lists_several
from queries.retrieval.connections import Connection, ConnectionDials
from tests.builders import unit_vectors

SCHOOL = {
    "ana": ("Ana Bell", "Ana Bell taught at the Orlo Institute."),
    "ben": ("Ben Cole", "Ben Cole studied at the Orlo Institute."),
    "mine": ("Harrow Mine", "The Harrow Mine was surveyed by Ben Cole."),
    "far": ("Lake Vell", "Lake Vell is cold."),
}


def store_of(world: Mapping[str, tuple[str, str]], *, recognised: bool = True) -> GraphStore:
    texts = {name: text for name, (_, text) in world.items()}
    titles = {name: title for name, (title, _) in world.items()}
    entities = {name: entities_of(text, title=titles[name]) for name, text in texts.items()} if recognised else None
    return store_of_passages(texts, unit_vectors(list(texts.values())), titles=titles, entities=entities)


def between(left: str, right: str, world: Mapping[str, tuple[str, str]] = SCHOOL, *, policy: ConnectionDials | None = None) -> Connection:
    return connection(left, right, store=store_of(world), policy=policy or ConnectionDials())


def quotes(found: Connection) -> list[str]:
    return [said.span.text for said in found.ways[0].sentences]


def test_a_sentence_that_names_both_joins_them_at_once() -> None:
    found = between("Ben Cole", "the Harrow Mine")
    assert (found.ways[0].things, quotes(found)) == ((), ["The Harrow Mine was surveyed by Ben Cole."])


def test_two_sentences_join_over_the_thing_that_both_name() -> None:
    found = between("Ana Bell", "Ben Cole")
    assert found.ways[0].things == ("the Orlo Institute",)
    assert quotes(found) == ["Ana Bell taught at the Orlo Institute.", "Ben Cole studied at the Orlo Institute."]


def test_three_sentences_join_over_two_things_in_order() -> None:
    found = between("the Harrow Mine", "Ana Bell")
    assert found.ways[0].things == ("Ben Cole", "the Orlo Institute")
    assert [said.passage.chunk.id for said in found.ways[0].sentences] == ["mine", "ben", "ana"]


def test_four_sentences_are_too_many() -> None:
    world = {**SCHOOL, "owner": ("Tarn Metals", "Tarn Metals bought the Harrow Mine.")}
    assert between("Tarn Metals", "Ana Bell", world) == Connection(left_known=True, right_known=True)


def test_the_end_that_no_sentence_names_is_told() -> None:
    assert between("Ana Bell", "Zoe Marsh") == Connection(left_known=True, right_known=False)
    assert between("Ana Bell", "Ben Cole", {}) == Connection(left_known=False, right_known=False)


def test_what_is_known_and_not_joined_has_no_way() -> None:
    assert between("Ana Bell", "Lake Vell") == Connection(left_known=True, right_known=True)


def test_one_thing_is_not_joined_to_itself() -> None:
    assert between("Ana Bell", "Ana Bell").ways == ()


def test_the_rarest_of_several_shared_things_comes_first() -> None:
    world = {
        "a": ("Ana Bell", "Ana Bell left Ohio for the Quill Society."),
        "b": ("Ben Cole", "Ben Cole joined the Quill Society in Ohio."),
        **{f"o{number}": (f"Note {number}", f"Far off in Ohio lies field {number}.") for number in range(9)},
    }
    assert [way.things for way in between("Ana Bell", "Ben Cole", world).ways] == [("the Quill Society",), ("Ohio",)]


def test_a_thing_that_many_mention_is_no_part_of_a_way_over_two() -> None:
    world = {
        "a": ("Ana Bell", "Ana Bell lived in Ohio."),
        "b": ("Ben Cole", "Ben Cole joined the Quill Society."),
        "c": ("Quill Society", "The Quill Society met in Ohio."),
    }
    assert between("Ana Bell", "Ben Cole", world).ways[0].things == ("Ohio", "the Quill Society")
    assert between("Ana Bell", "Ben Cole", world, policy=ConnectionDials(common=1)).ways == ()


def test_a_thing_that_only_one_passage_names_may_be_between_two_others() -> None:
    world = {
        "b": ("Notes", "The Silver Bridge was designed by Wanda Korbut. The Silver Bridge stands in Lindau."),
        "c": ("Trade", "Lindau traded with Halden."),
    }
    assert between("Wanda Korbut", "Halden", world).ways[0].things == ("the Silver Bridge", "Lindau")


def test_a_list_of_things_is_told_from_one_thing_with_a_comma() -> None:
    store = store_of({"p": ("Notes", "The Harrow Mine was closed.")})
    for several in ("Orlo, Halden", "the mill, the strike", "the Heron, Ana Bell", "France, Germany", "Orlo, Halden, Lindau"):
        assert lists_several(several, store=store)
    for one in ("Orlo", "Orlo, Ohio", "Ann Lee, the painter", "Acme, Inc.", "the mill, which closed", ""):
        assert not lists_several(one, store=store)


def test_a_sentence_that_denies_joins_nothing_to_anything_else() -> None:
    world = {**SCHOOL, "ana": ("Ana Bell", "Ana Bell never taught at the Orlo Institute.")}
    assert between("Ana Bell", "Ben Cole", world).ways == ()
    assert quotes(between("Ana Bell", "the Orlo Institute", world)) == ["Ana Bell never taught at the Orlo Institute."]


def test_two_names_in_different_sentences_of_one_passage_are_not_named_together() -> None:
    assert between("Ana Bell", "Lake Vell", {"p": ("Notes", "Ana Bell sang. The water of Lake Vell is cold.")}).ways == ()


def test_things_without_a_name_are_known_by_their_words() -> None:
    world = {"p": ("Notes", "The old ferry ran beside a stone weir.")}
    assert quotes(between("the old ferry", "the stone weir", world)) == ["The old ferry ran beside a stone weir."]


def test_a_name_is_known_behind_what_it_is_and_a_place_not_behind_what_lies_there() -> None:
    assert between("the painter Ana Bell", "Ben Cole").ways[0].things == ("the Orlo Institute",)
    assert not between("the mill of Lake Vell", "Ben Cole").left_known


def test_a_store_without_named_things_joins_by_words_at_once() -> None:
    store = store_of(SCHOOL, recognised=False)
    assert connection("Ben Cole", "the Harrow Mine", store=store).ways[0].things == ()
