"""ARCHITECTURE.md names files and types that are there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINES = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")


def paths_of(line: str) -> list[str]:
    """What a line names as code that reads as a path: with a slash in it, or a file's ending."""
    words = re.findall(r"`([^`]+)`", line)
    return [word for word in words if _PATH.fullmatch(word) and re.search(r"/|\.(?:py|yaml|toml|html|css)$", word)]


def places(line: str, part: Sequence[Path] = ()) -> dict[str, Path | None]:
    """Path -> where it lies: in the checkout, in the package, in the folder of its part, or beside one of its line."""
    found: dict[str, Path | None] = {}
    for path in paths_of(line):
        beside = [place if place.is_dir() else place.parent for place in found.values() if place]
        tried = [folder / path for folder in (ROOT, ROOT / "geobias", *part, *beside)]
        found[path] = next((place for place in tried if place.exists()), None)
    return found


def parts() -> Iterator[tuple[str, list[Path]]]:
    """Every line, with the folders that head its part of a table."""
    part: list[Path] = []
    for line in LINES:
        if line.startswith(("| **", "## ")):
            part = [place for place in places(line.split("|")[1]).values() if place] if line[0] == "|" else []
        yield line, part


def test_every_file_is_there():
    found = [(path, place) for line, part in parts() for path, place in places(line, part).items()]
    assert len(found) > 200
    assert [path for path, place in found if place is None] == []


def test_every_room_is_named():
    rooms = {path.relative_to(ROOT).parts[1] for path in (ROOT / "geobias").rglob("*.py")} - {
        "__init__.py",
        "__main__.py",
    }
    table = LINES[LINES.index("## Rooms") : LINES.index("## Which file decides what")]
    named = {Path(path).parts[0] for line in table for path in paths_of(line.split("|")[1] if "|" in line else "")}
    assert rooms - named == set()


def test_every_type_is_in_its_file():
    table = LINES[LINES.index("## Types") : LINES.index("## A regional run, from the command to the page")]
    rows = [line.split("|") for line in table if line.startswith("| `")]
    assert len(rows) > 25
    for _, types, files, *_ in rows:
        text = "".join(place.read_text(encoding="utf-8") for place in places(files).values() if place)
        names = re.findall(r"`(\w+)`", types)
        assert [name for name in names if not re.search(rf"^class {name}\b", text, re.MULTILINE)] == []


def test_tests_lie_where_their_sources_do():
    sources = {"kernels": ROOT / "kernels" / "geobias_kernels"} | {top: ROOT / top for top in ("benchmarks", "scripts")}
    for folder in {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}:
        first, *rest = folder.parts or ("",)
        assert sources.get(first, ROOT / "geobias" / first).joinpath(*rest).is_dir(), folder
