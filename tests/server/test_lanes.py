"""The order of deliveries: fair among accounts and hosts, and slow receivers apart from the others."""

import pytest

from kontor.server.notify.lanes import NEW, PER_ACCOUNT, PER_HOST, ROOM, Lanes
from kontor.server.store.outbox import Candidate, Delivery


def candidate(account: int, webhook: int = 0, host: str | None = None, taken: int = 0, due_at: int = 0) -> Candidate:
    """Return a webhook of an account to which something is due."""
    url = f"https://{host or f'host-{account}-{webhook}.example'}/hook"
    return Candidate(f"webhook-{account}-{webhook}", f"account-{account}", url, taken, due_at)


def delivery(target: Candidate) -> Delivery:
    """Return a delivery to a target."""
    return Delivery("1", target.account_id, target.target, None, "ping", 0, "", 0, 0)


def test_one_account_gets_only_a_part_of_the_places() -> None:
    lanes = Lanes()
    chosen = lanes.choose([candidate(1, webhook) for webhook in range(10)] + [candidate(2, due_at=9)])
    assert [found.account_id for found in chosen] == ["account-1"] * PER_ACCOUNT[NEW] + ["account-2"]


def test_one_host_gets_only_a_part_of_the_places() -> None:
    lanes = Lanes()
    assert len(lanes.choose([candidate(account, host="silent.example") for account in range(10)])) == PER_HOST
    assert len(lanes.choose([candidate(11)])) == 1


def test_the_account_that_was_served_longest_ago_comes_first() -> None:
    lanes = Lanes()
    for account in (1, 2, 3):
        (chosen,) = lanes.choose([candidate(account)])
        lanes.leave(chosen.target)
    order = lanes.choose([candidate(account, due_at=account) for account in (3, 2, 1, 4)])
    assert [found.account_id for found in order] == ["account-4", "account-1", "account-2", "account-3"]


def test_new_receivers_take_no_place_from_proven_ones() -> None:
    lanes = Lanes()
    assert len(lanes.choose([candidate(account) for account in range(50)])) == ROOM[NEW]
    assert lanes.choose([candidate(99, taken=1)])


@pytest.mark.parametrize("taken", [0, 1])
def test_a_slow_receiver_frees_its_place_for_others(taken: int) -> None:
    lanes = Lanes()
    slow = lanes.choose([candidate(account, taken=taken) for account in range(50)])
    assert not lanes.choose([candidate(99, taken=taken)])
    assert all(lanes.slow_down(delivery(target)) for target in slow)
    assert lanes.choose([candidate(99, taken=taken)])


def test_a_receiver_stays_slow_until_it_answers_quickly() -> None:
    lanes, target = Lanes(), candidate(1)
    lanes.choose([target])
    assert lanes.slow_down(delivery(target))
    lanes.leave(target.target)
    others = lanes.choose([candidate(1, webhook) for webhook in (1, 2)])
    assert [found.target for found in lanes.choose([target])] == [target.target]
    assert not lanes.slow_down(delivery(others[0]))
    lanes.speed_up(target.target)
    for each in [target, *others]:
        lanes.leave(each.target)
    assert len(lanes.choose([target, candidate(1, 5)])) == 2
