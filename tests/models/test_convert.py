"""The shipped file is what the published weights convert to."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from models.convert import main, target_name, target_token
from tests.models.conftest import SHIPPED


def test_a_conversion_gives_the_shipped_bytes(weights: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.gguf"
    assert main([str(weights), str(out)]) == 0
    assert out.read_bytes() == SHIPPED.read_bytes()


def test_a_folder_gives_the_same_as_the_wheel(published: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.gguf"
    assert main([str(published), str(out)]) == 0
    assert hashlib.sha256(out.read_bytes()).digest() == hashlib.sha256(SHIPPED.read_bytes()).digest()


def test_the_provenance_names_the_shipped_file_and_its_source(published: Path, weights: Path) -> None:
    told = SHIPPED.with_name("all-MiniLM-L6-v2.PROVENANCE.md").read_text("utf-8")
    for path in (SHIPPED, weights, published / "model.safetensors"):
        assert hashlib.sha256(path.read_bytes()).hexdigest() in told


def test_something_else_is_refused_plainly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.txt"
    other.write_text("no wheel")
    assert main([str(other), str(tmp_path / "out.gguf")]) == 2
    assert main([str(tmp_path), str(tmp_path / "out.gguf")]) == 2
    assert "neither a folder nor a wheel" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("published_name", "name"),
    [
        ("encoder.layer.3.attention.self.query.bias", "blk.3.attn_q.bias"),
        ("embeddings.LayerNorm.weight", "token_embd_norm.weight"),
        ("pooler.dense.weight", None),
        ("embeddings.position_ids", None),
    ],
)
def test_tensor_names(published_name: str, name: str | None) -> None:
    assert target_name(published_name) == name


def test_tokens() -> None:
    assert [target_token(t) for t in ("the", "##ing", "[CLS]", "[", "#")] == ["▁the", "ing", "[CLS]", "▁[", "▁#"]
