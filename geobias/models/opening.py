"""Opening a sequence classifier: its files are whole and trained, or a sentence in its user's words says why not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch

from geobias.errors import GeobiasError, InputError, require
from geobias.models.loading import RANDOM, load_network, load_tokenizer
from geobias.models.sources import ModelNotFoundError, quiet, reading, source


@dataclass(frozen=True)
class Purpose:
    """What a sequence classifier is for, as messages say it.

    Attributes
    ----------
    group : of its settings, "entailment" of `entailment.model`. called : "model of entailment". reads : "pairs of
        texts". unit : one of these, "pair". trained_for : "natural language inference".
    """

    group: str
    called: str
    reads: str
    unit: str
    trained_for: str

    @property
    def mend(self) -> str:
        return f"Name a model that was trained for {self.trained_for}."


def load_classifier(model: str, revision: str | None, purpose: Purpose) -> tuple[Any, Any, dict[str, Any]]:
    """(tokenizer, network in float32 on the CPU, what its config.json holds as it is).

    The library fills in names of outputs where config.json has none, so these are taken from the file.

    Raises
    ------
    InputError : its files are torn, lack a weight (of the head too), ask for code of their own, or are not trained.
    ModelNotFoundError : the model is nowhere.
    """
    transformers = require("transformers", extra="study", purpose=f"a {purpose.called}")
    if model.startswith(RANDOM):
        raise InputError(f"{purpose.group}.model must be a trained one", f"'{model}' has random weights", purpose.mend)
    tokenizer = load_tokenizer(model, revision)
    network = load_network("AutoModelForSequenceClassification", model, revision, tokenizer, head=True)
    with quiet(), reading(model):
        place = source(model, revision)
        name = place.pop("pretrained_model_name_or_path")
        return tokenizer, network, transformers.PretrainedConfig.get_config_dict(name, **place)[0]


@contextmanager
def in_group(group: str) -> Iterator[None]:
    """Inside, what is said of the settings of an encoder is said of those of this group."""
    try:
        yield
    except InputError as error:
        parts = (part.replace("encoder.", f"{group}.") for part in (error.must, error.got, error.mend))
        raise InputError(*parts) from error


@contextmanager
def in_words_of(purpose: Purpose, model: str) -> Iterator[None]:
    """As `in_group`, and a model that is nowhere is called what it is for."""
    group = purpose.group
    try:
        with in_group(group):
            yield
    except ModelNotFoundError as error:
        why = next(iter(str(error.__cause__).strip().splitlines()), "")
        raise ModelNotFoundError(
            f"The {purpose.called} '{model}' could not be loaded ({why}). If this machine has no network, run "
            f"`hf download {model}` where there is one and copy the folder it prints, then pass {group}.model=<it>."
        ) from error


@contextmanager
def running(purpose: Purpose, model: str) -> Iterator[None]:
    """Inside, a network that cannot be run on such texts is a sentence."""
    try:
        yield
    except (GeobiasError, torch.cuda.OutOfMemoryError):
        raise
    except (AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise no_classifier(purpose, model, why) from error


def no_classifier(purpose: Purpose, model: str, why: str) -> InputError:
    return InputError(
        f"{purpose.group}.model must be a classifier of {purpose.reads}",
        f"'{model}' cannot be run as one ({why})",
        purpose.mend,
    )
