from geobias.suggest import nearest


def test_nearest_ignores_case_and_keeps_the_choice_as_written():
    assert nearest("TEXTS", ["Text", "label"]) == "The nearest is 'Text'. "
    assert nearest(4, ["0", "4"]) == "The nearest is '4'. "
    assert nearest("zzz", ["text"]) == ""
