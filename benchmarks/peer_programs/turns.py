"""Timing by turns, so that what else the machine does strikes all sides alike."""

import dataclasses
import gc
import statistics
import time
from collections.abc import Callable


@dataclasses.dataclass
class Side:
    """One program's way of doing the work."""

    name: str
    #: Does the work once; gives the time of a unit of it.
    take: Callable[[], float]
    #: The names of the sides of ours that it is held against; none for ours.
    against: tuple[str, ...]
    #: The command, or in words what was called.
    how: str
    #: Whether it takes so long that it is timed in the first turn only.
    once: bool = False


@dataclasses.dataclass
class Table:
    """The sides of one question, timed."""

    title: str
    unit: str
    #: By name of the side, its time in each turn.
    times: dict[str, list[float]]
    sides: list[Side]
    #: What each side's result was checked for, and how far it was off.
    checks: list[dict]

    def ratios(self, side: Side) -> dict[str, list[float]]:
        """A side's time in each of ours that it is held against, turn by turn."""
        return {
            name: [theirs / ours for theirs, ours in zip(self.times[side.name], self.times[name])]
            for name in side.against
        }

    def document(self) -> dict:
        """The table as JSON is written."""
        figures = []
        for side in self.sides:
            figure = {"name": side.name, "how": side.how, **spread(self.times[side.name])}
            if side.against:
                ratios = self.ratios(side).items()
                figure["times_as_long_as"] = {name: spread(values) for name, values in ratios}
            figures.append(figure)
        return {
            "title": self.title,
            "unit": self.unit,
            "turns": max(map(len, self.times.values())),
            "sides": figures,
            "checks": self.checks,
        }

    def lines(self) -> list[str]:
        """The table as it is printed."""
        lines = [f"{self.title}; {self.unit}"]
        for side in self.sides:
            lines.append(f"  {side.name:<34}{statistics.median(self.times[side.name]):>11,.2f}")
            for name, ratios in self.ratios(side).items():
                middle = f"{statistics.median(ratios):,.2f} times"
                ends = f"({min(ratios):,.2f} to {max(ratios):,.2f})"
                lines.append(f"{'':6}{middle:>18}  {ends:<20} {name}")
        if self.checks:
            worst = max(self.checks, key=lambda check: check["largest"] / check["limit"])
            lines.append(
                f"  {len(self.checks)} results checked; the worst is off by {worst['largest']:.1e}"
                f" where {worst['limit']:.0e} is allowed ({worst['what']})"
            )
        return lines


def spread(values: list[float]) -> dict:
    """Median and ends."""
    ends = {"median": statistics.median(values), "min": min(values), "max": max(values)}
    return {name: float(f"{value:.6g}") for name, value in ends.items()}


def timed_by_turns(title: str, unit: str, sides: list[Side], turns: int, checks=()) -> Table:
    """Each side once a turn, after a first turn that warms up and does not count."""
    times = {side.name: [] for side in sides}
    for turn in range(turns + 1):
        for side in sides:
            if side.once and turn != 1:
                continue
            gc.collect()
            time_taken = side.take()
            if turn > 0:
                times[side.name].append(time_taken)
    return Table(title, unit, times, sides, list(checks))


def shortest(work: Callable[[], None], count: int, seconds: float = 0.1) -> float:
    """Nanoseconds of wall time for one of `count` things that `work` does, at its fastest."""
    best, begin = float("inf"), time.perf_counter()
    while True:
        start = time.perf_counter()
        work()
        end = time.perf_counter()
        best = min(best, end - start)
        if end - begin > seconds:
            return best * 1e9 / count


def check(what: str, largest: float, limit: float) -> dict:
    """A result that was compared; ends the program where it is off by more than the limit."""
    if not largest <= limit:
        raise SystemExit(f"{what}: off by {largest}, where {limit} is the limit")
    return {"what": what, "largest": float(f"{largest:.3g}"), "limit": limit}
