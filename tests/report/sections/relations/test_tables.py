from __future__ import annotations

from geobias.report.sections.relations.rows import full
from geobias.report.sections.relations.tables import relation_table, reliability_table


def test_relations_carry_their_verdict(usual):
    table = relation_table(usual.tables["relations"])
    assert len(table.rows) == len(usual.tables["relations"])
    assert {row[table.columns.index("verdict")] for row in table.rows} <= {"supported", "not separable"}


def test_relations_show_every_correction_and_a_sampled_p_its_spread(usual):
    frame = usual.tables["relations"].assign(p_qap=0.2, p_seed_sd=0.004, p_max=0.5, p_smallest=0.0001)
    row = dict(zip(relation_table(frame).columns, relation_table(frame).rows[0], strict=True))
    assert (row["p QAP"], row["max-T p"], row["smallest p"]) == ("0.200 ± 0.00400", "0.500", "0.0001")
    assert row["strength"] in ("negligible", "weak", "moderate", "strong")


def test_the_declared_relation_comes_first_with_interval_and_noise(judged):
    frame = full(judged.tables["relations"])
    table = relation_table(frame)
    row = dict(zip(table.columns, table.rows[0], strict=True))
    of = frame[frame["primary"].fillna(False).astype(bool)].iloc[0]
    assert (row["x"], row["declared"]) == ("Mahalanobis distance of means (squared)", "beforehand")
    assert row["95\xa0% interval"] == "[−0.45, +0.62]"
    assert row["noise ceiling"] == f"{of['ceiling']:.2f}"
    assert (row["corrected q"], row["max-T p"]) == ("–", "–")
    assert row["p other direction"] != "–"
    assert sum(cells[table.columns.index("declared")] == "beforehand" for cells in table.rows) == 1


def test_columns_that_no_relation_has_are_left_out(usual):
    columns = relation_table(usual.tables["relations"]).columns
    assert not {"declared", "noise ceiling", "corrected for noise", "95\xa0% interval"} & set(columns)


def test_reliability_of_every_table(judged):
    frame = judged.tables["reliability"]
    table = reliability_table(frame)
    assert len(table.rows) == len(frame)
    assert table.rows[3][:4] == ["gap in accuracy", "Spearman's ρ", "0.15", "[−0.05, +0.35]".replace("+", "")]
