"""Every code a suite can be reported under."""

from __future__ import annotations

from index.manifests.codes import Code

CODES: tuple[Code, ...] = (
    Code("S001", "error", "cannot be read", "The suite is not valid in its own format, or cannot be opened."),
    Code("S002", "error", "a case is not usable", "The case has no query or no expectation, or one of another type."),
    Code("S003", "error", "unknown tool", "A case expects a tool that the catalog does not have."),
    Code("S004", "warning", "unknown key", "A case has a key that means nothing here; it was ignored."),
    Code("S005", "warning", "the same query twice", "An earlier case has the same query and keywords."),
    Code("S006", "note", "several tools of that name", "A case names several tools; the best rank of them counts."),
)

BY_CODE = {code.code: code for code in CODES}
