"""Thinking is nobody's answer, and an answer in JSON, a box or a tag is one."""

from __future__ import annotations

import pytest

from geobias.models.prompting.answers.containers import opened, without_scale, without_thinking


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>a</think>b", "b"),
        ("<think>a<think>b</think>c</think>d", "d"),
        ("<think>a", ""),
        ("a</think>b", "b"),
        ("x<THINKING>a</THINKING>b", "xb"),
        ("[think]a[/think]b", "b"),
        ("◁think▷a◁/think▷b", "b"),
        ("<|channel|>analysis<|message|>a<|end|><|channel|>final<|message|>b", "b"),
        ("<|channel|>analysis<|message|>a", ""),
        ("a < think b", "a < think b"),
    ],
)
def test_thinking_goes(text, said):
    assert without_thinking(text).replace("\n", "") == said


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('{"answer": "no"}', ["answer: no"]),
        ('{"answer": ["yes", "no"]}', ["answer: yes", "answer: no"]),
        ('{"result": {"final_answer": true}}', ["answer: True"]),
        ("{'answer': 'no'}", ["answer: no"]),
        ('{"answer": "no", "score": 1}', ["answer: no"]),
        ('{"rating": 4}', ["answer: 4"]),
        ('{"yes": 0.7}', []),
        ('{"answer": null}', []),
        ("\\boxed{\\text{No}}", ["answer:  {No}"]),
        ("<answer>no</answer>", ["answer: no"]),
        ("~~yes~~ no", ["no"]),
        ("[ ] yes\n[x] no", ["no"]),
        ("☑ yes ☐ no", ["☑ yes"]),
        ("```json\nno\n```", ["no"]),
        ("```no```", ["```no```"]),
        ("A: no", ["answer: no"]),
        ("It is\nnot so", ["It is not so"]),
        ("It is\nNot so", ["It is", "Not so"]),
        ("a {b} c", ["a {b} c"]),
    ],
)
def test_what_holds_an_answer_is_opened(text, lines):
    assert [line.strip() for line in opened(text).splitlines() if line.strip()] == lines


def test_only_the_scale_of_the_set_is_one():
    assert without_scale("4/5 3 out of 5 2/7 4/50 1/5.5", 5) == "4 3 2/7 4/50 1/5.5"
