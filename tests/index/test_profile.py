from __future__ import annotations

from pathlib import Path

import pytest

from index.errors import ProfileError
from index.profile import load_profiles, parse_profile
from index.ranking import Unavailable
from index.searcher import Searcher

FOLDER = Path(__file__).parents[2] / "assets" / "profiles"
WHOLE = """
name = "mine"
about = "an own one"
limit = 5
[lexical]
engine = "fts5"
noise = ["data"]
[fusion]
method = "alone"
"""


def test_a_profile_is_read_whole() -> None:
    profile = parse_profile(WHOLE, source="mine.toml")
    assert (profile.name, profile.about, profile.limit, profile.max_limit) == ("mine", "an own one", 5, 50)
    assert profile.lexical is not None
    assert profile.lexical.name == "fts5"
    assert dict(profile.lexical.options) == {"noise": ["data"]}
    assert profile.semantic is None
    assert (profile.answer, profile.approximate) == ("thin", False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "mine.toml: not valid TOML"),
        (WHOLE.replace('name = "mine"', ""), "needs a name"),
        (WHOLE.replace("limit = 5", "limitt = 5"), "unknown key 'limitt'"),
        (WHOLE.replace("limit = 5", 'limit = "5"'), "limit must be of type int"),
        (WHOLE.replace("limit = 5", "limit = true"), "limit must be of type int"),
        (WHOLE.replace("limit = 5", "limit = 0"), "limit must be at least 1"),
        (WHOLE.replace("limit = 5", "limit = 5\nmax_limit = 4"), "at most max_limit"),
        (WHOLE.replace("limit = 5", 'answer = "long"'), 'answer must be "thin" or "full"'),
        (WHOLE.replace('engine = "fts5"', ""), r"\[lexical\] needs engine = NAME"),
        (WHOLE.replace('method = "alone"', ""), r"\[fusion\] needs method = NAME"),
        ('name = "x"\n[fusion]\nmethod = "alone"', "needs a .lexical. or a .semantic. table"),
        ('name = "x"\n[lexical]\nengine = "fts5"', r"needs a \[fusion\] table"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(text: str, message: str) -> None:
    with pytest.raises(ProfileError, match=message) as caught:
        parse_profile(text, source="mine.toml")
    assert str(caught.value).startswith("mine.toml: ")


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_every_bundled_profile_builds_and_is_named_as_its_file(name: str) -> None:
    profile = load_profiles(FOLDER)[name]
    Searcher(profile, None, lambda _name: Unavailable("", ""))
    assert profile.about
