"""BERT's WordPiece tokenizer, as the published uncased models use it.

llama.cpp has one too, but it folds text differently (it drops the vowels of Hangul and of Indic scripts, and cuts
words of more than 100 characters into pieces where the models were trained on one unknown token). Vectors are only
those of the published model if the token ids are, so the ids are made here.
Source of the rules: the normalizer and pre-tokenizer that the published tokenizer.json names (BertNormalizer with
clean_text, handle_chinese_chars and lowercase; BertPreTokenizer; WordPiece with max_input_chars_per_word 100).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

WORD_START = "\u2581"
LONGEST_WORD = 100
"""Words of more characters are one unknown token."""

_CACHED_WORDS = 65_536
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class _Cleaner(dict[int, str]):
    """Per character: controls vanish, white space becomes a space, an ideograph stands alone."""

    def __missing__(self, code: int) -> str:
        self[code] = clean = _clean(chr(code))
        return clean


class _Splitter(dict[int, str]):
    """Per character: punctuation stands alone."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = split = f" {character} " if _is_punctuation(character) else character
        return split


class WordPiece:
    """Turns text into token ids.

    Args:
        vocabulary: id of every token in GGUF's spelling: `WORD_START` before a token that starts a word, nothing
            before one that continues it.
        unknown: id for a word that cannot be put together.
        lowercase: whether the model is uncased.

    """

    def __init__(self, vocabulary: Mapping[str, int], unknown: int, *, lowercase: bool = True) -> None:
        self._vocabulary = vocabulary
        self._unknown = unknown
        self._lowercase = lowercase
        self._longest = max(map(len, vocabulary), default=1)
        self._cleaner = _Cleaner()
        self._splitter = _Splitter()
        self._pieces = lru_cache(maxsize=_CACHED_WORDS)(self._cut)

    def ids(self, text: str, limit: int) -> list[int]:
        """The first `limit` token ids of `text`, without the model's opening and closing tokens."""
        found: list[int] = []
        for word in self.words(text):
            found.extend(self._pieces(word))
            if len(found) >= limit:
                break
        return found[:limit]

    def words(self, text: str) -> list[str]:
        """`text` folded and split into words and single punctuation marks."""
        text = text.translate(self._cleaner)
        if self._lowercase:
            if not text.isascii():
                decomposed = unicodedata.normalize("NFD", text)
                text = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
                text = text.replace("\u03a3", "\u03c3")  # str.lower knows final sigma, the reference folds by character
            text = text.lower()
        return text.translate(self._splitter).split()

    def _cut(self, word: str) -> tuple[int, ...]:
        """Greedy longest match from the left; the whole word is unknown if one piece is missing."""
        if len(word) > LONGEST_WORD:
            return (self._unknown,)
        pieces: list[int] = []
        start, mark = 0, WORD_START
        while start < len(word):
            end = min(len(word), start + self._longest)
            while end > start and (mark + word[start:end]) not in self._vocabulary:
                end -= 1
            if end == start:
                return (self._unknown,)
            pieces.append(self._vocabulary[mark + word[start:end]])
            start, mark = end, ""
        return tuple(pieces)


def _clean(character: str) -> str:
    if character in "\t\n\r":
        return " "
    if character == "\ufffd" or unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs"):
        return ""
    if character.isspace():
        return " "
    code = ord(character)
    if any(first <= code <= last for first, last in _IDEOGRAPHS):
        return f" {character} "
    return character


def _is_punctuation(character: str) -> bool:
    if character.isascii():
        return character.isprintable() and not character.isalnum() and character != " "
    return unicodedata.category(character)[0] == "P"
