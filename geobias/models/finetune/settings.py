"""TrainingRecipe and TrainingSettings: how a classifier is trained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from geobias.errors import InputError


@dataclass(frozen=True)
class TrainingRecipe:
    """How an encoder with a classification head is trained; one sigmoid and binary cross-entropy a label.

    Texts that judge epochs, the dev texts, are the job's (`FinetuneJob.dev`).

    Attributes
    ----------
    model, revision : which encoder, in the words of `EncoderSettings.model`; None = the study's.
    max_length : tokens of a sequence, special ones included; longer texts are cut at the end.
    dropout : before the head's last layer.
    epochs, max_steps : how long; whichever comes first. None = no limit of steps.
    batch : texts of an optimiser step, over all processes.
    micro_batch : texts of one pass; a step gathers gradients over batch / micro_batch of them. Up to so many processes
        can share a step, with the same result.
    optimizer, learning_rate, weight_decay, max_grad_norm : "adamw" or "adagrad"; None = gradients are not clipped.
    schedule, warmup : "linear" falls to 0, "constant" stays; warmup is the share of all steps on which the rate rises.
    patience : epochs without a better one (by accuracy of one label or micro F1 of several, on the dev texts) after
        which training stops; None = never.
    class_weights : "balanced" weighs a label's positive texts by negatives / positives, at most 100.
    threshold : a probability of at least this is a positive label; "dev" = the one that is best on the dev texts.
    precision : "auto" is bfloat16 on GPUs that have it, else float32; weights are float32 always.
    checkpoint_minutes : a stop costs so much work at most.
    keep_models : keep the trained models, as `transformers` saves them.
    """

    place: ClassVar[str] = "task"
    """The group of settings that they are of."""

    model: str | None = None
    revision: str | None = None
    max_length: int = 128
    dropout: float = 0.1
    epochs: int = 3
    max_steps: int | None = None
    batch: int = 32
    micro_batch: int = 16
    optimizer: Literal["adamw", "adagrad"] = "adamw"
    learning_rate: float = 2e-5
    weight_decay: float = 0.01
    max_grad_norm: float | None = 1.0
    schedule: Literal["linear", "constant"] = "linear"
    warmup: float = 0.1
    patience: int | None = None
    class_weights: Literal["none", "balanced"] = "none"
    threshold: float | Literal["dev"] = 0.5
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    checkpoint_minutes: float = 5.0
    keep_models: bool = False

    def __post_init__(self) -> None:
        for name in ("max_length", "epochs", "max_steps", "batch", "micro_batch", "patience"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InputError(f"{self.place}.{name} must be at least 1", f"it is {value}", "Give a positive number.")
        for name, below in (("dropout", 1.0), ("warmup", 1.0), ("weight_decay", 1e9)):
            self._check_below(name, below)
        for name in ("learning_rate", "max_grad_norm"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise InputError(
                    f"{self.place}.{name} must be positive", f"it is {value}", "Leave it out for its default."
                )
        if self.checkpoint_minutes < 0:
            raise InputError(
                f"{self.place}.checkpoint_minutes must be at least 0",
                f"it is {self.checkpoint_minutes}",
                "Pass 0 or more.",
            )
        if self.batch % self.micro_batch:
            raise InputError(
                f"{self.place}.batch must be a multiple of {self.place}.micro_batch",
                f"they are {self.batch} and {self.micro_batch}",
                "Change one of them.",
            )
        if self.threshold != "dev" and not 0 < self.threshold < 1:
            raise InputError(
                f"{self.place}.threshold must lie in (0, 1), or be dev", f"it is {self.threshold}", "Pass 0.5 or dev."
            )

    def _check_below(self, name: str, below: float) -> None:
        value = getattr(self, name)
        if not 0 <= value < below:
            raise InputError(f"{self.place}.{name} must lie in [0, {below:g})", f"it is {value}", "Correct the value.")

    def check_processes(self, count: int) -> None:
        """Raise `InputError` where so many processes cannot share a step."""
        if (self.batch // self.micro_batch) % count:
            raise InputError(
                f"the micro-batches of a step must be shared out evenly over {count} processes",
                f"{self.place}.batch={self.batch} with {self.place}.micro_batch={self.micro_batch} makes "
                f"{self.batch // self.micro_batch} of them",
                f"Lower {self.place}.micro_batch, or start fewer processes.",
            )


@dataclass(frozen=True)
class TrainingSettings(TrainingRecipe):
    """`TrainingRecipe`, with dev texts drawn from those that train.

    Attributes
    ----------
    dev_share : share of the training texts that the best epoch is chosen on; 0 = the last epoch stands.
    """

    dev_share: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_below("dev_share", 1.0)
        if not self.dev_share and (self.threshold == "dev" or self.patience is not None):
            word = f"{self.place}.{'threshold=dev' if self.threshold == 'dev' else 'patience'}"
            raise InputError(
                f"{word} needs dev texts", f"{self.place}.dev_share is 0", f"Set {self.place}.dev_share=0.1."
            )
