import asyncio
import time

import pytest

from bot.handler import Outcome
from bot.limits import MAX_KEYS, Limits, Rate, Verdict, Window
from bot.store import Store
from tests.service.fakes import Transcript, incoming
from tests.service.test_handling import handler_on


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def who(n: int, *, channel: int = 0, tenant: int = 0):
    return incoming(user_id=f"U{n}", channel_id=f"C{channel}", tenant_id=f"T{tenant}")


@pytest.mark.parametrize(
    ("scope", "most", "window_s", "people"),
    [
        ("user", 5, 10, lambda _n: who(0)),
        ("channel", 20, 60, who),
        ("tenant", 120, 60, lambda n: who(n, channel=n)),
        ("all", 50, 1, lambda n: who(n, channel=n, tenant=n)),
    ],
)
def test_each_scope_lets_its_number_through_and_opens_again(scope, most, window_s, people):
    clock = Clock()
    limits = Limits(clock)
    step = 0.021 if scope == "tenant" else 0.0  # 120 people do not come within one second
    for n in range(most):
        assert limits.check(people(n)).verdict is Verdict.ALLOWED
        clock.now += step
    refused = limits.check(people(most))
    assert (refused.verdict, refused.scope) == (Verdict.NOTICE, scope)
    assert 0 < refused.wait_s <= window_s
    clock.now += refused.wait_s + 1e-6
    assert limits.check(people(most)).verdict is Verdict.ALLOWED


def test_there_is_one_notice_a_minute():
    clock = Clock()
    limits = Limits(clock)
    verdicts = [limits.check(who(0)).verdict for _ in range(100)]
    assert verdicts.count(Verdict.ALLOWED) == 5
    assert verdicts.count(Verdict.NOTICE) == 1


def test_a_refused_delivery_uses_up_nothing():
    clock = Clock()
    limits = Limits(clock)
    for _ in range(1_000):
        limits.check(who(0))
    assert all(limits.check(who(n)).verdict is Verdict.ALLOWED for n in range(1, 16))


def test_memory_is_bounded():
    window = Window(Rate(5, 10.0))
    for n in range(MAX_KEYS + 1_000):
        window.add(str(n), 0.0)
    assert len(window._times) == MAX_KEYS


async def test_one_user_at_100_a_second_leaves_the_others_p99_below_a_second(sqlite_store: Store):
    """The quick form: two seconds of it."""
    handler = handler_on(sqlite_store, limits=Limits(time.monotonic))
    theirs, others, times = Transcript(), Transcript(), []

    async def flood() -> None:
        for n in range(200):
            await handler.ask(incoming(f"flood{n}", user_id="U0"), theirs.reply)
            await asyncio.sleep(0.01)

    async def visit(n: int) -> None:
        await asyncio.sleep(n * 0.1)
        started = time.monotonic()
        around = {"user_id": f"V{n}", "channel_id": f"D{n}"}
        result = await handler.ask(incoming(f"visit{n}", **around), others.reply)
        assert result.outcome is Outcome.ANSWERED
        times.append(time.monotonic() - started)

    await asyncio.gather(flood(), *(visit(n) for n in range(20)))
    assert len(others) == 20
    assert max(times) < 1.0
    notices = [answer for answer in theirs if answer.status == "declined"]
    assert (len(theirs) - len(notices), len(notices)) == (5, 1)
    assert "back for you in" in notices[0].headline
