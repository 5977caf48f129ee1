"""The texts themselves, with the words that raise or lower the closeness shaded and numbered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from index.explain.occlusion import WordEffect
from index.query import Query
from index.tool import Tool
from index.visible import visible_line, visible_text

_STEPS = ((0.6, 45), (0.25, 28), (0.1, 14))
"""From which share of the strongest effect on a word is shaded and numbered, and how much, in percent."""

_LEAST = 0.005
_MOST = 4_000


def marked_texts(query: Query, tool: Tool, effects: Sequence[WordEffect]) -> Content:
    """Task, keywords, name and description. Words that do something are shaded by strength and say by how much."""
    top = max((abs(effect.effect) for effect in effects), default=0.0)
    fields = {
        "query": query.description,
        **{f"keyword {number + 1}": text for number, text in enumerate(query.keywords)},
        "name": tool.name,
        "description": tool.description[:_MOST],
    }
    lines: list[Content] = []
    marked = {
        field: _marked(text, [effect for effect in effects if effect.field == field], top)
        for field, text in fields.items()
        if text.strip()
    }
    keywords = [text for field, text in marked.items() if field.startswith("keyword")]
    if "query" in marked:
        lines.append(_line("task", marked["query"]))
    if keywords:
        lines.append(_line("keywords", Content(", ").join(keywords)))
    lines += [_line(field, marked[field]) for field in ("name", "description") if field in marked]
    return Content("\n").join(lines)


def _line(label: str, text: Content) -> Content:
    return Content.assemble((f"{label:<12}", "$foreground-muted"), text)


def _marked(text: str, effects: Iterable[WordEffect], top: float) -> Content:
    parts: list[Content] = []
    at = 0
    for effect in sorted(effects, key=lambda one: one.start):
        if effect.start < at or effect.end > len(text):
            continue
        parts.append(Content(_safe(text[at : effect.start])))
        parts.append(_word(_safe(text[effect.start : effect.end]), effect.effect, top))
        at = effect.end
    parts.append(Content(_safe(text[at:])))
    return Content("").join(parts)


def _word(word: str, effect: float, top: float) -> Content:
    share = abs(effect) / top if top else 0.0
    strength = next((percent for least, percent in _STEPS if share >= least), 0)
    if not strength or abs(effect) < _LEAST:
        return Content(word)
    colour = "$success" if effect > 0 else "$error"
    shade = f"on {colour} {strength}%"
    sign = "$text-success" if effect > 0 else "$text-error"
    return Content.assemble((f"{word} ", shade), (effect_text(effect), f"{sign} {shade}"))


def effect_text(effect: float) -> str:
    """`+0.07`, `-0.12`, in units of closeness."""
    return f"{effect:+.2f}"


def _safe(text: str) -> str:
    return visible_line(text) if "\n" in text else visible_text(text)
