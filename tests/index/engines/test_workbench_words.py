from __future__ import annotations

import pytest

from index.engines.workbench_words import Words, split, stem


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("queries", "query"),  # ies -> y
        ("ties", "tie"),  # only 4 letters: just the s goes
        ("meeting", "meet"),  # ing
        ("string", "str"),
        ("going", "going"),  # ing needs more than 5 letters
        ("updated", "updat"),  # ed
        ("need", "need"),  # ed needs more than 4
        ("boxes", "box"),  # (s|x|ch|sh)es
        ("branches", "branch"),
        ("statuses", "status"),
        ("yes", "ye"),  # es needs more than 4 letters; the s alone needs 3
        ("prs", "pr"),
        ("status", "status"),  # not after u
        ("axis", "axis"),  # not after i
        ("access", "access"),  # not after s
        ("is", "is"),  # s needs more than 2
        ("update", "updat"),  # a final e goes while longer than 4
        ("updates", "updat"),
        ("site", "site"),  # 4 letters keep their e
        ("notes", "note"),
        ("released", "releas"),
    ],
)
def test_stems(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("createIssue", ["create", "issue"]),
        ("base64Encode", ["base64", "encode"]),
        ("HTTPServer", ["httpserver"]),  # only between [a-z0-9] and [A-Z]
        ("list_pull_requests", ["list", "pr"]),
        ("Pull Request", ["pr"]),
        ("pull-requests, merge requests", ["pr", "mr"]),
        ("pullRequest", ["pr"]),
        ("mergerequest", ["mr"]),
        ("pullrequests", ["pr"]),
        ("pull  request", ["pull", "request"]),  # one separator at most
        ("café", ["caf"]),
        ("a.b/c", ["a", "b", "c"]),
        ("", []),
    ],
)
def test_splitting(text: str, words: list[str]) -> None:
    assert split(text) == words


def test_stop_words_go_before_stemming_and_repetitions_stay() -> None:
    words = Words(("the", "use"), ())
    assert words.tokens("the uses use users the") == ["use", "user"]
    assert words.tokens("list list") == ["list", "list"]


def test_synonyms_are_stemmed_and_map_to_the_rest_of_their_group() -> None:
    words = Words((), ("issue ticket bug", "message msg"))
    assert words.synonyms["issu"] == ("ticket", "bug")
    assert words.synonyms["msg"] == ("messag",)
    assert "message" not in words.synonyms
