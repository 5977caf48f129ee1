"""`triptych import` as a user calls it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.commands.import_ import command
from tests.app.importing.servers import Answers, http_server, program, scripted, tool

TRIPTYCH = (sys.executable, "-c", "from app.cli import main; main()")


@pytest.fixture(autouse=True)
def current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "current"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words), standalone_mode=False)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_file_is_named_after_the_server_and_never_replaced_without_force(current: Path, tmp_path: Path) -> None:
    words = scripted(tmp_path, [{"tools": [tool("b"), tool("a")]}], name="my/server").words
    result = run("--", *words)
    assert (result.return_value, result.stdout) == (0, "")
    assert result.stderr == "triptych: wrote my-server.json: 2 tools of my/server\n"
    assert files(current) == ["my-server.json"]
    again = run("--", *words)
    assert again.return_value == 2
    assert "my-server.json: this file is there already; --force replaces it" in again.stderr
    before = (current / "my-server.json").stat().st_mtime_ns
    forced = run("--force", "--", *words)
    assert (forced.return_value, forced.stderr) == (0, "triptych: unchanged: my-server.json, 2 tools of my/server\n")
    assert (current / "my-server.json").stat().st_mtime_ns == before


def test_a_file_in_the_way_is_noticed_before_the_server_is_started(current: Path, tmp_path: Path) -> None:
    started = tmp_path / "started"
    words = program(tmp_path, f"open({str(started)!r}, 'w')").words
    (current / "out.json").write_text("mine")
    assert run("--out", "out.json", "--", *words).return_value == 2
    assert not started.exists()
    assert (current / "out.json").read_text() == "mine"


def test_standard_output_holds_the_manifest_alone(current: Path) -> None:
    with http_server(["b", "a", "c"]) as server:
        result = run("--out", "-", "--header", "X-Key: 1", server.url)
    assert (result.return_value, result.stderr) == (0, "")
    assert [entry["name"] for entry in json.loads(result.stdout)["tools"]] == ["a", "b", "c"]
    assert server.headers[0]["x-key"] == "1"
    assert files(current) == []


def test_remarks_about_the_list_are_told(current: Path, tmp_path: Path) -> None:
    words = scripted(tmp_path, [{"tools": [{"name": "bare"}]}]).words
    result = run("--out", "out.json", "--", *words)
    assert result.return_value == 0
    assert result.stderr.startswith("triptych: the list does not follow MCP: ")


def test_a_failure_is_one_line_and_the_servers_last_words(current: Path, tmp_path: Path) -> None:
    words = program(tmp_path, "import sys; sys.exit('no \\x1b[1mkey\\nset KEY')").words
    result = run("--", *words)
    assert (result.return_value, result.stdout) == (2, "")
    first, *rest = result.stderr.splitlines()
    assert first.endswith("server.py ended before it answered")
    assert rest == ["  no ␛[1mkey", "  set KEY"]
    assert files(current) == []


def test_the_whole_command_line_exits_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["no-such-command"], [], ["http://"], ["--watch", "--out", "-", "x"], ["--timeout", "0", "x"]):
        monkeypatch.setattr(sys, "argv", ["triptych", "import", *words])
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err


def test_an_endpoint_that_wants_a_token(current: Path) -> None:
    with Answers(401, "application/json", b"{}") as server:
        result = run(server.url)
    assert result.return_value == 2
    assert result.stderr.count("\n") == 1
    assert "HTTP 401 Unauthorized: it wants to know who you are: add --header" in result.stderr


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_server_too(current: Path, tmp_path: Path, number: signal.Signals, code: int) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    words = program(
        tmp_path, f"import os, signal; open({str(fifo)!r}, 'w').write(str(os.getpid())); signal.pause()"
    ).words
    with subprocess.Popen([*TRIPTYCH, "import", "--", *words], stderr=subprocess.PIPE, text=True) as process:
        pid = int(fifo.read_text())
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (code, "")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert files(current) == []


def test_watching_until_ctrl_c(current: Path, tmp_path: Path) -> None:
    source = scripted(tmp_path, [{"tools": [tool("old")]}])
    path = Path(source.words[1])
    with subprocess.Popen(
        [*TRIPTYCH, "import", "--watch", "--", *source.words], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert "Ctrl-C ends it" in process.stderr.readline()
        assert process.stderr.readline() == "triptych: wrote scripted.json: 1 tool of scripted\n"
        path.write_text(path.read_text().replace('"old"', '"new"'))
        assert process.stderr.readline() == "triptych: wrote scripted.json: added new; removed old\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (0, "")
    assert json.loads((current / "scripted.json").read_text())["tools"] == [tool("new")]


def test_no_other_verb_pays_for_the_sdk() -> None:
    code = (
        "import sys, importlib, pkgutil, app.cli, app.commands as verbs\n"
        "for module in pkgutil.iter_modules(verbs.__path__): importlib.import_module('app.commands.' + module.name)\n"
        "print([name for name in ('mcp', 'mcp_types', 'httpx2', 'pydantic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
