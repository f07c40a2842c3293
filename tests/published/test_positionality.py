"""Table 2 of NLPositionality from its released answers."""

import pytest

from geobias import cli
from geobias.published import find_paper
from geobias.tables import ComparisonTable


@pytest.fixture(scope="module")
def compared(shared):
    return find_paper("positionality").reproduce(shared / "data" / "nlpositionality")


@pytest.mark.shared
def test_146_of_147_correlations_of_social_acceptability_come_out_as_printed(compared):
    tally = compared.tally()
    assert tally["social acceptability, correlation"] == (146, 147)
    assert tally["social acceptability, rows"] == (47, 49)
    assert tally["social acceptability, alpha"] == (47, 47)
    [odd] = [row for row in compared.rows if row.quantity.endswith("y, correlation") and row.verdict != "equal"][:1]
    assert (odd.cell, odd.published, round(odd.recomputed, 2)) == ("age: > 80, gpt4", 0.48, 0.60)


@pytest.mark.shared
def test_toxicity_comes_as_near_as_the_released_answers_allow(compared):
    rows = [row for row in compared.rows if row.quantity == "toxicity, correlation"]
    assert len(rows) == 244
    assert compared.tally()["toxicity, correlation"] == (166, 244)
    assert sum(abs(row.published - row.recomputed) for row in rows) / len(rows) < 0.012


@pytest.mark.shared
def test_the_command_prints_the_tally_and_keeps_every_number(shared, tmp_path, capsys):
    folder = str(shared / "data" / "nlpositionality")
    assert cli.main(["reproduce", "positionality", folder, "--output", str(tmp_path / "all.csv")]) == 0
    assert "social acceptability, correlation: 146 of 147 equal as printed" in capsys.readouterr().out
    assert len(ComparisonTable.load(tmp_path / "all.csv").rows) > 800


def test_a_folder_without_the_files_and_an_unknown_paper_are_named(tmp_path, capsys):
    assert cli.main(["reproduce", "positionality", str(tmp_path)]) == 2
    assert "but there is no social_acceptability.csv. Name the right folder." in capsys.readouterr().err
    assert cli.main(["reproduce", "positionalty", str(tmp_path)]) == 2
    assert "Did you mean positionality?" in capsys.readouterr().err
    assert cli.main(["reproduce", "positionality", str(tmp_path), "--output", "x.xlsx"]) == 2
    assert "--output must end in .csv or .parquet" in capsys.readouterr().err
    assert cli.main(["reproduce"]) == 2
    assert "geobias reproduce takes a name and a folder, but there is none." in capsys.readouterr().err
