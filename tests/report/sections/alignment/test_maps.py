from __future__ import annotations

import numpy as np

from geobias.report.coefficients import two
from geobias.report.sections.alignment.maps import alignment_map
from geobias.report.sections.alignment.rows import alignments


def test_cells_have_r_and_beneath_it_what_decides(judged_run):
    frame = alignments(judged_run)
    [axes] = [ax for ax in alignment_map(frame).axes if ax.get_yticklabels()][:1]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names[:3] == ["everybody", "region", "north"]
    cells = frame[frame["r"].notna()]
    wanted = [two(value) for column in ("r", "value") for value in cells[column]]
    assert sorted(text.get_text() for text in axes.texts) == sorted(wanted)
    mesh = np.ma.getdata(axes.collections[0].get_array())
    assert np.isnan(mesh[1]).all()  # the name of an attribute
    north = cells[(cells["group"] == "north")].set_index("source")["r"]
    np.testing.assert_allclose(mesh[2], [north["labels"], north["model"]])


def test_colours_run_both_ways_from_0_where_r_is_clearly_negative(judged_run):
    frame = alignments(judged_run)
    mesh = alignment_map(frame).axes[0].collections[0]
    assert (mesh.get_cmap().name, mesh.get_clim()) == ("Blues", (frame["r"].min(), frame["r"].max()))
    turned = frame.assign(r=frame["r"] * np.where(frame["source"] == "model", -1, 1))
    turned.attrs = frame.attrs
    mesh = alignment_map(turned).axes[0].collections[0]
    low, high = mesh.get_clim()
    assert (mesh.get_cmap().name, low) == ("RdBu", -high)
