"""Session: what keeps nothing has the words of what does, and a helper is silent."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from geobias.pipeline import Session, StudySettings
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.session import NoDirectory
from geobias.processes import TorchProcesses
from geobias.seeds import generator

HELPER = TorchProcesses(1, 2)


@pytest.mark.parametrize("name", [name for name in vars(NoDirectory) if not name.startswith("_") and name != "path"])
def test_steps_may_call_either_folder_alike(tmp_path, name):
    with RunDirectory(tmp_path, "s", "t", {}) as kept:
        of_run = getattr(kept, name)
        wanted = inspect.signature(of_run if inspect.isroutine(of_run) else of_run.__call__).parameters
    assert list(inspect.signature(getattr(NoDirectory(), name)).parameters) == list(wanted)


def test_without_a_folder_all_is_computed_and_nothing_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = Session.unkept(StudySettings())
    with session.stage("encode"):
        session.notice("A sentence.")
        for value in (1, 2):
            assert session.directory.memo("part", {}, lambda value=value: np.array(value)) == value
        session.directory.drop_checkpoints(session.directory.checkpoints("model", {}))
    assert session.directory.recall("part", {}) is None
    assert list(tmp_path.iterdir()) == []


def test_a_helper_is_silent_and_no_main_one(capsys):
    sessions = [Session.unkept(StudySettings(), processes) for processes in (None, HELPER)]
    assert [session.main for session in sessions] == [True, False]
    for session in sessions:
        session.bars.say("encode")
    assert capsys.readouterr().err.count("encode") == 1


def test_the_seed_and_the_threads_are_those_of_the_settings(tmp_path):
    settings = StudySettings(seed=3, workers=5)
    with RunDirectory(tmp_path, "s", "t", {}) as directory:
        session = Session.of_run(settings, directory)
    assert (session.seed, session.workers, session.threads, session.main) == (3, 5, 5, True)
    assert Session.unkept(StudySettings()).threads >= 1
    assert session.rng("regression").integers(1 << 40) == generator(3, "regression").integers(1 << 40)
