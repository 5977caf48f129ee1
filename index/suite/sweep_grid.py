"""Which fusions and parameters a sweep tries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from index.engines.base import Fusion
from index.errors import ProfileError
from index.profile import Part
from index.registry import build_fusion, fusion_names

LIMIT = 8
"""How many tools are answered while sweeping: what a quota divides, and the depth of hit@8."""

_GRIDS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "quota": tuple({"semantic_share": share} for share in (0.25, 0.375, 0.5, 0.625, 0.75)),
    "rrf": tuple({"k": k} for k in (1, 10, 60, 200)),
    "scores": tuple({"semantic": 1.0, "lexical": weight} for weight in (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3)),
}


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm to try: the engine with its options, and the profiles that use it so."""

    part: Part
    profiles: tuple[str, ...]

    @property
    def key(self) -> str:
        """Equal for equal engines and options."""
        return repr((self.part.name, sorted(self.part.options.items())))


@dataclass(frozen=True, slots=True)
class Setting:
    """One composition to try. An arm alone has no other arm and no fusion worth a name."""

    lexical: Arm | None
    semantic: Arm | None
    fusion: Part
    profile: str = ""
    """The profile that is composed so as it is, "" for none."""

    @property
    def label(self) -> str:
        arms = [
            f"{arm.profiles[0]}'s {kind}" for arm, kind in ((self.lexical, "words"), (self.semantic, "vectors")) if arm
        ]
        if len(arms) < 2 or self.fusion.name == "alone":
            return f"{arms[0]} alone" if arms else "nothing"
        return f"{' + '.join(arms)}, {part_text(self.fusion)}"


def part_text(part: Part) -> str:
    """A part for people: its name and its plain options, without long lists."""
    shown = [f"{key} {value:g}" if isinstance(value, float) else f"{key} {value}" for key, value in _options(part)]
    return " ".join([part.name, ", ".join(shown)]).strip()


def settings_for(lexical: tuple[Arm, ...], semantic: tuple[Arm, ...]) -> tuple[Setting, ...]:
    """Every arm alone, and every pair of a lexical and a semantic one by every registered fusion's grid."""
    alone = Part("alone")
    found = [Setting(arm, None, alone) for arm in lexical] + [Setting(None, arm, alone) for arm in semantic]
    for words in lexical:
        for vectors in semantic:
            found.extend(Setting(words, vectors, part) for part in fusion_parts())
    return tuple(found)


def fusion_parts() -> tuple[Part, ...]:
    """The grid over all registered fusions; one without a grid of its own is tried with its defaults."""
    parts = [Part(name, options) for name in fusion_names() if name != "alone" for options in _GRIDS.get(name, ({},))]
    return tuple(part for part in parts if _builds(part) is not None)


def _builds(part: Part) -> Fusion | None:
    try:
        return build_fusion(part, source="sweep")
    except ProfileError:  # a fusion that needs options this grid does not know
        return None


def _options(part: Part) -> list[tuple[str, Any]]:
    return [(key, value) for key, value in sorted(part.options.items()) if not isinstance(value, (list, tuple))]
