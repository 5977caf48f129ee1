"""Which words of a query stand nowhere in a tool's own text."""

from __future__ import annotations

from index.explain.lexical import LexicalExplanation
from index.explain.stems import SMALL, stems, text_fields, words_of
from index.query import Query
from index.tool import Tool

NOISE = frozenset({"noise", "stop word"})


def absent_words(query: Query, tool: Tool, lexical: LexicalExplanation | None) -> tuple[str, ...]:
    """Query words, each once, that are in neither name, description nor parameters, compared by stem.

    Small words are left out, and those the lexical engine drops as noise.
    """
    dropped = {entry.word.lower() for entry in lexical.dropped if entry.why in NOISE} if lexical is not None else set()
    present = {stem for _, text in text_fields(tool) for stem in stems(text)}
    absent: dict[str, None] = {}
    for word in words_of(query.single_string):
        found = stems(word)
        if word not in dropped and word not in SMALL and found and not set(found) <= present:
            absent[word] = None
    return tuple(absent)
