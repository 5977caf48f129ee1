"""A small suite beside the small catalog."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from app.explorer.app import TriptychApp
from tests.app.explorer.conftest import settled
from tests.app.explorer.until import until

SUITE = """\
# What agents ask for.
queries:
  # money
  - query: refund a payment
    keywords: [refund, payment]
    expect: create_refund
    max_rank: 1
    note: Customers ask this daily.
  - query: list what a customer paid
    expect: list_payments
  # mail
  - query: write an email to somebody
    keywords: [email]
    expect: [gmail_send, gmail_reply]
  - query: dispose of unwanted post
    expect: gmail_trash
  - query: what is the weather like
    expect: none
"""


def write_suite(folder: Path, text: str = SUITE, name: str = "suite.yaml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


async def at_rest(pilot: Pilot[None]) -> TriptychApp:
    """Wait until the background thread has nothing left to do and what it reported is shown."""
    app = await settled(pilot)
    while True:
        await until(pilot, lambda: app.tuning.background.is_idle, "the background thread to come to rest")
        await settled(pilot)
        if app.tuning.background.is_idle:
            return app
