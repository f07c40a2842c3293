from __future__ import annotations

from html.parser import HTMLParser

import pytest

from geobias.report.page import render
from geobias.report.pictures import save_pictures
from geobias.report.sections import dividing_items
from geobias.report.sections.dividing_items.section import TEXTS, WARNED

HATE = "I <b>hate</b> & despise"
SECTIONS = (dividing_items.SECTION,)


class Folds(HTMLParser):
    """Text that is shown at once, and text that is shown when it is asked for."""

    def __init__(self, html):
        super().__init__()
        self.depth, self.shown, self.folded = 0, "", ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.depth += tag == "details"

    def handle_endtag(self, tag):
        self.depth -= tag == "details"

    def handle_data(self, data):
        if self.depth:
            self.folded += data
        else:
            self.shown += data


def hateful(judged_tables, name):
    """Tables in which every item says something hateful, as its text or as its name."""

    def said(frame):
        return frame["item"].map(lambda item: f"{HATE} {item}")

    out = {}
    for table in ("items", "dividing_items", "item_answers", "item_sources"):
        frame = judged_tables[table]
        out[table] = frame.assign(**({"item": said(frame)} if name == "item" else {}))
    out["items"] = out["items"].assign(text=said(judged_tables["items"]) if name == "text" else "")
    return out


@pytest.mark.parametrize("name", ["item", "text"])
def test_texts_of_strangers_are_escaped_and_folded_and_in_no_figure(make_judged, judged_tables, name):
    run = make_judged(hateful(judged_tables, name), synthetic=False)
    drawn = save_pictures(run, SECTIONS)
    html = render(run, SECTIONS, drawn)
    page = Folds(html)
    assert "hate" not in page.shown.replace(WARNED, "")
    assert f"{HATE} item-018" in page.folded
    assert WARNED in page.folded
    assert "<b>hate" not in html
    figures = [path.read_text(encoding="utf-8") for _, path in drawn["dividing-items"]]
    assert len(figures) == 2
    assert not any("hate" in figure for figure in figures)


def test_texts_that_were_made_up_stand_open(judged_run):
    page = Folds(render(judged_run, SECTIONS, {}))
    assert "taking the last piece at a wedding" in page.shown
    assert TEXTS in page.shown


def test_rows_are_those_of_the_table(judged_run, judged_tables):
    table = next(iter(dividing_items.SECTION.tables(judged_run)))
    row = judged_tables["dividing_items"].iloc[0]
    assert table.rows[0][:4] == [
        row["item"], "region", f"{row['highest']} ({row['highest_mean']:.2f})",
        f"{row['lowest']} ({row['lowest_mean']:.2f})".replace("-", "−"),
    ]  # fmt: skip
    assert len(table.rows) == 12


def test_ranges_go_from_the_lowest_to_the_highest_mean(judged_run, judged_tables):
    figure = next(iter(dividing_items.SECTION.pictures(judged_run))).figure
    row = judged_tables["dividing_items"].iloc[0]
    region = figure.axes[0]
    assert region.get_yticklabels()[0].get_text() == row["item"]
    first = [line for line in region.lines if line.get_ydata()[0] == 0]
    assert sorted(first[0].get_xdata()) == sorted([row["lowest_mean"], row["highest_mean"]])
    assert {text.get_text() for text in region.texts[:2]} == {row["lowest"], row["highest"]}


def test_a_run_without_the_table_has_no_section(make_judged):
    run = make_judged({"dividing_items": None})
    assert not [*SECTIONS[0].findings(run), *SECTIONS[0].pictures(run), *SECTIONS[0].tables(run)]
