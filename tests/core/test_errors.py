"""Exceptions, reasons and refusals."""

import pytest

from sergeantmajor.errors import (
    IllegalAction,
    IllegalEvent,
    ParseError,
    Reason,
    Refusal,
    RulesError,
    SergeantMajorError,
)


@pytest.mark.parametrize("kind", [ParseError, RulesError, IllegalAction, IllegalEvent])
def test_every_fault_is_about_a_value(kind: type[Exception]) -> None:
    """Whoever catches `SergeantMajorError` or `ValueError` catches them all."""
    assert issubclass(kind, SergeantMajorError)
    assert issubclass(kind, ValueError)


def test_an_illegal_action_says_its_reason_and_what_goes_with_it() -> None:
    """The message is the code and the parameters; the refusal itself comes along."""
    refusal = Refusal(Reason.NOT_HELD, {"card": "SA"})
    error = IllegalAction(refusal)
    assert str(error) == "not-held: card SA"
    assert error.refusal is refusal
    assert str(IllegalAction(Refusal(Reason.NOT_DEALT))) == "not-dealt"


def test_reasons_are_a_closed_list() -> None:
    """Languages translate these codes: a new one is added here on purpose."""
    assert {reason.value for reason in Reason} == {
        "match-over",
        "not-dealt",
        "not-your-turn",
        "wrong-phase",
        "not-held",
        "must-follow",
        "must-trump",
        "must-beat",
        "not-a-contract",
        "contract-used",
        "no-pass-left",
        "wrong-count",
        "not-owing",
        "suit-not-held",
    }


def test_a_rules_error_carries_its_code_and_a_copy_of_its_parameters() -> None:
    """Who changes his own dictionary later changes no error."""
    params = {"option": "once"}
    error = RulesError("once cannot stand", "rules-x", params)
    params["option"] = "other"
    assert (str(error), error.code, error.params) == (
        "once cannot stand",
        "rules-x",
        {"option": "once"},
    )
