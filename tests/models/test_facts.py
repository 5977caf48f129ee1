"""What is told of a model without loading it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import gguf
import pytest

from models.embedder import Settings, open_embedder
from models.errors import ModelFileError
from models.facts import Pooling, identity_of, read_facts
from models.prefixes import Prefixes, known_prefixes
from tests.models.conftest import ROOT, SHIPPED


def _write(path: Path, name: str, pooling: int | None, arch: str = "bert", causal: bool | None = None) -> Path:
    writer = gguf.GGUFWriter(path, arch)
    writer.add_name(name)
    writer.add_context_length(8192)
    writer.add_embedding_length(16)
    if pooling is not None:
        writer.add_pooling_type(gguf.PoolingType(pooling))
    if causal is not None:
        writer.add_causal_attention(causal)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path


def test_the_shipped_model() -> None:
    facts = read_facts(SHIPPED)
    assert (facts.name, facts.dimensions, facts.longest) == ("all-MiniLM-L6-v2", 384, 512)
    assert facts.pooling is Pooling.MEAN
    assert facts.prefixes == Prefixes()
    assert facts.english_only


@pytest.mark.parametrize(
    ("pooling", "arch", "causal", "expected"),
    [
        (1, "bert", None, Pooling.MEAN),
        (2, "bert", None, Pooling.CLS),
        (3, "qwen3", None, Pooling.LAST),
        (None, "nomic-bert", None, Pooling.MEAN),
        (None, "llama", None, Pooling.LAST),
        (0, "llama", False, Pooling.MEAN),
    ],
)
def test_pooling(tmp_path: Path, pooling: int | None, arch: str, causal: bool | None, expected: Pooling) -> None:
    facts = read_facts(_write(tmp_path / "m.gguf", "m", pooling, arch, causal))
    assert facts.pooling is expected
    assert facts.longest == 2048
    assert not facts.english_only


def test_a_reranker_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="not an embedding model"):
        read_facts(_write(tmp_path / "m.gguf", "m", 4))


@pytest.mark.parametrize(
    ("name", "query", "passage"),
    [
        ("nomic-embed-text-v1.5", "search_query: ", "search_document: "),
        ("Multilingual E5 Small", "query: ", "passage: "),
        ("bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("bge-m3", "", ""),
        ("all-MiniLM-L6-v2", "", ""),
        ("Bert", "", ""),
    ],
)
def test_known_prefixes(name: str, query: str, passage: str) -> None:
    assert known_prefixes([name]) == Prefixes(query, passage)


def test_identity_changes_with_all_that_changes_vectors_and_nothing_else() -> None:
    facts = read_facts(SHIPPED)
    base = identity_of("hash", facts)
    changed = (
        replace(facts, pooling=Pooling.CLS),
        replace(facts, prefixes=Prefixes("q: ")),
        replace(facts, prefixes=Prefixes("", "p: ")),
        replace(facts, longest=256),
    )
    assert len({base, identity_of("other", facts), *(identity_of("hash", f) for f in changed)}) == 6
    assert identity_of("hash", replace(facts, name="another", languages=())) == base


def test_identity_is_there_without_a_child_and_prefixes_can_be_given() -> None:
    plain = open_embedder(SHIPPED)
    given = open_embedder(SHIPPED, settings=Settings(prefixes=Prefixes("query: ", "passage: ")))
    assert plain.identity != given.identity
    assert plain.identity == open_embedder(SHIPPED).identity
    assert plain.child_pids == ()
    assert (plain.embed_query("passage: a") == given.embed_passages(["a"])[0]).all()
    assert (plain.embed_query("query: a") == given.embed_query("a")).all()
    plain.close()
    given.close()


def test_importing_loads_no_llama_cpp() -> None:
    code = "import sys, models.embedder; sys.exit('llama_cpp' in sys.modules or 'gguf' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
