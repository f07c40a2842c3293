from __future__ import annotations

import json
import shutil
from xml.etree import ElementTree

import pytest
from markupsafe import escape

from geobias.errors import InputError
from geobias.report import Report, build, lettering, read_table, write_table
from geobias.report.page import render
from geobias.report.sections import SECTIONS
from geobias.report.verdicts import stated

SMALL = {
    "roles": {"AU": "region", "NO": "region", "UK": "region"},
    "task": "none",
    "repeats": 2,
    "quantities": ["sinkhorn", "lda"],
    "changes": {name: lambda frame: frame[:0] for name in ("relations", "lda_points", "representation")},
}


@pytest.fixture(scope="module")
def report(make_runs):
    """A small run with its report, for tests that only read."""
    return build(make_runs("small", **SMALL))


def test_report_knows_its_tables_and_figures(report):
    assert report.html == report.directory / "report.html"
    assert list(report.tables) == [
        "audit",
        "counts",
        "distances",
        "groups",
        "lda_points",
        "relations",
        "representation",
    ]
    assert report.tables["groups"]["group"].tolist() == ["AU", "NO", "UK"]
    assert {"distances", "map", "flow"} <= set(report.figures)
    assert all(path.is_file() and path.suffix == ".svg" for path in report.figures.values())
    assert repr(report) == f"Report({str(report.html)!r}: 7 tables, {len(report.figures)} figures)"
    assert "\n" not in repr(report)


def test_notebook_shows_the_page_in_a_frame(report):
    shown = report._repr_html_()
    assert shown.startswith('<iframe srcdoc="')
    assert "&lt;h1&gt;tweets &amp;lt;demo&amp;gt;" in shown
    assert shown.count("<iframe") == 1


def test_building_again_redraws_the_same(report, tmp_path):
    folder = shutil.copytree(report.directory, tmp_path / "run")
    first = Report(folder, folder / "report.html")
    before = {path.name: path.read_bytes() for path in folder.rglob("*") if path.suffix in (".html", ".png", ".svg")}
    first.figures["map"].write_bytes(b"spoilt")
    build(folder)
    after = {path.name: path.read_bytes() for path in folder.rglob("*") if path.suffix in (".html", ".png", ".svg")}
    assert after == before
    assert not list(folder.rglob(".*"))


def test_other_kinds_of_files_are_drawn_when_asked_for(make_run):
    report = build(make_run(**SMALL), figures=["png"])
    assert all(path.with_suffix(".png").is_file() for path in report.figures.values())
    assert not list(report.directory.rglob("*.pdf"))


@pytest.mark.filterwarnings("error")
def test_names_in_any_script_are_drawn_without_a_warning(make_run, monkeypatch):
    monkeypatch.setattr("geobias.report.lettering._installed", dict)
    lettering._written.cache_clear()
    names = ["ประเทศไทย", "中华\nRLO\u202e", "المملكة", "🇬🇧 $x_1$", "x" * 300, "x" * 299 + "y"]
    report = build(make_run(**{**SMALL, "roles": dict.fromkeys(names, "region")}), figures=["png"])
    page = report.html.read_text()
    assert "<b>G1</b> = ประเทศไทย" in page
    assert "In the figure, G1 = ประเทศไทย, G2 = 中华 RLO, G4 = 🇬🇧 $x_1$." in page
    for path in report.figures.values():
        written = "".join(
            element.text or "" for element in ElementTree.parse(path).iter() if element.tag.endswith("}text")
        )
        assert not set(written) & set("ประเทศไทย中华🇬🇧\u202e")
    assert "xxx…" in written
    lettering._written.cache_clear()


def test_new_tables_make_a_new_page(report, tmp_path):
    folder = shutil.copytree(report.directory, tmp_path / "run")
    write_table(folder, "audit", read_table(folder, "audit").assign(words="Something else."))
    assert "Something else." in build(folder).html.read_text()


def test_any_quantity_is_drawn_against_any_other(usual):
    report = Report(usual.directory, usual.directory / "report.html")
    axes = report.scatter("gap[auc]", "lda").axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("gap in AUC [points]", "LDA centroid distance (in sample)")
    assert "15 pairs, p by QAP" in axes.get_title(loc="left")
    with pytest.raises(InputError) as error:
        report.scatter("sinkhorn", "gap[nothing]")
    assert str(error.value).startswith(
        "both quantities must be in the run, but they are 'sinkhorn' and 'gap[nothing]'. It has ['sinkhorn', 'lda', "
    )


def test_page_stays_when_a_figure_cannot_be_drawn(report, monkeypatch):
    folder, page = report.directory, report.html.read_text()
    monkeypatch.setattr("geobias.report.sections.distances.section.group_maps", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build(folder)
    assert (folder / "report.html").read_text() == page


def test_directory_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"a report needs the directory of a run, but .* has no run\.json\. Give"):
        build(tmp_path)


def test_report_is_a_value(tmp_path):
    assert Report(tmp_path, tmp_path / "a") == Report(tmp_path, tmp_path / "a")


def test_the_terminal_is_told_the_verdicts_of_the_page(judged, make_run):
    said = stated(judged)
    summary = Report(judged.directory, judged.directory / "report.html").summary()
    assert summary == "\n".join(
        f"{one.question}\n  {one.word.capitalize()}. {one.answer}\n  {one.sentence}" for one in said
    )
    page = render(judged, SECTIONS, {})
    assert all(page.count(str(escape(one.answer))) == 1 for one in said)
    without = make_run(**SMALL)
    assert Report(without, without / "report.html").summary() == ""


def test_the_terminal_says_that_texts_were_made_up(make_run):
    folder = make_run(judged=True)
    record = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**record, "fingerprint": "synthetic-1"}))
    assert Report(folder, folder / "report.html").summary().startswith("SYNTHETIC TEXTS. These texts were made up, ")
