"""The semantic arm of the default profile: several vectors a tool, their cosines weighed and added."""

from __future__ import annotations

import re
import weakref
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vector
from index.engines.base import Facet, Options, SemanticEngine
from index.engines.options import read_options
from index.engines.triptych_layout import FOLDS, FacetRows, layout, plain_scores
from index.leading import leading
from index.query import Query
from index.ranking import Everyone, Ranking, Unavailable
from index.registry import semantic_engine
from index.store.functions import split_words
from index.text.segments import is_latin
from index.tool import Tool
from index.vectors.space import VectorSpace

WHOLE, NAME, SENTENCE = 0, 1, 2
STRONGEST = 2.0
"""Times an adapter may count: what it was learned for is 1, and far above it a vector says nothing."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+|(?<=[\u3002\uff01\uff1f])")
_IDENTIFIER = re.compile(r"\b[^\W_]+(?:_+[^\W_]+)+\b")
_SEPARATORS = re.compile(r"[\s.:/_-]+")


@dataclass(frozen=True, slots=True)
class SemanticOptions:
    """Weights of the facets' cosines: server, name and description; server and name; the nearest sentence.

    Of a description of more than twice `opening` characters, only the sentences that fit into `opening` are embedded
    with the name, the first in any case (0: all of it): what follows is mostly arguments, examples and warnings.
    Sentences are the first `sentences` of a description. A server whose name is one of `generic_servers` (a file called
    tools.json) is not named. With `keywords` the keywords are embedded after the description, without it they are
    embedded only where there is no description. Queries are embedded with `adapter` times the model's adapter (0:
    without it), and tools' texts with `text_adapter` times, if it has one. With `latin_only` a query mostly in another
    script is not ranked at all, and the arm says why.
    """

    whole: float = 0.2
    name: float = 0.3
    sentence: float = 0.5
    opening: int = 0
    sentences: int = 6
    generic_servers: tuple[str, ...] = ()
    keywords: bool = True
    adapter: float = 0.0
    text_adapter: float = 0.0
    latin_only: bool = True


class TriptychSemantic:
    """Every tool by the weighted sum of its facets' cosines; each facet's best row counts."""

    def __init__(self, options: SemanticOptions) -> None:
        if options.sentences < 1:
            raise ValueError("option 'sentences' must be at least 1")
        if options.opening < 0:
            raise ValueError("option 'opening' must be at least 0")
        for name in ("adapter", "text_adapter"):
            if not 0 <= getattr(options, name) <= STRONGEST:
                raise ValueError(f"option {name!r} must be from 0 to {STRONGEST:g}")
        self._options = options
        self.adapter, self.text_adapter = options.adapter, options.text_adapter
        self._weights = {WHOLE: options.whole, NAME: options.name, SENTENCE: options.sentence}
        self._layouts: weakref.WeakKeyDictionary[VectorSpace, tuple[FacetRows, ...]] = weakref.WeakKeyDictionary()
        self._generic = frozenset(name.lower() for name in options.generic_servers)
        told = sha256("\n".join(sorted(self._generic)).encode()).hexdigest()[:8]
        adapted = f", adapter {options.text_adapter!r}" if options.text_adapter else ""
        opening = f"opening {options.opening}, " if options.opening else ""
        self.space = f"triptych, {opening}{options.sentences} sentences, {told}{adapted}"

    def facets(self, tool: Tool) -> tuple[Facet, ...]:
        name = words_of_name(tool.name)
        called = self._with_server(name, words_of_name(tool.server))
        whole = ": ".join(part for part in (called, self.opening(tool)) if part)
        sentences = sentences_of(tool.description)[: self._options.sentences] or [name]
        texts = [
            (WHOLE, whole),
            (NAME, called),
            *((SENTENCE, sentence) for sentence in sentences),
        ]
        return tuple(Facet(kind, text) for kind, text in texts if text)

    def opening(self, tool: Tool) -> str:
        """What of the tool's description is embedded with its name."""
        return opening_of(tool.description.strip(), self._options.opening)

    def query_text(self, query: Query) -> str:
        """Description and keywords together, snake_case names as words; "" without a letter or digit.

        Keywords alone lose what the task is, a description alone what it is done to. Of signs and emoji alone the model
        makes a vector that has nothing to do with them.
        """
        text = query.single_string if self._options.keywords else query.description
        text = text.strip() or query.single_string.strip()
        return _IDENTIFIER.sub(lambda word: words_of_name(word[0]), text) if any(map(str.isalnum, text)) else ""

    def rank(self, space: VectorSpace, vector: Vector, query: Query, depth: int | None = None) -> Ranking | Unavailable:
        if self._options.latin_only and not is_latin(query.single_string):
            return Unavailable("triptych", "the query is mostly in a script that an English model cannot read")
        scores = self._scores(space, vector)
        best = leading(scores, depth)
        notes = (f"{space.missing:,} tools have no vector yet",) if space.missing else ()
        return Ranking(
            "triptych",
            space.order[best],
            scores[best],
            len(scores),
            input=self._input(query),
            notes=notes,
            everyone=Everyone(space.order, scores) if len(best) < len(scores) else None,
        )

    def _with_server(self, name: str, server: str) -> str:
        """The server's name before the tool's, unless that begins with it or the server's says nothing."""
        named = name.lower().startswith(server.lower()) or server.lower() in self._generic
        return name if named else f"{server} {name}".strip()

    def _input(self, query: Query) -> str:
        keywords = any(word.strip() for word in query.keywords)
        if not query.description.strip():
            return "keywords" if keywords else "description"
        return "description + keywords" if keywords and self._options.keywords else "description"

    def _scores(self, space: VectorSpace, vector: Vector) -> NDArray[np.float64]:
        """The score of each tool of `space.order`."""
        facets = self.layout_of(space)
        folded = FOLDS.of(space, facets)
        return plain_scores(space, facets, vector) if folded is None else folded.scores(space, vector)

    def layout_of(self, space: VectorSpace) -> tuple[FacetRows, ...]:
        """Where each facet's rows are, worked out once for each snapshot, which is not kept alive by that."""
        found = self._layouts.get(space)
        if found is None:
            found = self._layouts[space] = tuple(layout(space, self._weights))
        return found


def words_of_name(name: str) -> str:
    """A tool's name as words: `github.listPullRequests` is "github list Pull Requests"."""
    return _SEPARATORS.sub(" ", split_words(name)).strip()


def sentences_of(text: str) -> list[str]:
    """The sentences and lines of a description; scraps of one or two characters are left out."""
    return [part.strip() for part in _SENTENCE_END.split(text) if len(part.strip()) > 2]


def opening_of(text: str, length: int) -> str:
    """The first sentences of a text of more than twice `length` characters, as many as fit into it, but at least one.

    A shorter text is given as it is, and so is every text where `length` is 0.
    """
    if not length or len(text) <= 2 * length:
        return text
    first, *others = sentences_of(text) or [text]
    kept = first
    for sentence in others:
        if len(kept) + 1 + len(sentence) > length:
            break
        kept = f"{kept} {sentence}"
    return kept


@semantic_engine("triptych")
def build(options: Options) -> SemanticEngine:
    return TriptychSemantic(read_options(SemanticOptions, options))
