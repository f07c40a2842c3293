"""Data sets of the `datasets` library, written here and read back."""

from __future__ import annotations

import sys

import pytest

from geobias.corpora import load_hf
from geobias.errors import InputError, MissingDependencyError

datasets = pytest.importorskip("datasets")


@pytest.fixture
def rows():
    features = datasets.Features(
        {
            "text": datasets.Value("string"),
            "region": datasets.Value("string"),
            "label": datasets.ClassLabel(names=["pos", "neg"]),
            "topics": datasets.Sequence(datasets.ClassLabel(names=["tin", "gold"])),
        }
    )
    columns = {
        "text": ["it&#39;s", "b", "c"],
        "region": ["NO", "au", None],
        "label": [0, 1, -1],
        "topics": [[0], [0, 1], []],
    }
    return datasets.Dataset.from_dict(columns, features=features)


def test_a_saved_data_set(rows, tmp_path):
    rows.save_to_disk(tmp_path / "d")
    corpus = load_hf(tmp_path / "d", label="label")
    assert corpus.texts.tolist() == ["it's", "b", "c"]
    assert corpus.attributes["region"].tolist() == ["NO", "au", ""]
    assert corpus.label_names == ("neg", "pos")
    assert corpus.labels.tolist() == [1, 0, -1]
    assert corpus.ids.tolist() == ["d-000000", "d-000001", "d-000002"]
    assert len(corpus.sources[str(tmp_path / "d")]) == 64
    assert corpus.sources == load_hf(tmp_path / "d", label="label").sources
    assert corpus.sources != load_hf(tmp_path / "d").sources
    topics = load_hf(str(tmp_path / "d"), label="topics")
    assert topics.label_names == ("gold", "tin")
    assert topics.labels.tolist() == [[0, 1], [1, 1], [0, 0]]


def test_splits_of_a_data_set(rows, tmp_path):
    parts = {"train": rows, "validation": rows.select([0]), "test": rows.select([1, 2])}
    datasets.DatasetDict(parts).save_to_disk(tmp_path / "d")
    assert load_hf(tmp_path / "d").splits.tolist() == ["train"] * 3 + ["unused"] + ["test"] * 2
    assert load_hf(tmp_path / "d", part="test").texts.tolist() == ["b", "c"]
    with pytest.raises(InputError, match=r"must have the split 'tests', but it has \['train', 'validation', 'test'\]"):
        load_hf(tmp_path / "d", part="tests")
    with pytest.raises(InputError) as error:
        load_hf(tmp_path / "d", text="txt")
    assert str(error.value) == (
        "d (train) must have a column 'txt', but its columns are ['text', 'region', 'label', 'topics']. "
        "The nearest is 'text'. Name the right column."
    )


def test_an_absent_data_set_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    with pytest.raises(InputError) as error:
        load_hf("nobody/no-such-data-set")
    message = str(error.value)
    assert message.startswith(
        "the data set 'nobody/no-such-data-set' must be a folder, in the local cache, or reachable, "
        "but the library says:"
    )
    assert message.endswith(
        "Where there is a network, run datasets.load_dataset('nobody/no-such-data-set').save_to_disk(DIR), "
        "then pass DIR; check the name and HF_HUB_OFFLINE."
    )


def test_the_library_is_asked_for_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingDependencyError, match=r"Install it with: pip install 'geobias\[hf\]'"):
        load_hf("any")
