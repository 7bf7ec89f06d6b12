"""INSERT … ON CONFLICT, which both databases have and SQLAlchemy's common insert has not."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Insert = sqlite.Insert | postgresql.Insert


def insert(connection: AsyncConnection, table: Table) -> Insert:
    """Return the insert into `table` that knows ON CONFLICT in the connection's dialect."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)


async def put(connection: AsyncConnection, table: Table, row: dict[str, object]) -> None:
    """Write `row`, over the one with the same primary key where there is one."""
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in row.items() if name not in keys}
    statement = insert(connection, table).values(row)
    await connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=rest))
