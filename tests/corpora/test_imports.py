"""The room's door: what it exports, and that it opens without heavy libraries."""

from __future__ import annotations

import subprocess
import sys

import pytest

import geobias.corpora as corpora


def test_public_names_are_there():
    assert {"Corpus", "CountLog", "UNLABELLED", "CLEANINGS", "make_synthetic"} <= set(corpora.__all__)
    assert all(callable(getattr(corpora, name)) for name in corpora.__all__ if name.startswith(("load_", "make_")))
    with pytest.raises(AttributeError, match=r"module 'geobias\.corpora' has no attribute 'load_tweet'"):
        corpora.load_tweet  # noqa: B018


def test_import_is_light():
    code = (
        "import sys, geobias.corpora; print([m for m in ('pandas', 'pyarrow', 'datasets', 'tqdm') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
