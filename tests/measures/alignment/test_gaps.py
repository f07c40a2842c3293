"""Differences in alignment as pairwise tables."""

import numpy as np
import pytest

from geobias.corpora import make_judgements
from geobias.errors import InputError
from geobias.measures.alignment import AlignmentSettings, alignment_differences, alignment_gaps
from geobias.tables import AlignmentDifference, AlignmentDifferenceTable, PairTable, Quantity


@pytest.fixture(scope="module")
def found():
    settings = AlignmentSettings(statistics=("r", "latent"), draws=99)
    return alignment_differences(make_judgements(annotators=20), ["region", ["region", "gender"]], settings)


@pytest.mark.parametrize("statistic", [None, "r", "latent"])
def test_gaps_are_the_absolute_differences_of_the_rows(found, statistic):
    tables = alignment_gaps(found, "region", statistic)
    assert [table.quantity for table in tables] == ["alignment_gap[labels]", "alignment_gap[model]"]
    for table, source in zip(tables, ("labels", "model"), strict=True):
        for row in found.rows:
            named = row.statistic == (statistic or "latent")
            if (row.attribute, row.source) == ("region", source) and named:
                i, j = table.groups.index(row.group_a), table.groups.index(row.group_b)
                assert table.values[0, i, j] == table.values[0, j, i] == abs(row.difference)
        assert (table.sizes["north"], table.nonnegative) == (20, True)
        assert (Quantity.parse(table.quantity).kind, Quantity.parse(table.quantity).metric) == ("alignment_gap", source)
        assert PairTable.from_frame(table.to_frame()).quantity == table.quantity


def test_standardised_gaps_are_in_units_of_their_errors(found):
    rows = [row for row in found.rows if (row.attribute, row.statistic) == ("region", "latent")]
    for table in alignment_gaps(found, "region", standardised=True):
        assert Quantity.parse(table.quantity).kind == "standardised_alignment_gap"
        expected = [abs(row.difference) / row.error for row in rows if table.quantity.endswith(f"[{row.source}]")]
        np.testing.assert_allclose(table.vector(), expected, rtol=1e-12)


def test_crossed_attributes_are_named_by_their_parts(found):
    [first, _] = alignment_gaps(found, ["region", "gender"], "r")
    assert "north / woman" in first.groups
    assert first.details == {"statistic": "r", "attribute": "region / gender"}


def test_what_was_not_measured_is_nan():
    rows = [
        AlignmentDifference("latent", "labels", "kind", "a", "b", difference=-0.2, decisive=True),
        AlignmentDifference("latent", "labels", "kind", "b", "c", note="not reliable", decisive=True),
    ]
    [table] = alignment_gaps(AlignmentDifferenceTable(tuple(rows)), "kind")
    np.testing.assert_array_equal(table.vector(), [0.2, np.nan, np.nan])


def test_gaps_that_are_not_there_are_named(found):
    with pytest.raises(InputError) as raised:
        alignment_gaps(found, "age")
    assert str(raised.value) == (
        "gaps in alignment need differences of groups of 'age', but there are those of ['region', 'region / gender'], "
        "by ['latent', 'r']. Name one of these."
    )
