"""Full-text tables over `tools`: declared by engines, created on first use, kept true by triggers."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from index.code_version import code_version

MODULES = ("fts5", "fts4")


@dataclass(frozen=True, slots=True)
class FtsTable:
    """An external-content FTS table over `tools`.

    `columns` are (column name, SQL expression over one tool row) pairs; in the expression `{row}` stands for the
    row, e.g. `"{row}.name"` or `"split_words({row}.name)"` (functions: `index.store.functions`). `tokenize` is the
    tokenizer's specification. FTS4 finds its content by rowid, which a view lacks: its columns must be columns of
    `tools` under their own names. `version` is raised when a function the expressions call changes its result.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    tokenize: str
    module: str = "fts5"
    version: int = 1

    @property
    def fingerprint(self) -> str:
        """Differs whenever the table's content would, also through the functions that its columns call.

        It must: to forget a row, FTS5 is told its old text again, and another text would damage the table.
        """
        code = code_version("index.store.functions")
        declared = (self.name, self.columns, self.tokenize, self.module, self.version, code)
        return hashlib.sha256(repr(declared).encode()).hexdigest()

    @property
    def view(self) -> str:
        """The view the table reads its content from."""
        return f"{self.name}_content_view"

    def values(self, row: str) -> str:
        """The columns' SQL expressions for one row ("new", "old" or "tools"), joined by commas."""
        return ", ".join(expression.format(row=row) for _, expression in self.columns)

    def names(self) -> str:
        return ", ".join(column for column, _ in self.columns)


def ensure_table(connection: sqlite3.Connection, table: FtsTable) -> bool:
    """Create and fill the table unless it is there as declared; whether anything was done. Needs a transaction."""
    row = connection.execute("SELECT fingerprint FROM fts_tables WHERE name = ?", (table.name,)).fetchone()
    if row is not None and row[0] == table.fingerprint:
        return False
    drop_table(connection, table.name)
    columns = ", ".join(f"{expression.format(row='tools')} AS {column}" for column, expression in table.columns)
    connection.execute(f"CREATE VIEW {table.view} AS SELECT id, id AS docid, {columns} FROM tools")
    if table.module == "fts5":
        connection.execute(
            f"CREATE VIRTUAL TABLE {table.name} USING fts5({table.names()}, content='{table.view}', "
            f"content_rowid='id', tokenize='{table.tokenize}')"
        )
    else:
        connection.execute(
            f"CREATE VIRTUAL TABLE {table.name} USING fts4({table.names()}, content='tools', tokenize={table.tokenize})"
        )
    rebuild_table(connection, table)
    create_triggers(connection, table)
    connection.execute("INSERT INTO fts_tables(name, fingerprint) VALUES (?, ?)", (table.name, table.fingerprint))
    return True


def rebuild_table(connection: sqlite3.Connection, table: FtsTable) -> None:
    """Fill the table anew from its content: six times faster than triggers for a bulk load."""
    connection.execute(f"INSERT INTO {table.name}({table.name}) VALUES ('rebuild')")


def create_triggers(connection: sqlite3.Connection, table: FtsTable) -> None:
    """Keep the table true to `tools` from here on."""
    name, columns = table.name, table.names()
    watched = "name, description, title, server, parameters"
    if table.module == "fts5":
        add = f"INSERT INTO {name}(rowid, {columns}) VALUES (new.id, {table.values('new')});"
        remove = f"INSERT INTO {name}({name}, rowid, {columns}) VALUES ('delete', old.id, {table.values('old')});"
        triggers: tuple[tuple[str, str, str], ...] = (
            ("insert", "AFTER INSERT", add),
            ("delete", "AFTER DELETE", remove),
            ("update", f"AFTER UPDATE OF {watched}", remove + add),
        )
    else:  # FTS4 looks the old values up in the content itself, so it must be told before they are gone
        add = f"INSERT INTO {name}(docid, {columns}) VALUES (new.id, {table.values('new')});"
        remove = f"DELETE FROM {name} WHERE docid = old.id;"
        triggers = (
            ("insert", "AFTER INSERT", add),
            ("delete", "BEFORE DELETE", remove),
            ("update_old", f"BEFORE UPDATE OF {watched}", remove),
            ("update", f"AFTER UPDATE OF {watched}", add),
        )
    for suffix, event, body in triggers:
        connection.execute(f"CREATE TRIGGER {name}_{suffix} {event} ON tools BEGIN {body} END")


def drop_triggers(connection: sqlite3.Connection, name: str) -> None:
    for suffix in ("insert", "delete", "update_old", "update"):
        connection.execute(f"DROP TRIGGER IF EXISTS {name}_{suffix}")


def drop_table(connection: sqlite3.Connection, name: str) -> None:
    drop_triggers(connection, name)
    connection.execute(f"DROP TABLE IF EXISTS {name}")
    connection.execute(f"DROP VIEW IF EXISTS {name}_content_view")
    connection.execute("DELETE FROM fts_tables WHERE name = ?", (name,))


def drop_unknown(connection: sqlite3.Connection, known: Iterable[FtsTable]) -> None:
    """Drop tables no engine declares any more, or declares otherwise: their triggers would break every write."""
    wanted = {table.name: table.fingerprint for table in known}
    for name, fingerprint in connection.execute("SELECT name, fingerprint FROM fts_tables").fetchall():
        if wanted.get(name) != fingerprint:
            drop_table(connection, name)
