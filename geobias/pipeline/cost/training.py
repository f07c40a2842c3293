"""What fine-tuning costs here, timed on the first model's texts."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.models import EncoderSettings
from geobias.models.finetune import TrainingSettings, training_cost
from geobias.pipeline.fine_tuning import TrainingSet
from geobias.pipeline.materials import Materials
from geobias.pipeline.tasks import TaskSettings


@dataclass(frozen=True)
class TrainingWork:
    """The fine-tuning of a study's classifiers; `texts` and `steps` are those of one."""

    models: int
    texts: int
    steps: int
    epochs: int
    predicted: int
    seconds: float
    gigabytes: float


def training_work(materials: Materials, task: TaskSettings, encoder: EncoderSettings) -> TrainingWork | None:
    """What training would cost one process; several share it. None where nothing is fine-tuned."""
    if materials.task == "none" or not isinstance(task, TrainingSettings):
        return None
    given = TrainingSet.read(materials, task, encoder)
    first = given.jobs[0]
    cost = training_cost(given.data, first, task, given.base, device=given.device)
    return TrainingWork(
        models=len(given.jobs),
        texts=len(first.train),
        steps=cost.steps(first, task),
        epochs=task.epochs,
        predicted=sum(len(job.predict) for job in given.jobs),
        seconds=sum(cost.seconds(job, task) for job in given.jobs),
        gigabytes=cost.gigabytes,
    )
