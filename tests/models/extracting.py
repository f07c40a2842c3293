"""A program for the tests: extracts `TEXTS` with a tiny encoder, in ways that a test cannot run in its own process.

extracting.py killed FOLDER STORE    children are killed at different moments, then one goes on to the end
extracting.py shared FOLDER STORE    one of the processes that the environment describes
extracting.py memory FOLDER STORE    prints by how many MiB the resident memory grew at most
"""

import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

from geobias.models import EncoderSettings, load_encoder, writer
from geobias.models.extraction import extract
from geobias.models.store import EmbeddingStore
from geobias.processes import launched

TEXTS = [" ".join(f"w{(11 * n + (7 + n // 60) * i) % 60}" for i in range(1 + n % 15)) for n in range(150)]
RICH = set(TEXTS[::3])
MIB = 2**20


def build(folder: str):
    return load_encoder(EncoderSettings(model=folder, max_length=20, device="cpu", batch_tokens=60))


def run(encoder, root: str, **options) -> int:
    return extract(encoder, EmbeddingStore(root, encoder.identity), TEXTS, token_texts=RICH, workers=1, **options)


def killed(folder: str, root: str) -> None:
    """One child is killed before a finished draft is moved, one amid writing, one between shards."""
    encoder = build(folder)
    writer.SHARD_VALUES = 400
    for name, turn in (("replace", 3), ("fsync", 3), ("replace", 5)):
        child = os.fork()
        if child == 0:
            _kill_at(name, turn)
            run(encoder, root)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        drafts = len([*Path(root).rglob("*.part")])
        store = EmbeddingStore(root, encoder.identity)
        cleared = drafts - len([*Path(root).rglob("*.part")])
        print("left", sum(store.missing(set(TEXTS), tokens=False)), drafts, cleared)
    print("encoded", run(encoder, root))


def _kill_at(name: str, turn: int) -> None:
    """From now on the `turn`-th call of this function of `os` is the last thing that the process does."""
    whole, calls = getattr(os, name), []

    def call(*arguments):
        calls.append(name)
        if len(calls) == turn:
            if name == "fsync":
                os.ftruncate(arguments[0], os.fstat(arguments[0]).st_size // 2)
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(*arguments)

    setattr(os, name, call)


def shared(folder: str, root: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    encoder = build(folder)
    together = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    _two(lambda: _share(encoder, f"{root}/together"), together)
    _two(lambda: _share(encoder, f"{root}/apart"), {})


def _two(work, environment: dict[str, str]) -> None:
    children = []
    for rank in range(2):
        children.append(os.fork())
        if children[-1] == 0:
            os.environ |= environment | {"RANK": str(rank)}
            work()
            os._exit(0)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]


def _share(encoder, root: str) -> None:
    own, whole = [], encoder.launch
    encoder.launch = lambda texts, **options: (own.append(len(texts)), whole(texts, **options))[1]
    together = launched()
    count = run(encoder, root, processes=together)
    missing = sum(EmbeddingStore(root, encoder.identity).missing(TEXTS, tokens=False))
    # gloo writes to the same pipe, and ends no line.
    print(f"\n{Path(root).name} {together.rank} encoded {count} own {sum(own)} missing {missing}", flush=True)


def memory(folder: str, root: str) -> None:
    import psutil

    encoder = load_encoder(EncoderSettings(model=folder, max_length=40, device="cpu"))
    writer.SHARD_VALUES = 500_000
    texts = [" ".join(f"w{(n // 60**k) % 60}" for k in range(3)) + " w1" * 30 for n in range(3_000)]
    this = psutil.Process()
    extract(encoder, EmbeddingStore(root, encoder.identity), texts[:300], token_texts=set(texts[:300]), workers=1)
    before, peak, running = this.memory_info().rss, [0], [True]

    def watch() -> None:
        while running:
            peak[0] = max(peak[0], this.memory_info().rss)
            time.sleep(0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    store = EmbeddingStore(root, encoder.identity)
    extract(encoder, store, texts, token_texts=set(texts), workers=1)
    running.clear()
    watcher.join()
    stored = sum(path.stat().st_size for path in Path(store.folder).iterdir())
    print("stored", stored // MIB, "grew", (peak[0] - before) // MIB)


if __name__ == "__main__":
    {"killed": killed, "shared": shared, "memory": memory}[sys.argv[1]](*sys.argv[2:])
