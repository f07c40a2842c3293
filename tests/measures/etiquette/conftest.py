"""Answers with planted accuracy."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.measures.etiquette import EtiquetteAnswers


def strings(values):
    out = np.empty(len(values), dtype=object)
    out[:] = list(values)
    return out


def make_answers(n=240, seed=0, silent=0.15, accuracy=None, **changes):
    """Rows of three regions and two types, answered right with .8 (or as `accuracy` of a region says)."""
    rng = np.random.default_rng(seed)
    regions = strings(np.array(["east", "west", "south"])[rng.integers(0, 3, n)])
    types = strings(np.array(["dining", "visits"])[rng.integers(0, 2, n)])
    truth = rng.choice(np.array([1, -1], dtype=np.int8), n)
    chance = np.array([(accuracy or {}).get(name, 0.8) for name in regions])
    said = np.where(rng.random(n) < chance, truth, -truth)
    quiet = rng.random(n) < silent
    reasons = strings(["" if not q else ("refusal" if i % 2 else "hedged") for i, q in enumerate(quiet)])
    given = {
        "truth": truth,
        "said": np.where(quiet, 0, said).astype(np.int8),
        "regions": regions,
        "types": types,
        "units": np.arange(n),
        "reasons": reasons,
        "model": "m",
    }
    return EtiquetteAnswers(**{**given, **changes})


@pytest.fixture(scope="session")
def made():
    return make_answers()
