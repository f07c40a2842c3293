"""From documents to a table of distances: encoding, clouds, bootstrap replicates, divergences, end to end.

    python benchmarks/end_to_end.py [--groups 4] [--texts 60] [--replicates 2] [--documents 30] [--tweets DIR]

On a CUDA machine the same command keeps token vectors on the device from the encoder to the distances ("direct") and
writes that device's rows; "stored" takes the way through a store that a study takes. Beside both stands what one would
write instead, a padded loop and geomloss pair by pair; `--no-plain` leaves it out, for sizes that would take it hours.
"""

from __future__ import annotations

from harness import RESULTS, corpus, parser, report

from geobias.bench.clouds import messages
from geobias.bench.pipeline import DIRECT, PLAIN, STORED, pipeline_rows
from geobias.models import EncoderSettings, load_encoder


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--groups", type=int, default=4)
    flags.add_argument("--texts", type=int, default=60, help="texts of a group")
    flags.add_argument("--replicates", type=int, default=2)
    flags.add_argument("--documents", type=int, default=30, help="texts drawn in a replicate")
    flags.add_argument("--length", type=int, default=128)
    flags.add_argument("--no-plain", action="store_true")
    flags.add_argument("--model", default=EncoderSettings.model)
    chosen = flags.parse_args()
    texts = messages(chosen.groups * chosen.texts, corpus(chosen))
    groups = [texts[at : at + chosen.texts] for at in range(0, len(texts), chosen.texts)]
    encoder = load_encoder(EncoderSettings(model=chosen.model, max_length=chosen.length))
    sides = [*([] if chosen.no_plain else [PLAIN]), STORED, DIRECT]
    rows = pipeline_rows(
        encoder, groups, replicates=chosen.replicates, documents=chosen.documents, sides=sides, runs=chosen.runs
    )
    report(rows, chosen, RESULTS.with_name("extraction.csv"))


if __name__ == "__main__":
    main()
