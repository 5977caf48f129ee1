"""Token ids are those of the published tokenizer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from models.convert import Source, target_token
from models.wordpiece import WordPiece
from tests.models.conftest import ROOT, SHIPPED
from tests.models.texts import TEXTS

_IN_A_CHILD = """
import json, sys
from pathlib import Path
from models.facts import read_facts
from models.llama import LlamaModel
path = Path(sys.argv[1])
model = LlamaModel(path, read_facts(path), 1)
print(json.dumps([model.tokens(text) for text in json.load(sys.stdin)]))
"""


@pytest.fixture(scope="module")
def reference(published: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(published / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.encode_special_tokens = True  # as plain text: Hypothesis does come upon "[CLS]"
    return tokenizer


@pytest.fixture(scope="module")
def wordpiece(source: Source) -> WordPiece:
    return WordPiece({target_token(t): i for i, t in enumerate(source.vocabulary)}, source.vocabulary.index("[UNK]"))


def test_the_loaded_model_gets_the_reference_ids(reference: Tokenizer) -> None:
    long = "word and another, " * 400
    run = subprocess.run(
        [sys.executable, "-c", _IN_A_CHILD, str(SHIPPED)],
        input=json.dumps([*TEXTS, long]),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    *ids, cut = json.loads(run.stdout)
    for text, found in zip(TEXTS, ids, strict=True):
        assert found == reference.encode(text).ids, text
    reference_ids = reference.encode(long).ids
    assert cut == [*reference_ids[:511], reference_ids[-1]]


_SINCE_UNICODE_8 = st.characters(max_codepoint=0x5FF, exclude_categories=("Cs", "Cn", "Cf"))
"""The reference's tables are of an older Unicode: where a character's class is newer, the two may differ."""


@settings(max_examples=200, deadline=None)
@example(text="[CLS]")
@given(text=st.text(_SINCE_UNICODE_8 | st.sampled_from("中文日한글हिのが🎉ﬁ'-_ \t\0"), max_size=60))
def test_any_text_gets_the_reference_ids(reference: Tokenizer, wordpiece: WordPiece, text: str) -> None:
    text = text.replace("\u061d", "")
    assert wordpiece.ids(text, 1000) == reference.encode(text).ids[1:-1]


def test_special_tokens_in_a_text_are_plain_text(wordpiece: WordPiece) -> None:
    assert 102 not in wordpiece.ids("[SEP] [CLS]", 100)


def test_a_lone_surrogate_is_dropped(wordpiece: WordPiece) -> None:
    assert wordpiece.ids("a\ud83db", 10) == wordpiece.ids("ab", 10)


def test_the_limit_is_kept_within_a_word(wordpiece: WordPiece) -> None:
    assert len(wordpiece.ids("antidisestablishmentarianism", 2)) == 2
