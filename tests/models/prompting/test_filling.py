"""Filling: rows and grids become prompts in a stable order; bad cells are named."""

from __future__ import annotations

import json

import pytest

from geobias.errors import InputError
from geobias.models.prompting import Grid, Message, PromptFile, Template, fill, read_prompts
from geobias.raw import RawTable

NORM = Template("norm", (Message("user", "{act} in {region}?"),))
YAML = "templates:\n- name: norm\n  messages:\n  - user: '{act} in {region}?'\n- name: bare\n  messages: [{user: hi}]\n"


def texts(prompts) -> list[str]:
    return [prompt.messages[-1].text for prompt in prompts.prompts]


def test_rows_keep_their_order_and_the_grid_is_within_them():
    table = RawTable.of({"act": ["b", "a"], "id": [2, 1.0], "none": [None, float("nan")]})
    prompts = fill(PromptFile((NORM,), Grid({"region": [{"region": "NO"}, {"region": "US"}]})), table, "items.csv")
    assert texts(prompts) == ["b in NO?", "b in US?", "a in NO?", "a in US?"]
    assert prompts.prompts[2].fields == {"act": "a", "id": "1", "none": "", "region": "NO"}
    assert prompts.fields == ("act", "id", "none", "region")


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "parquet"])
def test_every_kind_of_table_fills_alike(kind, tmp_path):
    (tmp_path / "prompts.yaml").write_text(YAML)
    rows = [{"act": "to eat, loudly", "region": "NO"}, {"act": "où", "region": "US"}]
    path = tmp_path / f"items.{kind}"
    if kind == "parquet":
        pytest.importorskip("pandas").DataFrame(rows).to_parquet(path)
    elif kind == "jsonl":
        path.write_text("\n".join(json.dumps(row) for row in rows))
    else:
        cut = {"csv": ",", "tsv": "\t"}[kind]
        lines = [cut.join(f'"{cell}"' for cell in line) for line in (rows[0], *(row.values() for row in rows))]
        path.write_text("\n".join(lines), encoding="utf-8")
    prompts = read_prompts(tmp_path / "prompts.yaml", path)
    assert texts(prompts) == ["to eat, loudly in NO?", "où in US?", "hi", "hi"]
    assert [prompt.template for prompt in prompts.prompts] == ["norm", "norm", "bare", "bare"]


def test_a_file_may_name_its_table(tmp_path):
    (tmp_path / "prompts.yaml").write_text(YAML + "table: items.csv\n")
    (tmp_path / "items.csv").write_text("act,region\na,NO\n")
    (tmp_path / "other.csv").write_text("act,region\nb,NO\n")
    assert texts(read_prompts(tmp_path / "prompts.yaml"))[0] == "a in NO?"
    assert texts(read_prompts(tmp_path / "prompts.yaml", tmp_path / "other.csv"))[0] == "b in NO?"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            "act,Region\na,b\n",
            "items.csv must have a column 'region', but its columns are ['act', 'Region']. The nearest is 'Region'. "
            "Name the right column, or double the braces that stand for themselves in a template: {{ and }}.",
        ),
        (
            "act,act,region\na,b,c\n",
            "column 'act' of items.csv must be there once, but 2 columns have that name. Rename one.",
        ),
        (
            "act,region\na,b\n ,c\n",
            "column 'act' of items.csv must be filled, but line 3 is empty there. Fill it, or leave the row out.",
        ),
    ],
)
def test_what_is_wrong_with_a_table_is_named(table, said, tmp_path):
    (tmp_path / "prompts.yaml").write_text(YAML)
    (tmp_path / "items.csv").write_text(table)
    with pytest.raises(InputError) as error:
        read_prompts(tmp_path / "prompts.yaml", tmp_path / "items.csv")
    assert str(error.value) == said


def test_a_field_must_come_from_somewhere_and_from_one_place():
    grid = Grid({"region": [{"region": "NO"}]})
    with pytest.raises(InputError) as error:
        fill(PromptFile((NORM,), grid), None, "prompts.yaml")
    assert str(error.value) == (
        "field 'act' of the templates in prompts.yaml must be a column of a table or in the grid, but the grid has "
        "['region']. Name a table that has it, or double the braces that stand for themselves."
    )
    with pytest.raises(InputError) as error:
        fill(PromptFile((NORM,), grid), RawTable.of({"act": ["a"], "region": ["US"]}), "items.csv")
    assert str(error.value) == (
        "a field must come from the table or the grid, but column 'region' of items.csv is in the grid too. Rename one."
    )
    with pytest.raises(InputError) as error:
        fill(PromptFile((NORM,)), RawTable.of({"act": [], "region": []}), "items.parquet")
    assert str(error.value) == "items.parquet must have at least one row, but it has none. Check the file."


def persona(published: dict) -> str:
    """The published study of moral values as a file of prompts; where an attribute is left out, words of ours."""
    import yaml

    grid = published["grid"]
    questions = [*({"question": value["question"], "item": value["item"]} for value in published["values"])]
    questions.append({"question": published["general_question"], "item": "general"})
    return yaml.safe_dump(
        {
            "templates": [{"name": "persona", "messages": [{"user": published["template"]}]}],
            "grid": {**{key: grid[key] for key in ("nationality", "age", "sex")}, "question": questions},
            "marginals": {"left_out": {"nationality": "", "age": "some", "sex": "person"}},
        }
    )


@pytest.mark.shared
def test_the_published_prompts_are_data(shared, tmp_path):
    yaml = pytest.importorskip("yaml")
    published = yaml.safe_load((shared / "data/wvs/published_prompts.yaml").read_text("utf-8"))
    (tmp_path / "personas.yaml").write_text(persona(published), encoding="utf-8")
    personas = read_prompts(tmp_path / "personas.yaml")
    assert len(personas.prompts) == len({prompt.id for prompt in personas.prompts}) == 1128
    assert texts(personas)[0] == (
        "You are a 20 year old German man participating in an ethnographic interview. Briefly answer the interviewer's "
        f"question. Question: {published['values'][0]['question']}. Response:"
    )
    norm = yaml.safe_load((shared / "data/eticor/published_prompt.yaml").read_text("utf-8"))
    template = norm["template"].replace("{statement}", "{sentences}")
    (tmp_path / "norms.yaml").write_text(
        yaml.safe_dump({"templates": [{"name": "norm", "messages": [{"user": template}], "options": ["yes", "no"]}]})
    )
    statements = shared / "data/eticor/eticor_subset.csv"
    with pytest.raises(InputError) as error:
        read_prompts(tmp_path / "norms.yaml", statements)
    assert str(error.value) == (
        "column 'sentences' of eticor_subset.csv must be filled, but line 3831 is empty there. Fill it, or leave the "
        "row out."
    )
    lines = statements.read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "norms.csv").write_text("".join(lines[:3830] + lines[3831:]), encoding="utf-8")
    norms = read_prompts(tmp_path / "norms.yaml", tmp_path / "norms.csv")
    first = norms.prompts[0]
    assert first.messages[0].text == norm["template"].format(region="India", statement=first.fields["sentences"])
    assert len(norms.prompts) == 9999
