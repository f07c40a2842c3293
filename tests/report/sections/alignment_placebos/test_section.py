from __future__ import annotations

import numpy as np

from geobias.report.sections.alignment_placebos.figures import placebo_figure
from geobias.report.sections.alignment_placebos.section import SECTION


def p_of(frame, attribute):
    """The p of a real attribute as it is written."""
    [row] = frame[(frame["kind"] == "real") & (frame["attribute"] == attribute)].to_dict("records")
    return f"p = {row['pvalue']:.3f}"


def test_real_attributes_are_told_beside_what_relabelled_ones_show(judged_run, judged_tables):
    frame = judged_tables["alignment_placebos"]
    dealt = frame[frame["kind"] == "relabelled"]
    first, second, third, limits = (finding.text for finding in SECTION.findings(judged_run))
    assert first == (
        f"For region ({p_of(frame, 'region')}) and gender ({p_of(frame, 'gender')}) the largest difference in latent r "
        "is not shown to lie beyond those of relabelled annotators. With 9 relabellings no p is below 0.100."
    )
    assert second == (
        f"Of 18 relabellings, in which there is nothing to find, {(dealt['p_max'] <= 0.05).sum()} have a difference "
        "with p of at most 0.05 over its family; about 0.9 should."
    )
    parity = frame[frame["kind"] == "parity"].iloc[0]
    assert third == (
        f"By the parity of the annotator's place the largest difference is {parity['standardised']:.2f} standard "
        f"errors; p = {parity['p_max']:.3f} over the sources."
    )
    assert "blue dot" in limits


def test_attributes_beyond_their_cloud_are_named(judged_tables, make_judged):
    frame = judged_tables["alignment_placebos"]
    region = (frame["kind"] == "real") & (frame["attribute"] == "region")
    run = make_judged({"alignment_placebos": frame.assign(pvalue=frame["pvalue"].mask(region, 0.01))})
    assert next(iter(SECTION.findings(run))).text.startswith(
        "The largest difference in latent r lies beyond those of relabelled annotators for region (p = 0.010). For "
        f"gender ({p_of(frame, 'gender')}) it is not shown to."
    )


def test_the_figure_has_the_cloud_the_real_dot_and_parity(judged_tables):
    frame = judged_tables["alignment_placebos"]
    axes = placebo_figure(frame).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["region", "gender", "even or odd place"]
    clouds = [line.get_xdata() for line in axes.lines if len(line.get_xdata()) == 9]
    for cloud, name in zip(clouds, ("region", "gender"), strict=True):
        of = frame[(frame["attribute"] == name) & (frame["kind"] == "relabelled")]
        np.testing.assert_allclose(cloud, sorted(of["standardised"]))
    real = [line.get_xdata()[0] for line in axes.lines if line.get_markersize() == 7]
    np.testing.assert_allclose(real, frame.loc[frame["kind"] == "real", "standardised"])
    assert [text.get_text() for text in axes.texts] == [p_of(frame, "region"), p_of(frame, "gender")]


def test_the_table_has_the_middle_and_the_end_of_the_cloud(judged_run, judged_tables):
    frame = judged_tables["alignment_placebos"]
    [table] = SECTION.tables(judged_run)
    dealt = frame[(frame["attribute"] == "region") & (frame["kind"] == "relabelled")]["standardised"]
    assert table.rows[0][3:6] == [f"{dealt.median():.2f}", f"{dealt.quantile(0.95):.2f}", "0.100"]
    assert table.rows[-1][0] == "even or odd place"
    assert table.rows[-1][5:7] == ["–", "0"]


def test_attributes_without_a_difference_say_why(judged_tables):
    frame = judged_tables["alignment_placebos"]
    lost = (frame["kind"] == "real") & (frame["attribute"] == "gender")
    changed = frame.assign(
        standardised=frame["standardised"].mask(lost), pvalue=frame["pvalue"].mask(lost), note="no two groups"
    )
    axes = placebo_figure(changed).axes[0]
    assert [text.get_text() for text in axes.texts] == [p_of(frame, "region"), "no two groups"]


def test_a_run_without_placebos_has_no_section(make_judged):
    run = make_judged({"alignment_placebos": None})
    assert not [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]
