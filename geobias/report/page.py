"""The page of a run: one HTML file that opens anywhere, with everything in it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geobias.errors import require
from geobias.report import page_tables as tables
from geobias.report.figures import Picture
from geobias.report.finding import DISTANCES, PERFORMANCE, RELATION, TEXTS, Finding
from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.sections.controls.figures import control_table
from geobias.report.sections.performance import tables as task_tables
from geobias.report.sections.performance.gap_intervals import gap_interval_table, score_interval_tables
from geobias.report.sections.relations.exclusions import exclusion_table
from geobias.report.sections.relations.regression import regression_table
from geobias.report.sections.relations.rows import full, with_exclusions
from geobias.report.sections.representation.words import representation_table
from geobias.report.sections.separation.figures import separation_tables, spread_table
from geobias.report.sections.training_mix.words import composition_table
from geobias.report.verdicts import stated
from geobias.report.words import AUDIT, audit_notices, leading, opening

if TYPE_CHECKING:
    import jinja2
    import pandas as pd

TITLES = {
    TEXTS: "What was read",
    AUDIT: "Audit",
    DISTANCES: "Distances",
    PERFORMANCE: "Performance",
    RELATION: "Relation",
    "method": "Method in short",
    "reproducibility": "Reproducibility",
}


@dataclass
class Section:
    """A part of the page; one with nothing in it says that it was not measured."""

    name: str
    findings: list[Finding] = field(default_factory=list)
    notices: list[dict[str, str]] = field(default_factory=list)
    figures: list[dict[str, Any]] = field(default_factory=list)
    tables: list[PageTable] = field(default_factory=list)

    @property
    def title(self) -> str:
        return TITLES[self.name]

    @property
    def empty(self) -> bool:
        return not (self.findings or self.notices or self.figures or self.tables)


def render(run: Run, findings: Sequence[Finding], drawn: Sequence[tuple[Picture, Path]]) -> str:
    """The whole page as HTML; nothing in it refers to another file or address."""
    sections = {name: Section(name) for name in TITLES}
    for finding in findings:
        sections[finding.section].findings.append(finding)
    for picture, path in drawn:
        sections[picture.section].figures.append({"picture": picture, "source": _embedded(path)})
    sections[AUDIT].notices = _notices(run)
    for name, rows in _tables(run).items():
        sections[name].tables = rows
    verdicts, relations = run.table("verdict"), run.table("relations")
    return _template().render(
        run=run,
        leading=leading(run),
        verdicts=[] if verdicts is None else stated(verdicts, relations),
        title=f"{run.name}: {run.record.get('study', 'study')}",
        opening=opening(list(findings)),
        sections=list(sections.values()),
    )


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


def _notices(run: Run) -> list[dict[str, str]]:
    """What a reader must know before the numbers: warnings first, then notes and the run's own notices."""
    out = []
    if not run.finished:
        words = (
            f"This run did not finish (status: {run.record.get('status', 'unknown')}); what follows is what it left."
        )
        out.append({"kind": "warning", "words": words})
    audit = run.table("audit")
    if audit is not None:
        out += [{"kind": kind, "words": words} for kind, words in audit_notices(audit)]
    return out + [{"kind": "note", "words": str(words)} for words in run.record.get("notices", [])]


def _tables(run: Run) -> dict[str, list[PageTable]]:
    """The tables of every section, from what the run has."""
    out: dict[str, list[PageTable]] = {name: [] for name in TITLES}
    makers = {
        "groups": (TEXTS, lambda frame: [tables.group_table(frame)]),
        "counts": (TEXTS, lambda frame: [tables.count_table(frame)]),
        "audit": (AUDIT, lambda frame: [tables.audit_table(frame)]),
        "separation": (DISTANCES, lambda frame: separation_tables(frame, run.groups)),
        "size_curve": (DISTANCES, lambda frame: separation_tables(frame, run.groups, "By sample size, separation")),
        "distances": (
            DISTANCES,
            lambda frame: tables.pair_tables(
                frame, run.groups, "All pairs: mean ± standard deviation over repeats", True
            ),
        ),
        "spread": (DISTANCES, lambda frame: [spread_table(frame)]),
        "representation_tests": (DISTANCES, lambda frame: [representation_table(frame)]),
        "score_intervals": (PERFORMANCE, lambda frame: score_interval_tables(frame, run.groups)),
        "gap_intervals": (PERFORMANCE, lambda frame: [gap_interval_table(frame, run.groups)]),
        "scores": (
            PERFORMANCE,
            lambda frame: [*tables.score_tables(frame, run.groups), *task_tables.label_use_tables(frame, run.groups)],
        ),
        "label_scores": (PERFORMANCE, lambda frame: [task_tables.label_table(frame, run.groups)]),
        "models": (PERFORMANCE, lambda frame: [task_tables.model_table(frame)]),
        "gaps": (PERFORMANCE, lambda frame: tables.pair_tables(frame, run.groups, "All gaps and dependences", True)),
        "composition": (PERFORMANCE, lambda frame: [composition_table(frame, run.groups)]),
        "relations": (RELATION, _relation_tables),
        "leave_one_out": (RELATION, lambda frame: [exclusion_table(frame, frame, "Relations without each group")]),
        "regression": (RELATION, lambda frame: [regression_table(frame)]),
        "controls": (RELATION, lambda frame: [control_table(frame)]),
    }
    for name, (section, make) in makers.items():
        frame = run.table(name)
        if frame is not None:
            out[section] += make(frame)
    out["method"] = _method(run)
    out["reproducibility"] = _reproducibility(run)
    return out


def _relation_tables(frame: pd.DataFrame) -> list[PageTable]:
    """All relations, and those that leave named groups out beside them."""
    whole, without = full(frame), with_exclusions(frame)
    out = [] if whole is None else [tables.relation_table(whole)]
    return out + ([exclusion_table(without, whole, "Relations without named groups")] if len(without) else [])


def _method(run: Run) -> list[PageTable]:
    record = run.record
    labels = ", ".join(map(str, record.get("label_names", []))) or "none"
    task = {"task": record.get("task"), "labels": labels, "cleaning": record.get("fingerprint")}
    encoder = record.get("encoder")
    return [
        tables.settings_table("Task and cleaning", task),
        tables.settings_table("Encoder", encoder if isinstance(encoder, dict) else {"model": encoder}),
        tables.settings_table("Settings", record.get("config") or {}, folded=True),
    ]


def _reproducibility(run: Run) -> list[PageTable]:
    record = run.record
    facts = {
        name: record.get(name) for name in ("started", "seed", "seed_note", "device") if record.get(name) is not None
    }
    timings = {stage: _duration(seconds) for stage, seconds in (record.get("timings") or {}).items()}
    named = {
        "Run": facts,
        "Versions": record.get("versions"),
        "Time spent": timings,
        "Files read (sha256)": record.get("sources"),
    }
    return [tables.settings_table(title, values) for title, values in named.items() if values]


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
