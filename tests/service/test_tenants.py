import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.store import Measurement, Store, TenantSettings
from core.query import DeviceUse
from core.question import Rig

TENANTS = ("slack:T1", "slack:T2", "discord:1")
tenants = st.sampled_from(TENANTS)
people = st.sampled_from(("U1", "U2"))
rates = st.integers(1, 1_000).map(float)
counts = st.integers(1, 8)


class Tenants(RuleBasedStateMachine):
    """Three tenants against a model of plain dictionaries: nobody sees what is another's."""

    @initialize()
    def begin(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()
        url = f"sqlite+aiosqlite:///{Path(self.folder.name) / 's.db'}"
        self.store = self.wait(Store.open(url))
        self.seen: set[tuple[str, str]] = set()
        self.rigs: dict[tuple[str, str], Rig] = {}
        self.settings: dict[str, TenantSettings] = {}
        self.reports: dict[tuple[str, str], float] = {}

    def wait(self, coroutine):
        return self.loop.run_until_complete(coroutine)

    @rule(tenant=tenants, event_id=st.sampled_from(("E1", "E2", "E3")))
    def claim(self, tenant: str, event_id: str) -> None:
        fresh = (tenant, event_id) not in self.seen
        assert self.wait(self.store.events.claim(tenant, event_id)) is fresh
        self.seen.add((tenant, event_id))

    @rule(tenant=tenants, user=people, count=counts)
    def save_rig(self, tenant: str, user: str, count: int) -> None:
        rig = Rig((DeviceUse("geforce-rtx-3090", count),))
        self.wait(self.store.rigs.put(tenant, user, rig))
        self.rigs[tenant, user] = rig

    @rule(tenant=tenants, user=people)
    def forget_rig(self, tenant: str, user: str) -> None:
        had = self.rigs.pop((tenant, user), None) is not None
        assert self.wait(self.store.rigs.forget(tenant, user)) is had

    @rule(tenant=tenants, share=st.booleans(), language=st.sampled_from(("en", "de", None)))
    def choose(self, tenant: str, share: bool, language: str | None) -> None:  # noqa: FBT001
        chosen = TenantSettings(language, share_measurements=share)
        self.wait(self.store.settings.put(tenant, chosen))
        self.settings[tenant] = chosen

    @rule(tenant=tenants, user=people, rate=rates)
    def report(self, tenant: str, user: str, rate: float) -> None:
        one = Measurement("qwen3-32b", "like", rate, "llama.cpp")
        self.wait(self.store.measurements.put(tenant, user, one))
        self.reports[tenant, user] = rate

    @rule(tenant=tenants, user=people, everywhere=st.booleans())
    def forget_person(self, tenant: str, user: str, everywhere: bool) -> None:  # noqa: FBT001
        self.wait(self.store.forget_person(tenant, user, everywhere=everywhere))
        platform = tenant.partition(":")[0]
        for kept in (self.rigs, self.reports):
            for whose in tuple(kept):
                near = whose[0].startswith(platform) if everywhere else whose[0] == tenant
                if near and whose[1] == user:
                    del kept[whose]

    @rule(tenant=tenants)
    def leave(self, tenant: str) -> None:
        self.wait(self.store.remove_tenant(tenant))
        self.settings.pop(tenant, None)
        self.seen = {one for one in self.seen if one[0] != tenant}
        for kept in (self.rigs, self.reports):
            for whose in tuple(kept):
                if whose[0] == tenant:
                    del kept[whose]

    @invariant()
    def everyone_sees_exactly_their_own(self) -> None:
        if not hasattr(self, "store"):
            return
        for tenant in TENANTS:
            mine = self.settings.get(tenant, TenantSettings())
            assert self.wait(self.store.settings.get(tenant)) == mine
            for user in ("U1", "U2"):
                assert self.wait(self.store.rigs.get(tenant, user)) == self.rigs.get((tenant, user))
            seen = set(self.wait(self.store.measurements.like(tenant, "like")))
            assert seen <= {r for (t, _), r in self.reports.items() if self._may_see(tenant, t)}
            assert {r for (t, _), r in self.reports.items() if t == tenant} <= seen or (
                mine.share_measurements  # a person of two sharing tenants counts once
            )

    def _may_see(self, reader: str, writer: str) -> bool:
        sharing = {t for t, chosen in self.settings.items() if chosen.share_measurements}
        return reader == writer or {reader, writer} <= sharing

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.wait(self.store.close())
            self.loop.close()
            self.folder.cleanup()


def runs(examples: int):
    return settings(
        max_examples=examples,
        stateful_step_count=20,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def test_no_tenant_sees_anothers_quick_form():
    from hypothesis.stateful import run_state_machine_as_test  # noqa: PLC0415

    run_state_machine_as_test(Tenants, settings=runs(15))


@pytest.mark.nightly
def test_no_tenant_sees_anothers_in_500_runs():
    from hypothesis.stateful import run_state_machine_as_test  # noqa: PLC0415

    run_state_machine_as_test(Tenants, settings=runs(500))
