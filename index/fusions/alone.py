"""No fusion: one arm's ranking is the answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from index.engines.base import CatalogOrder, Fusion, Options
from index.engines.options import read_options
from index.ranking import Ranking
from index.registry import fusion


@dataclass(frozen=True, slots=True)
class AloneOptions:
    """`arm`, "lexical" or "semantic", is taken when both are there."""

    arm: str = "lexical"


class Alone:
    """The chosen arm as it is, or the other one where it is missing."""

    def __init__(self, options: AloneOptions) -> None:
        if options.arm not in ("lexical", "semantic"):
            raise ValueError(f'option \'arm\' must be "lexical" or "semantic", not {options.arm!r}')
        self._arm = options.arm

    def fuse(self, lexical: Ranking | None, semantic: Ranking | None, limit: int, order: CatalogOrder) -> Ranking:
        arms = {"lexical": lexical, "semantic": semantic}
        arm, chosen = self._arm, arms[self._arm]
        if chosen is None:
            arm, chosen = next(((name, other) for name, other in arms.items() if other is not None), (arm, None))
        if chosen is None:
            return Ranking.empty(f"{arm} alone", answered=0)
        return replace(
            chosen, engine=f"{arm} alone", notes=(), dropped=(), rewrites=(), answered=min(limit, chosen.total)
        )


@fusion("alone")
def build(options: Options) -> Fusion:
    return Alone(read_options(AloneOptions, options))
