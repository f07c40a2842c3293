"""Claims: a folder of one's own, and nothing left of a start that is refused."""

from __future__ import annotations

import shutil

import pytest

from geobias.errors import InputError, StorageError
from geobias.pipeline.claiming import check_label, claim


def test_a_claimed_folder_is_left_to_its_owner(tmp_path):
    first, second = claim(tmp_path / "a"), claim(tmp_path / "a")
    assert (first.path.name, first.fresh, first.busy) == ("a", True, ())
    assert (second.path.name, second.busy) == ("a-2", (first.path,))
    first.release()
    again = claim(tmp_path / "a")
    assert (again.path, again.fresh) == (first.path, False)
    for one in (again, second):
        one.release()


def test_only_what_this_start_made_is_withdrawn(tmp_path):
    claim(tmp_path / "output" / "study" / "new").withdraw()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "mine").write_text("")
    claim(tmp_path / "old").withdraw()
    claim(tmp_path / "old" / "study" / "new").withdraw()
    assert list((tmp_path / "old").rglob("*")) == [tmp_path / "old" / ".lock", tmp_path / "old" / "mine"]


def test_a_folder_goes_while_it_is_still_locked(tmp_path, monkeypatch):
    held = claim(tmp_path / "a")
    remove = shutil.rmtree
    others: list[str] = []

    def meanwhile(path, **options):
        other = claim(tmp_path / "a")
        others.append(other.path.name)
        other.release()
        remove(path, **options)

    monkeypatch.setattr(shutil, "rmtree", meanwhile)
    held.withdraw()
    assert others == ["a-2"]


def test_what_is_no_folder_is_named(tmp_path):
    (tmp_path / "a").write_text("")
    with pytest.raises(StorageError, match="a is a file: move it away"):
        claim(tmp_path / "a")


@pytest.mark.parametrize("label", ["../../x", "..", "a/../../b", "/etc", "~/x", "..\\x", "\\\\server\\x"])
def test_a_name_that_leads_elsewhere_is_refused(label):
    with pytest.raises(InputError) as error:
        check_label(label)
    assert str(error.value) == (
        f"the name of a run must be a name, not a way to another folder, but it is {label!r}. "
        "Pass a name such as name=trial, and output=<folder> for the place."
    )


@pytest.mark.parametrize("label", ["N/A", "UK/Ireland", "x" * 300, "a\0", "CON", "..a", "🙂", "~"])
def test_any_other_name_is_fine(label):
    check_label(label)
