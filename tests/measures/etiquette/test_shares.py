"""Wrong answers by type, and abstentions by reason."""

import numpy as np
import pytest

from geobias.measures.etiquette import abstentions, wrong_by_type
from geobias.tables import EtiquetteAbstentionTable, EtiquetteWrongTable
from tests.measures.etiquette.conftest import make_answers


def test_percent_wrong_is_of_the_answers_of_the_type(made):
    rows = {(row.region, row.type): row for row in wrong_by_type(made).rows}
    assert set(rows) == {(region, kind) for region in ("", "east", "west", "south") for kind in ("dining", "visits")}
    for (region, kind), row in rows.items():
        own = (made.regions == region) | (region == "")
        here = own & (made.types == kind) & made.answered
        wrong = made.answered & (made.said != made.truth)
        assert row.percent == pytest.approx(100 * (wrong & here).sum() / here.sum())
        assert row.share == pytest.approx(100 * (wrong & here).sum() / (wrong & own).sum())
        assert row.low <= row.percent <= row.high
        assert row.share_low <= row.share <= row.share_high
    assert sum(rows["east", kind].share for kind in ("dining", "visits")) == pytest.approx(100)


def test_reasons_add_up_to_all_abstentions(made):
    rows = {(row.region, row.type, row.reason): row for row in abstentions(made).rows}
    every = rows["", "", ""]
    assert (every.count, every.asked) == (int((~made.answered).sum()), len(made))
    assert every.count == sum(rows["", "", reason].count for reason in ("hedged", "refusal"))
    assert rows["west", "dining", "hedged"].share == pytest.approx(
        np.mean(made.reasons[(made.regions == "west") & (made.types == "dining")] == "hedged")
    )


def test_without_abstentions_the_rows_say_so():
    rows = abstentions(make_answers(60, silent=0)).rows
    assert {row.reason for row in rows} == {""}
    assert all(row.share == 0 and row.high > 0 for row in rows)


def test_tables_come_back_from_files(made, tmp_path):
    for table, kind in ((wrong_by_type(made), EtiquetteWrongTable), (abstentions(made), EtiquetteAbstentionTable)):
        for ending in ("csv", "parquet"):
            path = table.save(tmp_path / f"t.{ending}")
            assert kind.load(path).to_frame().equals(table.to_frame())
        assert len(table.summary().splitlines()) == 8
