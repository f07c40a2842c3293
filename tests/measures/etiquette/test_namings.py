"""Region identification: scores by hand, without bias as expected, and a planted preference that is found."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteSettings, RegionNamings, region_bias, region_confusions
from geobias.tables import BIAS_FOR, PREFERENCE, RegionBiasTable, RegionConfusionTable

QUICK = EtiquetteSettings(replicates=300)
REGIONS = ("a", "b", "c")


def _by_hand():
    """Statements of a, a, b, c; named {a}, {b}, {b, c}, {a, b}."""
    named = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 1], [1, 1, 0]], dtype=bool)[None]
    return RegionNamings(REGIONS, np.array([0, 0, 1, 2]), named, np.arange(4), "m")


def test_scores_are_those_of_the_definitions():
    rows = {(row.score, row.region): row for row in region_bias(_by_hand(), QUICK).rows}
    assert [rows[PREFERENCE, name].value for name in REGIONS] == pytest.approx([200 / 6, 300 / 6, 100 / 6])
    assert [rows[PREFERENCE, name].expected for name in REGIONS] == pytest.approx([50, 25, 25])
    # The own region is missing for the second (b named) and the fourth (a and b named): B = 1/2, 2/3, 0.
    assert [rows[BIAS_FOR, name].value for name in REGIONS] == pytest.approx([300 / 7, 400 / 7, 0])
    assert rows[BIAS_FOR, "a"].expected == pytest.approx(100 / 3)
    apart = np.array([200, 300, 100]) / 6 - [50, 25, 25]
    assert rows[PREFERENCE, ""].value == pytest.approx(np.sqrt((apart**2).mean()))
    assert np.isnan(rows[PREFERENCE, "a"].sd)


def test_pairs_count_the_namings_without_the_own_region():
    rows = {(row.region, row.named): row for row in region_confusions(_by_hand(), QUICK).rows}
    assert {pair: row.count for pair, row in rows.items()} == {
        ("a", "b"): 1, ("a", "c"): 0, ("b", "a"): 0, ("b", "c"): 0, ("c", "a"): 1, ("c", "b"): 1,
    }  # fmt: skip
    assert (rows["a", "b"].percent, rows["a", "b"].n) == (50, 2)


def test_means_and_deviations_are_over_the_answers():
    one = _by_hand().named[0]
    other = one[:, [1, 0, 2]]
    both = RegionNamings(REGIONS, np.array([0, 0, 1, 2]), np.stack([one, other]), np.arange(4))
    rows = {(row.score, row.region): row for row in region_bias(both, QUICK).rows}
    assert rows[PREFERENCE, "a"].value == pytest.approx(250 / 6)
    assert rows[PREFERENCE, "a"].sd == pytest.approx(np.std([200 / 6, 300 / 6], ddof=1))
    assert rows[PREFERENCE, "a"].answers == 2


def _drawn(rng, weights, n=400, right=0.5):
    own = np.tile(np.arange(3), n // 3 + 1)[:n]
    said = np.where(rng.random(n) < right, own, rng.choice(3, n, p=weights))
    return RegionNamings(REGIONS, own, np.eye(3, dtype=bool)[said][None], np.arange(n))


def test_a_planted_preference_lies_outside_and_none_within():
    rng = np.random.default_rng(0)
    biased = {(r.score, r.region): r for r in region_bias(_drawn(rng, [0.7, 0.2, 0.1]), QUICK).rows}
    for score in (PREFERENCE, BIAS_FOR):
        assert biased[score, "a"].excess_low > 0
        assert biased[score, "c"].excess_high < 0
        assert biased[score, ""].excess > 0
    fair = {(r.score, r.region): r for r in region_bias(_drawn(rng, [1 / 3] * 3, 900), QUICK).rows}
    for score in (PREFERENCE, BIAS_FOR):
        assert sum(fair[score, name].excess_low <= 0 <= fair[score, name].excess_high for name in REGIONS) >= 2


def test_copies_of_a_statement_make_intervals_wide():
    rng = np.random.default_rng(2)
    alone = _drawn(rng, [0.5, 0.3, 0.2], 60)
    copied = RegionNamings(REGIONS, np.repeat(alone.own, 9), np.repeat(alone.named, 9, 1), np.repeat(np.arange(60), 9))
    width = {}
    for name, made in (("alone", alone), ("copied", copied)):
        row = region_bias(made, QUICK).rows[0]
        width[name] = row.high - row.low
    assert width["copied"] == pytest.approx(width["alone"], rel=0.05)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"named": np.zeros((4, 3), dtype=bool)},
            "named must be bool (answers, 4, 3), by answer, statement and region, but it is bool (4, 3). Pass True "
            "where a region is named.",
        ),
        (
            {"named": np.zeros((1, 4, 3), dtype=bool)},
            "some region must be named, but no answer names any. See what the model said.",
        ),
        (
            {"own": np.array([0, 1, 2, 3])},
            "every statement must be of one of two or more regions, but there are 3. Name them.",
        ),
        ({"units": np.arange(3)}, "units must have 4 entries, but there are 3. Align them."),
    ],
)  # fmt: skip
def test_what_are_no_namings_is_refused(changes, message):
    made = _by_hand()
    given = {"regions": REGIONS, "own": made.own, "named": made.named, "units": made.units}
    with pytest.raises(InputError) as caught:
        RegionNamings(**{**given, **changes})
    assert str(caught.value) == message


def test_tables_come_back_from_files(tmp_path):
    made = _by_hand()
    for table, kind in ((region_bias(made, QUICK), RegionBiasTable), (region_confusions(made), RegionConfusionTable)):
        for ending in ("csv", "parquet"):
            path = table.save(tmp_path / f"t.{ending}")
            assert kind.load(path).to_frame().equals(table.to_frame())
        assert "m" in table.summary()
