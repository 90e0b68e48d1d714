"""A whole library measured again under other limits; the same from memory, Parquet and rows."""

import itertools
import json
import pathlib
import sqlite3
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

import duckdb
import numpy as np
import pyarrow
import pyarrow.parquet

from . import filters, library, tool, turns

ONE, ALL = "remeasure, one core", "remeasure, all cores"
LIMITS = (50.0, 12.0, 5.0)
#: Runs that the twin with a row a point holds, which takes so much longer.
TWIN_RUNS = 1000


class Results(NamedTuple):
    """By run, in the order of their ids."""

    metres: np.ndarray
    counted: np.ndarray


def tables(size, work: pathlib.Path) -> Iterator[turns.Table]:
    """The library under new limits, then under limits that all its runs were measured by."""
    held = library.copy_of_runs(size.runs, size.folder or work, work)
    columns = library.columns(held)
    fixes = len(columns.latitude)
    parquet = str(work / "fixes.parquet")
    write_parquet(columns, parquet)
    twin = RowTwin(columns, work)
    peers = {
        "numba in memory": lambda: filters.measure_runs(columns.starts, *columns.fixes, LIMITS),
        "numba over Parquet": lambda: over_parquet(parquet),
        "numba over DuckDB over Parquet": lambda: over_duckdb(parquet),
        "DuckDB over Parquet, no rules": lambda: raw_by_duckdb(parquet),
    }
    how = {
        "numba in memory": "columns that are there already, all cores",
        "numba over Parquet": "read by pyarrow, all cores; without starting Python",
        "numba over DuckDB over Parquet": "fetchnumpy, all cores; without starting Python",
        "DuckDB over Parquet, no rules": "the raw distance as SQL with lag(), all cores",
    }
    sides = ours(held, fixes) + [
        turns.Side(name, lambda call=call: turns.shortest(call, fixes, 0), (ALL,), how[name])
        for name, call in peers.items()
    ]
    sides.append(
        turns.Side("a row a point in SQLite", twin.measure, (ALL, ONE), f"row_twin.c, {twin.size}")
    )
    title = f"All {len(columns.ids):,} runs, {fixes:,} fixes, under new limits"
    checks = checked(held, columns, {name: call() for name, call in peers.items()}, twin)
    yield turns.timed_by_turns(title, "ns a fix", sides, size.turns, checks)
    yield nothing_to_do(held, len(columns.ids), size)


def ours(held: tool.Library, fixes: int) -> list[turns.Side]:
    """Whole processes, each time under a set that no run was measured by."""
    number = itertools.count(1)

    def take(*options):
        limits = {"min-move": 5 + next(number) / 1000}
        return recomputed(held, held.add_rules("turn", limits), *options).seconds * 1e9 / fixes

    words = "remeasure recompute --params turn@N, the whole process"
    return [
        turns.Side(ONE, lambda: take("--jobs", 1), (ALL,), f"{words}, --jobs 1"),
        turns.Side(ALL, take, (), words),
    ]


def recomputed(held: tool.Library, rules: str, *options) -> tool.Ended:
    """The process."""
    words = ("recompute", "--params", rules, "--library", held.path, "--quiet")
    return tool.run([tool.REMEASURE, *words, *options])


def nothing_to_do(held: tool.Library, runs: int, size) -> turns.Table:
    """Where all is measured already."""
    rules = held.add_rules("measured", {})
    recomputed(held, rules)
    side = turns.Side(
        ALL,
        lambda: recomputed(held, rules).seconds * 1e3,
        (),
        "remeasure recompute --params measured@N, the whole process",
    )
    title = f"All {runs:,} runs under limits that they were measured by"
    return turns.timed_by_turns(title, "ms", [side], size.turns)


def checked(held, columns, peers: dict, twin) -> list[dict]:
    """Holds each peer's results, run by run, against ours."""
    rules = held.add_rules("checked", dict(zip(("max-accuracy", "max-speed", "min-move"), LIMITS)))
    reports = {}
    for line in held("recompute", "--params", rules, "--json").splitlines():
        report = json.loads(line)
        reports[report["run"]["id"]] = report
    inorder = [reports[run] for run in columns.ids]
    filtered = Results(
        np.array([report["distance_m"] for report in inorder]),
        np.array([report["verdicts"]["counted"] for report in inorder]),
    )
    raw = Results(np.array([report["raw_distance_m"] for report in inorder]), None)
    checks = []
    for name, results in (peers | {"a row a point in SQLite": twin.results()}).items():
        ours_of_these = raw if name.endswith("no rules") else filtered
        count = len(results[0])
        off = np.abs(results[0] - ours_of_these.metres[:count])
        share = float((off / np.maximum(ours_of_these.metres[:count], 1)).max())
        checks.append(turns.check(f"{name}: share of metres, run by run", share, 1e-6))
        if ours_of_these is filtered:
            most = float(np.abs(results[1] - filtered.counted[:count]).max())
            checks.append(turns.check(f"{name}: counted fixes, run by run", most, 0.5))
    return checks


def write_parquet(columns: library.Columns, path: str):
    """A row a fix, as pyarrow writes it if nothing is said."""
    runs = np.repeat(np.arange(len(columns.ids), dtype=np.int32), np.diff(columns.starts))
    arrays = {
        "run": runs,
        "t": columns.milliseconds,
        "lat": columns.latitude,
        "lon": columns.longitude,
        "segment": columns.segment,
        "accuracy": columns.accuracy,
    }
    pyarrow.parquet.write_table(pyarrow.table(arrays), path)


def over_parquet(path: str):
    """Reads all columns, then measures."""
    read = pyarrow.parquet.read_table(path, memory_map=True)
    return measured(*(column.to_numpy() for column in read.itercolumns()))


def over_duckdb(path: str):
    """The same by DuckDB; it keeps the order of the file."""
    names = ("run", "t", "lat", "lon", "segment", "accuracy")
    read = duckdb.sql(f"SELECT {', '.join(names)} FROM '{path}'").fetchnumpy()
    return measured(*(np.asarray(read[name]) for name in names))


def measured(run, *fixes):
    """Of columns in which a run ends where another number begins."""
    borders = np.flatnonzero(np.diff(run)) + 1
    starts = np.concatenate([[0], borders, [len(run)]])
    return filters.measure_runs(starts, *fixes, LIMITS)


def raw_by_duckdb(path: str):
    """The rules need a state that windows of SQL do not have; the sum of all steps does not.

    A window without order or partition streams through the file.
    """
    query = f"""
        SELECT run, sum(CASE WHEN run = before AND segment = segment_before THEN
            2 * {filters.RADIUS} * asin(sqrt(pow(sin(radians(lat - lat_before) / 2), 2)
              + cos(radians(lat)) * cos(radians(lat_before))
                * pow(sin(radians(lon - lon_before) / 2), 2))) ELSE 0 END) AS metres
        FROM (SELECT run, segment, lat, lon, lag(run) OVER () AS before,
            lag(segment) OVER () AS segment_before, lag(lat) OVER () AS lat_before,
            lag(lon) OVER () AS lon_before FROM '{path}')
        GROUP BY run ORDER BY run"""
    return Results(duckdb.sql(query).fetchnumpy()["metres"], None)


class RowTwin:
    """`row_twin.c` over the first runs of the library."""

    def __init__(self, columns: library.Columns, work: pathlib.Path):
        self.program, self.path = work / "row_twin", work / "rows.sqlite"
        source = pathlib.Path(__file__).with_name("row_twin.c")
        flags = ["-o", self.program, source, "-lsqlite3", "-lm"]
        subprocess.run(["gcc", "-O2", *flags], check=True)
        runs = min(TWIN_RUNS, len(columns.ids))
        self.fixes = int(columns.starts[runs])
        self.size = f"the whole process, on {runs:,} of these runs, {self.fixes:,} rows"
        subprocess.run(
            [self.program, "fill", self.path], input=self.points(columns, runs), check=True
        )

    def points(self, columns: library.Columns, runs: int) -> bytes:
        """As the program reads them."""
        lengths = np.diff(columns.starts[: runs + 1])
        names = ("run", "seq", "segment", "t", "lat", "lon", "accuracy")
        points = np.empty(
            self.fixes, [(name, "f8" if i > 3 else "i8") for i, name in enumerate(names)]
        )
        points["run"] = np.repeat(np.arange(runs), lengths)
        points["seq"] = np.arange(self.fixes) - np.repeat(columns.starts[:runs], lengths)
        fixes = (columns.segment, *columns.fixes[:3], columns.accuracy)
        for name, column in zip(names[2:], fixes):
            points[name] = column[: self.fixes]
        return points.tobytes()

    def measure(self) -> float:
        """Nanoseconds a fix."""
        return tool.run([self.program, "measure", self.path, *LIMITS]).seconds * 1e9 / self.fixes

    def results(self) -> Results:
        """What it keeps."""
        self.measure()
        with sqlite3.connect(self.path) as database:
            rows = database.execute("SELECT distance, counted FROM result ORDER BY run_id")
            return Results(*(np.array(column) for column in zip(*rows)))
