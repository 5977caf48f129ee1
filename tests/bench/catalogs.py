"""Made-up catalogs of any size, the same on every machine, that look like real ones.

Numbers are those of 755 tools of real MCP servers: servers of 2 to 60 tools, mean about 20; descriptions of 9 words in
the middle and 17 in the mean, one sentence in ten words; 1.2 parameters a tool. Words come by falling frequency, and
rare ones (names of products) grow in number with the size of the text as in any text (exponent 0.6).
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import accumulate, groupby
from pathlib import Path

from index.registry import fts_tables
from index.store.store import Store
from index.tool import Parameter, Place, Tool
from tests.index.catalog import add

_VERBS = "create get list update delete search send read write open close add remove upload export merge"
_THINGS = (
    "issue ticket project user message channel file folder page comment label branch commit repository pipeline "
    "query table row event meeting calendar invoice payment customer order product secret policy role token alert "
    "group device network service cluster image volume report chart dataset model prompt thread document sheet"
)
_FILLER = (
    "the a and for in to by with an of this is or returns new from if specific all tool name id list details using "
    "when only exists default value limit filter results status date time text given optional specified existing one "
    "more be will can that it not existing page each between against related available current"
)
_SYLLABLES = "ka lo mi ren tas vor zen bri qua del fin gor hul jan pex sol tri umb wex yor cal dor fen nim"
VERBS, THINGS, FILLER = (tuple(words.split()) for words in (_VERBS, _THINGS, _FILLER))
_PARAMETERS = ("id", "name", "query", "limit", "cursor", "owner", "path", "status", "since", "body", "force", "fields")
_TYPES = ("string", "string", "string", "integer", "boolean", "array")
_MEAN_WORDS = 17


def made_up_tools(count: int, seed: int = 1) -> list[Tool]:
    """`count` tools, a file for each server."""
    chance = random.Random(seed)
    words = _Words(count, chance)
    tools: list[Tool] = []
    server = 0
    while len(tools) < count:
        size = min(count - len(tools), max(2, min(60, round(chance.lognormvariate(2.7, 0.75)))))
        name = f"{words.rare()}-{server:05}"
        tools += [_tool(name, f"{server // 100:04}/{name}.json", number, words, chance) for number in range(size)]
        server += 1
    return tools


class _Words:
    """Words by their frequency: the few of `FILLER` and `THINGS` often, thousands of rare ones now and then."""

    def __init__(self, tools: int, chance: random.Random) -> None:
        self._chance = chance
        syllables = _SYLLABLES.split()
        size = max(30, round(5.7 * (tools * _MEAN_WORDS) ** 0.6))
        self._rare = [f"{''.join(chance.choices(syllables, k=2))}{_letters(number)}" for number in range(size)]
        self._kinds = [(group, _falling(len(group))) for group in (FILLER, THINGS, VERBS, self._rare)]

    def sentence(self, length: int) -> list[str]:
        kinds = self._chance.choices(self._kinds, (50, 25, 8, 17), k=length)
        return [self._chance.choices(group, cum_weights=weights)[0] for group, weights in kinds]

    def rare(self) -> str:
        group, weights = self._kinds[-1]
        return self._chance.choices(group, cum_weights=weights)[0]


def _falling(count: int) -> list[float]:
    """Cumulated weights 1/1, 1/2, ... (Zipf's law)."""
    return list(accumulate(1 / (rank + 2) for rank in range(count)))


def _letters(number: int) -> str:
    letters = ""
    while True:
        number, digit = divmod(number, 26)
        letters += chr(97 + digit)
        if not number:
            return letters


def _tool(server: str, source: str, number: int, words: _Words, chance: random.Random) -> Tool:
    verb, thing, other = chance.choice(VERBS), chance.choice(THINGS), chance.choice((*THINGS, words.rare()))
    parts = [verb, thing, other] if number % 3 else [verb, f"{thing}s"]
    name = "_".join(parts) if chance.random() < 0.7 else parts[0] + "".join(part.title() for part in parts[1:])
    name = f"{name}_{number}" if chance.random() < 0.2 else name
    length = max(3, min(160, round(chance.lognormvariate(2.35, 0.85))))
    sentences = [f"{verb.title()}s the {thing}"]
    while length > 0:
        part = min(length, chance.randint(5, 14))
        sentences.append(" ".join(words.sentence(part)).capitalize())
        length -= part
    description = ". ".join([f"{sentences[0]} {sentences[1].lower()}", *sentences[2:]]) + "."
    keys = chance.sample(_PARAMETERS, min(9, int(chance.expovariate(0.6))))
    parameters = tuple(_parameter(key, thing, words, chance, required=key == keys[0]) for key in keys)
    definition = json.dumps(_entry(name, description, parameters), separators=(",", ":"))
    return Tool(name, description, server, Place(source), parameters, definition=definition, has_schema=True)


def _parameter(key: str, thing: str, words: _Words, chance: random.Random, *, required: bool) -> Parameter:
    description = f"{key.title()} of the {thing} {' '.join(words.sentence(4))}"
    return Parameter(key, description, chance.choice(_TYPES), required)


def _entry(name: str, description: str, parameters: Iterable[Parameter]) -> dict[str, object]:
    properties = {one.name: {"type": one.type, "description": one.description} for one in parameters}
    required = [one.name for one in parameters if one.required]
    schema = {"type": "object", "properties": properties, "required": required}
    return {"name": name, "description": description, "inputSchema": schema}


def write_catalog(folder: Path, count: int, seed: int = 1) -> list[Tool]:
    """Write such tools as manifests, answers to tools/list; the tools."""
    tools = made_up_tools(count, seed)
    for source, group in groupby(tools, key=lambda tool: tool.place.source):
        write_manifest(folder / source, group)
    return tools


def write_manifest(path: Path, tools: Iterable[Tool]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    entries = ",\n".join(tool.definition for tool in tools)
    path.write_text(f'{{"tools": [\n{entries}\n]}}\n', "utf-8")


def made_up_store(count: int, seed: int = 1) -> Store:
    """A store of such tools; close it when done."""
    store = Store(None, fts_tables())
    add(store, made_up_tools(count, seed))
    return store


def made_up_queries(count: int, seed: int = 2) -> list[str]:
    """What agents say: a verb, a thing, some filler, and a typo in every third."""
    chance = random.Random(seed)
    queries = []
    for number in range(count):
        words = [chance.choice(VERBS), "a", "new", chance.choice(THINGS), "for", "the", chance.choice(THINGS)]
        if number % 3 == 0:
            at = chance.choice((3, 6))
            words[at] = words[at][:2] + words[at][3:2:-1] + words[at][4:]
        queries.append(" ".join(words))
    return queries
