"""Models of transformers that are to speak: loaded whole, head and all, or refused."""

from __future__ import annotations

from geobias.errors import require
from geobias.models.devices import DTYPES, computing_dtype, resolve_device
from geobias.models.generation.hf import HfResponder
from geobias.models.generation.settings import HfSettings
from geobias.models.loading import load_network, load_tokenizer
from geobias.models.opening import in_group
from geobias.models.sources import quiet, reading, source


def load_hf(settings: HfSettings, label: str | None = None) -> HfResponder:
    """Load the model that the settings name; `label` is its name for people, by default that of the settings.

    Raises
    ------
    ModelNotFoundError : it is nowhere to be found.
    InputError : its files are torn, lack weights or ask for code of their own; it gives no finite logits.
    """
    transformers = require("transformers", extra="study", purpose="a responder")
    model, revision = settings.model, settings.revision
    device = resolve_device(settings.device, "responder")
    dtype = DTYPES[computing_dtype(settings.dtype, device, "responder")]
    with in_group("responder"):
        tokenizer = load_tokenizer(model, revision)
        with quiet(), reading(model):
            config = transformers.AutoConfig.from_pretrained(**source(model, revision))
        auto = "AutoModelForSeq2SeqLM" if config.is_encoder_decoder else "AutoModelForCausalLM"
        network = load_network(auto, model, revision, tokenizer, head=True)
    return HfResponder(tokenizer, network.to(device, dtype).eval().requires_grad_(False), settings, label)
