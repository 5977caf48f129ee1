"""What is said first: the combined score, the first tool's, and what lies between."""

from __future__ import annotations

import pytest

from tests.index.catalog import catalog
from tests.index.explain.cases import Bench, HashEmbedder, both, lexical

ROWS = [
    ("refund_payment", "Refund a payment."),
    ("refund_order", "Refunds an order of a customer, with a note, and tells the customer about it by mail."),
    ("list_orders", "List orders."),
    ("send_mail", "Send a mail."),
]
COSINE = 'engine = "cosine"\ntext = "{name} {description}"'
OURS = 'engine = "triptych"'


def fused(method: str, lexical_table: str = 'engine = "fts5"', semantic_table: str = COSINE) -> Bench:
    return Bench(catalog(ROWS), both(lexical_table, semantic_table, f'method = "{method}"', 4), HashEmbedder())


def test_added_scores_are_told_with_the_gap_and_both_its_parts() -> None:
    found = fused("scores", OURS, OURS).explain("refund_order", "refund a payment")
    place, together, parts = found.standing
    assert "2nd of the 4 tools" in place and "`refund_payment`" in place
    assert "by meaning + 0.01 x " in together and "the first, `refund_payment`, has" in together
    assert together.endswith("more.") and "behind by meaning" in parts
    assert found.gap is not None and found.winner is not None
    assert found.gap == pytest.approx((found.winner.fusion.score or 0) - (found.fusion.score or 0))


def test_reciprocal_ranks_are_told_as_they_are_added() -> None:
    said = " ".join(fused("rrf").explain("refund_order", "refund a payment", "refund").standing)
    assert "1 / (60 + 1) by meaning + 1 / (60 + 1) by words = 0.0328" in said
    assert "has 0.0333: 0.0005 more" in said


def test_a_quota_is_told_as_places() -> None:
    said = " ".join(fused("quota").explain("refund_order", "refund a payment", "refund").standing)
    assert "It holds place 2 of the 2 that go to meaning" in said
    assert "the first, `refund_payment`, has" in said


def test_one_ranking_alone_is_told_in_its_own_points() -> None:
    bench = Bench(catalog(ROWS), lexical("fts5"))
    said = " ".join(bench.explain("refund_order", "", "refund").standing)
    assert "Only the ranking by words counts: it has " in said and "more." in said
    first = bench.explain("refund_payment", "", "refund")
    assert first.lead is not None and "more than the second" in first.standing[1]


def test_a_word_found_in_another_form_says_which() -> None:
    found = Bench(catalog(ROWS), lexical("fts5")).explain("refund_order", "", "telling")
    share = found.lexical.words[0]  # type: ignore[union-attr]
    assert share.is_found and share.forms == ("tells",)


def test_advice_asks_whether_to_win_and_names_the_amounts() -> None:
    told = fused("scores", OURS, OURS).explain("refund_order", "refund a payment").advice
    assert told[0].startswith("Change this only if “refund a payment” really is what the tool does")
    assert any(line.startswith("By meaning, its ") and "closeness" in line for line in told)


def test_a_long_description_is_said_to_be_embedded_in_part() -> None:
    rows = [("refund", "Refund a payment. " + "Needs the key of a shop. " * 4), ("list", "List orders.")]
    bench = Bench(catalog(rows), both(OURS, f"{OURS}\nopening = 20", 'method = "scores"'), HashEmbedder())
    said = {name: " ".join(bench.explain(name, "refund a payment").sentences) for name in ("refund", "list")}
    assert "only its opening, 17 characters, is embedded with the name" in said["refund"]
    assert "opening" not in said["list"]
