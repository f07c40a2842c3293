"""Synthetic judgements: planted correlations come back, and nothing else is planted."""

import numpy as np
import pytest

from geobias.corpora import make_judgements
from geobias.errors import InputError


def _r(made, region, source):
    kept = made.members("region")[region][made.annotator]
    total = np.bincount(made.item[kept], minlength=len(made.items))
    means = np.bincount(made.item[kept], made.answers[kept], minlength=len(made.items)) / total
    return np.corrcoef(means, made.sources[source])[0, 1]


def test_planted_correlations_come_back_but_for_what_the_scale_takes():
    runs = [make_judgements(annotators=80, items=150, answers=75, seed=seed) for seed in range(20)]
    for source, planted in runs[0].details["planted_r"].items():
        for region, truth in planted.items():
            assert np.mean([_r(made, region, source) for made in runs]) == pytest.approx(truth, abs=0.03)


def test_without_alignment_every_region_has_the_same_truth():
    for planted in make_judgements(alignment=0, annotators=2, answers=2).details["planted_r"].values():
        assert len({round(value, 12) for value in planted.values()}) == 1


def test_one_seed_gives_the_same_judgements_and_another_others():
    assert make_judgements(seed=3).digest() == make_judgements(seed=3).digest() != make_judgements(seed=4).digest()


def test_sensitivity_moves_the_answers_of_its_region_alone():
    plain, moved = make_judgements(), make_judgements(sensitivity={"north": -1.0})
    north = plain.members("region")["north"][plain.annotator]
    assert np.array_equal(plain.answers[~north], moved.answers[~north])
    assert moved.answers[north].mean() < plain.answers[north].mean() - 0.5


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"items": 151}, "items must lie between 2 and 150"),
        ({"answers": 0}, "answers must lie between 1 and the number of items"),
        ({"difficulty": 2}, r"difficulty must lie in \[0, 1\]"),
        ({"regions": ("a", "a")}, "regions must be distinct names"),
    ],
)
def test_what_cannot_be_made_is_refused(values, message):
    with pytest.raises(InputError, match=message):
        make_judgements(**values)
