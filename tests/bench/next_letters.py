"""What `index.text.next_letters` guesses by, learned from the requests of `data/adapter`, and how often it is right.

    python -m tests.bench.next_letters                      writes assets/next-letters.json
    python -m tests.bench.next_letters --measure QUERIES... share of letters among the first 1, 2, 3 guesses

QUERIES are files of labelled queries, of any form that `triptych check` takes, or "made-up": the benchmark's own.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.assets import NEXT_LETTERS, asset
from index.suite.read import load_suite
from index.text.next_letters import NextLetters, learn
from tests.bench.adapter_lists import read_lists
from tests.bench.catalogs import made_up_queries

MOST, LEAST = 3, 10
_MADE_UP = "made-up"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.next_letters", description=__doc__)
    parser.add_argument("--measure", nargs="+", metavar="QUERIES")
    chosen = parser.parse_args(arguments)
    if not chosen.measure:
        asset(NEXT_LETTERS).write_text(as_json(learned()), "utf-8")
        return 0
    chain = NextLetters.read(asset(NEXT_LETTERS))
    for name in chosen.measure:
        texts = (
            made_up_queries(100)
            if name == _MADE_UP
            else [one.query.description for one in load_suite(Path(name)).cases]
        )
        shares = " / ".join(f"{share:.3f}" for share in hits(chain, texts))
        print(f"{Path(name).stem}: {shares} of {sum(map(len, texts)):,} letters")
    return 0


def learned() -> dict[str, str]:
    """From all requests that we wrote for the adapters."""
    return learn((text for one in read_lists() for text, _ in one.requests), MOST, LEAST)


def as_json(likely: dict[str, str]) -> str:
    """One pair a line, so that a change can be read."""
    return json.dumps(likely, ensure_ascii=False, separators=(",", ":"), indent=0) + "\n"


def hits(chain: NextLetters, texts: Iterable[str]) -> list[float]:
    """The share of letters that are among the first 1, 2, ... `MOST` guesses."""
    ranks = [chain.after(text[:at]).find(letter) for text in texts for at, letter in enumerate(text.lower())]
    return [sum(0 <= rank <= most for rank in ranks) / len(ranks) for most in range(MOST)]


if __name__ == "__main__":
    raise SystemExit(main())
