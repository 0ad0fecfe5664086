"""Tasks that run beside what their caller does."""

from threading import Barrier, Event, current_thread, main_thread

import pytest

from queries.beside import side_by_side


def test_with_threads_a_task_runs_while_its_caller_goes_on() -> None:
    together = Barrier(2, timeout=10)
    with side_by_side(1) as start:
        result = start(together.wait)
        together.wait()
        assert result() in (0, 1)


def test_without_threads_a_task_runs_once_and_only_when_its_result_is_asked_for() -> None:
    ran = []
    with side_by_side(0) as start:
        result = start(lambda: ran.append(current_thread()))
        never = start(lambda: ran.append(None))
        assert ran == []
        result()
        result()
        del never
    assert ran == [main_thread()]


@pytest.mark.parametrize("threads", [0, 1])
def test_what_a_task_raises_is_raised_where_its_result_is_asked_for(threads: int) -> None:
    with side_by_side(threads) as start:
        result = start(lambda: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            result()


def test_where_the_caller_raises_a_task_under_way_is_not_waited_for() -> None:
    begun, end, ran = Event(), Event(), []

    def task() -> None:
        begun.set()
        end.wait(timeout=10)
        ran.append("under way")

    with pytest.raises(ZeroDivisionError), side_by_side(1) as start:  # noqa: PT012  # leaving the block is what is tested
        start(task)
        start(lambda: ran.append("dropped"))
        begun.wait(timeout=10)
        raise ZeroDivisionError
    assert ran == []
    end.set()


def test_a_task_may_wait_for_the_one_before_it() -> None:
    with side_by_side(2) as start:
        first = start(lambda: 1)
        assert start(lambda: first() + 1)() == 2
