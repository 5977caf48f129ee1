"""Files of the index that are no longer where they were, until it is known whether they were moved or deleted."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from index.store.manifests import ManifestRow


@dataclass(slots=True)
class Departed:
    """Files of the index that are no longer where they were: a new one with the same bytes is one of them, moved."""

    rows: dict[str, ManifestRow]
    by_hash: defaultdict[bytes, list[ManifestRow]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for row in sorted(self.rows.values(), key=lambda row: row.source):
            if row.sha256 and row.known:
                self.by_hash[row.sha256].append(row)

    def take(self, sha256: bytes, source: str, inode: int) -> ManifestRow | None:
        """The best candidate: the same inode, else the same file name, else the first by path."""
        candidates = self.by_hash.get(sha256)
        if not candidates:
            return None
        name = source.rpartition("/")[2]
        best = min(candidates, key=lambda row: (row.stamp.inode != inode, row.source.rpartition("/")[2] != name))
        candidates.remove(best)
        del self.rows[best.source]
        return best
