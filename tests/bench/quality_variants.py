"""Our profile without one of its parts each: what `tests.bench.quality --ablation` compares."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from index.profile import Part, Profile

RIVALS = ("toolhive", "search-brain", "workbench", "composio")
"""What ours must beat; `composio` stands for the semantic arm alone."""

Change = dict[str, dict[str, Any]]

ABLATIONS: dict[str, Change] = {
    "the lexical arm": {"fusion": {"lexical": 0.0}},
    "the semantic arm": {"fusion": {"semantic": 0.0}},
    "score fusion (reciprocal ranks instead)": {"fusion": {"method": "rrf", "semantic": None, "lexical": None}},
    "several vectors (the whole text alone)": {"semantic": {"whole": 1.0, "name": 0.0, "sentence": 0.0}},
    "the opening (whole descriptions instead)": {"semantic": {"opening": 0}},
    "the name's vector": {"semantic": {"whole": 0.88, "name": 0.0, "sentence": 0.12}},
    "the sentences' vectors": {"semantic": {"whole": 0.78, "name": 0.22, "sentence": 0.0}},
    "the adapter": {"semantic": {"adapter": 0.0, "text_adapter": 0.0}},
    "the adapter of tools' texts": {"semantic": {"text_adapter": 0.0}},
    "keywords in the embedding": {"semantic": {"keywords": False}},
    "keywords in the words": {"lexical": {"keyword": 0.0}},
    "stop words": {"lexical": {"stop_words": []}},
    "the name's coverage": {"lexical": {"name_cover": 0.0}},
    "synonyms": {"lexical": {"synonym": 0.0}},
    "prefixes and spelling": {"lexical": {"prefix": 0.0, "corrected": 0.0}},
    "parameters": {"lexical": {"parameters": 0.0}},
    "the server's column": {"lexical": {"server": 0.0}},
    "equal columns (the name twice)": {"lexical": {"name": 2.0}},
    "equal columns (parameters half)": {"lexical": {"parameters": 0.5}},
}
"""By what is left out: the options to change. An option set to None is removed."""


def variants(profile: Profile) -> dict[str, Profile]:
    """The profile with each change, under the change's name."""
    return {name: changed(profile, name, change) for name, change in ABLATIONS.items()}


def changed(profile: Profile, name: str, change: Change) -> Profile:
    """The profile under another name, with some options changed; one set to None is removed."""
    parts: dict[str, Part] = {}
    for arm, options in change.items():
        part: Part = getattr(profile, arm)
        merged = {**part.options, **options}
        method = str(merged.pop("method", part.name))
        parts[arm] = Part(method, MappingProxyType({key: value for key, value in merged.items() if value is not None}))
    if "fusion" in parts and parts["fusion"].name == "rrf":
        parts["fusion"] = Part("rrf")
    return replace(profile, name=name, **parts)  # type: ignore[arg-type]
