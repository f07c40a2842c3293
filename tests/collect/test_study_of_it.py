"""What scripted volunteers answered goes through the positionality study, and gives back what was planted."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from geobias import cli
from geobias.collect.design import read_study
from geobias.collect.store import (
    Quota,
    Store,
    begin_items,
    begin_session,
    find_session,
    keep_answer,
    keep_items,
    next_item,
    tell_country,
    tell_more,
)
from geobias.seeds import generator
from geobias.studies import positionality

from .conftest import write_study

COUNTRIES = {"DE": "Germany", "FR": "France", "IN": "India", "BR": "Brazil"}
ITEMS, PEOPLE, SESSION, OWN, NOISE = 60, 30, 20, 0.8, 0.5


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """A study's folder. Countries have opinions of their own; the label leans to Germany's."""
    rng = generator(0, "collected")
    common, own = rng.standard_normal(ITEMS), rng.standard_normal((len(COUNTRIES), ITEMS))
    label = common + OWN * own[0] + 0.5 * rng.standard_normal(ITEMS)
    folder = write_study(
        tmp_path_factory.mktemp("collected") / "study", session=str(SESSION), sources="[label]", shown="null",
        demographics="[gender]", plan="{answers: 10}",
    )  # fmt: skip
    with open(folder / "items.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["item", "text", "stratum", "label"])
        rows.writerows([f"item-{n}", f"Text {n}.", "ab"[n % 2], label[n]] for n in range(ITEMS))
    study = read_study(folder)
    quota = Quota({name: item.stratum for name, item in study.items.items()}, 10, 60)
    with Store(study.store_url) as store:
        keep_items(store, [(one.name, one.text(""), one.stratum, dict(one.sources)) for one in study.items.values()])
        for person in range(PEOPLE * len(COUNTRIES)):
            place = person % len(COUNTRIES)
            code, country = list(COUNTRIES.items())[place]
            name = begin_session(store, str(person), "en", "c", SESSION)
            tell_country(store, name, code, False)
            told = {"country_longest": [country], "gender": [("woman", "man")[person // 4 % 2]]}
            tell_more(store, name, told, country)
            begin_items(store, name)
            session = find_session(store, name)
            while lease := next_item(store, session, quota):
                item = int(lease.item.split("-")[1])
                felt = common[item] + OWN * own[place, item] + NOISE * rng.standard_normal()
                keep_answer(store, session, lease.item, float(np.clip(round(felt), -2, 2)), "")
    return folder, {
        country: np.corrcoef(common + OWN * own[n], label)[0, 1] for n, country in enumerate(COUNTRIES.values())
    }


@pytest.mark.slow
def test_the_planted_alignment_comes_back(collected, tmp_path):
    folder, planted = collected
    done = positionality.run(
        corpus={"name": "collected", "path": str(folder)},
        alignment={"attributes": ["country_longest"], "placebos": 1, "draws": 499},
        output=str(tmp_path / "runs"), store=str(tmp_path / "store"), progress=False, page=False,
    )  # fmt: skip
    rows = done.tables["alignment"].query("attribute == 'country_longest'").set_index("group")
    assert set(rows.index) == set(COUNTRIES.values())
    assert rows["n_annotators"].tolist() == [PEOPLE] * len(COUNTRIES)
    assert rows["r"].idxmax() == "Germany"
    intervals = done.tables["alignment_intervals"].query("attribute == 'country_longest' and statistic == 'latent'")
    for row in intervals.itertuples():
        assert row.low < planted[row.group] < row.high, (row.group, planted)


@pytest.mark.slow
def test_the_command_line_reads_it_while_it_runs(collected, tmp_path, capsys, monkeypatch):
    folder, _ = collected
    monkeypatch.chdir(tmp_path)
    words = [
        "plan",
        "study=positionality",
        "corpus=collected",
        f"corpus.path={folder}",
        "corpus.maps={country_longest: spheres}",
    ]
    assert cli.main(words) == 0
    assert "country_longest" in capsys.readouterr().out
