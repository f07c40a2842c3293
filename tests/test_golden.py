"""Values that an upgrade of a library must not change: golden.csv beside this file."""

from __future__ import annotations

import csv
import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_every_measure_gives_what_it_gave():
    spec = importlib.util.spec_from_file_location("golden", HERE / "golden.py")
    golden = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(golden)
    with (HERE / "golden.csv").open(newline="") as file:
        known = {row["measure"]: float(row["value"]) for row in csv.DictReader(file)}
    assert dict(golden.values()) == pytest.approx(known, rel=1e-9)
