"""The network of a classifier: any transformers encoder with a sequence-classification head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from geobias.errors import InputError
from geobias.models.finetune.settings import TrainingRecipe
from geobias.models.loading import load_network, tokenizer_fingerprint, usable_positions, weights_fingerprint


@dataclass(frozen=True)
class Base:
    """What a training starts from: an encoder, in the words of `EncoderSettings.model`, and the texts' tokenizer."""

    model: str
    tokenizer: Any


# What configurations call the dropout before the head's last layer.
_DROPOUTS = ("classifier_dropout", "classifier_dropout_prob", "seq_classif_dropout", "cls_dropout")
MOST_WEIGHT = 100.0


def label_outputs(labels: np.ndarray, label_names: Sequence[str]) -> Sequence[str]:
    """The labels that have a logit: the positive one of two where `labels` is (n,), all where it is (n, L)."""
    return label_names[1:] if labels.ndim == 1 else label_names


def build_network(settings: TrainingRecipe, model: str, tokenizer: Any, outputs: Sequence[str], seed: int) -> Any:
    """An encoder with a new head: a logit for each of the `outputs`, which are labels (the positive one of two).

    The configuration always says `problem_type="multi_label_classification"`, so a saved model is one of sigmoids and
    binary cross-entropy wherever it is loaded.

    Raises
    ------
    InputError : the encoder has too few positions for `max_length`, or a head without this dropout.
    """

    def adapt(config: Any) -> None:
        _check_length(settings, usable_positions(config), model)
        config.problem_type = "multi_label_classification"
        config.id2label = dict(enumerate(outputs))
        config.label2id = {name: place for place, name in enumerate(outputs)}
        _set_dropout(config, settings, model)

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = load_network("AutoModelForSequenceClassification", model, settings.revision, tokenizer, adapt)
    return network.float()


def fingerprints(settings: TrainingRecipe, model: str, tokenizer: Any, outputs: Sequence[str]) -> dict[str, str]:
    """Of the weights that trainings begin with, and of the tokenizer: of what the name `model` stands for today."""
    network = build_network(settings, model, tokenizer, outputs, 0)
    return {"weights": weights_fingerprint(network), "tokenizer": tokenizer_fingerprint(tokenizer)}


def _check_length(settings: TrainingRecipe, positions: int | None, model: str) -> None:
    if positions is not None and settings.max_length > positions:
        raise InputError(
            f"{settings.place}.max_length must be at most {positions}, the positions of '{model}'",
            f"it is {settings.max_length}",
            f"Set {settings.place}.max_length={positions}, or name another {settings.place}.model.",
        )


def _set_dropout(config: Any, settings: TrainingRecipe, model: str) -> None:
    known = [name for name in _DROPOUTS if hasattr(config, name)]
    if not known:
        raise InputError(
            f"the configuration of '{model}' must name the dropout of its head, as one of {list(_DROPOUTS)}",
            f"that of {config.model_type} has none of them",
            f"Name an encoder whose head has one in {settings.place}.model.",
        )
    for name in known:
        setattr(config, name, settings.dropout)


def positive_weights(labels: np.ndarray, settings: TrainingRecipe) -> torch.Tensor | None:
    """float32 (L,), what a positive text of each label counts; None = the same as a negative one.

    labels : (n, L) of 0 and 1, of the training texts. A label without positives counts 1.

    >>> positive_weights(np.array([[1], [0], [0], [0]]), TrainingRecipe(class_weights="balanced"))
    tensor([3.])
    """
    if settings.class_weights == "none":
        return None
    positives = (labels == 1).sum(0)
    ratio = np.divide(len(labels) - positives, positives, out=np.ones(labels.shape[1]), where=positives > 0)
    return torch.tensor(np.minimum(ratio, MOST_WEIGHT), dtype=torch.float32)


def batch_loss(logits: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor | None, texts: int) -> torch.Tensor:
    """Binary cross-entropy of a micro-batch (rows, L): mean over labels, summed over rows, over the step's `texts`.

    labels : of any type; integers of 0 and 1 are cast.
    """
    losses = torch.nn.functional.binary_cross_entropy_with_logits(
        logits.float(), labels.to(logits.device, torch.float32), reduction="none", pos_weight=weights
    )
    return losses.mean(1).sum() / texts


def computing_dtype(settings: TrainingRecipe, device: torch.device) -> torch.dtype:
    """What passes compute in: bfloat16 where it is asked for, or by "auto" on GPUs that have it."""
    has = device.type == "cuda" and torch.cuda.is_bf16_supported()
    return (
        torch.bfloat16 if settings.precision == "bfloat16" or (settings.precision == "auto" and has) else torch.float32
    )
