"""CREHate's national labels from its raw annotations."""

import pytest

from geobias import cli
from geobias.tables import ComparisonTable


@pytest.mark.shared
def test_every_national_label_and_what_follows_come_out_as_released(shared, tmp_path, capsys):
    folder = str(shared / "data" / "crehate")
    assert cli.main(["reproduce", "crehate", folder, "--output", str(tmp_path / "new")]) == 0
    out = capsys.readouterr().out
    assert "label of a text: 7900 of 7900 equal as printed" in out
    assert out.count(" to ") == 12
    assert len(out.splitlines()) < 30
    table = ComparisonTable.load(tmp_path / "new" / "comparisons.csv")
    tally = table.tally()
    assert tally["label of a text"] == (7_900, 7_900)
    assert tally["consensus, percent of texts"] == (1, 1)
    assert tally["difference of two countries, percent of texts"] == (10, 10)
    rows = {row.cell: row for row in table.rows if row.quantity.startswith("difference")}
    assert rows["us-au"].recomputed == pytest.approx(18.67, abs=0.005)
    assert rows["za-sg"].recomputed == pytest.approx(26.01, abs=0.005)
    # Wilson's interval of independent texts is 16.8 to 20.7: annotators of many texts widen it.
    assert (rows["us-au"].low, rows["us-au"].high) == pytest.approx((16.6, 21.0), abs=0.05)
