"""The section on items that divide groups."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.coefficients import spaced, two
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number, percent
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.dividing_items.example import example_figure, example_of, example_sentence
from geobias.report.sections.dividing_items.figures import dividing_figure
from geobias.report.sections.dividing_items.items import item_labels, item_texts, top_items, unfolded

RANGES = (
    "Items that divide groups most",
    "From the lowest mean answer of a group to the highest one, of the items with the largest variance between groups. "
    "A group's mean over all items is taken off before items are ranked, so that a strict group alone divides none.",
)
EXAMPLE = (
    "One item, its groups and sources",
    "Left: mean answers of the groups with two answers to it, with their number. Right: what each source says of it, "
    "between the lowest and the highest that it says of any item.",
)
TEXTS = "Texts of these items"
WARNED = "Texts of these items, which may be hateful or upsetting"
LIMITS = "Of many items some lie far up by chance; whether groups differ at all, the components of variance say."


def _findings(run: Run) -> Iterator[Finding]:
    example = example_of(run)
    if example is not None:
        yield Finding(example_sentence(example, item_labels(run, [example.item])[example.item]))
    if run.table("dividing_items") is not None:
        yield Finding(LIMITS, caution=True)


def _pictures(run: Run) -> Iterator[Picture]:
    frame, example = run.table("dividing_items"), example_of(run)
    if frame is not None and len(top := top_items(frame)):
        low, high = run.record.get("scale") or (top["lowest_mean"].min(), top["highest_mean"].max())
        figure = dividing_figure(top, item_labels(run, top["item"]), (float(low), float(high)))
        yield Picture("dividing-items", *RANGES, figure)
    if example is not None:
        label = item_labels(run, [example.item])[example.item]
        title, caption = EXAMPLE
        yield Picture("example-item", f"{title}: {label}", caption, example_figure(example, label))


def _tables(run: Run) -> Iterator[PageTable]:
    frame = run.table("dividing_items")
    if frame is None or (top := top_items(frame)).empty:
        return
    labels = item_labels(run, top["item"])
    rows = [
        [
            labels[str(row["item"])], spaced(str(row["attribute"])),
            f"{row['highest']} ({two(row['highest_mean'])})", f"{row['lowest']} ({two(row['lowest_mean'])})",
            number(row["between"]), number(row["within"]), percent(row["share"]), count(row["n_groups"]),
            count(row["n_annotators"]),
        ]
        for row in top.to_dict("records")
    ]  # fmt: skip
    columns = ["item", "attribute", "highest", "lowest", "between", "within", "share between", "groups", "annotators"]
    title = "Items that divide groups most: variance of answers between groups and within"
    yield PageTable(title, columns, rows, names=4, folded=True)
    yield from _texts(run, labels)


def _texts(run: Run, labels: dict[str, str]) -> Iterator[PageTable]:
    """What the items shown say; folded where it was not made up."""
    texts = item_texts(run)
    rows = [[label, texts.get(name) or (name if label != name else "")] for name, label in labels.items()]
    if any(text for _, text in rows):
        opened = unfolded(run)
        yield PageTable(TEXTS if opened else WARNED, ["item", "text"], rows, names=2, folded=not opened)


SECTION = Section("dividing-items", "Items that divide groups", _findings, _pictures, _tables)
