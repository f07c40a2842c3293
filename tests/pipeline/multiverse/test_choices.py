from geobias.pipeline.multiverse.choices import shared, varying

RUNS = [
    {"seed": 0, "encoder": {"model": "a", "width": 384, "layer": -1}, "lda": ["short"], "blur": 0.05},
    {"seed": 0, "encoder": {"model": "b", "width": 768, "layer": -1}, "lda": [], "blur": 0.05},
    {"seed": 0, "encoder": {"model": "a", "width": 384, "layer": -1}, "lda": ["short", "long"], "blur": 0.05},
]


def test_what_varies_is_named_by_its_path_and_what_changes_with_it_is_not_named_again():
    assert varying(RUNS) == {"encoder.model": ["a", "b", "a"], "lda": ["short", "none", "short, long"]}


def test_what_is_shared_keeps_its_nesting():
    assert shared(RUNS) == {"seed": 0, "encoder": {"layer": -1}, "blur": 0.05}


def test_a_setting_that_some_runs_lack_varies():
    runs = [{"task": {"name": "probe", "sets": 2}}, {"task": {"name": "probe"}}]
    assert varying(runs) == {"task.sets": ["2", "none"]}
    assert shared(runs) == {"task": {"name": "probe"}}
