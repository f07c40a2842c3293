"""What was found is on disk at once, and a run that was stopped goes on from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geobias.bench.gpu_record import Record
from geobias.errors import InputError

ABOUT = {"card": {"name": "a card"}, "versions": {"torch": "2"}, "backends": []}


def test_every_line_is_on_disk_at_once(tmp_path: Path) -> None:
    record = Record(tmp_path)
    record.add("rates", "rates", copies=2.0, share=float("nan"), pair=(1, float("inf")))
    lines = (tmp_path / "gpu-check.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"part": "rates", "kind": "rates", "copies": 2.0, "share": None, "pair": [1, None]}
    ]
    record.add("rates", "done")
    assert len((tmp_path / "gpu-check.jsonl").read_text().splitlines()) == 2


def test_only_what_is_done_stays(tmp_path: Path) -> None:
    first = Record(tmp_path)
    first.begin(ABOUT)
    for part, end in (("a", "done"), ("b", "failed"), ("c", "left out")):
        first.add(part, "row", value=1)
        first.add(part, end)
    first.add("d", "row", value=1)
    again = Record(tmp_path)
    again.begin(ABOUT)
    assert again.done() == {"a"}
    assert [(line["part"], line["kind"]) for line in again.lines] == [("a", "row"), ("a", "done"), ("about", "about")]
    assert Record(tmp_path).lines == again.lines


@pytest.mark.parametrize("name", ["card", "versions"])
def test_another_machine_is_not_mixed_in(tmp_path: Path, name: str) -> None:
    Record(tmp_path).begin(ABOUT)
    with pytest.raises(
        InputError, match=rf"must be of this machine as it is, .* found with {name} .* another --output"
    ):
        Record(tmp_path).begin(ABOUT | {name: {"name": "another"}})
