"""Cultural spheres: the published nine, whatever a country is called."""

import json

import pytest

from geobias.corpora import cultural_sphere, spheres
from geobias.corpora.judgements.ages import decade

MISSPELT = {"Lithunia": "Lithuania", "LVLatvia": "Latvia"}
"""What the published file calls them; the first it puts in Catholic Europe, beside Lithuania itself in the Baltic."""


def test_there_are_nine_spheres_and_no_country_is_in_two():
    named = [country for some in spheres().values() for country in some]
    assert len(spheres()) == 9
    assert len(set(named)) == len(named)


@pytest.mark.parametrize("name", ["United States", "usa", "U.S.A.", "united states of america"])
def test_case_and_signs_do_not_matter(name):
    assert cultural_sphere(name) == "English-Speaking"


@pytest.mark.shared
def test_every_country_of_the_published_file_is_in_its_sphere(shared):
    published = json.loads((shared / "data" / "nlpositionality" / "spheres.json").read_text("utf-8"))
    for country, sphere in published.items():
        if country not in MISSPELT and country != "None":
            assert cultural_sphere(country) == sphere, country


def test_decades_hold_their_first_year_and_not_their_last():
    assert [decade(str(age)) for age in (9, 10, 19, 20, 79, 80, 101)] == [
        "0-10", "10-20", "10-20", "20-30", "70-80", ">80", ">80",
    ]  # fmt: skip
    assert [decade(text) for text in ("> 80", "20-30", "-3", "200", "unknown", "")] == [
        ">80", "20-30", None, None, None, None,
    ]  # fmt: skip
