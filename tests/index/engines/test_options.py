from __future__ import annotations

from dataclasses import dataclass

import pytest

from index.engines.options import read_options
from index.errors import ProfileError
from index.profile import Part
from index.registry import build_fusion, build_lexical, build_semantic


@dataclass(frozen=True)
class Everything:
    words: tuple[str, ...]
    share: float = 0.5
    most: int | None = None
    strict: bool = False
    text: str = ""


def test_values_are_read_with_their_types() -> None:
    read = read_options(Everything, {"words": ["a", "b"], "share": 1, "most": 3, "strict": True, "text": "x"})
    assert read == Everything(("a", "b"), 1.0, 3, True, "x")
    assert isinstance(read.share, float)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wrods": []}, "unknown option 'wrods'; did you mean 'words'?"),
        ({"zzz": 1}, "unknown option 'zzz'; known: most, share, strict, text, words"),
        ({"words": "a"}, "option 'words' must be a list, each item text, not 'a'"),
        ({"words": [1]}, "option 'words' must be a list, each item text"),
        ({"words": [], "share": "x"}, "option 'share' must be a number"),
        ({"words": [], "share": True}, "option 'share' must be a number"),
        ({"words": [], "share": float("nan")}, "option 'share' must be a number, not nan"),
        ({"words": [], "share": float("inf")}, "option 'share' must be a number, not inf"),
        ({"words": [], "most": 1.5}, "option 'most' must be a whole number"),
        ({"words": [], "strict": 1}, "option 'strict' must be true or false"),
        ({"words": [], "text": 1}, "option 'text' must be text"),
        ({}, "missing 1 required positional argument: 'words'"),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        read_options(Everything, options)


def test_a_profile_that_names_nothing_known_says_what_is() -> None:
    with pytest.raises(ProfileError, match=r"mine\.toml: unknown lexical engine 'fts6'; did you mean 'fts5'\?"):
        build_lexical(Part("fts6"), source="mine.toml")
    with pytest.raises(ProfileError, match="unknown semantic engine 'cos'"):
        build_semantic(Part("cos"), source="mine.toml")
    with pytest.raises(ProfileError, match=r"unknown fusion 'sum'; known: .*rrf"):
        build_fusion(Part("sum"), source="mine.toml")


def test_a_wrong_option_in_a_profile_names_the_engine_and_the_file() -> None:
    with pytest.raises(ProfileError, match=r"mine\.toml: fts5: unknown option 'noize'; did you mean 'noise'\?"):
        build_lexical(Part("fts5", {"noize": []}), source="mine.toml")
    for name, options in (
        ("quota", {"semantic_share": 1.5}),
        ("rrf", {"k": 0}),
        ("rrf", {"per_arm": 0}),
        ("alone", {"arm": "left"}),
    ):
        with pytest.raises(ProfileError, match=f"{name}: option"):
            build_fusion(Part(name, options), source="mine.toml")


@pytest.mark.parametrize(("option", "times"), [("adapter", 100), ("adapter", -0.1), ("text_adapter", 2.1)])
def test_an_adapter_counts_at_most_twice(option: str, times: float) -> None:
    with pytest.raises(ProfileError, match=rf"mine\.toml: triptych: option '{option}' must be from 0 to 2"):
        build_semantic(Part("triptych", {option: times}), source="mine.toml")
    assert build_semantic(Part("triptych", {option: 2}), source="mine.toml").space
