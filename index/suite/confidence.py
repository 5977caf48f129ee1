"""Whether a fused ranking itself says that nothing fits."""

from __future__ import annotations

from index.ranking import Ranking

NOTHING_FITS = "nothing fits"


def says_nothing_fits(fused: Ranking) -> bool:
    """True when one of the ranking's notes starts with the words of `NOTHING_FITS`, in any case."""
    return any(note.casefold().startswith(NOTHING_FITS) for note in fused.notes)
