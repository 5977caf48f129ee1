"""The panes there are, in the order of their making; the first shows at the start."""

from __future__ import annotations

from app.explorer.draft_pane import DraftPane
from app.explorer.pane import Pane
from app.explorer.panes.explain_pane import ExplainPane
from app.explorer.panes.rivals_pane import RivalsPane
from app.explorer.widgets.detail import DetailPane

PANES: tuple[type[Pane], ...] = (DetailPane, ExplainPane, RivalsPane, DraftPane)
