"""Where the bundled files are: beside the packages in a checkout, inside `app` in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).parent / "_assets"
_CHECKOUT = Path(__file__).parent.parent / "assets"


def asset(name: str) -> Path:
    """The path of a bundled file or folder, by its name under `assets/`."""
    return (_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT) / name


MODEL = "all-MiniLM-L6-v2.F16.gguf"
QUERY_ADAPTER = "all-MiniLM-L6-v2.tool-requests.gguf"
QUERY_ADAPTER_SHA256 = "24ae7abbe341c02bc6ed6ebeadbb19a0d788c777cbe1d24892ce09a5deb4e64f"
TEXT_ADAPTER = "all-MiniLM-L6-v2.tool-texts.gguf"
TEXT_ADAPTER_SHA256 = "a6b3676dc0b98ac785465c1c706694813f93266d6c12bf0ce9c7e6654edef41b"
NEXT_LETTERS = "next-letters.json"
DEMO = "demo"
PROFILES = "profiles"
STYLES = "triptych.tcss"
