"""CREHate's national labels from its raw annotations."""

import pytest

from geobias.published import find_paper


@pytest.mark.shared
def test_every_national_label_and_what_follows_come_out_as_released(shared):
    table = find_paper("crehate").reproduce(shared / "data" / "crehate")
    tally = table.tally()
    assert tally["label of a text"] == (7_900, 7_900)
    assert tally["consensus, percent of texts"] == (1, 1)
    assert tally["difference of two countries, percent of texts"] == (10, 10)
    rows = {row.cell: row for row in table.rows if row.quantity.startswith("difference")}
    assert rows["us-au"].recomputed == pytest.approx(18.67, abs=0.005)
    assert rows["za-sg"].recomputed == pytest.approx(26.01, abs=0.005)
    assert rows["us-au"].low < 18.67 < rows["us-au"].high
