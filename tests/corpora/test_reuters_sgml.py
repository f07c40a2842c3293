"""The parser: CASES R02, R03, R04, R08, R13 on records made here."""

from __future__ import annotations

import pytest

from geobias.corpora.reuters_sgml import ReutersRecord, parse_reuters

TAG = '<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" CGISPLIT="TRAINING-SET" OLDID="9" NEWID="7">'
HEAD = (
    "<DATE>26-FEB-1987</DATE><MKNOTE>mended</MKNOTE><TOPICS><D>tin</D></TOPICS><PLACES><D>uk</D><D>usa</D></PLACES>"
    "<PEOPLE><D>volcker</D></PEOPLE><ORGS><D>ec</D></ORGS><EXCHANGES><D>lse</D></EXCHANGES><COMPANIES></COMPANIES>"
    "<UNKNOWN>\n&#5;C T</UNKNOWN>"
)
TEXT = (
    "<TEXT>&#2;\n<TITLE>A &amp; B</TITLE>\n<AUTHOR>  By X</AUTHOR><DATELINE>  LONDON, Feb 26 - </DATELINE>"
    "<BODY>Net up &lt;QQQ> 5 pct. Reuter\n&#3;</BODY></TEXT>"
)


def record(tag=TAG, head=HEAD, text=TEXT, end="\n</REUTERS>\n"):
    return f"{tag}\n{head}\n{text}{end}"


def parse(*texts):
    return list(parse_reuters("".join(('<!DOCTYPE lewis SYSTEM "lewis.dtd">\n', *texts)).encode("latin-1")))


def test_every_field_is_read():
    (found,) = parse(record())
    assert isinstance(found, ReutersRecord)
    assert found.attributes == {
        "TOPICS": "YES",
        "LEWISSPLIT": "TRAIN",
        "CGISPLIT": "TRAINING-SET",
        "OLDID": "9",
        "NEWID": "7",
    }
    assert (found.newid, found.date, found.mknote, found.type) == ("7", "26-FEB-1987", "mended", "NORM")
    assert (found.people, found.orgs, found.exchanges, found.companies) == (("volcker",), ("ec",), ("lse",), ())
    assert found.unknown == "\n C T"
    assert found.author.strip() == "By X"
    assert found.dateline.strip() == "LONDON, Feb 26 -"


def test_r02_lists_keep_every_item():
    (found,) = parse(record())
    assert found.topics == ("tin",)
    assert found.places == ("uk", "usa")


def test_r03_bytes_are_latin_1_and_none_is_lost():
    (found,) = parse(record(text="<TEXT><BODY>growth.\u00fc&#5;&#30;side \u009a</BODY></TEXT>"))
    assert found.body == "growth.\u00fc  side \u009a"
    assert found.repairs == {"decode_repairs": 2, "control_character": 2}
    (found,) = parse(record(text="<TEXT><BODY>side by s\u00fcde</BODY></TEXT>"))
    assert found.repairs["decode_repairs"] == 1


def test_r04_references_are_resolved_exactly_once():
    (found,) = parse(record())
    assert found.title == "A & B"
    assert found.body == "Net up <QQQ> 5 pct. Reuter\n "
    assert "\x03" not in found.whole
    assert "\x02" not in found.whole
    assert found.repairs == {"html_entity": 2, "control_character": 2}
    (twice,) = parse(record(text="<TEXT><BODY>&amp;lt;QQQ&amp;gt;</BODY></TEXT>"))
    assert twice.body == "&lt;QQQ&gt;"


@pytest.mark.parametrize(
    "tag",
    [
        '<REUTERS NEWID="7" CGISPLIT="TRAINING-SET" OLDID="9" TOPICS="YES" LEWISSPLIT="TRAIN">',
        "<REUTERS NEWID='7'  CGISPLIT = 'TRAINING-SET' OLDID=9 TOPICS=YES\nLEWISSPLIT=\"TRAIN\">",
        '<REUTERS newid="7" cgisplit="TRAINING-SET" oldid="9" topics="YES" lewissplit="TRAIN">',
    ],
)
def test_r08_the_order_of_attributes_does_not_matter(tag):
    assert parse(record(tag)) == parse(record())


def test_texts_without_a_body_keep_their_whole():
    brief = '<TEXT TYPE="BRIEF">&#2;\n******<TITLE>IT FELL\n</TITLE>Blah blah blah.\n&#3;\n</TEXT>'
    (found,) = parse(record(text=brief))
    assert (found.type, found.title, found.body) == ("BRIEF", "IT FELL\n", "")
    assert found.whole.split() == ["******", "IT", "FELL", "Blah", "blah", "blah."]
    (found,) = parse(record(text='<TEXT TYPE="UNPROC">\n M-1....736.7 > 5 < 7\n</TEXT>'))
    assert (found.type, found.whole) == ("UNPROC", "\n M-1....736.7 > 5 < 7\n")


@pytest.mark.parametrize(
    ("broken", "report"),
    [
        (record(end="\n"), ("NEWID 7", "no closing </REUTERS>")),
        (record(text="<TEXT><BODY>cut off</BODY>"), ("NEWID 7", "no <TEXT> with a closing </TEXT>")),
        (record(text="<TEXT><BODY>cut off</TEXT>"), ("NEWID 7", "<BODY> is not closed")),
        (record(head="<TOPICS><D>tin</D>"), ("NEWID 7", "<TOPICS> is not closed")),
        (record(head="<PLACES><D>uk<D>usa</D></PLACES>"), ("NEWID 7", "<D> in <PLACES> is not closed")),
        (
            record(TAG.replace('TRAIN"', 'TRAINED"')),
            ("NEWID 7", "attribute LEWISSPLIT is 'TRAINED', not one of TRAIN, TEST, NOT-USED"),
        ),
        (record(TAG.replace(' NEWID="7"', "")), ("record 2", "no attribute NEWID")),
    ],
)
def test_r13_a_broken_record_is_reported_and_the_next_one_read(broken, report):
    first, found, last = parse(record(), broken, record())
    assert found == report
    assert first == last == parse(record())[0]


def test_r13_bare_brackets_and_unknown_references_are_text():
    (found,) = parse(record(text="<TEXT><BODY>a > b, 3 <4, &nosuch; &#3; AT&T</BODY></TEXT>"))
    assert found.body == "a > b, 3 <4, &nosuch;   AT&T"
