"""The tables of a regional study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.controls import control_tables
from geobias.pipeline import (
    RunDirectory,
    distance_tables,
    layer_tables,
    material_tables,
    performance_tables,
    relation_tables,
    representation_tables,
    separation_tables,
    write_tables,
)

if TYPE_CHECKING:
    from geobias.studies.regional.study import Measured


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder; what a study has not measured gets no file."""
    performance = measured.performance
    tables = {
        **material_tables(measured.materials),
        **distance_tables(measured.distances),
        **representation_tables(measured.representation),
        **separation_tables(measured.separations),
        **relation_tables(measured.relations),
        **layer_tables(measured.layers),
        **control_tables(measured.controls),
    }
    if performance is not None:
        tables |= performance_tables(measured.materials.corpus, performance)
    write_tables(directory, tables)
