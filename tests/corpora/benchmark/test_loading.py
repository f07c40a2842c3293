"""Benchmarks from a YAML file and its table: those that come along, judgements as means, errors with places."""

import re

import numpy as np
import pandas as pd
import pytest

from geobias.corpora import benchmark_names, load_benchmark
from geobias.errors import InputError

BLOCK = "benchmark: {group: land, truth: right}\ntable: items.csv\ntemplates: []\n"


@pytest.fixture
def written(tmp_path):
    def write(yaml=BLOCK, rows=(("x", "A", "yes"), ("y", "B", "no")), columns=("text", "land", "right")):
        pd.DataFrame(rows, columns=list(columns)).to_csv(tmp_path / "items.csv", index=False)
        (tmp_path / "mine.yaml").write_text(yaml)
        return tmp_path / "mine.yaml"

    return write


def test_three_come_along():
    assert benchmark_names() == ("choices", "judgements", "stories")
    sizes = {name: (len(one := load_benchmark(name)), len(one.members()), one.measure) for name in benchmark_names()}
    assert sizes == {"choices": (30, 3, "accuracy"), "judgements": (36, 3, "distance"), "stories": (40, 4, "accuracy")}
    assert load_benchmark().by_template
    assert set(load_benchmark("choices").members("kinds")) == {"food", "feasts", "leisure", "work"}


def test_judgements_of_one_item_become_their_mean(written):
    block = "benchmark: {group: land, truth: rating, unit: act, measure: distance}\ntable: items.csv\n"
    rows = [("a", "A", 1), ("a", "A", -2), ("a", "B", 2), ("b", "A", 0), ("a", "A", 0)]
    found = load_benchmark(written(block, rows, ("act", "land", "rating")))
    assert found.groups.tolist() == ["A", "B", "A"]
    assert [float(right) for right in found.truth] == [np.mean([1, -2, 0]), 2.0, 0.0]
    assert found.judged.tolist() == [3, 1, 1]
    assert found.units.tolist() == ["a", "a", "b"]


def test_the_table_fills_prompts(written):
    frame = load_benchmark(written()).to_frame()
    assert frame.to_dict("list") == {
        "text": ["x", "y"], "land": ["A", "B"], "right": ["yes", "no"], "item": ["items-000000", "items-000001"],
        "group": ["A", "B"], "kind": ["", ""], "truth": ["yes", "no"], "cell": ["A / yes", "B / no"],
    }  # fmt: skip


def test_blanks_around_a_group_are_told(written):
    found = load_benchmark(written(rows=(("x", "A ", "yes"), ("y", "A", "no"), ("z", "B", "no"))))
    assert list(found.members()) == ["A", "B"]
    assert found.notices == ("1 row of items.csv had blanks around the name of the group, which do not count.",)


def test_a_digest_knows_what_decides(written):
    one = load_benchmark(written())
    assert one.digest() == load_benchmark(written()).digest()
    assert one.digest() != load_benchmark(written(rows=(("x", "A", "yes"), ("y", "B", "yes")))).digest()


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        (
            "table: items.csv\n",
            "mine.yaml must have `benchmark`, a mapping of texts, but there is None. See docs/benchmarks.md.",
        ),
        (
            "benchmark: {grup: land, truth: right}\ntable: items.csv\n",
            "keys of benchmark in mine.yaml must be known ones, but 'grup' is none. The nearest is 'group'. There are "
            "['name', 'group', 'truth', 'measure', 'kind', 'unit'].",
        ),
        (
            "benchmark: {group: land}\ntable: items.csv\n",
            "benchmark in mine.yaml must have 'truth', but it has ['group']. Name the column.",
        ),
        (
            "benchmark: {group: land, truth: right}\n",
            "mine.yaml must have `table`, but there is None. Name the file of items.",
        ),
        (
            BLOCK.replace("truth: right", "truth: rihgt"),
            "items.csv must have a column 'rihgt', but its columns are ['text', 'land', 'right']. The nearest "
            "is 'right'. Name the right column.",
        ),
        (
            BLOCK.replace("right}", "right, measure: distance}"),
            "column 'right' of items.csv must hold numbers, for distances from them, but line 2 is 'yes'. Correct it, "
            "or take measure: accuracy.",
        ),
    ],
)
def test_errors_name_what_is_wrong(written, yaml, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        load_benchmark(written(yaml))


def test_a_blank_group_and_a_wrong_name_are_refused(written):
    file = written(rows=(("x", "A", "yes"), ("y", "", "no")))
    message = (
        "column 'land' of items.csv must be filled, for it is the group, but line 3 is empty there. Fill it, or leave "
        "the row out."
    )
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        load_benchmark(file)
    with pytest.raises(InputError, match="it is 'storys'. The nearest is 'stories'."):
        load_benchmark("storys")
