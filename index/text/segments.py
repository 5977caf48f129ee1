"""Scripts that write words without spaces, cut into overlapping pairs so that full-text search finds parts of them."""

from __future__ import annotations

import re

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003134f"
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile("[A-Za-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a]")


def pairs(run: str) -> list[str]:
    """A run of one such script as overlapping pairs of characters; a single character stays itself."""
    return [run[at : at + 2] for at in range(max(1, len(run) - 1))]


def segmented(text: str) -> str:
    """The text with every run of Thai, Lao, Burmese, Khmer, Japanese or Chinese characters as pairs between spaces."""
    if text.isascii():
        return text
    return _RUN.sub(lambda run: f" {' '.join(pairs(run[0]))} ", text)


def is_unspaced(word: str) -> bool:
    """Whether the word is written in such a script."""
    return _RUN.fullmatch(word) is not None


def is_latin(text: str) -> bool:
    """Whether at least half of the text's letters are Latin ones (a text without letters counts as Latin)."""
    if text.isascii():
        return True
    letters = _LETTER.findall(text)
    return 2 * sum(map(bool, map(_LATIN.match, letters))) >= len(letters)
