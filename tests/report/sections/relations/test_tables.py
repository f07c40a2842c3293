from __future__ import annotations

from geobias.report.sections.relations.tables import relation_table


def test_relations_carry_their_verdict(usual):
    table = relation_table(usual.tables["relations"])
    assert len(table.rows) == len(usual.tables["relations"])
    assert {row[table.columns.index("verdict")] for row in table.rows} <= {"supported", "not separable"}


def test_relations_show_every_correction_and_a_sampled_p_its_spread(usual):
    frame = usual.tables["relations"].assign(p_qap=0.2, p_seed_sd=0.004, p_max=0.5, p_smallest=0.0001)
    row = dict(zip(relation_table(frame).columns, relation_table(frame).rows[0], strict=True))
    assert (row["p QAP"], row["max-T p"], row["smallest p"]) == ("0.200 ± 0.00400", "0.500", "0.0001")
    assert row["strength"] in ("negligible", "weak", "moderate", "strong")
