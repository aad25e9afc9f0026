"""
The published rule sets, and what becomes of them when single options are chosen.

Options that depend on another lapse with it: where `end=deals`, the preset's `points` mean
nothing and are `None`. *Choosing* an option that the others leave without meaning is refused.
"""

from collections.abc import Mapping
from typing import Any, Final

from sergeantmajor.cards import SEATS
from sergeantmajor.errors import RulesError
from sergeantmajor.options import BY_KEY, Contract, End, Exchange, Order, PhaseOrder, Ties

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "ten-points": {
        "direction": "cw",
        "dealer": "declarer",
        "lead": "second",
        "targets": "8-5-3",
        "contracts": "SHDC",
        "once": "no",
        "passes": "0",
        "phases": "XCK",
        "kitty": "blind",
        "kitty-open": "no",
        "exchange": "give",
        "order-up": "this",
        "order-down": "last",
        "nt-cancels": "no",
        "must-trump": "no",
        "must-beat": "no",
        "end": "points",
        "points": "10",
        "ties": "played",
    },
    "fifteen-deals": {
        "direction": "ccw",
        "dealer": "third",
        "lead": "declarer",
        "targets": "8-5-3",
        "contracts": "SHDCN",
        "once": "yes",
        "passes": "1",
        "phases": "CKX",
        "kitty": "seen",
        "kitty-open": "no",
        "exchange": "draw",
        "order-up": "this",
        "nt-cancels": "yes",
        "must-trump": "no",
        "must-beat": "no",
        "end": "deals",
        "deals": "15",
        "ties": "shared",
    },
    "classic": {
        "direction": "cw",
        "dealer": "declarer",
        "lead": "second",
        "targets": "8-5-3",
        "contracts": "SHDC",
        "once": "no",
        "passes": "0",
        "phases": "XCK",
        "kitty": "blind",
        "kitty-open": "no",
        "exchange": "give",
        "order-up": "this",
        "order-down": "this",
        "nt-cancels": "no",
        "must-trump": "no",
        "must-beat": "no",
        "end": "tricks",
        "tricks": "12",
    },
}
"""The published presets, option by option. They never change: a change gets a new name."""

_PRESET_VALUES: Final = {
    name: {key: BY_KEY[key].read(text) for key, text in texts.items()}
    for name, texts in PRESETS.items()
}

NUMBERS: Final = {End.POINTS: ("points", 10), End.DEALS: ("deals", 15), End.TRICKS: ("tricks", 12)}
"""By end condition: the option that holds its number, and the number where the preset has none."""


def values_of(preset: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return all values of a preset with some options chosen, `None` where one does not apply.

    A dependent option lapses or gets its default here; contradictions are `conflicts_of`' matter.
    """
    values: dict[str, Any] = dict.fromkeys(BY_KEY) | _PRESET_VALUES[preset] | dict(chosen)
    exchange = values["exchange"]
    if exchange is Exchange.NONE:
        values["order-up"] = values["order-down"] = values["nt-cancels"] = None
    else:
        values["order-up"] = values["order-up"] or Order.THIS
        values["nt-cancels"] = bool(values["nt-cancels"])
        values["order-down"] = (
            None if exchange is Exchange.DRAW else values["order-down"] or Order.THIS
        )
    for end, (key, default) in NUMBERS.items():
        values[key] = (values[key] or default) if end is values["end"] else None
    values["ties"] = None if values["end"] is End.TRICKS else values["ties"] or Ties.PLAYED
    return values


def conflicts_of(chosen: Mapping[str, Any], values: Mapping[str, Any]) -> list[RulesError]:
    """Return every contradiction, each naming both options."""

    def conflict(code: str, option: str, other: str, why: str) -> RulesError:
        params = {
            "option": option,
            "value": BY_KEY[option].write(chosen.get(option, values[option])),
            "other": other,
            "other_value": BY_KEY[other].write(values[other]),
        }
        message = "{option}={value} cannot stand with {other}={other_value}: ".format(**params)
        return RulesError(message + why, code, params)

    found = []
    if values["exchange"] is Exchange.NONE:
        found += [
            conflict("rules-no-exchange", key, "exchange", "there is no exchange to settle")
            for key in ("order-up", "order-down", "nt-cancels")
            if key in chosen
        ]
    if values["exchange"] is Exchange.DRAW and "order-down" in chosen:
        found.append(
            conflict("rules-draw-order", "order-down", "exchange", "the up player chooses freely")
        )
    if values["nt-cancels"]:
        if values["phases"] is PhaseOrder.EXCHANGE_CONTRACT_KITTY:
            found.append(
                conflict(
                    "rules-cancels-late",
                    "nt-cancels",
                    "phases",
                    "the cards are exchanged before the contract is known",
                )
            )
        if Contract.NO_TRUMP not in values["contracts"]:
            found.append(
                conflict("rules-cancels-never", "nt-cancels", "contracts", "there is no contract N")
            )
    if values["once"]:
        if values["end"] is not End.DEALS:
            found.append(conflict("rules-once-end", "once", "end", "the contracts could run out"))
        elif values["deals"] > len(SEATS) * len(values["contracts"]):
            found.append(
                conflict("rules-once-deals", "once", "deals", "the contracts would run out")
            )
    found += [
        conflict("rules-unused", key, "end", f"{key} only counts with end={end.value}")
        for end, (key, _) in NUMBERS.items()
        if key in chosen and end is not values["end"]
    ]
    if "ties" in chosen and values["end"] is End.TRICKS:
        found.append(conflict("rules-unused-ties", "ties", "end", "two cannot win at once"))
    return found
