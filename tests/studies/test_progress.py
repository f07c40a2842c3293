"""Bars: shown on a terminal, silent elsewhere and when asked."""

from __future__ import annotations

import io
import sys

import pytest

from geobias.studies.progress import Bars


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("shown", "stream", "seen"), [(True, Terminal, True), (False, Terminal, False), (True, io.StringIO, False)]
)
def test_bars_are_for_terminals(monkeypatch, shown, stream, seen):
    written = stream()
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setattr("geobias.studies.progress.DELAY", 0.0)
    with Bars(shown).bar("Encoding texts", "texts") as progress:
        progress(1, 3)
        progress(3, 3)
    assert ("Encoding texts" in written.getvalue()) == seen
    assert ("3/3" in written.getvalue()) == seen


def test_a_total_may_be_unknown():
    with Bars(False).bar("Drawing", "figures") as progress:
        progress(1)
        progress(2)
