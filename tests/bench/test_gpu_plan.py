"""The plan fits the time that it is said to take, and every part of it runs on the CPU, small."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

import pytest

from geobias.bench import gpu_plan
from geobias.bench.gpu import _flags
from geobias.bench.gpu_plan import Settings, as_text, plan

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gpu.md"
ON_CARD, DRY = Settings("cuda"), Settings("cpu", (20, 30), (8, 4), 1)


def test_all_of_it_fits_a_quarter_of_an_hour_and_the_best_the_default() -> None:
    ends = dict(zip((part.name for part in plan(ON_CARD)), accumulate(p.seconds for p in plan(ON_CARD)), strict=True))
    assert max(ends.values()) <= 780
    assert ends["published experiment, as run"] <= _flags().parse_args([]).seconds
    assert list(ends)[:2] == ["rates", "published experiment, masked"]
    assert as_text(plan(ON_CARD)) in PAGE.read_text(encoding="utf-8")


def test_a_dry_run_goes_through_every_kind_of_part() -> None:
    def kinds(settings: Settings) -> set[str]:
        return {part.name.split(" ")[0] if not part.name.startswith("publ") else part.name for part in plan(settings)}

    assert kinds(Settings("cpu")) == kinds(ON_CARD)


def test_parts_give_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_plan, "throughput", lambda device, documents: {"texts": documents})
    monkeypatch.setattr(gpu_plan, "documents_to_table", lambda *_: [])
    found = {part.name: list(part.work()) for part in plan(DRY) if part.work}
    assert found["extraction"] == [{"kind": "extraction", "texts": 60}]
    assert found["rates"][0]["copy_bytes_per_second"] > 0
    for case in ("Sinkhorn 20 x 20, 8 dimensions", "Sinkhorn 30 x 30, 4 dimensions"):
        assert {line["case"] for line in found[case]} == {case}
    rows = [line for lines in found.values() for line in lines if line["kind"] == "row"]
    assert all(row["agrees"] for row in rows if row["side"] == "torch dense")
    for name in ("published experiment, masked", "published experiment, as run"):
        assert [row["side"] for row in found[name]] == ["torch dense"]
