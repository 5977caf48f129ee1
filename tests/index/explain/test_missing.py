"""Why a tool is not in the answer, how the arms made its place, and what is said about it in plain words."""

from __future__ import annotations

import pytest

from index.explain.explanation import Missing
from tests.index.catalog import catalog
from tests.index.explain.cases import Bench, HashEmbedder, both, lexical, meaning

ROWS = [
    ("refund_payment", "Refund a payment."),
    ("refund_order", "Refund an order of a customer, with a note, and tell the customer about it by mail."),
    ("list_orders", "List orders."),
    ("send_mail", "Send a mail."),
    ("zap", ""),
]
COSINE = 'engine = "cosine"\ntext = "{name} {description}"'


def quota(limit: int = 2) -> Bench:
    return Bench(catalog(ROWS), both('engine = "fts5"', COSINE, 'method = "quota"', limit), HashEmbedder())


def codes(missing: Missing | None) -> list[tuple[str, str]]:
    assert missing is not None
    return [(reason.arm, reason.code) for reason in missing.reasons]


def test_quota_names_the_place_and_the_arm() -> None:
    found = quota().explain("refund_payment", "refund payment", "refund")
    assert found.fusion.in_answer
    first = found.fusion.shares[0]
    assert (first.arm, first.place, first.taking) == ("semantic", 1, 1)
    assert found.missing is None


def test_quota_full_tells_who_holds_the_last_place_and_by_how_much() -> None:
    bench = quota()
    answer = bench.search("refund payment", "refund")
    found = bench.explained(answer, bench.id_of("refund_order"))
    assert ("lexical", "quota-full") in codes(found.missing)
    assert found.missing is not None and answer.lexical is not None
    last = next(place for place in found.missing.last if place.arm == "lexical")
    assert (last.name, last.rank) == ("refund_payment", 1)
    scores = answer.lexical.scores.tolist()  # type: ignore[union-attr]
    assert last.margin == pytest.approx(scores[0] - scores[1])


def test_places_left_over_are_held_by_nobody() -> None:
    found = quota(8).explain("list_orders", "mail", "customer")
    assert found.missing is not None and [place.arm for place in found.missing.last] == ["semantic"]
    alone = Bench(catalog(ROWS), lexical("fts5")).explain("list_orders", "", "mail")
    assert alone.missing is not None and alone.missing.last == ()


def test_no_query_word_in_its_text() -> None:
    found = Bench(catalog(ROWS), lexical("fts5")).explain("list_orders", "", "refund", "customer")
    assert codes(found.missing) == [("lexical", "no-word")]
    assert found.absent == ("refund", "customer")
    assert any("`refund` and `customer` appear nowhere" in line for line in found.advice)


def test_every_word_must_match() -> None:
    found = Bench(catalog(ROWS), lexical("fts5-all")).explain("refund_payment", "refund customer")
    assert codes(found.missing) == [("lexical", "not-every-word")]
    assert "`customer`" in found.missing.reasons[0].text  # type: ignore[union-attr]


def test_beyond_the_distance() -> None:
    bench = Bench(
        catalog(ROWS), both('engine = "fts5"', COSINE + "\nmax_distance = 0.1", 'method = "quota"', 4), HashEmbedder()
    )
    found = bench.explain("list_orders", "send mail")
    assert ("semantic", "beyond-distance") in codes(found.missing)
    told = meaning(found)
    assert told.distance is not None and told.distance > 0.1
    assert told.rank is not None and not told.is_hit


def test_no_vector_yet() -> None:
    bench = quota()
    bench.without = frozenset({"list_orders"})
    found = bench.explain("list_orders", "send mail")
    assert ("semantic", "no-vector") in codes(found.missing)
    assert any("Wait" in line for line in found.advice)


def test_cut_by_the_limit() -> None:
    bench = Bench(catalog(ROWS), both('engine = "fts5"', COSINE, 'method = "rrf"', 1), HashEmbedder())
    found = bench.explain("refund_order", "refund payment")
    assert codes(found.missing) == [("fused", "cut")]
    assert found.missing is not None and found.missing.last[0].name == "refund_payment"
    assert found.missing.last[0].margin == pytest.approx(
        bench.search("refund payment").fused.scores[0] - (found.fusion.score or 0)
    )


def test_rrf_adds_the_ranks_of_those_that_take_part() -> None:
    bench = Bench(
        catalog(ROWS), both('engine = "fts5"', COSINE, 'method = "rrf"\nper_arm = 2\nk = 60', 3), HashEmbedder()
    )
    found = bench.explain("refund_payment", "refund payment")
    assert [share.value for share in found.fusion.shares] == [1 / 60, 1 / 60]
    assert found.fusion.sum == pytest.approx(found.fusion.score)
    out = bench.explain("zap", "refund payment")
    assert ("semantic", "not-taking-part") in codes(out.missing)


@pytest.mark.parametrize("name", [row[0] for row in ROWS])
def test_the_default_profile_adds_up(name: str) -> None:
    table = 'engine = "triptych"'
    bench = Bench(catalog(ROWS), both(table, table, 'method = "scores"', 3), HashEmbedder())
    found = bench.explain(name, "refund an order")
    assert found.fusion.sum == pytest.approx(found.fusion.score, abs=1e-9)
    assert meaning(found).sum == pytest.approx(meaning(found).score, abs=1e-6)


def test_sentences_name_the_word_that_separates_it_from_the_winner() -> None:
    found = Bench(catalog(ROWS), lexical("fts5")).explain("refund_order", "", "refund", "payment")
    said = " ".join(found.sentences)
    assert "1 of the 2 words searched for is in its text; `payment` is not" in said
    assert "`payment` is the word that separates it from `refund_payment`" in said
    assert "1 of 5 tools" in said


def test_a_tool_in_front_of_every_ranking_needs_no_change() -> None:
    found = Bench(catalog(ROWS), lexical("fts5")).explain("refund_payment", "", "payment")
    assert found.advice == ("Nothing needs to change for this query.",)


def test_a_tool_without_a_description_is_told_so() -> None:
    assert "no description" in Bench(catalog(ROWS), lexical("fts5")).explain("zap", "", "refund").advice[1]


def test_a_word_only_in_the_parameters_of_an_engine_that_does_not_look_there() -> None:
    from dataclasses import replace

    from index.tool import Parameter
    from tests.index.catalog import tool

    hidden = replace(tool("pay", "Move money."), parameters=(Parameter("customer", "who"),))
    found = Bench(catalog([hidden, *ROWS]), lexical("fts5")).explain("pay", "", "customer")
    assert any("only in its parameters" in line for line in found.advice)
    assert found.absent == ()
