"""The page of a run about judgements, which has neither groups of texts nor an encoder."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pandas as pd
import pytest

from geobias.report import Report, build
from geobias.report.files import write_table
from geobias.report.run import read_run
from geobias.report.sections import SECTIONS
from geobias.tables import SUPPORTED

MADE = runpy.run_path(str(Path(__file__).with_name("made_alignment.py")))
OWN = [
    "annotators", "alignment", "alignment-differences", "alignment-placebos", "agreement", "dividing-items",
    "soft-alignments",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = MADE["judgements"]()
    return MADE["write_run"](
        tmp_path_factory.mktemp("page"), MADE["tables"](made, MADE["ATTRIBUTES"]), name="<i>judged</i>"
    )


def ids(html):
    return re.findall(r'<section id="([^"]+)"', html)


def test_all_sections_make_a_page_of_judgements_alone(folder):
    html = build(folder).html.read_text(encoding="utf-8")
    assert ids(html) == ["summary", *OWN, "method", "reproducibility"]
    assert "SYNTHETIC JUDGEMENTS." in html
    assert "<dt>Judgements</dt><dd>synthetic_judgements</dd>" in html
    assert "&lt;i&gt;judged&lt;/i&gt;" in html
    assert 'class="groups"' not in html
    assert "judgements.csv" in html


def test_a_verdict_opens_the_page_and_sentences_on_r_do_not(tmp_path):
    tables = MADE["tables"](MADE["judgements"](), ["region"])
    said = {
        "family": "alignment", "question": "Does it go with one region more?", "word": SUPPORTED, "answer": "It does.",
        "sentence": "By labels.", "p_adjusted": 0.01, "correction": "", "n_tested": 1, "p_attainable": 0.0,
        "p_control": 0.1, "alpha": 0.05,
    }  # fmt: skip
    run = MADE["write_run"](tmp_path, tables | {"verdict": pd.DataFrame([said])}, synthetic=False)
    html = build(run).html.read_text(encoding="utf-8")
    assert ids(html)[:3] == ["verdict", "summary", "annotators"]
    summary = html.split('<section id="summary"')[1].split("</section>")[0]
    assert summary.count("<li>") == 1
    assert "annotators gave" in summary
    assert "SYNTHETIC" not in html
    assert Report(run, run / "report.html").summary().startswith("Does it go with one region more?")


@pytest.mark.parametrize("left", ["annotator_groups", "alignment"])
def test_one_table_alone_makes_a_page(folder, tmp_path, left):
    write_table(tmp_path, left, read_run(folder).tables[left])
    (tmp_path / "run.json").write_text((folder / "run.json").read_text(encoding="utf-8"), encoding="utf-8")
    run = read_run(tmp_path)
    made = [section.name for section in SECTIONS if [*section.findings(run), *section.pictures(run)]]
    assert made == [{"annotator_groups": "annotators", "alignment": "alignment"}[left]]
