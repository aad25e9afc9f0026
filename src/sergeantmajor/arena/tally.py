"""What a simulation showed: tricks by role, points and wins of each seat, with intervals."""

import math
from typing import Any, Final

from sergeantmajor.arena.simulate import PlayedMatch, Simulation
from sergeantmajor.arena.stats import Estimate, Ratio, share
from sergeantmajor.bots import bot_named
from sergeantmajor.cards import SEATS
from sergeantmajor.rules import Role

_ROLES: Final = tuple(Role)


class Tally:
    """
    The sums of a simulation's matches.

    Attributes:
        simulation: What was to be played.
        matches: Matches played.
        dealt: Deals dealt, passed ones too.
        played: Deals played to the end.
        abandoned: Matches that reached the simulation's limit of deals.
        fallbacks: Decisions that each seat's bot failed to make, by seat.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.matches = 0
        self.dealt = 0
        self.played = 0
        self.abandoned = 0
        self.fallbacks = [0, 0, 0]
        self._wins = [0.0, 0.0, 0.0]
        self._totals = [Ratio() for _ in SEATS]
        self._scores = [Ratio() for _ in SEATS]
        self._tricks = [{role: Ratio() for role in _ROLES} for _ in SEATS]

    def add(self, match: PlayedMatch) -> None:
        """Add a match."""
        rules = self.simulation.rules
        self.matches += 1
        self.dealt += match.dealt
        self.played += len(match.deals)
        self.abandoned += not match.winners
        for fallback in match.fallbacks:
            self.fallbacks[fallback.seat] += 1
        for seat in match.winners:
            self._wins[seat] += 1 / len(match.winners)
        for seat in SEATS:
            self._totals[seat].add(match.totals[seat])
            self._scores[seat].add(match.totals[seat], len(match.deals))
            for role in _ROLES:
                tricks = [
                    deal.won[seat]
                    for deal in match.deals
                    if rules.seat_of(role, deal.declarer) is seat
                ]
                self._tricks[seat][role].add(sum(tricks), len(tricks))

    def figures(self) -> dict[str, Any]:
        """Return everything as plain values, for JSON: unknown ends of intervals are `None`."""
        return {
            "rules": str(self.simulation.rules),
            "seed": self.simulation.seed,
            "matches": self.matches,
            "deals": {"dealt": self.dealt, "played": self.played},
            "abandoned": self.abandoned,
            "seats": [
                {
                    "seat": int(seat),
                    "bot": bot_named(self.simulation.bots[seat]).name,
                    "wins": _plain(self._share(seat)),
                    "points": _plain(self._totals[seat].estimate()),
                    "points_per_deal": _plain(self._scores[seat].estimate()),
                    "tricks": {
                        role.value: _plain(self._tricks[seat][role].estimate()) for role in _ROLES
                    },
                    "fallbacks": self.fallbacks[seat],
                }
                for seat in SEATS
            ],
        }

    def table(self) -> str:
        """Return everything as a table for people, without a final line break."""
        passed = f", {self.dealt - self.played:,} passed" if self.simulation.rules.passes else ""
        head = (
            f"{self.simulation.rules}, seed {self.simulation.seed}: {self.matches:,} matches,"
            f" {self.played:,} deals played{passed}"
        )
        rows = [
            ["seat", "bot", "wins %", "points a match", "points a deal"]
            + [f"tricks as {role.value}" for role in _ROLES]
        ]
        for seat in SEATS:
            cells = [
                _percent(self._share(seat)),
                _said(self._totals[seat].estimate(), "+.2f"),
                _said(self._scores[seat].estimate(), "+.3f"),
                *(_said(self._tricks[seat][role].estimate(), ".2f") for role in _ROLES),
            ]
            rows.append([str(int(seat)), bot_named(self.simulation.bots[seat]).name, *cells])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            head,
            "after ± half of a 95 % interval, or both its ends; a shared win counts in parts",
            "",
        ]
        for row in rows:
            left = [cell.ljust(width) for cell, width in zip(row[:2], widths, strict=False)]
            right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
            lines.append("  ".join(left + right).rstrip())
        lost = sum(self.fallbacks)
        if self.abandoned:
            lines.append(f"{self.abandoned} matches were abandoned without an end")
        if lost:
            lines.append(f"{lost} decisions were made for bots that gave no legal answer")
        return "\n".join(lines)

    def _share(self, seat: int) -> Estimate | None:
        return share(self._wins[seat], self.matches)


def _plain(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {
        key: round(number, 6) if math.isfinite(number) else None for key, number in ends.items()
    }


def _said(estimate: Estimate | None, form: str) -> str:
    if estimate is None:
        return "–"
    value = format(estimate.value, form)
    digits = form[-2]
    return f"{value} ±{estimate.half:.{digits}f}" if math.isfinite(estimate.half) else value


def _percent(estimate: Estimate | None) -> str:
    if estimate is None:
        return "–"
    ends = f"{100 * estimate.low:.0f} to {100 * estimate.high:.0f}"
    return f"{100 * estimate.value:.1f} ({ends})"
