"""What several decisions by hand come to: the later wins, also by way of others, and unrelated ones do not meddle."""

import itertools
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cckg.core.decisions import DecidedMention, Decision, DecisionKind
from cckg.identity import Standing, standing


def decision(number: int, said: str) -> Decision:
    """Return "a b = c": each of a, b is one with c; or "a / b c": a is another than b and c."""
    kind = DecisionKind.JOIN if "=" in said else DecisionKind.SPLIT
    left, right = (tuple(DecidedMention(name, name, "") for name in side.split()) for side in said.replace("/", "=").split("="))
    return Decision(f"{number}", kind, f"2026-01-01T00:00:{number:02}", left, right)


def made(*said: str) -> list[Decision]:
    return [decision(number, one) for number, one in enumerate(said)]


def test_nothing_decided_comes_to_nothing() -> None:
    assert standing([]) == Standing()


def test_what_is_joined_is_a_group_and_what_is_split_are_pairs() -> None:
    found = standing(made("b a = c", "d / f e"))
    assert found == Standing((("a", "b", "c"),), (("d", "e"), ("d", "f")))


def test_the_later_decision_wins() -> None:
    assert standing(made("a = b", "b / a")) == Standing((), (("a", "b"),))
    assert standing(made("a / b", "b = a")) == Standing((("a", "b"),), ())


def test_the_later_decision_wins_also_by_way_of_a_third() -> None:
    assert standing(made("a = b", "b = c", "c / a")) == Standing((("b", "c"),), (("a", "c"),))
    assert standing(made("a / c", "a = b", "b = c")) == Standing((("a", "b", "c"),), ())


def test_what_is_undone_does_not_apply() -> None:
    first, second = made("a = b", "a / b")
    assert standing([first, replace(second, undone=True)]) == standing([first])


NAMES = st.sampled_from("abcdef")
SAID = st.tuples(NAMES, st.sampled_from("=/"), NAMES).filter(lambda one: one[0] != one[2]).map(" ".join)


@given(st.lists(SAID, max_size=8))
def test_what_holds_never_contradicts_itself_and_the_last_decision_always_holds(said: list[str]) -> None:
    found = standing(made(*said))
    group_of = {name: group for group in found.together for name in group}
    assert sum(map(len, found.together)) == len(group_of)
    assert all(group_of.get(left, left) != group_of.get(right, right) for left, right in found.apart)
    if said:
        left, way, right = said[-1].split()
        pair = (min(left, right), max(left, right))
        assert pair in found.apart if way == "/" else group_of[left] == group_of[right]


@given(st.lists(SAID, max_size=3), st.lists(SAID, max_size=3), st.randoms())
def test_decisions_on_other_mentions_change_nothing_whatever_the_order(one: list[str], other: list[str], chance: object) -> None:
    del chance
    there = [text.translate(str.maketrans("abcdef", "uvwxyz")) for text in other]
    alone = standing(made(*one)), standing(made(*there))
    for order in itertools.islice(itertools.permutations([0] * len(one) + [1] * len(there)), 20):
        sides = iter(one), iter(there)
        found = standing(made(*(next(sides[side]) for side in order)))
        assert set(found.together) == {*alone[0].together, *alone[1].together}
        assert set(found.apart) == {*alone[0].apart, *alone[1].apart}
