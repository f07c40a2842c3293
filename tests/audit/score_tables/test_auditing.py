"""Defects planted in tables one at a time are found, and tables without one are not pointed at."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from geobias.audit.score_tables import CHECKS, audit_tables
from geobias.errors import InputError
from geobias.tables import FindingTable

GROUPS = ("au", "ca", "nz", "uk", "us", "za")
MODELS, REPEATS, TEXTS = 6, 4, 200


def scores(seed=0):
    """Long scores of one set of made-up answers, all groups with half the labels of each kind."""
    rng = np.random.default_rng(seed)
    rows = []
    for place, group in enumerate(GROUPS):
        for repeat in range(REPEATS):
            for model in range(MODELS):
                neg, pos = rng.binomial(100, [0.7 + place / 40, 0.9 - place / 60])
                called = neg + 100 - pos
                values = ((neg + pos) / TEXTS, neg / called, pos / (TEXTS - called), neg / 100, pos / 100)
                names = ("accuracy", "precision_neg", "precision_pos", "recall_neg", "recall_pos")
                rows += [(name, repeat, model, group, value) for name, value in zip(names, values, strict=True)]
    return pd.DataFrame(rows, columns=["metric", "repeat", "model", "group", "value"])


def pairs(seed=0):
    """A table of pairs: gaps of scores, distances, and distance correlations."""
    rng = np.random.default_rng(seed)
    means = rng.uniform(70, 90, len(GROUPS)).round(4)
    rows = [
        (f"{GROUPS[i]}_{GROUPS[j]}", round(abs(means[i] - means[j]), 4), rng.normal(60, 0.5), rng.uniform(0.3, 0.9))
        for i, j in combinations(range(len(GROUPS)), 2)
    ]
    return pd.DataFrame(rows, columns=["label", "gap", "distance", "dcor"])


def texts(seed=0, rows=120):
    rng = np.random.default_rng(seed)
    words = [f"word{number}" for number in range(3000)]
    return pd.DataFrame({"text": [" ".join(rng.choice(words, 8)) for _ in range(rows)]})


def write(folder):
    """A folder of tables without a defect."""
    folder.mkdir(exist_ok=True)
    scores().to_csv(folder / "scores.csv", index=False)
    pairs().to_csv(folder / "pairs.csv", index=False)
    for place, name in enumerate(("au", "nz")):
        texts(place).to_csv(folder / f"{name}.csv", index=False)
    return folder


def change(path, column, row, value):
    frame = pd.read_csv(path)
    frame.loc[row, column] = value
    frame.to_csv(path, index=False)


def copied_recall(folder):
    frame = scores().set_index(["metric", "repeat", "model", "group"])["value"].unstack("metric")
    own = frame.index.get_level_values("group") == "za"
    frame.loc[own, "recall_pos"] = frame.loc[own, "precision_pos"]
    frame.stack().rename("value").reset_index().to_csv(folder / "scores.csv", index=False)


def constant(folder):
    frame = scores()
    own = frame["group"] == "nz"
    first = frame[own & (frame["repeat"] == 0)]
    fixed = pd.concat([first.assign(repeat=repeat) for repeat in range(REPEATS)])
    pd.concat([frame[~own], fixed]).to_csv(folder / "scores.csv", index=False)


def prevalence(folder):
    """One group has four texts in five of one kind; its recalls are those of the others."""
    frame = scores()
    rng = np.random.default_rng(9)
    rows = []
    for repeat in range(REPEATS):
        for model in range(MODELS):
            neg, pos = rng.binomial([40, 160], [0.7, 0.9])
            called = neg + 160 - pos
            values = ((neg + pos) / TEXTS, neg / called, pos / (TEXTS - called), neg / 40, pos / 160)
            names = ("accuracy", "precision_neg", "precision_pos", "recall_neg", "recall_pos")
            rows += [(name, repeat, model, "us", value) for name, value in zip(names, values, strict=True)]
    changed = pd.DataFrame(rows, columns=frame.columns)
    pd.concat([frame[frame["group"] != "us"], changed]).to_csv(folder / "scores.csv", index=False)


def twin(folder):
    frame = pairs().set_index("label")
    for other in ("au", "ca", "uk", "us"):
        own, copy = (next(name for name in frame.index if set(name.split("_")) == {one, other}) for one in ("nz", "za"))
        frame.loc[copy, "distance"] = frame.loc[own, "distance"] + 0.05
    frame.loc["nz_za", "distance"] = 48.8
    frame.reset_index().to_csv(folder / "pairs.csv", index=False)


def apart(folder):
    frame = pairs()
    frame.loc[frame["label"].str.contains("uk"), "distance"] *= 4
    frame.to_csv(folder / "pairs.csv", index=False)


def wide(folder):
    frame = pd.DataFrame(np.random.default_rng(3).uniform(size=(5, 6)), columns=GROUPS)
    frame.to_csv(folder / "mean_precision.csv")
    frame.assign(**{name: frame[name] + 0.01 for name in GROUPS[:-1]}).to_csv(folder / "mean_recall.csv")


def shared(folder):
    frame = texts(1)
    frame.loc[60:, "text"] = texts(0)["text"][60:]
    frame.to_csv(folder / "nz.csv", index=False)


def places(folder):
    rows = [("UT: 51.5,-0.1", "gb"), ("iPhone: 40.71,-74.0", "gb"), ("-33.87,151.2", "au"), ("48.85, 2.35", "fr")] * 3
    pd.DataFrame([*rows, ("London", "gb")], columns=["location", "country"]).to_csv(folder / "places.csv", index=False)


PLANTED = {
    "copied recall": (copied_recall, "identical_columns", "scores.csv: za"),
    "its right value": (copied_recall, "wrong_recalls", "scores.csv: za"),
    "constant repeats": (constant, "constant_repeats", "scores.csv: nz"),
    "prevalence": (prevalence, "precision_by_prevalence", "scores.csv: precision_neg"),
    "columns of two files": (wide, "identical_columns", "mean_precision.csv: za"),
    "impossible gap": (
        lambda f: change(f / "pairs.csv", "gap", 7, 3.1234),
        "impossible_gaps",
        "pairs.csv: gap: ca – us",
    ),
    "sign": (lambda f: change(f / "pairs.csv", "gap", 3, -pairs()["gap"][3]), "mixed_signs", "pairs.csv: gap"),
    "copied cell": (
        lambda f: change(f / "pairs.csv", "dcor", 3, pairs()["dcor"][9]),
        "copied_cells",
        "pairs.csv: dcor",
    ),
    "twins": (twin, "twin_groups", "pairs.csv: distance: nz – za"),
    "apart": (apart, "group_apart", "pairs.csv: distance: uk"),
    "empty text": (lambda f: change(f / "au.csv", "text", [5, 6, 7], " "), "empty_texts", "au.csv"),
    "shared texts": (shared, "shared_texts", "au.csv – nz.csv"),
    "a shared stretch": (shared, "shared_stretch", "nz.csv"),
    "coordinates": (places, "coordinates_elsewhere", "places.csv: country"),
}


def test_tables_without_a_defect_are_fine(tmp_path):
    found = audit_tables(write(tmp_path / "tables"))
    assert [(row.check, row.severity) for row in found.rows] == [(check, "ok") for check in CHECKS]


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_defect_is_found(tmp_path, name):
    plant, check, where = PLANTED[name]
    plant(write(tmp_path / "tables"))
    found = audit_tables(tmp_path / "tables")
    [row] = [row for row in found.rows if row.check == check and row.where == where]
    assert row.severity == "warning"
    assert row.words
    assert row.mend
    FindingTable.from_frame(found.to_frame())


def test_rows_and_right_numbers_are_named(tmp_path):
    folder = write(tmp_path / "tables")
    change(folder / "pairs.csv", "gap", 7, 3.1234)
    [row] = [row for row in audit_tables(folder / "pairs.csv").rows if row.severity == "warning"]
    right = pairs()["gap"][7]
    assert row.rows == "8"
    assert row.words == f"No scores have the gap 3.1234 here: those of the other pairs make it {right:.4g}."


def test_signed_differences_may_be_negative(tmp_path):
    means = dict(zip(GROUPS, (7.25, 3.5, 3.25, 3.0, 2.75, 2.5), strict=True))
    rows = [(a, b, means[a] - means[b]) for a, b in combinations(GROUPS, 2)]
    rows[-1] = (rows[-1][1], rows[-1][0], -rows[-1][2])
    pd.DataFrame(rows, columns=["group_a", "group_b", "gap"]).to_csv(tmp_path / "signed.csv", index=False)
    assert {row.severity for row in audit_tables(tmp_path).rows} == {"ok"}


def test_no_text_stands_in_a_finding(tmp_path):
    folder = write(tmp_path / "tables")
    shared(folder)
    assert not any("word" in row.words for row in audit_tables(folder).rows if row.check.startswith("shared"))


def test_a_file_that_cannot_be_read_is_a_note_in_a_folder_and_an_error_by_itself(tmp_path):
    folder = write(tmp_path / "tables")
    (folder / "torn.parquet").write_bytes(b"PAR1 and no more")
    found = [row for row in audit_tables(folder).rows if row.severity == "note"]
    assert [(row.check, row.where) for row in found] == [("unreadable_file", "torn.parquet")]
    with pytest.raises(InputError):
        audit_tables(folder / "torn.parquet")


def test_a_path_without_tables_is_named(tmp_path):
    with pytest.raises(InputError) as caught:
        audit_tables(tmp_path)
    assert str(caught.value) == (
        f"'{tmp_path}' must hold tables (.csv, .tsv, .parquet), but there is none. Name the folder that they lie in."
    )
    with pytest.raises(InputError) as caught:
        audit_tables(tmp_path / "no")
    assert str(caught.value) == (
        f"the tables to look at must be a file or a folder, but there is no '{tmp_path / 'no'}'. Name another."
    )
