"""The tables of a benchmark study."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.pipeline import RunDirectory, write_tables
from geobias.tables import Table, pandas

if TYPE_CHECKING:
    import pandas as pd

    from geobias.studies.benchmark.study import Measured


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder, and texts that were not read, for a person to label."""
    tables: dict[str, Table] = {
        "benchmark_scores": measured.scores,
        "region_gaps": measured.gaps,
        "abstentions": measured.silent,
        "verdict": measured.verdicts,
        "responses": measured.responses,
    }
    frames = {name: table.to_frame() for name, table in tables.items()}
    frames["region_gaps"] = frames["region_gaps"].assign(model=measured.answers.model)
    frames["groups"] = _groups(measured)
    frames["answers"] = _answers(measured)
    write_tables(directory, frames)
    measured.reader.write_unread(directory.path, measured.responses)


def _groups(measured: Measured) -> pd.DataFrame:
    """A group a row, with its role and its numbers of answers and units."""
    answers = measured.answers
    names = list(dict.fromkeys(answers.regions.tolist()))
    at = [answers.regions == name for name in names]
    sizes = {"answers": [int(one.sum()) for one in at], "units": [len(np.unique(answers.units[one])) for one in at]}
    return pandas().DataFrame({"group": names, "role": "region", **sizes})


def _answers(measured: Measured) -> pd.DataFrame:
    """An answer a row: which item, what is right, what was said and how wrong that is (NaN = no answer, and why)."""
    answers, rows = measured.answers, measured.responses.rows
    truth = dict(zip(measured.items.ids.tolist(), measured.items.truth.tolist(), strict=True))
    return pandas().DataFrame(
        {
            "model": answers.model,
            "id": [row.fields["item"] for row in rows],
            "sample": [row.sample for row in rows],
            "region": answers.regions,
            "type": answers.types,
            "truth": [truth[row.fields["item"]] for row in rows],
            "said": [row.answer for row in rows],
            "loss": answers.losses,
            "reason": answers.reasons,
            "unit": answers.units,
        }
    )
