"""Responses whose labels are known."""

import numpy as np
import pytest

from geobias.measures.resonance import ResonanceScores, read_values

NATIONS, AGES, SEXES = ("de", "jp", "ng"), ("20", "40", "60"), ("man", "woman")


@pytest.fixture
def scores():
    """Three nations, three ages, two sexes, two designs, four samples each: random labels."""
    rng = np.random.default_rng(5)
    rows = [(d, n, a, s, k) for d in ("", "second") for n in NATIONS for a in AGES for s in SEXES for k in range(4)]
    design, nation, age, sex, sample = map(list, zip(*rows, strict=True))
    labels = rng.integers(-1, 2, (2, len(rows), 5))
    prompt = tuple("".join(row[1:4]) for row in rows)
    fields = {"nation": tuple(nation), "age": tuple(age), "sex": tuple(sex)}
    return ResonanceScores(read_values(), labels[0], labels[1], prompt, np.array(sample), tuple(design), fields)
