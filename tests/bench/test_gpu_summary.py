"""The page says what was found, what is wrong and what is missing, in at most sixty lines."""

from __future__ import annotations

from typing import Any

from geobias.bench.gpu_summary import LONGEST, summary, wrong

ABOUT = {
    "part": "about", "kind": "about", "card": {"name": "H200", "cuda": "13"}, "versions": {"torch": "2.13"},
    "backends": [{"name": "triton", "available": True}, {"name": "keops", "available": False}],
}  # fmt: skip


def row(case: str, side: str, **changed: Any) -> dict[str, Any]:
    values = {"agrees": True, "difference": 1e-7, "tolerance": 1e-5, "seconds": 0.012345, "ratio": 2.0}
    return {"part": case, "kind": "row", "case": case, "side": side, **values, **changed}


LINES = [
    ABOUT,
    {"part": "rates", "kind": "rates", "copy_bytes_per_second": 4.5e12},
    row("case A", "torch dense"),
    row("case A", "triton resident ieee", agrees=False, difference=0.25, seconds=None),
    row("case A", "geomloss online", agrees=False, difference=None, seconds=None),
    {"part": "tests k", "kind": "tests", "passed": 4, "skipped": 1, "failed": ["tests/k.py::bad"]},
    {"part": "tests l", "kind": "tests", "passed": 0, "note": "the package 'pytest' is absent"},
    {"part": "extraction", "kind": "extraction", "texts": 60},
    {"part": "other", "kind": "failed", "why": "RuntimeError: no"},
    {"part": "late", "kind": "left out", "why": "no time was left for it"},
]


def test_the_page_says_what_there_is() -> None:
    lines = summary(LINES).splitlines()
    for line in (
        "Card: name H200, cuda 13",
        "Backends: triton",
        "Rates: copy_bytes_per_second 4.5e+12",
        "case A: torch dense 0.0123, resident ieee x, geomloss online -",
        "WRONG case A, triton resident ieee: off by 2.5e-01, allowed 1e-05",
        "Tests: 4 passed, 1 failed, 1 skipped, in 2 files",
        "FAILED tests/k.py::bad",
        "tests l: the package 'pytest' is absent",
        "FAILED other: RuntimeError: no",
        "Left out for want of time: late",
    ):
        assert line in lines
    assert [line["side"] for line in wrong(LINES)] == ["triton resident ieee"]


def test_it_stays_a_page() -> None:
    many = [ABOUT, *(row(f"case {k}", "triton resident ieee", agrees=False) for k in range(50))]
    lines = summary(many).splitlines()
    assert len(lines) == LONGEST
    assert lines[-1].endswith("lines more: see gpu-check.jsonl")
    assert len(summary(LINES).splitlines()) < 25
