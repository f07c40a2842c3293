"""Packaging: what is declared is what is there, and light rooms stay light."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = ("transformers", "hydra", "pandas", "sklearn", "scipy", "geomloss", "pykeops", "matplotlib", "triton", "ot")


def declared() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]


def test_declared_packages_are_the_folders():
    folders = {path.parent for top in ("geobias", "kernels") for path in (ROOT / top).rglob("__init__.py")}
    names = {".".join(folder.relative_to(ROOT).parts).removeprefix("kernels.") for folder in folders}
    assert set(declared()["packages"]) == names | {"geobias.conf"}
    assert (ROOT / "conf" / "__init__.py").is_file()
    assert not (ROOT / "kernels" / "__init__.py").exists()


@pytest.mark.parametrize(
    "room", ["geobias", "geobias.distances", "geobias.discriminant", "geobias.stats", "geobias.tables", "geobias.cli"]
)
def test_light_rooms_import_no_heavy_library(room):
    loaded = f"import sys, {room}; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
