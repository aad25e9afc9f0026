"""Any choice of options: refused when the page says so, and else written so that it reads back."""

from itertools import combinations, product

import pytest
from hypothesis import example, given

from choices import VALUES, chosen, possible
from sergeantmajor.rules import OPTIONS, PRESETS, Rules, problems_of, rules_of


def settled(preset: str, choice: dict[str, str]) -> dict[str, str]:
    """Return a choice with the preset's values that do not lapse, by the page."""
    values = {**PRESETS[preset], **choice}
    lapsed: set[str] = set()
    if values["exchange"] == "none":
        lapsed |= {"order-up", "order-down", "nt-cancels"}
    if values["exchange"] == "draw":
        lapsed |= {"order-down"}
    lapsed |= {"points", "deals", "tricks"} - {values["end"]}
    if values["end"] == "tricks":
        lapsed |= {"ties"}
    if values["end"] == "deals":
        values.setdefault("deals", "15")
    return {key: value for key, value in values.items() if key in choice or key not in lapsed}


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_up_to_three_chosen_options_are_refused_exactly_when_the_page_refuses_them(
    preset: str,
) -> None:
    """Every choice of one, two or three values beside each preset, some 17,000."""
    for size in (1, 2, 3):
        for keys in combinations(VALUES, size):
            for values in product(*(VALUES[key] for key in keys)):
                choice = dict(zip(keys, values, strict=True))
                assert possible(settled(preset, choice)) == (not problems_of(preset, choice)), (
                    choice
                )


@given(chosen())
@example(("fifteen-deals", {"exchange": "none"}))
@example(("fifteen-deals", {"contracts": "N", "deals": "3"}))
def test_a_choice_is_refused_exactly_when_the_page_refuses_it(
    drawn: tuple[str, dict[str, str]],
) -> None:
    """The contradictions, said a second time in `choices`, are those of the library."""
    preset, choice = drawn
    problems = problems_of(preset, choice)
    assert possible(settled(preset, choice)) == (problems == ())
    for problem in problems:
        for side in ("option", "other"):
            key = problem.params[side]
            value = problem.params["value" if side == "option" else "other_value"]
            assert f"{key}={value}" in str(problem)
            assert value == {"deals": "15", **PRESETS[preset], **choice}[key]


@given(chosen())
def test_an_accepted_choice_reads_back_from_its_text(drawn: tuple[str, dict[str, str]]) -> None:
    """The text is canonical, minimal, in the order of the table, and says every choice."""
    preset, choice = drawn
    if problems_of(preset, choice):
        return
    rules = rules_of(preset, choice)
    text = str(rules)
    assert rules == Rules.parse(text)
    assert text == str(Rules.parse(text))
    assert rules == Rules.parse(" ".join([preset, *(f"{key}={choice[key]}" for key in choice)]))
    values = rules.values()
    assert choice == {key: values[key] for key in choice}
    written = [word.partition("=")[0] for word in text.split()[1:]]
    assert [option.key for option in OPTIONS if option.key in written] == written
    for key in written:
        rest = {other: str(values[other]) for other in written if other != key}
        assert problems_of(preset, rest) or rules_of(preset, rest) != rules
