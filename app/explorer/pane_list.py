"""The panes there are. All but the first are loaded and made when they are first wanted."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from app.explorer.pane import Pane
from app.explorer.widgets.detail import DetailPane

FIRST: type[Pane] = DetailPane
"""The pane that shows at the start."""
PANES: Mapping[str, str] = MappingProxyType(
    {
        "explain": "app.explorer.panes.explain_pane:ExplainPane",
        "rivals": "app.explorer.panes.rivals_pane:RivalsPane",
        "draft": "app.explorer.draft_pane:DraftPane",
    }
)
"""The others by id, each as its module and its class."""


def make_pane(pane_id: str) -> Pane:
    """A new pane of that id. Raises KeyError for one that is not listed."""
    made: Pane = pkgutil.resolve_name(PANES[pane_id])()
    assert pane_id == made.PANE_ID
    return made
