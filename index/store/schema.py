"""The tables of an index file. Everything in them is derived from the manifests and can be made again."""

from __future__ import annotations

APPLICATION_ID = 0x74726970  # "trip"

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    INSERT INTO meta VALUES
        ('generation', CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
        ('vectors', 0);

    CREATE TABLE manifests (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        settled INTEGER NOT NULL,
        sha256 BLOB NOT NULL,
        shape TEXT,
        known INTEGER NOT NULL,
        stale INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX manifests_known ON manifests(path) WHERE known;

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
        id INTEGER PRIMARY KEY AUTOINCREMENT,
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
    CREATE INDEX tools_server ON tools(server);
    CREATE INDEX tools_revision ON tools(revision);

    CREATE TABLE fts_tables (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE vectors (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL UNIQUE,
        vector BLOB NOT NULL
    );

    CREATE TABLE spaces (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        identity TEXT NOT NULL,
        definition TEXT NOT NULL,
        UNIQUE (name, identity)
    );

    CREATE TABLE facets (
        space_id INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
        tool_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        key BLOB NOT NULL,
        PRIMARY KEY (space_id, tool_id, number)
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

`meta.generation` counts changes of the catalog from the time of its making in ms, so that a rebuilt index never seems
to be in a state that the one before it was in; `meta.vectors` counts those of the vectors.

A row of `manifests` is a file that was looked at: `known` where it declared tools or had problems, `stale` where its
tools are those of an earlier version of it, `settled` where an unchanged size, time and inode prove an unchanged
content. An id of `tools` is never given again. `tools.parameters` is a JSON list of [name, description, type,
required]; `annotations` a JSON list of [hint, JSON]. `tokens` is the byte length of `definition` in UTF-8,
integer-divided by 4. `revision` is the generation in which the row last changed.

`vectors.key` is sha256(model identity, embedded text). A space is what one engine embeds under one model; its
`facets` say which texts stand for a tool, in one row of kind -1 where none does. `definition` is a hash of the code
that makes the texts: facets of another one are thrown away.
"""
