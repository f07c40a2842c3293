"""The lines of a record as a page of at most sixty, to be read or pasted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geobias.bench.gpu_record import Line

LONGEST = 60


def summary(lines: Sequence[Line]) -> str:
    """What was found, in few words; the record has the rest."""
    made = [
        *_about(lines),
        *_rates(lines),
        "",
        "Seconds by side; a cross where the value is wrong, a dash where a side could not run:",
        *_cases(lines),
        "",
        *_tests(lines),
        *_missing(lines),
    ]
    if len(made) > LONGEST:
        made = [*made[: LONGEST - 1], f"... {len(made) - LONGEST + 1} lines more: see gpu-check.jsonl"]
    return "\n".join(made) + "\n"


def wrong(lines: Sequence[Line]) -> list[Line]:
    """Rows of ours whose value is not what float64 gives."""
    ours = [line for line in lines if line["kind"] == "row" and line["side"].startswith("triton")]
    return [line for line in ours if not line["agrees"]]


def _of(lines: Sequence[Line], kind: str) -> list[Line]:
    return [line for line in lines if line["kind"] == kind]


def _about(lines: Sequence[Line]) -> Iterator[str]:
    for about in _of(lines, "about")[-1:]:
        yield "Card: " + ", ".join(f"{name} {value}" for name, value in about["card"].items())
        yield "Versions: " + ", ".join(f"{name} {version}" for name, version in about["versions"].items())
        able = [backend["name"] for backend in about["backends"] if backend["available"]]
        yield "Backends: " + ", ".join(able)
        yield "Token clouds are made up (Zipf's law, contexts)."


def _rates(lines: Sequence[Line]) -> Iterator[str]:
    for line in [*_of(lines, "rates"), *_of(lines, "extraction")]:
        values = {name: value for name, value in line.items() if name not in ("part", "kind")}
        said = (
            f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}" for name, value in values.items()
        )
        yield f"{line['kind'].capitalize()}: " + ", ".join(said)


def _cases(lines: Sequence[Line]) -> Iterator[str]:
    rows = _of(lines, "row")
    for case in dict.fromkeys(row["case"] for row in rows):
        sides = [f"{row['side'].removeprefix('triton ')} {_seconds(row)}" for row in rows if row["case"] == case]
        yield f"{case}: " + ", ".join(sides)
    for row in rows:
        if not row["agrees"] and row["difference"] is not None:
            yield f"WRONG {row['case']}, {row['side']}: off by {row['difference']:.1e}, allowed {row['tolerance']:.0e}"


def _seconds(row: Line) -> str:
    if row["difference"] is None:
        return "-"
    return f"{row['seconds']:.3g}" if row["agrees"] else "x"


def _tests(lines: Sequence[Line]) -> Iterator[str]:
    found = _of(lines, "tests")
    passed, skipped = (sum(line.get(name, 0) for line in found) for name in ("passed", "skipped"))
    failed = [name for line in found for name in line.get("failed", [])]
    yield f"Tests: {passed} passed, {len(failed)} failed, {skipped} skipped, in {len(found)} files"
    yield from (f"FAILED {name}" for name in failed[:10])
    yield from (f"{line['part']}: {line['note']}" for line in found if "note" in line)


def _missing(lines: Sequence[Line]) -> Iterator[str]:
    for line in _of(lines, "failed"):
        yield f"FAILED {line['part']}: {line['why']}"
    late = _of(lines, "left out")
    yield "Left out for want of time: " + ("; ".join(line["part"] for line in late) or "nothing")
