"""A table of statements: what is repaired, counted, dropped by a rule of a name, and refused."""

import json
from collections import Counter

import pandas as pd
import pytest

from geobias.corpora import load_etiquette
from geobias.errors import InputError

HEAD = "sentences,label,region,kind,land\n"
NAMES = {"statement": "sentences", "type": "kind", "country": "land"}


def _load(tmp_path, rows, head=HEAD, **options):
    path = tmp_path / "norms.csv"
    path.write_text(head + rows, encoding="utf-8")
    return load_etiquette(path, **{**NAMES, **options})


def _counts(statements):
    found = Counter()
    for line in statements.counts.records:
        found[line["event"], line["reason"]] += line["count"]
    return found


def test_a_table_becomes_statements(tmp_path):
    found = _load(tmp_path, "Bow to your host.,1,East,visits,JP\nShout at the waiter.,-1,West,dining,\n")
    assert found.texts.tolist() == ["Bow to your host.", "Shout at the waiter."]
    assert found.labels.tolist() == [1, -1]
    assert {name: values.tolist() for name, values in found.attributes.items()} == {
        "region": ["East", "West"],
        "type": ["visits", "dining"],
        "country": ["JP", ""],
    }
    assert found.ids.tolist() == ["norms-000000", "norms-000001"]
    assert list(found.files) == [str(tmp_path / "norms.csv")]
    assert repr(found) == "<Etiquette: 2 statements, 1 accepted, of 2 regions>"


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_other_files_give_the_same(tmp_path, ending):
    rows = [
        {"sentences": "Bow to your old host.", "label": 1, "region": "NO"},
        {"sentences": "Shout at the waiter.", "label": -1, "region": "NO"},
    ]
    path = tmp_path / f"norms.{ending}"
    if ending == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        pd.DataFrame(rows).to_parquet(path)
    found = load_etiquette(path, statement="sentences")
    assert found.labels.tolist() == [1, -1]
    assert found.groups() == {"NO": pytest.approx([0, 1])}


def test_mojibake_is_repaired_and_what_is_left_is_named(tmp_path):
    rows = "Donâ€™t shout at hosts.,1,East,,\nDo not shout\ufffd at hosts.,1,West,,\n"
    found = _load(tmp_path, rows)
    assert found.texts[0] == "Don’t shout at hosts."
    counts = _counts(found)
    assert (counts["repaired", "mojibake"], counts["flagged", "mojibake_left"]) == (1, 1)
    assert found.notices == ("Rows of norms.csv: 1 mojibake left (flagged).",)
    kept = _load(tmp_path, rows, mojibake="keep")
    assert kept.texts[0] == "Donâ€™t shout at hosts."
    assert (_counts(kept)["repaired", "mojibake"], _counts(kept)["flagged", "mojibake_left"]) == (0, 2)
    assert kept.digest() != found.digest()


TWICE = "Bow to your old host.,1,East,,\nbow to your old HOST,1,East,,\nBow to your old host.,1,West,,\n"


@pytest.mark.parametrize(("repeats", "left", "event"), [("first", 2, "dropped"), ("keep", 3, "flagged")])
def test_repeats_in_a_region_go_by_name_and_those_across_regions_are_told(tmp_path, repeats, left, event):
    found = _load(tmp_path, TWICE, repeats=repeats)
    assert len(found) == left
    assert _counts(found)[event, "repeated_text"] == 1
    assert found.notices[-1] == "1 text stands in several regions."


def test_blanks_around_a_region_are_told_and_counted(tmp_path):
    rows = "Bow to your old host.,1,Nordics ,dining,\nShout at the waiter.,-1,Nordics, dining,\n"
    found = _load(tmp_path, rows)
    assert list(found.groups()) == ["Nordics"]
    counts = _counts(found)
    assert (counts["repaired", "blank_around_region"], counts["repaired", "blank_around_type"]) == (1, 1)
    assert found.notices == ("1 row of norms.csv had blanks around the name of the region, which do not count.",)


BOTH = "Bow to hosts.,-1,East,,\nBow to hosts.,1,East,,\nbow to hosts,-1,East,,\nBow to hosts.,1,West,,\n"


@pytest.mark.parametrize(
    ("conflicts", "labels", "count"), [("drop", [1], 3), ("first", [-1, 1], 1), ("keep", [-1, 1, 1], 3)]
)
def test_a_text_with_both_labels_goes_by_name(tmp_path, conflicts, labels, count):
    found = _load(tmp_path, BOTH, conflicts=conflicts)
    assert found.labels.tolist() == labels
    assert sum(n for (_, why), n in _counts(found).items() if why == "both_labels_in_a_region") == count


@pytest.mark.parametrize(("short", "left"), [("keep", 2), ("drop", 1)])
def test_short_statements_go_by_name(tmp_path, short, left):
    found = _load(tmp_path, "Bow low.,1,East,,\nBow to your host.,1,East,,\n", short=short)
    assert len(found) == left
    assert _counts(found)[{"keep": "flagged", "drop": "dropped"}[short], "under_4_words"] == 1


def test_what_says_nothing_is_dropped_and_counted(tmp_path):
    rows = (
        ' ,1,East,,\nBow to your host.,,East,,\nBow to your host.,1,,,\nBow to your host.,1,East,,\n"\x00",-1,East,,\n'
    )
    found = _load(tmp_path, rows)
    assert len(found) == 1
    counts = _counts(found)
    assert [counts["dropped", why] for why in ("empty_text", "no_label", "no_region")] == [2, 1, 1]


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        (
            BOTH,
            {"conflicts": "error"},
            "every statement must have one label a region, as conflicts=error asks, but line 2 does not (both labels "
            "in a region: 'Bow to hosts.'). Correct it, or pass another conflicts.",
        ),
        (
            TWICE,
            {"repeats": "error"},
            "every statement must stand once in a region, as repeats=error asks, but line 3 does not (repeated text: "
            "'bow to your old HOST'). Correct it, or pass another repeats.",
        ),
        (
            "Bow.,1,East,,\n",
            {"short": "error"},
            "every statement must be long enough, as short=error asks, but line 2 does not (under 4 words: 'Bow.'). "
            "Correct it, or pass another short.",
        ),
        (
            "x,,East,,\n ,1,East,,\n",
            {"empty": "error"},
            "every statement must be filled, as empty=error asks, but line 3 does not (empty text: ''). Correct it, or "
            "pass another empty.",
        ),
        (
            "Bow.,maybe,East,,\n",
            {},
            "every label in column 'label' of norms.csv must be one of ['1', '-1'], but line 2 is 'maybe'. Pass "
            "label_map={<word>: 1, <word>: -1}.",
        ),
        (
            "Bow.,1,East,,\n",
            {"label_map": {"1": 2}},
            "label_map must lead to 1, -1 or null, but '1' leads to 2. Correct it.",
        ),
        (
            "Bow.,1,East,,\n",
            {"country": "country"},
            "norms.csv must have a column 'country', but its columns are ['sentences', 'label', 'region', 'kind', "
            "'land']. Name the right column.",
        ),
        (
            "Bow.,,East,,\n",
            {},
            "norms.csv must have a statement that is kept, but it has none. Check its columns and rules.",
        ),
        (
            "Bow.,1,East,,\n",
            {"mojibake": "no"},
            "mojibake must be one of ['repair', 'keep'], but it is 'no'. Choose one of them.",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(tmp_path, rows, options, message):
    with pytest.raises(InputError) as caught:
        _load(tmp_path, rows, **options)
    assert str(caught.value) == message


def test_a_statement_that_is_a_number_is_refused(tmp_path):
    path = tmp_path / "norms.jsonl"
    path.write_text('{"statement": 5, "label": 1, "region": "East"}\n')
    with pytest.raises(InputError) as caught:
        load_etiquette(path)
    assert str(caught.value) == (
        "every statement in column 'statement' of norms.jsonl must be text, but line 1 is 5 (int). Name the column of "
        "statements."
    )


def test_a_table_without_rows_is_refused(tmp_path):
    path = tmp_path / "norms.parquet"
    pd.DataFrame({"statement": [], "label": [], "region": []}).to_parquet(path)
    with pytest.raises(InputError) as caught:
        load_etiquette(path)
    assert str(caught.value) == "norms.parquet must have at least one statement, but it has none. Check the file."


def test_words_may_stand_for_labels(tmp_path):
    rows = "Bow to your host.,good,East,,\nShout at the host.,bad,East,,\nWalk to the host.,unsure,East,,\n"
    found = _load(tmp_path, rows, label_map={"good": 1, "bad": -1, "unsure": None})
    assert found.labels.tolist() == [1, -1]


def test_the_statements_that_come_along_fill_every_cell_alike():
    own = load_etiquette()
    cells = Counter(zip(own.attributes["region"], own.attributes["type"], own.labels.tolist(), strict=True))
    assert (len(own), set(cells.values()), len(cells)) == (400, {10}, 40)
    assert own.details["planted"] == {"general": 200, "regional": 200}
    assert _counts(own) == {("read", "rows"): 400, ("kept", "statements"): 400}
    assert list(own.files) == ["statements.csv of geobias"]
    assert len(own.notices) == 1
    general = own.attributes["scope"] == "general"
    assert (own.attributes["country"][general] == "").all()
    assert (own.attributes["country"][~general] != "").all()


@pytest.mark.shared
def test_the_real_subset_is_read_and_its_noise_counted(shared):
    found = load_etiquette(shared / "data" / "eticor" / "eticor_subset.csv", statement="sentences")
    counts = _counts(found)
    assert counts["read", "rows"] == 10_000
    assert counts["dropped", "empty_text"] == 1
    assert counts["repaired", "mojibake"] > 500
    assert len(found) == 10_000 - sum(n for (event, _), n in counts.items() if event == "dropped")
    raw = load_etiquette(
        shared / "data" / "eticor" / "eticor_subset.csv", statement="sentences", mojibake="keep", cleaning="none",
        conflicts="keep", repeats="keep",
    )  # fmt: skip
    assert len(raw) == 9_999
    assert {name: len(places) for name, places in raw.groups().items()}["India"] in (1_999, 2_000)
