"""What a reproduction prints and keeps; tables as papers print them."""

import math

import pytest

from geobias import cli
from geobias.errors import InputError
from geobias.published import Reproduction, paper_names, write_page
from geobias.published._printed import printed_number, printed_rows
from geobias.tables import ComparisonTable, compare

TABLE = ComparisonTable(
    tuple(compare("r", f"cell {place}", 0.5, 0.5 + (place > 9) * 0.1, low=0.4, high=0.7) for place in range(20))
)


def test_papers_are_modules_without_an_underscore():
    assert paper_names() == ["crehate", "etiquette", "positionality", "regional", "resonance"]


def test_what_differs_is_printed_and_every_number_where_asked():
    found = Reproduction(TABLE, notes=["As of then."])
    assert found.summary().splitlines() == [
        "As of then.",
        "",
        "r: 10 of 20 equal as printed",
        "  cell     published  recomputed  verdict      interval",
        *(f"  cell {place}       0.50        0.60  differs  0.40 to 0.70" for place in range(10, 15)),
        "  and 5 more",
    ]
    assert len(found.summary(every=True).splitlines()) == 24


def test_it_is_kept_as_csv(tmp_path):
    paths = Reproduction(TABLE, {"more": TABLE}).save(tmp_path / "new")
    assert [path.name for path in paths] == ["comparisons.csv", "more.csv"]
    assert ComparisonTable.load(paths[1]).rows == TABLE.rows or math.isnan(TABLE.rows[0].corrected)


@pytest.mark.parametrize(("text", "number"), [("8,289", 8289), ("-0.08", -0.08), ("0.54*", 0.54), ("0", 0)])
def test_printed_numbers_are_read(text, number):
    assert printed_number(text) == number


@pytest.mark.parametrize("text", ["", "—"])
def test_a_dash_is_no_number(text):
    assert math.isnan(printed_number(text))


def test_a_byte_that_is_no_text_is_named(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"a,b\nx,\xff\n")
    with pytest.raises(InputError) as caught:
        printed_rows(path, ["a"], ["b"])
    assert str(caught.value) == "table.csv must be UTF-8, but byte 6 is not. Save it as UTF-8."


def test_it_is_a_page_that_can_be_drawn_anew(tmp_path, capsys):
    found = Reproduction(TABLE, {"more": TABLE}, notes=["As of then."])
    page = write_page(found, tmp_path, "made-up", "A title")
    words = page.read_text(encoding="utf-8")
    assert "10 of 20 published numbers recompute." in words
    assert "As of then." in words
    assert "valid?" not in words
    assert cli.main(["report", str(tmp_path)]) == 0
    assert page.read_text(encoding="utf-8") == words
