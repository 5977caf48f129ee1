"""A YAML suite's text with one case more, in the layout of the cases that are there."""

from __future__ import annotations

import yaml

from index.errors import SuiteError
from index.suite.yaml_form import list_node

_WIDE = 1_000_000


def append(content: str, values: dict[str, object], ending: str, source: str) -> str:
    """The text with the case added at the end of the list. Raises SuiteError where there is no list to add to."""
    root = yaml.compose(content, Loader=yaml.SafeLoader)
    if root is None:
        gap = "" if not content or content.endswith("\n") else ending
        return f"{content}{gap}queries:{ending}{_block(values, 2, 2, ending)}"
    node = list_node(root)
    if isinstance(node, yaml.SequenceNode) and node.value and not node.flow_style:
        return _to_block(content, node, values, ending)
    if isinstance(node, yaml.SequenceNode) and node.value:
        at = _end_of(node.value[-1])
        return f"{content[:at]}, {_flow(values)}{content[at:]}"
    if isinstance(node, yaml.SequenceNode) or (isinstance(node, yaml.ScalarNode) and node.value in ("", "~", "null")):
        head = content[: node.start_mark.index].rstrip(" ")
        line_end = content[node.end_mark.index :]
        column = 2 if isinstance(root, yaml.MappingNode) else 0
        rest = line_end.split("\n", 1)
        tail = rest[0].rstrip("\r") + ending + _block(values, column, 2, ending) + (rest[1] if len(rest) > 1 else "")
        return head + tail if head.strip() else tail.lstrip("\r\n")
    raise SuiteError("there is no list of cases to add to", source=source)


def _to_block(content: str, node: yaml.SequenceNode, values: dict[str, object], ending: str) -> str:
    first, last = node.value[0], node.value[-1]
    at = _line_after(content, _end_of(last))
    head = content[:at]
    if not head.endswith("\n"):
        head += ending
    spaced = len(node.value) > 1 and not content[_last_line(content, last.start_mark.index)].strip()
    column = node.start_mark.column
    inner = first.start_mark.column - column
    return head + (ending if spaced else "") + _block(values, column, max(inner, 2), ending) + content[at:]


def _last_line(content: str, at: int) -> slice:
    """The line before the one `at` is in."""
    start = content.rfind("\n", 0, at) + 1
    return slice(content.rfind("\n", 0, max(start - 1, 0)) + 1, max(start - 1, 0)) if start else slice(0, at)


def _end_of(node: yaml.Node) -> int:
    """Where a node's last written character ends: a block collection's own mark runs on through comments."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        children = last if isinstance(last, tuple) else (last,)
        return max(_end_of(child) for child in children)
    return int(node.end_mark.index)


def _line_after(content: str, at: int) -> int:
    """The start of the next line after `at`; block scalars end there already."""
    if at and content[at - 1 : at] == "\n":
        while at > 1 and content[:at].endswith(("\n\n", "\n\r\n")):
            at = content.rfind("\n", 0, at - 1) + 1
        return at
    end = content.find("\n", at)
    return len(content) if end < 0 else end + 1


def _block(values: dict[str, object], column: int, inner: int, ending: str) -> str:
    lines = [f"{key}: {_value(value)}" for key, value in values.items()]
    dash = " " * column + "-" + " " * (inner - 1)
    indent = " " * (column + inner)
    return dash + f"{ending}{indent}".join(lines) + ending


def _value(value: object, *, flow: bool = False) -> str:
    """A scalar or a list on one line. What cannot be printed is escaped, which only double quotes allow."""
    if isinstance(value, list):
        return f"[{', '.join(_value(item, flow=True) for item in value)}]"
    if isinstance(value, str) and not value.isprintable():
        return yaml.safe_dump(value, allow_unicode=False, width=_WIDE, default_style='"').strip()
    if flow:
        return yaml.safe_dump([value], allow_unicode=True, width=_WIDE, default_flow_style=True).strip()[1:-1]
    return yaml.safe_dump(value, allow_unicode=True, width=_WIDE).removesuffix("...\n").strip()


def _flow(values: dict[str, object]) -> str:
    return "{" + ", ".join(f"{key}: {_value(value, flow=True)}" for key, value in values.items()) + "}"
