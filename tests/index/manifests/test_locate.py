"""A value's span, cut out of the file and parsed on its own, is the value: in every encoding and style."""

from __future__ import annotations

import codecs
import json
import tomllib

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from index.manifests.locate import Span, field_pointers, locate
from index.manifests.reading import read_manifest
from tests.index.manifests.samples import SAMPLES, Sample


def _parsed(data: bytes, span: Span) -> object:
    token = data[span.start : span.end].decode(span.encoding)
    if span.style == "json":
        return json.loads(token)
    if span.style.startswith("toml"):
        return tomllib.loads(f"x = {token}")["x"]
    return yaml.safe_load(f"x: {token}\n")["x"]


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES.keys())
def test_every_field_of_every_shape(sample: Sample) -> None:
    for tool in read_manifest(sample.source, sample.data).tools:
        fields = field_pointers(sample.source, sample.data, tool.place.pointer)
        assert fields is not None
        texts = {fields.description: tool.description, fields.name: tool.name}
        texts |= {pointer: p.description for (_, pointer), p in zip(fields.parameters, tool.parameters, strict=True)}
        assert (fields.description is None) == (tool.description == "")
        for pointer, text in texts.items():
            if pointer is not None:
                span = locate(sample.source, sample.data, pointer)
                assert span is not None
                assert span.value == text
                assert _parsed(sample.data, span) == text


@pytest.mark.parametrize(
    ("mark", "encoding"), [(b"", "utf-8"), (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16-be")]
)
@pytest.mark.parametrize("source", ["x.json", "x.yaml", "x.toml"])
@pytest.mark.parametrize("smile", ["😀", "."])
def test_replacing_the_span_changes_that_value_alone(source: str, mark: bytes, encoding: str, smile: str) -> None:
    text = {
        "x.json": '{"ä😀": 1, "tools": [{"name": "a", "description": "ö😀 alt", "inputSchema": {}}]} ',
        "x.yaml": "# ä😀\ntools:\n- name: a\n  description: ö😀 alt\n  inputSchema: {}\n",
        "x.toml": '# ä😀\n[[tools]]\nname = "a"\ndescription = "ö😀 alt"\ninputSchema = {}\n',
    }[source]
    text = text.replace("😀", smile) if smile == "😀" else text.replace("😀", smile).replace("ä", "a").replace("ö", "o")
    data = mark + text.encode(encoding)
    span = locate(source, data, "/tools/0/description")
    assert span is not None
    changed = data[: span.start] + '"new"'.encode(encoding) + data[span.end :]
    before, after = read_manifest(source, data).tools[0], read_manifest(source, changed).tools[0]
    old = "ö😀 alt" if smile == "😀" else "o. alt"
    assert (before.description, after.description) == (old, "new")
    assert after.definition == before.definition.replace(old, "new")


@pytest.mark.parametrize(
    ("text", "style", "token"),
    [
        ("x: plain words # c\n", "yaml-plain", "plain words"),
        ("x: two\n  lines\ny: 1\n", "yaml-plain", "two\n  lines"),
        ("x: 'it''s'\n", "yaml-single", "'it''s'"),
        ('x: "a\\nb"\n', "yaml-double", '"a\\nb"'),
        ("x: |\n  a\n  b\n\ny: 1\n", "yaml-literal", "|\n  a\n  b"),
        ("x: >-\n  a\n  b\ny: 1\n", "yaml-folded", ">-\n  a\n  b"),
        ("x: &a !!str 'q'\ny: *a\n", "yaml-single", "'q'"),
        ("y: &a q\nx: *a\n", "yaml-alias", "*a"),
        ('{"x": "j"}', "yaml-double", '"j"'),
    ],
)
def test_yaml_styles(text: str, style: str, token: str) -> None:
    span = locate("a.yaml", text.encode(), "/x")
    assert span is not None
    assert (span.style, text.encode()[span.start : span.end].decode()) == (style, token)


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ('x = "a\\"b" # c\n', "toml-basic"),
        ("x = 'a\\b'\n", "toml-literal"),
        ('x = """\na "q" ""\\"b"""""\n', "toml-basic-multiline"),
        ("x = '''\na 'q' b''''\n", "toml-literal-multiline"),
        ("'y' = 1\n\"x\" = 1979-05-27 07:32:00\n", "toml-other"),
        ("y = [ [1, 2], # c\n ['a'] ]\nx = [ { a = 1 }, 'b' ]\n", "toml-other"),
    ],
)
def test_toml_styles(text: str, style: str) -> None:
    span = locate("a.toml", text.encode(), "/x")
    assert span is not None
    assert span.style == style
    assert _parsed(text.encode(), span) == tomllib.loads(text)["x"]


def test_nothing_there() -> None:
    assert locate("x.json", b'{"a": [1]}', "/a/1") is None
    assert locate("x.json", b'{"a": ', "/a") is None
    assert locate("picture.png", b"", "") is None
    assert field_pointers("x.json", b'{"a": [1]}', "/a/0") is None


_KEYS = st.text(st.sampled_from('ab~/"\\é😀 .\n'), max_size=4)
_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.text(st.sampled_from('x"\\\n😀,]}#:'), max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_KEYS, inner, max_size=3)),
    max_leaves=12,
)


def _pointers(value: object, pointer: str = "") -> list[tuple[str, object]]:
    found = [(pointer, value)]
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        found += _pointers(inner, pointer + "/" + str(key).replace("~", "~0").replace("/", "~1"))
    return found


@given(_VALUES, st.sampled_from([None, 2]), st.sampled_from(["json", "yaml"]))
def test_every_value_of_any_document(value: object, indent: int | None, encoding: str) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    if encoding == "yaml":
        text = str(yaml.safe_dump(value, allow_unicode=True, default_flow_style=indent is None))
    data = text.encode()
    for pointer, inner in _pointers(value):
        span = locate(f"x.{encoding}", data, pointer)
        assert span is not None
        if encoding == "json":
            assert json.loads(data[span.start : span.end]) == inner
        elif isinstance(inner, str) and "block" not in span.style:
            assert span.value == inner
