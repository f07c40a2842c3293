"""Settings of the controls: what cannot be is refused in a sentence."""

from __future__ import annotations

import pytest

from geobias.controls import ControlPlan, ControlSettings
from geobias.errors import InputError
from geobias.measures import DistanceSettings
from geobias.pipeline import RelationSettings, SentimentSettings


def test_an_unknown_repetition_is_refused():
    with pytest.raises(InputError, match=r"control.repeat must be among \['training', 'cleaning'\], but 'encoding' is"):
        ControlSettings(repeat=("encoding",))


def test_training_of_fine_tuned_models_is_not_repeated():
    control = ControlSettings(repeat=("training",), trainings=7)
    with pytest.raises(InputError, match="the task is sentiment, which would be fine-tuned 7 times more"):
        ControlPlan(control, DistanceSettings(), RelationSettings(), 100, task=SentimentSettings())


def test_no_partitions_shifts_or_repetitions_are_no_control():
    assert not ControlSettings(partitions=0).asked
    assert ControlSettings(partitions=0, repeat=("cleaning",)).asked
