"""conf/: every file composes to valid settings, and the defaults are those of the settings' classes."""

from __future__ import annotations

import dataclasses
import inspect
from itertools import zip_longest
from pathlib import Path

import pytest
from hydra import compose, initialize_config_module
from omegaconf import OmegaConf

import geobias.corpora as corpora
from geobias.commands.grammar import compose as judged
from geobias.commands.grammar import settings_of
from geobias.commands.grammar.composing import composed as with_choices
from geobias.commands.grammar.composing import initialised, study_and_groups
from geobias.commands.grammar.sources import options_of, study_of
from geobias.corpora.registry import KINDS
from geobias.errors import InputError
from geobias.measures import Stopping
from geobias.pipeline.tasks import DocbertSettings, SentimentSettings
from geobias.studies import find_study, study_names
from geobias.studies.regional import RegionalSettings

ROOT = Path(__file__).resolve().parents[1]

LOADERS = {name: loader for kind in KINDS.values() for name, loader in kind.items()}


def composed(*overrides: str) -> dict:
    with initialize_config_module("geobias.conf", version_base="1.3"):
        values = OmegaConf.to_container(compose("config", overrides=list(overrides)), resolve=True)
    values.pop("study")
    return values


def choices() -> list[tuple[str, tuple[str, ...]]]:
    """(study, group=option of several groups), so that every option of every group that a study has comes in one.

    An experiment comes alone, with its own study. Without those that a study has of itself, which another test builds
    all at once.
    """
    found = []
    for study in study_names():
        with initialised():
            chosen = with_choices([f"study={study}"], with_hydra=True).hydra.runtime.choices
        groups = sorted(group for group in chosen if "/" not in group and group not in ("study", "experiment"))
        options = [[f"{group}={one}" for one in options_of(group) if one != chosen[group]] for group in groups]
        read = [[choice for choice in of_group if choice not in others(study)] for of_group in options]
        found += [(study, tuple(filter(None, together))) for together in zip_longest(*read)]
    return found + [(study_of(name) or "", (f"experiment={name}",)) for name in options_of("experiment")]


def others(study: str) -> set[str]:
    """Corpora that a study cannot read."""
    return {f"corpus={name}" for name in {*LOADERS} - {*find_study(study).SETTINGS.CORPORA}}


@pytest.mark.parametrize("study", study_names())
def test_a_study_is_one_package_one_file_and_one_name(study):
    package, settings = settings_of(judged([f"study={study}"]))
    assert package is find_study(study)
    assert isinstance(settings, package.SETTINGS)
    assert (ROOT / "conf" / "study" / f"{study}.yaml").is_file()
    assert options_of("study") == study_names()


@pytest.mark.parametrize("study", study_names())
def test_the_defaults_are_stated_once_in_two_places(study):
    kind, values = find_study(study).SETTINGS, composed(f"study={study}")
    assert values.pop("corpus")["name"] == kind.build().corpus["name"]
    assert kind.build(**values) == kind.build()


def test_what_every_study_has_is_in_one_file():
    shared = OmegaConf.load(ROOT / "conf" / "config.yaml")
    assert set(shared) == {
        "audit",
        "defaults",
        "seed",
        "name",
        "output",
        "store",
        "workers",
        "progress",
        "page",
        "hydra",
    }
    for study in study_names():
        assert {"corpus", *shared} - {"defaults", "hydra"} <= set(composed(f"study={study}"))


@pytest.mark.parametrize("name", LOADERS)
def test_a_corpus_lists_every_option_of_its_loader_with_its_default(name):
    options = composed(f"corpus={name}")["corpus"]
    parameters = inspect.signature(getattr(corpora, LOADERS[name])).parameters
    assert options.pop("name") == name
    assert list(map(_plain, options.values())) == [
        "???" if parameters[key].default is inspect.Parameter.empty else _plain(parameters[key].default)
        for key in options
    ]
    assert set(options) == set(parameters)


def _plain(value):
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize(("study", "chosen"), choices())
def test_every_choice_gives_valid_settings(study, chosen, tmp_path):
    needs = [word for choice in chosen for word in needed(choice, tmp_path)]
    _, settings = settings_of(judged([f"study={study}", *chosen, *needs]))
    assert isinstance(settings, find_study(study).SETTINGS)
    assert settings.seed == 0


def needed(choice: str, folder: Path) -> list[str]:
    """What has to be said beside a choice."""
    made = "synthetic" in choice or choice == "corpus=no_survey"
    of_files = "tweets" in choice or "reuters" in choice or (choice.startswith("corpus=") and not made)
    return {
        "encoder=hf": ["encoder.model=some/encoder"],
        "asked=classifier": ["asked.classifier.model=some/model"],
        "asked=zero_shot": ["asked.zero_shot.entailment.model=some/model"],
        "entailment=nli": ["entailment.model=some/model"],
        "responder=hf": ["responder.model=some/model"],
        "responder=openai": ["responder.model=some-model"],
        "responder=recorded": [f"responder.path={folder}"],
        "asking=none": ["trained=probe"],
    }.get(choice, [f"corpus.path={folder}"] if of_files else [])


@pytest.mark.parametrize("experiment", options_of("experiment"))
def test_an_experiment_brings_the_study_that_it_is_of(experiment):
    assert study_of(experiment) in study_names()
    with initialised():
        assert study_and_groups([f"experiment={experiment}"])[0] == study_of(experiment)


def test_the_published_experiments_keep_the_published_sizes(tmp_path):
    notebook = RegionalSettings.build(**composed("experiment=tweets_notebook", f"corpus.path={tmp_path}"))
    assert notebook.sampling.repeats == 100
    assert (notebook.sampling.pool, notebook.sampling.outer_documents, notebook.sampling.documents) == (810, 200, 100)
    assert notebook.encoder.positions == "padded"
    assert notebook.encoder.model == "google/bert_uncased_L-4_H-512_A-8"
    assert (notebook.distance.p, notebook.distance.blur, notebook.distance.scaling) == (2, 0.05, 0.5)
    reuters = RegionalSettings.build(**composed("experiment=reuters_notebook", f"corpus.path={tmp_path}"))
    assert (reuters.sampling.outer_documents, reuters.sampling.documents, reuters.sampling.repeats) == (25, 16, 100)


@pytest.mark.parametrize("experiment", ["tweets_paper", "tweets_notebook", "reuters_paper", "reuters_notebook"])
def test_the_published_experiments_draw_everything_that_is_set(experiment, tmp_path):
    words = [f"experiment={experiment}", f"corpus.path={tmp_path}"]
    assert RegionalSettings.build(**composed(*words)).stops(()) is None
    assert "stopping: fixed" in (ROOT / "conf" / "experiment" / f"{experiment}.yaml").read_text()
    fewer = RegionalSettings.build(**composed(*words, "stopping=sequential"))
    assert fewer.stops(("mixed",)) == Stopping(0.05, ("mixed",))


def test_the_published_tasks_keep_the_published_settings(tmp_path):
    for name, documents in (("paper", 16_000), ("notebook", 160_000)):
        task = RegionalSettings.build(**composed(f"experiment=tweets_{name}", f"corpus.path={tmp_path}")).task
        assert isinstance(task, SentimentSettings)
        assert (task.sets, task.folds, task.documents, task.batch, task.epochs) == (5, 5, documents, 32, 8)
        assert (task.optimizer, task.learning_rate, task.dropout, task.max_length) == ("adagrad", 1e-3, 0.1, 128)
    for name in ("paper", "notebook"):
        task = RegionalSettings.build(**composed(f"experiment=reuters_{name}", f"corpus.path={tmp_path}")).task
        assert isinstance(task, DocbertSettings)
        assert (task.model, task.max_length, task.batch) == ("google-bert/bert-base-uncased", 256, 16)
        assert (task.epochs, task.patience, task.learning_rate, task.threshold) == (30, 5, 2e-5, 0.5)
        assert (task.sets, task.folds, task.documents) == (1, 1, None)


@pytest.mark.parametrize(("name", "kind"), [("sentiment", SentimentSettings), ("docbert", DocbertSettings)])
def test_a_task_lists_every_setting_with_its_default(name, kind):
    task = composed(f"task={name}")["task"]
    assert RegionalSettings.build(task=task).task == kind()
    assert set(task) == {field.name for field in dataclasses.fields(kind)}


def test_the_command_line_outranks_an_experiment(tmp_path):
    values = composed("experiment=tweets_notebook", "encoder=minilm", f"corpus.path={tmp_path}", "sampling.outer=2")
    assert values["encoder"]["model"].startswith("package:")
    assert values["sampling"]["outer"] == 2


@pytest.mark.parametrize("corpus", ["synthetic", "tweets", "reuters21578"])
def test_the_sizes_of_a_study_outrank_those_that_suit_a_corpus(corpus):
    values = composed("study=training_mix", f"corpus={corpus}")
    assert (values["sampling"]["pool"], values["sampling"]["on_small"]) == (120, "all")
    assert values["mix"]["repeats"] == 10
    reuters = corpus == "reuters21578"
    assert values["sampling"]["groups"] == (["au", "ca", "uk", "us"] if reuters else None)
    assert values["sampling"]["score_all"] is values["sampling"]["train_ungrouped"] is reuters


def test_a_corpus_brings_the_sizes_that_suit_it():
    values = composed("corpus=reuters21578", "task=sentiment")
    assert values["sampling"]["score_documents"] == 3019
    assert values["distance"]["lda"] == ["short"]
    assert (values["task"]["sets"], values["task"]["documents"], values["task"]["folds"]) == (1, None, 5)


@pytest.mark.parametrize(
    ("study", "corpus", "of", "there"),
    [("positionality", "tweets", "judgements", "texts"), ("regional", "synthetic_judgements", "texts", "judgements")],
)
def test_a_corpus_of_another_kind_is_refused(study, corpus, of, there):
    kind = find_study(study).SETTINGS
    with pytest.raises(InputError) as error:
        kind.build(corpus={"name": corpus})
    assert str(error.value) == (
        f"the corpus of this study must be one of {of}, but '{corpus}' is of {there}. "
        f"Choose one of {list(kind.CORPORA)}."
    )


def test_an_encoder_without_a_model_is_refused():
    with pytest.raises(InputError, match=r"'encoder.model' must be set, but it has no value yet"):
        RegionalSettings.build(**composed("encoder=hf"))
