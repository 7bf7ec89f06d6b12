import pytest

from tests.load.run import run


@pytest.mark.parametrize("platform", ["discord", "slack"])
async def test_fifty_a_second_are_all_answered(sqlite_url: str, platform: str):
    """The quick form, two seconds beside other tests: what is slow here may be their doing."""
    load = await run(sqlite_url, platform, for_s=2.0)
    assert load.answered == load.sent == 100
    assert load.quantile(0.99) <= 2.0
    assert load.memory_bytes <= 20e6


@pytest.mark.nightly
@pytest.mark.parametrize("platform", ["discord", "slack"])
async def test_fifty_a_second_for_a_minute_are_answered_within_half_a_second(sqlite_url, platform):
    load = await run(sqlite_url, platform, for_s=60.0)
    assert load.answered == load.sent == 3_000
    assert load.quantile(0.99) <= 0.5
    assert load.lag_p99_s <= 0.05
    assert load.memory_bytes <= 20e6
