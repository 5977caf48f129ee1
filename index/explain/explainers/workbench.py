"""The per-word scorer of `workbench`, with the same arithmetic in the same order, so that rounding agrees."""

from __future__ import annotations

import math

from index.engines.workbench import DESCRIPTION, K1, MOST_WORDS, NAME, SERVER, B, Workbench
from index.engines.workbench_spelling import Reading, Vocabulary
from index.engines.workbench_words import split, stem
from index.explain.cases import LexicalCase
from index.explain.lexical import Factor, FieldHits, LexicalExplanation, WordShare
from index.explain.origins import DESCRIPTION as DESCRIBED
from index.explain.origins import origin
from index.explain.registry import explains
from index.tool import Tool

METHOD = (
    "each word: (3 x best match in the name + 2 x best in the server + its part in the description) x rarity; "
    "the sum is multiplied by the factors"
)


@explains(Workbench)
def explain(engine: Workbench, case: LexicalCase) -> LexicalExplanation:
    """Each stem of the query against name, server and description, then what multiplies the sum."""
    text = case.query.single_string
    surfaces, dropped = engine.read(text)
    described, keyed = set(engine.read(case.query.description)[0]), set()
    for keyword in case.query.keywords:
        keyed |= set(engine.read(keyword)[0])
    catalog = engine.scores(case.corpus)
    texts = {name: engine.words.tokens(value) for name, value in _fields(case.tool)}
    spelled = {stem(word): word for word in reversed(split(" ".join(value for _, value in _fields(case.tool))))}
    average = catalog.average_length
    words = []
    for query_stem in list(surfaces)[:MOST_WORDS]:
        reading = catalog.vocabulary.read(query_stem)
        df = len(catalog.hits(query_stem).slots)
        idf = math.log(1 + (catalog.size - df + 0.5) / (df + 0.5))
        fields = _parts(query_stem, reading, catalog.vocabulary, texts, average)
        parts = fields[0].part + fields[1].part + fields[2].part  # type: ignore[operator]
        how, stems = _how(query_stem, reading, fields)
        to = tuple(spelled.get(other, other) for other in stems)
        came = origin(query_stem, described, keyed) if query_stem in described | keyed else DESCRIBED
        words.append(WordShare(surfaces[query_stem], came, (query_stem,), df, idf, fields, parts * idf, how, to))
    return LexicalExplanation(
        case.ranking.engine,
        case.ranking.rank_of(case.tool_id),
        case.ranking.score_of(case.tool_id),
        case.ranking.total,
        case.ranking.input,
        tuple(words),
        METHOD,
        tools=catalog.size,
        dropped=dropped,
        factors=_factors(words, texts["name"], catalog.vocabulary, text.strip().lower() == case.tool.name.lower()),
        decimals=2,
        lengths=tuple((name, len(found)) for name, found in texts.items()),
        average_length=average,
        notes=case.ranking.notes,
    )


def _fields(tool: Tool) -> tuple[tuple[str, str], ...]:
    return (("name", tool.name), ("server", tool.server), ("description", tool.description))


def _parts(
    query_stem: str, reading: Reading, vocabulary: Vocabulary, texts: dict[str, list[str]], average: float
) -> tuple[FieldHits, ...]:
    qualities = dict(reading.qualities)
    fields = []
    for name, weight in (("name", NAME), ("server", SERVER), ("description", DESCRIPTION)):
        found = [word for word in texts[name] if word in qualities]
        best = max(found, key=lambda word: qualities[word], default="")
        quality = qualities.get(best, 0.0)
        part = weight * quality
        if name == "description":
            damping = K1 * (1 - B + B * len(texts[name]) / average)
            part = part * len(found) * (K1 + 1) / (len(found) + damping)
        how = _rule(query_stem, best, reading, vocabulary) if best else ""
        fields.append(
            FieldHits(name, len(found), len(texts[name]), weight, part, quality=quality, how=how, matched=best)
        )
    return tuple(fields)


def _rule(query_stem: str, matched: str, reading: Reading, vocabulary: Vocabulary) -> str:
    """By which rule a word of the tool answers to a query word."""
    if reading.corrections:
        for correction in reading.corrections:
            if matched == correction:
                return "corrected"
        return "corrected, then " + ("synonym" if matched in reading.synonyms else "prefix")
    if matched == query_stem:
        return "exact"
    return "synonym" if matched in reading.synonyms else "prefix"


def _how(query_stem: str, reading: Reading, fields: tuple[FieldHits, ...]) -> tuple[str, tuple[str, ...]]:
    """The rule that served this tool best, and which words it led to; for a word not found, what was tried."""
    if reading.corrections:
        return "corrected", reading.corrections
    best = max(fields, key=lambda field: field.quality or 0.0)
    if best.matched:
        return best.how, () if best.how == "exact" else (best.matched,)
    if any(word == query_stem for word, _ in reading.qualities):
        return "exact", ()
    if reading.synonyms:
        return "synonym", reading.synonyms
    return ("prefix", reading.prefixes) if reading.prefixes else ("unknown", ())


def _factors(words: list[WordShare], name: list[str], vocabulary: Vocabulary, exact: bool) -> tuple[Factor, ...]:
    if not words:
        return ()
    count = len(words)
    covered = sum(1 for word in words if word.contribution)
    in_name = sum(1 for word in words if word.fields[0].hits)
    wanted = {other for word in words for other, _ in vocabulary.read(word.tokens[0]).qualities}
    named = sum(1 for word in name if word in wanted)
    coverage, name_coverage, precision = covered / count, in_name / count, named / max(len(name), 1)
    factors = [
        Factor(
            "coverage", 0.25 + 0.75 * (coverage * coverage), f"{covered} of {count} query words are in the tool's text"
        ),
        Factor("name coverage", 1 + name_coverage * name_coverage, f"{in_name} of {count} query words are in its name"),
        Factor("name precision", 0.8 + 0.2 * precision, f"{named} of {len(name)} words of its name were asked for"),
    ]
    if exact:
        factors.append(Factor("exact name", 2.0, "the query is the tool's whole name"))
    return tuple(factors)
