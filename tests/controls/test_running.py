"""The controls together: what is asked for is run, and what could not be measured is said."""

from __future__ import annotations

from dataclasses import replace

from geobias.controls.running import Controls, _of_relations
from geobias.pipeline import Session
from geobias.studies.regional import RegionalSettings


def test_a_primary_relation_that_controls_do_not_measure_has_no_power_and_a_notice(alike, monkeypatch):
    world, notices = alike(partitions=0, shifts=(1.0,), runs=1), []
    session = Session.unkept(RegionalSettings.build({"progress": False, "workers": 1}))
    monkeypatch.setattr(Session, "notice", lambda self, *said: notices.extend(said))
    plan = replace(world.compare.plan, primary=("crossnobis", "gap_at_m[accuracy]"))
    found = _of_relations(
        Controls("spearman"),
        world.materials,
        world.regions,
        world.performance,
        replace(world.compare, plan=plan),
        session,
    )
    assert found.power is None
    assert notices == [
        "There is no positive control: crossnobis distance is no distance that controls can measure on these texts "
        "(relation.primary)."
    ]
