"""Studies are found by their packages; only the one that is asked for is imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

from geobias.errors import InputError
from geobias.studies import find_study, study_names


def test_a_study_is_found_by_name_or_by_its_settings():
    assert study_names() == ["benchmark", "etiquette", "positionality", "regional", "resonance", "training_mix"]
    assert find_study("regional") is find_study({"name": "regional"}) is sys.modules["geobias.studies.regional"]


@pytest.mark.parametrize(("choice", "came"), [("regoinal", "'regoinal'"), ({}, "None"), ({"name": ["a"]}, r"\['a'\]")])
def test_another_name_is_refused_with_the_nearest(choice, came):
    near = "The nearest is 'regional'. " if choice == "regoinal" else ""
    there = r"\['benchmark', 'etiquette', 'positionality', 'regional', 'resonance', 'training_mix'\]"
    message = f"study.name must name a study, but it is {came}. {near}There are {there}."
    with pytest.raises(InputError, match=f"^{message}$"):
        find_study(choice)


def test_names_are_known_without_importing_a_study_and_sections_without_what_measures():
    code = (
        "import sys, geobias.studies as s; print([m for m in sys.modules if 'studies.' in m])\n"
        "for name in s.study_names(): print([one.name for one in s.page_sections(name)], 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    sections = ([section.name for section in find_study(name).SECTIONS] for name in study_names())
    assert done.stdout.splitlines() == ["[]", *(f"{names} False" for names in sections)]
