"""Every table goes through csv and parquet without a loss, whatever groups are called."""

from __future__ import annotations

import io
from dataclasses import fields
from typing import get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.prompting.answers import LabelTable
from geobias.relations import AnswerTable, RegressionTable, judge, verdict
from geobias.report.files import write_table
from geobias.tables import (
    AgeItemTable,
    AgreementTable,
    AlignmentDifferenceTable,
    AlignmentIntervalTable,
    AlignmentPartTable,
    AlignmentPlaceboTable,
    AlignmentTable,
    AnnotatorGroupTable,
    AnswersNeededTable,
    AskedAnswerTable,
    ChoiceTable,
    ClassCountTable,
    ComparisonTable,
    CompositionTable,
    DesignEffectTable,
    DifferenceTable,
    DividingItemTable,
    DocumentDifferenceTable,
    EtiquetteAbstentionTable,
    EtiquetteCountTable,
    EtiquetteScoreTable,
    EtiquetteWrongTable,
    ExplanationTable,
    FindingTable,
    GapIntervalTable,
    GeneratedAlignmentTable,
    InglehartWelzelTable,
    ItemAnswerTable,
    LayerTable,
    MaskedExcessTable,
    NationDesignTable,
    NationDifferenceTable,
    NationFitTable,
    NationOrderTable,
    NationPlaceTable,
    NationRankTable,
    OverlapTable,
    PairAgreementTable,
    PairTable,
    PrevalenceGapTable,
    ProjectionBoxTable,
    ProjectionDistanceTable,
    ProjectionSpreadTable,
    RaterAgreementTable,
    RegionBiasTable,
    RegionConfusionTable,
    Relation,
    RelationTable,
    ReliabilityTable,
    ScoreIntervalTable,
    ScoreTable,
    SeparationTable,
    SoftAlignmentTable,
    SpecificationTable,
    StabilityComponentTable,
    StatedAgreementTable,
    StatedValueTable,
    StatementResonanceTable,
    SurveyCellTable,
    SurveyNationTable,
    ValueMirroringTable,
    VarianceComponentTable,
    WordDifferenceTable,
    WordOddsTable,
    read_frame,
)
from geobias.tables.rows import RowTable

pd = pytest.importorskip("pandas")

ROW_TABLES = (
    DocumentDifferenceTable,
    ExplanationTable,
    MaskedExcessTable,
    WordDifferenceTable,
    EtiquetteAbstentionTable,
    EtiquetteCountTable,
    EtiquetteScoreTable,
    EtiquetteWrongTable,
    GeneratedAlignmentTable,
    RegionBiasTable,
    RegionConfusionTable,
    WordOddsTable,
    LabelTable,
    ClassCountTable,
    PrevalenceGapTable,
    ComparisonTable,
    AlignmentTable,
    AnnotatorGroupTable,
    AskedAnswerTable,
    InglehartWelzelTable,
    ItemAnswerTable,
    RelationTable,
    SeparationTable,
    ScoreIntervalTable,
    GapIntervalTable,
    CompositionTable,
    RegressionTable,
    AnswerTable,
    DifferenceTable,
    ReliabilityTable,
    SpecificationTable,
    ChoiceTable,
    AgreementTable,
    PairAgreementTable,
    RaterAgreementTable,
    LayerTable,
    AlignmentIntervalTable,
    AlignmentDifferenceTable,
    AlignmentPartTable,
    AlignmentPlaceboTable,
    SoftAlignmentTable,
    DividingItemTable,
    FindingTable,
    OverlapTable,
    VarianceComponentTable,
    AgeItemTable,
    DesignEffectTable,
    NationDifferenceTable,
    NationFitTable,
    NationRankTable,
    ProjectionDistanceTable,
    ProjectionSpreadTable,
    StabilityComponentTable,
    StatementResonanceTable,
    SurveyCellTable,
    ValueMirroringTable,
    AnswersNeededTable,
    NationDesignTable,
    NationOrderTable,
    NationPlaceTable,
    ProjectionBoxTable,
    StatedAgreementTable,
    StatedValueTable,
    SurveyNationTable,
)
AWKWARD = [
    "NA",
    "",
    "nan",
    "None",
    "null",
    "007",
    "1.0",
    "True",
    "NO",
    " us ",
    'a"b',
    "a,b",
    "a\nb",
    "a\rb",
    "1e5",
    "=1+1",
    "'=",
    "é",
    "北",
]
NAMES = st.sampled_from(AWKWARD) | st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
NUMBERS = st.floats(allow_infinity=False, width=64)
VALUES = {str: NAMES, float: NUMBERS, int: st.integers(-(2**31), 2**31), bool: st.booleans()}


def through(frame, tmp_path):
    """The frame as a run's csv and parquet give it back."""
    path = write_table(tmp_path, "t", frame)
    return read_frame(path.with_suffix(".csv")), read_frame(path)


def same(a, b) -> bool:
    return repr(vars(a)) == repr(vars(b))  # NaN is NaN, and 1 is not 1.0


@pytest.mark.parametrize("table", ROW_TABLES)
def test_rows_survive_csv_and_parquet(table, tmp_path_factory):
    hints = get_type_hints(table.row_type)
    rows = st.builds(table.row_type, **{field.name: VALUES[hints[field.name]] for field in fields(table.row_type)})
    folder = tmp_path_factory.mktemp("rows")

    @settings(max_examples=6)  # of each of many tables, which share what writes and reads them
    @given(st.lists(rows, max_size=4, unique_by=lambda row: tuple(getattr(row, name) for name in table.key) or id(row)))
    def check(made):
        whole = table(tuple(made))
        for frame in (whole.to_frame(), *through(whole.to_frame(), folder)):
            assert same(table.from_frame(frame), whole)

    check()


@settings(max_examples=12)
@given(st.lists(NAMES, min_size=2, max_size=4, unique=True), st.integers(1, 3), st.data())
def test_pairwise_and_score_tables_survive_csv_and_parquet(tmp_path_factory, groups, repeats, data):
    folder = tmp_path_factory.mktemp("tables")
    rng = np.random.default_rng(0)
    pooled_groups = tuple(name for name in groups if data.draw(st.booleans()))
    values = rng.random((repeats, len(groups), len(groups)))
    values = values + values.transpose(0, 2, 1)
    values[:, range(len(groups)), range(len(groups))] = 0.0
    pairs = PairTable(tuple(groups), values, "NA", "points", pooled_groups, nonnegative=data.draw(st.booleans()))
    metrics = {"accuracy": rng.random((2, repeats, len(groups))), "NA": rng.random((2, repeats, len(groups)))}
    scores = ScoreTable(("NA", "m2"), tuple(groups), metrics, pooled_groups)
    for table in (pairs, scores):
        for frame in through(table.to_frame(), folder):
            assert same(type(table).from_frame(frame), table)


ROW = Relation(
    "sinkhorn", "gap[f1]", "spearman", 0.71, 6, 15, "NA, b", "two-sided", 0.004, "exact", 720, 1 / 720, 0.003, 0.002,
    family="excess-gap", q_bh=0.01, p_holm=0.02, p_max=0.3,
)  # fmt: skip


def test_reading_a_plain_csv_changes_no_verdict():
    rows = judge([ROW])
    read = pd.read_csv(io.StringIO(RelationTable(rows).to_frame().to_csv(index=False)))
    assert same(RelationTable.from_frame(read), RelationTable(rows))
    assert verdict(RelationTable.from_frame(read).rows).word == verdict(rows).word


def test_a_name_that_a_reader_lost_is_missed():
    lost = pd.read_csv(io.StringIO(PairTable(("NA", "b"), np.zeros((1, 2, 2)), "d").to_frame().to_csv(index=False)))
    with pytest.raises(InputError, match="the column 'group_a' must be filled, but row 1 is blank. Read the file with"):
        PairTable.from_frame(lost)
    without = Relation(**{**vars(ROW), "excluded": "NA"})
    lost = pd.read_csv(io.StringIO(RelationTable((ROW, without)).to_frame().to_csv(index=False)))
    with pytest.raises(InputError, match="rows must differ in family, x, y, coefficient, excluded, but rows 1 and 2"):
        RelationTable.from_frame(lost)


@pytest.mark.parametrize(
    ("column", "cell", "words"),
    [
        ("n_groups", "six", "'n_groups' must hold whole numbers, but row 1 is 'six'"),
        ("n_groups", 1.5, "'n_groups' must hold whole numbers, but row 1 is 1.5"),
        ("n_groups", None, "'n_groups' must be filled"),
        ("statistic", "high", "'statistic' must hold numbers"),
        ("x", None, "'x' must be filled"),
        ("x", 100000.0, "'x' must hold text, but row 1 is 100000.0. Read the file with"),
        ("y", True, "'y' must hold text, but row 1 is True"),
    ],
)
def test_a_wrong_cell_is_named(column, cell, words):
    frame = RelationTable((ROW,)).to_frame().astype(object)
    frame.loc[0, column] = cell
    with pytest.raises(InputError, match=words):
        RelationTable.from_frame(frame)
    with pytest.raises(InputError, match=f"the frame must have the column '{column}'"):
        RelationTable.from_frame(frame.drop(columns=column))


def test_every_row_table_is_tested_here():
    """But for those with columns of their own making, which have tests of their own."""
    assert {table for table in RowTable.__subclasses__() if "to_frame" not in vars(table)} == set(ROW_TABLES)
