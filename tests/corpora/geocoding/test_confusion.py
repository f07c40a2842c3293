"""Agreement of two columns of countries, counted by hand."""

import csv

import pytest

from geobias.corpora.geocoding import Confusion

GIVEN = ["UK", "gb", "us", "us", "us", "", None]
TOLD = ["gb", "us", "us", "", "us", "fr", ""]


def test_shares():
    found = Confusion.of(GIVEN, TOLD)
    assert found.share() == pytest.approx(3 / 5)
    assert found.share(placed=True) == pytest.approx(3 / 4)
    assert found.share(agree=False) == pytest.approx(4 / 5)
    weighted = Confusion.of(GIVEN, TOLD, [10, 1, 1, 1, 1, 1, 1])
    assert weighted.share() == pytest.approx(12 / 14)


def test_the_table(tmp_path):
    path = Confusion.of(GIVEN, TOLD).save(tmp_path / "confusion.csv")
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["given"], row["told"], float(row["rows"])) for row in rows] == [
        ("us", "us", 2),
        ("us", "", 1),
        ("", "", 1),
        ("", "fr", 1),
        ("gb", "gb", 1),
        ("gb", "us", 1),
    ]
    assert float(rows[0]["share"]) == pytest.approx(2 / 3)


def test_the_summary():
    assert Confusion.of(GIVEN, TOLD).summary().splitlines()[:3] == [
        "agrees with the column: 60.0% of all rows, 75.0% of those placed; placed: 80.0%",
        "given      rows    same    none  taken for",
        "us            3   66.7%   33.3%  ",
    ]
