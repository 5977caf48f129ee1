"""The arrows of the architecture, checked on what is really imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LOAD_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print("\\n".join(sorted(sys.modules)))
"""


def modules_loaded_by(package: str) -> set[str]:
    ran = subprocess.run(
        [sys.executable, "-c", LOAD_ALL, package], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return {name.split(".")[0] for name in ran.stdout.split()}


def test_the_core_loads_neither_a_terminal_library_nor_a_model_library() -> None:
    loaded = modules_loaded_by("index")
    assert "numpy" in loaded
    assert not loaded & {"textual", "llama_cpp", "app", "models"}


@pytest.mark.parametrize("name", ["models", "app.cli"])
def test_a_front_door_does_not_load_llama_cpp(name: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys, {name}; print('llama_cpp' in sys.modules, 'textual' in sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert ran.stdout.split() == ["False", "False"]
