"""What tables say in short: the words of verdicts, the largest effects first, nothing that does not fit a terminal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.relations import RegressionTable, judge, judge_separations, relate_all
from geobias.tables import (
    GapIntervalTable,
    GroupDescriptor,
    PairTable,
    RelationTable,
    ScoreTable,
    Separation,
    SeparationTable,
)

GROUPS = ("au", "ca", "nz", "uk", "mixed")


def distances(repeats: int = 4, quantity: str = "sinkhorn") -> PairTable:
    """Pair i of the upper triangle is 10 (i + 1) on average; au-ca, the smallest, was not measured once."""
    size = len(GROUPS)
    means = np.zeros((size, size))
    means[np.triu_indices(size, 1)] = 10.0 * np.arange(1, 11)
    means += means.T
    values = means + np.arange(repeats)[:, None, None]
    return PairTable(GROUPS, values, quantity, "points", pooled_groups=("mixed",))


def test_a_pair_table_tells_its_ends():
    assert distances().summary() == (
        "sinkhorn: 4 groups, 6 pairs, 4 repeats [points]\n"
        "  beside them, out of inference: mixed\n"
        "  pair   mean  ± sd\n"
        "  nz–uk  81.5  ± 1.29\n"
        "  ca–uk  61.5  ± 1.29\n"
        "  ca–nz  51.5  ± 1.29\n"
        "  …\n"
        "  au–ca  11.5  ± 1.29"
    )
    assert repr(distances()) == "<PairTable: sinkhorn: 4 groups, 6 pairs, 4 repeats [points]>"


def test_one_repeat_has_no_spread_and_what_was_not_measured_is_said():
    values = distances(1).values.copy()
    values[0, 2, 3] = values[0, 3, 2] = np.nan
    told = replace(distances(), values=values, units="", pooled_groups=()).summary(most=1)
    assert told.splitlines()[0] == "sinkhorn: 5 groups, 10 pairs, 1 repeat"
    assert told.splitlines()[1:] == ["  pair      mean", "  uk–mixed   100", "  …", "  au–ca       10",
                                     "  not measured: 1 pair"]  # fmt: skip
    nothing = replace(distances(), values=np.full((2, 5, 5), np.nan))
    assert nothing.summary().splitlines()[-1] == "  not measured: 6 pairs"


def test_standard_deviations_are_those_of_pandas():
    import pandas as pd

    table = replace(distances(), values=distances().values * np.random.default_rng(0).random((4, 1, 1)))
    expected = table.to_frame().groupby(["group_a", "group_b"], sort=False)["value"].std()
    np.testing.assert_allclose(table.standard_deviation()[np.triu_indices(5, 1)], expected, rtol=1e-12)
    assert isinstance(expected, pd.Series)


def test_relations_tell_their_verdicts_by_family():
    x = distances()
    y = PairTable(x.groups, x.values**2, "gap[auc]", pooled_groups=x.pooled_groups)
    z = PairTable(x.groups, -x.values, "gap[f1]", pooled_groups=x.pooled_groups)
    rows = [
        *judge(relate_all([(x, y)], family="first", coefficients=["spearman", "pearson"]).rows),
        *relate_all([(x, z)], family="second", coefficients=["spearman"], exclude={"without au": ["au"]}).rows,
    ]
    told = RelationTable(tuple(rows)).summary().splitlines()
    assert told[:2] == [
        "4 relations: 2 supported, 2 not judged",
        "first: 2 relations: 2 supported",
    ]
    assert told[2].split() == ["x", "y", "coefficient", "value", "p", "after", "groups", "verdict"]
    assert told[3].split() == ["sinkhorn", "gap[auc]", "spearman", "+1", "0.0417", "max-T", "4", "supported"]
    assert told[4].split()[2:4] == ["pearson", "+0.977"]
    assert told[5] == "second: 2 relations: 2 not judged"
    assert "gap[f1] (without au)" in "".join(told[7:])
    assert RelationTable(()).summary() == "0 relations"


def test_separations_tell_the_largest_excess_first():
    rows = [
        Separation("sinkhorn", a, b, 9, 9, 4, 3.0 + n, floor=2.0, excess=1.0 + n, low=0.5, high=2.0 + n,
                   p_permutation=0.01, p_smallest=0.001)
        for n, (a, b) in enumerate([("au", "ca"), ("au", "nz"), ("au", "mixed")])
    ]  # fmt: skip
    told = judge_separations(SeparationTable(tuple(rows)), ["mixed"]).summary().splitlines()
    assert told[0] == "3 separations: 2 different, 1 not judged"
    assert [line.split()[0] for line in told[2:]] == ["au–nz", "au–ca", "au–mixed"]
    assert "+2 [+0.5, +3]" in told[2]


def test_long_tables_are_cut_and_shown_in_a_notebook_as_text():
    rows = tuple(Separation("energy", "a<b", f"g{n}", 9, 9, 0, float(n), excess=float(n)) for n in range(9))
    table = SeparationTable(rows)
    assert table.summary(most=2).splitlines()[2:] == [
        "  a<b–g8         +8      –  –  not judged",
        "  a<b–g7         +7      –  –  not judged",
        "  and 7 more",
    ]
    assert table._repr_html_().startswith("<pre>9 separations: 9 not judged\n")
    assert "a&lt;b–g8" in table._repr_html_()


@pytest.mark.parametrize("table", [RegressionTable, GapIntervalTable, SeparationTable, RelationTable])
def test_empty_tables_have_a_summary(table):
    assert table(()).summary().startswith("0 ")
    assert ScoreTable((), (), {}).summary() == "0 metrics: 0 models, 0 groups, 0 repeats"


def test_groups_are_described():
    attributes = {"us / f": {"country": "us", "sex": "f"}, "us / m": {"country": "us", "sex": "m"}}
    groups = ("us / f", "us / m", "all")
    table = PairTable(
        groups, np.zeros((1, 3, 3)), "lda", pooled_groups=("all",), sizes={"all": 9}, attributes=attributes
    )
    assert table.descriptors == (
        GroupDescriptor("us / f", "base", None, attributes["us / f"]),
        GroupDescriptor("us / m", "base", None, attributes["us / m"]),
        GroupDescriptor("all", "pooled", 9),
    )
    assert table.groups_where(country="us") == ("us / f", "us / m")
    women = table.select(("all", *table.groups_where(sex="f")))
    assert (women.groups, women.sizes, list(women.attributes)) == (("all", "us / f"), {"all": 9}, ["us / f"])
    with pytest.raises(InputError) as error:
        PairTable(groups, np.zeros((1, 3, 3)), "lda", sizes={"de": 3})
    assert str(error.value) == (
        "sizes and attributes of the table 'lda' must be of its groups, but ['de'] are none. "
        "It has ['us / f', 'us / m', 'all']."
    )
