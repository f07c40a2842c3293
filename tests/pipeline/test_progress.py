"""Bars on a terminal, a line per stage elsewhere, nothing when asked."""

from __future__ import annotations

import io
import sys

import pytest

from geobias.pipeline.progress import Bars


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("shown", "stream", "seen"), [(True, Terminal, True), (False, Terminal, False), (True, io.StringIO, False)]
)
def test_bars_are_for_terminals(monkeypatch, shown, stream, seen):
    written = stream()
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setattr("geobias.pipeline.progress.DELAY", 0.0)
    with Bars(shown).bar("Encoding texts", "texts") as progress:
        progress(1, 3)
        progress(3, 3)
    assert ("Encoding texts" in written.getvalue()) == seen
    assert ("3/3" in written.getvalue()) == seen


@pytest.mark.parametrize(
    ("shown", "stream", "lines"), [(True, Terminal, 0), (False, io.StringIO, 0), (True, io.StringIO, 2)]
)
def test_a_stage_is_a_line_where_no_bar_is_seen(monkeypatch, shown, stream, lines):
    written = stream()
    monkeypatch.setattr(sys, "stderr", written)
    for stage in ("read", "encode"):
        Bars(shown).say(stage)
    said = written.getvalue().splitlines()
    assert [line.split(" ", 1)[1] for line in said] == ["read", "encode"][:lines]


def test_a_total_may_be_unknown():
    with Bars(False).bar("Drawing", "figures") as progress:
        progress(1)
        progress(2)
