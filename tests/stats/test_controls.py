"""Controls: p of placebo partitions, and intervals of a power curve against statsmodels."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.stats import control_pvalue, power_curve

NAN = float("nan")


def test_none_of_99_placebo_partitions_as_extreme_gives_one_hundredth():  # P07
    result = control_pvalue(2.0, np.linspace(-1, 1, 99))
    assert (result.pvalue, result.smallest, result.n_placebo, result.note) == (0.01, 0.01, 99, "")


@pytest.mark.parametrize(("alternative", "p"), [("two-sided", 5 / 6), ("greater", 3 / 6), ("less", 5 / 6)])
def test_direction_and_ties(alternative, p):
    placebo = [-0.9, -0.5, 0.1, 0.5 + 1e-12, 0.8]
    assert control_pvalue(0.5, placebo, alternative=alternative).pvalue == pytest.approx(p)


def test_the_placebo_values_are_described_and_undefined_ones_count():
    values = np.arange(100.0)
    result = control_pvalue(1000, [*values, NAN], alternative="greater")
    assert (result.mean, result.n_undefined) == (49.5, 1)
    assert result.sd == pytest.approx(values.std(ddof=1))
    assert result.quantiles == pytest.approx((4.95, 49.5, 94.05))
    assert result.pvalue == 2 / 102


def test_few_placebo_partitions_and_no_observed_value_are_noted():
    assert control_pvalue(1, [0, 0.5]).note == "2 placebo partitions, 99 or more are needed for p = .01"
    result = control_pvalue(NAN, np.zeros(99))
    assert np.isnan(result.pvalue)
    assert result.note == "the observed statistic is undefined"
    with pytest.raises(InputError, match="a negative control must have placebo partitions, but there is none"):
        control_pvalue(1, [])


def test_level_under_no_effect():
    """The real partition is one more random one: p is uniform on its steps."""
    draws = np.random.default_rng(0).normal(size=(2_000, 100))
    rejected = sum(control_pvalue(row[0], row[1:]).pvalue <= 0.05 for row in draws)
    assert 69 <= rejected <= 132  # binomial 99.9 % about 100


def test_power_and_its_interval():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    pvalues = np.array([[0.5, 0.04, 0.3, NAN], [0.01, 0.02, 0.05, 0.2], [0.01, 0.01, 0.01, 0.01]])
    curve = power_curve([1.0, 2.0, 3.0], pvalues)
    np.testing.assert_allclose(curve.power, [1 / 3, 3 / 4, 1])
    assert curve.runs.tolist() == [3, 4, 4]
    for i, (found, runs) in enumerate([(1, 3), (3, 4), (4, 4)]):
        expected = proportion.proportion_confint(found, runs, method="beta")
        assert (curve.low[i], curve.high[i]) == pytest.approx(expected)


def test_shift_that_is_found_often_enough():
    curve = power_curve([3.0, 1.0, 2.0], [[0.01] * 10, [0.5] * 10, [0.01] * 6 + [0.5] * 4])
    assert curve.shift.tolist() == [1.0, 2.0, 3.0]
    assert curve.detectable(0.8) == pytest.approx(2.5)
    assert curve.detectable(0.0) == 1.0
    assert np.isnan(power_curve([1.0], [[0.5]]).detectable())
    with pytest.raises(InputError, match=r"pvalues must be \(shifts, runs\)"):
        power_curve([1.0, 2.0], [[0.5]])


def test_a_negative_control_stops_what_it_gives_as_often_and_that_is_counted():
    found = power_curve(
        [1.0, 0.0], [[0.01, 0.01, 0.5, np.nan], [0.01] * 4], controls=[[0.2, 0.01, 0.2, 0.2], [np.nan] * 4]
    )
    assert found.power.tolist() == [1.0, pytest.approx(1 / 3)]  # ascending in shift; NaN stops nothing
    assert found.vetoed.tolist() == [0.0, pytest.approx(1 / 3)]
    assert found.runs.tolist() == [4, 3]
    with pytest.raises(InputError, match=r"controls must be \(1, 2\), one for each of pvalues"):
        power_curve([0.0], [[0.1, 0.2]], controls=[0.1])


def test_partitions_that_settled_it_count_as_a_part_of_those_planned():
    result = control_pvalue(0.5, np.ones(12), planned=99)
    assert (result.pvalue, result.smallest, result.n_placebo, result.planned) == (1.0, 0.01, 12, 99)
    assert (result.drawn_until, result.note) == ("settled", "")
    with pytest.raises(InputError, match="planned must be a whole number, at least 12, but it is 5"):
        control_pvalue(0.5, np.ones(12), planned=5)
