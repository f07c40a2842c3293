"""Values of a record: CASES R09 (splits), regions, texts and labels."""

from __future__ import annotations

from itertools import product

import pytest

from geobias.corpora.reuters import REUTERS_REGIONS
from geobias.corpora.reuters_fields import label_names, labels_of, region_of, split_of, text_of
from geobias.corpora.reuters_sgml import parse_reuters
from geobias.errors import InputError


def record(topics="YES", lewis="TRAIN", cgi="TRAINING-SET", items=(), places=(), text="<TEXT><BODY>b</BODY></TEXT>"):
    def field(name, values):
        return f"<{name}>{''.join(f'<D>{value}</D>' for value in values)}</{name}>"

    source = (
        f'<REUTERS TOPICS="{topics}" LEWISSPLIT="{lewis}" CGISPLIT="{cgi}" OLDID="1" NEWID="1">'
        f"{field('TOPICS', items)}{field('PLACES', places)}{text}</REUTERS>"
    )
    (found,) = parse_reuters(source.encode("latin-1"))
    return found


@pytest.mark.parametrize(("lewis", "topics"), product(["TRAIN", "TEST", "NOT-USED"], ["YES", "NO", "BYPASS"]))
def test_r09_membership_of_the_three_splits(lewis, topics):
    found = record(topics, lewis, "PUBLISHED-TESTSET" if lewis == "NOT-USED" else "TRAINING-SET")
    train_or_test = {"TRAIN": "train", "TEST": "test", "NOT-USED": "unused"}[lewis]
    assert split_of(found, "modapte") == (train_or_test if topics == "YES" else "unused")
    assert split_of(found, "modlewis") == ("unused" if topics == "BYPASS" else train_or_test)
    assert split_of(found, "modhayes") == ("test" if lewis == "NOT-USED" else "train")


@pytest.mark.parametrize(
    ("places", "region"),
    [
        (["uk"], ("uk", "")),
        (["usa", "usa"], ("us", "")),
        (["uk", "usa"], ("multiple", "")),
        (["japan", "south-africa"], ("multiple", "")),
        (["japan"], ("", "out_of_scope")),
        (["japan", "china"], ("", "out_of_scope")),
        ([], ("", "no_place")),
    ],
)
def test_regions_of_places(places, region):
    assert region_of(record(places=places), REUTERS_REGIONS) == region


def text(inside, kind="NORM", how="title_body", whole=True):
    composed, repairs = text_of(record(text=f'<TEXT TYPE="{kind}">{inside}</TEXT>'), how, whole)
    return " ".join(composed.split()), repairs["signature"], repairs["filler"]


def test_text_is_title_and_body():
    inside = "&#2;<TITLE>T</TITLE><DATELINE>L - </DATELINE><BODY>B.\n Reuter\n&#3;</BODY>"
    assert text(inside) == ("T B.", 1, 0)
    assert text(inside, how="body") == ("B.", 1, 0)


def test_documents_without_a_body():
    brief = "&#2;\n******<TITLE>IT FELL\n</TITLE>Blah blah blah.\n&#3;"
    assert text(brief, "BRIEF") == ("IT FELL", 0, 2)
    assert text(brief, "BRIEF", "body") == ("IT FELL", 0, 2)
    assert text(brief, "BRIEF", whole=False) == ("IT FELL", 0, 0)
    assert text(brief, "BRIEF", "body", whole=False) == ("", 0, 0)
    assert text("&#2;\nM-1 ... 5\n REUTER\n&#3;", "UNPROC") == ("M-1 ... 5", 1, 0)
    assert text("&#2;\nM-1 ... 5", "UNPROC", whole=False) == ("", 0, 0)


@pytest.mark.parametrize(
    "end",
    ["\n Reuter", "\nREUTER...", "\n REUTER^M", "\n  reuter\n &#3;", "\nReuter4", "\n REUTER TAW", "\nREUTER11:43/VB",
     " REUTER", "        REUTER", "\n REUTER\n REUTER"],
)  # fmt: skip
def test_signatures_of_the_wire_are_removed(end):
    assert text(f"<BODY>up 5 pct.{end}</BODY>") == ("up 5 pct.", 1, 0)


@pytest.mark.parametrize("end", ["they told Reuters.", "they told\nReuter correspondents.", "a Reuter", "5\n More"])
def test_sentences_about_the_agency_stay(end):
    assert text(f"<BODY>{end}</BODY>")[:2] == (" ".join(end.split()), 0)


def test_label_sets():
    records = [
        record(items=["tin", "gold"]),
        record(lewis="TEST", items=["tin", "sfr"]),
        record("NO", items=["rye"]),
    ]
    assert label_names(records, "r90") == ("tin",)
    assert label_names(records, "r115") == ("gold", "tin")
    assert label_names(records, "all") == ("gold", "rye", "sfr", "tin")
    with pytest.raises(InputError) as error:
        label_names(records[1:], "r115")
    assert str(error.value) == (
        "the label set 'r115' must have topics, but none of the 2 records has one that belongs to it. "
        "Pass label_set='all', or the folder with all files."
    )


def test_labels_tell_none_from_not_labelled():
    records = [record(items=["tin"]), record(), record("NO"), record("BYPASS"), record("BYPASS", items=["gold"])]
    labels = labels_of(records, ("gold", "tin"))
    assert labels.tolist() == [[0, 1], [0, 0], [0, 0], [-1, -1], [1, 0]]
    assert labels.dtype == "int8"
