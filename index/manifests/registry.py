"""The shapes there are: every module of `index.manifests.shapes` that holds a SHAPE."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from index.manifests import shapes
from index.manifests.findings import Entry, Fields, Shape


@cache
def all_shapes() -> tuple[Shape, ...]:
    """Every shape, in the order in which they are asked."""
    modules = [import_module(f"{shapes.__name__}.{module.name}") for module in pkgutil.iter_modules(shapes.__path__)]
    found = [shape for module in modules if isinstance(shape := getattr(module, "SHAPE", None), Shape)]
    return tuple(sorted(found, key=lambda shape: (shape.order, shape.name)))


def recognise_item(value: Entry) -> tuple[Shape, Fields] | None:
    """The first shape that takes `value` for a single tool, with the places of its parts."""
    for shape in all_shapes():
        if shape.item is not None and (fields := shape.item(value)) is not None:
            return shape, fields
    return None


@cache
def shape_named(name: str) -> Shape | None:
    """The shape of that name."""
    return next((shape for shape in all_shapes() if shape.name == name), None)
