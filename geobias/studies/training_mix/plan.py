"""`geobias plan`: what a training-mix study would do, and what it would cost on this machine."""

from __future__ import annotations

from geobias.pipeline import Inputs, Session
from geobias.pipeline.cost import Plan, encoding_work, training_work
from geobias.studies.training_mix.settings import TrainingMixSettings
from geobias.studies.training_mix.study import prepare


def plan(settings: TrainingMixSettings) -> Plan:
    """Read the corpus, make every training set, time a small trial of encoding and training; run nothing else.

    Raises the same errors as `run` would before its first long stage.
    """
    session, inputs = Session.unkept(settings), Inputs.read(settings)
    materials, _ = prepare(inputs, settings, session)
    return Plan.of(
        materials,
        encoding_work(materials, inputs.encoder, settings.store, session.threads),
        training_work(materials, settings.task, settings.encoder),
        settings.store,
    )
