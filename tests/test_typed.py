"""Typed values: what a hint takes, what is offered in place of what it does not."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from hydra.core.override_parser.overrides_parser import OverridesParser
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.typed import arguments, from_mapping, value_of

HINTS = [
    int, float, str, bool, int | None, str | None, float | None, Literal["all", "drop"], float | Literal["dev"],
    tuple[str, ...], tuple[int, ...] | None, Sequence[float], Mapping[str, tuple[str, ...]] | None,
    str | Sequence[str], int | Mapping[str, int], str | Path | None, Mapping[str, float],
]  # fmt: skip
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.sampled_from(["no", "None", "0,5", "7", "au,nz"]),
)
VALUES = st.recursive(PLAIN, lambda inner: st.one_of(st.lists(inner), st.dictionaries(PLAIN, inner)), max_leaves=4)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(HINTS), VALUES)
def test_any_value_is_taken_or_refused_by_name_and_an_offer_would_be_taken(hint, value):
    taken, refused = None, None
    try:
        taken = value_of(hint, value, "key")
    except InputError as error:
        refused = error
    if refused is None:
        assert value_of(hint, taken, "key") == taken
        return
    assert refused.must.startswith("'key")
    if "Did you mean" in refused.mend and not isinstance(value, Mapping):
        [word] = shlex.split(refused.mend.rpartition("Did you mean ")[2].removesuffix("?"))
        value_of(hint, OverridesParser.create().parse_override(word).value(), "key")


@pytest.mark.parametrize(
    ("hint", "value", "message"),
    [
        (bool, "no", "'key' must be true or false, but it is 'no' (str). Did you mean key=false?"),
        (
            Sequence[str],
            "us",
            "'key' must be a list, e.g. [au,nz], but it is 'us' (str). A list needs brackets. Did you",
        ),
        (
            tuple[str, ...],
            [False, "US"],
            "'key[0]' must be text, but it is False (bool). YAML reads NO, no and off as false",
        ),
        (tuple[str, ...], [False, "US"], """"NO". Did you mean 'key=["NO",US]'?"""),
        (str, None, "'key' must be text, but it is null. Leave it out for its default."),
        (str | None, True, """write such a word in quotes, "NO". Did you mean 'key="true"'?"""),
        (int, 1000.0, "'key' must be a whole number, but it is 1000.0 (float). Did you mean key=1000?"),
        (int, True, "'key' must be a whole number, but it is True (bool). Correct the value."),
        (float, "0,05", "'key' must be a number, but it is '0,05' (str). Did you mean key=0.05?"),
        (float, float("nan"), "'key' must be a number, but it is nan (float)."),
        (int | None, "None", "'key' must be a whole number or null, but it is 'None' (str). Did you mean key=null?"),
        (Mapping[str, tuple[str, ...]], {"a": "b"}, "'key.a' must be a list, e.g. [au,nz], but it is 'b' (str)."),
        (Mapping[str, float], {False: 0.5}, "'key, a key' must be text, but it is False (bool)."),
        (
            Literal["all", "drop"],
            "Drop",
            "'key' must be one of ['all', 'drop'], but it is 'Drop'. Did you mean key=drop?",
        ),
        (
            float | Literal["dev"],
            "dve",
            "'key' must be a number or one of ['dev'], but it is 'dve'. Did you mean key=dev?",
        ),
    ],
)
def test_what_is_refused_and_what_is_offered(hint, value, message):
    with pytest.raises(InputError) as error:
        value_of(hint, value, "key")
    assert message in str(error.value)


def test_numbers_are_taken_as_text():
    assert value_of(str | Sequence[str], 0, "text") == "0"
    assert value_of(tuple[str, ...], (1, 2.5), "text") == ("1", "2.5")


@dataclass(frozen=True)
class Inner:
    scaling: float = 0.5

    def __post_init__(self) -> None:
        if self.scaling > 1:
            raise InputError("scaling must be at most 1", f"it is {self.scaling}", "Pass scaling=None.")


@dataclass(frozen=True)
class Outer:
    path: str
    inner: Inner = Inner()


def test_a_refusal_by_a_class_names_the_whole_key():
    with pytest.raises(InputError) as error:
        from_mapping(Outer, {"path": "x", "inner": {"scaling": 2}})
    assert str(error.value) == "inner.scaling must be at most 1, but it is 2.0. Pass inner.scaling=null."


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"pth": "x"}, "every setting must be a known one, but 'pth' is not. Did you mean 'path'?"),
        (
            {"inner": {"scalin": 1}},
            "every setting must be a known one, but 'inner.scalin' is not. Did you mean 'inner.sc",
        ),
        ({"inner": 3}, "'inner' must be a group of settings, but it is 3 (int)."),
        ({}, "'path' must be set, but it has no value yet. Pass path=<value>."),
    ],
)
def test_keys_are_checked_before_values_and_values_before_what_is_unset(values, message):
    with pytest.raises(InputError) as error:
        from_mapping(Outer, values)
    assert str(error.value).startswith(message)


def test_a_new_parameter_of_a_function_is_typed_by_its_hint():
    def load(path: str, *, header: bool = True, rows: int | None = None) -> Any: ...

    assert arguments(load, {"path": "x", "rows": 3}, "corpus.") == {"path": "x", "rows": 3}
    with pytest.raises(InputError, match=r"'corpus.header' must be true or false, but it is 'no' \(str\)"):
        arguments(load, {"path": "x", "header": "no"}, "corpus.")
