"""Text aimed at the model that reads a tool's description, rather than telling what the tool does.

The rules are few and literal on purpose: a remark an author learns to ignore is worth nothing.
"""

from __future__ import annotations

import re

LONGEST_READ = 100_000
"""Characters of one text that are looked at."""

_RULES = (
    r"(?:ignore|disregard|forget|override)\s++(?:all\s++|any\s++|the\s++|your\s++|every\s++|of\s++)*"
    r"(?:previous|prior|above|earlier|preceding|other|system)\s++(?:instruction|prompt|rule|message|direction|guideline)s?",
    r"(?:do\s++not|don[’']t|never)\s++(?:ever\s++)?(?:tell|inform|notify|alert|mention\s++(?:this|it)\s++to|reveal\s++(?:this|it)\s++to|show\s++"
    r"(?:this|it)\s++to)\s++(?:the\s++)?user",
    r"without\s++(?:telling|informing|notifying|alerting)\s++(?:the\s++)?user",
    r"(?:hide|conceal)\s++(?:this|it|these)\s++(?:\w+\s++)?from\s++(?:the\s++)?user",
    r"(?:do\s++not|don[’']t|never)\s++(?:mention|reveal|disclose)\s++(?:this|these|that)\s++(?:instruction|step|tool|rule|prompt)s?",
    r"before\s++(?:using|calling|invoking)\s++any\s++other\s++tools?",
    r"(?:do\s++not|don[’']t|never)\s++(?:use|call|invoke)\s++any\s++other\s++tools?",
    r"<\s*+/?+\s*+(?:important|system|instructions?|secret|hidden)\s*+>",
    r"<\|im_(?:start|end)\|>|\[/?INST\]|<<SYS>>",
    r"\byou\s++are\s++now\s++(?:a|an|in|the)\b",
    r"(?:reveal|print|output|repeat|send)\s++(?:me\s++)?(?:your|the)\s++system\s++prompt",
)
_ANY = re.compile("|".join(_RULES), re.IGNORECASE)


def instruction_in(text: str) -> str | None:
    """The first words in `text` that command the model, or None."""
    match = _ANY.search(text[:LONGEST_READ])
    return None if match is None else match[0]
