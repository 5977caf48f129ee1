from __future__ import annotations

import numpy as np

from index.profile import Part
from index.ranking import Ranking
from index.registry import build_fusion
from index.suite.confidence import says_nothing_fits


def fused(doubtful: float) -> Ranking:
    words, vectors = (Ranking(arm, np.array([1, 2], np.int64), np.array([0.5, 0.1]), 2) for arm in ("words", "vectors"))
    fusion = build_fusion(Part("scores", {"semantic": 1.0, "lexical": 0.01, "doubtful": doubtful}), source="test")
    return fusion.fuse(words, vectors, 8, lambda ids: ids)


def test_the_note_of_score_fusion_is_understood() -> None:
    assert says_nothing_fits(fused(0.9))
    assert not says_nothing_fits(fused(0.2))
