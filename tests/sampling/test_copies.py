"""Groups made of others' texts are found; groups that merely share phrases are not."""

from __future__ import annotations

import numpy as np

from geobias.sampling.copies import made_of_others


def found(**texts: list[str]) -> list[str]:
    ends = np.cumsum([0, *map(len, texts.values())])
    rows = {name: np.arange(*ends[place : place + 2]) for place, name in enumerate(texts)}
    return made_of_others(np.array([t for some in texts.values() for t in some], dtype=object), rows)


UK, FR, US = ([f"{name} writes {i} of its own" for i in range(60)] for name in ("uk", "fr", "us"))


def test_pooled_groups_of_pooled_groups_copies_and_parts_are_found():
    shout = [text.upper() + "!" for text in US]
    assert found(uk=UK, all=UK + FR + US, fr=FR, us=US, europe=UK + FR, usa=shout, london=UK[:20]) == [
        "all", "europe", "usa", "london",
    ]  # fmt: skip
    assert found(uk=UK, mixed=UK[:20] + FR[:20], fr=FR) == ["mixed"]


def test_groups_that_share_some_texts_are_none():
    assert found(uk=UK, fr=FR + UK[:30], us=US, empty=[]) == []


def test_phrases_that_all_groups_share_make_none_a_pooled_group():
    rng = np.random.default_rng(0)
    for phrases, groups, size in ((20, 4, 120), (300, 4, 120), (300, 40, 30)):
        drawn = rng.integers(phrases, size=(groups, size))
        assert found(**{f"g{g}": [f"phrase {n}" for n in drawn[g]] for g in range(groups)}) == []
