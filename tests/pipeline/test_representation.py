"""Representation: a region that makes up the reference set is compared with itself, unless its texts are left out."""

from __future__ import annotations

import pandas as pd
import pytest

from geobias.studies import regional

SETTINGS = {
    "corpus": {"name": "table"},
    "sampling": {
        "pool": 30, "outer": 1, "inner": 2, "outer_documents": 20, "documents": 10, "lda_repeats": 1,
        "lda_documents": 10, "min_documents": 10, "mixed": False,
    },
    "distance": {"lda": []},
    "separation": {"methods": []},
    "difference": {"statistics": ["contrast"], "permutations": 19, "placebo": False},
    "reliability": {"distances": []},
    "control": {"partitions": 0},
    "page": False,
    "task": {"name": "none"},
    "progress": False,
}  # fmt: skip


@pytest.mark.slow
def test_both_distances_are_there_where_the_reference_set_holds_the_regions(tmp_path):
    words = {"au": "surf beach arvo", "ca": "toque snow hockey", "uk": "queue tea rain"}
    rows = [
        {"text": f"{words[region]} number {n}", "region": region, "split": "test" if n < 40 else "train"}
        for region, count in (("au", 45), ("ca", 60), ("uk", 90))
        for n in range(count)
    ]
    pd.DataFrame(rows).to_csv(tmp_path / "t.csv", index=False)
    corpus = {"name": "table", "path": str(tmp_path / "t.csv"), "split": "split"}
    report = regional.run(**{**SETTINGS, "corpus": corpus, "output": str(tmp_path), "store": str(tmp_path / "store")})
    found = report.tables["representation"]
    assert set(found.own_texts) == {"left in", "left out"}
    kinds = found.pivot_table(index="group", columns="own_texts", values="distance")
    assert (kinds["left out"] > kinds["left in"]).all()
    tests = report.tables["representation_tests"]
    assert tests.own_texts.tolist() == ["left in", "left out"]
    assert set(tests.n_groups) == {3}
