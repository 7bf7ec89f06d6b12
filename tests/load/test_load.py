import pytest

from tests.load.run import run


@pytest.mark.parametrize("platform", ["discord", "slack"])
@pytest.mark.parametrize("for_s", [2.0, pytest.param(60.0, marks=pytest.mark.nightly)])
async def test_fifty_a_second_are_all_answered_within_half_a_second(sqlite_url, platform, for_s):
    load = await run(sqlite_url, platform, for_s=for_s)
    assert load.answered == load.sent == 50 * for_s
    assert load.quantile(0.99) <= 0.5
    assert load.lag_p99_s <= 0.05
    assert load.memory_bytes <= 20e6
