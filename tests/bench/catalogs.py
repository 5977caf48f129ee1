"""Made-up catalogs of any size, the same on every machine: words by their usual frequencies, names of their verbs."""

from __future__ import annotations

import json
import random

from index.registry import fts_tables
from index.store.store import Store
from index.tool import Place, Tool
from tests.index.catalog import add

_VERBS = "create get list update delete search send read write open close add remove upload export merge"
_THINGS = (
    "issue ticket project user message channel file folder page comment label branch commit repository pipeline "
    "query table row event meeting calendar invoice payment customer order product secret policy role token alert"
)
_FILLER = (
    "the a of in and for with by from to this tool returns given optional specified all new existing one or more "
    "name id list details using when only if exists default value limit filter results status date time text"
)
VERBS, THINGS, FILLER = (tuple(words.split()) for words in (_VERBS, _THINGS, _FILLER))


def made_up_tools(count: int, seed: int = 1) -> list[Tool]:
    """`count` tools of `count // 20 + 1` servers, a file each, with descriptions of 8 to 60 words."""
    chance = random.Random(seed)
    rare = [f"{chance.choice(THINGS)}{number}" for number in range(max(20, count // 10))]
    tools = []
    for number in range(count):
        server = f"server{number // 20:05}"
        verb, thing = chance.choice(VERBS), chance.choice(THINGS)
        words = [verb, thing]
        for _ in range(chance.randint(6, 58)):
            words.append(chance.choice(chance.choices((FILLER, THINGS, VERBS, rare), (60, 25, 10, 5))[0]))
        name, description = f"{verb}_{thing}_{number}", " ".join(words).capitalize() + "."
        definition = json.dumps({"name": name, "description": description}, separators=(",", ":"))
        tools.append(Tool(name, description, server, Place(f"{server}.json"), definition=definition))
    return tools


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
