"""What the desks of the explain and rivals panes found out, past tense; `stamp` is that of the request."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from index.explain.explanation import Explanation
from index.explain.occlusion import WordEffect
from index.explain.rivals import Rival
from index.tool import Tool


@dataclass(eq=False)
class ExplanationMade(Message):
    """None: the tool is gone."""

    stamp: int
    explanation: Explanation | None


@dataclass(eq=False)
class EffectsMeasured(Message):
    """All effects measured so far; `is_complete` with the last of them."""

    stamp: int
    effects: tuple[WordEffect, ...]
    is_complete: bool


@dataclass(eq=False)
class RivalsFound(Message):
    stamp: int
    tool: Tool
    rivals: tuple[Rival, ...]


@dataclass(eq=False)
class ExplainFailed(Message):
    """`reason` is one line for the user; `of_words`: only the words' effects failed."""

    stamp: int
    reason: str
    of_words: bool = False
