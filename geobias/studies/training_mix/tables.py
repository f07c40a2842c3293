"""The tables of a training-mix study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.pipeline import RunDirectory, material_tables, predictions_frame, write_tables
from geobias.tables import pandas

if TYPE_CHECKING:
    from geobias.studies.training_mix.study import Measured


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder."""
    mixes = [
        {"model": mix.name, "region": mix.region, "share": mix.share, "repeat": mix.repeat, "group": group, "texts": n}
        for mix in measured.mixes
        for group, n in mix.counts.items()
    ]
    write_tables(
        directory,
        {
            **material_tables(measured.materials),
            "composition": measured.effects.to_frame(),
            "training_mixes": pandas().DataFrame(mixes),
            "predictions": predictions_frame(measured.materials.corpus, measured.predictions),
        },
    )
