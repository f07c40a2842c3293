from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from geobias.report import build
from geobias.report.files import write_table
from geobias.report.page import render
from geobias.report.page_tables import PageTable
from geobias.report.pictures import save_pictures
from geobias.report.run import read_run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections import SECTIONS, texts
from geobias.report.style import new_figure, styled

SMALL = {
    "roles": {"AU": "region", "NO": "region", "<b>UK</b> & co": "region", "all": "pooled"},
    "repeats": 3,
    "models": 4,
}
MEASURED = [
    "summary", "texts", "audit", "distances", "representation", "performance", "relations", "method", "reproducibility",
]  # fmt: skip


class Page(HTMLParser):
    """Tags with their attributes, text without tags, and text by section."""

    def __init__(self, html):
        super().__init__()
        self.html, self.tags, self.sections, self.at = html, [], {}, ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "section":
            self.at = dict(attrs)["id"]
            self.sections[self.at] = ""

    def handle_data(self, data):
        if self.at:
            self.sections[self.at] += data

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


def read(run, drawn=None, sections=SECTIONS):
    return Page(render(run, sections, drawn or {}))


@pytest.fixture(scope="module")
def page(make_runs):
    """A page with everything that a run can have."""
    run = read_run(make_runs("whole", **SMALL))
    return read(run, save_pictures(run, SECTIONS))


def test_page_has_all_sections_in_order_and_links_to_them(page):
    assert list(page.sections) == MEASURED
    assert [attributes["href"] for attributes in page.all("a")] == [f"#{name}" for name in MEASURED[1:]]


def test_page_needs_no_other_file_or_address(page):
    assert not page.all("script") + page.all("link") + page.all("iframe")
    sources = [attributes["src"] for _, attributes in page.tags if "src" in attributes]
    assert len(sources) == len(page.all("img")) == 17
    assert all(source.startswith("data:image/svg+xml;base64,") for source in sources)
    assert all(attributes["href"].startswith("#") for _, attributes in page.tags if "href" in attributes)
    [style] = [part.split("</style>")[0] for part in page.html.split("<style>")[1:]]
    assert "url(" not in style
    assert "@import" not in style


def test_every_figure_has_an_alternative_text(page):
    assert all(len(attributes["alt"]) > 30 for attributes in page.all("img"))


def test_names_are_shown_and_never_become_markup(page):
    assert "<b>UK</b>" not in page.html
    assert "<demo>" not in page.html
    assert "<b>UK</b> & co" in page.sections["texts"]
    assert "tweets &lt;demo&gt; &amp; more" in page.html


def test_findings_open_the_page_and_stand_in_their_sections(page):
    [sentence] = [line for line in page.sections["summary"].splitlines() if line.startswith("By the Sinkhorn")]
    assert sentence in page.sections["distances"]
    assert "cannot be tested with so few groups (smallest p attainable is 0." in page.sections["relations"]


def test_notices_of_audit_and_run_are_shown(page):
    text = page.sections["audit"]
    assert "Warning. Texts of AU have 23.4 tokens on average." in text
    assert "Note. Group 'NO' has 329 texts, fewer than the 810 asked for" in text


def test_settings_and_origins_are_listed(page):
    assert "sampling.repeats" in page.sections["method"]
    assert "22713216" in page.sections["method"]
    for words in ("20240", "2.13.0", "data/au.csv", "a" * 64, "5 min 0 s", "1.2 s", "2025-03-01T09:30:00+00:00"):
        assert words in page.sections["reproducibility"]


def test_what_was_not_measured_has_no_section(make_run):
    page = read(read_run(make_run(**{**SMALL, "task": "none"}, changes={"representation": lambda frame: frame[:0]})))
    assert list(page.sections) == [name for name in MEASURED if name not in ("performance", "representation")]


def test_unmeasured_values_are_called_so(make_run):
    def lost(frame):
        return frame.assign(value=np.where(frame["group"] == "AU", np.nan, frame["value"]))

    page = read(read_run(make_run(**SMALL, changes={"scores": lost})))
    assert "It was not measured for AU." in page.sections["performance"]
    assert not re.search(r"\bnan\b", " ".join(page.sections.values()), re.IGNORECASE)


def test_bare_record_and_one_table_make_a_page(tmp_path, usual):
    write_table(tmp_path, "distances", usual.tables["distances"].query("repeat == 0"))
    (tmp_path / "run.json").write_text("{}")
    page = read(read_run(tmp_path))
    assert list(page.sections) == ["summary", "audit", "distances", "method"]
    assert "There is one repeat" in page.sections["distances"]


@pytest.fixture(scope="module")
def judged_page(make_runs):
    return read(read_run(make_runs("judged-page", **SMALL, judged=True)))


def test_page_opens_with_its_verdict(judged_page):
    page = judged_page
    assert list(page.sections)[:6] == ["verdict", "summary", "texts", "audit", "differences", "separation"]
    text = " ".join(page.sections["verdict"].split())
    assert text.startswith("Do the groups' texts differ? ")
    assert "Do distances go with gaps in performance? ? cannot be tested It cannot be said: 3 " in text
    assert "With 3 groups the smallest p attainable is 0.333, above 0.05. Of 14 further relations none is" in text
    assert 'class="verdict untestable"' in page.html


def test_what_stands_beside_the_verdicts_is_on_the_page_without_a_headline(judged_page):
    told = judged_page.sections
    for section, words in {
        "differences": ("Of 3 pairs of regions, brought to one distribution of length and label, ", "Placebo: "),
        "separation": ("Whether groups differ is told by the test of differences",),
        "performance": ("Corrected for all pairs, ", "gap found in 80\xa0%"),
        "relations": ("the relation declared beforehand", "Reliability of the tables, 1 at most: ", "noise ceiling"),
        "controls": ("With training texts that come alike from all groups", "Training and cleaning done anew"),
        "method": ("Reliability and noise ceiling.",),
    }.items():
        assert all(one in told[section] for one in words), section
    assert not [line for line in told["summary"].splitlines() if line.startswith(("Of 3 pairs", "By the energy"))]


def test_named_exclusions_do_not_enter_the_full_result(judged_page):
    text = judged_page.sections["relations"]
    assert "Relations without named groups" in text
    assert text.count("without <b>UK</b> & co") == text.split("Relations without named groups")[1].count(
        "without <b>UK</b> & co"
    )


def test_unknown_tokens_stand_above_everything(make_run):
    def unread(frame):
        return frame.assign(check="unknown_share", value=0.4, severity="warning")

    html = read(read_run(make_run(changes={"audit": unread}, task="none"))).html
    assert html.index("<main>") < html.index("40% of the tokens of ") < html.index('id="summary"')


def test_long_lists_are_folded(usual):
    texts = [Finding(f"This is {n}.") for n in range(8)] + [Finding(f"Mind {n}.", notice="note") for n in range(6)]
    page = read(usual, sections=[Section("long", "Long", findings=lambda run: texts)])
    shown = re.sub("<details>.*?</details>", "", page.html, flags=re.DOTALL)
    assert [f"This is {n}." in shown for n in range(8)] == [True] * 5 + [False] * 3
    assert [f"Mind {n}." in shown for n in range(6)] == [True] * 5 + [False]
    assert [words in page.sections["long"] for words in ("1 more notice", "3 more findings", "Mind 5.")] == [True] * 3
    few = read(usual, sections=[Section("few", "Few", findings=lambda run: texts[:5])])
    assert not few.all("details")


@styled
def toy_figure():
    figure = new_figure(3, 2, "One bar, for a test of a section.")
    figure.subplots().bar(["a"], [1])
    return figure


TOY = Section(
    "toy",
    "Toys",
    findings=lambda run: [Finding("The toys are told first.", headline=True)] if "toys" in run.tables else [],
    pictures=lambda run: [Picture("toy", "One bar", "Its height is 1.", toy_figure())],
    tables=lambda run: [PageTable("All toys", ["toy", "price"], [["bear", "3"]])],
)


def test_a_section_of_another_house_is_one_object(make_run):
    folder = make_run(**SMALL, changes={name: lambda frame: frame[:0] for name in ("relations", "distances")})
    write_table(folder, "toys", read_run(folder).tables["groups"])
    report = build(folder, sections=[TOY, texts.SECTION])
    page = Page(report.html.read_text())
    assert list(page.sections) == ["summary", "toy", "texts"]
    assert "The toys are told first." in page.sections["summary"]
    assert all(words in page.sections["toy"] for words in ("Toys", "Its height is 1.", "All toys", "bear"))
    assert "toy" in report.figures
    assert "representation" not in report.figures
