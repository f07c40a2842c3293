"""`geobias tasks` prints the folder that the harness looks into."""

from pathlib import Path

import yaml

from geobias.cli import main
from geobias.harness import TASKS


def test_the_folder_has_the_tasks(capsys):
    main(["tasks"])
    folder = Path(capsys.readouterr().out.strip())
    loader = type("Loader", (yaml.SafeLoader,), {})
    loader.add_constructor("!function", lambda one, node: one.construct_scalar(node))
    declared = {yaml.load(file.read_text(), Loader=loader)["task"] for file in folder.glob("*.yaml")}
    assert declared == set(TASKS)
