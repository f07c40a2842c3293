"""Judgements of a few items, a session that remembers what it is told, and classifiers with random weights."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from geobias.corpora.judgements import Judgements, make_judgements
from geobias.pipeline import Session, StudySettings
from geobias.pipeline.asked import AskedSettings
from geobias.typed import value_of
from tests.models.networks import build, save

Settings = dict[str, Any]


def settings_of(**sources: Settings) -> Any:
    """Typed settings of sources by name, as a study builds them."""
    from collections.abc import Mapping

    return value_of(Mapping[str, AskedSettings], sources, "asked")


@dataclass
class Remembered:
    """A run's folder of which only notices and facts are kept."""

    notices: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    def notice(self, *sentences: str) -> None:
        self.notices += sentences

    def record(self, **facts: Any) -> None:
        self.facts |= facts

    @contextmanager
    def stage(self, name: str):
        yield


@pytest.fixture
def session() -> Session:
    """One whose directory is a `Remembered`."""
    return replace(Session.unkept(StudySettings(progress=False)), directory=Remembered())


@pytest.fixture
def judged() -> Judgements:
    """Twelve items with texts of known words, of which nobody judged the last."""
    made = make_judgements(annotators=4, items=12, answers=12)
    texts = np.array(
        [" ".join(f"w{place + step}" for step in range(1 + place % 4)) for place in range(12)], dtype=object
    )
    return replace(made, texts=texts).select(made.item < 11)


@pytest.fixture(scope="session")
def labelling(tmp_path_factory) -> str:
    """The folder of a random classifier with the labels no, maybe, yes."""
    folder = tmp_path_factory.mktemp("labelling")
    network = build("Bert", "ForSequenceClassification", id2label={0: "no", 1: "maybe", 2: "yes"})
    with torch.no_grad():
        network.classifier.weight.mul_(20.0)
    save(folder, network)
    return str(folder)


def classified(folder: str, judged: Judgements) -> np.ndarray:
    """What transformers' own pipeline says of the items that are judged: probabilities of no, maybe, yes."""
    from transformers import pipeline

    read = pipeline("text-classification", model=folder, device="cpu", top_k=None)
    found = [{one["label"]: one["score"] for one in read([text])[0]} for text in judged.texts[:11]]
    return np.array([[one["no"], one["maybe"], one["yes"]] for one in found])


def prompts(folder: Path, text: str) -> str:
    """A file of prompts with this YAML."""
    path = folder / "prompts.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)
