"""The page of a run: one HTML file that opens anywhere, with everything in it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from geobias.errors import require
from geobias.report.head import MOST, head_of
from geobias.report.page_tables import PageTable
from geobias.report.pictures import Saved
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section

if TYPE_CHECKING:
    import jinja2


@dataclass(frozen=True)
class Part:
    """What a section made of a run. Notices that open the page are not said again in it.

    alone : no other section says anything, so that what opens the page would stand twice at its head.
    """

    name: str
    title: str
    findings: list[Finding]
    figures: list[tuple[Picture, str]]
    tables: list[PageTable]
    alone: bool = False

    @property
    def notices(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.notice and not finding.headline]

    @property
    def cautions(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.caution]

    @property
    def sentences(self) -> list[Finding]:
        said = [finding for finding in self.findings if not finding.notice and not finding.caution]
        return [finding for finding in said if not (finding.headline and self.alone)]


def render(run: Run, sections: Sequence[Section], drawn: Saved) -> str:
    """The whole page as HTML; nothing in it refers to another file or address.

    drawn : the figures by the name of their section. A section that has nothing is left out.
    """
    parts = [_part(run, section, drawn) for section in sections]
    head = head_of(run, [finding for part in parts for finding in part.findings])
    shown = [part for part in parts if part.findings or part.figures or part.tables]
    saying = [part for part in shown if part.findings]
    shown = [replace(part, alone=saying == [part]) for part in shown]
    return _template().render(run=run, head=head, sections=shown, most=MOST)


def _part(run: Run, section: Section, drawn: Saved) -> Part:
    figures = [(picture, _embedded(path)) for picture, path in drawn.get(section.name, ())]
    return Part(section.name, section.title, list(section.findings(run)), figures, list(section.tables(run)))


@cache
def _template() -> jinja2.Template:
    jinja2 = require("jinja2", extra="study", purpose="writing the page of a run")
    folder = Path(__file__).parent
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,  # names and texts may hold anything
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["style"] = (folder / "page.css").read_text(encoding="utf-8")
    return environment.get_template("page.html")


def _embedded(path: Path) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(path.read_bytes()).decode("ascii")
