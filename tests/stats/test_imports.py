"""The room imports with numpy alone; scipy comes in where a textbook p-value is asked for."""

import subprocess
import sys

import pytest

import geobias.stats
from geobias.errors import MissingDependencyError

HEAVY = ("scipy", "pandas", "sklearn", "transformers", "torch")


def test_import_needs_numpy_alone():
    program = (
        "import sys, geobias.stats as s; s.distance_correlation([1, 2, 3], [3, 1, 2]); "
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_scipy_is_named_when_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    with pytest.raises(
        MissingDependencyError, match=r"an asymptotic p-value needs the package 'scipy'.*geobias\[study\]"
    ):
        geobias.stats.spearman([1, 2, 3], [1, 3, 2])


def test_all_names_exist():
    assert all(hasattr(geobias.stats, name) for name in geobias.stats.__all__)
