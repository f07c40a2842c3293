from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib.image import imread

from geobias.errors import InputError
from geobias.report.style import ink_on, kinds_of, new_figure, panels, save, styled


@styled
def draw(text: str):
    figure = new_figure(2, 2, "what it shows")
    figure.subplots().set_title(text)
    return figure


def test_report_opens_no_heavy_library_until_it_draws():
    heavy = "{'matplotlib', 'pandas', 'jinja2', 'scipy', 'sklearn', 'transformers'}"
    code = f"import sys, geobias.report as r; r.Report, r.build; print({heavy} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_figures_leave_the_callers_settings_and_pyplot_alone():
    code = (
        "import sys, matplotlib; matplotlib.rcParams['font.size'] = 31\n"
        "from geobias.report.style import new_figure, save, styled\n"
        "import pathlib, tempfile\n"
        "figure = styled(lambda: new_figure(1, 1, ''))()\n"
        "save(figure, pathlib.Path(tempfile.mkdtemp()) / 'f')\n"
        "print(matplotlib.rcParams['font.size'], 'matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "31.0 False\n"


def test_style_does_not_depend_on_the_callers_settings():
    with matplotlib.rc_context({"axes.titlesize": 50, "axes.grid": False}):
        assert draw("x").axes[0].title.get_fontsize() == 9.5


def test_saving_writes_every_kind_with_the_alternative_text(tmp_path):
    files = save(draw("title"), tmp_path / "figures" / "one", ["svg", "png", "pdf"])
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == ["one.pdf", "one.png", "one.svg"]
    assert imread(files["png"]).shape[:2] == (320, 320)
    assert all(b"what it shows" in path.read_bytes() for path in files.values())
    assert list(save(draw("title"), tmp_path / "two")) == ["svg"]


def test_saving_twice_gives_the_same_bytes(tmp_path):
    figure, kinds = draw("title"), ["png", "svg", "pdf"]
    first = [path.read_bytes() for path in save(figure, tmp_path / "a", kinds).values()]
    assert [path.read_bytes() for path in save(figure, tmp_path / "b", kinds).values()] == first
    assert [path.read_bytes() for path in save(draw("title"), tmp_path / "c", kinds).values()] == first


def test_letters_that_were_looked_for_before_change_no_byte(tmp_path, monkeypatch):
    first = save(draw("title"), tmp_path / "a")["svg"].read_bytes()
    monkeypatch.setattr("geobias.report.lettering._found", ["STIXGeneral"])
    assert save(draw("title"), tmp_path / "b")["svg"].read_bytes() == first
    assert b"font-family: 'DejaVu Sans', Verdana, sans-serif" in first


def test_a_kind_that_there_is_not_is_refused():
    assert kinds_of(["png", "png"]) == ["svg", "png"]
    with pytest.raises(InputError) as error:
        kinds_of(["pgn"])
    assert str(error.value) == (
        "figures must be of kinds that can be drawn, but 'pgn' is none of ['svg', 'png', 'pdf']. Did you mean png?"
    )


@pytest.mark.parametrize("text", ["US$ and CA$", r"$\nonsense{$", "_hidden", "<b>&"])
def test_names_are_never_taken_for_formulas(tmp_path, text):
    drawing = save(draw(text), tmp_path / "one")["svg"]
    assert text in [element.text for element in ElementTree.parse(drawing).iter() if element.tag.endswith("text")]


def test_the_lowest_panel_of_a_column_names_the_ticks_of_a_shared_axis():
    _, axes = panels(4, 3, 1.0, "", sharex=True)
    assert [ax.xaxis.get_tick_params()["labelbottom"] for ax in axes] == [False, True, True, True]


def test_spare_panels_are_removed():
    figure, axes = panels(4, 3, 1.0, "")
    assert (len(axes), len(figure.axes), figure.get_size_inches()[1]) == (4, 4, 2.0)


@pytest.mark.parametrize(("colour", "ink"), [((1, 1, 1), "#222222"), ((0, 0, 0), "white"), ((0, 0, 0.6, 1), "white")])
def test_ink_stands_out(colour, ink):
    assert ink_on(colour) == ink
