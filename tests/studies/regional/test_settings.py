"""Settings: wrong keys and values are refused with the nearest right one, and conf/ states the same defaults."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.studies.regional import RegionalSettings


def build(**values):
    return RegionalSettings.build(corpus={"name": "synthetic"}, **values)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"sampling": {"docments": 5}},
            "every setting must be a known one, but 'sampling.docments' is not. Did you mean 'sampling.documents'?",
        ),
        ({"sampling": {"documents": "many"}}, "'sampling.documents' must be a whole number, but it is 'many' (str). "),
        ({"sampling": {"documents": True}}, "'sampling.documents' must be a whole number, but it is True (bool). "),
        (
            {"sampling": {"on_small": "dorp"}},
            "'sampling.on_small' must be one of ['error', 'all', 'drop'], but it is 'dorp'. "
            "Did you mean sampling.on_small=drop?",
        ),
        ({"distance": {"sinkhorn": "short"}}, "'distance.sinkhorn' must be a list, e.g. [au,nz], but it is 'short' "),
        ({"distance": {"sinkhorn": ["medium"]}}, "'distance.sinkhorn[0]' must be one of ['short', 'long'], but it is "),
        (
            {"encoder": {"model": "???"}},
            "'encoder.model' must be set, but it has no value yet. Pass encoder.model=<value>.",
        ),
        ({"encoder": "minilm"}, "'encoder' must be a group of settings, but it is 'minilm' (str). "),
        (
            {"task": {"name": "sentimet"}},
            "'task.name' must be one of ['probe', 'none', 'sentiment', 'docbert'], but it is 'sentimet'. "
            "Did you mean task.name=sentiment?",
        ),
        ({"task": "sentiment"}, "'task' must be a group of settings, but it is 'sentiment' (str). "),
        (
            {"task": {"name": "sentiment", "lerning_rate": 1.0}},
            "every setting must be a known one, but 'task.lerning_rate' is not. Did you mean 'task.learning_rate'?",
        ),
        (
            {"task": {"name": "docbert", "threshold": "dve"}},
            "'task.threshold' must be a number or one of ['dev'], but ",
        ),
        ({"sede": 1}, "every setting must be a known one, but 'sede' is not. Did you mean 'seed'?"),
    ],
)
def test_mistakes_are_named(values, message):
    with pytest.raises(InputError) as error:
        build(**values)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("corpus", "message"),
    [
        ({"name": "twets"}, "corpus.name must name a loader, but it is 'twets'. Did you mean corpus=tweets?"),
        ({"name": "tweets"}, "'corpus.path' must be set, but it has no value yet. Pass corpus.path=<value>."),
        ({"name": "tweets", "path": "???"}, "'corpus.path' must be set"),
        (
            {"name": "tweets", "path": "/no/such/folder"},
            "corpus.path must be a file or folder that is there, but '/no/such",
        ),
        ({"name": "tweets", "pth": "x"}, "every setting must be a known one, but 'corpus.pth' is not. Did you mean"),
    ],
)
def test_mistakes_of_a_corpus_are_named(corpus, message):
    with pytest.raises(InputError) as error:
        RegionalSettings.build(corpus=corpus)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seed": -1}, "seed must be at least 0, but it is -1. Pass seed=0 or more."),
        ({"workers": 0}, "workers must be at least 1, but it is 0."),
        ({"intervals": {"level": 95}}, "intervals.level must lie between 0 and 1, but it is 95.0."),
        (
            {"separation": {"level": 95}},
            "separation.level must lie between 0 and 1, but it is 95.0. Pass separation.level",
        ),
        (
            {"separation": {"bandwidth": 0}},
            "separation.bandwidth must be positive, but it is 0.0. Pass separation.bandwid",
        ),
        ({"separation": {"size_curve": [0]}}, "separation.size_curve must hold sizes of 1 or more, but it is [0]."),
        ({"control": {"partitions": -1}}, "control.partitions must be at least 0, but it is -1."),
        ({"task": {"folds": 0}}, "task.folds must be at least 1, but it is 0."),
        ({"task": {"name": "docbert", "documents": 0}}, "task.documents must be at least 1, but it is 0."),
        ({"task": {"name": "sentiment", "max_grad_norm": 0}}, "task.max_grad_norm must be positive, but it is 0.0."),
        (
            {"distance": {"scaling": 2}},
            "distance.scaling must lie in (0, 1), but it is 2.0. Pass distance.scaling=0.5.",
        ),
        ({"distance": {"lda_folds": -1}}, "distance.lda_folds must be at least 0, but it is -1."),
        ({"sampling": {"groups": ["au", "au"]}}, "sampling.groups must name at least two groups, each once"),
        ({"relation": {"groups": ["au", "nz"]}}, "relation.groups must name at least 3, but they are ['au', 'nz']."),
        ({"relation": {"metrics": ["acuracy"]}}, "relation.metrics must be among ['accuracy', "),
        ({"relation": {"alpha": 5}}, "relation.alpha must lie between 0 and 1, but it is 5.0."),
    ],
)
def test_numbers_and_names_that_no_study_could_use_are_refused(values, message):
    with pytest.raises(InputError) as error:
        build(**values)
    assert str(error.value).startswith(message)


def test_the_group_column_decides_what_groups_are(tmp_path):
    (tmp_path / "d.csv").write_text("text,dialect,sex\nhello,au,f\n")

    def by(group, **sampling):
        corpus = {"name": "table", "path": str(tmp_path / "d.csv"), "group": group}
        return RegionalSettings.build(corpus=corpus, sampling=sampling).sampling.by

    assert by("dialect") == by("dialect", by=None) == by("dialect", by="dialect") == "dialect"
    assert by(["dialect", "sex"]) == "dialect / sex"
    assert by(["dialect", "sex"], by="sex") == "sex"
    assert by(["dialect", "sex"], by=["sex", "dialect"]) == ("sex", "dialect")
    with pytest.raises(InputError, match=r"""pass 'corpus.group=\[dialect,age\]'"""):
        by("dialect", by=["dialect", "age"])
    with pytest.raises(InputError) as error:
        by("dialect", by="region")
    assert str(error.value) == (
        "sampling.by must be what corpus.group names, but sampling.by is 'region', and corpus.group makes 'dialect'. "
        "Leave sampling.by out, or pass corpus.group=region."
    )


def test_relative_paths_count_from_the_working_directory(tmp_path, monkeypatch):  # H06
    (tmp_path / "d.csv").write_text("text,group\nhello,au\n")
    monkeypatch.chdir(tmp_path)
    settings = RegionalSettings.build(corpus={"name": "table", "path": "./d.csv"}, output="out")
    assert settings.corpus["path"] == str(tmp_path / "d.csv")
    assert settings.output == str(tmp_path / "out")


def test_numbers_and_lists_take_their_types():
    settings = build(distance={"blur": 1}, sampling={"groups": ["NO", "au"]}, encoder={"revision": None})
    assert isinstance(settings.distance.blur, float)
    assert settings.sampling.groups == ("NO", "au")


def test_identity_leaves_out_what_cannot_change_a_number():
    one, other = build(workers=1, output="a", progress=False), build(workers=2, output="b")
    assert one.identity() == other.identity()
    assert one.identity() != build(seed=1).identity()
