"""Intervals of alignment: their law, their corrections, what is not told, and labels of a group's own making."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from geobias.corpora import make_judgements
from geobias.errors import InputError
from geobias.measures.alignment import (
    STATISTICS,
    AlignmentSettings,
    Suppression,
    align,
    alignment_intervals,
    cells_of,
    held_out_labels,
)
from geobias.stats import krippendorff_alpha


@pytest.fixture
def table(made):
    return alignment_intervals(made, ["group"]).to_frame()


def test_r_and_alpha_are_the_published_ones(made, table):
    published = align(made, ["group"]).to_frame()
    mine = table[table["statistic"] == "r"].set_index(["source", "group"])
    for row in published.itertuples():
        assert mine.loc[(row.source, row.group), "value"] == pytest.approx(row.r)
        assert mine.loc[(row.source, row.group), "n_annotators"] == row.n_annotators
    alpha = table[(table["statistic"] == "alpha") & (table["group"] == "g2")]["value"].item()
    cell = cells_of(made, "group")["g2"].judgements
    assert alpha == pytest.approx(krippendorff_alpha(made.item[cell], made.answers[cell]).alpha)


def test_intervals_are_students_on_their_scale(table):
    half = stats.t.ppf(0.975, table["df"]) * table["error"]
    fisher = table["statistic"].isin(["r", "matched"])
    there = {
        True: (np.arctanh, fisher),
        False: (lambda x: x, table["statistic"].isin(["corrected", "latent"])),
        None: (lambda x: -np.log(1 - x), table["statistic"] == "alpha"),
    }
    for scale, of in there.values():
        for end, sign in (("low", -1), ("high", 1)):
            expected = scale(table.loc[of, "value"]) + sign * half[of]
            assert scale(table.loc[of, end]).to_numpy() == pytest.approx(expected.to_numpy())
    p = 2 * stats.t.sf(np.arctanh(table.loc[fisher, "value"]) / table.loc[fisher, "error"], table.loc[fisher, "df"])
    assert table.loc[fisher, "p"].to_numpy() == pytest.approx(p)


def test_holm_and_bh_are_over_the_groups_of_a_source(table):
    rows = table[(table["statistic"] == "latent") & (table["source"] == "source 1") & (table["group"] != "")]
    assert rows["p_holm"].to_numpy() == pytest.approx(multipletests(rows["p"], method="holm")[1])
    assert rows["q_bh"].to_numpy() == pytest.approx(multipletests(rows["p"], method="fdr_bh")[1])
    assert table.loc[table["group"] == "", "p_holm"].isna().all()


def test_fewer_annotators_widen_the_interval(made, table):
    rows = table[(table["statistic"] == "latent") & (table["source"] == "source 0")].set_index("group")
    assert rows.loc["g4", "error"] > rows.loc["g0", "error"] > rows.loc["", "error"] * 0.8


def test_reliabilities_agree_and_only_corrected_rows_are_halved(table):
    rows = table[table["statistic"] == "corrected"]
    assert rows["split_half"].to_numpy() == pytest.approx(rows["reliability"].to_numpy(), abs=0.08)
    assert table.loc[table["statistic"] == "r", "split_half"].isna().all()


def test_small_cells_are_not_told(made):
    strict = AlignmentSettings(suppression=Suppression(annotators=9))
    rows = alignment_intervals(made, ["group"], strict).to_frame()
    small = rows[rows["group"] == "g4"]
    assert set(small["note"]) == {"fewer than 9 annotators"}
    assert small["value"].isna().all()
    assert len(small) == 1 + 2 * len(STATISTICS)


def test_items_that_a_source_does_not_know_take_no_part(made):
    source = made.sources["source 0"].copy()
    source[::3] = np.nan
    found = alignment_intervals(made.with_source("half", source), ["group"], AlignmentSettings(statistics=("r",)))
    means = cells_of(made, "group")["g1"].means
    known = ~np.isnan(source)
    row = next(row for row in found.rows if (row.source, row.group) == ("half", "g1"))
    assert row.value == pytest.approx(np.corrcoef(means[known], source[known])[0, 1])
    assert row.n_items == known.sum()


def test_a_label_made_of_a_groups_own_answers_is_seen_and_held_out_ones_are_no_better(worlds):
    """A group without opinions of its own: its own label agrees with it beyond 1, that of its other half does not."""
    world = worlds.World(items=300, sizes=(40, 40), per_item=(4, 4), shift=(0, 0), noise=(0.7, 0.7))
    made = world.drawn(np.random.default_rng(0))
    own = made.with_source("own", cells_of(made, "group")["g0"].means)
    latent = AlignmentSettings(statistics=("latent",))
    rows = {(row.source, row.group): row for row in alignment_intervals(own, ["group"], latent).rows}
    assert rows["own", "g0"].note == "above 1: the source shares the group's noise, as one made of its own answers does"
    held = held_out_labels(made, "group")
    assert set(held.sources) == {"g0", "g1"}
    again = {(row.source, row.group): row for row in alignment_intervals(held, ["group"], latent).rows}
    assert again["g0", "g0"].value < 1 < rows["own", "g0"].value
    assert again["g0", "g0"].note == ""


def test_held_out_labels_share_no_annotator_with_answers(made):
    held = held_out_labels(made, "group", seed=1)
    kept = set(zip(held.item.tolist(), held.annotator.tolist(), strict=True))
    left = [pair not in kept for pair in zip(made.item.tolist(), made.annotator.tolist(), strict=True)]
    rest = made.select(np.array(left))
    assert not set(rest.annotator) & set(held.annotator)
    for group, cell in cells_of(rest, "group").items():
        assert held.sources[group] == pytest.approx(cell.means, nan_ok=True)


def test_several_values_count_in_each_cell(made):
    both = replace(
        made, attributes={"group": [("g0", "g1") if one == ("g1",) else one for one in made.attributes["group"]]}
    )
    rows = alignment_intervals(both, ["group"], AlignmentSettings(statistics=("latent",))).rows
    row = next(row for row in rows if (row.group, row.source) == ("g0", "source 0"))
    assert row.n_annotators == 60


def test_settings_are_checked():
    with pytest.raises(InputError) as error:
        AlignmentSettings(per_item=0.5)
    assert str(error.value) == "per_item must be at least 1, but it is 0.5. Pass 3, or None."
    with pytest.raises(InputError, match="statistics must be one of"):
        AlignmentSettings(statistics=("spearman",))


def test_the_default_judgements_go_through():
    assert alignment_intervals(make_judgements(), ["region", ["region", "gender"]]).summary()
