"""How models are trained on statements: as probes, fine-tuned, fine-tuned as published, or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from geobias.models.finetune import TrainingRecipe
from geobias.sampling import BALANCE
from geobias.typed import check_least


@dataclass(frozen=True, kw_only=True)
class ProbedSettings:
    """Probes that are trained on statements, one for each region and one for all; or none.

    Attributes
    ----------
    folds : every statement is tested once; with 5, 70 % train and 10 % are left for validation (`spread_folds`).
    balance : of the labels of a training set, after the split, see `balance_labels`.
    documents : statements of a training set at most, drawn at random before it is balanced; None = all. With one number
        for all, a region's model and that of all regions have as much to learn from.
    inverse_penalty : C of the logistic regression.
    """

    name: Literal["none", "probe"] = "none"
    folds: int = 5
    balance: BALANCE = "none"
    documents: int | None = None
    inverse_penalty: float = 1.0

    def __post_init__(self) -> None:
        check_least(self, "trained", folds=2, documents=2, inverse_penalty=1e-9)


@dataclass(frozen=True)
class StatementRecipe(TrainingRecipe):
    """How encoders are fine-tuned on statements, one for each region and one for all.

    The validation part of a fold judges epochs; see `TrainingRecipe`, and `ProbedSettings` for `folds`, `balance` and
    `documents`.
    """

    place: ClassVar[str] = "trained"
    folds: int = 5
    balance: BALANCE = "none"
    documents: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_least(self, "trained", folds=2, documents=2)


@dataclass(frozen=True)
class FinetunedSettings(StatementRecipe):
    """With settings that suit MiniLM and BERT."""

    name: Literal["finetuned"] = "finetuned"
    learning_rate: float = 5e-5
    epochs: int = 6
    batch: int = 16
    patience: int | None = 2


@dataclass(frozen=True)
class PublishedSettings(StatementRecipe):
    """As Dwivedi et al. (2023) train: Adam at 1e-3, batches of 8, five epochs, of which the validation part names one.

    AdamW without decay is Adam. What the paper does not say is left out: warm-up, clipping, a falling rate.
    """

    name: Literal["published"] = "published"
    learning_rate: float = 1e-3
    epochs: int = 5
    batch: int = 8
    micro_batch: int = 8
    weight_decay: float = 0.0
    max_grad_norm: float | None = None
    schedule: Literal["linear", "constant"] = "constant"
    warmup: float = 0.0
    patience: int | None = None


TrainedSettings = ProbedSettings | FinetunedSettings | PublishedSettings
