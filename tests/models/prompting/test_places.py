"""Places in texts: what is filled in comes back, and stray braces are named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.prompting.places import field_names, filled

NAMES = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]), min_size=1).filter(str.strip)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


def doubled(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


@given(st.lists(st.tuples(TEXTS, NAMES, TEXTS), max_size=4), TEXTS)
def test_a_text_of_any_parts_is_filled_with_any_values(parts, end):
    values = {name.strip(): value for _, name, value in parts}
    text = "".join(f"{doubled(before)}{{{name}}}" for before, name, _ in parts) + doubled(end)
    expected = "".join(before + values[name.strip()] for before, name, _ in parts) + end
    assert field_names(text, "here") == tuple(dict.fromkeys(name.strip() for _, name, _ in parts))
    assert filled(text, values) == expected


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("a {region", "it has a single one: 'a {region'"),
        ("a } b", "it has a single one: 'a } b'"),
        ("a { b {c}", "it has a single one: 'a { b {c}'"),
        ("Say { } now", "it has a pair around nothing: 'Say { } now'"),
    ],
)
def test_a_stray_brace_is_named(text, got):
    with pytest.raises(InputError) as error:
        field_names(text, "template 't'")
    assert str(error.value) == (
        f"braces in template 't' must be those of a field, but {got}. A field is a column's name in braces; double the "
        "braces that stand for themselves: {{ and }}."
    )
