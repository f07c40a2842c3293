"""SmolLM2-135M-Instruct as a responder."""

from __future__ import annotations

from dataclasses import fields

from geobias.models.generation.hf import HfResponder
from geobias.models.generation.loading import load_hf
from geobias.models.generation.settings import HfSettings, SmolLM2Settings
from geobias.models.smollm2 import smollm2_folder


def load_smollm2(settings: SmolLM2Settings) -> HfResponder:
    """The responder; see `smollm2_folder` and `load_hf` for what is raised."""
    shared = {field.name: getattr(settings, field.name) for field in fields(settings) if field.name != "name"}
    return load_hf(HfSettings(model=str(smollm2_folder()), **shared), label="SmolLM2-135M-Instruct")
