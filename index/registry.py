"""Engines and fusions by name. Modules in `index.engines` and `index.fusions` register themselves when imported."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeVar

from index.engines.base import Fusion, LexicalEngine, Options, SemanticEngine
from index.errors import ProfileError
from index.profile import Part
from index.store.fts import FtsTable

T = TypeVar("T")
LexicalFactory = Callable[[Options], LexicalEngine]
SemanticFactory = Callable[[Options], SemanticEngine]
FusionFactory = Callable[[Options], Fusion]

_LEXICAL: dict[str, tuple[LexicalFactory, tuple[FtsTable, ...]]] = {}
_SEMANTIC: dict[str, SemanticFactory] = {}
_FUSIONS: dict[str, FusionFactory] = {}


def lexical_engine(name: str, *, tables: tuple[FtsTable, ...] = ()) -> Callable[[LexicalFactory], LexicalFactory]:
    """Register a lexical engine; `tables` are the full-text tables it reads, whatever its options."""

    def register(factory: LexicalFactory) -> LexicalFactory:
        _LEXICAL[name] = (factory, tables)
        return factory

    return register


def semantic_engine(name: str) -> Callable[[SemanticFactory], SemanticFactory]:
    """Register a semantic engine."""

    def register(factory: SemanticFactory) -> SemanticFactory:
        _SEMANTIC[name] = factory
        return factory

    return register


def fusion(name: str) -> Callable[[FusionFactory], FusionFactory]:
    """Register a fusion."""

    def register(factory: FusionFactory) -> FusionFactory:
        _FUSIONS[name] = factory
        return factory

    return register


def build_lexical(part: Part, *, source: str) -> LexicalEngine:
    """The engine a profile names, with its options. Raises ProfileError."""
    _load()
    if part.name not in _LEXICAL:
        raise ProfileError(_unknown("lexical engine", part.name, _LEXICAL), source=source)
    return _built(_LEXICAL[part.name][0], part, source)


def build_semantic(part: Part, *, source: str) -> SemanticEngine:
    """The engine a profile names, with its options. Raises ProfileError."""
    _load()
    if part.name not in _SEMANTIC:
        raise ProfileError(_unknown("semantic engine", part.name, _SEMANTIC), source=source)
    return _built(_SEMANTIC[part.name], part, source)


def build_fusion(part: Part, *, source: str) -> Fusion:
    """The fusion a profile names, with its options. Raises ProfileError."""
    _load()
    if part.name not in _FUSIONS:
        raise ProfileError(_unknown("fusion", part.name, _FUSIONS), source=source)
    return _built(_FUSIONS[part.name], part, source)


def fusion_names() -> tuple[str, ...]:
    """Every registered fusion, sorted."""
    _load()
    return tuple(sorted(_FUSIONS))


def fts_tables() -> tuple[FtsTable, ...]:
    """Every full-text table that some registered engine reads."""
    _load()
    return tuple({table.name: table for _, tables in _LEXICAL.values() for table in tables}.values())


def _built(factory: Callable[[Options], T], part: Part, source: str) -> T:
    try:
        return factory(part.options)
    except (KeyError, TypeError, ValueError) as error:
        raise ProfileError(f"{part.name}: {error}", source=source) from error


def _unknown(kind: str, name: str, known: dict[str, Any]) -> str:
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"unknown {kind} {name!r}; {hint}known: {', '.join(sorted(known))}"


@cache
def _load() -> None:
    for package in ("index.engines", "index.fusions"):
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            importlib.import_module(f"{package}.{module.name}")
