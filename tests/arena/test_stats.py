"""Means and intervals: right on known samples, and honest about what they don't know."""

import math
from random import Random

import pytest

from sergeantmajor.arena.stats import Estimate, Ratio, quantile, share


def test_the_mean_of_equal_clusters_has_the_usual_interval() -> None:
    """With clusters of weight 1, it is mean ± t · s / √n."""
    values = [1.0, 2.0, 4.0, 5.0, 8.0]
    ratio = Ratio()
    for value in values:
        ratio.add(value)
    estimate = ratio.estimate()
    assert estimate is not None
    mean = sum(values) / 5
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / 4)
    assert mean == pytest.approx(estimate.value)
    assert 2.776 * deviation / math.sqrt(5) == pytest.approx(estimate.half)


def test_clusters_count_and_not_what_is_in_them() -> None:
    """A hundred equal deals of one match tell no more than one of them."""
    single, many = Ratio(), Ratio()
    for value in (3.0, 5.0, 4.0):
        single.add(value)
        many.add(100 * value, 100)
    one, hundred = single.estimate(), many.estimate()
    assert one is not None
    assert hundred is not None
    assert one.half == pytest.approx(hundred.half)
    assert 4.0 == hundred.value


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Over many samples of unequal clusters, 95 % of the intervals hold the true ratio."""
    rng = Random(4)
    covered = 0
    for _ in range(1000):
        ratio = Ratio()
        for _ in range(25):
            size = rng.randint(1, 9)
            shift = rng.gauss(0, 1)
            ratio.add(sum(5 + shift + rng.gauss(0, 2) for _ in range(size)), size)
        estimate = ratio.estimate()
        assert estimate is not None
        covered += estimate.low <= 5 <= estimate.high
    assert 0.92 <= covered / 1000 <= 0.97


def test_the_order_of_clusters_does_not_matter() -> None:
    """Sums of whole numbers are exact: however the work was shared, the figures are the same."""
    rng = Random(5)
    clusters = [(rng.randint(-9, 16), rng.randint(1, 15)) for _ in range(500)]
    first, second = Ratio(), Ratio()
    for value, weight in clusters:
        first.add(value, weight)
    rng.shuffle(clusters)
    for value, weight in clusters:
        second.add(value, weight)
    assert first.estimate() == second.estimate()


def test_one_cluster_has_no_interval() -> None:
    """Nothing is known about the spread of one; of none, there is no figure at all."""
    ratio = Ratio()
    assert ratio.estimate() is None
    ratio.add(7, 2)
    assert Estimate(3.5, -math.inf, math.inf) == ratio.estimate()
    assert "3.50" == str(ratio.estimate())
    ratio.add(0, 0)
    assert 2 == ratio.clusters


def test_an_estimate_says_half_its_interval() -> None:
    """People read `5.27 ±0.08`."""
    assert "5.27 ±0.08" == str(Estimate(5.27, 5.19, 5.35))


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(1, 12.706), (4, 2.776), (30, 2.042), (31, 2.0395), (60, 2.0003), (1000, 1.9623)],
)
def test_quantiles_of_student(degrees: int, expected: float) -> None:
    """As in printed tables, small samples wider."""
    assert expected == pytest.approx(quantile(degrees), abs=6e-4)


def test_a_share_stays_between_none_and_all() -> None:
    """Wilson: even 10 wins of 10 leave doubt, and never above 1 or below 0."""
    sure = share(10, 10)
    assert sure is not None
    assert (1.0, 1.0) == (sure.value, sure.high)
    assert 0.722 == pytest.approx(sure.low, abs=1e-3)
    half = share(5, 10)
    assert half is not None
    assert 0.237 == pytest.approx(half.low, abs=1e-3)
    assert 0.763 == pytest.approx(half.high, abs=1e-3)
    assert share(0, 0) is None
