"""Grids: every combination once, marginals as declared."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.prompting import Grid


def axis(name: str, size: int) -> list[dict[str, str]]:
    return [{name: f"{name}{number}"} for number in range(size)]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4), st.data())
def test_rows_are_all_combinations_with_enough_axes(sizes, data):
    names = [f"x{number}" for number in range(len(sizes))]
    out = data.draw(st.lists(st.sampled_from(names), unique=True))
    least = data.draw(st.integers(0, len(out)))
    axes = {name: axis(name, size) for name, size in zip(names, sizes, strict=True)}
    rows = Grid(axes, {name: {name: ""} for name in out}, least).rows()
    choices = [[*(value[name] for value in axes[name]), *([""] if name in out else [])] for name in names]
    wanted = [
        dict(zip(names, chosen, strict=True))
        for chosen in product(*choices)
        if not out or sum(bool(text) for name, text in zip(names, chosen, strict=True) if name in out) >= least
    ]
    assert rows == wanted


def test_the_cells_and_marginals_of_a_study_of_personas():
    axes = {"nationality": axis("nationality", 8), "age": axis("age", 6), "sex": axis("sex", 2)}
    left_out = {name: {name: ""} for name in axes}
    assert len(Grid(axes).rows()) == 96
    assert len(Grid(axes, left_out).rows()) == 188
    assert len(Grid(axes, left_out, least=0).rows()) == 189


def test_a_value_may_bring_several_fields():
    rows = Grid({"who": [{"who": "American", "article": "an"}, {"who": "German", "article": "a"}]}).rows()
    assert rows[0] == {"who": "American", "article": "an"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (({"a": []},), "axis 'a' of the grid must have values, but it has none. Give it some."),
        (
            ({"a": [{"a": "1"}, {"b": "2"}]},),
            "every value of axis 'a' must have the fields ['a'], but value 2 has ['b']. Give each of them a text; one "
            "that says nothing is ''.",
        ),
        (
            ({"a": [{"x": "1"}], "b": [{"x": "2"}]},),
            "a field of the grid must be of one axis, but 'x' is of 'a' and 'b'. Rename one.",
        ),
        (
            ({"age": [{"age": "1"}]}, {"ag": {"age": ""}}),
            "what is left out must be an axis of the grid, but 'ag' is none. The nearest is 'age'. Name an axis.",
        ),
        (
            ({"a": [{"a": "1"}]}, {"a": {"b": ""}}),
            "every value of axis 'a' must have the fields ['a'], but what is said where it is left out has ['b']. Give "
            "each of them a text; one that says nothing is ''.",
        ),
        (
            ({"a": [{"a": "1"}]}, {"a": {"a": ""}}, 2),
            "least must lie between 0 and 1, the number of axes that can be left out, but it is 2. Correct it.",
        ),
    ],
)
def test_what_is_no_grid_is_refused(arguments, said):
    with pytest.raises(InputError) as error:
        Grid(*arguments)
    assert str(error.value) == said
