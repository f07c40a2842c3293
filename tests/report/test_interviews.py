from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from geobias.report import Report, build
from geobias.report.head import head_of
from geobias.report.interviews import ANSWERS, MADE, RESPONDENTS, asked, drawn, facts_of, made_up_parts, scored
from geobias.report.run import read_run
from geobias.report.sections import SECTIONS
from geobias.report.verdicts import made_up

RESONANCE = runpy.run_path(str(Path(__file__).with_name("made_resonance.py")))
OWN = ["certificate", "projections", "nation-fits", "scorings", "statements", "age-items", "interview"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    tables = RESONANCE["tables"](RESONANCE["scores"](), RESONANCE["people"]())
    return RESONANCE["write_run"](tmp_path_factory.mktemp("page"), tables, name="<i>asked</i>")


@pytest.fixture
def with_record(folder, tmp_path):
    """The same run with other keys of its record."""

    def make(**record):
        (tmp_path / "tables").symlink_to(folder / "tables")
        known = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        (tmp_path / "run.json").write_text(json.dumps(known | record), encoding="utf-8")
        return read_run(tmp_path)

    return make


def test_all_sections_make_a_page_of_an_interview_alone(folder):
    html = build(folder).html.read_text(encoding="utf-8")
    found = re.findall(r'<section id="([^"]+)"', html)
    assert found == ["verdict", "summary", *OWN, "method", "reproducibility"]
    assert "SYNTHETIC ANSWERS AND RESPONDENTS." in html
    assert "<dt>Responder</dt><dd>leaning, made-up answers</dd>" in html
    assert "<dt>Texts</dt>" not in html
    assert "&lt;i&gt;asked&lt;/i&gt;" in html
    assert 'class="groups"' not in html
    assert "http" not in re.sub(r"http://www.w3.org\S*", "", html)


def test_the_verdict_is_told_as_the_judge_wrote_it(folder):
    run = read_run(folder)
    [stated] = head_of(run, []).verdicts
    said = run.table("verdict").iloc[0]
    assert (stated.word, stated.answer) == (said["word"], said["answer"].replace(" -", " −"))
    assert Report(folder, folder / "report.html").summary().startswith("SYNTHETIC ANSWERS AND RESPONDENTS. ")


def test_facts_are_those_of_the_record(with_record):
    run = with_record(survey=None, responder="hf", entailment={"name": "nli", "model": "m"})
    assert facts_of(run) == [
        ("Responder", "hf"), ("Interview", "made_up"), ("Entailment", "nli, m"), ("Survey", "none"),
    ]  # fmt: skip


def test_numbers_of_respondents_stand_beside_the_survey(folder):
    assert facts_of(read_run(folder))[-1] == ("Survey", "synthetic_survey, 600 respondents")


@pytest.mark.parametrize(
    ("record", "parts", "large"),
    [
        ({"synthetic": ["answers"], "survey": None}, [ANSWERS], "SYNTHETIC ANSWERS"),
        ({"synthetic": True, "survey": None}, [ANSWERS], "SYNTHETIC ANSWERS"),
        ({"synthetic": False}, [RESPONDENTS], "SYNTHETIC RESPONDENTS"),
        ({"synthetic": [], "survey": {"name": "wvs7", "synthetic": False}}, [], ""),
    ],
)
def test_what_was_made_up_is_named_and_no_more(with_record, record, parts, large):
    run = with_record(**record)
    assert made_up_parts(run) == parts
    assert run.synthetic == bool(parts)
    assert made_up(run) == (large, " ".join(MADE[part] for part in parts))


def test_a_record_that_says_nothing_gives_no_sentences(with_record):
    run = with_record(interview=None, decoding=None, values=None)
    assert (asked(run), drawn(run), scored(run)) == ("", "", "")
    assert not run.interviewed


@pytest.mark.parametrize(
    ("left", "section"),
    [("projection_boxes", "projections"), ("nation_ranks", "certificate"), ("age_items", "age-items")],
)
def test_one_table_alone_makes_its_section(with_record, folder, tmp_path, left, section):
    (tmp_path / "run").mkdir()
    RESONANCE["write_run"](tmp_path / "run", {left: read_run(folder).tables[left]})
    run = read_run(tmp_path / "run")
    made = [one.name for one in SECTIONS if [*one.findings(run), *one.pictures(run)]]
    assert made == [section, "interview", *(["method"] if left == "projection_boxes" else [])]
