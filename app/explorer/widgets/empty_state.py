"""What stands in place of the columns when there is nothing to rank: it teaches what to do."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.widget import Widget

from app.explorer.messages import ExamplePicked
from app.explorer.state import CatalogFacts

READS = (
    "MCP tools/list answers and server configurations",
    "function definitions for OpenAI, Anthropic, Gemini and Bedrock",
    "OpenAPI documents, VS Code and MCPB manifests, agent skills",
    "as JSON, JSON Lines, YAML, TOML or Markdown front matter",
)


class EmptyState(Widget):
    """No tools, or no query yet."""

    def __init__(self) -> None:
        super().__init__(id="empty")
        self._facts: CatalogFacts | None = None
        self._directory = ""
        self._example_lines: dict[int, str] = {}

    def show(self, facts: CatalogFacts | None, directory: str) -> None:
        if (facts, directory) != (self._facts, self._directory):
            self._facts, self._directory = facts, directory
            self.refresh()

    def render(self) -> Content:
        self._example_lines = {}
        if self._facts is None:
            lines = [Content.styled("Reading manifests …", "$foreground-muted")]
        elif not self._facts.tools:
            lines = self._no_tools()
        else:
            lines = self._no_query()
        pad = max(0, (self.content_size.height - len(lines)) // 3)
        self._example_lines = {y + pad: text for y, text in self._example_lines.items()}
        return Content("\n").join([Content("")] * pad + lines)

    def _no_tools(self) -> list[Content]:
        lines = [
            Content.styled("No tools here yet", "bold"),
            Content.styled(
                f"Nothing under {self._directory} declares a tool. Save a manifest there and it shows at once.",
                "$foreground-muted",
            ),
            Content(""),
            Content.styled("triptych reads", "$foreground-muted"),
        ]
        return [*lines, *(Content.assemble(("  · ", "$accent"), text) for text in READS)]

    def _no_query(self) -> list[Content]:
        assert self._facts is not None
        lines = [
            Content.styled("Type what an agent would ask for", "bold"),
            Content.styled(
                "Every key ranks all tools three ways: by words, by meaning, and fused.", "$foreground-muted"
            ),
        ]
        if self._facts.examples:
            lines += [
                Content(""),
                Content.styled("For example, from this catalog (enter tries the first)", "$foreground-muted"),
            ]
            for text in self._facts.examples:
                self._example_lines[len(lines)] = text
                lines.append(Content.assemble(("  > ", "$accent"), text))
        return lines

    def on_click(self, event: events.Click) -> None:
        text = self._example_lines.get(event.y - self.styles.padding.top)
        if text:
            self.post_message(ExamplePicked(text))
