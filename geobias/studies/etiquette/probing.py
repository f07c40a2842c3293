"""Linear probes on the embeddings of statements."""

from __future__ import annotations

import numpy as np

from geobias.models import EmbeddingStore, Encoder, ProbeJob, extract, probe_probabilities
from geobias.pipeline import Session
from geobias.studies.etiquette.trained_settings import ProbedSettings
from geobias.studies.etiquette.training import Lessons


def train_probes(
    lessons: Lessons, settings: ProbedSettings, encoder: Encoder, store: str, session: Session
) -> list[np.ndarray]:
    """Of every job whether its probe accepts each statement that it is tested on, bool."""
    tested = [lessons.own[job.split.test] for job in lessons.jobs]
    jobs = [ProbeJob(job.name, job.train, rows) for job, rows in zip(lessons.jobs, tested, strict=True)]
    kept = EmbeddingStore(store, encoder.identity)
    with session.bar("Encoding statements", "texts") as progress:
        extract(encoder, kept, lessons.texts, workers=session.workers, progress=progress)
    session.notice(*kept.notices)
    with session.bar("Training probes", "models") as progress:
        chances = probe_probabilities(
            kept.vectors(lessons.texts, encoder.settings.pooling), lessons.labels, jobs,
            inverse_penalty=settings.inverse_penalty, workers=session.workers, progress=progress,
        )  # fmt: skip
    return [chances[place, rows] >= 0.5 for place, rows in enumerate(tested)]
