"""Every code a manifest or a tool can be reported under: the one table the README's section is made from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """What one code stands for. `severity` is "error" (something was not read), "warning" or "note"."""

    code: str
    severity: str
    title: str
    meaning: str


CODES: tuple[Code, ...] = (
    Code("M001", "error", "cannot be parsed", "The file is not valid in its own format from this place on."),
    Code("M002", "warning", "bytes that are no text", "Bytes invalid in the file's encoding were read as U+FFFD."),
    Code("M003", "error", "a record cannot be parsed", "One record of a line-based file was left out."),
    Code("M004", "error", "not a list of tools", "The value where the tools should be has another type."),
    Code("M005", "error", "an entry is no tool", "One entry among the tools was left out: no object, or no name."),
    Code("M006", "warning", "a field has the wrong type", "A description, schema or the like was read as absent."),
    Code("M007", "error", "nested too deeply", "The file or one tool is nested deeper than it can be read."),
    Code("M008", "error", "aliases expand too far", "YAML aliases refer to themselves or multiply the document."),
    Code("M009", "error", "too large", "The file is larger than 50 MB and was passed over."),
    Code("M010", "error", "cannot be opened", "The file could not be read from disk."),
    Code("M011", "warning", "declares no tools any more", "A file that declared tools holds none of the shapes now."),
    Code("M012", "note", "repeated definitions", "Identical definitions in later records were read once."),
    Code("M013", "note", "unresolved reference", "A $ref points outside the file or at nothing."),
    Code("M014", "warning", "a key given twice", "Of the values that one object has for a key, the last one was read."),
    Code("T001", "warning", "declared twice in a file", "Two tools of one server in one file have the same name."),
    Code("T002", "note", "declared elsewhere too", "A tool of another file or server has the same name."),
    Code("T003", "warning", "no description", "Semantic search has only the name to go by."),
    Code("T004", "note", "name only", "Neither a description nor an input schema was declared."),
    Code("T005", "note", "no input schema", "The parameters of the tool are not declared."),
    Code("T006", "warning", "long name", "Names over 64 characters are refused by common model APIs."),
    Code("T007", "warning", "unusual name", "Characters outside A-Z a-z 0-9 _ . - are refused by common model APIs."),
    Code("T008", "warning", "long description", "Some clients cut descriptions at 1,024 UTF-16 units."),
    Code("T009", "warning", "very long description", "Some clients cut descriptions at 2,048 UTF-16 units."),
    Code("T010", "warning", "invisible characters", "Text a reader cannot see, or that is shown in another order."),
    Code("T011", "warning", "control characters", "ANSI escapes or other control characters."),
    Code(
        "T012", "warning", "instructions to the model", "Text that commands the model rather than describes the tool."
    ),
)


def as_markdown() -> str:
    """The table for the README."""
    rows = [f"| {code.code} | {code.severity} | {code.title} | {code.meaning} |" for code in CODES]
    return "\n".join(["| Code | Severity | Title | Meaning |", "| --- | --- | --- | --- |", *rows]) + "\n"


BY_CODE = {code.code: code for code in CODES}
