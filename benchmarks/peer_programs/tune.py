"""A search for better constants over runs of known length; the grid it begins with by numba."""

import itertools
import json
import math
import pathlib
import shutil
from collections.abc import Iterator

import numpy as np

from . import filters, library, tool, turns

ONE, ALL = "remeasure, one core", "remeasure, all cores"
LIMITS = ("max-accuracy", "max-speed", "min-move")
#: The grid of `remeasure tune` around run@1: ten limits of each constant, the rule off among them.
ACCURACIES = (10, 15, 20, 25, 30, 40, 50, 75, 100, math.inf)
SPEEDS = (5, 6, 7, 8, 10, 12, 15, 20, 30, math.inf)
MOVES = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15)
GRID = np.array(list(itertools.product(ACCURACIES, SPEEDS, MOVES)), float)
BASE = (50, 12, 5)
#: Of the grid, for results to be held against each other; the rule off is among their limits.
CHECKED = list(itertools.product((10, 50, math.inf), (5, 12, math.inf), (0, 5, 15)))


def tables(size, work: pathlib.Path) -> Iterator[turns.Table]:
    """Time a fix and set; and what the whole processes took."""
    held = of_known_length(size.tuned_runs, work)
    searched = json.loads(held(*search()))
    columns = library.columns(held)
    fixes, sets = len(columns.latitude), searched["sets_measured"]
    measured = part(columns, size.compared_runs)
    took: dict[str, list[tool.Ended]] = {ONE: [], ALL: []}

    def ours(name, *options):
        def take():
            words = (*search(*options), "--library", held.path, "--quiet")
            took[name].append(tool.run([tool.REMEASURE, *words]))
            return took[name][-1].seconds * 1e9 / (fixes * sets)

        how = f"the whole process of `{' '.join(map(str, ('remeasure', *search(*options))))}`"
        return turns.Side(name, take, (), f"{how}: {sets:,} sets on {fixes:,} fixes")

    def numba(name, against, parallel):
        function = filters.grid_over_runs(parallel)
        metres = np.empty((len(measured.ids), len(GRID)))
        counted = np.empty_like(metres, np.int64)
        share = metres.size * len(measured.latitude) / len(measured.ids)

        def pass_over():
            function(measured.starts, *measured.fixes, GRID, metres, counted)

        how = f"{len(GRID):,} sets on {len(measured.latitude):,} of the fixes, in memory; a sphere"
        return turns.Side(name, lambda: turns.shortest(pass_over, share, 0), (against,), how)

    sides = [
        ours(ONE, "--jobs", 1),
        ours(ALL),
        numba("numba, one core", ONE, False),
        numba("numba, all cores", ALL, True),
    ]
    title = f"Tuning by {len(columns.ids):,} runs, {fixes:,} fixes, {sets:,} sets"
    checks = checked(held, measured, searched)
    yield turns.timed_by_turns(title, "ns a fix and set", sides, size.turns, checks)
    yield whole(took, "seconds", "s", "Whole processes", sides[:2])
    yield whole(took, "peak_megabytes", "MB", "Peak memory of these", sides[:2])


def search(*options) -> tuple:
    """The command."""
    return ("tune", "--base", "run@1", "--json", *options)


def of_known_length(count: int, work: pathlib.Path) -> tool.Library:
    """A library of simulated runs of all sports, and how long they are."""
    files, held = work / "tuned", tool.Library(work / "tuned.sqlite")
    sizes = ("--runs", count, "--minutes", library.MINUTES, "--seed", 1)
    tool.remeasure("simulate", *sizes, "--quiet", "--output", files)
    truths = (files / "truth.csv").rename(work / "truth.csv")
    held("import", files)
    held("truth", "import", truths)
    shutil.rmtree(files)
    return held


def part(columns: library.Columns, count: int) -> library.Columns:
    """The first runs; their order says nothing about them."""
    starts = columns.starts[: count + 1]
    fixes = (column[: starts[-1]] for column in columns.fixes)
    return library.Columns(columns.ids[:count], starts, *fixes)


def whole(took: dict, figure: str, unit: str, title: str, sides: list) -> turns.Table:
    """A figure of the processes that were timed; the first one of each warmed up."""
    values = {name: [getattr(end, figure) for end in ends[1:]] for name, ends in took.items()}
    return turns.Table(title, unit, values, sides, [])


def checked(held: tool.Library, columns: library.Columns, searched: dict) -> list[dict]:
    """Holds numba's results against those of single sets on the sphere, and the search's against both."""
    limits = np.array([*CHECKED, BASE], float)
    metres = np.empty((len(columns.ids), len(limits)))
    counted = np.empty_like(metres, np.int64)
    filters.grid_over_runs()(columns.starts, *columns.fixes, limits, metres, counted)
    checks = []
    for number, row in enumerate(CHECKED):
        values = ("off" if value in (0, math.inf) else value for value in row)
        rules = held.add_rules("checked", dict(zip(LIMITS, values)))
        reports = by_run(map(json.loads, lines(held, rules)), lambda report: report["run"]["id"])
        ours = [reports[run] for run in columns.ids]
        what = f"numba under {', '.join(map(str, row))} against `remeasure recompute`"
        off = share_off(metres[:, number], [report["distance_m"] for report in ours])
        checks.append(turns.check(f"{what}: share of metres", off, 1e-6))
        counts = [report["verdicts"]["counted"] for report in ours]
        most = float(np.abs(counted[:, number] - counts).max())
        checks.append(turns.check(f"{what}: counted fixes", most, 0.5))
    found = by_run(searched["runs"], lambda run: run["id"])
    what = "numba under run@1 against `remeasure tune`: share of metres"
    for key, earth, limit in (("distance_m", "sphere", 1e-6), ("base_distance_m", "WGS 84", 6e-3)):
        off = share_off(metres[:, -1], [found[run][key] for run in columns.ids])
        checks.append(turns.check(f"{what}, there on {earth}", off, limit))
    return checks


def lines(held: tool.Library, rules: str) -> list[str]:
    """A report a run."""
    return held("recompute", "--params", rules, "--json").splitlines()


def by_run(reports, name) -> dict:
    """Each report under its run's id."""
    return {name(report): report for report in reports}


def share_off(metres, others) -> float:
    """How far the first are from the others at the most, as a share of these."""
    return float((np.abs(metres - others) / np.maximum(others, 1)).max())
