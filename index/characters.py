"""Characters that do something other than show themselves: what hostile text is made of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

CONTROL = "\x00-\x1f\x7f-\x9f"
"""C0, delete and C1, as the inside of a character class; among them ESC, which starts ANSI sequences."""

BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Marks, embeddings, overrides and isolates that reorder what is shown."""

SURROGATES = "\ud800-\udfff"

_SELECTORS = "\ufe00-\ufe0f"
_IGNORABLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164"
    "\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Unicode's default-ignorable code points without the above: zero-width, fillers, tags; and the line separators."""

INVISIBLE = _IGNORABLE + _SELECTORS + BIDIRECTIONAL
"""Everything that takes no room or reorders, as the inside of a character class."""

COMBINING = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
"""Marks that stack on the character before them."""

_EMOJI = "[\u00a9\u00ae\u203c-\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_SELECTED = rf"(?<={_EMOJI})[\ufe0e\ufe0f](?![{_SELECTORS}])|(?<=[0-9#*])\ufe0f(?=\u20e3)"

SELECTOR = re.compile(_SELECTED)
"""One variation selector after a symbol, which asks for a colour or a text form of it: ordinary and harmless."""

_IN_EMOJI = re.compile(rf"{_SELECTED}|(?<={_EMOJI}|\ufe0f)\u200d(?={_EMOJI})")
_INVISIBLE = re.compile(f"[{INVISIBLE}]")


def invisible_in(text: str) -> list[str]:
    """The different invisible and bidirectional characters of a text, in order; what emoji are made of is let pass."""
    if text.isascii() or not _INVISIBLE.search(text):
        return []
    return list(dict.fromkeys(_INVISIBLE.findall(_IN_EMOJI.sub("", text))))


def codes_in(character_class: str) -> Iterator[int]:
    """The code points of the inside of a character class: single characters and ranges."""
    for match in re.finditer(r"(.)-(.)|(.)", character_class, re.DOTALL):
        first, last, single = match.groups()
        yield from range(ord(single or first), ord(single or last) + 1)


def described(character: str) -> str:
    """A character by number and name: "U+202E RIGHT-TO-LEFT OVERRIDE"."""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}{' ' + name if name else ''}"
