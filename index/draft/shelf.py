"""Where drafts are kept between runs: a file of the user's state, not of the index, which may be deleted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from index.atomic_file import write_text
from index.draft.draft import DESCRIPTION, NAME, PARAMETER, Draft, Field, ToolKey

VERSION = 1
_KINDS = (NAME, DESCRIPTION, PARAMETER)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The file that keeps the drafts of one watched directory."""

    path: Path
    directory: str = ""

    @staticmethod
    def of(directory: Path, state: Path | None = None) -> Shelf:
        """The shelf of a directory, in the platform's folder for state or in the given one."""
        folder = state if state is not None else platformdirs.user_state_path("triptych") / "drafts"
        named = str(directory.resolve())
        digest = hashlib.sha256(named.encode("utf-8", "surrogateescape")).hexdigest()[:16]
        return Shelf(folder / f"{digest}.json", named)

    def load(self) -> tuple[tuple[Draft, ...], str]:
        """The drafts, and a line for the user where the file could not be read ("" if it could).

        A file that is damaged is set aside, never written over: it is somebody's work.
        """
        try:
            data = json.loads(self.path.read_bytes())
            return tuple(_draft(row) for row in data["drafts"]), ""
        except FileNotFoundError:
            return (), ""
        except OSError as error:
            return (), f"drafts of the last run cannot be read: {error.strerror or error}"
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            aside = self.path.with_suffix(".damaged.json")
            try:
                self.path.replace(aside)
            except OSError:
                return (), "drafts of the last run are damaged and were not read"
            return (), f"drafts of the last run are damaged; the file was kept as {aside.name}"

    def save(self, drafts: tuple[Draft, ...]) -> str:
        """Keep the drafts, atomically; a line for the user where that failed, else ""."""
        rows = [_row(draft) for draft in drafts]
        data = {"triptych_drafts": VERSION, "directory": self.directory, "drafts": rows}
        try:
            if not rows:
                self.path.unlink(missing_ok=True)
            else:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                write_text(self.path, json.dumps(data, indent=1) + "\n")
        except OSError as error:
            return f"drafts cannot be kept: {error.strerror or error}"
        return ""


def _row(draft: Draft) -> dict[str, object]:
    key = draft.key
    edits = [{"kind": field.kind, "parameter": field.parameter, "text": text} for field, text in draft.edits]
    return {
        "source": key.source,
        "pointer": key.pointer,
        "name": key.name,
        "original": draft.original,
        "edits": edits,
    }


def _draft(row: Mapping[str, object]) -> Draft:
    edits = row["edits"]
    if not isinstance(edits, list):
        raise TypeError("edits")
    pairs = tuple((Field(_text(edit, "kind"), _text(edit, "parameter")), _text(edit, "text")) for edit in edits)
    if not pairs or any(field.kind not in _KINDS for field, _ in pairs):
        raise ValueError("kind")
    return Draft(
        ToolKey(_text(row, "source"), _text(row, "pointer"), _text(row, "name")), _text(row, "original"), pairs
    )


def _text(row: Mapping[str, object], key: str) -> str:
    value = row[key]
    if not isinstance(value, str):
        raise TypeError(key)
    return value
