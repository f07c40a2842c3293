"""YAML files are read, or a sentence says what is wrong with them."""

from __future__ import annotations

import re

import pytest

from geobias.errors import InputError, StorageError
from geobias.yaml_files import read_yaml


def test_what_it_holds(tmp_path):
    (tmp_path / "a.yaml").write_text("name: Ngũgĩ\n'no': [1, 2]\n", encoding="utf-8")
    assert read_yaml(tmp_path / "a.yaml", "words") == {"name": "Ngũgĩ", "no": [1, 2]}


TORN = b"a: [1", "while parsing a flow sequence"
LATIN = b"a: \xff", "'utf-8' codec can't decode byte 0xff in position 3: invalid start byte"


@pytest.mark.parametrize(("content", "cause"), [TORN, LATIN])
def test_what_is_no_yaml_in_utf_8_is_named(tmp_path, content, cause):
    path = tmp_path / "a.yaml"
    path.write_bytes(content)
    words = f"words must be YAML in UTF-8, but {path} is not ({cause}). Correct the file."
    with pytest.raises(InputError, match=f"^{re.escape(words)}$"):
        read_yaml(path, "words")


def test_one_that_is_not_there_is_named(tmp_path):
    with pytest.raises(StorageError, match=re.escape(str(tmp_path / "none.yaml"))):
        read_yaml(tmp_path / "none.yaml", "words")
