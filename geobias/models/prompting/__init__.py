"""Prompts: templates and tables in, what a model is asked out; what it says, read as one of declared answers."""

from geobias.models.prompting.entries import read_entries as read_entries
from geobias.models.prompting.filling import PromptSet, fill, read_prompts
from geobias.models.prompting.grid import Grid
from geobias.models.prompting.interviews import (
    Combinations,
    Design,
    Interview,
    interview_prompts,
    personas,
    read_designs,
    read_interview,
)
from geobias.models.prompting.prompt import Message, Prompt
from geobias.models.prompting.prompt_file import PromptFile, read_prompt_file
from geobias.models.prompting.ready import find_prompt_file, prompt_names
from geobias.models.prompting.template import Template

__all__ = [
    "Combinations",
    "Design",
    "Grid",
    "Interview",
    "Message",
    "Prompt",
    "PromptFile",
    "PromptSet",
    "Template",
    "fill",
    "find_prompt_file",
    "interview_prompts",
    "personas",
    "prompt_names",
    "read_designs",
    "read_interview",
    "read_prompt_file",
    "read_prompts",
]
