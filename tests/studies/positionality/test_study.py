"""A positionality study end to end: planted truths come out, a stop loses nothing, and what it cannot read is named."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from geobias.corpora import make_judgements
from geobias.errors import InputError
from geobias.measures.alignment import align
from geobias.report.files import Tables
from geobias.studies import positionality
from geobias.studies.positionality import PositionalitySettings

VALUES = {
    "corpus": {"name": "synthetic_judgements", "annotators": 40, "items": 80, "seed": 1},
    "alignment": {"attributes": ["region", ["region", "gender"]], "placebos": 2, "draws": 499},
    "progress": False,
    "page": False,
}
TABLES = {
    "alignment", "alignment_differences", "alignment_intervals", "alignment_parts", "alignment_placebos",
    "annotator_groups", "counts", "dividing_items", "item_answers", "item_sources", "items", "soft_alignments",
    "variance_components",
}  # fmt: skip


def values_in(folder: Path, **more) -> dict:
    return {**VALUES, "output": str(folder / "runs"), "store": str(folder / "store"), **more}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return positionality.run(**values_in(tmp_path_factory.mktemp("done")))


def test_its_tables_say_what_was_planted(done):
    tables, record = done.tables, json.loads((done.directory / "run.json").read_text())
    assert set(tables) >= TABLES
    assert (record["status"], record["scale"], record["synthetic"]) == ("finished", [-2, 2], True)
    differences = tables["alignment_differences"].query("decisive and source == 'labels' and attribute == 'region'")
    north = differences[differences["group_a"] == "north"]
    planted = record["planted_r"]["labels"]
    assert len(north) == 3
    for row in north.itertuples():
        assert abs(row.difference - (planted["north"] - planted[row.group_b])) < 3 * row.error
    assert (north["p_max"] < 0.05).any()


def test_the_published_numbers_are_those_of_the_measure(done):
    judgements = make_judgements(annotators=40, items=80, seed=1)
    expected = align(judgements, ["region", ["region", "gender"]]).to_frame()
    found = done.tables["alignment"]
    assert found["group"].tolist() == expected["group"].tolist()
    np.testing.assert_allclose(found["r"], expected["r"], equal_nan=True)


def test_who_answered_and_what_is_shown_of_items(done):
    tables = done.tables
    groups = tables["annotator_groups"].set_index(["attribute", "group"])
    assert groups.loc[("", ""), "n_annotators"] == 160
    assert (groups.loc["region", "n_annotators"] == 40).all()
    small = tables["annotator_groups"].query("not told")
    assert len(small)
    assert set(small["group"]) <= {f"{region} / non-binary" for region in ("north", "east", "south", "west")}
    assert not set(tables["item_answers"]["group"]) & set(small["group"])
    assert tables["item_answers"]["n"].min() >= 2
    assert len(tables["items"]) == 80
    assert len(tables["item_sources"]) == 160
    assert tables["alignment_placebos"].groupby("kind").size().to_dict() == {"parity": 1, "real": 2, "relabelled": 4}


def test_a_stopped_run_goes_on_to_the_same_tables(done, tmp_path, monkeypatch):
    import geobias.studies.positionality.study as steps

    kept = steps.alignment_placebos

    def stop(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(steps, "alignment_placebos", stop)
    with pytest.raises(KeyboardInterrupt):
        positionality.run(**values_in(tmp_path))
    monkeypatch.setattr(steps, "alignment_placebos", kept)
    monkeypatch.setattr(steps, "alignment_differences", stop)  # was kept
    again = positionality.run(**values_in(tmp_path))
    for name in TABLES:
        assert again.tables[name].equals(Tables(done.directory)[name]), name


def test_held_out_labels_take_the_place_of_sources(tmp_path):
    plan = {"attributes": ["region"], "held_out": "region", "placebos": 0, "draws": 199, "statistics": ["r", "latent"]}
    report = positionality.run(**values_in(tmp_path, alignment=plan))
    frame = report.tables["alignment"]
    assert set(frame["source"]) == {"north", "east", "south", "west"}
    assert frame.query("group == ''")["n_annotators"].eq(80).all()
    assert "alignment_placebos" not in report.tables


@pytest.mark.parametrize(
    ("alignment", "message"),
    [
        (
            {"attributes": ["regoin"]},
            "alignment.attributes must name attributes of the annotators, but 'regoin' is none. "
            "Did you mean 'alignment.attributes=[region]'?",
        ),
        (
            {"sources": ["label"]},
            "alignment.sources must name sources of the judgements, but 'label' is none. "
            "Did you mean 'alignment.sources=[labels]'?",
        ),
        (
            {"held_out": "nation"},
            "alignment.held_out must name an attribute of the annotators, but 'nation' is none. "
            "Did you mean alignment.held_out=region?",
        ),
        (
            {"held_out": "region", "sources": ["labels"]},
            "alignment.sources must be left out where held_out makes them, but they are ['labels']. "
            "Leave one of the two out.",
        ),
        ({"attributes": []}, "alignment.attributes must name one at least, but there is none. Leave it out for all"),
    ],
)
def test_what_is_not_there_is_named(alignment, message, tmp_path):
    with pytest.raises(InputError) as error:
        positionality.run(**values_in(tmp_path, alignment=alignment))
    assert str(error.value).startswith(message)
    assert not list((tmp_path / "runs").glob("*/*"))


def test_judgements_without_groups_or_sources_say_what_to_name(tmp_path):
    path = tmp_path / "j.csv"
    make_judgements(annotators=3, items=5, answers=3).to_frame().to_csv(path, index=False)
    for options, message in (
        ({}, "annotators must have an attribute that makes groups of them, but the judgements name none. Name columns"),
        ({"attributes": ["region"]}, "answers must be compared with a source, but the judgements have none. Name colu"),
    ):
        corpus = {"name": "judgements", "path": str(path), **options}
        with pytest.raises(InputError) as error:
            positionality.run(**values_in(tmp_path, corpus=corpus, alignment={}))
        assert str(error.value).startswith(message)


def test_an_attribute_of_one_value_is_answered_too(tmp_path):
    path = tmp_path / "j.csv"
    frame = make_judgements(annotators=6, items=12, answers=12).to_frame().assign(country="fr")
    frame.to_csv(path, index=False)
    corpus = {"name": "judgements", "path": str(path), "attributes": ["country", "region"], "sources": ["labels"]}
    done = positionality.run(**values_in(tmp_path, corpus=corpus, alignment={"placebos": 0, "draws": 99}))
    asked = Tables(done.directory)["verdict"]
    assert asked["question"].tolist() == [
        f"Is a source more aligned with some groups of {name} than with others?" for name in ("region", "country")
    ]
    assert asked["word"].tolist() == ["cannot be tested", "cannot be tested"]
    assert asked["answer"][1] == "It cannot be said: it has no two groups that are large enough to be told."


def test_a_plan_counts_groups_and_tests():
    settings = PositionalitySettings.build(**VALUES)
    lines = str(positionality.plan(settings)).splitlines()
    assert lines[0] == "4,000 answers of 160 annotators to 80 items; sources: labels, model."
    assert lines[1] == "  region (annotators): north 40, east 40, south 40, west 40; 12 differences."
    assert "too small to be told" in lines[2]
    assert lines[3] == "Every attribute is dealt at random 2 times."
