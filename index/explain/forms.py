"""How a tool's own text spells the words of a query: `creates` where `create` was asked for."""

from __future__ import annotations

from dataclasses import replace

from index.explain.lexical import LexicalExplanation, WordShare
from index.explain.stems import stems, text_fields, words_of
from index.tool import Tool

_MOST = 3


def with_forms(lexical: LexicalExplanation, tool: Tool) -> LexicalExplanation:
    """The same, each word that counts by its stem with the forms the text has; none where it stands as asked for."""
    wanted = {share.word.lower() for share in lexical.words if share.how == "exact" and share.is_found}
    if not wanted:
        return lexical
    spelled: dict[tuple[str, ...], dict[str, None]] = {}
    for word in dict.fromkeys(word for _, text in text_fields(tool) for word in words_of(text)):
        spelled.setdefault(stems(word), {})[word] = None
    return replace(lexical, words=tuple(_with_forms(share, wanted, spelled) for share in lexical.words))


def _with_forms(share: WordShare, wanted: set[str], spelled: dict[tuple[str, ...], dict[str, None]]) -> WordShare:
    word = share.word.lower()
    if share.how != "exact" or word not in wanted:
        return share
    forms = spelled.get(stems(word), {})
    return share if word in forms else replace(share, forms=tuple(forms)[:_MOST])
