"""Generation: prompts in, responses out, each asked once and kept."""

from geobias.models.generation.responder import Decoding, Request, Responder, Response

__all__ = ["Decoding", "Request", "Responder", "Response"]
