from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from geobias.report.run import Run
from geobias.report.sections.transfer import SECTION
from geobias.report.sections.transfer.section import transfer_map
from geobias.tables import ANSWERED, EtiquetteScore, EtiquetteScoreTable

VALUES = {("a", "a"): 0.9, ("a", "b"): 0.5, ("b", "a"): 0.6, ("b", "b"): 0.8, ("all", "a"): 0.9, ("all", "b"): 0.7}


def made() -> Run:
    rows = [
        EtiquetteScore(model, "accuracy", ANSWERED, region, "", value, value - 0.1, value + 0.1, 0.95, 20, 20, 20)
        for (model, region), value in VALUES.items()
    ]
    whole = EtiquetteScore("a", "accuracy", ANSWERED, "", "", 0.1)
    return Run(Path("run"), {}, {"transfer": EtiquetteScoreTable((*rows, whole)).to_frame()})


def test_own_regions_are_told_beside_others():
    first, second, _ = [finding.text for finding in SECTION.findings(made())]
    assert first == (
        "A probe is right about 85.0\xa0% of held-out statements of the region that it was trained on, and about "
        "55.0\xa0% of those of other regions; one trained on all regions about 80.0\xa0% (means over regions)."
    )
    assert second == ("What is learned of b serves a best, 60.0 [50.0, 70.0] %; of a b least, 50.0 [40.0, 60.0] %.")


def test_what_was_trained_is_called_by_its_kind_and_its_trainings_are_listed():
    run = made()
    models = pd.DataFrame({"model": ["a, fold0"], "training_texts": 14, "dev_texts": 2, "steps": 8,
                           "epochs": 4, "best_epoch": 3, "loss": 0.25, "dev_score": 0.5, "threshold": 0.5,
                           "seconds": 1.0})  # fmt: skip
    tuned = replace(run, record={"config": {"trained": {"name": "finetuned"}}}, tables={**run.tables, "models": models})
    assert next(iter(SECTION.findings(tuned))).text.startswith("A fine-tuned model is right about 85.0")
    *_, table = SECTION.tables(tuned)
    assert table.rows == [["a, fold0", "14", "2", "8", "4", "3", "0.250", "0.500", "0.500", "1.00"]]


def test_the_table_and_the_map_have_what_was_trained_on_in_rows():
    [table] = SECTION.tables(made())
    assert table.rows == [
        ["a", "90.0 [80.0, 100.0]", "50.0 [40.0, 60.0]"], ["b", "60.0 [50.0, 70.0]", "80.0 [70.0, 90.0]"],
        ["all", "90.0 [80.0, 100.0]", "70.0 [60.0, 80.0]"],
    ]  # fmt: skip
    axes = transfer_map(made().tables["transfer"].query("region != ''")).axes[0]
    np.testing.assert_allclose(axes.collections[0].get_array(), [[90, 50], [60, 80], [90, 70]])
