"""`geobias plan`: what a regional study would do, and what it would cost on this machine."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.controls import count_controls
from geobias.models import Encoder
from geobias.pipeline import Inputs, Materials, Session
from geobias.pipeline.cost import (
    ClusterCounts,
    Counted,
    Plan,
    count_distances,
    count_floors,
    count_layers,
    count_omnibus,
    encoding_work,
    sinkhorn_works,
    training_work,
)
from geobias.studies.regional.settings import RegionalSettings
from geobias.studies.regional.study import prepare


def plan(settings: RegionalSettings) -> Plan:
    """Read the corpus, make every draw, time a small trial of encoding and of one divergence; run nothing else.

    Raises the same errors as `run` would before its first long stage.
    """
    session, inputs = Session.unkept(settings), Inputs.read(settings)
    materials = prepare(inputs, settings, session)
    kinds = sum(kind.subsamples is not None for kind in materials.kinds.values())
    further = len(inputs.encoder.layers) - 1
    # At further layers short texts alone are measured.
    kinds += further * (materials.kinds["short"].subsamples is not None)
    direct = settings.distance.clouds == "direct"
    counted = _divergences(materials, inputs.encoder, settings)
    return Plan.of(
        materials,
        encoding_work(materials, inputs.encoder, settings.store, session.threads, direct=direct),
        training_work(materials, settings.task, settings.encoder),
        settings.store,
        sinkhorn=sinkhorn_works(counted, inputs.encoder.width, settings.distance, session.threads),
        lda_fits=kinds * settings.sampling.lda_repeats * (1 + settings.distance.lda_folds),
    )


def _divergences(materials: Materials, encoder: Encoder, settings: RegionalSettings) -> Iterator[Counted]:
    """All of the study: of the tables, of the floors, of the omnibus test and of the controls."""
    yield from count_distances(materials, encoder)
    counts = ClusterCounts.of(materials, encoder)
    if counts is not None:
        floors = count_floors(counts, settings.separation)
        yield floors
        if further := len(encoder.layers) - 1:
            yield count_layers(floors, further)
        omnibus = count_omnibus(counts, materials, settings.difference, encoder.width)
        if omnibus is not None:
            yield omnibus
        controls = count_controls(counts, materials, settings.controls)
        if controls is not None:
            yield controls
