"""What fine-tuning costs here, timed on the first model's texts."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.models import EncoderSettings
from geobias.models.finetune import TrainingSettings, training_cost
from geobias.pipeline.cost.durations import clock
from geobias.pipeline.fine_tuning import training_set
from geobias.pipeline.materials import Materials
from geobias.pipeline.tasks import TaskSettings
from geobias.pipeline.trainings import TrainingSet


@dataclass(frozen=True)
class TrainingWork:
    """The fine-tuning of a study's classifiers; `texts` are those of one on average, `steps` of the longest.

    `str` gives the line of a plan.
    """

    models: int
    texts: int
    steps: int
    epochs: int
    predicted: int
    seconds: float
    gigabytes: float

    @classmethod
    def of(cls, given: TrainingSet) -> TrainingWork:
        """Of all jobs, if one process trains them and none stops early; a trial of a few steps is timed."""
        cost = training_cost(given.data, given.jobs[0], given.task, given.base, device=given.device)
        return cls(
            models=len(given.jobs),
            texts=round(sum(len(job.train) for job in given.jobs) / len(given.jobs)),
            steps=max(cost.steps(job, given.task) for job in given.jobs),
            epochs=given.task.epochs,
            predicted=sum(len(job.predict) for job in given.jobs),
            seconds=sum(cost.seconds(job, given.task) for job in given.jobs),
            gigabytes=cost.gigabytes,
        )

    def __str__(self) -> str:
        return (
            f"Fine-tuning: {self.models:,} models of about {self.texts:,} texts, {self.steps:,} steps each at most "
            f"({self.epochs} epochs), {self.predicted:,} predictions: about {clock(self.seconds)}, "
            f"{self.gigabytes:.2f} GB of weights and their optimiser's state."
        )


def training_work(materials: Materials, task: TaskSettings, encoder: EncoderSettings) -> TrainingWork | None:
    """What training would cost one process; several share it. None where nothing is fine-tuned."""
    if materials.task == "none" or not isinstance(task, TrainingSettings):
        return None
    return TrainingWork.of(training_set(materials, task, encoder))
