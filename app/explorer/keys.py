"""Every key of the explorer, once: the footer, the help screen and the README's table are made from these."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding


@dataclass(frozen=True, slots=True)
class Group:
    """Bindings that act in one place, under the heading the help shows."""

    title: str
    bindings: tuple[Binding, ...]


def _key(
    key: str, action: str, text: str, tooltip: str, *, name: str, show: bool = False, display: str | None = None
) -> Binding:
    return Binding(key, action, text, show=show, key_display=display, tooltip=tooltip, id=name)


def _ahead(key: str, action: str, text: str, tooltip: str, *, name: str) -> Binding:
    """A key that acts before the field that has the focus sees it."""
    return Binding(key, action, text, tooltip=tooltip, id=name, priority=True)


HELP = _key("question_mark", "app.help", "help", "Show all keys", name="screen.help", show=True, display="?")

EVERYWHERE = Group(
    "Everywhere",
    (
        _key("ctrl+p", "app.command_palette", "palette", "Every command, by name", name="app.palette"),
        _key("f1", "app.help", "help", "Show all keys", name="app.help.f1"),
        _key("tab", "app.focus_next", "next part", "Go to the next input or list", name="app.next"),
        _key("shift+tab", "app.focus_previous", "previous part", "Go back", name="app.previous"),
        _key("ctrl+q", "app.quit", "quit", "Leave triptych", name="app.quit", show=True, display="^q"),
    ),
)

TYPING = Group(
    "While typing",
    (
        _key("down", "screen.results", "results", "Go to the ranked tools", name="input.down", show=True, display="↓"),
        _key("enter", "screen.results(True)", "results", "Go to the ranked tools", name="input.enter"),
        _key("escape", "screen.task", "task", "Back to the task", name="input.escape"),
        _key("tab", "app.focus_next", "keywords", "Go to the next input or list", name="input.tab", show=True),
        _key("ctrl+p", "app.command_palette", "palette", "Every command, by name", name="input.palette", show=True),
        _key("f1", "app.help", "help", "Show all keys", name="input.help", show=True),
    ),
)

MOVING = Group(
    "In a ranking",
    (
        _key("up,down", "", "previous or next tool", "Move the selection", name="list.move", display="↑ ↓"),
        _key("left,right", "", "column", "The same tool in the next column", name="list.column", display="← →"),
        _key("pageup,pagedown,home,end", "", "far", "A page, the first, the last", name="list.far"),
    ),
)

ACTIONS = Group(
    "In a ranking or a pane",
    (
        _key("question_mark", "app.help", "help", "Show all keys", name="help", show=True, display="?"),
        _key("slash", "screen.task", "task", "Type the task", name="go.task", show=True, display="/"),
        _key("escape", "screen.task", "task", "Back to the task", name="go.escape"),
        _key("k", "screen.keywords", "keywords", "Type the keywords", name="go.keywords", show=True),
        _key("p", "screen.cycle_profile(1)", "profile", "The next profile", name="profile.next", show=True),
        _key("P", "screen.cycle_profile(-1)", "profile back", "The previous profile", name="profile.previous"),
        _key("c", "app.tune('compare')", "compare", "This query in every profile", name="compare", show=True),
        _key(
            "o",
            "screen.open_manifest",
            "open",
            "Open the manifest in your editor, at the tool",
            name="tool.open",
        ),
        _key("y", "screen.copy_name", "copy", "Copy the tool's name", name="tool.copy"),
        _key("x", "screen.pane('explain')", "explain", "Why the tool has its rank", name="pane.explain", show=True),
        _key("r", "screen.pane('rivals')", "rivals", "The tools easily taken for it", name="pane.rivals", show=True),
        _key("right_square_bracket", "screen.step(1)", "next", "The next rival", name="pane.next", display="]"),
        _key("left_square_bracket", "screen.step(-1)", "back", "The previous rival", name="pane.back", display="["),
        _key("e", "app.tune('draft')", "edit", "Edit the tool's texts and see what that does", name="draft", show=True),
        _key("s", "app.tune('suite')", "suite", "The query suite: what every query finds", name="suite", show=True),
        _key("a", "app.tune('add')", "add", "Add the query to the suite, expecting the tool", name="suite.add"),
        _key(
            "b", "app.tune('baseline')", "baseline", "Show movement against the catalog of now", name="pin", show=True
        ),
        _key("f", "screen.follow", "follow", "Let the selection follow the best hit again", name="follow"),
        _key(
            "exclamation_mark",
            "app.problems",
            "problems",
            "What is wrong in the manifests",
            name="problems",
            show=True,
            display="!",
        ),
        _key("t", "app.cycle_theme(1)", "theme", "The next colour theme", name="theme"),
    ),
)

COMPARING = Group(
    "Comparing profiles",
    (
        _key("left", "sort(-1)", "sort", "Sort by another profile", name="compare.left", display="←"),
        _key("right", "sort(1)", "sort by", "Sort by another profile", name="compare.right", show=True, display="→"),
        _key("enter", "open", "show", "Show the tool in the rankings", name="compare.show", show=True, display="⏎"),
        _key("escape,c,q", "back", "back", "Back to the rankings", name="compare.back", show=True, display="esc"),
    ),
)

TESTING = Group(
    "In the suite",
    (
        _key("enter", "open", "load", "Bring the query into the explorer", name="suite.load", show=True, display="⏎"),
        _key("f", "failing", "failing", "Only the queries that fail, or all", name="suite.failing", show=True),
        _key("p", "profile(1)", "profile", "Run it through the next profile", name="suite.profile", show=True),
        _key("P", "profile(-1)", "profile back", "Run it through the previous profile", name="suite.profile.back"),
        _key("b", "app.tune('baseline')", "baseline", "Pin or let go the baseline", name="suite.pin", show=True),
        _key("o", "file", "open", "Open the suite in your editor, at the query", name="suite.open", show=True),
        _key("escape,s,q", "back", "back", "Back to the rankings", name="suite.back", show=True, display="esc"),
    ),
)

DRAFTING = Group(
    "In a draft",
    (
        _ahead("ctrl+s", "app.tune('draft.save')", "save", "Show the change and write it", name="draft.save"),
        _ahead("ctrl+z", "app.tune('draft.undo')", "undo", "Take a change back", name="draft.undo"),
        _ahead("ctrl+y", "app.tune('draft.redo')", "redo", "Make it again", name="draft.redo"),
        _ahead("ctrl+r", "app.tune('draft.discard')", "discard", "Drop this tool's draft", name="draft.discard"),
        _ahead("escape", "app.tune('draft.close')", "rankings", "Back to the rankings", name="draft.back"),
    ),
)

DRAFTS = Group(
    "In the list of drafts",
    (
        _key("enter", "open", "edit", "Edit the draft", name="drafts.edit", show=True, display="⏎"),
        _key("d", "discard", "discard", "Drop the draft", name="drafts.discard", show=True),
        _key("escape,q", "back", "back", "Back to the rankings", name="drafts.back", show=True, display="esc"),
    ),
)

GROUPS = (TYPING, MOVING, ACTIONS, COMPARING, TESTING, DRAFTING, DRAFTS, EVERYWHERE)


def rows(group: Group) -> list[tuple[str, str]]:
    """(keys as printed on them, what they do) of a group, one row for each thing that can be done."""
    merged: dict[str, list[str]] = {}
    for binding in group.bindings:
        merged.setdefault(binding.tooltip, []).append(display(binding))
    return [(" ".join(dict.fromkeys(keys)), text) for text, keys in merged.items()]


def display(binding: Binding) -> str:
    """The keys of a binding as a person reads them."""
    if binding.key_display:
        return binding.key_display
    return " ".join(_NAMES.get(key, key) for key in binding.key.split(","))


def markdown_table() -> str:
    """The README's key table."""
    lines = ["| where | key | does |", "| --- | --- | --- |"]
    for group in GROUPS:
        for keys, text in rows(group):
            shown = " ".join(f"`{key}`" for key in keys.split(" "))
            lines.append(f"| {group.title.lower()} | {shown} | {text.lower()} |")
    return "\n".join(lines)


_NAMES = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "esc",
    "ctrl+s": "^s",
    "ctrl+z": "^z",
    "ctrl+y": "^y",
    "ctrl+r": "^r",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "slash": "/",
    "exclamation_mark": "!",
    "question_mark": "?",
}
