"""Quotas: so many semantic hits, then the rest of the places for lexical ones (what `toolhive` merges by)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from index.engines.base import CatalogOrder, Fusion, Options
from index.engines.options import read_options
from index.ranking import Ranking
from index.registry import fusion


@dataclass(frozen=True, slots=True)
class QuotaOptions:
    """`semantic_share` of the limit, rounded half up, goes to the semantic arm."""

    semantic_share: float = 0.5


class Quota:
    """The semantic arm's best, then the lexical arm's best that are not among them; places are not refilled.

    An arm that cannot answer leaves all places to the other. An arm that answers nothing keeps its quota.
    The hits have no common scale, so the score shown is 1 / rank: it only keeps the order.
    """

    def __init__(self, options: QuotaOptions) -> None:
        if not 0 <= options.semantic_share <= 1:
            raise ValueError("option 'semantic_share' must be between 0 and 1")
        self._share = options.semantic_share

    def places(self, limit: int) -> tuple[int, int]:
        """How many of `limit` places the semantic and the lexical arm get."""
        semantic = int(limit * self._share + 0.5)
        return semantic, limit - semantic

    def fuse(self, lexical: Ranking | None, semantic: Ranking | None, limit: int, order: CatalogOrder) -> Ranking:
        notes: tuple[str, ...] = ()
        if lexical is None or semantic is None:
            only = lexical if semantic is None else semantic
            ids = [] if only is None else only.ids[:limit].tolist()
        else:
            for_semantic, for_lexical = self.places(limit)
            first, second = semantic.ids[:for_semantic].tolist(), lexical.ids[:for_lexical].tolist()
            ids = list(dict.fromkeys(first + second))
            both = len(first) + len(second) - len(ids)
            notes = (f"{both} in both quotas, not refilled",) if both else ()
        answer = np.array(ids, np.int64)
        return Ranking("quota", answer, 1 / np.arange(1, len(ids) + 1), len(ids), notes=notes, answered=len(ids))


@fusion("quota")
def build(options: Options) -> Fusion:
    return Quota(read_options(QuotaOptions, options))
