from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import kendalltau, spearmanr

from geobias.report.sections.relations.scatter import common_pairs, relation_scatter, statistics
from geobias.report.sections.relations.section import SECTION


def chosen(usual, *quantities):
    frames = [usual.tables["distances"], usual.tables["gaps"]]
    return [frame[frame["quantity"].isin(quantities)] for frame in frames]


def test_points_are_the_means_of_the_pairs(usual):
    x, y = chosen(usual, "sinkhorn", "gap[accuracy]")
    points = common_pairs(x, y, "sinkhorn", "gap[accuracy]", usual.groups)
    means = [frame.groupby(["group_a", "group_b"])["value"].mean() for frame in (x, y)]
    assert len(points) == 28
    for row in points.to_dict("records"):
        key = (row["group_a"], row["group_b"])
        np.testing.assert_allclose([row["x"], row["y"]], [means[0][key], means[1][key]])


def test_filled_points_are_the_pairs_of_regions_and_all_have_names(usual):
    x, y = chosen(usual, "sinkhorn", "gap[accuracy]")
    figure = relation_scatter(x, y, usual.groups, usual.tables["relations"])
    axes = figure.axes[0]
    hollow, filled = [line for line in axes.lines if len(line.get_xdata()) > 2]
    assert (len(hollow.get_xdata()), len(filled.get_xdata())) == (13, 15)
    assert hollow.get_markerfacecolor() == "white"
    names = {text.get_text() for text in axes.texts} - {""}
    assert {"AU–CA", "IN–US", "NO–UK"} <= names
    assert len(names) >= 24
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "Sinkhorn divergence [half squared distance]",
        "gap in accuracy [points]",
    )


def test_statistics_are_those_of_the_relations(usual):
    x, y = chosen(usual, "lda", "gap[f1_macro]")
    relations = usual.tables["relations"]
    figure = relation_scatter(x, y, usual.groups, relations)
    rows = relations[(relations["x"] == "lda") & (relations["y"] == "gap[f1_macro]")].set_index("coefficient")
    rho, tau = rows.loc["spearman"], rows.loc["kendall_tau_b"]
    expected = (
        f"ρ = {rho.statistic:+.2f} (p {rho.p_qap:.3f}), τ-b = {tau.statistic:+.2f} (p {tau.p_qap:.3f})"
        "\n15 pairs, p by QAP"
    ).replace("= -", "= −")
    title = figure.axes[0].get_title(loc="left")
    assert title.replace("\xa0", " ") == expected  # no line breaks between a coefficient and its p
    assert expected.replace("\n", "; ") in figure.get_label()


def test_without_relations_the_coefficients_are_of_the_regions_and_not_tested(usual):
    x, y = chosen(usual, "lda", "gap[auc]")
    points = common_pairs(x, y, "lda", "gap[auc]", usual.groups)
    used = points[points["regions"]]
    rho, tau = spearmanr(used["x"], used["y"])[0], kendalltau(used["x"], used["y"])[0]
    title = relation_scatter(x, y, usual.groups).axes[0].get_title(loc="left")
    assert title.replace("\xa0", " ") == f"ρ = {rho:+.2f}, τ-b = {tau:+.2f}\n15 pairs, not tested".replace("= -", "= −")


def test_every_table_can_stand_against_every_other(usual):
    distances = usual.tables["distances"]
    figure = relation_scatter(
        distances[distances["quantity"].isin(["sinkhorn", "lda"])],
        distances[distances["quantity"] == "lda_crossfit"],
        usual.groups,
        usual.tables["relations"],
    )
    assert [axes.get_ylabel() for axes in figure.axes] == ["LDA centroid distance (cross-fitted)"] * 2


def test_relation_that_could_not_be_computed_says_why(usual):
    x, y = chosen(usual, "lda", "gap[auc]")
    relations = usual.tables["relations"].assign(statistic=np.nan, note="'lda' is constant over the 15 pairs used")
    title = relation_scatter(x, y, usual.groups, relations).axes[0].get_title(loc="left")
    assert title == "not computed ('lda' is constant over the 15 pairs used)\n15 pairs"


def test_pairs_that_one_side_lacks_are_left_out(usual):
    x, y = chosen(usual, "lda", "gap[auc]")
    y = pd.DataFrame(y)
    y.loc[y["group_a"] == "AU", "value"] = np.nan
    assert len(common_pairs(x, y, "lda", "gap[auc]", usual.groups)) == 21
    axes = relation_scatter(x, y.assign(value=np.nan), usual.groups).axes[0]
    assert [text.get_text() for text in axes.texts] == ["not measured"]


def test_a_declared_one_sided_relation_is_called_so(judged):
    relations = judged.tables["relations"]
    row = relations[relations["primary"].fillna(False).astype(bool)].iloc[0]
    line = statistics(relations, row["x"], row["y"], pd.DataFrame())
    assert line.endswith("15 pairs, one-sided p by QAP, declared beforehand")


def test_the_distance_of_the_differences_is_the_first_panel(judged):
    [picture] = [one for one in SECTION.pictures(judged) if one.name == "excess-gap"]
    labels = [axes.get_xlabel() for axes in picture.figure.axes]
    assert labels[0] == "Mahalanobis distance of means (squared)"
    assert len(labels) == 6
