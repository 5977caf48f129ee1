"""A text as a YAML scalar, in the style that stands there if it can hold the text, else in double quotes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import yaml
from yaml.emitter import Emitter
from yaml.resolver import Resolver

from index.draft.spot import Spot
from index.draft.styles import yaml_block
from index.manifests.encodings.yaml_scalars import plain_value

_SHORT = dict(
    zip('\0\a\b\t\n\v\f\r\x1b"\\\x85\xa0\u2028\u2029', (f"\\{letter}" for letter in '0abtnvfre"\\N_LP'), strict=True)
)
_SPECIAL = re.compile('[\x00-\x1f"\\\\\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]')
_STR = "tag:yaml.org,2002:str"


def candidates(spot: Spot, text: str) -> Iterator[str]:
    """The spellings to try, the present style first, double quotes last."""
    if spot.style in ("yaml-literal", "yaml-folded"):
        yield from yaml_block.candidates(spot, text)
    if spot.style == "yaml-plain":
        gap = " " if spot.start == spot.end and spot.before.endswith(":") else ""
        if is_plain(text):
            yield gap + text
        if "'" not in text and '"' in text and _on_one_line(text):
            yield f"{gap}'{text}'"
        yield gap + double_quoted(text)
        return
    if spot.style == "yaml-single" and _on_one_line(text):
        yield "'" + text.replace("'", "''") + "'"
    yield double_quoted(text)


def is_plain(text: str) -> bool:
    """Whether a text may stand without quotes anywhere, and every YAML reader takes it for a string."""
    analysis = Emitter(io.StringIO(), allow_unicode=True).analyze_scalar(text)
    tag = Resolver().resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    word = tag == _STR and plain_value(text) == text
    return bool(text and word and analysis.allow_flow_plain and analysis.allow_block_plain and _on_one_line(text))


def double_quoted(text: str) -> str:
    """The double-quoted scalar of a text, on one line; what an editor would not show is escaped."""
    return f'"{_SPECIAL.sub(_escape, text)}"'


def _on_one_line(text: str) -> bool:
    return not re.search("[\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]", text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return _SHORT.get(match[0], f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
