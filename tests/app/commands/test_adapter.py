"""An adapter that cannot be used is told on the command line: it changes every score."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app import wiring
from app.assets import QUERY_ADAPTER, asset
from app.cli import main

TOOLS = '{"tools": [{"name": "set_light", "description": "Switch a lamp on or off."}]}'


def found(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """What `find` prints, and what it says beside that."""
    words = ["find", str(folder), "-q", "it is dark", "--index", str(folder / "i.sqlite")]
    monkeypatch.setattr(sys, "argv", ["triptych", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    return capsys.readouterr()


def test_a_damaged_adapter_is_told_and_meaning_still_ranks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "home.json").write_text(TOOLS)
    whole, said = found(tmp_path, monkeypatch, capsys)
    assert "set_light" in whole
    assert "adapter" not in said

    damaged = tmp_path / QUERY_ADAPTER
    damaged.write_bytes(asset(QUERY_ADAPTER).read_bytes()[:-1])
    monkeypatch.setattr(wiring, "asset", lambda name: damaged if name == QUERY_ADAPTER else asset(name))
    without, said = found(tmp_path, monkeypatch, capsys)
    assert said.count(f"triptych: the model goes without an adapter: {damaged} is damaged") == 1
    assert "Semantic" in without and "set_light" in without
    assert without != whole
