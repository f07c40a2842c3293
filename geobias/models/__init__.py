"""Models: the only room that knows transformers. Texts in, vectors and predictions out."""

from geobias.models.classifier import ProbeJob, one_hot, probe_probabilities
from geobias.models.devices import resolve_device
from geobias.models.direct import token_clouds
from geobias.models.encoder import Encoder
from geobias.models.encoder_loading import load_encoder
from geobias.models.extraction import extract
from geobias.models.loading import load_pretrained, load_tokenizer
from geobias.models.self_check import batching_error, tolerance
from geobias.models.settings import EncoderSettings
from geobias.models.smollm2 import smollm2_folder
from geobias.models.sources import ModelNotFoundError, locate
from geobias.models.spans import TokenPlaces, token_places
from geobias.models.store import EmbeddingStore
from geobias.models.untrained import save_untrained

__all__ = [
    "EmbeddingStore",
    "Encoder",
    "EncoderSettings",
    "ModelNotFoundError",
    "ProbeJob",
    "TokenPlaces",
    "batching_error",
    "extract",
    "load_encoder",
    "load_pretrained",
    "load_tokenizer",
    "locate",
    "one_hot",
    "probe_probabilities",
    "resolve_device",
    "save_untrained",
    "smollm2_folder",
    "token_clouds",
    "token_places",
    "tolerance",
]
