"""Who explains which engine. An engine with an `explain` method of its own needs nobody; unknown ones get less.

An explainer is called with the engine and a case (`index.explain.cases`) and gives a LexicalExplanation, a
SemanticExplanation or a FusionExplanation.

Modules in `index.explain.explainers` register themselves when imported.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

E = TypeVar("E", bound=Callable[..., Any])

_EXPLAINERS: dict[type, Callable[..., Any]] = {}


def explains(engine: type) -> Callable[[E], E]:
    """Register a function that explains engines (or fusions) of that class."""

    def register(function: E) -> E:
        _EXPLAINERS[engine] = function
        return function

    return register


def explainer_of(engine: object) -> Callable[..., Any] | None:
    """The function that explains this engine, to be called with the engine and a case; None if nobody can."""
    own = getattr(type(engine), "explain", None)
    if own is not None:
        return own  # type: ignore[no-any-return]
    _load()
    return next((_EXPLAINERS[kind] for kind in type(engine).__mro__ if kind in _EXPLAINERS), None)


@cache
def _load() -> None:
    package = "index.explain.explainers"
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
        importlib.import_module(f"{package}.{module.name}")
