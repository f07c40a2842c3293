"""The same on PostgreSQL, started here where Debian's package is installed."""

from __future__ import annotations

import threading
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from geobias.collect.design import read_study
from geobias.collect.exchange import export_study
from geobias.collect.store import Store, keep_items, list_answers, list_sessions, withdraw
from geobias.collect.web import make_app, make_site
from geobias.corpora import load_collected, load_judgements

from .conftest import Volunteer, write_study
from .postgresql import programs, running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed (Debian: postgresql)"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    pytest.importorskip("psycopg", reason="geobias[postgresql] is not installed")
    with running(tmp_path_factory.mktemp("base") / "run", programs()) as address:
        yield address


@pytest.fixture
def study(tmp_path, address, monkeypatch):
    monkeypatch.setenv("GEOBIAS_COLLECT_STORE", address)
    return read_study(write_study(tmp_path / "study", session="6", plan="{answers: 2}"))


def test_volunteers_at_once_lose_and_double_nothing(study, tmp_path):
    with Store(study.store_url) as store:
        keep_items(store, [(one.name, one.text(""), one.stratum, dict(one.sources)) for one in study.items.values()])
        app = make_app(make_site(study, store))
        people = [Volunteer(app, answer=lambda item: 3, told={"gender": "woman"}) for _ in range(10)]

        def go(one):
            one.to_items()
            first = one.page
            item = one.judge(reason="x\x00'; DROP TABLE answers; --")
            one.send_again("/item", first, item=item, answer="0")
            one.judge_all()
            one.finish(cheated="no")

        threads = [threading.Thread(target=go, args=(one,)) for one in people]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        rows = list_answers(store)
        assert Counter(row.item for row in rows) == dict.fromkeys(study.items, 2)
        assert {row.value for row in rows} == {1.0}
        assert all(one.place == "/result" for one in people)
        export_study(study, store, tmp_path / "out")
        live = load_collected(study.folder)
        exported = load_judgements(
            tmp_path / "out" / "judgements.csv",
            attributes=["country_longest", "gender"],
            sources=["label", "example_model"],
            items=tmp_path / "out" / "items.csv",
            scale=(-2, 2),
        )
        frames = [one.to_frame().sort_values(["annotator", "item"], ignore_index=True) for one in (live, exported)]
        pd.testing.assert_frame_equal(frames[0], frames[1][frames[0].columns])
        assert not np.isnan(live.answers).any()
        for session in list_sessions(store):
            withdraw(store, session.id)
        assert list_answers(store) == []
    with Store(study.store_url) as store:  # a second start finds the version that it made
        assert store.is_well()
