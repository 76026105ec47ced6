"""The work queue shares the worker processes fairly among kinds of jobs and accounts."""

import pytest

from kontor.server.workers.pool import PLAN_SECONDS, expected_seconds
from kontor.server.workers.work_queue import ACCOUNTS_KEPT, FairOrder, Job, JobKind, WorkQueue


def started(queue: WorkQueue) -> list[Job]:
    """Start every job that may run now."""
    return list(iter(queue.start, None))


def run_all(queue: WorkQueue) -> list[Job]:
    """Run all jobs, the oldest running one ending first, and return them in the order of their start."""
    order = running = started(queue)
    while running:
        queue.finish(running[0])
        more = started(queue)
        order, running = [*order, *more], [*running[1:], *more]
    return order


def fill(queue: WorkQueue, kind: JobKind, account: str, seconds: float, count: int = 1) -> list[Job]:
    """Add equal jobs."""
    jobs = [Job(kind, account, seconds) for _ in range(count)]
    for job in jobs:
        queue.add(job)
    return jobs


@pytest.mark.parametrize(
    ("agent", "seconds"),
    [("easy", PLAN_SECONDS), ("hard+rusher", PLAN_SECONDS), ("search", 0.3), ("expert", 4.8), ("mine.py:Mine", 2.0)],
)
def test_the_share_of_a_decision_follows_from_the_agent(agent: str, seconds: float) -> None:
    assert expected_seconds(agent, 2.0) == seconds


def test_accounts_take_turns_however_much_each_of_them_wants() -> None:
    order: FairOrder[str] = FairOrder()
    for number in range(200):
        order.add(f"greedy {number}", "greedy", 4.8)
    assert [order.pop() for _ in range(3)] == ["greedy 0", "greedy 1", "greedy 2"]
    for number in range(3):
        order.add(f"modest {number}", "modest", 4.8)
    assert [order.pop().split()[0] for _ in range(6)].count("modest") == 3


def test_accounts_pay_by_the_length_of_their_work() -> None:
    order: FairOrder[str] = FairOrder()
    for _ in range(10):
        order.add("long", "a", 4.0)
        order.add("short", "b", 1.0)
    assert [order.pop() for _ in range(10)].count("short") == 8


def test_a_stream_of_new_accounts_does_not_hold_up_a_long_job_for_ever() -> None:
    order: FairOrder[str] = FairOrder()
    order.add("long", "patient", 4.8)
    for number in range(1000):
        order.add("short", f"new {number}", 0.1)
        if order.pop() == "long":
            return
    raise AssertionError("the long job never started")


def test_accounts_without_work_are_forgotten() -> None:
    order: FairOrder[int] = FairOrder()
    order.add(-1, "busy", 1e9)
    for number in range(3 * ACCOUNTS_KEPT):
        order.add(number, f"account {number}", 1.0)
        order.pop()
    assert len(order._paid_until) <= ACCOUNTS_KEPT + 1


@pytest.mark.parametrize("workers", [2, 3, 8])
def test_long_work_leaves_a_process_free(workers: int) -> None:
    queue = WorkQueue(workers)
    for kind in (JobKind.LONG, JobKind.BACKGROUND, JobKind.ANALYSIS):
        fill(queue, kind, "guest", 4.8, 200)
    assert len(started(queue)) == workers - 1
    [brief] = fill(queue, JobKind.BRIEF, "player", 0.01)
    assert queue.start() is brief


def test_a_single_process_still_does_long_work() -> None:
    queue = WorkQueue(1)
    [job] = fill(queue, JobKind.LONG, "player", 4.8)
    assert started(queue) == [job]


def test_tables_without_people_and_study_take_half_of_the_processes_at_most() -> None:
    for kinds in ((JobKind.BACKGROUND,), (JobKind.HINT, JobKind.ANALYSIS)):
        queue = WorkQueue(8)
        for kind in kinds:
            fill(queue, kind, "guest", 0.1, 200)
        assert len(started(queue)) == 4


def test_tables_with_people_come_before_tables_without() -> None:
    queue = WorkQueue(1)
    fill(queue, JobKind.BACKGROUND, "guest", 4.8, 200)
    fill(queue, JobKind.LONG, "player", 4.8, 8)
    first = [job.kind for job in run_all(queue)[:10]]
    assert first.count(JobKind.LONG) == 8


def test_no_kind_of_work_starves_another() -> None:
    queue = WorkQueue(2)
    for kind in JobKind:
        fill(queue, kind, "guest", 0.5, 100)
    first = [job.kind for job in run_all(queue)[:40]]
    assert set(first) == set(JobKind)
    assert first.count(JobKind.BRIEF) > first.count(JobKind.BACKGROUND)


def test_a_kind_of_work_saves_up_no_time_while_there_is_none_of_it() -> None:
    queue = WorkQueue(1)
    fill(queue, JobKind.BRIEF, "player", 0.5, 100)
    for _ in range(91):
        job = queue.start()
        assert job is not None
        queue.finish(job)
    fill(queue, JobKind.BACKGROUND, "guest", 0.5, 100)
    assert [job.kind for job in run_all(queue)[:9]].count(JobKind.BACKGROUND) <= 2


def test_positions_count_the_jobs_before_a_job() -> None:
    queue = WorkQueue(1)
    running, first, second = fill(queue, JobKind.LONG, "player", 4.8, 3)
    assert started(queue) == [running]
    [other] = fill(queue, JobKind.LONG, "other", 4.8)
    assert [queue.position(job) for job in (running, first, other, second)] == [None, 0, 1, 2]
    assert queue.positions() == {first: 0, other: 1, second: 2}
    assert (len(queue), queue.waiting(JobKind.LONG), queue.count(JobKind.LONG, "player")) == (4, 3, 3)


def test_a_job_that_is_given_up_leaves_the_queue() -> None:
    queue = WorkQueue(1)
    running, waiting = fill(queue, JobKind.LONG, "player", 4.8, 2)
    started(queue)
    queue.finish(waiting)
    queue.finish(running)
    assert len(queue) == 0
    assert started(queue) == []
