"""Runs of studies of judgements, of resonance and of etiquette, for the sections that tell of them."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from geobias.report.run import Run, read_run

# Test modules are not on the path, so a neighbour is read by its place.
RESONANCE = runpy.run_path(str(Path(__file__).parents[1] / "made_resonance.py"))
MADE = runpy.run_path(str(Path(__file__).parents[1] / "made_alignment.py"))
ETIQUETTE = runpy.run_path(str(Path(__file__).parents[1] / "made_etiquette.py"))


@pytest.fixture(scope="session")
def judged_tables():
    """All tables by name; tests change copies alone."""
    return MADE["tables"](MADE["judgements"](), MADE["ATTRIBUTES"])


@pytest.fixture(scope="session")
def planted():
    return MADE["judgements"]().details["planted_r"]


@pytest.fixture(scope="session")
def judged_run(judged_tables, planted, tmp_path_factory):
    """A run with everything; gender is "woman", "man" and too few others, region lacks "west"."""
    return read_run(MADE["write_run"](tmp_path_factory.mktemp("judged"), judged_tables, planted_r=planted))


@pytest.fixture
def make_judged(judged_tables, tmp_path):
    """A function for a run with some tables in the place of others (None = without), and keys of its record."""

    def make(replaced=None, **record):
        kept = {name: frame for name, frame in {**judged_tables, **(replaced or {})}.items() if frame is not None}
        return read_run(MADE["write_run"](tmp_path, kept, **record))

    return make


@pytest.fixture(scope="session")
def resonance_tables():
    """All tables of a run of resonance by name; tests change copies alone."""
    return RESONANCE["tables"](RESONANCE["scores"](), RESONANCE["people"]())


@pytest.fixture(scope="session")
def resonance_run(resonance_tables, tmp_path_factory):
    """Three nations far apart, seven designs, made-up respondents."""
    return read_run(RESONANCE["write_run"](tmp_path_factory.mktemp("resonance"), resonance_tables))


@pytest.fixture
def make_resonance(resonance_tables, tmp_path):
    """A function for a run with some tables in the place of others (None = without), and keys of its record."""

    def make(replaced=None, **record):
        kept = {name: frame for name, frame in {**resonance_tables, **(replaced or {})}.items() if frame is not None}
        folder = tmp_path / f"run{len(list(tmp_path.iterdir()))}"
        return read_run(RESONANCE["write_run"](folder, kept, **record))

    return make


@pytest.fixture(scope="session")
def stated_tables():
    """Tables on what is stated and written, of random numbers."""
    return RESONANCE["stated"]()


@pytest.fixture(scope="session")
def geometry_tables():
    """Tables on distances of answers."""
    return RESONANCE["geometry"]()


@pytest.fixture(scope="session")
def etiquette_run():
    """One model's answers about two regions and two types, some of them planted; tests that change copy."""
    return Run(Path("run"), ETIQUETTE["RECORD"], ETIQUETTE["tables"]("m"))


@pytest.fixture(scope="session")
def two_models_run():
    """The same, and a model that is always right about one region and mostly silent about the other."""
    return Run(Path("run"), ETIQUETTE["RECORD"], ETIQUETTE["tables"]("m", "quiet"))


@pytest.fixture(scope="session")
def bare_run():
    """Neither tables nor a record."""
    return Run(Path("run"), {}, {})
