import shlex

from hydra.core.override_parser.overrides_parser import OverridesParser
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from omegaconf import OmegaConf

from geobias.suggest import nearest, override


def test_nearest_ignores_case_and_keeps_the_choice_as_written():
    assert nearest("TEXTS", ["Text", "label"]) == "The nearest is 'Text'. "
    assert nearest(4, ["0", "4"]) == "The nearest is '4'. "
    assert nearest("zzz", ["text"]) == ""


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.text(), st.lists(st.text()), st.none(), st.booleans(), st.integers()))
@example("Country of Origin")
@example("it's")
@example("テキスト")
@example("${x}\\")
@example(["NO", "null", "1e5"])
def test_an_override_read_by_a_shell_and_by_hydra_is_the_value_again(value):
    [word] = shlex.split(override("key", value))
    read = OverridesParser.create().parse_override(word).value()
    assert OmegaConf.to_container(OmegaConf.create({"key": read}), resolve=True)["key"] == value
