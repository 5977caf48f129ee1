"""What a benchmark says: one number of one size of catalog, and what it should be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.bench.prepared import Prepared

UNITS = {"ms": "{:,.1f}", "s": "{:.2f}", "MB": "{:,.0f}", "x": "{:.2f}", "/s": "{:,.0f}", "%": "{:.0f}", "": "{:.1e}"}


@dataclass(frozen=True, slots=True)
class Figure:
    """`target` is the highest value that is good, or with `at_least` the lowest; None where none was set."""

    what: str
    tools: int
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False

    @property
    def shown(self) -> str:
        return f"{UNITS[self.unit].format(self.value)} {self.unit}".strip()

    @property
    def wanted(self) -> str:
        if self.target is None:
            return ""
        return f"{'>=' if self.at_least else '<='} {UNITS[self.unit].format(self.target)} {self.unit}".strip()

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        good = self.value >= self.target if self.at_least else self.value <= self.target
        return "ok" if good else "MISSED"


Measure = Callable[[Prepared], list[Figure]]
"""Runs in a process of its own, on a catalog made ready."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A measure and the sizes of catalog it is run on: in `sizes`, or in `growth` with --growth."""

    name: str
    measure: Measure
    sizes: tuple[int, ...]
    growth: tuple[int, ...] = ()
