"""Errors: one sentence each for what must hold, what came and the mend."""

from __future__ import annotations

import pickle

import pytest

from geobias.errors import InputError, MissingDependencyError, require


def test_an_input_error_is_a_value_error_and_survives_pickling():
    error = InputError("a must hold", "it is b", "Do c.")
    assert isinstance(error, ValueError)
    assert str(pickle.loads(pickle.dumps(error))) == "a must hold, but it is b. Do c."


def test_a_missing_library_is_named_with_the_command():
    with pytest.raises(MissingDependencyError) as error:
        require("no_such_library.part", extra="keops", purpose="the KeOps backend")
    assert str(error.value) == (
        "the KeOps backend needs the package 'no_such_library', which cannot be imported "
        "(No module named 'no_such_library'). Install it with: pip install 'geobias[keops]'"
    )
