"""A sweep: which arms, which fusion and which parameters serve a catalog's suite best, without flattering itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from index.corpus import Corpus
from index.errors import UsageError
from index.order import catalog_places
from index.profile import Part, Profile
from index.ranking import Ranking
from index.registry import build_fusion
from index.searcher import Searcher
from index.suite.case import Case, Suite
from index.suite.metrics import Rank, Totals, best_rank, totals_of
from index.suite.names import names_in
from index.suite.runner import Catalog, Progress, SuiteRunner
from index.suite.sweep_grid import LIMIT, Arm, Setting, settings_for

Arms = dict[tuple[str, str], Ranking | None]

FEWEST = 10
"""With fewer cases in a half, its choice is mostly luck."""

METRICS: dict[str, Callable[[Totals], float]] = {
    "mrr": lambda totals: totals.mrr,
    "hit@1": lambda totals: totals.hit1,
    "hit@3": lambda totals: totals.hit3,
    "hit@8": lambda totals: totals.hit8,
}


@dataclass(frozen=True, slots=True)
class SweepRow:
    """One setting's metrics over all cases and over each half."""

    setting: Setting
    all: Totals
    halves: tuple[Totals, Totals]


@dataclass(frozen=True, slots=True)
class Held:
    """The setting that was best on one half, and what it then reached on the other, which it was not chosen on."""

    row: SweepRow
    chosen_on: int

    @property
    def unseen(self) -> Totals:
        return self.row.halves[1 - self.chosen_on]


@dataclass(frozen=True, slots=True)
class Sweep:
    """All settings, best first by `metric` over all cases; `held` is one choice a half.

    `profiles` are the rows of the profiles as they are, in the order given.
    """

    metric: str
    rows: tuple[SweepRow, ...]
    held: tuple[Held, Held]
    profiles: tuple[SweepRow, ...]
    cases: tuple[int, int]

    @property
    def unseen(self) -> float:
        """The metric of choosing on one half and measuring on the other, over both: what a choice is really worth."""
        return sum(METRICS[self.metric](held.unseen) * held.unseen.cases for held in self.held) / max(
            1, sum(held.unseen.cases for held in self.held)
        )

    @property
    def too_few(self) -> bool:
        return min(self.cases) < FEWEST


def half_of(case: Case) -> int:
    """0 or 1, by a hash of the query: the same for ever, whatever else the suite holds."""
    text = "\0".join((case.query.description, *case.query.keywords))
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()[0] & 1


def sweep(
    catalog: Catalog,
    suite: Suite,
    profiles: Sequence[str],
    *,
    metric: str = "mrr",
    progress: Progress | None = None,
    runner: SuiteRunner | None = None,
) -> Sweep:
    """Try every composition of the given profiles' arms. Each arm ranks a query once, then all fusions are applied.

    Cases that expect nothing, or tools the catalog does not have, are left out.

    Raises:
        UsageError: a profile is unknown, or no case is left.
        RuntimeError: the model cannot answer.

    """
    runner = runner if runner is not None else SuiteRunner(catalog)
    names = names_in(catalog.store.connection())
    cases = [case for case in suite.cases if names.expected_ids(case)]
    if not cases:
        raise UsageError("no case of the suite expects a tool of this catalog")
    searchers = [runner.searcher(name) for name in dict.fromkeys(profiles)]
    given = [one.profile if one.embedder is not None else replace(one.profile, semantic=None) for one in searchers]
    settings = _settings(given)
    fusions = [(setting, build_fusion(setting.fusion, source="sweep"), _limit(setting, given)) for setting in settings]
    ranks: list[list[Rank]] = [[] for _ in settings]
    for number, case in enumerate(cases):
        corpus = catalog.corpus()
        expected = names.expected_ids(case)
        arms = _ranked(runner, searchers, corpus, case)
        order = partial(catalog_places, corpus)
        for place, (setting, fusion, limit) in enumerate(fusions):
            fused = fusion.fuse(*_pair(setting, arms), limit, order)
            ranks[place].append(best_rank(fused.rank_of(tool_id) for tool_id in expected))
        if progress is not None:
            progress(number + 1, len(cases))
    return _result(metric, settings, ranks, [half_of(case) for case in cases])


def _ranked(runner: SuiteRunner, searchers: Sequence[Searcher], corpus: Corpus, case: Case) -> Arms:
    """Every distinct arm's ranking of one case; None for one that passes the query over."""
    arms: Arms = {}
    for searcher in searchers:
        vector = runner.vector(searcher, case.query)
        answer = searcher.search(corpus, case.query, depth=None, vector=vector)
        for kind, part, ranking in (
            ("lexical", searcher.profile.lexical, answer.lexical),
            ("semantic", searcher.profile.semantic, answer.semantic),
        ):
            if part is not None:
                arms[kind, Arm(part, ()).key] = ranking if isinstance(ranking, Ranking) else None
    return arms


def _pair(setting: Setting, arms: Arms) -> tuple[Ranking | None, Ranking | None]:
    words = None if setting.lexical is None else arms.get(("lexical", setting.lexical.key))
    vectors = None if setting.semantic is None else arms.get(("semantic", setting.semantic.key))
    return words, vectors


def _settings(profiles: Sequence[Profile]) -> tuple[Setting, ...]:
    """The profiles as they are, then the grid over their arms, each composition once."""
    lexical, semantic = (_arms(profiles, kind) for kind in ("lexical", "semantic"))

    def arm(part: Part | None, among: tuple[Arm, ...]) -> Arm | None:
        return None if part is None else next(one for one in among if one.key == Arm(part, ()).key)

    own = [
        Setting(arm(profile.lexical, lexical), arm(profile.semantic, semantic), profile.fusion, profile.name)
        for profile in profiles
    ]
    return (*own, *settings_for(lexical, semantic))


def _arms(profiles: Sequence[Profile], kind: str) -> tuple[Arm, ...]:
    users: dict[str, tuple[Part, list[str]]] = {}
    for profile in profiles:
        part = profile.lexical if kind == "lexical" else profile.semantic
        if part is not None:
            users.setdefault(Arm(part, ()).key, (part, []))[1].append(profile.name)
    return tuple(Arm(part, tuple(names)) for part, names in users.values())


def _limit(setting: Setting, profiles: Sequence[Profile]) -> int:
    return next((profile.limit for profile in profiles if profile.name == setting.profile), LIMIT)


def _result(metric: str, settings: Sequence[Setting], ranks: list[list[Rank]], halves: list[int]) -> Sweep:
    rows = []
    for setting, found in zip(settings, ranks, strict=True):
        split = tuple(totals_of([r for r, h in zip(found, halves, strict=True) if h == half]) for half in (0, 1))
        rows.append(SweepRow(setting, totals_of(found), (split[0], split[1])))
    value = METRICS[metric]

    def best(half: int) -> SweepRow:
        return max(rows, key=lambda row: (value(row.halves[half]), row.halves[half].mrr))

    ordered = sorted(rows, key=lambda row: (-value(row.all), -row.all.mrr))
    return Sweep(
        metric,
        tuple(ordered),
        (Held(best(0), 0), Held(best(1), 1)),
        tuple(row for row in rows if row.setting.profile),
        (halves.count(0), halves.count(1)),
    )
