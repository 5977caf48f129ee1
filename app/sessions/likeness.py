"""Whether two pictures of a screen show the same, on whichever processor the model ran."""

from __future__ import annotations

import re
from decimal import Decimal

_CLOSENESS = re.compile(r"(?<![\d.])0\.\d{3}(?!\d)")
"""What the model says of two texts, as printed everywhere. Words are counted the same by every processor."""
_LAST_DIGIT = Decimal("0.001")
_IDENTITY = re.compile(r"\bscreen-[0-9a-f]{10}-")
"""An SVG's name for itself, made of all its text."""


def alike(kept: str, now: str) -> bool:
    """Whether two pictures differ at most in the last digit of closenesses.

    Processors add up a model's floats in different orders, so that 0.5495 is printed as 0.549 here and as 0.550 there.
    """
    if kept == now:
        return True
    kept, now = _IDENTITY.sub("", kept), _IDENTITY.sub("", now)
    if _CLOSENESS.sub("\0", kept) != _CLOSENESS.sub("\0", now):
        return False
    pairs = zip(_CLOSENESS.findall(kept), _CLOSENESS.findall(now), strict=True)
    return all(abs(Decimal(old) - Decimal(new)) <= _LAST_DIGIT for old, new in pairs)
