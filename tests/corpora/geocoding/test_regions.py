"""Which countries become which regions."""

import pytest

from geobias.corpora.geocoding import region_names
from geobias.errors import InputError

COUNTRIES = ["au", "ca", "gb", "no", "us"]


def test_those_that_are_named_as_they_are_written():
    region = region_names("au,UK", COUNTRIES)
    assert [region(country) for country in ("au", "gb", "us", "")] == ["au", "UK", "", ""]
    assert region_names(None, COUNTRIES)("gb") == "gb"


def test_a_file_joins_countries_and_norway_stays(tmp_path):
    path = tmp_path / "regions.yaml"
    path.write_text("us: america\nca: america\nno: north\n")
    region = region_names(str(path), COUNTRIES)
    assert [region(country) for country in ("us", "ca", "no", "gb")] == ["america", "america", "north", ""]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (
            "au,xx",
            "regions must be countries of ISO 3166 in two letters, or a YAML file of them, but 'xx' is none. "
            "Write --regions au,ca,uk, or --regions FILE.yaml.",
        ),
        ("uk,gb", "regions must name each country once, but 'gb' is there twice. Leave one out."),
        (" , ", "regions must name a country, but there is none. Write --regions au,ca,uk."),
    ],
)
def test_what_is_none(chosen, message):
    with pytest.raises(InputError) as refused:
        region_names(chosen, COUNTRIES)
    assert str(refused.value) == message


def test_a_file_that_is_no_mapping(tmp_path):
    path = tmp_path / "regions.yaml"
    path.write_text("- us\n")
    with pytest.raises(InputError, match=r"must hold a mapping of countries to regions, but it holds a list"):
        region_names(str(path), COUNTRIES)
