"""Prompts: templates and tables in, what a model is asked out; what it says, read as one of declared answers."""

from geobias.models.prompting.prompt import Message, Prompt

__all__ = ["Message", "Prompt"]
