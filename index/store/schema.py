"""The tables of an index file. Everything in them is derived from the manifests and can be made again."""

from __future__ import annotations

APPLICATION_ID = 0x74726970  # "trip"

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    INSERT INTO meta VALUES ('generation', 0);

    CREATE TABLE manifests (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        sha256 BLOB NOT NULL,
        shape TEXT,
        stale INTEGER NOT NULL DEFAULT 0
    );

    CREATE TABLE problems (
        id INTEGER PRIMARY KEY,
        manifest_id INTEGER NOT NULL REFERENCES manifests ON DELETE CASCADE,
        code TEXT NOT NULL,
        severity TEXT NOT NULL,
        message TEXT NOT NULL,
        line INTEGER NOT NULL,
        column INTEGER NOT NULL,
        tool TEXT NOT NULL,
        kept TEXT NOT NULL
    );
    CREATE INDEX problems_manifest ON problems(manifest_id);

    CREATE TABLE tools (
        id INTEGER PRIMARY KEY,
        manifest_id INTEGER NOT NULL REFERENCES manifests ON DELETE CASCADE,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        description TEXT NOT NULL,
        title TEXT NOT NULL,
        server TEXT NOT NULL,
        parameters TEXT NOT NULL,
        annotations TEXT NOT NULL,
        definition TEXT NOT NULL,
        has_schema INTEGER NOT NULL,
        pointer TEXT NOT NULL,
        line INTEGER NOT NULL,
        column INTEGER NOT NULL,
        tokens INTEGER NOT NULL,
        revision INTEGER NOT NULL
    );
    CREATE INDEX tools_manifest ON tools(manifest_id, position);
    CREATE INDEX tools_name ON tools(name);

    CREATE TABLE fts_tables (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE vectors (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL UNIQUE,
        vector BLOB NOT NULL
    );

    CREATE TABLE facets (
        space TEXT NOT NULL,
        tool_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        key BLOB NOT NULL,
        PRIMARY KEY (space, tool_id, number)
    ) WITHOUT ROWID;
    CREATE INDEX facets_tool ON facets(tool_id);
    CREATE TRIGGER facets_delete AFTER DELETE ON tools BEGIN
        DELETE FROM facets WHERE tool_id = old.id;
    END;
    CREATE TRIGGER facets_update AFTER UPDATE OF name, description, title, server, parameters ON tools BEGIN
        DELETE FROM facets WHERE tool_id = old.id;
    END;
    """,
)
"""One script a version; `PRAGMA user_version` counts those applied.

`tools.parameters` is a JSON list of [name, description, type, required]; `annotations` a JSON list of [hint, JSON].
`tokens` is the byte length of `definition` in UTF-8, integer-divided by 4. `revision` changes whenever what the
engines read of a tool does. `vectors.key` is sha256(model identity, embedded text); a tool's `facets` in a space say
which texts stand for it.
"""
