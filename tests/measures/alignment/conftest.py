"""Worlds of judgements with a truth, from the benchmark that calibrates on them."""

import importlib
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[3] / "benchmarks"


@pytest.fixture
def worlds(monkeypatch):
    """The module of worlds, which finds its neighbours where it stands."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("alignment_worlds")


@pytest.fixture
def made(worlds):
    """Five groups of 8 to 40 annotators who answer 200 items on a scale of five; two sources aligned with all alike."""
    return worlds.World(**worlds.FEW).drawn(np.random.default_rng(3))
