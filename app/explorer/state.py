"""What the explorer shows, as frozen snapshots: made by the worker, never changed, replaced as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from index.draft.draft import Draft
from index.query import Query
from index.ranking import Answer, IdArray, Ranking

LEXICAL, SEMANTIC, FUSED = range(3)
TITLES = ("Lexical", "Semantic", "Fused")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a row says of a tool: text safe to print, and its rank in each column (None: no hit there).

    `moves` are places gained (+) or lost (-) in each column since the ranking compared with; None: it was not there
    then, or is not now. `scores` are its scores, None where it has no rank.
    """

    name: str
    server: str
    ranks: tuple[int | None, int | None, int | None]
    scores: tuple[float | None, float | None, float | None]
    moves: tuple[int | None, int | None, int | None] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One ranking as a column. `absent` and `unavailable` say why there is none; both empty: it answered.

    All texts are one line, safe to print. `note` is what the engine says of its answer; `alert` what the reader must
    not miss ("412 of 755 tools embedded"), empty when all is well.
    """

    engine: str
    ranking: Ranking
    note: str = ""
    alert: str = ""
    absent: str = ""
    unavailable: str = ""

    @property
    def answered(self) -> int:
        """How many leading hits the engine this profile reproduces would return."""
        limit = self.ranking.answered
        return len(self.ranking) if limit is None else limit


@dataclass(frozen=True, slots=True)
class Cost:
    """Tokens of the answer an agent would get, and what it saves against sending every definition, in percent."""

    tokens: int
    saves: float


@dataclass(frozen=True, slots=True)
class Asked:
    """One request for a view. `generation` counts requests; an answer to any but the newest is dropped.

    `compared` holds the ids of the three rankings that movement is measured against, in order of rank. With `drafts`
    the answer is what they would make of it, and without `compared` movement is against the saved files. `rows` is
    how many rows of each column come with the view.
    """

    generation: int
    query: Query
    profile: str
    selected: int | None = None
    compared: tuple[IdArray, IdArray, IdArray] | None = None
    drafts: tuple[Draft, ...] = ()
    rows: int = 100


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The answer to one request: three columns and the facts of the rows near their tops.

    `words` are the query's words as the engines understood them, for highlighting; `spaces` the vector spaces
    the profile reads; `revision` is the catalog's and `tools` its size. `answer` is what it was made of.
    """

    asked: Asked
    columns: tuple[Column, Column, Column]
    facts: Mapping[int, Facts] = field(default_factory=lambda: MappingProxyType({}))
    words: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    cost: Cost | None = None
    revision: int = -1
    answer: Answer | None = None
    tools: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether every arm answered over the whole catalog: no vectors are missing, no model failed."""
        return not any(column.alert or column.unavailable for column in self.columns)

    @property
    def best(self) -> int | None:
        """The tool at the top of the last column that has hits: what an agent would take."""
        for column in reversed(self.columns):
            if len(column.ranking):
                return int(column.ranking.ids[0])
        return None


@dataclass(frozen=True, slots=True)
class CatalogFacts:
    """The status line's numbers and what the empty states teach with."""

    files: int = 0
    tools: int = 0
    problems: int = 0
    examples: tuple[str, ...] = ()
