"""The load of volunteers, small: the server is killed while they are at it, and nothing is lost or doubled."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="geobias[collect] is not installed")
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "collecting.py"


@pytest.mark.slow
def test_kills_lose_and_double_nothing():
    words = ["--volunteers", "8", "--together", "8", "--think", "0.3", "--kill-every", "3", "--dry"]
    process = subprocess.Popen([sys.executable, str(SCRIPT), *words], stdout=subprocess.PIPE, text=True)
    try:
        out, _ = process.communicate(timeout=300)
    finally:
        process.send_signal(signal.SIGTERM)  # it ends its server
        process.wait()
    found = dict(re.findall(r"^(\w+) +(\S+)", out, flags=re.MULTILINE))
    assert process.returncode == 0, out
    assert (found["lost"], found["doubled"]) == ("0", "0")
    assert int(found["furthest_from_plan"]) <= 1
    assert int(found["confirmed"]) > 50
    assert int(found["kills"]) >= 1
