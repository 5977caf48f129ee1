"""Learns the adapters that ship with the bundled model.

    python -m tests.bench.adapter_training [--write requests|texts] [--leave-out LIST,LIST...]

From the lists of `data/adapter` alone. Each is a low-rank change of the model's feed-forward layers (LoRA, Hu et al.
2021): one that requests are embedded with, one for tools' texts. What is learned minimises the mean cross entropy of
the right tools under softmax(`TEMPERATURE` * score) over their list's catalog, where score is the default profile's,
with the weights of that time: facets' cosines and bm25 (which is not learned, but what words say already need not be
learned). AdamW on batches of one list each. Requests come first, against the model's own vectors of tools; then texts,
for requests as they are embedded then: each step embeds the batch's right tools and the nearest wrong ones again, and
the others now and then. --write stores one, learned of all lists (that of texts for the stored one of requests);
--leave-out learns both without some lists and tells what they do on them. Needs the `training` group of dependencies
and the published weights (`make test` downloads them); a quarter of an hour each on two cores.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; as the command sets it

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from app.assets import MODEL, PROFILES, QUERY_ADAPTER, TEXT_ADAPTER, asset
from index.engines.triptych_semantic import TriptychSemantic
from index.order import catalog_ids, catalog_places
from index.profile import Profile, load_profiles
from index.query import Query
from index.ranking import Ranking
from index.suite.runner import SuiteRunner
from index.vectors.space import VectorSpace
from index.workspace import Workspace
from models.convert import Source, model_folder, read_source
from models.embedder import GgufEmbedder
from models.facts import file_sha256
from models.llama import LlamaModel
from tests.bench.adapter_file import write_adapter
from tests.bench.adapter_lists import RequestList, read_lists
from tests.bench.adapter_model import AdaptedModel
from tests.bench.bundled import WEIGHTS, bundled_model
from tests.bench.quality import OURS, say, table
from tests.bench.quality_variants import Change, changed

RANK = 16
TEMPERATURE = 20.0
WARM_UP = 30
PARTS = 4
"""A batch is embedded in so many parts, by length, so that little is padding."""
DECAY = 0.01
DROP = 0.1
LEARNED_UNDER: Change = {
    "semantic": {"whole": 0.4, "name": 0.2, "sentence": 0.4, "adapter": 0.0, "text_adapter": 0.0},
    "fusion": {"lexical": 0.01},
}
"""The profile's weights when texts were learned: what ships today was chosen with both adapters at hand."""
STRENGTH = 0.6
"""How much the requests' adapter counts while texts are learned."""
STEEPNESS = 0.75
"""A list is taken with a chance by its number of requests to this power."""
LONGEST, LONGEST_TEXT = 128, 256
"""Tokens of a request, and of a tool's text."""
NEAREST = 2
"""Wrong tools, the nearest to each request, that are embedded again at every step."""
AGAIN = 100
"""Steps after which all tools' texts are embedded again."""


@dataclass(frozen=True, slots=True)
class Course:
    """`steps` on `batch` requests each, at the learning rate `rate`."""

    steps: int
    batch: int
    rate: float


REQUESTS, TEXTS = Course(600, 48, 5e-4), Course(300, 32, 5e-4)


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


@dataclass(slots=True, eq=False)
class Measured:
    """One list, measured: requests, their tokens, weighed bm25 (q, t), the right tools (q, t), and the facets.

    `vectors` (q, d) are those of the requests while texts are learned.
    """

    name: str
    requests: tuple[str, ...]
    tokens: tuple[list[int], ...]
    lexical: Tensor
    right: Tensor
    facets: tuple[Facet, ...]
    vectors: Tensor = field(default_factory=lambda: torch.empty(0))

    def scores(self, vectors: Tensor, some: NDArray[np.intp]) -> Tensor:
        """Scores (s, t) of the requests `some`, whose vectors (s, d) are given."""
        total = self.lexical[some].clone()
        for facet in self.facets:
            cosines, tools = vectors @ facet.rows.T, len(facet.places)
            lowest = torch.full((len(vectors), tools), -2.0)
            best = lowest.scatter_reduce(1, facet.of.expand(len(vectors), -1), cosines, "amax")
            total[:, facet.places] = total[:, facet.places] + facet.weight * best
        return total


LossOf = Callable[[Measured, AdaptedModel, NDArray[np.intp]], Tensor]
Strengths = tuple[float, float]
"""How much the adapters of requests and of texts count."""


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
    said = tuple(engine.query_text(Query(text)) for text, _ in listed.requests)
    ids_of = tuple(tokens.tokens(text)[:LONGEST] for text in said)
    return Measured(listed.name, said, ids_of, torch.from_numpy(lexical), torch.from_numpy(right), tuple(facets))


def loss_of_requests(list_: Measured, model: AdaptedModel, some: NDArray[np.intp]) -> Tensor:
    """The mean cross entropy of these requests' right tools, the requests embedded anew."""
    by_length = np.array(sorted(some, key=lambda at: len(list_.tokens[at])))
    parts = [part for part in np.array_split(by_length, PARTS) if len(part)]
    vectors = torch.cat([model.embed([list_.tokens[at] for at in part]) for part in parts])
    return cross_entropy(list_, vectors, by_length)


def loss_of_texts(list_: Measured, model: AdaptedModel, some: NDArray[np.intp]) -> Tensor:
    """The same, the right tools and the nearest wrong ones embedded anew."""
    vectors, right = list_.vectors[some], list_.right[some]
    with torch.no_grad():
        wrong = list_.scores(vectors, some).masked_fill(right, -torch.inf)
    nearest = wrong.topk(NEAREST, dim=1).indices.flatten()
    for facet in list_.facets:
        facet.embed_again(model, torch.cat((nearest, right.any(0).nonzero().flatten())))
    return cross_entropy(list_, vectors, some)


def cross_entropy(list_: Measured, vectors: Tensor, some: NDArray[np.intp]) -> Tensor:
    shares = torch.log_softmax(TEMPERATURE * list_.scores(vectors, some), dim=1)
    return -torch.logsumexp(shares.masked_fill(~list_.right[some], -torch.inf), dim=1).mean()


def learn_requests(lists: Sequence[Measured], source: Source, seed: int = 0) -> AdaptedModel:
    """The model with the change for requests, learned of all requests of the lists."""
    model = AdaptedModel(source, RANK, DROP, seed)
    embed_texts(lists, model)  # nothing is learned yet: the model's own vectors
    for _ in learning(REQUESTS, lists, model, loss_of_requests, seed):
        pass
    return model


def learn_texts(lists: Sequence[Measured], source: Source, seed: int = 0) -> AdaptedModel:
    """The model with the change for tools' texts; the lists know their requests' vectors."""
    model = AdaptedModel(source, RANK, DROP, seed)
    for step in learning(TEXTS, lists, model, loss_of_texts, seed):
        if step % AGAIN == 0:
            embed_texts(lists, model)
    return model


def learning(
    course: Course, lists: Sequence[Measured], model: AdaptedModel, loss_of: LossOf, seed: int
) -> Iterator[int]:
    """Learn, step by step: gives each step's number, from 0, before it is made."""
    random = np.random.default_rng(seed)
    chances = np.array([len(list_.tokens) for list_ in lists]) ** STEEPNESS
    optimizer = torch.optim.AdamW(model.parameters, lr=course.rate, weight_decay=DECAY)
    for step in range(course.steps):
        yield step
        model.learning = True
        falling = 1 - 0.9 * max(0.0, (step + 1 - WARM_UP) / max(1, course.steps - WARM_UP))
        for group in optimizer.param_groups:
            group["lr"] = course.rate * min(1.0, (step + 1) / WARM_UP) * falling
        list_ = lists[random.choice(len(lists), p=chances / chances.sum())]
        some = random.choice(len(list_.tokens), min(course.batch, len(list_.tokens)), replace=False)
        loss = loss_of(list_, model, some)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters, 1.0)
        optimizer.step()
        if (step + 1) % 20 == 0:
            say(f"step {step + 1} of {course.steps}: {list_.name}, {loss.item():.3f}")
    model.learning = False


def embed_texts(lists: Sequence[Measured], model: AdaptedModel) -> None:
    """All tools' vectors as the model makes them now."""
    for list_ in lists:
        for facet in list_.facets:
            facet.rows = torch.from_numpy(model.embed_all(facet.tokens))


def embed_requests(lists: Sequence[Measured], model: AdaptedModel, strength: float) -> None:
    """All requests' vectors with the model's change counting so much."""
    model.strength = strength
    for list_ in lists:
        list_.vectors = torch.from_numpy(model.embed_all(list_.tokens))
    model.strength = 1.0


def figures(list_: Measured, requests: AdaptedModel, texts: AdaptedModel, strengths: Strengths) -> tuple[float, float]:
    """hit@1 and MRR with the adapters counting so much; equal scores rank in between."""
    embed_requests([list_], requests, strengths[0])
    texts.strength = strengths[1]
    embed_texts([list_], texts)
    texts.strength = 1.0
    scores = list_.scores(list_.vectors, np.arange(len(list_.tokens))).numpy()
    best = np.where(list_.right.numpy(), scores, -np.inf).max(axis=1, keepdims=True)
    ranks = 1 + (scores > best).sum(axis=1) + ((scores == best).sum(axis=1) - 1) / 2
    return float(np.mean(ranks == 1)), float(np.mean(1 / ranks))


def left_out_table(lists: Sequence[Measured], requests: AdaptedModel, texts: AdaptedModel, strengths: Strengths) -> str:
    """Lists that the models have not learned from: without the adapters, with that of requests, with both."""
    rows = []
    for list_ in lists:
        found = [figures(list_, requests, texts, pair) for pair in ((0.0, 0.0), (strengths[0], 0.0), strengths)]
        cells = [" / ".join(f"{value:.3f}" for value in pair) for pair in found]
        rows.append([list_.name, str(len(list_.tokens)), *cells, f"{100 * (found[2][0] - found[0][0]):+.1f}"])
    return table(["left out", "requests", "hit@1 / MRR without", "of requests", "both", "points of hit@1"], rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.adapter_training", description=__doc__)
    parser.add_argument("--leave-out", default="", metavar="LIST,LIST...")
    parser.add_argument("--write", choices=("requests", "texts"))
    chosen = parser.parse_args(arguments)
    ours = load_profiles(asset(PROFILES))[OURS]
    assert ours.semantic is not None
    strengths = float(ours.semantic.options["adapter"]), float(ours.semantic.options["text_adapter"])
    plain = changed(ours, "plain", LEARNED_UNDER)
    embedder = bundled_model()
    try:
        tokens = LlamaModel(asset(MODEL), embedder.facts, 1)
        lists = [measured(listed, plain, embedder, tokens) for listed in read_lists()]
        for list_ in lists if chosen.write == "texts" else ():
            vectors = [embedder.embed_query(text, STRENGTH) for text in list_.requests]
            list_.vectors = torch.from_numpy(np.array(vectors))
    finally:
        embedder.close()
    with model_folder(WEIGHTS) as folder:
        source = read_source(folder)
    say(f"{sum(len(list_.tokens) for list_ in lists):,} requests")
    if chosen.write == "requests":
        store(QUERY_ADAPTER, learn_requests(lists, source))
    elif chosen.write == "texts":
        store(TEXT_ADAPTER, learn_texts(lists, source))
    left_out = [list_ for list_ in lists if list_.name in chosen.leave_out.split(",")]
    if left_out:
        kept = [list_ for list_ in lists if list_ not in left_out]
        requests = learn_requests(kept, source)
        embed_requests(kept, requests, STRENGTH)
        print(left_out_table(left_out, requests, learn_texts(kept, source), strengths))


def store(name: str, model: AdaptedModel) -> None:
    write_adapter(asset(name), model.named_changes(), file_sha256(asset(MODEL)), RANK)
    say(f"wrote {name}; its hash in app/assets.py is {file_sha256(asset(name))}")


if __name__ == "__main__":
    main()
