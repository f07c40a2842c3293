from __future__ import annotations

import numpy as np

from geobias.report.coefficients import two, with_interval
from geobias.report.sections.agreement.figures import component_bars
from geobias.report.sections.agreement.section import SECTION
from geobias.tables import COMPONENTS, OWN_SHARE


def test_alpha_and_own_shares_in_sentences_are_those_of_the_tables(judged_run, judged_tables):
    frame = judged_tables["alignment_intervals"]
    alpha = frame[(frame["statistic"] == "alpha") & frame["value"].notna()]
    own = judged_tables["variance_components"].query("component == @OWN_SHARE").set_index("attribute")
    found = [finding.text for finding in SECTION.findings(judged_run)]
    everybody, groups = alpha[alpha["group"] == ""].iloc[0], alpha[alpha["group"] != ""]
    assert found[0] == (
        f"Krippendorff's alpha of everybody is {with_interval(*everybody[['value', 'low', 'high']])}; of 5 groups it "
        f"goes from {two(groups['value'].min())} of woman (gender) to {two(groups['value'].max())} of south (region)."
    )
    shares = [with_interval(*own.loc[name, ["value", "low", "high"]]) for name in ("region", "gender")]
    assert f"{shares[0]} for region and {shares[1]} for gender. For 1 of 2 attributes" in found[2]


def test_alpha_has_a_dot_with_interval_a_group(judged_run, judged_tables):
    frame = judged_tables["alignment_intervals"]
    alpha = frame[(frame["statistic"] == "alpha") & frame["value"].notna()]
    picture = next(iter(SECTION.pictures(judged_run)))
    drawn = [
        x for axes in picture.figure.axes for line in axes.lines if line.get_marker() == "o" for x in line.get_xdata()
    ]
    np.testing.assert_allclose(sorted(x for x in drawn if not np.isnan(x)), sorted(alpha["value"]))


def test_bars_are_shares_of_components_and_one_below_0_is_drawn_as_none(judged_tables):
    frame = judged_tables["variance_components"]
    of = (frame["attribute"] == "gender") & (frame["component"] == "group x item")
    left, right = component_bars(frame.assign(value=frame["value"].mask(of, -0.2))).axes
    widths = np.array([bar.get_width() for bar in left.patches]).reshape(len(COMPONENTS), 2)
    np.testing.assert_allclose(widths.sum(0), 100)
    assert widths[COMPONENTS.index("group x item"), 1] == 0
    region = frame[frame["attribute"] == "region"].set_index("component")["value"]
    parts = region[list(COMPONENTS)]
    np.testing.assert_allclose(widths[:, 0], 100 * parts / parts.sum())
    [dots] = [line.get_xdata() for line in right.lines if line.get_marker() == "o"]
    np.testing.assert_allclose(dots, frame.loc[frame["component"] == OWN_SHARE, "value"])


def test_what_a_run_lacks_is_left_out(make_judged):
    run = make_judged({"variance_components": None})
    assert [picture.name for picture in SECTION.pictures(run)] == ["agreement"]
    assert not list(SECTION.tables(run))


def test_without_intervals_components_stand_alone(make_judged):
    run = make_judged({"alignment_intervals": None})
    assert [picture.name for picture in SECTION.pictures(run)] == ["variance-components"]
