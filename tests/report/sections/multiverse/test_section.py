"""The section of a multiverse, made from tables of known numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from geobias.report.groups import Groups
from geobias.report.run import Run
from geobias.report.sections.multiverse import SECTION
from geobias.report.sections.multiverse.figures import MOST_VALUES, choice_rows, specification_curve
from geobias.tables import (
    Agreement,
    AgreementTable,
    Choice,
    ChoiceTable,
    PairAgreement,
    PairAgreementTable,
    Specification,
    SpecificationTable,
)

VALUES = (0.4, -0.1, 0.9, 0.2)
RANKS = (3, 1, 4, 2)


@pytest.fixture
def tables() -> dict[str, pd.DataFrame]:
    """Four specifications by two settings: the third is supported, ranks differ from numbers."""
    rows = [
        Specification(
            n + 1, f"run-{n}", "energy", "gap_at_m[accuracy]", "spearman", value, 6, 15, "a, b", "two-sided", 0.1, 0.2,
            0.001, "supported" if n == 2 else "not separable", 0.05, "not separable", rank, rank / 10 - 0.5,
            rank / 10, 0.95, n, 15,
        )
        for n, (value, rank) in enumerate(zip(VALUES, RANKS, strict=True))
    ]  # fmt: skip
    choices = [
        Choice(n + 1, setting, value)
        for n in range(4)
        for setting, value in (("encoder.layer", ("10", "9")[n % 2]), ("distance", ("energy", "sinkhorn")[n // 2]))
    ]
    agreement = Agreement(
        4, 4, 3, 0.3, -0.1, 0.9, 0.2, 0.03, 0.001, "max-T", 1, 1, 0.75, "not separable", 1.0, "spearman", "two-sided",
        "exact", 720, 0.05,
    )  # fmt: skip
    pairs = [PairAgreement("a", "b", 4, 4), PairAgreement("a", "c", 0, 4), PairAgreement("b", "c", 1, 4)]
    return {
        "specifications": SpecificationTable(tuple(rows)).to_frame(),
        "choices": ChoiceTable(tuple(choices)).to_frame(),
        "agreement": AgreementTable((agreement,)).to_frame(),
        "pair_agreement": PairAgreementTable(tuple(pairs)).to_frame(),
    }


def run_of(tables, **record):
    run = Run(Path("nowhere"), record, tables)
    run.__dict__["groups"] = Groups({})
    return run


def test_sentences_tell_range_p_shares_and_what_moves_the_middle(tables):
    texts = [finding.text for finding in SECTION.findings(run_of(tables, notices=["Mind this."]))]
    whole = "\n".join(texts)
    assert texts[0] == "Mind this."
    assert "Energy distance and gap in accuracy at one size: in 4 specifications Spearman's ρ lies between" in whole
    assert "with a median of +0.30. For the largest of all p = 0.030 (max-T on the same permutations" in whole
    assert "75.0\xa0% of the specifications have a positive coefficient, and 100\xa0% of the runs, each" in whole
    assert "Over all, 1 of 4 is supported." in whole
    assert "3 of 4 specifications relate numbers of their own" in whole
    # Layers: medians of .4 and .9, of −.1 and .2; distances: of .4 and −.1, of .9 and .2.
    assert "encoder.layer moves the median coefficient most: from +0.05 (9) to +0.65 (10)." in whole
    assert (
        "Of 3 pairs of regions, 1 differs in every run that compares the two (4 runs at most), 1 in none and 1 in some."
        in whole
    )


def test_the_curve_rises_and_fills_what_is_supported(tables):
    figure = specification_curve(tables["specifications"], tables["choices"])
    curve, counts, choices = figure.axes
    hollow, filled = curve.lines[1:]
    assert (list(hollow.get_xdata()), list(hollow.get_ydata())) == ([1, 2, 3], [-0.1, 0.2, 0.4])
    assert (list(filled.get_xdata()), list(filled.get_ydata())) == ([4], [0.9])
    assert [bar.get_height() for bar in counts.patches] == [1, 3, 0, 2]
    assert counts.get_ylim() == (0, 15)
    [dots] = choices.lines
    rows = choice_rows(tables["choices"])
    chosen = {(x, rows[int(y)]) for x, y in zip(dots.get_xdata(), dots.get_ydata(), strict=True)}
    assert (1, ("encoder.layer", "9")) in chosen  # rank 1 is the second specification
    assert (4, ("distance", "sinkhorn")) in chosen
    assert len(chosen) == 8
    assert "4 specifications in their order, from −0.10 to +0.90" in figure.get_label()


def test_values_stand_in_the_order_of_their_size_under_the_name_of_their_setting(tables):
    assert choice_rows(tables["choices"]) == [
        ("encoder.layer", ""), ("encoder.layer", "9"), ("encoder.layer", "10"),
        ("distance", ""), ("distance", "energy"), ("distance", "sinkhorn"),
    ]  # fmt: skip
    many = pd.DataFrame({"specification": range(20), "setting": "seed", "value": [str(n) for n in range(20)]})
    assert len(many) > MOST_VALUES
    assert choice_rows(many) == []


def test_tables_have_every_specification_and_choice(tables):
    choices, specifications, pairs = SECTION.tables(run_of(tables))
    assert [row[:4] for row in choices.rows] == [
        ["encoder.layer", "9", "2", "+0.05"], ["encoder.layer", "10", "2", "+0.65"],
        ["distance", "energy distance", "2", "+0.15"], ["distance", "Sinkhorn divergence", "2", "+0.55"],
    ]  # fmt: skip
    assert [row[0] for row in specifications.rows] == ["4", "3", "2", "1"]  # as on the axis of the curve
    assert [row[1] for row in specifications.rows] == ["3", "1", "4", "2"]
    assert specifications.rows[0][:6] == ["4", "3", "10", "Sinkhorn divergence", "+0.90", "0.100"]
    assert all(len(row) == len(specifications.columns) for row in specifications.rows)
    assert [row[0] for row in pairs.rows] == ["a–b", "b–c", "a–c"]


def test_without_counts_choices_or_coefficients_there_is_still_a_figure(tables):
    frame = tables["specifications"].assign(pairs_compared=0, low=np.nan, high=np.nan)
    assert len(specification_curve(frame, tables["choices"]).axes) == 2
    assert len(specification_curve(frame, tables["choices"][:0]).axes) == 1
    figure = specification_curve(frame.assign(rank=0, statistic=np.nan), tables["choices"])
    assert "none of them computed" in figure.get_label()


def test_another_run_has_no_such_section(tables):
    run = run_of({})
    assert [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)] == []
