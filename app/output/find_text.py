"""The three columns of a query as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from app.output.cells import left, right
from app.output.found import Found, Hit, ShownColumn
from index.ranking import Ranking
from index.visible import visible_line

GAP = "   "
MOST_CELLS = 60
LEAST_CELLS = 24
_SCORE = 6
_WORDS_SHOWN = 8


def find_lines(found: Found, cells: int) -> Iterator[str]:
    """Lines for a width of `cells`: headings, the three columns, what became of the words, and the cost."""
    width = max(LEAST_CELLS, min(MOST_CELLS, (cells - 2 * len(GAP)) // 3))
    columns = [("Lexical", found.lexical), ("Semantic", found.semantic), ("Fused", found.fused)]
    yield GAP.join(left(heading(title, column), width) for title, column in columns).rstrip()
    answered = found.fused.ranking.answered if found.fused.ranking is not None else None
    for number in range(max(len(column.hits) for _, column in columns)):
        if number and number == answered:
            yield GAP.join((" " * width, " " * width, left("beyond the answer:", width))).rstrip()
        yield GAP.join(_line(column, number, width) for _, column in columns).rstrip()
    yield from _remarks(found)
    yield _cost(found)


def heading(title: str, column: ShownColumn) -> str:
    """What a column says of itself: engine, hits, time; or why it is empty."""
    if column.unavailable is not None:
        return f"{title}  {column.unavailable.reason}"
    if column.ranking is None:
        return f"{title}  none in this profile"
    ranking = column.ranking
    return f"{title}  {ranking.engine} · {ranking.total:,} {'hit' if ranking.total == 1 else 'hits'}"


def words_line(ranking: Ranking) -> str:
    """What became of the query's words, or "" when nothing did."""
    parts = []
    for why in dict.fromkeys(entry.why for entry in ranking.dropped):
        parts.append(f"dropped ({why}): {_listed([e.word for e in ranking.dropped if e.why == why])}")
    for entry in ranking.rewrites:
        parts.append(f"{entry.word} {entry.kind}: {_listed(entry.to)}")
    return visible_line("; ".join(parts))


def _line(column: ShownColumn, number: int, width: int) -> str:
    if number >= len(column.hits):
        return " " * width
    hit: Hit = column.hits[number]
    score = right(f"{hit.score:.3f}" if abs(hit.score) < 10 else f"{hit.score:.1f}", _SCORE)
    name = hit.tool.name if not hit.tool.server else f"{hit.tool.name}  {hit.tool.server}"
    return f"{hit.rank:>3} {left(name, width - 5 - _SCORE)} {score}"


def _remarks(found: Found) -> Iterator[str]:
    yield ""
    for title, column in (("lexical", found.lexical), ("semantic", found.semantic), ("fused", found.fused)):
        if column.unavailable is not None:
            yield f"{title}: {visible_line(column.unavailable.reason)}"
        if column.ranking is not None:
            for remark in (words_line(column.ranking), *map(visible_line, column.ranking.notes)):
                if remark:
                    yield f"{title}: {remark}"


def _cost(found: Found) -> str:
    answer = found.answer
    kind = "whole definitions" if answer.full else f"as thin rows {answer.thin_tokens:,}"
    return (
        f"{found.profile.name} answers {len(answer.tools)} tools: {answer.returned_tokens:,} tokens ({kind}), "
        f"saves {answer.savings_percent:.1f}% of {answer.baseline_tokens:,}"
    )


def _listed(words: list[str] | tuple[str, ...]) -> str:
    beyond = len(words) - _WORDS_SHOWN
    return ", ".join(words[:_WORDS_SHOWN]) + (f" and {beyond} more" if beyond > 0 else "")
