"""Mistakes on the command line: each gets a sentence that blames the right word, and what it offers is accepted."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from geobias import cli
from geobias.commands.grammar import as_written, compose, jobs, settings_of, split_words, with_folder
from geobias.errors import InputError

TABLE = "corpus=table corpus.path=d.csv "
JUDGED = "study=positionality corpus=judgements corpus.path=d.csv "
KEY, GRAMMAR = (
    "every override must name a key of the configuration",
    "every override must be key=value in Hydra's grammar",
)
BARE = "arguments must be a command or overrides key=value"
# What was typed, how the message begins, and the words to take in its place: its offer stands where {} is.
MISTAKES = [
    (TABLE + "sampling.pol=40", f"{KEY}, but 'sampling.pol' is none.", TABLE + "{}"),
    (TABLE + "corpus.txt=body", f"{KEY}, but 'corpus.txt' is none.", TABLE + "{}"),
    ("pool=40", f"{KEY}, but 'pool' is none.", "{}"),
    ("SEED=1", f"{KEY}, but 'SEED' is none.", "{}"),
    ("corpsu=synthetic", f"{KEY}, but 'corpsu' is none.", "{}"),
    ("sampling/pool=40", f"{KEY}, but 'sampling/pool' is none.", "{}"),
    ("+sampling.pol=3", f"{KEY}, but 'sampling.pol' is none.", "{}"),
    ("relation.exclude.without_nz=[nz]", f"{KEY}, but 'relation.exclude.without_nz' is none.", "{}"),
    ("corpus=Synthetic", "'corpus' must be one of its options, but 'Synthetic' is not.", "{}"),
    ("encoder=minlm", "'encoder' must be one of its options, but 'minlm' is not.", "{}"),
    ("study=regoinal", "'study' must be one of its options, but 'regoinal' is not.", "{}"),
    ("+experiment=demo", "'experiment' is chosen without +, but +experiment=demo has one.", "{}"),
    ("task=null", "'task' must be one of its options, but null is not.", "{}"),
    ("~task", "'task' must be one of its options, but ~task takes it away.", "{}"),
    ("task.name=sentiment", "an option of 'task' must be chosen by task=, but task.name=sentiment sets a name", "{}"),
    ("+seed=1", "+ adds a key that is not there yet, but 'seed' is.", "{}"),
    ("seed=", "'seed' must have a value after =, but there is none.", "{}"),
    ("--seed 1", "what begins with - must be a flag of Hydra's (settings are key=value), but '--seed' is", "{}"),
    ("-seed=1", "what begins with - must be a flag of Hydra's (settings are key=value), but '-seed=1' is", "{}"),
    ("--mutlirun seed=1,2", "what begins with - must be a flag of Hydra's (settings are", "{} seed=1,2"),
    ("seed 1", f"{BARE}, but 'seed' is neither.", "{}"),
    ("seed:1", f"{BARE}, but 'seed:1' is neither.", "{}"),
    ("sampling.mixed=false sampling.pool 40", f"{BARE}, but 'sampling.pool' is neither. Did you mean", "{}"),
    ("sampling.mixed=false seed:1", f"{BARE}, but 'seed:1' is neither. Did you mean", "{}"),
    ("sampling.pool = 40", f"{BARE}, but 'sampling.pool' is neither. There are no blanks around =.", "{}"),
    (TABLE + "corpus.group=Country of Origin", f"{BARE}, but 'of' is neither. A value with blanks", TABLE + "{}"),
    ("sampling.groups=au,nz", "'sampling.groups' must have one value, but au,nz is several. A list needs", "{}"),
    ("sampling.pooled_groups=us", "'sampling.pooled_groups' must be a list, e.g. [au,nz], but it is 'us' (str).", "{}"),
    ("sampling.groups=(au,nz)", f"{GRAMMAR}, but sampling.groups=(au,nz) is not", "{}"),
    ("sampling.groups=[au,nz", f"{GRAMMAR}, but sampling.groups=[au,nz is not", "{}"),
    ("'sampling.groups=[São Paulo,Rio]'", f"{GRAMMAR}, but sampling.groups=[São Paulo,Rio] is not", "{}"),
    ("""'relation.exclude={"no NZ": [nz]}'""", f"{GRAMMAR}, but relation.exclude=", "{}"),
    ("relation.exclude={no_nz:nz}", "'relation.exclude.no_nz' must be a list, e.g. [au,nz], but it is 'nz'", "{}"),
    ("seed=0,1", "'seed' must have one value, but 0,1 is several. A sweep, one run for each, needs -m", "{}"),
    ("task=probe,none", "'task' must have one value, but probe,none is several. A sweep", "{}"),
    ("distance.blur=0,05", "'distance.blur' must have one value, but 0,05 is several. A number has a decimal", "{}"),
    ("'name=Title, Body'", "'name' must have one value, but Title, Body is several. A text with commas", "{}"),
    (TABLE + "corpus.text=テキスト", f"{GRAMMAR}, but corpus.text=テキスト is not", TABLE + "{}"),
    ("sampling.pool=“20”", f"{GRAMMAR}, but sampling.pool=“20” is not", "{}"),
    ("sampling.groups=‘us’,‘uk’", f"{GRAMMAR}, but sampling.groups=‘us’,‘uk’ is not", "{}"),
    ("name=«trial", f"{GRAMMAR}, but name=«trial is not", "{}"),
    ('name="it\'s"', f"{GRAMMAR}, but name=it's is not", "{}"),
    ("name=a=b", f"{GRAMMAR}, but name=a=b is not", "{}"),
    ("sampling.mixed=yes", "'sampling.mixed' must be true or false, but it is 'yes' (str).", "{}"),
    ("sampling.pool=None", "'sampling.pool' must be a whole number or null, but it is 'None' (str).", "{}"),
    ("sampling.on_small=Drop", "'sampling.on_small' must be one of ['error', 'all', 'drop'], but it is 'Drop'.", "{}"),
    (TABLE + "corpus.quoting=no", "'corpus.quoting' must be true or false, but it is 'no' (str).", TABLE + "{}"),
    (TABLE + "corpus.group=[true,us]", "'corpus.group[0]' must be text, but it is True (bool). YAML", TABLE + "{}"),
    (TABLE + "sampling.by=text", "sampling.by must be what corpus.group names, but", TABLE + "sampling.by=text {}"),
    (
        JUDGED + """'corpus.answer_map={"very bad":-2,ok:0}'""",
        f"""{GRAMMAR}, but corpus.answer_map={{"very bad":-2,ok:0}} is not (characters such as = ( ) ' , and letters """
        "beyond a to z need quotes). Write 'corpus.answer_map={very\\ bad:-2,ok:0}' in the shell, quotes and all; or",
        JUDGED + "{}",
    ),
    ("distance.scaling=2", "distance.scaling must lie in (0, 1), but it is 2.0.", "{}"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    (tmp_path / "d.csv").write_text("text,region\nhello,au\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def offers(message: str) -> list[str]:
    """The words that a message would have one type."""
    said = r"(?:Did you mean |quotes: |brackets: |point: |-m: |Write |[Pp]ass )(.+?)(?=\?|\.$|\. | in the shell)"
    return [offer for found in re.findall(said, message) for offer in found.split(" or ")]


@pytest.mark.parametrize(("typed", "message", "instead"), MISTAKES, ids=[typed for typed, _, _ in MISTAKES])
def test_a_mistake_gets_a_sentence_whose_offer_is_accepted(folder, capsys, typed, message, instead):
    assert cli.main(shlex.split(typed)) == 2
    error = capsys.readouterr().err.strip()
    assert error.startswith(f"geobias: {message}")
    assert [path.name for path in folder.iterdir()] == ["d.csv"]
    found = offers(error.partition("; or put the value in experiment/mine.yaml")[0])
    assert found, error
    for offer in found:
        flags, overrides = split_words(shlex.split(instead.format(offer)), ())
        for job in jobs(overrides) if flags else [overrides]:
            settings_of(compose(job))


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        (
            "corpus.path=d.csv",
            "'corpus.path' belongs to corpus=benchmark, corpus=collected, corpus=etiquette, corpus=hf, corpus=",
        ),
        (TABLE + "corpus.strength=0.5", "'corpus.strength' belongs to corpus=synthetic: name the one you mean."),
        ("epochs=3", "'task.epochs' belongs to task=docbert, task=sentiment: name the one you mean."),
        ("mix.repeats=3", "'mix.repeats' belongs to study=training_mix: name the one you mean."),
        ("shares=[0.5]", "'mix.shares' belongs to study=training_mix: name the one you mean."),
        ("study=training_mix distance.blur=1", "'distance.blur' belongs to study=regional: name the one you mean."),
    ],
)
def test_a_key_of_another_option_says_whose_it_is(folder, typed, options):
    with pytest.raises(InputError, match=re.escape(options)):
        compose(shlex.split(typed))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            "corpus=",
            "'corpus' must be one of its options, but '' is not. There are ['benchmark', 'collected', 'etiquette', ",
        ),
        (
            "~study",
            "'study' must be one of its options, but ~study takes it away. There are ['benchmark', 'etiquette', ",
        ),
        *(
            (words, f"{BARE}, but '{words.split()[-1]}' is neither. Commands are ask, audit, bench, collect, doctor, ")
            for words in ("bogus", "plan bogus", "audit bogus")
        ),
        ("audi", f"{BARE}, but 'audi' is neither. Did you mean 'geobias audit'?"),
        ("regional", f"{BARE}, but 'regional' is neither. Did you mean study=regional?"),
        ("encodr", f"{BARE}, but 'encodr' is neither. Pass encoder=<value>."),
        (
            "audit tabels x",
            "geobias audit takes overrides key=value, or tables PATH, but 'tabels' is neither. Did you mean tables?",
        ),
        (
            "study=training_mix experiment=demo",
            "experiment=demo must go with study=regional, but the study is training_mix. Leave one of the two out.",
        ),
        (
            "study=training_mix separation=none",
            "'separation' must be a group of the study, but training_mix has ['corpus', 'encoder', 'experiment', "
            "'mix', 'sampling', 'study', 'task']. Leave it out, or name one that has it: study=regional.",
        ),
        ("mix=default", "'mix' must be a group of the study, but regional has ['control', 'corpus', "),
        ("corpus={name:table}", "'corpus' must be one of its options, but "),
        (
            TABLE + "corpus.path=",
            "'corpus.path' must have a value after =, but there is none. Pass corpus.path=<value>",
        ),
        (
            TABLE + "corpus.text=null",
            "'corpus.text' must be text, but it is null. Leave it out for its default",
        ),
        ("~seed", "a setting cannot be taken away, but ~seed does."),
        ("name=${foo}", "every ${...} must name what there is, but Interpolation key 'foo' not found."),
        ("'relation.exclude={テ: [nz]}'", f"{GRAMMAR}, but relation.exclude={{テ: [nz]}} is not"),
        ("a.b.c=5", f"{KEY}, but 'a.b.c' is none. `geobias --cfg job` lists all."),
        ("--config-dir nowhere", "--config-dir must be a folder, but 'nowhere' is none."),
        ("--config-dir ~nobody_here", "a path that begins with ~ must name a user of this machine, but '~nobody_here'"),
        (
            "'output=\"~nobody_here/x\"'",
            "a path that begins with ~ must name a user of this machine, but '~nobody_here/x'",
        ),
        ("--cfg", "--cfg must have a value, but there is none."),
        (
            "--experimental-rerun x",
            "geobias composes its own configuration, but --experimental-rerun names another. The same command goes on",
        ),
        ("-cn mine", "geobias composes its own configuration, but --config-name names another. Put its values in "),
        ("-cp=conf", "geobias composes its own configuration, but --config-path names another. A folder of your own"),
        ("-m seed=interval(0,1)", "a sweep must name its values, but seed=interval(0,1) does not. Write them out: -m"),
        (
            "plan -m seed=1,2",
            "geobias plan takes overrides, and of Hydra's flags --config-dir alone, but there is --multirun. Leave it",
        ),
        (
            "hydra.searchpath=null",
            "the overrides must fit the configuration, but Error merging override hydra.searchpath",
        ),
        ("plan --config-dir nowhere", "--config-dir must be a folder, but 'nowhere' is none."),
        ("plan seed 3", f"{BARE}, but 'seed' is neither. Did you mean seed=3?"),
        ("doctor x", "geobias doctor takes no arguments, but there are ['x']."),
        ("--resolve", "--resolve must go with what shows the configuration, but it stands alone. Add --cfg job."),
        ("report a b", "geobias report takes one directory, but there are ['a', 'b']."),
        ("report", "geobias report takes one directory, but there is none. Name one; blanks in it need quotes."),
        ("bench x", "geobias bench takes what its --help lists, but there are ['x']. Leave them out."),
    ],
)
def test_other_mistakes_get_a_sentence(folder, capsys, typed, message):
    assert cli.main(shlex.split(typed)) == 2
    assert capsys.readouterr().err.startswith(f"geobias: {message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "sampling: {groups: [NO, us]}",
            "'sampling.groups[0]' must be text, but it is False (bool). YAML reads NO, no and",
        ),
        (
            "sampling: {pol: 3}",
            "every setting must be a known one, but 'sampling.pol' is not. Did you mean 'sampling.po",
        ),
        ("sampling: [", "the overrides must fit the configuration, but expected the node content"),
        ("name: !!python/object:os.system {}", "the overrides must fit the configuration, but could not determine"),
        ("defaults: 3", "the overrides must fit the configuration, but Invalid defaults list"),
        ("1: 2", "every setting must be a known one, but '1' is not."),
        ("sampling: {true: 2}", "every setting must be a known one, but 'sampling.True' is not."),
        ("name: ${nothing:x}", "every ${...} must name what there is, but Unsupported interpolation type nothing"),
        ("seed: many", "'seed' must be a whole number, but it is 'many' (str)."),
    ],
)
def test_mistakes_in_an_experiment_of_ones_own_get_a_sentence(folder, capsys, text, message):
    (folder / "experiment").mkdir()
    (folder / "experiment" / "mine.yaml").write_text(f"# @package _global_\n{text}\n")
    assert cli.main(["--config-dir", ".", "experiment=mine"]) == 2
    assert capsys.readouterr().err.startswith(f"geobias: {message}")


def test_an_experiment_of_ones_own_says_what_no_override_can(folder):
    (folder / "experiment").mkdir()
    (folder / "experiment" / "mine.yaml").write_text("# @package _global_\nrelation:\n  exclude: {テ: [nz]}\n")
    _, settings = settings_of(compose(with_folder(["experiment=mine"], ".")))
    assert settings.relation.exclude == {"テ": ("nz",)}
    (folder / "experiment" / "mine.yaml").write_text("seed: 1\n")
    with pytest.raises(InputError, match="an experiment must begin with the line `# @package _global_`"):
        settings_of(compose(with_folder(["experiment=mine"], ".")))


def test_numbers_keep_their_digits_where_text_is_wanted(folder):
    words = as_written([*shlex.split(TABLE), "corpus.text=1e5", "corpus.group=0", "sampling.pool=1_0"])
    _, settings = settings_of(compose(words))
    assert (settings.corpus["text"], settings.corpus["group"], settings.sampling.pool) == ("1e5", "0", 10)
