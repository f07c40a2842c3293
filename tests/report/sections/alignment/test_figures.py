from __future__ import annotations

import numpy as np

from geobias.report.sections.alignment.figures import alignment_dots
from geobias.report.sections.alignment.rows import alignments


def dots(axes, marker, face=None):
    """x of the markers of a kind from the top down."""
    points = [
        point
        for line in axes.lines
        if line.get_marker() == marker
        and (face is None or (line.get_markerfacecolor() == "white") == (face == "white"))
        for point in zip(line.get_ydata(), line.get_xdata(), strict=True)
    ]
    return [float(x) for _, x in sorted(points) if not np.isnan(x)]


def test_a_panel_a_source_has_r_and_what_decides_ranked_within_attributes(judged_run):
    frame = alignments(judged_run)
    figure = alignment_dots(frame, {})
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["labels", "model"]
    for axes, source in zip(figure.axes, ("labels", "model"), strict=True):
        part = frame[(frame["source"] == source) & frame["r"].notna()]
        names = [label.get_text() for label in axes.get_yticklabels()]
        assert [name for name in names if "(" not in name] == ["everybody", "region", "gender"]
        region = part[part["attribute"] == "region"].sort_values("r", ascending=False)
        wanted = [f"{row.group} ({row.n_annotators})" for row in region.itertuples()]
        assert names[2:5] == wanted
        np.testing.assert_allclose(dots(axes, "o")[1:4], region["r"])
        np.testing.assert_allclose(dots(axes, "D")[1:4], region["value"])
    assert "west" not in " ".join(names)


def test_r_is_hollow_where_the_other_cannot_be_told(judged_run):
    frame = alignments(judged_run)
    assert not dots(alignment_dots(frame, {}).axes[0], "o", "white")
    lost = (frame["source"] == "labels") & (frame["group"] == "east")
    changed = frame.assign(value=frame["value"].mask(lost))
    changed.attrs = frame.attrs
    labels, model = alignment_dots(changed, {}).axes
    np.testing.assert_allclose(dots(labels, "o", "white"), frame.loc[lost, "r"])
    assert not dots(model, "o", "white")


def test_planted_coefficients_are_crosses_and_are_within_the_panel(judged_run, planted):
    truth = {(source, group): value for source, groups in planted.items() for group, value in groups.items()}
    figure = alignment_dots(alignments(judged_run), truth)
    for axes, source in zip(figure.axes, ("labels", "model"), strict=True):
        wanted = sorted(truth[source, group] for group in ("north", "east", "south"))
        np.testing.assert_allclose(sorted(dots(axes, "x")), wanted)
        assert axes.get_xlim()[0] < min(wanted) <= max(wanted) < axes.get_xlim()[1]
    legend = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert legend == ["r as published", "latent r", "r where latent r cannot be told", "planted"]


def test_r_alone_has_no_second_marker(make_judged):
    figure = alignment_dots(alignments(make_judged({"alignment_intervals": None})), {})
    assert not dots(figure.axes[0], "D")
    assert len(dots(figure.axes[0], "o")) == 6
    assert not dots(figure.axes[0], "o", "white")
