"""Delivery slots are fair among accounts and hosts, and slow receivers do not delay others."""

import pytest

from kontor.server.notify.delivery_slots import NEW, PER_ACCOUNT, PER_HOST, POOL_SIZES, DeliverySlots
from kontor.server.store.outbox import Delivery, DueTarget


def due_target(
    account: int, webhook: int = 0, host: str | None = None, accepted: int = 0, due_at: int = 0
) -> DueTarget:
    """Return a webhook of an account with a due delivery."""
    url = f"https://{host or f'host-{account}-{webhook}.example'}/hook"
    return DueTarget(f"webhook-{account}-{webhook}", f"account-{account}", url, accepted, due_at)


def delivery(target: DueTarget) -> Delivery:
    """Return a delivery to a target."""
    return Delivery("1", target.account_id, target.target, None, "ping", 0, "", 0, 0)


def test_one_account_gets_only_a_part_of_the_slots() -> None:
    slots = DeliverySlots()
    chosen = slots.assign([due_target(1, webhook) for webhook in range(10)] + [due_target(2, due_at=9)])
    assert [found.account_id for found in chosen] == ["account-1"] * PER_ACCOUNT[NEW] + ["account-2"]


def test_one_host_gets_only_a_part_of_the_slots() -> None:
    slots = DeliverySlots()
    assert len(slots.assign([due_target(account, host="silent.example") for account in range(10)])) == PER_HOST
    assert len(slots.assign([due_target(11)])) == 1


def test_the_account_that_was_served_longest_ago_comes_first() -> None:
    slots = DeliverySlots()
    for account in (1, 2, 3):
        (chosen,) = slots.assign([due_target(account)])
        slots.release(chosen.target)
    order = slots.assign([due_target(account, due_at=account) for account in (3, 2, 1, 4)])
    assert [found.account_id for found in order] == ["account-4", "account-1", "account-2", "account-3"]


def test_new_receivers_take_no_slot_from_known_ones() -> None:
    slots = DeliverySlots()
    assert len(slots.assign([due_target(account) for account in range(50)])) == POOL_SIZES[NEW]
    assert slots.assign([due_target(99, accepted=1)])


@pytest.mark.parametrize("accepted", [0, 1])
def test_a_slow_receiver_frees_its_slot_for_others(accepted: int) -> None:
    slots = DeliverySlots()
    slow = slots.assign([due_target(account, accepted=accepted) for account in range(50)])
    assert not slots.assign([due_target(99, accepted=accepted)])
    assert all(slots.mark_slow(delivery(target)) for target in slow)
    assert slots.assign([due_target(99, accepted=accepted)])


def test_a_receiver_stays_slow_until_it_answers_quickly() -> None:
    slots, target = DeliverySlots(), due_target(1)
    slots.assign([target])
    assert slots.mark_slow(delivery(target))
    slots.release(target.target)
    others = slots.assign([due_target(1, webhook) for webhook in (1, 2)])
    assert [found.target for found in slots.assign([target])] == [target.target]
    assert not slots.mark_slow(delivery(others[0]))
    slots.mark_quick(target.target)
    for each in [target, *others]:
        slots.release(each.target)
    assert len(slots.assign([target, due_target(1, 5)])) == 2
