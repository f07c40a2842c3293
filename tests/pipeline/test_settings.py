"""The base of studies' settings: built from mappings, with an identity of what decides numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from geobias.errors import InputError
from geobias.pipeline import StudySettings, TextStudySettings


@dataclass(frozen=True)
class Group:
    size: int = 3


@dataclass(frozen=True, kw_only=True)
class ToySettings(StudySettings):
    group: Group = field(default_factory=Group)


def test_a_mapping_and_keywords_build_the_same():
    assert ToySettings.build({"group": {"size": 4}}, seed=2) == ToySettings.build(group={"size": 4}, seed=2)
    built = ToySettings.build({"seed": 1, "name": "trial"})
    assert (built.seed, built.label, built.group.size) == (1, "trial", 3)
    assert Path(built.output).is_absolute()
    assert ToySettings.build().label == "synthetic"
    with pytest.raises(InputError, match=r"'group.sise' is not. Did you mean 'group.size'\?"):
        ToySettings.build(group={"sise": 4})


def test_what_decides_no_number_is_in_no_identity():
    assert set(ToySettings().identity()) == {"corpus", "seed", "audit", "group"}
    assert ToySettings().identity()["audit"] == {}
    settings = TextStudySettings()
    found = settings.identity()
    assert "batch_tokens" in settings.as_dict()["encoder"]
    assert "batch_tokens" not in found["encoder"]
    assert "on_unknown" not in found["encoder"]
    tuned = TextStudySettings.build(task={"name": "sentiment"})
    assert "checkpoint_minutes" in tuned.as_dict()["task"]
    assert "checkpoint_minutes" not in tuned.identity()["task"]
