"""Table 2 of NLPositionality from its released answers."""

import contextlib
import io
import shutil

import numpy as np
import pytest

from geobias import cli
from geobias.tables import AlignmentIntervalTable, AlignmentTable, ComparisonTable


@pytest.fixture(scope="module")
def ran(shared, tmp_path_factory):
    """What the command printed, and the folder that it filled."""
    folder, out = tmp_path_factory.mktemp("kept") / "new", io.StringIO()
    with contextlib.redirect_stdout(out):
        status = cli.main(
            ["reproduce", "positionality", str(shared / "data" / "nlpositionality"), "--output", str(folder)]
        )
    assert status == 0
    return out.getvalue(), folder


@pytest.fixture(scope="module")
def compared(ran):
    return ComparisonTable.load(ran[1] / "comparisons.csv")


@pytest.mark.shared
def test_146_of_147_correlations_of_social_acceptability_come_out_as_printed(compared):
    tally = compared.tally()
    assert tally["social acceptability, correlation"] == (146, 147)
    assert tally["social acceptability, rows"] == (47, 49)
    assert tally["social acceptability, alpha"] == (47, 47)
    [odd] = [row for row in compared.rows if row.quantity.endswith("y, correlation") and row.verdict != "equal"][:1]
    assert (odd.cell, odd.published, round(odd.recomputed, 2)) == ("age: > 80, gpt4", 0.48, 0.60)
    assert odd.note.startswith("the paper prints the number of delphi")


@pytest.mark.shared
def test_toxicity_comes_as_near_as_the_released_answers_allow(ran, compared):
    rows = [row for row in compared.rows if row.quantity == "toxicity, correlation"]
    apart = np.array([abs(row.published - row.recomputed) for row in rows])
    assert (len(rows), int((apart <= 0.005).sum())) == (244, 166)
    assert apart.mean() == pytest.approx(0.0087, abs=5e-5)
    assert "off by 0.0087 on average, 166 of 244 by .005 or less" in ran[0]


@pytest.mark.shared
def test_every_correlation_has_its_interval_and_a_corrected_value_or_says_why(compared):
    rows = [row for row in compared.rows if row.quantity.endswith("correlation")]
    for row in rows:
        assert row.low < row.estimate < row.high or row.note
        assert row.corrected_low < row.corrected < row.corrected_high or row.note
    told = [row for row in rows if row.quantity.startswith("social") and not np.isnan(row.corrected)]
    assert len(told) == 129
    woman = next(row for row in rows if row.cell == "gender: woman, delphi")
    assert woman.low < woman.published < woman.high < woman.corrected_high


@pytest.mark.shared
def test_p_of_table_3_is_over_the_49_groups_of_a_source_and_stars_are_not_by_it(ran, compared):
    rows = [row for row in AlignmentTable.load(ran[1] / "social_acceptability_alignment.csv").rows if row.group]
    assert len(rows) == 147
    assert all(row.p_bonferroni == pytest.approx(min(1, 49 * row.p)) for row in rows)
    assert sum(row.p_bonferroni < 0.001 for row in rows) == 130
    printed = {(row.quantity.split(",")[0], row.cell): row.published for row in compared.rows if "corr" in row.quantity}
    stars = [row for row in compared.rows if "star" in row.quantity]
    assert all(row.published == (printed[row.quantity.split(",")[0], row.cell] > 0) for row in stars)


@pytest.mark.shared
def test_groups_that_the_paper_leaves_out_are_listed_with_their_rows(ran):
    assert "Values of 'ethnicity' in no group, with their rows: mixed (35), arab-american (24)." in ran[0]
    assert "27 annotators gave several values of 'ethnicity'." in ran[0]


@pytest.mark.shared
def test_the_command_prints_the_tally_and_keeps_every_number(ran, compared):
    assert "social acceptability, correlation: 146 of 147 equal as printed" in ran[0]
    assert len(ran[0].splitlines()) < 75
    assert len(compared.rows) > 800
    assert len(AlignmentIntervalTable.load(ran[1] / "toxicity_intervals.csv").rows) > 400


@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "table2_published.csv",
            "social_delphi",
            "delphi",
            "table2_published.csv must have the column 'social_delphi'",
        ),
        ("table2_published.csv", "0.54*", "high", "'social_socialchem' in line 2 is 'high'. Correct it."),
        ("social_acceptability.csv", "action,annotator,litw", "action,annotator,answer", "must have a column 'litw'"),
        ("social_acceptability.csv", ",2,", ",second,", "must be numbered in the order in which they came, but one is"),
    ],
)
def test_a_wrong_column_or_cell_is_named(shared, tmp_path, capsys, file, old, new, message):
    for path in (shared / "data" / "nlpositionality").glob("*.csv"):
        shutil.copy(path, tmp_path / path.name)
    text = (tmp_path / file).read_text(encoding="utf-8")
    (tmp_path / file).unlink()
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert cli.main(["reproduce", "positionality", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err


def test_a_folder_without_the_files_and_an_unknown_paper_are_named(tmp_path, capsys):
    def said(*words):
        assert cli.main(["reproduce", *map(str, words)]) == 2
        return capsys.readouterr().err

    names = "social_acceptability.csv, toxicity.csv and table2_published.csv"
    assert f"'{tmp_path}' must hold {names}, but it is empty. Name the right folder." in said("positionality", tmp_path)
    (tmp_path / "toxicity.csv").touch()
    assert (
        "but social_acceptability.csv and table2_published.csv are not among toxicity.csv. Name the right folder."
        in said("positionality", tmp_path)
    )
    assert "but there is no such folder. Name the right one." in said("positionality", tmp_path / "none")
    assert "but it is a file. Name the right one." in said("positionality", tmp_path / "toxicity.csv")
    assert "Did you mean positionality?" in said("positionalty", tmp_path)
    file = tmp_path / "toxicity.csv"
    assert f"--output must be a folder, but '{file}' is a file. Name another." in said(
        "positionality", tmp_path, "--output", file
    )
    assert "geobias reproduce takes a name and a folder, but there is none." in said()
