"""The section on layers: what it says of a family, of lengths and of positions, and that one layer has no section."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from geobias.report.files import write_table
from geobias.report.run import read_run
from geobias.report.sections.layers import SECTION
from geobias.report.sections.layers.figures import layer_curves
from geobias.report.sections.layers.words import CAUTION, layer_findings, spans
from geobias.tables import NOT_SEPARABLE, SUPPORTED, LayerRelation, LayerTable

NAN = float("nan")


def made(
    statistics=(0.1, 0.85),
    lengths=(-0.2, 0.3),
    shares=(0.08, 0.09),
    critical=0.8,
    alternative="greater",
    gap="gap_at_m[auc]",
):
    """Energy and a Sinkhorn excess at layers 0 and 2; the first statistic is energy's, and the second the excess' at
    layer 2, which is the study's own."""
    rows = []
    for layer in (0, 2):
        for quantity in ("energy", "sinkhorn_excess"):
            best = layer == 2 and quantity == "sinkhorn_excess"
            value, length = statistics[best], lengths[best]
            found = SUPPORTED if abs(value) > critical else NOT_SEPARABLE
            rows.append(
                LayerRelation(
                    layer, quantity, "spearman", own=layer == 2, mean=layer - 0.5, sd=0.5, gap=gap, statistic=value,
                    p_qap=0.004 if best else 0.4, p_max=0.03 if best else 0.9, critical=critical, verdict=found,
                    alternative=alternative, length=length, length_p_max=0.01 if length > 0.8 else 0.7,
                    length_verdict=SUPPORTED if length > 0.8 else NOT_SEPARABLE,
                    position=0, position_share=shares[layer // 2], fair_share=0.07,
                )
            )  # fmt: skip
    return LayerTable(tuple(rows)).to_frame()


def said(frame: pd.DataFrame) -> list[str]:
    return [finding.text for finding in layer_findings(frame)]


def test_the_family_its_clearest_relation_lengths_positions_and_a_caution():
    assert said(made()) == [
        "2 layers (0 and 2) by energy distance and Sinkhorn divergence (excess over the noise floor): 4 relations that "
        "are one family, on permutations that all share. The verdict of this page goes by layer 2 alone, and so does "
        "all else on it, gaps too.",
        "Gap in AUC at one size: of 4 relations 1 is supported (max-T). The clearest is the Sinkhorn divergence "
        "(excess over the noise floor) at layer 2: Spearman's ρ +0.85, p = 0.0040 alone and 0.030 over the family; one "
        "that large in the family is one beyond +0.80.",
        "With the difference in mean length none of 4 distances goes (the largest coefficient is +0.30, of the "
        "Sinkhorn divergence (excess over the noise floor) at layer 2, p = 0.700 over the family).",
        "No position of the texts holds more than 3 times its fair share of the clouds' variance at any layer: at most "
        "9.0\xa0% where 7.0\xa0% is fair, position 0 at layer 2.",
        CAUTION,
    ]


def test_only_a_supported_relation_opens_the_page_and_a_direction_is_told():
    headlines = [finding.headline for finding in layer_findings(made())]
    assert headlines == [False, True, False, False, False]
    weak = made(statistics=(0.1, 0.2), critical=0.75, alternative="two-sided")
    assert not any(finding.headline for finding in layer_findings(weak))
    assert "of 4 relations none is supported (max-T)" in said(weak)[1]
    assert said(weak)[1].endswith("one that large in the family is one beyond ±0.75.")
    assert said(made(critical=float("inf")))[1].endswith("alone and 0.030 over the family.")


def test_sinks_and_distances_that_go_with_length_are_warned_of():
    found = list(layer_findings(made(lengths=(0.1, 0.95), shares=(0.07, 0.915))))
    assert found[2].text == (
        "With the difference in mean length 1 of 4 distances goes, at layer 2 by the Sinkhorn divergence (excess over "
        "the noise floor) (the largest coefficient is +0.95, of the Sinkhorn divergence (excess over the noise floor) "
        "at layer 2, p = 0.010 over the family). There a distance may tell of lengths."
    )
    assert found[3].notice == "warning"
    assert found[3].text == (
        "At layer 2 the tokens at position 0 of the texts hold up to 91.5\xa0% of the clouds' variance, where their "
        "fair share is 7.0\xa0%: a distance of clouds there tells of these tokens, and of how many there are, not of "
        "the texts."
    )


def test_several_distances_go_with_length():
    assert "With the difference in mean length 4 of 4 distances go, at " in said(made(lengths=(0.96, 0.95)))[2]


def test_what_was_not_measured_is_not_told_of():
    frame = made().assign(gap="", statistic=NAN, position_share=NAN)
    assert [text.split(" ")[0] for text in said(frame)] == ["2", "With", "A"]
    assert len(layer_curves(frame).axes) == 2


@pytest.mark.parametrize(("alternative", "lines"), [("greater", [0.8]), ("less", [-0.8]), ("two-sided", [0.8, -0.8])])
def test_curves_hold_the_table_and_the_line_that_a_coefficient_must_pass(alternative, lines):
    frame = made(alternative=alternative)
    figure = layer_curves(frame)
    distances, gap, length, positions = figure.axes
    np.testing.assert_allclose(distances.lines[0].get_ydata(), [-1, 3])
    curves = [line for line in gap.lines if list(line.get_xdata()) == [0, 2] and line.get_marker() == "None"]
    np.testing.assert_allclose([line.get_ydata() for line in curves], [[0.1, 0.1], [0.1, 0.85]])
    marks = [line for line in gap.lines if line.get_marker() not in ("None", None, "")]
    filled = [len(line.get_xdata()) for line in marks if line.get_markerfacecolor() != "white"]
    assert sum(filled) == 1
    level = [line.get_ydata()[0] for line in gap.lines if list(line.get_xdata()) == [0, 1]]
    assert level == [0, *lines]
    assert gap.get_title(loc="left") == "With the gap in AUC at one size"
    assert length.get_title(loc="left") == "With the difference in mean length"
    np.testing.assert_allclose(positions.lines[0].get_ydata(), [8, 9])
    assert [text.get_text() for text in distances.get_legend().get_texts()] == [
        "energy distance",
        "Sinkhorn divergence",
    ]
    assert figure.get_label() == "Curves over 2 layers, 0 to 2, in 4 panels. The numbers are in the table of layers."


def test_a_run_of_several_layers_has_the_section_and_one_of_one_has_not(make_run, usual):
    assert not [*SECTION.findings(usual), *SECTION.pictures(usual), *SECTION.tables(usual)]

    folder = make_run()
    write_table(folder, "layers", made())
    run = read_run(folder)
    [picture], [table] = SECTION.pictures(run), SECTION.tables(run)
    assert (picture.name, table.title) == ("layers", "Layers")
    assert table.rows[3] == [
        "2 (own)", "Sinkhorn divergence (excess over the noise floor)", "1.50", "0.500", "+0.85", "0.0040", "0.030",
        "supported", "+0.30", "0.700", "9.0\xa0%",
    ]  # fmt: skip


def test_spans():
    assert spans([0]) == "0"
    assert spans([0, 1, 3, 4, 5]) == "0, 1 and 3 to 5"
