"""The figures of a page, drawn one at a time and saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from geobias.report.files import FIGURES
from geobias.report.lettering import KEY, key_of
from geobias.report.run import Run
from geobias.report.section import Picture, Section
from geobias.report.style import SVG, save

Saved = dict[str, list[tuple[Picture, Path]]]


def pictures(run: Run, sections: Iterable[Section]) -> Iterator[tuple[Section, Picture]]:
    """All figures of a run in the order of the page; the key to the groups' codes is in their texts."""
    key = key_of(run.groups.codes)
    for section in sections:
        for picture in section.pictures(run):
            if key:
                text, _, more = picture.alt.partition(f" {KEY}")
                picture.figure.set_label(f"{text} {KEY}{key}{f', {more}' if more else '.'}")
            yield section, picture


def save_pictures(
    run: Run, sections: Iterable[Section], progress: Callable[[int], None] | None = None, kinds: Sequence[str] = (SVG,)
) -> Saved:
    """Draw every figure into `figures/` as SVG and the other `kinds` asked for.

    Returns each with its SVG file, by the name of its section.
    """
    saved: Saved = {}
    for number, (section, picture) in enumerate(pictures(run, sections), 1):
        files = save(picture.figure, run.directory / FIGURES / picture.name, kinds)
        saved.setdefault(section.name, []).append((picture, files[SVG]))
        if progress:
            progress(number)
    return saved
