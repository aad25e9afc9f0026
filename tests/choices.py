"""Rule sets chosen option by option: which choices stand, said once more, and a strategy."""

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st

from sergeantmajor.cards import SEATS
from sergeantmajor.rules import PRESETS, Rules, rules_of

# Values that between them take every branch; `1` and `2` end short matches.
VALUES: dict[str, tuple[str, ...]] = {
    "direction": ("cw", "ccw"),
    "dealer": ("declarer", "third"),
    "lead": ("declarer", "second"),
    "targets": ("8-5-3", "9-5-2"),
    "contracts": ("SHDC", "SHDCN", "N", "HN"),
    "once": ("yes", "no"),
    "passes": ("0", "1", "2"),
    "phases": ("XCK", "CXK", "CKX"),
    "kitty": ("blind", "seen"),
    "kitty-open": ("yes", "no"),
    "exchange": ("give", "draw", "none"),
    "order-up": ("this", "last", "most"),
    "order-down": ("this", "last", "most"),
    "nt-cancels": ("yes", "no"),
    "must-trump": ("yes", "no"),
    "must-beat": ("yes", "no"),
    "end": ("points", "deals", "tricks"),
    "points": ("1", "5"),
    "deals": ("1", "3", "5"),
    "tricks": ("9", "10"),
    "ties": ("played", "shared"),
}


def ends_open(choice: Mapping[str, str]) -> set[str]:
    """Return the values of `end` that a choice leaves possible."""
    ends = {"points", "deals", "tricks"}
    if "end" in choice:
        ends &= {choice["end"]}
    for number in ("points", "deals", "tricks"):
        if number in choice:
            ends &= {number}
    if "ties" in choice:
        ends -= {"tricks"}
    if choice.get("once") == "yes":
        ends &= {"deals"}
        most = len(SEATS) * len(choice.get("contracts", "SHDCN"))
        if int(choice.get("deals", "1")) > most:
            ends = set()
    return ends


def exchanges_open(choice: Mapping[str, str]) -> set[str]:
    """Return the values of `exchange` that a choice leaves possible."""
    exchanges = {"give", "draw", "none"}
    if "exchange" in choice:
        exchanges &= {choice["exchange"]}
    if choice.keys() & {"order-up", "order-down", "nt-cancels"}:
        exchanges -= {"none"}
    if "order-down" in choice:
        exchanges -= {"draw"}
    if choice.get("nt-cancels") == "yes" and (
        choice.get("phases") == "XCK" or "N" not in choice.get("contracts", "N")
    ):
        exchanges = set()
    return exchanges


def possible(choice: Mapping[str, str]) -> bool:
    """
    Return whether some rule set holds all these values, by the page's list of contradictions.

    Written without a look at `rules.py`: a second voice.
    """
    return bool(ends_open(choice) and exchanges_open(choice))


def random_choice(rng: Random, fixed: Mapping[str, str]) -> dict[str, str]:
    """Return a full choice at random that holds some values and in which nothing contradicts."""
    choice = dict(fixed)
    for key in rng.sample(list(VALUES), len(VALUES)):
        values = [value for value in VALUES[key] if possible({**choice, key: value})]
        if key not in choice and values:
            choice[key] = rng.choice(values)
    return choice


@st.composite
def chosen(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """Draw a preset and any choice of options, contradicting or not."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    keys = draw(st.lists(st.sampled_from(sorted(VALUES)), unique=True))
    return preset, {key: draw(st.sampled_from(VALUES[key])) for key in keys}


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Draw a rule set in which no two options contradict each other, of short matches."""
    choice: dict[str, str] = {}
    keys = sorted(VALUES)
    for key in draw(st.permutations(keys)):
        values = [value for value in VALUES[key] if possible({**choice, key: value})]
        if values:
            choice[key] = draw(st.sampled_from(values))
    return rules_of("ten-points", choice)
