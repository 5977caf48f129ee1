"""Text aimed at the model that reads a tool's description, rather than telling what the tool does.

The rules are few and literal on purpose: a remark an author learns to ignore is worth nothing.
"""

from __future__ import annotations

import re

LONGEST_READ = 100_000
"""Characters of one text that are looked at."""

_INSTRUCTIONS = r"(?:instruction|prompt|rule|message|direction|guideline)s?"
_NOT = r"(?:do\s++not|don[’']t|never)\s++(?:ever\s++)?"

_RULES = (
    (
        ("ignore", "disregard", "forget", "override"),
        r"(?:ignore|disregard|forget|override)\s++(?:(?:all|any|the|your|every|of)\s++)*+"
        rf"(?:previous|prior|above|earlier|preceding|other|system)\s++{_INSTRUCTIONS}",
    ),
    (
        ("user",),
        rf"{_NOT}(?:tell|inform|notify|alert|(?:mention|reveal|show)\s++(?:this|it)\s++to)\s++(?:the\s++)?user"
        r"|without\s++(?:telling|informing|notifying|alerting)\s++(?:the\s++)?user"
        r"|(?:hide|conceal)\s++(?:this|it|these)\s++(?:\w+\s++)?from\s++(?:the\s++)?user",
    ),
    (
        ("mention", "reveal", "disclose"),
        rf"{_NOT}(?:mention|reveal|disclose)\s++(?:this|these|that)\s++(?:tool|steps?|{_INSTRUCTIONS})",
    ),
    (
        ("any",),
        r"before\s++(?:using|calling|invoking)\s++any\s++other\s++tools?"
        rf"|{_NOT}(?:use|call|invoke)\s++any\s++other\s++tools?",
    ),
    (("<",), r"<\s*+/?+\s*+(?:important|system|instructions?|secret|hidden)\s*+>|<\|im_(?:start|end)\|>|<<sys>>"),
    (("[inst]", "[/inst]"), r"\[/?inst\]"),
    (("you are now",), r"\byou are now (?:a|an|in|the)\b"),
    (("system",), r"(?:reveal|print|output|repeat|send)\s++(?:me\s++)?(?:your|the)\s++system\s++prompt"),
)
_COMPILED = tuple((needles, re.compile(rule, re.IGNORECASE)) for needles, rule in _RULES)
"""Each rule with words of which at least one is in every text it matches: looking for those first is far cheaper."""


def instruction_in(text: str) -> str | None:
    """The first words in `text` that command the model, or None; rules are tried in order."""
    text = text[:LONGEST_READ]
    lowered = text.lower()
    for needles, rule in _COMPILED:
        if any(needle in lowered for needle in needles) and (match := rule.search(text)) is not None:
            return match[0]
    return None
