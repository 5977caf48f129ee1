"""Learns the adapter that ships with the bundled model.

    python -m tests.bench.adapter_training [--leave-out LIST,LIST...] [--write]

From the lists of `data/adapter` alone. The adapter is a low-rank change of the model's feed-forward layers (LoRA, Hu et
al. 2021) that both requests and tools' texts are embedded with. What is learned minimises the mean cross entropy of the
right tools under softmax(`TEMPERATURE` * score) over their list's catalog, where score is the default profile's own:
facets' cosines and bm25 as it weighs them (bm25 is not learned, but what words say already need not be learned either).
AdamW on batches of one list each, in two stages: first requests alone, against the model's own vectors of tools; then
both, where each step embeds the batch's right tools and the nearest wrong ones again, and the others now and then.
--leave-out learns without some lists and tells what it does on them; --write stores what is learned of all. Needs the
`training` group of dependencies and the published weights (`make test` downloads them); some thirty minutes.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; as the command sets it

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from app.assets import ADAPTER, MODEL, PROFILES, asset
from index.engines.triptych_semantic import TriptychSemantic
from index.order import catalog_ids, catalog_places
from index.profile import Profile, load_profiles
from index.query import Query
from index.ranking import Ranking
from index.suite.runner import SuiteRunner
from index.vectors.space import VectorSpace
from index.workspace import Workspace
from models.convert import Source, model_folder, read_source
from models.embedder import GgufEmbedder, open_embedder
from models.facts import file_sha256
from models.llama import LlamaModel
from tests.bench.adapter_file import write_adapter
from tests.bench.adapter_lists import RequestList, read_lists
from tests.bench.adapter_model import AdaptedModel
from tests.bench.bundled import WEIGHTS
from tests.bench.quality import OURS, say, table
from tests.bench.quality_variants import changed

RANK = 16
TEMPERATURE = 20.0
WARM_UP = 30
PARTS = 4
"""A batch is embedded in so many parts, by length, so that little is padding."""
DECAY = 0.01
DROP = 0.1
STEEPNESS = 0.75
"""A list is taken with a chance by its number of requests to this power."""
LONGEST, LONGEST_TEXT = 128, 256
"""Tokens of a request, and of a tool's text."""
NEAREST = 2
"""Wrong tools, the nearest to each request, that are embedded again at every step."""
AGAIN = 100
"""Steps after which all tools' texts are embedded again."""


@dataclass(frozen=True, slots=True)
class Stage:
    """`steps` on `batch` requests each at the learning rate `rate`; with `texts`, tools' texts are learned, too."""

    steps: int
    batch: int
    rate: float
    texts: bool


STAGES = (Stage(600, 48, 5e-4, texts=False), Stage(300, 32, 4e-4, texts=True))


@dataclass(slots=True, eq=False)
class Facet:
    """One facet's vectors `rows` (m, d) as they are now, sorted by tool: row i is of tool `places[of[i]]`."""

    weight: float
    rows: Tensor
    of: Tensor
    places: Tensor
    tokens: tuple[list[int], ...]

    def embed_again(self, model: AdaptedModel, tools: Tensor) -> None:
        """The vectors of these tools as the model makes them now, to be learned from."""
        some = torch.isin(self.places[self.of], tools).nonzero().flatten().tolist()
        by_length = sorted(some, key=lambda row: len(self.tokens[row]))
        rows = self.rows.detach().clone()
        for part in np.array_split(by_length, PARTS):
            if len(part):
                rows[torch.from_numpy(part)] = model.embed([self.tokens[row] for row in part])
        self.rows = rows


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """One list, measured: requests' tokens, weighed bm25 (q, t), the right tools (q, t), and the facets."""

    name: str
    tokens: tuple[list[int], ...]
    lexical: Tensor
    right: Tensor
    facets: tuple[Facet, ...]

    def scores(self, vectors: Tensor, some: NDArray[np.intp]) -> Tensor:
        """Scores (s, t) of the requests `some`, whose vectors (s, d) are given."""
        total = self.lexical[some].clone()
        for facet in self.facets:
            cosines, tools = vectors @ facet.rows.T, len(facet.places)
            lowest = torch.full((len(vectors), tools), -2.0)
            best = lowest.scatter_reduce(1, facet.of.expand(len(vectors), -1), cosines, "amax")
            total[:, facet.places] = total[:, facet.places] + facet.weight * best
        return total


def measured(listed: RequestList, plain: Profile, embedder: GgufEmbedder, tokens: LlamaModel) -> Measured:
    """Every score that the profile without an adapter gives the list's tools, in catalog order."""
    with tempfile.TemporaryDirectory() as folder:
        listed.write_manifests(Path(folder))
        workspace = Workspace(Path(folder), profiles={plain.name: plain}, embedder=embedder, notice=say)
        try:
            workspace.sync()
            workspace.embed()
            return _measured(listed, workspace, plain, tokens)
        finally:
            workspace.close()


def _measured(listed: RequestList, workspace: Workspace, plain: Profile, tokens: LlamaModel) -> Measured:
    searcher, corpus = SuiteRunner(workspace).searcher(plain.name), workspace.corpus()
    engine = searcher.semantic
    assert isinstance(engine, TriptychSemantic) and searcher.lexical is not None
    space = workspace.space(engine.space)
    assert isinstance(space, VectorSpace)
    ids = catalog_ids(corpus)
    known = {(row[0], row[1]): row[2] for row in corpus.connection.execute("SELECT server, name, id FROM tools")}
    lexical = np.zeros((len(listed.requests), len(ids)), np.float32)
    right = np.zeros(lexical.shape, np.bool_)
    weight = float(plain.fusion.options["lexical"])
    for table_ in searcher.lexical.tables:
        corpus.ensure(table_)
    for number, (text, places) in enumerate(listed.requests):
        wanted = [known[listed.tools[at].server or "tools", listed.tools[at].name] for at in places]
        right[number, catalog_places(corpus, np.array(wanted, np.int64))] = True
        words = searcher.lexical.rank(corpus, Query(text), None)
        assert isinstance(words, Ranking)
        lexical[number, catalog_places(corpus, words.ids)] = weight * words.scores
    order = catalog_places(corpus, space.order)
    tools = workspace.tools(space.order.tolist())
    stand_for = [facet for tool_id in space.order.tolist() for facet in engine.facets(tools[tool_id])]
    facets = []
    for rows in engine.layout_of(space):
        kind = int(space.kinds[rows.start])
        texts = tuple(tokens.tokens(facet.text)[:LONGEST_TEXT] for facet in stand_for if facet.kind == kind)
        assert len(texts) == rows.end - rows.start
        counts = np.diff(np.r_[rows.firsts, rows.end - rows.start])
        of = np.repeat(np.arange(len(rows.firsts)), counts)
        vectors = torch.from_numpy(space.matrix[rows.start : rows.end].astype(np.float32))
        places_ = torch.from_numpy(order[rows.places].copy())
        facets.append(Facet(rows.weight, vectors, torch.from_numpy(of), places_, texts))
    ids_of = tuple(tokens.tokens(engine.query_text(Query(text)))[:LONGEST] for text, _ in listed.requests)
    return Measured(listed.name, ids_of, torch.from_numpy(lexical), torch.from_numpy(right), tuple(facets))


def loss_of(list_: Measured, model: AdaptedModel, some: NDArray[np.intp], *, texts: bool) -> Tensor:
    """The mean cross entropy of these requests' right tools; with `texts` those and the nearest wrong ones anew."""
    by_length = np.array(sorted(some, key=lambda at: len(list_.tokens[at])))
    parts = [part for part in np.array_split(by_length, PARTS) if len(part)]
    vectors, right = (
        torch.cat([model.embed([list_.tokens[at] for at in part]) for part in parts]),
        list_.right[by_length],
    )
    if texts:
        with torch.no_grad():
            wrong = list_.scores(vectors, by_length).masked_fill(right, -torch.inf)
        nearest = wrong.topk(NEAREST, dim=1).indices.flatten()
        for facet in list_.facets:
            facet.embed_again(model, torch.cat((nearest, right.any(0).nonzero().flatten())))
    shares = torch.log_softmax(TEMPERATURE * list_.scores(vectors, by_length), dim=1)
    return -torch.logsumexp(shares.masked_fill(~right, -torch.inf), dim=1).mean()


def learn(lists: Sequence[Measured], source: Source, seed: int = 1) -> AdaptedModel:
    """The model with the change learned of all requests of the lists, in all stages."""
    random, model = np.random.default_rng(seed), AdaptedModel(source, RANK, DROP, seed)
    embed_texts(lists, model)  # nothing is learned yet: the model's own vectors
    for stage in STAGES:
        learn_stage(stage, lists, model, random)
    return model


def learn_stage(stage: Stage, lists: Sequence[Measured], model: AdaptedModel, random: np.random.Generator) -> None:
    chances = np.array([len(list_.tokens) for list_ in lists]) ** STEEPNESS
    optimizer = torch.optim.AdamW(model.parameters, lr=stage.rate, weight_decay=DECAY)
    for step in range(1, stage.steps + 1):
        if stage.texts and step % AGAIN == 1:
            embed_texts(lists, model)
        model.learning = True
        falling = 1 - 0.9 * max(0.0, (step - WARM_UP) / max(1, stage.steps - WARM_UP))
        for group in optimizer.param_groups:
            group["lr"] = stage.rate * min(1.0, step / WARM_UP) * falling
        list_ = lists[random.choice(len(lists), p=chances / chances.sum())]
        some = random.choice(len(list_.tokens), min(stage.batch, len(list_.tokens)), replace=False)
        loss = loss_of(list_, model, some, texts=stage.texts)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters, 1.0)
        optimizer.step()
        if step % 20 == 0:
            say(f"step {step} of {stage.steps}: {list_.name}, {loss.item():.3f}")
    model.learning = False


def embed_texts(lists: Sequence[Measured], model: AdaptedModel) -> None:
    """All tools' vectors as the model makes them now."""
    for list_ in lists:
        for facet in list_.facets:
            facet.rows = torch.from_numpy(model.embed_all(facet.tokens))


def figures(list_: Measured, model: AdaptedModel, strengths: tuple[float, float]) -> tuple[float, float]:
    """hit@1 and MRR with the adapter counting so much for requests and for texts; equal scores rank in between."""
    model.strength = strengths[1]
    embed_texts([list_], model)
    model.strength = strengths[0]
    everything = np.arange(len(list_.tokens))
    scores = list_.scores(torch.from_numpy(model.embed_all(list_.tokens)), everything).numpy()
    model.strength = 1.0
    best = np.where(list_.right.numpy(), scores, -np.inf).max(axis=1, keepdims=True)
    ranks = 1 + (scores > best).sum(axis=1) + ((scores == best).sum(axis=1) - 1) / 2
    return float(np.mean(ranks == 1)), float(np.mean(1 / ranks))


def left_out_table(lists: Sequence[Measured], model: AdaptedModel, strengths: tuple[float, float]) -> str:
    """Lists that the model has not learned from, without an adapter and with it."""
    rows = []
    for list_ in lists:
        before, after = figures(list_, model, (0.0, 0.0)), figures(list_, model, strengths)
        cells = [" / ".join(f"{value:.3f}" for value in pair) for pair in (before, after)]
        rows.append([list_.name, str(len(list_.tokens)), *cells, f"{100 * (after[0] - before[0]):+.1f}"])
    return table(["left out", "requests", "hit@1 / MRR without", "with", "points of hit@1"], rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.adapter_training", description=__doc__)
    parser.add_argument("--leave-out", default="", metavar="LIST,LIST...")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args(arguments)
    ours = load_profiles(asset(PROFILES))[OURS]
    assert ours.semantic is not None
    plain = changed(ours, "plain", {"semantic": {"adapter": 0.0, "text_adapter": 0.0}})
    embedder = open_embedder(asset(MODEL))
    try:
        tokens = LlamaModel(asset(MODEL), embedder.facts, 1)
        lists = [measured(listed, plain, embedder, tokens) for listed in read_lists()]
    finally:
        embedder.close()
    with model_folder(WEIGHTS) as folder:
        source = read_source(folder)
    say(f"{sum(len(list_.tokens) for list_ in lists):,} requests")
    left_out = [list_ for list_ in lists if list_.name in chosen.leave_out.split(",")]
    if left_out:
        model = learn([list_ for list_ in lists if list_ not in left_out], source)
        options = ours.semantic.options
        print(left_out_table(left_out, model, (float(options["adapter"]), float(options["text_adapter"]))))
    if chosen.write:
        model = learn(lists, source)
        write_adapter(asset(ADAPTER), model.named_changes(), file_sha256(asset(MODEL)), RANK)
        say(f"wrote {ADAPTER}; its ADAPTER_SHA256 is {file_sha256(asset(ADAPTER))}")


if __name__ == "__main__":
    main()
