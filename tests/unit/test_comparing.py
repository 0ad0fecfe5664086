"""Tables of compared systems are made of rows alone: shares, intervals, significance."""

import pytest

from cckg.evaluation import compare, markdown
from cckg.evaluation.comparing import Row


def row(system: str, question: str, *, dataset: str = "d", cost: float | None = 0.0, **marks: tuple[int, int]) -> Row:
    return Row(dataset, 0, system, question, marks, 0.5, 2, 30, cost)


def rows(system: str, right: int, of: int = 40) -> list[Row]:
    return [row(system, f"q{number}", verdicts=(int(number < right), 1)) for number in range(of)]


def test_a_share_is_points_over_what_could_be_had_with_an_interval_around_it() -> None:
    [line] = compare([row("a", "q1", recall=(1, 2)), row("a", "q2", recall=(3, 3)), row("a", "q3", verdicts=(1, 1))], ["a"])
    share = line.shares["recall"]
    assert (share.value, share.out_of, share.p) == (0.8, 5, None)
    assert 0.5 <= share.low < share.value < share.high <= 1.0
    assert (line.questions, line.seconds, line.calls, line.tokens) == (3, 0.5, 2.0, 30.0)


@pytest.mark.parametrize(("right", "surely"), [(38, "no"), (36, "no"), (20, "yes")])
def test_systems_are_compared_with_the_first_on_the_same_questions(right: int, surely: str) -> None:
    first, second = compare(rows("a", 38) + rows("b", right), ["a", "b"])
    assert first.shares["verdicts"].p is None
    p = second.shares["verdicts"].p
    assert p is not None
    assert (p < 0.05) is (surely == "yes")
    assert ("*" in markdown([first, second])) is (surely == "yes")


def test_equal_systems_do_not_differ() -> None:
    assert compare(rows("a", 30) + rows("b", 30), ["a", "b"])[1].shares["verdicts"].p == 1.0


def test_the_same_rows_give_the_same_table() -> None:
    given = rows("a", 31) + rows("b", 22)
    assert compare(given, ["a", "b"]) == compare(given, ["a", "b"])


def test_a_cost_that_is_not_known_makes_the_sum_unknown() -> None:
    known, unknown = compare([row("a", "q1", cost=0.25), row("b", "q1", cost=0.25), row("b", "q2", cost=None)], ["a"])[0], None
    assert known.cost_usd == 0.25
    lines = compare([row("b", "q1", cost=0.25), row("b", "q2", cost=unknown)], ["b"])
    assert lines[0].cost_usd is None
    assert "unknown" in markdown(lines)


def test_each_data_set_has_a_table_in_the_order_of_the_systems() -> None:
    given = [
        row("b", "q1", dataset="x", facts=(1, 1)),
        row("a", "q1", dataset="x", facts=(0, 1)),
        row("a", "q1", dataset="y", routes=(1, 1)),
    ]
    table = markdown(compare(given, ["a", "b"]))
    assert table.index("### x, 1 questions") < table.index("| facts | 0.0% (0–0%) | 100.0% (100–100%)") < table.index("### y")
    assert "facts" not in table[table.index("### y") :]
