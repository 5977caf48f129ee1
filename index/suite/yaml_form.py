"""Suites in YAML: a list of cases, or a mapping with `queries:`."""

from __future__ import annotations

import yaml

from index.errors import SuiteError
from index.suite.entry import Entry

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 4
LIST_KEYS = ("queries", "cases")


def entries(text: str, source: str) -> tuple[Entry, ...]:
    """The entries with their lines.

    Scalars stay as they are written (`yes` and `2024` are words of a query, not a truth value and a number), except
    null and the whole number of max_rank.

    Raises:
        SuiteError: not YAML, or no list of cases.

    """
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"this is not valid YAML: {error.problem or error.context}"
        raise SuiteError(message, source=source, line=mark.line + 1 if mark else 1) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise SuiteError(f"this is not valid YAML: {error}", source=source) from error
    listed = list_node(root)
    if root is None or (listed is not None and not isinstance(listed, yaml.SequenceNode) and _is_null(listed)):
        return ()
    if not isinstance(listed, yaml.SequenceNode):
        raise SuiteError("this is no suite: a list of cases is needed, or a mapping with queries:", source=source)
    return tuple(_entry(node) for node in listed.value)


def list_node(root: yaml.Node | None) -> yaml.Node | None:
    """The node that holds the cases: the root itself, or what stands under `queries:`."""
    if isinstance(root, yaml.MappingNode):
        for key, value in root.value:
            if isinstance(key, yaml.ScalarNode) and key.value in LIST_KEYS:
                return value  # type: ignore[no-any-return]
        return None
    return root


def _entry(node: yaml.Node) -> Entry:
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        return Entry(_plain(node, 0), line)
    pairs = [(key.value, value) for key, value in node.value if isinstance(key, yaml.ScalarNode)]
    values = {key: _whole(value) if key == "max_rank" else _plain(value, 0) for key, value in pairs}
    return Entry(values, line, {key: value.start_mark.line + 1 for key, value in pairs})


def _plain(node: yaml.Node, depth: int) -> object:
    if isinstance(node, yaml.SequenceNode) and depth < _DEEPEST:
        return [_plain(item, depth + 1) for item in node.value]
    if isinstance(node, yaml.ScalarNode):
        return None if _is_null(node) else node.value
    return {}


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def _whole(node: yaml.Node) -> object:
    if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:int" and node.value.isdecimal():
        return int(node.value)
    return _plain(node, 0)
