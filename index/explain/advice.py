"""What the author of a tool may change, from what the explanation found. Never more than is true of the tool."""

from __future__ import annotations

from collections.abc import Iterator

from index.explain.explanation import Explanation
from index.explain.lexical import LexicalExplanation
from index.explain.semantic import SemanticExplanation
from index.explain.stems import stems, text_fields
from index.explain.wanting import weak_part, whether_to_win, words_behind
from index.explain.wording import are, listed, plain

_FIRST = "Nothing needs to change for this query."
_LONG = 2.0
"""A text is long when it has this many times the average number of words."""


def advice(found: Explanation) -> tuple[str, ...]:
    """Changes worth trying, the most telling first; a single line that nothing needs to change for a tool in front."""
    lexical = found.lexical if isinstance(found.lexical, LexicalExplanation) else None
    told = [*_description(found), *_absent(found)]
    if lexical is not None and lexical.exact:
        told += _unseen(found, lexical)
    told += [*words_behind(found), *weak_part(found)]
    if lexical is not None and lexical.exact:
        told += [*_not_in_name(lexical), *_long(lexical)]
    if isinstance(found.semantic, SemanticExplanation) and found.semantic.waiting:
        told.append("Wait until its vector is built: the ranking by meaning does not know this tool yet.")
    if found.fusion.rank == 1:
        return (
            (_FIRST,) if not told or _leads_everywhere(found) else ("It is first already. To make that safer:", *told)
        )
    return (*whether_to_win(found), *(told or [_nothing_found(found)]))


def _leads_everywhere(found: Explanation) -> bool:
    arms = (found.lexical, found.semantic)
    return all(arm.rank == 1 for arm in arms if isinstance(arm, LexicalExplanation | SemanticExplanation))


def _description(found: Explanation) -> Iterator[str]:
    if not found.tool.description.strip():
        yield "It has no description: only its name can be found. Write what it does, in the words a user would use."


def _absent(found: Explanation) -> Iterator[str]:
    if found.absent:
        verb = "appears" if len(found.absent) == 1 else "appear"
        them = "it" if len(found.absent) == 1 else "them"
        word = "word" if len(found.absent) == 1 else "words"
        yield (
            f"The {word} {listed(found.absent)} {verb} nowhere in its name, description or parameters: "
            f"add {them} if that is true of the tool."
        )


def _unseen(found: Explanation, lexical: LexicalExplanation) -> Iterator[str]:
    """Words the tool has where the engine does not look."""
    fields = {name: set(stems(text)) for name, text in text_fields(found.tool)}
    searched = {field.field for share in lexical.words for field in share.fields}
    only_parameters: list[str] = []
    joined: list[str] = []
    for share in lexical.lacking:
        wanted = set(stems(share.word))
        if not wanted:
            continue
        if wanted <= fields["name"] or wanted <= fields["description"]:
            joined.append(share.word)
        elif wanted <= fields["parameters"] and "parameters" not in searched:
            only_parameters.append(share.word)
    if only_parameters:
        yield (
            f"{listed(only_parameters)} {are(only_parameters)} only in its parameters, which this engine does not "
            "search: say it in the description too."
        )
    if joined and lexical.engine != "substring":
        yield (
            f"{listed(joined)} {are(joined)} in its text only in another form or grown together with other letters, "
            "which this engine does not take apart: write it as a word of its own in the description."
        )


def _not_in_name(lexical: LexicalExplanation) -> Iterator[str]:
    """Words that would count more in the name."""
    outside: list[str] = []
    ratio = 1.0
    named = {share.word for share in lexical.found if any(f.field == "name" and f.hits for f in share.fields)}
    for share in lexical.found:
        if share.how not in ("exact", "phrase") or share.word in named:
            continue
        weights = {field.field: field for field in share.fields}
        name, description = weights.get("name"), weights.get("description")
        if name is None or description is None or name.hits or name.weight <= description.weight:
            continue
        if description.hits:
            outside.append(share.word)
            ratio = name.weight / description.weight
    if outside:
        yield (
            f"{listed(outside)} {are(outside)} in its description but not in its name, where a word counts up to "
            f"{ratio:g} times as much."
        )


def _long(lexical: LexicalExplanation) -> Iterator[str]:
    length = sum(length for _, length in lexical.lengths)
    average = lexical.average_length
    if average and length > _LONG * average and lexical.found:
        yield (
            f"Its text is long, {length} words where the average is {average:.0f}, so each word found counts less: "
            "cut what does not help to choose it."
        )


def _nothing_found(found: Explanation) -> str:
    if found.winner is None:
        return "Nothing stands out that its author could change."
    return f"Its words all fit; compare its description with that of `{plain(found.winner.name)}` (rivals)."
