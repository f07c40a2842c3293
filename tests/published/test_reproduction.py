"""Files that a paper's folder must hold: what lacks is told in one short sentence."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.published._reproduction import check_files

NAMES = [f"table_{number}.csv" for number in range(20)]
MUST = "must hold table_0.csv, table_1.csv, table_2.csv and 17 more"


def refused(folder, names=NAMES):
    with pytest.raises(InputError) as error:
        check_files(folder, names)
    return str(error.value)


def test_of_many_files_the_first_are_named_once(tmp_path):
    (tmp_path / "other.csv").touch()
    assert refused(tmp_path) == (
        f"'{tmp_path}' {MUST}, but it has none of these, only other.csv. Name the right folder."
    )
    (tmp_path / NAMES[4]).touch()
    assert refused(tmp_path) == (
        f"'{tmp_path}' {MUST}, but table_0.csv, table_1.csv, table_2.csv and 16 more are not among other.csv and "
        "table_4.csv. Name the right folder."
    )


def test_a_folder_within_the_right_one_is_sent_up(tmp_path):
    (tmp_path / "tweets").mkdir()
    (tmp_path / "tweets" / "au.csv").touch()
    (tmp_path / "scores.csv").touch()
    assert refused(tmp_path / "tweets", ["scores.csv", "tweets/au.csv"]) == (
        f"'{tmp_path / 'tweets'}' must hold scores.csv and tweets/au.csv, but it has none of these, only au.csv. "
        f"Name the folder above it, {tmp_path}."
    )
    check_files(tmp_path, ["scores.csv", "tweets/au.csv"])
