"""Where the bundled files are: beside the packages in a checkout, inside `app` in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).parent / "_assets"
_CHECKOUT = Path(__file__).parent.parent / "assets"


def asset(name: str) -> Path:
    """The path of a bundled file or folder, by its name under `assets/`."""
    return (_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT) / name


MODEL = "all-MiniLM-L6-v2.F16.gguf"
ADAPTER = "all-MiniLM-L6-v2.tool-requests.gguf"
ADAPTER_SHA256 = "24ae7abbe341c02bc6ed6ebeadbb19a0d788c777cbe1d24892ce09a5deb4e64f"
DEMO = "demo"
PROFILES = "profiles"
STYLES = "triptych.tcss"
