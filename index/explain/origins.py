"""Where a query's word came from, as explanations call it."""

from __future__ import annotations

from collections.abc import Collection

KEYWORDS = "keywords"
DESCRIPTION = "description"
BOTH = "description + keywords"


def origin(word: str, described: Collection[str], keywords: Collection[str]) -> str:
    """Which of the two collections of words has it."""
    if word in keywords:
        return BOTH if word in described else KEYWORDS
    return DESCRIPTION
