"""What a study's responder is asked, and what is raised where nothing is answered."""

import re

import pytest

from geobias.errors import InputError
from geobias.pipeline.asking import AskSettings, none_answered
from geobias.studies.benchmark.settings import BenchmarkSettings
from geobias.studies.etiquette.settings import AskingSettings
from geobias.tables import ResponseRow, ResponseTable


def test_the_commonest_reason_is_told():
    said = [("", "it says nothing."), ("refusal", ""), ("refusal", "")]
    rows = [
        ResponseRow(place, "", "", 0, "text", "text", reason=reason, detail=detail)
        for place, (reason, detail) in enumerate(said)
    ]
    assert str(none_answered("m", "item", ResponseTable(tuple(rows)))) == (
        "'m' must answer at least one item, but of 3 responses none is an answer, most often for this: refusal. "
        "Look at what it says with `geobias ask`."
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: AskSettings(prompts="p", calibrate=("N/A",)),
            "calibrate is of scores, but ask is 'text'. Pass ask=scores or ask=both.",
        ),
        (
            lambda: AskingSettings(calibrate=("N/A",)),
            "asking.calibrate is of scores, but asking.ask is 'text'. Pass asking.ask=scores.",
        ),
        (
            lambda: BenchmarkSettings(calibrate=("N/A",)),
            "benchmark.calibrate is of scores, but benchmark.ask is 'text'. Pass benchmark.ask=scores.",
        ),
    ],
)
def test_texts_cannot_be_calibrated(make, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        make()
