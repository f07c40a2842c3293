"""Made-up respondents: what is planted comes back, and nothing else."""

import numpy as np
import pytest

from geobias.corpora import cell_means, declare, make_survey
from geobias.corpora.survey import AGE_BIN, NATION, SEX
from geobias.errors import InputError


def _z(made):
    rows = cell_means(made, [NATION]).rows
    return [(row.mean - made.details["projection"][row.nation]) / row.se for row in rows]


def test_means_lie_around_the_truth_by_their_errors():
    z = np.concatenate([_z(make_survey(respondents=150, age_effect=0.4, seed=seed)) for seed in range(40)])
    assert abs(z.mean()) < 0.2  # of 320: the error of the mean is .056
    assert z.std() == pytest.approx(1, abs=0.13)


def test_the_order_of_nations_is_the_planted_one():
    made = make_survey()
    planted = made.details["planted"]["positions"]
    found = {row.nation: row.mean for row in cell_means(made, [NATION]).rows}
    assert sorted(found, key=found.get) == sorted(planted, key=planted.get)


@pytest.mark.parametrize(("effect", "sign"), [(0.6, 1), (-0.6, -1)])
def test_effects_of_age_and_sex(effect, sign):
    old = make_survey(positions={"a": 0.0}, respondents=2000, age_effect=effect)
    means = [row.mean for row in cell_means(old, [AGE_BIN]).rows]
    assert np.all(np.diff(means) * sign > 0)
    man, woman = cell_means(make_survey(respondents=500, age_effect=0, sex_effect=effect), [SEX]).rows
    assert (man.mean - woman.mean) * sign > 5 * man.se


def test_without_effects_there_are_none():
    made = make_survey(positions={"a": 0.0, "b": 0.0}, respondents=1000, age_effect=0, sex_effect=0)
    assert made.details["projection"] == {"a": pytest.approx(0, abs=1e-12), "b": pytest.approx(0, abs=1e-12)}
    cells = cell_means(made).rows
    assert len(cells) == 24
    assert max(abs(row.mean / row.se) for row in cells) < 4


def test_values_lie_on_the_scales_of_the_survey_and_some_are_missing():
    made, declared = make_survey(missing=0.1), declare("wvs7")
    assert set(made.values) == set(declared.items)
    for name, values in made.values.items():
        low, high = declared.items[name].ends
        assert len(np.unique(values[~np.isnan(values)])) == high - low + 1 - (high - low) % 2
        assert np.isnan(values).mean() == pytest.approx(0.1, abs=0.02)
    assert made.complete.mean() == pytest.approx(0.9**5, abs=0.03)
    assert set(made.attributes["age_bin"]) == {"20", "30", "40", "50", "60", "75"}


def test_one_seed_gives_the_same_respondents_and_another_others():
    assert make_survey(seed=3).digest() == make_survey(seed=3).digest() != make_survey(seed=4).digest()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"positions": {}}, "positions must name at least one nation, but there is none. Leave it out."),
        ({"missing": 1}, "missing must lie in [0, 1), but it is 1. Pass 0.02."),
        (
            {"respondents": 0},
            "respondents must be a whole number, at least 1, but it is 0. Pass a whole number for respondents.",
        ),
        (
            {"positions": {"a": "far"}},
            "the position of 'a' must be a finite number, but it is 'far'. Pass a number for the position of 'a'.",
        ),
    ],
)
def test_what_cannot_be_made_is_refused(values, message):
    with pytest.raises(InputError) as error:
        make_survey(**values)
    assert str(error.value) == message
