"""
Means with 95 % intervals.

What is sampled are clusters: a match of many deals, or a deal played in six seatings. What happens
inside a cluster hangs together, so the spread between clusters alone makes the interval.
"""

import math
from dataclasses import dataclass
from typing import Final

# Student's t, two-sided 95 %, by degrees of freedom from 1.
_T: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
_Z: Final = 1.959964


def quantile(degrees: int) -> float:
    """Return the two-sided 95 % quantile of Student's t, for 1 degree of freedom or more."""
    if degrees <= len(_T):
        return _T[degrees - 1]
    # Cornish–Fisher: right to three decimals from 30 degrees on.
    return _Z + (_Z**3 + _Z) / (4 * degrees) + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (96 * degrees**2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """
    A figure with its 95 % interval.

    Attributes:
        value: The figure.
        low: Lower end of the interval; minus infinity where there are too few clusters to tell.
        high: Upper end; plus infinity where there are too few.
    """

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """The figure and, where it is known, half the interval: `5.27 ±0.08`."""
        return f"{self.value:.2f}" + (f" ±{self.half:.2f}" if math.isfinite(self.half) else "")


class Ratio:
    """
    Estimates Σ value / Σ weight over clusters, such as tricks per deal over matches.

    The interval is that of the ratio estimator (linearised variance, Student's t). Sums of integers
    are exact, so the order in which clusters come does not matter.

    Attributes:
        clusters: How many were added.
    """

    __slots__ = ("_v", "_vv", "_vw", "_w", "_ww", "clusters")

    def __init__(self) -> None:
        self.clusters = 0
        self._v: float = 0
        self._w: float = 0
        self._vv: float = 0
        self._vw: float = 0
        self._ww: float = 0

    def add(self, value: float, weight: float = 1) -> None:
        """Add a cluster: the sum of its values, and how many they are (or their weight)."""
        self.clusters += 1
        self._v += value
        self._w += weight
        self._vv += value * value
        self._vw += value * weight
        self._ww += weight * weight

    def estimate(self) -> Estimate | None:
        """Return the ratio with its interval; `None` while nothing of weight was added."""
        if not self._w:
            return None
        mean = self._v / self._w
        if self.clusters < 2:
            return Estimate(mean, -math.inf, math.inf)
        spread = max(0.0, self._vv - 2 * mean * self._vw + mean * mean * self._ww)
        error = math.sqrt(spread * self.clusters / (self.clusters - 1)) / self._w
        half = quantile(self.clusters - 1) * error
        return Estimate(mean, mean - half, mean + half)


def share(wins: float, trials: int) -> Estimate | None:
    """
    Return a share of wins with Wilson's interval; `None` without trials.

    Args:
        wins: Trials won; a win that is shared counts in part, which the interval takes as if it
            were won or lost outright: it errs to the wide side.
        trials: How many there were.
    """
    if not trials:
        return None
    rate = wins / trials
    square = _Z * _Z / trials
    middle = (rate + square / 2) / (1 + square)
    half = _Z * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials)) / (1 + square)
    # At 0 and 1 the ends meet the rate, but for the last bit of the arithmetic.
    return Estimate(rate, max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half)))
