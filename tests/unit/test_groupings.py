"""The engine's verdicts against those of all models: random groupings here, all of them in `make bench-verdicts`."""

import random
from collections import Counter

from benchmarks.enumeration import disagreements
from benchmarks.groupings import Grouping, acyclic_groupings, all_groupings, verdicts, with_grounds


def test_there_are_as_many_groupings_as_counted_by_hand() -> None:
    assert len(list(all_groupings(3))) == 5**3  # none, one, the other, both together, each alone
    assert sum(1 for _ in all_groupings(4)) == 15**4
    acyclic = list(acyclic_groupings(4))
    assert (len(acyclic), sum(2 ** sum(map(len, grouping)) for grouping in acyclic)) == (1_621, 22_609)


def test_the_models_of_two_causes_leave_open_what_nobody_says() -> None:
    roots: Grouping = ((), ())
    alone, enough = (1, False), (2, True)
    assert verdicts((*roots, ((3, False),))) == {(0, 2): "necessary", (1, 2): "necessary"}
    assert verdicts((*roots, (alone, (2, False)))) == {(0, 2): "undetermined", (1, 2): "undetermined"}
    assert verdicts((*roots, (alone, enough))) == {(0, 2): "not necessary", (1, 2): "undetermined"}


def test_the_engine_judges_random_groupings_as_all_models_do() -> None:
    rng = random.Random(39)
    acyclic = [*acyclic_groupings(4)]
    grounded = [rng.choice([*with_grounds(grouping)]) for grouping in rng.choices(acyclic, k=2_500)]
    counts: Counter[str] = Counter()
    for grouping in [*rng.sample([*all_groupings(4)], k=1_500), *grounded, *rng.sample(acyclic, k=1_000)]:
        assert list(disagreements(grouping, counts=counts)) == []
    assert min(counts[verdict] for verdict in ("necessary", "not necessary", "undetermined")) > 500


def test_the_two_extreme_models_bracket_all_where_there_is_no_circle() -> None:
    rng = random.Random(40)
    for grouping in rng.choices([*acyclic_groupings(4)], k=300):
        grounded = rng.choice([*with_grounds(grouping)])
        assert verdicts(grounded) == verdicts(grounded, extremes=True)
