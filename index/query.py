"""What an agent asks a tool search for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Query:
    """`description` is the agent's `tool_description`, verbatim; `keywords` its `tool_keywords`, each as given."""

    description: str = ""
    keywords: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing at all to search for."""
        return not self.description.strip() and not any(word.strip() for word in self.keywords)

    @property
    def single_string(self) -> str:
        """The query for engines that take one string: the description, then the keywords, joined by spaces."""
        return " ".join(part for part in (self.description, *self.keywords) if part)
